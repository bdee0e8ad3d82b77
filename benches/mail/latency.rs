//! How long players wait: from the mail server's word that it has a move to its word that it has both answers.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use boardpost::post::imap::ImapInbox;
use boardpost::post::{Inbox, Outgoing, Stop, Timeouts, Tls};

use crate::floors::{LINES, bare_loop, lines, submit};
use crate::mailstack::{Port, Stack};
use crate::proxy::{self, Queued};
use crate::world::{World, config};
use crate::{Wanted, median};

fn show(name: &str, times: &[f64]) -> (f64, f64) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted[(sorted.len() * 99).div_ceil(100).min(sorted.len()) - 1];
    let middle = median(times);
    let slowest = times.iter().zip(1..).max_by(|a, b| a.0.total_cmp(b.0)).map_or(0, |(_, nth)| nth);
    println!(
        "{name:<24} median {:7.1} ms, 99th percentile {:7.1} ms, of {} moves; the slowest was number {slowest}",
        middle * 1e3,
        last * 1e3,
        times.len()
    );
    (middle, last)
}

/// Sends each letter when the answers to the one before were taken; gives the waits.
fn measure(stack: &Stack, letters: &[Outgoing], queued: &Queued) -> Vec<f64> {
    let mut line = lines(&stack.server(Port::Smtp, Tls::None, None), 1);
    let mut waits = Vec::new();
    for (n, letter) in letters.iter().enumerate() {
        queued.lock().unwrap().clear();
        submit(&mut line, std::slice::from_ref(letter));
        let start = Instant::now();
        let last = loop {
            if let Some(last) = queued.lock().unwrap().get(1) {
                break *last;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "no answers to letter {n}");
            std::thread::sleep(Duration::from_micros(200));
        };
        waits.push(last.saturating_duration_since(start).as_secs_f64());
        // the mailbox is moved and watched again; players are no metronomes
        std::thread::sleep(Duration::from_millis(120 + (n as u64 * 37) % 80));
    }
    waits
}

/// With IDLE, one move at a time.
pub(crate) fn bench(wanted: &Wanted) {
    let world = World::new(wanted.letters, &["thoughtwave", "ataxx", "battleship"]);
    let stack = Stack::start_delivering("virtual");
    let (smtp, queued) = proxy::open(stack.port(Port::Smtp), Duration::ZERO);
    let dir = world.dir.path().join("house");
    fs::create_dir(&dir).unwrap();
    fs::copy(&world.seed, dir.join("games.db")).unwrap();
    fs::write(dir.join("password"), "pw-game\n").unwrap();
    let inbox = format!(
        "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\nuser = \"game@game.test\"\n\
         password_file = \"password\"\npoll = 3600",
        stack.port(Port::Imap)
    );
    config(&dir, &inbox, &format!("[outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {smtp}\ntls = \"none\""));
    let mut daemon = Command::new(env!("CARGO_BIN_EXE_boardpost"))
        .arg("run")
        .current_dir(&dir)
        .stdin(Stdio::null())
        .stderr(fs::File::create(dir.join("daemon.log")).unwrap())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let ours = measure(&stack, &world.letters, &queued);
    daemon.kill().unwrap();
    daemon.wait().unwrap();

    let (stop, answers) = (Stop::default(), world.answers.clone());
    let mut server = stack.server(Port::Smtp, Tls::None, None);
    server.port = smtp;
    let imap = stack.server(Port::Imap, Tls::None, Some("game"));
    let bare = std::thread::scope(|scope| {
        let end = stop.clone();
        scope.spawn(move || {
            let name = |s: &str| s.to_owned();
            let mut inbox =
                ImapInbox::new(imap, name("INBOX"), name("Processed"), Timeouts::default(), true, Stop::default());
            let mut lines = lines(&server, LINES);
            while !end.is_set() {
                if bare_loop(&mut inbox, &mut lines, &answers) == 0 {
                    inbox.wait(Duration::from_secs(3600), &end).unwrap();
                }
            }
        });
        std::thread::sleep(Duration::from_secs(1));
        let waits = measure(&stack, &world.letters, &queued);
        stop.set();
        waits
    });
    let (a, b) = (show("boardpost run", &ours), show("bare loop", &bare));
    println!("boardpost : bare loop = {:.2} in the median, {:.2} at the 99th percentile", a.0 / b.0, a.1 / b.1);
}
