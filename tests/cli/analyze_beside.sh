# analyze beside: the fastest right kernel beside the wrong one that is nearest to it, line by line.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=beside.db
kernel() { # sample correct runtime code
    printf '{"problem": 4, "sample": %s, "compiled": true, "correct": %s, "us": %s, "reference": 8, "code": "%s"}\n' "$1" "$2" "$3" "$4"
}
{
    kernel 0 true 4 'int a;\nint b;\ny = x + 1;\n'
    kernel 1 true 2 'int a;\nint b;\ny = x + 2;\n'
    kernel 2 false 1 'quite;\nanother;\ntext;\n'
    kernel 3 false 1 'int a;\ny = x - 2;\n'
} >samples.jsonl
printf '{"fields": {"level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us",
    "baseline_us": "/reference", "baseline": {"constant": "reference"}, "code": "/code"}}' >map.json
expect_status 0 ingest jsonl samples.jsonl --map map.json --run-name r
expect_status 0 analyze beside --task l1/4 --format csv
[ "$(cat out)" = 'line_right,right,mark,wrong,line_wrong
2,int b;,|,y = x - 2;,2
3,y = x + 2;,<,NA,NA' ] || fail "another listing: $(cat out)"
expect_status 0 analyze beside --task l1/4 --all --format csv
has '^1,int a;,=,int a;,1$'
"$ROLLBOOK_BIN" analyze beside --explain --task l1/4 >text
grep -q '^right: run r, step 0, turn 0, sample 1: .*speedup 4' text || fail "no word of the right one: $(cat text)"
grep -q '^wrong: run r, step 0, turn 0, sample 3: ' text || fail "no word of the wrong one: $(cat text)"
grep -q '^why the wrong one fails: its output has wrong values$' text || fail "no reason: $(cat text)"
grep -q '2 lines only in the correct kernel, 1 only in the wrong kernel, 1 in both' text || fail "no counts: $(cat text)"
# Lines stay beside each other on narrow and on wide terminals.
if command -v script >/dev/null && command -v stty >/dev/null; then
    for columns in 60 200; do
        script -qec "stty cols $columns; \"$ROLLBOOK_BIN\" analyze beside --explain --task l1/4" /dev/null </dev/null >shown 2>&1
        grep -q '^ *2  int b; *|     y = x - 2; *2' shown || fail "not beside at $columns columns: $(cat shown)"
    done
fi
# What could not be judged is not wrong.
printf '{"problem": 5, "sample": %s, "compiled": %s, "correct": %s, "us": 4, "reference": 8, "code": "int %s;\\n"}\n' 0 true true a 1 false false b >five.jsonl
expect_status 0 ingest jsonl five.jsonl --map map.json --run-name five
expect_status 0 analyze beside --task l1/5 --format csv
"$ROLLBOOK_BIN" analyze beside --explain --task l1/5 | grep -q 'fails: the compiler refuses it' || fail "no reason for what does not compile"
if command -v sqlite3 >/dev/null; then
    sqlite3 beside.db "UPDATE evaluation SET outcome = 'infra' WHERE compiled = 0"
    expect 7 analyze beside --task l1/5
    said "has no wrong kernel"
fi
# The report of the task has it.
"$ROLLBOOK_BIN" report task --task l1/4 -q -o task.pdf --latex task >/dev/null || fail "no report"
grep -rq 'why the wrong one fails' task || fail "the report does not lay them beside each other"
expect 2 analyze beside
expect 7 analyze beside --task l1/6
said "has no right kernel"
