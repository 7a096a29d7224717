# What keeps printed inferences honest, through the program: few tasks, picks of several, rollouts that share a task, what has no runtime.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
export ROLLBOOK_DB=guards.db
cat >map.json <<'JSON'
{"suite": "mine", "fields": {"level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "step": "/step", "compiled": {"constant": true},
 "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base", "mean_logprob": "/lp", "completion_tokens": "/tokens"}}
JSON
# Three tasks: best-of-n has 1, 2 and 1 fast of 8, both steps of ttt 7, 8 and 7.  The surprisal of a fast sample is high.
python3 - <<'PY'
import json, random
def write(name, steps, counts, tasks=3, n=8):
    draws = random.Random(name)
    with open(name + ".jsonl", "w") as out:
        for problem in range(1, tasks + 1):
            for step in range(steps):
                for sample in range(n):
                    fast = sample < counts[(problem - 1) % len(counts)]
                    row = {"problem": problem, "step": step, "sample": sample, "correct": True, "us": 5 if fast else 20, "base": 10,
                           "lp": -2 - draws.random() if fast else -1 - draws.random(), "tokens": 40 + draws.randrange(20)}
                    out.write(json.dumps(row) + "\n")
write("bon", 1, (1, 2, 1))
write("ttt", 2, (7, 8, 7))
write("five", 1, (2, 3, 5, 4, 6), 5)
rows = [json.loads(line) for line in open("bon.jsonl")]
with open("untimed.jsonl", "w") as out:
    for row in rows:
        row.update(us=None, base=10, correct=row["sample"] == 0)
        out.write(json.dumps(row) + "\n")
PY
add() {
    "$ROLLBOOK_BIN" ingest jsonl "$1.jsonl" --map map.json --run-name "$1" --strategy "$2" --seed 1 >/dev/null 2>err || fail "no run $1: $(cat err)"
}
add bon best-of-n
add ttt ttt
add five best-of-n
add untimed best-of-n

# Three tasks: sign flips give .25 at best, so no interval of a difference excludes 0, whatever Student's t says.
expect 0 analyze compare --a bon --b ttt --json
cp out compare
expect 0 analyze compare --methods bon=bon,ttt=ttt --json
cp out methods
expect 0 analyze compare --methods bon=bon,ttt=ttt --table sensitivity --json
cp out sensitivity
expect 0 analyze compare --a bon --b ttt --table transfer --subsets "one=1,2;two=3" --json
cp out transfer
expect 0 analyze equivalent-k --base bon --run ttt --json
cp out equivalent
expect 0 analyze selection --run five --json
cp out selection
expect 0 analyze selection --run five --rules all --json
cp out rules
expect 0 analyze selection --run five --table calibration --json
cp out bins
expect 0 analyze selection --run five --table correlation --json
cp out correlation
expect 0 analyze fast-p --run five --json
cp out fastp
expect 0 analyze sweep --run five --json
cp out sweep
"$ROLLBOOK_BIN" figure selection --run five -q -o s.pdf --csv picks.csv --tex picks.tex >/dev/null || fail "no figure of picks"
"$ROLLBOOK_BIN" report ttt-vs-bon --run bon,ttt -q -o r.pdf --latex page >/dev/null || fail "no report"
cat page/main.tex page/tables/* | tr '\n' ' ' >tex
cat >check.py <<'PY'
import csv, json, math
def table(name):
    return json.load(open(name))
def near(a, b, what):
    assert math.isclose(a, b, rel_tol=1e-9), (what, a, b)
def row(name, **want):
    found = [r for r in table(name)["rows"] if all(r[k] == v for k, v in want.items())]
    assert len(found) == 1, (name, want, len(found))
    return found[0]

gain = row("compare", estimand="sample", quantity="difference_new_tasks_these_runs")
assert 0.6 < gain["value"] < 0.8, gain
assert gain["ci_low"] == 0 and gain["ci_high"] > gain["value"], gain
for name in ("compare", "methods", "sensitivity", "transfer", "equivalent"):
    assert any(n.startswith("UNDECIDED") for n in table(name)["notes"]), name
for r in table("methods")["rows"]:
    if r["quantity"].startswith("difference_") and "_runs" in r["quantity"]:
        assert r["ci_low"] is None or r["ci_low"] <= 0 <= r["ci_high"], r
told = [r["says"] for r in table("sensitivity")["rows"] if r["quantity"].startswith("difference_") and r["says"]]
assert told and set(told) == {"no difference shown"}, told
for r in table("transfer")["rows"]:
    assert r["ci_low"] is None or r["ci_low"] <= 0 <= r["ci_high"], r
policy = row("equivalent", kind="policy")
assert policy["k"] > 1 and policy["these_runs_ci_low"] == 1 and policy["ci_low"] is None, policy
tex = open("tex").read().replace("{}", "").replace("\\allowbreak", "")
assert "cannot decide for new tasks" in tex, "page 1 decides"
# Page 1 leads with what one rollout is worth, not with a budget.
assert "rollout at its BoA step (cross-fitted, %.1f" % (100 * policy["fast"]) in tex, policy["fast"]

# Rules that evaluate several are held against as many, the oracle against nothing; reports and figures show that.
for name in ("selection", "rules"):
    top3, best, one = (row(name, rule=r) for r in ("surprisal-guided-top3", "best-correct", "surprisal-guided"))
    assert top3["p_vs_random"] is None and best["p_vs_random"] is None and best["p_vs_random_m"] is None, name
    chance = 1.0
    for fast in (2, 3, 5, 4, 6):
        chance *= 1 - math.comb(8 - fast, 3) / math.comb(8, 3)
    assert top3["count"] == 5
    near(top3["p_vs_random_m"], chance, name)
    assert one["p_vs_random"] < 0.03 < top3["p_vs_random_m"]
picks = {r["rule"]: r for r in csv.DictReader(open("picks.csv")) if r["task"] == "all"}
near(float(picks["surprisal-guided-top3"]["p_vs_random_m"]), chance, "figure")
assert "SurprisalGuidedTopThree}{%.4g}" % chance in open("picks.tex").read()
assert picks["best-correct"]["p_vs_random_m"] == "NA"
of_bon = 3 / 8 * (1 - math.comb(6, 3) / math.comb(8, 3)) * 3 / 8
line = [x for x in tex.split("\\\\") if x.strip().startswith("surprisal-guided-top3 &")]
assert line and any(c.strip().startswith("%.3g" % of_bon) for c in line[0].split("&")), (line, of_bon)
assert any("mean over all ways to break them" in n for n in table("selection")["notes"])

# Samples of a task are no units.
for r in table("bins")["rows"]:
    assert r["interval"] in ("student-t", None) or 0.4 < r["ci_high"] - r["ci_low"], r  # none or all: of five tasks
for r in table("correlation")["rows"]:
    assert (r["p"] is None) == (r["scope"] == "pooled"), r
    # A direction is said by the interval over tasks, and of nothing else.
    said = None if r["ci_low"] is None else "high surprisal goes with fast" if r["ci_low"] > 0 else "low surprisal goes with fast" if r["ci_high"] < 0 else "no direction shown"
    assert r["reading"] == said, r
sweep = table("sweep")["rows"][0]
assert sweep["median_ci_low"] is None and sweep["geomean_interval"] == "student-t", sweep
for r in table("fastp")["rows"]:
    if r["p"] == 1:
        assert r["interval"] == "student-t", r

# Few tasks are said.
for name in ("compare", "methods", "sensitivity", "transfer", "equivalent", "selection", "rules", "bins", "correlation"):
    assert any(n.startswith("FEW TASKS") for n in table(name)["notes"]), name
PY
python3 check.py || fail "an inference is not guarded"
"$ROLLBOOK_BIN" figure turns --run five -q -o t.pdf --tex few.tex >/dev/null 2>&1 || "$ROLLBOOK_BIN" figure fast-p --run five -q -o t.pdf --tex few.tex >/dev/null || fail "no figure"
grep -q 'Few tasks' few.tex || complain "a figure of five tasks does not say that they are few"

# Eleven tasks: rates of samples that share a task are clustered, medians are of tasks, and an ECE that is not rejected has no interval.
python3 - <<'PY'
import json
with open("eleven.jsonl", "w") as out:
    for problem in range(1, 12):
        for sample in range(8):
            fast = sample % 2 == problem % 2
            row = {"problem": problem, "sample": sample, "step": 0, "correct": problem % 2 == 0, "us": (5 if fast else 20) + problem, "base": 10, "lp": -1, "tokens": 9,
                   "stated": 0.5}
            out.write(json.dumps(row) + "\n")
PY
add eleven best-of-n
expect 0 analyze sweep --run eleven --format csv
grep -q ',student-t,' out || complain "rates of eleven tasks are not clustered: $(cat out)"
expect 0 analyze sweep --run eleven --json
python3 - <<'PY' || complain "the sweep of eleven tasks: $(cat out)"
import json
row = json.load(open("out"))["rows"][0]
low, high = row["correct_rate_ci_low"], row["correct_rate_ci_high"]
assert row["correct_rate_interval"] == "student-t" and high - low > 0.5, row  # 40 of 88 by Wilson: 0.2
assert row["median_interval"] == "student-t" or row["median_ci_low"] is None, row
PY
expect 0 analyze calibration --run eleven --stated extra:stated --json
python3 - <<'PY' || complain "the calibration of eleven tasks: $(cat out)"
import json
rows = {r["measure"]: r for r in json.load(open("out"))["rows"]}
assert rows["ece"]["p"] > 0.05 and rows["ece"]["ci_low"] is None, rows["ece"]
assert "not rejected" in rows["ece"]["na"]["ci_low"], rows["ece"]
PY

# A correct sample without its own runtime is what is missing, not the baseline; nothing of it is "0 of n".
expect 7 analyze fast-p --run untimed
said "none of them has a runtime"
expect 7 figure fast-p --run untimed -q -o u.pdf
said "its correct samples have no runtime"
expect 0 figure scaling --run untimed -q -o u.svg
tr -d '\n' <u.svg | grep -q "no runtime" || complain "the scaling of what nobody timed"
! grep -q "no baseline for" u.svg || complain "the scaling of what nobody timed blames a baseline"
expect 0 analyze scaling --run untimed
grep -q "its correct samples have no runtime" out || complain "the table of scaling: $(cat out)"
expect 0 report model-sweep --run untimed -q -o u.pdf --latex untimed
cat untimed/main.tex untimed/tables/* | tr '\n' ' ' | sed 's/{}//g' >tex
grep -q 'its correct samples have no runtime' tex || complain "what nobody timed is counted as slow: $(cat tex)"

# Correct samples are compared without a runtime: 1 of 8 each against what is right of each task of five, which is all.
expect 7 analyze compare --methods a=untimed,b=five
expect 0 analyze compare --methods a=untimed,b=five --rule correct --format csv
grep -q '^sample,value_these_runs,a,NA,0.125,' out || complain "a share of correct samples: $(cat out)"
grep -q '^sample,difference_these_runs,b,a,0.875,' out || complain "a difference of correct samples: $(cat out)"
expect 0 analyze compare --a untimed --b five --rule correct --format csv
for table in curves solved sensitivity; do
    expect 0 analyze compare --methods a=untimed,b=five --rule correct --table $table --format csv
done
grep -q '^threshold' out && complain "correct samples have a threshold"

# Baselines alone make a figure.
cat >baseline.json <<'JSON'
{"level1": {"1_a.py": {"mean": 4.0, "std": 0.0, "min": 4.0, "max": 4.0, "num_trials": 100, "hardware": "G1", "device": "cuda:0"},
            "2_b.py": {"mean": 2.0, "std": 0.0, "min": 2.0, "max": 2.0, "num_trials": 100, "hardware": "G1", "device": "cuda:0"}}, "level2": {}, "level3": {}}
JSON
sed 's/G1/G2/' baseline.json >other.json
for file in baseline other; do
    "$ROLLBOOK_BIN" ingest kernelbench-baseline $file.json --name eager --db alone.db >/dev/null || fail "no baseline"
done
for name in hardware baselines; do
    expect 0 figure $name --db alone.db -q -o alone.pdf --csv alone.csv --replace
    grep -q G2 alone.csv || complain "$name of baselines alone: $(cat alone.csv)"
done
