use super::*;
use crate::letter::lines::plain;

fn reply(text: &str) -> Vec<String> {
    trim(plain(text), &Sent::default()).reply()
}

fn kinds(text: &str) -> Vec<(IgnoredKind, usize)> {
    trim(plain(text), &Sent::default()).ignored().into_iter().map(|i| (i.kind, i.lines)).collect()
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
    assert_eq!(reply("Hi!\n-----\new@E5"), ["Hi!", "ew@E5"]);
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
    let sent = Sent::new(&[ours]);
    let text = "On 2026-10-05 10:00, Boardpost wrote:\n> ew@E5\n> ##- 17/12 -##\n> Your turn, Bob, in game 17.\n> Answer at the very top.\n";
    let trimmed = trim(plain(text), &sent);
    assert_eq!(trimmed.reply(), ["ew@E5"]);
    assert!(trimmed.found_in_quote);
    let unchanged = trim(plain(&text.replace("> ew@E5\n", "")), &sent);
    assert!(unchanged.reply().is_empty() && !unchanged.found_in_quote);
}
