//! Games by real mail: the program with nothing but its config file and its database, between a real Dovecot and a real
//! Postfix, and two players who know only SMTP and IMAP.

mod backlog;
mod evenings;
mod house;
mod kills;
mod outages;
mod player;
mod refused;
mod shards;
mod signals;
mod tokens;
mod ways;
mod whole;
