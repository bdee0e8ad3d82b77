//! Lines of ASCII and of those letters of Latin and Cyrillic that are two bytes, changed sign by sign, without a branch:
//! in a line of words a processor can't foretell where the blanks are.

use super::fold::european;

/// What a table gives for a sign that goes.
pub(super) const GONE: u8 = 0;
/// What it gives where more than a look at the sign is wanted.
pub(super) const ODD: u8 = 1;

/// The first bytes of the letters, and of U+00A0 and the quotation marks `«` and `»`.
const LEADS: [u8; 6] = [0xc2, 0xc3, 0xc4, 0xc5, 0xd0, 0xd1];
/// How many bytes can follow one.
const WIDTH: usize = 64;
/// Where the first bytes begin in a table, behind ASCII; behind them the second ones, and behind all a place for what
/// is neither.
const FIRST: usize = 128;
const SECOND: usize = FIRST + LEADS.len() * WIDTH;
const NEITHER: usize = SECOND + LEADS.len() * WIDTH;

/// What becomes of each byte, by the byte beside it: a letter in lower case may have another first byte.
pub(super) struct Table([u8; NEITHER + 1]);

/// What a byte says about its place in a table.
#[derive(Clone, Copy)]
struct Byte {
    /// Where its row begins.
    row: u16,
    /// Which bits of the byte behind it count.
    behind: u8,
    /// Which bits of [`Byte::lead`] of the byte before it count.
    before: u16,
    /// Which letters it begins.
    lead: u16,
}

/// For each byte of UTF-8.
static BYTES: [Byte; 256] = bytes();

const fn bytes() -> [Byte; 256] {
    let mut out = [Byte { row: NEITHER as u16, behind: 0, before: 0, lead: 0 }; 256];
    let mut rest: &mut [Byte] = &mut out;
    let mut byte = 0_u8;
    while let Some((first, more)) = rest.split_first_mut() {
        match byte {
            0..0x80 => first.row = byte as u16,
            0x80..0xc0 => {
                first.row = (SECOND + (byte & 0x3f) as usize) as u16;
                first.before = 0xffff;
            }
            _ => {
                let mut nth = 0;
                let mut leads: &[u8] = &LEADS;
                while let Some((lead, others)) = leads.split_first() {
                    if *lead == byte {
                        first.row = (FIRST + nth * WIDTH) as u16;
                        first.behind = 0x3f;
                        first.lead = (nth * WIDTH) as u16;
                    }
                    nth += 1;
                    leads = others;
                }
            }
        }
        byte = byte.wrapping_add(1);
        rest = more;
    }
    out
}

const fn has(mut bytes: &[u8], wanted: u8) -> bool {
    while let Some((byte, rest)) = bytes.split_first() {
        if *byte == wanted {
            return true;
        }
        bytes = rest;
    }
    false
}

impl Table {
    /// Letters become small, backticks apostrophes, and blanks of all kinds what is said; some signs of ASCII go.
    pub(super) const fn of(blank: u8, gone: &[u8]) -> Self {
        let mut out = [ODD; NEITHER + 1];
        let (mut ascii, tail) = out.split_at_mut(FIRST);
        let mut byte = 0_u8;
        while let Some((first, more)) = ascii.split_first_mut() {
            *first = match byte {
                b' ' | b'\t' => blank,
                b'`' => b'\'',
                b'!'..=b'~' if has(gone, byte) => GONE,
                b'!'..=b'~' => byte.to_ascii_lowercase(),
                _ => ODD,
            };
            byte += 1;
            ascii = more;
        }
        let (mut firsts, mut seconds) = tail.split_at_mut(LEADS.len() * WIDTH);
        let mut leads: &[u8] = &LEADS;
        let mut next = 0x80_u8;
        while let (Some((lead, others)), Some((first, more)), Some((second, rest))) =
            (leads.split_first(), firsts.split_first_mut(), seconds.split_first_mut())
        {
            let one = match next {
                0xa0 => Some(blank),
                0xab | 0xbb => Some(b'"'),
                _ => None,
            };
            if *lead == 0xc2 {
                if let Some(one) = one {
                    (*first, *second) = (GONE, one);
                }
            } else if let Some(small) = european(*lead, next) {
                (*first, *second) = (0xc0 | (small >> 6) as u8, 0x80 | (small & 0x3f) as u8);
            }
            (firsts, seconds) = (more, rest);
            if next == 0xbf {
                leads = others;
                next = 0x80;
            } else {
                next += 1;
            }
        }
        Self(out)
    }

    /// Adds a line as the table has it; false, and nothing is added, where there is an odd sign in it.
    pub(super) fn add(&self, line: &str, out: &mut Vec<u8>) -> bool {
        let start = out.len();
        out.resize(start + line.len(), 0);
        let (mut end, mut odd) = (start, false);
        for sign in self.signs(line) {
            if let Some(place) = out.get_mut(end) {
                *place = sign;
            }
            end += usize::from(sign != GONE);
            odd |= sign == ODD;
        }
        out.truncate(if odd { start } else { end });
        !odd
    }

    /// What becomes of each byte of a line.
    pub(super) fn signs(&self, line: &str) -> impl Iterator<Item = u8> {
        let bytes = line.as_bytes();
        let mut lead = 0;
        bytes.iter().enumerate().map(move |(at, byte)| {
            // a byte is always inside of that table, and its place inside of this one
            let Some(byte) = BYTES.get(usize::from(*byte)) else { return ODD };
            let behind = bytes.get(at + 1).copied().unwrap_or(0);
            let place = usize::from(byte.row) + usize::from(byte.behind & behind) + usize::from(byte.before & lead);
            lead = byte.lead;
            self.0.get(place).copied().unwrap_or(ODD)
        })
    }
}
