//! Several lines to the world side by side, fed from one queue.

use std::collections::{BTreeSet, VecDeque};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::post::{Mailer, Outgoing, PostError, Sent, Trouble};

/// Letters that wait for a line.
#[derive(Default)]
pub(super) struct Queue {
    inner: Mutex<Inner>,
    more: Condvar,
}

#[derive(Default)]
struct Inner {
    letters: VecDeque<Outgoing>,
    /// Letters that a broken line gave back.
    returned: BTreeSet<i64>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, letters: Vec<Outgoing>) {
        self.lock().letters.extend(letters);
        self.more.notify_all();
    }

    pub(super) fn len(&self) -> usize {
        self.lock().letters.len()
    }

    fn pop(&self) -> Option<Outgoing> {
        self.lock().letters.pop_front()
    }

    /// Takes a letter back that was not tried, once: what breaks a second line waits for another day.
    fn give_back(&self, letter: Outgoing) -> Result<(), Outgoing> {
        let mut inner = self.lock();
        if inner.closed || !inner.returned.insert(letter.id) {
            return Err(letter);
        }
        inner.letters.push_front(letter);
        self.more.notify_all();
        Ok(())
    }

    /// Waits for a letter; false where there will be no more.
    fn wait(&self) -> bool {
        let inner = self.lock();
        let waiting = |inner: &mut Inner| inner.letters.is_empty() && !inner.closed;
        let inner = self.more.wait_while(inner, waiting).unwrap_or_else(PoisonError::into_inner);
        !inner.letters.is_empty()
    }

    /// There will be no more letters; gives those that nobody took.
    pub(super) fn close(&self) -> VecDeque<Outgoing> {
        let mut inner = self.lock();
        inner.closed = true;
        self.more.notify_all();
        std::mem::take(&mut inner.letters)
    }
}

/// What a line says.
pub(super) enum Told {
    /// It is open.
    Open,
    /// What became of the letter of this number. The line goes on when the sender of nothing is dropped.
    Fate(i64, Sent, Sender<()>),
    /// It works no more.
    Ended(Result<(), PostError>),
}

/// Says what became of a letter, and waits until that is written down: a line that goes on has one letter at most whose
/// fate a crash could make unknown.
fn tell(told: &SyncSender<Told>, id: i64, sent: Sent) {
    let (unwritten, written) = mpsc::channel();
    if told.send(Told::Fate(id, sent, unwritten)).is_ok() {
        let _ = written.recv();
    }
}

/// Works one line until there are no more letters or it breaks.
pub(super) fn work(mailer: &mut dyn Mailer, queue: &Queue, told: &SyncSender<Told>) {
    let say = |word: Told| drop(told.send(word));
    let mut open = false;
    let ended = loop {
        let (mut accepted, mut untried) = (false, None);
        let result = mailer.stream(
            &mut || {
                if !std::mem::replace(&mut open, true) {
                    say(Told::Open);
                }
                queue.pop()
            },
            &mut |letter, sent| match sent {
                Sent::Untried(text) => untried = Some((letter, text)),
                sent => {
                    accepted |= matches!(sent, Sent::Accepted(_));
                    tell(told, letter.id, sent);
                }
            },
        );
        if let Some((letter, text)) = untried
            && let Err(letter) = queue.give_back(letter)
        {
            tell(told, letter.id, Sent::Untried(text));
        }
        match result {
            Ok(()) if queue.wait() => {}
            Ok(()) => break Ok(()),
            // many servers end a line after so many letters: it is made anew
            Err(e) if accepted && e.trouble != Trouble::Stopped => tracing::debug!("{e}"),
            Err(e) => break Err(e),
        }
    };
    say(Told::Ended(ended));
}
