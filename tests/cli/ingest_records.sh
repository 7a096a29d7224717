# CUDA-L1, CUDA-L2 and traces: claimed speedups with both conventions for null, references beside
# candidates, bad lines that cost themselves alone, and streams longer than a transaction.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/records
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

counts() {
    tail -n +2 <out | cut -d, -f4- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}
# columns LIST: of the first row that analyze printed.
columns() {
    head -n 2 out | tail -n 1 | cut -d, -f"$1"
}

expect 0 ingest cuda-l1 "$fixtures/cuda_l1.json" --run-name l1 --format csv
counts 7,3,0,4,0
said 'line 5: level_id or task_id is not a whole number from 1 up'
said 'line 6: score_default is not a number'
said 'line 7: level_id or task_id is not'
said 'line 8: '
rows "SELECT task, outcome, correct, code, json_extract(extra, '\$.note') AS note FROM v_rollout ORDER BY 1" \
'l1/1,measured,1,class ModelNew: pass,kept\nl1/2,measured,1,k,NA\nl2/1,no_code,0,NA,NA\n'
expect 0 ingest cuda-l1 "$fixtures/cuda_l1.json" --run-name l1 --format csv
counts 7,0,3,4,0
rows "SELECT count(*), sum(n_stored), max(bytes) = $(wc -c <"$fixtures/cuda_l1.json") FROM import_source" '1,3,1\n'
expect 0 ingest cuda-l1 "$fixtures/cuda_l1.json" --run-name l2 --level 2 --format csv
counts 5,1,0,4,2
for convention in 1.0,3,3,2 drop,1,1,4 fail,3,1,4; do
    null=${convention%%,*}
    expect 0 analyze summary --run l1 --baseline cuda_graph --null-as "$null" --format csv
    [ "$null,$(columns 4,7,10)" = "$convention" ] || complain "null as $null: $(cat out)"
    expect 0 analyze summary --run l1 --baseline cuda_graph --null-as "$null"
    grep -qF -e "--null-as $null" out || complain "null as $null is not printed: $(cat out)"
done
expect 7 analyze summary --run l1
said 'name one by --baseline: cuda_graph, default'
expect 2 analyze summary --run l1 --baseline cuda_graph --null-as zero
expect 2 analyze summary --run l1 --baseline other --null-as drop
# The earlier release: rows under their level, without a score; nobody judged them.
printf '{"1": [{"task_id": 3, "ref_code": "r", "custom_code": "c"}, {"task_id": 4, "ref_code": "r", "custom_code": null}],\n "2": [{"task_id": 3, "ref_code": "r", "custom_code": "d"}]}' >old.json
expect 0 ingest auto old.json --run-name old --format csv
counts 3,2,0,1,0
said 'the record has neither a score nor a code'
rows "SELECT task, outcome, code FROM v_rollout WHERE run = 'old' ORDER BY 1" 'l1/3,NA,c\nl2/3,NA,d\n'
# A list instead of lines, and an object over several lines.
printf '[\n {"level_id": 1, "task_id": 1, "custom_code": "k", "score_default": 3},\n {"level_id": 1, "task_id": 2, "custom_code": "k", "score_default": 4}\n]\n' >list.json
expect 0 ingest cuda-l1 list.json --run-name list --format csv
counts 2,2,0,0,0
status=0
"$ROLLBOOK_BIN" ingest cuda-l1 - --run-name piped --format csv <"$fixtures/cuda_l1.json" >out 2>err || status=$?
[ "$status" -eq 0 ] || complain "standard input: $(cat err)"
counts 7,3,0,4,0
expect 4 ingest cuda-l1 "$fixtures/cuda_l1.json" --run-name few --max-errors 3
said 'more than 3 records were refused'
expect 4 ingest cuda-l1 "$fixtures/cuda_l2.csv" --run-name wrong
rows "SELECT count(*) FROM run WHERE name IN ('few', 'wrong')" '0\n'

expect 0 ingest auto "$fixtures/cuda_l2.csv" --format csv
counts 5,2,0,3,0
said 'CSV whose first column is mnk'
expect 0 analyze summary --run cuda_l2 --baseline 'cuBLAS, tn' --null-as drop --format csv
[ "$(columns 4,7,10)" = 1,1,2 ] || complain "cuda-l2: $(cat out)"

expect 0 ingest auto "$fixtures/traces.jsonl" --run-name traces --format csv
counts 10,6,0,4,0
said 'status MAYBE is unknown'
said 'the trace has no workload with a uuid or axes'
rows "SELECT task_name, sample, outcome, speedup, compile_log, json_extract(extra, '\$.solution') AS solution FROM v_rollout
      WHERE run = 'traces' ORDER BY 1, 2" \
'gemm/edca3e0f2389c335,0,measured,2,NA,a\ngemm/edca3e0f2389c335,1,timeout,NA,NA,b\ngemm/w1,0,measured,3,NA,a\ngemm/w1,1,compile,NA,no,b\ngemm/w2,0,wrong_shape,NA,NA,a\ngemm/w3,0,NA,NA,NA,a\n'
expect 0 ingest traces "$fixtures/traces.jsonl" --run-name traces --format csv
counts 10,0,6,4,0
# What has been asked for and not been measured yet is no result.
head -n 5 "$fixtures/traces.jsonl" | tail -n 1 >workloads.jsonl
expect 3 ingest auto workloads.jsonl
# SOL-ExecBench writes the same records, with two statuses more and errors of 0 beside has_nan.
sol() # UUID EVALUATION
{
    printf '{"definition": "norm", "workload": {"axes": {}, "uuid": "%s"}, "solution": "s", "evaluation": {"environment": {"hardware": "NVIDIA B200"}, %s}}\n' "$1" "$2"
}
{
    sol a '"status": "REWARD_HACK", "log": "a thread was started"'
    sol b '"status": "INVALID_REFERENCE"'
    sol c '"status": "INCORRECT_NUMERICAL", "correctness": {"max_relative_error": 0.0, "max_absolute_error": 0.0, "has_nan": true, "has_inf": false}'
    sol d '"status": "INCORRECT_NUMERICAL", "correctness": {"max_relative_error": 0.0, "max_absolute_error": 0.0, "has_nan": false, "has_inf": true}'
    sol e '"status": "INCORRECT_NUMERICAL", "correctness": {"max_relative_error": 0.5, "max_absolute_error": 2.0, "has_nan": false, "has_inf": false}'
} >sol.jsonl
expect 0 ingest auto sol.jsonl --run-name sol --format csv
counts 5,5,0,0,0
rows "SELECT t.name, e.outcome, e.cheat_kind, e.correct, e.max_rel_err, e.max_abs_err
      FROM evaluation e JOIN rollout r USING (rollout_id) JOIN run USING (run_id) JOIN task t USING (task_id)
      WHERE run.name = 'sol' ORDER BY 1" \
'norm/a,cheat,reward_hack,0,NA,NA\nnorm/b,infra,NA,0,NA,NA\nnorm/c,nan,NA,0,NA,NA\nnorm/d,mismatch,NA,0,NA,NA\nnorm/e,mismatch,NA,0,0.5,2\n'
# What is refused leaves no text behind.
before=$("$ROLLBOOK_BIN" sql --format csv "SELECT count(*) FROM blob")
printf '{"level_id": 1, "task_id": 1, "custom_code": "another", "score_default": 9.0}\n' >other.json
expect 1 ingest cuda-l1 other.json --run-name l1
said 'already has this sample with different content'
cat "$fixtures/cuda_l1.json" other.json >both.json
expect 0 ingest cuda-l1 both.json --run-name new
[ "$("$ROLLBOOK_BIN" sql --format csv "SELECT count(*) FROM blob")" = "$before" ] || complain 'a refused record left its text'

# More records than a transaction holds; a second file that goes on where the first ended.
awk 'BEGIN { for (i = 1; i <= 23000; i++) printf "{\"level_id\": 1, \"task_id\": %d, \"custom_code\": \"k%d\", \"score_default\": 1.5}\n", i, i % 7 }' >long.jsonl
head -n 12000 long.jsonl >half.jsonl
expect 0 ingest cuda-l1 half.jsonl --run-name long --format csv
expect 0 ingest cuda-l1 long.jsonl --run-name long --format csv
counts 23000,11000,12000,0,0
rows "SELECT count(*) FROM rollout JOIN run USING (run_id) WHERE name = 'long'" '23000\n'
rows "SELECT n_read, n_stored, n_duplicate, sha256 = '$(sha256sum <long.jsonl | cut -c1-64)' FROM import_source ORDER BY import_source_id DESC LIMIT 1" '23000,11000,12000,1\n'

# 60 claims with nulls, as 1 or dropped; ratios of two cards; traces whose factor is that of the two latencies.
result_files
expect 0 ingest cuda-l1 given/claims/kernels/claims.json --run-name claims --db given.db
expect 0 analyze summary --run claims --baseline torch_compile_default --null-as 1.0 --json --db given.db
meets claims n=problems mean=mean_speedup median=median_speedup max=max_speedup
python3 - <<'END' || complain "quartiles: $(cat out)"
import json, math
row, want = json.load(open("out"))["rows"][0], json.load(open("given/want.json"))["claims"]["quartiles"]
assert math.isclose(row["p25_speedup"], want[0]) and math.isclose(row["p75_speedup"], want[2]), (row, want)
END
expect 0 analyze fast-p --run claims --baseline torch_compile_default --null-as 1.0 --p 1.01 --json --db given.db
meets claims fast=count n=n
expect 0 analyze summary --run claims --baseline cuda_graph --null-as drop --json --db given.db
meets graphs n=timed mean=mean_speedup
expect 0 ingest auto given/claims/ratios given/claims/traces --db given.db --format csv
[ "$(tail -n +2 out | cut -d, -f4-)" = '40,40,0,0,0
40,40,0,0,0
15,15,0,0,0' ] || complain "ratios and traces: $(cat out)"
"$ROLLBOOK_BIN" sql --db given.db --format csv "SELECT count(*), max(abs(speedup / json_extract(extra, '\$.evaluation.performance.speedup_factor') - 1)) < 1e-12
    FROM v_rollout WHERE run = 'traces'" | tail -n 1 >got
[ "$(cat got)" = 15,1 ] || complain "traces: $(cat got)"
