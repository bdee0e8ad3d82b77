# Sentences of the desk and the judge. $me is "yes" where the player named by $seat is the reader.

## What happened
played = { $me ->
    [yes] Your move { $turn } is on the board.
   *[no] { $seat } played { $turn }.
 }
resigned = { $me ->
    [yes] You have resigned.
   *[no] { $seat } has resigned.
 }
draw-offered = { $me ->
    [yes] You have offered a draw.
   *[no] { $seat } offers a draw. Answer with accept or decline; a move declines it too.
 }
undo-asked = { $me ->
    [yes] You have asked to take your last move back.
   *[no] { $seat } asks to take the last move back. Answer with accept or decline; a move declines it too.
 }
declined = { $offer ->
    [draw] { $me ->
        [yes] You have declined the draw.
       *[no] { $seat } declines the draw.
     }
   *[undo] { $me ->
        [yes] You have declined to take the move back.
       *[no] { $seat } declines to take the move back.
     }
 }
draw-agreed = { $me ->
    [yes] You have accepted the draw.
   *[no] { $seat } accepts the draw.
 }
undone = { $me ->
    [yes] Your last move has been taken back. { $ply ->
        [0] The board is at the start again.
        [one] The board stands after { $ply } move.
       *[other] The board stands after { $ply } moves.
     }
   *[no] The last move of { $seat } has been taken back. { $ply ->
        [0] The board is at the start again.
        [one] The board stands after { $ply } move.
       *[other] The board stands after { $ply } moves.
     }
 }
board-at = { $ply ->
    [0] The board at the start:
    [one] The board after { $ply } move:
   *[other] The board after { $ply } moves:
 }
lang-changed = The letters of this game come to you in English from now on.
said = Your words have been passed on to { $seat }.
new-key = Your reply address has been changed. Please answer this letter; the addresses of older ones are void.
opened = A new game against { $seat } begins.
opened-alone = A new game begins.
passed = { $me ->
    [yes] You have no legal move and are skipped.
   *[no] { $seat } has no legal move and is skipped.
 }

## Refusals
over = This game is over; nothing can be changed any more.
not-your-turn = It is not your turn; we are waiting for { $seat }. Nothing has been changed.
already = Your move { $turn } has been recorded already. There is no need to send it again.
old-board = Your letter answers an old board; meanwhile the game has moved on. Nothing has been changed. Here is the current board.
two-moves = I found more than one move in your letter. Only one can be played, and I do not guess.
offer-stands = { $offer ->
    [draw] Your offer of a draw stands already and waits for an answer.
   *[undo] Your request to take the move back stands already and waits for an answer.
 }
nothing-to-undo = You have not made a move yet that could be taken back.
alone = You play alone here; there is nobody to say that to.
no-undo = In this game nothing can be taken back: what has been told cannot be forgotten.
no-offer = There is no offer on the table that you could answer.
no-such-ply = There is no board after { $ply } moves; this game has had { $last } so far.
unknown-lang = I read “{ $text }”, but I only know the languages en (English), hu (magyar) and ru (русский). To change the language write, for example, lang hu.
not-admin = Only an admin can start a game by letter, and from a registered address.
bad-code = The code of your confirmation is not valid: it was used already or mistyped. Nothing has been changed.
no-command = I found no move and no command in your letter, so nothing has been changed.
no-such-game = You have no game number { $game }.
internal = The referee has made a mistake and has kept your letter for the admin. Nothing has been changed.
too-big = Your letter is too big; I did not read it. Please send your move alone, without attachments.
unreadable = I cannot read this line as a move:
unreadable-expected = At the mark I expected: { $expected }.
unreadable-other = At the mark I expected something else.
perhaps-a-move = I found no move and no command in your letter, so nothing has been changed. A cell or a number inside a sentence is no move to me, since it can be anything.
choose = Please send just the one you mean, on a line of its own:
near-moves = Legal moves like it:
odd-letter = “{ $sign }” is a { $script } letter ({ $code }), read as “{ $other }” ({ $as }).
odd-sign = “{ $sign }” is a { $script } sign ({ $code }).
script-latin = Latin
script-cyrillic = Cyrillic
script-greek = Greek
script-other = special
unreachable = Letters to { $seat } come back: the address does not take them at present. So there may be no answer for a while; the admin of this server has been told.

## Whose turn
to-act-you = It is your turn.
to-act-other = It is { $seat }'s turn.
to-act-both = Both players are to act.
over-won = { $me ->
    [yes] You have won the game!
   *[no] { $seat } has won the game.
 }
over-lost = The game is lost.
over-drawn = The game is drawn.
reason-resigned = The game ended by resignation.
reason-agreed = The players agreed on a draw.

## The frame of a letter
how-to-reply = To move, answer this letter and write your move at the very top, on a line of its own.
how-to-howto = Notation: { $howto }.
commands-now = Other words you can write on a line of their own: { $commands }.
command-say = say followed by a word to the other player
read-heading = What I read in your letter:
read-line = { $line } = { $meaning }
read-foreign = { $line } = { $meaning } (read in { $language })
ignored-heading = { $count ->
    [one] One line was not a command and was left aside:
   *[other] { $count } lines were not commands and were left aside:
 }
ignored-quote = { $count ->
    [one] One line of quoted text or signature was not read.
   *[other] { $count } lines of quoted text and signatures were not read.
 }
language-en = English
language-hu = Hungarian
language-ru = Russian
chat = { $seat } writes:
retold = Earlier letters of this game were held up. This is what they said, the oldest first:
footer-game = Game { $number }: { $title }, { $players }
and-more = … and { $count } more
button-resign = resign
button-draw = offer a draw
button-undo = take back
button-show = show the board
button-help = help
button-accept = accept
button-decline = decline
button-confirm = confirm

## Confirmations
confirm-resign = You want to resign. So that nobody can do this in your name, please confirm it: answer this letter with this line at the very top:
confirm-doubtful-token = A letter for you came with your reply address, but from an address that is not registered. It says:
confirm-doubtful-from = A letter came from your address, but nothing proves that you wrote it: the secret reply address of this game is missing, or the mail server doubts the sender. It says:
confirm-secret = (a set-up; it is not shown here)
confirm-doubtful-do = If it was you, answer this letter with this line at the very top. If not, do nothing.

## Another address
address-unfit = Letters cannot go to { $address }: it is no address, or it belongs to this server or to a mail system. Nothing has been changed.
address-same = Your letters go to { $address } already.
address-confirm-old = You want your letters to go to { $address } from now on. So that nobody can turn them away, please confirm it: answer this letter with this line at the very top. Then you will get a letter at the new address, and confirm there as well.
address-halfway = Thank you. A letter has now gone to { $address }; please confirm there too. Until then everything stays as it was.
address-confirm-new = You have asked that the letters of this server come to this address ({ $address }). Please confirm it: answer this letter with this line at the very top. If you know nothing about it, do nothing.
address-gone = Your letters go to { $address } from now on, and letters from here are no longer taken for yours. If you did not want this, tell the admin of this server.
address-changed = Your letters come to this address from now on. The reply addresses of your older letters are void; please answer the latest one.

## Lists
games-heading = Your open games:
games-none = You have no open games.
games-line = { $number }: { $title }, { $players } – { $state }
state-your-turn = your turn
state-other-turn = waiting for { $seat }
other-game-note = This letter itself belongs to game { $number }: what you answer to it is played there.
other-game-sent = The board of game { $number } comes in a letter of its own.
other-game = Game { $number }: { $title }, { $players }

## Help
help-topics = Pages of help: { $topics }. Write help and one of these words.
help-general =
    The server reads the lines that you write above the quoted letter. A line counts as a command only if all of it is one; greetings and other words do no harm. Where no line is a move, a move inside a sentence is taken if it can be nothing else: a single word that is more than letters with a number behind them, or a command word of the game with its cells. If there are several, the server asks and plays none. A cell, a number, a time, a date or an address inside a sentence is never played; where it could be a move, the server asks.
    A bare move plays it. resign gives up (you will be asked to confirm). draw offers a draw, undo asks to take your last move back; the other player answers with accept or decline.
    show sends the board again, show #5 the board after five moves, show 12 another game of yours. games lists your games. lang en, lang hu or lang ru changes the language. address and a new address has your letters go there, once you have confirmed it at both. say and some words sends them to the other player. newkey changes your reply address. quit ends the reading.
    All words are understood in English, Hungarian and Russian.
help-unknown = There is no page of help named “{ $topic }”.
topic-commands = commands
topic-options = options
topic-coordinates = coordinates
help-commands = What can be written on one line of a letter, as a grammar (ABNF, RFC 5234):
help-options = How a game is started and which options there are, as a grammar (ABNF, RFC 5234):
help-coordinates = How cells are written, as a grammar (ABNF, RFC 5234):
help-keys = Options: { $options }.

## Strangers and admins
stranger =
    This is { $server }, a play-by-email server for board games. Your address is not known here, or your letter did not say which game it belongs to, so nothing was done.
    If you play here, answer the last letter that you got about your game. If you would like to play, ask the admin of this server to start a game for you.
no-game = You have no game here at present. If you would like to play, ask the admin of this server to start a game for you.
which-game = You play several games here, and your letter does not say which one it is about. Please answer the last letter of that game.
start-confirm = You have asked for a new game:
start-confirm-do = To start it, answer this letter with this line at the very top. It is good once.
started = Game { $number } has been started.
start-failed = The game cannot be started: { $why }
admin-shunted = Letter { $letter } has been put aside. { $why ->
    [no-letter] It is no letter: it has no header fields.
    [sender] It does not have exactly one sender.
    [gone] Its game is not there.
    [stopped] Its game is stopped.
    [replay] It holds words that stand for secrets in the log, so the log would not replay.
    [damaged] It, or a letter of its game, stands in a part of the database that is damaged. Further letters of its game are put aside too; you will be told again in a day, or as soon as another game is hit.
   *[broken] Reading it failed three times.
 } All letters that were put aside are listed by: boardpost letters --shunted
admin-stopped = Game { $game } has been stopped, since its log does not replay: { $why }
admin-login = The mail server refuses the login: { $why }
admin-helper = The command that gives the password or token of the mail server fails: { $why }
admin-password = The password of the mail server cannot be read: { $why }
admin-out = { $kind ->
    [helper] The command that gives the password or token for outgoing mail failed
    [password] The password for outgoing mail could not be read
   *[login] The mail server refused the login for outgoing mail
 }: { $why }. Letters waited, and this one with them, until it worked again.
admin-inbox = The mailbox cannot be read: { $why }
admin-store = The database cannot be used: { $why }
admin-dead = A letter to { $address } could not be delivered and has been given up: { $why }
admin-bounced = Letters to { $address } come back: { $why }. It is marked, and the players who wait for an answer have been told.
admin-breaker = More than { $limit } answers in an hour that no accepted move has caused: something may be writing to itself. Moves are still played; other answers are held back. To see them: boardpost outbox. To send them: boardpost outbox --release

## Options
option-unknown = There is no option { $key }{ $nearest ->
    [no-near] .
   *[other] ; the nearest known one is { $nearest }.
 } Known are: { $known }.
option-value = The option { $key } cannot be { $value }; allowed is { $allowed }{ $nearest ->
    [no-near] .
   *[other] ; the nearest is { $nearest }.
 }
option-conflict = The option { $key }={ $value } cannot be used: { $detail }
option-repeated = The option { $key } is given twice.
game-unknown = There is no game named { $game }{ $nearest ->
    [no-near] .
   *[other] ; the nearest known one is { $nearest }.
 } Known are: { $known }.
players-count = The game { $game } needs { $wanted } players; named: { $given }.
player-unknown = There is no player with the nick { $player }{ $nearest ->
    [no-near] .
   *[other] ; the nearest known one is { $nearest }.
 } Write an address instead, such as Anna <anna@example.org>:hu
player-address = { $player } is not an address that letters could go to.
player-missing = A player is missing: write a nick, or an address such as anna@example.org.
player-language = { $code ->
    [no-code] There is no language behind the colon of
   *[other] There is no language { $code }, as behind
 } { $player }. Known are: { $known }.
player-own = { $player } is an address of this server or of a mail system, and cannot play.
player-twice = Both players have the same address, { $player }.
start-over = In this opening nothing is left to play.
start-usage = Write: start GAME PLAYER PLAYER and options, such as: start thoughtwave anna@example.org bela@example.org size=8

## The line protocol of `play`
play-usage = Write 1 TEXT or 2 TEXT, legal 1, perft DEPTH, show 1|2|public|all, state, dump, undo, lang en|hu|ru, or quit.
play-nothing = There is no turn to take back.
play-unlisted = The legal turns of this position cannot be listed.
play-unreadable = { $expected } expected at sign { $place }.
play-unreadable-other = Cannot be read at sign { $place }.
play-not-here = Only moves, resign, draw, accept, decline and undo can be played here.
problem-unparsable = This is no letter: it has no header fields.
expect-command = a command word
expect-argument = what belongs to the command
expect-game = the name of a game
