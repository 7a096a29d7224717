# The figure of what a run does has one box a stage, in the order in which they happen, with the settings of the run.
for tool in pdftotext sqlite3; do
    command -v "$tool" >/dev/null || { echo "SKIP: $tool is not installed"; exit 77; }
done
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
export ROLLBOOK_DB=t.db

"$ROLLBOOK_BIN" init -q
sqlite3 t.db <<'END'
INSERT INTO model (name, kind) VALUES ('m', 'imported');
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 4);
INSERT INTO run (name, strategy, status, model_id, k, n_steps, temperature, task_case, eval_mode, baseline, config, argv, code_version, libraries, started_at)
VALUES ('still', 'best-of-n', 'complete', 1, 3, 0, 0.5, 'tiny', 'fast', 'reference', '{}', '[]', 'v9', '{}', 'x'),
       ('moving', 'ttt', 'complete', 1, 2, 1, 0.5, 'tiny', 'fast', 'reference', '{}', '[]', 'v9', '{}', 'x');
INSERT INTO rollout (run_id, step, task_id, sample) SELECT 1, 0, 1, value FROM json_each('[0,1,2]') UNION ALL SELECT 2, value, 1, 0 FROM json_each('[0,1]');
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) SELECT rollout_id, 'mismatch', 1, 0, 'x' FROM rollout;
END

# stages RUN: what a page of the run says, the first line of each box beside its second.
stages() {
    expect_status 0 figure architecture --run "$1" -o "$1.pdf"
    pdftotext -layout "$1.pdf" - | grep -A1 -E '^ *(Tasks and prompts|Policy|Action|Evaluator|Reward|Update|Database)' |
        sed 's/^ *//' | grep -v -e '^--$' -e '^$' >"$1.stages"
}
stages still
cat >want <<'END'
Tasks and prompts
1 task; sizes tiny
Policy
m; 3 samples per task; temperature 0.5
Action
code of the completion, assembled; launch plan parsed
Evaluator
END
head -7 still.stages | diff want - || complain "the stages of a run without updates"
[ "$(grep -c -E '^(Tasks|Policy|Action|Evaluator|Reward|Database)' still.stages)" -eq 6 ] || complain "boxes: $(cat still.stages)"
grep -q '^Update' still.stages && complain 'a run without updates has a box for them'
grep -q '^3 rollouts with a verdict, complete; v9$' still.stages || complain "its database: $(cat still.stages)"

stages moving
grep -E '^(Tasks|Policy|Action|Evaluator|Reward|Update|Database)' moving.stages | cut -d' ' -f1 | tr '\n' ' ' >order
[ "$(cat order)" = 'Tasks Policy Action Evaluator Reward Update Database ' ] || complain "the order of its boxes: $(cat order)"
grep -A1 '^Update (ttt)$' moving.stages | grep -q '^1 update$' || complain "its update: $(cat moving.stages)"
grep -q '^m; 2 samples per task and step; temperature 0.5$' moving.stages || complain "its policy: $(cat moving.stages)"

# Two runs that differ in their updates alone, one of them without any: 0 is a setting like others.
sqlite3 t.db <<'END'
INSERT INTO run (name, strategy, status, model_id, k, n_steps, temperature, task_case, eval_mode, baseline, config, argv, code_version, libraries, started_at)
VALUES ('unmoved', 'ttt', 'complete', 1, 2, 0, 0.5, 'tiny', 'fast', 'reference', '{}', '[]', 'v9', '{}', 'x');
INSERT INTO rollout (run_id, step, task_id, sample) SELECT 3, 0, 1, value FROM json_each('[0,1]');
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) SELECT rollout_id, 'measured', 1, 1, 'x' FROM rollout WHERE run_id = 3;
INSERT INTO measurement (evaluation_id, subject, baseline, method, runtime_us, statistic)
SELECT evaluation_id, 'candidate', NULL, 'cpu_wall', 10, 'mean' FROM evaluation WHERE correct = 1 UNION ALL
SELECT evaluation_id, 'baseline', 'reference', 'cpu_wall', 20, 'mean' FROM evaluation WHERE correct = 1;
END
expect_status 0 figure ablation -o ablation.pdf --csv ablation.csv
printf '%s\n' steps,0,unmoved,ttt,1,1,1 steps,1,moving,ttt,1,0,0 >want
tail -n +2 ablation.csv | cut -d, -f1-7 | diff want - || complain 'what the steps change'
