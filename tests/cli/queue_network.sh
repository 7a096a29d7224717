# The server in one network namespace, the worker in another: the link between them is cut for longer than a lease, twice, and for longer
# than a connection lives.  Nothing is lost or doubled, and with one attempt a job none is dead.
# labels: serial
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
server_ns=rbs$$
worker_ns=rbw$$
{ [ "$(id -u)" = 0 ] && command -v ip >/dev/null && ip netns add "$server_ns" 2>netns.err; } || {
    echo "network namespaces cannot be made here (as root, with iproute2): $(cat netns.err 2>/dev/null || true)"
    exit 77
}
end_network() {
    end_all
    ip netns del "$server_ns" 2>/dev/null || true
    ip netns del "$worker_ns" 2>/dev/null || true
}
trap end_network EXIT
ip netns exec "$server_ns" true 2>netns.err || {
    echo "no program can be started in a network namespace here: $(head -n 1 netns.err)"
    exit 77
}
ip netns add "$worker_ns"
ip link add "rbs$$" type veth peer name "rbw$$" 2>netns.err || {
    echo "no link between network namespaces can be made here: $(cat netns.err)"
    exit 77
}
ip link set "rbs$$" netns "$server_ns"
ip link set "rbw$$" netns "$worker_ns"
ip -n "$server_ns" addr add 10.213.7.1/30 dev "rbs$$"
ip -n "$worker_ns" addr add 10.213.7.2/30 dev "rbw$$"
ip -n "$server_ns" link set "rbs$$" up
ip -n "$worker_ns" link set "rbw$$" up
as_postgres() {
    (cd "$pg_home" && ip netns exec "$server_ns" setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
}
make_queue --lease 2
psql_queue "UPDATE rollbook.meta SET attempts = 1" >/dev/null
echo "host all all 10.213.7.0/30 trust" >>"$pg_data/pg_hba.conf"
as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -m fast stop >/dev/null
as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -w -t 120 -l "$pg_home/log" -o "-k $pg_home -c listen_addresses=10.213.7.1" start >/dev/null ||
    fail "the server does not start: $(tail -5 "$pg_home/log")"

ip netns exec "$worker_ns" "$ROLLBOOK_BIN" worker --queue "host=10.213.7.1 user=rb dbname=postgres sslmode=disable tcp_user_timeout=3000 connect_timeout=2" \
    -j 2 --spool spool 2>>worker.err &
worker=$!
pids="$pids $worker"
live() {
    [ "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = 'workers'")" -ge 1 ]
}
wait_for "no worker came: $(cat worker.err)" live
"$ROLLBOOK_BIN" run best-of-n --tasks 4,12 --k 60 --seed 7 --case tiny --name r --db r.db --queue "$queue" >/dev/null 2>run.err &
submitter=$!
pids="$pids $submitter"
stored() {
    n=$(sqlite3 r.db "SELECT count(*) FROM evaluation" 2>/dev/null) || n=0
    [ "${n:-0}" -ge "$1" ]
}
cuts=0
for seconds in 4 9; do
    wait_for "nothing is stored: $(cat run.err worker.err)" stored $((cuts * 20 + 1))
    ip -n "$worker_ns" link set "rbw$$" down
    cuts=$((cuts + 1))
    sleep "$seconds"
    kill -0 "$worker" || fail "the worker ended: $(cat worker.err)"
    [ "$(psql_queue "SELECT count(*) FROM rollbook.job WHERE state = 1")" -ge 1 ] || fail "a lease was taken away while nobody could come"
    ! sqlite3 r.db "SELECT status FROM run" | grep -q complete || fail "the run was over before the cut"
    ip -n "$worker_ns" link set "rbw$$" up
done
wait "$submitter" || fail "$(cat run.err)"
grep -q "cannot be reached" worker.err || fail "the worker noticed no cut: $(cat worker.err)"
[ "$(sqlite3 r.db "SELECT count(*), count(DISTINCT rollout_id), sum(outcome = 'infra') FROM evaluation")" = "120|120|0" ] ||
    fail "$(sqlite3 r.db "SELECT outcome, message, count(*) FROM v_evaluation GROUP BY 1, 2")"
# What was claimed while the link went is given back when the worker returns: at most its four jobs a cut were leased again.
[ "$(psql_queue "SELECT last_value <= 120 + 4 * $cuts FROM rollbook.fence")" = t ] || fail "evaluated again: $(psql_queue "SELECT last_value FROM rollbook.fence")"
gone() {
    [ -z "$(find spool -name '*.answer')" ]
}
wait_for "answers stay in the spool" gone
