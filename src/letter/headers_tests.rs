use super::*;
use crate::letter::lines::plain;

#[test]
fn header_blocks() {
    let block = |text: &str| header_block(&plain(text), false);
    assert_eq!(
        block(
            "From: Boardpost <g@x.org>\nSent: Monday, October 5, 2026 10:00 AM\nTo: Bob <b@x.org>\nSubject: Game 17\n\nx"
        ),
        Some(4)
    );
    assert_eq!(block("*From:* Boardpost\n*Date:* Monday\n*To:* Bob, Carl,\nDora\n*Subject:* Game"), Some(5));
    assert_eq!(block("Feladó: X\nKüldve: 2026. október 5.\nCímzett: Y\nTárgy: Z"), Some(4));
    assert_eq!(block("От: X\nОтправлено: 5 октября 2026 г.\nКому: Y\nТема: Z"), Some(4));
    assert_eq!(block("Fra: X\n\nSendt: 5.\n\nTil: Y\n\nEmne: Z"), Some(7));
    // a language that no table knows
    assert_eq!(block("Gönderen: X <g@x.org>\nTarih: 5 Ekim 2026\nKime: Y <y@x.org>\nKonu: Z"), Some(4));
    assert_eq!(block("מאת: X <g@x.org>\nנשלח: יום שני 05 אוקטובר 2026\nאל: Y\nנושא: Z\n\nx"), Some(4));
    assert_eq!(block("From: X <g@x.org>\nhello: 1\nmove: ew@E5"), None);
    assert_eq!(block("A: 56 43\nB: 1\nC: 2"), None);
    assert_eq!(block("From: here I go on\nmove ew@E5"), None);
    assert_eq!(block("White: Bob\nBlack: Carl\nStart: 2026"), None);
}

#[test]
fn labelled_lines_above_a_block_are_the_players() {
    let outlook = "From: Boardpost <g@x.org>\nSent: Monday, October 5, 2026 10:00 AM\nTo: Bob <b@x.org>\nSubject: Game 17\n\nns@D4";
    let magyar = "Feladó: X <g@x.org>\nKüldve: 2026. október 5. 10:00\nCímzett: Y\nTárgy: Z\n\nns@D4";
    for block in [outlook, magyar] {
        for own in ["move: ew@E5", "lépés: ew@E5\nnote: see 10:30", "mail me: b@x.org", "Re: attack\n", "game: 17"] {
            let text = format!("{own}\n{block}");
            let lines = plain(&text);
            assert_eq!(header_block(&lines, false), None, "{text}");
            let below = own.split('\n').count();
            assert_eq!(header_block(lines.get(below..).unwrap(), false), Some(4), "{text}");
        }
    }
    assert_eq!(header_block(&plain("game: 17\nmove: e2e4\nmail me: b@x.org\nuntil: 2026-10-05"), false), None);
}

#[test]
fn blocks_without_a_label_for_the_sender() {
    let block = |text: &str| header_block(&plain(text), false);
    assert_eq!(block("Кому: b@x.ru;\nТема: Z;\n05.10.2026, 10:00, \"X\" <g@x.org>:\nx"), Some(2));
    assert_eq!(block("X Y <g@x.org>\n05.10.2026 10:00\n\nTo\nb@x.org\ncc\n\nSubject\nZ\n\nx"), Some(9));
    assert_eq!(
        block("X Y <g@x.org>\nSent by: l@x.org\n05/10/2026 10:00 AM\n\nTo: b@x.org\ncc:\nSubject: Z\n\nx"),
        Some(7)
    );
    assert_eq!(block("To\nSubject\nx"), None);
}

#[test]
fn moves_that_look_like_labels_are_the_players() {
    let block = "From: Boardpost <g@x.org>\nSent: Monday, October 5, 2026 10:00 AM\nTo: Bob <b@x.org>\nSubject: Game 17\n\nns@D4";
    for own in [
        "From: e2\nTo: e4",
        "from: E10\nto: E11",
        "Od: e2\nDo: e4",
        "To: ew@E5",
        "Re: Nf3",
        "Re: attack",
        "a: e2-e4",
        "Time: 10:00",
    ] {
        for mark in ["", "-----Original Message-----\n"] {
            let text = format!("{own}\n{mark}{block}");
            let lines = plain(&text);
            let count = own.split('\n').count();
            for at in 0..count {
                assert_eq!(header_block(lines.get(at..).unwrap(), false), None, "{text}");
            }
            if mark.is_empty() {
                assert_eq!(header_block(lines.get(count..).unwrap(), false), Some(4), "{text}");
            }
        }
    }
    // names with figures
    let named = |name: &str| header_block(&plain(&block.replace("Boardpost <g@x.org>", name)), false);
    assert_eq!(named("bob17"), Some(4));
    assert_eq!(named("Agent 47"), Some(4));
    // blocks that begin with another label
    assert_eq!(header_block(&plain("Subject: 17\nFrom: X <g@x.org>\nTo: b\n\nx"), false), Some(3));
}

#[test]
fn labels_of_more_languages() {
    for labels in [
        ["Saatja", "Saadetud", "Adressaat", "Teema"],
        ["No", "Nosūtīts", "Kam", "Tēma"],
        ["Nuo", "Išsiųsta", "Kam", "Tema"],
        ["Od", "Poslano", "Za", "Zadeva"],
        ["Од", "Послато", "Коме", "Наслов"],
        ["De", "Enviat", "Per a", "Assumpte"],
        ["Từ", "Đã gửi", "Đến", "Chủ đề"],
        ["Dari", "Dikirim", "Kepada", "Perihal"],
        ["จาก", "ส่ง", "ถึง", "เรื่อง"],
        ["מאת", "נשלח", "אל", "נושא"],
        ["Відправник", "Дата", "Кому", "Тема"],
        ["Ад", "Адпраўлена", "Каму", "Тэма"],
        ["از", "ارسال شده", "به", "موضوع"],
    ] {
        let text: String = labels.iter().map(|l| format!("{l}: Monday\n")).collect();
        assert_eq!(header_block(&plain(&format!("{text}\nns@D4")), false), Some(4), "{text}");
    }
    for own in ["No: it isn't\nmove: e4", "De: a3\nPer a: b4", "Za: e4\nProti: d5", "row: 3\ncol: 4\nx: 1"] {
        assert_eq!(header_block(&plain(own), false), None, "{own}");
    }
}
