# nvbench and google-benchmark: states and entries become tasks with a time; skipped ones stay skipped.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cat >nv.json <<'END'
{"devices": [{"id": 1, "name": "GPU X"}], "benchmarks": [{"name": "copy", "states": [
 {"name": "Device=1 N=8", "device": 1, "is_skipped": false, "summaries": [
  {"tag": "nv/cold/sample_size", "data": [{"name": "value", "type": "int64", "value": "499"}]},
  {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "value": "0.002"}]},
  {"tag": "nv/cold/time/gpu/stdev/relative", "data": [{"value": 0.5}]}]},
 {"name": "Device=1 N=9", "device": 1, "is_skipped": true, "skip_reason": "too large", "summaries": null},
 {"name": "Device=1 N=10", "summaries": [{"tag": "nv/batch/time/gpu/mean", "data": [{"value": 0.001}]}]},
 {"name": "Device=1 N=11", "summaries": [{"tag": 3, "data": 4}, 5]},
 {"device": 1}]}, {"name": "odd"}]}
END
expect 0 ingest nvbench nv.json --format csv
counts nv,6,4,0,2,0
said 'copy, state 4: the state has no name'
said 'benchmark 1: the benchmark has no name or no states'
expect 0 ingest nvbench nv.json --format csv
counts nv,6,0,4,2,0
rows "SELECT r.task_name, r.outcome, r.correct, r.message, r.runtime_us, m.n_samples, m.std_us, d.name FROM v_rollout r
      JOIN evaluation e ON e.evaluation_id = r.evaluation_id LEFT JOIN device d ON d.device_id = e.device_id
      LEFT JOIN measurement m ON m.evaluation_id = r.evaluation_id WHERE r.run = 'nv' ORDER BY r.rollout_id" \
'copy Device=1 N=8,measured,0,nv/cold/time/gpu/mean,2000,499,1000,GPU X
copy Device=1 N=9,infra,0,skipped: too large,NA,NA,NA,GPU X
copy Device=1 N=10,measured,0,nv/batch/time/gpu/mean,1000,NA,NA,NA
copy Device=1 N=11,measured,0,the record has no time,NA,NA,NA,NA
'
cat >gb.json <<'END'
{"context": {"host_name": "h"}, "benchmarks": [
 {"name": "A", "iterations": 10, "real_time": 2.5, "cpu_time": 1, "time_unit": "ms"},
 {"name": "A", "iterations": 10, "real_time": 3, "time_unit": "ms"},
 {"name": "A_median", "run_type": "aggregate", "aggregate_name": "median", "real_time": 3000, "time_unit": "ns"},
 {"name": "A_cv", "run_type": "aggregate", "aggregate_name": "cv", "real_time": 0.01},
 {"name": "B", "error_occurred": true, "error_message": "no device"},
 {"name": "C", "skipped": "SKIPPED_WITH_MESSAGE", "skip_message": "later"},
 {"name": "D", "real_time": "fast"}, {"name": "E", "real_time": 1, "time_unit": "h"}, {"real_time": 1}, 4]}
END
expect 0 ingest google-benchmark gb.json --format csv
counts gb,10,6,0,4,0
said 'D: has no real_time'
said 'E: its time_unit is none of ns, us, ms and s'
expect 0 ingest google-benchmark gb.json --format csv
counts gb,10,0,6,4,0
rows "SELECT r.task_name, r.sample, r.outcome, r.message, r.runtime_us, m.statistic, json_extract(r.extra, '\$.cpu_time') FROM v_rollout r
      LEFT JOIN measurement m ON m.evaluation_id = r.evaluation_id WHERE r.run = 'gb' ORDER BY r.rollout_id" \
'A,0,measured,NA,2500,mean,1
A,1,measured,NA,3000,mean,NA
A_median,0,measured,NA,3,median,NA
A_cv,0,measured,NA,NA,NA,NA
B,0,infra,skipped: no device,NA,NA,NA
C,0,infra,skipped: later,NA,NA,NA
'
expect 4 ingest google-benchmark nv.json
said "use 'rollbook ingest nvbench FILE'"
for format in nvbench google-benchmark; do
    : >empty.json
    expect 4 ingest $format empty.json
    printf '{"benchmarks": [{"name"' >cut.json
    expect 4 ingest $format cut.json
    printf '{"benchmarks": []}' >none.json
    expect 3 ingest $format none.json
    printf '{"x": NaN}' >other.json
    expect 4 ingest $format other.json
done

result_files
for run in ref cmp; do
    expect 0 ingest nvbench given/nvbench/$run.json --format csv
    counts $run,24,24,0,0,0
done
rows "SELECT outcome, count(*), count(runtime_us) FROM v_rollout WHERE run = 'ref' GROUP BY 1" 'infra,8,0\nmeasured,16,16\n'
expect 0 sql --json "SELECT count(*) AS pairs, geomean(c.runtime_us / r.runtime_us) AS ratio FROM v_rollout c JOIN v_rollout r
    ON r.task_id = c.task_id AND r.sample = c.sample WHERE c.run = 'cmp' AND r.run = 'ref' AND c.runtime_us > 0 AND r.runtime_us > 0"
meets nvbench pairs=pairs geomean=ratio
expect 0 ingest google-benchmark given/gbench/run0.json
expect 0 ingest google-benchmark given/gbench/run1.json
rows "SELECT b.task_name, b.sample, round(b.runtime_us / a.runtime_us - 1, 4) FROM v_rollout a JOIN v_rollout b
      ON a.task_id = b.task_id AND a.sample = b.sample WHERE a.run = 'run0' AND b.run = 'run1' AND b.task_name LIKE 'BM%'
      ORDER BY 1, 2" 'BM_One,0,-0.1\nBM_Two,0,0.1111\nBM_Two,1,-0.125\n'
