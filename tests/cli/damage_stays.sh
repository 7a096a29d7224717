# Damage does not travel: merge, export and a snapshot compare rows with their checksums and texts with their hashes, and copy nothing of
# a file in which one differs.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 3 --case tiny --seed 3 --name one --db a.db -q >/dev/null
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 3 --case tiny --seed 4 --name two --db s.db -q >/dev/null
id=$("$ROLLBOOK_BIN" id --db a.db)
for change in "UPDATE measurement SET runtime_us = runtime_us * 2 WHERE measurement_id = 1" \
    "UPDATE rollout SET sum_logprob = sum_logprob - 1 WHERE rollout_id = 2" \
    "UPDATE blob SET text = text || ' ' WHERE blob_id = (SELECT max(blob_id) FROM blob WHERE text IS NOT NULL)" \
    "PRAGMA foreign_keys = OFF; UPDATE evaluation SET rollout_id = 99 WHERE evaluation_id = 1"; do
    cp s.db d.db
    sqlite3 d.db "$change"
    for command in 'merge a.db d.db' 'merge d.db a.db --out both.db' 'merge a.db d.db --out both.db' 'export folder --db d.db' \
        'export --snapshot copy.db --db d.db' 'sql --db a.db,d.db SELECT(1)'; do
        # shellcheck disable=SC2086
        expect 4 $command
        said 'is damaged, and nothing of it was copied'
        [ ! -e both.db ] && [ ! -e folder ] && [ ! -e copy.db ] || complain "$command: something was written"
        rm -rf both.db folder copy.db
    done
    [ "$("$ROLLBOOK_BIN" id --db a.db)" = "$id" ] || complain "$change: the sound file was changed"
done
# A row that somebody changed on purpose says so.
cp s.db d.db
sqlite3 d.db "UPDATE measurement SET runtime_us = runtime_us * 2 WHERE measurement_id = 1;
    UPDATE step SET update_metrics = '{}' WHERE step_id = 1; UPDATE run_task SET position = 9 WHERE run_id = 1 AND task_id = 2;
    INSERT INTO amendment (at, table_name, row_key, field, who, why) VALUES ('2026-01-01T00:00:00Z', 'measurement', '1', 'runtime_us', 'me', 'a unit'),
    ('2026-01-01T00:00:00Z', 'step', '1', 'update_metrics', 'me', 'lost'), ('2026-01-01T00:00:00Z', 'run_task', '1/2', 'position', 'me', 'order')" ||
    fail 'no amendment'
expect 0 export --snapshot copy.db --db d.db
expect 0 verify --db d.db
expect 0 merge a.db d.db --out both.db
expect 0 verify --db both.db
