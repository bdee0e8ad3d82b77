//! Logins by OAuth access tokens: JWTs that Dovecot validates, for itself and for Postfix.

use super::house::{Daemon, House, IDLE_TLS};
use super::player::{Player, Style};
use crate::mailstack::{Port, Stack};
use data_encoding::{BASE64, HEXLOWER};
use std::fs;
use std::time::Duration;

/// `oauth-helper imap|smtp` makes a token as the line in the file of that name says: seconds to live, key in hex. It is
/// as long as those of the big hosts. Beside each stands in `issued` until when it is good.
const HELPER: &str = r#"
set -e
read -r life key <"$1"
b64() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
now=$(date +%s)
head=$(printf '{"alg":"HS256","typ":"JWT"}' | b64)
body=$(printf '{"sub":"game@game.test","iat":%d,"exp":%d,"jti":"%s","scp":"%01500d"}' \
  "$now" $((now + life)) "$(openssl rand -hex 8)" 0 | b64)
sign=$(printf %s "$head.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | b64)
echo "$1 $((now + life)) $head.$body.$sign" >>issued
echo "$head.$body.$sign"
"#;

/// A house whose logins are by token, and the key of its helper.
struct Tokens {
    house: House,
    key: String,
}

/// A token as the helper gave it.
struct Issued {
    server: String,
    until: i64,
    token: String,
}

impl Tokens {
    fn new(stack: &Stack) -> Self {
        let house = House::with_tokens(stack, IDLE_TLS, "sh oauth-helper");
        fs::write(house.path("oauth-helper"), HELPER).unwrap();
        let key = HEXLOWER.encode(&BASE64.decode(stack.token_key().trim().as_bytes()).unwrap());
        Self { house, key }
    }

    /// What the helper gives from now on for a server: tokens that live so long.
    fn gives(&self, server: &str, life: i64) {
        self.signs(server, life, &self.key);
    }

    fn signs(&self, server: &str, life: i64, key: &str) {
        // at once, for the helper may be reading
        fs::write(self.house.path("next"), format!("{life} {key}\n")).unwrap();
        fs::rename(self.house.path("next"), self.house.path(server)).unwrap();
    }

    fn issued(&self) -> Vec<Issued> {
        let text = fs::read_to_string(self.house.path("issued")).unwrap_or_default();
        let read = |line: &str| {
            let [server, until, token] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            Issued { server: server.to_owned(), until: until.parse().unwrap(), token: token.to_owned() }
        };
        text.lines().map(read).collect()
    }

    fn count(&self, server: &str) -> usize {
        self.issued().iter().filter(|i| i.server == server).count()
    }

    /// Waits until no token that was issued is good any more.
    fn outlive(&self) {
        let last = self.issued().iter().map(|i| i.until).max().unwrap();
        while boardpost::daemon::now() <= last {
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Nothing that was told repeats a token, or its signature.
    fn kept_from(&self, text: &str) {
        for issued in self.issued() {
            let sign = issued.token.rsplit('.').next().unwrap();
            assert!(!text.contains(sign), "{text}");
        }
    }
}

/// Logins of the server's account at the mailbox that Dovecot has logged, by their method; and refusals.
fn logins(stack: &Stack) -> (usize, usize, usize) {
    let log = stack.log("dovecot");
    let of = |word: &str, method: &str| {
        let ours = log.lines().filter(|l| l.contains("imap-login") && l.contains("<game@game.test>"));
        ours.filter(|l| l.contains(word) && l.contains(method)).count()
    };
    (of("Login:", "method=XOAUTH2"), of("Login:", "method=PLAIN"), of("auth failed", "method=XOAUTH2"))
}

/// Letters that came into Postfix after a login by token.
fn submitted(stack: &Stack) -> usize {
    let log = stack.log("postfix");
    log.lines().filter(|l| l.contains("sasl_method=XOAUTH2, sasl_username=game@game.test")).count()
}

/// What the last of so many letters to the admin says.
fn told(stack: &Stack, count: usize) -> String {
    let letters = stack.letters("p9", count);
    assert_eq!(letters.len(), count, "told once");
    boardpost::letter::text(letters.last().unwrap()).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_game_goes_on_with_a_fresh_token_at_each_login() {
    let mut stack = Stack::start();
    let tokens = Tokens::new(&stack);
    let house = &tokens.house;
    let life = 5;
    ["imap", "smtp"].iter().for_each(|s| tokens.gives(s, life));
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    house.start("p1@game.test:hu", "p2@game.test:ru");
    let mut daemon = house.daemon();
    players.iter_mut().for_each(|p| p.expect(1));
    players[0].reply(&stack, "kn@A3", Style::Gmail);
    players.iter_mut().for_each(|p| p.expect(2));
    assert_eq!((logins(&stack), submitted(&stack)), ((1, 0, 0), 4), "{}", stack.log("dovecot"));
    // a line that has logged in goes on beyond its token's end
    tokens.outlive();
    players[1].reply(&stack, "сю@C1", Style::Outlook);
    players.iter_mut().for_each(|p| p.expect(3));
    assert_eq!(tokens.count("imap"), 1);
    // a new one needs a new token
    tokens.outlive();
    let before = tokens.issued().len();
    stack.kill("dovecot");
    stack.kill("postfix");
    daemon.wait_log("lost mailbox", |l| l.contains("ERROR"));
    stack.revive();
    players[0].reply(&stack, "kn@B3", Style::Html);
    players.iter_mut().for_each(|p| p.expect(4));
    assert!(tokens.issued().len() > before && submitted(&stack) == 8, "{}", stack.log("postfix"));
    let log = daemon.stop();
    let (by_token, by_password, refused) = logins(&stack);
    assert!(by_token >= 2 && by_password == 0 && refused == 0, "{}", stack.log("dovecot"));
    tokens.kept_from(&log);
    assert_eq!(house.turns(1), 3);
    house.check_clean(&stack, 3);
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_refused_token_is_told_waited_out_and_made_good() {
    let stack = Stack::start();
    let tokens = Tokens::new(&stack);
    let house = &tokens.house;
    tokens.gives("smtp", 600);
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    house.start("p1@game.test:hu", "p2@game.test:ru");
    let place = |port| format!("localhost:{}: login as game@game.test", stack.port(port));
    let (mailbox, way_out) = (place(Port::Imaps), place(Port::Submission));

    // a helper that fails: nobody asks the server
    let once = house.run(&["run", "--once"]);
    assert_eq!(once.code, Some(1), "{}", once.err);
    assert!(once.err.contains("token_command: exit status: "), "{}", once.err);
    assert_eq!(logins(&stack).2, 0);
    // what could be sent was
    players.iter_mut().for_each(|p| p.expect(1));
    players[0].reply(&stack, "kn@A3", Style::Bare);

    let await_refusal = |daemon: &mut Daemon, line: &str, count: usize| {
        daemon.wait_log("refused login", |l| l.matches(line).count() == count);
    };
    // one that came too late
    tokens.gives("imap", -1);
    let mut daemon = house.daemon();
    await_refusal(&mut daemon, &mailbox, 1);
    std::thread::sleep(Duration::from_secs(5));
    // with a second token at once, and then no more
    assert_eq!(logins(&stack), (0, 0, 2), "{}", daemon.log());
    let letter = told(&stack, 1);
    assert!(letter.contains(&mailbox), "{letter}");
    tokens.kept_from(&letter);
    daemon.stop();

    // one that another signed: the same trouble still; and now nothing can be sent either
    tokens.signs("imap", 600, &"5c".repeat(32));
    tokens.gives("smtp", -1);
    let mut daemon = house.daemon();
    await_refusal(&mut daemon, &mailbox, 2);
    house.start("p1@game.test:hu", "p2@game.test:ru");
    await_refusal(&mut daemon, &way_out, 1);
    assert_eq!((logins(&stack), house.turns(1)), ((0, 0, 4), 0), "{}", daemon.log());
    assert!(house.good(&["outbox"]).contains("p2@game.test"));

    ["imap", "smtp"].iter().for_each(|s| tokens.gives(s, 600));
    // the move was ruled on, and the second game's openings went
    players.iter_mut().for_each(|p| p.expect(3));
    let log = daemon.stop();
    tokens.kept_from(&log);
    // of the way out too, once it was open
    let letter = told(&stack, 2);
    assert!(letter.contains("outgoing mail") && letter.contains(&way_out), "{letter}");
    tokens.kept_from(&letter);
    assert_eq!((logins(&stack), house.turns(1)), ((1, 0, 4), 1));
    house.check_clean(&stack, 1);
}
