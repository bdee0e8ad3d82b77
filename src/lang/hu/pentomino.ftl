# Torpedó-pentominó. Values are never given a suffix or an article.
pentomino-title = Torpedó-pentominó

## What happened
pentomino-played = { $me ->
    [yes] A lépésed megtörtént.
   *[no] { $seat } lépett.
 }
pentomino-placed = { $me ->
    [yes] A flottád felkerült a táblára.{ $manner ->
        [waits] { " " }Amíg a másik is fel nem áll, az „átrakom” szóval küldhetsz helyette újat.
       *[other] { "" }
    }
   *[no] { $seat } felrakta a flottáját.
 }
pentomino-replaced = { $me ->
    [yes] A flottád átkerült az új helyére.
   *[no] { $seat } átrakta a flottáját.
 }
pentomino-pieces = { $me ->
    [yes] A te alakzataid: { $pieces }.
   *[no] { $seat } alakzatai: { $pieces }.
 }
pentomino-begins = { $me ->
    [yes] Mindkét flotta fent van. Te kezded a lövéseket.
   *[no] Mindkét flotta fent van. A lövéseket kezdi: { $seat }.
 }
pentomino-miss = { $cell }: Nem talált.
pentomino-hit = { $cell }: Talált: { $number } ({ $piece }).
pentomino-not-fired = Le nem adott lövések, ezek a mezők nem vesztek el: { $cells }.
pentomino-run = { $me ->
    [yes] Minden célzott lövés talált, te folytatod: újabb célzott lövések, megfejtés, vagy: megállok.
   *[no] Minden célzott lövés talált, folytatja: { $seat }.
 }
pentomino-stopped = { $me ->
    [yes] Megálltál, a célzott sorozatod véget ért.
   *[no] { $seat } megállt, a célzott sorozat véget ért.
 }
pentomino-right = A megfejtés hiánytalan és pontos, a teljes flotta elsüllyedt!
pentomino-wrong = A megfejtés téves.
pentomino-all-hit = { $me ->
    [yes] A flottád minden mezője találatot kapott, a flottád elsüllyedt.
   *[no] Minden mező találatot kapott, elsüllyedt a flotta. Gazdája: { $seat }.
 }
pentomino-equaliser = { $me ->
    [yes] A lövéseket nem te kezdted, ezért még egy teljes köröd van: ha ebben elsüllyeszted az ellenfél flottáját, a játszma döntetlen.
   *[no] Még egy teljes kör jár a kiegyenlítésre, mert nem ez a játékos kezdett: { $seat }.
 }

## Refusals
pentomino-locked = A flottád már fent van, ez így nem változtat rajta. Az átrakom szóval rakhatod át, de csak addig, amíg mindkét flotta fel nem került; a lövések megkezdése után már nem mozdítható.
pentomino-not-placed = Lőni és megfejteni csak akkor lehet, ha már mindkét flotta fent van.
pentomino-size = { $what ->
    [rows] A rajznak { $need } sora legyen; most ennyi van: { $have }.
   *[columns] A rajz minden sorában { $need } jel legyen. Sor: { $row }, jelek száma: { $have }.
 }
pentomino-letter = Ilyen jelű alakzat nincs: { $sign }. Mezők: { $cells }. A tizenkét jel: F I L N P T U V W X Y Z.
pentomino-shape = Ezek a mezők nem adják ki az alakzatot. Alakzat: { $piece }, mezők: { $cells }.
pentomino-side-touch = Két alakzat oldala érintkezik: { $one } és { $other }. Mezők: { $cells }.
pentomino-corner-touch = Két alakzat sarka érintkezik, és ebben a játszmában az sem szabad: { $one } és { $other }. Mezők: { $cells }.
pentomino-count = Az alakzatok száma { $need } legyen; most ennyi van: { $have }.
pentomino-set = Ebben a játszmában csak ezek az alakzatok használhatók: { $need }. Nem tartozik közéjük: { $extra }.
pentomino-aimed-run = Célzott sorozat közben nem lehet felderítő lövésre váltani. Folytasd célzott lövéssel, vagy írd azt: megállok.
pentomino-no-run = Nincs mit abbahagyni: most nem tart célzott sorozatod.
pentomino-too-many = { $what ->
    [guesses] Ebben a játszmában csak egy megfejtés küldhető be, és a tiéd már elhangzott.
   *[cells] Egy felderítésben legfeljebb { $most } mezőre lehet lőni; ennyit írtál: { $have }.
 }
pentomino-repeat = Ugyanaz a mező nem szerepelhet kétszer. Ismétlődik: { $cells }.
pentomino-off-board = Nincs a táblán: { $cells }. Az oszlopok jele a–j, a soroké 1–6, az utolsó mező: { $last }.

## The boards
pentomino-own-board = A te flottád
pentomino-control-board = Kontroll-mező: { $seat }
pentomino-fleet-board = { $seat } flottája
pentomino-shapes = { $seat } alakzatai: { $pieces }
pentomino-choice = Választható: { $pieces }
pentomino-found = { $seat } eltalált alakzatai és a találatok száma: { $pieces }.
pentomino-unseen = { $seat } még nem látott alakzatai: { $pieces }.
pentomino-in-run = { $me ->
    [yes] Célzott sorozatod tart: célzott lövés, megfejtés vagy megállás jöhet.
   *[no] Célzott sorozata tart: { $seat }.
 }
pentomino-legend = Nagybetű: találat. Kisbetű: nem talált alakzat. o: nem talált. Pont: víz, vagy még nem lőttek rá. Szögletes zárójelben a legutóbbi lövések.
pentomino-stands = { $me ->
    [yes] A te flottád fent van. Amíg mindkettő fel nem kerül, átrakhatod az átrakom szóval.
   *[no] { $seat } flottája fent van.
 }
pentomino-awaited = { $me ->
    [yes] A te flottád még nincs fent. Válassz hat különböző alakzatot, és rakd fel őket úgy, hogy az oldalaik ne érintkezzenek.
   *[no] { $seat } flottája még nincs fent.
 }
pentomino-to-act-both = Tart a felrakás: a játszma akkor indul, amikor mindkét flotta fent van.

## The end
pentomino-reason-sunk = Az egyik teljes flotta elsüllyedt. Mindkét felrakás látható.
pentomino-reason-equalised = Mindkét flotta elsüllyedt, a második játékos kiegyenlített. Mindkét felrakás látható.

## Unreadable lines
pentomino-expect-turn = a lépés szava (felrakom, átrakom, felderítő, célzott, megfejtés, megállok)
pentomino-expect-random = a véletlen szó
pentomino-expect-layout = hat sor rajz vagy az alakzatok felsorolása
pentomino-expect-cell = egy mező (oszlopbetű és sorszám)
pentomino-expect-row = a sor száma
pentomino-expect-blank = szóköz
pentomino-expect-piece = egy alakzat betűje
pentomino-expect-straight = ugyanabban a sorban vagy oszlopban lévő mező
pentomino-expect-end = a sor vége

## Options
pentomino-option-set-cannot-be-placed = ez a hat alakzat nem rakható fel úgy, hogy a sarkaik se érintkezzenek ({ $detail })
pentomino-option-set-repeat = ez az alakzat kétszer szerepel: { $detail }

## Help
pentomino-howto = Egy felrakó, lövő vagy megfejtő szó, utána a mezők <oszlopbetű><sorszám> alakban, vagy hat sor rajz.
pentomino-help =
    Torpedó-pentominó: 6 soros, 10 oszlopos tábla, az oszlopok a–j, a sorok felülről 1–6.
    Felrakás: válassz hat különböző pentominót a tizenkettőből (elforgatni és tükrözni szabad), és rakd fel őket úgy, hogy oldalaik ne érintkezzenek; a sarkuk igen. Az ellenfél csak azt tudja meg, melyik hatot választottad.
    Írd azt, hogy felrakom, és alá hat sor rajzot az alakzatok betűivel (a víz pont vagy vonal), vagy felsorolást, például: felrakom I: e1-e5; X: b4 a5 b5 c5 b6; … A felrakom véletlen sorsol egy felrakást. Az átrakom kicseréli, amíg mindkét flotta fel nem került.
    A jelzőszámok: 1 (F), 2 (I), 3 (L), 4 (N), 5 (P), 6 (T), 7 (U), 8 (V), 9 (W), 10 (X), 11 (Y), 12 (Z).
    Felderítő lövés: legfeljebb öt mező, az első találatig (röviden: felder. vagy f.):
        | felderítő b3 d5 f2
    Célzott lövés: akárhány mező, az első „nem talált”-ig (röviden: célz. vagy c.):
        | célzott c3 c4
    Ha minden lövés talált, te folytatod, csak célzottan; a megállok szóval abbahagyhatod.
    Az egy betűs rövidítés után szóköz és mező következzen.
    Találatkor az alakzat jelzőszámát és betűjét tudod meg.
    Megfejtés: a saját körödben, lövés helyett vagy célzott sorozat közben: megfejtés, és alá a teljes flotta rajza vagy felsorolása. Csak a hiánytalan és pontos megfejtés jó; a téves megfejtés a körödbe kerül.
    A flotta elsüllyedt, ha az ellenfél pontosan megfejtette, vagy minden mezőjét eltalálta. Ha a kezdő süllyesztett, a másiknak még egy teljes köre van: ha ő is elsüllyeszti a flottát, a játszma döntetlen.
    Beállítások: guess=ends-turn (a téves megfejtés a körbe kerül), free (nem kerül semmibe), once (egyetlen megfejtés az egész játszmában); touch=corner vagy none (a sarkok sem érintkezhetnek); set=any vagy hat betű, amelyet mindkettőnek használnia kell.
