//! All places of all ships with what the solver asks about them, as bit masks.

use std::sync::OnceLock;

use super::derived::{Look, water_points};
use super::layout::{Cell, Kind, Ship, clash};

/// One place of a ship.
pub(super) struct Place {
    /// The ship.
    pub(super) ship: Ship,
    /// Its cells.
    pub(super) cells: u128,
    /// The inner lattice points that it touches.
    pub(super) points: u64,
    /// Its rows (bits 0 to 8) and columns (bits 9 to 17).
    pub(super) lines: u32,
    /// The row and column pieces that its marks look along.
    pub(super) looks: Vec<Look>,
    /// For each type, the numbers of the places that go with this one; for its own type only the later ones, so that
    /// no set of ships is met twice.
    pub(super) mates: [u128; 4],
}

/// All places by type. A delta's number is its cell's, so that a set of delta places is a set of cells.
pub(super) struct Tables {
    places: [Vec<Place>; 4],
    /// The places that the docking rule allows, by type.
    pub(super) legal: [u128; 4],
}

impl Tables {
    /// The tables for a game with or without delta tips.
    pub(super) fn of(delta_tips: bool) -> &'static Self {
        static TABLES: [OnceLock<Tables>; 2] = [const { OnceLock::new() }; 2];
        let [without, with] = &TABLES;
        if delta_tips { with.get_or_init(|| Self::make(true)) } else { without.get_or_init(|| Self::make(false)) }
    }

    fn make(delta_tips: bool) -> Self {
        let ships: [Vec<Ship>; 4] = Kind::ALL.map(|kind| {
            // the corners stay in the deltas' list for the sake of its numbers
            Ship::everywhere(kind).filter(|s| s.docks_well() || kind == Kind::Delta).collect()
        });
        let legal = Kind::ALL.map(|kind| mask(kind.of(&ships).iter().map(|s| s.docks_well())));
        let places = Kind::ALL.map(|kind| {
            let of_kind = kind.of(&ships).iter().enumerate();
            of_kind
                .map(|(n, ship)| {
                    let mates = Kind::ALL.map(|other| {
                        mask(other.of(&ships).iter().enumerate().map(|(m, mate)| {
                            (other != kind || m > n) && mate.docks_well() && clash(*ship, *mate, delta_tips).is_empty()
                        }))
                    });
                    Place::new(*ship, mates)
                })
                .collect()
        });
        Self { places, legal }
    }

    /// The places of a type.
    pub(super) fn list(&self, kind: Kind) -> &[Place] {
        kind.of::<Vec<Place>>(&self.places)
    }

    /// The cells of a set of places.
    pub(super) fn cells(&self, kind: Kind, set: u128) -> u128 {
        if kind == Kind::Delta {
            return set;
        }
        self.each(kind, set).fold(0, |cells, p| cells | p.cells)
    }

    /// The places of a set.
    pub(super) fn each(&self, kind: Kind, set: u128) -> impl Iterator<Item = &Place> {
        let list = self.list(kind);
        Bits(set).filter_map(move |n| list.get(n))
    }

    /// One alpha of each class of places that are turned or mirrored into one another, and the symmetries that make each
    /// place of the class of it once.
    pub(super) fn alphas(&self) -> Vec<(&Place, Vec<u8>)> {
        let mut seen: Vec<Ship> = Vec::new();
        let mut classes = Vec::new();
        for place in self.list(Kind::Alpha) {
            if seen.contains(&place.ship) {
                continue;
            }
            let mut turns = Vec::new();
            for symmetry in 0..8 {
                let image = place.ship.image(symmetry);
                if !seen.contains(&image) {
                    seen.push(image);
                    turns.push(symmetry);
                }
            }
            classes.push((place, turns));
        }
        classes
    }
}

impl Place {
    fn new(ship: Ship, mates: [u128; 4]) -> Self {
        let cells = ship.mask();
        let lines = ship.cells().fold(0, |lines, c: Cell| lines | (1 << c.row()) | (1 << (9 + c.col())));
        Self { ship, cells, points: !water_points(cells), lines, looks: Look::of_ship(ship), mates }
    }
}

impl Place {
    /// Does it lie as its code says, beside an upright alpha or not?
    pub(super) fn lies(&self, upright: bool, parallel: Option<bool>) -> bool {
        parallel.is_none_or(|p| p == (self.ship.vertical() == upright))
    }
}

fn mask(bits: impl Iterator<Item = bool>) -> u128 {
    bits.enumerate().fold(0, |mask, (n, bit)| mask | (u128::from(bit) << n))
}

/// The numbers of the bits that are set, lowest first.
pub(super) struct Bits(pub(super) u128);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
