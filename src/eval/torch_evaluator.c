#include "src/eval/torch_evaluator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/eval.h"
#include "src/eval/torch/torch_ahead.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_locks.h"
#include "src/eval/torch_shapes.h"
#include "tasks/module_shapes.h"
#include "tasks/task_module.h"

#define PREFIX "torch-"

struct torch_evaluator {
    const char *device;      /* "cpu", "cuda" */
    struct torch_host *host; /* NULL: lost */
    struct torch_ahead *ahead;
    char sandbox[80];   /* what held for the last candidate; "" before */
    char too_large[65]; /* sha256 of the last problem that lacked memory with the card alone */
};

/* Each process holds torch in memory and on a GPU a context of its own, so few run at a time.  A
 * build against torch's headers takes minutes. */
struct backend_habits torch_evaluator_habits(const char *device)
{
    /* On a processor compilers would take it from what is timed. */
    return (struct backend_habits){ .workers_a_device = 1,
                                    .jobs_ahead = strcmp(device, "cpu") != 0 ? 3 : 0,
                                    .lost_after_s = 1800,
                                    .grace_ms = 3000 };
}

static const struct {
    const char *name, *device;
} evaluators[] = { { PREFIX "cpu", "cpu" }, { PREFIX "cuda", "cuda" } };

const char *torch_evaluator_device(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(evaluators); i++)
        if (strcmp(evaluators[i].name, name) == 0)
            return evaluators[i].device;
    return NULL;
}

const char *evaluator_for(const char *kind, const char *backend)
{
    for (size_t i = 0; i < ARRAY_LEN(evaluators); i++)
        if (strcmp(kind, TASK_KIND_MODULE) == 0 && strcmp(evaluators[i].device, backend) == 0)
            return evaluators[i].name;
    return backend;
}

int eval_module_inputs(const char *rule, const char *given, const char **out, struct err *err)
{
    const char *suite = torch_inputs_name(TORCH_INPUTS_SUITE);
    bool as_suite = strcmp(rule, torch_rule_name(TORCH_RULE_KERNELBENCH)) == 0;
    if (as_suite && given != NULL && strcmp(given, suite) != 0)
        return err_set(err, ERR_USAGE,
                       "inputs: the rule kernelbench draws them as the suite does, not '%.40s'",
                       given);
    *out = as_suite ? suite : given != NULL ? given : torch_inputs_name(TORCH_INPUTS_SIGNED);
    return 0;
}

int torch_evaluator_open(const char *device, struct torch_evaluator **out, struct err *err)
{
    struct torch_evaluator *t = mem_alloc(sizeof *t);
    *t = (struct torch_evaluator){ .device = device, .ahead = torch_ahead_new() };
    int rc = torch_host_open(NULL, device, &t->host, err);
    if (rc == 0) {
        *out = t;
        return 0;
    }
    torch_ahead_free(t->ahead);
    free(t);
    return rc;
}

void torch_evaluator_prepare(struct torch_evaluator *t, const struct eval_job *job)
{
    if (t->host != NULL && strcmp(t->device, "cpu") != 0 && job->problem != NULL)
        torch_ahead_begin(t->ahead, t->host, job->kernel_text);
}

static void close_host(struct torch_evaluator *t)
{
    torch_ahead_end_all(t->ahead);
    torch_host_close(t->host);
    t->host = NULL;
}

void torch_evaluator_close(struct torch_evaluator *t)
{
    if (t == NULL)
        return;
    close_host(t);
    torch_ahead_free(t->ahead);
    free(t);
}

void torch_evaluator_describe(const struct torch_evaluator *t, struct device_info *out)
{
    *out = (struct device_info){ .n_devices = 1 };
    snprintf(out->backend, sizeof out->backend, "%s", t->device);
    snprintf(out->sandbox, sizeof out->sandbox, "%s", t->sandbox);
    if (t->host == NULL)
        return;
    const struct torch_facts *f = torch_host_facts(t->host);
    char hash[65], text[512];
    if (strcmp(t->device, "cpu") != 0)
        out->n_devices = (int)f->n_gpus;
    snprintf(out->name, sizeof out->name, "%s", f->gpu[0] != '\0' ? f->gpu : "processor");
    snprintf(out->compiler, sizeof out->compiler, "torch %s, Python %s", f->torch, f->python);
    snprintf(out->flags, sizeof out->flags, "files %.12s", torch_host_files_sha256(t->host));
    int n = snprintf(text, sizeof text, "%s/%s/%s", out->name, out->compiler, out->flags);
    sha256_hex(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, hash);
    if (f->uuid[0] != '\0')
        snprintf(out->uuid, sizeof out->uuid, "GPU-%.59s", f->uuid);
    else
        snprintf(out->uuid, sizeof out->uuid, "torch-%.32s", hash);
}

static int read_job(const struct eval_job *job, struct torch_job *out, struct err *err)
{
    *out = (struct torch_job){ .name = job->task_id,
                               .problem = job->problem,
                               .candidate = job->kernel_text,
                               .mode = job->mode,
                               .correct_trials = job->correct_trials,
                               .timed_runs = job->timed_runs,
                               .secret = job->input_seed,
                               .deadline_ms = job->deadline_ms,
                               .threads = job->threads };
    if (job->problem == NULL)
        return err_set(err, ERR_INTEGRITY, "task %s has no module, and this evaluator needs one",
                       job->task_id);
    if (job->inputs != NULL && !torch_inputs_parse(job->inputs, &out->inputs))
        return err_set(err, ERR_USAGE, "inputs: '%.40s' is not suite, signed or scaled",
                       job->inputs);
    if (job->rule != NULL && !torch_rule_parse(job->rule, &out->rule))
        return err_set(err, ERR_USAGE, "rule: '%.40s' is not own, kernelbench or suite", job->rule);
    const bool shaped = torch_is_shaped(job->problem);
    if (out->rule == (shaped ? TORCH_RULE_KERNELBENCH : TORCH_RULE_SUITE))
        return err_set(err, ERR_USAGE,
                       shaped ? "rule kernelbench is for KernelBench's modules, and task %s has a "
                                "rule of its suite: --rule suite"
                              : "rule suite is for problems of task import-shapes, and task %s "
                                "is none",
                       job->task_id);
    if (job->baseline != NULL && !torch_baseline_parse(job->baseline, &out->baseline))
        return err_set(err, ERR_USAGE, "baseline: '%.40s' is not eager or compile", job->baseline);
    return 0;
}

/* Refuses a text that is not run here before a process starts for it. */
static bool refuse(const struct eval_job *job, struct arena *a, struct eval_result *out)
{
    const struct candidate_text source = { .text = job->kernel_text,
                                           .len = job->kernel_len,
                                           .task = job->task };
    struct candidate *candidate;
    struct candidate_refusal why;
    if (candidate_kind_find(TASK_KIND_MODULE)->prepare(&source, a, &candidate, &why))
        return false;
    eval_result_init(out, why.outcome, arena_strdup(a, why.message));
    return true;
}

static bool tells_of_memory(const char *text)
{
    static const char *const said[] = { "out of memory", "OutOfMemory", "ALLOC_FAILED",
                                        "CUDA error 2", "CUBLAS_STATUS_NOT_INITIALIZED" };
    for (size_t i = 0; text != NULL && i < ARRAY_LEN(said); i++)
        if (strstr(text, said[i]) != NULL)
            return true;
    return false;
}

/* What was decided, or the precision that it was decided in, hung on memory. */
static bool lacked_memory(const struct eval_result *r)
{
    bool lacked = r->outcome != OUTCOME_MEASURED && tells_of_memory(r->message);
    for (size_t i = 0; i < r->n_evidence && !lacked; i++)
        lacked = !r->evidence[i].pass &&
                 (strcmp(r->evidence[i].kind, "reference_precision") == 0 ||
                  strcmp(r->evidence[i].kind, "rule_own") == 0) &&
                 tells_of_memory(r->evidence[i].detail);
    return lacked;
}

/* Evaluations share the card's memory.  One that lacked some is made once more with the card alone,
 * and counts then. */
static int run_on_host(struct torch_evaluator *t, const struct torch_job *ask, struct arena *a,
                       struct eval_result *out, struct err *err)
{
    char problem[65];
    bool lacked = false;
    sha256_hex(ask->problem, strlen(ask->problem), problem);
    int rc = ERR_INTEGRITY;
    for (int attempt = 0; attempt < 2 && (rc == ERR_INTEGRITY || lacked); attempt++) {
        bool alone = lacked;
        rc = t->host != NULL ? 0 : torch_host_open(NULL, t->device, &t->host, err);
        if (rc == 0) {
            torch_locks_enter(torch_host_locks(t->host), alone);
            rc = torch_evaluate(t->host, ask, a, out, err);
            torch_locks_leave(torch_host_locks(t->host));
            lacked = rc == 0 ? lacked_memory(out) : tells_of_memory(err->msg);
            if (rc == 0 && lacked && alone)
                memcpy(t->too_large, problem, sizeof problem);
            else if (rc == 0 && lacked)
                lacked = strcmp(t->too_large, problem) != 0 && strcmp(t->device, "cpu") != 0;
        }
        if (rc == ERR_INTEGRITY)
            close_host(t);
    }
    return rc;
}

/* A problem's shapes one after the other, up to one where the candidate is not right.  One of them,
 * which the secret says, is followed by a hidden one. */
static int run_shapes(struct torch_evaluator *t, const struct torch_job *ask, struct arena *a,
                      struct eval_result *out, struct err *err)
{
    struct module_shapes s;
    size_t n = 0;
    int rc = 0;
    module_shapes_read(ask->problem, a, &s);
    if (s.n == 0)
        return run_on_host(t, ask, a, out, err);
    struct eval_result *results = arena_array(a, s.n, sizeof *results);
    do {
        struct torch_job one = *ask;
        one.problem = s.items[n].text;
        one.name = arena_printf(a, "%s@%s", ask->name, s.items[n].label);
        one.no_hidden = n != ask->secret % s.n;
        rc = run_on_host(t, &one, a, &results[n], err);
        if (rc < 0)
            return err_context(err, "shape %s", s.items[n].label);
    } while (results[n++].correct && n < s.n);
    torch_shapes_merge(&s, results, n, a, out);
    return 0;
}

int torch_evaluator_run(struct torch_evaluator *t, const struct eval_job *job, struct arena *a,
                        struct eval_result *out, struct err *err)
{
    struct torch_job ask;
    struct eval_result result;
    struct device_info device;
    bool gpu = strcmp(t->device, "cpu") != 0;
    int rc = read_job(job, &ask, err);
    ask.ahead = t->ahead;
    if (rc == 0 && !refuse(job, a, &result))
        rc = run_shapes(t, &ask, a, &result, err);
    (void)torch_ahead_end(t->ahead, job->kernel_text); /* it asked for no build */
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < result.n_evidence; i++)
        if (strcmp(result.evidence[i].kind, "sandbox") == 0 && result.evidence[i].detail != NULL)
            snprintf(t->sandbox, sizeof t->sandbox, "%s", result.evidence[i].detail);
    torch_evaluator_describe(t, &device);
    memcpy(result.device_uuid, device.uuid, sizeof result.device_uuid);
    sha256_hex(job->kernel_text, job->kernel_len, result.code_sha256);
    result.kind = TASK_KIND_MODULE;
    if (result.timing_method == NULL)
        result.timing_method = gpu ? "cuda_event" : "cpu_wall";
    if (result.baseline_name == NULL)
        result.baseline_name = "torch_eager";
    if (!result.correct)
        result.n_samples = result.n_baseline_samples = 0;
    *out = result;
    return 0;
}
