#![no_main]
#![allow(missing_docs)]

libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |bytes: &[u8]| boardpost_fuzz::thoughtwave(bytes));
