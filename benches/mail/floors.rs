//! What the mail servers can do: smtp-source alone, and a loop that fetches and submits and does nothing else.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Mutex;

use boardpost::post::imap::ImapInbox;
use boardpost::post::smtp::SmtpMailer;
use boardpost::post::{Inbox, Mailer, Outgoing, Sent, Server, Stop, Timeouts};

use crate::run::{Took, program};

/// Connections of every contestant.
pub(crate) const LINES: usize = 4;

/// The mail server's own load generator: letters of one size to one mailbox, over kept connections.
pub(crate) fn smtp_source(dir: &Path, port: u16, letters: usize, size: usize) -> Took {
    let (sessions, size, letters) = (LINES.to_string(), size.to_string(), letters.to_string());
    let to = format!("127.0.0.1:{port}");
    let args = ["-d", "-s", &sessions, "-l", &size, "-m", &letters, "-f", "game@game.test", "-t", "p1@game.test", &to];
    program("smtp-source", &args, dir, &dir.join("smtp-source.log"))
}

/// Submits letters over several lines.
pub(crate) fn submit(lines: &mut [SmtpMailer], letters: &[Outgoing]) {
    let queue: Mutex<VecDeque<&Outgoing>> = Mutex::new(letters.iter().collect());
    std::thread::scope(|scope| {
        for line in lines {
            let queue = &queue;
            scope.spawn(move || {
                let mut next = || queue.lock().unwrap().pop_front().cloned();
                let mut told = |_, sent| assert!(matches!(sent, Sent::Accepted(_)), "{sent:?}");
                line.stream(&mut next, &mut told).unwrap();
            });
        }
    });
}

/// Lines to a server.
pub(crate) fn lines(server: &Server, count: usize) -> Vec<SmtpMailer> {
    let line = || SmtpMailer::new(server.clone(), "game.test".to_owned(), Timeouts::default(), Stop::default());
    (0..count).map(|_| line()).collect()
}

/// Fetches what lies in the mailbox by batches, submits two letters for each, and moves them.
pub(crate) fn bare_loop(inbox: &mut ImapInbox, lines: &mut [SmtpMailer], answers: &[Outgoing]) -> usize {
    let listed = inbox.list().unwrap();
    let mut sent = 0;
    for some in listed.chunks(200) {
        let arrived = inbox.fetch(some, 0).unwrap();
        let mine: Vec<Outgoing> = answers.iter().cycle().skip(sent).take(2 * arrived.len()).cloned().collect();
        submit(lines, &mine);
        sent += mine.len();
        inbox.done(&some.iter().map(|l| l.place.clone()).collect::<Vec<_>>()).unwrap();
    }
    sent
}
