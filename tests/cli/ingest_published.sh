# Result files in the shapes that others publish, with the numbers that must come out of them.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
result_files

expect 0 ingest kernelbench given/device_level1/eval_results.json --level 1 --run-name one
expect 0 ingest kernelbench-baseline given/device_level1/baseline_time_torch.json --name torch_eager
rows "SELECT count(*), sum(compiled), sum(correct), count(runtime_us) FROM v_rollout WHERE run = 'one'" '100,100,99,99\n'
rows "SELECT count(*), count(runtime_us) FROM baseline WHERE name = 'torch_eager' AND hardware = 'Device X'" '100,100\n'
rows "SELECT p, (SELECT count(*) FROM v_rollout r JOIN baseline b ON b.task_id = r.task_id
        WHERE r.run = 'one' AND r.correct = 1 AND b.runtime_us / r.runtime_us > p) AS n
      FROM (SELECT 0.0 AS p UNION ALL SELECT 0.5 UNION ALL SELECT 0.8 UNION ALL SELECT 1.0 UNION ALL SELECT 1.5
            UNION ALL SELECT 2.0)" '0,99\n0.5,25\n0.8,13\n1,7\n1.5,6\n2,4\n'

# Four levels into one run, each level from its path.
expect 0 ingest kernelbench given/four_levels/run_l*/eval_results.json --run-name four
rows "SELECT count(*), sum(correct), count(runtime_us), count(DISTINCT level) FROM v_rollout WHERE run = 'four'" '52,39,39,4\n'
# One object a problem; a list with a summary whose rates are of its own problems.
expect 0 ingest auto given/flat
rows "SELECT run, count(*), sum(compiled), sum(correct), round(avg(compiled), 10), round(avg(correct), 10)
      FROM v_rollout WHERE run IN ('plain_level1_run', 'detailed_level2') GROUP BY run ORDER BY run" \
    'detailed_level2,20,18,12,0.9,0.6\nplain_level1_run,30,20,10,0.6666666667,0.3333333333\n'
# A file cut off in the middle and one of 0 bytes.
for file in cut nothing; do
    expect 4 ingest kernelbench "given/broken/$file/eval_results.json.bad"
    grep -qE ':(128:4|1:1): ' err || complain "$file: no position: $(cat err)"
done
# Times of three cards; one card measured twice needs two names.
for card in h l t; do
    expect 0 ingest kernelbench-baseline "given/cards/$card/baseline_time_torch.json" --name eager
done
expect 1 ingest kernelbench-baseline given/cards/h_again/baseline_time_torch.json --name eager
rows "SELECT hardware, count(*), count(runtime_us) FROM baseline WHERE name = 'eager' GROUP BY hardware ORDER BY 1" \
     'Card H,30,30\nCard L,30,30\nCard T,30,29\n'
