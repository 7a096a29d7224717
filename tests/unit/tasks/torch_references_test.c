/*
 * The C reference of every task is what PyTorch computes on the same inputs: those of a fixed seed
 * at the tiny sizes.  With ROLLBOOK_TORCH_SEED=N inputs and sizes, half of to twice the tiny ones,
 * are drawn from N.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "tasks/gate.h"
#include "tasks/task.h"
#include "tasks/task_shape.h"

#define USUAL_SEED 17

static char folder[64];
static const char *python;

/* Exit status of a program with at most two arguments. */
static int run(const char *program, const char *first, const char *second)
{
    pid_t child = fork();
    if (child == 0) {
        execlp(program, program, first, second, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 255;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static bool has_torch(const char *program)
{
    return run(program, "-c", "try:\n import torch\nexcept ImportError:\n exit(1)") == 0;
}

static void write_file(const struct task *t, const char *name, const void *data, size_t bytes)
{
    char path[160];
    snprintf(path, sizeof(path), "%s/%d_%s.bin", folder, t->problem_id, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

static void put_tensors(const struct task *t, const struct task_tensor *x, size_t n, struct buf *b)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names = task_names(t, CASE_TINY, names);
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "%s{\"name\": \"%s\", \"dtype\": \"%s\", \"shape\": [", i == 0 ? "" : ", ",
                   x[i].name, dtype_name(x[i].dtype));
        for (size_t d = 0; d < x[i].rank; d++) {
            int64_t extent;
            assert_int_equal(expr_eval(x[i].shape[d], names, n_names, &extent, NULL), 0);
            buf_printf(b, "%s%lld", d == 0 ? "" : ", ", (long long)extent);
        }
        buf_puts(b, "]}");
    }
}

static void put_task(const struct task *t, struct buf *b)
{
    buf_printf(b, "{\"problem\": %d, \"sizes\": {", t->problem_id);
    for (size_t i = 0; i < t->n_dims; i++)
        buf_printf(b, "%s\"%s\": %lld", i == 0 ? "" : ", ", t->dims[i],
                   (long long)t->dim_values[CASE_TINY][i]);
    buf_puts(b, "}, \"inputs\": [");
    put_tensors(t, t->inputs, t->n_inputs, b);
    buf_puts(b, "], \"outputs\": [");
    put_tensors(t, t->outputs, t->n_outputs, b);
    buf_puts(b, "]}\n");
}

/* A window may be larger than what it slides over, so some sizes are drawn again. */
static const struct task *draw_sizes(const struct task *t, struct rng *r, struct arena *a)
{
    const struct task *out;
    int64_t dims[TASK_MAX_DIMS];
    do {
        for (size_t i = 0; i < t->n_dims; i++) {
            int64_t usual = t->dim_values[CASE_TINY][i], least = (usual + 1) / 2;
            dims[i] = least + rng_below(r, (uint32_t)(2 * usual - least + 1));
        }
    } while (task_with_dims(t, CASE_TINY, dims, a, &out, NULL) != 0);
    return out;
}

static void every_reference_is_what_torch_computes(void **state)
{
    (void)state;
    struct arena a = { 0 }, work = { 0 };
    struct buf b = { 0 };
    const struct task **tasks;
    size_t n;
    char text[600];
    const char *drawn = getenv("ROLLBOOK_TORCH_SEED");
    struct rng sizes;
    uint64_t seed = USUAL_SEED;
    if (drawn != NULL && !str_to_u64(drawn, &seed))
        fail_msg("ROLLBOOK_TORCH_SEED=%s is not a number", drawn);
    rng_init(&sizes, seed, RNG_TRIAL, 0, 0, 0);
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    assert_int_equal(n, 100);
    for (size_t k = 0; k < n; k++) {
        const struct task *t = drawn != NULL ? draw_sizes(tasks[k], &sizes, &a) : tasks[k];
        struct gate_case g;
        struct err err = { 0 };
        if (gate_prepare(t, CASE_TINY, seed, 0, &work, &g, &err) != 0)
            fail_msg("%s: %s", t->id, err.msg);
        for (size_t i = 0; i < t->n_inputs; i++)
            write_file(t, t->inputs[i].name, g.inputs[i],
                       (size_t)g.n_input[i] * dtype_size(t->inputs[i].dtype));
        write_file(t, t->outputs[0].name, g.outputs[0], (size_t)g.n_output[0] * sizeof(double));
        put_task(t, &b);
        arena_reset(&work);
    }
    snprintf(text, sizeof(text), "%s/tasks.jsonl", folder);
    FILE *f = fopen(text, "w");
    assert_non_null(f);
    fputs(buf_text(&b), f);
    assert_int_equal(fclose(f), 0);
    snprintf(text, sizeof(text), "%s/tests/support/torch_tasks.py", getenv("ROLLBOOK_SOURCE_DIR"));
    assert_int_equal(run(python, text, folder), 0);
    buf_release(&b);
    arena_release(&work);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_is_what_torch_computes),
    };
    const char *named = getenv("ROLLBOOK_PYTHON");
    python = named != NULL ? named : has_torch("python3") ? "python3" : "/usr/bin/python3";
    if (getenv("ROLLBOOK_SOURCE_DIR") == NULL || !has_torch(python)) {
        printf("%s has no PyTorch (ROLLBOOK_PYTHON, else python3, /usr/bin/python3), or "
               "ROLLBOOK_SOURCE_DIR is not set\n",
               python);
        return 77;
    }
    snprintf(folder, sizeof(folder), "/tmp/rollbook_torch_XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)run("rm", "-rf", folder);
    return failed;
}
