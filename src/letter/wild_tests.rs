//! Shapes that letters of other collections showed: each is one of a family, and stands beside what looks like it and
//! is the player's own.

use super::*;
use crate::letter::lines::plain;

fn reply(text: &str) -> String {
    trim(plain(text), Sent::default(), &[]).reply().join("\n")
}

#[test]
fn who_speaks_of_himself_introduces_nothing() {
    for own in [
        "Op maandag schreef ik je al:\nhet kan niet eerder.",
        "Le lundi je t'ai écrit :\ne4",
        "Den mandag skrev jeg:\ne4",
        "Im Brief schrieb ich:\ne4",
        "My friend wrote:\ne4",
    ] {
        assert_eq!(reply(own), own);
    }
    for old in ["ok\n\nOp maandag schreef Anna:\ne4", "ok\n\nDen mandag skrev Bob:\ne4"] {
        assert_eq!(reply(old), "ok");
    }
}

#[test]
fn a_sentence_that_begins_as_a_footer_is_none() {
    for own in [
        "Sent from my iPhone this morning, worked fine.",
        "Sent from my iPhone yesterday did not arrive, so again: e2e4",
        "Von meinem iPhone gesendet ging es nicht, also nochmal: e2e4",
        "Sent from my new desk, is much nicer",
    ] {
        assert_eq!(reply(own), own);
    }
    for footer in [
        "Sent from my iPhone, so please excuse typos and brevity",
        "Sent from my phone, which is why it is brief",
        "Sent from my Verizon, Samsung Galaxy smartphone",
        "iPhoneから送信されました",
        "Outlook for iOS を入手",
        "[image: Logo]",
    ] {
        assert_eq!(reply(&format!("e4\n\n{footer}")), "e4", "{footer}");
    }
}

#[test]
fn quotes_behind_other_marks() {
    for sign in ['|', ':', '}'] {
        let letter = format!("Anna Smith wrote:\n{sign} Does this work?\n{sign}\n{sign} e2e4\n\nIt does.");
        assert_eq!(reply(&letter), "It does.");
        let dated = format!("On Mon, 5 Oct 2026, Anna <a@x.org> wrote:\n{sign} e2e4\nIt does.");
        assert_eq!(reply(&dated), "It does.");
        let between = format!("Anna wrote:\n{sign} One?\n\nyes\n\n{sign} e2e4\n\nno");
        assert_eq!(reply(&between), "yes\n\nno");
    }
    for own in ["place\n| . # #\n| # . .\n| . . #", "my board:\n| a | b |\n| c | d |", ": e4", "} e4"] {
        assert_eq!(reply(own), own);
    }
    let board = "On 2026-10-05 Bob wrote:\n> a\n\n| . # |\n| # . |";
    assert_eq!(reply(board), "| . # |\n| # . |");
}

#[test]
fn a_mark_that_a_mailbox_put_there() {
    assert_eq!(reply("Hi\n\n>From now on e2e4"), "Hi\n\nFrom now on e2e4");
    assert_eq!(reply("Bob wrote:\n>a\n>From b\n>c\n\nmine"), "mine");
    assert_eq!(reply("Bob wrote:\n>From b\n\nmine"), "mine");
}

#[test]
fn an_attribution_without_a_blank_before_it() {
    let quoted = "On Tue, Oct 6, 2026 at 11:20 AM Anna <anna@x.org> wrote:\n> Does it?";
    assert_eq!(reply(&format!("It does.{quoted}")), "It does.");
    assert_eq!(reply(&format!("e2e4{quoted}")), "e2e4");
}

#[test]
fn an_old_letter_on_the_same_line() {
    let line = "Hello. On 01/12/13, Anna <a@x.org> wrote: Reply ABOVE THIS LINE or e2e4";
    assert_eq!(reply(line), "Hello.");
    let line = "Zgoda. pon., 3 mar 2025 o 10:12 Anna <a@x.org> napisał(a): > e2e4";
    assert_eq!(reply(line), "Zgoda.");
    assert_eq!(reply("BAJA Sent from my iPhone On 11 Sep 2026, at 17:10, Mario <m@x.org> wrote:\n\ne2e4"), "BAJA");
    for own in [
        "I said on 5.10.2026 at 10:00 to bob@x.org: e4. On 6.10.2026 I wrote: e5",
        "e4. On Monday 5.10.2026 I wrote: never again",
    ] {
        assert_eq!(reply(own), own);
    }
    // the figures of a date end no sentence
    let whole = "mar., 6 oct. 2026 la 11:20, Anna <a@x.org> a scris: e4";
    assert!(!reply(whole).contains("mar., 6 oct.\n"), "{}", reply(whole));
}

#[test]
fn introductions_of_the_news_and_of_unknown_languages() {
    for introduction in [
        "\"Smith, Anna\" <anna@x.org> wrote in message\nnews:abc123@x.org...",
        "\"Anna\" <anna@x.org> wrote in message news:abc123@x.org...",
        "\"Anna\" <anna@x.org> schrieb im Newsbeitrag\nnews:abc123@x.org...",
        "---- 在 星期四, 2019-07-04 11:20:38 老王 <w@x.cn> 撰写 ----",
        "发件人: Lingling\n主题: Re: x",
        "________________________________\nFrom: x",
        "Forwarded message\nFrom: Anna",
        "Début du message réexpédié :",
        "Reply ABOVE THIS LINE",
        "------------------------ Yahoo! Groups Sponsor ---------------------~-->",
    ] {
        assert_eq!(reply(&format!("ok\n\n{introduction}\n\ne2e4")), "ok", "{introduction}");
    }
    for own in [
        "He wrote in message 5 that e4 is bad",
        "From: e2\nSubject: attack",
        "________________________________\nFrom: e2",
        "Forwarded message\ne4",
        "write above this line if you like",
    ] {
        assert!(reply(&format!("ok\n\n{own}")).contains(own.lines().last().unwrap()), "{own}");
    }
}

#[test]
fn headings_of_legal_paragraphs_go_with_them() {
    let legal = "The information contained in this communication is confidential and intended solely for the use of the \
        addressee; if you are not the intended recipient, any disclosure is strictly prohibited.";
    for heading in ["Disclaimer", "LEGAL NOTICE", "Important:"] {
        assert_eq!(reply(&format!("e4\n\n{heading}\n\n{legal}")), "e4", "{heading}");
    }
    assert_eq!(reply("e4\n\nImportant:\n\nI play on Monday"), "e4\n\nImportant:\n\nI play on Monday");
}

#[test]
fn a_multipart_without_parts_is_a_text() {
    let raw = b"From: a@b.hu\nContent-Type: multipart/alternative; boundary=b\n\nmove e4\n\nBob wrote:\n> a\n";
    let read = crate::letter::read(raw).expect("a letter");
    assert_eq!(read.body(&crate::letter::Hints::default()).reply, ["move e4"]);
}

fn from_html(html: &str) -> String {
    trim(crate::letter::html::lines(html), Sent::default(), &[]).reply().join("\n")
}

#[test]
fn an_answer_below_the_element_that_holds_the_old_letter() {
    let old =
        "<div>On Thu, 12 Nov 2026 at 18:03, Anna &lt;a@x.org&gt; wrote:</div><blockquote type=cite>e2e4</blockquote>";
    for open in [
        "<div id=yahoo_quoted_1 class=yahoo_quoted>",
        "<div class=protonmail_quote>",
        "<div class=tutanota_quote>",
        "<div class=zmail_extra>",
        "<div name=quote>",
        "<div name=messageReplySection>",
    ] {
        assert_eq!(from_html(&format!("{open}{old}</div><div>below: B4</div>")), "below: B4", "{open}");
        let both = from_html(&format!("<div>above</div>{open}{old}</div><div>below</div>"));
        assert_eq!(both.split_whitespace().collect::<Vec<_>>(), ["above", "below"], "{open}");
        // whatever old letter stands inside of another ends with it
        assert_eq!(from_html(&format!("<div>a</div>{open}{open}{old}</div>e2e4</div>")), "a", "{open}");
    }
    let roundcube =
        "<p id=reply-intro>On 2026-11-12 18:03, Anna wrote:</p><blockquote type=cite>e2e4</blockquote><p>B4</p>";
    assert_eq!(from_html(roundcube), "B4");
    let yandex = "<div>Кому: b@x.ru;</div><div>Тема: Ход 7;</div><div>12.11.2026, 18:03, \"Анна\" &lt;a@x.ru&gt;:</div>\
        <blockquote>e2e4</blockquote><div>Мой ход ниже: Д7</div>";
    assert_eq!(from_html(yandex), "Мой ход ниже: Д7");
}

#[test]
fn a_request_among_friends_is_no_legal_paragraph() {
    for own in [
        "Это письмо предназначено только тебе, не показывай Ивану.\nХод: Б4.",
        "This e-mail is confidential, do not show it to Russia!\nMove: B4.",
    ] {
        assert_eq!(reply(own), own);
    }
    assert_eq!(reply("B4\n\nThis message is confidential and intended only for the addressee."), "B4");
}

#[test]
fn attributions_that_were_broken_behind_a_mark() {
    for introduction in [
        "Kovácsné Szentgyörgyi Annamária <\na@x.hu> ezt írta\n(időpont: 2026. nov. 12., Cs, 18:03):",
        "Kovács Annamária <\na@x.hu> ezt írta (időpont: 2026. nov. 12., Cs, 18:03):",
        "чт, 12 лист. 2026 р. о 18:03 Анна Коваленко-Шевченко <\na@x.ua>\nпише:",
        "În joi, 12 nov. 2026 la 18:03, Ana Popescu <\na@x.ro>\na scris:",
        "12.11.2026. 18:03, Ана Јовановић је написао/ла:",
        "12.11.2026 u 18:03, Ana je napisao/la:",
        "Továbbított levél kezdete:",
        "Začátek přeposlané zprávy:",
    ] {
        assert_eq!(reply(&format!("ok\n\n{introduction}\n\n> e2e4")), "ok", "{introduction}");
    }
    assert_eq!(reply("ok\n\n12.11.2026 u 18:03, Ana je napisao/la:\n\ne2e4"), "ok");
}

#[test]
fn cells_that_are_paragraphs_make_one_row() {
    let row = |cells: &[&str]| {
        let cells: String = cells.iter().map(|c| format!("<td><p class=MsoNormal>{c}</p></td>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let fleet = [row(&[".", "#", "#"]), row(&["#", ".", "."]), row(&[".", ".", "#"])].concat();
    assert_eq!(
        from_html(&format!("<p>place</p><table>{fleet}</table><p>Bob</p>")).replace("\n\n", "\n"),
        "place\n. # #\n# . .\n. . #\nBob"
    );
    assert_eq!(from_html(&format!("<table>{}</table>", row(&["A1", "cirkáló"]))), "A1 cirkáló");
    // long ones are a layout
    let layout = row(&["This is my answer, a whole sentence of it.", "And a second column beside it."]);
    assert_eq!(from_html(&format!("<table>{layout}</table>")).lines().filter(|l| !l.is_empty()).count(), 2);
}
