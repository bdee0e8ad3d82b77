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
        "Вы писали 5 октября 2026 г., 10:00:00:",
        "\u{202b}בתאריך יום ב׳, 5 באוק׳ 2026 ב-10:00 מאת \u{202a}X\u{202c} <\u{202a}g@x.org\u{202c}>:\u{202c}",
        "در تاریخ دوشنبه ۵ اکتبر ۲۰۲۶، ۱۰:۰۰ Boardpost <g@x.org> نوشت:",
        "Цитирую Boardpost <g@x.org>:",
        "في ٠٥/١٠/٢٠٢٦ الساعة ١٠:٠٠ ص، كتب/كتبت Boardpost <g@x.org>:",
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
fn a_short_line_above_is_the_players() {
    for own in ["A 5", "to e5", "On 5", "h 4", "la 5", "do e4", "in 3"] {
        for gap in ["", "\n"] {
            for text in ["Boardpost <g@x.org> wrote:", "On Mon, 5 Oct 2026 10:00:00 +0200, Boardpost wrote:"] {
                assert_eq!(count(&format!("{own}\n{gap}{text}\n> x")), None, "{own} {text}");
            }
        }
    }
    assert_eq!(count("On Wed, Dec 9, Boardpost Games\n<g@x.org>\nwrote:\n> x"), Some(3));
}

#[test]
fn clients_that_write_no_date() {
    let undated = |text: &str| undated(&plain(text));
    for text in [
        "On Mon, Bob wrote:",
        "On Monday, Bob Smith wrote:",
        "*On Tue Bob wrote:*",
        "Hétfőn Bob ezt írta:",
        "Kovács János írta:",
        "Boardpost Games wrote:",
        "В понедельник Пётр написал:",
        "Пётр Петров пишет:",
        "Am Montag schrieb Bob Müller:",
        "Bob Müller schrieb:",
        "Op maandag schreef Bob:",
        "Le lundi Bob a écrit :",
        "W poniedziałek Bob napisał(a):",
        "You wrote:",
        "Bob je napisao:",
        "Il giorno lunedì Bob ha scritto:",
    ] {
        assert_eq!(undated(text), Some(1), "{text}");
    }
    assert_eq!(undated("On Monday, Bob Smith\nwrote:\nold"), Some(2));
    for text in [
        "On Mon I can't play",
        "On Mon: e2e4",
        "On Mon I wrote:",
        "I wrote:",
        "he wrote:",
        "As Bob wrote:",
        "Bob said:",
        "Move sent:",
        "Wrote:",
        "Bob wrote: e4",
        "Bob wrote e4",
        "E5\nBob wrote:",
        "On 5\nBob wrote:",
        "My move, as you wrote that it would be allowed, is:",
        "Ahogy Bob írta:",
        "Én írtam:",
        "Как Пётр писал:",
        "Moves:",
    ] {
        assert_eq!(undated(text), None, "{text}");
    }
}
