#!/usr/bin/env bash
# The whole proof: bash tests/run.sh [GATE...]     gates: fmt clippy test doc; all of them by default
#
# On Debian it installs what is missing (as root, from the distribution alone), then runs every gate to its end and
# says which of them passed. A Rust toolchain with rustfmt and clippy must be there. The tests start mail servers of
# their own on free loopback ports; those of the system are neither used nor started.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
PATH=$PATH:/usr/sbin:/sbin:${HOME:-/root}/.cargo/bin

gates=("$@")
[ $# -gt 0 ] || gates=(fmt clippy test doc)
for gate in "${gates[@]}"; do
    case $gate in
    fmt | clippy | test | doc) ;;
    *)
        echo "run.sh: no gate \"$gate\"; there are: fmt clippy test doc" >&2
        exit 2
        ;;
    esac
done

have() { command -v "$1" >/dev/null 2>&1; }
wanted() { [[ " ${gates[*]} " == *" $1 "* ]]; }

# ---------- what is missing
have cargo || {
    echo "run.sh: no cargo: install a Rust toolchain (see rust-version in Cargo.toml)" >&2
    exit 1
}
missing=()
if wanted clippy || wanted test || wanted doc; then
    have cc || missing+=(gcc libc6-dev) # SQLite, zstd and ring are built from C
fi
if wanted test; then
    [ -x /usr/lib/dovecot/imap ] && have dovecot || missing+=(dovecot-imapd)
    [ -x /usr/lib/dovecot/lmtp ] || missing+=(dovecot-lmtpd)
    have postfix || missing+=(postfix)
    have openssl || missing+=(openssl)
    have python3 || missing+=(python3)
fi
if [ ${#missing[@]} -gt 0 ]; then
    install="apt-get install -y --no-remove --no-install-recommends ${missing[*]}"
    if ! have apt-get; then
        echo "run.sh: missing: ${missing[*]} (Debian's names); there is no apt-get here, so install them by hand" >&2
        exit 1
    elif [ "$(id -u)" != 0 ]; then
        echo "run.sh: missing: ${missing[*]}; only root can install them: $install" >&2
        exit 1
    fi
    echo "== install: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    # Debian starts a server as soon as it is installed; this keeps ours from it
    if [ ! -e /usr/sbin/policy-rc.d ]; then
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
        printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d
    fi
    apt_get() { apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@" </dev/null; }
    apt_get update && apt_get install -y --no-remove --no-install-recommends "${missing[@]}" || {
        echo "run.sh: could not install ${missing[*]}" >&2
        exit 1
    }
    if [ -n "$(trap -p EXIT)" ]; then
        rm -f /usr/sbin/policy-rc.d
        trap - EXIT
    fi
fi
if wanted test && [ "$(id -u)" != 0 ]; then
    echo "run.sh: note: not root: the tests that start mail servers or mount a file system will fail" >&2
fi

# ---------- the gates
component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    echo "run.sh: the toolchain has no $2: rustup component add $2" >&2
    return 1
}

gate_fmt() {
    component fmt rustfmt && cargo fmt --check
}

gate_clippy() {
    component clippy clippy && cargo clippy --all-targets --locked -- -D warnings
}

gate_test() {
    local log status
    log=$(mktemp) || return 1
    cargo test --locked --no-fail-fast -- --include-ignored 2>&1 | tee "$log"
    status=$?
    # one line for all binaries; no test at all is no proof
    awk '/^test result: / { passed += $4; failed += $6 }
        END { printf "tests: %d passed, %d failed\n", passed, failed; exit !passed }' "$log" || status=1
    rm -f "$log"
    return $status
}

gate_doc() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked
}

summary=() failed=0
for gate in "${gates[@]}"; do
    echo "== gate: $gate"
    begin=$SECONDS
    if "gate_$gate"; then result=passed; else result=FAILED failed=1; fi
    echo "== gate: $gate: $result ($((SECONDS - begin)) s)"
    summary+=("$gate $result")
done
printf '== summary: %s\n' "$(printf '%s, ' "${summary[@]}" | sed 's/, $//')"
exit $failed
