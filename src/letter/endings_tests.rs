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
        "--- Reply above this line ---",
        "=-=-=-= Please reply above this line =-=-=-=",
        "--- Kérjük, e sor fölé írja a válaszát ---",
        "--- Пишите ответ выше этой строки ---",
    ] {
        assert!(is_separator(&line(text)), "{text}");
    }
    for text in [
        "+---+---+",
        "--- then ---",
        "-----",
        "original message",
        "| - |",
        "I wrote above this line",
        "--- below this line ---",
    ] {
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
    let cuts = inline_cuts(&self::line(line), None);
    let pieces: Vec<&str> = cuts.iter().map(|at| line.get(*at..).unwrap()).collect();
    assert!(pieces[0].starts_with("Sent from my Galaxy"));
    assert!(pieces[1].starts_with("-------- Original"));
    assert!(pieces[2].starts_with("From: Boardpost"));
    assert!(inline_cuts(&self::line("ew@E5"), None).is_empty());
}

#[test]
fn an_article_belongs_to_its_footer() {
    for text in [
        "Az iPhone-omról küldve",
        "Elküldve Androidos Yahoo Mailből",
        "Verzonden vanuit Outlook voor iOS",
        "发自我的iPhone",
    ] {
        assert!(is_footer(&line(text)) && inline_cuts(&line(text), None).is_empty(), "{text}");
    }
    assert_eq!(inline_cuts(&line("ew@E5 iPhone-omról küldve"), None), [6]);
}

#[test]
fn a_quote_behind_its_attribution() {
    let glued = "On 10/05/2026 at 9:19 AM, \"Boardpost\" wrote:Your turn";
    assert_eq!(inline_cuts(&line(glued), None), [glued.len() - 9]);
    for text in ["On 3 he wrote:ew@E5", "at 10:30 I wrote: ew@E5", "move 17:ew@E5", "wrote:ew@E5"] {
        assert!(inline_cuts(&line(text), None).is_empty(), "{text}");
    }
}

#[test]
fn notices_are_known_by_their_words() {
    for text in [
        "CAUTION:This message is from an EXTERNAL SENDER - be CAUTIOUS",
        "[WARNING] This e-mail comes from outside of the company.",
        "Uwaga! Ta wiadomość pochodzi od nadawcy zewnętrznego.",
        "[EXTERNAL]",
        "[External Email]",
        "*** EXTERNAL EMAIL ***",
        "KÜLSŐ LEVÉL",
        "[Внешняя почта]",
    ] {
        assert!(is_notice(&line(text)), "{text}");
    }
    for text in [
        "Warning: an external attack on ew@E5 is my move",
        "caution: e4",
        "Attention, this message holds my move: ew@E5",
        "external",
        "[EXTERNAL] e4",
        "EXT e4",
    ] {
        assert!(!is_notice(&line(text)), "{text}");
    }
}

#[test]
fn footers_in_more_languages() {
    for text in [
        "iPhone\u{2019}umdan gönderildi",
        "from Xiaomi Phone",
        "Из моего телефона Huawei",
        "Secured with Tuta Mail: https://tuta.example/free",
        "Išsiųsta iš mano iPhone",
        "Dikirim dari iPhone saya",
        "Sent from my Galaxy S24",
        "Sent from Mail for Windows 10",
        "Sent from my Xperia Z5",
        "Obtenez Outlook pour iOS",
        "Outlook for Android letöltése",
        "Get TypeApp for Android",
        "Mobilomról küldtem, elnézést a hibákért.",
        "נשלח מה-iPhone שלי",
        "来自我的华为手机",
    ] {
        assert!(is_footer(&line(text)), "{text}");
    }
    for text in [
        "Küldve a lépés: e4",
        "Küldve a lépés: bástya üt",
        "Sent by mistake e4",
        "sent with love ew@E5",
        "Отправлено от меня: e4",
        "from Xenia to e5",
        "Get e4 for Android",
        "I got Outlook for Android yesterday",
        "Get Bob for me",
    ] {
        assert!(!is_footer(&line(text)), "{text}");
    }
}

#[test]
fn what_systems_write_in_more_languages() {
    for text in [
        "VIGYÁZAT! Ez az e-mail külső feladótól érkezett, ne kattintson.",
        "Осторожно! Письмо пришло извне организации.",
        "POZOR: Tento e-mail pochází od externího odesílatele.",
        "Attention : ce courriel provient de l'extérieur.",
        "Varning: detta meddelande kommer utanför organisationen.",
    ] {
        assert!(is_notice(&line(text)), "{text}");
    }
    for text in ["Vigyázat, külső támadás: ew@E5", "Осторожно: e4", "Pozor, jezdec na e5 a pak externí věž"]
    {
        assert!(!is_notice(&line(text)), "{text}");
    }
    let legal = |text: &str| is_disclaimer(&[line(text)]);
    assert!(legal("Настоящее электронное письмо содержит конфиденциальные сведения и предназначено адресату."));
    assert!(legal("__________ Information from ESET Mail Security, version 20261005 __________"));
    assert!(legal("This message was sent using IMP, the Internet Messaging Program."));
    for text in [
        "Niniejsza wiadomość zawiera informacje poufne, przeznaczone do wyłącznego użytku adresata.",
        "Dit bericht is vertrouwelijk en alleen bestemd voor de geadresseerde; anders verwijderen.",
        "Tato zpráva je důvěrná a je určena pouze adresátovi. Pokud jím nejste, smažte ji.",
        "Az elektronikus üzenet és annak csatolmányai bizalmasak, kizárólag a címzetteknek szólnak.",
        "Denna e-post kan innehålla konfidentiell information och är endast avsedd för mottagaren.",
        "Kérjük, csak akkor nyomtassa ki, ha szükséges!",
    ] {
        assert!(legal(text), "{text}");
    }
    for text in [
        "this message was sent in haste: e4",
        "In this message my destination is A5, and then I go on to B6 with all that I have.",
        "Tato zpráva je určena Bobovi: hraji ew@E5 a pak uvidíme, co se stane dál v partii.",
        "Ez az üzenet a lépésem: ew@E5, és ha nem jó, akkor a másik: ns@D4, kérem szépen.",
    ] {
        assert!(!legal(text), "{text}");
    }
}
