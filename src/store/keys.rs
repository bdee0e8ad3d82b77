//! Reply tokens and confirmation codes, derived from the one secret that the database holds.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::game::Seat;

/// Makes tokens and codes. Its `Debug` shows nothing.
pub struct Keys {
    mac: Hmac<Sha256>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(***)")
    }
}

impl Keys {
    /// Keys of a secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        // HMAC takes a key of any length
        let mac = Hmac::<Sha256>::new_from_slice(secret).unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
        Self { mac }
    }

    fn derive(&self, what: &str, length: usize) -> String {
        let mut mac = self.mac.clone();
        mac.update(what.as_bytes());
        let digest = mac.finalize().into_bytes();
        BASE32_NOPAD.encode(&digest).to_lowercase().chars().take(length).collect()
    }

    /// The reply token of a seat: 100 bits in 20 lower-case letters and digits, since local parts get case-folded.
    #[must_use]
    pub fn token(&self, game: i64, seat: Seat, generation: u32) -> String {
        self.derive(&format!("token:{game}:{seat}:{generation}"), 20)
    }

    /// The one-time code of a game's confirmation so-and-so: 60 bits.
    #[must_use]
    pub fn code(&self, game: i64, number: u32) -> String {
        self.derive(&format!("code:{game}:{number}"), 12)
    }

    /// The one-time code of a change of address, at its first step (the old address) or its second (the new one).
    #[must_use]
    pub fn address_code(&self, number: i64, step: i64) -> String {
        self.derive(&format!("address:{number}:{step}"), 12)
    }

    /// The one-time code of an admin's start by letter.
    #[must_use]
    pub fn start_code(&self, inbox: i64) -> String {
        self.derive(&format!("start:{inbox}"), 12)
    }
}
