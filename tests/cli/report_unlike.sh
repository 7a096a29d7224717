# The report on test-time training holds adapted runs against runs on their tasks that begin as they do, and says what it leaves out.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python3 -c "import sqlite3" 2>/dev/null || { echo "skipped: no python3"; exit 77; }
export ROLLBOOK_DB="$PWD/study.db"
expect 0 init study.db
python3 - "$ROLLBOOK_SOURCE_DIR/tests/approved/study.sql" <<'END'
import sqlite3, sys
db = sqlite3.connect("study.db")
db.executescript(open(sys.argv[1], encoding="utf-8").read())
db.execute("""DELETE FROM run_task WHERE run_id = (SELECT run_id FROM run WHERE name = 'stages-teacher')
              AND task_id IN (SELECT task_id FROM run_task JOIN run USING (run_id) WHERE strategy = 'ttt')""")
db.commit()
END
expect 0 report ttt-vs-bon -o all.pdf
for pair in sft grpo sft-grpo; do
    grep -q "left out: run stages-held-$pair (it begins with what run stages-$pair learned, and no run that adapts does)" err || complain "$pair: $(cat err)"
done
grep -q "left out: run stages-teacher (it has no task of a run that adapts)" err || complain "teacher: $(cat err)"
[ "$(grep -c "^left out" err)" -eq 4 ] || complain "left out: $(cat err)"
expect 0 report ttt-vs-bon --run bon-42,bon-43,ttt-42,ttt-43,ttt-k2 -o named.pdf
cmp -s all.pdf named.pdf && complain "the pages do not say what was left out"
# A run that begins with a trained policy is no replicate of one that does not.
expect 0 analyze compare --run bon-42,bon-43,stages-held-grpo,ttt-42,ttt-43 --table methods --replicates 50 --format csv -q
! grep -q "3 seeds" out || complain "a trained policy counts as a seed of the untrained one"
