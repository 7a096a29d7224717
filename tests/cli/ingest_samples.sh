# Files that say passed or not: every sample becomes a rollout, and pass@k comes out of them.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cat >crux.json <<'END'
{"raw_generations": {"sample_3": ["f(1)", "f(2)", "f(2)"], "sample_0": ["g()", "h()", "i()"]},
 "raw_scored_generations": {"sample_3": [true, false, true], "sample_0": [false, false, "maybe"]}, "pass_at_1": 33.3}
END
expect 0 ingest samples crux.json --format csv
counts crux,6,5,0,1,0
said 'refused: "sample_0", sample 2: the sample has neither a verdict nor a score'
said 'the file itself says pass_at_1'
expect 0 ingest samples crux.json --format csv
counts crux,6,0,5,1,0
said "nothing new for 'crux'"
rows "SELECT t.suite, r.task, r.task_name, r.sample, r.outcome, r.correct, r.completion, r.extra
      FROM v_rollout r JOIN task t ON t.task_id = r.task_id ORDER BY r.problem_id, r.sample" \
'cruxeval,l0/0,sample_0,0,mismatch,0,g(),"{""verdict"":false}"
cruxeval,l0/0,sample_0,1,mismatch,0,h(),"{""verdict"":false}"
cruxeval,l0/3,sample_3,0,measured,1,f(1),"{""verdict"":true}"
cruxeval,l0/3,sample_3,1,mismatch,0,f(2),"{""verdict"":false}"
cruxeval,l0/3,sample_3,2,measured,1,f(2),"{""verdict"":true}"
'
# Task 3: 2 of 3, task 0: 0 of 2; pass@1 is the mean of 2/3 and 0, pass@2 of 1 and 0.
"$ROLLBOOK_BIN" analyze scaling --run crux --k 1,2 --format csv | grep ,pass, | cut -d, -f3,4 >got
printf '1,0.3333333333333333\n2,0.5\n' | cmp -s - got || complain "pass@k: $(cat got)"

# LiveCodeBench: the number of a name is a guess, so two names may hold the same one.
cat >lcb.json <<'END'
[{"question_id": "1873_A", "title": "Short", "code_list": ["a", "b"], "graded_list": [true, false], "pass@1": 0.5},
 {"question_id": "1873_B", "code_list": ["c"], "graded_list": [true]}]
END
expect 0 ingest auto lcb.json --format csv
counts lcb,3,3,0,0,0
expect 0 ingest auto lcb.json --format csv
counts lcb,3,0,3,0,0
rows "SELECT task_name, problem_id = 1873, sample, correct, code, extra ->> '\$.record.title' AS title FROM v_rollout WHERE run = 'lcb' ORDER BY 1, 3" \
'1873_A,1,0,1,a,Short\n1873_A,1,1,0,b,Short\n1873_B,0,0,1,c,NA\n'

# JSON Lines: order of the file is the sample, a broken line is refused by its number.
cat >human.jsonl <<'END'
{"task_id": "HumanEval/7", "completion": "a", "passed": true, "result": "passed"}
{"task_id": "HumanEval/7", "completion": "b", "passed": false, "result": "timed out"}
{"task_id": "HumanEval/8", "completion": "c", "passed": false, "result": "failed: AssertionError", "own": [1]}
{"task_id": "HumanEval/9", "completion": "d"}
{"task_id": "HumanEval/9", "completion": "e", "passed":
END
expect 0 ingest samples human.jsonl --model m --format csv
counts human,5,3,0,2,0
said 'line 4: the record names no verdict'
said 'line 5:'
rows "SELECT t.suite, r.problem_id, r.sample, r.outcome, r.message, json_extract(r.extra, '\$.own[0]') FROM v_rollout r
      JOIN task t ON t.task_id = r.task_id WHERE r.run = 'human' ORDER BY 2, 3" \
'humaneval,7,0,measured,passed,NA
humaneval,7,1,timeout,timed out,NA
humaneval,8,0,mismatch,failed: AssertionError,1
'
printf '{"name":"HumanEval_12_x","language":"rs","is_solved":[true,false],"solutions":["s","t"]}\n\n{"name":"no number","is_solved":true}\n' >r.jsonl
expect 0 ingest samples r.jsonl --format csv
counts r,3,3,0,0,0
rows "SELECT t.suite, t.name, t.problem_id < 1000, r.sample, r.correct, r.code FROM v_rollout r JOIN task t ON t.task_id = r.task_id
      WHERE r.run = 'r' ORDER BY 2, 4" 'humaneval-rs,HumanEval_12_x,1,0,1,s\nhumaneval-rs,HumanEval_12_x,1,1,0,t\nno,no number,0,0,1,NA\n'
# EvalPlus says when and on what before it says what; a sample passes when it passes both kinds of tests.
cat >evalp.json <<'END'
{"date": "2024-01-01", "hash": "0a", "eval": {
  "HumanEval/0": [{"task_id": "HumanEval/0", "solution": "a", "base_status": "pass", "plus_status": "fail", "base_fail_tests": []},
                  {"task_id": "HumanEval/0", "solution": "b", "base_status": "pass", "plus_status": "pass"},
                  {"task_id": "HumanEval/0", "solution": "b", "base_status": "pass", "plus_status": "pass"}],
  "HumanEval/1": [{"task_id": "HumanEval/1", "solution": "c", "base_status": "fail", "plus_status": "pass"},
                  {"task_id": "HumanEval/1", "solution": "d", "base_status": "pass", "plus_status": null}]},
 "pass_at_k": {"base": {"pass@1": 0.75}}}
END
expect 0 ingest auto evalp.json --format csv
counts evalp,5,5,0,0,0
rows "SELECT problem_id, sample, correct, code FROM v_rollout WHERE run = 'evalp' ORDER BY 1, 2" \
'0,0,0,a\n0,1,1,b\n0,2,1,b\n1,0,0,c\n1,1,1,d\n'
expect 0 ingest auto evalp.json --format csv
counts evalp,5,0,5,0,0
# Scores are kept; full marks count as correct.  Infinite ones are none.
printf '{"a_1": [0.5, 1.0, NaN], "a_2": 3, "a_4": []}' >scores.json
expect 0 ingest samples scores.json --format csv
counts scores,5,2,0,3,0
rows "SELECT w.value, r.correct FROM v_reward w JOIN v_rollout r ON r.rollout_id = w.rollout_id WHERE w.run = 'scores'" '0.5,0\n'
rows "SELECT sum(correct) FROM v_rollout WHERE run = 'scores'" '1\n'
printf '{"eval": {"Mbpp/2": [{"solution": "x", "base_status": "pass", "plus_status": "fail"}]}}' >plus.json
expect 0 ingest samples plus.json --format csv
rows "SELECT correct, code FROM v_rollout WHERE run = 'plus'" '0,x\n'

# Samples as objects, as pairs of index and object (bigcode), and as results of one task (MultiPL-E).
printf '{"0": [[0, {"task_id": 0, "passed": true, "result": "passed"}], [1, {"passed": false, "result": "timed out"}], [2, {}]]}' >big.json
expect 0 ingest samples big.json --format csv
counts big,3,2,0,1,0
rows "SELECT problem_id, sample, outcome FROM v_rollout WHERE run = 'big' ORDER BY 2" '0,0,measured\n0,1,timeout\n'
printf '{"name": "HumanEval_3_y", "language": "lua", "results": [{"program": "p", "status": "OK"}, {"program": "q", "status": "Exception"}]}' >multi.json
expect 0 ingest samples multi.json --format csv
rows "SELECT t.suite, r.correct, r.code FROM v_rollout r JOIN task t ON t.task_id = r.task_id WHERE r.run = 'multi' ORDER BY r.sample" \
    'humaneval-lua,1,p\nhumaneval-lua,0,q\n'

# Other content under the same run is refused, never overwritten.
sed 's/f(1)/f(9)/' crux.json >other.json
expect 0 ingest samples other.json --run-name crux --format csv
counts crux,6,0,4,2,0
said "run 'crux' already has this sample with different content"
: >empty.json
expect 4 ingest samples empty.json
printf '{"raw_scored_generations": {' >cut.json
expect 4 ingest samples cut.json
printf '[1, 2]' >numbers.json
expect 4 ingest samples numbers.json
printf '[]' >none.json
expect 3 ingest samples none.json
expect 2 ingest samples absent.json
status=0
"$ROLLBOOK_BIN" ingest samples - <crux.json >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "standard input without a name: status $status"

# Ten verdicts a task: pass@k by its formula.
result_files
expect 0 ingest samples given/verdicts/scored/verdicts.json --run-name scored --format csv
counts scored,600,600,0,0,0
for k in 1 5; do
    expect 0 analyze scaling --run scored --k $k --json
    python3 - <<'END' || complain "pass@$k: $(cat out)"
import json, math
out, want = json.load(open("out")), json.load(open("given/want.json"))["verdicts"]
row = [r for r in out["rows"] if r["metric"] == "pass"]
assert len(row) == 1 and math.isclose(row[0]["value"], want[str(row[0]["k"])], rel_tol=1e-12), row
END
done
expect 0 ingest samples given/verdicts/lines/*.jsonl --format csv
rows "SELECT run, 100.0 * avg(correct) FROM v_rollout WHERE run LIKE 'humaneval-rs%' GROUP BY 1 ORDER BY 1" \
'humaneval-rs._again_1_pass_at_k_1_rs,68
humaneval-rs._simple_1_pass_at_k_1_rs,60
'
