# proxy.sh - a scripted server and a proxy before it; sourced by tests of the proxy.

. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

pids=
end_all() {
    for pid in $pids; do
        kill -9 "$pid" 2>/dev/null || true
    done
}
at_end=end_all

# skip_without_proxy: where the program was built without libmicrohttpd.
skip_without_proxy() {
    command -v python3 >/dev/null 2>&1 || {
        echo "python3 is not installed"
        exit 77
    }
    command -v curl >/dev/null 2>&1 || {
        echo "curl is not installed"
        exit 77
    }
    "$ROLLBOOK_BIN" proxy --upstream http://127.0.0.1:1 --listen 127.0.0.1:99999 2>err || true
    if grep -q 'built without' err; then
        echo "this program was built without libmicrohttpd"
        exit 77
    fi
}

start_server() {
    rm -f port
    python3 "$ROLLBOOK_SOURCE_DIR/tests/support/stream_server.py" port log.jsonl &
    server=$!
    pids="$pids $server"
    wait_for "the server did not start" test -s port
    upstream=http://127.0.0.1:$(cat port)
}

# start_proxy OPTIONS...: sets url and proxy.
start_proxy() {
    rm -f proxy.out
    "$ROLLBOOK_BIN" proxy --upstream "$upstream" --listen 127.0.0.1:0 --db a.db "$@" >proxy.out 2>>proxy.err &
    proxy=$!
    pids="$pids $proxy"
    wait_for "the proxy did not start" test -s proxy.out
    url=$(sed 's/.* //' proxy.out)
}

# stop_proxy STATUS
stop_proxy() {
    kill -TERM "$proxy"
    status=0
    wait "$proxy" || status=$?
    [ "$status" -eq "$1" ] || fail "the proxy ended with $status, not $1: $(cat proxy.err)"
}

ask() {
    curl -s --max-time 300 "$@"
}

# sql QUERY
sql() {
    "$ROLLBOOK_BIN" sql -q --db a.db --format csv "$1" | tail -n +2
}

# is WANTED QUERY
is() {
    got=$(sql "$2")
    [ "$got" = "$1" ] || fail "$2
gives: $got
not:   $1"
}
