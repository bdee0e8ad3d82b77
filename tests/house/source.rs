//! Rust source as tokens, and the laws that can be read off them.

use std::path::Path;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    /// Contents of a string literal as written.
    Text(String),
    /// `::` or one character.
    Mark(&'static str),
    Other(char),
}

use Token::{Mark, Other, Text, Word};

/// Splits source into tokens; comments and numbers' inner life are lost. Enough for rustfmt's output, no more.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut out = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 1;
            i += 2;
            while i < chars.len() && depth > 0 {
                match (chars[i], at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 1),
                    ('*', '/') => (depth, i) = (depth - 1, i + 1),
                    _ => {}
                }
                i += 1;
            }
        } else if c.is_alphabetic() || c == '_' {
            let begin = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            let word: String = chars[begin..i].iter().collect();
            let mut hashes = 0;
            while at(i + hashes) == '#' {
                hashes += 1;
            }
            if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                let close: Vec<char> = format!("\"{}", "#".repeat(hashes)).chars().collect();
                let begin = i + hashes + 1;
                let end = (begin..chars.len()).find(|e| chars[*e..].starts_with(&close)).unwrap_or(chars.len());
                out.push(Text(chars[begin..end].iter().collect()));
                i = end + close.len();
            } else {
                out.push(Word(word));
            }
        } else if c == '"' {
            let begin = i + 1;
            i = begin;
            while i < chars.len() && chars[i] != '"' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            out.push(Text(chars[begin..i.min(chars.len())].iter().collect()));
            i += 1;
        } else if c == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            // a character, not a lifetime
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < chars.len() && chars[i] != '\'' {
                i += 1;
            }
            i += 1;
        } else if c == ':' && at(i + 1) == ':' {
            out.push(Mark("::"));
            i += 2;
        } else {
            if !c.is_whitespace() {
                out.push(Other(c));
            }
            i += 1;
        }
    }
    out
}

/// The modules of lib.rs, lowest first.
pub(super) fn modules(lib: &str) -> Vec<String> {
    let mut list = Vec::new();
    for window in tokens(lib).windows(3) {
        if let [Word(m), Word(name), Other(';')] = window
            && m == "mod"
        {
            list.push(name.clone());
        }
    }
    list
}

/// The top module that a file below src belongs to, and how many `super` lead to the crate's root.
fn place(path: &Path) -> (String, usize) {
    let mut parts: Vec<&str> = path.iter().map(|p| p.to_str().unwrap()).collect();
    if parts.last() == Some(&"mod.rs") {
        parts.pop();
    }
    (parts[0].trim_end_matches(".rs").to_owned(), parts.len())
}

/// What a path that stands before `tokens[i]` leads to: one name, or the heads of a group.
fn heads(tokens: &[Token], i: usize) -> Vec<String> {
    match tokens.get(i) {
        Some(Word(name)) => vec![name.clone()],
        Some(Other('*')) => vec!["*".to_owned()],
        Some(Other('{')) => {
            let mut depth = 0;
            let mut list = Vec::new();
            for pair in tokens[i..].windows(2) {
                match &pair[0] {
                    Other('{') => depth += 1,
                    Other('}') => depth -= 1,
                    _ => {}
                }
                match pair {
                    _ if depth == 0 => break,
                    [Other('{' | ','), Word(name)] if depth == 1 => list.push(name.clone()),
                    _ => {}
                }
            }
            list
        }
        _ => Vec::new(),
    }
}

/// Uses of modules that do not stand before the file's own in `order`.
pub(super) fn broken_imports(order: &[String], path: &Path, source: &str) -> Vec<String> {
    let (own, depth) = place(path);
    let Some(rank) = order.iter().position(|m| *m == own) else {
        return vec![format!("{}: {own} is not in lib.rs's list of modules", path.display())];
    };
    let tokens = tokens(source);
    let is = |i: usize, word: &str| matches!(tokens.get(i), Some(Word(w)) if w == word);
    let mut used = Vec::new();
    // open braces; true where one opens an inline module
    let mut open = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            Other('{') => open.push(i >= 2 && is(i - 2, "mod")),
            Other('}') => drop(open.pop()),
            _ => {}
        }
        if is(i, "crate") && tokens.get(i + 1) == Some(&Mark("::")) {
            used.extend(heads(&tokens, i + 2));
        }
        let mut climbs = 0;
        while is(i, "super") && tokens.get(i + 1) == Some(&Mark("::")) {
            (climbs, i) = (climbs + 1, i + 2);
        }
        if climbs > 0 && climbs >= depth + open.iter().filter(|inline| **inline).count() {
            used.extend(heads(&tokens, i));
        }
        i += usize::from(climbs == 0);
    }
    used.retain(|u| u == "*" || order.iter().position(|m| m == u).is_some_and(|r| r > rank));
    used.into_iter().map(|u| format!("{}: {own} stands before {u} and may not use it", path.display())).collect()
}

/// Is the file all tests?
fn is_test_file(path: &Path) -> bool {
    path.iter().any(|p| p == "tests.rs" || p == "tests")
}

/// The tokens before `#[cfg(test)] mod`.
fn without_tests<'t>(path: &Path, tokens: &'t [Token]) -> &'t [Token] {
    if is_test_file(path) {
        return &[];
    }
    let cfg = [Word("cfg".into()), Other('('), Word("test".into()), Other(')'), Other(']'), Word("mod".into())];
    let end = tokens.windows(cfg.len()).position(|w| w == cfg).unwrap_or(tokens.len());
    &tokens[..end]
}

/// Places where a game is named outside its own folder: as a module anywhere, as a text outside tests.
pub(super) fn named_games(games: &[String], path: &Path, source: &str) -> Vec<String> {
    // the registry, and the list of sentence files, which cannot be made from it
    if [Path::new("game/mod.rs"), Path::new("lang/mod.rs")].contains(&path) {
        return Vec::new();
    }
    let tokens = tokens(source);
    let product = without_tests(path, &tokens).len();
    let mut list = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let name = match token {
            Word(word) => word,
            Text(text) if i < product => text,
            _ => continue,
        };
        if games.contains(name) && !path.starts_with(Path::new("game").join(name)) {
            list.push(format!("{}: names the game {name}", path.display()));
        }
    }
    list
}

/// Does a file hold an implementation of the rules?
pub(super) fn implements_rules(path: &Path, source: &str) -> bool {
    let tokens = tokens(source);
    let rules = [Word("impl".into()), Word("Rules".into()), Word("for".into())];
    without_tests(path, &tokens).windows(3).any(|w| w == rules)
}

/// Lint levels that are set in the source, where they would hide from Cargo.toml.
pub(super) fn lint_levels(denied: &[String], path: &Path, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let product = without_tests(path, &tokens);
    let mut list = Vec::new();
    for (i, window) in product.windows(4).enumerate() {
        let inner = matches!(window, [Other('#'), Other('!'), Other('['), Word(_)]);
        let Some(level) = window.iter().find_map(|t| if let Word(w) = t { Some(w) } else { None }) else { continue };
        if inner && ["allow", "expect", "warn", "deny", "forbid"].contains(&level.as_str()) {
            list.push(format!("{}: #![{level}(…)]: lint levels stand in Cargo.toml", path.display()));
        }
        if let [Other('#'), Other('['), Word(level), Other('(')] = window
            && (level == "allow" || level == "expect")
        {
            for token in product[i..].iter().take_while(|t| **t != Other(']')) {
                if let Word(lint) = token
                    && denied.contains(lint)
                {
                    list.push(format!("{}: #[{level}({lint})] outside tests", path.display()));
                }
            }
        }
    }
    list
}

#[test]
fn tokens_leave_comments_and_literals_out() {
    let source = "// crate::cli\n/* a /* b */ crate::x */ let a: &'a str = \"say \\\"crate::cli\\\"\"; '\"'; '\\''; r#\"x\"y\"#; b::c";
    let words: Vec<_> = tokens(source).into_iter().filter(|t| matches!(t, Word(_) | Text(_) | Mark(_))).collect();
    let word = |w: &str| Word(w.to_owned());
    assert_eq!(
        words,
        [
            word("let"),
            word("a"),
            word("a"),
            word("str"),
            Text("say \\\"crate::cli\\\"".to_owned()),
            Text("x\"y".to_owned()),
            word("b"),
            Mark("::"),
            word("c")
        ]
    );
}

#[test]
fn an_import_from_below_is_found() {
    let order: Vec<String> = ["game", "letter", "judge"].map(str::to_owned).to_vec();
    let broken = |path: &str, source: &str| broken_imports(&order, Path::new(path), source).len();
    assert_eq!(modules("pub mod game;\n\npub mod letter;\nmod judge;"), order);
    assert_eq!(broken("letter/mod.rs", "use crate::game::{Lang, Phrase};\nuse super::game;"), 0);
    assert_eq!(broken("letter/mod.rs", "use crate::judge::Table;"), 1);
    assert_eq!(broken("letter/mod.rs", "fn f() { crate::judge::g() }"), 1);
    assert_eq!(broken("letter/mod.rs", "use crate::{game::Lang, judge::{self, a}};"), 1);
    assert_eq!(broken("letter/mod.rs", "use crate::{game::{letter, judge}};"), 0, "names inside other modules");
    assert_eq!(broken("letter/mod.rs", "use crate::*;"), 1);
    assert_eq!(broken("letter/mod.rs", "use super::judge::Table;"), 1);
    assert_eq!(broken("letter/mod.rs", "use super::*;"), 1);
    assert_eq!(broken("letter/html.rs", "use super::super::judge::Table;"), 1);
    assert_eq!(broken("letter/html.rs", "use super::judge::Table;"), 0, "a module of letter's own");
    assert_eq!(broken("letter/mod.rs", "#[cfg(test)]\nmod tests {\n use super::*;\n use crate::judge; }"), 1);
    assert_eq!(broken("letter/mod.rs", "#[cfg(test)]\nmod tests {\n use super::*; use super::judge; fn f() {} }"), 0);
    assert_eq!(broken("letter/mod.rs", "mod tests {\n fn f() {}\n}\nuse super::judge;"), 1);
    assert_eq!(broken("letter/mod.rs", "mod tests {\n use super::super::judge; }"), 1);
    assert_eq!(broken("letter/html.rs", "#[cfg(test)]\nmod tests {\n use super::*; }"), 0);
    assert_eq!(broken("judge/mod.rs", "use crate::{game, letter};"), 0);
    assert_eq!(broken("letter.rs", "// crate::judge\nlet a = \"crate::judge\";"), 0);
    assert_eq!(broken("other.rs", ""), 1);
}

#[test]
fn a_game_named_elsewhere_is_found() {
    let games = ["chess".to_owned(), "go".to_owned()];
    let named = |path: &str, source: &str| named_games(&games, Path::new(path), source).len();
    assert_eq!(named("game/chess/mod.rs", "use crate::game::chess::x; const N: &str = \"chess\";"), 0);
    assert_eq!(named("game/chess/mod.rs", "use super::go::Stone;"), 1);
    assert_eq!(named("game/mod.rs", "pub mod chess; pub mod go;"), 0);
    assert_eq!(named("judge/mod.rs", "if name == \"go\" {}"), 1);
    assert_eq!(named("judge/mod.rs", "match x { _ => \"gone\" }\n#[cfg(test)]\nmod tests { let a = \"go\"; }"), 0);
    assert_eq!(named("judge/mod.rs", "#[cfg(test)]\nmod tests { use crate::game::go::Stone; }"), 1);
    assert_eq!(named("judge/tests.rs", "let a = \"go\";"), 0);
    assert!(implements_rules(Path::new("game/go/mod.rs"), "impl Rules for Goban {"));
    assert!(!implements_rules(Path::new("game/mod.rs"), "#[cfg(test)]\nmod tests { impl Rules for Nim {} }"));
}

#[test]
fn a_lint_level_in_the_source_is_found() {
    let denied = ["unwrap_used".to_owned()];
    let levels = |source: &str| lint_levels(&denied, Path::new("a.rs"), source).len();
    assert_eq!(levels("#![forbid(unsafe_code)]"), 1);
    assert_eq!(levels("#![doc = \"x\"]"), 0);
    assert_eq!(levels("#[allow(clippy::unwrap_used)]\nfn f() {}"), 1);
    assert_eq!(levels("#[expect(dead_code, clippy::unwrap_used, reason = \"\")]\nfn f() {}"), 1);
    assert_eq!(levels("#[allow(clippy::too_many_lines)]\nfn unwrap_used() {}"), 0);
}
