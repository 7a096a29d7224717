# analyze compare --table transfer: gains by hand, three ways to name subsets, what is refused.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
cat >map.json <<'END'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample",
 "compiled": {"constant": true}, "correct": "/correct", "runtime_us": "/us", "baseline_us": {"constant": 10}}}
END
# Level 1, problems 1 and 4: A 0 of 2 and 1 of 2, B 2 of 2 each; level 2, problem 7: A 1 of 2, B 1 of 2.
samples() {
    while read -r level problem sample fast; do
        us=20
        [ "$fast" -eq 0 ] || us=5
        printf '{"level": %s, "problem": %s, "sample": %s, "correct": true, "us": %s}\n' "$level" "$problem" "$sample" "$us"
    done
}
samples >a.jsonl <<'END'
1 1 0 0
1 1 1 0
1 4 0 1
1 4 1 0
2 7 0 1
2 7 1 0
END
samples >b.jsonl <<'END'
1 1 0 1
1 1 1 1
1 4 0 1
1 4 1 1
2 7 0 0
2 7 1 1
END
for run in a b; do
    "$ROLLBOOK_BIN" ingest jsonl $run.jsonl --map map.json --run-name $run >/dev/null || fail "no run $run"
done
transfer() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" analyze compare --a a --b b --table transfer --format csv "$@" >out 2>err || status=$?
    [ "$status" -eq "$expected" ] || fail "status $status, not $expected: $* $(cat out err)"
}
has() {
    grep -q -- "$1" out || fail "no $1 in: $(cat out)"
}
transfer 0 --by level
has '^level 1,NA,gain,0.75,'
has '^level 2,NA,gain,0,'
has '^level 1,level 2,shift,-0.75,NA,NA,NA,0.6666666666666666,0.3333333333333333,exact,2,1$'
has '^level 1,level 2,carried,0,'
has '^level 2,level 1,carried,NA,NA,NA,NA,'
transfer 0 --subsets 'one=1;two=l1/4,l2/7'
has '^one,NA,gain,1,'
has '^two,NA,gain,0.25,'
has '^one,two,carried,0.25,'
transfer 0 --split l1_seed42
has '^train,NA,gain,1,'
has '^eval,NA,gain,0.5,'
"$ROLLBOOK_BIN" analyze compare --a a --b b --table transfer --split l1_seed42 --json | grep -q '1 are in no subset' ||
    fail "the task outside the split is not counted"
# Swapping the groups turns every sign.
"$ROLLBOOK_BIN" analyze compare --a b --b a --table transfer --by level --format csv >out
has '^level 1,NA,gain,-0.75,'
has '^level 1,level 2,shift,0.75,'
transfer 2
transfer 2 --by family --by level --split l1_seed42
transfer 2 --by colour
transfer 2 --subsets 'one'
transfer 2 --subsets 'one=1;one=4'
transfer 2 --subsets 'one=1;two=1'
transfer 3 --subsets 'one=1;two=99'
transfer 7 --subsets 'one=1,4,l2/7'
transfer 7 --by family
