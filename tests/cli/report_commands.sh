# The report command: what it asks for, what it says when it cannot, and that it leaves nothing half done.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# status EXPECTED ARGUMENTS...
expect() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$expected" ] || {
        cat out err
        fail "status $status, not $expected: rollbook $*"
    }
}

expect 0 report list
grep -q '^ttt-vs-bon' out || fail "report list does not name ttt-vs-bon"
expect 0 report list --json
grep -q '"schema": *"rollbook.report.list/1"' out || fail "report list --json without its schema"

expect 2 report ttt-vs-bon --db missing.db
expect 0 init empty.db
expect 2 report nonsense --db empty.db
grep -q 'report list' err || fail "an unknown report does not lead to report list"
expect 7 report ttt-vs-bon --db empty.db
grep -q 'best-of-n or ttt' err || fail "nothing to report is not explained"
[ ! -e ttt-vs-bon.pdf ] || fail "a failed report left a file"

run() {
    "$ROLLBOOK_BIN" run "$@" --db study.db --split "$ROLLBOOK_SOURCE_DIR/splits/l1_seed42.json" \
        --tasks 4,5 --case tiny -q >log 2>&1 || {
        cat log
        fail "run $* failed"
    }
}
run best-of-n --k 3 --seed 42 --name bon-42
expect 7 report ttt-vs-bon --db study.db -o one.pdf
grep -q 'of strategy ttt' err || fail "the missing strategy is not named"
expect 3 report ttt-vs-bon --db study.db --runs bon-42,nobody
expect 2 report ttt-vs-bon --db study.db --runs bon-42,
[ ! -e one.pdf ] || fail "a failed report left a file"

run ttt --k 2 --steps 1 --seed 42 --name ttt-42
expect 0 report ttt-vs-bon --db study.db -o first.pdf --json
grep -q '"schema": *"rollbook.report/1"' out || fail "no schema in --json"
expect 0 report ttt-vs-bon --db study.db -o second.pdf
cmp first.pdf second.pdf || fail "two renderings differ"
expect 0 report ttt-vs-bon --db study.db --runs bon-42,ttt-42 -o named.pdf
cmp first.pdf named.pdf || fail "naming the default runs changes the document"
expect 0 report ttt-vs-bon --db study.db -o -
cmp first.pdf out || fail "standard output differs from the file"
expect 0 report ttt-vs-bon --db study.db
cmp first.pdf ttt-vs-bon.pdf || fail "the default file differs"

# The table says what the rows say.
if command -v pdftotext >/dev/null; then
    pdftotext -layout first.pdf text
    for name in bon-42 ttt-42; do
        correct=$("$ROLLBOOK_BIN" sql --db study.db --format csv \
            "SELECT printf('%.1f', 100.0 * avg(correct)) AS c FROM v_rollout WHERE run = '$name'" | sed -n 2p)
        tokens=$("$ROLLBOOK_BIN" sql --db study.db --format csv \
            "SELECT sum(prompt_tokens + completion_tokens) AS t FROM v_rollout WHERE run = '$name'" | sed -n 2p)
        grep -E "^ *$name +(best-of-n|ttt) +42 .* $tokens +$correct " text >line ||
            fail "no line of $name with $tokens tokens and $correct % correct"
    done
fi

# Another date, and nothing else of the environment, changes the bytes.
TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$ROLLBOOK_BIN" report ttt-vs-bon --db study.db -o zone.pdf >log
cmp first.pdf zone.pdf || fail "time zone or locale changes the document"
SOURCE_DATE_EPOCH=0 "$ROLLBOOK_BIN" report ttt-vs-bon --db study.db -o epoch.pdf >log
grep -aq 'D:19700101000000Z' epoch.pdf || fail "SOURCE_DATE_EPOCH is not the date"

# A file that cannot be written: said, and what was there stays.
expect 2 report ttt-vs-bon --db study.db -o no/such/folder/report.pdf
mkdir folder
status=0
"$ROLLBOOK_BIN" report ttt-vs-bon --db study.db -o folder >out 2>err || status=$?
[ "$status" -ne 0 ] || fail "a folder was taken for a file"
[ -z "$(ls | grep tmp)" ] || fail "a temporary file was left: $(ls)"

# The front page's command, pasted into a shell, draws the same bytes, even with many names or names
# that no page can show.
if command -v pdftotext >/dev/null && command -v bash >/dev/null && command -v python3 >/dev/null; then
    PATH=$(dirname "$ROLLBOOK_BIN"):$PATH
    export PATH ROLLBOOK_DB=study.db
    python3 - <<'END'
import sqlite3
db = sqlite3.connect("study.db")
db.execute("UPDATE run SET name = ? WHERE name = 'bon-42'", ("\x1b]0;x\x07 it's, a \\ \u202e\u05e9 \n" + "long" * 60,))
db.commit()
END
    for name in ttt-vs-bon audit; do
        expect 0 report $name -o drawn.pdf
        pdftotext drawn.pdf text
        # The command goes on while its lines end with a backslash.
        awk '/drawn from the database by/ { on = 1; next } on && NF > 0 { print; if (!/\\$/) exit }' text >pasted
        [ "$(grep -c . pasted)" -ge 3 ] || fail "the command is not continued over lines: $(cat pasted)"
        sed '/^$/d' pasted | sed '$s/$/ -o again.pdf/' >script
        bash script >log 2>&1 || fail "the command of $name fails: $(cat pasted log)"
        cmp drawn.pdf again.pdf || fail "the command of $name draws another document"
        rm again.pdf
    done
fi

# With a stored baseline: tables are made while other cores build figures from the same rows, and all say
# the same of it, each time.
if command -v pdftotext >/dev/null; then
    cat >baseline.json <<'JSON'
{"level1": {"4_Matrix_vector_multiplication_.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "there", "device": "x"},
            "5_Matrix_scalar_multiplication.py": {"mean": 2.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 100, "hardware": "there", "device": "x"}},
 "level2": {}, "level3": {}}
JSON
    expect 0 ingest kernelbench-baseline baseline.json --name stored --db study.db
    expect 0 report model-sweep --db study.db --baseline stored -o based.pdf
    pdftotext based.pdf - | tr '\n' ' ' >text
    grep -q 'against the baseline stored on there' text || fail "the figures do not name the baseline"
    grep -qE 'ttt-42 +stored +2 ' text || fail "the tables do not name the baseline"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        expect 0 report model-sweep --db study.db --baseline stored -o again.pdf
        cmp based.pdf again.pdf || fail "two renderings with a baseline differ"
    done
fi
