# Records for trainers say what the rows say, by the names of TRL, verl, prime-rl and SkyRL, and survive hostile text.
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || { echo "no python3"; exit 77; }

expect_status 0 run train --tasks 19,20 --held 36 --case tiny --k 3 --eval-k 2 --steps 1 --turns 2 --seed 3 --name tr -q
expect_status 0 run refine --tasks 4 --case tiny --k 2 --turns 3 --seed 3 --name rf -q
expect_status 0 run refine --tasks 4 --case tiny --k 1 --turns 3 --history last-1 --seed 3 --name last -q
cp x.db plain.db
# A hostile answer in the first turn of a conversation, and one in a last turn; a filter; a prompt with a NUL; a turn without tokens.
python3 - <<'PY'
import hashlib, sqlite3
db = sqlite3.connect("x.db")
def blob(raw, kind):
    db.execute("INSERT INTO blob (sha256, kind, bytes, data) VALUES (?, ?, ?, ?)", (hashlib.sha256(raw).hexdigest(), kind, len(raw), raw))
    return db.execute("SELECT last_insert_rowid()").fetchone()[0]
def rollout(run, turn, sample):
    return db.execute("SELECT r.rollout_id FROM rollout r JOIN run USING (run_id) WHERE run.name = ? AND turn = ? AND sample = ? ORDER BY step, task_id", (run, turn, sample)).fetchone()[0]
db.execute("UPDATE rollout SET completion_blob_id = ? WHERE rollout_id = ?",
    (blob(b'<think>"}]\x00\x1b[31m</think>```cuda\nx\n```', "completion"), rollout("rf", 0, 0)))
db.execute("UPDATE rollout SET completion_blob_id = ? WHERE rollout_id = ?",
    (blob(b'\xff\xfe"\\\n\x01\x00\xc3(\xed\xa0\x80\xe2\x80\xa8 {"role": "system"}', "completion"), rollout("rf", 2, 1)))
db.execute("INSERT INTO sample_mask (rollout_id, filter) VALUES (?, 'truncated'), (?, 'cheat')", (rollout("tr", 1, 0),) * 2)
db.execute("DELETE FROM rollout_tokens WHERE rollout_id = ?", (rollout("tr", 0, 1),))
prompt = db.execute("SELECT p.text FROM run_task k JOIN run USING (run_id) JOIN blob p ON p.blob_id = k.prompt_blob_id WHERE run.name = 'last'").fetchone()[0]
db.execute("UPDATE run_task SET prompt_blob_id = ? WHERE run_id = (SELECT run_id FROM run WHERE name = 'last')", (blob(prompt.encode() + b"\x00 behind", "prompt"),))
db.commit()
PY
for form in trl verl prime-rl skyrl messages; do
    expect 0 export --records "$form.jsonl" --form "$form"
    "$ROLLBOOK_BIN" export --records - --form "$form" -q | cmp -s - "$form.jsonl" || complain "$form: standard output differs"
done
grep -q '^kept: 13$' err || complain "conversations: $(cat err)"
expect 0 export --records one.jsonl --form messages --run last
[ "$(wc -l <one.jsonl)" -eq 1 ] || complain "--run: $(wc -l <one.jsonl)"
python3 - <<'PY' || complain 'records do not say what the rows say'
import json, sqlite3, struct
db = sqlite3.connect("x.db")
names = {
    "trl": "prompt completion prompt_ids completion_ids completion_mask old_per_token_logps sampling_per_token_logps advantages reward",
    "verl": "uid data_source raw_prompt completion prompts responses response_mask old_log_probs rollout_log_probs advantages token_level_scores",
    "prime-rl": "prompt completion prompt_ids prompt_mask completion_ids completion_mask completion_logprobs completion_temperatures env_name advantage reward",
    "skyrl": "prompt completion prompt_token_ids response_ids rewards loss_masks stop_reasons rollout_logprobs trajectory_ids is_last_step advantages",
}
def strict(text):  # no NaN, no control character as it is
    assert all(c >= " " for c in text), text
    return json.loads(text, parse_constant=lambda c: 1 / 0)
records = {form: [strict(line) for line in open(form + ".jsonl", newline="\n").read().split("\n")[:-1]] for form in [*names, "messages"]}
n = db.execute("SELECT count(*) FROM rollout").fetchone()[0]
for form, members in names.items():
    assert len(records[form]) == n and len({r["rollbook"]["rollout_id"] for r in records[form]}) == n
    for r in records[form]:
        assert list(r) == members.split() + ["rollbook"], (form, list(r))
        assert {u["member"] for u in r["rollbook"]["unknown"]} == {k for k, v in r.items() if v is None}, r["rollbook"]
seen = set()
for trl, verl, prime, sky in zip(*(records[f] for f in names)):
    id = trl["rollbook"]["rollout_id"]
    run, step, turn, sample, task, reason = db.execute("SELECT run.name, step, turn, sample, t.label, finish_reason FROM rollout r JOIN run USING (run_id) JOIN task t ON t.task_id = r.task_id WHERE rollout_id = ?", (id,)).fetchone()
    tokens = db.execute("SELECT n_tokens, token_ids, logprobs FROM rollout_tokens WHERE rollout_id = ?", (id,)).fetchone()
    reward, advantage = db.execute("SELECT value, advantage FROM reward WHERE rollout_id = ?", (id,)).fetchone() or (None, None)
    masked = [f for f, in db.execute("SELECT filter FROM sample_mask WHERE rollout_id = ? ORDER BY filter", (id,))]
    place = {"run": run, "step": step, "task": task, "sample": sample, "turn": turn}
    assert all(r["rollbook"][k] == v for r in (trl, verl, prime, sky) for k, v in place.items())
    assert trl["rollbook"]["masked_by"] == masked
    seen |= {("masked", bool(masked)), ("tokens", tokens is not None), ("advantage", advantage is not None)}
    ids = logprobs = None
    if tokens is not None:
        ids = list(struct.unpack("<%di" % tokens[0], tokens[1]))
        logprobs = list(struct.unpack("<%df" % tokens[0], tokens[2]))
        single = lambda v: list(struct.unpack("<%df" % len(v), struct.pack("<%df" % len(v), *v)))
        for got in trl["old_per_token_logps"], trl["sampling_per_token_logps"], verl["old_log_probs"], verl["rollout_log_probs"], prime["completion_logprobs"], sky["rollout_logprobs"]:
            assert single(got) == logprobs
    assert trl["completion_ids"] == verl["responses"] == prime["completion_ids"] == sky["response_ids"] == ids
    mask = None if ids is None else [0 if masked else 1] * len(ids)
    assert trl["completion_mask"] == verl["response_mask"] == sky["loss_masks"] == mask
    assert prime["completion_mask"] == (None if mask is None else [m == 1 for m in mask])
    each = None if ids is None or advantage is None else [advantage] * len(ids)
    assert trl["advantages"] == prime["advantage"] == advantage and verl["advantages"] == sky["advantages"] == each
    assert trl["reward"] == prime["reward"] == sky["rewards"] == reward
    assert verl["token_level_scores"] == (None if ids is None or reward is None else [0.0] * (len(ids) - 1) + [reward])
    assert sky["stop_reasons"] == reason and sky["trajectory_ids"]["repetition_id"] == sample and verl["uid"] == f"{run}/{step}/{task}/{turn}"
    raw = db.execute("SELECT coalesce(data, CAST(text AS BLOB)) FROM rollout r JOIN blob b ON b.blob_id = r.completion_blob_id WHERE rollout_id = ?", (id,)).fetchone()[0]
    for r in trl, verl, prime, sky:
        hex = r["rollbook"]["completion_hex"]
        text = r["completion"][0]["content"]
        assert [m["role"] for m in r["completion"]] == ["assistant"]
        try:
            assert text == raw.decode() and hex is None, (text, raw, hex)
        except UnicodeDecodeError:
            assert bytes.fromhex(hex) == raw and "\ufffd" in text and '{"role": "system"}' in text
            seen.add("bytes")
    roles = [m["role"] for m in trl["prompt"]]
    assert trl["prompt"] == verl["raw_prompt"] == prime["prompt"] == sky["prompt"] and roles[0] == roles[-1] == "user"
    if run == "last" and turn > 0:
        assert trl["prompt"][0]["content"].endswith("\x00 behind")
assert seen == {("masked", True), ("masked", False), ("tokens", True), ("tokens", False), ("advantage", True), ("advantage", False), "bytes"}, seen
# Conversations: only what a trainer's context would be the sampler's for is learned from.
by = {(r["rollbook"]["run"], r["rollbook"]["step"], r["rollbook"]["task"], r["rollbook"]["sample"]): r for r in records["messages"]}
for r in by.values():
    lists = [r["loss_mask"], r["masked_because"], r["turns"], r["rewards"], r["advantages"]]
    assert {len(l) for l in lists} == {len(r["messages"])}
    for message, loss, why, turn in zip(r["messages"], r["loss_mask"], r["masked_because"], r["turns"]):
        assert (loss == 1) == (why is None) and (message["role"] == "assistant") == (turn is not None)
whole = by["rf", 0, "l1/4", 1]
assert whole["loss_mask"] == [0, 1, 0, 1, 0, 1] and whole["turns"] == [None, 0, None, 1, None, 2]
assert bytes.fromhex(whole["rollbook"]["completion_hex"]).startswith(b"\xff\xfe")
thought = by["rf", 0, "l1/4", 0]
assert thought["masked_because"][1] == "was shown otherwise than sampled" and "<think>" not in thought["messages"][1]["content"]
assert thought["loss_mask"][3] == thought["loss_mask"][5] == 1
window = by["last", 0, "l1/4", 0]
assert window["turns"] == [None, 1, None, 2] and window["masked_because"] == ["not sampled", "was shown other turns", "not sampled", None], window
masked = [r for r in by.values() if "cheat,truncated" in r["masked_because"]]
assert len(masked) == 1 and masked[0]["rollbook"]["run"] == "tr"
PY
# What a split holds out stays at home; so does what is no record.
for id in $(sed -n '/"eval"/,/\]/p' "$ROLLBOOK_SOURCE_DIR/splits/l1_seed44.json" | grep -o '[0-9]*'); do printf ' %s ' "$id"; done >eval
expect 0 export --records some.jsonl --split l1_seed44
for id in 4 19 20 36; do
    lines=$(grep -c "\"task\":\"l1/$id\"" some.jsonl || true)
    grep -q " $id " eval && [ "$lines" -gt 0 ] && complain "task $id is held out, but $lines records are there"
    grep -q " $id " eval || [ "$lines" -gt 0 ] || grep -q '^code of a held-out task: [1-9]' err || complain "no record of task $id"
done
expect 3 export --records none.jsonl --run nobody
[ ! -e none.jsonl ] || complain 'a file without records'
expect 2 export --records x.jsonl --form sharegpt
said "not trl, verl, prime-rl, skyrl or messages"
expect 2 export --records x.jsonl --min-speedup 1
expect 2 export --records x.jsonl --sft y.jsonl
expect 2 export --sft x.jsonl --form trl
expect 2 export folder --recipe speedup
expect 2 export --records no/folder/x.jsonl
expect 0 export --records other.jsonl --recipe nothing --db plain.db
! grep -q '"reward":[0-9]' other.jsonl || complain 'rewards of a recipe that nobody used'
