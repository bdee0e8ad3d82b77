## What happened
played = { $me ->
    [yes] A lépésed a táblán van: { $turn }.
   *[no] { $seat } lépése: { $turn }.
 }
resigned = { $me ->
    [yes] Feladtad a játszmát.
   *[no] { $seat } feladta a játszmát.
 }
draw-offered = { $me ->
    [yes] Döntetlent ajánlottál.
   *[no] { $seat } döntetlent ajánl. Válaszolj így: elfogadom vagy nem fogadom el. Ha lépsz, azzal is elutasítod.
 }
undo-asked = { $me ->
    [yes] Kérted, hogy visszavehesd az utolsó lépésedet.
   *[no] { $seat } szeretné visszavenni az utolsó lépését. Válaszolj így: elfogadom vagy nem fogadom el. Ha lépsz, azzal is elutasítod.
 }
declined = { $offer ->
    [draw] { $me ->
        [yes] Elutasítottad a döntetlent.
       *[no] { $seat } elutasítja a döntetlent.
     }
   *[undo] { $me ->
        [yes] Elutasítottad a lépés visszavételét.
       *[no] { $seat } elutasítja a lépés visszavételét.
     }
 }
draw-agreed = { $me ->
    [yes] Elfogadtad a döntetlent.
   *[no] { $seat } elfogadja a döntetlent.
 }
undone = { $me ->
    [yes] Az utolsó lépésed visszavonva. { $ply ->
        [0] A tábla ismét a kezdőállásban van.
        [one] A táblán { $ply } lépés utáni állás van.
       *[other] A táblán { $ply } lépés utáni állás van.
     }
   *[no] { $seat } utolsó lépése visszavonva. { $ply ->
        [0] A tábla ismét a kezdőállásban van.
        [one] A táblán { $ply } lépés utáni állás van.
       *[other] A táblán { $ply } lépés utáni állás van.
     }
 }
board-at = { $ply ->
    [0] A kezdőállás:
    [one] A tábla { $ply } lépés után:
   *[other] A tábla { $ply } lépés után:
 }
lang-changed = Mostantól magyarul kapod ennek a játszmának a leveleit.
said = Az üzeneted továbbítva. Címzett: { $seat }.
new-key = A válaszcímed megváltozott. Erre a levélre válaszolj; a régebbiek már nem érvényesek.
opened = Új játszma kezdődik. Az ellenfeled: { $seat }.
opened-alone = Új játszma kezdődik.
passed = { $me ->
    [yes] Nincs szabályos lépésed, ezért most kimaradsz.
   *[no] { $seat } nem tud szabályosan lépni, ezért most kimarad.
 }

## Refusals
over = Ez a játszma már véget ért, nem lehet rajta változtatni.
not-your-turn = Most nem te következel. Akire várunk: { $seat }. Semmi sem változott.
already = Ezt a lépésedet már rögzítettük: { $turn }. Nem kell újra elküldened.
old-board = A leveled egy régi állásra válaszol, a játszma azóta továbbhaladt. Semmi sem változott. Itt a mostani tábla.
two-moves = Egynél több lépést találtam a leveledben. Csak egyet lehet megtenni, és nem találgatok.
offer-stands = { $offer ->
    [draw] Már ajánlottál döntetlent, még nem jött rá válasz.
   *[undo] Már kérted a lépés visszavételét, még nem jött rá válasz.
 }
nothing-to-undo = Még nincs olyan lépésed, amelyet vissza lehetne venni.
alone = Itt egyedül játszol, ezt nincs kinek mondani.
no-undo = Ebben a játékban semmit sem lehet visszavenni: amit egyszer elárultak, azt nem lehet elfelejteni.
no-offer = Nincs olyan ajánlat, amelyre válaszolhatnál.
no-such-ply = Nincs { $ply } lépés utáni tábla; ebben a játszmában eddig { $last } lépés történt.
unknown-lang = Ezt olvastam: „{ $text }”, de csak ezeket a nyelveket ismerem: en (English), hu (magyar), ru (русский). Nyelvet váltani például így lehet: nyelv ru.
not-admin = Levélben csak a gazda indíthat játszmát, a bejegyzett címéről.
bad-code = A megerősítő kód nem érvényes: már felhasználták vagy elírás van benne. Semmi sem változott.
no-command = Nem találtam a leveledben sem lépést, sem parancsot, ezért semmi sem változott.
no-such-game = Nincs ilyen számú játszmád: { $game }.
internal = A játékvezető hibázott, a leveledet megőrizte a gazdának. Semmi sem változott.
too-big = A leveled túl nagy, nem olvastam el. Kérlek, csak a lépésedet küldd, melléklet nélkül.
unreadable = Ezt a sort nem tudom lépésként olvasni:
unreadable-expected = A jelnél ezt vártam: { $expected }.
unreadable-other = A jelnél valami mást vártam.
perhaps-a-move = Nem találtam a leveledben sem lépést, sem parancsot, ezért semmi sem változott. Ami egy mondatban csak mező vagy szám, azt nem veszem lépésnek, mert bármi lehet.
choose = Kérlek, csak azt küldd el, amelyikre gondolsz, külön sorban:
near-moves = Hozzá hasonló szabályos lépések:
odd-letter = „{ $sign }”: { $script } betű ({ $code }), így olvastam: „{ $other }” ({ $as }).
odd-sign = „{ $sign }”: { $script } jel ({ $code }).
script-latin = latin
script-cyrillic = cirill
script-greek = görög
script-other = különleges
unreachable = Visszajönnek a levelek, amelyeknek { $seat } a címzettje: a címe most nem fogadja őket. Lehet, hogy egy ideig nem jön válasz; a szerver gazdája tud róla.

## Whose turn
to-act-you = Te következel.
to-act-other = Aki következik: { $seat }.
to-act-both = Most mindkét játékos következik.
over-won = { $me ->
    [yes] Megnyerted a játszmát!
   *[no] A játszma nyertese: { $seat }.
 }
over-lost = A játszma elveszett.
over-drawn = A játszma döntetlen.
reason-resigned = A játszma feladással ért véget.
reason-agreed = A játékosok megegyeztek a döntetlenben.

## The frame of a letter
how-to-reply = Ha lépni szeretnél, válaszolj erre a levélre, és a lépésedet írd legfelülre, külön sorba.
how-to-howto = Jelölés: { $howto }.
commands-now = Külön sorba írva ezeket is érti a szerver: { $commands }.
command-say = üzenet és utána néhány szó az ellenfélnek
read-heading = Ezt olvastam a leveledben:
read-line = { $line } = { $meaning }
read-foreign = { $line } = { $meaning } (a jelölés nyelve: { $language })
ignored-heading = { $count ->
    [one] Egy sor nem volt parancs, ezt félretettem:
   *[other] { $count } sor nem volt parancs, ezeket félretettem:
 }
ignored-quote = { $count ->
    [one] Az idézett szövegből vagy aláírásból egy sort nem olvastam el.
   *[other] Az idézett szövegből és az aláírásból { $count } sort nem olvastam el.
 }
language-en = angol
language-hu = magyar
language-ru = orosz
chat = { $seat } üzenete:
retold = A játszma korábbi levelei elakadtak. Ez állt bennük, a legrégebbivel kezdve:
footer-game = { $number }. számú játszma: { $title }, { $players }
and-more = … és még { $count }
button-resign = feladom
button-draw = döntetlent ajánlok
button-undo = visszavonom
button-show = mutasd a táblát
button-help = súgó
button-accept = elfogadom
button-decline = nem fogadom el
button-confirm = megerősítem

## Confirmations
confirm-resign = Fel szeretnéd adni a játszmát. Hogy ezt senki más ne tehesse meg a nevedben, kérlek, erősítsd meg: válaszolj erre a levélre, és ezt a sort írd legfelülre:
confirm-doubtful-token = Levél érkezett a válaszcímedre, de nem a bejegyzett címedről. Ez áll benne:
confirm-doubtful-from = Levél érkezett a címedről, de semmi sem bizonyítja, hogy te írtad: hiányzik belőle a játszma titkos válaszcíme, vagy a levelezőszerver kételkedik a feladójában. Ez áll benne:
confirm-secret = (egy felrakás; itt nem látható)
confirm-doubtful-do = Ha te írtad, válaszolj erre a levélre, és ezt a sort írd legfelülre. Ha nem te írtad, nincs teendőd.

## Another address
address-unfit = Erre a címre nem mehet levél: { $address }. Vagy nem cím, vagy ezé a szerveré, vagy egy levelezőrendszeré. Semmi sem változott.
address-same = A leveleid már most is erre a címre mennek: { $address }.
address-confirm-old = Azt kérted, hogy a leveleid mostantól erre a címre menjenek: { $address }. Hogy ezt senki más ne tehesse meg a nevedben, kérlek, erősítsd meg: válaszolj erre a levélre, és ezt a sort írd legfelülre. Utána az új címre is kapsz egy levelet, ott is meg kell erősítened.
address-halfway = Köszönöm. Most ment egy levél az új címre: { $address }. Kérlek, ott is erősítsd meg; addig minden a régiben marad.
address-confirm-new = Azt kérted, hogy a szerver levelei erre a címre jöjjenek: { $address }. Kérlek, erősítsd meg: válaszolj erre a levélre, és ezt a sort írd legfelülre. Ha nem tudsz erről, nincs teendőd.
address-gone = A leveleid mostantól erre a címre mennek: { $address }. Ami innen jön, azt már nem tekintjük a tiédnek. Ha ezt nem te akartad, szólj a szerver gazdájának.
address-changed = A leveleid mostantól erre a címre jönnek. A régebbi levelek válaszcímei már nem érvényesek; a legutóbbira válaszolj.

## Lists
games-heading = A folyamatban lévő játszmáid:
games-none = Nincs folyamatban lévő játszmád.
games-line = { $number }. számú: { $title }, { $players } – { $state }
state-your-turn = te következel
state-other-turn = akire várunk: { $seat }
other-game-note = Ez a levél egy másik játszmáé, száma: { $number }. Amit erre válaszolsz, ott számít lépésnek.
other-game-sent = A kért tábla külön levélben jön, a saját játszmájáéban; a játszma száma: { $number }.
other-game = { $number }. számú játszma: { $title }, { $players }

## Help
help-topics = A súgó lapjai: { $topics }. Írd azt, hogy súgó, és utána az egyik szót.
help-general =
    A szerver azokat a sorokat olvassa, amelyeket az idézett levél fölé írsz. Egy sor csak akkor parancs, ha az egész sor az; a köszönés és más szavak nem ártanak. Ha egyik sor sem lépés, a mondatban álló lépést is megteszi, ha az nem lehet más: egyetlen szó, amely több néhány betűnél és a mögöttük álló számnál, vagy a játék egyik szava a hozzá tartozó mezőkkel. Ha több is van, visszakérdez, és egyiket sem játssza meg. Ami egy mondatban csak mező, szám, időpont, dátum vagy cím, azt sohasem játssza meg; ha lépés is lehetne, visszakérdez.
    Ha egy sorba csak egy lépést írsz, a szerver megteszi. A feladom szóval adhatod fel a játszmát (ezt meg kell erősítened). A döntetlen szó döntetlent ajánl, a visszavonom az utolsó lépésed visszavételét kéri; az ellenfél így válaszol: elfogadom vagy nem fogadom el.
    A mutasd újra elküldi a táblát, a mutasd #5 az öt lépés utánit, a mutasd 12 egy másik játszmádét. A játszmáim felsorolja a játszmáidat. A nyelv en, nyelv hu vagy nyelv ru megváltoztatja a nyelvet. A címem szó és mögötte egy új cím oda kéri a leveleidet; ezt mindkét címen meg kell erősítened. Az üzenet után írt szavakat az ellenfeled kapja meg. Az új válaszcím szava: újkulcs. A vége szónál abbamarad az olvasás.
    Minden szót angolul, magyarul és oroszul is ért a szerver.
help-unknown = Nincs ilyen lap a súgóban: „{ $topic }”.
topic-commands = parancsok
topic-options = beállítások
topic-coordinates = mezők
help-commands = Mit lehet a levél egy sorába írni, nyelvtanként leírva (ABNF, RFC 5234):
help-options = Hogyan indul egy játszma, és milyen beállításai vannak, nyelvtanként leírva (ABNF, RFC 5234):
help-coordinates = Hogyan kell a mezőket írni, nyelvtanként leírva (ABNF, RFC 5234):
help-keys = Beállítások: { $options }.

## Strangers and admins
stranger =
    Ez itt { $server }, levelezős társasjáték-szerver. A címedet nem ismerjük, vagy a leveledből nem derült ki, melyik játszmához tartozik, ezért semmi sem történt.
    Ha itt játszol, a játszmádról kapott legutóbbi levélre válaszolj. Ha játszani szeretnél, kérd meg a szerver gazdáját, hogy indítson neked játszmát.
no-game = Most nincs itt folyamatban lévő játszmád. Ha játszani szeretnél, kérd meg a szerver gazdáját, hogy indítson neked játszmát.
which-game = Több játszmád is van itt, és a leveledből nem derül ki, melyikről szól. Kérlek, annak a játszmának a legutóbbi levelére válaszolj.
start-confirm = Új játszmát kértél:
start-confirm-do = Az indításhoz válaszolj erre a levélre, és ezt a sort írd legfelülre. Egyszer használható.
started = A játszma elindult, a száma: { $number }.
start-failed = A játszma nem indítható: { $why }
admin-shunted = Félretett levél, száma: { $letter }. { $why ->
    [no-letter] Ez nem levél: nincsenek fejlécmezői.
    [sender] Nem pontosan egy feladója van.
    [gone] A játszmája nincs meg.
    [stopped] A játszmája le van állítva.
    [replay] Olyan szavak vannak benne, amelyek a naplóban titkok helyén állnak, ezért a napló nem lenne újrajátszható.
    [damaged] Ő maga vagy játszmájának egyik levele az adatbázis sérült részén áll. A játszma többi levele is félre lesz téve; újabb értesítés egy nap múlva jön, vagy amint egy másik játszma is érintett.
   *[broken] Háromszor sem sikerült elolvasni.
 } A félretett levelek listája: boardpost letters --shunted
admin-stopped = A játszma leállt, mert a naplója nem játszható újra. Száma: { $game }, oka: { $why }
admin-login = A levelezőszerver nem fogadja el a belépést: { $why }
admin-helper = A levelezőszerver jelszavát vagy tokenjét adó parancs hibával állt le: { $why }
admin-password = A levelezőszerver jelszava nem olvasható: { $why }
admin-out = { $kind ->
    [helper] A kimenő levelek jelszavát vagy tokenjét adó parancs hibával állt le
    [password] A kimenő levelek jelszavát nem lehetett elolvasni
   *[login] A levelezőszerver nem fogadta el a belépést a kimenő leveleknél
 }: { $why }. A levelek vártak, velük ez is, amíg újra nem működött.
admin-inbox = A postafiók nem olvasható: { $why }
admin-store = Az adatbázis nem használható: { $why }
admin-dead = Egy levelet nem lehetett kézbesíteni, és feladtuk. Cím: { $address }, oka: { $why }
admin-bounced = A levelek visszajönnek erről a címről: { $address }, oka: { $why }. A címet megjelöltük, és szóltunk azoknak, akik onnan várnak választ.
admin-breaker = Egy órán belül több olyan válasz készült, amelyet nem elfogadott lépés okozott, mint a megengedett { $limit }: lehet, hogy valami önmagával levelez. A lépések megtörténnek, a többi válasz visszatartva vár. Megnézni: boardpost outbox. Elküldeni: boardpost outbox --release

## Options
option-unknown = Nincs ilyen beállítás: { $key }{ $nearest ->
    [no-near] .
   *[other] ; a legközelebbi ismert: { $nearest }.
 } Az ismertek: { $known }.
option-value = A beállítás ({ $key }) értéke nem lehet ez: { $value }; megengedett: { $allowed }{ $nearest ->
    [no-near] .
   *[other] ; a legközelebbi: { $nearest }.
 }
option-conflict = A beállítás nem használható: { $key }={ $value }. Oka: { $detail }
option-repeated = A beállítás kétszer szerepel: { $key }.
game-unknown = Nincs ilyen játék: { $game }{ $nearest ->
    [no-near] .
   *[other] ; a legközelebbi ismert: { $nearest }.
 } Az ismertek: { $known }.
players-count = Ennél a játéknál ({ $game }) a játékosok száma { $wanted }, a megnevezetteké pedig { $given }.
player-unknown = Nincs ilyen becenevű játékos: { $player }{ $nearest ->
    [no-near] .
   *[other] ; a legközelebbi ismert: { $nearest }.
 } Írj inkább címet, például: Anna <anna@example.org>:hu
player-address = Erre a címre nem mehet levél: { $player }.
player-missing = Hiányzik egy játékos: írj becenevet vagy címet, például: anna@example.org.
player-language = { $code ->
    [no-code] Nincs nyelv a kettőspont után ennél:
   *[other] Nincs ilyen nyelv: { $code }, ennél:
 } { $player }. Az ismert nyelvek: { $known }.
player-own = Ez a szerver vagy egy levelezőrendszer címe, nem játszhat: { $player }.
player-twice = A két játékosnak ugyanaz a címe: { $player }.
start-over = Ebben a kezdőállásban már nincs mit játszani.
start-usage = Írd így: indítás JÁTÉK JÁTÉKOS JÁTÉKOS és beállítások, például: indítás thoughtwave anna@example.org bela@example.org size=8

## The line protocol of `play`
play-usage = Írd ezek egyikét: 1 SZÖVEG, 2 SZÖVEG, legal 1, perft MÉLYSÉG, show 1|2|public|all, state, dump, undo, lang en|hu|ru, quit.
play-nothing = Nincs visszavehető lépés.
play-unlisted = Ebben az állásban a szabályos lépéseket nem lehet felsorolni.
play-unreadable = { $place }. jel: ide ez kellene: { $expected }.
play-unreadable-other = { $place }. jel: innen nem olvasható.
play-not-here = Itt csak lépést lehet megtenni, és ezeket: feladom, döntetlen, elfogadom, nem fogadom el, visszavonom.
problem-unparsable = Ez nem levél: nincsenek fejlécmezői.
expect-command = parancsszó
expect-argument = ami a parancshoz tartozik
expect-game = egy játék neve
