# analyze sweep and failures over a small imported run: numbers by hand.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
cat >eval_results.json <<'END'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 0.5, "runtime_stats": {}},
       {"sample_id": 1, "compiled": true, "correctness": false, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "G"}, "runtime": 4.0, "runtime_stats": {}}],
 "3": [{"sample_id": 0, "compiled": false, "correctness": false, "metadata": {"hardware": "G"}, "runtime": -1.0, "runtime_stats": {}}]}
END
cat >baseline.json <<'END'
{"level1": {"1_a.py": {"mean": 4.0, "std": 0.0, "min": 4.0, "max": 4.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"},
            "2_b.py": {"mean": 2.0, "std": 0.0, "min": 2.0, "max": 2.0, "num_trials": 100, "hardware": "G", "device": "cuda:0"}},
 "level2": {}, "level3": {}}
END
expect_status 0 ingest kernelbench eval_results.json --level 1 --run-name small
expect_status 0 ingest kernelbench-baseline baseline.json --name base

# Speedups 8 and 0.5.
expect_status 0 analyze sweep --baseline base --json
has '"schema":"rollbook.analyze.sweep/1"'
has '"run":"small"'
has '"n":4,"compiled":3,'
has '"correct":2,'
has '"n_measured":2,"geomean_speedup":1.99999999999999'
has '"median_speedup":4.25,"median_ci_low":null'
has '"mean_speedup":4.25,'
has '"min_speedup":0.5,"max_speedup":8,"runtimes":\[500,4000\]'
has '"geomean_interval":"student-t"'
cp out first
expect_status 0 analyze sweep --baseline base --json
cmp first out || fail "two calls differ"
# Without a baseline there is no speedup, and it says so.
expect_status 0 analyze sweep --explain --run small
has 'no baseline for any correct sample'
expect_status 0 analyze sweep --run small --by model --json
has '"geomean_speedup":null'

expect_status 0 analyze failures --by run --format csv
has '^small,0,none,measured,NA,2,4,0.5,'
has '^small,0,build,compile,NA,1,4,0.25,'
expect_status 0 analyze failures --all-steps --json
has '"step":"all","stage":"none","outcome":"measured","cheat_kind":null,"count":2,"n":4,"share":0.5'

expect_status 3 analyze sweep --run none
expect_status 2 analyze sweep --by task
expect_status 2 analyze failures --by colour
expect_status 2 analyze failures --confidence 0
"$ROLLBOOK_BIN" init --db empty.db >/dev/null
expect_status 3 analyze sweep --db empty.db
expect_status 3 analyze failures --db empty.db
