# Conversations judged turn by turn, tables of results, times of a second device under one name.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# {"meta", "levels": {level: {problem: {"turns": [...]}}}}: a rollout a turn, with its texts.
cat >gen_results.json <<'END'
{"meta": {"method": "iterative", "model": "m-7b", "max_turns": 2},
 "levels": {"2": {"7": {"problem_id": 7, "problem_name": "7_Conv.py", "num_turns": 2, "turns": [
   {"turn": 0, "status": "compile_failed", "prompt": "p0", "raw_response": "r0", "extracted_code": "c0",
    "eval": {"compiled": false, "correctness": false, "metadata": {"compilation_error": "no"}}},
   {"turn": 1, "status": "correct", "prompt": "p1", "raw_response": "r1", "extracted_code": "c1", "feedback": "f",
    "eval": {"compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 2.0, "ref_runtime": 3.0}}]},
  "8": {"problem_id": 9, "turns": [{"turn": 0}]},
  "10": {"problem_id": 10, "turns": [{"turn": 0, "extracted_code": "c"}, 5]}}}}
END
expect 0 ingest auto gen_results.json --run-name g --format csv
counts g,5,3,0,2,0
said 'problem_id 8 here, but 9 there'
said 'turn 1: the turn is not a JSON object'
rows "SELECT r.task, r.task_name, r.turn, r.outcome, r.speedup, r.prompt, r.completion, r.code, json_extract(r.extra, '\$.feedback')
      FROM v_rollout r WHERE r.run = 'g' ORDER BY r.problem_id, r.turn" \
'l2/7,7_Conv,0,compile,NA,p0,r0,c0,NA\nl2/7,7_Conv,1,measured,1.5,p1,r1,c1,f\nl2/10,"",0,NA,NA,NA,NA,c,NA\n'
rows "SELECT m.name FROM run r JOIN model m ON m.model_id = r.model_id WHERE r.name = 'g'" 'm-7b\n'
expect 0 ingest kernelbench gen_results.json --run-name g --format csv
counts g,5,0,3,2,0

# The same results as JSON, then as a table that also knows the reference: one sample, judged twice.
printf '{"3": {"compiled": true, "correctness": true, "runtime": 4.0, "metadata": {}}}' >eval_results.json
printf 'problem_id,problem_name,compiled,correctness,runtime_ms,reference_runtime_ms,note\r\n3,3_X.py,True,True,4.0,2.0,"a, b"\r\n4,4_Y.py,False,False,,1.0,\r\n' >results.csv
expect 0 ingest kernelbench eval_results.json --level 1 --run-name t --format csv
expect 0 ingest auto results.csv --level 1 --run-name t --format csv
counts t,2,2,0,0,0
rows "SELECT problem_id, outcome, speedup, json_extract(extra, '\$.note') FROM v_rollout WHERE run = 't' ORDER BY problem_id" \
'3,measured,0.5,NA\n4,compile,NA,""\n'
expect 0 ingest kernelbench results.csv --level 1 --run-name t --format csv
counts t,2,0,2,0,0

# Folders that are parts name no run; a sample that was given up before it was judged is a failure, not a hole.
mkdir -p study/per_problem/level_1 study/per_problem/level_2
printf '{"level": 1, "problem_id": 5, "status": "evaluated", "eval_result": {"compiled": true, "correctness": true, "runtime": 1}}' \
    >study/per_problem/level_1/problem_5.json
printf '{"level": 2, "problem_id": 5, "status": "static_failed", "static_errors": ["Missing __global__"]}' >study/per_problem/level_2/problem_5.json
cat study/per_problem/level_1/problem_5.json >study/results.jsonl
printf '\n{"level": 2, "problem_id": 6, "status": "generation_error"}\n{"level": 2, "problem_id": 7, "status": "strange"}\n' >>study/results.jsonl
expect 0 ingest kernelbench study/per_problem/level_1/problem_5.json study/per_problem/level_2/problem_5.json study/results.jsonl --format csv
rows "SELECT task, outcome, compiled, correct, message FROM v_rollout WHERE run = 'study' ORDER BY 1" \
'l1/5,measured,1,1,NA\nl2/5,parse,0,0,static_failed: Missing __global__\nl2/6,infra,0,0,generation_error\n'
said 'no correctness'
# auto knows such files too, also where nothing was judged, so that failures are no holes.
mkdir -p unjudged/per_problem/level_2
printf '{"level": 2, "problem_id": 9, "status": "extraction_failed", "error": "no code"}' >unjudged/per_problem/level_2/problem_9.json
printf '{"level": 2, "problem_id": 8, "status": "static_failed"}\n{"level": 2, "problem_id": 9, "status": "extraction_failed", "error": "no code"}\n' >unjudged/results.jsonl
expect 0 ingest auto unjudged --format csv
rows "SELECT task, outcome FROM v_rollout WHERE run = 'unjudged' ORDER BY 1" 'l2/8,parse\nl2/9,no_code\n'
mkdir jobs
printf '[{"problem_id": 1, "level": 1, "status": "queued"}]' >jobs/state.json
expect 3 ingest auto jobs
# A list of results that holds timings of references is no file of baselines; one without any time is.
mkdir listed nothing
printf '[{"level": 1, "problem_id": 6, "ref_name": "6_X.py", "compiled": true, "correct": true, "kernel_ms": 2.0, "eager_stats": {"mean": 4.0, "num_trials": 100}}]' >listed/all.json
expect 3 ingest auto listed
said 'map-template'
printf '{"level1": {"3_X.py": null}}' >nothing/baseline_time_torch.json
expect 0 ingest auto nothing --format csv
rows "SELECT name, runtime_us FROM baseline" 'torch_eager,NA\n'
# One name, one device, two files: the folder tells them apart, --name decides.
mkdir one two
printf '{"level1": {"3_X.py": {"mean": 1.0, "num_trials": 9, "hardware": "G"}}}' >one/baseline_time_torch.json
printf '{"level1": {"3_X.py": {"mean": 1.5, "num_trials": 9, "hardware": "G"}}}' >two/baseline_time_torch.json
expect 0 ingest auto one two --format csv
said "named 'torch_eager@two'"
rows "SELECT name, runtime_us FROM baseline WHERE runtime_us > 0 ORDER BY name" 'torch_eager,1000\ntorch_eager@two,1500\n'
expect 0 ingest auto two --format csv
counts torch_eager@two,1,0,1,0,0
expect 1 ingest kernelbench-baseline two/baseline_time_torch.json --name torch_eager
# The native times of robust-kbench: the path names the task.
mkdir -p level_1/task_4/eval_results/forward
printf '{"summary": {"avg_mean_time": 0.5}, "eval_settings": {"N": {"mean_time": 0.5}}, "device_info": {"devices": {"GPU_0": {"name": "H"}}}}' \
    >level_1/task_4/eval_results/forward/torch_native_results.json
expect 0 ingest auto level_1 --format csv
rows "SELECT b.name, b.hardware, t.suite, t.problem_id, b.runtime_us FROM baseline b JOIN task t ON t.task_id = b.task_id
      WHERE t.suite = 'robust-kbench'" 'torch_eager,H,robust-kbench,4,500\n'

# 12 tasks of three turns, and the summary beside them.
result_files
expect 0 ingest auto given/three_turns --format csv
for turn in 0 1 2; do
    rows "SELECT count(*), sum(compiled), sum(correct) FROM v_rollout WHERE run = 'turns' AND turn = $turn" '12,8,4\n'
done
rows "SELECT count(*) FROM (SELECT 1 FROM v_rollout WHERE run = 'turns' GROUP BY task HAVING count(DISTINCT code_sha256) = 1)" '9\n'
rows "SELECT sum(compiled), sum(correct), sum(speedup >= 1), round(geomean(speedup), 12) FROM v_rollout
      WHERE run = 'turns/summary'" '8,4,3,0.983994835633\n'
