# analyze fast-p --by and --bootstrap: parts of the problems, runs together, by hand.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
sample() {
    printf '{"sample_id": %s, "compiled": true, "correctness": %s, "metadata": {"hardware": "%s"}, "runtime": 0.5, "runtime_stats": {}}' "$1" "$2" "$3"
}
problem_base() {
    printf '"%s": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "G", "device": "d"}' "$1"
}
# a: problem 1 solved by both samples, 2 by one of two; b, on H: 2 solved, 3 not.
printf '{"1": [%s, %s], "2": [%s, %s]}' "$(sample 0 true G)" "$(sample 1 true G)" \
    "$(sample 0 true G)" "$(sample 1 false G)" >a.json
printf '{"2": [%s], "3": [%s]}' "$(sample 0 true H)" "$(sample 0 false H)" >b.json
printf '{"level1": {%s, %s, %s}, "level2": {}, "level3": {}}' "$(problem_base 1_x.py)" \
    "$(problem_base 2_y.py)" "$(problem_base 3_z.py)" >baseline.json
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name a >/dev/null || fail "no run a"
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name c >/dev/null || fail "no run c"
"$ROLLBOOK_BIN" ingest kernelbench b.json --level 1 --run-name b >/dev/null || fail "no run b"
"$ROLLBOOK_BIN" ingest kernelbench-baseline baseline.json --name base >/dev/null || fail "no baseline"
fastp() {
    "$ROLLBOOK_BIN" analyze fast-p --baseline base --p 1 --format csv "$@" >out 2>err ||
        fail "fast-p $*: $(cat err)"
}
has() {
    grep -q "$1" out || fail "no '$1' in: $(cat out)"
}
fastp --run a,b
has '^a,base,1,3,6,0.5,.*,NA,per-problem,mean,NA,'
cp out plain
# The only level is the whole.
fastp --run a,b --by level
sed 's/,level 1,per-problem,/,NA,per-problem,/' out | cmp -s - plain || fail "level 1 differs from all: $(cat out)"
fastp --run a,b --by family
# On G two runs with the samples of a: problem 1 4 of 4, problem 2 2 of 4, problem 3 absent.
fastp --run a,b,c --by device
has '^"a,c",base,1,6,12,0.5,.*,G,per-problem,mean,NA,'
has '^b,base,1,1,3,0.3333333333333333,.*,H,per-problem,mean,NA,'
fastp --run a,b,c --by device --denominator attempted
has '^"a,c",base,1,6,8,0.75,.*,G,per-problem,mean,NA,'
# All three runs have one model: problem 1 4/4, 2 3/5, 3 0/1.
fastp --run a,b,c --by model --denominator attempted
has '^"a,b,c",base,1,7,10,0.5333333333333333,'
# Fixed problems: 1 is always solved, so the mean of the two is at least a half.
fastp --run a --denominator attempted --bootstrap stratified
has '^a,base,1,3,4,0.75,0.5,1,bootstrap'
fastp --run a --denominator attempted --bootstrap hierarchical
has '^a,base,1,3,4,0.75,0.19[0-9]*,0.97[0-9]*,student-t'
for wrong in "--by luck" "--bootstrap luck"; do
    status=0
    # Two words are two arguments.
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" analyze fast-p --baseline base --run a $wrong >out 2>&1 || status=$?
    [ "$status" -eq 2 ] || fail "$wrong: status $status"
done
# A list may be given in parts.
"$ROLLBOOK_BIN" analyze fast-p --baseline base --run a,b --format csv >whole.csv 2>/dev/null
"$ROLLBOOK_BIN" analyze fast-p --baseline base --run a --run b --format csv >parts.csv 2>/dev/null
cmp whole.csv parts.csv
[ "$(wc -l <parts.csv)" -gt 2 ] || fail "one run only"

status=0
"$ROLLBOOK_BIN" analyze fast-p --run a --sample -2 >out 2>err || status=$?
[ "$status" -eq 2 ] && grep -q 'sample: -2 is not between -1' err || fail "sample -2: status $status: $(cat err)"

# The note names the fewest problems behind an interval of Student's t: 5 of the second run, not 7 of the first.
python3 - <<'END'
import json
for name, problems in ("seven", 7), ("five", 5):
    times = {str(t): [{"sample_id": i, "compiled": True, "correctness": i * t % 3 != 0, "metadata": {"hardware": "G"},
                       "runtime": 0.5 if (i + t) % 2 else 2.0, "runtime_stats": {}} for i in range(6)]
             for t in range(1, problems + 1)}
    json.dump(times, open(name + ".json", "w"))
base = {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "G", "device": "d"}
json.dump({"level1": {"%d_x.py" % t: base for t in range(1, 8)}, "level2": {}, "level3": {}}, open("baseline.json", "w"))
END
export ROLLBOOK_DB=few.db
for name in seven five; do
    "$ROLLBOOK_BIN" ingest kernelbench "$name.json" --level 1 --run-name "$name" >/dev/null || fail "no run $name"
done
"$ROLLBOOK_BIN" ingest kernelbench-baseline baseline.json --name base >/dev/null || fail "no baseline"
for runs in seven:7 seven,five:5 five,seven:5; do
    "$ROLLBOOK_BIN" analyze fast-p --explain --baseline base --p 1 --run "${runs%:*}" --denominator attempted >out 2>err || fail "fast-p of ${runs%:*}: $(cat err)"
    grep -q "^FEW TASKS: with ${runs#*:}," out || fail "not the fewest problems of ${runs%:*}: $(cat out)"
    grep -q '^interval student-t, 95 %: Student' out || fail "no words on Student's t: $(cat out)"
done

# A step of a run that adapts is about the tasks that it drew from: batches of other tasks are no failures of this one.
python3 - <<'END_OF_PYTHON'
import json
with open("steps.jsonl", "w") as file:
    for step, problems in enumerate(((1, 2, 3), (4, 5, 6, 7))):
        for problem in problems:
            for sample in range(2):
                file.write(json.dumps({"level": 1, "problem": problem, "step": step, "sample": sample, "correct": True,
                                       "us": 1.0 if problem != 4 else 4.0, "base": 2.0}) + "\n")
json.dump({"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "step": "/step", "sample": "/sample",
           "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base"}}, open("map.json", "w"))
END_OF_PYTHON
export ROLLBOOK_DB=steps.db
"$ROLLBOOK_BIN" ingest jsonl steps.jsonl --map map.json --run-name batches --strategy train --seed 1 >/dev/null || fail "no run batches"
for step in 0:6,6,1:4 1:6,8,0.75:3 all:12,14,; do
    "$ROLLBOOK_BIN" analyze fast-p --p 1 --step "${step%%:*}" --format csv >out 2>err || fail "fast-p of step $step: $(cat err)"
    wanted=${step#*:}
    grep -q "^batches,[^,]*,1,${wanted%:*}" out || fail "step ${step%%:*}: not ${wanted%:*} in $(cat out)"
    "$ROLLBOOK_BIN" analyze fast-p --p 1 --step "${step%%:*}" >out 2>err
    [ "${step%%:*}" = all ] || grep -q "${wanted#*:} tasks are left out" out || fail "step ${step%%:*}: not said what is left out: $(cat out)"
done
