//! The words of mail clients, in lower case: Hungarian, Russian and English first, then German, French, Spanish,
//! Italian, Polish, Ukrainian, Dutch, Portuguese, Swedish, Danish, Norwegian and Czech. Structure decides first; these
//! tables help where structure alone says too little.

/// Words for "wrote" that an attribution line holds.
#[rustfmt::skip]
pub(super) const WROTE: &[&str] = &[
    "wrote", "writes", "írta", "írja", "írt", "написал", "написала", "написал(а)", "написал/а", "написало", "пишет",
    "писал", "писала", "писал(а)", "сообщил", "сообщила", "schrieb", "schreibt", "geschrieben", "écrit", "escribió",
    "escribio", "scritto", "scrive", "napisał", "napisała", "napisał(a)", "napisał/a", "pisze", "написав", "написала",
    "написав(ла)", "написав(-ла)", "пише", "schreef", "geschreven", "escreveu", "skrev", "skrev följande", "napsal",
    "napsal(a)", "napsala", "píše", "kirjoitti", "said", "quoting", "citing", "zitat", "citando", "idézi", "цитирует", "sent",
    "says", "yazdı", "scris", "scrie", "написа", "пише", "je napisao", "napisao", "napisala", "napísal", "napísala",
    "napísal(a)", "je napísal", "napisal/a", "napsal/a", "написао", "написао/ла", "написала/о", "napisao/la", "napisao/napisala",
    "έγραψε", "kirjutas", "rašė", "rakstīja", "כתב", "كتب", "写道", "寫道", "のメッセージ", "작성", "wrote/napisał",
    "rakstīja", "menulis", "เขียนว่า", "ने लिखा", "लिखा", "піша", "жазды", "skrifaði", "escriure", "idatzi", "نوشت",
    "shkroi", "напиша", "yazıb", "idézet", "цитирую", "цитата", "cytat", "citace", "citat", "citerar",
    "schrieben", "piše", "viết", "писали", "spake", "كتبت", "كتب/كتبت",
];

/// Words that an attribution line may begin with.
#[rustfmt::skip]
pub(super) const OPENERS: &[&str] = &[
    "on", "at", "in", "am", "le", "el", "il", "w", "dnia", "op", "den", "em", "dne", "po", "в", "від", "a", "kl",
    "den", "från", "fra", "von", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "пн", "вт", "ср", "чт", "пт", "сб", "вс", "понедельник", "вторник",
    "среда", "среду", "четверг", "пятница", "пятницу", "суббота", "субботу", "воскресенье", "нд", "понеділок",
    "вівторок", "середа", "четвер", "пʼятниця", "субота", "неділя", "mo", "di", "mi", "do", "fr", "sa", "so", "lun",
    "mar", "mer", "jeu", "ven", "sam", "dim", "pon", "wt", "śr", "czw", "pt", "sob", "niedz", "hétfő", "kedd",
    "szerda", "csütörtök", "péntek", "szombat", "vasárnap", "quoting", "dňa", "на", "la", "kuupäeval", "στις", "på",
    "man", "tir", "tirs", "ons", "tors", "fre", "lør", "søn", "mån", "tis", "lör", "sön", "ma", "wo", "vr", "za", "zo",
    "pe", "ke", "to", "ti", "su", "la", "út", "st", "čt", "pá", "seg", "ter", "qua", "qui", "sex", "sáb", "dom", "mié",
    "jue", "vie", "gio", "mar", "vào", "在", "data", "ekkor", "h", "k", "sze", "cs", "csüt", "p", "szo", "v", "vas",
];

/// Those of [`WROTE`] that players use as well when they speak of a letter.
pub(super) const SPOKEN: &[&str] = &["said", "says", "sent", "spake", "zitat", "작성", "a"];

/// Those that stand between the day and the name.
#[rustfmt::skip]
pub(super) const MIDDLE: &[&str] = &["schrieb", "schreibt", "schreef", "skrev", "kirjoitti", "escribió", "escreveu", "napsal", "napsala"];

/// Who speaks of himself, or goes on with a sentence, is no client.
#[rustfmt::skip]
pub(super) const SELF: &[&str] = &[
    "i", "we", "as", "what", "that", "which", "my", "én", "ahogy", "amit", "mint", "hogy", "я", "мы", "как", "что", "ich", "wir", "wie", "was",
    "nous", "j'ai", "t'ai", "l'ai", "avons", "yo", "io", "abbiamo", "eu", "ik", "wij", "jeg", "vi", "jag", "som", "minä", "olen", "jsem",
];

/// Days of the week without a date.
#[rustfmt::skip]
pub(super) const WEEKDAYS: &[&str] = &[
    "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "yesterday", "today", "hétfő", "kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap", "tegnap", "пн", "вт", "ср", "чт",
    "пт", "сб", "вс", "понедельник", "вторник", "среда", "среду", "четверг", "пятниц", "суббот", "воскресенье", "вчера",
    "понеділок", "вівторок", "середу", "четвер", "неділю", "montag", "dienstag", "mittwoch", "donnerstag", "freitag",
    "samstag", "sonntag", "gestern", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lunes",
    "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "lunedì", "martedì", "mercoledì", "giovedì",
    "venerdì", "sabato", "domenica", "poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę", "niedzielę",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "måndag", "tisdag", "onsdag",
    "torsdag", "fredag", "lördag", "söndag", "mandag", "tirsdag", "lørdag", "søndag", "pondělí", "úterý", "středu",
    "čtvrtek", "pátek", "neděli", "mån", "tis", "ons", "tors", "fre", "lör", "sön", "mo", "di", "mi", "do", "fr", "lun",
];

/// What a header line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// Who.
    From,
    /// When.
    Date,
    /// To whom.
    To,
    /// With copies to whom.
    Cc,
    /// About what.
    Subject,
    /// Importance, attachments, reply address.
    Other,
}

/// The labels of header blocks.
#[rustfmt::skip]
pub(super) const LABELS: &[(Label, &[&str])] = &[
    (Label::From, &[
        "from", "feladó", "felado", "küldő", "от", "от кого", "отправитель", "von", "de", "da", "od", "від",
        "від кого", "van", "från", "fra", "desde", "mittente", "expéditeur", "remetente", "odesílatel", "nadawca",
        "afzender", "absender", "sender", "gönderen", "kimden", "de la", "lähettäjä", "από", "发件人", "寄件者", "寄件人",
        "差出人", "送信者", "보낸 사람", "보낸사람", "من", "מאת", "saatja", "nuo", "no", "šalje", "pošiljatelj", "од", "от кога", "từ", "dari", "จาก", "frá", "nork", "ад", "ад каго", "кімнен", "از", "відправник", "nga", "праћено од", "kimdən",
    ]),
    (Label::Date, &[
        "sent", "date", "küldve", "elküldve", "dátum", "datum", "küldés dátuma", "küldés ideje", "отправлено", "дата",
        "дата отправки", "gesendet", "envoyé", "envoyé le", "enviado", "enviado el", "enviada", "enviada em",
        "enviado em", "fecha", "inviato", "data", "wysłano", "wysłane", "надіслано", "verzonden", "skickat", "sendt",
        "dato", "odesláno", "on", "time", "message du", "le", "envoyee", "date d'envoi", "enviado a las", "inviata",
        "gönderildi", "gönderilen", "gönderme tarihi", "tarih", "trimis", "lähetetty", "päivämäärä", "päiväys",
        "ημερομηνία", "στάλθηκε", "изпратено", "发送时间", "发送日期", "日期", "寄件日期", "傳送時間", "送信日時", "日時", "日付",
        "보낸 날짜", "날짜", "تم الإرسال", "التاريخ", "odoslané", "odoslaná", "dátum odoslania", "poslano", "pošiljanje", "kuupäev", "saadetud", "nosūtīts", "išsiųsta", "послато", "датум", "enviat", "data d'enviament", "đã gửi", "ngày", "dikirim", "tanggal", "ส่ง", "วันที่", "נשלח", "תאריך", "bidalia", "адпраўлена", "жіберілді", "күні", "ارسال شده", "تاریخ", "dërguar", "göndərildi", "испратено",
    ]),
    (Label::To, &[
        "to", "címzett", "címzettek", "cimzett", "кому", "получатель", "an", "à", "pour", "para", "a", "do", "aan",
        "till", "til", "komu", "destinataire", "destinatario", "destinatário", "empfänger", "kime", "alıcı", "către",
        "catre", "vastaanottaja", "προς", "до", "收件人", "收件者", "宛先", "받는 사람", "받는사람", "إلى", "prima", "za", "kam", "adressaat", "коме", "за кого", "per a", "đến", "kepada", "ถึง", "אל", "nori", "каму", "кімге", "به", "për", "tới",
    ]),
    (Label::Cc, &[
        "cc", "copy", "másolat", "másolatot kap", "копия", "копію", "копія", "kopie", "copie", "copia", "dw", "kopia",
        "kopi", "cópia", "bcc", "titkos másolat", "copie à", "copie a", "con copia", "kopie an", "bilgi", "抄送", "副本",
        "참조", "kopio", "κοιν", "копие",
    ]),
    (Label::Subject, &[
        "subject", "re", "tárgy", "targy", "тема", "betreff", "objet", "sujet", "asunto", "oggetto", "temat",
        "onderwerp", "assunto", "ämne", "emne", "předmět", "predmet", "konu", "subiect", "aihe", "θέμα", "относно",
        "主题", "主旨", "件名", "제목", "الموضوع", "naslov", "teema", "tema", "tēma", "наслов", "zadeva", "assumpte", "chủ đề", "perihal", "subjek", "เรื่อง", "נושא", "efni", "gaia", "тэма", "тақырып", "موضوع", "subjekti", "mövzu",
    ]),
    (Label::Other, &[
        "reply-to", "importance", "attachments", "válaszcím", "fontosság", "melléklet", "mellékletek", "csatolmány",
        "важность", "вложения", "ответить", "wichtigkeit", "anlagen", "priority", "organization", "newsgroups",
        "message-id", "répondre à", "antwort an", "risposta", "responder a", "pièces jointes", "allegati", "załączniki",
        "bijlagen", "vedhæftet", "vedhæftede filer", "bilagor", "přílohy", "příloha", "anexos", "adjuntos", "вкладення",
        "прикрепленные файлы", "cc:", "wichtigkeit", "дополнительно",
    ]),
];

/// What help desks write between dashes: answer above this line.
#[rustfmt::skip]
pub(super) const ABOVE: &[&str] = &[
    "above this line", "above the line", "e sor fölé", "ezen sor fölé", "a sor fölé", "e vonal fölé", "выше этой строки",
    "выше этой линии", "над этой строкой", "над этой линией", "вище цього рядка", "über dieser zeile", "oberhalb dieser",
    "über diese zeile", "au-dessus de cette ligne", "encima de esta línea", "acima desta linha", "sopra questa riga", "sopra questa linea",
    "powyżej tej linii", "nad tą linią", "boven deze lijn", "boven deze regel", "nad tento řádek", "nad tímto řádkem", "nad tento riadok",
    "ovanför denna", "over denne linje", "over denne linjen",
];

/// Words inside `-----…-----` lines.
#[rustfmt::skip]
pub(super) const SEPARATORS: &[&str] = &[
    "original message", "original mail", "original appointment", "forwarded message", "reply message", "forwarded by",
    "replied message", "begin forwarded message", "forwarded letter", "eredeti üzenet", "eredeti levél",
    "továbbított üzenet", "továbbított levél", "továbbított üzenet kezdete", "исходное сообщение", "исходное письмо",
    "пересылаемое сообщение", "пересланное сообщение", "пересылаемое письмо", "пересланное письмо",
    "перенаправленное сообщение", "начало переадресованного сообщения", "конец пересылаемого сообщения",
    "оригинальное сообщение", "переадресованное сообщение", "ursprüngliche nachricht", "originalnachricht",
    "original-nachricht", "weitergeleitete nachricht", "anfang der weitergeleiteten nachricht", "message d'origine",
    "message original", "message transféré", "début du message transféré", "mensaje original", "mensaje reenviado",
    "messaggio originale", "messaggio inoltrato", "wiadomość oryginalna", "oryginalna wiadomość",
    "treść przekazanej wiadomości", "вихідне повідомлення", "оригінальне повідомлення", "переслане повідомлення",
    "oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht", "mensagem original",
    "mensagem encaminhada", "mensagem reencaminhada", "ursprungligt meddelande", "originalmeddelande",
    "vidarebefordrat meddelande", "oprindelig meddelelse", "original meddelelse", "videresendt meddelelse",
    "opprinnelig melding", "videresendt melding", "original besked", "původní zpráva", "přeposlaná zpráva",
    "původní e-mail", "původní mail", "antwort nachricht", "eredeti mail", "válasz üzenet", "ответное сообщение",
    "alkuperäinen viesti", "välitetty viesti", "orijinal mesaj", "özgün ileti", "mesajul original", "mesaj original",
    "αρχικό μήνυμα", "оригинално съобщение", "originalna poruka", "izvorna poruka", "pôvodná správa",
    "preposlaná správa", "原始邮件", "原始郵件", "转发邮件", "轉寄郵件", "元のメッセージ", "원본 메시지", "originalna wiadomość",
    "továbbított levél kezdete", "začátek přeposlané zprávy", "začiatok preposlanej správy", "początek przekazywanej wiadomości",
    "începe mesajul redirecționat", "початок листа, що пересилається", "započni proslijeđenu poruku",
    "début du message réexpédié", "message réexpédié", "yahoo! groups sponsor", "inicio del mensaje reenviado",
    "inizio messaggio inoltrato", "message transmis", "mail original", "courriel original", "message initial", "ursprüngliche e-mail", "anfang der weitergeleiteten e-mail",
];

/// Words for "letter" in a line of dashes that nobody's table has.
#[rustfmt::skip]
pub(super) const LETTERS: &[&str] = &[
    "message", "e-mail", "email", "üzenet", "levél", "сообщение", "письмо", "nachricht", "mensaje", "mensagem", "messaggio", "wiadomoś",
    "повідомлення", "bericht", "meddelande", "meddelelse", "melding", "besked", "zpráva", "správa", "viesti", "mesaj",
    "ileti", "poruka", "съобщение", "μήνυμα", "邮件", "郵件", "メッセージ", "메시지",
];

/// Beginnings of lines that a device or an app puts under a letter.
#[rustfmt::skip]
pub(super) const FOOTERS: &[&str] = &[
    "iphoneから", "ipadから", "androidから", "outlook for ios を", "outlook for android を",
    "sent from", "sent using", "sent with", "sent via", "sent by", "get outlook for", "download outlook",
    "from my iphone", "from my ipad", "from my android", "from my phone", "from my mobile", "from my samsung",
    "from my blackberry", "get bluemail", "#dab4fad8", "yahoo mail:", "yahoo mail for", "mailed with", "composed with", "written on my", "typed on", "envoyé de",
    "envoyé depuis", "envoyé à partir", "télécharger outlook", "obtenir outlook", "küldve a", "küldve az",
    "küldve egy", "elküldve a", "elküldve az", "küldve iphone", "küldve ipad", "küldve samsung", "küldve android",
    "küldve mobil", "küldve innen", "az outlook", "outlook beszerzése", "töltse le az outlook", "androidos outlook",
    "yahoo mailből", "отправлено с", "отправлено со", "отправлено из", "отправлено через", "отправлено от", "послано с", "написано с",
    "скачать outlook", "скачайте outlook", "получить outlook", "получите outlook", "von meinem", "gesendet von",
    "gesendet mit", "gesendet aus", "diese nachricht wurde von", "holen sie sich outlook", "outlook für",
    "enviado desde", "enviado do", "enviado con", "enviado a partir", "enviado via", "obtener outlook",
    "descargar outlook", "obter o outlook", "inviato da", "scarica outlook", "ottieni outlook", "wysłane z",
    "wysłano z", "pobierz program outlook", "pobierz aplikację outlook", "надіслано з", "надіслано із",
    "відправлено з", "verzonden vanaf", "verzonden vanuit", "verzonden met", "verstuurd vanaf", "verstuurd vanuit", "verstuurd met", "outlook voor",
    "download outlook voor", "skickat från", "skickades från", "hämta outlook", "sendt fra", "sendt med",
    "hent outlook", "odesláno z", "odesláno pomocí", "získat outlook", "stáhnout outlook", "lähetetty", "hanki outlook",
    "iphone'dan gönderildi", "ipad'den gönderildi", "trimis de pe", "odoslané z", "poslano iz", "poslano s",
    "изпратено от", "στάλθηκε από", "从我的", "從我的", "发自我的", "發自我的", "iphoneから送信", "나의 iphone에서 보냄",
    "envoyé avec", "envoyé via", "enviado mediante", "inviato con", "inviato dal", "inviato tramite", "sendt via",
    "poslano z", "sendur úr", "발신:", "来自我的", "來自我的", "傳自我的", "传自我的", "נשלח מ", "تم الإرسال من", "ส่งจาก",
    "mobilomról küldtem", "telefonomról küldtem", "telefonról írtam", "telefonról küldtem", "пишу с телефона",
    "с телефона", "надіслано від", "dërguar nga", "εστάλη από",
    "skickat med", "geschickt von", "gesendet über", "надіслано через", "відправлено через", "wysłane przez",
    "wysłano przez", "отправлено в", "أُرسلت من", "أرسلت من", "küldve mobil", "elküldve androidos", "elküldve yahoo", "elküldve iphone", "elküldve ipad", "elküldve samsung",
    "elküldve mobil", "elküldve outlook", "mobilról küldve", "mobileszközről küldve", "kaspersky",
    "secured with tuta", "gesichert mit tuta", "sécurisé avec tuta", "защищено tuta", "from xiaomi", "from huawei", "from samsung", "from oppo",
    "from honor", "из моего телефона", "с моего телефона", "из моего смартфона", "išsiųsta iš", "nosūtīts no", "saadetud minu",
    "poslato sa", "послато са", "адпраўлена з", "enviat des", "đã gửi từ", "được gửi từ", "dikirim dari", "נשלח מ", "envoyé par", "inviato da", "a telefonomról küldve",
];

/// Devices and programs: their name tells a long footer from a sentence.
#[rustfmt::skip]
pub(super) const DEVICES: &[&str] = &[
    "iphone", "ipad", "ipod", "android", "samsung", "galaxy", "blackberry", "windows", "outlook", "yahoo", "mail", "phone",
    "xperia", "oneplus", "oppo", "realme", "honor", "redmi", "poco", "pixel", "motorola", "lumia", "spark", "tuta", "superhuman", "gmail", "app",
    "airmail", "smartphone", "mobile", "nokia", "huawei", "xiaomi", "htc", "verizon", "t-mobile", "proton", "thunderbird", "телефон",
    "смартфон", "планшет", "почт", "okostelefon", "mobil", "handy", "tablet", "k-9", "gmx", "web.de", "macbook",
];

/// Words of footers that beg pardon for the typing.
#[rustfmt::skip]
pub(super) const SORRY: &[&str] = &[
    "typo", "brevity", "brief", "excuse", "forgive", "tipp", "rövid", "elírás", "elnézés", "опечат", "краткост", "kürze",
    "get the app", "in the app store", "google play", "fautes",
];

/// Words of which sentences are made that begin as footers do: "Sent from my iPhone this morning, worked fine."
#[rustfmt::skip]
pub(super) const TOLD: &[&str] = &[
    "this", "that", "yesterday", "today", "again", "worked", "works", "did", "didn't", "does", "doesn't", "is", "was", "were", "which", "because",
    "but", "so", "then", "nem", "ma", "tegnap", "ezért", "így", "volt", "hogy", "mert", "tehát", "не", "вчера", "сегодня", "было", "был", "поэтому",
    "снова", "опять", "уже", "потому", "что", "ging", "es", "nicht", "also", "ist", "war", "heute", "gestern", "weil", "hier", "donc", "était",
    "ayer", "porque", "pero",
];

/// Ends of such lines.
#[rustfmt::skip]
pub(super) const FOOTER_ENDS: &[&str] = &[
    "-omról küldve", "-emről küldve", "ról küldve", "ről küldve", "ból küldve", "ből küldve", "val küldve",
    "vel küldve", "dan gönderildi", "den gönderildi", "beszerzése", "letöltése", "gesendet", "傳送", " from mobile", " from my mobile",
];

/// Footers that also come in the middle of a line, where a client put all on one.
#[rustfmt::skip]
pub(super) const INLINE_FOOTERS: &[&str] = &[
    "sent from my ", "sent from samsung", "sent from mail for ", "sent from outlook", "sent from yahoo",
    "sent from iphone", "sent via the samsung", "get outlook for ", "küldve a samsung", "samsung mobilról küldve",
    "iphone-omról küldve", "elküldve az én samsung", "отправлено с iphone", "отправлено с моего",
    "отправлено со смартфона", "отправлено с samsung", "отправлено с устройства", "отправлено из мобильной",
    "отправлено из почты", "von meinem samsung", "von meinem iphone",
];

/// What stands under a letter on behalf of scanners.
#[rustfmt::skip]
pub(super) const SCANNERS: &[&str] = &[
    "virus-free", "this email has been checked for viruses", "this email is free from viruses", "avast",
    "vírusmentes", "vírusellenőr", "проверено на вирусы", "проверено на отсутствие вирусов", "без вирусов",
    "не содержит вирусов", "scanned by", "virenfrei", "garanti sans virus", "libre de virus",
];

/// Words for "you" among friends.
pub(super) const FRIENDLY: &[&str] =
    &["ты", "тебе", "тебя", "твой", "neked", "téged", "tied", "dir", "dich", "tobie", "ciebie", "tobě", "tebe"];

/// What stands alone above a legal paragraph.
#[rustfmt::skip]
pub(super) const HEADINGS: &[&str] = &[
    "disclaimer", "legal disclaimer", "legal", "confidentiality", "confidentiality notice", "important notice", "important", "haftungsausschluss",
    "aviso legal", "avis de confidentialité", "jogi nyilatkozat", "отказ от ответственности", "внимание", "notice",
];

/// How the news of old introduced what they answered.
#[rustfmt::skip]
pub(super) const NEWS: &[&str] = &[
    "wrote in message", "wrote in news", "schrieb im newsbeitrag", "schrieb in nachricht", "a écrit dans le message", "escribió en el mensaje",
    "ha scritto nel messaggio", "skrev i meddelandet", "schreef in bericht", "írta a következő hírüzenetben", "сообщил/сообщила в новостях",
];

/// Beginnings of legal paragraphs; any one of them is enough.
#[rustfmt::skip]
pub(super) const DISCLAIMERS: &[&str] = &[
    "this message has been scanned for viruses", "this email has been scanned for viruses", "recuerda tu compromiso con el medio ambiente",
    "su dirección de correo electrónico figura", "este mensaje se ha enviado en cumplimiento",
    "confidentiality notice", "confidentiality note", "legal notice", "legal disclaimer", "email disclaimer",
    "e-mail disclaimer", "disclaimer:", "privileged and confidential", "please consider the environment",
    "please think of the environment", "p please consider the environment", "kérjük, gondoljon a környezet", "kérem, gondoljon a környezet",
    "mielőtt kinyomtatná", "jogi nyilatkozat", "titoktartási nyilatkozat", "adatvédelmi nyilatkozat",
    "уведомление о конфиденциальности", "заявление о конфиденциальности", "пожалуйста, подумайте об экологии",
    "перед печатью", "haftungsausschluss", "hinweis zur vertraulichkeit", "you received this message because",
    "you are receiving this", "you're receiving this", "to unsubscribe from this", "to unsubscribe, ", "unsubscribe:",
    "to stop receiving emails from", "вы получили это сообщение", "чтобы отказаться от подписки", "ezt az üzenetet azért kapta",
    "kérjük, csak akkor nyomtassa", "kérem, csak akkor nyomtassa", "csak akkor nyomtassa", "kímélje a környezet",
    "óvja a környezet", "óvja környezet", "берегите природу", "pensez à l'environnement", "pensez à l’environnement",
    "bitte denken sie an die umwelt", "bitte prüfen sie, ob diese", "think before you print", "save a tree",
    "antes de imprimir", "prima di stampare", "zanim wydrukujesz",
    "azért kapta ezt", "leiratkozás", "sie erhalten diese", "sie haben diese nachricht erhalten", "vous recevez ce message",
    "vous avez reçu ce message", "has recibido este mensaje", "recebeu esta mensagem", "hai ricevuto questo messaggio",
    "otrzymujesz tę wiadomość", "do you yahoo!", "yahoo! groups links", "join the world’s largest e-mail service",
    "this message was sent using", "this mail was sent using", "this mail was sent through", "this email was sent using", "this mail sent through",
    "information from eset", "информация от eset", "информация eset", "informace od eset", "informácie od eset", "informacja programu eset", "hinweis von eset", "information provenant d'eset",
    "az eset mail security", "az eset endpoint", "get your free download of msn", "information in this email", "the information in this e",
];

/// What mail systems write above a letter from outside.
#[rustfmt::skip]
pub(super) const NOTICES: &[&str] = &[
    "caution: this email", "caution: this e-mail", "caution: external", "caution - external", "external email",
    "external sender", "external message", "warning: this email", "warning: this message", "this email originated from outside",
    "this message originated from outside", "this message was sent from outside", "you don't often get email from",
    "some people who received this message don't often get", "figyelem! külső", "figyelem: külső", "külső feladó",
    "внимание! внешн", "внимание: внешн", "внимание! это письмо", "вы редко получаете", "achtung: externe", "externe e-mail",
    "this message is from an external", "this email is from an external", "this e-mail is from an external",
    "this message came from outside", "this email came from outside", "this email comes from outside",
    "this is an external", "external: do not", "external*: do not", "external e-mail", "внешнее письмо",
    "внешний отправитель", "külső e-mail", "külső levél", "externer absender", "expéditeur externe",
    "vous n'obtenez pas souvent", "non si ricevono spesso",
    "ön nem gyakran kap", "sie erhalten nicht oft",
];

/// What mail systems write above a letter in brackets or capitals, alone on a line.
#[rustfmt::skip]
pub(super) const TAGS: &[&str] = &[
    "ext", "external", "external email", "external e-mail", "external mail", "external message", "external sender", "extern",
    "externe", "externe e-mail", "externe mail", "externe nachricht", "külső", "külső levél", "külső e-mail", "külső üzenet", "külső feladó", "внешнее",
    "внешнее письмо", "внешняя почта", "внешний", "внешний отправитель", "mail externe", "courriel externe", "correo externo",
    "externo", "esterno", "mail esterna", "zewnętrzny", "caution: external", "warning: external", "externí",
];

/// Words with which a mail system calls for care.
#[rustfmt::skip]
pub(super) const ALERTS: &[&str] = &[
    "caution", "warning", "attention", "figyelem", "внимание", "achtung", "vorsicht", "uwaga", "atención", "attenzione", "vigyázat",
    "óvatosan", "осторожно", "предупреждение", "увага", "pozor", "upozorn", "atenție", "atentie", "atenção", "avertissement", "aviso",
    "advertencia", "avviso", "warnung", "waarschuwing", "let op", "varning", "advarsel", "dikkat", "ostrzeżenie", "huomio", "varoitus",
];

/// Words for what came from elsewhere, and for what it is; such a notice holds one of each.
#[rustfmt::skip]
pub(super) const OUTSIDE: &[&str] = &[
    "extern", "outside", "külső", "kívülről", "внешн", "извне", "зовнішн", "ззовні", "zewnętrzn", "zewnątrz", "estern", "außerhalb", "extérieur",
    "exterior", "fuera de", "vnější", "zvenku", "utanför", "eksterne", "ekstern", "ulkopuol", "dışın", "dışarı", "buiten de", "outra organiza",
];
#[rustfmt::skip]
pub(super) const SENT: &[&str] = &[
    "mail", "message", "sender", "levél", "üzenet", "feladó", "письмо", "сообщени", "отправител", "nachricht", "absender",
    "expéditeur", "mensaje", "remitente", "messaggio", "mittente", "wiadomoś", "nadawc", "correo", "correio", "mensagem", "remetente", "courriel",
    "bericht", "afzender", "meddeland", "avsändar", "avsender", "zpráv", "odesílatel", "správ", "mesaj", "ileti", "viesti", "лист", "відправник",
];

/// Words without which no paragraph is a legal one.
#[rustfmt::skip]
pub(super) const LEGAL_MARKS: &[&str] = &[
    "confiden", "privileg", "intended", "bizalmas", "címzett", "jogosul", "конфиденц", "предназнач", "адресат", "vertraulich",
    "riservat", "poufn", "vertrouwelijk", "geadresseerde", "důvěrn", "dôvern", "adresát", "konfidentiel", "fortrolig", "mottagare",
    "destinatar", "destinatair", "destinată", "luottamuksel", "gizli", "конфіденц", "призначен", "поверител", "adresat", "εμπιστευτικ",
];

/// Words of legal paragraphs; two different ones are enough where the first stands near the beginning.
#[rustfmt::skip]
pub(super) const LEGAL: &[&str] = &[
    "this e-mail", "this email", "this message", "this communication", "the information contained",
    "the contents of this", "confidential", "intended recipient", "intended solely", "intended only", "privileged",
    "ez az e-mail", "ezen e-mail", "ez az üzenet", "ezen üzenet", "jelen üzenet", "jelen e-mail", "a jelen levél",
    "bizalmas", "címzettje", "kizárólag a címzett", "jogosulatlan", "данное сообщение", "это сообщение",
    "настоящее сообщение", "данное письмо", "это письмо", "настоящее письмо", "информация, содержащаяся",
    "конфиденциальн", "предназначен", "адресат", "diese e-mail", "diese nachricht", "vertraulich", "ce message",
    "confidentiel", "este mensaje", "este correo", "confidencial", "questo messaggio", "riservat", "ta wiadomość",
    "poufn", "niniejsza wiadomość", "przeznaczon", "dit bericht", "deze e-mail", "vertrouwelijk", "geadresseerde", "tato zpráva",
    "tento e-mail", "důvěrn", "určen", "táto správa", "dôvern", "elektronikus levél", "elektronikus üzenet",
    "электронное сообщение", "электронное письмо", "це повідомлення", "цей лист", "конфіденційн", "призначен",
    "това съобщение", "поверителн", "denna e-post", "detta meddelande", "konfidentiell", "avsedd", "denne e-mail",
    "denne e-post", "denne meddelelse", "fortrolig", "această comunicare", "acest mesaj", "acest e-mail",
    "confidențial", "destinatar", "destinatair", "destinată", "esta mensagem", "este e-mail", "tämä viesti", "luottamuksellis", "bu e-posta",
    "bu mesaj", "gizli",
];

/// Reply and forward prefixes of subjects, without their colon.
#[rustfmt::skip]
pub(super) const PREFIXES: &[&str] = &[
    "re", "fw", "fwd", "aw", "wg", "sv", "vs", "vá", "va", "válasz", "tov", "továbbítás", "továbbítva", "отв",
    "ответ", "ha", "на", "пересл", "пер", "re-", "rif", "r", "i", "odp", "pd", "res", "enc", "rv", "tr", "antw",
    "doorst", "vl", "ynt", "автоответ", "auto",
];

/// Subjects that machines write; a weak sign only.
#[rustfmt::skip]
pub(super) const AUTO_SUBJECTS: &[&str] = &[
    "automatic reply", "out of office", "auto:", "auto-reply", "autoreply", "automatikus válasz", "házon kívül",
    "szabadságon", "автоответ", "автоматический ответ", "отсутствие", "нет на рабочем месте", "abwesenheit",
    "automatische antwort", "réponse automatique", "respuesta automática", "undeliverable",
    "delivery status notification", "mail delivery failed", "returned mail",
];
