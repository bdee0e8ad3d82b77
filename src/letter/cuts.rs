//! Lines that a client ran together are broken where they were.

use super::attribution::inline_attribution;
use super::endings::{inline_cuts, is_separator};
use super::headers::header_block;
use super::lines::{Line, Mark};
use super::signs::Signs;

/// Breaks lines where a footer or separator begins in their middle.
pub(super) fn cut_inside(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    // of the lines that are cut
    let mut places: Vec<(usize, Vec<usize>)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.mark == Some(Mark::Cut) {
            break;
        }
        if line.depth > 0 || line.known {
            continue;
        }
        let mut cuts = inline_attribution(line, lines.get(at + 1..).unwrap_or_default());
        cuts.extend(inline_cuts(line, cuts.first().copied()));
        cuts.sort_unstable();
        cuts.dedup();
        if !cuts.is_empty() {
            places.push((at, cuts));
        }
    }
    // below the beginning of an old letter nothing is cut
    if let Some((last, _)) = places.last() {
        let own = |line: &Line<'_>| line.depth == 0 && !line.known && line.signs().has(Signs::COLON);
        let begun = (0..=*last).find(|at| lines.get(*at).is_some_and(own) && begins(lines.get(*at..)));
        places.retain(|(at, _)| begun.is_none_or(|begun| *at < begun));
    }
    if places.is_empty() {
        return lines;
    }
    let mut out = Vec::with_capacity(lines.len() + places.len());
    let mut places = places.into_iter().peekable();
    for (at, line) in lines.into_iter().enumerate() {
        let Some((_, cuts)) = places.next_if(|(place, _)| *place == at) else {
            out.push(line);
            continue;
        };
        let mut from = 0;
        for cut in cuts.into_iter().chain([line.text().len()]) {
            let piece = line.text().get(from..cut).unwrap_or_default();
            if !piece.trim().is_empty() || from == 0 && cut == line.text().len() {
                out.push(line.piece(piece.trim_end()));
            }
            from = cut;
        }
    }
    out
}

/// Does an unmarked old letter begin here?
fn begins(lines: Option<&[Line<'_>]>) -> bool {
    lines.is_some_and(|lines| {
        let whole = lines.first().is_some_and(|l| is_separator(l) && !l.signs().has(Signs::AT));
        whole || header_block(lines, false).is_some()
    })
}
