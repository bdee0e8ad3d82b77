# Csövek

thoughtwave-title = Csövek
thoughtwave-help =
    Csövek (Thoughtwave), Eric Solomon játéka

    Két játékos rakja a csöveket ugyanarra a 10x10-es pályára. Egyikük a
    bal és a jobb, másikuk a felső és az alsó oldalt köti össze. Az nyer,
    akinek ez előbb sikerül. A csőnek metszenie kell a pálya szélét: az A
    oszlopban álló bábu csak akkor ér a bal oldalhoz, ha balra is van vége.

    Mindkét játékosnak 24 bábuja van: 2 kereszt (négy vég), 6 T (három),
    5 vonal és 10 sarok (kettő), 1 vakvágány (egy). Letétel előtt a bábu
    tetszés szerint elforgatható; a pályán már nem mozdul, és senkié.

    A lépés: a bábu végei, @ jel, mező. A végek betűi é k d n (észak, kelet,
    dél, nyugat; észak fent van) vagy f j a b (felső, jobb, alsó, bal),
    bármilyen sorrendben; a kereszt X is lehet. Az é helyett e is jó.
        kn@E5   vízszintes vonal az E5 mezőre, ugyanaz, mint E5.jb
        X@C3    kereszt a C3 mezőre

    A mezőnek üresnek kell lennie. Ahol a szomszédban már áll bábu, ott a
    tiédnek pontosan akkor kell, hogy vége legyen felé, ha annak is van
    vége a te meződ felé. A pálya széle és az üres szomszéd nem köt meg.

    Ha egy bábu mindkét játékost összeköti, az nyer, aki letette. Aki nem
    tud lépni, kimarad; ha senki sem tud, a játszma döntetlen.

    Beállítások: size=3..26, sides=lr-first vagy tb-first, first=1, 2 vagy
    random, handicap=0..3 (ennyi T-t ad az 1. hely a 2. helynek),
    stuck=skip vagy lose, hands=1:X2T6L5C10D1, position=B1:esw,A2:nw,
    turn=1 vagy 2

thoughtwave-item-cross = kereszt
thoughtwave-item-tee = T
thoughtwave-item-line = vonal
thoughtwave-item-corner = sarok
thoughtwave-item-dead-end = vakvágány

# Mi történt
thoughtwave-linked = { $sides ->
    [left-right] { $seat } összekötötte a bal és a jobb oldalt.
   *[top-bottom] { $seat } összekötötte a felső és az alsó oldalt.
}
thoughtwave-skipped = { $why ->
    [no-piece] { $seat } kimarad: elfogyott minden bábuja.
   *[stuck] { $seat } kimarad: egyik bábuját sem tudja letenni.
}

# Megjegyzések a pálya alatt
thoughtwave-sides = Bal és jobb oldal: { $left_right }. Felső és alsó oldal: { $top_bottom }.
thoughtwave-idle = { $why ->
    [no-piece] { $seat } minden bábuját letette.
   *[stuck] { $seat } egyik bábuját sem tudja letenni.
}

# Elutasítások
thoughtwave-off-board = Nincs ilyen mező: { $cell }. A pálya utolsó mezője: { $last }.
thoughtwave-occupied = Foglalt mező: { $cell }. Ez a bábu áll ott: { $piece }.
thoughtwave-no-such-piece = { $kind ->
    [cross] Nincs több kereszted.
    [tee] Nincs több T bábud.
    [line] Nincs több vonalad.
    [corner] Nincs több sarok bábud.
   *[dead-end] Nincs több vakvágányod.
} Ami még megvan: kereszt { $cross }, T { $tee }, vonal { $line }, sarok { $corner }, vakvágány { $dead-end }.
thoughtwave-mismatch = Nem illik a mezőre: { $cell }. Ezzel a szomszéddal nem fér össze: { $neighbours }. { $choices ->
    [0] Egyik bábud sem illik oda.
   *[other] A bábuid közül ez illik oda: { $fits }.
}

# Mi állhatott volna ott, ahol az olvasás elakadt
thoughtwave-expect-piece = bábu, például kn vagy X
thoughtwave-expect-new-direction = olyan irány, amely még nem szerepelt
thoughtwave-expect-at = @ jel
thoughtwave-expect-dot = pont
thoughtwave-expect-cell = mező, például E5
thoughtwave-expect-row = a sor száma
thoughtwave-expect-end = a lépés vége

# Hogyan ért véget
thoughtwave-reason-link = { $winner } győzött: összekötötte a két oldalát.
thoughtwave-reason-both-linked = Az utolsó bábu mindkét játékost összekötötte. Az nyer, aki letette: { $winner }.
thoughtwave-reason-no-pieces = Minden bábu elfogyott, és senki sem kötötte össze az oldalait: döntetlen.
thoughtwave-reason-stuck = { $result ->
    [won] { $winner } győzött: az ellenfélnek van még bábuja, de egyiket sem tudja letenni.
   *[drawn] Senki sem tud bábut letenni, és senki sem kötötte össze az oldalait: döntetlen.
}

# Össze nem illő beállítások
thoughtwave-option-hands-repeat = Ez kétszer szerepel: { $detail }.
thoughtwave-option-position-mismatch = Ezek a szomszédok nem illenek egymáshoz: { $detail }.
thoughtwave-option-position-off-board = Ez a mező nincs a pályán: { $detail }.
thoughtwave-option-position-repeat = Ez a mező kétszer szerepel: { $detail }.
thoughtwave-option-handicap-and-hands = Előnyt teljes készletből lehet adni; a hands= mellett írd ki, kinek mennyi bábuja van.
thoughtwave-howto = a bábu nyitott végei (é k d n betűi; X a kereszt), utána @, majd a mező oszlopa és sora, szóköz nélkül.
