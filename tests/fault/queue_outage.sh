# The server is stopped at once and started again, a worker is stopped past its lease, kills come at random:
# nothing is lost or counted twice.  QUEUE_KILLS: how many kills (default 8); QUEUE_SEED draws them; QUEUE_ROLLOUTS (default 40).
# labels: slow
. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"
make_queue --lease 1
# A job that many kills hit is none of the job's fault here.
psql_queue "UPDATE rollbook.meta SET attempts = 1000" >/dev/null
kills=${QUEUE_KILLS:-8}
seed=${QUEUE_SEED:-1}
rollouts=${QUEUE_ROLLOUTS:-40}
draw() { # N: sets drawn, below N
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}
start_worker
one=$worker
start_worker
two=$worker
served() {
    [ "$(psql_queue "SELECT value FROM rollbook.status() WHERE name = 'workers'")" -ge 2 ]
}
wait_for "no workers: $(cat worker.err)" served
"$ROLLBOOK_BIN" run best-of-n --tasks 4,12 --k $((rollouts / 2)) --seed 3 --case tiny --name r --db r.db --queue "$queue" >/dev/null 2>run.err &
run=$!
pids="$pids $run"
stored() {
    n=$(sqlite3 r.db "SELECT count(*) FROM evaluation" 2>/dev/null) || n=0
    [ "${n:-0}" -ge "$1" ]
}
revive() {
    kill -0 "$run" 2>/dev/null || stored_all || {
        "$ROLLBOOK_BIN" run --resume r --db r.db --queue "$queue" >/dev/null 2>>run.err &
        run=$!
        pids="$pids $run"
    }
}
stored_all() {
    [ "$(sqlite3 r.db "SELECT status FROM run WHERE name = 'r'" 2>/dev/null)" = complete ]
}
wait_for "no row: $(cat run.err)" stored 1
done_kills=0
while [ "$done_kills" -lt "$kills" ] && ! stored_all; do
    draw 4
    case $drawn in
    0)
        kill -9 $one 2>/dev/null || true # one that began while the server was away has ended
        wait $one 2>/dev/null || true
        start_worker; one=$worker ;;
    1)
        if kill -STOP $two 2>/dev/null; then
            sleep 1.5; kill -CONT $two
        else
            start_worker; two=$worker
        fi ;;
    2)
        kill -9 "$run" 2>/dev/null || true; wait "$run" 2>/dev/null || true ;;
    3)
        as_postgres "$pg_bin/pg_ctl" -D "$pg_data" -m immediate stop >/dev/null
        start_server ;;
    esac
    done_kills=$((done_kills + 1))
    revive
    draw 10
    sleep "0.$drawn"
done
finished() {
    revive
    stored_all
}
wait_for "the run does not end: $(cat run.err worker.err)" finished
[ "$(sqlite3 r.db "SELECT count(*), count(DISTINCT rollout_id), sum(outcome = 'infra') FROM evaluation")" = "$rollouts|$rollouts|0" ] ||
    fail "$(sqlite3 r.db "SELECT outcome, message, count(*) FROM v_evaluation GROUP BY 1, 2")"
echo "$done_kills kills"
