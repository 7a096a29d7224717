# Samples scored by servers of every dialect, by token ids or else by text; what does not line up is
# refused in words, and the server's facts are stored with the run.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/dialect_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
host=http://127.0.0.1:$(cat port)
export ROLLBOOK_DB=a.db
sql() {
    "$ROLLBOOK_BIN" sql -q --format csv "$1" | tail -n +2
}
is() {
    got=$(sql "$2")
    [ "$got" = "$1" ] || { echo "$2 gives $got, not $1"; exit 1; }
}
draw() {
    "$ROLLBOOK_BIN" run best-of-n --policy openai --tasks 4 --k 2 --case tiny -q --name "$1" --temperature "${3:-1}" \
        --policy-config "{\"base_url\":\"$host/$2/v1\"${4:-}}"
}
score() {
    "$ROLLBOOK_BIN" run score --run "$1" --policy-config "{\"base_url\":\"$host/$2/v1\"$3}" --format csv >out 2>err
}
field() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == 2 { print $at }' out
}

# What was sampled is scored with the same numbers, where the server takes ids.
for kind in vllm sglang llamacpp; do
    draw $kind $kind
    lines=$(wc -l <log.jsonl)
    "$ROLLBOOK_BIN" run score --run $kind --checkpoints-of $kind --format csv >out
    [ "$(field n_scored)/$(field n_refused)/$(field largest_first_difference)/$(field semantics)" = "2/0/0/raw" ] || { cat out; exit 1; }
    is "2,1,1,ids" "SELECT count(*), min(s.n_tokens = k.n_tokens), max(s.temperature), max(s.aligned_by) FROM score s
        JOIN rollout_tokens k USING (rollout_id) JOIN rollout r USING (rollout_id) JOIN run USING (run_id) WHERE run.name = '$kind'"
    # The ids of a prompt are asked for once, whatever its samples.
    asked=$(tail -n "+$((lines + 1))" log.jsonl | grep -cE '"path": "/[a-z/0-9]*(chat/completions|tokenize)"')
    [ "$asked" -eq 1 ] || { echo "$kind: asked $asked times for a prompt's ids"; exit 1; }
done
# A chat's prompt is scored as its template has it.
grep -q '"path": "/vllm/v1/completions"' log.jsonl
grep -q '"path": "/sglang/generate"' log.jsonl
grep -q '"path": "/llamacpp/apply-template"' log.jsonl
grep -q '"n_probs": 64' log.jsonl
is "honest,raw,2" "SELECT model, semantics, count(*) FROM v_score WHERE run = 'vllm' GROUP BY 1, 2"

# Known rows are not asked for again; a teacher is another row.
: >log.jsonl
score vllm vllm ""
[ "$(field n_scored)/$(field n_known)" = "0/2" ]
[ ! -s log.jsonl ]
"$ROLLBOOK_BIN" run score --run vllm --role teacher --policy-config "{\"base_url\":\"$host/sglang/v1\"}" -q >/dev/null
is "student,teacher" "SELECT min(role), max(role) FROM v_score WHERE run = 'vllm'"

# By text: a server that echoes, and completions whose ids nobody knows.
draw plain llamapy 0.5 ',"api":"completions"'
score plain llamapy ',"api":"completions"'
[ "$(field n_scored)/$(field semantics)" = 2/raw ] || { cat out err; exit 1; }
is "text,1" "SELECT DISTINCT aligned_by, s.n_tokens = k.n_tokens FROM score s JOIN rollout_tokens k USING (rollout_id)
    JOIN rollout r USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'plain'"
score plain vllm ',"model":"no-ids","api":"completions"'
[ "$(field n_scored)" = 2 ] || { cat out err; exit 1; }
score plain plain ',"api":"completions","scoring":"echo"'
[ "$(field n_scored)/$(field semantics)" = 2/unknown ] || { cat out err; exit 1; }

# What does not line up is said, and nothing is stored.
refused() {
    status=0
    score "$1" "$2" ",\"model\":\"$3\"$4" || status=$?
    [ $status -eq 7 ] || { echo "$3: status $status"; cat out err; exit 1; }
    grep -qF "$5" err || { echo "$3: $(cat err)"; exit 1; }
    is 0 "SELECT count(*) FROM v_score WHERE model = '$3'"
}
refused vllm vllm shifted '' 'its tokens differ from the given tokens'
refused vllm vllm short '' 'the completion has'
refused vllm vllm hole '' 'has no log-prob'
refused vllm vllm logits '' 'above 0'
refused plain llamapy merged ',"api":"completions"' 'reaches over from the prompt'
refused vllm vllm honest2 ',"score_max_tokens":20' 'score_max_tokens (20)'

# Who cannot, says so.
for kind in ollama trt plain; do
    status=0
    score plain $kind ',"api":"completions"' || status=$?
    [ $status -eq 2 ] || { echo "$kind: status $status: $(cat err)"; exit 1; }
    grep -q "gives no log-probs of given tokens" err
done
status=0
score vllm vllm ',"model":"no-ids"' || status=$?
[ $status -eq 2 ]
grep -q "does not tell the token ids of a chat's prompt" err
status=0
"$ROLLBOOK_BIN" run score --run vllm 2>err || status=$?
[ $status -eq 2 ]

# What the server is and can is part of the run.
is "vllm,1.2.3,honest,4096,prompt_logprobs,1" "SELECT server ->> 'server', server ->> 'version', server ->> 'model', server ->> '\$.model_facts.max_model_len',
    server ->> '\$.capabilities.scoring', server ->> '\$.capabilities.n' FROM run WHERE name = 'vllm'"
"$ROLLBOOK_BIN" show run vllm | grep -q 'prompt_logprobs'

# The same can be looked at before a run.
"$ROLLBOOK_BIN" policy probe --policy-config "{\"base_url\":\"$host/llamacpp/v1\"}" --format csv >out
grep -qx 'server,llama.cpp' out
grep -qx 'version,b6000-abc' out
grep -qx 'server_facts.n_ctx,2048' out
grep -qx 'capabilities.scoring,steps' out
"$ROLLBOOK_BIN" policy probe --policy-config "{\"base_url\":\"$host/vllm/v1\"}" --try l1/4 --format csv >out
grep -qx 'tried.token_ids,true' out
grep -q 'tried.score,"[0-9]* tokens, found by ids"' out
"$ROLLBOOK_BIN" policy list --format csv | grep -q '^openai,true,true,false,false,'
