# Conversations with a model that learns from feedback: what it is sent, contexts that are exceeded, answers that
# are bodies, and the same rows after kill -9.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/tests/support/turn_server.py" port log.jsonl &
server=$!
at_end='kill $server 2>/dev/null || true'
wait_for "the server did not start" test -f port
url=http://127.0.0.1:$(cat port)/v1
export ROLLBOOK_DB=a.db
config() {
    echo "{\"base_url\":\"$url\",\"model\":\"$1\"${2:-}}"
}
refine() {
    model=$1
    shift
    "$ROLLBOOK_BIN" run refine --policy openai --tasks 4,28 --case tiny -q --name "$model" --policy-config "$(config "$model")" "$@" >out
}
one() {
    "$ROLLBOOK_BIN" sql -q --format csv "$1" | tail -n +2
}

# A real array of messages: system, prompt, answer, feedback, answer, ...; answers without their reasoning.
"$ROLLBOOK_BIN" run refine --policy openai --tasks 4,28 --case tiny -q --name learner --k 2 --turns 4 --history all \
    --policy-config "$(config learner ',"system":"be brief"')" >out
rows "SELECT turn, group_concat(DISTINCT outcome), count(*) FROM v_turn GROUP BY turn ORDER BY turn" \
    '0,compile,4\n1,mismatch,4\n2,measured,4\n3,measured,4\n'
rows "SELECT count(DISTINCT code_sha256), sum(instr(action, 'secret')), sum(instr(action, 'im_end')) FROM v_rollout" '16,0,0\n'
rows "SELECT turn, count(*), count(DISTINCT rollout_id), max(attempt) FROM v_attempt GROUP BY turn ORDER BY turn" \
    '0,4,4,1\n1,4,4,1\n2,4,4,1\n3,4,4,1\n'
"$ROLLBOOK_BIN" sql -q --json "SELECT r.rollout_id, r.turn, r.prompt, a.text AS base FROM v_rollout r
    JOIN run_task t USING (run_id, task_id) JOIN blob a ON a.blob_id = t.prompt_blob_id" >rollouts.json
"$ROLLBOOK_BIN" sql -q --format csv "SELECT rollout_id FROM v_rollout ORDER BY 1" | tail -n +2 | while read -r id; do
    "$ROLLBOOK_BIN" prompt show --rollout "$id" --json
    echo
done >shown.jsonl
python3 - <<'END' || fail "the messages that were sent"
import json
sent = [json.loads(line)["messages"] for line in open("log.jsonl")]
for messages in sent:
    turn = (len(messages) - 2) // 2
    assert [m["role"] for m in messages] == ["system", "user"] + ["assistant", "user"] * turn, messages
    assert messages[0]["content"] == "be brief"
    assert not any("secret" in m["content"] or "im_end" in m["content"] for m in messages if m["role"] == "assistant")
    assert all("```cuda\n// seed" in m["content"] for m in messages if m["role"] == "assistant")
    assert all("- status: " in m["content"] for m in messages[3::2])
rollouts = json.load(open("rollouts.json"))["rows"]
key = lambda messages: json.dumps(messages)
assert len(sent) == len(rollouts) == 16
for r in rollouts:
    assert any(m[1]["content"] == r["base"] and m[-1]["content"] == r["prompt"] and len(m) == 2 + 2 * r["turn"] for m in sent), r
# "prompt show --rollout" says what was sent, to the byte.
decoder, text, shown = json.JSONDecoder(), open("shown.jsonl").read(), []
while text.strip():
    value, end = decoder.raw_decode(text.lstrip())
    shown.append([{"role": m["role"], "content": m["content"]} for m in value["rows"]])
    text = text.lstrip()[end:]
assert sorted(map(key, shown)) == sorted(map(key, sent))
END

# A context that is exceeded: the oldest turns are left out, and the row says so.
refine tight --k 2 --turns 5 --history all
rows "SELECT turn, shown, n_dropped, count(*) FROM v_turn WHERE run = 'tight' AND turn > 0 GROUP BY 1, 2, 3 ORDER BY 1" \
    '1,[0],0,4\n2,"[0,1]",0,4\n3,"[1,2]",1,4\n4,"[2,3]",2,4\n'
rows "SELECT turn, count(*) / 4, count(DISTINCT rollout_id), sum(status = 400) / 4 FROM v_attempt WHERE run = 'tight' GROUP BY turn ORDER BY turn" \
    '0,1,4,0\n1,1,4,0\n2,1,4,0\n3,2,4,1\n4,3,4,2\n'
rows "SELECT parent.turn, count(*) FROM v_turn t JOIN v_turn parent ON parent.rollout_id = t.parent_id WHERE t.run = 'tight' AND t.turn = 4" '3,4\n'
# One that holds no turn at all ends the conversation, not the run.
refine cramped --k 2 --turns 3
rows "SELECT status, (SELECT count(*) FROM v_rollout WHERE run = 'cramped') FROM v_run WHERE run = 'cramped'" 'complete,4\n'
rows "SELECT reason, turn, count(*) FROM conversation_end JOIN run USING (run_id) WHERE name = 'cramped' GROUP BY 1, 2" 'context,1,4\n'
rows "SELECT end_reason, count(*) FROM v_turn WHERE run = 'cramped'" 'context,4\n'
expect 0 analyze turns --run cramped --format csv
has '^cramped,correct,NA,best,1,0,4,0,'
# No code is an answer like others; the next turn is told.
refine mute --k 1 --turns 2
rows "SELECT turn, outcome, instr(feedback, 'It holds no code') > 0 FROM v_turn WHERE run = 'mute' ORDER BY 1, task" \
    '0,no_code,1\n0,no_code,1\n1,no_code,NA\n1,no_code,NA\n'

# Whatever an answer holds, the next request is JSON of bounded size, and what was shown can be shown again.
: >log.jsonl
refine noisy --k 1 --turns 3
rows "SELECT turn, outcome, count(*) FROM v_turn WHERE run = 'noisy' GROUP BY 1, 2" '0,no_code,2\n1,no_code,2\n2,no_code,2\n'
python3 - <<'END' || fail "what was sent after a noisy answer"
import json
for line in open("log.jsonl"):
    for m in json.loads(line)["messages"]:
        assert len(m["content"]) < 40000 and not set(m["content"]) & set("\0\x1b"), m["content"][:80]
        m["content"].encode()
END
# Where there are no roles, the texts follow each other.
"$ROLLBOOK_BIN" run refine --policy openai --tasks 4,28 --case tiny -q --name plain --k 1 --turns 3 \
    --policy-config "$(config learner ',"api":"completions"')" >out
rows "SELECT turn, outcome, count(*) FROM v_turn WHERE run = 'plain' GROUP BY 1, 2" '0,compile,2\n1,mismatch,2\n2,measured,2\n'

# Answers that are bodies become kernel files of the task; feedback asks for a body again; a replay wraps them as well.
"$ROLLBOOK_BIN" run refine --policy openai --tasks 4,28 --case tiny -q --name bodies --k 1 --turns 2 \
    --policy-config "$(config bodies ',"template":"body-only"')" >out
rows "SELECT turn, outcome, instr(code, '//@ launch') = 1, instr(action, '__global__'), count(*) FROM v_rollout WHERE run = 'bodies' GROUP BY 1, 2, 3, 4" \
    '0,compile,1,0,2\n1,measured,1,0,2\n'
[ "$(one "SELECT count(*) FROM v_turn WHERE run = 'bodies' AND feedback LIKE '%Answer with the whole body%'")" = 2 ] || fail "feedback on bodies"
[ "$(one "SELECT count(DISTINCT feedback_sha256) FROM v_turn WHERE run IN ('bodies', 'learner')")" = 2 ] || fail "versions of feedback"
expect 0 replay bodies
rows "SELECT turn, outcome, count(*) FROM v_rollout WHERE run = 'replay-bodies' GROUP BY 1, 2" '0,compile,2\n1,measured,2\n'

# Killed anywhere, it asks for what is missing and ends with the same conversations.
said_of() {
    one "SELECT v.task, v.sample, v.turn, v.outcome, v.code_sha256, c.shown, c.n_dropped FROM v_rollout v
         LEFT JOIN conversation_turn c USING (rollout_id) WHERE v.run = '$1' ORDER BY 1, 2, 3"
}
refine slow --k 3 --turns 4 --history last-2
said_of slow >want
[ "$(wc -l <want)" -eq 24 ] || fail "not 24 turns"
for stored in 2 7 13 20; do
    rm -f k.db*
    : >log.jsonl
    "$ROLLBOOK_BIN" run refine --db k.db --policy openai --tasks 4,28 --case tiny -q --name slow --k 3 --turns 4 --history last-2 \
        --policy-config "$(config slow)" >out 2>/dev/null &
    pid=$!
    n=0
    tries=0
    while [ "${n:-0}" -lt "$stored" ]; do
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || fail "no turn came"
        n=$(ROLLBOOK_DB=k.db one "SELECT count(*) FROM rollout" 2>/dev/null || echo 0)
    done
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    n=$(ROLLBOOK_DB=k.db one "SELECT count(*) FROM rollout")
    sleep 0.3
    : >log.jsonl
    "$ROLLBOOK_BIN" run --resume slow --db k.db -q >out 2>err || grep -q "is complete" err || fail "resume: $(cat err)"
    ROLLBOOK_DB=k.db said_of slow | cmp - want || fail "other conversations after kill -9 at $stored turns"
    [ "$(wc -l <log.jsonl)" -eq $((24 - n)) ] || fail "asked $(wc -l <log.jsonl) times for $((24 - n)) turns"
done
