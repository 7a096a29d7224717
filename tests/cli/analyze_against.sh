# One rule against another over tasks and seeds, and odd runs that do not stop the others.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
export ROLLBOOK_DB="$PWD/study.db"
# Ten tasks, two seeds: the surprising sample is fast in eight of ten tasks, the confident one in five; one task has log-probs that hardly differ.
python3 - <<'PY'
import json
with open("rows.jsonl", "w") as out:
    for run, strategy in (("a", "best-of-n"), ("b", "best-of-n"), ("untimed", "best-of-n"), ("t", "ttt"), ("u", "ttt")):
        for problem in range(1, 11):
            for sample, (fast, lp) in enumerate(((problem <= 5, -1.0), (problem <= 8, -1.001 if problem == 10 else -2.0))):
                us = None if run == "untimed" else 5.0 if fast else 20.0
                out.write(json.dumps({"run": run, "strategy": strategy, "problem": problem, "sample": sample, "us": us, "lp": lp,
                                      "seed": {"a": 1, "b": 2, "untimed": 3, "t": 1, "u": 3}[run], "step": sample if strategy == "ttt" else 0}) + "\n")
PY
printf '%s' '{"suite": "mine", "fields": {"run": "/run", "strategy": "/strategy", "seed": "/seed", "level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "step": "/step",
 "mean_logprob": "/lp", "compiled": {"constant": true}, "correct": {"constant": true}, "runtime_us": "/us", "baseline_us": {"constant": 10}}}' >map.json
expect 0 init study.db
expect 0 ingest jsonl rows.jsonl --map map.json -q
expect 0 analyze selection --run a,b --against confidence-guided --rules surprisal-guided --format csv -q
python3 - <<'PY' || complain "$(cat out)"
import csv, math
row, = csv.DictReader(open("out"))
want = {"fast_1": .8, "fast_1_against": .5, "difference": .3, "cohens_h": 2 * math.asin(math.sqrt(.8)) - 2 * math.asin(math.sqrt(.5)),
        "p": 2 / 2 ** 3, "p_holm": 2 / 2 ** 3, "min_p": 2 / 2 ** 10, "sd_runs": 0, "n_tasks": 10, "n_cells": 20}
for name, value in want.items():
    assert abs(float(row[name]) - value) < 1e-12, (name, row[name], value)
assert abs(float(row["cohens_h"]) - .6435) < 1e-4 and row["engine"] == "exact" and row["interval"] == "student-t"
PY
expect 0 analyze selection --run a --table applicability --format csv -q
grep -q '^a,l1/10,2,2,0,NA,2,0.0007.*,true,true' out || complain "$(cat out)"
expect 0 analyze selection --run a --table applicability
has 'at most 0.01 nats per token: 1 of 10 cells, 1 of 10 tasks'
expect 0 analyze selection --run a --table applicability --near 5
has '10 of 10 cells'
expect 2 analyze selection --run a --table budget --against shortest
expect 2 analyze selection --run a --against nonsense
expect 0 analyze selection --run a,b --rules all --format csv -q
# Named or not, a run whose correct samples have no time is left out by name.
for words in "selection --run a,b,untimed" "compare --a a,untimed --b t,u" "compare --methods x=a,b,untimed,y=t,u --replicates 50" \
    "equivalent-k --base a,b,untimed --run t,u" "fast-p --run a,untimed" "trajectory --run t,untimed"; do
    # shellcheck disable=SC2086
    expect 0 analyze $words
    cat out err >said
    grep -q 'left out.*untimed' said || complain "$words: $(cat said)"
done
cat out err >said
expect 0 analyze compare --a a,untimed --b t,u
cat out err >said
grep -q 'u (the run of the same seed is left out)' said || complain "$(cat said)"
expect 7 analyze selection --run untimed
# A report says why it has no run to compare.
sqlite3 study.db "DELETE FROM run_task WHERE run_id IN (SELECT run_id FROM run WHERE strategy = 'best-of-n')" 2>/dev/null || exit "$failures"
expect 7 report ttt-vs-bon -o none.pdf
cat out err >said
grep -q 'left out: run a (it does not say which tasks it is about: no run_task rows)' said || complain "$(cat said)"
