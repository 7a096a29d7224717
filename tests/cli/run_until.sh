# run best-of-n --until: stops when decided, goes on after kill -9, stores its looks; compare --anytime reads its rounds.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=study.db
# A run that never was right: 60 rollouts of two tasks.
awk 'BEGIN {
    printf "{"
    for (t = 19; t <= 20; t++) {
        printf "%s\"%d\": [", (t == 19 ? "" : ","), t
        for (i = 0; i < 60; i++)
            printf "%s{\"sample_id\": %d, \"compiled\": true, \"correctness\": false, \"metadata\": {}, \"runtime\": -1.0, \"runtime_stats\": {}}", (i == 0 ? "" : ","), i
        printf "]"
    }
    printf "}"
}' >never.json
expect_status 0 ingest kernelbench never.json --level 1 --run-name never
expect_status 0 declare s --estimand sample --methods best-of-n,never --budget 40 --seeds 1 --tasks 19,20 --stopping "when decided"

# Killed in the middle.
"$ROLLBOOK_BIN" run best-of-n --tasks 19,20 --case tiny --k 40 --against never --until 0.5 --seed 1 --name b --declaration s -q >out 2>err &
pid=$!
count() {
    [ "$("$ROLLBOOK_BIN" sql -q --format csv "SELECT count(*) FROM v_rollout WHERE run = 'b'" 2>/dev/null | tail -n 1)" -ge 5 ]
}
wait_for "no rollout" count
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
"$ROLLBOOK_BIN" run --resume b >out 2>err || grep -q 'is complete' err || fail "not resumed: $(cat err)"
rows "SELECT status FROM v_run WHERE run = 'b'" "complete\n"
# Every round has all tasks, at most 8 rollouts of each, without a gap.
rows "SELECT count(*) FROM (SELECT task, sample / 8 AS round, count(*) AS n, max(sample % 8) AS last FROM v_rollout WHERE run = 'b' GROUP BY 1, 2) WHERE n <> last + 1" "0\n"
rows "SELECT count(DISTINCT n) FROM (SELECT task, max(sample / 8) AS n FROM v_rollout WHERE run = 'b' GROUP BY 1)" "1\n"
rows "SELECT max(n) < 40 FROM (SELECT count(*) AS n FROM v_rollout WHERE run = 'b' GROUP BY task)" "1\n"
# A look a round, none twice; the last one decided.
rows "SELECT count(*) = (SELECT max(sample / 8) + 1 FROM v_rollout WHERE run = 'b'), count(DISTINCT data_sha256) = count(*) FROM v_look" "1,1\n"
expect_status 0 analyze declaration --name s --methods best-of-n=b,never=never --format csv
grep '^look' out | grep -q ',true,' && complain "looks at e-values are no departure: $(cat out)"
expect_status 0 analyze compare --a never --b b --anytime --format json
python3 - <<'END_PYTHON' || complain "not what the run decided: $(cat out)"
import json
t = json.load(open("out"))
row = t["rows"][0]
assert row["state"] == "B" or row["ci_high"] < 0.5, row
assert any("declared" in n for n in t["notes"]), t["notes"]
END_PYTHON

# By another quantity: one rollout of each task a round, four of them are a value.
expect_status 0 run best-of-n --tasks 19,20 --case tiny --k 60 --against never --until 0.5 --until-by any_of_b --seed 2 --name d --backend cpu -q
rows "SELECT count(DISTINCT n) = 1 AND max(n) BETWEEN 8 AND 60 AND max(n) % 4 = 0 FROM (SELECT count(*) AS n FROM v_rollout WHERE run = 'd' GROUP BY task)" "1\n"
expect_status 0 analyze compare --a never --b d --anytime --format csv
grep -q '^these,any_of_b,.*,B,' out || complain "not what d decided: $(cat out)"
expect 2 run best-of-n --tasks 19 --case tiny --k 4 --until-by any_of_b --name c

# What is stored is evaluated again, gaps and all; what cannot be compared with is refused before a run is there.
expect_status 0 analyze scaling --run b
"$ROLLBOOK_BIN" replay b >out 2>err || [ $? -eq 1 ] || complain "replay: $(cat err)"
rows "SELECT (SELECT count(*) FROM v_rollout WHERE run = 'b') = (SELECT count(*) FROM v_rollout WHERE run = 'replay-b')" "1\n"
expect 2 run best-of-n --tasks 19,28 --case tiny --k 4 --against never --until decided --name c
said "it has no rollout of task l1/28"
expect 2 run best-of-n --tasks 19 --case tiny --k 4 --against never --until 1.5 --name c
expect 2 run best-of-n --tasks 19 --case tiny --k 4 --until decided --name c
expect 3 run best-of-n --tasks 19 --case tiny --k 4 --until decided --against nobody --name c
rows "SELECT count(*) FROM v_run WHERE run = 'c'" "0\n"
