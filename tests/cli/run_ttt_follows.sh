# Later steps follow exactly from stored rewards: with everything behind step 0 taken away, a resumed
# run computes the same checkpoint and draws the same rollouts again.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
"$ROLLBOOK_BIN" run ttt --db whole.db --tasks 5,28 --k 12 --steps 1 --case tiny --seed 9 --name t -q >/dev/null
sqlite3 whole.db "VACUUM INTO 'cut.db'"
sqlite3 cut.db <<'SQL'
PRAGMA foreign_keys = OFF;
CREATE TEMP TABLE gone AS SELECT rollout_id FROM rollout WHERE step >= 1;
CREATE TEMP TABLE judged AS SELECT evaluation_id FROM evaluation WHERE rollout_id IN gone;
DELETE FROM evidence WHERE evaluation_id IN judged;
DELETE FROM measurement WHERE evaluation_id IN judged;
DELETE FROM evaluation WHERE evaluation_id IN judged;
DELETE FROM rollout_tokens WHERE rollout_id IN gone;
DELETE FROM reward;
DELETE FROM rollout WHERE rollout_id IN gone;
DELETE FROM ledger;
DELETE FROM step WHERE step >= 1;
DELETE FROM checkpoint WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM step);
UPDATE step SET update_metrics = NULL;
UPDATE run SET status = 'interrupted', finished_at = NULL;
SQL
"$ROLLBOOK_BIN" run --resume t --db cut.db -q >/dev/null
for db in whole cut; do
    sqlite3 $db.db "SELECT s.step, c.sha256, s.update_metrics FROM step s JOIN checkpoint c USING (checkpoint_id) ORDER BY 1;
        SELECT task, step, sample, code_sha256, sum_logprob FROM v_rollout ORDER BY 1, 2, 3;
        SELECT task, step, sample, value, advantage FROM v_reward WHERE step = 0 ORDER BY 1, 2, 3" >$db.txt
done
[ "$(wc -l <whole.txt)" -eq $((2 + 48 + 24)) ]
cmp whole.txt cut.txt
[ "$(sqlite3 cut.db "SELECT count(DISTINCT checkpoint_id) FROM step")" -eq 2 ]
