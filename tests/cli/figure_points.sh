# The points of a figure have what a page cannot hold, and the runs of a comparison are named.
for tool in python3 qpdf sqlite3; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# Run i of 14 has four samples of each of two tasks, twice as fast as the baseline in the first i of eight; the
# last two runs adapt, and those have log-probs.  Run 15 has no baseline, run 16 another task.
export ROLLBOOK_DB=t.db
"$ROLLBOOK_BIN" init >/dev/null
sqlite3 t.db <<'END'
INSERT INTO model (name, kind) VALUES ('m', 'imported');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16)
INSERT INTO run (name, strategy, status, model_id, config, argv, code_version, libraries, started_at)
SELECT printf('r%02d', i), iif(i IN (13, 14), 'ttt', 'imported'), 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z' FROM n;
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 1), ('kernelbench', 1, 2), ('kernelbench', 1, 12);
INSERT INTO rollout (run_id, step, task_id, sample, mean_logprob, sum_logprob)
SELECT r.run_id, s.value, t.task_id, n.value, iif(r.run_id IN (13, 14), -0.1 * n.value - 0.1, NULL),
       iif(r.run_id IN (13, 14), -n.value - 1.0, NULL)
FROM run r, task t, json_each('[0,1,2,3]') n, json_each('[0,1]') s
WHERE (r.run_id IN (13, 14) OR s.value = 0) AND (t.task_id < 3) = (r.run_id < 16);
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) SELECT rollout_id, 'measured', 1, 1, 'x' FROM rollout;
INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic)
SELECT e.evaluation_id, 'baseline', 'reference', 'cuda_event', 10, 'mean' FROM evaluation e JOIN rollout r USING (rollout_id)
WHERE r.run_id <> 15;
INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
SELECT e.evaluation_id, 'candidate', 'cuda_event', iif(r.sample + 4 * (r.task_id - 1) < r.run_id, 5, 20), 'mean'
FROM evaluation e JOIN rollout r USING (rollout_id);
-- Run 16 multiplies a diagonal by a matrix of 4096 x 4096 on a device of 1555 GB/s with 40 MiB of cache.
INSERT INTO device (backend, name) VALUES ('imported', 'NVIDIA A100-SXM4-40GB');
UPDATE run SET device_id = 1 WHERE run_id = 16;
UPDATE measurement SET runtime_us = 200 WHERE subject = 'candidate' AND evaluation_id IN
    (SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) WHERE run_id = 16);
END

for name in fast-p scaling speedup-ecdf cost rho heatmap-seed selection; do
    expect_status 0 figure "$name" --replicates 20 -o "$name.pdf" --csv "$name.csv" --format json
    cat out err >"$name.said"
done
grep -q 'Of 17 curves the first 10 are drawn; the points name all' fast-p.said || fail "fast-p: $(cat fast-p.said)"
grep -q 'Of 14 groups of runs the first 4 are drawn; the points name all' scaling.said || fail "scaling: $(cat scaling.said)"
grep -qF 'Fast is correct with speedup > 1 (strict) against ' heatmap-seed.said || fail "what is fast: $(cat heatmap-seed.said)"
expect_status 0 figure speedup-ecdf --run r16 -o roof.pdf --format json
cat out err >said
grep -q 'compulsory bytes beyond the cache' said || fail "roofline: $(cat said)"

# Of speedups 0.5 and 2 the shares above p and from p on fall at the same places.
expect_status 0 figure fast-p --replicates 20 --run r01 -o strict.pdf --format json
expect_status 0 figure fast-p --replicates 20 --run r01 --ge -o ge.pdf --format json
for rule in strict ge; do
    qpdf --qdf --object-streams=disable "$rule.pdf" - | grep -a '^[0-9. ]* l$' >"$rule.lines"
done
[ "$(wc -l <ge.lines)" -gt 10 ] && cmp -s strict.lines ge.lines || fail "steps: $(diff strict.lines ge.lines | head -5)"
cat >points.py <<'PY'
import csv

def rows(name):
    return list(csv.DictReader(open(name + ".csv")))

for name, key, n in (("fast-p", "curve", 17), ("speedup-ecdf", "runs", 15), ("cost", "run", 15)):
    seen = {r[key] for r in rows(name)}
    assert len(seen) == n, (name, len(seen), seen)
plain = {r["curve"] for r in rows("scaling") if r["metric"] == "pass"}
assert len(plain) == 14, plain
share = {r["curve"]: float(r["fast_p"]) for r in rows("fast-p") if r["drawn"] == "line" and float(r["p"]) == 1}
for i in range(1, 13):
    assert abs(share[f"r{i:02}"] - min(i, 8) / 8) < 1e-12, (i, share)

# Bytes are moved at least once, but for those that the cache may hold.
expect = (4 * (2 * 4096 * 4096 + 4096) - 40 * 2**20) / 1555e3 / 200
roof = [r for r in rows("speedup-ecdf") if r["quantity"] == "roofline share"]
assert roof and {r["runs"] for r in roof} == {"r16"}, roof
assert all(abs(float(r["value"]) - expect) < 1e-9 for r in roof), (expect, roof)

# A run without baselines: its samples count, which of them are fast is unknown.
heat = [r for r in rows("heatmap-seed") if r["run"] == "r15" and r["task"] == "l1/1"]
assert heat[0]["n"] == "4" and heat[0]["count"] == "NA" and heat[0]["fast_1"] == "NA", heat

# Runs that do not adapt have no log-probs here: their cells are left out of a rule that needs them, and do not fail it.
rules = {r["rule"]: r for r in rows("selection") if r["run"] == "all"}
assert rules["surprisal-guided"]["fast_1"] == "1" and rules["surprisal-guided"]["n_cells"] == "4", rules
PY
python3 points.py || fail "points"

# Cells without a correct sample do not make 0 % of such a rule either.
sqlite3 t.db "UPDATE evaluation SET correct = 0, outcome = 'mismatch' WHERE rollout_id IN (SELECT rollout_id FROM rollout WHERE run_id = 1)"
expect_status 0 figure selection --replicates 20 -o selection.pdf --csv selection.csv --format json
grep -q '^surprisal-guided,all,all,1,.*,2,4,1$' selection.csv || fail "selection: $(grep all,all selection.csv)"

expect_status 7 figure task-scatter --run r01,r16 -o none.pdf
cat out err >said
grep -q 'r01 against r16: .*task' said || fail "what cannot be compared: $(cat said)"

# Of an adapting run each step and task has a count of its own.
sqlite3 t.db "UPDATE measurement SET runtime_us = 20 WHERE subject = 'candidate' AND evaluation_id IN
    (SELECT e.evaluation_id FROM evaluation e JOIN rollout r USING (rollout_id)
     WHERE r.run_id = 13 AND r.sample < 2 * r.step + r.task_id - 1)"
expect_status 0 figure trajectory --replicates 20 --run r13 -o trajectory.pdf --csv trajectory.csv --format json
cut -d, -f2-6 trajectory.csv >counts
printf '%s\n' step,task,n,count,fast_1 0,all,8,7,0.875 0,l1/1,4,4,1 0,l1/2,4,3,0.75 1,all,8,3,0.375 1,l1/1,4,2,0.5 1,l1/2,4,1,0.25 |
    diff - counts || fail "trajectory: $(cat counts)"
