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
