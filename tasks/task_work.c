#include "tasks/task_work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/kernelbench.h"
#include "tasks/task.h"

void task_work(const char *task, const char *task_case, double *out_flops, double *out_bytes)
{
    struct arena arena = { 0 };
    const struct task *t = NULL;
    struct err ignored = { 0 };
    enum task_case c;
    *out_flops = *out_bytes = (double)NAN;
    if (task_case_parse(task_case, &c) && task_find(task, &arena, &t, &ignored) == 0) {
        struct expr_name names[TASK_MAX_DIMS];
        struct expr_error error;
        int64_t flops, bytes;
        size_t n = task_names(t, c, names);
        if (expr_eval(t->flops, names, n, &flops, &error) == 0 &&
            expr_eval(t->bytes, names, n, &bytes, &error) == 0) {
            *out_flops = (double)flops;
            *out_bytes = (double)bytes;
        }
    }
    arena_release(&arena);
    struct kernelbench_problem p;
    int level, problem;
    if (t == NULL && strcmp(task_case, "full") == 0 &&
        sscanf(task, "l%d/%d", &level, &problem) == 2 &&
        kernelbench_find(KERNELBENCH_OURS, level, problem, &p) && !isnan(p.bytes)) {
        kernelbench_least_work(&p, out_flops, out_bytes);
    }
}
