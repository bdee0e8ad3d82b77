#!/usr/bin/env python3
"""What somebody would write instead, for one game: a play-by-mail referee for Ataxx out of Python's own library.

Fetches by batches, checks each move with a small referee, stores letter, move and both answers in one transaction, sends
over one kept connection, marks what was sent, moves the letters that are done. Straightforward, and correct: a letter
counts once (its Message-ID is unique), nothing is sent before it is stored.

usage: daemon.py IMAP_PORT SMTP_PORT SEATS.json DATABASE
"""

import email
import email.policy
import imaplib
import json
import re
import smtplib
import sqlite3
import sys
import time
from email.message import EmailMessage

SIZE = 8
BATCH = 200

SCHEMA = """
CREATE TABLE game(id INTEGER PRIMARY KEY, over INTEGER NOT NULL DEFAULT 0);
CREATE TABLE seat(token TEXT PRIMARY KEY, game INTEGER, seat INTEGER, address TEXT);
CREATE INDEX seat_game ON seat(game);
CREATE TABLE inbox(id INTEGER PRIMARY KEY, msgid TEXT UNIQUE, raw BLOB);
CREATE TABLE move(game INTEGER, ply INTEGER, seat INTEGER, text TEXT, inbox INTEGER, PRIMARY KEY(game, ply));
CREATE TABLE outbox(id INTEGER PRIMARY KEY, rcpt TEXT, bytes BLOB, state TEXT);
CREATE INDEX outbox_ready ON outbox(id) WHERE state = 'ready';
"""


class Illegal(Exception):
    """A move that cannot be made."""


def cell(text):
    return ord(text[0]) - ord("a"), int(text[1]) - 1


class Board:
    """A position, and the rules."""

    def __init__(self):
        self.cells = {(0, 7): 1, (7, 0): 1, (7, 7): 2, (0, 0): 2}
        self.turn = 1

    def near(self, at, distance):
        x, y = at
        return [
            (a, b)
            for a in range(max(0, x - distance), min(SIZE, x + distance + 1))
            for b in range(max(0, y - distance), min(SIZE, y + distance + 1))
            if max(abs(a - x), abs(b - y)) == distance
        ]

    def play(self, text):
        match = re.fullmatch(r"(?:([a-h][1-8]))?([a-h][1-8])", text)
        if text == "0000":
            if self.can_move(self.turn):
                raise Illegal("you can move")
            self.turn = 3 - self.turn
            return
        if not match:
            raise Illegal("cannot read " + text)
        source, target = match.group(1), cell(match.group(2))
        if target in self.cells:
            raise Illegal("the target is not empty")
        if source:
            source = cell(source)
            if self.cells.get(source) != self.turn:
                raise Illegal("not your disc")
            if target in self.near(source, 2):
                del self.cells[source]
            elif target not in self.near(source, 1):
                raise Illegal("too far")
        elif not any(self.cells.get(c) == self.turn for c in self.near(target, 1)):
            raise Illegal("no disc beside it")
        self.cells[target] = self.turn
        for c in self.near(target, 1):
            if c in self.cells:
                self.cells[c] = self.turn
        self.turn = 3 - self.turn

    def can_move(self, seat):
        return any(
            c not in self.cells
            for at, owner in self.cells.items()
            if owner == seat
            for distance in (1, 2)
            for c in self.near(at, distance)
        )

    def winner(self):
        counts = [list(self.cells.values()).count(seat) for seat in (1, 2)]
        if 0 in counts or len(self.cells) == SIZE * SIZE:
            return 1 if counts[0] > counts[1] else 2
        return None

    def draw(self):
        head = "    " + "  ".join("abcdefgh")
        lines = [head]
        for y in reversed(range(SIZE)):
            row = "  ".join(".xo"[self.cells.get((x, y), 0)] for x in range(SIZE))
            lines.append(f" {y + 1}  {row}  {y + 1}")
        return "\n".join(lines + [head])


class Daemon:
    def __init__(self, imap_port, smtp_port, seats, database):
        self.db = sqlite3.connect(database, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.executescript(SCHEMA)
        self.db.execute("BEGIN")
        for entry in json.load(open(seats)):
            self.db.execute("INSERT INTO game(id) VALUES(?)", (entry["game"],))
            for number, (address, token) in enumerate(entry["seats"], 1):
                self.db.execute("INSERT INTO seat VALUES(?, ?, ?, ?)", (token, entry["game"], number, address))
        self.db.execute("COMMIT")
        self.imap = imaplib.IMAP4("127.0.0.1", imap_port)
        self.imap.login("game@game.test", "pw-game")
        self.imap.select("INBOX")
        self.smtp = smtplib.SMTP("127.0.0.1", smtp_port)
        self.smtp.ehlo()

    def run(self):
        while True:
            uids = self.imap.uid("SEARCH", "ALL")[1][0].split()
            if not uids:
                break
            for start in range(0, len(uids), BATCH):
                self.batch(uids[start : start + BATCH])
        self.smtp.quit()
        self.imap.logout()

    def batch(self, uids):
        found = b",".join(uids).decode()
        for part in self.imap.uid("FETCH", found, "(BODY.PEEK[])")[1]:
            if isinstance(part, tuple):
                self.letter(part[1])
        self.send()
        self.imap.uid("MOVE", found, "Processed")

    def letter(self, raw):
        message = email.message_from_bytes(raw, policy=email.policy.default)
        token = re.search(r"\+([a-z2-7]{20})@", message["To"] or "")
        msgid = message["Message-ID"]
        self.db.execute("BEGIN IMMEDIATE")
        try:
            taken = self.db.execute("INSERT OR IGNORE INTO inbox(msgid, raw) VALUES(?, ?)", (msgid, raw))
            seat = token and self.db.execute(
                "SELECT game, seat, address FROM seat WHERE token = ?", (token.group(1),)
            ).fetchone()
            if taken.rowcount and seat:
                self.move(message, msgid, taken.lastrowid, *seat)
            self.db.execute("COMMIT")
        except BaseException:
            self.db.execute("ROLLBACK")
            raise

    def move(self, message, msgid, inbox, game, seat, address):
        sender = email.utils.parseaddr(message["From"])[1]
        body = message.get_body(("plain",)).get_content()
        text = next((line.strip() for line in body.splitlines() if line.strip()), "").lower()
        board = Board()
        moves = [row[0] for row in self.db.execute("SELECT text FROM move WHERE game = ? ORDER BY ply", (game,))]
        for old in moves:
            board.play(old)
        try:
            if sender != address:
                raise Illegal("not your address")
            if board.turn != seat:
                raise Illegal("not your turn")
            board.play(text)
        except Illegal as why:
            self.answer(game, seat, msgid, f"{text}: {why}.", board)
            return
        self.db.execute("INSERT INTO move VALUES(?, ?, ?, ?, ?)", (game, len(moves) + 1, seat, text, inbox))
        if board.winner():
            self.db.execute("UPDATE game SET over = 1 WHERE id = ?", (game,))
        for to in (1, 2):
            told = f"You played {text}." if to == seat else f"The other player played {text}."
            turn = "It is your turn." if to == board.turn else "It is the other player's turn."
            self.answer(game, to, msgid, f"{told} {turn}", board)

    def answer(self, game, seat, msgid, text, board):
        token, address = self.db.execute(
            "SELECT token, address FROM seat WHERE game = ? AND seat = ?", (game, seat)
        ).fetchone()
        message = EmailMessage()
        message["From"] = "Referee <game@game.test>"
        message["To"] = address
        message["Reply-To"] = f"game+{token}@game.test"
        message["Subject"] = f"[PBEM {game}]"
        message["Date"] = email.utils.formatdate()
        message["Message-ID"] = email.utils.make_msgid(domain="game.test")
        message["In-Reply-To"] = msgid
        message["Auto-Submitted"] = "auto-replied"
        picture = board.draw()
        message.set_content(f"{text}\n\n{picture}\n\nAnswer with your move at the very top.\n")
        message.add_alternative(
            f"<html><body><p>{text}</p><pre>{picture}</pre><p>Answer with your move at the very top.</p></body></html>",
            subtype="html",
        )
        self.db.execute("INSERT INTO outbox(rcpt, bytes, state) VALUES(?, ?, 'ready')", (address, message.as_bytes()))

    def send(self):
        ready = self.db.execute("SELECT id, rcpt, bytes FROM outbox WHERE state = 'ready' ORDER BY id").fetchall()
        for number, rcpt, raw in ready:
            self.db.execute("UPDATE outbox SET state = 'sending' WHERE id = ?", (number,))
            self.smtp.sendmail("game+bounce@game.test", [rcpt], raw)
            self.db.execute("UPDATE outbox SET state = 'sent' WHERE id = ?", (number,))


def main():
    imap_port, smtp_port, seats, database = sys.argv[1:]
    started = time.time()
    Daemon(int(imap_port), int(smtp_port), seats, database).run()
    print(f"{time.time() - started:.2f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
