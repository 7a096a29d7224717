#include "src/cli/cmd/eval_torch.h"

#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"

#define MAX_PROBLEM_BYTES ((size_t)4 << 20)

static int read_inputs(const struct cli *cli, enum torch_inputs *out, struct err *err)
{
    const char *name = opt_text(cli, "inputs");
    for (enum torch_inputs i = TORCH_INPUTS_SUITE; i <= TORCH_INPUTS_SCALED; i++) {
        if (strcmp(torch_inputs_name(i), name) == 0) {
            *out = i;
            return 0;
        }
    }
    return err_set(err, ERR_USAGE, "--inputs: '%s' is not suite, signed or scaled", name);
}

static void describe(const struct torch_host *h, const struct eval_result *r,
                     struct device_info *out)
{
    const struct torch_facts *f = torch_host_facts(h);
    *out = (struct device_info){ .cores = 0 };
    snprintf(out->backend, sizeof(out->backend), "%s", torch_host_device(h));
    snprintf(out->name, sizeof(out->name), "%s", f->gpu[0] != '\0' ? f->gpu : "processor");
    snprintf(out->compiler, sizeof(out->compiler), "torch %s, Python %s", f->torch, f->python);
    snprintf(out->flags, sizeof(out->flags), "files %.12s", torch_host_files_sha256(h));
    for (size_t i = 0; i < r->n_evidence; i++) {
        if (strcmp(r->evidence[i].kind, "sandbox") == 0 && r->evidence[i].detail != NULL)
            snprintf(out->sandbox, sizeof(out->sandbox), "%s", r->evidence[i].detail);
    }
}

int eval_torch(struct cli *cli, const char *text, struct eval_job *job, struct eval_result *out,
               struct device_info *device, struct err *err)
{
    struct buf problem CLEANUP(buf_release) = { .max = MAX_PROBLEM_BYTES };
    struct torch_host *host CLEANUP(torch_host_close_ptr) = NULL;
    struct torch_job ask = { .mode = job->mode,
                             .candidate = text,
                             .secret = job->input_seed,
                             .deadline_ms = job->deadline_ms,
                             .threads = job->threads };
    const char *path = opt_text(cli, "problem"), *slash = strrchr(path, '/');
    struct task *task = arena_alloc(cli->arena, sizeof(*task));
    *task = (struct task){ .id = slash == NULL ? path : slash + 1, .suite = "" };
    job->task = task;
    job->task_id = task->id;
    job->task_case = CASE_FULL;
    int rc = read_inputs(cli, &ask.inputs, err);
    if (rc == 0)
        rc = file_read(path, MAX_PROBLEM_BYTES, &problem, err);
    if (rc == 0)
        rc = torch_host_open(opt_text(cli, "python"), opt_text(cli, "backend"), &host, err);
    if (rc < 0)
        return rc;
    ask.problem = buf_text(&problem);
    rc = torch_evaluate(host, &ask, cli->arena, out, err);
    if (rc == 0)
        describe(host, out, device);
    return rc;
}
