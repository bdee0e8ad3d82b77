# Ataxx

ataxx-title = Ataxx
ataxx-help =
    Ataxx: discs multiply, jump, and turn their neighbours over. Who has more
    discs at the end wins. One player has the x discs, the other the o discs.

    A turn is one of these:
      | g2    a new disc on g2, beside a disc of yours (side or corner)
      | a7c7  your disc jumps from a7 to c7: two cells, straight, over all
      pass    only when you have no move; the referee does it for you
    Then all enemy discs around the target cell turn over and are yours. Also
    understood: a7-c7, a7^c7, a7:c7, f1-g2 for a new disc on g2.

    The game ends when the board is full, when a side has no disc left, when
    neither side can move, or after 100 turns in a row without a new disc,
    which draws the game.

    In the picture: [x] the last move, ( ) where it came from, <o> a disc that
    turned, ### a covered cell. On boards of hexagons and pentagons cells
    touch where they share a wall, pentagons also where they share a corner.
    Cells: a1 is the lower left on rectangles. Hexagon: row letter and number
    of the diagonal. Rhombus: column letter, row from the top. Pentagons:
    block and half, such as b2.1; .1 is the upper or left half, .2 the lower
    or right one.

    Options: board=8x8 (3x3 to 11x11, hexagon3 to hexagon6, rhombus3 to
    rhombus11, pentagon5x5 and others), jump=straight|full (full: the knight's
    jump too), setup=opposite|balanced, nomove=100|none,
    nomove_result=draw|count, stuck=skip|fill (fill: who has no move loses all
    empty cells), holes=centre|cross|diamond|dots|notches, preset=uai,
    position="FEN".

ataxx-howto = for a new disc the target cell; for a jump the cell of your disc and the target cell, written together.

# what happened
ataxx-flipped = Turned over: { $cells }.
ataxx-skipped = { $seat } has no move and is skipped.
ataxx-filled = All empty cells go to { $seat }: { $cells }.

# refusals
ataxx-off-board = Not on the board: { $cells }.
ataxx-covered = Covered cell: { $cells }.
ataxx-occupied = Already occupied: { $cells }.
ataxx-not-yours = No disc of yours lies there: { $cells }.
ataxx-too-far = Neither a new disc next to one of yours nor a jump: { $cells }. A jump is written with both cells.
ataxx-must-move = You cannot pass while you have a move.

# under the board
ataxx-discs = x { $one }: { $x }, o { $two }: { $o }
ataxx-nomove-soon = { $left ->
        [one] Without a new disc the game ends after one more turn.
       *[other] Without a new disc the game ends after { $left } more turns.
    }

# why a game is over
ataxx-reason-count = Neither side can move, and the discs are counted.
ataxx-reason-eliminated = One side has no disc left.
ataxx-reason-nomove = Too many turns in a row without a new disc.
ataxx-reason-full = The board is full, and the discs are counted.

# what could stand there
ataxx-expect-cell = a cell, such as g2
ataxx-expect-pass = the word pass
ataxx-expect-number = the number of the cell
ataxx-expect-half = .1 or .2, the half of the block
ataxx-expect-end = the end of the move

# positions that nobody can be asked to play
ataxx-limits = The board { $board } is too small or too large; 3x3 to 11x11 are possible.
ataxx-torn = The board is in pieces: no way leads to { $cell } from the first cell.
ataxx-no-discs = { $seat } has no disc.
ataxx-over-already = The game would be over before the first move.

# options that do not go together
ataxx-option-setup-board = The board { $detail } knows no setup={ $value }.
ataxx-option-position-ragged = The rows of the position are not equally long; a board of another form must be named, such as board=hexagon5.
ataxx-option-position-limits = The position has more than { $detail } cells or is wider than 22 columns.
ataxx-option-position-mismatch = The position does not fit the board { $detail }.
ataxx-option-first-position = The position says who is to move; first={ $value } contradicts it.
ataxx-option-holes-position = The position has its own covered cells; leave holes={ $value } out.
ataxx-option-holes-board = The pattern { $value } does not fit the board { $detail }.
