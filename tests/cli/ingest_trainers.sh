# Files of the selection study and of trainers: verdicts where there are any, rewards, lengths, summaries.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

mkdir bon ttt
cat >bon/telemetry.jsonl <<'END'
{"seed": 42, "model_id": "m", "problem_id": 4, "level": 1, "kernel_id": "k", "compiled": true, "correctness": true, "runtime_us": 50.0, "ref_runtime_us": 100.0, "speedup": 2.0, "reward": 2.0, "error_message": "", "error_trace": "", "eval_metadata": {"x": 1}}
{"model_id": "m", "problem_id": 4, "level": 1, "kernel_id": "k", "compiled": false, "correctness": false, "runtime_us": -1.0, "ref_runtime_us": 100.0, "reward": 0.0, "error_message": "nvcc said no", "error_trace": "line 1"}
{"problem_id": 4, "level": 1, "kernel_id": "k"}
END
expect 0 ingest telemetry bon/telemetry.jsonl --format csv
counts bon/telemetry,3,2,0,1,0
said 'line 3: the record lacks level, problem_id, compiled or correctness'
expect 0 ingest telemetry bon/telemetry.jsonl --format csv
counts bon/telemetry,3,0,2,1,0
rows "SELECT r.task, r.sample, r.outcome, r.compiled, r.runtime_us, r.speedup, r.message, w.value, r.compile_log FROM v_rollout r
      JOIN v_reward w ON w.rollout_id = r.rollout_id ORDER BY 2" \
'l1/4,0,measured,1,50,2,NA,2,NA
l1/4,1,compile,0,NA,NA,nvcc said no,0,line 1
'
cat >ttt/actions.jsonl <<'END'
{"step_idx": 2, "problem_id": 5, "sample_idx": 1, "raw_action": "pass", "assembled_code": "def f(): pass"}
{"step_idx": 2, "sample_idx": 1, "raw_action": "pass"}
END
expect 2 ingest telemetry ttt/actions.jsonl
said 'give --level N'
expect 0 ingest telemetry ttt/actions.jsonl --level 1 --format csv
counts ttt/actions,2,1,0,1,0
rows "SELECT task, step, sample, completion, code, outcome FROM v_rollout WHERE run = 'ttt/actions'" 'l1/5,2,1,pass,def f(): pass,NA\n'
printf '{"step_idx": 0, "aggregate_fast_1": 0.375}\n{"step_idx": 1, "aggregate_fast_1": 0.4}\n' >ttt/metrics.jsonl
printf '{"config": {"k": 32}, "step_summaries": [], "boa_selected": {"step": 2}}' >ttt/batch_ttt_summary.json
printf '{"algorithm": "BoA", "selected_step": 2, "all_steps_fast_1": [0.3, 0.4]}' >ttt/boa_selected.json
printf '{"total_rollouts": 160, "wall_clock_s": 3.5}' >ttt/batch_ttt_compute.json
printf '[{"problem_id": 4, "fast_1": 1.0, "sample_fast_1": 0.5}, {"problem_id": 5, "fast_1": 0, "sample_fast_1": 0}]' >bon/best_of_n_summary.json
printf '{"train": [1], "eval": [2], "split_hash": "x"}' >bon/split.json
expect 0 ingest telemetry ttt/metrics.jsonl ttt/batch_ttt_summary.json ttt/boa_selected.json ttt/batch_ttt_compute.json \
    bon/best_of_n_summary.json bon/split.json --format csv
counts 'ttt/metrics,2,2,0,0,0
ttt/batch_ttt_summary,1,1,0,0,0
ttt/boa_selected,1,1,0,0,0
ttt/batch_ttt_compute,1,1,0,0,0
bon/best_of_n_summary,2,2,0,0,0
bon/split,1,1,0,0,0'
rows "SELECT step, json_extract(extra, '\$.aggregate_fast_1') FROM v_rollout WHERE run = 'ttt/metrics' ORDER BY 1" '0,0.375\n1,0.4\n'
printf '{"a": 1}' >strange.json
expect 4 ingest telemetry strange.json
said 'neither telemetry, an action nor a summary'

mkdir verl trl tinker
printf '{"input": "p", "output": "o1", "score": 0.5, "acc": 1}\n{"input": "p", "output": "o2", "score": null}\n{"input": "q"}\n' >verl/12.jsonl
expect 0 ingest rollouts verl/12.jsonl --format csv
counts verl,3,2,0,1,0
expect 0 ingest rollouts verl/12.jsonl --format csv
counts verl,3,0,2,1,0
rows "SELECT r.step, r.sample, r.prompt, r.completion, w.value, json_extract(r.extra, '\$.acc'), r.outcome FROM v_rollout r
      LEFT JOIN v_reward w ON w.rollout_id = r.rollout_id WHERE r.run = 'verl' ORDER BY 2" '12,0,p,o1,0.5,1,NA\n12,1,p,o2,NA,NA,NA\n'
cat >trl/c.jsonl <<'END'
{"step": 3, "prompt": [{"role": "user", "content": "p"}], "completion": "c", "speed_reward": 1.5, "advantage": -0.5}
{"step": 3, "prompt": "p2", "completion": "c", "a": 1, "b": 2, "advantage": 0.1}
END
expect 0 ingest rollouts trl/c.jsonl --format csv
counts trl,2,2,0,0,0
rows "SELECT r.step, w.recipe, w.value, w.advantage FROM v_rollout r LEFT JOIN v_reward w ON w.rollout_id = r.rollout_id
      WHERE r.run = 'trl' ORDER BY r.prompt" '3,speed_reward,1.5,-0.5\n3,NA,NA,NA\n'
cat >tinker/train_rollout_summaries.jsonl <<'END'
{"schema_version": 1, "split": "train", "iteration": 7, "group_idx": 2, "traj_idx": 1, "total_reward": 0.25, "steps": [{"ob_len": 100, "ac_len": 20}, {"ob_len": 130, "ac_len": 5}]}
{"split": "train", "group_idx": 2}
END
expect 0 ingest rollouts tinker/train_rollout_summaries.jsonl --format csv
counts tinker,2,1,0,1,0
rows "SELECT task_name, step, sample, prompt_tokens, completion_tokens FROM v_rollout WHERE run = 'tinker'" 'train group 2,7,1,100,25\n'
printf 'PAR1xxxx' >x.parquet
expect 4 ingest rollouts x.parquet
said 'is Parquet'
printf '[[1], 2, {"x": 1}]' >odd.json
expect 4 ingest rollouts odd.json
for format in telemetry rollouts; do
    : >empty.json
    expect 4 ingest $format empty.json
    printf '{"input": ' >cut.json
    expect 4 ingest $format cut.json
    printf '[]' >none.json
    expect 3 ingest $format none.json
done

# Verdicts and texts of one run lie in two files; the code's hash joins them.
mkdir joined
code='def g(): return 7'
id=$(printf '%s' "$code" | sha256sum | cut -d' ' -f1)
echo '{"level": 1, "problem_id": 6, "kernel_id": "'"$id"'", "compiled": true, "correctness": true, "runtime_us": 4.0, "ref_runtime_us": 8.0, "reward": 2.0}
{"level": 1, "problem_id": 6, "kernel_id": "other", "compiled": false, "correctness": false, "runtime_us": -1.0, "ref_runtime_us": 8.0, "reward": 0.0}' >joined/telemetry.jsonl
echo '{"problem_id": 6, "sample_idx": 4, "raw_action": "return 7", "assembled_code": "'"$code"'"}
damaged' >joined/actions.jsonl
expect 0 ingest telemetry joined/telemetry.jsonl --format csv
counts joined/telemetry,2,2,0,0,0
said '1 records got their code from actions.jsonl in the same folder'
rows "SELECT sample, outcome, code, completion FROM v_rollout WHERE run = 'joined/telemetry' ORDER BY sample" \
'0,measured,def g(): return 7,return 7
1,compile,NA,NA
'
expect 0 ingest telemetry joined/telemetry.jsonl --format csv
counts joined/telemetry,2,0,2,0,0
