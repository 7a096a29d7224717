# A database on a disk or in a folder where nothing can be written is read; what cannot be read is told in words.
export ROLLBOOK_DB=shelf/s.db
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
mkdir shelf
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 4 --case tiny --seed 3 --name a -q >/dev/null
rm -f shelf/s.db-wal shelf/s.db-shm
wanted=$("$ROLLBOOK_BIN" analyze summary --format csv -q)
id=$("$ROLLBOOK_BIN" id)
rm -f shelf/s.db-wal shelf/s.db-shm

# as_guest COMMAND...: as somebody who may read the shelf and not write it.
if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null 2>&1 || {
        echo "setpriv is not installed"
        exit 77
    }
    chmod -R a+rX .
    setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$ROLLBOOK_BIN" -a -r shelf/s.db || {
        echo "another user cannot reach the program or the test's folder"
        exit 77
    }
    as_guest() { HOME=/nonexistent setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
else
    as_guest() { "$@"; }
fi
chmod a-w shelf
[ "$(id -u)" -ne 0 ] || chmod u+w shelf
for mode in 644 444; do
    chmod $mode shelf/s.db
    got=$(as_guest "$ROLLBOOK_BIN" analyze summary --format csv -q) || complain "mode $mode: status $?"
    [ "$got" = "$wanted" ] || complain "mode $mode: other numbers: $got"
    [ "$(as_guest "$ROLLBOOK_BIN" id)" = "$id" ] || complain "mode $mode: another id"
done
[ -z "$(find shelf -name '*-wal' -o -name '*-shm')" ] || complain 'a reader left files on the shelf'
mkdir -m 777 mine
as_guest "$ROLLBOOK_BIN" init mine/m.db -q
as_guest "$ROLLBOOK_BIN" merge mine/m.db shelf/s.db -q >/dev/null || complain 'a merge from the shelf fails'
[ "$(as_guest "$ROLLBOOK_BIN" sql --db mine/m.db --format csv 'SELECT count(*) FROM rollout' -q | tail -1)" = 4 ] || complain 'the merge lacks rows'
status=0
as_guest "$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 1 --case tiny -q >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "writing: status $status: $(cat err)"

# A log that is not in the file yet.
chmod u+w shelf shelf/s.db
python3 - <<'PY' || { echo "python3 is not installed"; exit 77; }
import os, sqlite3
db = sqlite3.connect("shelf/s.db")
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute("UPDATE run SET status = 'interrupted'")
db.commit()
os._exit(0)
PY
rm -f shelf/s.db-shm
[ "$(id -u)" -eq 0 ] || chmod a-w shelf
status=0
as_guest "$ROLLBOOK_BIN" analyze summary -q >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "an unreadable log: status $status"
said 'export --snapshot'
chmod u+w shelf
