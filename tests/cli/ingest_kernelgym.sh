# KernelGYM and Dr.Kernel: conversations, results of the server, raw responses, the grading tree.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

counts() {
    tail -n +2 <out | cut -d, -f4- >got
    [ "$(cat got)" = "$1" ] || complain "counts $(cat got), not $1"
}

cat >conversations.jsonl <<'EOF'
{"uid": "u1", "num_turns": 2, "total_score": 1.5, "turns": [
{"turn_id": 1, "response": "a", "score": 0}]}
EOF
expect 0 ingest kernelgym conversations.jsonl --run-name one
cat >conversations.jsonl <<'EOF'
{"uid": "u1", "num_turns": 2, "total_score": 1.5, "turns": [{"turn_id": 1, "response": "First:\n```python\nold\n```\nthen\n```python\nnew\n```\n", "score": 0.0, "metrics": {"correctness": false, "compilation": false, "performance": 0.0, "status": "failed", "error": "SyntaxError: no", "finish_reason": "stop"}}, {"turn_id": 2, "response": "```python\nbetter\n```", "score": 1.5, "metrics": {"correctness": true, "compilation": true, "performance": 2.0, "tool_response": "Result: {\"kernel_runtime\": 0.5, \"reference_runtime\": 1.0, \"metadata\": {\"gpu_name\": \"NVIDIA H100\"}} end"}}]}
{"uid": "u1", "num_turns": 1, "total_score": 0, "turns": [{"turn_id": 1, "response": "I cannot", "score": 0.0, "metrics": {"correctness": false, "compilation": false, "performance": 0.0, "status": "failed"}}]}
{"uid": "u2", "num_turns": 1, "total_score": 0, "turns": [{"turn_id": 1, "response": "```\ncheat\n```", "score": 0.0, "metrics": {"correctness": true, "compilation": true, "is_decoy_kernel": true, "performance": 9.0}}]}
{"uid": "u3", "num_turns": 0, "total_score": 0, "turns": []}
EOF
expect 0 ingest auto conversations.jsonl --run-name talk --format csv
said 'uid and turns: conversations'
counts 5,4,0,1,0
rows "SELECT task_name, sample, turn, outcome, cheat_kind, kernel, speedup, runtime_us FROM (SELECT *, trim(code, char(10)) AS kernel FROM v_rollout) WHERE run = 'talk' ORDER BY 1, 2, 3" \
'u1,0,0,compile,NA,new,NA,NA\nu1,0,1,measured,NA,better,2,500\nu1,1,0,no_code,NA,NA,NA,NA\nu2,0,0,cheat,decoy_kernel,cheat,NA,NA\n'
expect 0 ingest kernelgym conversations.jsonl --run-name talk --format csv
counts 5,0,4,1,0

cat >eval_results.jsonl <<'EOF'
{"timestamp": "t", "task_id": "a_kernel", "base_task_id": "a", "toolkit": "kernelbench", "backend": "triton", "result": {"compiled": true, "correctness": true, "decoy_kernel": false, "reference_runtime": 3.0, "kernel_runtime": 1.5, "speedup": 2.0, "metadata": {"hardware": "NVIDIA A100"}, "status": "completed"}}
{"timestamp": "t", "task_id": "b", "base_task_id": "level_2_problem_4_sample_1", "toolkit": "kernelbench", "backend": "triton", "result": {"compiled": true, "correctness": false, "reference_runtime": -1.0, "kernel_runtime": -1.0, "speedup": 0.0, "metadata": {}, "error_code": "RUNTIME_ERROR", "error_message": "illegal\naddress"}}
{"timestamp": "t", "task_id": "c", "base_task_id": "c", "toolkit": "kernelbench", "result": {}}
EOF
expect 0 ingest auto eval_results.jsonl --run-name server --format csv
counts 3,2,0,1,0
rows "SELECT task_name, level, problem_id < 1000, outcome, speedup, message FROM v_rollout WHERE run = 'server' ORDER BY level" \
'a,0,0,measured,2,NA\n"",2,1,crash,NA,error_message: illegal\n'

printf '{"input": "write", "outputs": ["```\\nx\\n```", "no", 3]}\n' >raw_responses.jsonl
expect 0 ingest auto raw_responses.jsonl --run-name raw --format csv
counts 3,2,0,1,0
rows "SELECT sample, outcome, trim(code, char(10)) AS kernel, prompt FROM v_rollout WHERE run = 'raw' ORDER BY 1" '0,NA,x,write\n1,NA,NA,write\n'

mkdir -p grading/eval_outputs/problem_3_sample_0 grading/eval_outputs/problem_3_sample_1
cd grading/eval_outputs
printf 'first\n' >problem_3_sample_0/turn_1_kernel.py
printf '{"correctness": true, "compilation": true, "performance": 1.25, "problem_id": 3}' >problem_3_sample_0/turn_1_eval.json
printf '{"turn_id": 1, "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "q"}, {"role": "assistant", "content": "```\\nfrom answer\\n```"}]}' >problem_3_sample_0/turn_1_state.json
printf '{"correctness": false, "compilation": true}' >problem_3_sample_0/turn_2_eval.json
printf 'second\n' >problem_3_sample_1/turn_1_kernel.py
printf '{"correctness": fal' >problem_3_sample_1/turn_1_eval.json
printf 'single\n' >problem_4_sample_0_kernel.py
printf '{"correctness": true, "compilation": true, "performance": 0.5}' >problem_4_sample_0_eval.json
cd ../..
expect 0 ingest auto grading --run-name tree --level 2 --format csv
counts 4,3,0,1,0
rows "SELECT task, sample, turn, outcome, trim(code, char(10)) AS kernel, prompt FROM v_rollout WHERE run = 'tree' ORDER BY 1, 2, 3" \
'l2/3,0,0,measured,from answer,q\nl2/3,0,1,mismatch,NA,NA\nl2/4,0,0,measured,single,NA\n'
expect 0 analyze summary --run tree --baseline reference --format csv
expect 0 ingest kernelgym grading/eval_outputs --run-name tree --level 2 --format csv
counts 4,0,3,1,0
