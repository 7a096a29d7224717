# robust-kbench: code in multi-line cells, speedups against two baselines, flags of tasks.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cat >r.csv <<'END'
Batch ID,Sample ID,Correct,Runtime (ms),Speedup,Speedup Compile,Max Diff,Error,Error Type,Code,task_name,forward,Own
3,1,True,0.5,4,2.5,0.25,,none,"int a; // ""x"", y

int b;",norm,True,kept
0,0,False,-1,,,,"nvcc: error
second line",compilation,"c",norm,False,
0,1,Maybe,1,1,1,0,,none,c,norm,True,
0,2,True,1
END
expect 0 ingest robust-kbench r.csv --run-name r --format csv
counts r,4,2,0,2,0
said 'line 7: Correct is neither True nor False'
said 'line 8: the row has 4 cells, the header 13'
expect 0 ingest robust-kbench r.csv --run-name r --format csv
counts r,4,0,2,2,0
rows "SELECT task_name, step, sample, outcome, compiled, runtime_us, speedup, baseline, message, length(code),
      json_extract(extra, '\$.Own'), json_extract(extra, '\$.Code') FROM v_rollout ORDER BY 1" \
'norm backward,0,0,compile,0,NA,NA,NA,nvcc: error,1,"",NA
norm forward,3,1,measured,1,500,4,torch_eager,NA,24,kept,NA
'
rows "SELECT evidence.kind, value, e.max_abs_err FROM evidence JOIN evaluation e USING (evaluation_id)" 'speedup_torch_compile,2.5,0.25\nclaimed_speedup,4,0.25\n'
# A quote that never closes takes what follows it along; what came before is stored, and it is said.
sed 's/second line"/second line/' r.csv >open.csv
expect 0 ingest robust-kbench open.csv --run-name open --format csv
said 'the rest of the file: open.csv:'
: >empty.csv
expect 4 ingest robust-kbench empty.csv --run-name x
printf 'a,b\n1,2\n' >other.csv
expect 4 ingest robust-kbench other.csv --run-name x
said 'lacks the columns Correct and task_name'
printf 'Correct,task_name\nTrue,\377\n' >latin.csv
expect 4 ingest robust-kbench latin.csv --run-name x
said 'the row is not UTF-8; convert the file, for example with iconv'
printf 'Correct,task_name\n' >header.csv
expect 3 ingest robust-kbench header.csv --run-name x
mkdir -p level_2/task_7
printf '{"filter_output_std": true, "filter_input_impact": false, "filter_llm_assessment": "text"}' >level_2/task_7/filter_results.json
expect 0 ingest robust-kbench level_2/task_7/filter_results.json --run-name flags
rows "SELECT r.task, r.outcome, e.kind, e.pass FROM evidence e JOIN v_rollout r ON r.evaluation_id = e.evaluation_id
      WHERE r.run = 'flags' ORDER BY e.position" 'l2/7,infra,filter_output_std,0\nl2/7,infra,filter_input_impact,1\n'
printf '{"x": 1}' >none.json
expect 4 ingest robust-kbench none.json --run-name x

result_files
expect 0 ingest robust-kbench given/cells/best/results.csv --format csv
counts best,6,6,0,0,0
rows "SELECT r.speedup, e.value, length(r.code) FROM v_rollout r JOIN evidence e ON e.evaluation_id = r.evaluation_id
      WHERE r.run = 'best' AND r.task_name = 'norm_0 forward' AND e.kind = 'speedup_torch_compile'" '165.75,2.0625,46\n'
