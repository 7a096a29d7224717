# A log or journal without its database is never removed, and no new database is made beside it; with its database it comes back.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
printf '{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.5, "metadata": {"hardware": "H100"}}]}' >x.json
expect 0 init m.db
# What a killed writer leaves: rows that are in the log alone.
printf '%s\n' 'PRAGMA wal_autocheckpoint = 0;' "INSERT INTO meta VALUES ('kept', 'yes');" '.shell cp m.db-wal kept' '.shell cp m.db before.db' | sqlite3 m.db >/dev/null
[ -s kept ] || fail 'there is no log'
rm -f m.db m.db-wal m.db-shm
cp before.db m2.db

refused() { # refused FILE ARGUMENTS: status 2, FILE is named and as it was
    left=$1
    shift
    expect 2 "$@"
    said "$left is, which holds rows of the database that was"
    cmp -s kept "$left" || complain "$*: $left was changed or removed"
    [ ! -e m.db ] || complain "$*: a database was made beside $left"
}
for left in m.db-wal m.db-journal; do
    cp kept "$left"
    refused $left init m.db
    refused $left ingest kernelbench x.json --level 1 --run-name a --db m.db
    refused $left run best-of-n --tasks 4 --k 1 --case tiny --name a --db m.db
    refused $left run --resume a --db m.db
    refused $left export --snapshot m.db --db m2.db
    refused $left merge m2.db before.db --out m.db
    rm -f $left
done
# The database comes back to its log.
cp before.db m.db
cp kept m.db-wal
expect 0 sql --db m.db "SELECT 1"
[ "$(sqlite3 m.db "SELECT value FROM meta WHERE key = 'kept'")" = yes ] || complain 'the rows of the log did not come back'
# An empty log is nobody's.
rm -f m.db m.db-wal m.db-shm
: >m.db-wal
expect 0 init m.db
[ "$failures" -eq 0 ]
