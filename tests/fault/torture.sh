# labels: slow release
# A sample of tests/support/torture.py and kills.py (docs/internals/testing.md has the whole): calls of the system that fail one
# after the other, and kill -9, in some commands.
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
support=$ROLLBOOK_SOURCE_DIR/tests/support
shim=$ROLLBOOK_BUILD_DIR/tests/libfail_nth.so
[ -f "$shim" ] || { echo "SKIP: $shim is not built"; exit 77; }
run() {
    "$@" >table 2>&1 || { cat table work/findings.txt; exit 1; }
    cat table
}
run python3 "$support/torture.py" "$ROLLBOOK_BIN" "$shim" work --calls fsync,rename,fork --commands '^(init|ingest first|merge --out|export|figure svg)$'
grep -q '^| fsync | 5 | [1-9]' table || { echo "nothing was made to fail"; exit 1; }
run python3 "$support/torture.py" "$ROLLBOOK_BIN" "$shim" work --calls pwrite+,malloc,mmap,open --most 3 --commands '^(ingest more|merge|sql)$'
run python3 "$support/kills.py" "$ROLLBOOK_BIN" work 8 120 '^(init|ingest more|merge --out|export --snapshot)$'
grep -qE '^\| all \| [1-9]' table || { echo "nothing was killed"; exit 1; }

# A child whose pipes could not be set up, for want of memory, would write to our standard output.
"$ROLLBOOK_BIN" task check l1/4 --case tiny >whole
for n in 1 2 3 4 5 6 7 8; do
    FAIL_CALL=malloc FAIL_NTH=$n FAIL_REPORT=$PWD/hit LD_PRELOAD=$shim "$ROLLBOOK_BIN" task check l1/4 --case tiny >checked 2>/dev/null || [ ! -s checked ] ||
        { echo "malloc $n failed, and task check printed: $(cat checked)"; exit 1; }
    [ ! -s checked ] || cmp -s checked whole || { echo "malloc $n failed, and task check printed: $(cat checked)"; exit 1; }
    [ -e hit ] || { echo "malloc $n was not made to fail"; exit 1; }
    rm hit
done

# What cannot be read is not of no known format: a failed read ends with a status, or changes nothing.
mkdir results
cp "$ROLLBOOK_SOURCE_DIR/tests/fixtures/fuzz/rollouts.jsonl" "$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench/baseline_time_torch.json" results
"$ROLLBOOK_BIN" ingest auto results --db whole.db >whole 2>/dev/null
for n in 1 2 3 4 5 6 7 8; do
    rm -f part.db hit
    FAIL_CALL=read FAIL_NTH=$n FAIL_REPORT=$PWD/hit LD_PRELOAD=$shim "$ROLLBOOK_BIN" ingest auto results --db part.db >taken 2>words || continue
    cmp -s taken whole || { echo "read $n failed, and the import ended well: $(cat words taken)"; exit 1; }
done
