//! The command line: what can be said, and help for it. What each command does stands elsewhere.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};

use crate::game::{Eye, Lang, Seat};
use crate::judge::start::is_option;

/// A play-by-email referee for board games.
///
/// Exit status: 0 = done; 1 = what was asked for is not so, or could not be done; 2 = wrong usage or configuration.
#[derive(Clone, Debug, PartialEq, Parser)]
#[command(name = "boardpost", version, arg_required_else_help = true)]
pub struct Cli {
    /// The configuration file [default: ./config.toml, else the built-in one]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Run the server: fetch letters, judge, record, answer
    Run {
        /// Empty the inbox and the outbox, then exit
        #[arg(long)]
        once: bool,
    },
    /// Open a game, print its number and queue the opening letters
    #[command(
        override_usage = "boardpost start GAME PLAYER [PLAYER] [KEY=VALUE]...\n       boardpost start --file F.toml"
    )]
    Start(Start),
    /// List the open games
    ///
    /// A line: number, game, players, seats that are to act, since when, state. Of a finished one also the seat that won,
    /// and why.
    Games {
        /// List the finished ones too
        #[arg(long)]
        all: bool,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Show the board of a game
    Show {
        /// The game's number
        #[arg(value_name = "N", value_parser = value_parser!(i64).range(1..))]
        game: i64,
        /// Whose eye looks
        #[arg(long = "as", value_name = "EYE", default_value = "public", value_parser = eye())]
        eye: Eye,
        /// The position after so many plies [default: now]
        #[arg(long, value_name = "PLY")]
        at: Option<u32>,
    },
    /// Print the letters of a game as an mbox file
    ///
    /// While a game with hidden set-ups runs, this tells secrets, and is refused without --secret.
    Log {
        /// The game's number
        #[arg(value_name = "N", value_parser = value_parser!(i64).range(1..))]
        game: i64,
        /// Yes, even though it tells hidden set-ups
        #[arg(long)]
        secret: bool,
    },
    /// Judge the letters of an mbox file again and compare
    ///
    /// Exit status 1 at the first difference.
    Replay {
        /// What `log` printed, or a mail client's mbox with the letters of a game
        #[arg(value_name = "FILE.mbox")]
        file: PathBuf,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Judge the games of the database again and compare
    ///
    /// Exit status 1 at the first difference.
    Verify {
        /// The game's number [default: all]
        #[arg(value_name = "N", value_parser = value_parser!(i64).range(1..))]
        game: Option<i64>,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Tell how a letter would be read; needs neither database nor configuration
    Check {
        /// The letter
        #[arg(value_name = "FILE.eml")]
        file: PathBuf,
        /// The game that the letter is for [default: whichever can read it]
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// The language of the writer
        #[arg(long, value_name = "LANG", value_parser = lang())]
        lang: Option<Lang>,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Play on this terminal, both seats, line by line
    Play {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// Options of the game, such as size=8
        #[arg(value_name = "KEY=VALUE")]
        options: Vec<String>,
    },
    /// Play a prepared evening by letters in a temporary folder, and print the letters
    Demo {
        /// The game [default: the first]
        #[arg(value_name = "GAME")]
        game: Option<String>,
    },
    /// Make a puzzle and print it as a text that `solve` reads
    Puzzle {
        /// Which one; the same seed gives the same puzzle [default: by chance]
        #[arg(long)]
        seed: Option<u64>,
        /// How hard: easy, medium or hard
        #[arg(long)]
        grade: Option<String>,
        /// The language of the drawing
        #[arg(long, value_name = "LANG", value_parser = lang())]
        lang: Option<Lang>,
    },
    /// Solve a puzzle; exit status 0 if it has exactly one solution
    Solve {
        /// What `puzzle` printed
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the configuration in force, or what is wrong with it
    Config,
    /// List the letters that wait to be sent or could not be sent, and why
    ///
    /// A line: number, reader, state, attempts, when it goes next (- where it waits for room or for --release), and why
    /// it has not gone. States: ready, sending, held (by a limit), dead (given up; --retry tries again).
    Outbox {
        /// Try this letter again
        #[arg(long, value_name = "N", value_parser = value_parser!(i64).range(1..))]
        retry: Option<i64>,
        /// Let go of all letters that are held back
        #[arg(long, conflicts_with = "retry")]
        release: bool,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// List the letters that came, and what became of them
    ///
    /// A line: number, when it came, sender, state, what was ruled, Message-ID; the newest first, 1,000 at most. States:
    /// new (not ruled on yet), done, ignored, shunt (put aside: it could not be dealt with).
    Letters {
        /// Only those that could not be dealt with
        #[arg(long)]
        shunted: bool,
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Tell how the server is doing
    Status {
        /// Listing form.
        #[command(flatten)]
        form: Form,
    },
    /// Rule on one letter that broke the server before, and end
    #[command(hide = true)]
    Rule {
        /// The letter's number
        #[arg(value_name = "N", value_parser = value_parser!(i64).range(1..))]
        letter: i64,
    },
    /// Write a copy of the database, also while the server runs
    Backup {
        /// The new file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// The form of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Form {
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// What `start` is told.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Start {
    /// Read game, players and options from a TOML file
    #[arg(long, value_name = "F.toml", conflicts_with_all = ["game", "rest"])]
    pub file: Option<PathBuf>,
    /// The game
    #[arg(value_name = "GAME", required_unless_present = "file")]
    pub game: Option<String>,
    /// The players: a known nick, a@b.org, or "Name <a@b.org>", each with :en, :hu or :ru behind it if need be; then
    /// options of the game, such as size=8
    #[arg(value_name = "PLAYER|KEY=VALUE", required_unless_present = "file")]
    pub rest: Vec<String>,
}

impl Start {
    /// The players and the `KEY=VALUE` options, each in their order.
    #[must_use]
    pub fn players_and_options(&self) -> (Vec<&str>, Vec<&str>) {
        let (options, players) = self.rest.iter().map(String::as_str).partition(|word| is_option(word));
        (players, options)
    }
}

fn eye() -> impl TypedValueParser<Value = Eye> {
    PossibleValuesParser::new(["1", "2", "public", "all"]).map(|word| match word.as_str() {
        "1" => Eye::Seat(Seat::One),
        "2" => Eye::Seat(Seat::Two),
        "all" => Eye::All,
        _ => Eye::Public,
    })
}

fn lang() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code)).map(|code| Lang::from_code(&code).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn parse(line: &str) -> Cli {
        let args = ["boardpost"].into_iter().chain(line.split_whitespace());
        Cli::try_parse_from(args).unwrap_or_else(|e| panic!("{line}: {e}"))
    }

    fn refused(line: &str) -> clap::Error {
        let args = ["boardpost"].into_iter().chain(line.split_whitespace());
        Cli::try_parse_from(args).map(|c| panic!("{line}: {c:?}")).unwrap_or_else(|e| e)
    }

    const TEXT: Form = Form { json: false };
    const JSON: Form = Form { json: true };

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_is_read() {
        let one = |line: &str| parse(line).command;
        assert_eq!(one("run"), Command::Run { once: false });
        assert_eq!(one("run --once"), Command::Run { once: true });
        assert_eq!(one("games"), Command::Games { all: false, form: TEXT });
        assert_eq!(one("games --all --json"), Command::Games { all: true, form: JSON });
        assert_eq!(one("show 12"), Command::Show { game: 12, eye: Eye::Public, at: None });
        assert_eq!(one("show 12 --as 2 --at 0"), Command::Show { game: 12, eye: Eye::Seat(Seat::Two), at: Some(0) });
        assert_eq!(one("show --as all 12"), Command::Show { game: 12, eye: Eye::All, at: None });
        assert_eq!(one("log 3 --secret"), Command::Log { game: 3, secret: true });
        assert_eq!(one("replay a.mbox --json"), Command::Replay { file: "a.mbox".into(), form: JSON });
        assert_eq!(one("verify"), Command::Verify { game: None, form: TEXT });
        assert_eq!(one("verify 3"), Command::Verify { game: Some(3), form: TEXT });
        assert_eq!(
            one("check a.eml --game xyz --lang hu --json"),
            Command::Check { file: "a.eml".into(), game: Some("xyz".to_owned()), lang: Some(Lang::Hu), form: JSON }
        );
        assert_eq!(
            one("play xyz size=8 hands=1:X2,2:X1"),
            Command::Play { game: "xyz".to_owned(), options: vec!["size=8".to_owned(), "hands=1:X2,2:X1".to_owned()] }
        );
        assert_eq!(one("demo"), Command::Demo { game: None });
        assert_eq!(one("config"), Command::Config);
        assert_eq!(one("outbox --retry 7"), Command::Outbox { retry: Some(7), release: false, form: TEXT });
        assert_eq!(one("letters --shunted --json"), Command::Letters { shunted: true, form: JSON });
        assert_eq!(one("status --json"), Command::Status { form: JSON });
        assert_eq!(one("rule 7"), Command::Rule { letter: 7 });
        assert_eq!(one("backup copy.db"), Command::Backup { file: "copy.db".into() });
    }

    #[test]
    fn the_configuration_can_be_named_anywhere() {
        for line in ["--config x.toml games", "games --config x.toml", "--config=x.toml config"] {
            assert_eq!(parse(line).config, Some("x.toml".into()), "{line}");
        }
        assert_eq!(parse("config").config, None);
    }

    #[test]
    fn a_start_names_players_and_options() {
        let args = ["boardpost", "start", "xyz", "kata", "Kiss P <p=q@x.hu>:hu", "first=2", "a=b@x.hu", "holes=A1 B2"];
        let Command::Start(start) = Cli::try_parse_from(args).unwrap().command else { panic!("no start") };
        assert_eq!(start.game.as_deref(), Some("xyz"));
        let (players, options) = start.players_and_options();
        assert_eq!(players, ["kata", "Kiss P <p=q@x.hu>:hu", "a=b@x.hu"]);
        assert_eq!(options, ["first=2", "holes=A1 B2"]);
        let Command::Start(start) = parse("start --file f.toml").command else { panic!("no start") };
        assert_eq!(start, Start { file: Some("f.toml".into()), game: None, rest: Vec::new() });
    }

    #[test]
    fn wrong_usage_exits_with_2() {
        for line in [
            "",
            "frob",
            "games --frob",
            "games 3",
            "show",
            "show x",
            "show 0",
            "show 3 --as 3",
            "show 3 --at -1",
            "start",
            "start xyz",
            "start --file f.toml xyz",
            "start --file f.toml xyz a b",
            "replay",
            "check",
            "check a.eml --lang de",
            "play",
            "outbox --retry",
            "backup",
            "run --json",
        ] {
            assert_eq!(refused(line).exit_code(), 2, "{line}");
        }
        for line in ["--version", "--help", "help start", "start --help"] {
            assert_eq!(refused(line).exit_code(), 0, "{line}");
        }
    }

    #[test]
    fn a_wrong_word_gets_a_suggestion() {
        let told = refused("gmaes").to_string();
        assert!(told.contains("'games'"), "{told}");
        assert_eq!(refused("letters --shuntd").kind(), ErrorKind::UnknownArgument);
        assert!(refused("letters --shuntd").to_string().contains("'--shunted'"));
        assert!(refused("show 3 --as publik").to_string().contains("'public'"));
    }
}
