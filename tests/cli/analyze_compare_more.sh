# analyze compare: power, risks, odds, adjustments and regimes of eight tasks by hand.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
# Run a: one sample a task, fast on tasks 1 and 2; run b: fast on tasks 2 to 7; 8 on neither.
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
results "1 2" >a.json
results "2 3 4 5 6 7" >b.json
{
    printf '{"level1": {'
    for task in 1 2 3 4 5 6 7 8; do
        [ "$task" -eq 1 ] || printf ','
        printf '"%s_x.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "", "device": "d"}' "$task"
    done
    printf '}, "level2": {}, "level3": {}}'
} >baseline.json
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name a >/dev/null || fail "no run a"
"$ROLLBOOK_BIN" ingest kernelbench b.json --level 1 --run-name b >/dev/null || fail "no run b"
"$ROLLBOOK_BIN" ingest kernelbench-baseline baseline.json --name base >/dev/null || fail "no baseline"
compare() {
    "$ROLLBOOK_BIN" analyze compare --a a --b b --baseline base --format csv "$@" >out 2>err ||
        fail "analyze compare $*: $(cat err)"
}
has() {
    grep -q "$1" out || fail "no '$1' in: $(cat out)"
}
compare
# Five tasks for b alone, one for a alone, of eight: risk difference 1/2, odds ratio 5, and of
# 2^6 sign patterns those with 5 or 6 alike: 2 (1 + 6) / 64.
has '^best-of-b,risk_difference,0.5,'
has '^best-of-b,odds_ratio,5,.*,clopper-pearson,6,'
has '^best-of-b,sign_flip_these_runs,0.5,0.21875,.*,exact,'
# The interval of the odds is that of 5 of 6, [0.3588, 0.9958].
has '^best-of-b,odds_ratio,5,NA,NA,0.55[0-9]*,236[.0-9]*,'
# Differences: five +1, one -1, two 0: variance (6 - 8/4) / 7.
has '^best-of-b,sd_of_differences,0.7559289460184'
has '^best-of-b,n_required,[12][0-9],'
# With one sample a task none is left to say how hard the task is.
has '^best-of-b,held_out_base_none,NA,.*,0,NA'
grep -q '^log-best-of-b,risk_difference' out && fail "a risk of logs"
cp out holm
compare --adjust bh
has ',bh$'
compare --adjust max-t
# Sample and best are one and the same here: no correction is left to make.
has '^best-of-b,sign_flip_these_runs,.*,exact,0.21875,max-t$'
# What stood before stands as it did.
cut -d, -f1-10 holm | head -n 15 >before
cut -d, -f1-10 out | head -n 15 | cmp -s - before || fail "--adjust changes the first columns"
status=0
"$ROLLBOOK_BIN" analyze compare --a a --b b --baseline base --adjust luck >out 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "--adjust luck: status $status"
