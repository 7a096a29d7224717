# --step boa of scaling, selection, sweep, turns, fast-p and summary, held out and in sample,
# recomputed in Python.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
export ROLLBOOK_DB=boa.db
cat >map.json <<'JSON'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "step": "/step",
 "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base", "mean_logprob": "/lp"}}
JSON
cat >world.py <<'PY'
import json, random
world = random.Random(4)
for problem in range(1, 7):
    for step in range(5):
        for sample in range(9 if problem == 3 else 8):
            correct = problem != 5 and world.random() < 0.7
            row = {"level": 1, "problem": problem, "step": step, "sample": sample, "compiled": True, "correct": correct,
                   "us": 10 / world.choice([0.5, 0.8, 1.5, 2.5]) if correct else None, "base": 10, "lp": -world.random()}
            print(json.dumps(row))
PY
cat >check.py <<'PY'
import json, math, sys
rows = [json.loads(line) for line in open("world.jsonl")]
tasks = sorted({r["problem"] for r in rows})
fast = lambda r: r["correct"] and r["base"] / r["us"] > 1
speedup = lambda r: r["base"] / r["us"]
mean = lambda x: sum(x) / len(x)

def aggregate(kept, step):
    return mean([mean([fast(r) for r in kept if r["problem"] == t and r["step"] == step]) for t in tasks])

def best(kept):
    values = [aggregate(kept, step) for step in range(5)]
    return min(s for s in range(5) if values[s] > max(values) - 1e-12)

steps = [best([r for r in rows if r["sample"] % 2 != odd]) for odd in (0, 1)]
whole = best(rows)
assert len(set(steps + [whole])) > 1, "a world whose halves agree shows nothing"
held = [r for r in rows if r["step"] == steps[r["sample"] % 2]]
inside = [r for r in rows if r["step"] == whole]

def of_task(kept, t):
    return [r for r in kept if r["problem"] == t]

def pass_k(kept, what, k):
    return mean([1 - math.comb(len(x) - sum(map(what, x)), k) / math.comb(len(x), k)
                 for x in (of_task(kept, t) for t in tasks)])

def pick(kept):
    hits = 0
    for t in tasks:
        correct = [r for r in of_task(kept, t) if r["correct"]]
        hits += bool(correct) and fast(min(correct, key=lambda r: r["lp"]))
    return hits / len(tasks)

def geomean(kept):
    return math.exp(mean([math.log(speedup(r)) for r in kept if r["correct"]]))

def near(a, b, what):
    if not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12):
        sys.exit(f"{what}: {a} is not {b}")

def table(name):
    return json.load(open(name))["rows"]

for r in table("scaling"):
    if r["metric"] in ("pass", "fast_1") and r["k"] in (1, 2, 4):
        what = fast if r["metric"] == "fast_1" else (lambda x: x["correct"])
        near(r["value"], pass_k(held, what, int(r["k"])), f"scaling {r['metric']}@{r['k']}")
        near(r["value_in_sample"], pass_k(inside, what, int(r["k"])), f"scaling {r['metric']}@{r['k']} in sample")
for name in ("selection", "rules"):
    row = [r for r in table(name) if r["rule"] == "surprisal-guided"][0]
    near(row["fast_1"], pick(held), name)
    near(row["fast_1_in_sample"], pick(inside), name + " in sample")
row = table("sweep")[0]
assert row["n"] == len(held)
near(row["correct"], sum(r["correct"] for r in held), "sweep")
near(row["geomean_speedup"], geomean(held), "sweep geomean")
near(row["correct_rate_in_sample"], mean([r["correct"] for r in inside]), "sweep in sample")
near(row["geomean_in_sample"], geomean(inside), "sweep geomean in sample")
row = [r for r in table("turns") if r["metric"] == "fast" and r["p"] == 1 and r["view"] == "best"][0]
near(row["value"], pass_k(held, fast, 1), "turns")
near(row["value_in_sample"], pass_k(inside, fast, 1), "turns in sample")
near([r for r in table("fast-p") if r["p"] == 1][0]["value"], pass_k(held, fast, 1), "fast-p")
near(table("summary")[0]["max_speedup"], max(speedup(r) for r in held if r["correct"]), "summary")
PY
python3 world.py >world.jsonl
"$ROLLBOOK_BIN" ingest jsonl world.jsonl --map map.json --run-name t >/dev/null || fail "no run"
for name in scaling selection sweep turns fast-p summary; do
    "$ROLLBOOK_BIN" analyze "$name" --run t --step boa --json >"$name" 2>err || fail "$name: $(cat err)"
    grep -q "held out" "$name" || fail "$name does not say that the step is held out"
done
"$ROLLBOOK_BIN" analyze selection --rules surprisal-guided --run t --step boa --json >rules || fail "no rules"
python3 check.py || fail "held-out values differ"
# Other steps have no such column.
"$ROLLBOOK_BIN" analyze scaling --run t --json | grep -q in_sample && fail "in_sample without --step boa"
# One sample a step: nothing can be held out, which is said.
grep '"sample": 0' world.jsonl >one.jsonl
"$ROLLBOOK_BIN" ingest jsonl one.jsonl --map map.json --run-name one >/dev/null || fail "no run one"
for name in scaling selection sweep turns fast-p summary; do
    expect 7 analyze "$name" --run one --step boa
    said "run one has no samples with even and with odd numbers"
done
