/*
 * kernelbench_test.c - names, levels and outcomes of KernelBench records.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/path_names.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static void test_ids_in_names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int level, problem, step, sample;
    } cases[] = {
        { "level_1_problem_3", 1, 3, -1, -1 },
        { "level_2_problem_19_sample_4_kernel.py", 2, 19, -1, 4 },
        { "x_level_1_problem_3_solution_7", 1, 3, -1, 7 },
        { "level_1_problem_3_epoch_2_sample_5", 1, 3, 2, 5 },
        { "problem3", -1, 3, -1, -1 },
        { "sublevel_1", -1, -1, -1, -1 },
        { "level_one", -1, -1, -1, -1 },
        { "level_1x", -1, -1, -1, -1 },
        { "level_99999999999999999999", -1, -1, -1, -1 },
        { "", -1, -1, -1, -1 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct kb_id id = { -1, -1, -1, -1 };
        bool found = kb_id_from_text(cases[i].text, &id);
        assert_int_equal(id.level, cases[i].level);
        assert_int_equal(id.problem, cases[i].problem);
        assert_int_equal(id.step, cases[i].step);
        assert_int_equal(id.sample, cases[i].sample);
        assert_int_equal(found, id.level + id.problem + id.step + id.sample > -4);
    }
}

static void test_problem_numbers_of_file_names(void **state)
{
    (void)state;
    struct arena a = { 0 };
    assert_int_equal(kb_problem_of_name("4_Matrix_vector_multiplication_.py"), 4);
    assert_int_equal(kb_problem_of_name("Softmax.py"), 0);
    assert_int_equal(kb_problem_of_name("12"), 0);
    assert_string_equal(kb_task_name(&a, "KernelBench/level1/4_Matrix_vector_multiplication_.py"),
                        "4_Matrix_vector_multiplication_");
    assert_string_equal(kb_task_name(&a, "26_GELU_"), "26_GELU_");
    arena_release(&a);
}

static void test_levels_and_tasks_of_paths(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int level, task; /* 0, 0: none in the path */
    } cases[] = {
        { "level_1/task_23", 1, 23 },
        { "runs/level_2/task_7/torch_native_results.json", 2, 7 },
        { "level_12/x/task_100/filter_results.json", 12, 100 },
        { "level_1/task_99999", 1, 99999 },
        { "level_1/task_x", 0, 0 },
        { "level_/task_3", 0, 0 },
        { "level_1", 0, 0 },
        { "task_3/level_1", 0, 0 },
        { "level_1/mytask_3", 0, 0 },
        { "", 0, 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int level = 0;
        int task = 0;
        assert_int_equal(kb_task_of_path(cases[i].path, &level, &task), cases[i].level != 0);
        assert_int_equal(level, cases[i].level);
        assert_int_equal(task, cases[i].task);
    }
}

static void test_level_keys(void **state)
{
    (void)state;
    static const char *const good[] = { "1", "l1", "level1", "level_1", "level-1" };
    static const char *const bad[] = { "", "level", "levels1", "x1", "1a", "level__1" };
    int level = 0;
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        level = 0;
        assert_true(kb_level_of_key(good[i], &level));
        assert_int_equal(level, 1);
    }
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_false(kb_level_of_key(bad[i], &level));
}

static void test_levels_in_paths(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int level;
    } cases[] = {
        { "/runs/deepseek_api_level1_musa_s4000/eval_results.json", 1 },
        { "/runs/opus4_level2_20250903_065424/x.json", 2 },
        { "/runs/codex_gpt55_retime_l3/eval_results.json", 3 },
        { "/runs/Level_4/eval_results.json", 4 },
        { "level_2.json", 2 },
        { "/level1/runs/level_2/x.json", 2 },
        { "/level1/runs/x.json", 1 },
        { "/runs/L4/eval_results.json", 0 }, /* a GPU */
        { "/runs/l40s/eval_results.json", 0 },
        { "/runs/level1_and_level2/x.json", 0 },
        { "/runs/level12/x.json", 0 },
        { "/runs/model1/x.json", 0 },
        { "/runs/level0/x.json", 0 },
        { "/runs/sublevel1/x.json", 0 },
        { "", 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(path_level(cases[i].path), cases[i].level);
}

static const struct {
    const char *json;
    const char *outcome;
    bool compiled, correct;
} outcomes[] = {
    { "{\"compiled\":true,\"correctness\":true,\"runtime\":1}", "measured", true, true },
    { "{\"compiled\":true,\"correctness\":true,\"runtime\":-1}", "measured", true, true },
    { "{\"compiled\":true,\"correctness\":false}", "mismatch", true, false },
    { "{\"compiled\":false,\"correctness\":false}", "compile", false, false },
    { "{\"compiled\":false}", "compile", false, false },
    { "{\"correctness\":false,\"metadata\":{\"correctness_issue\":\"Output mismatch\"}}",
      "mismatch", true, false },
    { "{\"compiled\":true,\"correctness\":false,\"metadata\":{\"correctness_issue\":\"Output "
      "mismatch\","
      "\"max_difference\":\"['nan', '1.0']\"}}",
      "nan", true, false },
    { "{\"compiled\":false,\"correctness\":false,\"metadata\":{\"cuda_error\":\"CUDA Error: the "
      "launch "
      "timed out and was terminated\"}}",
      "timeout", false, false },
    { "{\"compiled\":true,\"correctness\":false,\"metadata\":{\"eval_0\":{\"runtime_error\":\"x\"}}"
      "}",
      "crash", true, false },
    { "{\"compiled\":true,\"correctness\":false,\"metadata\":{\"error_type\":\"ShapeMismatch\"}}",
      "wrong_shape", true, false },
    { "{\"compiled\":false,\"correctness\":false,\"metadata\":{\"gpu_error\":true}}", "infra",
      false, false },
    { "{\"compiled\":false,\"correctness\":false,\"metadata\":[1,2]}", "compile", false, false },
};

static void test_outcomes(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(outcomes); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct ingest_sample r = ingest_sample_unknown;
        const char *why = NULL;
        bool guessed = false;
        struct json *j = json_parse("t", outcomes[i].json, strlen(outcomes[i].json), &err);
        assert_non_null(j);
        assert_true(kb_record_read(&a, j, &r, &guessed, &why));
        assert_string_equal(r.outcome, outcomes[i].outcome);
        assert_int_equal(r.compiled, outcomes[i].compiled);
        assert_int_equal(r.correct, outcomes[i].correct);
        assert_string_equal(r.extra, outcomes[i].json);
        json_free(j);
        arena_release(&a);
    }
}

static void test_times_become_microseconds(void **state)
{
    (void)state;
    static const double unmeasured[] = { -1, 0, 1e308, (double)NAN, (double)INFINITY };
    assert_true(fabs(kb_runtime_us(2.71) - 2710) < 1e-9);
    for (size_t i = 0; i < ARRAY_LEN(unmeasured); i++)
        assert_true(isnan(kb_runtime_us(unmeasured[i])));
}

static void test_messages_are_one_short_line(void **state)
{
    (void)state;
    struct arena a = { 0 };
    char text[1000];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_string_equal(kb_message(&a, "k", "\n  first\nsecond"), "k: first");
    assert_int_equal(strlen(kb_message(&a, "k", text)), strlen("k: ...") + 200);
    /* A character is not cut in two. */
    memcpy(text + 199, "\xc3\xa9", 2);
    const char *cut = kb_message(&a, "k", text);
    assert_memory_equal(cut + 3 + 199, "\xc3\xa9...", 6);
    arena_release(&a);
}

static void test_formats_are_found_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; ingest_formats[i] != NULL; i++) {
        const struct ingest_format *f = ingest_formats[i];
        assert_ptr_equal(ingest_find_format(f->name), f);
        assert_non_null(f->take);
        assert_true(f->parts == NULL || f->folders);
        assert_true(f->version >= 1);
        assert_non_null(f->summary);
    }
    assert_null(ingest_find_format("nonsense"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_in_names),
        cmocka_unit_test(test_problem_numbers_of_file_names),
        cmocka_unit_test(test_levels_and_tasks_of_paths),
        cmocka_unit_test(test_level_keys),
        cmocka_unit_test(test_levels_in_paths),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_times_become_microseconds),
        cmocka_unit_test(test_messages_are_one_short_line),
        cmocka_unit_test(test_formats_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
