# What --json prints about the approved study, held against the JSON schemas that the kinds of tables print.
# A new analysis needs no line here: its line in tests/approved/analyze.commands is run again with --json.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

python3 -c "import sqlite3" 2>/dev/null || {
    echo "skipped: no python3"
    exit 77
}
python3 "$ROLLBOOK_SOURCE_DIR/tests/approved/approved.py" json "$ROLLBOOK_BIN" >said || fail "$(cat said)"
check() {
    python3 "$ROLLBOOK_SOURCE_DIR/tests/check_json.py" "$ROLLBOOK_BIN" "$@"
}
"$ROLLBOOK_BIN" confirm --db study.db --run bon-42 --top 1 --json </dev/null >out.confirm.json
"$ROLLBOOK_BIN" run best-of-n --db runs.db --tasks 4 --k 2 --case tiny --json -q >out.run.json
"$ROLLBOOK_BIN" task check --power 28 --mutants 12 --case tiny --db power.db --json -q >out.power.json
"$ROLLBOOK_BIN" analyze checker --survivors --checker kernelbench --db power.db --json >out.survivors.json
"$ROLLBOOK_BIN" doctor --python /nonexistent/python --json >out.doctor.json
"$ROLLBOOK_BIN" audit --db study.db --list --json >out.checks.json
# The study's tasks as two shapes of one problem.
cp study.db shapes.db
sqlite3 shapes.db "UPDATE task SET kind = 'torch', name = 'p@' || problem_id WHERE level = 1"
"$ROLLBOOK_BIN" analyze shapes --run bon-42 --db shapes.db --json >out.shapes.json
check --all out.*.json >found || fail "JSON and schemas differ: $(cat found)"

# Every analysis can be explained, in JSON as well.
"$ROLLBOOK_BIN" help --names | grep '^analyze ' >names
[ "$(wc -l <names)" -ge 20 ] || fail "the command table names few analyses: $(cat names)"
while IFS= read -r name; do
    "$ROLLBOOK_BIN" $name -h | grep -q -e '--explain' || fail "$name has no --explain"
done <names
"$ROLLBOOK_BIN" analyze fast-p --db study.db --explain --json >explained
for fact in formula reference denominator n "SQL schema/queries/[a-z_/]*.sql"; do
    grep -q "\"$fact: ." explained || fail "--explain says no $fact"
done
expect 3 help --schema rollbook.analyze.nothing/1
said 'rollbook help --schemas lists them'

# The check can fail: a column more, a number for a text, a null that may not be one, a null without its reason, no number.
spoil() {
    sed "$1" out.first.json >spoilt.json
    cmp -s out.first.json spoilt.json && fail "$1 changes nothing"
    check spoilt.json >found && fail "nothing found after $1"
    grep -q "$2" found || fail "after $1 it says: $(cat found)"
}
cp "$(grep -l '"schema":"rollbook.analyze.fast-p/1".*' out.*.json | head -n 1)" out.first.json
spoil 's/"run":"bon-42"/"run":"bon-42","luck":1/' 'luck is not in the schema'
spoil 's/"run":"bon-42"/"run":7/' '7 is no string'
spoil 's/"run":"bon-42"/"run":null/' 'None is no string'
spoil 's/"ci_low":0[.0-9]*/"ci_low":null/' 'ci_low is None with reason None'
spoil 's/"value":0\.[0-9]*/"value":NaN/' 'NaN is no JSON'
spoil 's/"notes":\["/"notes":["","/' 'an empty text'
