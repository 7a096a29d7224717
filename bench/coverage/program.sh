# Coverage through the program: result files of worlds whose truth is known, imported and compared.
#
#   sh bench/coverage/program.sh BUILD_FOLDER [SETS [TASKS [FIRST [RUNS]]]]
#
# RUNS (0): standard deviation on the logit of what a run has in common for all its tasks.  TASKS (20), base and method with the same rates, three seeds each, a sample file a seed of 16 samples a task; worlds
# from number FIRST (1) on.  Prints how often
# `analyze compare` rejects at .05 for new runs, how often its interval for new tasks and new runs holds 0, how often that of `analyze
# fast-p` holds the true share and that of `analyze equivalent-k` holds 1, each with the alarm of an exact binomial
# test at .001.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
binary=${1:?usage: program.sh BUILD_FOLDER [SETS]}/rollbook
sets=${2:-50}
export TASKS="${3:-20}" RUNS="${5:-0}"
first=${4:-1}
folder=$(mktemp -d "${TMPDIR:-/tmp}/coverage.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cat >"$folder/world.py" <<'PY'
import json, math, os, random, sys
number, folder = int(sys.argv[1]), sys.argv[2]
world = random.Random(number)
logits = [world.gauss(0, 1) - 1 for _ in range(int(os.environ["TASKS"]))]
for name in ("a1", "a2", "a3", "b1", "b2", "b3"):
    results, luck = {}, world.gauss(0, float(os.environ["RUNS"]))
    for task, logit in enumerate(logits, 1):
        rate = 1 / (1 + math.exp(-logit - luck))
        results[str(task)] = []
        for sample in range(16):
            fast = world.random() < rate
            correct = fast or world.random() < 0.5
            size = math.exp(abs(world.gauss(0, 0.5)) + 1e-9)
            runtime = (1 / size if fast else size) if correct else -1.0
            results[str(task)].append({"sample_id": sample, "compiled": True, "correctness": correct,
                                       "metadata": {}, "runtime": runtime, "runtime_stats": {}})
    json.dump(results, open(f"{folder}/{name}.json", "w"))
PY
cat >"$folder/baseline.py" <<'PY'
import json, os, sys
row = {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "", "device": "d"}
json.dump({"level1": {f"{t}_x.py": row for t in range(1, int(os.environ["TASKS"]) + 1)}, "level2": {}, "level3": {}}, sys.stdout)
PY
cat >"$folder/read.py" <<'PY'
import json, math, sys
folder = sys.argv[1]
sd = math.hypot(1, float(os.environ["RUNS"]))
truth = sum(1 / (1 + math.exp(1 - sd * z)) * w for z, w in
            ((x / 100, math.exp(-x * x / 20000) / 100 / math.sqrt(2 * math.pi)) for x in range(-800, 801)))
compare = [r for r in json.load(open(f"{folder}/compare"))["rows"] if r["estimand"] == "sample"]
row = {r["quantity"]: r for r in compare}
p, ci = row["test_new_runs"]["p"], row["difference_new_tasks_new_runs"]
fast = [r for r in json.load(open(f"{folder}/fast"))["rows"] if r["p"] == 1][0]
k = [r for r in json.load(open(f"{folder}/k"))["rows"] if r["kind"] == "policy"][0]
beyond = k["ci_high"] is None and k["na"]["ci_high"].startswith(">")
print(int(p is not None and p <= 0.05), int(ci["ci_low"] <= 0 <= ci["ci_high"]),
      int(fast["ci_low"] <= truth <= fast["ci_high"]),
      int(k["ci_low"] is not None and k["ci_low"] <= 1 and (beyond or 1 <= k["ci_high"])))
PY
python3 "$folder/baseline.py" >"$folder/baseline.json"
number=$((first - 1))
while [ "$number" -lt $((first + sets - 1)) ]; do
    number=$((number + 1))
    rm -f "$folder"/w.db*
    python3 "$folder/world.py" "$number" "$folder"
    for run in a1 a2 a3 b1 b2 b3; do
        "$binary" ingest kernelbench "$folder/$run.json" --level 1 --run-name $run --seed "${run#?}" --db "$folder/w.db" >/dev/null 2>&1
    done
    "$binary" ingest kernelbench-baseline "$folder/baseline.json" --name base --db "$folder/w.db" >/dev/null
    "$binary" analyze compare --a a1,a2,a3 --b b1,b2,b3 --baseline base --json --db "$folder/w.db" >"$folder/compare"
    "$binary" analyze fast-p --run a1,a2,a3 --by all --baseline base --json --db "$folder/w.db" >"$folder/fast"
    "$binary" analyze equivalent-k --base a1,a2,a3 --run b1,b2,b3 --step 0 --baseline base --json --replicates 50 --db "$folder/w.db" >"$folder/k"
    python3 "$folder/read.py" "$folder" >>"$folder/rows"
done
python3 - "$folder/rows" <<'PY'
import sys
from math import comb
rows = [[int(v) for v in line.split()] for line in open(sys.argv[1])]
n, alarms = len(rows), 0
def tail(k, chance):
    return sum(comb(n, i) * chance**i * (1 - chance) ** (n - i) for i in range(k, n + 1))
for i, (name, misses_at) in enumerate([("compare: the test for new runs rejects", None), ("compare: new tasks and new runs cover", 0), ("fast-p: covers", 0),
                                         ("equivalent-k: covers", 0)]):
    hits = sum(r[i] for r in rows)
    alarm = tail(hits if misses_at is None else n - hits, 0.05) < 0.001
    alarms += alarm
    print(f"{name}: {hits} of {n}{' ALARM' if alarm else ''}")
sys.exit(alarms > 0)
PY
