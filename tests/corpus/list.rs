//! What the letters of the corpus are: who typed what, in which game and language, with which client, in which
//! encoding. What a letter must be read as follows from here alone.

use super::clients::Client::{self, *};
use super::clients::Style;
use super::mime::{Coding, Kind};

/// One letter of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(crate) game: &'static str,
    /// The player's language.
    pub(crate) lang: &'static str,
    pub(crate) client: Client,
    /// The client's language.
    pub(crate) local: &'static str,
    pub(crate) style: Style,
    pub(crate) kind: Kind,
    pub(crate) coding: Coding,
    pub(crate) says: Vec<String>,
    /// Below the new words: signature, disclaimer.
    pub(crate) tail: Vec<String>,
    pub(crate) commands: Vec<String>,
    pub(crate) verdict: &'static str,
}

pub(crate) const GAMES: [&str; 5] = ["thoughtwave", "ataxx", "battleship", "pentomino", "smyoz"];
pub(crate) const LANGS: [&str; 3] = ["en", "hu", "ru"];

/// A fleet of each game that hides one.
const BATTLESHIP: &str =
    "#..####.../#........./#...###.../........../##..##..##/........../........../........../#..#..#..#/..........";
const PENTOMINO: &str = "ZZ.TTT.UUU/.Z..T..U.U/.ZZ.T...L./.....FF.L./.PP.FF..L./.PPP.F..LL";
const SMYOZ: &str = ".d......./....bbb../gg......./...d.g.gg/.....g.../aaaa....d/......b../......b../....d.b..";

fn strings(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|l| (*l).to_owned()).collect()
}

fn pick<'a>(lang: &str, [en, hu, ru]: [&'a str; 3]) -> &'a str {
    match lang {
        "hu" => hu,
        "ru" => ru,
        _ => en,
    }
}

/// The first turn of a game as a player of that language types it, and its canonical spelling.
fn turn(game: &str, lang: &str, variant: usize) -> (Vec<String>, String) {
    let placed = |rows: &str| {
        let word = pick(lang, ["place", "felrakom", "расстановка"]);
        let drawn: Vec<String> = rows.split('/').map(str::to_owned).collect();
        ([vec![word.to_owned()], drawn].concat(), format!("move place {rows}"))
    };
    match game {
        "thoughtwave" => match variant % 3 {
            0 => (strings(&[pick(lang, ["ew@E5", "kn@E5", "зв@E5"])]), "move ew@E5".to_owned()),
            1 => (strings(&[pick(lang, ["ne@C3", "ék@C3", "св@C3"])]), "move ne@C3".to_owned()),
            _ => (strings(&[pick(lang, ["move X@D4", "lépés X@D4", "ход X@D4"])]), "move nesw@D4".to_owned()),
        },
        "ataxx" => match variant % 3 {
            0 => (strings(&["g2"]), "move g2".to_owned()),
            1 => (strings(&["a8c6"]), "move a8c6".to_owned()),
            _ => (strings(&[pick(lang, ["move b7", "lépés b7", "ход b7"])]), "move b7".to_owned()),
        },
        "battleship" => placed(BATTLESHIP),
        "pentomino" => placed(PENTOMINO),
        _ => placed(SMYOZ),
    }
}

/// The letters, one after another.
#[derive(Default)]
struct List {
    all: Vec<Spec>,
    /// What rotates, so that no two neighbours are alike.
    turn: usize,
}

impl List {
    fn add(&mut self, name: String, game: &'static str, lang: &'static str, change: impl FnOnce(&mut Spec)) {
        self.turn += 1;
        let (says, canonical) = turn(game, lang, self.turn);
        let mut spec = Spec {
            name,
            game,
            lang,
            client: Gmail,
            local: lang,
            style: Style::Top,
            kind: Kind::Plain,
            coding: Coding::Base64,
            says,
            tail: Vec::new(),
            commands: vec![canonical],
            verdict: "accepted",
        };
        change(&mut spec);
        assert!(self.all.iter().all(|s| s.name != spec.name), "{} twice", spec.name);
        self.all.push(spec);
    }

    fn game(&self) -> &'static str {
        GAMES[self.turn % GAMES.len()]
    }
}

/// A greeting above and a farewell below.
fn polite(spec: &mut Spec) {
    let above = pick(spec.lang, ["Hi,", "Szia!", "Привет!"]).to_owned();
    let below = pick(spec.lang, ["Good luck,\nAnna", "Üdv,\nJános", "Удачи,\nПётр"]);
    let says = std::mem::take(&mut spec.says);
    spec.says =
        [vec![above, String::new()], says, vec![String::new()], below.lines().map(str::to_owned).collect()].concat();
}

/// All letters that are made.
pub(crate) fn all() -> Vec<Spec> {
    let mut list = List::default();
    clients(&mut list);
    foreign(&mut list);
    codings(&mut list);
    styles(&mut list);
    tails(&mut list);
    sayings(&mut list);
    list.all
}

/// Every client in each of the three languages, in each form that it writes.
fn clients(list: &mut List) {
    let both = [
        Gmail,
        GmailAndroid,
        Apple,
        Iphone,
        OutlookDesktop,
        OutlookMobile,
        OutlookWeb,
        Thunderbird,
        MailRu,
        Yandex,
        Freemail,
        Yahoo,
        Proton,
        Samsung,
        Roundcube,
        Tutanota,
        Zoho,
    ];
    for client in both {
        for lang in LANGS {
            for kind in [Kind::Plain, Kind::Html, Kind::Both] {
                let game = list.game();
                let name = format!("made-client-{client:?}-{lang}-{kind:?}").to_lowercase();
                list.add(name, game, lang, |s| {
                    (s.client, s.kind) = (client, kind);
                    s.coding = if kind == Kind::Html { Coding::Quoted } else { Coding::Base64 };
                    if game == "thoughtwave" || game == "smyoz" {
                        polite(s);
                    }
                });
            }
        }
    }
    for lang in LANGS {
        let game = list.game();
        list.add(format!("made-client-outlookclassic-{lang}-plain"), game, lang, |s| s.client = OutlookClassic);
    }
}

/// Clients in the languages of others.
fn foreign(list: &mut List) {
    for local in ["de", "fr", "es", "it", "pl", "uk", "nl", "pt", "sv", "da", "no", "cs"] {
        for (client, kind) in [
            (Gmail, Kind::Both),
            (Apple, Kind::Plain),
            (OutlookDesktop, Kind::Plain),
            (OutlookClassic, Kind::Plain),
            (Thunderbird, Kind::Plain),
            (Iphone, Kind::Plain),
        ] {
            let (game, lang) = (list.game(), LANGS[list.turn % 3]);
            let name = format!("made-foreign-{client:?}-{local}-{lang}-{kind:?}").to_lowercase();
            list.add(name, game, lang, |s| (s.client, s.kind, s.local) = (client, kind, local));
        }
    }
}

/// Every encoding with every game.
fn codings(list: &mut List) {
    for (lang, codings) in [
        (
            "en",
            vec![
                Coding::Charset("us-ascii"),
                Coding::Charset("iso-8859-1"),
                Coding::Quoted,
                Coding::Flowed,
                Coding::FlowedDelsp,
            ],
        ),
        (
            "hu",
            vec![
                Coding::Charset("iso-8859-2"),
                Coding::Charset("windows-1250"),
                Coding::Eight,
                Coding::Flowed,
                Coding::FlowedDelsp,
            ],
        ),
        (
            "ru",
            vec![
                Coding::Charset64("koi8-r"),
                Coding::Charset("windows-1251"),
                Coding::Charset64("ibm866"),
                Coding::Charset("iso-8859-5"),
                Coding::Charset("x-mac-cyrillic"),
                Coding::Flowed,
            ],
        ),
    ] {
        for coding in codings {
            for game in GAMES {
                let label = format!("{coding:?}").to_lowercase().replace(['(', ')', '"'], "-");
                let name = format!("made-coding-{}-{lang}-{game}", label.trim_matches('-').replace("--", "-"));
                list.add(name, game, lang, |s| {
                    s.coding = coding;
                    s.client = if matches!(coding, Coding::Charset64(_)) { OutlookClassic } else { Thunderbird };
                });
            }
        }
    }
}

/// Where the new words stand.
fn styles(list: &mut List) {
    for style in [Style::Bottom, Style::Between, Style::Unmarked, Style::Nested, Style::Alone] {
        for game in GAMES {
            for lang in LANGS {
                // a drawing isn't typed in pieces between the lines of a quote
                if style == Style::Between && !["thoughtwave", "ataxx"].contains(&game) {
                    continue;
                }
                list.add(format!("made-style-{style:?}-{lang}-{game}").to_lowercase(), game, lang, |s| {
                    s.style = style;
                    s.client = if style == Style::Unmarked { Freemail } else { Thunderbird };
                });
            }
        }
    }
}

/// What stands below the new words and is none of them.
fn tails(list: &mut List) {
    let tails: [(&str, [&str; 3]); 8] = [
        (
            "signature",
            [
                "-- \nAnna Smith\nA1 Plumbing, 5 Elm Road, room E5\n+1 555 010 0123",
                "-- \nKovács János\n1051 Budapest, E5 lépcsőház\n+36 1 555 0123",
                "-- \nПётр Иванов\nкорпус E5, офис A1\n+7 495 555 0123",
            ],
        ),
        ("bare", ["--\nAnna\nns@A1", "--\nJános\nÉD@A1", "--\nПётр\nсю@A1"]),
        ("dash", ["\u{2014}\nAnna Smith\nns@A1", "\u{2014}\nKovács János", "\u{2014}\nПётр Иванов"]),
        (
            "disclaimer",
            [
                "This e-mail and any attachments are confidential and intended solely for the\naddressee. If you are not the intended recipient, please delete it. resign",
                "Ez az üzenet bizalmas, kizárólag a címzettje jogosult elolvasni. Ha nem Ön a\ncímzett, kérjük, törölje. feladom",
                "Данное сообщение конфиденциально и предназначено только адресату. Если вы не\nадресат, удалите его.",
            ],
        ),
        ("phone", ["Sent from my iPhone", "iPhone-omról küldve", "Отправлено с моего iPhone"]),
        ("scanner", ["Virus-free. www.avast.com", "Vírusmentes. www.avast.com", "Проверено на вирусы. www.avast.com"]),
        (
            "list",
            [
                "_______________________________________________\nplayers mailing list\nplayers@lists.example.org\nhttps://lists.example.org/E5",
                "_______________________________________________\njatekos levelezőlista\njatekos@lists.example.org",
                "_______________________________________________\nигроки mailing list\nigroki@lists.example.org",
            ],
        ),
        (
            "groups",
            [
                "You received this message because you are subscribed to the Google Groups \"x\" group.\nTo unsubscribe, send an e-mail to x@example.org.",
                "Azért kapta ezt az üzenetet, mert feliratkozott a „x” csoportra.",
                "Вы получили это сообщение, поскольку подписаны на группу \"x\".",
            ],
        ),
    ];
    for (kind, text) in tails {
        for lang in LANGS {
            let game = list.game();
            list.add(format!("made-tail-{kind}-{lang}"), game, lang, |s| {
                s.tail = pick(lang, text).lines().map(str::to_owned).collect();
                s.kind =
                    if kind == "list" { Kind::Plain } else { [Kind::Plain, Kind::Both][usize::from(lang == "hu")] };
            });
        }
    }
}

/// What people say round a move, instead of one, and beside one.
fn sayings(list: &mut List) {
    let mut say = |name: &str, game: &'static str, lang: &'static str, says: &[&str], commands: &[&str], verdict| {
        list.add(format!("made-say-{name}-{lang}-{game}"), game, lang, |s| {
            s.says = strings(says);
            s.commands = strings(commands);
            s.verdict = verdict;
            s.coding = Coding::Quoted;
        });
    };
    let (tw, ax) = ("thoughtwave", "ataxx");
    // a move in a sentence
    say("sentence", tw, "en", &["I'll play ew@E5, good luck!"], &["move ew@E5"], "accepted");
    say("sentence", tw, "hu", &["Akkor legyen kn@E5, sok szerencsét!"], &["move ew@E5"], "accepted");
    say("sentence", tw, "ru", &["Хожу зв@E5, удачи!"], &["move ew@E5"], "accepted");
    say("sentence", ax, "en", &["I jump a8c6 now."], &["move a8c6"], "accepted");
    say("sentence", ax, "hu", &["Most ugrom: a8-c6!"], &["move a8c6"], "accepted");
    say("sentence", ax, "ru", &["Прыгаю a8c6, твой ход."], &["move a8c6"], "accepted");
    // two of them are asked back
    say("two-in-prose", tw, "en", &["Either ew@E5 or ns@D4, what do you think?"], &[], "refused");
    say("two-in-prose", tw, "hu", &["Vagy kn@E5, vagy éd@D4 lesz."], &[], "refused");
    say("two-in-prose", tw, "ru", &["Думаю: зв@E5 или сю@D4."], &[], "refused");
    // figures that are no moves
    let noise: [&[&str]; 3] = [
        &["See you at 10:30 on 5 October, room E5.", "A1 Plumbing, +1 555 010 0123", "5/10/2026"],
        &["10:30-kor találkozunk, október 5-én, az E5 teremben.", "+36 1 555 0123"],
        &["Встретимся в 10:30, 5 октября, кабинет E5.", "+7 495 555 0123"],
    ];
    for (lang, lines) in LANGS.into_iter().zip(noise) {
        for game in [tw, ax] {
            say("noise", game, lang, lines, &[], "refused");
            let (typed, canonical) = turn(game, lang, 0);
            let around: Vec<&str> = lines.iter().copied().chain(typed.iter().map(String::as_str)).collect();
            say("noise-and-move", game, lang, &around, &[&canonical], "accepted");
        }
    }
    // folding
    let folded: [(&str, &str, &str); 12] = [
        ("capital", "en", "Ew@E5"),
        ("linked", "en", "ew@E5<mailto:ew@E5>"),
        ("markdown", "en", "[ew@E5](mailto:ew@E5)"),
        ("nbsp", "en", "ew@E5\u{a0}"),
        ("zero-width", "en", "e\u{200b}w@\u{ad}E5"),
        ("wide", "en", "\u{ff45}\u{ff57}\u{ff20}\u{ff25}\u{ff15}"),
        ("look-alike", "en", "ew@\u{415}5"),
        ("full-stop", "en", "ew@E5."),
        ("capital", "hu", "Kn@e5"),
        ("look-alike", "hu", "kn@\u{415}5"),
        ("capital", "ru", "Зв@E5"),
        ("cyrillic-cell", "ru", "зв@\u{435}5"),
    ];
    for (name, lang, text) in folded {
        say(name, tw, lang, &[text], &["move ew@E5"], "accepted");
    }
    say("dash", ax, "en", &["a8\u{2013}c6"], &["move a8c6"], "accepted");
    say("dash", ax, "hu", &["A8 \u{2013} C6"], &["move a8c6"], "accepted");
    say("look-alike", ax, "ru", &["\u{430}8\u{441}6"], &["move a8c6"], "accepted");
    // commands
    for (lang, words) in LANGS.into_iter().zip([
        ["resign", "draw", "show", "help", "say well played", "games"],
        ["feladom", "döntetlen", "mutasd", "súgó", "üzenet szép játék", "játszmáim"],
        ["сдаюсь", "ничья", "покажи", "помощь", "сообщение хорошая игра", "партии"],
    ]) {
        for (game, (word, command)) in GAMES.into_iter().cycle().zip(words.iter().zip([
            "resign".to_owned(),
            "draw".to_owned(),
            "show".to_owned(),
            "help".to_owned(),
            format!("say {}", pick(lang, ["well played", "szép játék", "хорошая игра"])),
            "games".to_owned(),
        ])) {
            let name = command.split(' ').next().unwrap().to_owned();
            say(&name, game, lang, &[pick(lang, ["Hello,", "Szia,", "Здравствуйте,"]), word], &[&command], "accepted");
        }
    }
}
