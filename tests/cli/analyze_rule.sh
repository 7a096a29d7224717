# --rule interval: a sample is fast when its interval lies above p, those within noise of 1 are
# counted, and NA has its reason.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }

export ROLLBOOK_DB=x.db
cat >a.jsonl <<'END'
{"level": 1, "problem": 1, "sample": 0, "compiled": true, "correct": true, "runtime_us": 10, "baseline_us": 20, "code": "x"}
{"level": 1, "problem": 1, "sample": 1, "compiled": true, "correct": true, "runtime_us": 10, "baseline_us": 11, "code": "x"}
{"level": 1, "problem": 1, "sample": 2, "compiled": true, "correct": true, "runtime_us": 10, "baseline_us": 9, "code": "x"}
{"level": 1, "problem": 1, "sample": 3, "compiled": true, "correct": false, "code": "x"}
END
cat >map.json <<'END'
{"suite": "made", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "code": "/code",
  "compiled": "/compiled", "correct": "/correct", "runtime_us": "/runtime_us", "baseline_us": "/baseline_us",
  "baseline": {"constant": "reference"}}}
END
expect_status 0 ingest jsonl a.jsonl --map map.json --run-name a
# Imports have no interval, and say why.
rows "SELECT count(*), count(speedup_lower), count(within_noise), min(why_no_interval) FROM v_speedup" \
    '3,0,0,imported without samples\n'
expect_status 0 analyze fast-p --run a --p 1 --format csv
has '^a,.*,1,2,4,0.5,.*,mean,NA,'
expect_status 0 analyze fast-p --run a --p 1 --rule interval --json
has '"count":null,"n":4,"value":null,"ci_low":null'
has '"value":"no sample has an interval'
expect_status 7 analyze scaling --run a --rule interval
said 'run a has no intervals of its speedups'
expect_status 2 analyze fast-p --run a --rule median
expect_status 7 figure scaling --run a --rule interval -o x.pdf
said 'run a has no intervals of its speedups'
[ ! -e x.pdf ] || complain "a refused figure is there"

# Intervals as the evaluator stores them: 2 is above 1 for sure, 1.1 and 0.9 are within noise.
sqlite3 x.db "UPDATE evaluation SET checksum = NULL, interval_level = 0.95, interval_kind = 'processes', interval_processes = 2,
    speedup_lower = CASE (SELECT sample FROM rollout r WHERE r.rollout_id = evaluation.rollout_id) WHEN 0 THEN 1.5 WHEN 1 THEN 0.8 ELSE 0.7 END,
    speedup_upper = CASE (SELECT sample FROM rollout r WHERE r.rollout_id = evaluation.rollout_id) WHEN 0 THEN 2.5 WHEN 1 THEN 1.4 ELSE 1.2 END
    WHERE correct = 1"
rows "SELECT round(speedup, 2), within_noise FROM v_rollout WHERE speedup IS NOT NULL ORDER BY sample" '2,0\n1.1,1\n0.9,1\n'
same() { # of rows that facts do not stand for, and of facts
    expect_status 0 analyze fast-p --run a --p 0.75,1,1.6 --format csv
    has '^a,.*,0.75,3,4,.*,mean,2,'
    has '^a,.*,1,2,4,0.5,.*,mean,1,'
    has '^a,.*,1.6,1,4,0.25,.*,mean,0,'
    expect_status 0 analyze fast-p --run a --p 0.75,1,1.6 --rule interval --format csv
    has '^a,.*,0.75,2,4,.*,interval,1,'
    has '^a,.*,1,1,4,0.25,.*,interval,0,'
    has '^a,.*,1.6,0,4,0,.*,interval,0,'
    expect_status 0 analyze summary --run a --format csv
    has ',2,1,not confirmed$'
    expect_status 0 analyze scaling --run a --rule interval --k 1 --format csv
    has ',0.25,'
    expect_status 0 analyze scaling --explain --run a --rule interval --k 1
    has "rule interval: correct and the lower end of the speedup's interval > 1"
    expect_status 0 figure scaling --run a --rule interval -o x.pdf --replace --csv points.csv --format json
    has "Fast is correct with the lower end of the speedup's interval > 1"
    grep -q '^a,fast_1,1,0.25,' points.csv || complain "the figure: $(cat points.csv)"
    expect_status 0 figure scaling --run a -o x.pdf --replace --csv points.csv
    grep -q '^a,fast_1,1,0.5,' points.csv || complain "the figure by means: $(cat points.csv)"
}
rows "SELECT count(*) FROM v_stale" '1\n'
same
expect_status 0 verify --repair
rows "SELECT count(*) FROM v_stale" '0\n'
same
# Against a stored baseline the intervals do not hold: they are of the one measured beside it.
expect_status 0 verify
