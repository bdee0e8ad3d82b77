# Torpedó-pentominó.
pentomino-title = Pentomino Torpedo

## What happened
pentomino-played = { $me ->
    [yes] Your turn has been played.
   *[no] { $seat } has made a turn.
 }
pentomino-placed = { $me ->
    [yes] Your fleet is on the board.{ $manner ->
        [waits] { " " }Until the other one stands too, you can send another with “replace”.
       *[other] { "" }
    }
   *[no] { $seat } has placed a fleet.
 }
pentomino-replaced = { $me ->
    [yes] Your fleet has moved to its new place.
   *[no] { $seat } has moved the fleet.
 }
pentomino-pieces = { $me ->
    [yes] Your shapes: { $pieces }.
   *[no] { $seat } uses these shapes: { $pieces }.
 }
pentomino-begins = { $me ->
    [yes] Both fleets are placed. You shoot first.
   *[no] Both fleets are placed. { $seat } shoots first.
 }
pentomino-miss = { $cell }: miss.
pentomino-hit = { $cell }: hit on { $number } ({ $piece }).
pentomino-not-fired = Not fired, and not spent: { $cells }.
pentomino-run = { $me ->
    [yes] Every aimed shot hit, so you go on: more aimed shots, a guess, or stop.
   *[no] Every aimed shot hit, so { $seat } goes on.
 }
pentomino-stopped = { $me ->
    [yes] You stopped; your run of aimed shots is over.
   *[no] { $seat } stopped; the run of aimed shots is over.
 }
pentomino-right = The guess is complete and exact: the whole fleet is sunk!
pentomino-wrong = The guess is wrong.
pentomino-all-hit = { $me ->
    [yes] Every cell of your fleet is hit: your fleet is sunk.
   *[no] Every cell is hit: the fleet of { $seat } is sunk.
 }
pentomino-equaliser = { $me ->
    [yes] You did not shoot first, so you have one more full turn: sink the other fleet in it and the game is a draw.
   *[no] { $seat } did not shoot first and has one more full turn to equalise.
 }

## Refusals
pentomino-locked = Your fleet is placed, and this does not change it. Until both fleets are placed you can write replace; once the shooting has begun a fleet cannot be moved.
pentomino-not-placed = Shots and guesses are possible only when both fleets are placed.
pentomino-size = { $what ->
    [rows] A drawing has { $need } rows; this one has { $have }.
   *[columns] Every row of a drawing has { $need } signs; row { $row } has { $have }.
 }
pentomino-letter = There is no shape { $sign } (cells: { $cells }). The twelve are F I L N P T U V W X Y Z.
pentomino-shape = These cells do not form shape { $piece }: { $cells }.
pentomino-side-touch = Two shapes touch along their sides: { $one } and { $other }, cells { $cells }.
pentomino-corner-touch = Two shapes touch at a corner, which this game does not allow either: { $one } and { $other }, cells { $cells }.
pentomino-count = A fleet has { $need } shapes; this one has { $have }.
pentomino-set = This game uses only these shapes: { $need }. Not among them: { $extra }.
pentomino-aimed-run = You cannot change to reconnaissance during a run of aimed shots. Go on with aim, or write stop.
pentomino-no-run = There is nothing to stop: you have no run of aimed shots.
pentomino-too-many = { $what ->
    [guesses] This game allows one guess, and you have made yours.
   *[cells] A reconnaissance has at most { $most } cells; you wrote { $have }.
 }
pentomino-repeat = A cell cannot be named twice or shot at twice: { $cells }.
pentomino-off-board = Not on the board: { $cells }. Columns are a–j, rows 1–6; the last cell is { $last }.

## The boards
pentomino-own-board = Your fleet
pentomino-control-board = Control board: fleet of { $seat }
pentomino-fleet-board = Fleet of { $seat }
pentomino-shapes = Shapes of { $seat }: { $pieces }
pentomino-choice = To choose from: { $pieces }
pentomino-found = Shapes of { $seat } that were hit, with their hits: { $pieces }.
pentomino-unseen = Shapes of { $seat } not seen yet: { $pieces }.
pentomino-in-run = { $me ->
    [yes] You are in a run of aimed shots: aim, guess or stop.
   *[no] { $seat } is in a run of aimed shots.
 }
pentomino-legend = Capital letter: a hit. Small letter: a shape not hit there. o: a miss. Dot: water, or not shot at yet. In square brackets: the latest shots.
pentomino-stands = { $me ->
    [yes] Your fleet is placed. Until both are, you can replace it.
   *[no] The fleet of { $seat } is placed.
 }
pentomino-awaited = { $me ->
    [yes] Your fleet is not placed yet. Choose six different shapes and place them so that their sides do not touch.
   *[no] The fleet of { $seat } is not placed yet.
 }
pentomino-to-act-both = The fleets are being placed; the game begins when both are.

## The end
pentomino-reason-sunk = A whole fleet is sunk. Both layouts are shown.
pentomino-reason-equalised = Both fleets are sunk: the second player has equalised. Both layouts are shown.

## Unreadable lines
pentomino-expect-turn = the word of a turn (place, replace, recon, aim, solve, stop)
pentomino-expect-random = the word random
pentomino-expect-layout = six drawn rows or a list of shapes
pentomino-expect-cell = a cell (column letter and row number)
pentomino-expect-row = the number of the row
pentomino-expect-blank = a blank
pentomino-expect-piece = the letter of a shape
pentomino-expect-straight = a cell in the same row or column
pentomino-expect-end = the end of the line

## Options
pentomino-option-set-cannot-be-placed = these six shapes cannot be placed without touching corners ({ $detail })
pentomino-option-set-repeat = shape { $detail } is named twice

## Help
pentomino-howto = The word for placing, shooting or guessing, then cells as <column letter><row number>, or six drawn rows.
pentomino-help =
    Pentomino Torpedo: a board of 6 rows and 10 columns, columns a–j, rows 1–6 from the top.
    Set-up: choose six different pentominoes of the twelve (turned and flipped as you like) and place them so that their sides do not touch; corners may. The other player is only told which six you chose.
    Write place and below it six drawn rows with the letters of the shapes (water is a dot or a dash), or a list such as: place I: e1-e5; X: b4 a5 b5 c5 b6; … With place random a layout is drawn for you. With replace you change it until both fleets are placed.
    The numbers: 1 (F), 2 (I), 3 (L), 4 (N), 5 (P), 6 (T), 7 (U), 8 (V), 9 (W), 10 (X), 11 (Y), 12 (Z).
    Reconnaissance: up to five cells, fired until the first hit (short: r):
        | recon b3 d5 f2
    Aimed shots: as many cells as you like, fired until the first miss (short: a):
        | aim c3 c4
    If all of them hit you go on, with aimed shots only; stop ends the run.
    Behind a short form of one letter a blank and a cell must follow.
    A hit tells you the number and the letter of the shape.
    Guess: in your own turn, instead of shooting or during a run: solve, and below it the whole fleet, drawn or listed. Only a complete and exact guess counts; a wrong one costs the turn.
    A fleet is sunk when the other player has guessed it exactly or has hit all its cells. If the player who began has done so, the other has one full turn left to do the same, which is a draw.
    Options: guess=ends-turn (a wrong guess costs the turn), free (it costs nothing), once (one guess in the whole game); touch=corner or none (corners may not touch either); set=any or six letters that both must use.
