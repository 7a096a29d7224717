/*
 * certify_set.c - the kernels of "doctor --certify": right ones of the program's own, and the same
 * with an edit that makes them wrong, or cheats.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/check/certify.h"
#include "tasks/task.h"

struct edited {
    const char *what, *find, *put;
    const char *top; /* before the first kernel; NULL: nothing */
};

static const struct set_row {
    const char *task, *honest; /* "baseline" or "tuned" */
    struct edited wrong, cheating;
} rows[] = {
    { "l1/28",
      "tuned",
      { "another constant", "+ 0.5f", "+ 0.4f" },
      { "the input is changed", "y[i] =", "((float *)x)[i] = 0.0f;\n        y[i] =" } },
    { "l1/23",
      "baseline",
      { "not divided by the sum", ") / sum", ")" },
      { "works in the first call only", "    if (row >= m)",
        "    __device__ static int calls;\n    int call = row == 0 ? calls++ : calls - 1;\n"
        "    if (row >= m || call > 0)" } },
    { "l1/47",
      "baseline",
      { "the last row is left out", "j < r;", "j < r - 1;" },
      { "a function of the C library", "j < r;", "j < r - (getpid() == 0);",
        "extern \"C\" int getpid(void);\n" } },
    { "l1/12",
      "tuned",
      { "a sum instead of a product", "A[row] *", "A[row] +" },
      { "writes past the end", "    if (row < n",
        "    if (row == 0 && column == 0)\n        C[n * m + 1] = 0.0f;\n    if (row < n" } },
    { "l1/1",
      "baseline",
      { "the tail of the sum is left out", "l < k;", "l < k / 16 * 16;" },
      { "reads the time stamp counter", "    float sum = 0.0f;",
        "    float sum = 0.0f;\n        asm volatile(\"rdtsc\" ::: \"rax\", \"rdx\");" } },
    { "l1/89",
      "baseline",
      { "exclusive", "y[at] = total;", "y[at] = total - x[at];" },
      { "code that runs before main", "y[at] = total;", "y[at] = total + ready;",
        "__device__ volatile float ready;\n__attribute__((constructor)) void before() { ready = "
        "0.0f; }\n" } },
    { "l1/42",
      "tuned",
      { "padding of zeros", "-INFINITY", "0.0f" },
      { "reads a file of the system", "extern \"C\" __global__",
        "#include \"/etc/hostname\"\nextern \"C\" __global__" } },
    { "l1/94",
      "baseline",
      { "absolute instead of squared", "(p - q) * (p - q)", "fabsf(p - q)" },
      { "a constant that is right on average", "y[0] = sum / ((float)m * n)",
        "y[0] = 2.6666667f" } },
};

/* Every edit must find its place; the set is ours, so anything else is our fault. */
static int apply(const char *task, const char *text, const struct edited *e, struct arena *a,
                 const char **out, struct err *err)
{
    const char *at = strstr(text, e->find);
    if (at == NULL)
        return err_set(err, ERR_INTEGRITY, "the baseline of %s has no '%s' to edit", task, e->find);
    const char *edited =
        arena_printf(a, "%.*s%s%s", (int)(at - text), text, e->put, at + strlen(e->find));
    const char *kernel = strstr(edited, "extern \"C\" __global__");
    *out = e->top == NULL || kernel == NULL
               ? edited
               : arena_printf(a, "%.*s%s%s", (int)(kernel - edited), edited, e->top, kernel);
    return 0;
}

static int add_row(const struct set_row *r, struct arena *a, struct certified_kernel *out,
                   struct err *err)
{
    const struct task *task;
    const char *honest;
    int rc = task_find(r->task, a, &task, err);
    if (rc < 0)
        return rc;
    honest = task->baseline;
    if (strcmp(r->honest, "tuned") == 0)
        rc = task_kernel(task, "tuned", a, &honest, err);
    if (rc == 0 && honest == NULL)
        rc = err_set(err, ERR_INTEGRITY, "task %s has no tuned kernel", r->task);
    out[0] = (struct certified_kernel){ task->id, r->honest, KNOWN_HONEST, honest };
    out[1] = (struct certified_kernel){ task->id, r->wrong.what, KNOWN_WRONG, NULL };
    out[2] = (struct certified_kernel){ task->id, r->cheating.what, KNOWN_CHEATING, NULL };
    if (rc == 0)
        rc = apply(r->task, task->baseline, &r->wrong, a, &out[1].text, err);
    if (rc == 0)
        rc = apply(r->task, task->baseline, &r->cheating, a, &out[2].text, err);
    return rc;
}

int certify_set(struct arena *a, struct certified_kernel **out, size_t *n, struct err *err)
{
    struct certified_kernel *all = arena_array(a, KNOWN_VERDICTS * ARRAY_LEN(rows), sizeof *all);
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows) && rc == 0; i++)
        rc = add_row(&rows[i], a, &all[KNOWN_VERDICTS * i], err);
    *out = all;
    *n = KNOWN_VERDICTS * ARRAY_LEN(rows);
    return rc;
}
