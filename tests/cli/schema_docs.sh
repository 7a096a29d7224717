# docs/schema.md is what the comments of the SQL say; every column has a meaning and the example of
# every view runs.
schema=$ROLLBOOK_SOURCE_DIR/schema
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

awk -f "$ROLLBOOK_SOURCE_DIR/docs/make_schema.awk" "$schema"/migrations/*.sql "$schema/views/v1.sql" >schema.md
if [ "${ROLLBOOK_ACCEPT:-}" = 1 ]; then
    cp schema.md "$ROLLBOOK_SOURCE_DIR/docs/schema.md"
fi
diff -u "$ROLLBOOK_SOURCE_DIR/docs/schema.md" schema.md ||
    complain "docs/schema.md: awk -f docs/make_schema.awk schema/migrations/*.sql schema/views/v1.sql >docs/schema.md"
awk '/^[a-z_0-9.]+ \| *$/ { print "no meaning for the column " $1 }' schema.md >mute
[ -s mute ] && complain "$(cat mute)"

"$ROLLBOOK_BIN" init x.db
for view in $(sed -n 's/^CREATE VIEW \([a-z_0-9]*\) AS$/\1/p' "$schema/views/v1.sql"); do
    awk -v view="$view" '
        /^$/ { text = ""; on = 0 }
        on && /^--   / { text = text substr($0, 6) "\n" }
        /^-- Example:/ { on = 1 }
        $0 == "CREATE VIEW " view " AS" { printf "%s", text }' "$schema/views/v1.sql" >example.sql
    [ -s example.sql ] || complain "$view has no example"
    grep -q "$view" example.sql || complain "$view: the example shows another view"
    "$ROLLBOOK_BIN" sql --db x.db "$(cat example.sql)" >/dev/null || complain "$view: the example fails"
    # The columns that are described are those that the view has, all of them.
    awk -v heading="### $view" '$0 == heading { on = 1; next } on && /^###? / { exit } on && /^[a-z_0-9]+ \| / { print $1 }' schema.md |
        tail -n +2 >described
    sed -n "/^### $view\$/,/^###/s/^As in [a-z_0-9 ]*: \(.*\)[.]\$/\1/p" schema.md | tr -d ' ' | tr ',' '\n' >>described
    printf 'SELECT %s FROM %s' "$(tr '\n' ',' <described | sed 's/,$//')" "$view" >columns.sql
    "$ROLLBOOK_BIN" sql --db x.db "$(cat columns.sql)" >/dev/null || complain "$view: described columns are not its own"
    [ "$(sort -u described | wc -l)" -eq "$("$ROLLBOOK_BIN" sql --db x.db --format csv "SELECT count(*) FROM pragma_table_info('$view')" | tail -1)" ] ||
        complain "$view: not every column is described"
done
