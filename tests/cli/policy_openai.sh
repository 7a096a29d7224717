# A language model behind a server: samples with ids and log-probs become rows, faults are retried,
# a killed run asks for the rest only, and the key is found nowhere.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/llm_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
url=http://127.0.0.1:$(cat port)/v1

sql() {
    "$ROLLBOOK_BIN" sql -q --db a.db --format csv "$1" | tail -n +2
}
draw() {
    model=$1
    shift
    "$ROLLBOOK_BIN" run best-of-n --db a.db --policy openai --tasks 4,28 --case tiny -q --name "${run:-$model}" \
        --policy-config "{\"base_url\":\"$url\",\"model\":\"$model\",\"key_env\":\"TEST_KEY\",\"max_attempts\":4}" "$@"
}

TEST_KEY=sk-very-secret-4711
export TEST_KEY

draw honest --k 3 --seed 5 --temperature 0.8
[ "$(sql "SELECT count(*), sum(correct), count(sum_logprob), min(logprob_temperature), max(logprob_temperature) FROM v_rollout")" = \
    "6,6,6,1,1" ]
[ "$(sql "SELECT model FROM v_run")" = honest ]
[ "$(sql "SELECT count(*) FROM rollout JOIN rollout_tokens USING (rollout_id)
          WHERE length(token_ids) = length(logprobs) AND n_tokens = completion_tokens")" = 6 ]
[ "$(sql "SELECT DISTINCT extra ->> 'logprob_semantics', extra ->> 'server' FROM rollout")" = "raw,vllm" ]
grep -c 'Bearer sk-very-secret-4711' log.jsonl | grep -qx 6

# The same seed asks for the same samples, another one for others.
run=again draw honest --k 3 --seed 5 --temperature 0.8
[ "$(sql "SELECT count(DISTINCT sum_logprob) FROM v_rollout WHERE task = 'l1/4'")" = 3 ]

draw plain --k 1
[ "$(sql "SELECT correct, sum_logprob IS NULL, completion_tokens > 0 FROM v_rollout WHERE run = 'plain' LIMIT 1")" = "1,1,1" ]
draw logits --k 1
[ "$(sql "SELECT sum_logprob IS NULL, extra ->> 'n_positive_logprobs' > 0 FROM rollout JOIN run USING (run_id)
          WHERE run.name = 'logits' LIMIT 1")" = "1,1" ]
draw sentinels --k 1
[ "$(sql "SELECT sum_logprob IS NULL, extra ->> 'n_sentinel_logprobs' FROM rollout JOIN run USING (run_id)
          WHERE run.name = 'sentinels' LIMIT 1")" = "1,1" ]
draw empty --k 1
[ "$(sql "SELECT DISTINCT outcome FROM v_rollout WHERE run = 'empty'")" = no_code ]
draw flaky --k 6
[ "$(sql "SELECT count(*), sum(correct) FROM v_rollout WHERE run = 'flaky'")" = "12,12" ]
[ "$(sql "SELECT max(extra ->> 'attempts') > 1 FROM rollout")" = 1 ]

# Every request is on record, with what came of it.
[ "$(sql "SELECT count(*), count(DISTINCT rollout_id), min(attempt), min(length(response) > 100), sum(ended_at IS NULL)
          FROM attempt JOIN run USING (run_id) WHERE run.name = 'honest'")" = "6,6,1,1,0" ]
[ "$(sql "SELECT count(*) > 12, count(rollout_id) FROM v_attempt WHERE run = 'flaky'")" = "1,12" ]
[ "$(sql "SELECT group_concat(end_kind || ifnull(' ' || status, ''), '/') FROM (SELECT DISTINCT end_kind, status FROM v_attempt
          WHERE run = 'flaky' ORDER BY end_kind, status)")" = "answered 200/answered 500/answered 503/cut 200" ]

# Kernels are evaluated while an answer is awaited.
draw gate --k 2 &
pid=$!
tries=0
until [ "$(sql "SELECT count(*) FROM v_evaluation WHERE run = 'gate' AND outcome = 'measured'")" = 3 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "nothing was evaluated beside the sampling"; exit 1; }
    sleep 0.1
done
[ "$(sql "SELECT count(*) FROM v_attempt WHERE run = 'gate' AND end_kind IS NULL")" = 1 ]
: >go
wait $pid
[ "$(sql "SELECT count(*), sum(correct) FROM v_rollout WHERE run = 'gate'")" = "4,4" ]

# Final answers end the run with the server's words; nothing of the key is shown.
status=0
draw refuse --k 1 2>err.txt || status=$?
[ $status -eq 4 ]
grep -q "2 of 2 samples were not drawn" err.txt
grep -q "maximum context length is 10" err.txt
status=0
draw echo-key --k 1 2>err.txt || status=$?
[ $status -eq 4 ]
grep -q "status 401" err.txt
! grep -q very-secret err.txt

# Wrong use.
status=0
"$ROLLBOOK_BIN" run best-of-n --db b.db --policy openai --tasks 4 --policy-config '{"base_urls":1}' 2>err.txt || status=$?
[ $status -eq 2 ]
grep -q "unknown member 'base_urls'" err.txt
status=0
"$ROLLBOOK_BIN" run best-of-n --db b.db --policy openai --tasks 4 \
    --policy-config '{"base_url":"http://192.0.2.1/v1","key_env":"TEST_KEY"}' 2>err.txt || status=$?
[ $status -eq 2 ]
grep -q "plain http" err.txt
# A key that stands in every kernel cannot be hidden: nothing is asked.
: >log.jsonl
for command in "run best-of-n --tasks 4" "judge --run honest"; do
    status=0
    TEST_KEY=x "$ROLLBOOK_BIN" $command --db a.db $(case $command in run*) echo --policy openai ;; esac) \
        --policy-config "{\"base_url\":\"$url\",\"model\":\"honest\",\"key_env\":\"TEST_KEY\"}" 2>err.txt || status=$?
    [ $status -eq 2 ]
    grep -q "fewer than 8 characters" err.txt
done
[ ! -s log.jsonl ]

# Killed in the middle: what was answered and stored is not asked for again.
: >log.jsonl
"$ROLLBOOK_BIN" run best-of-n --db a.db --policy openai --tasks 4,28 --case tiny -q --name slow --k 40 \
    --policy-config "{\"base_url\":\"$url\",\"model\":\"slow\"}" 2>/dev/null &
pid=$!
tries=0
while [ "$(sql "SELECT count(*) FROM v_rollout WHERE run = 'slow'")" -lt 8 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { echo "no rollout came"; exit 1; }
    sleep 0.02
done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
stored=$(sql "SELECT count(*) FROM v_rollout WHERE run = 'slow'")
[ "$stored" -lt 80 ] || { echo "killed too late: the test proved nothing"; exit 1; }
sleep 0.5
: >log.jsonl
"$ROLLBOOK_BIN" run --resume slow --db a.db -q
[ "$(sql "SELECT count(*), count(DISTINCT task || sample), sum(correct) FROM v_rollout WHERE run = 'slow'")" = "80,80,80" ]
[ "$(wc -l <log.jsonl)" -eq $((80 - stored)) ]
[ "$(sql "SELECT count(DISTINCT rollout_id), sum(unseen) > 0, max(attempt) FROM v_attempt WHERE run = 'slow'")" = "80,1,2" ]

! grep -q very-secret a.db a.db-wal 2>/dev/null
