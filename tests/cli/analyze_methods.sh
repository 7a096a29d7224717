# analyze compare --methods: four methods over eight tasks, by hand; bad lists are refused in words.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
# Each run: one sample a task, right on those named; a baseline makes every right one fast.
results() {
    printf '{'
    for task in 1 2 3 4 5 6 7 8; do
        correct=false
        case " $1 " in *" $task "*) correct=true ;; esac
        [ "$task" -eq 1 ] || printf ','
        printf '"%s": [{"sample_id": 0, "compiled": true, "correctness": %s, "metadata": {}, "runtime": 0.5, "runtime_stats": {}}]' \
            "$task" "$correct"
    done
    printf '}'
}
{
    printf '{"level1": {'
    for task in 1 2 3 4 5 6 7 8; do
        [ "$task" -eq 1 ] || printf ','
        printf '"%s_x.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "", "device": "d"}' "$task"
    done
    printf '}, "level2": {}, "level3": {}}'
} >baseline.json
add() {
    results "$2" >"$1.json"
    "$ROLLBOOK_BIN" ingest kernelbench "$1.json" --level 1 --run-name "$1" >/dev/null || fail "no run $1"
}
add a ""
add b1 "1 2 3 4"
add b2 "1 2 3 4 5 6"
add c "1 2 3 4 5 6 7 8"
"$ROLLBOOK_BIN" ingest kernelbench-baseline baseline.json --name base >/dev/null || fail "no baseline"

expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --format csv
# Means: 0; (4 + 6) / 16; 1.
has '^sample,value_these_runs,a,NA,0,0,'
has '^sample,value_these_runs,b,NA,0.625,'
has '^sample,value_these_runs,c,NA,1,'
# Differences of b and a: four tasks 1, two 1/2, two 0: of 2^6 signs only all alike.
has '^sample,difference_these_runs,b,a,0.625,.*,0.03125,0.0625,0.0078125,exact,8$'
# c and a: eight times 1, 2 / 2^8, times three pairs by Holm.
has '^sample,difference_these_runs,c,a,1,NA,NA,NA,0.0078125,0.0234375,0.0078125,exact,8$'
has '^best-of-b,difference_these_runs,c,a,1,NA,NA,NA,0.0078125,NA,0.0078125,exact,8$'
# Ranks within tasks: a 1 but where it ties with b at 0, c 3 but where it ties at 1.
has '^sample,mean_rank,a,NA,1.125,'
has '^sample,mean_rank,b,NA,2.125,'
has '^sample,mean_rank,c,NA,2.75,'
# Of a method with two runs among others with one ranks say too much, and of one run nothing is known of others.
has '^sample,friedman_these_runs,NA,NA,NA,.*,NA,NA,NA,NA,NA,0$'
has '^sample,difference_new_runs,b,a,0.625,NA,NA,NA,NA,NA,0.0078125,NA,8$'
has '^sample,model_chance_greater,c,a,1,'
"$ROLLBOOK_BIN" analyze compare --explain --methods a=a,b=b1,b2,c=c --baseline base >text
grep -q 'common budget: B = 1 rollouts' text || fail "no budget: $(cat text)"
grep -q 'p_holm: over the 3 pairs' text || fail "no family: $(cat text)"
grep -q 'FEW TASKS' text || fail "no warning: $(cat text)"

# The same twice, and with other threads.
"$ROLLBOOK_BIN" analyze compare --explain --methods a=a,b=b1,b2,c=c --baseline base --threads 2 >again
cmp -s text again || fail "not the same twice"

# One rollout each, whose costs nobody knows: one point a method and metric.
expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --table curves --format csv
has '^rollouts,1,b,1,fast_1,0.625,'
has '^rollouts,1,c,1,max,2,'
[ "$(grep -c '^tokens' out)" -eq 0 ] || fail "tokens out of nothing: $(cat out)"
expect 0 figure methods --methods a=a,b=b1,b2 --baseline base -o m.pdf
expect 0 figure budget --methods a=a,b=b1,b2 --baseline base -o b.pdf
expect 2 figure methods --methods a=a,b=b1 --run c -o m.pdf
said "does not go with it"

# With one baseline, one case and one family there is nothing to vary, and a row says so.
expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --table sensitivity --format csv
has '^baseline,another,value_these_runs,NA,NA,NA,.*,0$'
has '^case,another,value_these_runs,NA,NA,NA,.*,0$'
has '^without_family,another,value_these_runs,NA,NA,NA,.*,0$'
expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --table sensitivity --json
has 'no second baseline is stored'
has 'all runs are of one case'
has 'all tasks are of one family'

# Every right sample has speedup 2: > 2 and >= 2 part; a baseline of 0.4 ms leaves none fast.
sed 's/"mean": 1.0/"mean": 0.4/g' baseline.json >compiled.json
"$ROLLBOOK_BIN" ingest kernelbench-baseline compiled.json --name compiled >/dev/null || fail "no second baseline"
expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --table sensitivity --format csv
has '^threshold,> 2,value_these_runs,c,NA,0,'
has '^threshold,>= 2,value_these_runs,c,NA,1,'
has '^threshold,> 1,difference_these_runs,b,a,0.625,.*,0.03125,0.0078125,exact,above,8$'
has '^denominator,correct samples,value_these_runs,NA,NA,NA,'
has '^baseline,base,difference_these_runs,c,b,0.375,'
grep -q '^baseline,another' out && fail "no second baseline, though there is one: $(cat out)"
has '^baseline,compiled,value_these_runs,c,NA,0,'
has '^families_as_units,1 families,difference_these_runs,b,a,0.625,NA,NA,NA,1,1,exact,NA,1$'
# One fast on all tasks and one on none: no spread, no interval.
expect_status 0 analyze compare --a a --b c --baseline base --format csv
has '^sample,hodges_lehmann,1,NA,NA,NA,NA,NA,8,'
expect_status 0 analyze compare --methods a=a,b=b1,b2,c=c --baseline base --table solved --format csv
has '^b,fast,mean_over_runs,5,8,0.625,.*,student-t,1,1$'
has '^b,fast,any_run,6,8,0.75,.*,clopper-pearson,2,2$'
has '^b,fast,every_run,4,8,0.5,.*,clopper-pearson,2,2$'
has '^a,correct,at_budget,0,8,0,0,0.36941664755281[0-9]*,clopper-pearson,1,1$'

# A study is copied once a stored baseline, not once a time: 2,000 times of 2,000 rollouts took gigabytes.
awk 'BEGIN { for (i = 0; i < 2000; i++) printf "{\"level\": 1, \"problem\": %d, \"sample\": %d, \"compiled\": true, \"correct\": true, \"us\": %d, \"base\": 9}\n", i % 20 + 1, i / 20, 5 + i % 9 }' >rows.jsonl
echo '{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base"}}' >map.json
for run in p q; do
    "$ROLLBOOK_BIN" ingest jsonl rows.jsonl --map map.json --run-name "$run" --db large.db >/dev/null || fail "no run $run"
done
sqlite3 large.db "INSERT INTO device (backend, name) VALUES ('cpu', 'd'); UPDATE evaluation SET device_id = last_insert_rowid();
    UPDATE measurement SET baseline = 'b' WHERE subject = 'baseline'"
python3 - "$ROLLBOOK_BIN" <<'END' || fail "sensitivity takes the memory of a copy for each time"
import resource, subprocess, sys
subprocess.run([sys.argv[1], "analyze", "compare", "--methods", "p=p,q=q", "--table", "sensitivity", "--db", "large.db"], check=True, stdout=subprocess.DEVNULL)
sys.exit(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 1200000)  # kB; a sanitizer keeps freed memory
END

expect 2 analyze compare --methods a=a --baseline base
said "names one method"
expect 2 analyze compare --methods a,b=b1 --baseline base
said "is not NAME=RUN"
expect 2 analyze compare --methods a=a,b=a --baseline base
said "named twice"
expect 2 analyze compare --methods a=a,b=b1 --a a --baseline base
said "do not go with it"
expect 3 analyze compare --methods a=a,b=nobody --baseline base
said "there is no run"
expect 7 analyze compare --methods a=a,b=b1 --budget 2 --baseline base
said "has only 1"
expect 7 analyze compare --methods a=a,b=b1
said "no baseline for"
