# postgres.sh - a PostgreSQL server of the test's own, in its folder; sourced by tests of the queue.

. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

pg_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
pids=
end_all() {
    for pid in $pids; do
        kill -9 "$pid" 2>/dev/null || true
    done
    [ -z "${pg_data:-}" ] || as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -m immediate stop >/dev/null 2>&1 || true
    [ -z "${pg_home:-}" ] || rm -rf "$pg_home"
}
at_end=end_all

# The server refuses to run as root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        (cd "$pg_home" && setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
    else
        "$@"
    fi
}

start_server() {
    as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -w -t 120 -l "$pg_home/log" -o "-k $pg_home -c listen_addresses=" start >/dev/null
}

# make_queue INIT-OPTIONS...: sets queue.
make_queue() {
    [ -n "$pg_bin" ] && [ -x "$pg_bin/initdb" ] || {
        echo "PostgreSQL is not installed"
        exit 77
    }
    # The path of a socket is short, so it is not in the test's folder.
    pg_home=$(mktemp -d /tmp/rbq.XXXXXX)
    pg_data=$pg_home/data
    [ "$(id -u)" != 0 ] || chown 65534:65534 "$pg_home"
    unset PGHOST PGUSER PGDATABASE PGPORT PGPASSWORD PGPASSFILE PGSERVICE
    as_postgres "$pg_bin/initdb" --no-sync -A trust -U rb --locale=C -E UTF8 -D "$pg_data" >"$pg_home/initdb" 2>&1 ||
        fail "initdb: $(cat "$pg_home/initdb")"
    start_server || fail "the server does not start: $(cat "$pg_home/log")"
    queue="host=$pg_home user=rb dbname=postgres"
    "$ROLLBOOK_BIN" queue init --queue "$queue" "$@" 2>err || fail "$(cat err)"
}

psql_queue() {
    "$pg_bin/psql" -h "$pg_home" -U rb -d postgres -AtX -v ON_ERROR_STOP=1 -c "$1"
}

# start_worker OPTIONS...: sets worker.
start_worker() {
    "$ROLLBOOK_BIN" worker --queue "$queue" -j 1 --stop-after 60 --spool spool "$@" 2>>worker.err &
    worker=$!
    pids="$pids $worker"
}

count_is() {
    n=$(psql_queue "SELECT count(*) FROM rollbook.job WHERE $1")
    test "$n" "$2" "$3"
}
