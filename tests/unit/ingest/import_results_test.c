/*
 * import_results_test.c - results of KernelBench: every reason of a failure, every spelling of a
 * member, numbers at their limits; and what lies beside the results.
 */
#include "tests/unit/ingest/imported.h"

#define PASSED "{'compiled': true, 'correctness': true, 'runtime': 1}"
#define X10    "xxxxxxxxxx"
#define X190   X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

static const struct story results[] = {
    { "kernelbench",
      { .level = 1 },
      { { "r/run/part1.json",
          "[{'problem_id': 1, 'compiled': true, 'correctness': false, 'metadata': {'error': 'it"
          " Timed Out'}}, {'problem_id': 2, 'compiled': true, 'correctness': false, 'metadata':"
          " {'error': 'a timeout'}}, {'problem_id': 3, 'compiled': true, 'correctness': false, "
          "'metadata': {'error': 'Kernel not found'}}, {'problem_id': 4, 'compiled': true, 'cor"
          "rectness': false, 'metadata': {'error': 'Future was None'}}, {'problem_id': 5, 'comp"
          "iled': true, 'correctness': false, 'metadata': {'error': 'cannot pickle'}}, {'proble"
          "m_id': 6, 'compiled': true, 'correctness': false, 'metadata': {'error': 'else'}}, {'"
          "problem_id': 7, 'compiled': true, 'correctness': false, 'metadata': {'gpu_error': 'x"
          "'}}, {'problem_id': 8, 'compiled': true, 'correctness': false, 'metadata': {'cuda_er"
          "ror': 'timed out'}}, {'problem_id': 9, 'compiled': true, 'correctness': false, 'meta"
          "data': {'cuda_error': 'x'}}, {'problem_id': 10, 'compiled': true, 'correctness': fal"
          "se, 'metadata': {'compilation_error': 'no ;\\nmore'}}, {'problem_id': 11, 'compiled'"
          ": true, 'correctness': false, 'metadata': {'compilation_error_name': 'N'}}, {'proble"
          "m_id': 12, 'compiled': true, 'correctness': false, 'metadata': {'correctness_issue':"
          " 'Output Shape'}}, {'problem_id': 13, 'compiled': true, 'correctness': false, 'metad"
          "ata': {'correctness_issue': 'has NaN'}}, {'problem_id': 14, 'compiled': true, 'corre"
          "ctness': false, 'metadata': {'correctness_issue': 'x'}}, {'problem_id': 15, 'compile"
          "d': true, 'correctness': false, 'metadata': {'runtime_error': 'timed out'}}, {'probl"
          "em_id': 16, 'compiled': true, 'correctness': false, 'metadata': {'runtime_error': 'x"
          "'}}, {'problem_id': 17, 'compiled': true, 'correctness': false, 'metadata': {'other_"
          "error': 'timed out'}}, {'problem_id': 18, 'compiled': true, 'correctness': false, 'm"
          "etadata': {'other_error': 'x'}}, {'problem_id': 19, 'compiled': true, 'correctness':"
          " false, 'metadata': {'error_type': 'timeout'}}, {'problem_id': 20, 'compiled': true,"
          " 'correctness': false, 'metadata': {'error_type': 'compilation'}}, {'problem_id': 21"
          ", 'compiled': true, 'correctness': false, 'metadata': {'error_type': 'SyntaxError'}}"
          ", {'problem_id': 22, 'compiled': true, 'correctness': false, 'metadata': {'error_typ"
          "e': 'shape'}}, {'problem_id': 23, 'compiled': true, 'correctness': false, 'metadata'"
          ": {'error_type': 'mismatch'}}, {'problem_id': 24, 'compiled': true, 'correctness': f"
          "alse, 'metadata': {'error_type': 'Correctness'}}, {'problem_id': 25, 'compiled': tru"
          "e, 'correctness': false, 'metadata': {'error_type': 'x'}}, {'problem_id': 26, 'compi"
          "led': true, 'correctness': false, 'metadata': {'error_msg': 'm'}}, {'problem_id': 27"
          ", 'compiled': true, 'correctness': false, 'metadata': {'error_message': 'M'}}, {'pro"
          "blem_id': 28, 'compiled': true, 'correctness': false, 'metadata': {'max_difference':"
          " ['1.5', 'nan']}}, {'problem_id': 29, 'compiled': true, 'correctness': false, 'metad"
          "ata': {'max_difference': ['0.5', '2.25', 'x1e3', 'inf']}}, {'problem_id': 30, 'compi"
          "led': false, 'correctness': false, 'metadata': {'error': 'x'}}, {'problem_id': 31, '"
          "compiled': false, 'correctness': false, 'metadata': {'cuda_error': 'x'}}, {'problem_"
          "id': 32, 'compiled': false, 'correctness': false, 'metadata': {'runtime_error': 'x'}"
          "}, {'problem_id': 33, 'compiled': false, 'correctness': false, 'metadata': {'other_e"
          "rror': 'x'}}, {'problem_id': 34, 'compiled': false, 'correctness': false, 'metadata'"
          ": {'compilation_error': 'x'}}]",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 1 },
      { { "r/run/part2.json",
          "[{'problem_id': 35, 'correctness': false, 'metadata': {'correctness_issue': '1 / 2'}"
          "}, {'problem_id': 36, 'correctness': false, 'metadata': {'runtime_error': '1 / 2'}},"
          " {'problem_id': 37, 'correctness': false, 'metadata': {'max_difference': '1 / 2'}}, "
          "{'problem_id': 38, 'correctness': false, 'metadata': {'correctness_trials': '1 / 2'}"
          "}, {'problem_id': 39, 'correctness': false, 'metadata': {'other_error': '1 / 2'}}, {"
          "'problem_id': 40, 'compiled': 1, 'correct': 0}, {'problem_id': 41, 'compilation': 'T"
          "rue', 'is_correct': 'FALSE'}, {'problem_id': 42, 'compiled': '1', 'correctness': '1'"
          ", 'runtime': '2.5'}, {'problem_id': 43, 'compiled': 2, 'correctness': true}, {'probl"
          "em_id': 44, 'compiled': true, 'correctness': 'x'}, {'problem_id': 45, 'compiled': fa"
          "lse, 'correctness': true}, {'problem_id': 46, 'compiled': true}, {'problem_id': 47, "
          "'compiled': null, 'correctness': null, 'mean': 1}, {'problem_id': 48, 'compiled': ''"
          ", 'correctness': true, 'runtime': 1}, {'problem_id': 49, 'compiled': true, 'correctn"
          "ess': true, 'runtime': 'x'}, {'problem_id': 50, 'compiled': true, 'correctness': tru"
          "e, 'runtime': 0, 'metadata': {'error_during_performance': 'slow\\nx'}}, {'problem_id"
          "': 51, 'compiled': true, 'correctness': true, 'avg_runtime': 2, 'runtime_stats': {'m"
          "ean': 9, 'min': 1, 'max': 3, 'std': 0, 'num_trials': 1, 'hardware': 'S'}, 'hardware'"
          ": 'R'}, {'problem_id': 52, 'compiled': true, 'correctness': true, 'runtime_ms': 2, '"
          "runtime_stats': {'mean': 9, 'min': -1, 'max': 'nan', 'std': -1, 'num_trials': 0}, 'h"
          "ardware': 'R'}, {'problem_id': 53, 'compiled': true, 'correctness': true, 'mean_runt"
          "ime': 2, 'runtime_stats': {'mean': 9, 'num_trials': 2147483647}, 'metadata': {'hardw"
          "are': 'M'}}, {'problem_id': 54, 'compiled': true, 'correctness': true, 'runtime_stat"
          "s': {'mean': 9, 'num_trials': 2147483648}, 'metadata': {'eval_0': {'hardware': 'E'}}"
          "}, {'problem_id': 55, 'compiled': true, 'correctness': true, 'runtime': 1, 'ref_runt"
          "ime': 2, 'ref_runtime_stats': {'mean': 3, 'min': 2, 'max': 4, 'std': 0.5, 'num_trial"
          "s': 7}}, {'problem_id': 56, 'compiled': true, 'correctness': true, 'runtime': 1, 're"
          "ference_runtime_ms': 2, 'reference_runtime_stats': {'mean': 3}}, {'problem_id': 57, "
          "'compiled': true, 'correctness': true, 'runtime': 1, 'ref_runtime_ms': 2.5}, {'probl"
          "em_id': 58, 'compiled': true, 'correctness': true, 'runtime': 1, 'reference_runtime'"
          ": 3.5}, {'problem_id': 59, 'compiled': true, 'correctness': true, 'runtime': 1, 'bas"
          "eline_runtime_ms': 4.5}, {'problem_id': 60, 'compiled': true, 'correctness': true, '"
          "runtime': 1, 'ref_runtime': -1, 'metadata': {'correctness_trials': '(5 / 5)', 'exces"
          "sive_speedup': true}}, {'problem_id': 61, 'compiled': true, 'correctness': true, 'ru"
          "ntime': 1, 'metadata': {'correctness_trials': '0/2147483647', 'excessive_speedup': '"
          "False'}}, {'problem_id': 62, 'compiled': true, 'correctness': true, 'runtime': 1, 'm"
          "etadata': {'correctness_trials': '1/2147483648', 'excessive_speedup': 1}}, {'problem"
          "_id': 63, 'compiled': true, 'correctness': true, 'runtime': 1, 'metadata': {'correct"
          "ness_trials': '3 / 2', 'max_difference': ['0.1', '0.30']}}, {'problem_id': 64, 'comp"
          "iled': true, 'correctness': true, 'runtime': 1, 'metadata': {'correctness_trials': '"
          "x', 'max_difference': 'none'}}, {'problem_id': 65, 'compiled': true, 'correctness': "
          "true, 'runtime': 1, 'metadata': {'correctness_trials': '4'}}]",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 1 },
      { { "r/run/part3.json",
          "[{'problem_id': 66, 'eval_result': {'compiled': true, 'correctness': true, 'runtime'"
          ": 1}, 'prompt': 'p', 'response': 'r', 'kernel_code': 'k', 'problem_name': '3_Name.py"
          "', 'more': 1}, {'problem_id': 67, 'eval': {'compiled': true, 'correctness': false}, "
          "'raw_response': '', 'completion': 'c', 'extracted_code': 'e', 'generated_code': 'g'}"
          ", {'problem_id': 68, 'eval': 3, 'compiled': true, 'correctness': true, 'runtime': 1,"
          " 'generated_kernel': 5}, {'problem_id': 69, 'status': 'static_failed', 'static_error"
          "s': ['first', 'second']}, {'problem_id': 70, 'status': 'static_check_failed', 'stati"
          "c_errors': []}, {'problem_id': 71, 'status': 'generation_failed'}, {'problem_id': 72"
          ", 'status': 'generation_error'}, {'problem_id': 73, 'status': 'evaluation_error'}, {"
          "'problem_id': 74, 'status': 'extraction_failed'}, {'problem_id': 75, 'status': 'no_c"
          "ode'}, {'problem_id': 76, 'status': 'compile_failed'}, {'problem_id': 77, 'status': "
          "'compilation_failed'}, {'problem_id': 78, 'status': 'timeout'}, {'problem_id': 79, '"
          "status': 'timed_out'}, {'problem_id': 80, 'status': 'other'}, {'problem_id': 81, 'su"
          "ccess': false, 'error': 'gave up'}, {'problem_id': 82, 'success': true, 'error': 'x'"
          "}, {'problem_id': 83, 'success': false}, {'problem_id': 84, 'error': 'x'}, {'problem"
          "_id': 85, 'level': 2, 'compiled': true, 'correctness': true, 'runtime': 1}, {'proble"
          "m_id': 86, 'sample_id': 7, 'level': '1', 'task_id': '86', 'compiled': true, 'correct"
          "ness': true, 'runtime': 1}, {'problem_id': 87, 'task_id': 5, 'compiled': true, 'corr"
          "ectness': true}, {'problem_id': 88, 'sample_id': -1, 'compiled': true, 'correctness'"
          ": true}, {'problem_id': 89, 'sample_id': 1.5, 'compiled': true, 'correctness': true}"
          ", {'problem_id': 90, 'sample_id': 999999999, 'solution_id': 'sample_999999999', 'com"
          "piled': true, 'correctness': true, 'runtime': 1}, {'problem_id': 91, 'sample_id': 10"
          "00000000, 'compiled': true, 'correctness': true}, {'problem_id': 92, 'solution_id': "
          "'level_1_sample_3', 'sample_id': 4, 'compiled': true, 'correctness': true}, {'proble"
          "m_id': 93, 'problem_name': '1_Other.py', 'compiled': true, 'correctness': true}, {'p"
          "roblem_id': 94, 'task_id': 'level_1_problem_999', 'compiled': true, 'correctness': t"
          "rue}, {'compiled': true, 'correctness': true}, 3, {'problem_id': 0, 'compiled': true"
          ", 'correctness': true}, {'problem_id': 95, 'solution_id': 'level_1_sample_4', "
          "'sample_id': 0, 'compiled': true, 'correctness': true}]",
          0 } },
      NULL,
      NULL },
    /* A message of 200 bytes, and one whose last character is cut. */
    { "kernelbench",
      { .level = 1 },
      { { "r/run/long.json",
          "{'1': {'compiled': true, 'correctness': false, 'metadata': {'error': '" X190 X10 "'}}, "
          "'2': {'compiled': true, 'correctness': false, 'metadata': {'error': '" X190 X10
          "y'}}, '3': {'compiled': true, 'correctness': false, 'metadata': {'error': '" X190
          "xxxxxxxxx\xe2\x82\xac'}}, '4': {'compiled': true, 'correctness': false, 'metadata': "
          "{'error': ' \\n\\t first\\r second'}}}",
          0 } },
      NULL,
      NULL },
    /* Lines of which the first is refused. */
    { "kernelbench",
      { .level = 1 },
      { { "r/run/lines.jsonl",
          "{'problem_id': 3, 'compiled': true}\n{'problem_id': 3, 'compiled': "
          "true}\n{'problem_id': 4, "
          "'compiled': true, 'correctness': true, 'runtime': 1}\n",
          0 } },
      NULL,
      NULL },
    /* Shapes of files. */
    { "kernelbench",
      { .level = 0 },
      { { "r/run/levels.json",
          "{'level1': {'3': {'0': " PASSED ", 'sample_1': " PASSED ", 'x': " PASSED
          "}, '4_Name.py': [" PASSED ", 3], 'y': " PASSED "}, 'l2': {'5': " PASSED
          "}, '3': {'6': {'2': " PASSED "}}}",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/named.json",
          "{'level_1_problem_2_sample_3': " PASSED ", 'level_2_problem_2': {'sample_1': " PASSED
          "}, 'level_1_problem_3': {'sample_id': 4, 'compiled': true, 'correctness': true}, "
          "'level_1_problem_3_epoch_2_sample_5': " PASSED ", 'problem_x': " PASSED "}",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/meta.json",
          "{'meta': {'model': 'theirs', 'level': 7}, 'run_info': {'level': 2}, 'level': 3, "
          "'config': {}, "
          "'notes': 'x', '5': " PASSED "}",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/summary.json",
          "{'level': 2, 'per_problem': [{'problem_id': 1, 'compiled': true, 'correctness': true, "
          "'runtime': 1}, {'problem_id': 2}]}",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/turns.json",
          "{'level': 1, 'results': [{'problem_id': 1, 'problem_name': '1_A.py', 'turns': "
          "[{'eval': " PASSED
          ", 'prompt': 'p', 'raw_response': 'r'}, {'eval': {'compiled': true}}, {'turn': 5, "
          "'generated_code': 'g'}, {'turn': 1000001}, 3]}, {'problem_id': 2, 'turns': []}, "
          "{'problem_id': 3, 'turns': 3, 'compiled': true, 'correctness': true, 'runtime': 1}]}",
          0 } },
      NULL,
      NULL },
    /* Levels, models and temperatures of files beside; the path says more than they do. */
    { "kernelbench",
      { .level = 0 },
      { { "r/run/eval_results.json", "{'1': " PASSED "}", 0 },
        { "r/run/generation_config.yaml",
          "# a comment\nlevel: 2\n  level: 3\ntemperature: '0.75'\nmodel_name: \"the model\" "
          "\r\nmodel: "
          "other\nlevels: 4\nnothing\n",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/level_3/eval_results.json", "{'1': " PASSED "}", 0 },
        { "r/level_3/generation_config.yaml", "level: 2\ntemperature: x\nmodel: None\n", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0, .model = "asked" },
      { { "r/run/eval_results.json", "{'1': " PASSED "}", 0 },
        { "r/run/generation_config.json", "{'level': [2]", 0 },
        { "r/run/run_config.json",
          "{'level': 9, 'temperature': 0, 'model': 'first', 'model_name': 'second'}", 0 },
        { "r/run/config.json", "{'level': 5}", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/eval_results.json", "{'1': " PASSED "}", 0 },
        { "r/run/config_snapshot.json",
          "{'level': '10', 'temperature': null, 'model': {'x': 1}, 'model_name': ''}", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 0 },
      { { "r/run/eval_results.json", "{'1': " PASSED "}", 0 },
        { "r/run/config.json", "{'level': 1.0, 'temperature': '1e400'}", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 2 },
      { { "r/eval_results.json", "{'problem_id': 3, 'compiled': true, 'correctness': false}", 0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 2 },
      { { "r/eval_results.json", "{'problem_id': -3, 'compiled': true, 'correctness': false}",
          0 } },
      NULL,
      NULL },
    { "kernelbench",
      { .level = 2 },
      { { "r/eval_results.json",
          "{'problem_id': 3, 'sample_id': 2, 'turns': [{'eval': {'compiled': false}}]}", 0 } },
      NULL,
      NULL },
    { "kernelbench", { .level = 2 }, { { "r/eval_results.json", "7", 0 } }, NULL, NULL },
};

static void results_of_kernelbench(void **state)
{
    (void)state;
    check_stories("import_results", results, ARRAY_LEN(results));
}

/* ---- times of baselines ---- */

#define TIMES "{'mean': 1, 'num_trials': 5}"

static const struct story baselines[] = {
    { NULL,
      { .level = 0 },
      { { "b/baseline_time_torch_compile_inductor.json",
          "{'level1': {'1_A.py': " TIMES
          ", '2_B.py': {'mean': 0, 'num_trials': 1, 'std': 1, 'min': 2, "
          "'max': 3, 'hardware': 'H'}, '0.py': " TIMES ", '0_C.py': " TIMES
          ", '3': null, '4_D': 'x', "
          "'5_E.py': '2.5'}, 'level2': [], 'levelx': {}, 'level_9': {'1_Z.py': " TIMES "}}",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "b/x.json", "{'level1': {'1_A.py': null, '2_B.py': null}}", 0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0, .baseline_name = "named" },
      { { "b/level3/torch_native_results.json", "{'1_A.py': " TIMES ", '2_B.py': " TIMES "}", 0 } },
      NULL,
      NULL },
    { "kernelbench-baseline",
      { .level = 2 },
      { { "b/_results.json", "{'level1': {'1_A.py': " TIMES "}, 'level2': {'1_B.py': " TIMES "}}",
          0 } },
      NULL,
      NULL },
    { "kernelbench-baseline",
      { .level = 0 },
      { { "b/baseline_time_.json", "{'level1': {'1_A.py': " TIMES "}}", 0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "b/level_1/task_5/a_results.json",
          "{'summary': {'avg_mean_time': '0.5'}, 'eval_settings': {}, 'device_info': {'devices': "
          "[]}}",
          0 } },
      NULL,
      NULL },
    { "kernelbench-baseline",
      { .level = 1 },
      { { "b/lines.jsonl", "{'1_A.py': 1}\n{'2_B.py': 1}\n", 0 } },
      NULL,
      NULL },
};

static void times_of_baselines(void **state)
{
    (void)state;
    check_stories("import_baselines", baselines, ARRAY_LEN(baselines));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_kernelbench),
        cmocka_unit_test(times_of_baselines),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
