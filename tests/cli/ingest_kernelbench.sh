# Every known shape of eval_results.json becomes the rows that it describes; what cannot be read is
# refused with a reason, and importing again adds nothing.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

rb() {
    "$ROLLBOOK_BIN" "$@"
}
# rows QUERY LINES: the result without its heading.
rows() {
    rb sql --format csv "$1" 2>&1 | tail -n +2 >got
    printf '%b' "$2" >want
    cmp -s got want || complain "$1 gives:
$(cat got)"
}
counts() {
    tail -n +2 <out | cut -d, -f4- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}

# An object of arrays: outcomes, times, messages.
expect 0 ingest kernelbench "$fixtures/array.json" --level 1 --run-name array --format csv
counts 11,11,0,0,0
said '1 correct samples have no runtime'
said '"9" is empty'
rows "SELECT problem_id, sample, outcome, compiled, correct, runtime_us FROM v_rollout
      WHERE run = 'array' ORDER BY problem_id, sample" \
'1,0,measured,1,1,2710
1,1,measured,1,1,NA
1,2,nan,1,0,NA
2,0,compile,0,0,NA
2,1,wrong_shape,1,0,NA
2,2,crash,1,0,NA
2,3,crash,0,0,NA
7,0,timeout,0,0,NA
7,1,no_code,0,0,NA
7,2,compile,0,0,NA
7,3,infra,0,0,NA
'
rows "SELECT runtime_us, statistic, min_us, max_us, round(std_us, 6), n_samples, method, device
      FROM v_timing WHERE run = 'array'" '2710,mean,2690,2800,12.3,100,imported,NVIDIA H100 80GB HBM3\n'
rows "SELECT message FROM v_rollout WHERE run = 'array' AND problem_id = 1 AND sample = 1" \
     '"correct, but not timed: CUDA error:"\n'
rows "SELECT length(compile_log) FROM v_rollout WHERE run = 'array' AND problem_id = 2 AND sample = 0" '62\n'
rows "SELECT json_extract(extra, '\$.metadata.compilation_error_name'), json_extract(extra, '\$.runtime')
      FROM v_rollout WHERE run = 'array' AND problem_id = 2 AND sample = 0" 'RuntimeError,-1\n'
rows "SELECT json_extract(extra, '\$.runtime_stats.std') FROM v_rollout WHERE run = 'array' AND sample = 2 AND problem_id = 1" 'inf\n'

# Again: nothing is added, and it is said.
expect 0 ingest kernelbench "$fixtures/array.json" --level 1 --run-name array --format csv
counts 11,0,11,0,0
said "nothing new for 'array'"
rows "SELECT count(*) FROM import_source" '1\n'
rows "SELECT n_read, n_stored, n_duplicate, n_refused FROM import_source" '11,11,0,0\n'

# One object a problem, and the oldest names.
expect 0 ingest kernelbench "$fixtures/object.json" --level 1 --run-name object --format csv
counts 2,2,0,0,0
rows "SELECT problem_id, outcome, runtime_us FROM v_rollout WHERE run = 'object' ORDER BY 1" \
     '1,mismatch,NA\n3,measured,500\n'
rows "SELECT trials_passed, trials_run, max_abs_err FROM v_evaluation WHERE run = 'object' AND outcome = 'mismatch'" \
     '4,5,3.141593\n'
rows "SELECT kind, pass, bound FROM evidence" 'excessive_speedup,0,10\n'
expect 0 ingest kernelbench "$fixtures/oldest.json" --level 1 --run-name oldest --format csv
counts 4,4,0,0,0
said 'do not say whether they compiled'
rows "SELECT problem_id, outcome, compiled, correct, runtime_us FROM v_rollout WHERE run = 'oldest' ORDER BY 1" \
     '1,measured,1,1,2500\n2,crash,1,0,NA\n3,compile,0,0,NA\n4,measured,1,1,125\n'

# A list whose samples name themselves: no level is needed; --level leaves out the others.
expect 0 ingest kernelbench "$fixtures/list.json" --run-name list --format csv
counts 4,3,0,1,0
said 'level 2 here, but 1 there'
rows "SELECT task, step, sample, outcome, runtime_us FROM v_rollout WHERE run = 'list' ORDER BY 1, 2, 3" \
     'l1/3,0,0,measured,1500\nl1/3,0,1,measured,1250\nl2/3,4,2,mismatch,NA\n'
expect 0 ingest kernelbench "$fixtures/list.json" --run-name list2 --level 2 --format csv
counts 2,1,0,1,2

# {level: {problem: {sample}}} and JSON Lines.
expect 0 ingest kernelbench "$fixtures/nested.json" --run-name nested --format csv
counts 4,4,0,0,0
rows "SELECT task, sample, outcome FROM v_rollout WHERE run = 'nested' ORDER BY 1, 2" \
     'l1/19,0,measured\nl1/19,1,compile\nl1/20,0,mismatch\nl2/1,0,measured\n'
expect 0 ingest kernelbench "$fixtures/lines.json" --run-name lines --format csv
counts 2,2,0,0,0
rows "SELECT task, task_name, runtime_us FROM v_rollout WHERE run = 'lines' ORDER BY 1" \
     'l3/5,5_AlexNet,4000\nl3/6,6_GoogleNetInceptionModule,NA\n'

# Refusals name the record and the reason; the rest is stored.
expect 0 ingest kernelbench "$fixtures/odd.json" --level 1 --run-name odd --format csv
counts 13,1,1,11,0
said 'refused: "0": problem 0: KernelBench counts problems from 1'
said 'suggests that this file counts from 0'
said 'refused: level 1, problem 1, sample 0: the file has this sample twice, with different content'
said 'refused: "2": it is not a JSON object'
said 'refused: "3": it is not a JSON object'
said 'refused: "4": it is correct, but not compiled'
said 'refused: "5": no correctness'
said 'refused: "6": the runtime is not a number'
said 'refused: "seven": the key is not a problem number'
said 'refused: "8": compiled is neither true nor false'
said 'refused: "9"[0]: sample_id is not a number from 0'
said 'refused: "10": problem 10 here, but 11 there'
rows "SELECT n_read, n_stored, n_duplicate, n_refused FROM import_source ORDER BY import_source_id DESC LIMIT 1" '13,1,1,11\n'
# Other content for a stored sample changes nothing.
sed 's/"runtime": 2.71/"runtime": 2.72/' "$fixtures/array.json" >changed.json
expect 0 ingest kernelbench changed.json --level 1 --run-name array --format csv
counts 11,0,10,1,0
said "run 'array' already has this sample with different content"
rows "SELECT runtime_us FROM v_rollout WHERE run = 'array' AND problem_id = 1 AND sample = 0" '2710\n'

# The level: from the path, from a configuration beside the file, or asked for.
mkdir -p runs/gpt_l2 runs/plain
cp "$fixtures/object.json" runs/gpt_l2/eval_results.json
cp "$fixtures/object.json" runs/plain/eval_results.json
expect 0 ingest kernelbench runs/gpt_l2/eval_results.json
said 'level 2 guessed from the path'
rows "SELECT DISTINCT level FROM v_rollout WHERE run = 'gpt_l2'" '2\n'
expect 2 ingest kernelbench runs/plain/eval_results.json
said 'give --level N'
printf 'level: 3\nmodel_name: gpt-x\ntemperature: 0.7\nserver_type: None\n' >runs/plain/generation_config.yaml
expect 0 ingest kernelbench runs/plain/eval_results.json
said 'level 3 taken from generation_config.yaml'
rows "SELECT DISTINCT level FROM v_rollout WHERE run = 'plain'" '3\n'
rows "SELECT model, temperature, strategy, status, device FROM v_run WHERE run = 'plain'" \
     'gpt-x,0.7,imported,complete,NVIDIA L40S\n'
status=0
rb ingest kernelbench - --level 1 --run-name piped <"$fixtures/object.json" >out 2>err || status=$?
[ "$status" -eq 0 ] || complain "standard input: status $status: $(cat err)"
status=0
rb ingest kernelbench - --level 1 <"$fixtures/object.json" >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "standard input without a name: status $status: $(cat err)"

# Damaged files: position, status 4, nothing written.
before=$(rb sql --format csv "SELECT count(*) FROM run")
expect 4 ingest kernelbench "$fixtures/empty.json" --level 1
said 'empty.json:1:1: the file is empty'
expect 4 ingest kernelbench "$fixtures/cut.json" --level 1
said 'cut.json:4:59: the file ends'
expect 4 ingest kernelbench "$fixtures/comma.json" --level 1
said "comma.json:1:25: '\"'; expected ',' or '}'"
expect 4 ingest kernelbench "$fixtures/trailing.json" --level 1
said 'trailing.json:1:62: text after the value'
expect 4 ingest kernelbench "$fixtures/other.json" --level 1
said 'all 2 records were refused'
expect 4 ingest kernelbench "$fixtures/baseline_time_torch.json"
said 'kernelbench-baseline'
expect 3 ingest kernelbench "$fixtures/no_records.json" --level 1
said 'contains no records'
expect 2 ingest kernelbench missing.json --level 1
expect 2 ingest kernelbnch "$fixtures/array.json"
said 'kernelbench, kernelbench-log'
expect 2 ingest kernelbench "$fixtures/array.json" --level 0
expect 2 ingest kernelbench "$fixtures/array.json" --level 1 --name torch_eager
[ "$(rb sql --format csv "SELECT count(*) FROM run")" = "$before" ] || complain 'a damaged file left a run'
expect 4 ingest kernelbench "$fixtures/empty.json" --level 1 --db never.db
for format in kernelbench kernelbench-baseline nsys; do
    expect 4 ingest $format "$fixtures/cut.json" --db never.db
done
expect 3 ingest kernelbench-log "$fixtures/cut.json" --run-name x --db never.db
[ ! -e never.db ] || complain 'a damaged file made a database'
# A line that is cut off costs itself alone.
expect 0 ingest kernelbench "$fixtures/lines_cut.json" --run-name cut --format csv
counts 2,1,0,1,0
said 'lines_cut.json:2:'

# Blank lines behind a file of one line do not make it a record.
printf '{"7": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 0.5, "runtime_stats": {}}]}\n\n \t\n' >blank.json
expect 0 ingest kernelbench blank.json --level 1 --run-name blank --format csv
counts 1,1,0,0,0

# A dry run counts and writes nothing, with and without a database.
expect 0 ingest kernelbench "$fixtures/object.json" --level 1 --run-name dry --dry-run --json
grep -q '"stored":2' out || complain "dry run: $(cat out)"
rows "SELECT count(*) FROM run WHERE name = 'dry'" '0\n'
expect 0 ingest kernelbench "$fixtures/object.json" --level 1 --dry-run --db never.db
[ ! -e never.db ] || complain 'a dry run made a database'

