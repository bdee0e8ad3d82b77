//! A disk that is full at any write.

use std::path::Path;
use std::process::Command;

use super::same;
use super::scene::{Scene, command, dump, end};

/// Runs where no file may grow beyond so many blocks of 1 KiB.
fn cramped(dir: &Path, blocks: usize) -> Option<i32> {
    let plain = command(dir, &["run", "--once"]);
    let mut shell = Command::new("bash");
    // a write beyond the limit fails, as on a full disk, instead of killing the program
    shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" run --once")).arg(plain.get_program());
    for (name, value) in plain.get_envs() {
        shell.env(name, value.unwrap());
    }
    shell.current_dir(dir).env("BOARDPOST_LOG", "off").output().unwrap().status.code()
}

#[test]
fn a_disk_that_is_full_at_any_write_loses_nothing() {
    let scene = Scene::new();
    let wanted = {
        let dir = scene.maildir();
        assert!(end(dir.path(), &["run", "--once"]));
        dump(dir.path())
    };
    let (mut failed, mut good) = (0, 0);
    let mut blocks = 1;
    while good == 0 {
        let dir = scene.maildir();
        // again and again, as a timer would: a full disk must not be held against the letters
        let codes: Vec<Option<i32>> = (0..4).map(|_| cramped(dir.path(), blocks)).collect();
        assert!(codes.iter().all(Option::is_some), "it must not die: {blocks} {codes:?}");
        if codes.contains(&Some(0)) {
            good += 1;
        } else {
            failed += 1;
        }
        assert!(end(dir.path(), &["run", "--once"]), "{blocks}");
        same(&dump(dir.path()), &wanted, &format!("{blocks} KiB"));
        // small steps where little is written, larger ones later
        blocks += 1 + blocks / 12;
    }
    println!("{failed} sizes were too small, {blocks} KiB were enough");
    assert!(failed >= 20);
}
