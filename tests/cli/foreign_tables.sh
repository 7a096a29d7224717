# Tables that somebody else put into the database: no key, odd names, a column called checksum.  Nothing dies of them.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" ingest auto "$ROLLBOOK_SOURCE_DIR/tests/fixtures/fuzz/rollouts.jsonl" -q >/dev/null
expect 0 id
plain=$(cat out)
sqlite3 x.db <<'SQL'
CREATE TABLE bare (a, b);
INSERT INTO bare VALUES (2, 'x'), (1, NULL), (1, NULL);
CREATE TABLE "odd ""name"" -- ;" ("a ""b""" TEXT, checksum);
INSERT INTO "odd ""name"" -- ;" VALUES ('y', NULL);
SQL
for words in id "export folder" "verify --deep" "audit" "sql --format csv SELECT" "analyze summary"; do
    # shellcheck disable=SC2086
    case $words in sql*) set -- sql --format csv "SELECT count(*) FROM bare" ;; *) set -- $words ;; esac
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -le 7 ] || complain "$words: status $status: $(cat err)"
    case $words in id | export*) [ "$status" -eq 0 ] || complain "$words: status $status: $(cat err)" ;; esac
    [ "$words" != id ] || [ "$(cat out)" != "$plain" ] || complain "three rows more are the same database"
done
[ "$(wc -l <folder/bare.ndjson)" -eq 3 ] || complain "the export lacks rows: $(ls folder)"
# A name that leads out of the folder.
sqlite3 x.db 'CREATE TABLE "../escaped" (a)'
expect 4 export out_of_it
said "its name cannot be a file name"
[ ! -e escaped.ndjson ] && [ ! -e ../escaped.ndjson ] && [ ! -e out_of_it ] || complain "written outside: $(ls . ..)"
