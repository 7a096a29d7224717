# The evaluator's text log: the reference beside each candidate, on its own and after the results.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench-log
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

counts() {
    tail -n +2 <out | cut -d, -f4- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}

expect 0 ingest kernelbench-log "$fixtures/two_levels.log" --run-name log --format csv
counts 8,6,0,2,0
said 'the result is cut off or malformed'
said 'the file ends before its result'
rows "SELECT task, sample, outcome, runtime_us, baseline_runtime_us, baseline, round(speedup, 12) FROM v_rollout ORDER BY 1, 2" \
'l1/1,0,measured,4670,2370,reference,0.507494646681
l1/2,0,mismatch,NA,2350,reference,NA
l1/2,1,timeout,NA,NA,NA,NA
l1/3,0,infra,NA,NA,NA,NA
l2/5,0,crash,NA,NA,NA,NA
l2/6,0,measured,1000,2000,reference,2
'
rows "SELECT json_extract(extra, '\$.metadata.correctness_issue') FROM v_rollout WHERE task = 'l1/2' AND sample = 0" "\"Output \"\"don't\"\" match\"\n"
rows "SELECT trials_passed, trials_run, max_abs_err FROM v_evaluation WHERE task = 'l1/2' AND sample = 0" '0,5,3086.957031\n'
rows "SELECT subject, runtime_us, n_samples FROM v_timing WHERE task = 'l1/1' ORDER BY 1" 'baseline,2370,100\ncandidate,4670,100\n'
expect 0 ingest kernelbench-log "$fixtures/two_levels.log" --run-name log --format csv
counts 8,0,6,2,0
# Without a name, the runs that the log names; one level alone.
expect 0 ingest kernelbench-log "$fixtures/two_levels.log" --level 2 --format csv
counts 4,2,0,2,4
rows "SELECT name, baseline FROM run ORDER BY 1" 'log,reference\ntheirs_l2,reference\n'
# An evaluator's result without a batch: level and problem from the file's name.
expect 0 ingest kernelbench-log "$fixtures/eval_result_level_3_problem_7.txt" --run-name one
rows "SELECT task, outcome, speedup FROM v_rollout WHERE run = 'one'" 'l3/7,measured,3\n'
printf 'nothing\n' >nothing.log
expect 3 ingest kernelbench-log nothing.log --level 1

# After the results: one more evaluation each, with the reference.  The other way round nothing is new.
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "NVIDIA GeForce RTX 4090", "device": "cuda:0", "correctness_trials": "(5 / 5)"}, "runtime": 4.67, "runtime_stats": {}}]}' >eval_results.json
expect 0 ingest kernelbench eval_results.json --level 1 --run-name both
expect 0 ingest kernelbench-log "$fixtures/two_levels.log" --level 1 --run-name both
rows "SELECT count(*), count(e.evaluation_id), max(b.runtime_us) FROM rollout r JOIN run USING (run_id) JOIN evaluation e USING (rollout_id)
      LEFT JOIN measurement b ON b.evaluation_id = e.evaluation_id AND subject = 'baseline' JOIN task USING (task_id) WHERE run.name = 'both' AND problem_id = 1" '2,2,2370\n'
expect 0 ingest kernelbench eval_results.json --level 1 --run-name log --format csv
counts 1,0,1,0,0

# A log of four levels in the shape of published ones, alone and after the results.
result_files
numbers() {
    expect 0 analyze summary --run four --db "$1" --json
    meets four_levels geomean=geomean_speedup median=median_speedup mean=mean_speedup min=min_speedup max=max_speedup n=timed n=correct problems=problems
    expect 0 analyze fast-p --run four --p 1,1.5,2 --db "$1" --format csv
    [ "$(tail -n +2 out | cut -d, -f4,5 | tr '\n' ' ')" = '19,52 13,52 7,52 ' ] || complain "fast-p ($1): $(cat out)"
}
expect 0 ingest kernelbench-log given/four_levels/evaluation.log --run-name four --db log.db --format csv
counts 52,52,0,0,0
numbers log.db
for level in 1 2 3 4; do
    expect 0 ingest kernelbench "given/four_levels/run_l$level/eval_results.json" --run-name four --db both.db
done
expect 0 ingest kernelbench-log given/four_levels/evaluation.log --run-name four --db both.db --format csv
counts 52,47,5,0,0 # five failed before their reference was timed: the log says nothing more
numbers both.db
expect 0 ingest kernelbench-log given/four_levels/evaluation.log --run-name four --db both.db --format csv
counts 52,0,52,0,0
