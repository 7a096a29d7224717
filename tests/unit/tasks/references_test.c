/* The C references on cases computed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/task.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_family_computes_its_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
