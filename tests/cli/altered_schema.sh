# Views and tables of a file that somebody changed: no command aborts, hangs or keeps silent about it.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 3 --case tiny --seed 4 --name one --db s.db -q >/dev/null
expect 0 analyze summary --db s.db
[ ! -s err ] || complain "a sound file: $(cat err)"

altered() { # altered NAME SQL: a copy of s.db, changed
    cp s.db "$1.db"
    sqlite3 "$1.db" "PRAGMA foreign_keys = OFF; $2" || fail "$1: not made"
}
# One that lacks its last condition is still the beginning of ours.
shorter=$(sqlite3 s.db "SELECT substr(sql, 1, instr(sql, 'WHERE') - 1) FROM sqlite_schema WHERE name = 'v_rule_verdict'")
altered shorter "DROP VIEW v_rule_verdict; $shorter"
expect 0 runs --db shorter.db
said 'view v_rule_verdict'
# A view that our settings refuse is damage.
for call in "json_extract('{', '\$')" "load_extension('x')" 'no_such_function(1)'; do
    altered odd "DROP VIEW v_run; CREATE VIEW v_run AS SELECT $call AS run_id, 'one' AS run"
    for command in 'show run one' 'analyze summary' 'report best-of-n --run one -o r.pdf'; do
        # shellcheck disable=SC2086
        expect 4 $command --db odd.db
    done
done
# One that never ends comes to an end.
altered endless "DROP VIEW v_run; CREATE VIEW v_run AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS run_id, 'one' AS run FROM n"
expect 4 sql --db endless.db "SELECT count(*) FROM v_run"
# Nor does a value of a gigabyte, or a trigger that never ends, take the memory or the day; a table that is another one is refused.
altered large "DROP VIEW v_run; CREATE VIEW v_run AS SELECT run_id, zeroblob(999999999) AS run FROM run"
expect 4 sql --db large.db "SELECT run FROM v_run"
said 'too big'
altered slow "CREATE TRIGGER evil AFTER INSERT ON rollout BEGIN INSERT INTO meta WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' || i, '' FROM n; END"
expect 4 run best-of-n --tasks 4 --k 1 --case tiny --seed 4 --name two --db slow.db -q
said 'trigger evil'
altered other "PRAGMA legacy_alter_table = ON; ALTER TABLE reward ADD COLUMN note TEXT"
for command in 'analyze summary' 'run best-of-n --tasks 4 --k 1 --case tiny --name two' 'export folder' id 'merge s.db other.db --out both.db'; do
    # shellcheck disable=SC2086
    expect 4 $command --db other.db
    said 'table reward'
done
# One that leaves rows out is told, and 'verify' names it.
text=$(sqlite3 s.db "SELECT sql FROM sqlite_schema WHERE name = 'v_rollout'")
altered fewer "DROP VIEW v_rollout; $(printf '%s' "$text" | sed 's/^CREATE VIEW v_rollout AS/CREATE VIEW v_rollout AS SELECT * FROM (/') ) WHERE correct = 1"
expect 0 analyze failures --db fewer.db
said 'view v_rollout of fewer.db was altered by another program'
expect 4 verify --db fewer.db
# A table that is missing.
altered less 'DROP TABLE task; DROP TABLE device'
for command in 'export folder' 'export --snapshot copy.db' id; do
    # shellcheck disable=SC2086
    expect 4 $command --db less.db
    said 'is missing'
    [ ! -e folder ] && [ ! -e copy.db ] || complain "$command: something was written"
done
expect 4 merge s.db less.db --out both.db
said 'is missing'
[ ! -e both.db ] || complain 'a merge of it was written'

# A row without what each row has, behind the back of its table, is status 4 and read by nobody.
altered lacks ''
sqlite3 lacks.db '.dbconfig defensive off' 'PRAGMA writable_schema = ON' "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'run'"
sqlite3 lacks.db 'PRAGMA ignore_check_constraints = ON; UPDATE run SET status = NULL, strategy = NULL'
sqlite3 lacks.db '.dbconfig defensive off' 'PRAGMA writable_schema = ON' "ATTACH 's.db' AS s" "UPDATE main.sqlite_schema SET sql = (SELECT sql FROM s.sqlite_schema WHERE name = 'run') WHERE name = 'run'"
for command in 'analyze summary' audit 'replay one' 'run --resume one' runs verify; do
    # shellcheck disable=SC2086
    expect 4 $command --db lacks.db
done

# Flips that no checksum covers are found without --deep: the kind of a text, the code of a rollout.
altered kind "PRAGMA ignore_check_constraints = ON; UPDATE blob SET kind = 'cnde' WHERE blob_id = (SELECT max(blob_id) FROM blob)"
expect 4 verify --db kind.db
has 'its kind is unknown'
index=$(sqlite3 s.db "SELECT rootpage FROM sqlite_schema WHERE name = 'rollout_code'")
altered code ''
raw() { sqlite3 code.db '.dbconfig defensive off' 'PRAGMA writable_schema = ON' "$1"; }
raw "DELETE FROM sqlite_schema WHERE name = 'rollout_code'"
sqlite3 code.db 'UPDATE rollout SET code_blob_id = (SELECT min(code_blob_id) FROM rollout) WHERE code_blob_id = (SELECT max(code_blob_id) FROM rollout)'
raw "INSERT INTO sqlite_schema VALUES ('index', 'rollout_code', 'rollout', $index, 'CREATE INDEX rollout_code ON rollout (code_blob_id)')"
expect 4 verify --db code.db
has 'its code is another one in the index'
