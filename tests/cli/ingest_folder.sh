# A KernelBench run folder: kernels, prompts, results, configuration; and folders of anything, by
# content.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

counts() {
    tail -n +2 <out | cut -d, -f4- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}

mkdir -p runs/mine
printf 'class ModelNew: pass # 1.0\n' >runs/mine/level_2_problem_1_sample_0_kernel.py
printf 'write a kernel\n' >runs/mine/level_2_problem_1_sample_0_prompt.txt
printf 'class ModelNew: pass # 1.1\n' >runs/mine/level_2_problem_1_sample_1_kernel.py
printf 'class ModelNew: pass # 5.0\n' >runs/mine/level_2_problem_5_sample_0_kernel.py
printf 'unrelated' >runs/mine/level_2_problem_x_sample_0_kernel.py
printf 'level: 3\nmodel_name: some-model\ntemperature: 0.5\nsubset:\n- null\n- null\n' >runs/mine/generation_config.yaml
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 2.0, "runtime_stats": {}},
 {"sample_id": 1, "compiled": false, "correctness": false, "metadata": {"compilation_error": "no"}, "runtime": -1}],
 "7": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 1.0}]}' >runs/mine/eval_results.json
printf '{"averages": {"avg_pass@1": 0.5}, "problems": {"1": {"total_samples": 2, "correct_samples": 2}, "7": {"total_samples": 1, "correct_samples": 1}}}' >runs/mine/pass_at_k_results.json
expect 0 ingest kernelbench runs/mine --format csv
counts 4,4,0,0,0
said '1 kernels have no result'
said '1 results have no kernel file'
said 'problem 1: 2 of 2 correct there, 1 of 2 in eval_results.json'
rows "SELECT run, task, sample, outcome, runtime_us, substr(code, 24, 3) AS code, trim(prompt, char(10)) AS prompt FROM v_rollout ORDER BY task, sample" \
'mine,l2/1,0,measured,2000,1.0,write a kernel
mine,l2/1,1,compile,NA,1.1,NA
mine,l2/5,0,NA,NA,5.0,NA
mine,l2/7,0,measured,1000,NA,NA
'
rows "SELECT model, temperature, json_extract(config, '\$.import.pass_at_k_results') LIKE '%averages%' AS kept FROM v_run" 'some-model,0.5,1\n'
rows "SELECT format, length(sha256), n_read, n_stored FROM import_source" 'kernelbench,64,4,4\n'
expect 0 ingest kernelbench runs/mine --format csv
counts 4,0,4,0,0
# A pipe, which would be waited for, and a link to nothing cost the folder nothing.
cp -r runs/mine runs/pipes
mkfifo runs/pipes/level_2_problem_8_sample_0_kernel.py
ln -s nowhere runs/pipes/level_2_problem_9_sample_0_kernel.py
expect 0 ingest kernelbench runs/pipes --format csv
counts 4,4,0,0,0
said 'level_2_problem_8_sample_0_kernel.py is not a file and was skipped'
said 'level_2_problem_9_sample_0_kernel.py is not a file and was skipped'
# So it is with what lies beside a file, and nobody named.
mkdir beside
cp "$fixtures"/telemetry/telemetry.jsonl beside/
mkfifo beside/actions.jsonl
status=0
timeout 20 "$ROLLBOOK_BIN" ingest telemetry beside/telemetry.jsonl --run-name beside --db beside.db >out 2>err || status=$?
[ "$status" -ne 124 ] || complain "a pipe beside a file is waited for"
said 'actions.jsonl: no regular file'
# The results alone first, the folder later: the kernels are added to what is there.
mkdir alone
cp runs/mine/eval_results.json alone/
expect 0 ingest kernelbench alone/eval_results.json --level 2 --run-name later
expect 0 ingest kernelbench runs/mine --run-name later --format csv
counts 4,3,1,0,0
rows "SELECT count(*), count(code_blob_id) FROM rollout JOIN run USING (run_id) WHERE name = 'later'" '4,3\n'
rows "SELECT count(*) FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING (run_id) WHERE name = 'later'" '3\n'
# The results' file itself finds the kernels beside it.
expect 0 ingest kernelbench runs/mine/eval_results.json --level 2 --run-name file --format csv
counts 3,3,0,0,0
said '2 samples got their kernel from the file in the results'
# Kernels first, results later.
mkdir early
cp runs/mine/level_2* early/
expect 0 ingest kernelbench early --format csv
counts 3,3,0,0,0
cp runs/mine/eval_results.json early/
expect 0 ingest kernelbench early --format csv
counts 4,3,1,0,0
rows "SELECT count(*), count(extra) FROM rollout JOIN run USING (run_id) WHERE name = 'early'" '4,3\n'
# Another kernel under a name that is taken.
printf 'other\n' >early/level_2_problem_5_sample_0_kernel.py
expect 0 ingest kernelbench early --format csv
counts 4,0,3,1,0
said 'already has this sample with different content'

# Folders by content, in the order of names; strange files are passed over, damaged ones do not stop.
mkdir -p all/b all/a
cp -r runs/mine all/b/run
cp "$fixtures/kernelbench-log/two_levels.log" all/a/eval.log
cp "$fixtures/kernelbench/baseline_time_torch.json" all/a/
mkdir all/level4
cp "$fixtures/kernelbench/object.json" all/level4/
printf 'read me\n' >all/README
export ROLLBOOK_DB="$PWD/auto.db"
expect 0 ingest auto all --run-name all --format csv
tail -n +2 <out | cut -d, -f1,2 >got
printf 'all/a/baseline_time_torch.json,kernelbench-baseline\nall/a/eval.log,kernelbench-log\nall/b/run,kernelbench\nall/level4/object.json,kernelbench\n' >want
cmp -s got want || complain "auto took $(cat got)"
said "text with a batch's EvalConfig"
said 'a folder with level_*_problem_*_sample_*_kernel.py'
said 'all/README: of no known format, passed over'
expect 3 ingest auto all/README
said 'its format is not recognised'
expect 2 ingest auto - --run-name x
expect 2 ingest auto missing
cp "$fixtures/kernelbench/cut.json" all/a/cut_eval_results.json
printf '{"1": {"compiled": true, "correctness": true, "runtime": ' >all/a/level_1.json
expect 4 ingest auto all --run-name damaged --format csv
[ "$(grep -c '^all' out)" -ge 4 ] || complain "a damaged file stopped the others: $(cat out)"
# A named format takes its own files out of a folder.
expect 0 ingest kernelbench-log all --run-name log2 --format csv
[ "$(grep -c '^all' out)" -eq 1 ] || complain "kernelbench-log took $(cat out)"

# --max-errors gives up and stores nothing.
expect 0 ingest kernelbench "$fixtures/kernelbench/odd.json" --level 1 --run-name odd --max-errors 11
expect 4 ingest kernelbench "$fixtures/kernelbench/odd.json" --level 1 --run-name odd2 --max-errors 10
said 'more than 10 records were refused'
rows "SELECT count(*) FROM run WHERE name = 'odd2'" '0\n'

# Files in the shapes that others publish are recognised as what they are; summaries as nothing.
result_files
while read -r folder kind; do
    expect 0 ingest auto "given/$folder" --dry-run --format csv
    taken=$(tail -n +2 <out | cut -d, -f2 | sort -u | tr '\n' ' ')
    [ "$taken" = "$kind " ] || complain "$folder is taken as $taken, not $kind"
done <<'EOF'
verdicts samples
nvbench nvbench
gbench google-benchmark
cells kernelbench-baseline robust-kbench
trace nsys
answers/demo completions
claims/kernels cuda-l1
claims/ratios cuda-l2
claims/traces traces
cards kernelbench-baseline
flat kernelbench
device_level1 kernelbench kernelbench-baseline
three_turns kernelbench
EOF
expect 0 ingest auto "$ROLLBOOK_SOURCE_DIR/splits" --dry-run --format csv
[ "$(tail -n +2 <out | cut -d, -f2 | sort -u)" = telemetry ] || complain "splits: $(cat out err)"
expect 3 ingest auto given/notes --dry-run
expect 4 ingest auto given/pointer/run.sqlite --dry-run
said 'is a Git LFS pointer'
