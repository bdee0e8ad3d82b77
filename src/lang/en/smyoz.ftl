# SMYOZ, Hennyey's torpedó

smyoz-title = SMYOZ (Hennyey's torpedo)
smyoz-help =
    SMYOZ, Zoltán Hennyey's torpedo

    The columns of the 9x9 board are 10 to 90, the rows 1 to 9 from the top:
    the cell 50,6 is 56 for short. The fleet has ten ships: one alpha (a, 4
    cells), two betas (b, 3), three gammas (g, 2) and four deltas (d, 1).

    Placing: place, and below it nine rows of a b g d . signs; or a list:
    place a 68-98; b 33-53; d 21 13; or place random. Until both fleets stand,
    replace puts another one there.
    Corner rule: ships do not touch, not even by corners. Tip rule: between
    tips that face each other (short sides; all sides of a delta) are at least
    two water cells. Docking rule: only a tip may touch the rim, and the corners
    of the board are water. Centre rule: ships of one type have their centres
    in different rows and columns. Side rule: parallel ships that overlap by
    more than one cell have at least two water lines between them.

    Header: the number of water lines (rows and columns of water), the sizes
    of the islands (connected water points), the number of docked ships. In
    the left margin the ships' codes: the first digit counts cells with another
    ship on both sides in their row or column, the second those with none on
    either side. A p behind it: parallel to the alpha, m: perpendicular.

    Shots: the step's letter, then the cells: A 56 43 72, or line by line
    50,6 A. O (the origin) is one cell and only the first step; A B C have up
    to three cells, D E Z up to two, each once: at most 7 steps and 16 cells.
    The answers come together, in no order of cells.
    Solving: solve, and below it the nine rows or the list. A wrong solution
    counts as a step, the third one gives up. With stop you give up solving.

    Options: mode=duel, problem or puzzle; info=none, header, codes or
    directions; origo=closed or open; delta_tips=yes or no; strict=no or yes
    (D, E, Z on ships only); hints=no or yes; grade=easy, medium or hard
smyoz-howto = the step's letter and then the column and row digit of each cell; or place, solve with the drawing below, or stop

# What happened
smyoz-placed = { $me ->
    [yes] Your fleet stands.{ $manner ->
        [waits] { " " }Until the other one stands too, you can send another with “replace”.
       *[other] { "" }
    }
   *[no] The fleet of { $seat } stands.
 }
smyoz-header = The header ({ $of }): water lines: { $waterlines }; islands: { $islands }; docked ships: { $docked }.
smyoz-codes = The codes ({ $of }): alpha { $a }; beta { $b }; gamma { $g }; delta { $d }.
smyoz-answer = { $step_ ->
    [O] The answer: O = { $answer_ }; ships: { $ships }; islands: { $islands }.
   *[other] { $answer_ ->
        [spoiled] Step { $step_ } is spoiled: not all of its cells are ship cells, so it tells nothing.
       *[other] The answer: { $step_ } = { $answer_ }.
     }
 }
smyoz-right = The solution is right!
smyoz-wrong = The solution is wrong.
smyoz-gave-up = { $me ->
    [yes] You have given up solving.
   *[no] { $seat } has given up solving.
 }

# The sheet
smyoz-sheet = Fleet: { $of }
smyoz-sheet-header = Fleet: { $of }. Water lines: { $waterlines }. Islands: { $islands }. Docked ships: { $docked }.
smyoz-sheet-puzzle = Puzzle
smyoz-sheet-puzzle-header = Puzzle. Water lines: { $waterlines }. Islands: { $islands }. Docked ships: { $docked }.
smyoz-sheet-steps = Shots and answers ({ $seat }):
smyoz-sheet-step = { $step ->
    [O] { $step } { $at } = { $answer }; ships: { $ships }; islands: { $islands }
   *[other] { $step } { $at } = { $answer ->
        [spoiled] spoiled
       *[other] { $answer }
     }
 }
smyoz-left = Still to shoot ({ $seat }): { $steps ->
    [0] nothing.
    [one] { $steps } step, up to { $cells } cells, as { $types }.
   *[other] { $steps } steps, up to { $cells } cells, as { $types }.
 }
smyoz-wrong-so-far = Wrong solutions ({ $seat }): { $wrong }; so many more give up: { $left }.
smyoz-has-solved = Solved by { $seat }. Cells: { $cells }, steps: { $steps }, wrong solutions among them: { $wrong }.
smyoz-has-stopped = Given up by { $seat }. Cells: { $cells }, steps: { $steps }, wrong solutions among them: { $wrong }.
smyoz-candidates = Layouts that agree with all that was told ({ $seat }): { $all ->
    [yes] { $count }.
   *[no] at least { $count }.
 }
smyoz-legend = Signs: a b g d = alpha, beta, gamma, delta; 0–4 = so many corners of the water cell are water points. ^ (overline): another ship on both sides in the cell's row or column; _ (underline): none on either side. On the board a capital is a step's letter, [ ] the last step, {"{"} {"}"} a ship that was hit.

# Refusals: placing
smyoz-corner = Corner rule: { $ship } and { $other } touch.
smyoz-tip = Tip rule: fewer than two water cells between facing tips of { $ship } and { $other }.
smyoz-dock = Docking rule: only a tip may touch the rim, and corner cells are water: { $ship } at { $cells }.
smyoz-centre = Centre rule: { $ship } and { $other } have their centres in one row or column.
smyoz-side = Side rule: { $ship } and { $other } overlap by more than one cell with fewer than two water lines between them.
smyoz-shape = Not a ship ({ $kind }: straight, { $length ->
    [one] one cell
   *[other] { $length } cells
 }) at { $cells }.
smyoz-letter = Unknown sign { $letter } in the drawing at { $cell }; the signs are a b g d and a dot.
smyoz-fleet = The fleet is 1 alpha, 2 betas, 3 gammas and 4 deltas; here are { $a } alpha, { $b } beta, { $g } gamma and { $d } delta.
smyoz-locked = Your fleet stands and cannot be changed. (Until both stand, replace puts another one there.)
smyoz-place-first = The fleets must stand first: write place, and the drawing below it.

# Refusals: shooting
smyoz-off-board = { $where ->
    [list] Not on the board: { $at }.
   *[shot] Not on the board: { $at }.{ smyoz-still }
 }
smyoz-used = You have shot { $step } already.{ smyoz-still }
smyoz-too-many = Too many cells: { $step } takes at most { $most }.{ smyoz-still }
smyoz-not-first = O can only be the first step.{ smyoz-still }
smyoz-repeat = Shot before: { $at }.{ smyoz-still }
smyoz-no-steps = There are no steps left. You can still solve or stop.
smyoz-still = { $manner ->
    [more] { "" }
   *[last] { $steps ->
        [0] { " " }No step is left to shoot.
        [one] { " " }Still to shoot: { $steps } step, up to { $cells } cells, as { $types }.
       *[other] { " " }Still to shoot: { $steps } steps, up to { $cells } cells, as { $types }.
    }
 }

# What could have stood where the reading stopped
smyoz-expect-turn = place, replace, solve, stop or a shot
smyoz-expect-layout = nine rows of a drawing, or a list of ships
smyoz-expect-row = the next row of the drawing
smyoz-expect-sign = nine signs a row: a b g d or a dot
smyoz-expect-cell = a cell, for example 56 or 50,6
smyoz-expect-step = a step's letter: O A B C D E Z
smyoz-expect-end = the end of the turn

# How it ended
smyoz-reason-solved = The fleet has been found.
smyoz-reason-score = Both fleets have been found; fewer cells, then fewer steps decided.
smyoz-reason-unsolved = The fleet has not been found.

# Options that do not go together
smyoz-option-puzzle-info = A puzzle needs the codes ({ $detail }).
