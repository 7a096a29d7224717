# verify passes a whole database and names what is damaged in a changed one, with status 4.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

"$ROLLBOOK_BIN" run best-of-n --tasks 28 --k 3 --case tiny --seed 3 --name ours -q >/dev/null
for deep in '' --deep; do
    # shellcheck disable=SC2086 # none or one argument
    "$ROLLBOOK_BIN" verify $deep --format csv >out || complain "verify $deep of a whole file: $(cat out)"
    [ "$(grep -c ',ok,' out)" -eq 9 ] || complain "verify $deep: $(cat out)"
done
grep -q 'blobs,ok,"",[1-9][0-9]* blobs' out || complain "no blobs were read: $(cat out)"
grep -q 'token sums,ok,"",3 rollouts' out || complain "no tokens were read: $(cat out)"
grep -q 'timings,ok,"",[1-9]' out || complain "no timings were read: $(cat out)"
sqlite3 x.db 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
# broken SQL WORDS...: after SQL, verify names the words.
broken() {
    cp x.db y.db
    rm -f y.db-wal y.db-shm
    sqlite3 y.db "$1"
    status=0
    "$ROLLBOOK_BIN" verify --db y.db >out 2>err || status=$?
    [ "$status" -eq 4 ] || complain "$1: status $status: $(cat out err)"
    grep damaged out | grep -qF -e "$2" || complain "$1: not said: $2; but: $(cat out err)"
}
broken "UPDATE blob SET text = text || ' ' WHERE blob_id = 1" 'blob 1'
broken "UPDATE blob SET bytes = bytes + 1 WHERE blob_id = 1" 'length'
broken "UPDATE rollout SET sum_logprob = sum_logprob - 1 WHERE rollout_id = 2" 'rollout 2'
broken "UPDATE measurement SET runtime_us = runtime_us * 1.001 WHERE measurement_id = 1" 'measurement 1'
broken "PRAGMA foreign_keys = OFF; DELETE FROM task" 'refers to a row of task'
broken "DROP VIEW v_rollout" 'v_rollout'
broken "DROP INDEX rollout_code" 'rollout_code'
broken "CREATE TABLE extra (x)" 'is not part of the schema'
broken "DROP VIEW v_task; CREATE VIEW v_task AS SELECT no_such FROM task" 'v_task'
broken "PRAGMA foreign_keys = OFF; DROP TABLE measurement" 'measurement'
# A file that was cut or scribbled on.
size=$(wc -c <x.db)
head -c $((size / 2)) x.db >y.db
rm -f y.db-wal y.db-shm
status=0
"$ROLLBOOK_BIN" verify --db y.db >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "a cut file: status $status: $(cat out err)"
cp x.db y.db
page=$((size / 4096 / 2))
while [ "$page" -lt $((size / 4096)) ]; do
    printf 'damaged damaged damaged' | dd of=y.db bs=4096 seek="$page" conv=notrunc 2>/dev/null
    page=$((page + 1))
done
status=0
"$ROLLBOOK_BIN" verify --db y.db >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "a scribbled file: status $status: $(cat out err)"
cp x.db y.db
printf 'SQLite format 3\0garbage' >z.db
status=0
"$ROLLBOOK_BIN" verify --db z.db >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "no database: status $status: $(cat out err)"
sqlite3 y.db "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'migration'"
status=0
"$ROLLBOOK_BIN" verify --db y.db >out 2>err || status=$?
[ "$status" -eq 4 ] || complain "a lost table: status $status: $(cat out err)"
# A change that was cut short: a reader undoes it where it can write, and else says so; a writer does.
if command -v python3 >/dev/null; then
    cp x.db cut.db
    python3 - <<'EOF'
import shutil, sqlite3
db = sqlite3.connect("cut.db", isolation_level=None)
for sql in ("PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "BEGIN IMMEDIATE", "UPDATE blob SET text = text || ' '"):
    db.execute(sql).fetchall()
for end in ("", "-journal"):
    shutil.copy("cut.db" + end, "hot.db" + end)
EOF
    cp hot.db warm.db
    cp hot.db-journal warm.db-journal
    mkdir locked
    cp hot.db hot.db-journal locked
    expect 0 verify --db warm.db
    [ ! -e warm.db-journal ] || complain 'the journal is left'
    expect 0 init --migrate hot.db
    expect 0 verify --db hot.db
    if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
        chmod -R a+rX .
        status=0
        setpriv --reuid 65534 --regid 65534 --clear-groups "$ROLLBOOK_BIN" verify --db locked/hot.db >out 2>err || status=$?
        [ "$status" -eq 2 ] || complain "a change that cannot be undone: status $status: $(cat err)"
        said "a change of it was cut short, and is in locked/hot.db-journal"
    fi
fi
