# Thoughtwave

thoughtwave-title = Thoughtwave
thoughtwave-help =
    Thoughtwave, by Eric Solomon

    Two players lay pipes on one board of 10x10 cells. One of them links
    the left side with the right, the other the top with the bottom. The
    first to be linked wins. A pipe must cut both sides: a piece in column
    A is joined to the left side only if it has an end to the left.

    Each player has 24 pieces: 2 crosses (four ends), 6 tees (three),
    5 lines and 10 corners (two), 1 dead end (one). Turn a piece as you
    like before you lay it; on the board it stays as it is and belongs to
    nobody.

    A move is the ends of the piece, an @ and the cell. Ends are n e s w
    (north is up) or t r b l (top, right, bottom, left), in any order; the
    cross may be written X.
        ew@E5   lays a line across E5, and so does E5.rl
        X@C3    lays a cross on C3

    The cell must be empty. Towards each neighbour with a piece in it yours
    must have an end if that one has an end towards it, and must have none
    if that one has none. The rim and empty cells demand nothing.

    If a piece links both players, the one who laid it wins. Who cannot
    move is skipped; if nobody can, the game is drawn.

    Options: size=3..26, sides=lr-first or tb-first, first=1, 2 or random,
    handicap=0..3 (tees that seat 1 gives to seat 2), stuck=skip or lose,
    hands=1:X2T6L5C10D1, position=B1:esw,A2:nw, turn=1 or 2

thoughtwave-item-cross = cross
thoughtwave-item-tee = tee
thoughtwave-item-line = line
thoughtwave-item-corner = corner
thoughtwave-item-dead-end = dead end

# What happened
thoughtwave-linked = { $sides ->
    [left-right] { $seat } has linked left and right.
   *[top-bottom] { $seat } has linked top and bottom.
}
thoughtwave-skipped = { $why ->
    [no-piece] { $seat } has no piece left and is skipped.
   *[stuck] { $seat } cannot place any piece and is skipped.
}

# Remarks under the board
thoughtwave-sides = { $left_right } links left and right, { $top_bottom } links top and bottom.
thoughtwave-idle = { $why ->
    [no-piece] { $seat } has no piece left.
   *[stuck] { $seat } cannot place any piece.
}

# Refusals
thoughtwave-off-board = There is no cell { $cell }: the last one is { $last }.
thoughtwave-occupied = { $cell } is occupied: { $piece } stands there.
thoughtwave-no-such-piece = { $kind ->
    [cross] You have no cross left.
    [tee] You have no tee left.
    [line] You have no line left.
    [corner] You have no corner left.
   *[dead-end] You have no dead end left.
} You still hold: cross { $cross }, tee { $tee }, line { $line }, corner { $corner }, dead end { $dead-end }.
thoughtwave-mismatch = This piece does not fit on { $cell }: it clashes with { $neighbours }. { $choices ->
    [0] None of your pieces fits there.
   *[other] Of your pieces these fit there: { $fits }.
}

# What could have stood where reading stopped
thoughtwave-expect-piece = a piece such as ew or X
thoughtwave-expect-new-direction = a direction that is not named yet
thoughtwave-expect-at = the sign @
thoughtwave-expect-dot = a dot
thoughtwave-expect-cell = a cell such as E5
thoughtwave-expect-row = the number of a row
thoughtwave-expect-end = the end of the move

# How it ended; $result is won or drawn
thoughtwave-reason-link = { $winner } is linked and wins.
thoughtwave-reason-both-linked = The last piece linked both players: { $winner } laid it and wins.
thoughtwave-reason-no-pieces = All pieces are laid and nobody is linked: a draw.
thoughtwave-reason-stuck = { $result ->
    [won] { $winner } wins: the other player holds pieces but cannot place any.
   *[drawn] Nobody can place a piece and nobody is linked: a draw.
}

# Options that do not go together
thoughtwave-option-hands-repeat = This is named twice: { $detail }.
thoughtwave-option-position-mismatch = These neighbours do not match: { $detail }.
thoughtwave-option-position-off-board = This cell is not on the board: { $detail }.
thoughtwave-option-position-repeat = This cell is named twice: { $detail }.
thoughtwave-option-handicap-and-hands = A handicap is taken from a full hand; with hands= write out what each player holds.
thoughtwave-howto = the open ends of the piece (letters of n e s w; X is the cross), then @, then column and row of the cell, without blanks.
