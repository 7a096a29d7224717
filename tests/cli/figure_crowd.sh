# Figures of many tasks and of runs without values: what is left out is said, what is drawn has room.
for tool in pdftotext sqlite3; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=t.db
"$ROLLBOOK_BIN" init >/dev/null
sqlite3 t.db <<'END'
INSERT INTO model (name, kind) VALUES ('m', 'imported');
INSERT INTO run (name, strategy, status, model_id, config, argv, code_version, libraries, started_at)
SELECT column1, column2, 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z'
FROM (VALUES ('base', 'best-of-n'), ('adapted', 'ttt'), ('untimed', 'imported'));
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO task (suite, level, problem_id) SELECT 'kernelbench', 1, i FROM n;
-- Task i of the adapted run is fast as often as its number says; those above 20 only the untimed run has.
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
INSERT INTO rollout (run_id, step, task_id, sample)
SELECT r.run_id, s.step, t.task_id, n.i FROM run r, task t, n,
    (SELECT 0 AS step UNION ALL SELECT 1) s
WHERE (r.name = 'adapted' OR s.step = 0) AND (t.problem_id <= 20 OR r.name = 'untimed');
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at)
SELECT rollout_id, 'measured', 1, 1, 'x' FROM rollout;
INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic)
SELECT e.evaluation_id, 'baseline', 'reference', 'cuda_event', 10, 'mean' FROM evaluation e JOIN rollout r USING (rollout_id)
WHERE r.run_id < 3;
INSERT INTO measurement (evaluation_id, subject, method, runtime_us, statistic)
SELECT e.evaluation_id, 'candidate', 'cuda_event',
       CASE WHEN r.sample < t.problem_id * (1 + r.step) / 2 THEN 5 ELSE 20 END, 'mean'
FROM evaluation e JOIN rollout r USING (rollout_id) JOIN task t USING (task_id) WHERE r.run_id < 3;
END

expect_status 0 figure task-slope --run base,adapted --width icml-column -o slope.pdf --format json
pdftotext slope.pdf slope.txt
cat out err >said
grep -q 'Named: the 12 tasks that change most' said || fail "slopes: $(cat said)"
for i in 9 10 19 20; do
    grep -qx "l1/$i" slope.txt || fail "l1/$i has no name: $(cat slope.txt)"
done
[ "$(grep -cx 'l1/[0-9]*' slope.txt)" -eq 12 ] || fail "$(grep -cx 'l1/[0-9]*' slope.txt) names"

expect_status 0 figure heatmap-seed -o heat.pdf --csv heat.csv --format json
pdftotext heat.pdf heat.txt
cat out err >said
grep -q '10 tasks without a sample in any of these runs are left out' said || fail "heat: $(cat said)"
grep -qx 'l1/20' heat.txt || fail "a task with samples is not drawn: $(cat heat.txt)"
grep -qx 'l1/21' heat.txt && fail "a task without a sample is drawn"
grep -qx 'NA' heat.txt && fail "a cell is NA: $(cat heat.txt)"
grep -q 'untimed: NA, its correct samples have no runtime' said || fail "does not say what is missing: $(cat said)"
grep -q '^l1/21,untimed,' heat.csv || fail "the points lack what is not drawn"
expect_status 7 figure heatmap-seed --run untimed -o none.pdf
[ ! -e none.pdf ] || fail "a file without a figure"
