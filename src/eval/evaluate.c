/*
 * evaluate.c - from a job to an outcome.
 *
 * The kind of the candidate prepares, compiles and loads it; then come correctness runs, then timed
 * runs of candidate and baseline in turn.  Every run is checked in full, so a candidate cannot
 * recognise a phase.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/eval_internal.h"
#include "src/eval/torch_evaluator.h"
#include "tasks/text/code_identity.h"

#define DEFAULT_DEADLINE_MS 10000.0
#define SUSPICION_REPEATS   5

struct backend_habits evaluator_habits(const char *backend)
{
    const struct backend *b = backend_find(backend);
    const char *torch_device = torch_evaluator_device(backend);
    if (torch_device != NULL)
        return torch_evaluator_habits(torch_device);
    return b != NULL ? b->habits : (struct backend_habits){ .jobs_ahead = 0 };
}

bool evaluator_library_has(const char *backend, const struct task *t)
{
    const struct backend *b = backend_find(backend);
    return b != NULL && b->library_has != NULL && b->library_has(t);
}

int evaluator_open(const char *backend, struct evaluator **out, struct err *err)
{
    const struct backend *b = backend_find(backend);
    const char *torch_device = torch_evaluator_device(backend);
    if (b == NULL && torch_device == NULL)
        return err_set(err, ERR_USAGE, "unknown backend '%s' (there are: cpu, cuda)", backend);
    struct evaluator *e = mem_alloc(sizeof *e);
    if (torch_device != NULL) {
        const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_OPEN);
        int failed = torch_evaluator_open(torch_device, &e->torch, err);
        if (failed == 0)
            *out = e;
        else
            free(e);
        return failed;
    }
    e->backend = b;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_OPEN);
    int rc = b->open(&e->context, err);
    e->secret = rng_secret();
    if (rc != 0) {
        free(e);
        return rc;
    }
    int64_t start_ns = trace_start();
    if (b->copy_bytes_per_s != NULL)
        e->copy_bytes_per_s = b->copy_bytes_per_s(e->context);
    trace_stop("open: copy rate", start_ns);
    *out = e;
    return 0;
}

void evaluator_close(struct evaluator *e)
{
    if (e == NULL)
        return;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_DISCARD);
    if (e->backend == NULL) {
        torch_evaluator_close(e->torch);
        free(e);
        return;
    }
    for (size_t i = 0; i < MAX_BASELINES; i++)
        baseline_close(e, &e->baselines[i]);
    for (size_t i = 0; i < MAX_POOLS; i++)
        trials_free(e->pools[i]);
    int64_t start_ns = trace_start();
    e->backend->close(e->context);
    free(e);
    trace_stop("close", start_ns);
    trace_print("rest");
}

int evaluator_device(struct evaluator *e, struct device_info *out, struct err *err)
{
    int rc = 0;
    if (e->torch != NULL) {
        torch_evaluator_describe(e->torch, out);
        return 0;
    }
    if (e->device.backend[0] == '\0')
        rc = e->backend->probe(e->context, &e->device, err);
    *out = e->device;
    return rc;
}

static unsigned thread_count(const struct evaluator *e, const struct eval_job *job)
{
    if (e->backend->launch_trial != NULL)
        return 1;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = job->threads != 0 ? job->threads : cores > 0 ? (unsigned)cores : 1;
    return n > RUNNER_MAX_THREADS ? RUNNER_MAX_THREADS : n;
}

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (strchr(" \t\r\n\v\f", text[i]) == NULL || text[i] == '\0')
            return false;
    return true;
}

struct candidate_text evaluation_source(const struct eval_job *job)
{
    return (struct candidate_text){ .text = job->kernel_text,
                                    .len = job->kernel_len,
                                    .task = job->task,
                                    .task_case = job->task_case };
}

struct machine evaluator_machine(const struct evaluator *e)
{
    return (struct machine){ .backend = e->backend, .context = e->context };
}

/* A text of no kind is better told what it is than where its reader gave up. */
static void decide_explained(struct evaluation *x, enum outcome o, const char *message)
{
    const char *said = x->ready->kind->has_text
                           ? candidate_explain(x->job->kernel_text, x->job->kernel_len)
                           : NULL;
    if (said != NULL)
        verdict_decide(&x->verdict, OUTCOME_PARSE, NULL, "%s", said);
    else
        verdict_decide(&x->verdict, o, NULL, "%s", message);
}

static unsigned runs_wanted(const struct eval_job *job)
{
    return eval_mode_trials(job->mode, job->correct_trials) +
           eval_mode_timed(job->mode, job->timed_runs);
}

/* The device makes what the first runs need while the compiler works. */
static void compile_beside_inputs(struct evaluation *x, const struct compile_spec *spec)
{
    const struct backend *b = x->e->backend;
    const struct candidate_kind *kind = x->ready->kind;
    struct trial_key key = runs_key(x->job, 0);
    struct machine m = evaluator_machine(x->e);
    if (b->compile_begin == NULL || kind->begin == NULL)
        return;
    kind->begin(&m, spec);
    trusted_begin(x->e, x->job->task, x->job->task_case);
    int64_t start_ns = trace_start();
    enum trace_phase before = trace_enter(PHASE_INPUTS);
    if (b->prepare != NULL)
        b->prepare(x->e->context, &key, runs_wanted(x->job));
    trace_leave(before);
    trace_stop("making inputs while the compiler runs", start_ns);
}

int evaluation_compile(struct evaluation *x, bool all_fibers, struct err *err)
{
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_COMPILE);
    struct ready_candidate *k = x->ready;
    struct eval_result *out = x->verdict.out;
    struct machine m = evaluator_machine(x->e);
    struct compile_spec spec = { .candidate = k->candidate,
                                 .task = x->job->task,
                                 .all_fibers = all_fibers,
                                 .any_grid = x->hidden,
                                 .checked = x->checks_accesses };
    compile_beside_inputs(x, &spec);
    int rc = k->kind->compile(&m, &spec, x->arena, &k->artifact, err);
    if (rc != 0)
        return rc;
    const struct artifact *f = &k->artifact;
    out->compile_log = f->log;
    out->compile_ms += f->compile_ms;
    out->compile_cached = f->cached;
    out->compiled = f->outcome == OUTCOME_MEASURED || f->outcome == OUTCOME_CHEAT;
    memcpy(out->artifact_sha256, f->sha256, sizeof out->artifact_sha256);
    if (out->compiled && k->kind->has_text)
        verdict_add(&x->verdict,
                    (struct evidence){ "host_code", f->outcome == OUTCOME_CHEAT, 0, "findings",
                                       f->outcome != OUTCOME_CHEAT, f->message });
    if (f->outcome == OUTCOME_COMPILE)
        decide_explained(x, f->outcome, f->message);
    else if (f->outcome != OUTCOME_MEASURED)
        verdict_decide(&x->verdict, f->outcome, f->cheat_kind, "%s", f->message);
    return 0;
}

void evaluation_prepare(struct evaluation *x)
{
    struct candidate_refusal why;
    const struct candidate_text source = evaluation_source(x->job);
    if (x->ready->kind->prepare(&source, x->arena, &x->ready->candidate, &why))
        return;
    if (why.outcome == OUTCOME_PARSE)
        decide_explained(x, why.outcome, why.message);
    else
        verdict_decide(&x->verdict, why.outcome, NULL, "%s", why.message);
}

static int find_kind(const struct eval_job *job, const struct candidate_kind **out, struct err *err)
{
    struct buf CLEANUP(buf_release) names = { 0 };
    *out = job->kind == NULL ? candidate_kind_of(job->kernel_text, job->kernel_len)
                             : candidate_kind_find(job->kind);
    if (*out != NULL)
        return 0;
    candidate_kind_names(&names);
    return err_set(err, ERR_USAGE, "there is no kind of candidates called '%.40s' (there are: %s)",
                   job->kind, buf_text(&names));
}

/* Where candidate and baseline are the same but for white space and comments, their times differ
 * by noise. */
static void note_same_text(struct evaluation *x)
{
    char mine[65], baseline[65];
    const struct eval_job *job = x->job;
    if (!x->ready->kind->has_text)
        return;
    code_identity(IDENTITY_STRIPPED, job->kernel_text, job->kernel_len, mine);
    code_identity(IDENTITY_STRIPPED, job->task->baseline, strlen(job->task->baseline), baseline);
    bool same = strcmp(mine, baseline) == 0;
    x->verdict.out->same_as_baseline = same;
    if (same)
        verdict_add(&x->verdict,
                    (struct evidence){ "same_as_baseline", 1, 1, "texts", true,
                                       "A/A: same text as the baseline, except white space and "
                                       "comments; any difference of times is noise" });
}

static int prepare(struct evaluation *x, struct err *err)
{
    const struct eval_job *job = x->job;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_COMPILE);
    int rc = find_kind(job, &x->ready->kind, err);
    if (rc != 0)
        return rc;
    x->verdict.out->kind = x->ready->kind->name;
    if (x->ready->kind->has_text && is_blank(job->kernel_text, job->kernel_len)) {
        verdict_decide(&x->verdict, OUTCOME_NO_CODE, NULL, "there is no code");
        return 0;
    }
    evaluation_prepare(x);
    if (x->verdict.decided)
        return 0;
    x->verdict.out->launch_count = x->ready->candidate->launches;
    note_same_text(x);
    return evaluation_compile(x, false, err);
}

/*
 * A process whose clocks disagree is followed by another, calibrated anew: the system may be wrong
 * about one process (a lost core, a late count), a forger is a forger in each.  The clocks of the
 * last one decide: most samples forged are a cheat, most not believed leave a right kernel without
 * a time.
 */
static int run_again_if_suspicious(struct evaluation *x, struct err *err)
{
    bool again = false;
    int rc = 0;
    for (unsigned i = 0; i < SUSPICION_REPEATS && rc == 0; i++) {
        if (x->verdict.decided || checks_clocks_agree(x))
            return 0;
        x->verdict.out->n_samples = x->verdict.out->n_baseline_samples = 0;
        x->timing = (struct timing){ .n = 0 };
        rc = runs_session(x, &again, err);
    }
    return rc;
}

static int run_all(struct evaluation *x, struct err *err)
{
    unsigned wanted = runs_wanted(x->job);
    bool again = false;
    int rc = trials_get(x->e,
                        &(struct trial_key){ .task = x->job->task,
                                             .task_case = x->job->task_case,
                                             .seed = x->job->input_seed },
                        wanted, &x->pool, err);
    if (rc == 0)
        rc = runs_session(x, &again, err);
    if (rc == 0 && again) {
        x->verdict.out->n_samples = x->verdict.out->n_baseline_samples = 0;
        x->timing = (struct timing){ .n = 0 };
        rc = evaluation_compile(x, true, err);
        if (rc == 0 && !x->verdict.decided)
            rc = runs_session(x, &again, err);
    }
    if (rc == 0)
        rc = run_again_if_suspicious(x, err);
    int64_t start_ns = trace_start();
    enum trace_phase before = trace_enter(PHASE_RUNS);
    if (rc == 0 && !x->verdict.decided && x->ready->kind->hidden_dims != NULL)
        rc = hidden_run(x, err);
    trace_leave(before);
    trace_stop("hidden sizes", start_ns);
    if (rc != 0)
        return rc;
    checks_add_runs(x);
    if (x->timed) {
        checks_decide_clocks(x);
        checks_decide_light(x);
        checks_decide_witness(x);
        if (!x->verdict.decided && !x->untrusted && x->ready->kind->plan != NULL)
            profile_candidate(x);
    }
    return 0;
}

/* Tolerances of tasks are those of single precision: task check --power and the gate of a task hold
 * products of short numbers to them.  NULL: rounded inputs may pass. */
static const char *precision_class(const struct eval_job *job)
{
    const struct task *task = job->task;
    bool is_real = false;
    for (size_t i = 0; i < task->n_inputs; i++)
        if (task->inputs[i].half_because != NULL)
            return NULL;
    for (size_t i = 0; i < task->n_outputs; i++)
        is_real |= task->outputs[i].dtype == DTYPE_F32 || task->outputs[i].dtype == DTYPE_F64;
    return is_real && job->rule == NULL ? "fp32" : NULL;
}

void evaluator_prepare(struct evaluator *e, const struct eval_job *job)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct machine m = evaluator_machine(e);
    const struct candidate_text source = evaluation_source(job);
    const struct candidate_kind *kind;
    struct candidate_refusal ignored;
    struct candidate *candidate;
    if (e->torch != NULL)
        torch_evaluator_prepare(e->torch, job);
    if (e->torch != NULL || job->task->module != NULL || e->backend->compile_begin == NULL ||
        find_kind(job, &kind, NULL) != 0 || kind->begin == NULL ||
        !kind->prepare(&source, &a, &candidate, &ignored))
        return;
    struct compile_spec spec = { .candidate = candidate, .task = job->task };
    kind->begin(&m, &spec);
    trusted_begin(e, job->task, job->task_case);
}

static int run_kernel(struct evaluator *e, const struct eval_job *job, struct arena *a,
                      struct eval_result *out, struct err *err)
{
    struct eval_result result;
    int64_t start = clock_monotonic_ns();
    if (job->task->module != NULL)
        return err_set(err, ERR_INTEGRITY,
                       "task %s is a PyTorch problem, which this evaluator cannot run",
                       job->task->id);
    if (job->rule != NULL && !rule_is_known(job->rule))
        return err_set(err, ERR_USAGE, "rule '%s' is not one of kernel files", job->rule);
    double usual_ms = eval_deadline_ms(DEFAULT_DEADLINE_MS, job->correct_trials, job->timed_runs);
    double deadline_ms = job->deadline_ms > 0.0 ? job->deadline_ms : usual_ms;
    struct evaluation x = { .e = e,
                            .job = job,
                            .arena = a,
                            .verdict = { .arena = a, .out = &result },
                            .threads = thread_count(e, job),
                            .left_ns = (int64_t)(deadline_ms * 1e6) };
    x.ready = arena_alloc(a, sizeof *x.ready);
    eval_result_init(&result, OUTCOME_MEASURED, NULL);
    sha256_hex(job->kernel_text, job->kernel_len, result.code_sha256);
    memcpy(result.device_uuid, e->device.uuid, sizeof result.device_uuid);
    x.reader = ++e->uses;
    rng_init(&x.order, e->secret, RNG_TRIAL, x.reader, 0, 0);
    if (job->counters && e->backend->prepare_count != NULL)
        e->backend->prepare_count(e->context, false);
    int rc = prepare(&x, err);
    trace_stop("parse, compile, scan", start);
    if (rc == 0 && !x.verdict.decided)
        rc = job->rule != NULL ? rule_run(&x, err) : run_all(&x, err);
    trace_stop("evaluation", start);
    trace_print("evaluation");
    if (rc != 0)
        return rc;
    result.correct = result.outcome == OUTCOME_MEASURED;
    result.precision_class = result.correct ? precision_class(job) : NULL;
    if (result.correct && !x.untrusted) {
        eval_result_note_interval(&result, (unsigned)x.n_processes);
        eval_result_drop_noise(&result, a);
    } else { /* times of a wrong or doubtful kernel mean nothing */
        eval_result_drop_times(
            &result,
            !result.correct
                ? NULL
                : "its threads used more processor time than they reported, and waited longer");
    }
    result.total_ms = (double)(clock_monotonic_ns() - start) / 1e6;
    *out = result;
    return 0;
}

int evaluator_run(struct evaluator *e, const struct eval_job *job, struct arena *a,
                  struct eval_result *out, struct err *err)
{
    int rc = e->torch != NULL ? torch_evaluator_run(e->torch, job, a, out, err)
                              : run_kernel(e, job, a, out, err);
    if (rc == 0)
        out->verdict_sha256 = verdict_sha256(job, out, a);
    return rc;
}
