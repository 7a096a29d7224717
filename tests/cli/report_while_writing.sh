# All parts of a report say the same of a run that another program goes on writing.
for tool in pdftotext sqlite3; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

"$ROLLBOOK_BIN" run best-of-n --db study.db --tasks 4,5 --case tiny --k 4 --seed 1 --name grows -q >/dev/null
"$ROLLBOOK_BIN" run ttt --db study.db --tasks 4,5 --case tiny --k 4 --steps 1 --seed 1 --name adapts -q >/dev/null

# One rollout with its verdict a transaction, until the file stop is there.
cat >more.sql <<'END'
.timeout 5000
BEGIN IMMEDIATE;
INSERT INTO rollout (run_id, step, task_id, sample)
SELECT run_id, 0, (SELECT min(task_id) FROM rollout WHERE run_id = run.run_id),
       (SELECT max(sample) + 1 FROM rollout WHERE run_id = run.run_id) FROM run WHERE name = 'grows';
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at)
SELECT max(rollout_id), 'mismatch', 1, 0, 'x' FROM rollout;
COMMIT;
END
(
    while [ ! -e stop ]; do
        sqlite3 study.db <more.sql || exit 1
    done
) &
writer=$!
failed=
for i in 1 2 3 4 5 6; do
    "$ROLLBOOK_BIN" report ttt-vs-bon --db study.db -o r.pdf -q >out 2>err || failed="status of report $i: $(cat err)"
    pdftotext -layout r.pdf text
    # Table 1 counts the loaded rollouts, the figure of outcomes asks for them again.
    table=$(awk '$1 == "grows" && $2 == "best-of-n" { print $4; exit }' text)
    figure=$(awk '/no kernel/ { on = 1 } on && $1 == "grows" && match($0, /n *= *[0-9]+/) { s = substr($0, RSTART, RLENGTH); sub(/.*= */, "", s); print s; exit }' text)
    [ -n "$table" ] && [ "$table" = "$figure" ] || failed="report $i: $table rollouts in the table, $figure in the figure"
    echo "$table" >>counts
done
: >stop
wait "$writer" || fail "the writer failed"
[ -z "$failed" ] || fail "$failed"
[ "$(sort -u counts | wc -l)" -gt 1 ] || fail "nothing was written meanwhile: $(cat counts)"
