//! A letter that breaks the reader.

use super::scene::{Scene, command, dump, end};

/// The letter that is poison: the third of the scene, the chat.
const POISON: &str = "<3.scene@client.example>";

/// What must be so in the end: this letter is put aside, the admin knows, all others are as without it.
fn check(dir: &std::path::Path, scene: &Scene) {
    let undisturbed = {
        let dir = scene.maildir();
        assert!(end(dir.path(), &["run", "--once"]));
        dump(dir.path())
    };
    let got = dump(dir);
    let row = got["inbox"].iter().find(|row| row.contains(POISON)).unwrap();
    assert!(row.contains("'shunt' 'broken'"), "{row}");
    let told: Vec<_> = got["outbox"].iter().filter(|row| row.contains("'<admin.shunt.")).collect();
    assert_eq!(told.len(), 2, "this one, and the one that is no letter: {told:?}");
    assert!(told.iter().all(|row| row.contains("'sent'")));
    assert_eq!(got["folder in/new"], Vec::<String>::new());
    assert_eq!(got["folder done/cur"], undisturbed["folder done/cur"]);
    assert_eq!(got["event"].len(), undisturbed["event"].len(), "chat is no event");
    let settled = |rows: &[String]| {
        let mut list: Vec<String> = rows.iter().filter(|r| !r.contains(POISON)).cloned().collect();
        list.sort();
        list
    };
    assert_eq!(settled(&got["inbox"]), settled(&undisturbed["inbox"]));
    assert!(end(dir, &["verify"]));
}

#[test]
fn a_letter_that_kills_the_program_is_put_aside_at_the_third_try() {
    let scene = Scene::new();
    let dir = scene.maildir();
    let run = || {
        let mut command = command(dir.path(), &["run", "--once"]);
        command.env("BOARDPOST_CRASH_AT", format!("read={POISON}")).output().unwrap().status.code()
    };
    for _ in 0..2 {
        assert_eq!(run(), None, "it dies of this letter");
    }
    assert_eq!(run(), Some(0), "and then no more");
    check(dir.path(), &scene);
}

#[test]
fn a_letter_that_makes_the_reader_panic_is_put_aside_and_nothing_dies() {
    let scene = Scene::new();
    let dir = scene.maildir();
    let mut command = command(dir.path(), &["run", "--once"]);
    let ended = command.env("BOARDPOST_PANIC_AT", format!("read={POISON}")).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    check(dir.path(), &scene);
}

#[test]
fn deaths_at_an_innocent_letter_do_not_lose_it() {
    let scene = Scene::new();
    let dir = scene.maildir();
    for _ in 0..2 {
        let mut command = command(dir.path(), &["run", "--once"]);
        assert_eq!(command.env("BOARDPOST_CRASH_AT", format!("read={POISON}")).output().unwrap().status.code(), None);
    }
    // from now on it dies when it has counted the try: no fault of the letter, which is the third
    for _ in 0..5 {
        let mut command = command(dir.path(), &["run", "--once"]);
        assert_eq!(command.env("BOARDPOST_CRASH_AT", "attempt:1").output().unwrap().status.code(), None);
    }
    assert!(end(dir.path(), &["run", "--once"]));
    let undisturbed = {
        let dir = scene.maildir();
        assert!(end(dir.path(), &["run", "--once"]));
        dump(dir.path())
    };
    assert_eq!(dump(dir.path()), undisturbed);
}
