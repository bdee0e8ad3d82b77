//! An independent judge of Thoughtwave: sets of text, no bits, nothing incremental. It shares no code with the game.

use std::collections::{BTreeMap, BTreeSet};

/// Steps by direction letter: letter, opposite, columns, rows.
const WAYS: [(char, char, i32, i32); 4] = [('n', 's', 0, -1), ('e', 'w', 1, 0), ('s', 'n', 0, 1), ('w', 'e', -1, 0)];

/// A position.
#[derive(Clone)]
pub(super) struct Slow {
    pub(super) size: i32,
    pub(super) board: BTreeMap<(i32, i32), String>,
    /// Counts by kind of both seats.
    pub(super) hands: [BTreeMap<&'static str, u32>; 2],
    /// 0 or 1.
    pub(super) turn: usize,
    /// The winner's seat (0 or 1), 2 for a draw.
    pub(super) over: Option<usize>,
}

fn kind(piece: &str) -> &'static str {
    match piece {
        "nesw" => "cross",
        "ns" | "ew" => "line",
        _ => match piece.len() {
            1 => "dead-end",
            2 => "corner",
            _ => "tee",
        },
    }
}

fn pieces() -> Vec<String> {
    (1..16)
        .map(|mask| "nesw".chars().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, c)| c).collect())
        .collect()
}

impl Slow {
    /// The opening with full hands.
    pub(super) fn new(size: i32) -> Self {
        let full = BTreeMap::from([("cross", 2), ("tee", 6), ("line", 5), ("corner", 10), ("dead-end", 1)]);
        Self { size, board: BTreeMap::new(), hands: [full.clone(), full], turn: 0, over: None }
    }

    fn legal_for(&self, seat: usize) -> BTreeSet<(i32, i32, String)> {
        let mut legal = BTreeSet::new();
        for x in 0..self.size {
            for y in 0..self.size {
                for piece in pieces() {
                    let matches = WAYS.iter().all(|(way, back, dx, dy)| {
                        self.board
                            .get(&(x + dx, y + dy))
                            .is_none_or(|other| other.contains(*back) == piece.contains(*way))
                    });
                    if matches && !self.board.contains_key(&(x, y)) && self.hands[seat][kind(&piece)] > 0 {
                        legal.insert((x, y, piece));
                    }
                }
            }
        }
        legal
    }

    /// Legal turns of the seat to move, in canonical spelling.
    pub(super) fn legal(&self) -> BTreeSet<String> {
        if self.over.is_some() {
            return BTreeSet::new();
        }
        let spell = |(x, y, piece): (i32, i32, String)| {
            format!("{piece}@{}{}", char::from(b'A' + u8::try_from(x).unwrap()), y + 1)
        };
        self.legal_for(self.turn).into_iter().map(spell).collect()
    }

    /// Is there a pipe from the side `from` to the side `to`? Distances grow until nothing changes.
    fn linked(&self, from: char, to: char) -> bool {
        let last = self.size - 1;
        let cuts = |(x, y): (i32, i32), piece: &str, side: char| {
            let rim = match side {
                'n' => y == 0,
                'e' => x == last,
                's' => y == last,
                _ => x == 0,
            };
            rim && piece.contains(side)
        };
        let mut wet: BTreeSet<(i32, i32)> =
            self.board.iter().filter(|(at, piece)| cuts(**at, piece, from)).map(|(at, _)| *at).collect();
        loop {
            let mut more = wet.clone();
            for (x, y) in &wet {
                for (way, back, dx, dy) in WAYS {
                    let next = (x + dx, y + dy);
                    if self.board[&(*x, *y)].contains(way) && self.board.get(&next).is_some_and(|p| p.contains(back)) {
                        more.insert(next);
                    }
                }
            }
            if more == wet {
                return wet.iter().any(|at| cuts(*at, &self.board[at], to));
            }
            wet = more;
        }
    }

    /// Plays a turn that is legal.
    pub(super) fn play(&self, turn: &str) -> Self {
        let (piece, cell) = turn.split_once('@').unwrap();
        let at = (i32::from(cell.as_bytes()[0] - b'A'), cell[1..].parse::<i32>().unwrap() - 1);
        let mut next = self.clone();
        let (me, you) = (self.turn, 1 - self.turn);
        next.board.insert(at, piece.to_owned());
        *next.hands[me].get_mut(kind(piece)).unwrap() -= 1;
        let links = [next.linked('w', 'e'), next.linked('n', 's')];
        next.turn = you;
        if links[me] {
            next.over = Some(me);
        } else if links[you] {
            next.over = Some(you);
        } else if next.legal_for(you).is_empty() {
            next.turn = me;
            if next.legal_for(me).is_empty() {
                next.over = Some(2);
            }
        }
        next
    }

    /// Lines of play of this length.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal().iter().map(|turn| self.play(turn).perft(depth - 1)).sum()
    }
}
