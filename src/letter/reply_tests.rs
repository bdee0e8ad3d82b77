use super::*;
use crate::letter::lines::plain;

fn reply(text: &str) -> Vec<String> {
    trim(plain(text), Sent::default(), &[]).reply()
}

fn kinds(text: &str) -> Vec<(IgnoredKind, usize)> {
    trim(plain(text), Sent::default(), &[]).ignored().into_iter().map(|i| (i.kind, i.lines)).collect()
}

#[test]
fn the_usual_answer_on_top() {
    let text = "ew@E5\n\nJános\n\nOn Mon, Oct 5, 2026 at 10:00 AM Boardpost\n<g+k@x.org> wrote:\n\n> Your turn\n>\n> > ns@D4\n";
    assert_eq!(reply(text), ["ew@E5", "", "János"]);
    assert_eq!(kinds(text), [(IgnoredKind::Quote, 3), (IgnoredKind::Attribution, 2)]);
}

#[test]
fn answers_between_quoted_lines() {
    let text = "On 2026-10-05 10:00, Boardpost wrote:\n> Your move?\new@E5\n\n> Anything else?\nno\n";
    assert_eq!(reply(text), ["ew@E5", "", "no"]);
}

#[test]
fn unmarked_quotes_go_to_the_end() {
    let outlook = "ew@E5\n\n-----Original Message-----\nFrom: Boardpost\nSent: Monday\nTo: Bob\nSubject: Game 17\n\nYour turn\nns@D4\n";
    assert_eq!(reply(outlook), ["ew@E5"]);
    assert_eq!(kinds(outlook), [(IgnoredKind::Quote, 2), (IgnoredKind::Headers, 4), (IgnoredKind::Separator, 1)]);
    assert_eq!(reply("ew@E5\n\nпн, 5 окт. 2026 г. в 10:00, Имя <i@x.ru>:\n\nВаш ход\nns@D4"), ["ew@E5"]);
    assert_eq!(
        reply("ew@E5\n________________________________\nFrom: B <b@x.org>\nSent: Monday\nTo: C\nSubject: D\n\nns@D4"),
        ["ew@E5"]
    );
}

#[test]
fn signatures_and_footers() {
    assert_eq!(reply("ew@E5\n-- \nJános\n+36 30 123 4567"), ["ew@E5"]);
    assert_eq!(reply("ew@E5\n—\nJános"), ["ew@E5"]);
    assert_eq!(reply("ew@E5\n\nSent from my iPhone\n\n> On 5 Oct 2026"), ["ew@E5"]);
    assert_eq!(
        reply("ew@E5 Sent from my Galaxy -------- Original message --------From: B <b@x.org> Date: 5/10/26"),
        ["ew@E5"]
    );
    assert_eq!(reply("Hi!\n-----\new@E5"), ["Hi!", "-----", "ew@E5"]);
    assert_eq!(reply("ew@E5\n-----\nJános Kovács\nhttps://kovacs.example"), ["ew@E5"]);
    assert_eq!(reply("Thanks!\n\new@E5\n\nBest regards"), ["Thanks!", "", "ew@E5", "", "Best regards"]);
}

#[test]
fn a_fleet_is_neither_rule_nor_signature() {
    let fleet = "place\n----------\n---####---\n----------\n__________\n~~~~~~~~~~\n";
    assert_eq!(reply(fleet).len(), 6);
    let numbered = " 1 - - - #\n 2 - - - #\n 3 - - - -\n-- \nJános";
    assert_eq!(reply(numbered).len(), 3);
}

#[test]
fn disclaimers() {
    let text = "ew@E5\n\nThis e-mail and any attachments are confidential and intended solely for the\naddressee. If you are not the intended recipient, delete it.";
    assert_eq!(reply(text), ["ew@E5"]);
    assert_eq!(kinds(text), [(IgnoredKind::Disclaimer, 2)]);
    assert_eq!(reply("this message is for my opponent: well played").len(), 1);
}

#[test]
fn an_answer_inside_the_quote_is_found() {
    let ours = "##- 17/12 -##\nYour turn, Bob, in game 17.\nAnswer at the very top.\n".to_owned();
    let texts = [ours.into()];
    let sent = Sent::new(&texts);
    let text = "On 2026-10-05 10:00, Boardpost wrote:\n> ew@E5\n> ##- 17/12 -##\n> Your turn, Bob, in game 17.\n> Answer at the very top.\n";
    let trimmed = trim(plain(text), sent, &[]);
    assert_eq!(trimmed.reply(), ["ew@E5"]);
    assert!(trimmed.found_in_quote);
    let text = text.replace("> ew@E5\n", "");
    let unchanged = trim(plain(&text), sent, &[]);
    assert!(unchanged.reply().is_empty() && !unchanged.found_in_quote);
}

/// Shapes seen in the wild, each with the text that must be left. `⏎` stands for a line end.
#[test]
fn shapes_of_the_wild() {
    for (text, left) in [
        // old Gmail: no verb, no colon
        ("ok⏎⏎2014/4/29 Boardpost <g@x.org>⏎⏎> Your turn", "ok"),
        ("ok⏎⏎2014-04-29 16:22 GMT-05:00 Boardpost <g@x.org>:⏎⏎> Your turn", "ok"),
        // the address wrapped
        ("ok⏎⏎ons. 26. aug. 2026 kl. 14:05 skrev Boardpost <game@x.org⏎>:⏎⏎> Your turn", "ok"),
        (
            "ok⏎⏎On Wed, Aug 26, 2026 at 2:05 PM <⏎game+abcdefghijklmnopqrst@games.example.org> wrote:⏎⏎> Your turn",
            "ok",
        ),
        ("ok⏎⏎On Wed, Aug 26, 2026 at 2:05 PM, Boardpost <g@x.org>wrote:⏎⏎> Your turn", "ok"),
        // bold, brackets, dashes round an attribution
        ("ok⏎⏎*On Wed, Aug 26, 2026 at 2:05 PM, Boardpost <g@x.org> wrote:*⏎> Your turn", "ok"),
        ("ok⏎⏎--- On Mon, 10/5/26, Boardpost <g@x.org> wrote:⏎⏎> From: Boardpost⏎> Your turn", "ok"),
        ("ok⏎⏎Quoting Boardpost <g@x.org>:⏎⏎> Your turn", "ok"),
        ("ok⏎⏎In a message dated 10/5/2026 10:00:00 A.M. Eastern, g@x.org writes:⏎⏎Your turn⏎ns@D4", "ok"),
        ("ok⏎⏎At 10:00 AM 10/5/2026, you wrote:⏎>Your turn", "ok"),
        ("ok⏎⏎Boardpost wrote:⏎> Your turn", "ok"),
        // Outlook in its shapes
        (
            "ok⏎⏎From: Boardpost [mailto:g@x.org]⏎Sent: Monday, October 05, 2026 10:00 AM⏎To: Bob⏎Subject: Game⏎⏎Your turn",
            "ok",
        ),
        ("ok⏎⏎*From:* Boardpost <g@x.org>⏎*Sent:* Monday⏎*To:* Bob <b@x.org>⏎*Subject:* Game⏎⏎Your turn", "ok"),
        (
            "ok⏎⏎________________________________________⏎From: Boardpost [g@x.org]⏎Sent: Monday, March 14, 2011 6:16 PM⏎To: Bob⏎Subject: Game⏎⏎Your turn",
            "ok",
        ),
        (
            "ok -----Original message----- From: g@x.org Sent: Tuesday, February 4, 2014 1:00 PM To: b@x.org Subject: Game⏎⏎Your turn",
            "ok",
        ),
        ("ok⏎⏎Date: Mon, 5 Oct 2026 10:00:00 +0200⏎From: g@x.org⏎To: b@x.org⏎Subject: Game⏎⏎Your turn", "ok"),
        ("ok⏎⏎De : Boardpost⏎Envoyé : lundi 5 octobre 2026 10:00⏎À : Bob⏎Objet : Game⏎⏎Your turn", "ok"),
        (
            "ok⏎⏎Von: Boardpost [mailto:g@x.org]⏎Gesendet: Montag, 5. Oktober 2026 10:00⏎An: Bob⏎Betreff: Game⏎⏎Your turn",
            "ok",
        ),
        (
            "ok⏎⏎От: Boardpost <g@x.org>⏎Дата: понедельник, 5 октября 2026 г. в 10:00⏎Кому: Пётр <p@x.ru>⏎Тема: Игра⏎⏎Ваш ход",
            "ok",
        ),
        ("ok⏎⏎От кого: Boardpost <g@x.org>⏎Кому: p@x.ru⏎Дата: Понедельник⏎⏎Ваш ход", "ok"),
        (
            "ok⏎⏎-------- Исходное сообщение --------⏎От: Boardpost <g@x.org>⏎Дата: 05.10.2026 10:00 (GMT+03:00)⏎Кому: p@x.ru⏎Тема: Игра⏎⏎Ваш ход",
            "ok",
        ),
        (
            "ok⏎⏎Begin forwarded message:⏎⏎From: Boardpost <g@x.org>⏎Subject: Game⏎Date: 5 October 2026 at 10:00⏎To: b@x.org⏎⏎Your turn",
            "ok",
        ),
        (
            "ok⏎⏎Feladó: Boardpost <g@x.org>⏎Dátum: 2026. október 5., hétfő 10:00⏎Címzett: János <j@x.hu>⏎Tárgy: Játszma⏎⏎Te jössz",
            "ok",
        ),
        // Notes and BlackBerry
        ("ok⏎⏎From:   Boardpost/Games⏎To:     Bob⏎Date:   10/05/2026 10:00 AM⏎Subject:        Game⏎⏎Your turn", "ok"),
        (
            "ok⏎Sent from my BlackBerry 10 smartphone on the Rogers network.⏎⏎From: Boardpost⏎Sent: Monday⏎To: Bob⏎Subject: Game⏎⏎Your turn",
            "ok",
        ),
        // footers
        (
            "ok⏎⏎Sent via the Samsung Galaxy S8, an AT&T 5G smartphone⏎⏎-------- Original message --------⏎From: g@x.org⏎⏎Your turn",
            "ok",
        ),
        ("ok⏎⏎Отправлено с моего iPad⏎⏎> 5 окт. 2026 г., в 10:00, Boardpost <g@x.org> написал(а):⏎> ⏎> Ваш ход", "ok"),
        (
            "ok⏎⏎Отправлено со смартфона Samsung Galaxy.⏎⏎05.10.2026 10:00 пользователь Boardpost <g@x.org> написал:⏎⏎Ваш ход",
            "ok",
        ),
        (
            "ok⏎--⏎Отправлено из Mail.ru для Android понедельник, 05 октября 2026г., 10:00 +03:00 от Boardpost  g@x.org :⏎⏎>Ваш ход",
            "ok",
        ),
        (
            "ok⏎⏎Küldve a Yahoo Mailből (Androidon)⏎⏎2026. okt. 5., H, 10:00 időpontban Boardpost⏎<g@x.org> ezt írta:⏎> Te jössz",
            "ok",
        ),
        ("ok⏎⏎Boardpost <g@x.org> ezt írta 2026. okt. 5. dátummal (időpont:⏎10:00):⏎> Te jössz", "ok"),
        ("ok⏎⏎2026.10.05. 10:00 keltezéssel, Boardpost írta:⏎> Te jössz", "ok"),
        ("ok⏎⏎Dátum: 2026. okt. 5.⏎Feladó: Boardpost⏎Tárgy: Játszma⏎⏎Te jössz", "ok"),
        ("ok⏎⏎Sent from Yahoo Mail. Get the app⏎⏎> Your turn", "ok"),
        ("ok⏎⏎<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2> Virus-free.⏎www.avast.com", "ok"),
        // signatures
        (
            "ok⏎⏎-Abhishek Kona⏎⏎⏎_______________________________________________⏎friends mailing list⏎friends@lists.x.org",
            "ok",
        ),
        ("ok⏎__⏎Bob", "ok"),
        ("ok⏎--⏎You received this message because you are subscribed to the Google Groups \"x\" group.", "ok"),
        // between the lines, and what isn't taken off
        ("> Which one?⏎⏎the left⏎⏎> And then?⏎⏎the right", "the left⏎⏎the right"),
        ("-a1⏎-b2", "-a1⏎-b2"),
        ("a1 - b2⏎- c3", "a1 - b2⏎- c3"),
        ("1. ew@E5⏎2. ns@D4", "1. ew@E5⏎2. ns@D4"),
        ("Re: my move⏎ew@E5", "Re: my move⏎ew@E5"),
        ("from: me⏎to: you⏎ew@E5", "from: me⏎to: you⏎ew@E5"),
        ("say see you at 10:30:⏎ew@E5", "say see you at 10:30:⏎ew@E5"),
        ("A 56 43⏎B 1 2⏎C 3 4", "A 56 43⏎B 1 2⏎C 3 4"),
        ("+---+---+⏎| # |   |⏎+---+---+", "+---+---+⏎| # |   |⏎+---+---+"),
    ] {
        let got = reply(&text.replace('⏎', "\n")).join("⏎");
        assert_eq!(got, left, "{text}");
    }
}

#[test]
fn introductions_that_only_their_place_tells() {
    for text in [
        "ew@E5\n\nSent from Samsung Mobile\n\n\nBoardpost Games wrote:\n\nYour turn\nns@D4",
        "ew@E5\n\n>>> Boardpost <g@x.org> 05.10.26 10:00 >>>\nYour turn\n\nns@D4",
        "ew@E5\n\n------------------ Original ------------------\nFrom: Boardpost <g@x.org>\nDate: Mon\nTo: c\n\nns@D4",
        "ew@E5\n\nOn 10/05/2026 at 9:19 AM, \"Boardpost\" wrote:Your turn\nns@D4",
        "Вы писали 5 октября 2026 г., 10:00:00:\n\nB> Ваш ход\nB> ns@D4\n\new@E5",
    ] {
        assert_eq!(reply(text), ["ew@E5"], "{text}");
    }
    assert_eq!(reply(">>> Boardpost 05.10.26 10:00 >>>\n>>> Your turn\new@E5"), ["ew@E5"]);
    // whose move that is, only the desk can ask
    assert!(reply("Boardpost Games wrote:\new@E5").is_empty());
}

#[test]
fn a_marked_signature_ends_where_the_client_says() {
    let gmail = "<div>hi</div>-- <br><div class=gmail_signature>Bob<br>+36 1 234 5678</div><div>ew@E5</div>";
    assert_eq!(trim(crate::letter::html::lines(gmail), Sent::default(), &[]).reply(), ["hi", "ew@E5"]);
    let unmarked = "<div>ew@E5</div>-- <br><div>Bob<br>+36 1 234 5678</div><div>Budapest</div>";
    assert_eq!(trim(crate::letter::html::lines(unmarked), Sent::default(), &[]).reply(), ["ew@E5"]);
}

#[test]
fn old_text_below_an_undated_introduction_is_never_new() {
    for intro in ["On Mon, Bob wrote:", "Boardpost Games wrote:", "Kovács János írta:", "Am Montag schrieb Bob:"] {
        assert_eq!(reply(&format!("ew@E5\n\n{intro}\n\nI play ns@D4\nns@D4\n")), ["ew@E5"], "{intro}");
        assert_eq!(reply(&format!("ew@E5\n\n{intro}\nns@D4\n")), ["ew@E5"], "{intro}");
        // nothing is left: the desk asks
        assert!(reply(&format!("{intro}\n\nns@D4\n\new@E5\n")).is_empty(), "{intro}");
        // marked text is told line by line
        assert_eq!(reply(&format!("{intro}\n> ns@D4\n\new@E5\n")), ["ew@E5"], "{intro}");
    }
    for own in [
        "On Mon I can't play, on Tue: ew@E5",
        "Yesterday I wrote:\new@E5",
        "ew@E5\nas you wrote:\nno hurry",
        "I answer what\nBob wrote:\new@E5",
        "Bob wrote: \"no\". ew@E5",
    ] {
        assert_eq!(reply(own).join("\n"), own);
    }
}

#[test]
fn an_answer_below_an_unmarked_letter() {
    let ours = "Bob, your turn in game 17.\n\nWhite played ns@D4, a fine move.\nThe board stands as below.\n\nAnswer at the very top.\n";
    let texts = [ours.to_owned().into()];
    let headers = "From: Boardpost <g@x.org>\nSent: Monday, October 5, 2026 10:00 AM\nTo: Bob\nSubject: 17\n\n";
    let with = |text: &str| {
        let trimmed = trim(plain(text), Sent::new(&texts), &[]);
        (trimmed.reply().join("|"), trimmed.found_in_quote)
    };
    let new = |text: &str| (text.to_owned(), false);
    for intro in [
        headers,
        "-----Original Message-----\n\n",
        "On Mon, 5 Oct 2026 10:00, Boardpost wrote:\n\n",
        "On Mon, Boardpost wrote:\n\n",
    ] {
        assert_eq!(with(&format!("{intro}{ours}\new@E5\n")), new("ew@E5"), "{intro}");
        assert_eq!(with(&format!("Hi!\n\n{intro}{ours}\new@E5\n")), new("Hi!||ew@E5"), "{intro}");
        // with other text between the headers and our letter it can't be told where that ends: the desk asks
        let banner = format!("Hi!\n\n{intro}CAUTION: External email.\n\n{ours}\new@E5\n");
        assert_eq!(with(&banner), new("Hi!"), "{intro}");
        // a letter that we don't know: nothing of it is acted on
        assert!(reply(&format!("{intro}{ours}\new@E5\n")).is_empty(), "{intro}");
        assert_eq!(reply(&format!("Hi!\n\n{intro}{ours}\new@E5\n")), ["Hi!"], "{intro}");
    }
}

#[test]
fn a_notice_between_the_answer_and_the_old_letter() {
    let text = "ew@E5\n\n[You don't often get email from g@x.org. Learn why at https://x.org ]\n\nFrom: B\nSent: Monday\nTo: C\nSubject: D\n\nns@D4";
    assert_eq!(reply(text), ["ew@E5"]);
    let own = "ew@E5\n\nWarning: this message is my last one today\nBob";
    assert_eq!(reply(own).join("\n"), own);
}

#[test]
fn the_answer_right_below_a_notice() {
    for notice in ["[EXTERNAL EMAIL]", "CAUTION: External email.", "Külső feladó!"] {
        assert_eq!(reply(&format!("{notice}\new@E5\n")), ["ew@E5"], "{notice}");
        assert_eq!(reply(&format!("{notice}\n\new@E5\n")), ["ew@E5"], "{notice}");
    }
    let wrapped = "CAUTION: This email originated from outside of the organization. Do not click\nlinks.\n\new@E5";
    assert_eq!(reply(wrapped), ["ew@E5"]);
}

#[test]
fn a_rule_above_the_answer_begins_no_signature() {
    let old = "On Mon, 5 Oct 2026 at 10:00, Boardpost <g@x.org> wrote:\n\n> Your turn";
    assert_eq!(reply(&format!("---\new@E5\n---\n\n{old}")), ["ew@E5"]);
    assert_eq!(reply(&format!("Hi!\n---\new@E5\n\n{old}")), ["Hi!", "---", "ew@E5"]);
    assert_eq!(reply(&format!("ew@E5\n---\nJános\nhttps://j.example\n\n{old}")), ["ew@E5"]);
}
