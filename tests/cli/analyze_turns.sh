# analyze turns: last turn and best over turns by hand, and of a study in the shape of published ones.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

has() {
    grep -q -- "$1" out || fail "no $1 in: $(cat out)"
}
export ROLLBOOK_DB=small.db
cat >map.json <<'END'
{"suite": "mine", "fields": {"level": "/level", "problem": "/problem", "sample": "/sample", "turn": "/turn",
 "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base"}}
END
# problem turn correct runtime, baseline 12: 1 slows down, 2 breaks, 3 recovers, 4 ends after its first turn.
{
    while read -r problem turn correct us; do
        printf '{"level": 1, "problem": %s, "sample": 0, "turn": %s, "compiled": true, "correct": %s, "us": %s, "base": 12}\n' \
            "$problem" "$turn" "$correct" "$us"
    done
} >turns.jsonl <<'END'
1 0 true 6
1 1 true 24
2 0 true 6
2 1 false null
3 0 false null
3 1 false null
3 2 true 10
4 0 false null
END
"$ROLLBOOK_BIN" ingest jsonl turns.jsonl --map map.json --run-name t >/dev/null || fail "no run"
"$ROLLBOOK_BIN" analyze turns --run t --p 1,1.2 --format csv >out 2>err || fail "$(cat err)"
has '^t,correct,NA,turn,1,2,4,0.5,'
has '^t,correct,NA,turn,2,1,3,0.3333333333333333,'
has '^t,correct,NA,last,2,1,4,0.25,'
has '^t,correct,NA,last,3,2,4,0.5,.*,attempted,4,4,1,1,1,exact,NA$'
has '^t,correct,NA,best,3,3,4,0.75,.*,attempted,4,4,1,0,1,exact,NA$'
has '^t,fast,1,last,3,1,4,0.25,'
has '^t,fast,1,best,3,3,4,0.75,'
has '^t,fast,1.2,best,3,2,4,0.5,'
# By default the thresholds of the published metric; tokens are unknown here, and said to be.
"$ROLLBOOK_BIN" analyze turns --run t --format csv >default
"$ROLLBOOK_BIN" analyze turns --run t --p 1,1.2 --format csv | cmp - default || fail "other thresholds by default"
"$ROLLBOOK_BIN" analyze turns --explain --run t | grep -q '^NA in tokens' || fail "tokens that nobody counted"
"$ROLLBOOK_BIN" analyze turns --run t --p 1.2 --ge --format csv >out
has '^t,fast,1.2,best,3,3,4,0.75,'
"$ROLLBOOK_BIN" analyze turns --run t --denominator correct --format csv >out
has '^t,correct,NA,best,3,3,3,1,'
status=0
"$ROLLBOOK_BIN" analyze turns --run t --denominator luck >out 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "--denominator luck: status $status"

# 12 tasks of three turns: 8 compile, 4 are correct.
result_files
python3 - given/three_turns/runs/turns/gen_results.json >study.jsonl <<'END'
import json, sys
levels = json.load(open(sys.argv[1]))["levels"]
for level, problems in levels.items():
    for problem, p in problems.items():
        for turn in p["turns"]:
            e = turn["eval"]
            us = [1000 * t if t > 0 else None for t in (e["runtime"], e["ref_runtime"])]
            print(json.dumps({"level": int(level), "problem": int(problem), "sample": 0, "turn": turn["turn"],
                              "compiled": e["compiled"], "correct": e["correctness"], "us": us[0], "base": us[1]}))
END
"$ROLLBOOK_BIN" ingest jsonl study.jsonl --map map.json --run-name three >/dev/null || fail "no run of three turns"
"$ROLLBOOK_BIN" analyze turns --run three --format csv >out
for view in last best; do
    has "^three,correct,NA,$view,3,4,12,0.3333333333333333,"
    has "^three,fast,1,$view,3,3,12,"
done
"$ROLLBOOK_BIN" analyze turns --run three --denominator compiled --format csv >out
has '^three,correct,NA,best,3,4,8,0.5,'
# The summary beside it has times of another measurement: two ratios above 1 and one of exactly 1.
python3 - given/three_turns/runs/turns/summary.json >summary.jsonl <<'END'
import json, sys
for p in json.load(open(sys.argv[1]))["per_problem"]:
    us = [1000 * t if t else None for t in (p["runtime_ms"], p["ref_runtime_ms"])]
    print(json.dumps({"level": p["level"], "problem": int(p["problem_id"]), "sample": 0, "turn": 0, "compiled": p["compiled"],
                      "correct": p["correct"], "us": us[0], "base": us[1]}))
END
"$ROLLBOOK_BIN" ingest jsonl summary.jsonl --map map.json --run-name summary >/dev/null || fail "no summary"
"$ROLLBOOK_BIN" analyze turns --run summary --p 1 --ge --format csv >out
has '^summary,fast,1,best,1,3,12,0.25,'
"$ROLLBOOK_BIN" analyze turns --run summary --p 1 --format csv >out
has '^summary,fast,1,best,1,2,12,'
