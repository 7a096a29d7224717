# A database of schema 1 is refused, naming the command that brings it forward without loss. The
# fixture is sqlite3's .dump of a database that version 0.1.0 wrote.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

sqlite3 old.db <"$ROLLBOOK_SOURCE_DIR/tests/fixtures/schema/version1.sql"
cp old.db kept.db
status=0
"$ROLLBOOK_BIN" sql --db old.db 'SELECT 1' >out 2>err || status=$?
[ "$status" -eq 5 ] || complain "reading schema 1: status $status"
grep -qF "rollbook init --migrate old.db" err || complain "the command is not named: $(cat err)"
cmp -s old.db kept.db || complain 'reading changed the file'
"$ROLLBOOK_BIN" init --migrate old.db -q || complain 'it cannot be brought forward'
"$ROLLBOOK_BIN" verify --deep --db old.db >out || complain "afterwards: $(cat out)"
"$ROLLBOOK_BIN" sql --db old.db --format csv 'SELECT outcome, runtime_us FROM v_rollout ORDER BY rollout_id' >out
printf 'outcome,runtime_us\nmeasured,2500\ncompile,NA\n' | cmp -s - out || complain "the rows: $(cat out)"
"$ROLLBOOK_BIN" find 'no such thing' --db old.db --format csv | grep -q ',log,1,' || complain 'nothing is found'
"$ROLLBOOK_BIN" find --index 'no such thing' --db old.db -q >out || complain 'nothing is found with an index'
"$ROLLBOOK_BIN" init --migrate old.db -q || complain 'a second time'
# Any writing command brings it forward by itself.
printf '{"3": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.5}]}' >a.json
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name new --db kept.db -q >out || complain "ingest: $(cat out)"
"$ROLLBOOK_BIN" init fresh.db -q
[ "$(sqlite3 kept.db 'PRAGMA user_version')" = "$(sqlite3 fresh.db 'PRAGMA user_version')" ] || complain 'ingest left schema 1'
