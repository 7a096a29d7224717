# labels: slow release
# A sample of tests/support/torture.py and kills.py (docs/testing.md has the whole): calls of the system that fail one
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
