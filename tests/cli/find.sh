# find looks into every text, with the index or without, and says where it is used.
export ROLLBOOK_DB=x.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat out err)"
}
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 4 --case tiny --seed 3 --name ours -q >/dev/null
printf '{"1": [{"sample_id": 0, "compiled": false, "correctness": false, "metadata": {"compilation_error": "kernel.cu(7): Error: \\"frobnicate\\" is undefined\\nsecond line"}}]}' >a.json
"$ROLLBOOK_BIN" ingest kernelbench a.json --level 1 --run-name theirs -q >/dev/null
search() {
    expect 0 find FROBNICATE --format csv
    grep -qF 'theirs,l1/1,0,0,log,1,' out || complain "$1: $(cat out)"
    expect 3 find FROBNICATE --case
    expect 0 find '"frobnicate" is' --case
    expect 0 find 'ob' --kind log
    expect 0 find 'second line' --format csv
    grep -qF 'log,2,second line' out || complain "$1: $(cat out)"
    expect 3 find frobnicate --kind code
    expect 3 find frobnicate2
    expect 3 find '100%_such*'
    expect 0 find 'Optimise a GPU kernel' --format csv --limit 1
    grep -q '^[0-9]*,ours,l1/4,.*,prompt,1,Optimise' out || complain "$1: $(cat out)"
    expect 0 find '//@ launch' --kind code --limit 1 --json
    grep -q 'there may be more' out || complain "$1: more is not said: $(cat out)"
    "$ROLLBOOK_BIN" find launch --limit 1000 --format csv >"$2"
}
search 'without an index' plain
id=$("$ROLLBOOK_BIN" id)
expect 0 find --index
grep -q '^[1-9][0-9]* texts were added' err || complain "$(cat err)"
search 'with an index' indexed
cmp plain indexed || complain 'the index finds other texts'
[ "$("$ROLLBOOK_BIN" id)" = "$id" ] || complain 'the index changed the id'
expect 0 verify --deep
expect 0 find --index
grep -q '^0 texts' err || complain "again: $(cat err)"
# What is written after the index was made is found as well, and indexed later.
sed 's/frobnicate/laterword/; s/"1"/"2"/' a.json >b.json
"$ROLLBOOK_BIN" ingest kernelbench b.json --level 1 --run-name later -q >/dev/null
expect 0 find laterword
expect 0 find laterword --index
expect 0 find laterword
# A text that is no UTF-8 is found by the part that is, with the index or without.
mkdir odd
printf '{"1": {"compiled": false, "correctness": false}}' >odd/eval_results.json
printf 'caf\351 \377\376 needleword here\n' >odd/level_1_problem_1_sample_0_kernel.py
"$ROLLBOOK_BIN" ingest kernelbench odd -q >/dev/null
expect 0 find needleword --format csv
grep -q 'odd,l1/1,0,0,code,1,' out || complain "no UTF-8: $(cat out)"
expect 0 find needleword --index
expect 0 find needleword --kind code
expect 0 verify --deep
expect 2 find ''
expect 2 find
expect 2 find x --limit 0
expect 2 find x --kind novel
expect 2 find x --db missing.db
expect 2 find --index --db missing.db
[ ! -e missing.db ] || complain 'find made a database'
