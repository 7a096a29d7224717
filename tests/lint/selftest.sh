# Every lint can fail: each gets a small tree with one fault and must name the file, and a tree
# without faults that it must accept.
here=$(cd "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
top=$PWD/tree
failures=0

fresh_tree() {
    rm -rf "$top"
    mkdir -p "$top/src/base" "$top/src/store" "$top/src/eval" "$top/schema/migrations" "$top/tests"
    cp "$here/../../.clang-format" "$top/"
    printf '#include "src/base/good.h"\n\n#include <stdlib.h>\n\nint good_answer(void)\n{\n    /* strcpy(a, b) */\n    return 42;\n}\n' \
        >"$top/src/base/good.c"
    printf '/*\n * good.h - a file without faults.\n */\n#ifndef ROLLBOOK_BASE_GOOD_H\n#define ROLLBOOK_BASE_GOOD_H\n\nint good_answer(void);\n\n#endif\n' \
        >"$top/src/base/good.h"
    printf 'CREATE TABLE t (\n  a INTEGER, -- a number\n  CHECK (a > 0)\n) STRICT;\n' \
        >"$top/schema/migrations/0001_t.sql"
    printf 'echo fine\n' >"$top/tests/good.sh"
    printf 'The bottom.\n' >"$top/src/base/README.md"
}

run_lint() {
    status=0
    ROLLBOOK_SOURCE_DIR=$top sh -eu "$here/$1.sh" >"$PWD/out" 2>&1 || status=$?
}

complain() {
    echo "$1"
    sed 's/^/    /' "$PWD/out"
    failures=$((failures + 1))
}

# accepts LINT: the tree that stands now has nothing for it to find.
accepts() {
    run_lint "$1"
    [ "$status" -eq 77 ] && return
    [ "$status" -eq 0 ] || complain "$1 refuses a good tree (status $status)"
}

# refuses LINT PATTERN: the lint fails and its output holds the pattern.
refuses() {
    run_lint "$1"
    [ "$status" -eq 77 ] && return
    if [ "$status" -ne 1 ]; then
        complain "$1 accepts a fault that it should find: $2"
    elif ! grep -q -e "$2" "$PWD/out"; then
        complain "$1 does not name the fault: $2"
    fi
    fresh_tree
}

lines() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "    x++;" }'
}

fresh_tree
for lint in "$here"/*.sh; do
    name=$(basename "$lint" .sh)
    [ "$name" = selftest ] || accepts "$name"
done

printf 'const char *why = "what is held beside the run is no task, but for one alone";\n' >"$top/src/base/words.c"
refuses habits 'src/base/words.c:1: what, '
printf '#include "src/store/db.h"\n' >"$top/src/base/up.c"
: >"$top/src/store/db.h"
refuses layers 'src/base/up.c:1: src/base may not use src/store'
printf '#include <sqlite3.h>\n' >"$top/src/base/raw.c"
refuses layers 'src/base/raw.c:1: <sqlite3.h> belongs to'
printf '#include <glib.h>\n' >"$top/src/base/glib.c"
refuses layers '<glib.h> is not in'
mkdir "$top/src/nowhere"
printf '#include "src/base/good.h"\n' >"$top/src/nowhere/lost.c"
refuses layers 'src/nowhere/lost.c:1: src/nowhere is no room'
rm "$top/src/base/README.md"
refuses rooms 'src/base: has no README.md'
lines 3001 >"$top/src/base/half.h"
lines 3001 >"$top/src/base/other_half.py"
refuses rooms 'lines; a room has at most 6000'
mkdir -p "$top/schema/queries/store"
echo 'SELECT a FROM t;' >"$top/schema/queries/store/find_t.sql"
printf '#include "columns/find_t.h"\n' >"$top/src/store/user.c"
accepts layers
printf '#include "columns/find_u.h"\n' >"$top/src/store/user.c"
refuses layers 'src/store/user.c:1: "columns/find_u.h" is the header of no query'
mkdir -p "$top/schema/queries/store"
echo 'SELECT a FROM t;' >"$top/schema/queries/store/find_t.sql"
printf '#include "columns/find_t.h"\n' >"$top/src/base/user.c"
refuses layers 'src/base/user.c:1: src/base may not use the columns'
mkdir -p "$top/schema/queries/store" "$top/schema/queries/load"
echo 'SELECT a FROM t;' >"$top/schema/queries/store/find_t.sql"
printf 'const char *const query = "find_t";\n' >"$top/src/store/user.c"
accepts queries
echo 'SELECT a FROM t;' >"$top/schema/queries/load/find_t.sql"
refuses queries 'schema/queries/store/find_t.sql: this name is taken by schema/queries/load/find_t.sql'
mkdir -p "$top/schema/queries/store"
echo 'SELECT a FROM t;' >"$top/schema/queries/store/find_t.sql"
refuses queries 'schema/queries/store/find_t.sql: no code asks this query'
mkdir -p "$top/schema/queries"
echo 'SELECT a FROM t;' >"$top/schema/queries/find_t.sql"
refuses queries 'schema/queries/find_t.sql: belongs into the folder'
printf 'int f(struct stmt *st)\n{\n    return (int)stmt_int(st, FIND_T_A) + 1;\n}\n' >"$top/src/store/row.c"
accepts rows
printf 'int f(struct stmt *st)\n{\n    return (int)stmt_int(st, 3);\n}\n' >"$top/src/store/row.c"
refuses rows 'src/store/row.c:3: a column is a number'
printf 'int f(struct stmt *st)\n{\n    return (int)stmt_int(x->st,\n                    i + 3);\n}\n' >"$top/src/store/row.c"
refuses rows 'src/store/row.c:4: a column is a number'
printf 'int f(struct stmt *st)\n{\n    return read_it(a, st, 2);\n}\n' >"$top/src/store/row.c"
refuses rows 'src/store/row.c:3: a column is a number'
printf 'int f(struct queue_rows *r)\n{\n    return (int)queue_int(r, 0, 3);\n}\n' >"$top/src/store/row.c"
refuses rows 'src/store/row.c:3: a column is a number'
mkdir -p "$top/src/queue"
printf 'CREATE FUNCTION dead() RETURNS TABLE (job_id bigint)\n' >"$top/src/queue/queue_functions.sql"
printf 'int f(struct queue_rows *r)\n{\n    return (int)queue_int(r, 0, "job_id");\n}\n' >"$top/src/store/row.c"
accepts rows
printf 'int f(struct queue_rows *r)\n{\n    return (int)queue_int(r, 0, "job_is");\n}\n' >"$top/src/store/row.c"
refuses rows 'src/store/row.c:3: no function of the queue returns a column job_is'
mkdir -p "$top/schema/queries"
printf 'SELECT a FROM t\nORDER BY b, 1 DESC;\n' >"$top/schema/queries/sorted.sql"
refuses rows 'schema/queries/sorted.sql:2: sorts or groups'
printf '#include "good.h"\n' >"$top/src/base/near.c"
refuses layers 'is not a path from the root'

fresh_tree
accepts knots
for n in 1 2 3 4; do
    printf '#include "src/base/circle%s.h"\n' $((n % 4 + 1)) >"$top/src/base/circle$n.c"
    : >"$top/src/base/circle$n.h"
done
refuses knots '4 modules need each other, more than 3: src/base/circle'
for n in $(seq 25); do
    printf '#include "src/base/pair%s_internal.h"\n' "$n" >"$top/src/base/pair$n.c"
    printf '#include "src/base/pair%s.h"\n' "$n" >"$top/src/base/pair${n}_internal.h"
done
refuses knots 'knots of modules, more than 10'
fresh_tree

{ printf 'int long_one(int x)\n{\n'; lines 118; printf '}\n'; } >"$top/src/base/long.c"
refuses sizes 'src/base/long.c:1: function long_one has 121 lines'
{ printf 'int fits(int x)\n{\n'; lines 117; printf '}\n'; } >"$top/src/base/fits.c"
accepts sizes
{ printf 'static const char *s = "{";\n'; lines 1200; } >"$top/src/base/huge.c"
refuses sizes 'src/base/huge.c: file has 1201 lines'
lines 301 >"$top/src/base/huge.h"
refuses sizes 'src/base/huge.h: file has 301 lines'

printf 'void f(char *a)\n{\n    strcpy(a, "x");\n}\n' >"$top/src/base/bad.c"
refuses banned 'src/base/bad.c:3: strcpy is banned'
printf 'long f(void)\n{\n    return time (0);\n}\n' >"$top/src/base/bad.c"
refuses banned 'src/base/bad.c:3: time is banned'
printf 'int f(struct s *p)\n{\n    return p->time(p) + my_rand() + p->n; /* atoi(x) */\n}\n' >"$top/src/base/fine.c"
accepts banned

printf 'const char *q = "SELECT 1";\n' >"$top/src/base/q.c"
refuses sql 'src/base/q.c:1'
printf 'const char *q = "update run set x = 1";\n' >"$top/src/base/q.c"
refuses sql 'src/base/q.c:1'
printf '/* SELECT in a comment */\nconst char *q = "select one";\n' >"$top/src/base/q.c"
accepts sql

printf 'int   f( void ){return 1;}\n' >"$top/src/base/ugly.c"
refuses format 'src/base/ugly.c'
cp "$top/src/base/good.c" "$top/src/store/good.c"
refuses names 'this name is taken by src/base/good.c'
printf 'struct item {\n    int x;\n};\n' >"$top/src/base/one.c"
printf 'enum item { ITEM };\n' >"$top/src/base/two.c"
refuses tags 'src/base/two.c:1: the tag item is taken by src/base/one.c:1'
noun_tree() {
    mkdir -p "$top/schema/views" "$top/docs"
    for table in meta migration blob blob_search fact_data judge_attempt; do
        printf 'CREATE TABLE %s (\n  x\n);\n' "$table"
    done >"$top/schema/schema.sql"
    printf 'CREATE TABLE run (\n  x\n);\n' >>"$top/schema/schema.sql"
    printf -- '-- Example:\n--   SELECT x FROM v_run\nCREATE VIEW v_run AS\nSELECT x FROM run;\n' >"$top/schema/views/v1.sql"
    printf 'SELECT x FROM v_run\n' >"$top/docs/cookbook.md"
}
noun_tree
accepts nouns
printf 'CREATE TABLE guard (\n  x\n);\n' >>"$top/schema/schema.sql"
refuses nouns 'no v_ view reads guard'
noun_tree
printf 'CREATE VIEW v_bare AS\nSELECT x FROM run;\n' >>"$top/schema/views/v1.sql"
refuses nouns 'v_bare has no "-- Example:"'
noun_tree
printf 'SELECT 1\n' >"$top/docs/cookbook.md"
refuses nouns 'no question asks v_run'
noun_tree
printf -- '\n-- Example:\n--   SELECT x FROM v_plan\nCREATE VIEW v_plan AS\nSELECT x FROM judge_attempt;\n' >>"$top/schema/views/v1.sql"
refuses nouns 'a view reads judge_attempt by now'
noun_tree
printf -- '\n-- Example:\n--   SELECT x FROM v_run\nCREATE VIEW v_more AS\nSELECT x,\n       m.compile_time\n  FROM run m;\n' >>"$top/schema/views/v1.sql"
refuses nouns 'the column compile_time does not end with its unit'
printf '/* TO%s: later */\n' DO >"$top/src/base/later.c"
refuses words 'src/base/later.c:1'
printf '/* The %s decides. */\n' judge >"$top/src/eval/decides.c"
refuses words 'src/eval/decides.c:1'
printf 'fetch https://example.org/x\n' >"$top/bootstrap.sh"
refuses words 'bootstrap.sh:1'
printf 'cp ../shared/data/x .\n' >"$top/tests/reads.sh"
refuses words 'tests/reads.sh:1'
printf 'if true; then\n' >"$top/tests/broken.sh"
refuses shell 'tests/broken.sh'
printf 'int x; \n' >"$top/src/base/blank.c"
refuses whitespace 'src/base/blank.c:1: trailing blanks'
printf 'int x;' >"$top/src/base/cut.c"
refuses whitespace 'src/base/cut.c: no newline'
printf '\tint x;\n' >"$top/src/base/tab.c"
refuses whitespace 'src/base/tab.c:1: tab'
printf '%s HEAD\n' '<<<<<<''<' >"$top/merged.md"
refuses whitespace 'merged.md:1: a mark of a merge'
printf 'CREATE TABLE u (\n  b TEXT NOT NULL\n) STRICT;\n' >"$top/schema/migrations/0002_u.sql"
refuses columns 'column u.b has no comment'
printf 'int x;\n' >"$top/src/base/mute.c"
refuses purpose 'src/base/mute.c:1: begin with'
printf '/*\n * needy.h - uses what it does not include.\n */\nsize_t needy(void);\n' >"$top/src/base/needy.h"
refuses headers 'src/base/needy.h: .*error'
printf 'int narrow(long x);\nint narrow(long x)\n{\n    return x;\n}\n' >"$top/src/base/narrow.c"
refuses clang 'src/base/narrow.c:4'

printf 'static bool is_blank(char c)\n{\n    return c == 32;\n}\n' >"$top/src/store/copy.c"
refuses copies 'src/store/copy.c:1:.*chars[.]h'
printf 'bool f(char c)\n{\n    return c >= %s0%s && c <= %s9%s;\n}\n' \' \' \' \' >"$top/src/store/copy.c"
refuses copies 'src/store/copy.c:3:'
printf 'static void put_number(struct buf *out, double v)\n' >"$top/src/store/copy.c"
refuses copies 'src/store/copy.c:1:.*buf[.]h'
printf '#include <ctype.h>\n' >"$top/src/store/copy.c"
refuses copies 'src/store/copy.c:1:'
printf 'static const unsigned m = 0xD2511F53u;\n' >"$top/src/store/copy.c"
refuses copies 'src/store/copy.c:1:.*philox'
printf 'static void put_time(struct buf *out, double v)\n' >"$top/src/store/fine.c"
accepts copies
mkdir -p "$top/reports/figure" "$top/docs"
printf '    ROW(ecdf)  \\\n' >"$top/reports/figure/figures.c"
printf 'name | shows\n---|---\npie | x\n' >"$top/docs/figures.md"
cp "$top/reports/figure/figures.c" "$PWD/figures.c"
refuses doc_tables "'ecdf' of reports/figure/figures.c is missing"
mkdir -p "$top/reports/figure" "$top/docs"
cp "$PWD/figures.c" "$top/reports/figure/figures.c"
printf 'ecdf | x\npie | x\n' >"$top/docs/figures.md"
refuses doc_tables "'pie' is not in reports/figure/figures.c"
mkdir -p "$top/src/eval/contract" "$top/tests/lint"
printf '#define EVALUATOR_VERSION 1\n' >"$top/src/eval/contract/evaluation.h"
printf 'int limit(void)\n{\n    return 4;\n}\n' >"$top/src/eval/limit.c"
ROLLBOOK_SOURCE_DIR=$top sh -eu "$here/evaluator.sh" same
printf 'int limit(void) /* a comment */\n{\n  return 4;\n}\n' >"$top/src/eval/limit.c"
accepts evaluator
printf 'int limit(void)\n{\n    return 5;\n}\n' >"$top/src/eval/limit.c"
refuses evaluator 'src/eval: the code of the evaluator has changed'

# The summary counts what it is given and fails when a test failed or none passed.
printf '<testcase name="a" status="run">\n</testcase>\n<testcase name="b" status="fail">\n<failure message=""/>\n</testcase>\n<testcase name="c" status="notrun">\n<skipped message="SKIP_RETURN_CODE=77"/>\n<system-out>no GPU\n</system-out>\n</testcase>\n' >results.xml
awk -f "$here/../summary.awk" results.xml >out && complain "the summary accepts a failed test"
grep -qx '1 passed, 1 failed, 1 skipped' out || complain "the summary miscounts"
grep -q 'c: no GPU' out || complain "the summary does not give the reason of a skip"
[ "$(awk -v names=1 -f "$here/../summary.awk" results.xml)" = b ] || complain "the summary does not name what failed"
printf '<testcase name="b" status="run">\n</testcase>\n' >second-x.xml
awk -f "$here/../summary.awk" second-x.xml results.xml >out || complain "the summary refuses a second try that passed"
grep -qx '2 passed, 0 failed, 1 skipped' out || complain "the summary miscounts second tries"
grep -q '^failed first' out || complain "the summary hides a second try"
printf '<testcase name="b" status="fail">\n<failure message=""/>\n</testcase>\n' >second-x.xml
awk -f "$here/../summary.awk" second-x.xml results.xml >out && complain "the summary accepts a test that failed twice"
: >none.xml
awk -f "$here/../summary.awk" none.xml >out && complain "the summary accepts an empty run"

exit "$((failures > 0))"
