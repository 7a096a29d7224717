# The statistics that SQL lacks: values as SciPy 1.10.1 and exact rational arithmetic give them.
export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" init x.db -q
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# value EXPRESSION WANTED: to 1e-12 relative, or the same text.
value() {
    got=$("$ROLLBOOK_BIN" sql --format csv "WITH d(x, y) AS (VALUES (0.9, 3), (0, 1), (7.5, 9), (0, 1), (1.2, 2), (3, 2), (NULL, 5))
        SELECT $1 FROM d" 2>&1 | tail -n 1)
    awk -v got="$got" -v want="$2" 'BEGIN {
        if (got == want) exit 0
        if (got + 0 != got || want + 0 != want) exit 1
        d = got - want; if (d < 0) d = -d
        w = want < 0 ? -want : want
        exit d > 1e-12 * w
    }' || complain "$1 gives $got, not $2"
}
refuse() {
    status=0
    "$ROLLBOOK_BIN" sql "SELECT $1" >out 2>err || status=$?
    [ "$status" -eq 2 ] || complain "$1: status $status"
    grep -qF -e "$2" err || complain "$1: not said: $2; but: $(cat err)"
}
value 'median(x)' 1.05
value 'quantile(x, 0.9)' 5.25
value 'quantile(x, 0)' 0
value 'stdev(x)' 2.8649607327151984
value 'geomean(x)' NA
value 'geomean(x) FILTER (WHERE x > 0)' 2.2202484134768556
value 'expected_max(x, 1)' 2.1
value 'expected_max(x, 2)' 3.66
value 'expected_max(x, 3)' 4.875
value 'spearman(x, y)' 0.8060599359358184
value 'spearman(x, 1)' NA
value 'median(NULL)' NA
value 'stdev(1) FILTER (WHERE y = 9)' NA
value 'pass_at_k(64, 34, 16)' 0.9999997023241423
value 'pass_at_k(64, 5, 8)' 0.4990084611316763
value 'pass_at_k(64, 5, 0.5)' 0.039697851625618785
value 'pass_at_k(64, NULL, 8)' NA
value 'wilson_low(8, 10)' 0.4901624715366416
value 'wilson_high(8, 10)' 0.9433178485456247
value 'wilson_low(8, 10, 0.9)' 0.5407928056874879
value 'wilson_low(0, 0)' NA
value "median('7')" 7
value "diff('a', 'a') = ''" 1
value "diff('a', NULL)" NA
value "replace(diff('a' || char(10), 'b' || char(10)), char(10), '/')" '--- a/+++ b/@@ -1 +1 @@/-a/+b/'
value "(SELECT group_concat(value) FROM floats(x'0000803f00000040'))" '"1.0,2.0"'
value "(SELECT group_concat(type) FROM floats(x'0000000000006940'))" f64
value "(SELECT sum(value) FROM floats(x'01000000ffffffff', 'i32'))" 0
value "(SELECT count(*) FROM floats(NULL))" 0
value "(SELECT count(*) FROM floats(x''))" 0

refuse 'pass_at_k(4, 1, 8)' 'K = 8 needs at least K samples, there are n = 4'
refuse 'pass_at_k(4, 5, 1)' '5 successes of n = 4'
refuse 'pass_at_k(4.5, 1, 1)' 'counts'
refuse "median('abc')" 'not a number'
refuse 'quantile(1, 2)' 'not between 0 and 1'
refuse 'quantile(x, x) FROM (VALUES (0.1), (0.2)) AS v(x)' 'near'
refuse 'quantile(column1, column1) FROM (VALUES (0.1), (0.2))' 'changes within a group'
refuse 'wilson_low(3, 2)' '0 <= c <= n'
refuse "* FROM floats(x'00', 'f32')" 'whole number of f32'
refuse "* FROM floats(x'00', 'f16')" 'not f32, f64 or i32'
refuse "* FROM floats('abc')" 'not a blob'

# A file may hold comments and several statements; each prints its table.
printf -- '-- one\nSELECT 1 AS a;\n-- two\nSELECT 2 AS b;\n-- done\n' >two.sql
"$ROLLBOOK_BIN" sql -f two.sql --format csv >out
printf 'a\n1\n\nb\n2\n' | cmp -s - out || complain "two statements: $(cat out)"
"$ROLLBOOK_BIN" sql --json --file two.sql | grep -c '"schema":"rollbook.sql/1"' | grep -qx 2 || complain 'two JSON objects'
"$ROLLBOOK_BIN" sql --format csv 'SELECT 1 AS a; -- with a remark' >out || complain 'a remark behind a statement'
printf 'SELECT 3 AS c' | "$ROLLBOOK_BIN" sql -f - --format csv | tail -n 1 | grep -qx 3 || complain 'standard input'
for wrong in 'DELETE FROM run' 'SELECT 1; SELECT 2' ''; do
    status=0
    "$ROLLBOOK_BIN" sql "$wrong" >out 2>err || status=$?
    [ "$status" -eq 2 ] || complain "'$wrong': status $status"
done
printf 'SELECT 1; DELETE FROM run;' >three.sql
status=0
"$ROLLBOOK_BIN" sql -f three.sql >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "a writing file: status $status"
grep -q 'three.sql.*only statements that read' err || complain "a writing file: $(cat err)"
status=0
"$ROLLBOOK_BIN" sql >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "no statement: status $status"
