//! Where passwords come from. No error here repeats what was read.

use super::helper::{self, LONGEST};
use super::{Password, PostError, Secret, Server, Trouble};
use data_encoding::BASE64;
use std::fs::File;
use std::io::Read;

impl Password {
    /// Reads the password: the first line, without its line end. A command runs in `sh -c` and has 30 s.
    ///
    /// # Errors
    /// [`Trouble::Password`] where the file cannot be read, [`Trouble::Helper`] where the command fails, either where
    /// the line is empty.
    pub fn read(&self) -> Result<Secret, PostError> {
        let trouble = if matches!(self, Self::File(_)) { Trouble::Password } else { Trouble::Helper };
        let fail = |what: String| PostError::new(trouble, what);
        let (whence, bytes) = match self {
            Self::File(path) => {
                let whence = format!("password_file {}", path.display());
                let mut bytes = Vec::new();
                File::open(path)
                    .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
                    .map_err(|e| fail(format!("{whence}: {e}")))?;
                (whence, bytes)
            }
            Self::Command(command) | Self::Token(command) => {
                let key = if matches!(self, Self::Token(_)) { "token_command" } else { "password_command" };
                (key.to_owned(), helper::run(key, command)?)
            }
        };
        let line = bytes.split(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or_default();
        match std::str::from_utf8(line) {
            Ok("") => Err(fail(format!("{whence}: the first line is empty"))),
            Ok(line) if !line.contains('\0') => Ok(Secret::new(line.to_owned())),
            _ => Err(fail(format!("{whence}: the first line is no text in UTF-8"))),
        }
    }
}

/// Makes a connection with the password of a server. Where a helper gave it and the login is refused, it may only have
/// ended: the helper is asked anew, and what else it says is tried at once, one time.
pub(super) fn logged_in<T>(
    server: &Server,
    user: &str,
    connect: impl Fn(&Secret) -> Result<T, PostError>,
) -> Result<T, PostError> {
    let Some(password) = &server.password else {
        return Err(PostError::new(Trouble::Password, format!("no password is configured for {user}")));
    };
    let secret = password.read()?;
    match connect(&secret) {
        Err(error) if error.trouble == Trouble::Login && !matches!(password, Password::File(_)) => {
            let fresh = password.read()?;
            // too many tries with a wrong one lock an account
            if fresh == secret {
                return Err(error);
            }
            tracing::info!(host = server.host, user, "refused; tried at once with what the helper says now");
            connect(&fresh)
        }
        other => other,
    }
}

/// A server's words without the password, should it have repeated our login line.
pub(super) fn masked(text: &str, user: &str, secret: &Secret) -> String {
    let plain = secret.reveal();
    let both = BASE64.encode(format!("\0{user}\0{plain}").as_bytes());
    let token = BASE64.encode(bearer(user, secret).as_bytes());
    let alone = BASE64.encode(plain.as_bytes());
    [both.as_str(), &token, &alone, plain].iter().fold(text.to_owned(), |t, s| t.replace(s, "***"))
}

/// What XOAUTH2 says first and alone: user and access token.
pub(super) fn bearer(user: &str, token: &Secret) -> String {
    format!("user={user}\x01auth=Bearer {}\x01\x01", token.reveal())
}

/// Is the login of a server by an access token?
pub(super) const fn by_token(server: &Server) -> bool {
    matches!(server.password, Some(Password::Token(_)))
}
