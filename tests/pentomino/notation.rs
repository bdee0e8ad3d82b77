//! What players write, and what the grammar says about it.

use boardpost::game::options::Dice;
use boardpost::game::{Lang, Seat, Unreadable};

use super::super::abnf::{self, Grammar};
use super::{ONE, TWO, Table, open, pentomino, play};

#[test]
fn turns_are_read_in_three_languages() {
    let set_up = open("");
    let running = Table::new("", [ONE, TWO]).0;
    let in_run = play(&*running, Seat::One, "aim a1").unwrap().next;
    for lang in Lang::ALL {
        for (text, canonical) in [
            ("recon b3 d5", "recon b3 d5"),
            ("R B3, d5;f2", "recon b3 d5 f2"),
            ("felderítő: b3", "recon b3"),
            ("FELDERITO b3", "recon b3"),
            ("felder. b3", "recon b3"),
            ("felder b3", "recon b3"),
            ("f b3", "recon b3"),
            ("разведка B3", "recon b3"),
            ("разв. В3 С4", "recon b3 c4"),
            ("Р b3", "recon b3"),
            ("aim c3 c4", "aim c3 c4"),
            ("a c3", "aim c3"),
            ("célzott c3", "aim c3"),
            ("Celz. c3", "aim c3"),
            ("c c3", "aim c3"),
            ("C  c3 c4", "aim c3 c4"),
            ("прицельно c3", "aim c3"),
            ("приц. c3", "aim c3"),
            ("п c3", "aim c3"),
            ("felderítés b3 d5", "recon b3 d5"),
            ("Celzas: c3", "aim c3"),
            ("прицел c3", "aim c3"),
            ("stop", "stop"),
            ("Megállok", "stop"),
            ("megallok", "stop"),
            ("СТОП", "stop"),
            ("aim k1 a7 a0 a99", "aim k1 a7 a0 a99"),
        ] {
            assert_eq!(running.read(text, lang, Seat::One).as_deref(), Ok(canonical), "{text}");
        }
        for text in ["c3", "c 3", "cc3", "recon", "aim q", "recon b3 d5.", "a", "r r", "recon b3d5", "helyes c3", ""] {
            assert!(running.read(text, lang, Seat::One).is_err(), "{text}");
        }
        // in one's own run a bare list of cells is aimed
        assert_eq!(in_run.read("b1, G1", lang, Seat::One).as_deref(), Ok("aim b1 g1"));
        assert!(in_run.read("b1", lang, Seat::Two).is_err());
        let list = "V: a1-c1 a2 a3; I: e1-e5; P: g1-i1 g2 h2; L: j2-j5, i5; X: b4-b6 a5 c5; U: h4-g4-g6-h6";
        for (text, word) in [
            (format!("place {list}"), "place"),
            (format!("felrakom: {}", list.replace("; ", "\n")), "place"),
            (format!("расстановка\n{}", list.replace(": ", " ").replace(';', "")), "place"),
            (format!("replace {}", list.to_lowercase().replace(':', "=")), "replace"),
            (format!("átrakom {}\nBéla", list.replace("; ", "\n")), "replace"),
            (format!("megfejtes {}", list.replace('X', "Х")), "solve"),
            (format!("решение\n{}", ONE.replace('/', "\n")), "solve"),
            (format!("felrakom\n  a b c d e f g h i j\n1 {}", ONE.replace('/', "\n2 ")), "place"),
        ] {
            assert_eq!(set_up.read(&text, lang, Seat::One).unwrap(), format!("{word} {ONE}"), "{text}");
        }
    }
    // what is told of an unreadable line: where, and what was expected
    for (text, at, expected) in [
        ("recon b3 d", 10, "expect-row"),
        ("recon b3, 5", 10, "expect-cell"),
        ("shoot b3", 0, "expect-turn"),
        ("stop it", 4, "expect-end"),
        ("place I: e1-f2", 12, "expect-straight"),
    ] {
        let fault = running.read(text, Lang::En, Seat::One).unwrap_err();
        assert_eq!((fault.at, fault.expected), (at, vec![expected]), "{text}");
    }
}

#[test]
fn a_list_with_faults_is_refused_with_all_of_them() {
    let mut table = Table(open(""));
    assert_eq!(table.turn(Seat::One, "place I: e1-e5; X: e1 k7; Q: a1"), "? letter,off-board,repeat");
    assert_eq!(table.0.read("place I: e1-e99999", Lang::En, Seat::One).unwrap(), "place I: e1 e99999");
    assert_eq!(table.0.read("place I: e1-e5", Lang::En, Seat::One).unwrap().len(), "place ".len() + 65);
}

#[test]
fn drawings_open_where_lines_follow() {
    for line in [
        "place",
        "felrakom:",
        "Átrakom",
        "решение",
        "place VVV.I.PPP.",
        "solve 1 V V V . I . P P P .",
        "place I: e1-e5;",
    ] {
        assert!(pentomino().opens_block(line, Lang::En), "{line}");
    }
    for line in ["place random", "place it", "place everything", "stop", "recon", "aim a1", "placement"] {
        assert!(!pentomino().opens_block(line, Lang::En), "{line}");
    }
    assert!(!pentomino().opens_block(&format!("place {ONE}"), Lang::En));
    assert!(!pentomino().opens_block("place I: e1; X: b1; F: c1; L: d1; N: f1; P: g1", Lang::En));
}

#[test]
fn turns_are_spelled_for_the_reader_and_read_back() {
    let position = Table::new("", [ONE, TWO]).0;
    for turn in
        ["recon a1 b2", "aim a1", "stop", &format!("solve {ONE}"), &format!("place {ONE}"), &format!("replace {ONE}")]
    {
        for lang in Lang::ALL {
            let spelled = position.spell(turn, lang);
            assert_eq!(spelled == turn, lang == Lang::En, "{spelled}");
            assert_eq!(position.read(&spelled, lang, Seat::One).as_deref(), Ok(turn), "{spelled}");
        }
    }
    assert_eq!(position.spell("4(N)", Lang::Hu), "4(N)");
    assert_eq!(position.spell("a1", Lang::Hu), "a1");
}

#[test]
fn grammar_and_parser_agree() {
    let text = pentomino().grammar();
    assert!(text.is_ascii(), "RFC 5234 grammars are ASCII");
    let grammar = Grammar::read(text);
    assert_eq!(grammar.unreachable(&["turn", "run-turn"]), [""; 0]);
    let position = Table::new("", [ONE, TWO]).0;
    let in_run = play(&*position, Seat::One, "aim a1").unwrap().next;
    let straight = |fault: &Unreadable| fault.expected == ["expect-straight"];
    // what stands on several lines is told by drawings below; a bent leg is no matter of grammar
    let one_line = |text: &str| !text.contains(['\n', '/']);
    abnf::agree(&grammar, "cells", 60, |text| {
        in_run.read(text, Lang::En, Seat::One).is_ok_and(|t| t.starts_with("aim"))
    });
    let mut dice = Dice::new(3, 0);
    let mut read = 0;
    for _ in 0..150 {
        let line = grammar.sentence("line", &mut dice);
        for text in std::iter::once(line.clone()).chain((0..4).map(|_| abnf::mutant(&line, &mut dice))) {
            if !one_line(&text) {
                continue;
            }
            let accepted = grammar.accepts("line", &text);
            match position.read(&text, Lang::En, Seat::One) {
                Ok(_) => assert!(accepted, "the grammar refuses {text:?}"),
                Err(fault) => assert!(!accepted || straight(&fault), "the parser refuses {text:?}: {fault:?}"),
            }
            read += u32::from(accepted);
        }
    }
    assert!(read > 100, "{read}");
    for _ in 0..300 {
        let block = grammar.sentence("block", &mut dice);
        if let Err(fault) = position.read(&block, Lang::En, Seat::One) {
            // a path may be bent
            assert!(straight(&fault), "{block:?}: {fault:?}");
        }
    }
}
