#include "src/eval/contract/kernel_candidate.h"

#include "src/eval/contract/backend.h"

int kernel_candidate_read(const struct candidate_text *s, struct arena *a,
                          struct kernel_candidate *out, struct kernel_error *error,
                          bool *out_is_limit)
{
    *out_is_limit = false;
    if (kernel_file_parse(s->text, s->len, s->task, a, &out->file, error) != 0)
        return -1;
    *out_is_limit = true;
    if (kernel_plan(&out->file, s->task, s->task_case, &out->plan, error) != 0)
        return -1;
    out->base.launches = (int)out->plan.n_launches;
    return 0;
}

enum dtype kernel_argument_dtype(const struct compile_spec *spec, const struct kernel_arg *arg)
{
    switch (arg->kind) {
    case ARG_INPUT:
        return spec->task->inputs[arg->index].dtype;
    case ARG_OUTPUT:
        return spec->outputs_f64 ? DTYPE_F64 : spec->task->outputs[arg->index].dtype;
    case ARG_SCRATCH:
        return kernel_candidate(spec->candidate)->file.scratch[arg->index].dtype;
    case ARG_EXPR:
        break;
    }
    return DTYPE_F32;
}
