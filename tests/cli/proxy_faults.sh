# What goes wrong behind, before and beside the proxy: servers that fail, clients that leave, keys in
# answers, pages of other sites, a database that somebody else writes.
. "$ROLLBOOK_SOURCE_DIR/tests/support/proxy.sh"
skip_without_proxy
start_server
start_proxy --max-body 1 --grace 0.2
key=sk-very-secret-4711

# chat MODEL [CURL OPTIONS...]: a streamed completion; its status goes to code.
chat() {
    model=$1
    shift
    curl -s --max-time 30 -o answer -w '%{http_code}' -H "Authorization: Bearer $key" \
        -d "{\"model\":\"$model\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}" \
        "$@" "$url/run/f/task/$model/v1/chat/completions" >code || true
}

# A stream that is cut reaches the client cut; one with an error in it reaches it whole.
chat cut
[ "$(cat code)" = 200 ]
chat error
grep -q 'out of memory' answer
chat refuse
[ "$(cat code)" = 400 ]
grep -q 'maximum context length' answer
for i in 1 2 3; do chat limited; done
[ "$(cat code)" = 200 ]
chat echo-key
grep -q "$key" answer || fail "the answer was changed on its way to the client"
chat slow --max-time 2
# A client that leaves before anything came: the server notices.
: >log.jsonl
chat hang --max-time 1.5
wait_for "the server was not left alone" grep -q POST log.jsonl

ended() {
    [ "$(sql "SELECT count(*) FROM v_attempt WHERE run = 'f'")" = 9 ]
}
wait_for "attempts are missing: $(sql "SELECT task, end_kind FROM v_attempt")" ended
is 'cut,cut,200,0
echo-key,answered,200,1
error,cut,200,0
hang,cut,NA,0
limited,answered,200,1
limited,answered,429,0
limited,answered,429,0
refuse,answered,400,0
slow,cut,200,0' "SELECT t.name, end_kind, status, rollout_id IS NOT NULL FROM attempt JOIN task t USING (task_id) ORDER BY t.name, status, rollout_id"
is 'maximum context length is 10' "SELECT detail FROM attempt WHERE status = 400"
is 'an error in the stream: out of memory' "SELECT detail FROM attempt JOIN task t USING (task_id) WHERE t.name = 'error'"
is 'the client went away,2' "SELECT detail, count(*) FROM attempt WHERE detail LIKE 'the client%' GROUP BY 1"
is '1' "SELECT count(*) FROM attempt JOIN task t USING (task_id) WHERE t.name = 'slow' AND length(response) > 100"
is 'Your key is Bearer *******************.' "SELECT completion FROM v_rollout WHERE completion LIKE 'Your%'"

# Requests that are refused here: too large, with a bad tag, from pages of other sites.
head -c 1200000 /dev/zero | tr '\0' x >large
code=$(ask -o out -w '%{http_code}' --data-binary @large "$url/v1/completions")
[ "$code" = 413 ]
grep -q 'max-body' out
code=$(ask -o out -w '%{http_code}' -H 'Transfer-Encoding: chunked' --data-binary @large "$url/v1/completions")
[ "$code" = 413 ]
code=$(ask -o out -w '%{http_code}' -d '{}' "$url/run/f/step/x/v1/completions")
[ "$code" = 400 ]
grep -q 'not a number' out
code=$(ask -o out -w '%{http_code}' -H 'X-Rollbook-Sample: -1' -d '{}' "$url/v1/completions")
[ "$code" = 400 ]
code=$(ask -o out -w '%{http_code}' -H 'Origin: http://evil.example' -d '{}' "$url/v1/completions")
[ "$code" = 403 ]
code=$(ask -o out -w '%{http_code}' -H 'Host: evil.example' "$url/v1/models")
[ "$code" = 403 ]
code=$(ask -o out -w '%{http_code}' -H "Origin: $url" "$url/v1/models")
[ "$code" = 200 ]

# While somebody else writes the database, answers come and exchanges wait; then all of them are stored.
python3 - <<'PY' &
import os, sqlite3, time
c = sqlite3.connect("a.db", isolation_level=None)
c.execute("BEGIN IMMEDIATE")
open("locked", "w").close()
while not os.path.exists("unlock"):
    time.sleep(0.05)
c.execute("ROLLBACK")
PY
pids="$pids $!"
wait_for "no lock" test -e locked
for i in 0 1 2 3 4 5 6 7 8 9; do
    chat m -H 'X-Rollbook-Step: 7'
    [ "$(cat code)" = 200 ]
done
is 0 "SELECT count(*) FROM v_rollout WHERE step = 7"
ls a.db-spool/*.spool >/dev/null
# Stopped meanwhile, it leaves them for its next start.
stop_proxy 6
grep -q '10 exchanges are left in the spool' proxy.err
start_proxy --max-body 1
is 0 "SELECT count(*) FROM v_rollout WHERE step = 7"
: >unlock
all_stored() {
    [ "$(sql "SELECT count(*), count(DISTINCT sample) FROM v_rollout WHERE step = 7")" = 10,10 ]
}
wait_for "not everything was stored" all_stored

# A server that is not there; one that does not answer in time.
stop_proxy 0
upstream=http://127.0.0.1:1
start_proxy
chat m
[ "$(cat code)" = 502 ]
grep -q 'gave no answer (no connection)' answer
stop_proxy 0
upstream=http://127.0.0.1:$(cat port)
start_proxy --timeout 0.3
chat hang
[ "$(cat code)" = 504 ]
stop_proxy 0
is 'no connection
timed out' "SELECT DISTINCT end_kind FROM v_attempt WHERE end_kind IN ('no connection', 'timed out') ORDER BY 1"

# A key does not travel over plain http to another machine.
upstream=http://192.0.2.1
start_proxy --timeout 0.3
chat m
[ "$(cat code)" = 403 ]
grep -q 'plain http' answer
stop_proxy 0

# The key is nowhere.
! grep -q "very-secret" a.db proxy.err proxy.out a.db-spool/* 2>/dev/null || fail "the key was written down"

# Wrong use.
expect_status 2 proxy --db b.db
expect_status 2 proxy --db b.db --upstream ftp://127.0.0.1
expect_status 2 proxy --db b.db --upstream http://127.0.0.1:1 --listen nowhere:1
expect_status 2 proxy --db b.db --upstream http://127.0.0.1:1 --listen 0.0.0.0:0
said 'name a token with --token-env'
expect_status 2 proxy --db b.db --upstream http://127.0.0.1:1 --listen 0.0.0.0:0 --token-env NOT_SET
expect_status 2 proxy --db b.db --upstream http://127.0.0.1:1 --server toaster
[ "$failures" -eq 0 ]
