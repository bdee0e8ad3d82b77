//! The stream under IMAP and SMTP: TCP, or rustls over it. Every step has a deadline that no drip of bytes can push
//! out, a budget of bytes, and an ear for [`Stop`]. Neither client library gives all of these.

use super::imap_text::Ascii;
use super::{PostError, Server, Stop, Timeouts, Tls, Trouble};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one socket call may block: the time it takes to see [`Stop`] or a deadline.
const TICK: Duration = Duration::from_millis(200);
/// Stands for "no limit", and keeps sums of times from overflowing.
const YEAR: Duration = Duration::from_secs(365 * 86_400);
/// Bytes that the handshake and every short dialogue may take.
pub(super) const TALK: u64 = 1 << 20;
/// The longest line of a dialogue.
const LINE: usize = 16 << 10;

/// The limits of the step that is running.
struct Limits {
    stop: Stop,
    deadline: Instant,
    bytes: u64,
    grace: Duration,
    stopping: bool,
}

/// Sets the limits of a [`Wire`] that a library has swallowed; clones share them.
#[derive(Clone)]
pub(super) struct Clock {
    limits: Arc<Mutex<Limits>>,
    farewell: Duration,
}

impl Clock {
    /// A clock that heeds `stop`. `farewell` is the time that the end of an IDLE may take.
    pub(super) fn new(stop: Stop, farewell: Duration) -> Self {
        let limits = Limits { stop, deadline: Instant::now(), bytes: TALK, grace: Duration::ZERO, stopping: false };
        Self { limits: Arc::new(Mutex::new(limits)), farewell }
    }

    fn lock(&self) -> MutexGuard<'_, Limits> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Heeds this signal from now on.
    pub(super) fn heed(&self, stop: &Stop) {
        self.lock().stop = stop.clone();
    }

    /// Was the signal given?
    pub(super) fn stopped(&self) -> bool {
        self.lock().stop.is_set()
    }

    /// Begins a step: it may take `limit` (zero = no limit) and read `bytes`; once [`Stop`] is set it has only
    /// `grace` left.
    pub(super) fn begin(&self, limit: Duration, bytes: u64, grace: Duration) {
        let now = Instant::now();
        let mut limits = self.lock();
        limits.deadline = now.checked_add(bounded(limit)).unwrap_or(now);
        limits.bytes = bytes;
        limits.grace = grace;
        limits.stopping = false;
    }

    /// Fails when the step's time is over.
    fn check(&self) -> io::Result<()> {
        let mut limits = self.lock();
        if !limits.stopping && limits.stop.is_set() {
            limits.stopping = true;
            let last = Instant::now().checked_add(limits.grace).unwrap_or(limits.deadline);
            limits.deadline = limits.deadline.min(last);
        }
        // never WouldBlock: rustls would take it for "try again"
        if Instant::now() >= limits.deadline { Err(ErrorKind::TimedOut.into()) } else { Ok(()) }
    }

    fn spend(&self, count: usize) -> io::Result<()> {
        let mut limits = self.lock();
        let left = limits.bytes.checked_sub(u64::try_from(count).unwrap_or(u64::MAX));
        limits.bytes = left.unwrap_or(0);
        match left {
            Some(_) => Ok(()),
            None => Err(io::Error::new(ErrorKind::InvalidData, "the server sent too many bytes")),
        }
    }

    /// What kind of trouble an error of the stream is.
    pub(super) fn trouble(&self, error: &io::Error) -> Trouble {
        match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock if self.stopped() => Trouble::Stopped,
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Trouble::Timeout,
            ErrorKind::InvalidData if error.get_ref().is_some_and(|e| e.is::<rustls::Error>()) => Trouble::Tls,
            ErrorKind::InvalidData => Trouble::Protocol,
            _ => Trouble::Io,
        }
    }

    /// An error of the stream in words.
    pub(super) fn error(&self, server: &Server, step: &str, error: &io::Error) -> PostError {
        let trouble = self.trouble(error);
        let what = match trouble {
            Trouble::Stopped => "stopped".to_owned(),
            Trouble::Timeout => "no answer in time".to_owned(),
            _ => printable(&error.to_string()),
        };
        PostError::new(trouble, format!("{}: {step}: {what}", name(server)))
    }
}

/// A limit as it is used: zero means none.
fn bounded(limit: Duration) -> Duration {
    if limit.is_zero() { YEAR } else { limit.min(YEAR) }
}

/// The server's name in messages.
pub(super) fn name(server: &Server) -> String {
    format!("{}:{}", server.host, server.port)
}

/// A server's words, fit for a log: one line, no control characters, not too long.
pub(super) fn printable(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let short: String = text.trim().chars().take(300).map(clean).collect();
    short.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// TCP with the clock's limits.
struct Line {
    tcp: TcpStream,
    clock: Clock,
}

impl Line {
    fn patiently<T>(&mut self, mut call: impl FnMut(&mut TcpStream) -> io::Result<T>) -> io::Result<T> {
        loop {
            self.clock.check()?;
            match call(&mut self.tcp) {
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
                other => return other,
            }
        }
    }
}

impl Read for Line {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.patiently(|tcp| tcp.read(buf))?;
        self.clock.spend(count)?;
        Ok(count)
    }
}

impl Write for Line {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.patiently(|tcp| tcp.write(buf))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

enum Channel {
    Plain(Line),
    Tls(Box<StreamOwned<ClientConnection, Line>>),
}

/// A connection to a mail server.
pub(super) struct Wire {
    channel: Channel,
    /// Bytes that were read beyond the last line.
    ahead: Vec<u8>,
    clock: Clock,
    ascii: Option<Ascii>,
}

impl Wire {
    /// Connects, and shakes hands where TLS comes first. Plain text goes to loopback addresses only. A host's name is
    /// looked up by the system, with the system's own limits.
    pub(super) fn dial(server: &Server, timeouts: &Timeouts, clock: &Clock) -> Result<Self, PostError> {
        let fail = |what: String| PostError::new(Trouble::Connect, format!("{}: {what}", name(server)));
        let found: Vec<SocketAddr> = (server.host.as_str(), server.port)
            .to_socket_addrs()
            .map_err(|e| fail(format!("cannot find the host: {e}")))?
            .filter(|a| server.tls != Tls::None || a.ip().to_canonical().is_loopback())
            .collect();
        let mut reason = match server.tls {
            Tls::None => "tls = \"none\" is for a loopback address only, and this is none".to_owned(),
            _ => "the host has no address".to_owned(),
        };
        for address in found {
            if clock.stopped() {
                return Err(PostError::new(Trouble::Stopped, format!("{}: connect: stopped", name(server))));
            }
            match TcpStream::connect_timeout(&address, bounded(timeouts.connect)).and_then(|tcp| {
                tcp.set_nodelay(true)?;
                tcp.set_read_timeout(Some(TICK))?;
                tcp.set_write_timeout(Some(TICK))?;
                Ok(tcp)
            }) {
                Ok(tcp) => {
                    let channel = Channel::Plain(Line { tcp, clock: clock.clone() });
                    let wire = Self { channel, ahead: Vec::new(), clock: clock.clone(), ascii: None };
                    return if server.tls == Tls::Implicit { wire.secure(server, timeouts) } else { Ok(wire) };
                }
                Err(e) => reason = format!("cannot connect: {e}"),
            }
        }
        Err(fail(reason))
    }

    /// Shakes hands. Refuses to where plain text was already read that nobody asked for: it would be taken for the
    /// server's protected word (the STARTTLS injection).
    pub(super) fn secure(self, server: &Server, timeouts: &Timeouts) -> Result<Self, PostError> {
        let fail = |what: String| PostError::new(Trouble::Tls, format!("{}: TLS: {what}", name(server)));
        if !self.ahead.is_empty() {
            return Err(fail("the server sent plain text beyond its answer to STARTTLS".to_owned()));
        }
        let Channel::Plain(mut line) = self.channel else { return Err(fail("TLS within TLS".to_owned())) };
        let host = ServerName::try_from(server.host.clone()).map_err(|e| fail(e.to_string()))?;
        let config = Arc::new(config(server).map_err(&fail)?);
        let mut tls = ClientConnection::new(config, host).map_err(|e| fail(e.to_string()))?;
        self.clock.begin(timeouts.greeting, TALK, Duration::ZERO);
        while tls.is_handshaking() {
            if let Err(e) = tls.complete_io(&mut line) {
                return Err(match self.clock.trouble(&e) {
                    Trouble::Timeout | Trouble::Stopped => self.clock.error(server, "TLS", &e),
                    _ => fail(e.to_string()),
                });
            }
        }
        let channel = Channel::Tls(Box::new(StreamOwned::new(tls, line)));
        Ok(Self { channel, ahead: Vec::new(), clock: self.clock, ascii: None })
    }

    /// From now on reads as [`Ascii`] cleans.
    pub(super) fn ascii(mut self) -> Self {
        self.ascii = Some(Ascii::default());
        self
    }

    /// The next line, with its line end.
    pub(super) fn read_line(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.ahead) {
                let rest = self.ahead.split_off(end.saturating_add(1));
                return Ok(std::mem::replace(&mut self.ahead, rest));
            }
            if self.ahead.len() > LINE {
                return Err(io::Error::new(ErrorKind::InvalidData, "the server sent an endless line"));
            }
            let mut block = [0; 4096];
            let count = self.receive(&mut block)?;
            if count == 0 {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "the server closed the connection"));
            }
            self.ahead.extend_from_slice(block.get(..count).unwrap_or_default());
        }
    }

    fn receive(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match &mut self.channel {
            Channel::Plain(line) => line.read(buf),
            Channel::Tls(tls) => tls.read(buf),
        }
    }
}

impl Read for Wire {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = if self.ahead.is_empty() { self.receive(buf)? } else { self.ahead.as_slice().read(buf)? };
        self.ahead.drain(..count.min(self.ahead.len()));
        if let (Some(filter), Some(read)) = (&mut self.ascii, buf.get_mut(..count)) {
            filter.clean(read);
        }
        Ok(count)
    }
}

impl Write for Wire {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match &mut self.channel {
            Channel::Plain(line) => line.write(buf),
            Channel::Tls(tls) => tls.write(buf),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.channel {
            Channel::Plain(line) => line.flush(),
            Channel::Tls(tls) => tls.flush(),
        }
    }
}

/// The library calls this with a limit once an IDLE is running, and with `None` when it is over. So the waiting itself
/// ends at once on [`Stop`], and DONE gets a short time of its own. The limit is never cleared.
impl imap::extensions::idle::SetReadTimeout for Wire {
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::error::Result<()> {
        match timeout {
            Some(limit) => self.clock.begin(limit, TALK, Duration::ZERO),
            None => self.clock.begin(self.clock.farewell, TALK, Duration::from_secs(1)),
        }
        Ok(())
    }
}

/// The system's certificate authorities and those of `ca_file`, read anew at each connection.
fn config(server: &Server) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = &server.ca_file {
        let unreadable = |e: &dyn std::fmt::Display| format!("ca_file {}: {e}", path.display());
        let before = roots.len();
        for certificate in CertificateDer::pem_file_iter(path).map_err(|e| unreadable(&e))? {
            roots.add(certificate.map_err(|e| unreadable(&e))?).map_err(|e| unreadable(&e))?;
        }
        if roots.len() == before {
            return Err(unreadable(&"no certificate in it"));
        }
    }
    if roots.is_empty() {
        return Err("the system has no certificate authorities, and there is no ca_file".to_owned());
    }
    // the provider is named here: a library must not count on a process-wide one
    Ok(ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| e.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
