//! A puzzle as TOML text: what `puzzle` prints and `solve` reads.

use serde::{Deserialize, Serialize};

use super::derived::{Code, Codes, Header};
use super::generator::Puzzle;
use super::layout::{Cell, Kind, Layout};
use super::options::{Grade, Origo};
use super::plan::Plan;
use super::shots::{Reply, Step, Told};
use super::{Turn, notation};

/// Why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// It is no TOML, or has other keys.
    #[error("{0}")]
    Toml(String),
    /// A value cannot be read.
    #[error("{key}: cannot read {value:?}")]
    Value {
        /// The key.
        key: &'static str,
        /// What stands there.
        value: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<u64>,
    #[serde(default = "yes")]
    delta_tips: bool,
    #[serde(default = "closed")]
    origo: String,
    /// Nine rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<FileHeader>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<FileCodes>,
    #[serde(default, rename = "shot", skip_serializing_if = "Vec::is_empty")]
    shots: Vec<FileShot>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileHeader {
    waterlines: u8,
    islands: Vec<u8>,
    docked: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCodes {
    a: Vec<String>,
    b: Vec<String>,
    g: Vec<String>,
    d: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileShot {
    step: String,
    cells: Vec<String>,
    answer: String,
}

const fn yes() -> bool {
    true
}

fn closed() -> String {
    Origo::Closed.word().to_owned()
}

fn fault(key: &'static str, value: impl Into<String>) -> FileFault {
    FileFault::Value { key, value: value.into() }
}

impl Puzzle {
    /// The TOML text of the puzzle, its solution included where the puzzle has it.
    ///
    /// # Errors
    /// [`FileFault::Toml`] where a number is too large for TOML.
    pub fn to_toml(&self) -> Result<String, FileFault> {
        let strings = |list: &[Code]| list.iter().map(ToString::to_string).collect();
        let file = File {
            game: "smyoz".to_owned(),
            grade: self.grade.map(|g| g.word().to_owned()),
            seed: self.seed,
            tried: self.tried,
            candidates: self.candidates,
            delta_tips: self.delta_tips,
            origo: self.origo.word().to_owned(),
            solution: self.solution.as_ref().map(|l| l.to_string().split('/').map(ToOwned::to_owned).collect()),
            header: self.header.as_ref().map(|h| FileHeader {
                waterlines: h.waterlines,
                islands: h.islands.clone(),
                docked: h.docked,
            }),
            codes: self.codes.as_ref().map(|c| FileCodes {
                a: strings(c.list(Kind::Alpha)),
                b: strings(c.list(Kind::Beta)),
                g: strings(c.list(Kind::Gamma)),
                d: strings(c.list(Kind::Delta)),
            }),
            shots: self
                .told
                .iter()
                .map(|t| FileShot {
                    step: t.step.to_string(),
                    cells: t.cells.iter().map(ToString::to_string).collect(),
                    answer: t.reply.to_string(),
                })
                .collect(),
        };
        toml::to_string(&file).map_err(|e| FileFault::Toml(e.to_string()))
    }

    /// Reads a puzzle. `header`, `codes`, `solution` and everything about its making may be missing.
    ///
    /// # Errors
    /// [`FileFault`] with the first value that cannot be read.
    pub fn from_toml(text: &str) -> Result<Self, FileFault> {
        let file: File = toml::from_str(text).map_err(|e| FileFault::Toml(e.to_string()))?;
        if file.game != "smyoz" {
            return Err(fault("game", file.game));
        }
        let grade = file.grade.map(|g| Grade::read(&g).map_err(|_| fault("grade", g))).transpose()?;
        let origo = Origo::read(&file.origo).map_err(|_| fault("origo", file.origo))?;
        let header = file.header.map(|h| {
            let mut islands = h.islands;
            islands.sort_unstable_by(|a, b| b.cmp(a));
            Header { waterlines: h.waterlines, islands, docked: h.docked }
        });
        if let Some(h) = header.as_ref().filter(|h| h.waterlines > 18) {
            return Err(fault("waterlines", h.waterlines.to_string()));
        }
        let solution = file.solution.map(|rows| solution(&rows.join("/"), file.delta_tips)).transpose()?;
        Ok(Self {
            grade,
            seed: file.seed,
            tried: file.tried,
            candidates: file.candidates,
            delta_tips: file.delta_tips,
            origo,
            header,
            codes: file.codes.map(codes).transpose()?,
            told: file.shots.into_iter().map(shot).collect::<Result<_, _>>()?,
            solution,
        })
    }
}

fn solution(grid: &str, delta_tips: bool) -> Result<Layout, FileFault> {
    let plan = match notation::read(&format!("solve {grid}")) {
        Ok(notation::Text::Turn(Turn::Solve(plan @ Plan::Grid(_)))) => plan,
        _ => return Err(fault("solution", grid)),
    };
    plan.check(delta_tips).map_err(|_| fault("solution", grid))
}

fn codes(file: FileCodes) -> Result<Codes, FileFault> {
    let mut lists: [Vec<Code>; 4] = Default::default();
    for (kind, texts) in Kind::ALL.into_iter().zip([file.a, file.b, file.g, file.d]) {
        if texts.len() != usize::from(kind.count()) {
            return Err(fault("codes", texts.join(" ")));
        }
        let list = kind.of_mut(&mut lists);
        for text in texts {
            list.push(Code::read(&text).ok_or_else(|| fault("codes", text))?);
        }
        list.sort_unstable_by(|a, b| b.cmp(a));
    }
    Ok(Codes(lists))
}

fn shot(file: FileShot) -> Result<Told, FileFault> {
    let mut letters = file.step.chars();
    let step = letters.next().and_then(Step::from_letter).filter(|_| letters.as_str().is_empty());
    let step = step.ok_or_else(|| fault("step", file.step))?;
    let cell = |text: &String| {
        let mut digits = text.chars().map(|c| c.to_digit(10).and_then(|d| u8::try_from(d).ok()?.checked_sub(1)));
        let cell = Cell::new(digits.next()??, digits.next()??)?;
        digits.next().is_none().then_some(cell)
    };
    let cells =
        file.cells.iter().map(cell).collect::<Option<Vec<Cell>>>().filter(|c| !c.is_empty() && c.len() <= step.most());
    let cells = cells.ok_or_else(|| fault("cells", file.cells.join(" ")))?;
    let reply = Reply::read(&file.answer).filter(|r| match r {
        Reply::Origin(..) => step == Step::O,
        Reply::Cells(answers) => step != Step::O && answers.len() == cells.len(),
        Reply::Spoiled => step.strict(),
    });
    Ok(Told { step, cells, reply: reply.ok_or_else(|| fault("answer", file.answer))? })
}
