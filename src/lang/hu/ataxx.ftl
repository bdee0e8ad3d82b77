# Rablás (Ataxx)

ataxx-title = Rablás (Ataxx)
ataxx-help =
    Rablás (Ataxx): a korongok osztódnak, ugranak, és átfordítják
    szomszédaikat. Az győz, akinek a végén több korongja van. Az egyik
    játékosé az x, a másiké az o.

    Egy lépés ezek egyike:
      | g2    új korong a g2 mezőre, saját korong mellé (oldal vagy sarok)
      | a7c7  korong ugrik: a7 mezőről két mezőt egyenesen, bármi fölött
      passz   csak ha nincs lépésed; ezt a játékvezető teszi meg helyetted
    Ezután a célmező körüli összes ellenséges korong átfordul, és a tiéd lesz.
    Így is írhatod: a7-c7, a7^c7, a7:c7, f1-g2 (új korong a g2 mezőre).

    A játszma véget ér, ha a tábla megtelt, ha valakinek elfogyott a korongja,
    ha egyik fél sem tud lépni, vagy ha 100 egymás utáni lépésben nem
    született korong; ekkor a játszma döntetlen lesz.

    Az ábrán: [x] az utolsó lépés, ( ) ahonnan indult, <o> átfordult korong,
    ### takart mező. A hatszögű és ötszögű mezők ott érintkeznek, ahol közös a
    faluk, az ötszögűek ott is, ahol közös a sarkuk. Mezők: téglalapon a1 a
    bal alsó. Hatszög: a sor betűje és az átló száma. Rombusz: az oszlop
    betűje, a sorok felülről. Ötszögek: a blokk és a fele, például b2.1; .1 a
    felső vagy bal fél, .2 az alsó vagy jobb.

    Beállítások: board=8x8 (3x3 és 11x11 között, hexagon3 … hexagon6, rhombus3
    … rhombus11, pentagon5x5 és mások), jump=straight|full (full: lóugrás is),
    setup=opposite|balanced, nomove=100|none, nomove_result=draw|count,
    stuck=skip|fill (fill: aki nem tud lépni, elveszti az összes üres mezőt),
    holes=centre|cross|diamond|dots|notches, preset=uai, position="FEN".

# mi történt
ataxx-flipped = Átfordult: { $cells }.
ataxx-skipped = { $seat } nem tud lépni, ezért kimarad.
ataxx-filled = { $seat } kapja az összes üres mezőt: { $cells }.

# elutasítások
ataxx-off-board = Nincs a táblán: { $cells }.
ataxx-covered = Takart mező: { $cells }.
ataxx-occupied = Foglalt mező: { $cells }.
ataxx-not-yours = Itt nincs saját korongod: { $cells }.
ataxx-too-far = Ez sem osztódás, sem ugrás: { $cells }. Új korong csak saját korong mellé kerülhet; ugrásnál mindkét mezőt írd le.
ataxx-must-move = Nem passzolhatsz, amíg van lépésed.

# a tábla alatt
ataxx-discs = x { $one }: { $x }, o { $two }: { $o }
ataxx-nomove-soon = Ha nem születik új korong, a játszmából hátralévő lépések száma: { $left }.

# miért ért véget
ataxx-reason-count = Egyik fél sem tud lépni, a korongok száma dönt.
ataxx-reason-eliminated = Az egyik félnek elfogyott a korongja.
ataxx-reason-nomove = Túl sok lépés óta nem született új korong.
ataxx-reason-full = Megtelt a tábla, a korongok száma dönt.

# mi állhatna ott
ataxx-expect-cell = egy mező, például g2
ataxx-expect-pass = a passz szó
ataxx-expect-number = a mező száma
ataxx-expect-half = .1 vagy .2, a blokk egyik fele
ataxx-expect-end = a lépés vége

# amivel nem lehet elkezdeni
ataxx-limits = Ekkora tábla nem lehet: { $board }. A határok: 3x3 és 11x11.
ataxx-torn = A tábla szétesik: az első mezőről nem vezet út ide: { $cell }.
ataxx-no-discs = { $seat } korong nélkül kezdene.
ataxx-over-already = A játszma már az első lépés előtt véget érne.

# össze nem illő beállítások
ataxx-option-setup-board = Ezen a táblán nem lehet setup={ $value }: { $detail }.
ataxx-option-position-ragged = Az állás sorai nem egyforma hosszúak; a más alakú táblát meg kell nevezni, például board=hexagon5.
ataxx-option-position-limits = Az állás túl nagy: legfeljebb 22 oszlopa és összesen { $detail } mezője lehet.
ataxx-option-position-mismatch = Az állás nem illik a táblára. Tábla: { $detail }.
ataxx-option-first-position = Az állás megmondja, ki következik; ennek ellentmond: first={ $value }.
ataxx-option-holes-position = Az állásnak saját takart mezői vannak; elhagyandó: holes={ $value }.
ataxx-option-holes-board = A minta nem fér el a táblán. Minta: { $value }, tábla: { $detail }.
ataxx-howto = új koronghoz a célmező neve; ugráshoz a korongod mezője és a célmező egybeírva.
