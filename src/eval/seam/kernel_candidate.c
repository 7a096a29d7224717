#include "src/eval/seam/kernel_candidate.h"

int kernel_candidate_read(const char *text, size_t len, const struct task *task, enum task_case c,
                          struct arena *a, struct kernel_candidate *out, struct kernel_error *error,
                          bool *out_is_limit)
{
    *out_is_limit = false;
    if (kernel_file_parse(text, len, task, a, &out->file, error) != 0)
        return -1;
    *out_is_limit = true;
    if (kernel_plan(&out->file, task, c, &out->plan, error) != 0)
        return -1;
    out->base.launches = (int)out->plan.n_launches;
    return 0;
}
