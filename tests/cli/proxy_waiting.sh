# What waits for the database is counted, over restarts too, and bounded: a full spool refuses requests, or lets them
# wait.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
start_server
start_proxy
stop_proxy 0 # the database is made

chat() {
    ask -o answer -w '%{http_code}\n' -d '{"model":"m","messages":[{"role":"user","content":"hi"}]}' "$url/run/w/v1/chat/completions"
}
waiting() {
    ask "$url/health" | sed 's/.*"waiting": *\([0-9]*\).*/\1/'
}
python3 - <<'PY' &
import sqlite3, time, os
db = sqlite3.connect("a.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open("held", "w").close()
while not os.path.exists("let-go"):
    time.sleep(0.05)
PY
pids="$pids $!"
wait_for 'nobody holds the database' test -e held
start_proxy --grace 0.2
for i in 1 2 3 4 5 6 7; do chat >/dev/null; done
[ "$(waiting)" -eq 7 ] || complain "$(waiting) wait, not 7"
stop_proxy 6
grep -q '7 exchanges are left' proxy.err || complain "the end does not say 7: $(tail -2 proxy.err)"
start_proxy --grace 0.2 --max-spool 0.0001
[ "$(waiting)" -eq 7 ] || complain "after a start $(waiting) wait, not 7"
status=200
for i in $(seq 1 200); do
    status=$(chat)
    [ "$status" = 200 ] || break
done
[ "$status" = 503 ] || complain "a full spool: $status"
grep -q 'spool_full' answer || complain "a full spool: $(cat answer)"
grep -q 'max-spool' proxy.err || complain 'nobody was warned'
stop_proxy 6
start_proxy --grace 20 --max-spool 0.0001 --when-full wait
chat >late &
asking=$!
sleep 1
[ ! -s late ] || complain "a request did not wait: $(cat late)"
touch let-go
wait "$asking"
[ "$(cat late)" = 200 ] || complain "a request that waited: $(cat late)"
stop_proxy 0
asked=$(sql "SELECT count(*) FROM v_rollout WHERE run = 'w'")
[ "$asked" -ge 9 ] || complain "$asked rollouts of run w"
[ "$failures" -eq 0 ]
