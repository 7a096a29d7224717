# "ingest auto" on a source tree: files that quote the evaluator are passed over, its printed
# results are not, and every file is counted.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

ingest() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" ingest auto "$@" --format csv >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat err)"
}
mkdir -p fork/src fork/runs/a_level1 fork/docs
cat >fork/src/eval.py <<'END'
def judge():
    print(f"[Eval Result] Problem ID: {problem_id}, Sample ID: {sample_id}")
    print(f"Starting Batch Eval with config: {config}")
    return KernelExecResult(compiled=True, correctness=False, metadata={}, runtime=1.0)
END
cp fork/src/eval.py fork/docs/guide.md
sed 's/^/+/' fork/src/eval.py >fork/src/eval.diff
cp fork/src/eval.py fork/docs/listing.txt
printf '{"cells": [{"outputs": [{"text": "compiled=True correctness=True metadata={} runtime=1.0 runtime_stats={}"}]}]}' >fork/docs/a.ipynb
printf '{"1": {"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 1.0}}' >fork/runs/a_level1/eval_results.json
printf -- '---\ntitle: traces\n---\n{"definition": "d", "workload": {}, "solution": "s", "evaluation": {"status": "PASSED"}}\n' >fork/docs/trace.mdx
printf '{"definition": "d", "workload": {"uuid": "u"}, "solution": null, "evaluation": null}\n' >fork/docs/workloads.jsonl
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do echo "x = $i" >"fork/src/m$i.py"; done
ingest 0 fork
[ "$(tail -n +2 <out | cut -d, -f2)" = kernelbench ] || complain "more than the results was taken: $(cat out)"
grep -qF 'fork: 25 files in 2 folders are of no known format and were passed over: 19 .py, 1 .diff, 1 .ipynb, 1 .jsonl, 1 .md, 1 .mdx, 1 .txt' err ||
    complain "not all files are accounted for: $(cat err)"

# Printed results are a log, whatever stands before them on the line.
line='compiled=True correctness=True metadata={} runtime=1.5 runtime_stats={} ref_runtime=3.0 ref_runtime_stats={}'
printf '[Eval Result] Problem ID: 3, Sample ID: 0\n%s\n' "$line" >plain.txt
printf '[Eval Result] Problem ID: 4, Sample ID: 0\nresult: KernelExecResult(compiled=False, correctness=False, metadata={}, runtime=-1.0)\n' >repr.log
for file in plain.txt repr.log; do
    ingest 0 "$file" --level 1 --run-name "$file"
    [ "$(tail -n +2 <out | cut -d, -f2,4,5)" = kernelbench-log,1,1 ] || complain "$file: $(cat out)"
done
printf '%s\n' "$line" >level_1_problem_5_sample_0.out
ingest 0 level_1_problem_5_sample_0.out --level 1 --run-name one
grep -q 'text with a printed KernelExecResult' err || complain "a bare result: $(cat err)"

# What a loop had when it went on is of the same run.
mkdir -p loop_level2
printf '{"results": [{"problem_id": 1, "eval_result": {"compiled": true, "correctness": true, "metadata": {}, "runtime": 2.0}}]}' >loop_level2/checkpoint.json
printf '{"run_info": {"run_name": "loop_level2", "level": 2}, "results": [{"problem_id": 1, "eval_result": {"compiled": true, "correctness": true, "metadata": {}, "runtime": 2.0}}]}' >loop_level2/detailed_results.json
ingest 0 loop_level2
[ "$(tail -n +2 <out | cut -d, -f3-6 | tr "\n" " ")" = "loop_level2,1,1,0 loop_level2,1,0,1 " ] || complain "checkpoint: $(cat out err)"

# A loop that failed before a verdict leaves a row that says why.
mkdir s_level3
cat >s_level3/detailed_results.json <<'END'
{"run_info": {"run_name": "s_level3", "level": 3}, "results": [
 {"problem_id": 1, "success": true, "eval_result": {"compiled": true, "correctness": true, "metadata": {}, "runtime": 2.0}},
 {"problem_id": 5, "success": false, "eval_time": 0, "error": "'NoneType' object has no attribute 'compiled'"}]}
END
ingest 0 s_level3/detailed_results.json
[ "$(tail -n +2 <out | cut -d, -f4-)" = 2,2,0,0,0 ] || complain "given up: $(cat out err)"
"$ROLLBOOK_BIN" sql --format csv "SELECT task, outcome, correct, message FROM v_rollout WHERE run = 's_level3' ORDER BY 1" | tail -n +2 >got
printf "l3/1,measured,1,NA\nl3/5,infra,0,'NoneType' object has no attribute 'compiled'\n" | cmp -s - got ||
    complain "given up: $(cat got)"

# A file a problem beside the results of all is no run of its own.
mkdir -p study/problems study/other
one='"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 2.0'
printf '{"1": [{%s}], "2": [{%s}]}' "$one" "$one" >study/eval_results.json
for i in 1 2; do printf '{"problem_id": %s, %s}' "$i" "$one" >study/problems/problem_00$i.json; done
printf '{"problem_id": 1, %s}' "$one" >study/other/results.json
ingest 0 study --level 1
[ "$(tail -n +2 out | cut -d, -f1,4 | tr '\n' ' ')" = 'study,2 study/other/results.json,1 ' ] || complain "copies: $(cat out)"
[ "$(grep -c 'study/problems.*passed over with others like it' err)" -eq 1 ] || complain "copies: $(cat err)"
"$ROLLBOOK_BIN" ingest kernelbench study/problems/problem_001.json --level 1 --run-name asked >out 2>&1 || complain "by name: $(cat out)"
