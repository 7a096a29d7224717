# What a profiler saw is shown with units, summed over launches; what nobody counted stays unknown.
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
export ROLLBOOK_DB=x.db
"$ROLLBOOK_BIN" run best-of-n --tasks 28 --k 8 --case tiny --seed 3 --name ours -q >/dev/null
# The CPU backend has no profiler and no clock of a device.
for table in profile profile_kernel kernel_counters measurement_clock; do
    sqlite3 x.db "SELECT count(*) FROM $table" | grep -qx 0 || { echo "rows in $table"; exit 1; }
done
ids=$(sqlite3 x.db "SELECT evaluation_id FROM v_evaluation WHERE correct = 1 AND runtime_us IS NOT NULL ORDER BY 1 LIMIT 1")
[ -n "$ids" ] || { echo "no timed kernel to profile"; exit 1; }
sqlite3 x.db <<SQL
UPDATE measurement SET runtime_us = 400, checksum = NULL WHERE evaluation_id = $ids AND subject = 'candidate';
INSERT INTO profile (evaluation_id, why_not_counted, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s)
VALUES ($ids, NULL, 320, 1e9, 2e9, 4e12, 6e13);
INSERT INTO profile_kernel (evaluation_id, position, name, device_us) VALUES ($ids, 0, 'first', 100), ($ids, 1, 'second', 200);
INSERT INTO kernel_counters (evaluation_id, position, grid, block, registers, dram_read_bytes, dram_write_bytes, occupancy_percent,
                             fadd, fmul, ffma, dadd, dmul, dfma, tensor_float, tensor_moves, tensor_integer)
VALUES ($ids, 0, '4,1,1', '256,1,1', 32, 6e8, 1e8, 50, 1, 2, 3, 0, 0, 1, 5, 5, 0),
       ($ids, 1, '4,1,1', '256,1,1', 40, 3e8, 2e8, 75, 0, 0, 0, 0, 0, 0, 7, 0, 1);
SQL
rows() { # query, what it must print
    got=$(sqlite3 -readonly x.db "$1")
    [ "$got" = "$2" ] || { echo "$1: '$got', not '$2'"; exit 1; }
}
# 1 GB at 4 TB/s is 250 us; 2 Gflop at 60 Tflop/s 33.3 us; 1.2 GB in 400 us is 3 TB/s.
rows "SELECT kernels, launches_us, own_share, bound, memory_us, speed_of_light, dram_bytes, dram_share, executed_flops, matrix_instructions
      FROM v_profile" '2|300.0|0.9375|memory|250.0|0.625|1200000000.0|0.75|11.0|8.0'
rows "SELECT name, round(share, 3), occupancy, matrix_instructions FROM v_profile_kernel ORDER BY position" 'first|0.333|0.5|0.0
second|0.667|0.75|8.0'
"$ROLLBOOK_BIN" show evaluation "$ids" >out
for line in 'speed_of_light *0.625' 'bound *memory' 'dram_bytes *1.2e+09\|dram_bytes *1200000000'; do
    grep -q "^$line" out || { echo "show evaluation does not say '$line'"; cat out; exit 1; }
done
grep -q 'second *200' out || { echo "show evaluation lacks a kernel"; exit 1; }
# One launch that was not counted: sums are unknown, not smaller; the roofline of the task stays.
sqlite3 x.db "DELETE FROM kernel_counters WHERE position = 1; UPDATE profile SET why_not_counted = 'not permitted', checksum = NULL"
rows "SELECT dram_bytes IS NULL, executed_flops IS NULL, dram_share IS NULL, speed_of_light, why_not_counted FROM v_profile" '1|1|1|0.625|not permitted'
sqlite3 x.db "UPDATE profile SET copy_bytes_per_s = NULL, checksum = NULL"
rows "SELECT bound, round(speed_of_light, 4) FROM v_profile" 'compute|0.0833'
# A merge takes profiles and clocks along.
sqlite3 x.db "INSERT INTO measurement_clock (measurement_id, n_throttled, clocks_mhz) SELECT measurement_id, 2, x'0000000000f09e400000000000709740' FROM measurement WHERE evaluation_id = $ids AND subject = 'candidate'"
"$ROLLBOOK_BIN" init y.db >/dev/null 2>&1
"$ROLLBOOK_BIN" merge y.db x.db >/dev/null 2>err || { cat err; exit 1; }
for view in v_profile v_profile_kernel v_clock; do
    [ "$(sqlite3 x.db "SELECT count(*) FROM $view")" = "$(sqlite3 y.db "SELECT count(*) FROM $view")" ] || { echo "merge loses rows of $view"; exit 1; }
done
rows "SELECT run, subject, n_throttled, hex(clocks_mhz) FROM v_clock" 'ours|candidate|2|0000000000F09E400000000000709740'
"$ROLLBOOK_BIN" show evaluation "$ids" >out
grep -q '^candidate .* 1500 *1980 *2$' out || { echo "show evaluation lacks clocks"; grep -A4 clocks out; exit 1; }
