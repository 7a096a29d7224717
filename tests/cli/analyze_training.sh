# analyze training and cost over rows written by hand.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=t.db
"$ROLLBOOK_BIN" init >/dev/null
sqlite3 t.db <<'END'
INSERT INTO model (name, kind) VALUES ('m', 'imported');
INSERT INTO run (name, strategy, status, model_id, config, argv, code_version, libraries, started_at) VALUES
  ('r', 'ttt', 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z'),
  ('bare', 'imported', 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z');
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 4);
INSERT INTO step (run_id, step, update_metrics) VALUES
  (1, 0, '{"kl": 0.5, "entropy": 2, "note": "text", "bad": "nan"}'), (1, 1, '{"kl": 0.1, "entropy": 1}'), (1, 2, NULL);
INSERT INTO rollout (run_id, step, task_id, sample, prompt_tokens, completion_tokens) VALUES
  (1, 0, 1, 0, 10, 5), (1, 0, 1, 1, 10, 5), (1, 1, 1, 0, 10, 5), (1, 1, 1, 1, 10, 5), (2, 0, 1, 0, 100, NULL);
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) VALUES
  (1, 'measured', 1, 1, 'x'), (2, 'compile', 0, 0, 'x'), (3, 'measured', 1, 1, 'x'), (4, 'measured', 1, 1, 'x'),
  (5, 'compile', 0, 0, 'x');
INSERT INTO reward (rollout_id, recipe, value) VALUES (1, 'speedup', 3), (2, 'speedup', 0), (3, 'speedup', 1), (4, 'speedup', 2);
INSERT INTO ledger (run_id, step, rollouts, prompt_tokens, completion_tokens, teacher_tokens, evaluate_seconds, wall_seconds)
VALUES (1, 0, 2, 1000000, 500000, 0, 7200, 3600), (1, 1, 2, 1000000, 500000, 2000000, 7200, 3600);
END

expect_status 0 analyze training --run r --smooth 0.5 --format csv
has '^r,correct,0,2,0.5,0.5,false$'
has '^r,correct,1,2,1,0.8333333333333334,true$'
has '^r,reward speedup,0,2,1.5,1.5,true$'
[ "$(grep -c '^r,update.*true$' out)" -eq 0 ] || fail "a metric of an update has a best step: $(cat out)"
has '^r,update kl,1,NA,0.1,0.23333333333333'
grep -q 'update note\|update bad' out && fail "text became a number: $(cat out)"
expect_status 0 analyze training --run r --metric kl --format csv
[ "$(grep -c '^r,' out)" -eq 2 ] || fail "--metric kl gives other rows: $(cat out)"
expect_status 0 analyze training --run r --metric reward --json
has '"metric":"reward speedup"'
expect_status 3 analyze training --run r --metric height
expect_status 3 analyze training --run none
expect_status 2 analyze training --run r --smooth 1
expect_status 0 analyze training --explain

# Tasks that a run learns from and held ones are told apart, in rewards and cheats as well.
cp t.db held.db
sqlite3 held.db <<'END'
INSERT INTO run (name, strategy, status, model_id, config, argv, code_version, libraries, started_at) VALUES
  ('t', 'train', 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z');
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 5);
INSERT INTO run_task (run_id, task_id, position, role) VALUES (3, 1, 0, 'train'), (3, 2, 1, 'held');
INSERT INTO step (run_id, step) VALUES (3, 0), (3, 1);
INSERT INTO rollout (run_id, step, task_id, sample) VALUES (3, 0, 1, 0), (3, 0, 2, 0), (3, 0, 2, 1), (3, 1, 2, 0), (3, 1, 2, 1);
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) VALUES
  (6, 'measured', 1, 1, 'x'), (7, 'compile', 0, 0, 'x'), (8, 'measured', 1, 1, 'x'), (9, 'measured', 1, 1, 'x'), (10, 'cheat', 1, 0, 'x');
INSERT INTO reward (rollout_id, recipe, value) VALUES (6, 'speedup', 4), (7, 'speedup', 0), (8, 'speedup', 1), (9, 'speedup', 3), (10, 'speedup', 0);
END
expect_status 0 analyze training --db held.db --run t --smooth 0 --format csv
grep -E '^t,(held )?(correct|cheat|reward speedup),' out | sort >series
sort >wanted <<'END'
t,correct,0,1,1,1,false
t,cheat,0,1,0,0,false
t,reward speedup,0,1,4,4,false
t,held correct,0,2,0.5,0.5,true
t,held correct,1,2,0.5,0.5,false
t,held cheat,0,2,0,0,false
t,held cheat,1,2,0.5,0.5,false
t,held reward speedup,0,2,0.5,0.5,false
t,held reward speedup,1,2,1.5,1.5,true
END
cmp -s series wanted || fail "held tasks are mixed with others: $(cat series)"
sqlite3 held.db "INSERT INTO measurement (evaluation_id, subject, baseline, method, statistic, runtime_us)
    SELECT evaluation_id, 'candidate', NULL, 'imported', 'mean', 1 FROM evaluation WHERE correct UNION ALL
    SELECT evaluation_id, 'baseline', 'b', 'imported', 'mean', 2 FROM evaluation WHERE correct"
"$ROLLBOOK_BIN" analyze trajectory --explain --db held.db --run t >text || fail "no trajectory"
grep -q 'run t: only the 1 held-out of its 2 tasks count' text || fail "what is learned from counts: $(cat text)"
grep -q 'DIFFERENT TASKS\|l1/4' text && fail "steps of one held task are said to differ: $(cat text)"
sqlite3 held.db "UPDATE run_task SET role = NULL"
"$ROLLBOOK_BIN" analyze trajectory --explain --db held.db --run t >text || fail "no trajectory"
# What compares runs says so as well, and what machine each ran on.
sqlite3 held.db "INSERT INTO device (backend, name) VALUES ('cpu', 'r'), ('cpu', 't'); UPDATE run SET device_id = (SELECT device_id FROM device d WHERE d.name = run.name)"
for words in 'equivalent-k --base r --run t' 'compare --a r --b t --rule correct' 'compare --methods r=r,t=t --rule correct' 'scaling --run r,t' 'sweep --run r,t'; do
    # shellcheck disable=SC2086
    expect_status 0 analyze $words --explain --db held.db
    has 'DIFFERENT TASKS: of the 2 tasks of run t 1 are sampled at every step'
    has 'DIFFERENT HARDWARE: hardware of run [rt] is [rt], of run [rt] [rt]; a difference between such runs is one of hardware'
done
sqlite3 held.db "UPDATE run SET device_id = NULL"
sqlite3 held.db "UPDATE run_task SET role = CASE task_id WHEN 1 THEN 'train' ELSE 'held' END WHERE run_id = 3"
grep -q 'DIFFERENT TASKS: of the 2 tasks of run t 1 are sampled at every step' text || fail "steps of other tasks pass as comparable: $(cat text)"
"$ROLLBOOK_BIN" analyze trajectory --explain --db held.db --run r >text || fail "no trajectory"
grep -q 'DIFFERENT TASKS' text && fail "steps of one task are said to differ in theirs: $(cat text)"
"$ROLLBOOK_BIN" figure training --db held.db --run t -q -o held.pdf --csv held.csv --tex held.tex >/dev/null || fail "no figure"
grep -q '^t,held correct,1,2,0.5,' held.csv || fail "no held tasks in the figure: $(cat held.csv)"
grep -q 'Held: tasks that a run does not learn from' held.tex || fail "the caption does not say what held is"
expect_status 0 analyze training --db held.db --run t --metric held --format csv
grep -q '^t,correct' out && fail "--metric held gives others: $(cat out)"
expect_status 0 analyze training --db held.db --run t --metric correct --format csv
[ "$(grep -c '^t,' out)" -eq 3 ] || fail "--metric correct: $(cat out)"

# Of the correct candidates those that leave the work to a library: one of two texts at step 0, none known later.
cat >map.json <<'JSON'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "step": "/step", "code": "/code",
 "compiled": "/ok", "correct": "/ok", "runtime_us": "/us", "baseline_us": "/base"}}
JSON
{
    printf '{"level": 1, "problem": 4, "sample": 0, "step": 0, "ok": true, "us": 5, "base": 10, "code": "__global__ void k(float *x) { x[0] = 1; }"}\n'
    printf '{"level": 1, "problem": 4, "sample": 1, "step": 0, "ok": true, "us": 5, "base": 10, "code": "import torch\\ndef f(x): return torch.relu(x)"}\n'
    printf '{"level": 1, "problem": 4, "sample": 2, "step": 0, "ok": false, "us": null, "base": 10, "code": "def f(x): return x"}\n'
    printf '{"level": 1, "problem": 4, "sample": 0, "step": 1, "ok": true, "us": 5, "base": 10, "code": "__global__ void k(float *x) { x[0] = 2; }"}\n'
} >texts.jsonl
expect_status 0 ingest jsonl texts.jsonl --map map.json --run-name texts
expect_status 0 analyze training --run texts --metric lazy --format csv
has '^texts,lazy,0,2,0.5,0.5,false$'
has '^texts,lazy,1,1,0,'
expect_status 0 analyze training --run texts --format csv
grep -q lazy out && fail "texts are read unasked: $(cat out)"
expect_status 0 analyze training --run texts --texts --format csv
has '^texts,lazy,0,2,0.5,0.5,false$'

# The figure and the report show it when asked.
"$ROLLBOOK_BIN" figure training --run texts --texts -q -o t.pdf --csv points.csv >/dev/null || fail "no figure"
grep -q '^texts,lazy,0,2,0.5,' points.csv || fail "no lazy share in the figure: $(cat points.csv)"
"$ROLLBOOK_BIN" figure training --run texts -q -o t.pdf --csv points.csv >/dev/null || fail "no figure"
grep -q lazy points.csv && fail "the figure reads texts unasked"
"$ROLLBOOK_BIN" report training --run texts --texts -q -o t.pdf --latex asked >/dev/null || fail "no report"
"$ROLLBOOK_BIN" report training --run texts -q -o t.pdf --latex unasked >/dev/null || fail "no report"
grep -rqi 'lazy candidates by step' asked || fail "no lazy share in the report"
grep -rqi 'lazy' unasked && fail "the report reads texts unasked"
grep -rqi 'best steps' unasked || fail "no best steps in the report"

expect_status 0 analyze cost --run r --format csv
has '^r,m,all,4,3,2000000,1000000,2000000,14400,7200,NA,NA,NA,NA,NA,NA'
echo '{"prompt_per_million": 1, "completion_per_million": 9, "wall_per_hour": 4, "models": {"m": {"completion_per_million": 2, "teacher_per_million": 0.5}}}' >prices.json
expect_status 0 analyze cost --run r --prices prices.json --by-step --format csv
has '^r,m,all,4,3,2000000,1000000,2000000,14400,7200,NA,4,1,8,13,4.33333333333333'
has '^r,m,0,2,1,1000000,500000,0,7200,3600,NA,2,0,4,6,6'
# Nothing is made up for an import.
expect_status 0 analyze cost --run bare --prices prices.json --json
has '"prompt_tokens":null'
has '"total_dollars":null'
has 'added up from rollouts'
echo '{"prompt_per_million": 1, "completion_per_milion": 9}' >prices.json
expect_status 2 analyze cost --prices prices.json
grep -q completion_per_milion err || fail "does not name the unknown price: $(cat err)"
echo '{"prompt_per_million": -1}' >prices.json
expect_status 2 analyze cost --prices prices.json
echo '[1]' >prices.json
expect_status 2 analyze cost --prices prices.json
echo '{"models": {"m": 3}}' >prices.json
expect_status 2 analyze cost --prices prices.json
: >prices.json
expect_status 4 analyze cost --prices prices.json
expect_status 2 analyze cost --prices absent.json
expect_status 3 analyze cost --run none
