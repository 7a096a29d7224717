# rollbook baseline measure: rows of the table and of the database; the tuned kernels are right.
set -eu
export ROLLBOOK_DB="$PWD/t.db"
fail() {
    echo "$1"
    cat out err
    exit 1
}
"$ROLLBOOK_BIN" baseline measure --backend cpu --case tiny --mode fast --format csv > out 2> err || fail "not measured"
[ "$(grep -c ',tuned_tiny,.*,measured,.*,new$' out)" = 41 ] || fail "not 41 new tuned kernels"
"$ROLLBOOK_BIN" baseline measure --backend cpu --case cpu --tasks 28,l1/12 --mode fast --kernels reference --format csv > out 2> err
[ "$(grep -c ',reference_cpu,' out)" = 2 ] || fail "not two references"
"$ROLLBOOK_BIN" baseline measure --backend cpu --case cpu --tasks 28 --mode fast --kernels reference --format csv > out 2> err
grep -q 'there is one already' out || fail "a second measurement replaced the first"
"$ROLLBOOK_BIN" sql --format csv "SELECT b.name, count(*), min(b.n_samples) >= 5, min(b.runtime_us > 0),
    min(json_array_length(b.extra, '\$.samples_us')) >= 5 FROM baseline b JOIN task t USING (task_id)
    JOIN device d USING (device_id) WHERE d.backend = 'cpu' GROUP BY 1 ORDER BY 1" > out
printf 'reference_cpu,2,1,1,1\ntuned_tiny,41,1,1,1\n' > want
tail -n +2 out | cmp - want || fail "other rows are stored"
status=0
"$ROLLBOOK_BIN" baseline measure --backend cpu --kernels fastest > out 2> err || status=$?
[ "$status" = 2 ] || fail "an unknown set: status $status"
