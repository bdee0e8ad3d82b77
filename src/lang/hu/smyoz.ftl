# SMYOZ, a Hennyey-féle torpedó

smyoz-title = SMYOZ (Hennyey-torpedó)
smyoz-help =
    SMYOZ, Hennyey Zoltán torpedója

    A 9x9-es tábla oszlopai 10-től 90-ig, sorai felülről 1-től 9-ig: az 50,6
    mező rövidebben 56. A flotta 10 hajó: egy alfa (a, 4 mező), két béta
    (b, 3), három gamma (g, 2) és négy delta (d, 1).

    Felrakás: felrakom, alatta kilenc sor az a b g d . jelekkel; vagy lista:
    felrakom a 68-98; b 33-53; d 21 13; vagy felrakom véletlen. Amíg nem áll
    mindkét flotta, átrakom szóval cserélhető.
    Sarok-szabály: hajók és hajósarkok nem érintkezhetnek. Csúcs-szabály:
    szemben álló hajócsúcsok (rövid oldalak; a delta minden oldala) között
    legalább két vízmező van. Kikötési szabály: a táblaszélt csak csúcs
    érintheti, a tábla sarka víz. Centrum-szabály: azonos típusú hajók
    középpontja nem lehet egy sorban vagy oszlopban. Oldal-szabály: párhuzamos
    hajók között két vízmező kell, ha átfedésük egy mezőnél hosszabb.

    Fejléc: a vízvonalak (csupa víz sorok és oszlopok) száma, a szigetek
    (összefüggő vízpontok) nagysága, a kikötött hajók száma. Bal szélen a
    hajók kódjai: az első jegy azt számolja, hány mező sorában vagy oszlopában
    van mindkét oldalon másik hajó, a második azt, hányéban nincs egyik oldalon
    sem. A kód végén p: párhuzamos az alfával, m: merőleges rá.

    Lövés: a lépés jele, aztán a mezők: A 56 43 72, vagy soronként 50,6 A.
    Az O (origó) egy mező, csak első lépésnek; A B C legfeljebb három, D E Z
    legfeljebb két mező, mindegyik egyszer: legfeljebb 7 lépés, 16 mező. A
    válaszok együtt jönnek, a mezők sorrendje nélkül.
    Megfejtés: megfejtés, alatta a kilenc sor vagy a lista. A hibás megfejtés
    egy lépésnek számít, a harmadik feladás. A megállok abbahagyja a keresést.

    Beállítások: mode=duel, problem vagy puzzle; info=none, header, codes vagy
    directions; origo=closed vagy open; delta_tips=yes vagy no; strict=no vagy
    yes (D, E, Z csak hajóra); hints=no vagy yes; grade=easy, medium vagy hard
smyoz-howto = a lépés jele, majd a mezők oszlop- és sorszámjegye; vagy felrakom, megfejtés és alatta a rajz, vagy megállok

# Mi történt
smyoz-placed = { $me ->
    [yes] A flottád áll.{ $manner ->
        [waits] { " " }Amíg a másik is fel nem áll, az „átrakom” szóval küldhetsz helyette újat.
       *[other] { "" }
    }
   *[no] A flotta áll: { $seat }.
 }
smyoz-header = A fejléc ({ $of }): vízvonalak: { $waterlines }; szigetek: { $islands }; kikötött hajók: { $docked }.
smyoz-codes = A kódok ({ $of }): alfa { $a }; béta { $b }; gamma { $g }; delta { $d }.
smyoz-answer = { $step_ ->
    [O] A válasz: O = { $answer_ }; hajók: { $ships }; szigetek: { $islands }.
   *[other] { $answer_ ->
        [spoiled] A lépés ({ $step_ }) hibás: nem minden mezője hajómező, adat nem jár érte.
       *[other] A válasz: { $step_ } = { $answer_ }.
     }
 }
smyoz-right = A megfejtés helyes!
smyoz-wrong = A megfejtés hibás.
smyoz-gave-up = { $me ->
    [yes] Feladtad a megfejtést.
   *[no] { $seat } feladta a megfejtést.
 }

# A játéklap
smyoz-sheet = Flotta: { $of }
smyoz-sheet-header = Flotta: { $of }. Vízvonalak: { $waterlines }. Szigetek: { $islands }. Kikötött hajók: { $docked }.
smyoz-sheet-puzzle = Rejtvény
smyoz-sheet-puzzle-header = Rejtvény. Vízvonalak: { $waterlines }. Szigetek: { $islands }. Kikötött hajók: { $docked }.
smyoz-sheet-steps = A lövések és a válaszok ({ $seat }):
smyoz-sheet-step = { $step ->
    [O] { $step } { $at } = { $answer }; hajók: { $ships }; szigetek: { $islands }
   *[other] { $step } { $at } = { $answer ->
        [spoiled] hibás
       *[other] { $answer }
     }
 }
smyoz-left = Ami még lőhető ({ $seat }): { $steps ->
    [0] semmi.
   *[other] { $steps } lépés, legfeljebb { $cells } mező; jelük: { $types }.
 }
smyoz-wrong-so-far = Hibás megfejtések ({ $seat }): { $wrong }, még { $left } és vége.
smyoz-has-solved = Megfejtette: { $seat }. Mező: { $cells }, lépés: { $steps }, ebből hibás megfejtés: { $wrong }.
smyoz-has-stopped = Feladta: { $seat }. Mező: { $cells }, lépés: { $steps }, ebből hibás megfejtés: { $wrong }.
smyoz-candidates = Az eddigieknek megfelelő felállások száma ({ $seat }): { $all ->
    [yes] { $count }.
   *[no] legalább { $count }.
 }
smyoz-legend = Jelek: a b g d = alfa, béta, gamma, delta; 0–4 = ennyi sarka vízpont a vízmezőnek. ^ (felülhúzás): a mező sorában vagy oszlopában mindkét oldalon van másik hajó; _ (aláhúzás): egyik oldalon sincs. A táblán a nagybetű a lövés jele, [ ] a legutóbbi lépés, {"{"} {"}"} eltalált hajó.

# Elutasítások: a felrakás
smyoz-corner = Sarok-szabály: érintkezik { $ship } és { $other }.
smyoz-tip = Csúcs-szabály: két szemben álló csúcs között kevesebb mint két vízmező van: { $ship } és { $other }.
smyoz-dock = Kikötési szabály: csak csúcs érintheti a táblaszélt, a tábla sarka víz: { $ship }, itt: { $cells }.
smyoz-centre = Centrum-szabály: egy sorban vagy oszlopban van a középpontjuk: { $ship } és { $other }.
smyoz-side = Oldal-szabály: egynél hosszabb az átfedésük, de kevesebb mint két vízmező van köztük: { $ship } és { $other }.
smyoz-shape = Nem szabályos hajó ({ $kind }, egyenes, mezőinek száma { $length }), itt: { $cells }.
smyoz-letter = Ismeretlen jel a rajzon: { $letter }, itt: { $cell }. A jelek: a b g d és pont.
smyoz-fleet = A flotta 1 alfa, 2 béta, 3 gamma és 4 delta; itt { $a } alfa, { $b } béta, { $g } gamma és { $d } delta van.
smyoz-locked = A flottád már áll, nem változtatható. (Amíg nem áll mindkettő, az átrakom szóval cserélhető.)
smyoz-place-first = Előbb a flottáknak kell állniuk: írd azt, hogy felrakom, és alá a rajzot.

# Elutasítások: a lövés
smyoz-off-board = { $where ->
    [list] Nincs a táblán: { $at }.
   *[shot] Nincs a táblán: { $at }.{ smyoz-still }
 }
smyoz-used = Ilyen jelű lépésed már volt: { $step }.{ smyoz-still }
smyoz-too-many = Túl sok mező: { $step } legfeljebb { $most }.{ smyoz-still }
smyoz-not-first = Az O csak első lépés lehet.{ smyoz-still }
smyoz-repeat = Ezt a mezőt már lőtted: { $at }.{ smyoz-still }
smyoz-no-steps = Nincs több lépés. A megfejtés és a megállok szó még használható.
smyoz-still = { $manner ->
    [more] { "" }
   *[last] { $steps ->
        [0] { " " }Nem maradt lőhető lépés.
       *[other] { " " }Még lőhető: { $steps } lépés, legfeljebb { $cells } mező; jelük: { $types }.
    }
 }

# Mi állhatott volna ott, ahol az olvasás elakadt
smyoz-expect-turn = felrakom, átrakom, megfejtés, megállok vagy egy lövés
smyoz-expect-layout = kilenc sor rajz vagy a hajók listája
smyoz-expect-row = a rajz következő sora
smyoz-expect-sign = kilenc jel soronként: a b g d vagy pont
smyoz-expect-cell = mező, például 56 vagy 50,6
smyoz-expect-step = a lépés jele: O A B C D E Z
smyoz-expect-end = a lépés vége

# Hogyan ért véget
smyoz-reason-solved = A flotta megfejtve.
smyoz-reason-score = Mindkét flotta megfejtve; a kevesebb mező, aztán a kevesebb lépés döntött.
smyoz-reason-unsolved = A flotta megfejtetlen maradt.

# Össze nem illő beállítások
smyoz-option-puzzle-info = A rejtvényhez a kódok is kellenek ({ $detail }).
