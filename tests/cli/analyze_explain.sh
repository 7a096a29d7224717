# --explain: formula, reference, denominator, n and the SQL that ran, beside an unchanged table.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
cat >eval_results.json <<'JSON'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 0.5, "runtime_stats": {}},
       {"sample_id": 1, "compiled": true, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}]}
JSON
cat >baseline.json <<'JSON'
{"level1": {"1_a.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "", "device": "cuda:0"}},
 "level2": {}, "level3": {}}
JSON
"$ROLLBOOK_BIN" ingest kernelbench eval_results.json --level 1 --run-name a >/dev/null || fail "no database"
"$ROLLBOOK_BIN" ingest kernelbench eval_results.json --level 1 --run-name b >/dev/null || fail "no second run"
"$ROLLBOOK_BIN" ingest kernelbench-baseline baseline.json --name base >/dev/null || fail "no baseline"

explain() {
    status=0
    "$ROLLBOOK_BIN" analyze "$@" --explain >out 2>err || status=$?
    [ "$status" -le 1 ] || fail "analyze $*: status $status: $(cat err)"
    for fact in formula reference denominator n; do
        grep -q "^ *$fact: ." out || fail "analyze $* --explain: no $fact in $(cat out)"
    done
    "$ROLLBOOK_BIN" analyze "$@" >plain 2>err || status=$?
    grep -q '^ *reference: ' plain && fail "analyze $*: explained without --explain"
    head -n 2 plain >head_plain
    head -n 2 out | cmp -s - head_plain || fail "analyze $*: --explain changes the table"
    "$ROLLBOOK_BIN" analyze "$@" --explain --json >json 2>err || status=$?
    /usr/bin/env python3 -c 'import json; t = json.load(open("json")); assert any(n.startswith("formula: ") for n in t["notes"]), t' ||
        fail "analyze $* --explain --json: no note says the formula"
}
ran() {
    grep -q "^ *SQL schema/queries/load/$1.sql: [A-Z]" out || fail "the text of $1 is missing: $(cat out)"
}
explain fast-p --run a --baseline base
ran load_rollouts
ran load_baseline
explain summary --run a --baseline base
ran load_runs
explain scaling --run a --baseline base
ran load_cells
explain equivalent-k --base a --run b --baseline base
explain compare --a a --b b --baseline base
ran load_ledger
explain selection --run a --baseline base
explain trajectory --run a --baseline base
explain audit "$ROLLBOOK_SOURCE_DIR/tests/fixtures/claims/study.json"
# The text is the file's own.
first=$(grep -v '^--' "$ROLLBOOK_SOURCE_DIR/schema/queries/load/load_rollouts.sql" | head -n 1 | cut -c 1-40)
"$ROLLBOOK_BIN" analyze summary --run a --baseline base --explain | grep -qF "$first" ||
    fail "load_rollouts is not what the file says"
