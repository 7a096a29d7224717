# analyze equivalent-k: the budget in tokens and seconds follows from what the runs cost.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
run() {
    "$ROLLBOOK_BIN" run "$@" -q --case tiny --tasks 4,5 --seed 1 >out 2>&1 || fail "run $*: $(cat out)"
}
run best-of-n --k 4 --name bon
run ttt --k 2 --steps 1 --name ttt
settle small.db
"$ROLLBOOK_BIN" analyze equivalent-k --base bon --run ttt --json >out 2>err || fail "$(cat err)"
"$ROLLBOOK_BIN" sql "SELECT name, sum(prompt_tokens + completion_tokens) AS tokens FROM rollout JOIN run USING (run_id) GROUP BY name ORDER BY name" --format csv >tokens ||
    fail "no tokens"
"$ROLLBOOK_BIN" sql "SELECT name, sum(wall_seconds) AS seconds FROM ledger JOIN run USING (run_id) GROUP BY name ORDER BY name" --format csv >seconds ||
    fail "no seconds"
cat >check.py <<'PY'
import csv, json, math
rows = {row["kind"]: row for row in json.load(open("out"))["rows"]}
assert list(rows) == ["policy", "budget", "budget-tokens", "budget-seconds"], list(rows)
for name in ("tokens", "seconds"):
    total = {r["name"]: float(r[name]) for r in csv.DictReader(open(name))}
    row = rows["budget-" + name]
    # bon: 2 tasks x 4; ttt: 2 tasks, of whose rollouts 4 are the common budget.
    share = rows["budget"]["rollouts"] / rows["policy"]["rollouts"]
    assert rows["budget"]["rollouts"] == 4 and share <= 1, rows
    assert math.isclose(row["spent"], total["ttt"] / 2 * share, rel_tol=1e-9), (name, row, total)
    assert row["currency"] == name
    if isinstance(row["k"], (int, float)):
        worth = row["k"] * total["bon"] / 8
        assert math.isclose(row["equivalent_amount"], worth, rel_tol=1e-9, abs_tol=1e-12), (name, row, total)
PY
python3 check.py || fail "$(cat out tokens seconds)"

# How long a sample took, as an imported file says; what is no number says nothing.
printf '%s\n' '{"p": 1, "s": 0, "latency_s": 4}' '{"p": 1, "s": 1, "latency_ms": 6000}' '{"p": 1, "s": 2, "latency_ms": "soon"}' '{"p": 1, "s": 3}' >slow.jsonl
printf '%s' '{"suite": "mine", "fields": {"level": {"constant": 1}, "problem": "/p", "sample": "/s", "correct": {"constant": false}}}' >slow.json
"$ROLLBOOK_BIN" ingest jsonl slow.jsonl --map slow.json --run-name slow -q >/dev/null || fail "no import"
"$ROLLBOOK_BIN" analyze cost --run slow --json -q | grep -q '"latency_seconds":5[,}]' || fail "the latency of imported samples: $("$ROLLBOOK_BIN" analyze cost --run slow --json)"
