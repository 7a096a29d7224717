/* The C references on cases computed by hand, and on those that PyTorch has computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/task.h"
#include "tasks/task_shape.h"

struct example {
    const char *id;
    int64_t dims[3];
    float in[2][8];
    size_t n_out;
    double out[6];
};

/* torch.nn.functional; softplus(1) = ln(1 + e), the others exact. */
static const struct example examples[] = {
    { "l1/4", { 2, 3 }, { { 1, 2, 3, 4, 5, 6 }, { 1, -1, 2 } }, 2, { 5, 11 } },
    { "l1/5", { 2, 3 }, { { 1, -2, 3, 0, 5, -6 }, { 3 } }, 6, { 3, -6, 9, 0, 15, -18 } },
    { "l1/12", { 2, 3 }, { { 2, -1 }, { 1, 2, 3, 4, 5, 6 } }, 6, { 2, 4, 6, -4, -5, -6 } },
    { "l1/14", { 2 }, { { 1, 2, 0, 3 }, { 4, 5, 0, -6 } }, 4, { 4, -7, 0, -18 } },
    { "l1/15", { 2 }, { { 1, 0, 2, 3 }, { 4, 0, 5, -6 } }, 4, { 4, 0, 23, -18 } },
    /* A is k x m = 3 x 2, B is n x k = 1 x 3 */
    { "l1/18", { 2, 1, 3 }, { { 1, 2, 3, 4, 5, 6 }, { 1, 0, -1 } }, 2, { -4, -4 } },
    { "l1/28", { 6 }, { { -7, -3, 0, 1.5F, 3, 9 } }, 6, { 0, 0, 0.5, 0.75, 1, 1 } },
    { "l1/29",
      { 5 },
      { { 0, 1, -1, 1000, -1000 } },
      5,
      { 0.69314718055994530942, 1.3132616875182228341, 0.31326168751822283405, 1000, 0 } },
    { "l1/30", { 5 }, { { 0, 1, -1, 3, -7 } }, 5, { 0, 0.5, -0.5, 0.75, -0.875 } },
    { "l1/32", { 5 }, { { -2, -1, 0.25F, 1, 9 } }, 5, { -1, -1, 0.25, 1, 1 } },
};

static void every_family_computes_its_example(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(examples); i++) {
        const struct example *x = &examples[i];
        const struct task *found;
        struct err err = { 0 };
        double out[8];
        double *outputs[] = { out };
        const void *inputs[] = { x->in[0], x->in[1] };
        assert_int_equal(task_find(x->id, &a, &found, &err), 0);
        struct task t = *found;
        for (size_t d = 0; d < t.n_dims; d++)
            t.dim_values[CASE_TINY][d] = x->dims[d];
        for (size_t k = 0; k < ARRAY_LEN(out); k++)
            out[k] = 12345;
        if (task_reference(&t, CASE_TINY, inputs, outputs, &err) != 0)
            fail_msg("%s: %s", x->id, err.msg);
        for (size_t k = 0; k < x->n_out; k++)
            if (!(fabs(out[k] - x->out[k]) <= 1e-15 * fmax(1, fabs(x->out[k]))))
                fail_msg("%s[%zu] is %.17g, not %.17g", x->id, k, out[k], x->out[k]);
        for (size_t k = x->n_out; k < ARRAY_LEN(out); k++)
            assert_true(fabs(out[k] - 12345) <= 0);
    }
    arena_release(&a);
}

struct sum {
    const char *id;
    int64_t dims[TASK_MAX_DIMS];
    size_t n_out;
    double sum;
};

/* Of PyTorch 1.13's outputs in double precision, computed by the definitions in
 * tests/support/torch_tasks.py from the inputs of draw(): output k times k % 13 + 1. */
static const struct sum sums[] = {
    { "l1/1", { 7 }, 49, -83.55859375 },
    { "l1/2", { 4, 5, 3 }, 20, 201.3046875 },
    { "l1/3", { 2, 3, 4, 5 }, 30, -21.42578125 },
    { "l1/4", { 4, 5 }, 4, 5.15625 },
    { "l1/5", { 4, 5 }, 20, -2.490234375 },
    { "l1/6", { 4, 5, 3 }, 20, 201.3046875 },
    { "l1/7", { 4, 5, 3 }, 20, 201.3046875 },
    { "l1/8", { 4, 5, 3 }, 20, 201.3046875 },
    { "l1/9", { 4, 5, 3 }, 20, 201.3046875 },
    { "l1/10", { 2, 3, 4, 5 }, 30, -161.27734375 },
    { "l1/11", { 2, 3, 4, 5, 6 }, 144, -576.78125 },
    { "l1/12", { 4, 5 }, 20, 56.83984375 },
    { "l1/13", { 7 }, 49, -83.55859375 },
    { "l1/14", { 7 }, 49, 259.17578125 },
    { "l1/15", { 7 }, 49, -154.80859375 },
    { "l1/16", { 4, 5, 3 }, 20, 13.078125 },
    { "l1/17", { 4, 5, 3 }, 20, -254.796875 },
    { "l1/18", { 4, 5, 3 }, 20, -49.1953125 },
    { "l1/19", { 101 }, 101, 567.6875 },
    { "l1/20", { 101 }, 101, 562.42624999999998 },
    { "l1/21", { 101 }, 101, 351.6887994913273 },
    { "l1/22", { 101 }, 101, 11.884257195559769 },
    { "l1/23", { 4, 5 }, 20, 22.048649487507497 },
    { "l1/24", { 4, 5 }, 20, -334.51221823759016 },
    { "l1/25", { 101 }, 101, 425.22077591475386 },
    { "l1/26", { 101 }, 101, 512.86572585032184 },
    { "l1/27", { 101 }, 101, 181.91227595410089 },
    { "l1/28", { 101 }, 101, 352.82291666666663 },
    { "l1/29", { 101 }, 101, 738.23612217466712 },
    { "l1/30", { 101 }, 101, 8.8957334021386014 },
    { "l1/31", { 101 }, 101, 331.88879899744279 },
    { "l1/32", { 101 }, 101, 12.9375 },
    { "l1/33", { 2, 2, 3, 4 }, 48, 533.91014016568215 },
    { "l1/34", { 2, 2, 3, 4 }, 48, 3.1604015978187814 },
    { "l1/35", { 2, 2, 2, 3, 4 }, 96, 538.71737265912111 },
    { "l1/36", { 2, 2, 3, 4 }, 48, -10.697391509987972 },
    { "l1/37", { 7 }, 7, -2.2255261658551522 },
    { "l1/38", { 4, 5 }, 20, -1.234397793686334 },
    { "l1/39", { 4, 5 }, 20, -0.90659864272692881 },
    { "l1/40", { 2, 2, 3, 4 }, 48, 31.937845144741331 },
    { "l1/41", { 2, 19 }, 12, 191.1875 },
    { "l1/42", { 2, 3, 4 }, 12, 208.9375 },
    { "l1/43", { 2, 7, 8, 9 }, 24, 351.125 },
    { "l1/44", { 2, 5 }, 12, 2.40625 },
    { "l1/45", { 2, 32, 33 }, 12, 0.41580578512396738 },
    { "l1/46", { 2, 3, 4, 5 }, 24, -0.055555555555555081 },
    { "l1/47", { 4, 5, 3 }, 12, 16.875 },
    { "l1/48", { 4, 5, 3 }, 12, 3.375 },
    { "l1/49", { 4, 5, 3 }, 12, 164.625 },
    { "l1/50", { 2, 2, 3, 10, 11 }, 12, -648.12890625 },
    { "l1/51", { 4, 5, 3 }, 12, 212 },
    { "l1/52", { 4, 5, 3 }, 12, 75 },
    { "l1/53", { 4, 5, 3 }, 12, -141.9375 },
    { "l1/54", { 2, 2, 3, 3, 4, 5 }, 36, 571.05078125 },
    { "l1/55", { 2, 2, 3, 3, 4 }, 12, -47.171875 },
    { "l1/56", { 2, 2, 3, 6, 7 }, 12, 470.69140625 },
    { "l1/57", { 2, 2, 3, 3, 4 }, 180, 515.734375 },
    { "l1/58", { 2, 2, 3, 3, 4, 5 }, 2640, 702.44140625 },
    { "l1/59", { 2, 2, 3, 3, 4, 5 }, 60, -584.92578125 },
    { "l1/60", { 2, 2, 3, 5, 6, 7 }, 36, -2459.94921875 },
    { "l1/61", { 2, 2, 3, 3, 4, 5 }, 1260, -590.79296875 },
    { "l1/62", { 2, 2, 3, 8, 9 }, 24, -4168.26953125 },
    { "l1/63", { 2, 2, 3, 3, 4 }, 12, -47.171875 },
    { "l1/64", { 2, 2, 3, 3 }, 30, 23.6640625 },
    { "l1/65", { 2, 2, 3, 3, 4 }, 300, -483.75390625 },
    { "l1/66", { 2, 2, 3, 5, 6, 7 }, 36, -2459.94921875 },
    { "l1/67", { 2, 2, 3, 4 }, 12, 197.72265625 },
    { "l1/68", { 2, 2, 3, 3, 4, 5 }, 2160, 405.921875 },
    { "l1/69", { 2, 2, 3, 3, 4 }, 240, -37.29296875 },
    { "l1/70", { 2, 2, 3, 3, 4, 5 }, 1260, -590.79296875 },
    { "l1/71", { 2, 2, 3, 3, 4 }, 180, 515.734375 },
    { "l1/72", { 2, 2, 3, 3, 4, 5 }, 11520, 1330.91015625 },
    { "l1/73", { 2, 2, 3, 3, 4, 5 }, 1890, -1169.94921875 },
    { "l1/74", { 2, 2, 3, 3 }, 90, 40.40234375 },
    { "l1/75", { 2, 2, 3, 3, 4 }, 1680, 378.66015625 },
    { "l1/76", { 2, 2, 3, 12 }, 12, -57.55859375 },
    { "l1/77", { 2, 2, 3, 3, 4, 5 }, 4158, -1314.578125 },
    { "l1/78", { 2, 2, 3, 3, 4 }, 72, -424.6171875 },
    { "l1/79", { 2, 2, 3, 3 }, 42, 280.1640625 },
    { "l1/80", { 2, 2, 3, 16, 17 }, 72, 468.36328125 },
    { "l1/81", { 2, 2, 3, 3, 4 }, 1404, -64.65234375 },
    { "l1/82", { 2, 2, 4, 5 }, 24, 225.4609375 },
    { "l1/83", { 2, 2, 3, 4 }, 16, 208.8515625 },
    { "l1/84", { 2, 2, 4, 5 }, 24, 225.4609375 },
    { "l1/85", { 2, 2, 6, 7 }, 16, 18.578125 },
    { "l1/86", { 2, 2, 3, 3, 4 }, 72, -192.572509765625 },
    { "l1/87", { 2, 2, 3, 3, 4 }, 72, -39.3984375 },
    { "l1/88", { 101 }, 101, 512.92149001862913 },
    { "l1/89", { 4, 5 }, 20, 7.9375 },
    { "l1/90", { 4, 5 }, 20, 50.863066975027323 },
    { "l1/91", { 4, 5 }, 20, -19.8125 },
    { "l1/92", { 4, 5 }, 20, 13.25 },
    { "l1/93", { 4, 5 }, 20, -71 },
    { "l1/94", { 4, 5 }, 1, 8.3746093750000004 },
    { "l1/95", { 4, 5 }, 1, 2.610516092730824 },
    { "l1/96", { 4, 5 }, 1, 2.1187499999999999 },
    { "l1/97", { 4, 5, 3 }, 60, 10.021275886268871 },
    { "l1/98", { 4, 5 }, 1, 1.9737401091306186 },
    { "l1/99", { 9, 3 }, 1, 0.60157364671745894 },
    { "l1/100", { 4, 5 }, 1, 1.078125 },
};

/* Multiples of a sixteenth (positive ones: of a sixty-fourth), of which 101 in a row differ; zeros
 * where a triangle has them. */
static void *draw(const struct task *t, size_t input, bool is_drawn)
{
    const struct task_tensor *x = &t->inputs[input];
    struct err err = { 0 };
    int64_t n = 0;
    assert_int_equal(task_elements(t, CASE_TINY, x, &n, &err), 0);
    void *data = mem_array((size_t)n, dtype_size(x->dtype));
    for (int64_t i = 0; i < n && is_drawn; i++) {
        int64_t k = (i * 37 + (int64_t)input * 29) % 101, side = t->dim_values[CASE_TINY][0];
        if ((x->structure == STRUCTURE_UPPER && i % side < i / side) ||
            (x->structure == STRUCTURE_LOWER && i % side > i / side))
            continue;
        if (x->dtype == DTYPE_U8)
            ((unsigned char *)data)[i] = (unsigned char)(k % 2);
        else if (x->dtype == DTYPE_I64)
            ((int64_t *)data)[i] = k % t->dim_values[CASE_TINY][1];
        else if (x->generator == GEN_EITHER)
            ((float *)data)[i] = k % 2 == 1 ? 1 : -1;
        else
            ((float *)data)[i] = x->lo > 0 ? (float)(k + 1) / 64 : (float)(k - 50) / 16;
    }
    return data;
}

/* Of a problem at its sizes here; inputs are drawn, or zeros.  To be freed. */
static double *compute(const struct sum *x, bool is_drawn, struct arena *a, int64_t *out_n)
{
    const struct task *found = NULL, *t = NULL;
    struct err err = { 0 };
    void *inputs[TASK_MAX_TENSORS];
    if (task_find(x->id, a, &found, &err) != 0 ||
        task_with_dims(found, CASE_TINY, x->dims, a, &t, &err) != 0 ||
        task_elements(t, CASE_TINY, &t->outputs[0], out_n, &err) != 0)
        fail_msg("%s: %s", x->id, err.msg);
    for (size_t k = 0; k < t->n_inputs; k++)
        inputs[k] = draw(t, k, is_drawn);
    double *out = mem_array((size_t)*out_n, sizeof(*out));
    for (int64_t k = 0; k < *out_n; k++)
        out[k] = 12345;
    if (task_reference(t, CASE_TINY, (const void *const *)inputs, &out, &err) != 0)
        fail_msg("%s: %s", x->id, err.msg);
    for (size_t k = 0; k < t->n_inputs; k++)
        free(inputs[k]);
    return out;
}

static void every_problem_has_the_sum_that_torch_has(void **state)
{
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(sums); i++) {
        int64_t n = 0;
        double *out = compute(&sums[i], true, &a, &n), sum = 0, size = 1;
        assert_int_equal(n, sums[i].n_out);
        for (int64_t k = 0; k < n; k++) {
            sum += out[k] * (double)(k % 13 + 1);
            size += fabs(out[k]) * (double)(k % 13 + 1);
        }
        if (!(fabs(sum - sums[i].sum) <= 1e-13 * size))
            fail_msg("%s: %.17g, not %.17g", sums[i].id, sum, sums[i].sum);
        free(out);
    }
    arena_release(&a);
}

static bool is_linear(int problem)
{
    return problem <= 18 || (problem >= 44 && problem <= 48) || problem == 50 ||
           (problem >= 54 && problem <= 87) || (problem >= 89 && problem <= 93 && problem != 90);
}

static void zeros_give_zeros_where_all_is_sums_and_products(void **state)
{
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(sums); i++) {
        int64_t n = 0;
        if (!is_linear((int)i + 1))
            continue;
        double *out = compute(&sums[i], false, &a, &n);
        for (int64_t k = 0; k < n; k++)
            if (!(fabs(out[k]) <= 0))
                fail_msg("%s[%d] is %g", sums[i].id, (int)k, out[k]);
        free(out);
    }
    arena_release(&a);
}

/* A family that nobody knows, and one that has another number of inputs. */
static void what_has_no_reference_is_refused(void **state)
{
    struct arena a = { 0 };
    const struct task *found;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(task_find("l1/50", &a, &found, &err), 0);
    for (int row = 0; row < 3; row++) {
        const void *inputs[TASK_MAX_TENSORS] = { NULL };
        double out[1] = { 0 }, *outputs[] = { out };
        struct task t = *found;
        if (row == 0)
            t.family = "conv4d";
        else if (row == 1)
            t.n_inputs = 1;
        else
            t.problem_id = 51; /* of two inputs, as all but one */
        assert_int_equal(task_reference(&t, CASE_TINY, inputs, outputs, &err), ERR_NOMATCH);
        assert_string_equal(err.msg, row == 0 ? "l1/50: no reference in C for family conv4d"
                                              : "l1/50: no reference in C for family conv2d");
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_family_computes_its_example),
        cmocka_unit_test(every_problem_has_the_sum_that_torch_has),
        cmocka_unit_test(zeros_give_zeros_where_all_is_sums_and_products),
        cmocka_unit_test(what_has_no_reference_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
