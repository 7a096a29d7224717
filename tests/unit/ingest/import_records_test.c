/*
 * import_records_test.c - small files of KernelBench's kin: printed results, telemetry, published
 * kernels, conversations, grading trees, flags of tasks.
 */
#include "tests/unit/ingest/imported.h"

#define RAW(text) text, sizeof(text) - 1
#define X10       "xxxxxxxxxx"
#define X100      X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

/* ---- what the evaluator prints ---- */

#define RIGHT  "compiled=True correctness=True metadata={} runtime=2.5"
#define HEADER "[Eval Result] Problem ID: "

static const struct story printed[] = {
    { NULL,
      { .level = 0 },
      { { "l/batch/run.log",
          RAW("Starting Batch Eval with config: EvalConfig({'run_name': 'one', 'level': 1, 'n': "
              "None})\n" HEADER "1, Sample ID: 0\n" RIGHT
              " runtime_stats={'mean': 2.5, 'std': 0.5, 'min': 2, 'max': 4, 'num_trials': 10} "
              "ref_runtime=5.0 ref_runtime_stats={'mean': 5.0}\n" HEADER "2\n" RIGHT "\n" HEADER
              "3, Sample ID: 4\nNone\n[WARNING] Evaluation TIMED OUT for Problem ID: 4, Sample ID: "
              "1 " X100 X100 X100 X100 X100 X100 "\n" HEADER "4, Sample ID: 1\nNone\n" HEADER
              "4, Sample ID: 2\nNone\n[ERROR] Evaluation FAILED for Problem ID: 5, Sample ID: 0: "
              "boom\n" HEADER "5, Sample ID: 0\nNone\n" HEADER "6, Sample ID: 0\n" HEADER
              "7, Sample ID: 0\ncompiled=True correctness=False metadata={'a': \n" HEADER
              "x\n" HEADER "0, Sample ID: 0\n" RIGHT "\n" HEADER "999999999, Sample ID: 999999999\n"
              "KernelExecResult(compiled=True, correctness=True, metadata={'a': (1, 2)}, "
              "runtime=1.5)\n" HEADER "1000000000, Sample ID: 0\n" HEADER
              "8, Sample ID: 1000000000\nnotcompiled=True\n"
              "EvalConfig({'run_name': 'two', 'level': 9})\n" HEADER
              "8, Sample ID: 1\nresult: " RIGHT "\n") } },
      NULL,
      NULL },
    { "kernelbench-log",
      { .level = 0 },
      { { "l/level_4/later.log",
          RAW("EvalConfig({'run_name': '', 'level': 10})\n" HEADER "9, Sample ID: 1\n" RIGHT
              "\nEvalConfig({'run_name': broken\n" HEADER "10, Sample ID: 1\nNone \n None\n" HEADER
              "11, Sample ID: 0\nNone\n" HEADER "12, Sample ID: 0") } },
      NULL,
      NULL },
    { NULL,
      { .level = 2, .run_name = "asked" },
      { { "l/levels.log",
          RAW("EvalConfig({'run_name': 'one', 'level': 1})\n" HEADER "1, Sample ID: 0\n" RIGHT
              "\nEvalConfig({'run_name': 'two', 'level': 2})\n" HEADER "1, Sample ID: 0\n" RIGHT
              "\n") } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "l/level_3/problem_7.log", RAW("# " RIGHT "\n" RIGHT "\n") } },
      NULL,
      NULL },
    { "kernelbench-log",
      { .level = 0 },
      { { "l/level_3/problem_0_sample_2.log", RAW(RIGHT "\n") } },
      NULL,
      NULL },
    { "kernelbench-log",
      { .level = 0 },
      { { "l/unleveled.log", RAW(HEADER "1, Sample ID: 0\n" RIGHT "\n") } },
      NULL,
      NULL },
    { "kernelbench-log", { .level = 1 }, { { "l/empty.log", RAW("nothing\n") } }, NULL, NULL },
    /* What is said in code is no result. */
    { NULL, { .level = 0 }, { { "l/a.py", RAW("x = \"" HEADER "1\"\n") } }, NULL, NULL },
    { NULL, { .level = 0 }, { { "l/b.py", RAW("return " RIGHT "\n") } }, NULL, NULL },
    { NULL, { .level = 0 }, { { "l/c.py", RAW("x = " RIGHT "\n") } }, NULL, NULL },
    { NULL, { .level = 0 }, { { "l/d.py", RAW("`" RIGHT "`\n") } }, NULL, NULL },
    { NULL,
      { .level = 0 },
      { { "l/e.py", RAW("f(compiled=True, correctness=True)\n") } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "l/f.py", RAW("f(compiled=True, correctness=True, runtime=x)\n") } },
      NULL,
      NULL },
    { NULL, { .level = 0 }, { { "l/g.txt", RAW(HEADER "x\n" HEADER) } }, NULL, NULL },
    { NULL,
      { .level = 0 },
      { { "l/h.txt", RAW("compiled=Maybe correctness=True\n") } },
      NULL,
      NULL },
    { NULL, { .level = 0 }, { { "l/i.txt", RAW("compiled=True correctness=Tru") } }, NULL, NULL },
    { NULL, { .level = 0 }, { { "l/j.txt", RAW("compiled=True correctness=") } }, NULL, NULL },
    { NULL,
      { .level = 1 },
      { { "l/k.txt", RAW("\ncompiled=False correctness=False") } },
      NULL,
      NULL },
    { NULL,
      { .level = 1 },
      { { "l/m.txt", RAW("x(compiled=True, correctness=False, runtime=-1.0)\n") } },
      NULL,
      NULL },
    { NULL,
      { .level = 1 },
      { { "l/n.txt", RAW("Starting Batch Eval with config: EvalConfig({'level': 1})") } },
      NULL,
      NULL },
};

static void what_the_evaluator_prints(void **state)
{
    (void)state;
    check_stories("import_printed", printed, ARRAY_LEN(printed));
}

/* ---- telemetry, actions and summaries ---- */

#define TOLD "'level': 1, 'problem_id': 2, 'compiled': true, 'correctness': "
/* SHA-256 of "abc". */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static const struct story telemetry[] = {
    { NULL,
      { .level = 0 },
      { { "t/run/telemetry.jsonl",
          "{'kernel_id': '" ABC "', " TOLD "true, 'runtime_us': 5, 'ref_runtime_us': 10, 'reward': "
          "0.5, 'sample_idx': 3}\n"
          "{'kernel_id': 'short', " TOLD "true, 'runtime_us': 0, 'ref_runtime_us': 10}\n"
          "{'kernel_id': '" ABC "x', " TOLD "false, 'error_message': 'it Timed out'}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'a Timeout'}\n"
          "{'kernel_id': 'a', " TOLD
          "false, 'error_message': 'Shape mismatch', 'error_trace': 't'}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'an illegal memory access', "
          "'error_trace': ''}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'CUDA error: x'}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'has nan'}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'No code'}\n"
          "{'kernel_id': 'a', " TOLD "false, 'error_message': 'else'}\n"
          "{'kernel_id': 'a', " TOLD "false}\n"
          "{'level': 2, 'problem_id': 1, 'compiled': false, 'correctness': false, 'error_message': "
          "'timeout'}\n"
          "{'level': 0, 'problem_id': 1, 'compiled': true, 'correctness': true}\n"
          "{'level': 1, 'problem_id': 0, 'compiled': true, 'correctness': true}\n"
          "{'level': 1, 'problem_id': 1, 'compiled': 1, 'correctness': true}\n"
          "{'level': 1, 'problem_id': 1, 'compiled': true, 'correctness': 'x'}\n"
          "{'x': 1}\n3\n"
          "{'aggregate_fast_1': 0.5, 'step_idx': 4}\n{'wall_clock_s': 3, 'problem_id': 0}\n",
          0 },
        { "t/run/actions.jsonl",
          "{'raw_action': 'A', 'assembled_code': 'abc'}\n{'assembled_code': "
          "'other'}\nbroken\n{'x': "
          "1}\n{'raw_action': 'last', 'assembled_code': 'z'}",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 1 },
      { { "t/run/telemetry.jsonl",
          "{'kernel_id': 'a', 'level': 2, 'problem_id': 1, 'compiled': true, 'correctness': true}\n"
          "{'kernel_id': 'a', " TOLD "true}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 2 },
      { { "t/run/actions.jsonl",
          "{'problem_id': 1, 'step_idx': 3, 'sample_idx': 5, 'raw_action': 'A', 'assembled_code': "
          "'c', 'more': 1}\n{'problem_id': 0, 'raw_action': 'A'}\n{'problem_id': 2, "
          "'assembled_code': 'd'}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/run/actions.jsonl", "{'problem_id': 1, 'raw_action': 'A', 'assembled_code': 'c'}\n",
          0 } },
      NULL,
      NULL },
    { "telemetry",
      { .level = 0 },
      { { "t/run/mixed.jsonl",
          "{'problem_id': 1, 'raw_action': 'A', 'assembled_code': 'c'}\n{'total_rollouts': 4}\n"
          "{'step_summaries': []}\n{'selected_step': 1}\n{'split_hash': 'x'}\n{'sample_fast_1': "
          "1}\n{'all_steps_fast_1': 1}\n{'per_task_fast_1': 1}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/cost.json", "{'total_rollouts': 4, 'wall_clock_s': 3}", 0 } },
      NULL,
      NULL },
    { NULL, { .level = 0 }, { { "t/.json", "{'sample_fast_1': 4}", 0 } }, NULL, NULL },
};

static void telemetry_of_a_study(void **state)
{
    (void)state;
    check_stories("import_telemetry", telemetry, ARRAY_LEN(telemetry));
}

/* ---- published kernels ---- */

static const struct story published[] = {
    { NULL,
      { .level = 0 },
      { { "c/kernels.json",
          "{'level_id': 1, 'task_id': 1, 'ref_code': 'r', 'custom_code': 'c', 'score_default': 2, "
          "'score_graph': '1.5', 'score_none': null, 'other': 3}\n"
          "{'level_id': 9, 'task_id': 999999999, 'ref_code': 'r', 'custom_code': 'd', "
          "'score_default': 0}\n"
          "{'level_id': 10, 'task_id': 1, 'custom_code': 'c', 'score_default': 2}\n"
          "{'level_id': 0, 'task_id': 1, 'custom_code': 'c', 'score_default': 2}\n"
          "{'level_id': 1, 'task_id': 0, 'custom_code': 'c', 'score_default': 2}\n"
          "{'level_id': 1, 'task_id': 1000000000, 'custom_code': 'c', 'score_default': 2}\n"
          "{'level_id': 1, 'task_id': '2', 'custom_code': 'c', 'score_default': 2}\n"
          "{'level_id': 1, 'task_id': 3, 'custom_code': null, 'score_default': 2}\n"
          "{'level_id': 1, 'task_id': 4, 'custom_code': 'e'}\n"
          "{'level_id': 1, 'task_id': 5, 'custom_code': null}\n"
          "{'level_id': 1, 'task_id': 6, 'custom_code': null, 'score_default': null}\n"
          "{'level_id': 1, 'task_id': 7, 'custom_code': 'f', 'score_default': 'x'}\n"
          "{'level_id': 1, 'task_id': 8, 'custom_code': 'f', 'score_default': -1, 'score_x': "
          "1e400, "
          "'score_y': 'nan'}\n3\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 2 },
      { { "c/lists.json",
          "{'level1': [{'task_id': 1, 'ref_code': 'r', 'custom_code': 'c'}], 'level_2': "
          "[{'task_id': "
          "1, 'custom_code': 'd'}, {'task_id': 2, 'level_id': 1, 'custom_code': 'e'}], '3': "
          "[{'task_id': 3, 'custom_code': 'f'}], 'l2': [{'task_id': 4, 'custom_code': 'g'}], 'x': "
          "[{'task_id': 4, 'custom_code': 'g'}], 'level2': 3}",
          0 } },
      NULL,
      NULL },
};

static const struct story traced[] = {
    { NULL,
      { .level = 0 },
      { { "f/traces.jsonl",
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'a', 'evaluation': "
          "{'status': 'PASSED', 'environment': {'device': 'D'}, 'correctness': "
          "{'max_relative_error': 0.25, 'max_absolute_error': 0.5}, 'performance': {'latency_ms': "
          "1, 'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'b', 'evaluation': "
          "{'status': 'INCORRECT_NUMERICAL', 'environment': {'device': 'D'}, 'correctness': "
          "{'has_nan': true, 'max_relative_error': 0.25, 'max_absolute_error': 0.5}, "
          "'performance': {'latency_ms': 1, 'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'c', 'evaluation': "
          "{'status': 'INCORRECT_NUMERICAL', 'environment': {'device': 'D'}, 'correctness': "
          "{'has_inf': 'true', 'max_relative_error': 0.25, 'max_absolute_error': 0.5}, "
          "'performance': {'latency_ms': 1, 'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'd', 'evaluation': "
          "{'status': 'PASSED', 'environment': {'device': 'D'}, 'correctness': {'has_nan': 1, "
          "'max_relative_error': 0.25, 'max_absolute_error': 0.5}, 'performance': {'latency_ms': "
          "1, 'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'e', 'evaluation': "
          "{'status': 'INCORRECT_NUMERICAL', 'environment': {'device': 'D'}, 'correctness': "
          "{'has_nan': false, 'has_inf': false, 'max_relative_error': 0.25, 'max_absolute_error': "
          "0.5, 'extra': {'matched_ratio': 0.75}}, 'performance': {'latency_ms': 1, "
          "'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'f', 'evaluation': "
          "{'status': 'SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS', "
          "'environment': {'device': 'D'}, 'correctness': {}, 'performance': {'latency_ms': 1, "
          "'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'g', 'evaluation': "
          "{'status': 3, 'environment': {'device': 'D'}, 'correctness': {}, 'performance': "
          "{'latency_ms': 1, 'reference_latency_ms': 2}}}\n"
          "{'definition': 'd', 'workload': {'uuid': 'w'}, 'solution': 'h', 'evaluation': "
          "{'status': 'COMPILE_ERROR', 'environment': {'device': 'D'}, 'correctness': null, "
          "'performance': {'latency_ms': 1, 'reference_latency_ms': 2}, 'log': 'l'}}\n"
          "{'definition': 'd', 'workload': {'axes': {'b': 1, 'a': 2}}, 'solution': 'i'}\n"
          "{'definition': 'd', 'workload': {'axes': {'a': 2, 'b': 1}}, 'solution': 'i'}\n"
          "{'definition': 'd', 'workload': {'axes': 3}, 'solution': 'i'}\n",
          0 } },
      NULL,
      NULL },
};

/* Errors of outputs that are not finite are none. */
static void traces_of_solutions(void **state)
{
    (void)state;
    check_stories("import_traced", traced, ARRAY_LEN(traced));
}

static void published_kernels(void **state)
{
    (void)state;
    check_stories("import_published", published, ARRAY_LEN(published));
}

/* ---- conversations, responses, results of a server, grading trees ---- */

#define BLOCK "```python\\nx\\n```"

static const struct story graded[] = {
    { NULL,
      { .level = 0 },
      { { "g/conversations.jsonl",
          "{'uid': 'u', 'total_score': 1.5, 'turns': [{'turn_id': 1, 'response': 'see " BLOCK
          " and ```\\ny\\n```', 'score': 0.5, 'global_turn_idx': 7, 'metrics': {'problem_id': 3, "
          "'sample_id': 4, 'finish_reason': 'stop', 'compilation': true, 'correctness': true, "
          "'performance': 2.5, 'tool_response': 'so {\\'kernel_runtime\\': 1.5, "
          "\\'reference_runtime\\': 3, \\'metadata\\': {\\'gpu_name\\': \\'G\\'}} it is'}}, "
          "{'turn_id': 2, 'response': 'no fence', 'metrics': {'problem_id': '3', 'compilation': "
          "false, 'correctness': false, 'error': 'no\\nmore'}}, {'response': '```\\nopen', "
          "'metrics': "
          "{'compiled': 0.5, 'correctness': 0}}, {'turn_id': 100000, 'metrics': {'compiled': 0.6, "
          "'correctness': false, 'speedup': 3, 'performance': 4}}, {'turn_id': 100001}, 5, "
          "{'turn_id': 0, 'metrics': null}]}\n"
          "{'uid': 'v', 'turns': []}\n"
          "{'turns': [{'turn_id': 3, 'response': '``````', 'metrics': {'sample_id': 1000000000, "
          "'compiled': true, 'correctness': false, 'decoy_kernel': true, 'speedup': 9}}]}\n"
          "{'turns': 3}\n{'outputs': 3}\n{'result': 3}\n3\n",
          0 } },
      NULL,
      NULL },
    { "kernelgym",
      { .level = 2 },
      { { "g/leveled.jsonl",
          "{'uid': 'u', 'turns': [{'metrics': {'problem_id': 3, 'compiled': true, 'correctness': "
          "true}}]}\n{'uid': 'u', 'turns': [{'metrics': {'problem_id': 0, 'compiled': true, "
          "'correctness': true}}]}\n{'base_task_id': 'problem_7_sample_2', 'result': {'compiled': "
          "true, 'correctness': false}}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "g/raw_responses.jsonl",
          "{'input': 'q', 'outputs': ['a " BLOCK "', 'b', 3]}\n{'outputs': ['c']}\n{'input': 'q', "
          "'outputs': []}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "g/eval_results.jsonl",
          "{'toolkit': 'k', 'task_id': 'a_kernel', 'base_task_id': 'a', 'result': {'compiled': "
          "true, "
          "'correctness': true, 'kernel_runtime': 1.5, 'reference_runtime': 3, 'speedup': 2, "
          "'metadata': {'hardware': 'H'}}}\n"
          "{'task_id': 'level_2_problem_4_sample_1', 'result': {'compiled': true, 'correctness': "
          "true, 'kernel_runtime': -1, 'reference_runtime': 3, 'speedup': 2}}\n"
          "{'task_id': 'b', 'result': {'compiled': true, 'correctness': true, 'kernel_runtime': "
          "1.5, "
          "'performance': 4}}\n"
          "{'task_id': 'c', 'result': {'correctness': true, 'is_decoy_kernel': true}}\n"
          "{'task_id': 'd', 'result': {'compiled': null, 'compilation': true, 'correctness': "
          "false, "
          "'error_code': 'INSTANTIATION_ERROR', 'error_message': 'i'}}\n"
          "{'task_id': 'e', 'result': {'compiled': false, 'error_code': 'SYNTAX_ERROR'}}\n"
          "{'task_id': 'f', 'result': {'compiled': true, 'correctness': false, 'error_code': "
          "'ODD', "
          "'status': 'timeout'}}\n"
          "{'task_id': 'g', 'result': {'compiled': true, 'correctness': false, 'error': 'a "
          "Timeout'}}\n"
          "{'task_id': 'h', 'result': {'compiled': true, 'correctness': false, 'error': 'it timed "
          "out'}}\n"
          "{'task_id': 'i', 'result': {'compiled': true, 'correctness': false, 'metadata': "
          "{'runtime_error': 'r'}}}\n"
          "{'task_id': 'j', 'result': {'compiled': false, 'correctness': false}}\n"
          "{'task_id': 'k', 'result': {'error_code': 'IMPORT_ERROR', 'compiled': false}}\n"
          "{'task_id': 'l', 'result': {'error_code': 'CORRECTNESS_ERROR', 'compiled': true}}\n"
          "{'task_id': 'm', 'result': {'error_code': 'VALIDATION_ERROR', 'compiled': false}}\n"
          "{'task_id': 'n', 'result': {'error_code': 'RESOURCE_ERROR', 'compiled': false}}\n"
          "{'task_id': 'o', 'result': {'error_code': 'UNKNOWN_ERROR', 'compiled': false}}\n"
          "{'task_id': 'p', 'result': {'speedup': 2}}\n{'result': {'compiled': true}}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 1 },
      { { "tree/problem_3_sample_2/turn_2_eval.json",
          "{'compiled': true, 'correctness': true, 'finish_reason': 'stop'}", 0 },
        { "tree/problem_3_sample_2/turn_2_state.json",
          "{'messages': [{'role': 'user', 'content': 'first'}, {'role': 'assistant', 'content': "
          "'one'}, {'role': 'user', 'content': 'second'}, {'role': 'assistant', 'content': "
          "'two " BLOCK "'}, {'role': 'user', 'content': 'third'}, {'role': 'assistant'}]}",
          0 },
        { "tree/problem_3_sample_2/turn_2_kernel.py", "kernel", 0 },
        { "tree/problem_4_sample_0_eval.json", "{'compiled': false, 'correctness': false}", 0 },
        { "tree/problem_4_sample_0_kernel.py", "alone", 0 },
        { "tree/problem_5_sample_0/turn_1001_eval.json", "{'compiled': true}", 0 } },
      "tree",
      NULL },
    { NULL,
      { .level = 0 },
      { { "tree/problem_3_sample_2/turn_1000_eval.json", "{'compiled': true}", 0 },
        { "tree/problem_3_sample_2/turn_x_eval.json", "{'odd': true}", 0 },
        { "tree/problem_3_sample_3/turn_12345678_eval.json", "{'compiled': true}", 0 },
        { "tree/problem_3_sample_4/turn_0_eval.json", "{'compiled': ", 0 },
        { "tree/problem_3_sample_5/turn_1_kernel.py", "", 0 },
        { "tree/problem_3/turn_1_eval.json", "{'compiled': true}", 0 } },
      "tree",
      NULL },
    { "kernelgym",
      { .level = 0 },
      { { "tree/problem_3_sample_2/x.json", "{}", 0 } },
      "tree",
      NULL },
};

static void graded_conversations(void **state)
{
    (void)state;
    check_stories("import_graded", graded, ARRAY_LEN(graded));
}

/* ---- results with code in cells, and what is wrong with tasks ---- */

#define COLUMNS                                                                                    \
    "Batch ID,Sample ID,Correct,Runtime (ms),Speedup,Speedup Compile,Max Diff,Error,Error "        \
    "Type,Code,task_name,forward\n"

static const struct story robust[] = {
    { NULL,
      { .level = 0 },
      { { "r/results.csv",
          COLUMNS "3,1,True,0.5,4,2.5,0.25,,none,'int a;\nint b;',norm,True\n"
                  ",,true,0.5,0,0,,,,,norm,False\n"
                  "-1,2147483646,1,,4,-1,nan,,,c,norm,\n"
                  "x,2147483647,False,0.5,4,2.5,1e9,'bad\nworse',compilation,c,norm,true\n"
                  "0,0,false,,,,,,build,c,a,0\n0,0,0,,,,,,timeout,c,b,1\n0,0,0,,,,,,shape,c,c,1\n"
                  "0,0,0,,,,,,nan,c,d,1\n0,0,0,,,,,,memory,c,e,1\n0,0,0,,,,,,runtime,c,f,1\n"
                  "0,0,0,,,,,,cuda,c,g,1\n0,0,0,,,,,,parse,c,h,1\n0,0,0,,,,,,other,c,i,1\n"
                  "0,0,0,,,,,,,c,j,1\n0,0,maybe,,,,,,,c,k,1\n0,0,1,,,,,,,c,,1\n",
          0 } },
      NULL,
      NULL },
    { "robust-kbench", { .level = 0 }, { { "r/none.csv", "a,b\n1,2\n", 0 } }, NULL, NULL },
    { "robust-kbench", { .level = 0 }, { { "r/half.csv", "Correct,b\n1,2\n", 0 } }, NULL, NULL },
    { NULL,
      { .level = 0 },
      { { "r/level_2/task_14/filter_results.json",
          " \n{'filter_output_std': true, 'filter_input_impact': false, 'filter_x': 3, 'other': "
          "true}",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "r/softmax/filter_results.json",
          "{'filter_output_std': true, 'filter_input_impact': false}", 0 } },
      NULL,
      NULL },
    { "robust-kbench", { .level = 0 }, { { "r/x/list.json", "[1]", 0 } }, NULL, NULL },
    { "robust-kbench", { .level = 0 }, { { "r/x/none.json", "{'x': true}", 0 } }, NULL, NULL },
};

static void results_and_flags_of_tasks(void **state)
{
    (void)state;
    check_stories("import_robust", robust, ARRAY_LEN(robust));
}

/* ---- kernels beside results ---- */

#define PASSED "{'compiled': true, 'correctness': true, 'metadata': {}, 'runtime': 1}"

static const struct story kernels[] = {
    { "kernelbench",
      { .level = 1 },
      { { "k/eval_results.json",
          "{'3': [" PASSED ", " PASSED "], '4': " PASSED ", '5': " PASSED "}", 0 },
        { "k/problem_3_kernel.py", "first", 0 },
        { "k/a/b/problem_3_sample_1_kernel.cu", "second", 0 },
        { "k/a/b/c/problem_4_kernel.py", "too deep", 0 },
        { "k/problem_5_kernel.py", "one", 0 },
        { "k/generated/problem_5.py", "another", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 1 },
      { { "k/eval_results.json", "{'3': " PASSED ", '4': " PASSED ", '5': " PASSED "}", 0 },
        { "k/problem_3_test_kernel.py", "a test", 0 },
        { "k/problem_4_kernel.txt", "a text", 0 },
        { "k/level_2/problem_5_kernel.py", "another level", 0 },
        { "k/test/problem_5_kernel.py", "a folder's name counts for nothing", 0 },
        { "k/problem_4_kernel.cu", "", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 1 },
      { { "k/eval_results.json", "{'3': {'epoch_1': " PASSED "}}", 0 },
        { "k/problem_3.py", "no mark of a kernel", 0 },
        { "k/solutions/problem_3_ref.py", "a reference", 0 } },
      NULL,
      NULL },
};

static void kernels_beside_results(void **state)
{
    (void)state;
    check_stories("import_kernels", kernels, ARRAY_LEN(kernels));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_evaluator_prints), cmocka_unit_test(telemetry_of_a_study),
        cmocka_unit_test(traces_of_solutions),       cmocka_unit_test(published_kernels),
        cmocka_unit_test(graded_conversations),      cmocka_unit_test(results_and_flags_of_tasks),
        cmocka_unit_test(kernels_beside_results),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
