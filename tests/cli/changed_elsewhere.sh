# A file that another program changed is told in one line, until 'verify --deep' finds it sound; what Rollbook itself does, and copying, is not.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
quiet() { # quiet ARGUMENTS: status 0 and no word of the file
    expect 0 "$@"
    ! grep -q -e 'another program' -e 'was killed' err || complain "$*: $(cat err)"
}
told() {
    expect 0 "$@"
    [ "$(grep -c 'another program changed it' err)" -eq 1 ] || complain "$*: $(cat err)"
}
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 3 --case tiny --seed 4 --name one --db s.db -q >/dev/null
quiet analyze summary --db s.db
cp s.db copy.db
quiet analyze summary --db copy.db
"$ROLLBOOK_BIN" export --snapshot snap.db --db s.db
quiet analyze summary --db snap.db
"$ROLLBOOK_BIN" merge copy.db snap.db --prefix x- --out both.db >/dev/null
quiet analyze summary --db both.db

sqlite3 s.db "UPDATE run SET finished_at = finished_at || ' ', checksum = NULL"
told analyze summary --db s.db
told report best-of-n --run one -o r.pdf --db s.db
told export folder --db s.db
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 1 --case tiny --seed 5 --name two --db s.db -q >/dev/null
told analyze summary --db s.db
told verify --db s.db
told verify --deep --db s.db
quiet analyze summary --db s.db
# One bit, somewhere in the pages.
python3 - <<'PY' || { echo "SKIP: python3 is not installed"; exit 77; }
with open("copy.db", "r+b") as f:
    f.seek(4096 * 40 + 2222)
    byte = f.read(1)[0]
    f.seek(-1, 1)
    f.write(bytes([byte ^ 4]))
PY
"$ROLLBOOK_BIN" analyze summary --db copy.db >out 2>err || :
said 'another program changed it'
