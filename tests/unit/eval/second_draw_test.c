/*
 * second_draw_test.c - hidden inputs of another scale with special values, and the kernels they
 * find.
 *
 * labels: release
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/compare.h"
#include "src/eval/eval.h"
#include "tests/unit/eval/evaluator_fixture.h"

static int64_t elements_of(const struct task *t, const struct task_tensor *x)
{
    int64_t n = 0;
    assert_int_equal(task_elements(t, CASE_TINY, x, &n, NULL), 0);
    return n;
}

/* The oracle decides; the reference in C agrees. */
static void oracle_and_reference_agree(const struct task *t)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const void *inputs[TASK_MAX_TENSORS] = { NULL };
    double *want[TASK_MAX_TENSORS], *got[TASK_MAX_TENSORS];
    for (size_t i = 0; i < t->n_inputs; i++) {
        int64_t n = elements_of(t, &t->inputs[i]);
        void *x = arena_array(&a, (size_t)n, dtype_size(t->inputs[i].dtype));
        assert_int_equal(task_fill_input(t, CASE_TINY, i, 9, TASK_SECOND_DRAW, x, n, NULL), 0);
        inputs[i] = x;
    }
    for (size_t o = 0; o < t->n_outputs; o++) {
        size_t n = (size_t)elements_of(t, &t->outputs[o]);
        want[o] = arena_array(&a, n, sizeof *want[o]);
        got[o] = arena_array(&a, n, sizeof *got[o]);
    }
    assert_int_equal(task_reference(t, CASE_TINY, inputs, want, &err), 0);
    if (evaluator_apply(evaluator, &(struct apply){ t->oracle, t, CASE_TINY, inputs, true, got },
                        &err) != 0)
        fail_msg("%s: %s", t->id, err.msg);
    for (size_t o = 0; o < t->n_outputs; o++) {
        struct output_comparison c;
        compare_outputs(
            &(struct output_pair){ got[o], DTYPE_F64, want[o], elements_of(t, &t->outputs[o]),
                                   task_atol(t, CASE_TINY, TASK_SECOND_DRAW) / 100, t->rtol / 100 },
            &c);
        if (c.matched != c.n)
            fail_msg("%s: %lld of %lld elements differ, first at %lld", t->id,
                     (long long)(c.n - c.matched), (long long)c.n, (long long)c.worst_index);
    }
    arena_release(&a);
}

static void evaluate(const char *text, const struct task *t, struct arena *a,
                     struct eval_result *out)
{
    struct err err = { 0 };
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = t,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .input_seed = 21,
                            .threads = 1 };
    if (evaluator_run(evaluator, &job, a, out, &err) != 0)
        fail_msg("%s", err.msg);
}

static void every_task_has_one_that_its_baseline_passes(void **state)
{
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n = 0;
    (void)state;
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < n; i++) {
        struct eval_result r;
        bool seen = false;
        /* Products of other factors than those near 1 would leave the floats. */
        assert_int_equal(tasks[i]->has_second, tasks[i]->problem_id != 90);
        if (!tasks[i]->has_second)
            continue;
        oracle_and_reference_agree(tasks[i]);
        evaluate(tasks[i]->baseline, tasks[i], &a, &r);
        if (r.outcome != OUTCOME_MEASURED)
            fail_msg("%s: %s", tasks[i]->id, r.message);
        for (size_t k = 0; k < r.n_evidence; k++)
            seen = seen || (strcmp(r.evidence[k].kind, "second_draw") == 0 && r.evidence[k].pass);
        assert_true(seen);
    }
    arena_release(&a);
}

static const struct {
    const char *task, *formula, *where;
    enum outcome outcome;
} kernels[] = {
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "isnan(v)", OUTCOME_MISMATCH },
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "v == INFINITY", OUTCOME_MISMATCH },
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "v == -INFINITY", OUTCOME_MISMATCH },
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "v == 0.0f", OUTCOME_MISMATCH },
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "v != 0.0f && fabsf(v) < FLT_MIN",
      OUTCOME_MISMATCH },
    { "l1/29", "v > 20.0f ? v : log1pf(expf(v))", "fabsf(v) > 1e5f && fabsf(v) < 1e37f",
      OUTCOME_MISMATCH },
    { "l1/30", "v / (1.0f + fabsf(v))", "isnan(v)", OUTCOME_MISMATCH },
    { "l1/30", "v / (1.0f + fabsf(v))", "fabsf(v) > 8.0f && fabsf(v) < 128.0f", OUTCOME_MISMATCH },
    /* The task leaves this open. */
    { "l1/30", "v / (1.0f + fabsf(v))", "isinf(v)", OUTCOME_MEASURED },
    { "l1/32", "fminf(fmaxf(v, -1.0f), 1.0f)", "isnan(v)", OUTCOME_MEASURED },
    { "l1/32", "fminf(fmaxf(v, -1.0f), 1.0f)", "isinf(v)", OUTCOME_MISMATCH },
    { "l1/28", "fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f)", "isnan(v)", OUTCOME_MEASURED },
    { "l1/28", "fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f)", "fabsf(v) > 1e20f", OUTCOME_MISMATCH },
};

static void each_value_is_looked_at(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(kernels); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        const struct task *t = NULL;
        assert_int_equal(task_find(kernels[i].task, &a, &t, NULL), 0);
        evaluate(arena_printf(&a,
                              "//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256\n"
                              "__global__ void k(const float *x, float *y, int n)\n"
                              "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                              "    if (i >= n)\n        return;\n    float v = x[i];\n"
                              "    y[i] = %s ? 42.0f : %s;\n}\n",
                              kernels[i].where, kernels[i].formula),
                 t, &a, &r);
        if (r.outcome != kernels[i].outcome)
            fail_msg("%s, 42 where %s: %s (%s)", kernels[i].task, kernels[i].where,
                     outcome_name(r.outcome), r.message);
        if (r.outcome == OUTCOME_MISMATCH)
            assert_non_null(strstr(r.message, "another scale"));
        arena_release(&a);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_has_one_that_its_baseline_passes),
        cmocka_unit_test(each_value_is_looked_at),
    };
    return cmocka_run_group_tests_name("second_draw", tests, open_evaluator, close_evaluator);
}
