# A sweep is one declared plan: its cells are the methods, its runs follow from it, and a command that was cut short goes on.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
export ROLLBOOK_DB=s.db

expect_status 0 declare grid --sweep ttt --axis k=2 --axis steps=1,2 --axis temperature=0.5,1 --axis rank=3,5 --axis learning-rate=0.02 --axis case=tiny \
    --estimand sample --budget 4 --seeds 1 --tasks 19 --stopping "when all have run"
rows "SELECT json_array_length(methods), json_extract(methods, '\$[0]'), json_extract(methods, '\$[1]'), json_extract(methods, '\$[7]') FROM v_declaration" \
    '8,steps:1/temperature:0.5/rank:3,steps:1/temperature:0.5/rank:5,steps:2/temperature:1/rank:5\n'
# A machine that is too busy leaves a small run without one time that counts, and says so.
analyzed() {
    status=0
    "$ROLLBOOK_BIN" analyze declaration --format csv "$@" >out 2>err || status=$?
    [ "$status" -eq 0 ] || { [ "$status" -eq 7 ] && grep -q 'none of them has a runtime' err; } || complain "$*: status $status: $(cat err)"
    [ "$status" -eq 0 ]
}
# Killed once something is complete and something is not.
"$ROLLBOOK_BIN" run ttt --sweep grid -q >/dev/null 2>&1 &
pid=$!
for i in $(seq 600); do
    n=$("$ROLLBOOK_BIN" sql --format csv "SELECT count(*) FROM run WHERE status = 'complete'" 2>/dev/null | tail -n 1)
    [ "${n:-0}" -lt 2 ] || break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.05
done
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
expect_status 0 run ttt --sweep grid --format csv
said "exists and is complete; it is used unchanged"
[ "$(grep -c '^grid/' out)" -eq 8 ] || complain "the table: $(cat out)"
rows "SELECT count(*), sum(status = 'complete'), count(DISTINCT name) FROM run" '8,8,8\n'
rows "SELECT n_steps, temperature, json_extract(config, '\$.policy_config.value'), k, seed, task_case, json_extract(config, '\$.learning_rate.value'),
        (SELECT count(*) FROM rollout r WHERE r.run_id = run.run_id) = k * (n_steps + 1) AS drawn, d.method = 'steps:' || n_steps || '/temperature:' || rtrim(rtrim(temperature, '0'), '.') || '/rank:' ||
        json_extract(json_extract(config, '\$.policy_config.value'), '\$.rank') AS named, run.name = 'grid/' || d.method || '/1'
      FROM run JOIN declared_run d USING (run_id) ORDER BY 1, 2, 3" \
    '1,0.5,"{""rank"":3}",2,1,tiny,0.02,1,1,1\n1,0.5,"{""rank"":5}",2,1,tiny,0.02,1,1,1\n1,1,"{""rank"":3}",2,1,tiny,0.02,1,1,1\n1,1,"{""rank"":5}",2,1,tiny,0.02,1,1,1\n'"\
"'2,0.5,"{""rank"":3}",2,1,tiny,0.02,1,1,1\n2,0.5,"{""rank"":5}",2,1,tiny,0.02,1,1,1\n2,1,"{""rank"":3}",2,1,tiny,0.02,1,1,1\n2,1,"{""rank"":5}",2,1,tiny,0.02,1,1,1\n'
# Cells with more rollouts than the budget that is compared at are what was declared.
analyzed --name grid && grep -q ',true,' out && complain "a departure where there is none: $(cat out)"
# From a file, as numbers; other strategies too.
cat >plan.json <<'END'
{"estimand": "sample", "budget": 1, "seeds": [7], "tasks": ["l1/4"], "stopping": "x",
 "sweep": {"run": "best-of-n", "axes": [{"option": "k", "values": [1, 2]}, {"option": "case", "values": ["tiny"]}]}}
END
expect_status 0 declare plan --from plan.json
expect_status 0 run best-of-n --sweep plan -q
rows "SELECT name, k FROM run WHERE name LIKE 'plan%' ORDER BY 1" 'plan/k:1/7,1\nplan/k:2/7,2\n'
before=$("$ROLLBOOK_BIN" id)
expect_status 0 run best-of-n --sweep plan -q
[ "$("$ROLLBOOK_BIN" id)" = "$before" ] || complain 'a sweep that is complete was run again'

# An amended sweep is named among what changed.
expect_status 0 declare plan --sweep best-of-n --axis k=1,3 --axis case=tiny --estimand sample --budget 1 --seeds 7 --tasks 4 --stopping x --amend "two are not enough"
# Whatever second it is.
sqlite3 "${ROLLBOOK_DB:-rollbook.db}" "UPDATE run SET started_at = (SELECT max(declared_at) FROM declaration WHERE name = 'plan') WHERE name LIKE 'plan%'" 2>/dev/null || true
! analyzed --name plan --methods k:1=plan/k:1/7,k:3=plan/k:2/7 ||
    grep -q '^amendment,NA,version 2,.*changed methods, sweep, AFTER a run began: two are not enough",true' out || complain "the amendment: $(cat out)"

# What does not fit is refused, and nothing is declared or run.
no() { # MESSAGE ARGUMENTS
    words=$1
    shift
    status=0
    "$ROLLBOOK_BIN" declare odd "$@" --estimand sample --budget 1 --seeds 1 --tasks 4 --stopping x >out 2>err || status=$?
    [ "$status" -eq 2 ] || [ "$status" -eq 4 ] || complain "declare $*: status $status"
    said "$words"
}
no "has no option --luck" --sweep ttt --axis luck=1,2
no "is not an integer" --sweep ttt --axis k=1,x
no "is not a number" --sweep ttt --axis temperature=warm,1
no "follows from the declaration" --sweep ttt --axis seed=1,2
no "cannot be swept" --sweep stages --axis k=1,2
no "cannot be swept" --sweep dream --axis k=1,2
no "2 to 16 can be compared" --sweep ttt --axis k=1,2,3,4,5 --axis steps=1,2,3,4
no "2 to 16 can be compared" --sweep ttt --axis k=1
no "twice" --sweep ttt --axis k=1,1
no "twice" --sweep ttt --axis k=1,2 --axis k=3
no "differ from the methods that the sweep makes" --sweep ttt --axis k=1,2 --methods a,b
no "--axis is of a --sweep" --axis k=1,2 --methods a,b
expect 2 run best-of-n --sweep grid
said "sweeps 'run ttt'"
expect 2 run ttt --sweep grid --seed 3
expect 2 run ttt --sweep grid --tasks 4
expect 2 run ttt --sweep grid --temperature 1
said "--temperature is an axis"
expect 3 run ttt --sweep nobody
expect 0 declare plain --estimand sample --methods a,b --budget 1 --seeds 1 --tasks 4 --stopping x
expect 2 run ttt --sweep plain
said "has no sweep"
expect 2 run ttt --tasks 4 --rank 4 --policy-config '{"rank":3}'
expect 2 run ttt --tasks 4 --rank 0
rows "SELECT count(*) FROM run" '10\n'
