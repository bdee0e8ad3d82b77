//! demo
use super::*;
pub(super) fn demo(_: Option<&str>, _: &mut dyn Write) -> Result<u8, Trouble> {
    Ok(DONE)
}
