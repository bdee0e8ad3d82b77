//! Troubles with the way out: the status tells them while they last, and one letter to the admin waits for their end.

use std::path::Path;
use std::process::Command;

use boardpost::daemon::drain;
use boardpost::game::Lang;
use boardpost::post::{Mailer, Outgoing, PostError, Sent, Trouble};
use boardpost::store::Way as Direction;
use serde_json::{Value as Json, json};

use crate::desk::world::{World, address};

/// A way out with its trouble, if any, and the letters that it took.
#[derive(Default)]
struct Way {
    trouble: Option<PostError>,
    taken: Vec<Outgoing>,
}

impl Mailer for Way {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        while let Some(letter) = next() {
            self.taken.push(letter.clone());
            report(letter, Sent::Accepted("250 ok".to_owned()));
        }
        Ok(())
    }
}

impl Way {
    /// Sends all there is; gives the letters to the admin among those that left.
    fn drain(&mut self, w: &mut World) -> Vec<String> {
        let (config, now) = (w.config.clone(), w.now);
        drain(w.desk.store_mut(), &config, self, i64::MAX, &|| now).unwrap();
        let taken = std::mem::take(&mut self.taken);
        let text = |l: Outgoing| boardpost::letter::text(&l.bytes).split_whitespace().collect::<Vec<_>>().join(" ");
        taken.into_iter().filter(|l| l.to == address("admin")).map(text).collect()
    }

    fn fails(&mut self, trouble: Trouble, text: &str) {
        self.trouble = Some(PostError::new(trouble, text));
    }
}

fn ask(dir: &Path, args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_boardpost")).current_dir(dir).args(args).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

fn status(w: &World) -> (String, Json) {
    let json = ask(w.dir.path(), &["status", "--json"]);
    (ask(w.dir.path(), &["status"]), serde_json::from_str(&json).unwrap())
}

fn waiting(w: &World) -> usize {
    let rows = w.desk.store().ask().undelivered().unwrap();
    rows.iter().filter(|r| r.rcpt == address("admin")).count()
}

#[test]
fn a_refused_login_of_the_way_out_is_shown_and_told_once_when_it_is_over() {
    for (lang, refused) in [
        (Lang::En, "refused the login for outgoing mail"),
        (Lang::Hu, "nem fogadta el a belépést a kimenő leveleknél"),
        (Lang::Ru, "не принял вход для исходящей почты"),
    ] {
        let mut w = World::new(lang, "");
        w.start("size=5");
        let mut way = Way::default();
        way.drain(&mut w);
        assert!(!status(&w).0.contains("outgoing mail"));
        assert_eq!(status(&w).1["outgoing_trouble"], Json::Null);

        let why = "mail.x.hu:465: login as u: 535 5.7.8 no";
        way.fails(Trouble::Login, why);
        let since = w.now;
        let args = boardpost::daemon::StartArgs::from_line("thoughtwave anna vera size=5").unwrap();
        boardpost::daemon::start(w.desk.store_mut(), &w.config, &args, w.now).unwrap().unwrap();
        for _ in 0..3 {
            assert!(way.drain(&mut w).is_empty());
            assert_eq!(waiting(&w), 1, "told once");
            w.now += 300;
        }
        let time = jiff::Timestamp::from_second(since).unwrap().to_string();
        let (told, as_json) = status(&w);
        assert!(told.contains(&format!("outgoing mail: login refused since {time}: {why}\n")), "{told}");
        assert_eq!(as_json["outgoing_trouble"], json!({"kind": "login", "since": time, "why": why}));
        assert_eq!(as_json["incoming_trouble"], Json::Null);

        // another trouble of the same outage is another line, and no other letter
        way.fails(Trouble::Helper, "token_command: exit status: 3");
        way.drain(&mut w);
        assert_eq!((status(&w).1["outgoing_trouble"]["kind"].as_str(), waiting(&w)), (Some("helper"), 1));

        way.trouble = None;
        let letters = way.drain(&mut w);
        assert_eq!((letters.len(), waiting(&w)), (1, 0));
        assert!(letters[0].contains(refused) && letters[0].contains(why), "{letters:?}");
        assert_eq!(w.desk.store().ask().outage(Direction::Out).unwrap(), None);
        assert!(!status(&w).0.contains("outgoing mail"));

        // the next one is told anew; a server that is away is shown alone
        w.now += 300;
        boardpost::daemon::start(w.desk.store_mut(), &w.config, &args, w.now).unwrap().unwrap();
        way.fails(Trouble::Connect, "mail.x.hu:465: connect: refused");
        way.drain(&mut w);
        assert!(status(&w).0.contains("outgoing mail: does not work since "));
        assert_eq!(waiting(&w), 0);
        way.fails(Trouble::Password, "password_file pw: gone");
        way.drain(&mut w);
        assert_eq!(waiting(&w), 1);
    }
}
