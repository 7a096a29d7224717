# Samples that share a request: each choice is a row, the prompt counts once, what an answer lacks is asked for alone.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/dialect_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
host=http://127.0.0.1:$(cat port)
export ROLLBOOK_DB=a.db
is() {
    got=$("$ROLLBOOK_BIN" sql -q --format csv "$2" | tail -n +2)
    [ "$got" = "$1" ] || { echo "$2 gives $got, not $1"; exit 1; }
}
draw() {
    : >log.jsonl
    "$ROLLBOOK_BIN" run best-of-n --policy openai --tasks 4,28 --k 6 --case tiny -q --name "$1" \
        --policy-config "{\"base_url\":\"$host/vllm/v1\",\"model\":\"$1\",\"n_per_request\":4}" >/dev/null
}
asked() {
    python3 -c "import json; print(','.join(str(json.loads(l)['request'].get('n')) for l in open('log.jsonl')))" | tr , '\n' | sort | paste -sd, -
}

draw honest
[ "$(asked)" = 2,2,4,4 ]
is "12,12,12,4" "SELECT count(*), sum(correct), count(r.sum_logprob), sum(r.prompt_tokens > 0) FROM v_rollout v JOIN rollout r USING (rollout_id) WHERE run = 'honest'"
is "0,3,8" "SELECT min(extra ->> 'choice'), max(extra ->> 'choice'), sum(extra ->> 'n_per_request' = 4) FROM rollout"
is "12,4,12,4" "SELECT count(*), count(DISTINCT request_sha256), count(DISTINCT rollout_id), count(response) FROM attempt"
is 1 "SELECT min(k.n_tokens = r.completion_tokens) FROM rollout r JOIN rollout_tokens k USING (rollout_id)"

# Half of the choices: the others come alone.
draw half
[ "$(asked)" = 1,1,1,1,1,1,2,2,4,4 ]
is "12,12,2" "SELECT count(*), count(DISTINCT rollout_id), max(attempt) FROM v_attempt WHERE run = 'half' AND rollout_id IS NOT NULL"

# Where nobody tells the tokens of one answer, nobody guesses: usage counts those of all.
draw bare
is "12,0" "SELECT count(*), count(r.completion_tokens) FROM v_rollout v JOIN rollout r USING (rollout_id) WHERE run = 'bare'"

# A server that takes one sample a request is not asked for more.
status=0
"$ROLLBOOK_BIN" run best-of-n --policy openai --tasks 4 --name no \
    --policy-config "{\"base_url\":\"$host/ollama/v1\",\"n_per_request\":4}" 2>err || status=$?
[ $status -eq 2 ]
grep -q 'ollama takes one sample a request' err
