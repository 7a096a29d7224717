# The program that makes enums of the columns of queries (src/store/columns).
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
ROLLBOOK_BIN="$ROLLBOOK_BUILD_DIR/query_columns" # what expect runs
mkdir -p headers schema/queries
echo 'CREATE TABLE t (a INTEGER, b TEXT, c BLOB);' >schema/tables.sql

generate() {
    "$ROLLBOOK_BIN" headers - - schema/tables.sql schema/queries/*.sql
}

# refuses FILE WHY
refuses() {
    expect 1 headers - - schema/tables.sql schema/queries/*.sql
    said "$1: $2"
}

# constants QUERY: the columns in their order.
constants() {
    sed -n 's/^    \([A-Z_0-9]* = [0-9]*\),$/\1/p' "headers/$1.h" | tr '\n' ' '
}

echo 'SELECT a, t.b, length(c) AS bytes FROM t ORDER BY a;' >schema/queries/list_t.sql
printf 'PRAGMA foreign_keys = ON;\nPRAGMA user_version;\n' >schema/queries/set_up.sql
echo 'INSERT INTO t (a) VALUES (:a) RETURNING a, b;' >schema/queries/put_t.sql
generate
[ "$(constants list_t)" = 'LIST_T_A = 0 LIST_T_B = 1 LIST_T_BYTES = 2 ' ] || fail "list_t: $(constants list_t)"
[ "$(constants put_t)" = 'PUT_T_A = 0 PUT_T_B = 1 ' ] || fail "put_t: $(constants put_t)"
[ "$(constants set_up)" = '' ] || fail "a file of several statements has columns: $(constants set_up)"

# The enum follows a swap, and no other header is written.
touch -d 2001-01-01 headers/*.h
echo 'SELECT t.b, a, length(c) AS bytes FROM t ORDER BY a;' >schema/queries/list_t.sql
generate
[ "$(constants list_t)" = 'LIST_T_B = 0 LIST_T_A = 1 LIST_T_BYTES = 2 ' ] || fail "after the swap: $(constants list_t)"
written=$(find headers -type f -newermt 2002-01-01)
[ "$written" = headers/list_t.h ] || fail "written again: $written"

# The header of a query that is gone goes.
rm schema/queries/set_up.sql
generate
[ ! -e headers/set_up.h ] || fail 'a header stays behind its query'

# Two queries that are read by the same code.
printf -- '-- Both.\n-- columns: those of list_t\nSELECT b, a, 1 AS bytes FROM t ORDER BY b;\n' >schema/queries/list_u.sql
generate
printf -- '-- Both.\n-- columns: those of list_t\nSELECT a, b, 1 AS bytes FROM t ORDER BY b;\n' >schema/queries/list_u.sql
refuses schema/queries/list_u.sql 'its columns differ from those in schema/queries/list_t.sql'
printf -- '-- Less.\n-- columns: the first of list_t\nSELECT b, a FROM t ORDER BY b;\n' >schema/queries/list_u.sql
generate
printf -- '-- Less.\n-- columns: those of list_t\nSELECT b, a FROM t ORDER BY b;\n' >schema/queries/list_u.sql
refuses schema/queries/list_u.sql 'its columns differ from those in'
printf -- '-- Less.\n-- columns: those of list_v\nSELECT b, a FROM t ORDER BY b;\n' >schema/queries/list_u.sql
refuses schema/queries/list_u.sql 'there is no query list_v'
rm schema/queries/list_u.sql

# A name of two columns means neither.
echo 'SELECT a, b, c AS a FROM t;' >schema/queries/both.sql
generate
[ "$(constants both)" = 'BOTH_B = 1 ' ] || fail "both: $(constants both)"
rm schema/queries/both.sql

# Constants are of one query each.
echo 'SELECT a AS b_c FROM t;' >schema/queries/x_a.sql
echo 'SELECT a AS c FROM t;' >schema/queries/x_a_b.sql
refuses schema/queries/x_a_b.sql 'X_A_B_C appears twice'
rm schema/queries/x_a.sql schema/queries/x_a_b.sql

# What has no name of its own is refused, by the name of its file.
refused() {
    echo "$1" >schema/queries/bad.sql
    refuses schema/queries/bad.sql "$2"
    rm schema/queries/bad.sql
}
refused 'SELECT count(*) FROM t;' 'give the column a plain name with AS: count(*)'
refused 'SELECT a AS "A b" FROM t;' 'give the column a plain name with AS: A b'
refused 'SELECT d FROM t;' 'no such column: d'
refused '-- Nothing.' 'no statement'
mkdir schema/queries/more
echo 'SELECT a FROM t;' >schema/queries/more/list_t.sql
expect 1 headers - - schema/tables.sql schema/queries/*.sql schema/queries/more/*.sql
said 'schema/queries/more/list_t.sql: the name is taken by schema/queries/list_t.sql'
