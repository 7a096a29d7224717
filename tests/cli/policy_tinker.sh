# A sampler that speaks the Tinker protocol: samples pass through its futures, what a killed process was promised
# is fetched by the next one, and what is not offered is refused.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker.sh"

# Samples come with ids and log-probs of bytes; the one that failed was asked for again.
run best-of-n base --name bon --k 6 --temperature 1
is "SELECT count(*), sum(correct), count(sum_logprob) FROM v_rollout WHERE run = 'bon'" "6,6,6"
is "SELECT count(*) FROM rollout JOIN rollout_tokens USING (rollout_id) WHERE length(token_ids) = length(logprobs)" 6
is "SELECT count(*), sum(status = 500), count(rollout_id), sum(ended_at IS NULL) FROM attempt" "7,1,6,0"
is "SELECT server ->> 'loss_reduction' FROM run WHERE name = 'bon'" sum
grep -q '"path": "session_heartbeat", "status": 200' log.jsonl || fail "the session was silent"
[ "$(grep -c 'tml-very-secret-4711' log.jsonl)" -eq "$(wc -l <log.jsonl)" ] || fail "a request came without the key"

# The bytes of answers can be left out; what they say is stored all the same.
expect_status 0 run best-of-n --db a.db --policy tinker --tasks 4 --case tiny -q --name lean --k 2 --temperature 1 \
    --policy-config "$(config base | sed 's/}$/,"keep_responses":false}/')"
is "SELECT count(a.rollout_id), count(response), sum(length(token_ids) > 0) FROM attempt a JOIN run USING (run_id)
    LEFT JOIN rollout_tokens USING (rollout_id) WHERE name = 'lean'" "2,0,2"

# Killed while results are awaited: who continues fetches them by name, and asks anew for what is lost.
draw_and_kill() {
    "$ROLLBOOK_BIN" run best-of-n --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config slow)" \
        --name $1 --k 3 --temperature 1 2>err &
    pid=$!
    tries=0
    until [ "$(sql "SELECT count(request_id) FROM v_attempt WHERE run = '$1'")" = 3 ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "nothing was promised: $(cat err)"
        sleep 0.1
    done
    kill -9 $pid
    wait $pid 2>/dev/null || true
}
: >log.jsonl
draw_and_kill owed
: >drawn
"$ROLLBOOK_BIN" run --resume owed --db a.db -q
[ "$(requests asample)" -eq 3 ] || fail "$(requests asample) samples were asked for"
is "SELECT count(*), sum(correct), count(DISTINCT extra ->> 'request_id') FROM v_rollout WHERE run = 'owed'" "3,3,3"
is "SELECT count(*), sum(unseen), count(rollout_id) FROM v_attempt WHERE run = 'owed'" "3,0,3"
rm drawn
draw_and_kill lost
sql "SELECT max(CAST(substr(request_id, 8) AS INTEGER)) FROM v_attempt WHERE run = 'lost'" >lost
: >drawn
"$ROLLBOOK_BIN" run --resume lost --db a.db -q
rm lost
[ "$(requests asample)" -eq 9 ] || fail "$(requests asample) samples were asked for"
is "SELECT count(*), sum(unseen), sum(status = 404), count(rollout_id) FROM v_attempt WHERE run = 'lost'" "6,0,3,3"

# Refusals.
status=0
run ttt refuse --name refused --k 2 --steps 1 --temperature 1 2>err || status=$?
[ $status -eq 4 ] || fail "status $status for a refused update"
grep -q "no training today" err || fail "not the server's words: $(cat err)"
status=0
run ttt base --name cool --k 2 --steps 1 --temperature 0.5 2>err || status=$?
[ $status -eq 2 ] || fail "status $status for samples of another temperature"
grep -q "learns at temperature 1" err || fail "no reason: $(cat err)"
status=0
run ttt base --name gspo --k 2 --steps 1 --temperature 1 --loss gspo 2>err || status=$?
[ $status -eq 2 ] || fail "status $status for a loss that is not offered"
grep -q "gspo is not offered" err || fail "no reason: $(cat err)"
expect_status 2 run best-of-n --db b.db --policy tinker --tasks 4 --policy-config '{"base_url":"http://127.0.0.1:1"}'
said "model is missing"
expect_status 2 policy probe --policy tinker --policy-config "{\"base_url\":\"$url\",\"model\":\"no/such\",\"tokenizer\":\"no/such\",\"python\":\"$(command -v python3)\"}"
said "tokenizer of no/such"
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
