# The program and the SQLite extension carry what the compiler and the linker can do against memory errors.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v readelf >/dev/null 2>&1 || {
    echo "readelf (binutils) is not installed"
    exit 77
}
if readelf -Ws --dyn-syms "$ROLLBOOK_BIN" | grep -q __asan_; then
    echo "this program was built with sanitizers"
    exit 77
fi
extension=$(find "$ROLLBOOK_BUILD_DIR" -maxdepth 1 -name 'librollbook_sqlite.so' -o -maxdepth 1 -name 'rollbook_sqlite.so' | head -1)
[ -n "$extension" ] || complain 'there is no SQLite extension in the build folder'
for file in "$ROLLBOOK_BIN" "$extension"; do
    name=${file##*/}
    readelf -Wh "$file" | grep -q 'Type:.*DYN' || complain "$name: does not move in memory (PIE)"
    readelf -Wl "$file" | grep -q GNU_RELRO || complain "$name: no read-only relocations"
    readelf -Wd "$file" | grep -Eq 'BIND_NOW|FLAGS.*NOW' || complain "$name: relocations are not bound at the start"
    ! readelf -Wl "$file" | grep 'GNU_STACK' | grep -q E || complain "$name: its stack can be executed"
    ! readelf -Wl "$file" | grep LOAD | grep -q 'RWE' || complain "$name: memory that is written can be executed"
    readelf -Ws --dyn-syms "$file" | grep -q __stack_chk_fail || complain "$name: no stack protector"
    readelf -Ws --dyn-syms "$file" | grep -Eq '__(memcpy|snprintf|vsnprintf|memset|memmove|fprintf)_chk' || complain "$name: no checked functions (_FORTIFY_SOURCE)"
done
