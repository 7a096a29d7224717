# A second writer is told "busy" (exit 6) after a bounded wait; nothing is half written.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" init -q
mkfifo hold
sqlite3 x.db <hold &
holder=$!
exec 3>hold
echo "BEGIN IMMEDIATE; CREATE TABLE other (x); " >&3
sleep 0.5
status=0
"$ROLLBOOK_BIN" run best-of-n --tasks 4 --k 1 --case tiny --name a 2>err.txt || status=$?
[ "$status" -eq 6 ]
grep -qi busy err.txt
echo "ROLLBACK;" >&3
exec 3>&-
wait "$holder"
"$ROLLBOOK_BIN" sql --format csv "SELECT count(*) AS n FROM v_run" | grep -qx "0"
# While one process writes a run, another cannot resume it.
"$ROLLBOOK_BIN" run best-of-n --tasks 4,28 --k 300 --case tiny --name b -q &
writer=$!
tries=0
until "$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_run" | grep -qx "1"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || exit 1
    sleep 0.1
done
status=0
"$ROLLBOOK_BIN" run --resume b 2>err.txt || status=$?
kill -9 "$writer"
wait "$writer" 2>/dev/null || true
[ "$status" -eq 6 ]
grep -q "being written by process $writer" err.txt
