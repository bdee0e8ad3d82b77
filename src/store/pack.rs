//! Letters as they are stored: compressed with a dictionary of what letters of games look like.
//!
//! One letter alone is too short to say much twice; with the dictionary it takes up a third of the room and half the
//! time. `letters.dict` was trained by zstd (64 KiB) on the letters of `examples/` and on half of those of
//! `tests/letters/`. A letter names the dictionary that it needs by number, and one that was stored without any is read
//! as before; so a dictionary that was used once stays, and a new one gets a number of its own.

use std::cell::RefCell;
use std::io::Read;

use zstd::bulk::{Compressor, Decompressor};

use super::StoreError;

const DICTIONARY: &[u8] = include_bytes!("letters.dict");
const LEVEL: i32 = 3;
/// A stored letter that says it is longer is unpacked piece by piece.
const AT_ONCE: u64 = 16 << 20;

thread_local! {
    /// Contexts that are used again: to make one costs more than a letter.
    static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Compresses a letter.
pub(super) fn pack(bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let packed = PACKER.with_borrow_mut(|packer| match packer {
        Some(packer) => packer.compress(bytes),
        None => packer.insert(Compressor::with_dictionary(LEVEL, DICTIONARY)?).compress(bytes),
    });
    packed.map_err(|e| StoreError::Row(format!("compressing: {e}")))
}

/// The inverse of [`pack`]; also of letters that were compressed without a dictionary.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let unpacked = match zstd::zstd_safe::get_frame_content_size(bytes) {
        Ok(Some(size)) if size <= AT_ONCE => UNPACKER.with_borrow_mut(|unpacker| {
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            match unpacker {
                Some(unpacker) => unpacker.decompress(bytes, size),
                None => unpacker.insert(Decompressor::with_dictionary(DICTIONARY)?).decompress(bytes, size),
            }
        }),
        _ => slowly(bytes),
    };
    unpacked.map_err(|e| StoreError::Row(format!("a stored letter is damaged: {e}")))
}

fn slowly(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    zstd::stream::read::Decoder::with_dictionary(bytes, DICTIONARY)?.read_to_end(&mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Vec<Vec<u8>> {
        let game = crate::game::find("thoughtwave").unwrap();
        let log = game.evenings().first().unwrap();
        log.split("\nFrom ").map(|letter| letter.replace('\n', "\r\n").into_bytes()).collect()
    }

    #[test]
    fn letters_come_back_as_they_were_and_take_up_less_than_half_the_room() {
        let (mut plain, mut packed) = (0, 0);
        for letter in letters().iter().chain(&[Vec::new(), b"x".to_vec(), vec![0; 100_000]]) {
            let small = pack(letter).unwrap();
            assert_eq!(&unpack(&small).unwrap(), letter);
            assert_eq!(&slowly(&small).unwrap(), letter);
            packed += small.len();
            plain += zstd::bulk::compress(letter, LEVEL).unwrap().len();
        }
        assert!(packed * 2 < plain, "{packed} of {plain}");
    }

    #[test]
    fn letters_that_were_stored_without_a_dictionary_are_read() {
        for letter in letters() {
            assert_eq!(unpack(&zstd::bulk::compress(&letter, LEVEL).unwrap()).unwrap(), letter);
            assert_eq!(unpack(&zstd::stream::encode_all(&letter[..], LEVEL).unwrap()).unwrap(), letter);
        }
    }

    #[test]
    fn what_is_damaged_is_an_error() {
        let small = pack(&letters()[0]).unwrap();
        for at in 0..small.len().min(200) {
            let mut other = small.clone();
            other[at] ^= 0xff;
            let _ = unpack(&other);
            let _ = unpack(&small[..at]);
        }
        assert!(unpack(b"no letter").is_err());
    }
}
