use super::*;

fn line(text: &str) -> Line<'_> {
    Line::new(text)
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
        assert!(is_separator(&line(text)), "{text}");
    }
    for text in ["+---+---+", "--- then ---", "-----", "original message", "| - |"] {
        assert!(!is_separator(&line(text)), "{text}");
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
        assert!(is_footer(&line(text)), "{text}");
    }
    for text in ["ew@E5", "I sent from E5", "küldve", "sentry", "Az outlook rossz"] {
        assert!(!is_footer(&line(text)), "{text}");
    }
}

#[test]
fn samsung_all_on_one_line() {
    let line = "ew@E5 Sent from my Galaxy -------- Original message --------From: Boardpost <g@x.org> Date: 05/10/2026";
    let cuts = inline_cuts(&self::line(line));
    let pieces: Vec<&str> = cuts.iter().map(|at| line.get(*at..).unwrap()).collect();
    assert!(pieces[0].starts_with("Sent from my Galaxy"));
    assert!(pieces[1].starts_with("-------- Original"));
    assert!(pieces[2].starts_with("From: Boardpost"));
    assert!(inline_cuts(&self::line("ew@E5")).is_empty());
}

#[test]
fn an_article_belongs_to_its_footer() {
    for text in [
        "Az iPhone-omról küldve",
        "Elküldve Androidos Yahoo Mailből",
        "Verzonden vanuit Outlook voor iOS",
        "发自我的iPhone",
    ] {
        assert!(is_footer(&line(text)) && inline_cuts(&line(text)).is_empty(), "{text}");
    }
    assert_eq!(inline_cuts(&line("ew@E5 iPhone-omról küldve")), [6]);
}

#[test]
fn a_quote_behind_its_attribution() {
    let glued = "On 10/05/2026 at 9:19 AM, \"Boardpost\" wrote:Your turn";
    assert_eq!(inline_cuts(&line(glued)), [glued.len() - 9]);
    for text in ["On 3 he wrote:ew@E5", "at 10:30 I wrote: ew@E5", "move 17:ew@E5", "wrote:ew@E5"] {
        assert!(inline_cuts(&line(text)).is_empty(), "{text}");
    }
}

#[test]
fn notices_are_known_by_their_words() {
    for text in [
        "CAUTION:This message is from an EXTERNAL SENDER - be CAUTIOUS",
        "[WARNING] This e-mail comes from outside of the company.",
        "Uwaga! Ta wiadomość pochodzi od nadawcy zewnętrznego.",
    ] {
        assert!(is_notice(&line(text)), "{text}");
    }
    for text in [
        "Warning: an external attack on ew@E5 is my move",
        "caution: e4",
        "Attention, this message holds my move: ew@E5",
    ] {
        assert!(!is_notice(&line(text)), "{text}");
    }
}
