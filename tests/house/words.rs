//! The sentences: the same messages with the same values in all languages.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

/// What the sentences of one language say.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// By id (`game-title`, `-term`, `id.attribute`): the variables and the ids that the message refers to.
    messages: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
    pub(super) faults: Vec<String>,
}

impl Words {
    pub(super) fn read(files: &[(String, String)]) -> Self {
        let mut words = Self::default();
        for (name, text) in files {
            words.file(name, text);
        }
        for (id, (_, references)) in &words.messages {
            for reference in references.iter().filter(|r| !words.messages.contains_key(*r)) {
                words.faults.push(format!("{id} refers to {reference}, which is not there"));
            }
        }
        words
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.messages.contains_key(id)
    }

    fn file(&mut self, name: &str, text: &str) {
        for (number, line) in text.lines().enumerate() {
            for c in line.chars().filter(|c| is_invisible(*c)) {
                self.faults.push(format!("{name}:{}: invisible character U+{:04X}", number + 1, u32::from(c)));
            }
            if line.contains("\\u") || line.contains("\\U") {
                self.faults.push(format!("{name}:{}: write the character itself, not its number", number + 1));
            }
        }
        let resource = match parser::parse(text) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                self.faults.extend(errors.iter().map(|e| format!("{name}: {e}")));
                resource
            }
        };
        for entry in &resource.body {
            match entry {
                Entry::Message(m) => self.message(name, m.id.name, m.value.as_ref(), &m.attributes),
                Entry::Term(t) => self.message(name, &format!("-{}", t.id.name), Some(&t.value), &t.attributes),
                _ => {}
            }
        }
    }

    fn message(
        &mut self,
        file: &str,
        id: &str,
        value: Option<&Pattern<&str>>,
        attributes: &[fluent_syntax::ast::Attribute<&str>],
    ) {
        let mut all = vec![(id.to_owned(), value)];
        all.extend(attributes.iter().map(|a| (format!("{id}.{}", a.id.name), Some(&a.value))));
        for (id, pattern) in all {
            let mut found = Found::default();
            pattern.into_iter().for_each(|p| found.pattern(p));
            if self.messages.insert(id.clone(), (found.variables, found.references)).is_some() {
                self.faults.push(format!("{file}: {id} is there twice"));
            }
        }
    }

    /// The variables of a message and of all that it refers to.
    fn variables(&self, id: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        let mut variables = BTreeSet::new();
        while let Some(id) = open.pop() {
            if let Some((own, references)) = self.messages.get(id).filter(|_| seen.insert(id)) {
                variables.extend(own.iter().map(String::as_str));
                open.extend(references.iter().map(String::as_str));
            }
        }
        variables
    }

    /// What another language lacks or says with other values; terms are each language's own business.
    pub(super) fn differences(&self, other: &Self) -> Vec<String> {
        let mut list = Vec::new();
        for id in self.messages.keys().filter(|id| !id.starts_with('-')) {
            if !other.has(id) {
                list.push(format!("{id} is missing"));
            } else if self.variables(id) != other.variables(id) {
                list.push(format!("{id} has {:?} and not {:?}", other.variables(id), self.variables(id)));
            }
        }
        list.extend(
            other
                .messages
                .keys()
                .filter(|id| !id.starts_with('-') && !self.has(id))
                .map(|id| format!("{id} is too much")),
        );
        list
    }
}

#[derive(Default)]
struct Found {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Found {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                variants.iter().for_each(|v| self.pattern(&v.value));
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        let arguments = match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
                None
            }
            InlineExpression::MessageReference { id, attribute } => {
                let attribute = attribute.as_ref().map(|a| format!(".{}", a.name)).unwrap_or_default();
                self.references.insert(format!("{}{attribute}", id.name));
                None
            }
            InlineExpression::TermReference { id, attribute, arguments } => {
                let attribute = attribute.as_ref().map(|a| format!(".{}", a.name)).unwrap_or_default();
                self.references.insert(format!("-{}{attribute}", id.name));
                arguments.as_ref()
            }
            InlineExpression::FunctionReference { arguments, .. } => Some(arguments),
            InlineExpression::Placeable { expression } => {
                self.expression(expression);
                None
            }
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => None,
        };
        if let Some(arguments) = arguments {
            arguments.positional.iter().for_each(|a| self.inline(a));
            arguments.named.iter().for_each(|a| self.inline(&a.value));
        }
    }
}

/// Control and format characters, and blanks that look like another.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || c.is_whitespace() && c != ' '
        || matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[test]
fn differences_between_languages_are_found() {
    let words = |text: &str| Words::read(&[("a.ftl".to_owned(), text.to_owned())]);
    let en = words(
        "a = one { $n }\nb = { $n ->\n    [one] one { $cell }\n   *[other] { NUMBER($n) }\n}\n    .tip = { $x }\n",
    );
    assert_eq!(en.faults, Vec::<String>::new());
    assert_eq!(en.differences(&en), Vec::<String>::new());
    let hu = words("-c = { $cell }\na = { $m }\nb = { $n } { -c }\nd = d\n");
    assert_eq!(en.differences(&hu), ["a has {\"m\"} and not {\"n\"}", "b.tip is missing", "d is too much"]);
    assert!(hu.has("a") && !hu.has("b.tip"));
}

#[test]
fn faults_in_a_language_are_found() {
    let faults = |text: &str| Words::read(&[("a.ftl".to_owned(), text.to_owned())]).faults.len();
    assert_eq!(faults("a = ő – « »\n"), 0);
    assert_eq!(faults("a = a\u{200B}b\n"), 1);
    assert_eq!(faults("a = a\u{A0}b\n"), 1);
    assert_eq!(faults("a = { \"\\u00A0\" }\n"), 1);
    assert_eq!(faults("a = { $n \n"), 1);
    assert_eq!(faults("a = a\na = b\n"), 1);
    assert_eq!(faults("a = { b } { -c }\n"), 2);
}
