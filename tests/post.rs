//! Maildirs as inbox and outbox, and passwords.

use boardpost::post::maildir::{MaildirInbox, MaildirMailer};
use boardpost::post::{Inbox, Listed, Mailer, Outgoing, Password, Place, Sent, Stop, Trouble};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

struct Post {
    root: tempfile::TempDir,
    inbox: MaildirInbox,
}

impl Post {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let inbox = MaildirInbox::new(root.path().join("in"), root.path().join("done"));
        let mut post = Self { root, inbox };
        assert_eq!(post.inbox.list().unwrap(), [], "makes its folders");
        post
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Puts a letter somewhere, as old as its number says.
    fn put(&self, path: &str, bytes: &[u8], second: u64) {
        fs::write(self.path(path), bytes).unwrap();
        let file = fs::File::options().append(true).open(self.path(path)).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(second)).unwrap();
    }

    fn keys(&mut self) -> Vec<String> {
        self.inbox.list().unwrap().into_iter().map(|l| l.place.key).collect()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn new_and_cur_are_read_oldest_first_and_the_rest_is_not() {
    let mut post = Post::new();
    post.put("in/new/zz", b"oldest", 10);
    post.put("in/cur/mm:2,FR", b"middle", 20);
    post.put("in/new/aa", b"newest", 30);
    post.put("in/cur/ab", b"same time, later name", 30);
    post.put("in/new/.hidden", b"x", 1);
    post.put("in/tmp/unfinished", b"x", 1);
    fs::create_dir_all(post.path("in/new/folder/cur")).unwrap();
    fs::create_dir_all(post.path("in/.Sent/cur")).unwrap();
    std::os::unix::fs::symlink("nowhere", post.path("in/new/dangling")).unwrap();
    assert_eq!(post.keys(), ["zz", "mm", "aa", "ab"]);
    let listed = post.inbox.list().unwrap();
    let place = &listed[0].place;
    assert_eq!((place.folder.as_str(), place.epoch), (post.path("in").to_str().unwrap(), 0));
    let arrived = post.inbox.fetch(&listed, 0).unwrap();
    assert_eq!(
        arrived.iter().map(|a| a.raw.clone()).collect::<Vec<_>>()[..2],
        [b"oldest".to_vec(), b"middle".to_vec()]
    );
}

#[test]
fn letters_over_the_limit_come_as_header_and_vanished_ones_not_at_all() {
    let mut post = Post::new();
    post.put("in/new/lf", b"A: 1\nB: 2\n\nbody\r\n\r\nmore", 1);
    post.put("in/new/crlf", b"A: 1\r\n\r\nbody\n\nmore", 2);
    post.put("in/new/small", b"A: 1\r\n\r\n0123456", 3);
    post.put("in/new/gone", b"x", 4);
    let listed = post.inbox.list().unwrap();
    fs::remove_file(post.path("in/new/gone")).unwrap();
    fs::rename(post.path("in/new/small"), post.path("in/cur/small:2,S")).unwrap();
    let arrived: Vec<_> =
        post.inbox.fetch(&listed, 15).unwrap().into_iter().map(|a| (a.place.key, a.raw, a.too_big)).collect();
    let want: [(String, Vec<u8>, bool); 3] = [
        ("lf".into(), b"A: 1\nB: 2\n\n".to_vec(), true),
        ("crlf".into(), b"A: 1\r\n\r\n".to_vec(), true),
        ("small".into(), b"A: 1\r\n\r\n0123456".to_vec(), false),
    ];
    assert_eq!(arrived, want);
}

#[test]
fn letters_done_are_moved_as_seen_and_never_over_another() {
    let mut post = Post::new();
    for (path, bytes) in [("in/new/a", "1"), ("in/cur/b:2,RF", "2"), ("in/cur/c:2,S", "3"), ("in/new/stays", "4")] {
        post.put(path, bytes.as_bytes(), 1);
    }
    post.put("done/cur/a:2,S", b"another letter of this name", 1);
    let places: Vec<_> = ["a", "b", "c", "not-there"]
        .map(|key| Place { folder: post.path("in").display().to_string(), epoch: 0, key: key.to_owned() })
        .to_vec();
    let foreign = Place { folder: "elsewhere".to_owned(), epoch: 0, key: "stays".to_owned() };
    for _ in 0..2 {
        post.inbox.done(&places).unwrap();
        post.inbox.done(std::slice::from_ref(&foreign)).unwrap();
        assert_eq!(names(&post.path("done/cur")), ["a.1:2,S", "a:2,S", "b:2,FRS", "c:2,S"]);
        assert_eq!(post.keys(), ["stays"]);
    }
    assert_eq!(fs::read(post.path("done/cur/a.1:2,S")).unwrap(), b"1");
    assert_eq!(fs::read(post.path("done/cur/a:2,S")).unwrap(), b"another letter of this name");
}

#[test]
fn done_on_another_disk_works_too() {
    let shm = Path::new("/dev/shm");
    if !shm.is_dir() {
        return;
    }
    let other = tempfile::tempdir_in(shm).unwrap();
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut inbox = MaildirInbox::new(root.path().join("in"), other.path().join("done"));
    inbox.list().unwrap();
    fs::write(root.path().join("in/new/x"), "letter").unwrap();
    let listed = inbox.list().unwrap();
    inbox.done(&[listed[0].place.clone()]).unwrap();
    assert_eq!(fs::read(other.path().join("done/cur/x:2,S")).unwrap(), b"letter");
    assert_eq!(names(&other.path().join("done/tmp")).len() + inbox.list().unwrap().len(), 0);
}

#[test]
fn waiting_ends_at_a_new_letter_at_stop_and_at_its_time() {
    let mut post = Post::new();
    post.put("in/new/known", b"x", 1);
    let listed: Vec<Listed> = post.inbox.list().unwrap();
    post.inbox.done(&[listed[0].place.clone()]).unwrap();
    // our own move is no news, nor is a foreign folder
    let start = Instant::now();
    fs::create_dir(post.path("in/new/folder")).unwrap();
    post.inbox.wait(Duration::from_millis(700), &Stop::default()).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(700));
    // a letter that comes meanwhile, and one that came before
    for delay in [400, 0] {
        let path = post.path(&format!("in/new/late{delay}"));
        let writer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(delay));
            fs::write(path, "x").unwrap();
            Instant::now()
        });
        if delay == 0 {
            std::thread::sleep(Duration::from_millis(50));
        }
        post.inbox.wait(Duration::from_secs(20), &Stop::default()).unwrap();
        assert!(writer.join().unwrap().elapsed() < Duration::from_secs(1));
        post.inbox.list().unwrap();
    }
    let stop = Stop::default();
    stop.set();
    let start = Instant::now();
    post.inbox.wait(Duration::from_secs(20), &stop).unwrap();
    assert!(start.elapsed() < Duration::from_millis(300));
}

fn outgoing(id: i64, message_id: &str) -> Outgoing {
    let bytes = format!("To: b@c\r\nmessage-id:\r\n <{message_id}>\r\n\r\nMessage-ID: no\r\n").into_bytes();
    Outgoing { id, from: "a@b".to_owned(), to: "b@c".to_owned(), bytes }
}

fn deliver(mailer: &mut MaildirMailer, letters: &[Outgoing]) -> Vec<Sent> {
    let mut told = Vec::new();
    mailer
        .send(letters, &mut |index, sent| {
            assert_eq!(index, told.len());
            told.push(sent);
        })
        .unwrap();
    told
}

#[test]
fn a_letter_delivered_twice_is_there_once() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("out");
    let mut mailer = MaildirMailer::new(out.clone());
    let letters = [outgoing(1, "one@x"), outgoing(2, "two@x")];
    let told = deliver(&mut mailer, &letters);
    let there = names(&out.join("new"));
    assert_eq!(told, there.iter().map(|n| Sent::Accepted(n.clone())).collect::<Vec<_>>());
    assert_eq!(fs::read(out.join("new").join(&there[0])).unwrap(), letters[0].bytes);
    // a reader has taken one; the daemon crashed before it noted either, and left a torn file behind
    fs::rename(out.join("new").join(&there[0]), out.join("cur").join(format!("{}:2,RS", there[0]))).unwrap();
    fs::write(out.join("tmp").join(&there[1]), "To").unwrap();
    assert_eq!(deliver(&mut MaildirMailer::new(out.clone()), &letters), told);
    assert_eq!(names(&out.join("new")), there[1..]);
    assert_eq!(names(&out.join("cur")).len(), 1);
    // another number or another Message-ID is another letter
    deliver(&mut mailer, &[outgoing(3, "one@x"), outgoing(1, "other@x")]);
    assert_eq!(names(&out.join("new")).len(), 3);
}

#[test]
fn what_cannot_be_delivered_is_untried() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("out"), "a file where the folder should be").unwrap();
    let mut told = Vec::new();
    let letters = [outgoing(1, "one@x"), outgoing(2, "two@x")];
    let error = MaildirMailer::new(root.path().join("out")).send(&letters, &mut |i, s| told.push((i, s))).unwrap_err();
    assert_eq!(error.trouble, Trouble::Io);
    assert!(matches!(told[..], [(0, Sent::Untried(_)), (1, Sent::Untried(_))]), "{told:?}");
}

#[test]
fn passwords_come_from_the_first_line() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("password");
    for (text, want) in [("pässword\r\nnext\n", Some("pässword")), ("one", Some("one")), ("\nx", None), ("", None)] {
        fs::write(&file, text).unwrap();
        let read = Password::File(file.clone()).read();
        assert_eq!(read.as_ref().ok().map(|s| s.reveal()), want);
        assert_eq!(read.err().map(|e| e.trouble), want.is_none().then_some(Trouble::Password));
    }
    assert_eq!(Password::File(root.path().join("none")).read().unwrap_err().trouble, Trouble::Password);
    assert_eq!(Password::Command("printf 'a b\\nc'".to_owned()).read().unwrap().reveal(), "a b");
    // of a command that fails its end is told and the last line of its errors; what it printed is not, nor its own words
    for (command, told) in [
        ("echo s3cret >&2; echo s3cret; exit 3", "exit status: 3: ***"),
        ("echo one >&2; echo no grant for s3cret >&2; printf 'x\\ns3cret'; exit 3", "exit status: 3: *** *** *** ***"),
        ("cat >&2 <&-; exit 4", "exit status: 4: "),
        ("s3cret-of-mine", "exit status: 127: "),
        ("kill -9 $$ # s3cret", "signal: 9"),
        ("printf 's3cret\\377\\n'", "no text in UTF-8"),
        ("printf '' # s3cret", "exit status: 0, but it printed nothing"),
        ("printf '\\ns3cret'", "the first line is empty"),
    ] {
        for (key, password) in
            [("password", Password::Command(command.into())), ("token", Password::Token(command.into()))]
        {
            let error = password.read().unwrap_err();
            assert_eq!(error.trouble, Trouble::Helper);
            assert!(error.text.starts_with(&format!("{key}_command: ")) && error.text.contains(told), "{error:?}");
            assert!(!format!("{error:?}").contains("s3cret"), "{error:?}");
        }
    }
    // the file may be for its owner alone
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&file, "x").unwrap();
    assert_eq!(format!("{:?}", Password::File(file).read().unwrap()), "Secret(***)");
}
