# Results of other tools: KernelBot, OpenEvolve, inspect_ai, both projects called TritonBench.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/tools
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# KernelBot: the data set's rows.  Runs of a mode are a run; scores are seconds, times nanoseconds.
expect 0 ingest auto "$fixtures/kernelbot_rows.jsonl" --format csv
said 'records with submission_id and run_mode'
said 'refused: line 7: has neither leaderboard_name nor leaderboard_id'
counts 'kernelbot_rows/test and 2 more,7,6,0,1,0'
rows "SELECT run, sample, task_name, outcome, correct, runtime_us, message FROM v_rollout WHERE run LIKE 'kernelbot_rows/%' ORDER BY sample" \
'kernelbot_rows/test,11,leaderboard 3,measured,1,NA,NA
kernelbot_rows/leaderboard,12,leaderboard 3,measured,1,200,score of 2 benchmarks
kernelbot_rows/leaderboard,13,leaderboard 3,mismatch,0,NA,mismatch at 3
kernelbot_rows/leaderboard,14,leaderboard 3,compile,0,NA,nvcc: no
kernelbot_rows/leaderboard,15,leaderboard 3,timeout,0,NA,slow
kernelbot_rows/benchmark,16,leaderboard 3,measured,1,250,NA
'
rows "SELECT m.min_us, m.max_us, m.std_us, m.n_samples FROM measurement m JOIN v_evaluation e USING (evaluation_id) WHERE e.run = 'kernelbot_rows/benchmark'" '240,260,1,10\n'
expect 0 ingest auto "$fixtures/kernelbot_rows.jsonl" --format csv
counts 'kernelbot_rows/test and 2 more,7,0,6,1,0'
# A submission with its runs, and a ranked list.
expect 0 ingest auto "$fixtures/kernelbot_submission.json" --format csv
counts 'kernelbot_submission/test and 2 more,1,1,0,0,0'
expect 0 ingest auto "$fixtures/kernelbot_ranked.json" --format csv
counts 'kernelbot_ranked,3,2,0,1,0'
said 'item 2: submission_score is not a number above 0'
rows "SELECT run, sample, task_name, correct, runtime_us, code FROM v_rollout WHERE run LIKE 'kernelbot_submission/%' OR run = 'kernelbot_ranked' ORDER BY rollout_id" \
'kernelbot_submission/test,0,vectoradd,1,NA,K
kernelbot_submission/leaderboard,0,vectoradd,1,1000,K
kernelbot_submission/leaderboard-secret,0,vectoradd,1,2000,K
kernelbot_ranked,21,vectoradd,1,1250,NA
kernelbot_ranked,22,vectoradd,1,2500,NA
'

# What a runner writes names no task: the file does.  A traceback's last line says what was wrong.
cp "$fixtures/kernelbot_result.json" vectorsum.json
expect 0 ingest auto vectorsum.json --format csv
said "JSON with a runner's system, runs and exit_code"
counts 'vectorsum/test and 3 more,1,1,0,0,0'
rows "SELECT r.run, r.sample, r.task_name, r.outcome, r.correct, CAST(round(r.runtime_us) AS INTEGER), r.message, d.name FROM v_rollout r JOIN run USING (run_id) LEFT JOIN device d USING (device_id) WHERE r.run LIKE 'vectorsum/%' ORDER BY rollout_id" \
'vectorsum/test,0,vectorsum,measured,1,NA,NA,GPU T
vectorsum/benchmark,0,vectorsum,measured,1,200,geometric mean of 2 benchmarks,GPU T
vectorsum/leaderboard,0,vectorsum,crash,0,NA,ImportError: no module,GPU T
vectorsum/profile.0,0,vectorsum,compile,0,NA,nvcc: no,GPU T
'
expect 0 ingest kernelbot vectorsum.json --run-name many --format csv
counts 'many/test and 3 more,1,1,0,0,0'
printf '{"success": false, "error": "no runner", "system": {"device_count": 0}, "runs": {}}' >lost.json
expect 4 ingest kernelbot lost.json
said 'the submission has no run: no runner'

# OpenEvolve: a run's folder; what two checkpoints hold is one program.
for n in 5 10; do
    mkdir -p "mul/checkpoints/checkpoint_$n/programs"
    cp "$fixtures/openevolve_program.json" "mul/checkpoints/checkpoint_$n/programs/p2.json"
    echo '{"islands": []}' >"mul/checkpoints/checkpoint_$n/metadata.json"
done
sed 's/"p2"/"p3"/; s/return 2"/return 3"/g; s/"iteration_found": 4/"iteration_found": 7/; s/8.0/6.0/' "$fixtures/openevolve_program.json" >mul/checkpoints/checkpoint_10/programs/p3.json
echo '{"id": "p4", "code"' >mul/checkpoints/checkpoint_10/programs/p4.json
mkdir mul/best
echo 'x = 1' >mul/best/best_program.py
expect 0 ingest auto mul --format csv
said 'a folder with checkpoints of OpenEvolve'
said 'p4.json'
counts 'mul,3,2,0,1,0'
rows "SELECT r.task_name, r.step, r.correct, r.runtime_us, r.completion, r.prompt, w.recipe, w.value FROM v_rollout r JOIN reward w ON w.rollout_id = r.rollout_id WHERE r.run = 'mul' ORDER BY r.step" \
'mul,4,1,8,def f(): return 2,"You improve.

Make f fast.",combined_score,125
mul,7,1,6,def f(): return 3,"You improve.

Make f fast.",combined_score,125
'
rows "SELECT value, detail FROM evidence v JOIN v_evaluation e USING (evaluation_id) WHERE e.run = 'mul' AND v.kind = 'claimed_speedup'" '1.25,evaluator\n1.25,evaluator\n'
expect 0 ingest auto mul/checkpoints/checkpoint_10/programs/p3.json --format csv
counts 'mul,1,0,1,0,0'
cp "$fixtures/openevolve_trace.jsonl" .
expect 0 ingest openevolve openevolve_trace.jsonl --run-name trace --format csv
counts 'trace,5,4,0,1,0'
rows "SELECT step, outcome, correct, runtime_us, message FROM v_rollout WHERE run = 'trace' ORDER BY step" \
'1,measured,1,500,NA
2,mismatch,0,NA,NA
3,crash,0,NA,no module
4,NA,NA,NA,NA
'
mkdir empty
expect 3 ingest openevolve empty
said 'contains no record of this format'

# The best program as it is published: its code lies beside it.
mkdir -p solved/fft
printf '{"id": "a", "generation": 3, "iteration": 48, "timestamp": 1.5, "parent_id": null, "metrics": {"correctness_score": 1.0, "combined_score": 0.975, "speedup_score": 3.25}, "language": "python", "saved_at": 2.5}' >solved/fft/best_program_info.json
echo 'x = 1' >solved/fft/best_program.py
expect 0 ingest auto solved --format csv
said 'JSON with generation, iteration, metrics and saved_at'
rows "SELECT r.run, r.task_name, r.step, r.correct, r.code, v.value FROM v_rollout r JOIN v_evaluation e USING (rollout_id) JOIN evidence v USING (evaluation_id) WHERE r.run = 'fft'" 'fft,fft,48,1,"x = 1
",3.25
'
rm solved/fft/best_program.py
expect 4 ingest openevolve solved/fft/best_program_info.json --run-name bare
said 'it lacks code or metrics'

# inspect_ai: epochs are samples; half right is a reward and not correct.
expect 0 ingest auto "$fixtures/inspect_log.json" --format csv
said 'JSON with eval, plan and task_id'
said 'the sample has no id'
counts 'inspect_log,6,5,0,1,0'
rows "SELECT task_name, sample, outcome, correct, message, prompt, completion, finish_reason, completion_tokens FROM v_rollout WHERE run = 'inspect_log' ORDER BY rollout_id" \
'kernelbench/level1_3,0,measured,1,fine,Write it.,code A,stop,7
kernelbench/level1_3,1,mismatch,0,NA,Write it.,code B,max_tokens,NA
kernelbench/4,0,mismatch,0,NA,x,NA,NA,NA
kernelbench/5,0,infra,0,Timeout,x,NA,NA,NA
kernelbench/6,0,NA,NA,NA,x,NA,NA,NA
'
rows "SELECT recipe, value FROM reward JOIN v_rollout USING (rollout_id) WHERE run = 'inspect_log' ORDER BY rollout_id" 'compiles,1\ncompiles,0\ncompiles,0.5\n'
rows "SELECT m.name FROM run JOIN model m USING (model_id) WHERE run.name = 'inspect_log'" 'openai/m\n'
echo '{"version": 2, "status": "error", "eval": {"task_id": 1}, "plan": {}}' >none.json
expect 3 ingest inspect none.json

# TritonBench: a file an operator in a folder a model; Meta's table has a run a label.
mkdir golden
cp "$fixtures/tritonbench_times.json" golden/add_example.json
expect 0 ingest auto golden/add_example.json --format csv
counts 'golden,3,2,0,1,0'
expect 0 ingest auto "$fixtures/tritonbench_predictions.jsonl" --format csv
counts 'tritonbench_predictions,3,2,0,1,0'
expect 0 ingest auto "$fixtures/tritonbench_op.csv" --format csv
counts 'tritonbench_op/torch and 1 more,2,2,0,0,0'
rows "SELECT run, task_name, outcome, correct, runtime_us, message FROM v_rollout WHERE run = 'golden' OR run LIKE 'tritonbench_op/%' ORDER BY rollout_id" \
'golden,"add_example [[4096],[4096]]",measured,0,500,NA
golden,"add_example [[8192],[8192]]",measured,0,1000,NA
tritonbench_op/torch,"tritonbench_op (M, N) (1, 2)",measured,0,2000,NA
tritonbench_op/triton,"tritonbench_op (M, N) (1, 2)",measured,0,1000,NA
tritonbench_op/torch,"tritonbench_op (M, N) (4, 8)",measured,0,4000,NA
tritonbench_op/triton,"tritonbench_op (M, N) (4, 8)",infra,0,NA,CUDA OOM
'
printf 'a;b\n1;2\n' >other.csv
expect 2 ingest tritonbench other.csv
said 'no column that ends with -latency'

# What needs another program's reader is told in a line that runs.
printf 'PAR1....' >x.parquet
expect 4 ingest auto x.parquet
said "duckdb -c \"COPY (FROM 'x.parquet') TO 'x.jsonl'\""
printf ':W&B\341\276\000' >run.wandb
expect 4 ingest auto run.wandb
said 'scan_history()'
printf 'PK\003\004' >log.eval
expect 4 ingest auto log.eval
said 'inspect log dump x.eval'
