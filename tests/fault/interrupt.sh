# Ctrl-C stops cleanly with status 130, says how to continue, and the run continues.
export ROLLBOOK_DB=x.db
# A background job of a non-interactive shell ignores SIGINT; a fresh process group does not.
set -m
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 40 --case tiny --seed 1 --name stop 2>err.txt &
pid=$!
set +m
tries=0
until [ -f x.db ] && "$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) > 3 FROM v_evaluation" 2>/dev/null | grep -q 1; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || { echo "no evaluation came"; exit 1; }
    sleep 0.1
done
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[ "$status" -eq 130 ]
grep -q "run --resume stop" err.txt
"$ROLLBOOK_BIN" sql --format csv "SELECT status FROM v_run" | grep -q interrupted
"$ROLLBOOK_BIN" run --resume stop -q --json >out.json
"$ROLLBOOK_BIN" sql --format csv "SELECT status, (SELECT count(*) FROM v_rollout WHERE outcome IS NOT NULL) AS n FROM v_run" |
    grep -q "complete,80"
