# Requests that two servers could read differently are refused, all but /health want the token, idle
# connections shut nobody out, and what waits is counted.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
start_server
start_proxy
address=${url#http://}

python3 "$ROLLBOOK_SOURCE_DIR/tests/support/raw_requests.py" "${address%:*}" "${address##*:}" >raw
cat >wanted <<'RAW'
plain: 200
chunked: 200
blank before colon: 400, closed
two lengths: 400, closed
equal lengths: 400, closed
length and chunked: 400, closed
length with sign: 400, closed
other coding: 400, closed
folded line: 400, closed
blank in a name: 400, closed
no colon: 400, closed
two hosts: 400, closed
80 lines: 200
300 lines: 431, closed
long line: 431, closed
climbing: 400, closed
climbing, encoded: 400, closed
climbing behind a tag: 400, closed
encoded slash: 400, closed
other form: 400, closed
RAW
diff wanted raw || complain 'raw requests were answered otherwise'
! grep -q smuggled log.jsonl || complain 'a hidden request reached the server'
! grep -q admin log.jsonl || complain 'a path climbed out of the server'

grep -q 'every user and program of this machine' proxy.err || complain "nothing is said of a shared machine: $(cat proxy.err)"
health=$(python3 "$ROLLBOOK_SOURCE_DIR/tests/support/raw_requests.py" "${address%:*}" "${address##*:}" idle 2000 2>&1) || true
[ "$health" = 'health beside 2000 idle: 200' ] || complain "$health"
stop_proxy 0

# The token.
ROLLBOOK_T=secret start_proxy --token-env ROLLBOOK_T
for path in /run/a/health /v1/models /evaluate /run/a/task/b/health /health/x; do
    [ "$(ask -o /dev/null -w '%{http_code}' "$url$path")" = 401 ] || complain "$path passes without the token"
done
[ "$(ask -o /dev/null -w '%{http_code}' "$url/health")" = 200 ] || complain '/health asks for a token'
stop_proxy 0

# What waits is counted, over restarts too, and bounded.
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
