# The schema as migrated from nothing is the one that schema/schema.sql shows.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
"$ROLLBOOK_BIN" init x.db
sqlite3 x.db .schema >got.sql
if [ "${ROLLBOOK_ACCEPT:-}" = 1 ]; then
    cp got.sql "$ROLLBOOK_SOURCE_DIR/schema/schema.sql"
fi
diff -u "$ROLLBOOK_SOURCE_DIR/schema/schema.sql" got.sql
# Every noun of the design is a table, every view can be read without extensions.
for view in v_run v_rollout v_evaluation v_task v_timing v_reward; do
    sqlite3 -readonly x.db "SELECT count(*) FROM $view" | grep -qx 0
done
