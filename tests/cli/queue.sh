# A run over a queue in a real PostgreSQL: the same rows as a local run, workers and submitter killed.
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
make_queue --lease 2

fact() {
    sqlite3 "$1" "SELECT task, step, sample, outcome, correct, task_case, kind FROM v_evaluation WHERE run = '$2' ORDER BY 1, 2, 3"
}
run="run best-of-n --tasks 4,12 --k 6 --seed 7 --case tiny"

# Addresses that are none; no queue; no worker.
"$ROLLBOOK_BIN" $run --name x --db no.db --queue "postgresql://u:secret@h/d" 2>err && fail "a password in the address"
grep -q PGPASSFILE err || fail "$(cat err)"
! grep -q secret err || fail "the password is shown"
"$ROLLBOOK_BIN" $run --name x --db no.db --queue "$queue" 2>err && fail "no worker is there"
grep -q "no worker of the queue serves 'cpu'" err || fail "$(cat err)"
"$ROLLBOOK_BIN" queue init --queue "$queue" 2>err && fail "a second queue"
grep -q "has a queue already" err || fail "$(cat err)"

start_worker
first=$worker
live_workers() {
    [ "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = 'workers'")" -ge "$1" ]
}
wait_for "no worker came: $(cat worker.err)" live_workers 1

# A class that nobody serves is told beside what is served.
"$ROLLBOOK_BIN" $run --name x --db no.db --queue "$queue" --device-class slow 2>err && fail "a class that nobody serves"
grep -q "no worker of the queue serves 'cpu:slow' with build .*; one serves cpu with build " err || fail "$(cat err)"

# Nothing of the connection is in what workers' children are given.
child=$(cut -d" " -f1 "/proc/$first/task/$first/children")
[ -n "$child" ] || fail "the worker has no child"
! tr '\0' '\n' <"/proc/$child/environ" | grep -q '^PG' || fail "PG variables"
! tr '\0' '\n' <"/proc/$child/cmdline" | grep -q 'dbname' || fail "the address"
! tr '\0' '\n' <"/proc/$first/cmdline" | grep -q 'dbname' || fail "the address is on the command line"
! ls -l "/proc/$child/fd" | grep -qE 'socket:|/spool/' || fail "$(ls -l "/proc/$child/fd")"

"$ROLLBOOK_BIN" $run --name near --db a.db >/dev/null 2>err || fail "$(cat err)"
"$ROLLBOOK_BIN" $run --name far --db b.db --queue "$queue" >/dev/null 2>err || fail "$(cat err)"
fact a.db near >near
fact b.db far >far
[ -s near ] && cmp near far || fail "$(diff near far)"
# The run forgets what it has stored.
count_is "true" -eq 0 || fail "jobs are left"

# The submitter is killed in the middle, and the resumed run asks for nothing twice.
PGPASSWORD=word_of_submitter "$ROLLBOOK_BIN" $run --name cut --db c.db --queue "$queue" >/dev/null 2>err &
submitter=$!
pids="$pids $submitter"
wait_for "no job came" count_is "true" -ge 1
! tr '\0' '\n' <"/proc/$submitter/environ" | grep -q word_of_submitter || fail "the password is in the environment"
kill -9 $submitter
wait $submitter 2>/dev/null || true
status_is() { test "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = '$1'")" "$2" "$3"; }
wait_for "the jobs of a killed submitter are not done" count_is "state < 2" -eq 0
wait_for "results of a killed submitter count as those of a live one" status_is done -eq 0
status_is abandoned -gt 0 || fail "$("$ROLLBOOK_BIN" queue status --queue "$queue")"

# An interrupted run is continued by the queue, not here.
"$ROLLBOOK_BIN" run best-of-n --tasks 4,12 --k 60 --case tiny --name stopped --db i.db --queue "$queue" >/dev/null 2>err &
submitter=$!
pids="$pids $submitter"
is_under_way() {
    [ -s i.db ] && [ "$(sqlite3 i.db "SELECT count(*) > 0 FROM evaluation")" = 1 ] # sqlite3 makes a file that is not there
}
wait_for "nothing is stored" is_under_way
kill -INT $submitter
wait $submitter && fail "not interrupted"
grep -qF -- "--resume stopped --db i.db --queue \"$queue\"" err || fail "$(cat err)"

# A worker is killed with its lease; another one does the work when the lease ends.
kill -STOP "$first"
start_worker
wait_for "no second worker: $(cat worker.err)" live_workers 2
kill -9 "$first"
wait "$first" 2>/dev/null || true
"$ROLLBOOK_BIN" run --resume cut --db c.db --queue "$queue" >/dev/null 2>err || fail "$(cat err)"
fact c.db cut >cut
cmp near cut || fail "$(diff near cut)"
[ "$(sqlite3 c.db "SELECT count(*) - count(DISTINCT rollout_id) FROM evaluation")" = 0 ] || fail "counted twice"

# A server whose disk is full: what is done waits, nobody ends, and nothing is lost.
psql_queue "CREATE FUNCTION rollbook.full() RETURNS trigger LANGUAGE plpgsql AS \$\$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END\$\$" >/dev/null
psql_queue "CREATE TRIGGER full_disk BEFORE UPDATE ON rollbook.job FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION rollbook.full()" >/dev/null
"$ROLLBOOK_BIN" $run --name full --db f.db --queue "$queue" >/dev/null 2>err &
submitter=$!
pids="$pids $submitter"
waits() {
    grep -q 'could not extend file; [1-9][0-9]* answers wait for it' worker.err
}
wait_for "no answer waits: $(cat worker.err)" waits
kill -0 "$worker" || fail "the worker ended: $(cat worker.err)"
psql_queue "DROP TRIGGER full_disk ON rollbook.job; DROP FUNCTION rollbook.full()" >/dev/null
wait "$submitter" || fail "$(cat err)"
fact f.db full >full
cmp near full || fail "$(diff near full)"

# A host on which nothing can be evaluated, as its evaluators are killed, rests after three jobs and leaves the others; then it tries one.
"$ROLLBOOK_BIN" $run --name sick --db g.db --queue "$queue" >/dev/null 2>err &
submitter=$!
pids="$pids $submitter"
while :; do
    children=
    read -r children <"/proc/$worker/task/$worker/children" || true
    # shellcheck disable=SC2086
    [ -z "$children" ] || kill -9 $children 2>/dev/null || true
done &
killer=$!
pids="$pids $killer"
rests() {
    grep -q '3 evaluations in a row failed on this host, the last with: .*; no job is taken for 4 s' worker.err
}
wait_for "the worker does not rest" rests
kill "$killer"
wait "$submitter" || fail "$(cat err)"
scored="SELECT count(*), count(DISTINCT rollout_id) FROM evaluation WHERE outcome <> 'infra'"
[ "$(sqlite3 g.db "$scored")" = "12|12" ] || "$ROLLBOOK_BIN" run --resume sick --db g.db --queue "$queue" >/dev/null 2>err || fail "$(cat err)"
[ "$(sqlite3 g.db "$scored")" = "12|12" ] || fail "what failed is not done again"
infra=$(sqlite3 g.db "SELECT count(*) FROM evaluation WHERE outcome = 'infra'")
[ "$infra" -le 4 ] || fail "$infra of 12 evaluations failed before the worker rested"

# SIGTERM: the worker finishes, gives back and says so.
kill -TERM "$worker"
wait "$worker" || fail "$(cat worker.err)"
grep -q "answers taken" worker.err || fail "$(cat worker.err)"

# The functions themselves: duplicates, fences, poison, cancel.
psql_queue "INSERT INTO rollbook.worker (host, pid, evaluator, classes, devices, capacity) VALUES ('h', 1, 'e', '{cpu}', '{}', 1), ('h', 2, 'e', '{cpu}', '{}', 1), ('h', 3, 'other', '{cpu}', '{}', 1)"
one=$(psql_queue "SELECT id FROM rollbook.worker WHERE host = 'h' AND pid = 1")
two=$((one + 1))
three=$((one + 2))
is() {
    got=$(psql_queue "$2")
    [ "$got" = "$1" ] || fail "$2: '$got', not '$1'"
}
psql_queue "UPDATE rollbook.meta SET lease = interval '1 second'" >/dev/null
up_for_long() {
    [ "$(psql_queue "SELECT clock_timestamp() > pg_postmaster_start_time() + interval '3 seconds'")" = t ]
}
wait_for "the server is always young" up_for_long
end_leases() { # while somebody is heard, for long
    psql_queue "UPDATE rollbook.meta SET heard_since = '-infinity'" >/dev/null
    psql_queue "UPDATE rollbook.worker SET heartbeat = clock_timestamp()" >/dev/null
    psql_queue "UPDATE rollbook.job SET lease_until = now() - interval '1 s' WHERE state = 1" >/dev/null
    psql_queue "SELECT rollbook.reap()" >/dev/null
}
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k1,k2}', '{b1,b2}'); " >/dev/null
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k1,k2}', '{b1,b2}'); " >/dev/null
count_is "key IN ('k1', 'k2')" -eq 2 || fail "asked twice, there twice"
is "" "SELECT * FROM rollbook.claim($three, 8)"
is "b1" "SELECT job_body FROM rollbook.claim($one, 1)"
k1=$(psql_queue "SELECT id FROM rollbook.job WHERE key = 'k1'")
old=$(psql_queue "SELECT fence FROM rollbook.job WHERE key = 'k1'")
end_leases
is "b1" "SELECT job_body FROM rollbook.claim($two, 1)"
# The late answer is refused, also twice; the new one is taken once.
is "0" "SELECT rollbook.finish('{$k1}', '{$old}', '{late}')"
new=$(psql_queue "SELECT fence FROM rollbook.job WHERE key = 'k1'")
is "" "SELECT * FROM rollbook.renew($one, '{$k1}', '{$old}')"
is "$k1" "SELECT * FROM rollbook.renew($two, '{$k1}', '{$new}')"
is "1" "SELECT rollbook.finish('{$k1}', '{$new}', '{right}')"
is "0" "SELECT rollbook.finish('{$k1}', '{$new}', '{again}')"
is "right" "SELECT result FROM rollbook.job WHERE key = 'k1'"
# A lease that ended and that nobody took is still good.
is "b2" "SELECT job_body FROM rollbook.claim($one, 1)"
end_leases
is "1" "SELECT rollbook.finish(array_agg(id), array_agg(fence), '{late}') FROM rollbook.job WHERE key = 'k2'"
# Three lost leases are a dead job; what is given back is none of them.
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k3}', '{b3}')" >/dev/null
is "b3" "SELECT job_body FROM rollbook.claim($one, 1)"
is "1" "SELECT rollbook.give_back($one, array_agg(id), false) FROM rollbook.job WHERE key = 'k3'"
for w in $one $two $one; do
    is "b3" "SELECT job_body FROM rollbook.claim($w, 1)"
    end_leases
done
is "5|3|h:1, h:2, h:1" "SELECT state, attempt, rollbook.lost_names(lost_by) FROM rollbook.job WHERE key = 'k3'"
is "" "SELECT * FROM rollbook.claim($one, 8)"
"$ROLLBOOK_BIN" queue dead --queue "$queue" --format csv >out
grep -q "h:1, h:2, h:1" out || fail "$(cat out)"
"$ROLLBOOK_BIN" queue retry --queue "$queue" 2>err
is "b3" "SELECT job_body FROM rollbook.claim($one, 1)"
is "" "SELECT rollbook.cancel('m', array_agg(id)) FROM rollbook.job WHERE key = 'k3'"
is "4" "SELECT state FROM rollbook.job WHERE key = 'k3'"
# Three leases are lost because workers were out of reach; one that comes back with its lease takes its loss away, once.
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k7}', '{b7}')" >/dev/null
k7=$(psql_queue "SELECT id FROM rollbook.job WHERE key = 'k7'")
set --
for w in $one $two $one; do
    set -- "$@" "$(psql_queue "SELECT job_fence FROM rollbook.claim($w, 1)")"
    end_leases
done
state_of_k7="SELECT state, attempt, excused, rollbook.lost_names(lost_by) FROM rollbook.job WHERE key = 'k7'"
is "5|3|0|h:1, h:2, h:1" "$state_of_k7"
is "" "SELECT * FROM rollbook.renew($two, '{$k7}', '{$2}')"
is "0|2|1|h:1, h:1" "$state_of_k7"
is "" "SELECT * FROM rollbook.renew($two, '{$k7}', '{$2}')"
is "0|2|1|h:1, h:1" "$state_of_k7"
psql_queue "SELECT job_body FROM rollbook.claim($two, 1)" >/dev/null
is "0" "SELECT rollbook.finish('{$k7}', '{$1}', '{late}')"
is "1|2|2|h:1" "$state_of_k7"
end_leases
psql_queue "SELECT job_body FROM rollbook.claim($one, 1)" >/dev/null
fourth=$(psql_queue "SELECT fence FROM rollbook.job WHERE key = 'k7'")
end_leases
is "5|3|2|h:1, h:2, h:1" "$state_of_k7"
# Nobody took it over: the lease and its answer are as good as they were.
is "$k7" "SELECT * FROM rollbook.renew($one, '{$k7}', '{$fourth}')"
is "1|3|2|h:1, h:2" "$state_of_k7"
end_leases
is "1" "SELECT rollbook.finish('{$k7}', '{$fourth}', '{right}')"
is "2" "SELECT state FROM rollbook.job WHERE key = 'k7'"
# Not more than ten times.
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k8}', '{b8}')" >/dev/null
k8=$(psql_queue "SELECT id FROM rollbook.job WHERE key = 'k8'")
i=0
while [ $i -lt 13 ]; do
    fence=$(psql_queue "SELECT job_fence FROM rollbook.claim($one, 1)")
    end_leases
    psql_queue "UPDATE rollbook.job SET fence = nextval('rollbook.fence') WHERE key = 'k8'" >/dev/null
    is "" "SELECT * FROM rollbook.renew($two, '{$k8}', '{$fence}')"
    i=$((i + 1))
done
is "5|3|10" "SELECT state, attempt, excused FROM rollbook.job WHERE key = 'k8'"
psql_queue "DELETE FROM rollbook.job WHERE key IN ('k7', 'k8')" >/dev/null
# A lease that ended while there was no server, or before it was up for as long as a lease lasts, is no lost attempt; its worker may come back.
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k5,k6}', '{b5,b6}')" >/dev/null
psql_queue "SELECT job_body FROM rollbook.claim($one, 2)" >/dev/null
k6=$(psql_queue "SELECT id FROM rollbook.job WHERE key = 'k6'")
fence=$(psql_queue "SELECT fence FROM rollbook.job WHERE key = 'k6'")
psql_queue "UPDATE rollbook.job SET lease_until = now() - interval '1 s' WHERE state = 1" >/dev/null
psql_queue "UPDATE rollbook.meta SET lease = interval '1 hour'" >/dev/null
as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -m immediate stop >/dev/null
start_server
is "0" "SELECT rollbook.reap()"
is "1" "SELECT rollbook.finish('{$k6}', '{$fence}', '{kept}')"
psql_queue "UPDATE rollbook.meta SET lease = interval '1 second'" >/dev/null
wait_for "the server is always young" up_for_long
# While nobody is heard, and until somebody was for as long as a lease lasts, its worker may come back too.
psql_queue "UPDATE rollbook.worker SET heartbeat = clock_timestamp() - interval '1 hour'" >/dev/null
is "0" "SELECT rollbook.reap()"
psql_queue "SELECT rollbook.renew($two, '{}', '{}')" >/dev/null
is "0" "SELECT rollbook.reap()"
is "t" "SELECT heard_since > clock_timestamp() - interval '1 minute' FROM rollbook.meta"
psql_queue "UPDATE rollbook.worker SET heartbeat = 'infinity' WHERE id = $two" >/dev/null
sleep 1.1
is "1" "SELECT rollbook.reap()"
is "0|0|{}" "SELECT state, attempt, lost_by FROM rollbook.job WHERE key = 'k5'"
is "" "SELECT rollbook.cancel('m', array_agg(id)) FROM rollbook.job WHERE key IN ('k5', 'k6')"
psql_queue "DELETE FROM rollbook.job WHERE key IN ('k5', 'k6')" >/dev/null
# Draining.
"$ROLLBOOK_BIN" queue drain --queue "$queue"
psql_queue "SELECT rollbook.submit('m', 'cpu', 'e', '{k4}', '{b4}')" 2>err && fail "a job in a draining queue"
"$ROLLBOOK_BIN" queue drain --off --queue "$queue"
"$ROLLBOOK_BIN" queue status --prometheus --queue "$queue" >out
grep -q '^rollbook_queue_cancelled [1-9]' out || fail "$(cat out)"
# A worker's role can answer and not look; a reader's cannot answer.
psql_queue "SET ROLE rollbook_worker; SELECT body FROM rollbook.job" 2>err && fail "a worker reads the table"
psql_queue "SET ROLE rollbook_worker; SELECT * FROM rollbook.collect('m', '{}', 1)" 2>err && fail "a worker collects"
psql_queue "SET ROLE rollbook_reader; SELECT * FROM rollbook.claim($one, 1)" 2>err && fail "a reader claims"
psql_queue "SET ROLE rollbook_worker; SELECT * FROM rollbook.claim($one, 1)" >/dev/null
