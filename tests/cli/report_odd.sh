# Reports of databases of odd shape: a sensible document or a clear error, never a broken page.
. "$ROLLBOOK_SOURCE_DIR/tests/pdf_checks"
need_pdf_tools
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$expected" ] || { cat out err; fail "status $status, not $expected: rollbook $*"; }
}
reports=$("$ROLLBOOK_BIN" report list --format csv | sed 1d | cut -d, -f1)

# Nothing at all: each says so with status 7 and leaves no file.
expect 0 init empty.db
for name in $reports; do
    expect 7 report "$name" --db empty.db -o empty.pdf
    grep -q 'run' err || fail "$name: nothing to report is not explained"
done
[ ! -e empty.pdf ] || fail "a failed report left a file"

run() {
    "$ROLLBOOK_BIN" run "$@" --tasks 4 --case tiny -q >log 2>&1 || { cat log; fail "run $* failed"; }
}
# One row: what can be said is said, what cannot is refused with 7.
run best-of-n --k 1 --seed 1 --name one --db one.db
for name in $reports; do
    status=0
    "$ROLLBOOK_BIN" report "$name" --db one.db -o one.pdf >out 2>err || status=$?
    case $name:$status in
    training:7 | diff:7 | ttt-vs-bon:7) ;;
    *:0) pdf_is_sound one.pdf || exit 1 ;;
    *) cat err; fail "$name of one row: status $status" ;;
    esac
done

# Names and tasks that are not there, too few and too many runs.
run best-of-n --k 2 --seed 2 --name two --db one.db
run best-of-n --k 2 --seed 3 --name three --db one.db
expect 3 report run --run nobody --db one.db
expect 3 report task --task l9/99 --db one.db
expect 2 report run --db one.db
expect 2 report diff --db one.db
expect 2 report diff --run one --db one.db
expect 2 report diff --run one,one --db one.db
expect 2 report ttt-vs-bon --run one,one --db one.db
expect 3 report audit --baseline nothing --db one.db
expect 0 report diff --run two,three --db one.db -o diff.pdf
pdf_is_sound diff.pdf || exit 1
pdftotext diff.pdf - | grep -qx 'A is two, B is three\.' || fail "report diff does not say which run is A"

# Hostile rows: control characters, right to left, ten megabytes, infinities, nothing.
run ttt --k 2 --steps 1 --seed 1 --name adapted --db one.db
python3 - <<'END'
import sqlite3
db = sqlite3.connect("one.db")
hostile = "\x1b]0;x\x07 (\\) %n <b> \u202e\u05e9\u05dc\u05d5\u05dd\u202c \ufeff \u4e2d\u6587 \U0001f600 "
db.execute("UPDATE run SET name = ? WHERE name = 'two'", (hostile,))
db.execute("UPDATE run SET name = ? WHERE name = 'three'", ("three" * 2000000,))
db.execute("UPDATE task SET name = ?, family = ?", ("y" * 10000000, hostile))
db.execute("UPDATE device SET name = ?", ("\n" * 5000 + hostile * 100,))
db.execute("UPDATE model SET name = ?", ("m" * 100000,))
db.execute("UPDATE measurement SET runtime_us = 9e999 WHERE measurement_id % 3 = 0")
db.execute("UPDATE measurement SET runtime_us = 1e-300 WHERE measurement_id % 3 = 1")
db.execute("UPDATE rollout SET mean_logprob = -9e999, sum_logprob = -9e999 WHERE rollout_id % 2 = 0")
db.execute("UPDATE evaluation SET message = ?", (hostile * 1000,))
db.commit()
END
for name in $reports; do
    case $name in
    run) expect 0 report run --run adapted --db one.db -o odd.pdf ;;
    task) expect 0 report task --task l1/4 --db one.db -o odd.pdf ;;
    diff) expect 0 report diff --run one,adapted --db one.db -o odd.pdf ;;
    *) expect 0 report "$name" --db one.db -o odd.pdf ;;
    esac
    pdf_is_sound odd.pdf || exit 1
    [ "$(pdfinfo odd.pdf | awk '/^Pages/ { print $2 }')" -lt 30 ] || fail "$name: long names make $(pdfinfo odd.pdf)"
    ! pdftotext odd.pdf - | LC_ALL=C grep -q "$(printf '[\001-\010\033]')" || fail "$name: a control character in the text"
done

# Results of others: no run of ours, no log-probs, no baseline.
cat >others.json <<'END'
{"4": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.5}],
 "5": [{"sample_id": 0, "compiled": false, "correctness": false, "runtime": -1}]}
END
if "$ROLLBOOK_BIN" ingest kernelbench others.json --level 1 --run-name theirs --db others.db >log 2>&1; then
    for name in model-sweep audit run selection; do
        expect 0 report "$name" --db others.db -o theirs.pdf
        pdf_is_sound theirs.pdf || exit 1
    done
else
    cat log
    fail "the sample file is not read"
fi

# Two runs that differ in their seed alone are compared, not put together.
run best-of-n --k 4 --seed 1 --name first --db seeds.db
run best-of-n --k 4 --seed 2 --name second --db seeds.db
run ttt --k 2 --steps 1 --seed 1 --name third --db seeds.db
run ttt --k 2 --steps 1 --seed 2 --name fourth --db seeds.db
expect 0 report diff --run first,second --db seeds.db -o seeds.pdf
pdftotext seeds.pdf text
! grep -E '^(B against A|Tests of no difference)[^.]*: NA|2 seeds' text | grep -v 'none of them has a runtime' || fail "diff: two seeds are not compared"
tr '\n' ' ' <text | grep -q 'first and second: n =' || fail "diff: the figure does not compare the two runs"

# A run without baselines is left out of what needs them, and named; the others are not lost with it.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("seeds.db")
db.execute("UPDATE evaluation SET outcome = 'measured', correct = 1, compiled = 1")
db.execute("""DELETE FROM measurement WHERE subject = 'baseline' AND evaluation_id IN
    (SELECT evaluation_id FROM v_evaluation WHERE run IN ('second', 'fourth'))""")
db.commit()
END
for name in selection training best-of-n; do
    expect 0 report "$name" --db seeds.db -o part.pdf
    pdftotext part.pdf text
    ! grep -E '^[A-Z].*: NA, run (second|fourth) has correct samples' text || fail "$name: lost for one run without a baseline"
    grep -qE 'runs? (second|fourth).*: left out, no baseline' text || fail "$name: the run left out is not named"
done
