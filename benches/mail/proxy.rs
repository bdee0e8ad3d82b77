//! A TCP proxy that delays, and notes when a server says that it has queued a letter.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// When letters were queued.
pub(crate) type Queued = Arc<Mutex<Vec<Instant>>>;

/// Opens a port that leads to another, with half of a round trip each way.
pub(crate) fn open(port: u16, round_trip: Duration) -> (u16, Queued) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = listener.local_addr().unwrap().port();
    let queued = Queued::default();
    let notes = Arc::clone(&queued);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (Ok(client), Ok(server)) = (client, TcpStream::connect(("127.0.0.1", port))) else { continue };
            let both = |s: &TcpStream| (s.set_nodelay(true), s.try_clone().unwrap()).1;
            let (c, s) = (both(&client), both(&server));
            pump(client, s, round_trip / 2, None);
            pump(server, c, round_trip / 2, Some(Arc::clone(&notes)));
        }
    });
    (own, queued)
}

fn pump(mut from: TcpStream, mut to: TcpStream, delay: Duration, notes: Option<Queued>) {
    let (send, receive) = mpsc::channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        let mut block = vec![0; 64 << 10];
        loop {
            match from.read(&mut block) {
                Ok(n) if n > 0 => {
                    let now = Instant::now();
                    if let Some(notes) = &notes {
                        let said = String::from_utf8_lossy(&block[..n]);
                        let count = said.matches("queued as").count();
                        notes.lock().unwrap().extend(std::iter::repeat_n(now, count));
                    }
                    if send.send((now + delay, block[..n].to_vec())).is_err() {
                        return;
                    }
                }
                _ => return,
            }
        }
    });
    std::thread::spawn(move || {
        for (due, bytes) in receive {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                return;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
}
