# A trainer that speaks the Tinker protocol: samples, scores and updates pass through its futures; a run
# killed between gradient and optimiser step learns each step once; what is not offered is refused.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/tinker_server.py" port log.jsonl &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
tries=0
while [ ! -f port ]; do
    tries=$((tries + 1))
    [ $tries -lt 400 ] || fail "the server did not start"
    sleep 0.05
done
url=http://127.0.0.1:$(cat port)
TEST_KEY=tml-very-secret-4711
HF_HUB_OFFLINE=1
export TEST_KEY HF_HUB_OFFLINE

sql() {
    "$ROLLBOOK_BIN" sql -q --db a.db --format csv "$1" | tail -n +2
}
config() {
    reduction=sum
    [ "$1" != mean ] || reduction=mean
    echo "{\"base_url\":\"$url\",\"model\":\"$1\",\"tokenizer\":\"bytes\",\"key_env\":\"TEST_KEY\",\"poll_ms\":50,\"loss_reduction\":\"$reduction\"}"
}
run() {
    strategy=$1
    model=$2
    shift 2
    "$ROLLBOOK_BIN" run $strategy --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config $model)" "$@"
}
is() {
    got=$(sql "$1")
    [ "$got" = "$2" ] || fail "$1 gives $got, not $2"
}
requests() {
    grep -c "\"path\": \"$1\", \"status\": 200" log.jsonl || true
}

# Samples come with ids and log-probs of bytes; the one that failed was asked for again.
run best-of-n base --name bon --k 6 --temperature 1
is "SELECT count(*), sum(correct), count(sum_logprob) FROM v_rollout WHERE run = 'bon'" "6,6,6"
is "SELECT count(*) FROM rollout JOIN rollout_tokens USING (rollout_id) WHERE length(token_ids) = length(logprobs)" 6
is "SELECT count(*), sum(status = 500), count(rollout_id), sum(ended_at IS NULL) FROM attempt" "7,1,6,0"
is "SELECT server ->> 'loss_reduction' FROM run WHERE name = 'bon'" sum
grep -q '"path": "session_heartbeat", "status": 200' log.jsonl || fail "the session was silent"
[ "$(grep -c 'tml-very-secret-4711' log.jsonl)" -eq "$(wc -l <log.jsonl)" ] || fail "a request came without the key"

# Each step samples what the last one learned.
run ttt base --name ttt --k 2 --steps 2 --temperature 1
is "SELECT step, round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'ttt' GROUP BY step ORDER BY step" \
    "$(printf '0,-0.5\n1,-0.3333\n2,-0.25')"
is "SELECT update_metrics ->> 'items', round(update_metrics ->> 'mean_ratio', 4), update_metrics ->> 'grad_norm' FROM step
    JOIN run USING (run_id) WHERE run.name = 'ttt' AND step = 1" "2,1,0.5"
[ "$(requests optim_step)" -eq 2 ] || fail "$(requests optim_step) steps of the optimiser"

# Killed between gradient and step: the resumed run loads what was saved and learns the step once.
: >log.jsonl
"$ROLLBOOK_BIN" run ttt --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config gate)" \
    --name cut --k 2 --steps 1 --temperature 1 2>err &
pid=$!
tries=0
until [ "$(requests optim_step)" -eq 1 ]; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "no update began: $(cat err)"
    sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null || true
: >go
"$ROLLBOOK_BIN" run --resume cut --db a.db -q
is "SELECT step, count(*), round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'cut' GROUP BY step ORDER BY step" \
    "$(printf '0,2,-0.5\n1,2,-0.3333')"
[ "$(requests create_model)" -eq 2 ] || fail "the half update was continued in its model"
is "SELECT count(*) FROM v_attempt WHERE run = 'cut' AND rollout_id IS NULL AND status <> 500" 0
is "SELECT operation, count(*), sum(unseen), sum(n_sequences), count(DISTINCT n_tokens) FROM v_trainer_request WHERE run = 'cut' GROUP BY operation ORDER BY operation" \
    "$(printf 'forward_backward,2,0,4,1\noptim_step,2,1,0,1')"

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

# A run begins with another's weights.
: >log.jsonl
run ttt base --name next --from ttt --k 2 --steps 1 --temperature 1
is "SELECT round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'next' AND step = 1" -0.2
[ "$(requests load_weights)" -eq 1 ] || fail "the weights were not loaded"

# Demonstrations are learned with their weights.
run sft base --name taught --teacher bon --held-out 0 --epochs 1 --batch 6 --k 1 --temperature 1
grep -q '"path": "forward_backward", "status": 200.*"loss": "cross_entropy"' log.jsonl || fail "no demonstration was learned"

# A server that takes means is told what makes the same gradient.
learned() {
    sed -n "s/.*\"learned\": \(.*\), \"base\": \"$1\".*/\1/p" log.jsonl | tail -1
}
run sft mean --name taught2 --teacher bon --held-out 0 --epochs 1 --batch 6 --k 1 --temperature 1
[ -n "$(learned mean)" ] && [ "$(learned mean)" = "$(learned base)" ] || fail "learned: $(learned mean) and $(learned base)"
run sdpo mean --name own --k 2 --steps 1 --temperature 1
"$ROLLBOOK_BIN" run score --db a.db --run bon --checkpoints-of ttt >out 2>&1 || fail "$(cat out)"
is "SELECT p.step, count(*), round(min(s.sum_logprob / s.n_tokens), 4) FROM score s JOIN step p USING (checkpoint_id) JOIN run USING (run_id)
    JOIN rollout r USING (rollout_id) WHERE run.name = 'ttt' AND r.run_id = (SELECT run_id FROM run WHERE name = 'bon') GROUP BY p.step" \
    "$(printf '0,6,-0.5\n1,6,-0.3333\n2,6,-0.25')"

# A teacher's scores outlive the process that asked for them.
scored() {
    grep -c '"path": "asample".*"scored": true' log.jsonl || true
}
: >log.jsonl
rm -f go
"$ROLLBOOK_BIN" run sdpo --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config gate)" \
    --name killed --k 3 --steps 1 --temperature 1 2>err &
pid=$!
tries=0
until [ "$(requests optim_step)" -eq 1 ]; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "no update began: $(cat err)"
    sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null || true
: >go
"$ROLLBOOK_BIN" run --resume killed --db a.db -q
[ "$(scored)" -eq 6 ] || fail "$(scored) scores were asked for, not 6"
is "SELECT role, count(*) FROM score JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'killed' GROUP BY role" \
    "$(printf 'student,3\nteacher,3')"
is "SELECT step, round(min(sum_logprob / completion_tokens), 4) FROM v_rollout WHERE run = 'killed' GROUP BY step ORDER BY step" "$(printf '0,-0.5\n1,-0.3333')"

run best-of-n base --name toy0 --k 2 --temperature 1
# So does a score that was promised: nobody asks for it twice.
: >log.jsonl
"$ROLLBOOK_BIN" run sdpo --db a.db --policy tinker --tasks 4 --case tiny -q --policy-config "$(config patient)" \
    --name promised --k 2 --steps 1 --temperature 1 2>err &
pid=$!
tries=0
until [ "$(sql "SELECT count(request_id) FROM v_trainer_request WHERE run = 'promised'")" = 1 ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "no score was promised: $(cat err)"
    sleep 0.1
done
kill -9 $pid
wait $pid 2>/dev/null || true
is "SELECT operation, unseen, failure FROM v_trainer_request WHERE run = 'promised'" "score,1,NA"
: >scored
"$ROLLBOOK_BIN" run --resume promised --db a.db -q
[ "$(scored)" -eq 4 ] || fail "$(scored) scores were asked for, not 4"
is "SELECT operation, count(*), sum(unseen), count(failure) FROM v_trainer_request WHERE run = 'promised' GROUP BY operation ORDER BY operation" \
    "$(printf 'forward_backward,1,0,0\noptim_step,1,0,0\nscore,4,0,0')"

# A server that gives the last log-probs alone is asked for them.
: >log.jsonl
"$ROLLBOOK_BIN" run score --db a.db --run toy0 --policy tinker --policy-config "$(config base | sed 's/}$/,"prompt_logprobs_last_n":true}/')" >out 2>&1 || fail "$(cat out)"
grep -q '"last_n": [1-9]' log.jsonl || fail "not asked for the last log-probs: $(cat log.jsonl)"
is "SELECT count(*), min(s.n_tokens = length(k.token_ids) / 4) FROM score s JOIN rollout_tokens k USING (rollout_id) JOIN rollout USING (rollout_id)
    JOIN run USING (run_id) WHERE run.name = 'toy0'" "2,1"

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

# Texts and ids pass through the tokenizer of transformers; this one stands in for it.
mkdir stand_in
cat >stand_in/transformers.py <<'PYTHON'
class AutoTokenizer:
    eos_token_id = 256
    chat_template = "{{ strftime_now }} {{ reasoning_effort }}"

    @classmethod
    def from_pretrained(cls, name):
        if name != "toy":
            raise OSError("no tokenizer " + name)
        return cls()

    def get_vocab(self):
        return {}

    def apply_chat_template(self, messages, tokenize, add_generation_prompt, strftime_now, reasoning_effort="none"):
        assert strftime_now("%Y-%m-%d") == "2025-01-01"
        return "".join("%s %s: %s\n" % (m["role"], reasoning_effort, m["content"]) for m in messages)

    def encode(self, text, add_special_tokens):
        with open("encoded", "a", encoding="utf-8") as f:
            f.write("once\n")
        return list(text.encode())

    def decode(self, ids, skip_special_tokens, clean_up_tokenization_spaces):
        assert not skip_special_tokens and not clean_up_tokenization_spaces and 256 not in ids
        return bytes(ids).decode()
PYTHON
ours=$(config base | sed 's/"bytes"/"toy"/; s/}$/,"reasoning_effort":"low"}/')
PYTHONPATH=$PWD/stand_in expect_status 0 run best-of-n --db a.db --policy tinker --tasks 4 --case tiny -q --name toy --k 1 --policy-config "$ours"
is "SELECT correct, prompt_tokens FROM v_rollout WHERE run = 'toy'" \
    "1,$(sql "SELECT prompt_tokens + length('user low: ') - 1 FROM v_rollout WHERE run = 'bon' LIMIT 1")"
# A prompt is encoded once: not for a second sample, for an update, for a score, nor by another process.
PYTHONPATH=$PWD/stand_in expect_status 0 run sdpo --db a.db --policy tinker --tasks 4 --case tiny -q --name toys --k 3 --steps 1 --temperature 1 --policy-config "$ours"
PYTHONPATH=$PWD/stand_in expect_status 0 run score --db a.db --run toy --checkpoints-of toys
[ "$(wc -l <encoded)" -eq "$(sql "SELECT count(*) FROM prompt_tokens WHERE tokenizer = 'toy'")" ] || fail "$(wc -l <encoded) prompts were encoded"
is "SELECT count(*), count(DISTINCT sha256), min(n_tokens * 4 = length(token_ids)), min(n_tokens = prompt_tokens) FROM v_rollout
    JOIN v_prompt_tokens ON sha256 = extra ->> 'prompt_tokens_sha256' WHERE run IN ('toy', 'toys')" "7,1,1,1"

# gpt-oss without a template, and with earlier answers: harmony's messages, and of an answer what its final channel said.
cat >render.py <<'PYTHON'
import json
import sys

sys.path.insert(0, sys.argv[1])
import tokens


class Vocabulary:
    chat_template = None

    def encode(self, text, add_special_tokens):
        return [text]


conversation = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2 + 2?"},
                {"role": "assistant", "content": "<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>"},
                {"role": "user", "content": "And 3?"}, {"role": "assistant", "content": "<|channel|>analysis<|message|>So"},
                {"role": "user", "content": "Well?"}]
print(tokens.encode(Vocabulary(), {"messages": conversation, "reasoning_effort": "low"})[0])
PYTHON
python3 render.py "$ROLLBOOK_SOURCE_DIR/src/eval/torch" >rendered
cat >wanted <<'TEXT'
<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.
Knowledge cutoff: 2024-06
Current date: 2025-01-01

Reasoning: low

# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|><|start|>developer<|message|># Instructions

Be brief.<|end|><|start|>user<|message|>2 + 2?<|end|><|start|>assistant<|channel|>final<|message|>4<|end|><|start|>user<|message|>And 3?<|end|><|start|>assistant<|channel|>final<|message|><|end|><|start|>user<|message|>Well?<|end|><|start|>assistant
TEXT
diff wanted rendered || fail "harmony is rendered otherwise"
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
[ $failures -eq 0 ]
