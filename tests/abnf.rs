//! A small ABNF (RFC 5234, with the case marks of RFC 7405): reader, generator, recogniser. It tests that a notation's
//! grammar file and its parser agree in both directions; see [`agree`].
//!
//! Left recursion and prose values are not supported; no grammar here needs them.

use std::collections::{BTreeMap, BTreeSet};

use boardpost::game::options::Dice;

/// A grammar that was read. Rule names are kept in lower case, as the RFC compares them.
pub(crate) struct Grammar {
    rules: BTreeMap<String, Node>,
}

#[derive(Clone, Debug)]
enum Node {
    /// Any of these.
    Either(Vec<Node>),
    /// All of these in order.
    Chain(Vec<Node>),
    /// `least*most`.
    Repeat(usize, Option<usize>, Box<Node>),
    Rule(String),
    /// One character of a range of code points.
    Range(char, char),
    /// These characters, in any ASCII case.
    Text(String),
}

const CORE: &str = "
ALPHA = %x41-5A / %x61-7A
BIT = \"0\" / \"1\"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"
HTAB = %x09
LF = %x0A
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
";

impl Grammar {
    /// Reads a grammar file; panics with the rule's text where it is no ABNF, a rule is defined twice, or one is
    /// missing.
    pub(crate) fn read(text: &str) -> Self {
        let mut grammar = Self { rules: BTreeMap::new() };
        for rule in unfold(CORE).into_iter().chain(unfold(text)) {
            grammar.add(&rule);
        }
        let mut used = BTreeSet::new();
        grammar.rules.values().for_each(|node| node.names(&mut used));
        for name in used {
            assert!(grammar.rules.contains_key(&name), "rule <{name}> is not defined");
        }
        grammar
    }

    fn add(&mut self, rule: &str) {
        let (name, rest) = rule.split_once('=').unwrap_or_else(|| panic!("no rule: {rule}"));
        let name = name.trim().to_ascii_lowercase();
        let (more, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let mut reader = Reader { rule, rest: rest.chars().collect(), at: 0 };
        let mut node = reader.either();
        assert_eq!(reader.peek(), None, "left over in: {rule}");
        if more {
            let old = self.rules.remove(&name).unwrap_or_else(|| panic!("nothing to add to: {rule}"));
            node = Node::Either(vec![old, node]);
        }
        assert!(self.rules.insert(name, node).is_none(), "defined twice: {rule}");
    }

    /// Names of rules that cannot be reached from these.
    pub(crate) fn unreachable(&self, from: &[&str]) -> Vec<&str> {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut open: Vec<String> = from.iter().map(|name| name.to_ascii_lowercase()).collect();
        while let Some(name) = open.pop() {
            let mut names = BTreeSet::new();
            self.rules[&name].names(&mut names);
            reached.insert(name);
            open.extend(names.into_iter().filter(|n| !reached.contains(n)));
        }
        let core = Self::read("").rules;
        self.rules.keys().filter(|n| !reached.contains(*n) && !core.contains_key(*n)).map(String::as_str).collect()
    }

    /// Is the whole text a sentence of the rule?
    pub(crate) fn accepts(&self, rule: &str, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let mut memo = BTreeMap::new();
        self.ends(&Node::Rule(rule.to_ascii_lowercase()), &text, 0, &mut memo).contains(&text.len())
    }

    /// A random sentence of the rule. Repetitions without an upper bound stay short.
    pub(crate) fn sentence(&self, rule: &str, dice: &mut Dice) -> String {
        let mut out = String::new();
        self.write(&Node::Rule(rule.to_ascii_lowercase()), dice, &mut out, 0);
        out
    }

    fn write(&self, node: &Node, dice: &mut Dice, out: &mut String, depth: usize) {
        assert!(depth < 500, "endless sentence");
        match node {
            Node::Either(nodes) => self.write(&nodes[below(dice, nodes.len())], dice, out, depth + 1),
            Node::Chain(nodes) => nodes.iter().for_each(|n| self.write(n, dice, out, depth + 1)),
            Node::Repeat(least, most, node) => {
                let spread = most.map_or(2, |most| (most - least).min(10));
                for _ in 0..least + below(dice, spread + 1) {
                    self.write(node, dice, out, depth + 1);
                }
            }
            Node::Rule(name) => self.write(&self.rules[name], dice, out, depth + 1),
            Node::Range(from, to) => {
                let span = *to as usize - *from as usize + 1;
                out.push(char::from_u32(*from as u32 + u32::try_from(below(dice, span)).unwrap()).unwrap_or(*from));
            }
            Node::Text(text) => out.extend(
                text.chars().map(|c| if below(dice, 2) == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }),
            ),
        }
    }

    /// All places where a reading of the node from `at` may end.
    fn ends(
        &self,
        node: &Node,
        text: &[char],
        at: usize,
        memo: &mut BTreeMap<(String, usize), BTreeSet<usize>>,
    ) -> BTreeSet<usize> {
        match node {
            Node::Either(nodes) => nodes.iter().flat_map(|n| self.ends(n, text, at, memo)).collect(),
            Node::Chain(nodes) => nodes.iter().fold(BTreeSet::from([at]), |from, n| {
                from.into_iter().flat_map(|at| self.ends(n, text, at, memo)).collect()
            }),
            Node::Repeat(least, most, node) => {
                let mut found = BTreeSet::new();
                let mut front = BTreeSet::from([at]);
                let mut round = 0;
                loop {
                    if round >= *least {
                        let known = found.len();
                        found.extend(front.iter().copied());
                        if round > *least && found.len() == known {
                            return found;
                        }
                    }
                    if front.is_empty() || most.is_some_and(|most| round >= most) {
                        return found;
                    }
                    front = front.into_iter().flat_map(|at| self.ends(node, text, at, memo)).collect();
                    round += 1;
                }
            }
            Node::Rule(name) => {
                if let Some(known) = memo.get(&(name.clone(), at)) {
                    return known.clone();
                }
                let found = self.ends(&self.rules[name], text, at, memo);
                memo.insert((name.clone(), at), found.clone());
                found
            }
            Node::Range(from, to) => {
                text.get(at).filter(|c| (from..=to).contains(c)).map(|_| at + 1).into_iter().collect()
            }
            Node::Text(word) => {
                let word: Vec<char> = word.chars().collect();
                let there = text.get(at..at + word.len());
                let same = there.is_some_and(|t| t.iter().zip(&word).all(|(a, b)| a.eq_ignore_ascii_case(b)));
                same.then_some(at + word.len()).into_iter().collect()
            }
        }
    }
}

impl Node {
    fn names(&self, into: &mut BTreeSet<String>) {
        match self {
            Self::Either(nodes) | Self::Chain(nodes) => nodes.iter().for_each(|n| n.names(into)),
            Self::Repeat(_, _, node) => node.names(into),
            Self::Rule(name) => {
                into.insert(name.clone());
            }
            Self::Range(..) | Self::Text(_) => {}
        }
    }
}

fn below(dice: &mut Dice, n: usize) -> usize {
    usize::try_from(dice.below(n as u64)).unwrap()
}

/// Rules, one a string: comments off, continuation lines (which begin with a blank) joined.
fn unfold(text: &str) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut quoted = false;
        let code: String = line
            .chars()
            .take_while(|c| {
                quoted ^= *c == '"';
                quoted || *c != ';'
            })
            .collect();
        if code.trim().is_empty() {
            continue;
        }
        if code.starts_with([' ', '\t']) {
            let rule = rules.last_mut().unwrap_or_else(|| panic!("continues nothing: {line}"));
            rule.push_str(&code);
        } else {
            rules.push(code);
        }
    }
    rules
}

struct Reader<'a> {
    rule: &'a str,
    rest: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    /// The next character after blanks.
    fn peek(&mut self) -> Option<char> {
        while self.rest.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.rest.get(self.at).copied()
    }

    fn raw(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self, what: impl Fn(char) -> bool) -> String {
        let word: String = self.rest[self.at..].iter().take_while(|c| what(**c)).collect();
        self.at += word.chars().count();
        word
    }

    fn expect(&mut self, c: char) {
        assert_eq!(self.peek(), Some(c), "character {} of: {}", self.at, self.rule);
        self.at += 1;
    }

    fn either(&mut self) -> Node {
        let mut nodes = vec![self.chain()];
        while self.peek() == Some('/') {
            self.at += 1;
            nodes.push(self.chain());
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Either(nodes) }
    }

    fn chain(&mut self) -> Node {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|c| !matches!(c, '/' | ')' | ']')) {
            nodes.push(self.repeat());
        }
        assert!(!nodes.is_empty(), "nothing at character {} of: {}", self.at, self.rule);
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Chain(nodes) }
    }

    fn repeat(&mut self) -> Node {
        let least = self.take(|c| c.is_ascii_digit());
        if self.raw() == Some('*') {
            self.at += 1;
            let most = self.take(|c| c.is_ascii_digit());
            let node = Box::new(self.element());
            return Node::Repeat(least.parse().unwrap_or(0), most.parse().ok(), node);
        }
        match least.parse() {
            Ok(n) => Node::Repeat(n, Some(n), Box::new(self.element())),
            Err(_) => self.element(),
        }
    }

    fn element(&mut self) -> Node {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let node = self.either();
                self.expect(')');
                node
            }
            Some('[') => {
                self.at += 1;
                let node = self.either();
                self.expect(']');
                Node::Repeat(0, Some(1), Box::new(node))
            }
            Some('"') => Node::Text(self.quoted()),
            Some('%') => self.value(),
            Some(c) if c.is_ascii_alphabetic() => {
                Node::Rule(self.take(|c| c.is_ascii_alphanumeric() || c == '-').to_ascii_lowercase())
            }
            other => panic!("{other:?} at character {} of: {}", self.at, self.rule),
        }
    }

    fn quoted(&mut self) -> String {
        self.expect('"');
        let text = self.take(|c| c != '"');
        self.expect('"');
        text
    }

    /// `%x41`, `%x41-5A`, `%x41.42`, the same with `d` and `b`, and `%s"…"`, `%i"…"`.
    fn value(&mut self) -> Node {
        self.expect('%');
        let radix = match self.raw().map(|c| c.to_ascii_lowercase()) {
            Some('x') => 16,
            Some('d') => 10,
            Some('b') => 2,
            Some('i') => {
                self.at += 1;
                return Node::Text(self.quoted());
            }
            Some('s') => {
                self.at += 1;
                return Node::Chain(self.quoted().chars().map(|c| Node::Range(c, c)).collect());
            }
            other => panic!("%{other:?} in: {}", self.rule),
        };
        self.at += 1;
        let from = self.code_point(radix);
        match self.raw() {
            Some('-') => {
                self.at += 1;
                Node::Range(from, self.code_point(radix))
            }
            Some('.') => {
                let mut nodes = vec![Node::Range(from, from)];
                while self.raw() == Some('.') {
                    self.at += 1;
                    let c = self.code_point(radix);
                    nodes.push(Node::Range(c, c));
                }
                Node::Chain(nodes)
            }
            _ => Node::Range(from, from),
        }
    }

    fn code_point(&mut self, radix: u32) -> char {
        let digits = self.take(|c| c.is_digit(radix));
        let number = u32::from_str_radix(&digits, radix).unwrap_or_else(|_| panic!("no number in: {}", self.rule));
        char::from_u32(number).unwrap_or_else(|| panic!("no character {digits} in: {}", self.rule))
    }
}

/// What mutants are made of beside the sentence's own characters: a blank of each sort, look-alikes, signs.
const BEYOND: &[char] = &[
    ' ', '\t', '\n', '\r', '\u{a0}', '\u{200b}', 'а', 'с', 'х', 'Х', 'é', 'É', 'e', '\u{301}', 'ő', '\u{212a}', 'ſ',
    '٣', '0', '1', '9', '@', '.', ',', ':', ';', '-', '–', '/', '#', '(', '"', 'x', 'X', 'n', 'ß', 'İ', '🙂',
];

/// A text one or two small changes away from the sentence.
pub(crate) fn mutant(sentence: &str, dice: &mut Dice) -> String {
    let mut text: Vec<char> = sentence.chars().collect();
    for _ in 0..=below(dice, 2) {
        let at = below(dice, text.len() + 1);
        let own = text.get(below(dice, text.len().max(1))).copied();
        let new = match own {
            Some(own) if below(dice, 3) == 0 => own,
            _ => BEYOND[below(dice, BEYOND.len())],
        };
        match below(dice, 4) {
            0 => text.insert(at, new),
            1 if at < text.len() => text[at] = new,
            2 if at < text.len() => drop(text.remove(at)),
            _ if at + 1 < text.len() => text.swap(at, at + 1),
            _ => text.push(new),
        }
    }
    text.into_iter().collect()
}

/// Grammar and parser agree: every generated sentence is read, and of mutants the one takes exactly what the other
/// takes. Both kinds of mutants must have come up.
pub(crate) fn agree(grammar: &Grammar, rule: &str, sentences: usize, reads: impl Fn(&str) -> bool) {
    let mut dice = Dice::new(0xABBF, rule.len() as u64);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..sentences {
        let sentence = grammar.sentence(rule, &mut dice);
        assert!(grammar.accepts(rule, &sentence), "{rule}: the grammar refuses its own {sentence:?}");
        assert!(reads(&sentence), "{rule}: the parser refuses {sentence:?}");
        for _ in 0..8 {
            let mutant = mutant(&sentence, &mut dice);
            let accepted = grammar.accepts(rule, &mutant);
            assert_eq!(reads(&mutant), accepted, "{rule}: parser (left) and grammar (right) differ on {mutant:?}");
            if accepted {
                taken += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(taken > 0 && refused > 0, "{rule}: mutants were one-sided: {taken} taken, {refused} refused");
}

#[test]
fn abnf_is_read_as_the_rfc_says() {
    let grammar = Grammar::read(
        "; a comment with a \" in it\n\
         list = item *(\",\" item)\n\
         item = 2*3DIGIT / \"no;\" / %s\"Aa\" / [\"(\"] %x41.42 / pair ; and one more\n\
         pair = 2(\"x\" / \"y\")\n     %xE9\n\
         item =/ %d1078-1079\n",
    );
    for text in ["12", "123,45", "NO;", "Aa", "AB", "(AB", "xyé", "YYé,12", "ж", "з"] {
        assert!(grammar.accepts("list", text), "{text}");
    }
    for text in ["", "1", "1234", ",12", "12,", "aa", "(ab", "xyÉ", "xé", "xyxé", "и", "12 "] {
        assert!(!grammar.accepts("LIST", text), "{text}");
    }
    let mut dice = Dice::new(1, 0);
    for _ in 0..200 {
        let sentence = grammar.sentence("list", &mut dice);
        assert!(grammar.accepts("list", &sentence), "{sentence}");
    }
    assert_eq!(grammar.unreachable(&["pair"]), ["item", "list"]);
}

#[test]
fn disagreement_is_found() {
    let grammar = Grammar::read("turn = *SP 1*DIGIT\n");
    let exact = |t: &str| {
        let t = t.trim_start_matches(' ');
        !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit())
    };
    agree(&grammar, "turn", 200, exact);
    for lenient in [|t: &str| t.trim_start().parse::<u128>().is_ok(), |t: &str| t.trim_start_matches(' ').len() > 1] {
        assert!(std::panic::catch_unwind(|| agree(&grammar, "turn", 200, lenient)).is_err());
    }
}
