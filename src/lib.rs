//! Boardpost, a play-by-email referee for board games: this is its architecture page.
//!
//! # The way of a letter
//!
//! ```text
//! post::Inbox ──bytes──▶ store: inbox row ──▶ letter::read ──▶ daemon: who is it? ──▶ judge::judge(table, letter)
//! (IMAP, Maildir)        (before anything       (evidence,        (token, address,         (pure, cannot fail)
//!                         else is done)          new words)        trust)                        │
//!                                                                                   ruling { events, notices }
//!                                                                                                │
//!            post::Mailer ◀── outbox rows ◀── ONE transaction: letter + events + rendered answers + log + digests
//!            (SMTP, Maildir)   (drained afterwards, idempotent)
//! ```
//!
//! Truth has three floors: **letters** (what came) → **events** (what was ruled) → **positions** (what stands). Each
//! floor can be rebuilt from the one below it; `boardpost replay` and `boardpost verify` do so and compare.
//!
//! # The modules, lowest first
//!
//! A module uses only what stands above it in the list below; games know no sibling. A test reads the sources and
//! enforces it.
//!
//! - [`game`]: the rules. The central trait is [`game::Rules`]; [`game::GAMES`] is the registry. Nothing outside of a
//!   game's folder names a game.
//! - [`fault`]: places where a test can make the program die; a release build has none of them.
//! - [`letter`]: bytes → what a person wrote, and the evidence for who it was.
//! - [`judge`]: a [`judge::Table`] is one match, the fold of its [`judge::Event`]s; the judge rules on one letter.
//! - [`lang`]: sentences (Fluent, `src/lang/{en,hu,ru}/AREA.ftl`), the only place that has any.
//! - [`picture`]: view → ASCII, the only place that draws.
//! - [`notice`]: ruling + view + language → one letter to one reader.
//! - [`post`]: IMAP, SMTP, Maildir, mbox; everything that touches the world's mail.
//! - [`store`]: SQLite, keys, and the log's records.
//! - [`config`]: the configuration file.
//! - [`daemon`]: the desk, the loop, and [`daemon::stage`], a post office in a temporary folder for demo and examples.
//! - [`replay`]: judging a log again.
//! - [`cli`]: the command line.
//!
//! # Invariants
//!
//! 1. Position and rules have no clock, no I/O, no language; `notation.rs` reads by language; all of them name phrases
//!    (id + values) and form no sentence. Time is a value everywhere; [`daemon::now`] alone looks at the clock.
//! 2. `view(eye)` is the only way a secret can leave a position, and it is built up from nothing, never "state minus
//!    secrets". A turn that is its player's secret ([`game::Rules::secret`]) is never told to the other.
//! 3. The judge cannot fail: a refusal is a value with an address.
//! 4. A letter is ruled on once; its events and its answers commit together. The primary key of the event table is the
//!    last line of defence.
//! 5. One turn, one canonical spelling; the log is written in it, and what has been read is never read again in
//!    another language.
//! 6. The log replays to the same digests or the table stops and the admin is told.
//! 7. One notice, one reader; one letter, one recipient.
//!
//! # Decisions
//!
//! - **Tokens.** A reply token is the first 100 bits of HMAC-SHA-256(secret, game, seat, generation) in 20 base32
//!   letters. The database keeps an index from token to seat, since the address alone has to name the game; everything
//!   else is derived. In logs the tokens stand masked, and the digests are over the masked bytes, so a log replays
//!   anywhere without keys ([`letter::mask()`], [`store::record`]).
//! - **Message-IDs** say what their reader saw: `<g17.p12.s1.move.c40.TOKEN@host>` is game 17, version 12 of its
//!   position, seat 1, caused by letter 40 of the log. A version counts takebacks too, so that an old board is
//!   recognised even if the number of moves is the same again.
//! - **Moves in prose** are taken only where they can be nothing else ([`judge::reading`]); what may be one is asked
//!   back. Whatever turns a letter of ours offers stand behind bars, and a line behind a bar is nobody's command.
//! - **Letters that come back** prove by the token in the envelope's sender, or by what they return, that they were
//!   ours; a report that proves nothing is nothing. What comes to that address is no person's, and is not answered. The
//!   letters that follow from one, and from a change of address, are in the log like others: their Message-ID says what
//!   they are, so the replay expects them ([`judge::remark`]).
//! - **Too much mail is held, not lost**: letters beyond a limit lie in the outbox with a time or without one
//!   (`held_until`). Those beyond a player's own limit are the newest one of each game and reader, which says what the
//!   others said, and each takes the room of a later answer. Letters that are nobody's leave a line in the inbox table
//!   and no more.
//! - **Outgoing mail** uses lettre's message builder (the parts come encoded from [`letter::encode`], which masking needs
//!   anyway: lettre's encoder goes sign by sign), SMTP commands and responses on the project's own stream
//!   ([`post::smtp`]). `SmtpConnection` of lettre 0.11.23 sets no TCP_NODELAY (40 ms a letter), bounds each read but
//!   not a whole answer (a server that drips hangs it), keeps bytes that came before STARTTLS was answered, and cannot
//!   be told to stop.
//! - **IMAP** is behind [`post::Inbox`] in one file, on the same stream, and every call runs where a panic of the
//!   crate ends the connection and not the program.
//! - **The inbox is listed, not counted.** What lies in the folder and is known is moved, what is not known is fetched;
//!   UIDVALIDITY is part of a letter's place, and copies are known by Message-ID and digest. Flags and UIDNEXT decide
//!   nothing.
//! - **Three stations** work at the same time, also under `run --once`: one fetches letters and moves those that are
//!   done (by batches, bounded by bytes), one takes them in and rules (a batch is taken in by one transaction, each
//!   letter is ruled on in one of its own), one sends. Writers of the program queue before SQLite, which would have them
//!   sleep and look again.
//! - **Durable before visible.** The commits of a batch of letters reach the disk as a group: before one of them is moved
//!   in the mailbox, and before an answer's first byte leaves, for the sender's own commit makes all before it last. Each
//!   alone survives the program's death at once. So a slow disk costs no letter its turn, and a machine that dies
//!   forgets only what nobody has seen; those letters still lie in the mailbox or the inbox table.
//! - **The sender** keeps up to four SMTP connections. The first opens alone; where the server offers PIPELINING, a
//!   letter's end and the next one's envelope leave together. A letter is `sending` before its first byte leaves and
//!   `sent` after the server's word; a line goes on only when the fate of its letter is written down, so a crash leaves
//!   at most one letter a line of which nobody knows whether it was taken. It goes again, byte by byte the same.
//! - **A backlog is told at once.** While the way out is closed, or a reader's address is, or answers wait for room, a
//!   newer letter takes the place of those of its game that surely never left: it shows today's board and repeats what
//!   else they said, worked out from the log anew (all that changed the game, and the newest ten that did not). Openings
//!   and codes are replaced by nothing. The log keeps what was replaced, marked `Boardpost-Sent: superseded`; the mark is
//!   no part of the digests.
//! - **What is known need not be read again.** A letter's line knows which kinds of signs stand in it and keeps its folded
//!   form, so that each pattern looks at few lines; the text of a letter of ours is taken apart once for all answers to
//!   it; our own letters are masked and read by their known shape, and debug builds assert that it gives what the long
//!   way gives. The desk keeps tables, but reads the events of a game for every letter and believes them alone. A letter
//!   is judged a second time, with masks for codes, only where a code was asked for.
//! - **Dying is tested.** Between any two steps that have an effect stands a [`fault`] point, and one before each SQL
//!   statement; the tests let the program die at each passage of each of them and compare what is there in the end with
//!   a run that did not die.
//! - **Many machines.** Games are independent, so a second machine is a second daemon with a database, a mailbox and an
//!   address of its own; the mail system sorts replies by their address. Nothing is shared, and nothing has to agree.
//! - **Examples are the demo.** A game brings its evenings ([`game::Rules::EVENINGS`]) as logs; `demo` plays them
//!   letter by letter with fresh keys, and a test makes them again from their scripts, byte by byte.

pub mod game;
pub mod fault;
pub mod letter;
pub mod judge;
pub mod lang;
pub mod picture;
pub mod notice;
pub mod post;
pub mod store;
pub mod config;
pub mod daemon;
pub mod replay;
pub mod cli;
