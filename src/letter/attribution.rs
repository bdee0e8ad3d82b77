//! The lines by which clients introduce an old letter: attribution lines, header blocks, separators, footers.

use super::fold::fold;
use super::lines::Line;
use super::patterns::{
    DISCLAIMERS, FOOTER_ENDS, FOOTERS, INLINE_FOOTERS, LABELS, LEGAL, Label, OPENERS, SCANNERS, SEPARATORS, WROTE,
};
use super::shape::{has_address, has_date};

/// How many lines an attribution may be broken over.
const JOINED: usize = 4;

/// Bold and italic marks of HTML turned to text, quotes of names, and blanks round a line.
fn bare(line: &str) -> String {
    fold(line).trim_matches(|c: char| c == '*' || c == '_' || c.is_whitespace()).to_owned()
}

/// Is there an attribution that begins at this line? Gives the number of its lines. `quoted` says whether the text
/// below it is marked as a quote.
pub(super) fn attribution(lines: &[Line], own: &[String], quoted: impl Fn(usize) -> bool) -> Option<usize> {
    // the costly look is worth it only where a colon or an address ends one of the lines
    let colon = |l: &Line| {
        let text = l.text.trim_end_matches(['*', '_', ' ', '\u{a0}']);
        text.ends_with([':', '\u{ff1a}', '>'])
    };
    if !lines.iter().take(JOINED).any(colon) {
        return None;
    }
    let depth = lines.first()?.depth;
    let same: Vec<String> =
        lines.iter().take(JOINED).take_while(|l| !l.is_blank() && l.depth == depth).map(|l| bare(&l.text)).collect();
    let complete = |from: usize, to: usize| {
        let text = same.get(from..to).unwrap_or_default().join(" ");
        is_attribution(&text, own, quoted(to))
    };
    for end in 1..=same.len() {
        if !complete(0, end) {
            continue;
        }
        // "ew@E5⏎On Monday … wrote:": the first line is the player's, unless it opens the attribution itself
        let tail = (1..end).any(|from| complete(from, end));
        return (!tail || same.first().is_some_and(|l| opens(l))).then_some(end);
    }
    None
}

fn opens(line: &str) -> bool {
    let lower = line.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).unwrap_or_default();
    let figure = lower.chars().any(|c| c.is_ascii_digit());
    figure && (OPENERS.contains(&first) || (first.starts_with(|c: char| c.is_ascii_digit()) && has_date(line)))
}

/// A date or time, an address or a word for "wrote", and a colon at the end. The verb alone is enough only above
/// text that is marked as a quote.
fn is_attribution(text: &str, own: &[String], quoted: bool) -> bool {
    let Some(head) = text.strip_suffix(':').or_else(|| text.strip_suffix(":>")) else {
        // "2014/4/29 Bob <b@x.org>": Gmail once wrote so
        let dated = text.starts_with(|c: char| c.is_ascii_digit()) && has_date(text);
        return quoted && dated && text.ends_with('>') && has_address(text) && text.chars().count() <= 150;
    };
    let length = head.chars().count();
    if !(4..=500).contains(&length) {
        return false;
    }
    // "(időpont:⏎2026. …):" goes on
    if head.matches('(').count() > head.matches(')').count() {
        return false;
    }
    let lower = head.to_lowercase();
    let words = || {
        lower
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '<' | '>'))
            .filter(|w| !w.is_empty())
    };
    let wrote = words().any(|w| WROTE.contains(&w));
    let date = has_date(head);
    let address = has_address(head);
    let last = words().next_back().is_some_and(|w| WROTE.contains(&w));
    (date && (address || wrote)) || names(&lower, own) || (wrote && address) || (last && quoted && length <= 120)
}

/// Does the text name one of our addresses, with or without a plus tag?
fn names(lower: &str, own: &[String]) -> bool {
    own.iter().filter_map(|o| o.split_once('@')).any(|(local, domain)| {
        lower.split_once(&format!("@{domain}")).is_some_and(|(before, _)| {
            let user = before.rsplit(|c: char| c.is_whitespace() || "<([\"':".contains(c)).next().unwrap_or_default();
            user.strip_prefix(local).is_some_and(|tag| tag.is_empty() || tag.starts_with('+'))
        })
    })
}

/// A header line's label and value.
fn header(line: &str) -> Option<(Option<Label>, String)> {
    let text: String = fold(line).chars().filter(|c| *c != '*').collect();
    let (name, value) = text.trim().trim_start_matches(['_', '-', ' ', '\u{2022}']).split_once(':')?;
    let name = name.trim().trim_matches('_').to_lowercase();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    if letters == 0 || name.chars().count() > 30 || !name.chars().all(|c| c.is_alphabetic() || " .'-/()".contains(c)) {
        return None;
    }
    let label = LABELS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(label, _)| *label);
    Some((label, value.trim().to_owned()))
}

/// Is there a block of header lines that begins here, as Outlook puts before a quote? Three known labels, or two of
/// which one says who and has an address, or three label lines one after the other with an address and a date among
/// their values, in whatever language. Gives the number of lines.
pub(super) fn header_block(lines: &[Line], after_separator: bool) -> Option<usize> {
    let depth = lines.first()?.depth;
    let (first, _) = header(&lines.first()?.text)?;
    let mut known = Vec::new();
    let (mut labels, mut end, mut loose, mut blanks) = (0, 0, 0, 0);
    let (mut address, mut date, mut sender) = (false, false, false);
    for (at, line) in lines.iter().enumerate().take(16) {
        if line.depth != depth {
            break;
        }
        if line.is_blank() {
            blanks += 1;
            // HTML turned to text leaves one blank line between paragraphs, never two
            if blanks > 1 {
                break;
            }
            continue;
        }
        let found = header(&line.text).filter(|(label, value)| {
            label.is_some()
                || (first.is_none() && blanks == 0 && !value.is_empty())
                || (has_address(value) && blanks == 0)
        });
        match found {
            Some((label, value)) => {
                if let Some(label) = label.filter(|l| *l != Label::Other) {
                    if known.contains(&label) && label == Label::From {
                        break;
                    }
                    known.push(label);
                }
                sender |= label == Some(Label::From) && has_address(&value);
                address |= has_address(&value);
                date |= has_date(&value);
                labels += 1;
                end = at + 1;
                loose = 0;
            }
            // a wrapped list of recipients or a wrapped subject
            None if at > 0 && loose < 2 && blanks == 0 => loose += 1,
            None => break,
        }
        // a line with text ends a gap
        blanks = 0;
    }
    known.sort_unstable();
    known.dedup();
    let dated = known.contains(&Label::Date);
    let by_words = known.len() >= 3
        || (known.len() == 2 && sender && (dated || after_separator))
        || (known.len() == 2 && after_separator);
    let by_shape = labels >= 3 && address && date && (first.is_none() || known.len() >= 2);
    (by_words || by_shape).then_some(end)
}

/// `-----Original Message-----` and its kin, `##- … -##` (the mark at the top of our letters), and "Begin forwarded
/// message:".
pub(super) fn is_separator(line: &str) -> bool {
    let text = bare(line).to_lowercase();
    if text.starts_with("##-") && text.ends_with("-##") {
        return true;
    }
    let inner = text.trim_matches(|c: char| "-_=~>< *#".contains(c) || c.is_whitespace()).trim_end_matches(':').trim();
    let dashed = text.starts_with("--") || text.starts_with("__") || text.starts_with("==") || text.starts_with("~~");
    let worded = SEPARATORS
        .iter()
        .any(|s| inner == *s || (dashed && inner.starts_with(s) && inner.chars().count() <= s.chars().count() + 60));
    worded && (dashed || text.ends_with(':'))
}

/// "Sent from my …" and its kin, alone on a line.
pub(super) fn is_footer(line: &str) -> bool {
    let text = fold(line).to_lowercase();
    let text = text.trim_matches(|c: char| "-_*[](){}<>|\"'. ".contains(c));
    if text.is_empty() || text.chars().count() > 160 || text.ends_with(':') {
        return false;
    }
    let starts = FOOTERS.iter().any(|f| {
        text.strip_prefix(f)
            .is_some_and(|rest| f.ends_with(':') || rest.starts_with([' ', ',', ':', '-']) || rest.is_empty())
    });
    let starts =
        starts && !(text.starts_with("az outlook") && !text.contains("beszerzése") && !text.contains("letöltése"));
    let ends = text.chars().count() <= 80
        && FOOTER_ENDS.iter().any(|e| {
            text.ends_with(e.trim_end_matches('.'))
                && (text.contains("küldve") || text.contains("outlook") || text.starts_with("von "))
        });
    let scanned = SCANNERS.iter().any(|s| text.starts_with(s) || (*s != "scanned by" && text.contains(s)))
        && !text.ends_with('?');
    starts || ends || scanned
}

/// Where in a line, in bytes, a footer or a separator begins behind other text. Samsung's app writes answer, footer,
/// separator and header lines all on one line.
pub(super) fn inline_cuts(line: &str) -> Vec<usize> {
    let lower = line.to_lowercase();
    // offsets hold in both only where lower-casing kept the lengths
    if lower.len() != line.len() {
        return Vec::new();
    }
    let mut cuts = Vec::new();
    // Yahoo's app goes on with the quote right behind the attribution
    for (at, _) in line.match_indices(':').take(20) {
        let (head, rest) = line.split_at_checked(at + 1).unwrap_or((line, ""));
        let more = rest.starts_with([' ', '\u{a0}']) && !rest.trim().is_empty();
        if more && has_address(head) && opens(head.trim_start()) && is_attribution(&bare(head), &[], false) {
            cuts.push(at + 1);
        }
    }
    for dashes in ["-----", "________"] {
        let Some(at) = lower.find(dashes) else { continue };
        let rest = lower.get(at..).unwrap_or_default();
        let inner = rest.trim_start_matches(['-', '_', ' ']);
        if let Some(word) = SEPARATORS.iter().find(|s| inner.starts_with(**s)) {
            cuts.push(at);
            let after = inner.strip_prefix(word).unwrap_or_default();
            let tail = after.trim_start_matches(['-', '_', ' ']);
            if !tail.is_empty() && after.len() - tail.len() >= 2 {
                cuts.push(line.len() - tail.len());
            }
        }
    }
    let dashes = |at: &usize| line.get(*at..).is_some_and(|r| r.starts_with(['-', '_']));
    let separator = cuts.iter().copied().find(dashes);
    for footer in INLINE_FOOTERS {
        let Some(at) = lower.rfind(footer) else { continue };
        let before = lower.get(..at).unwrap_or_default();
        let after = lower.get(at..separator.unwrap_or(lower.len()).max(at)).unwrap_or_default();
        let apart = before.ends_with(|c: char| c.is_whitespace() || c.is_ascii_punctuation())
            || footer.starts_with("sent from");
        if !before.trim().is_empty() && apart && after.chars().count() <= 80 {
            cuts.push(at);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Does a legal paragraph begin at this line?
pub(super) fn is_disclaimer(lines: &[Line]) -> bool {
    let Some(first) = lines.first() else { return false };
    let head = bare(&first.text).to_lowercase();
    let head = head.trim_start_matches(|c: char| !c.is_alphanumeric());
    if DISCLAIMERS.iter().any(|d| head.starts_with(d)) {
        return true;
    }
    let begins = LEGAL.iter().any(|w| head.find(w).is_some_and(|at| at <= 40));
    if !begins {
        return false;
    }
    let paragraph: Vec<String> = lines
        .iter()
        .take(12)
        .take_while(|l| !l.is_blank() && l.depth == first.depth)
        .map(|l| fold(&l.text).to_lowercase())
        .collect();
    let text = paragraph.join(" ");
    text.chars().count() >= 60
        && LEGAL.iter().filter(|w| text.contains(**w)).count() >= 2
        && [
            "confiden",
            "privileg",
            "intended",
            "bizalmas",
            "címzett",
            "jogosul",
            "конфиденц",
            "предназнач",
            "адресат",
            "vertraulich",
            "riservat",
            "poufn",
        ]
        .iter()
        .any(|w| text.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::lines::plain;

    fn count(text: &str) -> Option<usize> {
        attribution(&plain(text), &[], |_| false)
    }

    #[test]
    fn attributions_of_many_clients() {
        for text in [
            "On Mon, Oct 5, 2026 at 10:00\u{202f}AM Boardpost <game+k@x.org> wrote:",
            "On Oct 5, 2026, at 10:00, Boardpost <game+k@x.org> wrote:",
            "Kovács János <k@x.hu> ezt írta (időpont: 2026. okt. 5., H, 10:00):",
            "Kovács János <k@x.hu> írta (2026. okt. 5., 10:00):",
            "2026. 10. 05. 10:00 keltezéssel, Kovács János írta:",
            "Kovács János <k@x.hu> írta 2026. okt. 5. dátummal, 10:00 időpontban:",
            "пн, 5 окт. 2026 г. в 10:00, Имя <i@x.ru>:",
            "5 октября 2026 г., 10:00 пользователь Имя <i@x.ru> написал:",
            "5 окт. 2026 г., в 10:00, Имя <i@x.ru> написал(а):",
            "05.10.2026 10:00, Имя пишет:",
            "Понедельник, 5 октября 2026, 10:00 +03:00 от Имя <i@x.ru>:",
            "05.10.2026, 10:00, \"Имя\" <i@x.ru>:",
            "Am 05.10.26 um 10:00 schrieb Boardpost:",
            "Le lun. 5 oct. 2026 à 10:00, Boardpost <g@x.org> a écrit :",
            "El lun, 5 oct 2026 a las 10:00, Boardpost (<g@x.org>) escribió:",
            "Il giorno lun 5 ott 2026 alle ore 10:00 Boardpost <g@x.org> ha scritto:",
            "W dniu 5.10.2026 o 10:00, Boardpost pisze:",
            "пн, 5 жовт. 2026 р. о 10:00 Ім'я <i@x.ua> пише:",
            "Op ma 5 okt 2026 om 10:00 schreef Boardpost <g@x.org>:",
            "Em seg., 5 de out. de 2026 às 10:00, Boardpost <g@x.org> escreveu:",
            "Den mån 5 okt. 2026 kl 10:00 skrev Boardpost <g@x.org>:",
            "Den man. 5. okt. 2026 kl. 10.00 skrev Boardpost <g@x.org>:",
            "po 5. 10. 2026 v 10:00 odesílatel Boardpost <g@x.org> napsal:",
            "Quoting Boardpost <g@x.org>:",
            "在 2026年10月5日，上午10:00，Boardpost <g@x.org> 写道：",
        ] {
            assert_eq!(count(text), Some(1), "{text}");
        }
    }

    #[test]
    fn wrapped_attributions() {
        assert_eq!(count("On Mon, Oct 5, 2026 at 10:00 AM Boardpost\n<game+k@x.org> wrote:"), Some(2));
        assert_eq!(count("On Monday, October 5, 2026,\n10:00 Boardpost <g@x.org>\nwrote:\n> x"), Some(3));
        assert_eq!(count("ew@E5\nOn Mon, Oct 5, 2026 at 10:00 AM Boardpost\n<game+k@x.org> wrote:"), None);
        assert_eq!(count("Kovács János <k@x.hu> ezt írta (időpont: 2026. okt. 5., H,\n10:00):"), Some(2));
    }

    #[test]
    fn our_own_address_is_enough() {
        let own = ["game@x.org".to_owned()];
        let count = |text: &str| attribution(&plain(text), &own, |_| false);
        assert_eq!(count("Boardpost (game+k@x.org):"), Some(1));
        assert_eq!(count("Boardpost <game@x.org>:"), Some(1));
        assert_eq!(count("Boardpost <endgame@x.org>:"), None);
    }

    #[test]
    fn what_players_write_is_none() {
        for text in
            ["ew@E5", "A1: 56 43", "at 10:30:", "my moves:", "place:\n##..", "I play a1 b2 c3:", "2026", "he wrote:"]
        {
            assert_eq!(count(text), None, "{text}");
        }
    }

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
        assert_eq!(block("A: 56 43\nB: 1\nC: 2"), None);
        assert_eq!(block("From: here I go on\nmove ew@E5"), None);
        assert_eq!(block("White: Bob\nBlack: Carl\nStart: 2026"), None);
    }

    #[test]
    fn separators_and_footers() {
        for text in [
            "-----Original Message-----",
            "-----Eredeti üzenet-----",
            "-------- Пересылаемое сообщение --------",
            "---------- Forwarded message ---------",
            "----- Ursprüngliche Nachricht -----",
            "Begin forwarded message:",
            "##- 17/12 -##",
            "-----Original Message----- From: Bob",
        ] {
            assert!(is_separator(text), "{text}");
        }
        for text in ["+---+---+", "--- then ---", "-----", "original message", "| - |"] {
            assert!(!is_separator(text), "{text}");
        }
        for text in [
            "Sent from my iPhone",
            "Sent from Mail for Windows 10",
            "Get Outlook for Android",
            "Küldve az iPhone-omról",
            "iPhone-omról küldve",
            "Az Android Outlook beszerzése",
            "Отправлено с iPhone",
            "Отправлено из мобильной Почты Mail.ru",
            "Скачать Outlook для iOS",
            "Von meinem iPhone gesendet",
            "[Sent from my phone]",
            "Elküldve a Samsung Galaxy okostelefonról",
            "Az Outlook iOS-hez beszerzése",
            "Gesendet von Mail für Windows",
            "Virus-free. www.avast.com",
        ] {
            assert!(is_footer(text), "{text}");
        }
        for text in ["ew@E5", "I sent from E5", "küldve", "sentry", "Az outlook rossz"] {
            assert!(!is_footer(text), "{text}");
        }
    }

    #[test]
    fn samsung_all_on_one_line() {
        let line =
            "ew@E5 Sent from my Galaxy -------- Original message --------From: Boardpost <g@x.org> Date: 05/10/2026";
        let cuts = inline_cuts(line);
        let pieces: Vec<&str> = cuts.iter().map(|at| line.get(*at..).unwrap()).collect();
        assert!(pieces[0].starts_with("Sent from my Galaxy"));
        assert!(pieces[1].starts_with("-------- Original"));
        assert!(pieces[2].starts_with("From: Boardpost"));
        assert!(inline_cuts("ew@E5").is_empty());
    }
}
