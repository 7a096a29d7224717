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
    said "$left contains rows of the database that had this name"
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
# Beside another file nothing of it is applied, whatever opens that, and nothing is removed.
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 2 --case tiny --seed 1 --name one --db other.db -q >/dev/null
n_evaluations() { sqlite3 -readonly "$1" 'SELECT count(*) FROM evaluation' 2>/dev/null || echo 0; }
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 400 --case tiny --seed 3 --name big --db z.db -q >/dev/null 2>&1 &
while [ "$(n_evaluations z.db)" -lt 40 ]; do sleep 0.05; done
kill -9 $!
mkdir killed
cp z.db z.db-wal z.db-shm killed
cp other.db z.db
for command in 'analyze summary' verify id 'run --resume big' 'run best-of-n --tasks 4 --k 1 --case tiny --name two' 'sql SELECT(1)' \
    'export --snapshot copy.db' 'merge m2.db z.db' 'merge z.db m2.db' 'ingest kernelbench x.json --level 1 --run-name a' 'verify --repair'; do
    # shellcheck disable=SC2086
    expect 4 $command --db z.db
    said 'z.db-wal is the log of another file'
    cmp -s z.db other.db && cmp -s z.db-wal killed/z.db-wal || complain "$command: files were changed"
done
# So with the log of another program, and with journals of another file, of another state, beside a log; its own is applied.
printf '%s\n' 'PRAGMA journal_mode = WAL;' 'CREATE TABLE t AS SELECT zeroblob(9000);' '.shell cp f.db-wal foreign-wal' | sqlite3 f.db >/dev/null
cp other.db later.db
expect 0 run best-of-n --tasks 4 --k 1 --case tiny --name two --db later.db -q
for name in other later; do
    cp $name.db j.db
    printf '%s\n' 'PRAGMA journal_mode = DELETE;' 'PRAGMA cache_size = 2;' 'BEGIN;' "UPDATE blob SET bytes = bytes + 1;" \
        ".shell cp j.db $name-cut.db; cp j.db-journal $name-cut-journal" | sqlite3 j.db >/dev/null
    [ -s $name-cut-journal ] || fail 'there is no journal'
done
cp z.db-wal big-wal
while read -r file left more; do
    for command in 'analyze summary' verify 'sql SELECT(1)' 'export --snapshot copy.db' 'run --resume one' 'ingest kernelbench x.json --level 1 --run-name a'; do
        rm -f z.db*
        cp "$file" z.db
        for name in $left $more; do
            cp "$name" "z.db-${name##*-}"
        done
        # shellcheck disable=SC2086
        expect 4 $command --db z.db
        cmp -s z.db "$file" && cmp -s "$left" "z.db-${left##*-}" || complain "$command: $file with $left: files were changed"
    done
done <<EOF
other.db foreign-wal
other.db later-cut-journal
later-cut.db other-cut-journal
m2.db other-cut-journal
other-cut.db other-cut-journal big-wal
EOF
cp other-cut.db z.db
cp other-cut-journal z.db-journal
rm -f z.db-wal z.db-shm
expect 0 verify --deep --db z.db
[ "$(n_evaluations z.db)" = 2 ] || complain 'its own journal was not applied'
# Moved away from its log it says what is missing; with it nothing is.
cp killed/z.db alone.db
expect 0 sql --db alone.db 'SELECT 1'
said 'If the file was moved or copied without the log'
cp killed/z.db back.db
cp killed/z.db-wal back.db-wal
expect 0 sql --db back.db 'SELECT 1'
[ ! -s err ] || complain "brought along: $(cat err)"
expect 0 verify --db back.db

# A run follows a database that is moved, and says so; one that is removed it keeps.
for how in 'mv run.db moved.db' 'rm run.db'; do
    rm -f run.db* moved.db*
    "$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 4000 --case tiny --seed 3 --name long --db run.db -q >out 2>err &
    while [ "$(n_evaluations run.db)" -lt 20 ]; do sleep 0.05; done
    $how
    status=0
    wait $! || status=$?
    [ $status -eq 6 ] || complain "$how: status $status: $(cat err)"
    kept=$(ls moved.db run.db.rescued-1 2>/dev/null || :)
    said "$kept"
    expect 0 verify --db "$kept"
    [ "$(n_evaluations "$kept")" -ge 20 ] || complain "$how: rows are gone"
done

# An empty log is nobody's.
rm -f m.db m.db-wal m.db-shm
: >m.db-wal
expect 0 init m.db
