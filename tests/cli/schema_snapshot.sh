# A new database, which schema/schema.sql makes, is to the byte what the migrations leave of an empty one of schema 1:
# its objects, its rows and the numbers of its header.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
schema=$ROLLBOOK_SOURCE_DIR/schema

"$ROLLBOOK_BIN" init -q new.db
first=$schema/migrations/0001_initial.sql
{
    cat "$first"
    echo "PRAGMA application_id = $(sqlite3 new.db 'PRAGMA application_id');"
    echo "PRAGMA user_version = 1;"
    echo "INSERT INTO migration VALUES (1, '0001_initial.sql', '$(sha256sum <"$first" | cut -d ' ' -f 1)', '');"
} | sqlite3 migrated.db
"$ROLLBOOK_BIN" init -q --migrate migrated.db || complain 'an empty database of schema 1 is not brought forward'

for db in new migrated; do
    {
        sqlite3 "$db.db" 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid' \
            'PRAGMA user_version' 'PRAGMA application_id'
        sqlite3 "$db.db" "UPDATE migration SET applied_at = ''; DELETE FROM meta WHERE key = 'log'" .dump
    } >"$db.txt"
done
diff -u migrated.txt new.txt || complain 'schema/schema.sql is not what the migrations make'

# Every noun of the design is a table, every view can be read without extensions.
for view in v_run v_rollout v_evaluation v_task v_timing v_reward; do
    sqlite3 -readonly new.db "SELECT count(*) FROM $view" | grep -qx 0 || complain "$view cannot be read"
done
