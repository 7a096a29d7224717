/*
 * torch_evaluate.c - from two modules to an outcome.
 *
 * The reference draws inputs into our memory and keeps what is right; a forked candidate, confined
 * before it reads its text, computes; the reference compares.  The candidate is believed only where
 * that cannot help it: that a call failed, that a shape differs.
 *
 * A sample is what passes by this process's clock between asking for a call and its end, less what
 * an empty call takes, and on a GPU at least what a call takes in a batch (torch_batch.c).
 */
#include "src/eval/torch/torch_evaluate.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_locks.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

#define OPEN_LIMIT_NS       (120 * SECOND_NS)
#define COMPILE_LIMIT_NS    (480 * SECOND_NS) /* of the reference, by torch.compile */
#define DEFAULT_DEADLINE_MS 10000.0
#define SUITE_DEADLINE_MS   180000.0 /* KernelBench's, of an evaluation */
#define SLOTS               2
#define WARM_UP_SEED        1000000U /* beyond every call */

const char *torch_text(struct torch_run *r, const struct json *o, const char *key)
{
    const char *text = NULL;
    return json_string(json_get(o, key), &text) ? arena_strdup(r->arena, text) : NULL;
}

double torch_number(const struct json *o, const char *key)
{
    double v = (double)NAN;
    (void)json_number(json_get(o, key), &v);
    return v;
}

int64_t torch_count(const struct json *o, const char *key)
{
    int64_t v = 0;
    (void)json_int(json_get(o, key), &v);
    return v;
}

static bool is_gpu(const struct torch_run *r)
{
    return strcmp(torch_host_device(r->h), "cpu") != 0;
}

/* A problem is allowed what single precision loses in it. */
static void note_noise(struct torch_run *r)
{
    double noise = torch_number(r->opened, "noise");
    r->factor = torch_number(r->opened, "factor");
    if (isnan(r->factor))
        r->factor = 1.0;
    verdict_add(&r->verdict,
                (struct evidence){
                    "reference_noise", noise, 0.25, "tolerances", noise <= 0.25,
                    r->factor > 1.0 ? arena_printf(r->arena,
                                                   "the problem's own single precision is that far "
                                                   "from double: %.3g tolerances are allowed",
                                                   r->factor)
                                    : "of the problem's own single precision against double" });
}

static int open_problem(struct torch_run *r, struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = torch_operation("open");
    json_add_string(ask, "text", r->job->problem);
    json_add_string(ask, "name", r->job->name != NULL ? r->job->name : "problem.py");
    json_add_string(ask, "device", torch_host_device(r->h));
    json_add_string(ask, "folder", r->folder);
    json_add_int(ask, "model_seed", torch_run_seed(r, 0));
    json_add_int(ask, "seed", torch_run_seed(r, 1));
    json_add_int(ask, "slots", SLOTS);
    json_add_bool(ask, "batches", !r->untimed);
    json_add_string(ask, "inputs", torch_inputs_name(r->job->inputs));
    json_add_string(ask, "rule",
                    torch_rule_name(r->as_suite                        ? TORCH_RULE_KERNELBENCH
                                    : r->job->rule == TORCH_RULE_SUITE ? TORCH_RULE_SUITE
                                                                       : TORCH_RULE_OWN));
    json_add_bool(ask, "hidden", r->hidden);
    if (torch_compiles_late(r->job->candidate))
        json_add_string(ask, "languages_of", r->job->candidate);
    if (r->as_suite && torch_shares_namespace(r->job->candidate))
        json_add_string(ask, "candidate", r->job->candidate);
    bool compiles = !r->untimed && r->job->baseline == TORCH_BASELINE_COMPILE;
    if (compiles) {
        json_add_string(ask, "baseline", torch_baseline_name(r->job->baseline));
        json_add_string(ask, "cache", torch_host_cache(r->h));
    }
    int64_t limit_ns = compiles ? COMPILE_LIMIT_NS : OPEN_LIMIT_NS;
    int rc = torch_ask_reference(r->h, ask, clock_monotonic_ns() + limit_ns, &r->opened, err);
    if (rc == ERR_NEGATIVE)
        return err_set(err, ERR_USAGE, "the problem's module: %s",
                       arena_strdup(r->arena, err->msg));
    if (rc != 0)
        return rc;
    if (compiles) {
        const char *why_not = torch_text(r, r->opened, "why_not_compiled");
        r->verdict.out->baseline_name = torch_text(r, r->opened, "baseline");
        verdict_add(&r->verdict,
                    (struct evidence){
                        "compiled_baseline", why_not == NULL, 1, "baselines", why_not == NULL,
                        why_not == NULL ? "the reference is timed by torch.compile" : why_not });
    }
    /* KernelBench runs both modules in one namespace. */
    const char *names = torch_text(r, r->opened, "shadowed");
    if (names != NULL && names[0] != '\0')
        verdict_add(&r->verdict,
                    (struct evidence){
                        "shadowed_names", 1, 0, "candidates", false,
                        arena_printf(r->arena,
                                     "the problem's inputs follow the candidate's values of %s, "
                                     "as KernelBench runs both in one namespace",
                                     names) });
    bool is_stateful = false;
    if (json_bool(json_get(r->opened, "is_stateful"), &is_stateful) && is_stateful)
        verdict_add(&r->verdict,
                    (struct evidence){
                        "stateful_model", 1, 0, "problems", false,
                        r->as_suite ? "the problem's Model carries something from call to call: "
                                      "only the trials are compared, as in KernelBench"
                                    : "the problem's Model carries something from call to call; it "
                                      "is called in another order than a candidate, so the own "
                                      "rule refuses candidates that do the same" });
    const char *precision = torch_text(r, r->opened, "precision");
    bool is_double = precision != NULL && strcmp(precision, "fp64") == 0;
    if (!r->as_suite) {
        verdict_add(&r->verdict,
                    (struct evidence){ "reference_precision", is_double ? 64 : 32, 64, "bits",
                                       is_double,
                                       is_double ? "the reference computes in double precision"
                                                 : torch_text(r, r->opened, "why_not_fp64") });
        note_noise(r);
        r->degenerate = torch_text(r, r->opened, "degenerate");
        if (r->degenerate != NULL)
            verdict_add(&r->verdict, (struct evidence){ "degenerate_problem", 1, 0, "problems",
                                                        false, r->degenerate });
        bool as_drawn = false;
        if (json_bool(json_get(r->opened, "as_drawn"), &as_drawn) && as_drawn)
            verdict_add(&r->verdict,
                        (struct evidence){
                            "inputs_as_drawn", 1, 0, "problems", false,
                            "with inputs of both signs the problem's results are not finite, so "
                            "they are as the problem draws them" });
    }
    const char *languages = torch_text(r, r->opened, "languages");
    if (languages != NULL)
        verdict_add(&r->verdict,
                    (struct evidence){ "language", 1, 1, "compilers", true, languages });
    r->hidden_shape = torch_text(r, r->opened, "hidden");
    r->most_batched = (unsigned)torch_count(json_get(r->opened, "batch"), "n");
    for (const struct json *slot = json_first(json_get(r->opened, "slots")); slot != NULL;
         slot = json_next(slot))
        r->slots++;
    return is_gpu(r) ? 0 : torch_memory_open(r, err);
}

static void end_process(struct torch_host *h, const struct torch_process *p)
{
    if (p->pid > 0)
        torch_dismiss(h, p->pid);
    torch_candidate_close(p);
}

/* Before the reference's server frees the memory that they see.  A problem with an entry for
 * candidates changes the process that it is read in, and one that compiles at its first call can do
 * so once. */
static void rest(struct torch_run *r)
{
    const struct json *entry = json_get(r->opened, "entry");
    bool may = !r->as_suite && (entry == NULL || json_type(entry) == JSON_NULL) &&
               !torch_compiles_late(r->job->problem);
    struct torch_resting now = { .folder = "" };
    size_t n = 0;
    for (size_t i = 0; i < TORCH_PROCESSES; i++)
        n += r->reference[i].pid > 0;
    for (size_t i = 0; i < TORCH_PROCESSES && may && n == TORCH_PROCESSES; i++) {
        struct torch_process *p = &r->reference[i];
        may = torch_candidate_rest(r, p);
        now.processes[i].pid = may ? p->pid : 0;
        now.processes[i].fd = p->fd;
        *p = (struct torch_process){ .fd = -1, .memory = -1 };
    }
    if (may && n == TORCH_PROCESSES) {
        memcpy(now.folder, r->reference_folder, sizeof(now.folder));
        r->reference_folder[0] = '\0';
        torch_rest(r->h, r->job->problem, &now);
        return;
    }
    if (r->resting.processes[0].pid > 0) {
        torch_rest(r->h, r->job->problem, &r->resting);
        return;
    }
    for (size_t i = 0; i < TORCH_PROCESSES; i++) {
        const struct torch_process left[] = {
            { .pid = now.processes[i].pid, .fd = now.processes[i].fd, .memory = -1 },
            { .pid = r->resting.processes[i].pid, .fd = r->resting.processes[i].fd, .memory = -1 },
        };
        for (size_t k = 0; k < ARRAY_LEN(left); k++)
            if (left[k].pid > 0)
                end_process(r->h, &left[k]);
    }
}

static void end_run(struct torch_run *r)
{
    struct err ignored = { 0 };
    rest(r);
    for (size_t i = 0; i < TORCH_PROCESSES; i++) {
        end_process(r->h, &r->own[i]);
        end_process(r->h, &r->reference[i]);
    }
    torch_memory_close(r);
    if (r->opened != NULL) {
        struct json *ask CLEANUP(json_free_ptr) = torch_operation("close");
        struct json *answer CLEANUP(json_free_ptr) = NULL;
        (void)torch_ask_reference(r->h, ask, clock_monotonic_ns() + REFERENCE_LIMIT_NS, &answer,
                                  &ignored);
        json_free(r->opened);
    }
    json_free(r->flags);
    if (r->own_waits >= 0)
        (void)close(r->own_waits);
    torch_host_end_folder(r->folder);
    torch_host_end_folder(r->private);
    torch_host_end_folder(r->reference_folder);
}

/* An output of 16 bits is no more precise. */
static const char *precision_class(struct torch_run *r)
{
    for (const struct json *o = json_first(json_get(r->opened, "outputs")); o != NULL;
         o = json_next(o)) {
        const char *dtype = torch_text(r, o, "dtype");
        if (dtype != NULL && (strcmp(dtype, "float16") == 0 || strcmp(dtype, "bfloat16") == 0))
            return "half";
    }
    return r->class >= 0 ? torch_class_names[r->class] : NULL;
}

/* How near to the least time that this device could take, by what was measured of it. */
static void note_light(struct torch_run *r)
{
    const struct json *light = json_get(r->opened, "light");
    double bytes = torch_number(light, "bytes"), flops = torch_number(light, "flops");
    double memory_us = bytes / torch_number(light, "copy_bytes_per_s") * 1e6;
    double compute_us = flops / torch_number(light, "flops_per_s") * 1e6;
    double least_us = fmax(memory_us, compute_us), runtime_us = eval_runtime_us(r->verdict.out);
    if (light == NULL || !(least_us > 0) || !(runtime_us > 0))
        return;
    verdict_add(&r->verdict,
                (struct evidence){
                    "roofline", least_us / runtime_us, 1, "share", least_us <= runtime_us,
                    arena_printf(r->arena,
                                 "%s bound, %.3g us at the least: %.4g bytes at %.3g GB/s, %s of "
                                 "products at %.3g TFLOP/s in %s",
                                 compute_us > memory_us ? "compute" : "memory", least_us, bytes,
                                 torch_number(light, "copy_bytes_per_s") / 1e9,
                                 isnan(flops) ? "an unknown number"
                                              : arena_printf(r->arena, "%.4g operations", flops),
                                 torch_number(light, "flops_per_s") / 1e12,
                                 torch_text(r, light, "products")) });
}

/* What was taken off each call, and whether enough is left to be a time. */
static void note_hand_over(struct torch_run *r)
{
    struct eval_result *out = r->verdict.out;
    double time = torch_shorter_us(r), least = torch_least_us(r);
    bool is_known = time >= least;
    const char *said = arena_printf(r->arena,
                                    "%.1f us are taken off each call, which an empty one takes; "
                                    "half of the empty ones are within %.1f us",
                                    r->taken.us, r->taken.spread_us);
    verdict_add(&r->verdict, (struct evidence){ "hand_over", time, least, "us", is_known, said });
    if (!is_known && out->why_no_speedup == NULL)
        out->why_no_speedup = arena_printf(
            r->arena,
            "too short to be told: a call takes %.1f us, and less than %.1f us is no time; %s",
            time, least, said);
}

static void finish(struct torch_run *r)
{
    struct eval_result *out = r->verdict.out;
    if (out->n_samples > 0 && !is_gpu(r))
        note_hand_over(r);
    if (out->trials_run > 0 && !r->as_suite)
        verdict_add(&r->verdict, (struct evidence){
                                     "strict_tolerance", (double)r->strict_missed, 0, "elements",
                                     r->strict_missed == 0,
                                     "outside of 1e-5 + 1e-5 x |expected|, in all single calls" });
    if (r->drawn.n > 0)
        verdict_add(&r->verdict,
                    (struct evidence){ "sampled", r->drawn.gap, r->drawn.bound, "share",
                                       r->drawn.gap <= r->drawn.bound,
                                       arena_printf(r->arena,
                                                    "distance from the distribution, of %.0f drawn "
                                                    "indices; chance refuses one right candidate "
                                                    "of a million",
                                                    r->drawn.n) });
    if (r->has_other) {
        bool agrees = r->other_passed == r->other_run, right = out->outcome == OUTCOME_MEASURED;
        verdict_add(&r->verdict,
                    (struct evidence){ r->by_suite ? "rule_own" : "rule_suite", r->other_passed,
                                       r->other_run, "calls", agrees, r->other_said });
        if (agrees != right)
            verdict_add(&r->verdict, (struct evidence){ "rules_differ", 1, 0, "rules", false,
                                                        right ? r->other_said : out->message });
    }
    if (r->flags_taken != NULL)
        verdict_add(&r->verdict,
                    (struct evidence){ "flags_taken", 1, 0, "candidates", false,
                                       arena_printf(r->arena,
                                                    "the reference has the candidate's %.200s, as "
                                                    "KernelBench runs both in one process",
                                                    r->flags_taken) });
    if (r->failed_builds > 0 && out->outcome == OUTCOME_MEASURED)
        verdict_add(&r->verdict,
                    (struct evidence){
                        "failed_build", r->failed_builds, 0, "builds", false,
                        "an extension did not compile, and the candidate went on without it" });
    out->correct = out->outcome == OUTCOME_MEASURED;
    if (out->correct && r->degenerate != NULL)
        out->message = r->degenerate;
    if (out->correct && out->why_no_speedup == NULL && r->n_processes == TORCH_PROCESSES)
        eval_result_note_interval(out, TORCH_PROCESSES);
    if (out->correct && out->why_no_speedup == NULL)
        eval_result_drop_noise(out, r->arena);
    if (out->why_no_speedup != NULL)
        eval_result_drop_times(out, out->why_no_speedup);
}

/* The next evaluation is mostly of the same kind: its devices start beside the end of this one and
 * the opening of its problem. */
static void stand_by(struct torch_host *h, const struct torch_job *job)
{
    bool is_full = job->mode == EVAL_FULL && job->rule != TORCH_RULE_KERNELBENCH &&
                   job->baseline == TORCH_BASELINE_EAGER &&
                   strcmp(torch_host_device(h), "cpu") != 0;
    enum trace_phase before = trace_enter(PHASE_DISCARD);
    torch_stand_by(h, is_full ? TORCH_PROCESSES : 1);
    trace_leave(before);
}

struct manner {
    enum torch_rule rule;
    bool hidden;           /* at another shape of the problem's */
    const char *out_shape; /* it; NULL: there is none, and nothing was checked */
};

static int evaluate_by(struct torch_host *h, const struct torch_job *job, struct manner *m,
                       struct arena *a, struct eval_result *out, struct err *err)
{
    const enum torch_rule rule = m->rule;
    double usual_ms = rule == TORCH_RULE_KERNELBENCH ? SUITE_DEADLINE_MS : DEFAULT_DEADLINE_MS;
    usual_ms = eval_deadline_ms(usual_ms, job->correct_trials, job->timed_runs);
    double deadline_ms = job->deadline_ms > 0 ? job->deadline_ms : usual_ms;
    struct torch_run r = { .h = h,
                           .job = job,
                           .arena = a,
                           .left_ns = (int64_t)(deadline_ms * 1e6),
                           .own_waits = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC),
                           .as_suite = rule == TORCH_RULE_KERNELBENCH,
                           .untimed = rule != job->rule || m->hidden,
                           .hidden = m->hidden,
                           .least_call_us = (double)INFINITY,
                           .factor = 1.0,
                           .class = -1 };
    struct eval_result result;
    int64_t began_ns = clock_monotonic_ns();
    eval_result_init(&result, OUTCOME_MEASURED, NULL);
    r.verdict = (struct verdict){ .arena = a, .out = &result };
    sha256_hex(job->candidate, strlen(job->candidate), result.code_sha256);
    torch_host_folder(h, r.folder);
    torch_host_private(h, r.private);
    for (size_t i = 0; i < TORCH_PROCESSES; i++)
        r.own[i].fd = r.reference[i].fd = r.own[i].memory = r.reference[i].memory = -1;
    r.p = &r.own[0];
    r.p->text = job->candidate;
    r.p->private = r.private;
    int64_t start_ns = trace_start();
    enum trace_phase before = trace_enter(PHASE_PROBLEM);
    (void)torch_rouse(h, job->problem, &r.resting);
    int rc = r.folder[0] == '\0' || r.private[0] == '\0'
                 ? err_set(err, ERR_INTEGRITY, "no folder for shared memory can be made")
                 : open_problem(&r, err);
    trace_leave(before);
    trace_stop("open", start_ns);
    start_ns = trace_start();
    m->out_shape = r.hidden_shape;
    if (rc == 0 && m->hidden && r.hidden_shape == NULL) {
        end_run(&r);
        *out = result;
        return 0;
    }
    before = trace_enter(PHASE_LOAD);
    /* What compiles at its first call gets that call here, on inputs of its own. */
    if (rc == 0 && torch_compiles_late(job->candidate)) {
        struct json *drawn CLEANUP(json_free_ptr) = NULL;
        struct slot_request draw = { "draw", 0, torch_run_seed(&r, WARM_UP_SEED), false, 0 };
        rc = torch_reference_slot(&r, draw, &drawn, err);
    }
    if (rc == 0)
        rc = torch_candidate_prepare(&r, err);
    trace_leave(before);
    trace_stop("prepare", start_ns);
    const char *shadow_failed = rc == 0 ? torch_text(&r, r.opened, "shadow_failed") : NULL;
    if (shadow_failed != NULL && !r.verdict.decided) {
        const char *names = torch_text(&r, r.opened, "shadowed");
        verdict_decide(&r.verdict, OUTCOME_CRASH, NULL,
                       "the problem's own module fails with %s%s: %s",
                       names[0] != '\0' ? "the candidate's values of "
                                        : "inputs that are all float32, as KernelBench makes them",
                       names, shadow_failed);
    }
    if (rc == 0 && !r.verdict.decided) {
        /* From here on one evaluation has the device. */
        torch_locks_compute(torch_host_locks(h));
        rc = torch_run_calls(&r, err);
        if (rc == 0 && !r.verdict.decided && !r.untimed && is_gpu(&r))
            rc = torch_observe(&r, err);
        (void)torch_locks_rest(torch_host_locks(h));
    }
    if (rc == 0 && !r.verdict.decided && !r.as_suite)
        result.precision_class = precision_class(&r);
    if (rc == 0)
        torch_call_note_classes(&r);
    if (rc == 0 && !r.verdict.decided && !r.untimed)
        note_light(&r);
    start_ns = trace_start();
    before = trace_enter(PHASE_DISCARD);
    if (rc == 0 && is_gpu(&r))
        stand_by(h, job);
    end_run(&r);
    trace_leave(before);
    trace_stop("end", start_ns);
    trace_print("evaluation of a PyTorch module");
    if (rc != 0)
        return rc;
    finish(&r);
    result.total_ms = (double)(clock_monotonic_ns() - began_ns) / 1e6;
    *out = result;
    return 0;
}

/* The own rule's verdict is evidence beside KernelBench's, with the reason where they differ.  own
 * NULL: who does not end takes its time once. */
static void note_other_rule(struct arena *a, struct eval_result *out, const struct eval_result *own)
{
    struct verdict v = { .arena = a, .out = out };
    const char *said = own == NULL ? "not asked: it allows a call less time"
                                   : arena_printf(a, "%s%s%s", outcome_name(own->outcome),
                                                  own->message != NULL ? ": " : "",
                                                  own->message != NULL ? own->message : "");
    bool right = own != NULL && own->correct;
    verdict_add(&v, (struct evidence){ "rule_kernelbench", out->trials_passed, out->trials_run,
                                       "calls", out->correct, outcome_name(out->outcome) });
    verdict_add(&v, (struct evidence){ "rule_own", own != NULL ? own->trials_passed : 0,
                                       own != NULL ? own->trials_run : 0, "calls", right, said });
    out->precision_class = right ? own->precision_class : NULL;
    if (out->correct != right)
        verdict_add(&v, (struct evidence){ "rules_differ", 1, 0, "rules", false,
                                           out->correct ? said : out->message });
}

bool torch_is_shaped(const char *problem)
{
    return strncmp(problem, TORCH_SHAPED_SIGN, strlen(TORCH_SHAPED_SIGN)) == 0;
}

#define HIDDEN_SECRET UINT64_C(0x9e3779b97f4a7c15)

/* What is right at a problem's shape has to be right at another one, which is drawn by the secret
 * and told to nobody. */
static int ask_hidden(struct torch_host *h, const struct torch_job *job, struct arena *a,
                      struct eval_result *out, struct err *err)
{
    struct torch_job beside = *job;
    struct manner m = { .rule = job->rule, .hidden = true };
    struct verdict v = { .arena = a, .out = out };
    struct eval_result there;
    beside.secret ^= HIDDEN_SECRET;
    int rc = evaluate_by(h, &beside, &m, a, &there, err);
    if (rc == ERR_USAGE) {
        verdict_add(&v, (struct evidence){ "hidden_shape", 0, 0, "calls", true,
                                           arena_printf(a, "not asked: %s", err->msg) });
        return 0;
    }
    if (rc != 0)
        return rc;
    verdict_add(&v, (struct evidence){ "hidden_shape", there.trials_passed, there.trials_run,
                                       "calls", m.out_shape == NULL || there.correct,
                                       m.out_shape != NULL ? m.out_shape
                                                           : "the problem has no other shape" });
    if (m.out_shape == NULL || there.correct)
        return 0;
    out->outcome = there.outcome;
    out->cheat_kind = there.cheat_kind;
    out->signal = there.signal;
    out->message = arena_printf(a, "at a hidden shape (%s): %s", m.out_shape,
                                there.message != NULL ? there.message : "no reason was given");
    out->correct = false;
    out->precision_class = NULL;
    out->speedup_lower = out->speedup_upper = out->interval_level = (double)NAN;
    out->interval_processes = -1;
    eval_result_drop_times(out, out->message);
    return 0;
}

int torch_evaluate(struct torch_host *h, const struct torch_job *job, struct arena *a,
                   struct eval_result *out, struct err *err)
{
    struct eval_result own;
    struct manner manner = { .rule = job->rule };
    int rc = evaluate_by(h, job, &manner, a, out, err);
    if (rc == 0 && out->correct && !job->no_hidden && torch_is_shaped(job->problem))
        rc = ask_hidden(h, job, a, out, err);
    if (rc == 0 && job->rule == TORCH_RULE_KERNELBENCH) {
        struct torch_job beside = *job;
        bool asks = out->outcome != OUTCOME_TIMEOUT;
        beside.inputs = TORCH_INPUTS_SIGNED;
        if (asks)
            rc = evaluate_by(h, &beside, &(struct manner){ .rule = TORCH_RULE_OWN }, a, &own, err);
        if (rc == 0)
            note_other_rule(a, out, asks ? &own : NULL);
    }
    stand_by(h, job);
    return rc;
}

#define MOST_LIBRARIES 32 /* as many rows as launches.py tells */
#define MOST_SHOWN     400

struct library {
    const char *name;
    bool own;
    double us, launches;
};

struct shares {
    struct library libraries[MOST_LIBRARIES];
    size_t n;
    double own_us, all_us;
};

static bool read_row(const struct json *row, struct library *out)
{
    return json_bool(json_get(row, "own"), &out->own) &&
           json_number(json_get(row, "us"), &out->us) && isfinite(out->us) && out->us >= 0 &&
           json_number(json_get(row, "n"), &out->launches) && out->launches >= 1;
}

/* NULL: read. */
static const char *read_shares(const struct json *launched, struct shares *out)
{
    static const char not_ours[] = "the candidate's process reported something else";
    const struct json *rows = json_get(launched, "kernels");
    const char *why_not = NULL;
    *out = (struct shares){ 0 };
    if (json_string(json_get(launched, "why_not"), &why_not))
        return why_not;
    if (rows == NULL || json_type(rows) != JSON_ARRAY || json_count(rows) > MOST_LIBRARIES)
        return not_ours;
    for (const struct json *row = json_first(rows); row != NULL; row = json_next(row)) {
        struct library one = { 0 };
        size_t i = 0;
        if (!read_row(row, &one))
            return not_ours;
        if (!json_string(json_get(row, "library"), &one.name))
            return "the stack does not tell who launched a kernel";
        while (i < out->n &&
               (strcmp(out->libraries[i].name, one.name) != 0 || out->libraries[i].own != one.own))
            i++;
        if (i == out->n)
            out->libraries[out->n++] = (struct library){ .name = one.name, .own = one.own };
        out->libraries[i].us += one.us;
        out->libraries[i].launches += one.launches;
        out->all_us += one.us;
        out->own_us += one.own ? one.us : 0;
    }
    return out->all_us > 0 && isfinite(out->all_us) ? NULL : "no kernel ran";
}

void torch_share_note(struct verdict *v, const struct json *launched, const char *why_not)
{
    struct shares s;
    struct buf said = { .max = MOST_SHOWN };
    if (why_not == NULL)
        why_not = read_shares(launched, &s);
    if (why_not == NULL) {
        v->out->own_share = s.own_us / s.all_us;
        for (size_t i = 0; i < s.n; i++)
            buf_printf(&said, "%s%.60s %.3f (%.0f%s)",
                       i > 0 ? ", " : "of the kernels' time: ", s.libraries[i].name,
                       s.libraries[i].us / s.all_us, s.libraries[i].launches,
                       s.libraries[i].own ? ", own" : "");
    }
    verdict_add(v, (struct evidence){ "own_share", v->out->own_share, 1, "share", why_not == NULL,
                                      why_not != NULL ? why_not : buf_text(&said) });
    if (why_not == NULL)
        verdict_add(v, (struct evidence){ "forbid_torch_compute", 1 - v->out->own_share, 0, "share",
                                          !(s.own_us < s.all_us),
                                          "kernels of others; this decides nothing" });
    buf_release(&said);
}

/*
 * The names of rules, of ways to draw inputs, and of baselines.
 */

static const char *const inputs_names[] = { "suite", "signed", "scaled" };
static const char *const rule_names[] = { "own", "kernelbench", "suite" };
static const char *const baseline_names[] = { "eager", "compile" };

static bool find(const char *const *names, size_t n, const char *name, size_t *out)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) {
            *out = i;
            return true;
        }
    return false;
}

const char *torch_inputs_name(enum torch_inputs i)
{
    return inputs_names[i];
}

bool torch_inputs_parse(const char *name, enum torch_inputs *out)
{
    size_t i;
    bool found = find(inputs_names, ARRAY_LEN(inputs_names), name, &i);
    if (found)
        *out = (enum torch_inputs)i;
    return found;
}

const char *torch_rule_name(enum torch_rule r)
{
    return rule_names[r];
}

bool torch_rule_parse(const char *name, enum torch_rule *out)
{
    size_t i;
    bool found = find(rule_names, ARRAY_LEN(rule_names), name, &i);
    if (found)
        *out = (enum torch_rule)i;
    return found;
}

const char *torch_baseline_name(enum torch_baseline b)
{
    return baseline_names[b];
}

bool torch_baseline_parse(const char *name, enum torch_baseline *out)
{
    size_t i;
    bool found = find(baseline_names, ARRAY_LEN(baseline_names), name, &i);
    if (found)
        *out = (enum torch_baseline)i;
    return found;
}

#define ASK_LIMIT_NS INT64_C(60000000000)

static void copy_text(const struct json *from, const char *key, char *out, size_t size)
{
    const char *text = "";
    (void)json_string(json_get(from, key), &text);
    (void)snprintf(out, size, "%s", text);
}

int torch_python_ask(const char *python, struct torch_python *out, struct err *err)
{
    struct torch_host *tool CLEANUP(torch_host_close_ptr) = NULL;
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    json_add_string(ask, "op", "hello");
    int rc = torch_host_open_tool(python, "describe.py", &tool, err);
    if (rc == 0)
        rc = torch_ask_reference(tool, ask, clock_monotonic_ns() + ASK_LIMIT_NS, &answer, err);
    if (rc < 0)
        return rc;
    copy_text(answer, "program", out->program, sizeof out->program);
    copy_text(answer, "python", out->python, sizeof out->python);
    copy_text(answer, "torch", out->torch, sizeof out->torch);
    copy_text(answer, "triton", out->triton, sizeof out->triton);
    copy_text(answer, "cuda", out->cuda, sizeof out->cuda);
    return 0;
}
