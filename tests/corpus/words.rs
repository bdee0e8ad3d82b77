//! What clients say in their languages: attribution lines, header blocks, separators, footers. The date is always the
//! same, and so is the sender.

/// A client's language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub(crate) code: &'static str,
    /// Gmail's line above a quote.
    pub(crate) gmail: &'static str,
    /// Apple's.
    pub(crate) apple: &'static str,
    /// Thunderbird's.
    pub(crate) thunderbird: &'static str,
    /// Outlook's labels: from, sent, to, subject.
    pub(crate) labels: [&'static str; 4],
    /// A date as Outlook writes it.
    pub(crate) date: &'static str,
    pub(crate) original: &'static str,
    /// Of a phone.
    pub(crate) footer: &'static str,
}

/// Who wrote the old letter.
pub(crate) const WHO: &str = "Boardpost <game+mfrggzdfmztwq2lknnwg@post.example.org>";
const NAME: &str = "Boardpost";
const ADDRESS: &str = "game+mfrggzdfmztwq2lknnwg@post.example.org";

/// Fills a pattern: `{w}` name and address, `{n}` the name alone, `{a}` the address alone.
pub(crate) fn fill(pattern: &str) -> String {
    pattern.replace("{w}", WHO).replace("{n}", NAME).replace("{a}", ADDRESS)
}

const fn words(
    code: &'static str,
    [gmail, apple, thunderbird]: [&'static str; 3],
    labels: [&'static str; 4],
    [date, original, footer]: [&'static str; 3],
) -> Words {
    Words { code, gmail, apple, thunderbird, labels, date, original, footer }
}

/// All languages; the first three are those of the players.
pub(crate) const ALL: [Words; 15] = [
    words(
        "en",
        [
            "On Mon, Oct 5, 2026 at 10:00\u{202f}AM {w} wrote:",
            "On Oct 5, 2026, at 10:00\u{202f}AM, {w} wrote:",
            "On 05/10/2026 10:00, {n} wrote:",
        ],
        ["From", "Sent", "To", "Subject"],
        ["Monday, October 5, 2026 10:00 AM", "Original Message", "Sent from my iPhone"],
    ),
    words(
        "hu",
        [
            "{w} ezt írta (időpont: 2026. okt. 5., H, 10:00):",
            "{w} írta 2026. okt. 5. dátummal, 10:00 időpontban:",
            "2026. 10. 05. 10:00 keltezéssel, {n} írta:",
        ],
        ["Feladó", "Küldve", "Címzett", "Tárgy"],
        ["2026. október 5., hétfő 10:00", "Eredeti üzenet", "Elküldve az iPhone-omról"],
    ),
    words(
        "ru",
        [
            "пн, 5 окт. 2026\u{202f}г. в 10:00, {w}:",
            "5 окт. 2026 г., в 10:00, {w} написал(а):",
            "05.10.2026 10:00, {n} пишет:",
        ],
        ["От", "Отправлено", "Кому", "Тема"],
        ["5 октября 2026 г. 10:00", "Исходное сообщение", "Отправлено с iPhone"],
    ),
    words(
        "de",
        [
            "Am Mo., 5. Okt. 2026 um 10:00 Uhr schrieb {w}:",
            "Am 05.10.2026 um 10:00 schrieb {w}:",
            "Am 05.10.26 um 10:00 schrieb {n}:",
        ],
        ["Von", "Gesendet", "An", "Betreff"],
        ["Montag, 5. Oktober 2026 10:00", "Ursprüngliche Nachricht", "Von meinem iPhone gesendet"],
    ),
    words(
        "fr",
        [
            "Le lun. 5 oct. 2026 à 10:00, {w} a écrit :",
            "Le 5 oct. 2026 à 10:00, {w} a écrit :",
            "Le 05/10/2026 à 10:00, {n} a écrit :",
        ],
        ["De ", "Envoyé ", "À ", "Objet "],
        ["lundi 5 octobre 2026 10:00", "Message d'origine", "Envoyé de mon iPhone"],
    ),
    words(
        "es",
        [
            "El lun, 5 oct 2026 a las 10:00, {n} (<{a}>) escribió:",
            "El 5 oct 2026, a las 10:00, {w} escribió:",
            "El 5/10/26 a las 10:00, {n} escribió:",
        ],
        ["De", "Enviado", "Para", "Asunto"],
        ["lunes, 5 de octubre de 2026 10:00", "Mensaje original", "Enviado desde mi iPhone"],
    ),
    words(
        "it",
        [
            "Il giorno lun 5 ott 2026 alle ore 10:00 {w} ha scritto:",
            "Il giorno 5 ott 2026, alle ore 10:00, {w} ha scritto:",
            "Il 05/10/2026 10:00, {n} ha scritto:",
        ],
        ["Da", "Inviato", "A", "Oggetto"],
        ["lunedì 5 ottobre 2026 10:00", "Messaggio originale", "Inviato da iPhone"],
    ),
    words(
        "pl",
        [
            "pon., 5 paź 2026 o 10:00 {w} napisał(a):",
            "Wiadomość napisana przez {w} w dniu 05.10.2026, o godz. 10:00:",
            "W dniu 5.10.2026 o 10:00, {n} pisze:",
        ],
        ["Od", "Wysłano", "Do", "Temat"],
        ["poniedziałek, 5 października 2026 10:00", "Wiadomość oryginalna", "Wysłane z iPhone'a"],
    ),
    words(
        "uk",
        [
            "пн, 5 жовт. 2026\u{202f}р. о 10:00 {w} пише:",
            "5 жовт. 2026 р. о 10:00 {w} написав(ла):",
            "05.10.26 10:00, {n} пише:",
        ],
        ["Від", "Надіслано", "Кому", "Тема"],
        ["5 жовтня 2026 р. 10:00", "Вихідне повідомлення", "Надіслано з iPhone"],
    ),
    words(
        "nl",
        [
            "Op ma 5 okt 2026 om 10:00 schreef {w}:",
            "Op 5 okt 2026, om 10:00 heeft {w} het volgende geschreven:",
            "Op 5-10-2026 om 10:00 schreef {n}:",
        ],
        ["Van", "Verzonden", "Aan", "Onderwerp"],
        ["maandag 5 oktober 2026 10:00", "Oorspronkelijk bericht", "Verstuurd vanaf mijn iPhone"],
    ),
    words(
        "pt",
        [
            "Em seg., 5 de out. de 2026 às 10:00, {w} escreveu:",
            "No dia 5/10/2026, às 10:00, {w} escreveu:",
            "Em 05/10/2026 10:00, {n} escreveu:",
        ],
        ["De", "Enviada em", "Para", "Assunto"],
        ["segunda-feira, 5 de outubro de 2026 10:00", "Mensagem original", "Enviado do meu iPhone"],
    ),
    words(
        "sv",
        [
            "Den mån 5 okt. 2026 kl 10:00 skrev {w}:",
            "5 okt. 2026 kl. 10:00 skrev {w}:",
            "Den 2026-10-05 kl. 10:00, skrev {n}:",
        ],
        ["Från", "Skickat", "Till", "Ämne"],
        ["den 5 oktober 2026 10:00", "Ursprungligt meddelande", "Skickat från min iPhone"],
    ),
    words(
        "da",
        [
            "Den man. 5. okt. 2026 kl. 10.00 skrev {w}:",
            "Den 5. okt. 2026 kl. 10.00 skrev {w}:",
            "Den 05.10.2026 kl. 10.00 skrev {n}:",
        ],
        ["Fra", "Sendt", "Til", "Emne"],
        ["5. oktober 2026 10:00", "Oprindelig meddelelse", "Sendt fra min iPhone"],
    ),
    words(
        "no",
        [
            "man. 5. okt. 2026 kl. 10:00 skrev {w}:",
            "5. okt. 2026 kl. 10:00 skrev {w}:",
            "Den 05.10.2026 10:00, skrev {n}:",
        ],
        ["Fra", "Sendt", "Til", "Emne"],
        ["mandag 5. oktober 2026 10:00", "Opprinnelig melding", "Sendt fra min iPhone"],
    ),
    words(
        "cs",
        [
            "po 5. 10. 2026 v 10:00 odesílatel {w} napsal:",
            "5. 10. 2026 v 10:00, {w}:",
            "Dne 05. 10. 26 v 10:00 {n} napsal(a):",
        ],
        ["Od", "Odesláno", "Komu", "Předmět"],
        ["pondělí 5. října 2026 10:00", "Původní zpráva", "Odesláno z iPhonu"],
    ),
];

/// The words of a language.
pub(crate) fn of(code: &str) -> Words {
    *ALL.iter().find(|w| w.code == code).unwrap()
}
