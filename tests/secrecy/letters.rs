//! Letters, boards and states as the judge and the composer make them, on many plays.

use boardpost::game::options::Dice;
use boardpost::game::{Eye, Lang, Played, Position, Refusal, Seat};
use boardpost::judge::{Incoming, Notice, StartLine, Table, Trust, judge};
use boardpost::notice::{self, Extras, Frame, compose};

use super::{SORTS, Sort, fleets, open, pick, turn, turned};

/// How many plays of each kind the law looks at; `BOARDPOST_PLAYS` raises it.
fn plays(usual: u64) -> u64 {
    std::env::var("BOARDPOST_PLAYS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn letter(table: &Table, notice: &Notice) -> Vec<u8> {
    let code = |n: u32| format!("abcdefgh{n:04}");
    let blocks = notice::compose(
        table,
        notice,
        &Extras { quoted: 3, code: &code, games: &[], address: &[], other: &|_, _| None },
    );
    let frame = Frame {
        server: "Boardpost".to_owned(),
        address: "game@post.example".to_owned(),
        reply_to: "game+token@post.example".to_owned(),
        reply_name: "Game 1".to_owned(),
        name: table.name(notice.to).to_owned(),
        to: "reader@example.org".to_owned(),
        bounce: "bounce@post.example".to_owned(),
        subject: "[PBEM 1] One – Two".to_owned(),
        message_id: format!("<g1.p{}.s{}.{}@post.example>", table.version(), notice.to, notice.kind.word()),
        in_reply_to: None,
        references: Vec::new(),
        time: 1_790_000_000,
        answer: true,
        lang: table.lang(notice.to),
        fields: Vec::new(),
    };
    frame.mail(&blocks).unwrap().bytes
}

/// What the seeker hears of a turn; a refusal reaches the one who wrote alone.
fn heard(played: Result<Played, Refusal>, writer: Seat, seeker: Seat) -> String {
    match played {
        Ok(played) => {
            let list = played.phrases.iter().filter(|p| p.to.admits(Eye::Seat(seeker)) || p.to.admits(Eye::Public));
            list.map(|p| format!("{p:?}\n")).collect()
        }
        Err(refusal) if writer == seeker => format!("{refusal:?}"),
        Err(_) => "refused".to_owned(),
    }
}

fn told(position: &dyn Position, text: &str, writer: Seat, seeker: Seat) -> String {
    match position.read(text, Lang::En, writer) {
        Ok(turn) => heard(position.play(writer, &turn), writer, seeker),
        Err(fault) if writer == seeker => format!("{fault:?}"),
        Err(_) => "refused".to_owned(),
    }
}

/// Two tables that differ in what one seat hid.
struct Twins {
    tables: [Table; 2],
    seeker: Seat,
    letters: u64,
}

impl Twins {
    /// A letter comes in, perhaps with another secret in each; everything that the seeker and the public get of it is
    /// the same.
    fn write(&mut self, writer: Seat, lines: [&[String]; 2]) {
        let mut gets: [Vec<Vec<u8>>; 2] = [Vec::new(), Vec::new()];
        let mut ruled = [String::new(), String::new()];
        for (n, table) in self.tables.iter_mut().enumerate() {
            let ruling = judge(
                table,
                &Incoming {
                    seat: writer,
                    trust: Trust::Full,
                    lines: lines[n],
                    subject: None,
                    seen: Some(table.version()),
                    code: &|n| format!("abcdefgh{n:04}"),
                    problems: &[],
                },
            );
            for event in &ruling.events {
                table.apply(event).unwrap();
            }
            let mine = ruling.notices.iter().filter(|n| n.to == self.seeker);
            gets[n] = mine.map(|notice| letter(table, notice)).collect();
            if writer == self.seeker {
                ruled[n] = format!("{:?} {:?} {:?} {:?}", ruling.verdict, ruling.ids, ruling.commands, ruling.events);
            }
        }
        assert_eq!(ruled[0], ruled[1], "{lines:?}");
        if self.tables.iter().all(|t| t.outcome().is_some()) {
            // now both fleets are shown to all
            assert_eq!(self.tables[0].outcome(), self.tables[1].outcome(), "{lines:?}");
            return;
        }
        for (one, two) in gets[0].iter().zip(&gets[1]) {
            if one != two {
                let [one, two] = [one, two].map(|l| boardpost::letter::text(l));
                panic!("after {lines:?}\n{one}\n---- but ----\n{two}");
            }
        }
        assert_eq!(gets[0].len(), gets[1].len(), "{lines:?}");
        self.letters += gets[0].len() as u64;
        self.look(lines);
    }

    /// Boards, state, list of games.
    fn look(&self, lines: [&[String]; 2]) {
        let [one, two] = &self.tables;
        assert_eq!(one.to_act(), two.to_act(), "{lines:?}");
        assert_eq!(one.outcome(), two.outcome(), "{lines:?}");
        for (eye, seat) in [(Eye::Seat(self.seeker), Some(self.seeker)), (Eye::Public, None)] {
            for lang in Lang::ALL {
                let board = |t: &Table, plies| compose::board(t, eye, lang, plies);
                assert_eq!(board(one, None), board(two, None), "{eye:?} {lines:?}");
                let status = |t: &Table| {
                    (compose::status(t, &compose::voice(t, seat, lang)), compose::title(t, lang), t.turns().len())
                };
                assert_eq!(status(one), status(two), "{lines:?}");
            }
            let plies = one.turns().len() / 2;
            let back = |t: &Table| compose::board(t, eye, Lang::Hu, Some(plies));
            assert_eq!(back(one), back(two), "{lines:?}");
        }
    }
}

/// A letter that says no turn, or none that can be.
fn chatter(dice: &mut Dice, turn: &str) -> Vec<String> {
    let text = match dice.below(16) {
        0 => "show".to_owned(),
        1 => "show #2".to_owned(),
        2 => "games".to_owned(),
        3 => "help".to_owned(),
        4 => "say the best is yet to come".to_owned(),
        5 => "draw".to_owned(),
        6 => "decline".to_owned(),
        7 => "undo".to_owned(),
        8 => "resign".to_owned(),
        9 => "confirm abcdefgh0099".to_owned(),
        10 => format!("lang {}", pick(dice, &["hu", "ru", "en"])),
        11 => "newkey".to_owned(),
        12 => format!("{turn} qq99"),
        13 => format!("{turn}\n{turn}\nsay twice"),
        14 => format!("Hi,\nmy move is {turn} I think\nbye"),
        _ => "Hello, are you there?".to_owned(),
    };
    text.lines().map(str::to_owned).collect()
}

/// One play; gives the letters that the seeker got and whether it was cut short by something that tells.
fn play(sort: &Sort, options: &str, pool: &[String], dice: &mut Dice) -> (u64, u64) {
    let langs = [0, 1].map(|_| *pick(dice, &Lang::ALL));
    let start = StartLine {
        game: sort.game.to_owned(),
        edition: boardpost::game::find(sort.game).unwrap().edition(),
        players: vec![("Anna".to_owned(), langs[0]), ("Boris".to_owned(), langs[1])],
        options: options.to_owned(),
    };
    let table = Table::open(1, start).unwrap();
    let (hider, seeker) = (sort.hider, sort.hider.other());
    let first = pick(dice, pool).clone();
    let other = if sort.game == "battleship" && dice.below(2) == 0 { pick(dice, pool).clone() } else { turned(&first) };
    let hidden = [first, other];
    let columns: Vec<String> = open(sort.game, options)
        .view(Eye::Seat(seeker))
        .boards
        .iter()
        .chain(&open(sort.game, options).view(Eye::All).boards)
        .map(|b| b.columns.iter().map(|c| c.to_lowercase()).collect())
        .next()
        .unwrap_or_default();
    let mut twins = Twins { tables: [table.clone(), table], seeker, letters: 0 };
    let line = |text: String| [text];
    let grid = |word: &str, text: &str| -> Vec<String> {
        std::iter::once(word.to_owned()).chain(text.split('/').map(str::to_owned)).collect()
    };
    let opening = |table: &Table| -> Vec<Vec<u8>> {
        let notices = boardpost::judge::opening(table);
        notices.iter().filter(|n| n.to == seeker).map(|n| letter(table, n)).collect()
    };
    assert_eq!(opening(&twins.tables[0]), opening(&twins.tables[1]));
    // set-up in any order, with fleets that are refused or replaced
    let own = line(format!("place {}", pick(dice, pool)));
    let early = dice.below(2) == 0;
    if early && sort.both {
        twins.write(seeker, [&own, &own]);
    }
    if dice.below(3) == 0 {
        // each breaks another rule
        let [a, b] = hidden.clone().map(|g| g.replacen('.', "#", 3));
        twins.write(hider, [&line(format!("place {a}")), &grid("place", &b)]);
        let words = chatter(dice, "a1");
        twins.write(seeker, [&words, &words]);
    }
    if dice.below(3) == 0 && (!sort.both || !early) {
        let [a, b] = [0, 1].map(|_| line(format!("place {}", pick(dice, pool))));
        if sort.both {
            twins.write(hider, [&a, &b]);
            twins.write(hider, [&grid("replace", &hidden[0]), &line(format!("replace {}", hidden[1]))]);
        }
    }
    if !twins.tables[0].turns().iter().any(|t| t.seat == hider) {
        let [a, b] = hidden.clone().map(|g| grid("place", &g));
        twins.write(hider, [&a, &b]);
    }
    if !early && sort.both {
        twins.write(seeker, [&own, &own]);
    }
    let mut steps = 0;
    for _ in 0..14 {
        if twins.tables[0].outcome().is_some() {
            break;
        }
        let writer = if dice.below(8) == 0 {
            *pick(dice, &Seat::BOTH)
        } else {
            twins.tables[0].to_act().iter().next().unwrap_or(Seat::One)
        };
        let said = turn(sort, &columns, pool, dice);
        if dice.below(5) == 0 {
            let words = chatter(dice, &said);
            if words.iter().any(|w| w.contains(&said)) {
                continue;
            }
            twins.write(writer, [&words, &words]);
            continue;
        }
        // what the rules tell is told: another turn then
        let [one, two] = [0, 1].map(|n: usize| told(twins.tables[n].position(), &said, writer, seeker));
        let ended = [0, 1].map(|n: usize| {
            let position = twins.tables[n].position();
            position.read(&said, Lang::En, writer).ok().and_then(|t| position.play(writer, &t).ok()?.next.outcome())
        });
        if one != two || ended[0] != ended[1] {
            continue;
        }
        twins.write(writer, [&line(said.clone()), &line(said)]);
        steps += 1;
    }
    (twins.letters, steps)
}

fn law(each: u64) {
    let mut dice = Dice::new(77, 1);
    for sort in SORTS {
        let (mut letters, mut steps) = (0, 0);
        let pools: Vec<(&str, Vec<String>)> = sort.boards.iter().map(|b| (*b, fleets(sort, b, 8))).collect();
        for n in 0..each {
            let (board, pool) = &pools[usize::try_from(n).unwrap() % pools.len()];
            let large = board.split(' ').any(|w| w == "size=15" || w == "size=12");
            let choices = sort.choices.iter().map(|(key, values)| {
                let words = if large && *key == "alphabet" { &values[..2] } else { values };
                format!("{key}={}", pick(&mut dice, words))
            });
            let words: Vec<String> = std::iter::once((*board).to_owned()).chain(choices).collect();
            let options = format!("{} seed={}", words.join(" "), dice.below(1000));
            let (got, played) = play(sort, &options, pool, &mut dice);
            letters += got;
            steps += played;
        }
        // the comparison is worth something only where games go on and letters are written
        assert!(letters > 4 * each && steps > 3 * each, "{} {:?}: {letters} {steps}", sort.game, sort.boards);
    }
}

#[test]
fn letters_and_boards_tell_nothing_that_was_hidden() {
    law(plays(50));
}
