//! Pieces of text that are looked for in a line all at once.

use aho_corasick::AhoCorasick;

/// Pieces that are looked for in every line.
pub(super) struct Pieces {
    table: Vec<&'static str>,
    /// All at once; `None` where they are too many for it.
    quick: Option<AhoCorasick>,
}

impl Pieces {
    pub(super) fn of(table: impl Into<Vec<&'static str>>) -> Self {
        let table = table.into();
        Self { quick: AhoCorasick::new(&table).ok(), table }
    }

    /// Where the first of them begins, in bytes.
    pub(super) fn first(&self, line: &str) -> Option<usize> {
        match &self.quick {
            Some(quick) => quick.find(line).map(|found| found.start()),
            None => self.table.iter().filter_map(|p| line.find(p)).min(),
        }
    }

    pub(super) fn any(&self, line: &str) -> bool {
        self.first(line).is_some()
    }

    /// Where each of them that is there begins for the last time, in bytes.
    pub(super) fn last(&self, line: &str) -> Vec<(&'static str, usize)> {
        let Some(quick) = &self.quick else {
            return self.table.iter().filter_map(|p| Some((*p, line.rfind(p)?))).collect();
        };
        let mut out: Vec<(&'static str, usize)> = Vec::new();
        for found in quick.find_overlapping_iter(line) {
            let Some(piece) = self.table.get(found.pattern().as_usize()) else { continue };
            match out.iter_mut().find(|(known, _)| known == piece) {
                Some((_, at)) => *at = found.start(),
                None => out.push((piece, found.start())),
            }
        }
        out
    }

    /// Where they begin, in bytes, from the left.
    pub(super) fn places(&self, line: &str) -> Vec<usize> {
        let mut out: Vec<usize> = match &self.quick {
            Some(quick) => quick.find_iter(line).map(|found| found.start()).collect(),
            None => self.table.iter().flat_map(|p| line.match_indices(p)).map(|(at, _)| at).collect(),
        };
        out.sort_unstable();
        out
    }
}
