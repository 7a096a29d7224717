/*
 * gate_checks_test.c - every check that the gate makes of small problems, in its words, and what a
 * wrong kernel adds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/gate.h"
#include "tasks/task_shape.h"

static struct arena arena;

static const struct task *sized(const char *id, const int64_t *dims)
{
    const struct task *found = NULL, *t = NULL;
    struct err err = { 0 };
    if (task_find(id, &arena, &found, &err) != 0 ||
        task_with_dims(found, CASE_TINY, dims, &arena, &t, &err) != 0)
        fail_msg("%s: %s", id, err.msg);
    return t;
}

static struct gate_case prepare(const struct task *t, uint64_t trial)
{
    struct gate_case g;
    struct err err = { 0 };
    if (gate_prepare(t, CASE_TINY, 5, trial, &arena, &g, &err) != 0)
        fail_msg("%s: %s", t->id, err.msg);
    return g;
}

static const char *text_of(const struct gate_result *r)
{
    struct buf b = { 0 };
    for (size_t i = 0; i < r->n_checks; i++) {
        const struct gate_check *c = &r->checks[i];
        buf_printf(&b, "%s %s %s %.3g: %s\n", c->name, c->subject, c->pass ? "holds" : "FAILS",
                   c->value, c->detail);
    }
    buf_printf(&b, "%s\n", r->pass ? "passes" : "fails");
    const char *text = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return text;
}

struct row {
    const char *id;
    int64_t dims[TASK_MAX_DIMS];
    double looser; /* times the usual tolerances */
    const char *text;
};

static const struct row rows[] = {
    { "l1/4",
      { 5, 7 },
      1,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 5 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 5 elements refused\n"
      "zeros y holds 5.03e+04: is refused at 5 of 5 elements, worst error 5.03e+04 x the "
      "tolerance\n"
      "ones y holds 7.47e+04: is refused at 5 of 5 elements, worst error 7.47e+04 x the tolerance\n"
      "mean y holds 5.21e+04: is refused at 5 of 5 elements, worst error 5.21e+04 x the tolerance\n"
      "copy_of_A y holds 3.59e+04: is refused at 5 of 5 elements, worst error 3.59e+04 x the "
      "tolerance\n"
      "copy_of_x y holds 3.39e+04: is refused at 5 of 5 elements, worst error 3.39e+04 x the "
      "tolerance\n"
      "f16_result y holds 5.53: is refused at 5 of 5 elements, worst error 5.53 x the tolerance\n"
      "bf16_result y holds 92.8: is refused at 5 of 5 elements, worst error 92.8 x the tolerance\n"
      "f16_inputs y holds 13.9: is refused at 4 of 5 elements, worst error 13.9 x the tolerance\n"
      "bf16_inputs y holds 91.3: is refused at 5 of 5 elements, worst error 91.3 x the tolerance\n"
      "depends_on_input A holds 1: another A changes 5 of 5 output elements\n"
      "both_signs A holds -0.979: values from -0.979 to 0.9501\n"
      "depends_on_input x holds 1: another x changes 5 of 5 output elements\n"
      "both_signs x holds -0.611: values from -0.6111 to 0.8814\n"
      "passes\n" },
    { "l1/28",
      { 70 },
      1,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 70 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 70 elements refused\n"
      "zeros y holds 9.09e+04: is refused at 55 of 70 elements, worst error 9.09e+04 x the "
      "tolerance\n"
      "ones y holds 1e+06: is refused at 46 of 70 elements, worst error 1e+06 x the tolerance\n"
      "mean y holds 5.75e+05: is refused at 70 of 70 elements, worst error 5.75e+05 x the "
      "tolerance\n"
      "copy_of_x y holds 5.85e+06: is refused at 70 of 70 elements, worst error 5.85e+06 x the "
      "tolerance\n"
      "f16_result y holds 30.4: is refused at 30 of 70 elements, worst error 30.4 x the tolerance\n"
      "bf16_result y holds 221: is refused at 30 of 70 elements, worst error 221 x the tolerance\n"
      "f16_inputs y holds 56.8: is refused at 25 of 70 elements, worst error 56.8 x the tolerance\n"
      "bf16_inputs y holds 541: is refused at 30 of 70 elements, worst error 541 x the tolerance\n"
      "depends_on_input x holds 0.914: another x changes 64 of 70 output elements\n"
      "both_signs x holds -5.85: values from -5.855 to 5.788\n"
      "passes\n" },
    { "l1/51",
      { 3, 5, 2 },
      1,
      "oracle_agrees y holds 0: differs from the C reference by at most 0 x the tolerance, 0 of 6 "
      "elements refused\n"
      "baseline_agrees y holds 0: differs from the C reference by at most 0 x the tolerance, 0 of "
      "6 elements refused\n"
      "zeros y holds inf: is refused at 6 of 6 elements, worst error inf x the tolerance\n"
      "ones y holds inf: is refused at 5 of 6 elements, worst error inf x the tolerance\n"
      "mean y holds inf: is refused at 6 of 6 elements, worst error inf x the tolerance\n"
      "copy_of_x y holds inf: is refused at 6 of 6 elements, worst error inf x the tolerance\n"
      "off_by_one y holds inf: is refused at 6 of 6 elements, worst error inf x the tolerance\n"
      "f16_inputs y FAILS 0: is NOT refused at 0 of 6 elements, worst error 0 x the tolerance\n"
      "bf16_inputs y FAILS 0: is NOT refused at 0 of 6 elements, worst error 0 x the tolerance\n"
      "depends_on_input x holds 1: another x changes 6 of 6 output elements\n"
      "both_signs x holds -0.996: values from -0.9964 to 0.9692\n"
      "fails\n" },
    { "l1/93",
      { 8, 9 },
      1,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 72 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 72 elements refused\n"
      "zeros y holds 3.71e+04: is refused at 64 of 72 elements, worst error 3.71e+04 x the "
      "tolerance\n"
      "ones y holds 5.61e+04: is refused at 72 of 72 elements, worst error 5.61e+04 x the "
      "tolerance\n"
      "mean y holds 3.87e+04: is refused at 72 of 72 elements, worst error 3.87e+04 x the "
      "tolerance\n"
      "copy_of_x y holds 4.5e+04: is refused at 64 of 72 elements, worst error 4.5e+04 x the "
      "tolerance\n"
      "copy_of_mask y holds 5.61e+04: is refused at 64 of 72 elements, worst error 5.61e+04 x the "
      "tolerance\n"
      "f16_result y holds 8.74: is refused at 48 of 72 elements, worst error 8.74 x the tolerance\n"
      "bf16_result y holds 63.9: is refused at 64 of 72 elements, worst error 63.9 x the "
      "tolerance\n"
      "f16_inputs y holds 12.1: is refused at 51 of 72 elements, worst error 12.1 x the tolerance\n"
      "bf16_inputs y holds 53.9: is refused at 64 of 72 elements, worst error 53.9 x the "
      "tolerance\n"
      "depends_on_input x holds 0.889: another x changes 64 of 72 output elements\n"
      "both_signs x holds -0.986: values from -0.9857 to 0.9838\n"
      "depends_on_input mask holds 0.847: another mask changes 61 of 72 output elements\n"
      "both_signs mask holds 0: values from 0 to 1, because a mask is 0 or 1\n"
      "passes\n" },
    { "l1/95",
      { 4, 5 },
      1,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 1 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 1 elements refused\n"
      "zeros y holds 5e+04: is refused at 1 of 1 elements, worst error 5e+04 x the tolerance\n"
      "ones y holds 4.93e+04: is refused at 1 of 1 elements, worst error 4.93e+04 x the tolerance\n"
      "copy_of_predictions y holds 2.24e+04: is refused at 1 of 1 elements, worst error 2.24e+04 x "
      "the tolerance\n"
      "copy_of_targets y holds 4.93e+04: is refused at 1 of 1 elements, worst error 4.93e+04 x the "
      "tolerance\n"
      "f16_result y holds 19.5: is refused at 1 of 1 elements, worst error 19.5 x the tolerance\n"
      "bf16_result y holds 103: is refused at 1 of 1 elements, worst error 103 x the tolerance\n"
      "other_draw y holds 1.22e+04: is refused at 1 of 1 elements, worst error 1.22e+04 x the "
      "tolerance\n"
      "depends_on_input predictions holds 1: another predictions changes 1 of 1 output elements\n"
      "both_signs predictions holds -54.4: values from -54.39 to 63.72\n"
      "depends_on_input targets holds 1: another targets changes 1 of 1 output elements\n"
      "both_signs targets holds 0: values from 0 to 4\n"
      "passes\n" },
    { "l1/94",
      { 9, 8 },
      4,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 1 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 1 elements refused\n"
      "zeros y holds 1.25e+04: is refused at 1 of 1 elements, worst error 1.25e+04 x the "
      "tolerance\n"
      "ones y holds 4.04e+03: is refused at 1 of 1 elements, worst error 4.04e+03 x the tolerance\n"
      "copy_of_predictions y holds 7.83e+03: is refused at 1 of 1 elements, worst error 7.83e+03 x "
      "the tolerance\n"
      "copy_of_targets y holds 1.4e+04: is refused at 1 of 1 elements, worst error 1.4e+04 x the "
      "tolerance\n"
      "f16_result y holds 2.3: is refused at 1 of 1 elements, worst error 2.3 x the tolerance\n"
      "bf16_result y holds 32.1: is refused at 1 of 1 elements, worst error 32.1 x the tolerance\n"
      "other_draw y holds 872: is refused at 1 of 1 elements, worst error 872 x the tolerance\n"
      "depends_on_input predictions holds 1: another predictions changes 1 of 1 output elements\n"
      "both_signs predictions holds -1.87: values from -1.869 to 1.908\n"
      "depends_on_input targets holds 1: another targets changes 1 of 1 output elements\n"
      "both_signs targets holds -1.21: values from -1.207 to 1.221\n"
      "passes\n" },
    { "l1/94",
      { 9, 8 },
      1000,
      "oracle_agrees y holds 0.005: differs from the C reference by at most 0.005 x the tolerance, "
      "0 of 1 elements refused\n"
      "baseline_agrees y holds 0.25: differs from the C reference by at most 0.25 x the tolerance, "
      "0 of 1 elements refused\n"
      "zeros y holds 49.8: is refused at 1 of 1 elements, worst error 49.8 x the tolerance\n"
      "ones y holds 16.2: is refused at 1 of 1 elements, worst error 16.2 x the tolerance\n"
      "copy_of_predictions y holds 31.3: is refused at 1 of 1 elements, worst error 31.3 x the "
      "tolerance\n"
      "copy_of_targets y holds 56: is refused at 1 of 1 elements, worst error 56 x the tolerance\n"
      "f16_result y FAILS 0.00704: is NOT refused at 0 of 1 elements, worst error 0.00704 x the "
      "tolerance\n"
      "bf16_result y FAILS 0.039: is NOT refused at 0 of 1 elements, worst error 0.039 x the "
      "tolerance\n"
      "other_draw y holds 3.49: is refused at 1 of 1 elements, worst error 3.49 x the tolerance\n"
      "depends_on_input predictions holds 1: another predictions changes 1 of 1 output elements\n"
      "both_signs predictions holds -1.87: values from -1.869 to 1.908\n"
      "depends_on_input targets holds 1: another targets changes 1 of 1 output elements\n"
      "both_signs targets holds -1.21: values from -1.207 to 1.221\n"
      "fails\n" },
};

/* The oracle's first element is off by 0.005, the baseline's by 0.25 tolerances. */
static int run_gate(const struct task *t, const struct gate_case *g, struct gate_result *out,
                    struct err *err)
{
    double *kernels[2];
    for (size_t k = 0; k < 2; k++) {
        size_t n = (size_t)g->n_output[0];
        kernels[k] = arena_array(&arena, n, sizeof(double));
        memcpy(kernels[k], g->outputs[0], n * sizeof(double));
        kernels[k][0] +=
            (k == 0 ? 0.005 : 0.25) * (t->atol[CASE_TINY] + t->rtol * fabs(g->outputs[0][0]));
    }
    const double *oracle[] = { kernels[0] }, *baseline[] = { kernels[1] };
    memset(out, 1, sizeof *out);
    return gate_run(t, g, oracle, baseline, &arena, out, err);
}

static void the_checks_of_small_problems_are_these(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct task t = *sized(rows[i].id, rows[i].dims);
        struct gate_case g = prepare(&t, 0);
        struct gate_result r;
        struct err err = { 0 };
        t.atol[CASE_TINY] *= rows[i].looser;
        t.rtol *= rows[i].looser;
        if (run_gate(&t, &g, &r, &err) != 0)
            fail_msg("%s: %s", t.id, err.msg);
        const char *got = text_of(&r);
        if (strcmp(got, rows[i].text) != 0)
            fail_msg("%s:\n%s", t.id, got);
    }
}

/* A wrong kernel is off by so many tolerances at its elements 1 and 2, in the second draw too. */
static void a_wrong_kernel_is_refused_in_one_of_two_draws(void **state)
{
    static const struct {
        bool has_second;
        double off[2][2];
        const char *text;
    } wrong[] = {
        { false,
          { { 3, 0.5 } },
          "wrong_odd y holds 3: is refused: 1 elements, 0 in the second draw\npasses\n" },
        { false,
          { { 3, -7 } },
          "wrong_odd y holds 7: is refused: 2 elements, 0 in the second draw\npasses\n" },
        { false,
          { { 0.5, 0.75 } },
          "wrong_odd y FAILS 0.75: is NOT refused: 0 elements, 0 in the second draw\nfails\n" },
        { true,
          { { 0, 0 }, { 0.5, 4 } },
          "wrong_odd y holds 4: is refused: 0 elements, 1 in the second draw\npasses\n" },
        { true,
          { { 2, 5 }, { 0.5, 4 } },
          "wrong_odd y holds 5: is refused: 2 elements, 1 in the second draw\npasses\n" },
        { true,
          { { 0.25, 0 }, { 0.5, 0 } },
          "wrong_odd y FAILS 0.5: is NOT refused: 0 elements, 0 in the second draw\nfails\n" },
    };
    const struct task *t = sized("l1/4", (const int64_t[]){ 5, 7 });
    (void)state;
    assert_true(t->second_factor > 1);
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        struct gate_case g[2] = { prepare(t, 0), prepare(t, TASK_SECOND_DRAW) };
        double made[2][5];
        const double *got[2][1] = { { made[0] }, { made[1] } };
        struct gate_result r = { .pass = true };
        for (size_t draw = 0; draw < 2; draw++) {
            memcpy(made[draw], g[draw].outputs[0], sizeof made[draw]);
            for (size_t k = 0; k < 2; k++)
                made[draw][k + 1] +=
                    wrong[i].off[draw][k] * (task_atol(t, CASE_TINY, g[draw].trial) +
                                             t->rtol * fabs(g[draw].outputs[0][k + 1]));
        }
        gate_add_wrong(t, "odd", &g[0], got[0], wrong[i].has_second ? &g[1] : NULL,
                       wrong[i].has_second ? got[1] : NULL, &arena, &r);
        if (strcmp(text_of(&r), wrong[i].text) != 0)
            fail_msg("row %zu: %s", i, text_of(&r));
        r.pass = false; /* what was refused before stays so */
        gate_add_wrong(t, "odd", &g[0], got[0], NULL, NULL, &arena, &r);
        assert_false(r.pass);
        assert_int_equal(r.n_checks, 2);
    }
}

/* With half precision refused for a reason of an input, or of a single number, or not. */
static void a_reference_that_is_missing_is_said(void **state)
{
    static const struct {
        const char *id;
        int64_t dims[TASK_MAX_DIMS];
        const char *half_because;
    } missing[] = {
        { "l1/4", { 5, 7 }, NULL },
        { "l1/4", { 5, 7 }, "of this test" },
        { "l1/94", { 9, 8 }, "of this test" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(missing); i++) {
        struct task t = *sized(missing[i].id, missing[i].dims);
        struct gate_case g = prepare(&t, 0);
        struct gate_result r;
        struct err err = { 0 };
        t.inputs[1].half_because = missing[i].half_because;
        t.family = "unknown";
        assert_int_equal(run_gate(&t, &g, &r, &err), ERR_NOMATCH);
        assert_non_null(strstr(err.msg, "no reference in C for family unknown"));
        t.atol[CASE_TINY] = HUGE_VAL; /* another number is asked for */
        assert_int_equal(run_gate(&t, &g, &r, &err), ERR_NOMATCH);
    }
}

/* Of few values the bounds they are drawn from decide, of many the values. */
static void signs_of_inputs(void **state)
{
    static const struct {
        int64_t n;
        double lo, hi;
        const char *because;
        bool holds, says_why;
    } rows_of_signs[] = {
        { 5, -1, 1, NULL, true, false },     { 5, 0, 1, NULL, false, false },
        { 5, -1, 0, NULL, false, false },    { 5, 0.5, 1, "it is", true, true },
        { 5, 0, 1, "it is", true, true },    { 5, -1, 0, "it is", true, true },
        { 5, -1, 1, "it is", true, false },  { 5000, -1, 1, NULL, true, false },
        { 5000, 0, 1, NULL, false, false },  { 5000, -1, 0, NULL, false, false },
        { 5000, 0, 1, "it is", true, true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows_of_signs); i++) {
        struct task t = *sized("l1/28", (const int64_t[]){ rows_of_signs[i].n });
        struct gate_result r;
        struct err err = { 0 };
        t.inputs[0].lo = rows_of_signs[i].lo;
        t.inputs[0].hi = rows_of_signs[i].hi;
        t.inputs[0].one_sided_because = rows_of_signs[i].because;
        struct gate_case g = prepare(&t, 0);
        assert_int_equal(run_gate(&t, &g, &r, &err), 0);
        const struct gate_check *c = &r.checks[r.n_checks - 1];
        assert_string_equal(c->name, "both_signs");
        assert_int_equal(c->pass, rows_of_signs[i].holds);
        assert_int_equal(strstr(c->detail, ", because it is") != NULL, rows_of_signs[i].says_why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checks_of_small_problems_are_these),
        cmocka_unit_test(a_wrong_kernel_is_refused_in_one_of_two_draws),
        cmocka_unit_test(a_reference_that_is_missing_is_said),
        cmocka_unit_test(signs_of_inputs),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
