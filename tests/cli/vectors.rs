//! The vectors of the games with secrets, through `boardpost play`.

use serde_json::Value as Json;

use super::{Ran, fed, folder};

fn vectors(text: &str, key: &str, kind: &str) -> Vec<Json> {
    let all: Json = serde_json::from_str(text).unwrap();
    let list = all[key].as_array().unwrap();
    let list: Vec<Json> = list.iter().filter(|v| kind.is_empty() || v["type"] == kind).cloned().collect();
    assert!(!list.is_empty());
    list
}

fn battleship(key: &str, kind: &str) -> Vec<Json> {
    vectors(include_str!("../vectors/battleship.json"), key, kind)
}

fn pentomino(kind: &str) -> Vec<Json> {
    vectors(include_str!("../vectors/pentomino.json"), "vectors", kind)
}

fn smyoz(kind: &str) -> Vec<Json> {
    vectors(include_str!("../vectors/smyoz.json"), "vectors", kind)
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap()
}

fn strings(value: &Json) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn rows(value: &Json) -> String {
    strings(value).join("/")
}

/// A list of numbers or strings as the line protocol has it.
fn joined(list: &Json) -> String {
    let list: Vec<String> = list.as_array().unwrap().iter().map(|e| e.to_string().replace('"', "")).collect();
    if list.is_empty() { "-".to_owned() } else { list.join(",") }
}

/// What each request is answered with: `! …` lines and the closing one, without the sentence of a refusal.
fn play(game: &str, options: &str, requests: &[String]) -> Vec<Vec<String>> {
    let here = folder();
    let args: Vec<&str> = ["play", game].into_iter().chain(options.split_whitespace()).collect();
    let Ran { code, out, err } = fed(here.path(), &args, (requests.join("\n") + "\n").as_bytes());
    assert_eq!((code, err.as_str()), (0, ""), "{game} {options}");
    let (mut answers, mut lines) = (Vec::new(), Vec::new());
    for line in out.lines() {
        if let Some(ids) = line.strip_prefix("? ") {
            lines.push(format!("? {}", ids.split_once(": ").unwrap().0));
        } else {
            lines.push(line.to_owned());
        }
        if line.starts_with(['=', '?']) {
            answers.push(std::mem::take(&mut lines));
        }
    }
    assert_eq!(answers.len(), requests.len(), "{game} {options}: {out}");
    answers
}

fn one(game: &str, options: &str, request: &str) -> Vec<String> {
    play(game, options, &[request.to_owned()]).remove(0)
}

/// The option of a fleet given as counts by length.
fn fleet(vector: &Json) -> String {
    let fleet = vector["fleet"].as_object().unwrap();
    let counts: Vec<String> =
        (1..=5).rev().map(|n| fleet.get(&n.to_string()).map_or("0".to_owned(), ToString::to_string)).collect();
    let bent = strings(&vector["bent"]).join(",");
    format!(
        "fleet={} touch={} bent={}",
        counts.join(","),
        text(&vector["touch"]),
        if bent.is_empty() { "none" } else { &bent }
    )
}

#[test]
fn battleship_placements() {
    for vector in battleship("vectors", "placement") {
        let grid = rows(&vector["grid"]);
        let answer =
            one("battleship", &format!("size={} {}", vector["size"], fleet(&vector)), &format!("1 place {grid}"));
        let errors = strings(&vector["errors"]);
        if errors.is_empty() {
            assert_eq!(answer, ["! placed seat=1".to_owned(), format!("= place {grid}")], "{}", vector["id"]);
        } else {
            assert_eq!(answer, [format!("? {}", errors.join(","))], "{}", vector["id"]);
        }
    }
}

/// All ways to choose `most` of `cells` cells.
fn choices(cells: u32, most: u32) -> Vec<u32> {
    (0..1u32 << cells).filter(|mask| mask.count_ones() == most).collect()
}

/// Every drawing with the right number of ship cells is sent in; as many stand as the vector says.
#[test]
fn battleship_counts_of_layouts() {
    let mut checks = 0;
    for vector in battleship("vectors", "count") {
        let side = u32::try_from(vector["size"][0].as_u64().unwrap()).unwrap();
        let ships = vector["fleet"].as_object().unwrap();
        let cells: u64 = ships.iter().map(|(n, count)| n.parse::<u64>().unwrap() * count.as_u64().unwrap()).sum();
        if side > 4 || cells > 6 {
            continue;
        }
        let drawing = |mask: &u32| -> String {
            let sign = |n: u32| if mask >> n & 1 == 1 { '#' } else { '.' };
            let row = |y: u32| (0..side).map(|x| sign(y * side + x)).collect::<String>();
            (0..side).map(row).collect::<Vec<_>>().join("/")
        };
        let masks = choices(side * side, u32::try_from(cells).unwrap());
        // `replace` also places, and the one that stood goes
        let requests: Vec<String> = masks.iter().map(|m| format!("1 replace {}", drawing(m))).collect();
        let answers = play("battleship", &format!("size={side} {}", fleet(&vector)), &requests);
        let legal = answers.iter().filter(|a| a.last().unwrap().starts_with('=')).count();
        assert_eq!(legal as u64, vector["layouts"].as_u64().unwrap(), "{vector}");
        checks += 1;
    }
    assert!(checks >= 2, "{checks}");
}

#[test]
fn battleship_plays() {
    for vector in battleship("vectors", "play") {
        let boards = &vector["boards"];
        let mut requests = vec![format!("1 place {}", rows(&boards["1"])), format!("2 place {}", rows(&boards["2"]))];
        for shot in vector["log"].as_array().unwrap() {
            requests.push(format!("{} {}", shot["by"], text(&shot["shot"])));
            requests.push("state".to_owned());
        }
        let options = format!("size=4 fleet=0,0,0,1,2 turns={}", text(&vector["turns"]));
        let answers = play("battleship", &options, &requests);
        for (shot, pair) in vector["log"].as_array().unwrap().iter().zip(answers[2..].chunks(2)) {
            let (cell, reply, told) = (text(&shot["shot"]), text(&shot["reply"]), pair[0].join(" "));
            let wanted = match reply {
                "miss" | "hit" => format!("! {reply} cell={cell} = {cell}"),
                "sunk" => format!("! sunk cell={cell} size="),
                refused => format!("? {refused}"),
            };
            assert!(told.starts_with(&wanted), "{}: {cell}: {told}", vector["id"]);
            let state = match shot["winner"].as_u64() {
                Some(winner) => format!("= won {winner} sunk"),
                None => format!("= playing {}", shot["next"]),
            };
            assert_eq!(pair[1], [state], "{}: {cell}", vector["id"]);
        }
    }
}

#[test]
fn battleship_coordinates_and_lists() {
    for vector in battleship("coords_vectors", "") {
        let (typed, size) = (text(&vector["text"]), vector["size"].as_u64().unwrap());
        let alphabet = text(&vector["alphabet"]).trim_end_matches(|c: char| c.is_ascii_digit());
        let options = format!("alphabet={alphabet} size={size} fleet=0,0,0,0,1");
        let answer = one("battleship", &options, &format!("1 place {typed}")).pop().unwrap();
        if let Some(code) = vector["result"].as_str() {
            assert_eq!(answer, format!("? {code}"), "{typed}");
        } else {
            let at = |n: usize| vector["result"][n].as_u64().unwrap();
            let signs: Vec<char> = answer.strip_prefix("= place ").unwrap().chars().filter(|c| *c != '/').collect();
            let cell = signs.iter().position(|c| *c == '#').unwrap() as u64;
            assert_eq!(cell, at(1) * size + at(0), "{typed}");
        }
    }
    for vector in battleship("ship_list_vectors", "") {
        let typed = text(&vector["text"]);
        let length = vector["cells"].as_array().map_or(5, Vec::len);
        let counts = (1..=5).rev().map(|n| if n == length { "1" } else { "0" }).collect::<Vec<_>>().join(",");
        let options = format!("alphabet={} fleet={counts} bent=G,zigzag", text(&vector["alphabet"]));
        let answer = one("battleship", &options, &format!("1 place {typed}")).pop().unwrap();
        if let Some(code) = vector["cells"].as_str() {
            assert_eq!(answer, format!("? {code}"), "{typed}");
            continue;
        }
        let mut grid = vec![vec!['.'; 10]; 10];
        for cell in vector["cells"].as_array().unwrap() {
            let at = |n: usize| usize::try_from(cell[n].as_u64().unwrap()).unwrap();
            grid[at(1)][at(0)] = '#';
        }
        let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        assert_eq!(answer, format!("= place {}", rows.join("/")), "{typed}");
    }
}

#[test]
fn pentomino_placements() {
    for vector in pentomino("placement") {
        let request = format!("1 place {}", rows(&vector["grid"]));
        let answer = one("pentomino", &format!("set={}", text(&vector["chosen"])), &request);
        let errors = strings(&vector["errors"]);
        if errors.is_empty() {
            assert_eq!(answer[0], "! placed seat=1", "{}", vector["id"]);
        } else {
            assert_eq!(answer, [format!("? {}", errors.join(","))], "{}", vector["id"]);
        }
    }
}

#[test]
fn pentomino_plays() {
    for vector in pentomino("play") {
        let layouts = &vector["layouts"];
        let mut requests = vec![format!("1 place {}", rows(&layouts["1"])), format!("2 place {}", rows(&layouts["2"]))];
        let log = vector["log"].as_array().unwrap();
        for line in log {
            let turn = match text(&line["action"]) {
                "guess" => format!("solve {}", rows(&line["arg"])),
                action => {
                    let cells = line["arg"].as_array().map_or_else(Vec::new, |_| strings(&line["arg"]));
                    format!("{action} {}", cells.join(" "))
                }
            };
            requests.push(format!("{} {turn}", line["by"]));
            requests.push("state".to_owned());
        }
        let answers = play("pentomino", "", &requests);
        for (line, pair) in log.iter().zip(answers[2..].chunks(2)) {
            let what = format!("{} {line}: {:?}", vector["id"], pair[0]);
            match &line["reply"] {
                Json::Array(shots) => {
                    let said = |shot: &Json| match text(&shot[1]).split(' ').collect::<Vec<_>>()[..] {
                        ["hit", number, piece] => {
                            format!("! hit cell={} number={number} piece={piece}", text(&shot[0]))
                        }
                        _ => format!("! miss cell={}", text(&shot[0])),
                    };
                    let wanted: Vec<String> = shots.iter().map(said).collect();
                    let told: Vec<&String> =
                        pair[0].iter().filter(|l| l.starts_with("! hit ") || l.starts_with("! miss ")).collect();
                    assert_eq!(told, wanted.iter().collect::<Vec<_>>(), "{what}");
                }
                reply => {
                    let wanted = match text(reply) {
                        "error: repeated cell" => "? repeat".to_owned(),
                        "error: aimed run in progress" => "? aimed-run".to_owned(),
                        other => format!("! {other}"),
                    };
                    assert!(pair[0][0].starts_with(&wanted), "{what}");
                }
            }
            let state = match (line["result"].as_str(), line["next"].as_u64()) {
                (None, Some(next)) => format!("= playing {next}"),
                (Some("draw"), None) => "= drawn equalised".to_owned(),
                (Some(winner), None) => format!("= won {winner} sunk"),
                other => panic!("{other:?}"),
            };
            assert_eq!(pair[1], [state], "{what}");
        }
    }
}

#[test]
fn smyoz_layouts_and_answers() {
    for vector in smyoz("layout") {
        let shots = vector["shots"].as_array().unwrap();
        let mut requests = vec![format!("1 place {}", rows(&vector["grid"]))];
        for shot in shots {
            requests.push(format!("2 {} {}", text(&shot["step"]), strings(&shot["cells"]).join(" ")));
        }
        requests.push("2 A 11".to_owned());
        let answers = play("smyoz", "mode=problem info=directions", &requests);
        let header = &vector["header"];
        let codes = ["a", "b", "g", "d"].map(|k| format!("{k}={}", joined(&vector["codes"][k]))).join(" ");
        assert_eq!(
            answers[0],
            [
                "! placed seat=1".to_owned(),
                format!(
                    "! header of=1 waterlines={} islands={} docked={}",
                    header["waterlines"],
                    joined(&header["islands"]),
                    header["docked"]
                ),
                format!("! codes of=1 {codes}"),
                format!("= place {}", rows(&vector["grid"])),
            ],
            "{}",
            vector["id"]
        );
        for (shot, told) in shots.iter().zip(&answers[1..]) {
            let (step, answer) = (text(&shot["step"]), &shot["answer"]);
            let wanted = if step == "O" {
                format!(
                    "! answer O {} ships={} islands={}",
                    text(&answer["cell"]),
                    joined(&answer["ships"]),
                    joined(&answer["islands"])
                )
            } else {
                format!("! answer {step} {}", strings(answer).join(" "))
            };
            assert_eq!(told[0], wanted, "{}", vector["id"]);
        }
        assert_eq!(answers.last().unwrap(), &["? no-steps"]);
    }
}

#[test]
fn smyoz_rules() {
    for vector in smyoz("rule") {
        for (tips, key) in [("yes", "errors"), ("no", "errors_without_delta_tips")] {
            let request = format!("1 place {}", rows(&vector["grid"]));
            let answer = one("smyoz", &format!("delta_tips={tips}"), &request);
            let told: Vec<&str> = answer[0].strip_prefix("? ").unwrap().split(',').filter(|i| *i != "fleet").collect();
            assert_eq!(told, strings(&vector[key]), "{} {tips}", vector["id"]);
        }
    }
}
