//! The command line and the line protocol, through the program itself.

mod check;
mod desk;
mod hostile;
mod play;
mod vectors;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the program gave.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, in a folder.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.current_dir(folder).env_remove("BOARDPOST_LOG").stdin(Stdio::null());
    command
}

/// Runs the program with something on its standard input.
pub(crate) fn fed(folder: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut command = program(folder);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // the program may end before it has read all of it
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let ran =
        Ran { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) };
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    ran
}

/// Runs the program.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Ran {
    fed(folder, args, b"")
}

/// A folder of its own for a test.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
