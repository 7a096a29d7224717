# A summary that divides one rate by judged samples and the next by attempted problems: both
# denominators come out, each under its name.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

run() {
    "$ROLLBOOK_BIN" "$@" 2>err || complain "$*: $(cat err)"
}
# 50 problems attempted, 46 judged, 40 of them compiled, 5 of them correct, 3 of these timed.
awk 'BEGIN { printf "{\"run_info\": {\"run_name\": \"mixed\", \"level\": 3}, \"results\": ["
    for (i = 1; i <= 50; i++) {
        printf "%s{\"problem_id\": %d, ", i == 1 ? "" : ",\n", i
        if (i > 46) printf "\"success\": false, \"error\": \"no result for problem %d\"}", i
        else printf "\"success\": true, \"eval_result\": {\"compiled\": %s, \"correctness\": %s, \"metadata\": {\"hardware\": \"H\"}, \"runtime\": %s}}",
            i <= 40 ? "true" : "false", i <= 5 ? "true" : "false", i <= 3 ? i : -1 }
    print "], \"summary\": {\"success_rate\": 0.92, \"compilation_rate\": 0.8696, \"correctness_rate\": 0.1087, \"fast_0\": 0.1}}" }' >detailed_results.json
awk 'BEGIN { printf "{\"level3\": {"
    for (i = 1; i <= 50; i++) printf "%s\"%d_P.py\": {\"mean\": 4.0, \"std\": 0.1, \"min\": 3.9, \"max\": 4.1, \"num_trials\": 100, \"hardware\": \"H\"}", i == 1 ? "" : ", ", i
    print "}}" }' >baseline_time_torch.json
run ingest auto detailed_results.json --run-name mixed --format csv >out
[ "$(tail -n +2 out | cut -d, -f2,4-)" = kernelbench,50,50,0,0,0 ] || complain "rows: $(cat out)"
run ingest kernelbench-baseline baseline_time_torch.json --name eager -q >out
run sql --format csv "SELECT count(*), sum(outcome <> 'infra'), sum(compiled), sum(correct) FROM v_rollout" | tail -n 1 >got
[ "$(cat got)" = 50,46,40,5 ] || complain "facts: $(cat got)"
run analyze sweep --run mixed --baseline eager --format json >sweep.json
run analyze fast-p --run mixed --baseline eager --p 0 --format csv >fast.csv
python3 - sweep.json <<'END' || complain "sweep: $(cat sweep.json)"
import json, sys
row = json.load(open(sys.argv[1]))["rows"][0]
assert (row["n"], row["compiled"], row["correct"]) == (46, 40, 5), row
assert round(row["compiled"] / row["n"], 4) == 0.8696 and round(row["correct"] / row["n"], 4) == 0.1087
END
# Two of the five correct ones were not timed: they are solved, but count at no p.
grep -q '^mixed,eager,0,3,50,0.06,' fast.csv || complain "fast_0: $(cat fast.csv)"
run analyze failures --run mixed --format csv >out
grep -q ',infra,NA,4,46,NA,' out || complain "failures: $(cat out)"

