#!/bin/bash
# start.sh DIR [USERS]: a real mail system on loopback, no systemd, all state under DIR.
#   Dovecot (IMAP, IMAPS, LMTP unix socket, SASL for Postfix) + Postfix (SMTP, submission+STARTTLS, SMTPS),
#   Postfix hands mail to Dovecot by LMTP (DELIVER=lmtp, default) or writes the Maildir itself (DELIVER=virtual).
# Needs root and: apt-get install -y --no-install-recommends dovecot-imapd dovecot-lmtpd postfix openssl
# Writes DIR/ports.env (KEY=value), DIR/pids/{dovecot,postfix}.pid, DIR/tls/{ca,cert}.pem, DIR/log/*. Ports are free
# ones picked at the first start; a second start on the same DIR keeps them and starts only what is not running.
# env: DELIVER=virtual is about twice as fast (Postfix writes the Maildir, no LMTP hop); FSYNC=never|optimized|always.
# Users: game + p1..pN @game.test, password "pw-USER"; every address @players.test lands in the Maildir of catchall.
# NAME+TAG@game.test is delivered to NAME@game.test.
# XOAUTH2 takes a JWT signed (HS256) with the key whose base64 stands in DIR/dovecot/keys/default/HS256/default; its "sub" is
# the user. Without "exp" it is good for ever.
# IMAP offers STARTTLS on its plain port; SMTP takes mail without login; submission wants STARTTLS and login, SMTPS login.
set -euo pipefail
DIR=$(mkdir -p "${1:?usage: start.sh DIR [USERS]}" && cd "$1" && pwd -P); N=${2:-20}
DELIVER=${DELIVER:-lmtp}; FSYNC=${FSYNC:-optimized}
[ "$(id -u)" = 0 ] || { echo "start.sh: must be root (dovecot and postfix change uid)" >&2; exit 1; }
for b in dovecot postfix openssl; do command -v $b >/dev/null || { echo "start.sh: $b not installed" >&2; exit 1; }; done
# every component of the path must be searchable by uid mail (so not under /root); we loosen only DIR itself
chmod o+x "$DIR"; su -s /bin/sh mail -c "test -x '$DIR'" || { echo "start.sh: user mail cannot reach $DIR: choose another DIR" >&2; exit 1; }
umask 022
mkdir -p "$DIR"/{pids,log,tls,mail,dovecot/run,dovecot/state,postfix/etc,postfix/spool,postfix/data}
chown mail:mail "$DIR/mail"; chown postfix "$DIR/postfix/data"
# a second start on the same DIR keeps the ports and starts only what is not alive (crash and outage tests)
alive() { local s p; p=$(cat "$DIR/pids/$1.pid" 2>/dev/null) && read -r s 2>/dev/null <"/proc/$p/stat" && [[ $s == "$p ($2) "[!Z]* ]]; }
if [ -f "$DIR/ports.env" ]; then . "$DIR/ports.env"; IMAP=$IMAP_PORT IMAPS=$IMAPS_PORT SMTP=$SMTP_PORT SUBM=$SUBMISSION_PORT SMTPS=$SMTPS_PORT
else
  # below the ports that the kernel gives to outgoing connections, so none of those can take one of ours
  free() { local p; while p=$((20000 + RANDOM % 12000)); (: <"/dev/tcp/127.0.0.1/$p") 2>/dev/null || [[ " ${taken[*]-} " == *" $p "* ]]; do :; done; taken+=($p); }
  taken=(); for _ in 1 2 3 4 5; do free; done
  IMAP=${taken[0]} IMAPS=${taken[1]} SMTP=${taken[2]} SUBM=${taken[3]} SMTPS=${taken[4]}
fi
if [ ! -f "$DIR/tls/cert.pem" ]; then ( cd "$DIR/tls"   # CA + leaf: rustls refuses a CA certificate used as the server's own
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=test CA" -keyout ca.key -out ca.pem \
     -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" -keyout key.pem -out req.pem
  printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' >ext
  openssl x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile ext -out cert.pem
  chmod 600 ca.key key.pem ) 2>"$DIR/log/openssl.log"; fi
# ---------- users
{ echo "game@game.test:{PLAIN}pw-game::::::"; for i in $(seq 1 "$N"); do echo "p$i@game.test:{PLAIN}pw-p$i::::::"; done
  echo "catchall@players.test:{PLAIN}pw-catchall::::::"; } >"$DIR/dovecot/users"
chown root:dovecot "$DIR/dovecot/users"; chmod 640 "$DIR/dovecot/users"
# ---------- access tokens: Dovecot validates them by itself, with the key that lies at AZP/ALGORITHM/KID
KEYS=$DIR/dovecot/keys; mkdir -p "$KEYS/default/HS256"
[ -f "$KEYS/default/HS256/default" ] || openssl rand -base64 32 | tr -d '\n' >"$KEYS/default/HS256/default"
cat >"$DIR/dovecot/oauth2.conf" <<C
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$KEYS/
username_attribute = sub
C
# ---------- dovecot
cat >"$DIR/dovecot/dovecot.conf" <<C
base_dir = $DIR/dovecot/run
state_dir = $DIR/dovecot/state
instance_name = test-$IMAP
log_path = $DIR/log/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$DIR/tls/cert.pem
ssl_key = <$DIR/tls/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_uid = mail
mail_gid = mail
first_valid_uid = 8
first_valid_gid = 8
mail_fsync = $FSYNC
mail_max_userip_connections = 500
imap_idle_notify_interval = 2 mins
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = $DIR/dovecot/oauth2.conf
}
passdb {
  driver = passwd-file
  args = username_format=%u $DIR/dovecot/users
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$DIR/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Processed {
    auto = create
  }
  mailbox Failed {
    auto = create
  }
}
service imap-login {
  service_count = 0
  process_min_avail = 1
  inet_listener imap {
    port = $IMAP
  }
  inet_listener imaps {
    port = $IMAPS
    ssl = yes
  }
}
service imap {
  process_limit = 500
  service_count = 200
}
service lmtp {
  unix_listener $DIR/dovecot/lmtp {
    user = postfix
    mode = 0600
  }
}
service auth {
  unix_listener $DIR/dovecot/sasl {
    user = postfix
    mode = 0600
  }
}
# no growing delay for an address whose logins fail: beyond 10 s Postfix says 454 where it should say 535
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  client_limit = 10000
}
C
# ---------- postfix
E=$DIR/postfix/etc
cat >"$E/main.cf" <<C
compatibility_level = 3.6
queue_directory = $DIR/postfix/spool
data_directory = $DIR/postfix/data
maillog_file = $DIR/log/postfix.log
maillog_file_prefixes = $DIR/log
multi_instance_name = postfix-$SMTP
myhostname = mail.game.test
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:no local mail
relay_domains =
default_transport = error:5.1.2 no mail leaves this machine
disable_dns_lookups = yes
smtp_host_lookup = native
smtpd_peername_lookup = no
virtual_mailbox_domains = game.test players.test
virtual_mailbox_maps = texthash:$E/boxes
virtual_alias_maps = regexp:$E/alias.re
virtual_mailbox_base = $DIR/mail
virtual_minimum_uid = 8
virtual_uid_maps = static:8
virtual_gid_maps = static:8
virtual_mailbox_limit = 0
recipient_delimiter = +
virtual_transport = $( [ "$DELIVER" = lmtp ] && echo "lmtp:unix:$DIR/dovecot/lmtp" || echo virtual )
message_size_limit = 10485760
in_flow_delay = 0
queue_run_delay = 3s
minimal_backoff_time = 3s
maximal_backoff_time = 10s
smtpd_tls_security_level = may
smtpd_tls_cert_file = $DIR/tls/cert.pem
smtpd_tls_key_file = $DIR/tls/key.pem
smtpd_tls_loglevel = 0
smtpd_sasl_type = dovecot
smtpd_sasl_path = $DIR/dovecot/sasl
smtpd_sasl_security_options = noanonymous
smtpd_recipient_restrictions = check_recipient_access texthash:$E/rcpt, permit_mynetworks, reject_unauth_destination
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject_unauth_destination
C
{ echo "game@game.test game@game.test/Maildir/"; for i in $(seq 1 "$N"); do echo "p$i@game.test p$i@game.test/Maildir/"; done
  echo "catchall@players.test catchall@players.test/Maildir/"; } >"$E/boxes"
printf '%s\n' '/^catchall@players\.test$/ catchall@players.test' '/@players\.test$/ catchall@players.test' >"$E/alias.re"
# for failure tests: a temporary and a permanent refusal at RCPT TO
printf '%s\n' 'tempfail@game.test 450 4.2.1 mailbox busy, try later' 'gone@game.test 550 5.1.1 no such user' >"$E/rcpt"
cat >"$E/master.cf" <<C
127.0.0.1:$SMTP inet n - n - 50 smtpd
127.0.0.1:$SUBM inet n - n - 50 smtpd -o syslog_name=postfix/submission -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes -o smtpd_recipient_restrictions=check_recipient_access,texthash:$E/rcpt,permit_sasl_authenticated,reject -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
127.0.0.1:$SMTPS inet n - n - 50 smtpd -o syslog_name=postfix/smtps -o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes -o smtpd_recipient_restrictions=check_recipient_access,texthash:$E/rcpt,permit_sasl_authenticated,reject -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
virtual   unix - n n - - virtual
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
C
# daemons keep the stdio they are given: a pipe left open here would hang a caller that reads our output to its end
if ! alive dovecot dovecot; then
  rm -f "$DIR/dovecot/run/master.pid"          # left by SIGKILL; while the zombie is unreaped Dovecot would think it runs
  dovecot -c "$DIR/dovecot/dovecot.conf" </dev/null >"$DIR/log/dovecot-start.log" 2>&1 || { cat "$DIR/log/dovecot-start.log" >&2; exit 1; }
  # it writes the file only after it has gone to the background
  for i in $(seq 100); do [ -s "$DIR/dovecot/run/master.pid" ] && break; sleep 0.05; done
  cp "$DIR/dovecot/run/master.pid" "$DIR/pids/dovecot.pid"
fi
if ! alive postfix master; then
  rm -f "$DIR/postfix/spool/pid/master.pid"
  postfix -c "$E" start </dev/null >"$DIR/log/postfix-start.log" 2>&1 || { cat "$DIR/log/postfix-start.log" >&2; exit 1; }
  for i in $(seq 100); do [ -s "$DIR/postfix/spool/pid/master.pid" ] && break; sleep 0.05; done
  tr -d ' ' <"$DIR/postfix/spool/pid/master.pid" >"$DIR/pids/postfix.pid"
fi
cat >"$DIR/ports.env" <<C
IMAP_PORT=$IMAP
IMAPS_PORT=$IMAPS
SMTP_PORT=$SMTP
SUBMISSION_PORT=$SUBM
SMTPS_PORT=$SMTPS
CA_FILE=$DIR/tls/ca.pem
MAIL_DIR=$DIR/mail
C
# ready = all five ports greet
for p in $IMAP $IMAPS $SMTP $SUBM $SMTPS; do
  for i in $(seq 500); do (: <"/dev/tcp/127.0.0.1/$p") 2>/dev/null && continue 2; sleep 0.04; done
  echo "start.sh: port $p did not open" >&2; exit 1
done
echo "mailstack up in $DIR: imap $IMAP imaps $IMAPS smtp $SMTP submission $SUBM smtps $SMTPS"
