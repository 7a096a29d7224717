#include "src/eval/cuda/driver/cuda_launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/cuda/driver/ptx_scan.h"

static uint32_t buffer_number(const struct cuda_plan *p, const struct launch_arg *arg)
{
    switch (arg->kind) {
    case ARG_INPUT:
        return (uint32_t)arg->index;
    case ARG_OUTPUT:
        return p->n_inputs + (uint32_t)arg->index;
    case ARG_SCRATCH:
        return p->n_inputs + p->n_outputs + (uint32_t)arg->index;
    case ARG_EXPR:
        break;
    }
    return 0;
}

/* The parameter may be read as signed or unsigned. */
static bool fits(int64_t v, enum ptx_type t)
{
    switch (t) {
    case PTX_U8:
        return v >= INT8_MIN && v <= UINT8_MAX;
    case PTX_U16:
        return v >= INT16_MIN && v <= UINT16_MAX;
    case PTX_U32:
        return v >= INT32_MIN && v <= UINT32_MAX;
    case PTX_U64:
        return true;
    case PTX_OTHER:
        break;
    }
    return false;
}

static bool lower_one(const struct launch *from, const char *ptx, const struct cuda_plan *plan,
                      struct cuda_launch *to, char *message, size_t size)
{
    enum ptx_type types[PTX_MAX_PARAMS];
    int n = ptx_entry_params(ptx, to->name, types);
    if (n < 0 || (size_t)n != from->n_args) {
        snprintf(message, size, "kernel %s is not among the compiled ones with %zu parameters",
                 from->name, from->n_args);
        return false;
    }
    to->n_args = (uint32_t)n;
    to->smem_bytes = from->smem_bytes;
    memcpy(to->grid, from->grid, sizeof to->grid);
    memcpy(to->block, from->block, sizeof to->block);
    for (int k = 0; k < n; k++) {
        bool is_buffer = from->args[k].kind != ARG_EXPR;
        to->args[k].is_buffer = is_buffer;
        to->args[k].buffer = buffer_number(plan, &from->args[k]);
        to->args[k].value = is_buffer ? 0 : (uint64_t)from->args[k].value;
        if (is_buffer ? types[k] == PTX_U64 : fits(from->args[k].value, types[k]))
            continue;
        snprintf(message, size, "argument %d of %s, %" PRId64 ", does not fit its parameter", k + 1,
                 from->name, is_buffer ? 0 : from->args[k].value);
        return false;
    }
    return true;
}

bool cuda_lower(const struct launch_plan *plan, const struct bundle *program,
                const struct task *task, struct cuda_plan *out, char *message, size_t size)
{
    out->n_launches = (uint32_t)plan->n_launches;
    out->n_inputs = (uint32_t)task->n_inputs;
    out->n_outputs = (uint32_t)task->n_outputs;
    out->n_buffers = out->n_inputs + out->n_outputs + (uint32_t)plan->n_scratch;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const char *name = bundle_name(program, i);
        if (name == NULL || strlen(name) >= sizeof out->launches[i].name) {
            snprintf(message, size, "the name of kernel %s is too long", plan->launches[i].name);
            return false;
        }
        snprintf(out->launches[i].name, sizeof out->launches[i].name, "%s", name);
        if (!lower_one(&plan->launches[i], program->ptx, out, &out->launches[i], message, size))
            return false;
    }
    return true;
}

/* Dynamic shared memory over the default limit must be asked for. */
static cuda_result prepare(const struct cuda_driver *d, const struct cuda_launch *l,
                           struct cuda_function_object *f)
{
    const uint32_t default_limit_bytes = 48 * 1024;
    int fixed = 0;
    cuda_result r = d->function_get(&fixed, CUDA_FUNC_SHARED_BYTES, f);
    if (r != CUDA_OK || l->smem_bytes + (uint32_t)fixed <= default_limit_bytes)
        return r;
    return d->function_set(f, CUDA_FUNC_MAX_DYNAMIC_SHARED, (int)l->smem_bytes);
}

cuda_result cuda_program_load(const struct cuda_driver *d, const void *cubin,
                              const struct cuda_plan *plan, struct cuda_program *out)
{
    cuda_result r = d->module_load(&out->module, cubin);
    if (r != CUDA_OK) {
        out->module = NULL;
        return r;
    }
    for (uint32_t i = 0; i < plan->n_launches && r == CUDA_OK; i++) {
        r = d->module_function(&out->functions[i], out->module, plan->launches[i].name);
        if (r == CUDA_OK)
            r = prepare(d, &plan->launches[i], out->functions[i]);
    }
    return r;
}

void cuda_program_unload(const struct cuda_driver *d, struct cuda_program *p)
{
    if (p->module != NULL)
        (void)d->module_unload(p->module);
    p->module = NULL;
}

cuda_result cuda_program_run_one(const struct cuda_driver *d, const struct cuda_program *p,
                                 const struct cuda_plan *plan, uint32_t i,
                                 const cuda_address *buffers, struct cuda_stream_object *stream)
{
    const struct cuda_launch *l = &plan->launches[i];
    uint64_t values[KERNEL_MAX_ARGS];
    void *args[KERNEL_MAX_ARGS];
    for (uint32_t k = 0; k < l->n_args; k++) {
        values[k] = l->args[k].is_buffer != 0 ? buffers[l->args[k].buffer] : l->args[k].value;
        args[k] = &values[k];
    }
    return d->launch(p->functions[i], l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                     l->block[2], l->smem_bytes, stream, args, NULL);
}

cuda_result cuda_program_run(const struct cuda_driver *d, const struct cuda_program *p,
                             const struct cuda_plan *plan, const cuda_address *buffers,
                             struct cuda_stream_object *stream)
{
    cuda_result r = CUDA_OK;
    for (uint32_t i = 0; i < plan->n_launches && r == CUDA_OK; i++)
        r = cuda_program_run_one(d, p, plan, i, buffers, stream);
    return r;
}
