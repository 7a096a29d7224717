# Tables of Nsight Compute, joined to a sample where the file is named after one; event files of TensorBoard.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/tools
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect 0 ingest auto "$fixtures/ncu_long.csv" --format csv
counts 'ncu_long,4,4,0,0,0'
expect 0 ingest auto "$fixtures/ncu_raw.csv" --format csv
counts 'ncu_raw,2,2,0,0,0'
rows "SELECT e.run, p.name, p.device_us, json_extract(p.counters, '\$.grid', '\$.block[0]', '\$.metrics.\"GPU Speed Of Light Throughput: Memory Throughput [%]\"', '\$.metrics.\"dram__bytes_read.sum [Mbyte]\"')
      FROM profile_kernel p JOIN v_evaluation e USING (evaluation_id) ORDER BY p.evaluation_id, p.position" \
'ncu_long,"add(float *, int)",1205.5,"[[1024,2,1],256,80.5,null]"
ncu_long,mul,2,"[[1,1,1],32,null,null]"
ncu_raw,gemm,2500,"[[80,1,1],128,null,2000]"
ncu_raw,norm,3,"[[1,1,1],256,null,4]"
'
expect 0 ingest auto "$fixtures/ncu_long.csv" --format csv
counts 'ncu_long,4,0,4,0,0'
# Some releases head columns of rules, before which a line of a metric ends.
sed '/^"ID"/s/$/,"Rule Name","Rule Type"/' "$fixtures/ncu_long.csv" >short.csv
printf '"1","12","python3","h","mul","1","7","(32, 1, 1)","(1, 1, 1)","0","9.0","Occupancy","","","","CPIStall","OPT"\n"1","12","python3"\n' >>short.csv
expect 0 ingest auto short.csv --format csv
counts 'short,6,5,0,1,0'
said 'the row has 3 cells, the header 17'
rows "SELECT p.name, p.device_us FROM profile_kernel p JOIN v_evaluation e USING (evaluation_id) WHERE e.run = 'short' ORDER BY p.position" '"add(float *, int)",1205.5\nmul,2\n'
# A file of a sample's name joins its verdict, which stays what it was.
mkdir mine
echo '{"3": {"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.5}}' >mine/eval_results.json
expect 0 ingest kernelbench mine/eval_results.json --level 1
cp "$fixtures/ncu_long.csv" mine/level_1_problem_3_sample_0.csv
cp "$fixtures/ncu_long.csv" mine/level_1_problem_4_sample_0.csv
expect 0 ingest ncu mine/level_1_problem_3_sample_0.csv --format csv
counts 'mine,4,4,0,0,0'
rows "SELECT v.correct, v.runtime_us, count(p.name) FROM v_rollout v LEFT JOIN profile_kernel p USING (evaluation_id) WHERE v.run = 'mine' GROUP BY v.rollout_id" '1,1500,2\n'
expect 0 ingest ncu mine/level_1_problem_3_sample_0.csv --format csv
counts 'mine,4,0,4,0,0'
cp "$fixtures/ncu_raw.csv" mine/level_1_problem_3_sample_0.csv
expect 1 ingest ncu mine/level_1_problem_3_sample_0.csv
said 'already has a different profile'
expect 4 ingest ncu mine/level_1_problem_4_sample_0.csv
said "run 'mine' has no such sample"
rows "SELECT count(*) FROM v_rollout WHERE run = 'mine'" '1\n'
printf '==PROF== nothing\n==ERROR== no kernels\n' >none.csv
expect 4 ingest ncu none.csv
said 'no line has the column "Kernel Name"'

# TensorBoard: scalars of a step are its metrics; the last value of a step counts.
mkdir tb
cp "$fixtures/events.out.tfevents.1" tb/
expect 0 ingest auto tb --format csv
said 'records with brain.Event'
said '1 values are not scalars'
said '1 values were written again'
counts 'tb,3,3,0,0,0'
rows "SELECT step, update_metrics FROM step JOIN run USING (run_id) WHERE run.name = 'tb' ORDER BY step" \
'1,"{""loss"":2,""reward/mean"":0.25}"
2,"{""loss"":1.5,""reward/mean"":""nan""}"
300,"{""loss"":0.75}"
'
expect 0 ingest tensorboard tb/events.out.tfevents.1 --format csv
counts 'tb,3,0,3,0,0'
# In a tree a run is called as TensorBoard calls it, by the folder's path below the tree's; folders have one name often.
for n in 1 2; do
    mkdir -p "tree/exp/seed_$n/PPO_1"
    cp tb/events.out.tfevents.1 "tree/exp/seed_$n/PPO_1/"
done
cp tb/events.out.tfevents.1 tree/
expect 0 ingest auto tree --format csv
[ "$(tail -n +2 out | cut -d, -f3,5 | tr '\n' ' ')" = 'tree,3 exp/seed_1/PPO_1,3 exp/seed_2/PPO_1,3 ' ] || complain "tree: $(cat out)"
expect 0 ingest auto tree/exp/seed_2/PPO_1/events.out.tfevents.1 --format csv
counts 'PPO_1,3,3,0,0,0'
# Cut at any byte, or with any byte changed, it ends in words.
size=$(wc -c <tb/events.out.tfevents.1)
at=1
while [ "$at" -lt "$size" ]; do
    head -c "$at" tb/events.out.tfevents.1 >cut
    status=0
    "$ROLLBOOK_BIN" ingest tensorboard cut --run-name "cut$at" >out 2>err || status=$?
    case $status in
    0 | 3 | 4) ;;
    *) complain "cut at $at: status $status: $(cat err)" ;;
    esac
    { head -c $((at - 1)) tb/events.out.tfevents.1 && printf '\377' && tail -c +$((at + 1)) tb/events.out.tfevents.1; } >bad
    status=0
    "$ROLLBOOK_BIN" ingest tensorboard bad --run-name "bad$at" >out 2>err || status=$?
    [ "$status" -eq 4 ] || [ "$status" -eq 0 ] || complain "byte $at: status $status: $(cat err)"
    [ "$status" -ne 0 ] || grep -q checksum err || complain "byte $at: nothing was said: $(cat err)"
    at=$((at + 13))
done
