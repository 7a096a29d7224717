# Own runs beside imported ones without a baseline, with one of another level, and one that is all infra: analyses of everything end well and say
# what they leave out.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
export ROLLBOOK_DB="$PWD/study.db"
expect 0 init study.db
python3 -c "import sqlite3, sys; sqlite3.connect('study.db').executescript(open(sys.argv[1], encoding='utf-8').read())" "$ROLLBOOK_SOURCE_DIR/tests/approved/study.sql"
record='{"sample_id": 0, "compiled": true, "correctness": %s, "runtime": %s, "metadata": {"hardware": "H100"}}'
# shellcheck disable=SC2059
printf "{\"4\": [$record], \"5\": [$record]}" true 2.5 false -1 >theirs.json
expect 0 ingest kernelbench theirs.json --level 1 --run-name theirs -q
expect 0 ingest kernelbench theirs.json --level 2 --run-name others -q
python3 - <<'END'
import sqlite3
db = sqlite3.connect("study.db")
run, = db.execute("SELECT run_id FROM run WHERE name = 'others'").fetchone()
db.execute("UPDATE evaluation SET outcome = 'infra', correct = 0, compiled = 0 WHERE rollout_id IN (SELECT rollout_id FROM rollout WHERE run_id = ?)", (run,))
db.commit()
END
for command in "fast-p --p 1" summary "scaling --k 1" selection sweep failures trajectory turns cost timing diversity completions training advantages calibration sharpening; do
    # shellcheck disable=SC2086
    expect 0 analyze $command
done
expect 0 analyze summary
grep -q 'left out, as no rollout of theirs has a verdict: stages-sft,others' err || complain "no verdict: $(cat err)"
grep -q 'left out, .*speedup.*: theirs (no baseline for them' err || complain "no baseline: $(cat err)"
expect 0 analyze calibration
grep -q 'run theirs: none of 2 scored samples states token-mean' out || complain "calibration: $(cat out)"
# What is named is not left out.
expect 7 analyze calibration --run theirs
expect 7 analyze fast-p --run theirs
grep -q "run theirs has correct samples but no baseline" err || complain "$(cat err)"
expect 3 analyze fast-p --run others
expect 0 report model-sweep -o all.pdf
expect 0 report audit -o audit.pdf
