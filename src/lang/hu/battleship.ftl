# A Torpedó (Морской бой) mondatai. $manner: a válaszok stílusa vagy a hiba fajtája.
battleship-title = Torpedó
battleship-howto = a lövés <oszlop><sor>, több lövés közé szóköz kerül; a flotta a „felrakom” szó, alatta soronként a rajz.

## Ami történt
battleship-played = { $me ->
    [yes] Lőttél.
   *[no] { $seat } lőtt.
 }
battleship-placed = { $me ->
    [yes] A flottád áll.{ $manner ->
        [waits] { " " }Amíg a másik is fel nem áll, az „átrakom” szóval küldhetsz helyette újat.
       *[other] { "" }
    }
   *[no] { $seat } felrakta a flottáját.
 }
battleship-replaced = { $me ->
    [yes] Az új flottád áll.
   *[no] { $seat } átrakta a flottáját.
 }
battleship-begun = Mindkét flotta áll, kezdődik a lövöldözés. { $me ->
    [yes] Tied az első lövés.
   *[no] Az első lövés joga: { $first }.
 }
battleship-miss = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Nem talált!
 }
battleship-hit = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Talált!
 }
battleship-sunk = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Talált, süllyedt!
 } A hajó: { battleship-ship }.
battleship-ship = { $size ->
    [1] torpedónaszád
    [2] romboló
    [3] cirkáló
    [4] csatahajó
   *[5] repülőgép-hordozó
 }
battleship-not-fired = { $manner ->
    [end] Minden hajó elsüllyedt, ezért ezek a lövések elmaradtak: { $cells }.
   *[miss] A mellélövés után ezek a lövések elmaradtak: { $cells }.
 }
battleship-last-turn = { $me ->
    [yes] Az egész flottád elsüllyedt. Még egy utolsó köröd van: ha mindent elsüllyesztesz benne, a játszma döntetlen.
   *[no] { $seat } egész flottája elsüllyedt. Még egy utolsó kör jár neki: ha mindent elsüllyeszt benne, a játszma döntetlen.
 }
battleship-reason-sunk = Az ellenfél egész flottája elsüllyedt. A győztes: { $winner }.
battleship-reason-equalised = Mindkét flotta elsüllyedt: az utolsó kör egyenlített.

## A kép
battleship-field = { $me ->
    [yes] A te meződ
   *[no] Mező: { $seat }
 }
battleship-screen = Lövések ide: { $seat }
battleship-legend = X talált, # süllyedt, . mellé, ~ még nem érte lövés{ $manner ->
    [water] , - víz elsüllyedt hajó körül
   *[plain] {""}
 }{ $whole ->
    [0] {""}
   *[1] , 1-5 ép hajórész
 }.
battleship-afloat = { $ships ->
    [0] { $seat }: egy hajó sincs már a vízen.
   *[other] { $seat }, hajók a vízen (darab x hossz): { $fleet }.
 }
battleship-standing = { $me ->
    [yes] A flottád áll.
   *[no] { $seat } már felrakta a flottáját.
 }
battleship-awaited = { $me ->
    [yes] A flottádat még fel kell raknod.
   *[no] { $seat } flottája még hiányzik.
 }
battleship-need = A flotta (darab x hossz): { $fleet }.

## Elutasítások
battleship-not-placed = { $me ->
    [yes] Lőni még nem lehet: előbb rakd fel a saját flottádat.
   *[no] Lőni még nem lehet: { $seat } flottája még hiányzik.
 }
battleship-locked = { $manner ->
    [begun] Mindkét flotta áll, és elkezdődött a lövöldözés; a hajókat már nem lehet átrakni.
   *[stands] A flottád már áll. Ha mást szeretnél helyette, a „felrakom” helyett írd azt, hogy „átrakom”.
 }
battleship-repeat = { $manner ->
    [ship] Ez a hajó önmagát keresztezné: { $ship }. Mező: { $cell }.
    [twice] Kétszer szerepel a felsorolásodban: { $cells }. Egy lövés sem dördült el.
   *[shot] Ide már lőttél: { $cells }. Egy lövés sem dördült el.
 }
battleship-off-board = Nincs a táblán: { $cells }. A tábla első mezője { $from }, az utolsó { $last }. Egy lövés sem dördült el.
battleship-letter = { $manner ->
    [twin] Ennek a mezőnek a betűje más ábécéből való, mint a tábláé: { $cell }. Ezt jelentheti: { $readings }. Írd, kérlek, a tábla betűjével.
   *[outside] Ilyen betűjű oszlop nincs a táblán: { $cell }.
 }
battleship-too-many = Itt egy körben egy lövés jár, a felsorolásodban { $count } van. Egy lövés sem dördült el.
battleship-size = { $manner ->
    [cells] A rajz minden sorában { $size } mező kell. A rossz sor száma { $row }, benne { $cells } mező van.
   *[rows] A rajzban { $size } sor kell, a tiédben { $rows } van.
 }
battleship-char = { $manner ->
    [label] Ez a számjegy nem a hajója hossza: { $sign }. A hajó hossza { $size }, mezők: { $cells }.
   *[unknown] Ez a jel se nem hajó, se nem víz: { $sign }. Mezők: { $cells }. A hajó jele # vagy X, a vízé pont.
 }
battleship-row = { $manner ->
    [number] A rajz sorai közt egy szám nem a helyén áll: { $text }. Ott ennek kellene állnia: { $row }.
   *[cells] Ilyen sor nincs: { $cells }. Az utolsó sor száma { $last }.
 }
battleship-syntax = Ez nem hajó: „{ $text }”. A hajót a mezője, vagy kötőjellel az első és az utolsó mezője adja meg.
battleship-diagonal = Nincs egy vonalban a két vége: { $ship }.
battleship-overlap = Két hajó fekszik ugyanott: { $cells }.
battleship-corner-touch = A hajók a sarkukkal érintkeznek: { $cells }.
battleship-shape-or-side-touch = { $manner ->
    [side] A hajók az oldalukkal érintkeznek: { $cells }.
   *[shape] Ez nem megengedett hajó: { $cells }. Vagy meghajlik, vagy két hajó fekszik egymás mellett.
 }
battleship-too-long = Túl hosszú a hajó: { $cells }. A hossza { $size }, pedig a leghosszabb itt { $longest }.
battleship-fleet = { $count ->
    [0] Nincs egy hajó sem. A flotta (darab x hossz): { $need }.
   *[other] Nem ezek a hajók kellenek. A tieid (darab x hossz): { $have }. Kell: { $need }.
 }
battleship-fleet-does-not-fit = Ez a flotta nem fér el a táblán: { $detail }.
battleship-alphabet-too-short = A { $value } ábécé betűi nem elegek, ennyi oszlop van: { $detail }.
battleship-expect-cell = egy mező (betű és szám)
battleship-expect-row = a sor száma
battleship-expect-place = egy szó, amely flottát rak fel
battleship-expect-fleet = a flotta rajza, a hajók felsorolása vagy a „véletlen” szó
battleship-expect-end = a sor vége

## Súgó
battleship-help =
    Torpedó. Mindkét játékos elrejt egy flottát a tábláján, aztán felváltva lőnek egymás mezőire. Aki előbb elsüllyeszti az ellenfél egész flottáját, nyer.
    A szokásos flotta a 10 soros és 10 oszlopos táblán: egy csatahajó (négy mező), két cirkáló (három), három romboló (kettő), négy torpedónaszád (egy). A hajók egyenesek, és még a sarkukkal sem érintkezhetnek. (A beállítások ezt megváltoztathatják.)

    Felrakás. Írd le azt a szót, hogy „felrakom”, alatta pedig rajzold le a táblát, legfelül az 1. sorral: a hajó jele # vagy X, a vízé pont. A jelek közt lehet szóköz, fölöttük a betűk sora, a sorok elején a számuk. Hajó helyett 1 és 5 közötti számjegy is állhat, ez a hajó hossza legyen.
    Vagy a „felrakom” után sorold fel a hajókat: mindegyiknek az első és az utolsó mezője kötőjellel, a hajók közt pontosvessző. A hajlított hajót a sarkaival írd: eleje, sarok, vége.
    Vagy írd azt, hogy „felrakom véletlen”, és a flottádat a véletlen rakja fel.
    A flottádat rajtad kívül senki nem látja.
    Amíg nem áll mindkét flotta, a tiédet kicserélheted: „átrakom”, és utána az új.

    Lövés. Írd le a mezőt: az oszlop betűjét és a sor felülről számított számát. Találat után újra lőhetsz, ezért egy levélben több mezőt is felsorolhatsz, köztük szóközzel: sorban eldördülnek az első mellélövésig, és a levél megmondja, melyik lövés maradt el.
    A válaszok: nem talált (víz), talált (hajó, de még nem az egész), talált, süllyedt (a hajó utolsó mezője).

    A kép. Bal oldalon a te meződ az ellenfél lövéseivel, jobb oldalon az, amit az ellenfélről tudsz. X a találat, # az elsüllyedt hajó, pont a mellélövés, kötőjel a víz egy elsüllyedt hajó körül, ahol semmi sem lehet. A számjegyek a te hajóid, a hosszuk szerint, ahol nem érte őket találat.

    Beállítások: size (3–15), fleet (classic, big vagy öt szám az ötös hajóktól lefelé), touch (none vagy corner), bent (none, vagy G, square, zigzag), turns (until-miss vagy alternate), alphabet, az oszlopok betűi (lat, ru, ru-yo, республика, снегурочка), style (a válaszok orosz szavai), last_shot (yes: a második játékosnak jár egy utolsó kör, amelyben döntetlent érhet el), first (1, 2, random).
