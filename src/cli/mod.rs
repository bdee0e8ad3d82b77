//! The command line: data to stdout, logs to stderr; exit status 0 = done, 1 = the thing asked for is not so, 2 = wrong
//! usage or configuration.

pub mod args;
mod check;
mod demo;
mod isolated;
mod listing;
mod log;
mod play;
mod puzzle;
mod start;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

use crate::config::{Config, ConfigError};
use crate::daemon::{self, Current, Failure};
use crate::post::Stop;
use crate::store::{Store, StoreError};
use args::{Cli, Command};

/// Done.
pub const DONE: u8 = 0;
/// The thing asked for is not so.
pub const NOT_SO: u8 = 1;
/// Wrong usage or configuration.
pub const WRONG: u8 = 2;

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// Usage.
    #[error("{0}")]
    Usage(String),
    /// Configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// What was asked for is not so.
    #[error("{0}")]
    NotSo(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The daemon.
    #[error(transparent)]
    Daemon(#[from] Failure),
    /// Reading or writing a file.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// Writing to stdout.
    #[error("writing: {0}")]
    Out(#[from] io::Error),
}

impl Trouble {
    fn code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Config(_) => WRONG,
            _ => NOT_SO,
        }
    }
}

/// Runs the program with its arguments (the first is its name).
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) => {
            // help and version are no errors; a closed pipe is nobody's fault
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { WRONG } else { DONE });
        }
    };
    // the daemon tells what it does; a command at the prompt speaks for itself
    let level = if matches!(cli.command, Command::Run { .. } | Command::Rule { .. }) { "info" } else { "warn" };
    let filter = EnvFilter::try_from_env("BOARDPOST_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    // a log that nobody reads any more must not end the server
    let log = fmt::layer().with_writer(io::stderr).with_ansi(false).log_internal_errors(false);
    // libraries log what they read, and that is letters: only our own lines are known to hold no secret
    let ours = FilterFn::new(|meta| meta.target() == "boardpost" || meta.target().starts_with("boardpost::"));
    let _ = tracing_subscriber::registry().with(log.with_filter(ours)).with(filter).try_init();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(&cli, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Trouble::Out(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(DONE),
        Err(e) => {
            let _ = writeln!(io::stderr(), "boardpost: {e}");
            ExitCode::from(e.code())
        }
    }
}

fn config(cli: &Cli) -> Result<Config, Trouble> {
    Ok(Config::load(cli.config.as_deref())?)
}

/// The configuration, for a command that makes the database where there is none. Its folder must be there: a mistyped
/// path would begin an empty one.
fn config_to_begin(cli: &Cli) -> Result<Config, Trouble> {
    let config = config(cli)?;
    match config.store.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => Err(Trouble::Usage(format!(
            "store.path: there is no folder {}; make it, or correct the path",
            folder.display()
        ))),
        _ => Ok(config),
    }
}

fn store(cli: &Cli) -> Result<Store, Trouble> {
    Ok(Store::existing(&config(cli)?.store)?)
}

fn run(cli: &Cli, out: &mut dyn Write) -> Result<u8, Trouble> {
    match &cli.command {
        Command::Run { once } => serve(&config_to_begin(cli)?, cli.config.clone(), *once),
        Command::Rule { letter } => isolated::rule(&config(cli)?, *letter),
        Command::Start(start) => start::start(&config_to_begin(cli)?, start, out),
        Command::Games { all, form } => listing::games(&store(cli)?, *all, form.json, out),
        Command::Show { game, eye, at } => listing::show(&store(cli)?, *game, *eye, *at, &config(cli)?, out),
        Command::Log { game, secret } => log::log(&store(cli)?, *game, *secret, out),
        Command::Replay { file, form } => log::replay(file, form.json, out),
        Command::Verify { game, form } => log::verify(&store(cli)?, *game, form.json, out),
        Command::Check { file, game, lang, form } => check::check(file, game.as_deref(), *lang, form.json, out),
        Command::Play { game, options } => play::play(game, options, &mut io::stdin().lock(), out),
        Command::Demo { game } => demo::demo(game.as_deref(), out),
        Command::Puzzle { seed, grade, lang } => puzzle::puzzle(*seed, grade.as_deref(), *lang, out),
        Command::Solve { file } => puzzle::solve(file, out),
        Command::Config => {
            let config = config(cli)?;
            write!(out, "{}", config.describe())?;
            Ok(DONE)
        }
        Command::Outbox { retry: Some(id), .. } => {
            let mut store = store(cli)?;
            let tx = store.begin()?;
            let found = tx.retry(*id, daemon::now())?;
            tx.commit()?;
            if found { Ok(DONE) } else { Err(Trouble::NotSo(format!("no letter {id} waits in the outbox"))) }
        }
        Command::Outbox { release: true, .. } => {
            let mut store = store(cli)?;
            let tx = store.begin()?;
            let released = tx.release(daemon::now())?;
            tx.commit()?;
            writeln!(out, "{released}")?;
            Ok(DONE)
        }
        Command::Outbox { retry: None, form, .. } => listing::outbox(&store(cli)?, form.json, out),
        Command::Letters { shunted, form } => listing::letters(&store(cli)?, *shunted, form.json, out),
        Command::Status { form } => listing::status(&store(cli)?, &config(cli)?, form.json, out),
        Command::Backup { file } => {
            if file.exists() {
                return Err(Trouble::NotSo(format!("{} is there already; it has not been touched", file.display())));
            }
            store(cli)?.backup(file)?;
            Ok(DONE)
        }
    }
}

fn serve(config: &Config, file: Option<PathBuf>, once: bool) -> Result<u8, Trouble> {
    let stop = Stop::default();
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        signal_hook::flag::register(signal, stop.flag())
            .map_err(|e| Trouble::File("the signal handler".to_owned(), e))?;
    }
    let current = Current::new(config.clone());
    // `run --once` is over soon: there a hang-up ends it, as it would any program
    if !once {
        let handler = |e| Trouble::File("the signal handler".to_owned(), e);
        let mut hangups = signal_hook::iterator::Signals::new([signal_hook::consts::SIGHUP]).map_err(handler)?;
        let watched = current.clone();
        let watch = move || {
            hangups.forever().for_each(|_| {
                watched.reload();
            })
        };
        std::thread::Builder::new().name("reload".to_owned()).spawn(watch).map_err(handler)?;
    }
    let good = daemon::serve_current(&current, isolated::isolate(file), once, &stop)?;
    Ok(if good { DONE } else { NOT_SO })
}
