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
"$ROLLBOOK_BIN" analyze beside --task l1/4 >text
grep -q '^right: run r, step 0, turn 0, sample 1: .*speedup 4' text || fail "no word of the right one: $(cat text)"
grep -q '^wrong: run r, step 0, turn 0, sample 3: ' text || fail "no word of the wrong one: $(cat text)"
grep -q '2 lines of the right one alone, 1 of the wrong one, 1 of both' text || fail "no counts: $(cat text)"
expect 2 analyze beside
expect 7 analyze beside --task l1/5
said "has no right kernel"
[ "$failures" -eq 0 ]
