# Sentences of Battleship. $manner is the style of the answers or the kind of the fault.
battleship-title = Battleship
battleship-howto = shots are written as <column><row>, several of them with blanks between; a fleet is the word “place” with its drawing on the lines below.

## What happened
battleship-played = { $me ->
    [yes] You have fired.
   *[no] { $seat } has fired.
 }
battleship-placed = { $me ->
    [yes] Your fleet stands.{ $manner ->
        [waits] { " " }Until the other one stands too, you can send another with “replace”.
       *[other] { "" }
    }
   *[no] The fleet of { $seat } stands.
 }
battleship-replaced = { $me ->
    [yes] Your new fleet stands.
   *[no] { $seat } has placed the fleet anew.
 }
battleship-begun = Both fleets stand, and shooting begins. { $me ->
    [yes] You have the first shot.
   *[no] The first shot: { $first }.
 }
battleship-miss = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Miss!
 }
battleship-hit = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Hit!
 }
battleship-sunk = { $cell }: { $manner ->
   *[mimo-ranil-ubil] Sunk!
 } It was a { battleship-ship }.
battleship-ship = { $size ->
    [1] torpedo boat
    [2] destroyer
    [3] cruiser
    [4] battleship
   *[5] aircraft carrier
 }
battleship-not-fired = { $manner ->
    [end] All ships are sunk, so these shots were not fired: { $cells }.
   *[miss] After the miss these shots were not fired: { $cells }.
 }
battleship-last-turn = { $me ->
    [yes] Your whole fleet is sunk. You have one last turn: if you sink everything in it, the game is drawn.
   *[no] The whole fleet of { $seat } is sunk. One last turn for { $seat }: if it sinks everything, the game is drawn.
 }
battleship-reason-sunk = The whole enemy fleet has been sunk. Winner: { $winner }.
battleship-reason-equalised = Both fleets have been sunk: the last turn equalised.

## The picture
battleship-field = { $me ->
    [yes] Your field
   *[no] Field: { $seat }
 }
battleship-screen = Shots at { $seat }
battleship-legend = X hit, # sunk, . miss, ~ not shot at{ $manner ->
    [water] , - water by a sunk ship
   *[plain] {""}
 }{ $whole ->
    [0] {""}
   *[1] , 1-5 ships not hit there
 }.
battleship-afloat = { $ships ->
    [0] { $seat }, no ships afloat.
   *[other] { $seat }, ships afloat (number x length): { $fleet }.
 }
battleship-standing = { $me ->
    [yes] Your fleet stands.
   *[no] The fleet of { $seat } stands.
 }
battleship-awaited = { $me ->
    [yes] Your fleet is still to be placed.
   *[no] The fleet of { $seat } is still awaited.
 }
battleship-need = A fleet (number x length): { $fleet }.

## Refusals
battleship-not-placed = { $me ->
    [yes] There is no shooting yet: please place your own fleet first.
   *[no] There is no shooting yet: the fleet of { $seat } is still awaited.
 }
battleship-locked = { $manner ->
    [begun] Both fleets stand and shooting has begun; ships can no longer be moved.
   *[stands] Your fleet stands already. If you want another one instead, write “replace” instead of “place”.
 }
battleship-repeat = { $manner ->
    [ship] The ship { $ship } would cross itself. Cell: { $cell }.
    [twice] Named twice in your list: { $cells }. Nothing has been fired.
   *[shot] You have shot there before: { $cells }. Nothing has been fired.
 }
battleship-off-board = Not on the board: { $cells }. It goes from { $from } to { $last }. Nothing has been fired.
battleship-letter = { $manner ->
    [twin] The letter of { $cell } is of another alphabet than this board’s, and could mean: { $readings }. Please write it with a letter of this board.
   *[outside] No column of this board has the letter of { $cell }.
 }
battleship-too-many = One shot a turn is agreed here, and your list has { $count }. Nothing has been fired.
battleship-size = { $manner ->
    [cells] The drawing needs { $size } cells in each row, and row { $row } has { $cells }.
   *[rows] The drawing needs { $size } rows, and yours has { $rows }.
 }
battleship-char = { $manner ->
    [label] The digit { $sign } stands on a ship of length { $size }: { $cells }.
   *[unknown] The sign { $sign } is neither ship nor water: { $cells }. Ships are # or X, water is a full stop.
 }
battleship-row = { $manner ->
    [number] Row { $row } of the drawing has the number { $text }.
   *[cells] There is no such row: { $cells }. The last row is { $last }.
 }
battleship-syntax = This is not a ship: “{ $text }”. A ship is its cell, or its first and last cell with a hyphen between.
battleship-diagonal = The ends of { $ship } are not in one line.
battleship-overlap = Two ships lie on the same cells: { $cells }.
battleship-corner-touch = Ships touch by their corners: { $cells }.
battleship-shape-or-side-touch = { $manner ->
    [side] Ships touch by their sides: { $cells }.
   *[shape] This is no allowed ship: { $cells }. It is bent, or two ships lie side by side.
 }
battleship-too-long = A ship of { $size } cells is too long: { $cells }. The longest here has { $longest }.
battleship-fleet = { $count ->
    [0] There are no ships. The fleet is (number x length): { $need }.
   *[other] These are not the right ships. You have (number x length): { $have }. You need: { $need }.
 }
battleship-fleet-does-not-fit = The fleet { $detail } finds no room on this board.
battleship-alphabet-too-short = The alphabet { $value } has fewer letters than the board has columns ({ $detail }).
battleship-expect-cell = a cell (a letter and a number)
battleship-expect-row = the number of a row
battleship-expect-place = a word for placing a fleet
battleship-expect-fleet = a drawing of the fleet, a list of ships, or the word “random”
battleship-expect-end = the end of the line

## Help
battleship-help =
    Battleship. Each player hides a fleet on a board; then you shoot at each other’s cells in turn. Who first sinks the whole enemy fleet wins.
    The classic fleet on the board of 10 rows and 10 columns: one battleship of four cells, two cruisers of three, three destroyers of two, four torpedo boats of one. Ships are straight and never touch, not even by corners. (Options change this.)

    Placing. Write “place”, and on the lines below draw the board, row 1 first: # or X for a ship, a full stop for water. Blanks between the signs, a line of letters above and row numbers on the left do no harm. Digits 1 to 5 may stand for ships and must be their length.
    Or write a list behind “place”, each ship as its first and last cell with a hyphen between, semicolons between the ships. A bent ship is written with its corners: first, corner, last.
    Or write “place random”, and chance places your fleet.
    Only you get to see your fleet.
    Until both fleets stand you can replace yours: “replace” and the new one.

    Shooting. Write the cell: the letter of the column and the number of the row, which is counted from the top. A hit gives you another shot, so you can name several cells in one letter, with blanks between: they are fired in order until the first miss, and the letter says which were not fired.
    The answers: Miss (water), Hit (a ship, but not all of it), Sunk (the last cell of a ship).

    The picture. On the left is your field with the enemy’s shots, on the right what you know of the enemy’s. X is a hit, # a sunk ship, a full stop a miss, a hyphen water beside a sunk ship where nothing can lie. Digits are your ships, by length, where they were not hit.

    Options: size (3 to 15), fleet (classic, big, or five numbers from five-deckers down), touch (none or corner), bent (none, or G, square, zigzag), turns (until-miss or alternate), alphabet of the columns (lat, ru, ru-yo, республика, снегурочка), style (the Russian words of the answers), last_shot (yes: the second player has a last turn and may draw), first (1, 2, random).
