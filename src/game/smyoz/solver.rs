//! The solver: all layouts that agree with what was told.
//!
//! Ships are placed alpha, betas, gammas, deltas; all rules are pairwise, so that a bit mask for each place says what
//! still fits. After each ship the search asks whether the rest can still come true:
//! - lines and docks: neither more than the header says nor out of reach;
//! - codes: a ship's overlines only grow and its underlines only shrink while ships are added, so that the marks by
//!   the ships so far and the marks by all cells that could still be taken are bounds, and each type's ships must be
//!   matched to the type's codes within them;
//! - shots: a step tells how many of its cells each type covers, the origin's 3 × 3 likewise.
//!
//! The same bounds tell cells that must stay water and places that no code admits; they are struck off before they
//! are tried. Islands and the exact answers are asked at the end. Header and codes do not change when the board is turned or
//! mirrored: with no or few shots only one alpha of each of the 12 classes is tried, and its layouts are turned.

use super::derived::{Answer, Codes, Content, Header, Look, area, corners, sizes};
use super::layout::{Kind, Layout};
use super::options::Origo;
use super::shots::{Reply, Told};
use super::tables::{Bits, Place, Tables};

/// What is known about a layout.
#[derive(Clone, Debug)]
pub struct Clues {
    /// Do deltas count as four tips?
    pub delta_tips: bool,
    /// The origin's points.
    pub origo: Origo,
    /// The header, if told.
    pub header: Option<Header>,
    /// The codes, if told.
    pub codes: Option<Codes>,
    /// The steps and their answers.
    pub told: Vec<Told>,
    /// Layouts that it is not.
    pub not: Vec<Layout>,
}

/// Rows and columns together.
const LINES: u8 = 18;

/// Where a search is cut.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many layouts are counted at most.
    pub count: u64,
    /// So many are kept.
    pub keep: usize,
    /// So many ships are tried at most: a measure of time that is the same on all machines.
    pub nodes: u64,
}

impl Limits {
    /// For the hint in a letter.
    pub const HINT: Self = Self { count: 100_000, keep: 0, nodes: 1_000_000 };
    /// Is there more than one?
    pub const UNIQUE: Self = Self { count: 2, keep: 2, nodes: u64::MAX };
    /// All.
    pub const ALL: Self = Self { count: u64::MAX, keep: usize::MAX, nodes: u64::MAX };
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Layouts that agree with the clues.
    pub count: u64,
    /// Are these all? Not if a limit cut the search.
    pub complete: bool,
    /// The first of them, sorted.
    pub layouts: Vec<Layout>,
    /// Ships that were tried.
    pub nodes: u64,
}

/// Finds the layouts that agree with the clues. The same clues and limits give the same result.
#[must_use]
pub fn search(clues: &Clues, limits: &Limits) -> Found {
    let mut search = Search::new(clues, limits);
    search.run();
    let mut found = search.found;
    found.complete = !search.cut;
    found.layouts.sort_unstable();
    found
}

/// Cells of which it is known how many each type covers.
struct Region {
    cells: u128,
    need: [u32; 4],
}

/// A water cell whose whole answer is known.
struct Pinned {
    answer: Answer,
    water: u32,
    corners: u64,
    looks: [Look; 2],
}

/// The ships so far, and what they leave.
#[derive(Clone, Copy)]
struct State {
    /// Cells by type.
    taken: [u128; 4],
    /// Places that still fit, by type; of the type in hand only the later ones.
    open: [u128; 4],
    /// Lattice points that are touched.
    points: u64,
    /// Lines that are not water.
    lines: u32,
    /// Docked ships.
    docked: u32,
}

impl State {
    fn all(&self) -> u128 {
        self.taken.iter().fold(0, |all, t| all | t)
    }

    fn with(&self, place: &Place) -> Self {
        let mut next = *self;
        *place.ship.kind().of_mut(&mut next.taken) |= place.cells;
        next.open = Kind::ALL.map(|k| k.of(&self.open) & k.of(&place.mates));
        next.points |= place.points;
        next.lines |= place.lines;
        next.docked += u32::from(place.ship.docked());
        next
    }
}

struct Search<'a> {
    tables: &'static Tables,
    clues: &'a Clues,
    limits: Limits,
    regions: Vec<Region>,
    pinned: Vec<Pinned>,
    placed: Vec<&'static Place>,
    /// Is only one alpha of each class tried, and each layout turned?
    by_classes: bool,
    /// The symmetries of the alpha in hand.
    turns: Vec<u8>,
    found: Found,
    cut: bool,
}

impl<'a> Search<'a> {
    fn new(clues: &'a Clues, limits: &Limits) -> Self {
        // a few cells prune less than the classes save
        let shot: usize = clues.told.iter().map(|t| t.cells.len()).sum();
        let by_classes = shot == 0 || (clues.codes.is_some() && shot <= 3);
        let mut regions = Vec::new();
        let mut pinned = Vec::new();
        for told in clues.told.iter().filter(|_| !by_classes) {
            let cells = told.cells.iter().fold(0, |mask, c| mask | c.bit());
            let of_kind = |answers: &[Answer]| {
                Kind::ALL.map(|k| answers.iter().map(|a| u32::from(a.content == Content::Ship(k))).sum())
            };
            match (&told.reply, told.cells.as_slice()) {
                (Reply::Cells(answers), _) => regions.push(Region { cells, need: of_kind(answers) }),
                (Reply::Origin(answer, around), [cell]) => {
                    regions.push(Region { cells, need: of_kind(&[*answer]) });
                    let need =
                        Kind::ALL.map(|k| around.ships.iter().filter(|s| s.0 == k).map(|s| u32::from(s.1)).sum());
                    regions.push(Region { cells: area(*cell), need });
                }
                _ => {}
            }
            let single = match &told.reply {
                Reply::Cells(answers) => answers.first().filter(|_| answers.len() == 1),
                Reply::Origin(answer, _) => Some(answer),
                Reply::Spoiled => None,
            };
            if let (Some(answer), [cell]) = (single, told.cells.as_slice())
                && let Content::Water(water) = answer.content
            {
                let looks = Look::of_cell(*cell);
                pinned.push(Pinned { answer: *answer, water: u32::from(water), corners: corners(*cell), looks });
            }
        }
        Self {
            tables: Tables::of(clues.delta_tips),
            clues,
            limits: *limits,
            regions,
            pinned,
            placed: Vec::new(),
            by_classes,
            turns: vec![0],
            found: Found::default(),
            cut: false,
        }
    }

    fn run(&mut self) {
        let tables = self.tables;
        let mut state = State { taken: [0; 4], open: tables.legal, points: 0, lines: 0, docked: 0 };
        for kind in Kind::ALL {
            let crowded = tables
                .list(kind)
                .iter()
                .enumerate()
                .filter(|(_, p)| self.regions.iter().any(|r| (p.cells & r.cells).count_ones() > *kind.of(&r.need)));
            let crowded = crowded.fold(0, |mask, (n, _)| mask | (1_u128 << n));
            *kind.of_mut(&mut state.open) &= !crowded;
        }
        if self.by_classes {
            for (alpha, turns) in tables.alphas() {
                self.turns = turns;
                self.try_place(&state, alpha, Kind::Alpha, 1);
            }
        } else {
            self.next_ship(&state, Kind::Alpha, 1);
        }
    }

    /// Places the ships that are left of a type, and then those of the next.
    fn next_ship(&mut self, state: &State, kind: Kind, left: u32) {
        let tables = self.tables;
        let open = *kind.of(&state.open);
        for place in tables.each(kind, open) {
            self.try_place(state, place, kind, left);
        }
    }

    fn try_place(&mut self, state: &State, place: &'static Place, kind: Kind, left: u32) {
        if self.cut || self.found.nodes >= self.limits.nodes {
            self.cut = true;
            return;
        }
        self.found.nodes += 1;
        let next = state.with(place);
        let left = left - 1;
        let enough = Kind::ALL.iter().all(|k| match k.cmp(&kind) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => k.of(&next.open).count_ones() >= left,
            std::cmp::Ordering::Greater => k.of(&next.open).count_ones() >= u32::from(k.count()),
        });
        if !enough {
            return;
        }
        self.placed.push(place);
        if let Some(next) = self.narrow(next, kind, left) {
            match (left, kind) {
                (0, Kind::Alpha) => self.next_ship(&next, Kind::Beta, 2),
                (0, Kind::Beta) => self.next_ship(&next, Kind::Gamma, 3),
                (0, Kind::Gamma) => self.next_ship(&next, Kind::Delta, 4),
                (0, Kind::Delta) => self.leaf(&next),
                _ => self.next_ship(&next, kind, left),
            }
        }
        self.placed.pop();
    }

    /// Can the ships so far be part of a layout that agrees with the clues? Then the state without the places that
    /// cannot be part of one. At the last ship the bounds meet.
    fn narrow(&self, mut state: State, kind: Kind, left: u32) -> Option<State> {
        // ships of each type that are still to come
        let rest = Kind::ALL.map(|k| match k.cmp(&kind) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => left,
            std::cmp::Ordering::Greater => u32::from(k.count()),
        });
        if !self.regions_can(&state, &rest) || !self.header_can(&state, &rest) {
            return None;
        }
        let mut could = self.could(&state, &rest);
        loop {
            let shut = self.shut(&state, could)?;
            for k in Kind::ALL {
                let rest = *k.of(&rest);
                if rest > 0 {
                    let open = self.open_places(&state, k, could, shut);
                    if open.count_ones() < rest {
                        return None;
                    }
                    *k.of_mut(&mut state.open) = open;
                }
            }
            let less = self.could(&state, &rest);
            if less == could {
                return Some(state);
            }
            could = less;
        }
    }

    /// The cells that are taken or could be.
    fn could(&self, state: &State, rest: &[u32; 4]) -> u128 {
        Kind::ALL
            .iter()
            .filter(|k| *k.of(rest) > 0)
            .fold(state.all(), |cells, k| cells | self.tables.cells(*k, *k.of(&state.open)))
    }

    /// The places of a type that some code admits, and that leave enough water lines.
    fn open_places(&self, state: &State, kind: Kind, could: u128, shut: u128) -> u128 {
        let now = state.all();
        let open = *kind.of(&state.open);
        // as many lines are empty as must stay so
        let full = self
            .clues
            .header
            .as_ref()
            .is_some_and(|h| state.lines.count_ones() + u32::from(h.waterlines) >= u32::from(LINES));
        let codes = self.clues.codes.as_ref().map(|c| c.list(kind));
        let upright = self.placed.first().is_some_and(|p| p.ship.vertical());
        Bits(open)
            .filter(|n| {
                let Some(place) = self.tables.list(kind).get(*n) else { return false };
                if place.cells & shut != 0 || full && place.lines & !state.lines != 0 {
                    return false;
                }
                let Some(codes) = codes else { return true };
                let marks = bounds(&place.looks, now, could & !place.cells);
                codes.iter().any(|c| marks.admit(c.over, c.under) && place.lies(upright, c.parallel))
            })
            .fold(0, |mask, n| mask | (1 << n))
    }

    fn regions_can(&self, state: &State, rest: &[u32; 4]) -> bool {
        self.regions.iter().all(|region| {
            Kind::ALL.iter().all(|k| {
                let have = (k.of(&state.taken) & region.cells).count_ones();
                let need = *k.of(&region.need);
                let most = *k.of(rest) * u32::from(k.length());
                have <= need && need <= have + most
            })
        }) && self.pinned.iter().all(|p| (p.corners & !state.points).count_ones() >= p.water)
    }

    fn header_can(&self, state: &State, rest: &[u32; 4]) -> bool {
        self.clues.header.as_ref().is_none_or(|header| {
            let to_come: u32 = rest.iter().sum();
            let docked = state.docked..=state.docked + to_come;
            let new: u32 = Kind::ALL.iter().map(|k| k.of(rest) * (u32::from(k.length()) + 1)).sum();
            let lines = state.lines.count_ones()..=state.lines.count_ones() + new;
            docked.contains(&u32::from(header.docked)) && lines.contains(&u32::from(LINES - header.waterlines))
        })
    }

    /// Can the marks of the ships so far and of known cells come true? Then the cells that must stay water for that.
    fn shut(&self, state: &State, could: u128) -> Option<u128> {
        let now = state.all();
        let mut shut = 0;
        for pinned in &self.pinned {
            let Answer { over, under, .. } = pinned.answer;
            if !bounds(&pinned.looks, now, could).admit(over, under) {
                return None;
            }
            shut |= closed(&pinned.looks, now, over, under);
        }
        let Some(codes) = &self.clues.codes else { return Some(shut) };
        let upright = self.placed.first().is_some_and(|p| p.ship.vertical());
        // places are in the order of the types
        let mut ships = self.placed.iter().peekable();
        for kind in Kind::ALL {
            let list = codes.list(kind);
            let mut fits = [0_u8; 4];
            let mut count = 0;
            for slot in &mut fits {
                let Some(place) = ships.next_if(|p| p.ship.kind() == kind) else { break };
                let others = now & !place.cells;
                let marks = bounds(&place.looks, others, could & !place.cells);
                let (mut most, mut least) = (0, u8::MAX);
                for (n, code) in list.iter().enumerate() {
                    if marks.admit(code.over, code.under) && place.lies(upright, code.parallel) {
                        *slot |= 1 << n;
                        most = most.max(code.over);
                        least = least.min(code.under);
                    }
                }
                shut |= closed(&place.looks, others, most, least);
                count += 1;
            }
            if !fits.get(..count).is_some_and(|fits| matched(fits, 0)) {
                return None;
            }
        }
        Some(shut & !now)
    }

    fn leaf(&mut self, state: &State) {
        if self.clues.header.as_ref().is_some_and(|h| sizes(!state.points) != h.islands) {
            return;
        }
        let asked = !self.clues.told.is_empty() || !self.clues.not.is_empty();
        for turn in self.turns.clone() {
            if asked || self.found.layouts.len() < self.limits.keep {
                let layout = Layout::checked(self.placed.iter().map(|p| p.ship.image(turn)).collect());
                if !self.agrees(&layout) {
                    continue;
                }
                if self.found.layouts.len() < self.limits.keep {
                    self.found.layouts.push(layout);
                }
            }
            self.found.count += 1;
            if self.found.count >= self.limits.count {
                self.cut = true;
                return;
            }
        }
    }

    fn agrees(&self, layout: &Layout) -> bool {
        !self.clues.not.contains(layout)
            && self.clues.told.iter().all(|told| {
                let strict = told.reply == Reply::Spoiled;
                Reply::of(layout, told.step, &told.cells, self.clues.origo, strict) == told.reply
            })
    }
}

/// Least and greatest counts of marks.
struct Bounds {
    over: (u8, u8),
    under: (u8, u8),
}

impl Bounds {
    fn admit(&self, over: u8, under: u8) -> bool {
        self.over.0 <= over && over <= self.over.1 && self.under.0 <= under && under <= self.under.1
    }
}

/// The bounds of marks between the ships so far and all cells that could be taken.
fn bounds(looks: &[Look], now: u128, could: u128) -> Bounds {
    let (over_least, under_most) = Look::marks(looks, now);
    let (over_most, under_least) = Look::marks(looks, could);
    Bounds { over: (over_least, over_most), under: (under_least, under_most) }
}

/// The cells that must stay water, lest there be more overlines or fewer underlines than that.
fn closed(looks: &[Look], now: u128, most_over: u8, least_under: u8) -> u128 {
    let (over, under) = Look::marks(looks, now);
    let (over_left, under_left) = (most_over.saturating_sub(over), under.saturating_sub(least_under));
    looks.iter().fold(0, |shut, look| {
        shut | match (look.before & now != 0, look.behind & now != 0) {
            (true, false) if look.weight > over_left => look.behind,
            (false, true) if look.weight > over_left => look.before,
            (false, false) if look.weight > under_left => look.before | look.behind,
            _ => 0,
        }
    })
}

/// Can each ship have a code of its own?
fn matched(fits: &[u8], used: u8) -> bool {
    let Some((first, rest)) = fits.split_first() else { return true };
    let free = first & !used;
    (0..8).any(|n| free & (1 << n) != 0 && matched(rest, used | (1 << n)))
}
