//! The laws of the house, read off the files themselves.

mod source;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use boardpost::game::GAMES;
use words::Words;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files of the tree that are not made by running something, relative to its root, sorted.
fn files() -> Vec<PathBuf> {
    fn walk(dir: &Path, list: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap();
            let made = path.ends_with("target") || name == Path::new(".git") || name == Path::new("mail");
            if made || path.to_str().unwrap().contains("games.db") {
                continue;
            } else if path.is_dir() {
                walk(&path, list);
            } else {
                list.push(name.to_owned());
            }
        }
    }
    let mut list = Vec::new();
    walk(root(), &mut list);
    list.sort();
    assert!(list.contains(&PathBuf::from("Cargo.toml")));
    list
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.as_ref().display()))
}

/// The Rust files of the product, as paths below src, with their text.
fn sources() -> Vec<(PathBuf, String)> {
    let rust = files().into_iter().filter(|p| p.extension().is_some_and(|e| e == "rs"));
    rust.filter_map(|p| Some((p.strip_prefix("src").ok()?.to_owned(), read(&p)))).collect()
}

/// The folders of the games.
fn game_folders() -> Vec<String> {
    let dirs = fs::read_dir(root().join("src/game")).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir());
    dirs.map(|p| p.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let order = source::modules(&read("src/lib.rs"));
    assert_eq!(order.first().map(String::as_str), Some("game"), "lib.rs lists the lowest module first");
    assert_eq!(order.last().map(String::as_str), Some("cli"));
    let below = sources().into_iter().filter(|(p, _)| p != Path::new("lib.rs") && p != Path::new("main.rs"));
    none(below.flat_map(|(path, text)| source::broken_imports(&order, &path, &text)).collect());
}

#[test]
fn nobody_names_a_game_but_the_registry() {
    let games = game_folders();
    assert!(!games.is_empty());
    none(sources().iter().flat_map(|(path, text)| source::named_games(&games, path, text)).collect());
}

#[test]
fn lint_levels_stand_in_cargo_toml() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let level = |tool: &str, lint: &str| manifest["lints"][tool][lint].as_str().unwrap_or_default().to_owned();
    assert_eq!(level("rust", "unsafe_code"), "forbid");
    let denied = ["indexing_slicing", "string_slice", "unwrap_used", "expect_used", "panic", "todo", "unimplemented"];
    for lint in denied {
        assert_eq!(level("clippy", lint), "deny", "{lint}");
    }
    assert_eq!(level("rust", "missing_docs"), "deny");
    let denied: Vec<String> = denied.into_iter().chain(["missing_docs"]).map(str::to_owned).collect();
    none(sources().iter().flat_map(|(path, text)| source::lint_levels(&denied, path, text)).collect());
}

#[test]
fn sentences_stand_in_lang_alone() {
    let astray =
        files().into_iter().filter(|p| p.extension().is_some_and(|e| e == "ftl") && !p.starts_with("src/lang"));
    none(astray.map(|p| format!("{}: Fluent files belong into src/lang", p.display())).collect());
}

#[test]
fn files_are_short_enough_to_be_read() {
    const MOST: usize = 800;
    const MANY: usize = 500;
    let mut faults = Vec::new();
    for path in files().into_iter().filter(|p| p.extension().is_some_and(|e| e == "rs" || e == "ftl" || e == "sh")) {
        let lines = read(&path).lines().count();
        if lines > MOST {
            faults.push(format!("{}: {lines} lines: split it", path.display()));
        } else if lines > MANY {
            println!("{}: {lines} lines: can it be split?", path.display());
        }
    }
    none(faults);
}

/// Where a text names a folder of somebody's machine.
fn machine_paths(text: &str) -> Vec<usize> {
    // written apart, so that this file does not name them itself
    let homes = [concat!("/", "work"), concat!("/", "home"), concat!("/", "Users")];
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let names = |home: &str| {
            let pieces: Vec<&str> = line.split(home).collect();
            pieces.windows(2).any(|around| {
                let (before, after) = (around[0].chars().next_back(), around[1].chars().next());
                // not inside a longer path, a URL or a word
                !before.is_some_and(|c| c.is_alphanumeric() || "_-./".contains(c))
                    && !after.is_some_and(|c| c.is_alphanumeric() || "_-".contains(c))
            })
        };
        if homes.iter().any(|h| names(h)) {
            lines.push(number + 1);
        }
    }
    lines
}

#[test]
fn no_file_names_a_folder_of_somebodys_machine() {
    let bad = format!("a\ncd {0}/main\nhttps://x.org{0}/\n({0})\n{0}flow\n", concat!("/", "work"));
    assert_eq!(machine_paths(&bad), [2, 4]);
    let mut faults = Vec::new();
    for path in files() {
        let bytes = fs::read(root().join(&path)).unwrap();
        let lines = machine_paths(&String::from_utf8_lossy(&bytes));
        faults.extend(lines.into_iter().map(|n| format!("{}:{n}", path.display())));
    }
    none(faults);
}

/// The sentences of a language.
fn words(lang: &str) -> Words {
    let dir = Path::new("src/lang").join(lang);
    let ftl = files().into_iter().filter(|p| p.starts_with(&dir) && p.extension().is_some_and(|e| e == "ftl"));
    Words::read(&ftl.map(|p| (p.display().to_string(), read(&p))).collect::<Vec<_>>())
}

#[test]
fn every_sentence_stands_in_three_languages() {
    let en = words("en");
    none(en.faults.clone());
    for lang in ["hu", "ru"] {
        let other = words(lang);
        none(other.faults.clone());
        none(en.differences(&other).into_iter().map(|d| format!("{lang}: {d}")).collect());
    }
}

#[test]
fn every_game_has_all_that_a_game_needs() {
    let mut faults = Vec::new();
    let folders = game_folders();
    for folder in &folders {
        let rules = sources().iter().any(|(path, text)| {
            path.starts_with(Path::new("game").join(folder)) && source::implements_rules(path, text)
        });
        if rules && boardpost::game::find(folder).is_none() {
            faults.push(format!("{folder}: has rules, but stands not in the registry"));
        }
    }
    let vectors: Vec<PathBuf> = files().into_iter().filter(|p| p.starts_with("tests/vectors")).collect();
    let languages = ["en", "hu", "ru"].map(|lang| (lang, words(lang)));
    for game in GAMES {
        let name = game.name();
        if !folders.iter().any(|f| f == name) {
            faults.push(format!("{name}: has no folder src/game/{name}"));
        }
        let grammar = format!("grammar/{name}.abnf");
        // files that it refers to may follow
        if !fs::read_to_string(root().join(&grammar)).is_ok_and(|text| game.grammar().starts_with(&text)) {
            faults.push(format!("{name}: its grammar is not that of {grammar}"));
        }
        if !vectors.iter().any(|p| p.iter().nth(2).is_some_and(|n| n.to_str().unwrap().starts_with(name))) {
            faults.push(format!("{name}: has no vectors in tests/vectors/{name}*"));
        }
        for (lang, words) in &languages {
            for id in [format!("{name}-title"), format!("{name}-help")].iter().filter(|id| !words.has(id)) {
                faults.push(format!("{name}: has no sentence {id} in {lang}"));
            }
        }
    }
    none(faults);
}
