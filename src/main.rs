//! The binary: everything is in the library.

fn main() -> std::process::ExitCode {
    boardpost::cli::main(std::env::args_os())
}
