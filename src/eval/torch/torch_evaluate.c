/*
 * torch_evaluate.c - from two modules to an outcome.
 *
 * The reference draws inputs into our memory and keeps what is right; a forked candidate, confined
 * before it reads its text, computes; the reference compares.  The candidate is believed only where
 * that cannot help it: that a call failed, that a shape differs.
 *
 * A sample is the candidate's own time, but at least this process's clock around the call less an
 * allowance for messages, cache flush and copied outputs.  Forging the clock gains that allowance
 * at most.
 */
#include "src/eval/torch/torch_evaluate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/eval/seam/eval_verdict.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/eval/torch/torch_share.h"
#include "src/json/json.h"

#define OPEN_LIMIT_NS       (120 * SECOND_NS)
#define COMPILE_LIMIT_NS    (480 * SECOND_NS) /* of the reference, by torch.compile */
#define DEFAULT_DEADLINE_MS 10000.0
#define FIRST_CALL_NS       (60 * SECOND_NS) /* where no deadline is given */
#define SUITE_DEADLINE_MS   180000.0         /* KernelBench's, of an evaluation */
/* By KernelBench's rule, a call but the first: a hundred calls of 10 s exceed the 180 s anyway. */
#define SUITE_CALL_NS (10 * SECOND_NS)
#define SUITE_CALLS   100.0 /* of the reference, on top */
#define OBSERVE_NS    (20 * SECOND_NS)
#define SLOTS         2
#define WARM_UP_SEED  1000000U /* beyond every call */

/* 63 bits from the secret and a number. */
static int64_t seed_of(const struct torch_run *r, unsigned number)
{
    unsigned char raw[32];
    struct sha256 s;
    uint64_t seed = 0;
    sha256_init(&s);
    sha256_update(&s, &r->job->secret, sizeof(r->job->secret));
    sha256_update(&s, &number, sizeof(number));
    sha256_final(&s, raw);
    memcpy(&seed, raw, sizeof(seed));
    return (int64_t)(seed >> 11); /* exact in a JSON number */
}

static struct json *operation(const char *op)
{
    struct json *o = json_new_object();
    json_add_string(o, "op", op);
    return o;
}

void torch_run_evidence(struct torch_run *r, const char *kind, double value, double bound,
                        const char *unit, bool pass, const char *detail)
{
    verdict_add(&r->verdict, (struct evidence){ .kind = kind,
                                                .value = value,
                                                .bound = bound,
                                                .unit = unit,
                                                .pass = pass,
                                                .detail = detail });
}

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

/* A problem is allowed what single precision loses in it. */
static void note_noise(struct torch_run *r)
{
    double noise = torch_number(r->opened, "noise");
    r->factor = torch_number(r->opened, "factor");
    if (isnan(r->factor))
        r->factor = 1.0;
    torch_run_evidence(r, "reference_noise", noise, 0.25, "tolerances", noise <= 0.25,
                       r->factor > 1.0
                           ? arena_printf(r->arena,
                                          "the problem's own single precision is that far "
                                          "from double: %.3g tolerances are allowed",
                                          r->factor)
                           : "of the problem's own single precision against double");
}

static void note_compiled(struct torch_run *r)
{
    const char *why_not = torch_text(r, r->opened, "why_not_compiled");
    r->verdict.out->baseline_name = torch_text(r, r->opened, "baseline");
    torch_run_evidence(r, "compiled_baseline", why_not == NULL, 1, "baselines", why_not == NULL,
                       why_not == NULL ? "the reference is timed by torch.compile" : why_not);
}

static int open_problem(struct torch_run *r, struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = operation("open");
    json_add_string(ask, "text", r->job->problem);
    json_add_string(ask, "device", torch_host_device(r->h));
    json_add_string(ask, "folder", r->folder);
    json_add_int(ask, "model_seed", seed_of(r, 0));
    json_add_int(ask, "seed", seed_of(r, 1));
    json_add_int(ask, "slots", SLOTS);
    json_add_string(ask, "inputs", torch_inputs_name(r->job->inputs));
    json_add_string(ask, "rule",
                    torch_rule_name(r->as_suite ? TORCH_RULE_KERNELBENCH : TORCH_RULE_OWN));
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
    if (compiles)
        note_compiled(r);
    const char *precision = torch_text(r, r->opened, "precision");
    bool is_double = precision != NULL && strcmp(precision, "fp64") == 0;
    if (!r->as_suite) {
        torch_run_evidence(r, "reference_precision", is_double ? 64 : 32, 64, "bits", is_double,
                           is_double ? "the reference computes in double precision"
                                     : torch_text(r, r->opened, "why_not_fp64"));
        note_noise(r);
    }
    for (const struct json *slot = json_first(json_get(r->opened, "slots")); slot != NULL;
         slot = json_next(slot))
        r->slots++;
    for (const struct json *o = json_first(json_get(r->opened, "outputs")); o != NULL;
         o = json_next(o)) {
        double n = 8; /* bytes of an element */
        for (const struct json *s = json_first(json_get(o, "shape")); s != NULL; s = json_next(s)) {
            double size = 0;
            (void)json_number(s, &size);
            n *= size;
        }
        r->output_bytes += n;
    }
    return 0;
}

static int reference_slot(struct torch_run *r, const char *op, unsigned slot, int64_t seed,
                          bool exact, struct json **out, struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = operation(op);
    json_add_int(ask, "slot", slot);
    json_add_int(ask, "seed", seed);
    json_add_bool(ask, "exact", exact);
    json_add_string(ask, "inputs", torch_inputs_name(r->job->inputs));
    json_add_number(ask, "atol", TORCH_TOLERANCE);
    json_add_number(ask, "rtol", TORCH_TOLERANCE);
    json_add_number(ask, "strict", TORCH_STRICT_TOLERANCE);
    int64_t start_ns = trace_start();
    int rc = torch_ask_reference(r->h, ask, clock_monotonic_ns() + REFERENCE_LIMIT_NS, out, err);
    trace_stop(op, start_ns);
    return rc;
}

static void check_output(struct torch_run *r, const struct json *o, size_t index)
{
    struct eval_result *out = r->verdict.out;
    int64_t n = torch_count(o, "n"), matched = torch_count(o, "matched");
    int64_t not_finite = torch_count(o, "not_finite"), untouched = torch_count(o, "untouched");
    double abs_err = torch_number(o, "max_abs_err"), rel_err = torch_number(o, "max_rel_err");
    double share = n > 0 ? (double)matched / (double)n : 1.0;
    r->strict_missed += n - torch_count(o, "matched_strict");
    if (!(out->max_abs_err >= abs_err))
        out->max_abs_err = abs_err;
    if (!(out->max_rel_err >= rel_err))
        out->max_rel_err = rel_err;
    if (!(out->matched_share <= share)) {
        out->matched_share = share;
        out->worst_index = torch_count(o, "worst_index");
    }
    if (matched == n)
        return;
    if (r->as_suite)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: torch.allclose at %g says no, the largest error is %.3g", index,
                       TORCH_TOLERANCE, abs_err);
    else if (untouched > 0)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: %lld of %lld elements were not written", index,
                       (long long)untouched, (long long)n);
    else if (not_finite > 0)
        verdict_decide(&r->verdict, OUTCOME_NAN, NULL,
                       "output %zu: %lld of %lld elements are not finite", index,
                       (long long)not_finite, (long long)n);
    else
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: %lld of %lld elements are outside of %g + %g x |expected|, the "
                       "largest error is %.3g",
                       index, (long long)(n - matched), (long long)n, TORCH_TOLERANCE * r->factor,
                       TORCH_TOLERANCE * r->factor, abs_err);
}

static int compare(struct torch_run *r, unsigned slot, int64_t seed, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = reference_slot(r, "compare", slot, seed, true, &answer, err);
    if (rc != 0)
        return rc;
    size_t index = 0;
    int64_t modified = torch_count(answer, "input_modified_bytes");
    if (modified > 0) {
        torch_run_evidence(r, "input_modified", (double)modified, 0, "bytes", false,
                           "inputs after the call differ from those before");
        verdict_decide(&r->verdict, OUTCOME_CHEAT, "input_modified",
                       "the candidate changed %lld bytes of its inputs", (long long)modified);
    }
    for (const struct json *o = json_first(json_get(answer, "outputs")); o != NULL;
         o = json_next(o))
        check_output(r, o, index++);
    r->verdict.out->trials_passed += !r->verdict.decided;
    return 0;
}

/* Time that an honest call takes outside of its interval; outputs are copied at a tenth of a
 * device's copy rate. */
static double allowance_us(const struct torch_run *r)
{
    bool gpu = strcmp(torch_host_device(r->h), "cpu") != 0;
    return gpu ? 1500.0 + r->output_bytes / 2e5 : 3000.0 + r->output_bytes / 2e2;
}

/* KernelBench's seeds follow from 42; timed calls all use the inputs of that seed. */
static int64_t suite_seed(const struct torch_run *r, unsigned call)
{
    const struct json *s = json_first(json_get(r->opened, "trial_seeds"));
    int64_t seed = 42;
    if (call >= eval_mode_trials(r->job->mode, r->job->correct_trials))
        return seed;
    for (unsigned i = 0; i < call && s != NULL; i++)
        s = json_next(s);
    (void)json_int(s, &seed);
    return seed;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The first call searches for algorithms or compiles, in PyTorch itself.  reference_us: one call of
 * the reference, NaN where the rule does not ask for it. */
static int64_t call_limit_ns(const struct torch_run *r, double reference_us)
{
    if (r->job->deadline_ms > 0)
        return r->left_ns;
    if (!r->as_suite)
        return r->calls == 1 && r->left_ns < FIRST_CALL_NS ? FIRST_CALL_NS : r->left_ns;
    int64_t reference_ns = reference_us > 0 ? (int64_t)(reference_us * 1e3 * SUITE_CALLS) : 0;
    int64_t limit_ns = SUITE_CALL_NS + reference_ns;
    return smaller(r->left_ns,
                   r->calls == 1 && limit_ns < FIRST_CALL_NS ? FIRST_CALL_NS : limit_ns);
}

/* One call on fresh inputs. */
struct candidate_call {
    unsigned slot;
    int64_t seed, took_ns;
    enum channel_state state;
    struct json *drawn, *answer; /* json_free */
};

static void candidate_call_end(struct candidate_call *x)
{
    json_free(x->drawn);
    json_free(x->answer);
}

/* observes: kernels are recorded and nobody times it. */
static int exchange_call(struct torch_run *r, bool exact, bool observes, struct candidate_call *x,
                         struct err *err)
{
    int64_t build_ns = 0;
    *x = (struct candidate_call){ .slot = r->calls % r->slots,
                                  .seed = r->as_suite ? suite_seed(r, r->calls)
                                                      : seed_of(r, 2 + r->calls),
                                  .state = CHANNEL_CLOSED };
    r->calls++;
    torch_candidate_stop(r);
    int rc = reference_slot(r, "draw", x->slot, x->seed, exact, &x->drawn, err);
    if (rc != 0)
        return rc;
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    json_add_int(ask, "run", x->slot);
    json_add_int(ask, "seed", torch_count(x->drawn, "seed"));
    json_add_bool(ask, "observe", observes);
    r->limit_ns = observes ? smaller(OBSERVE_NS, r->left_ns)
                           : call_limit_ns(r, torch_number(x->drawn, "reference_us"));
    int64_t began_ns = clock_monotonic_ns();
    torch_candidate_go(r);
    if (channel_send(r->fd, ask))
        rc = torch_candidate_receive(r, began_ns + r->limit_ns, &x->state, &x->answer, &build_ns,
                                     err);
    torch_candidate_stop(r);
    x->took_ns = clock_monotonic_ns() - began_ns;
    trace_add(observes ? "observe" : "call", x->took_ns);
    if (r->limit_ns <= r->left_ns)
        r->left_ns -= x->took_ns - build_ns;
    return rc;
}

/* Decides by what the candidate's process answered; true: its outputs can be compared. */
static bool is_answered(struct torch_run *r, const struct candidate_call *x)
{
    if (json_get(x->answer, "failed") != NULL) {
        const char *what = torch_text(r, x->answer, "failed");
        torch_candidate_failed(r, x->answer, false);
        /* For KernelBench a CUDA error is a failure to compile. */
        if (r->as_suite && what != NULL && strstr(what, "CUDA error") != NULL)
            r->verdict.out->compiled = false;
        return false;
    }
    const char *shape = torch_text(r, x->answer, "shape");
    if (shape != NULL)
        verdict_decide(&r->verdict, OUTCOME_WRONG_SHAPE, NULL, "%s", shape);
    return shape == NULL;
}

/* Checked in full.  *out_us is NaN when it failed. */
static int call(struct torch_run *r, bool exact, double *out_us, struct err *err)
{
    struct candidate_call x CLEANUP(candidate_call_end);
    *out_us = (double)NAN;
    int rc = exchange_call(r, exact, false, &x, err);
    if (rc != 0)
        return rc;
    r->verdict.out->trials_run++;
    if (x.state != CHANNEL_OK)
        return torch_candidate_gone(r, x.state, "a call of forward", err);
    if (!is_answered(r, &x))
        return 0;
    double claimed_us = torch_number(x.answer, "us"), wall_us = (double)x.took_ns / 1e3;
    double least_us = wall_us - allowance_us(r);
    trace_add("call beyond its claim", (int64_t)((wall_us - claimed_us) * 1e3));
    if (!(claimed_us > 0) || claimed_us > wall_us) {
        verdict_decide(
            &r->verdict, OUTCOME_CHEAT, "forged_time",
            "a call that took %.0f us by the checker's clock is said to have taken %g us", wall_us,
            claimed_us);
        return 0;
    }
    if (least_us > claimed_us)
        r->worst_hidden_us = fmax(r->worst_hidden_us, least_us - claimed_us);
    *out_us = fmax(claimed_us, least_us);
    return compare(r, x.slot, x.seed, err);
}

static int time_reference(struct torch_run *r, double *out_us, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = reference_slot(r, "time", (r->calls - 1) % r->slots, 0, false, &answer, err);
    *out_us = rc == 0 ? torch_number(answer, "us") : (double)NAN;
    return rc;
}

/* Timed calls take turns with the reference and are checked like the others. */
static int run_calls(struct torch_run *r, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    unsigned trials = eval_mode_trials(r->job->mode, r->job->correct_trials);
    unsigned timed = r->untimed ? 0 : eval_mode_timed(r->job->mode, r->job->timed_runs);
    out->samples_us = arena_array(r->arena, timed, sizeof(double));
    out->baseline_samples_us = arena_array(r->arena, timed, sizeof(double));
    double us = 0;
    int rc = 0;
    for (unsigned i = 0; i < trials && rc == 0 && !r->verdict.decided; i++)
        rc = call(r, true, &us, err);
    /* The reference is warmed up like the candidate. */
    if (rc == 0 && !r->verdict.decided && timed > 0)
        rc = time_reference(r, &us, err);
    for (unsigned i = 0; i < timed && rc == 0 && !r->verdict.decided; i++) {
        rc = call(r, false, &us, err);
        if (rc != 0 || r->verdict.decided)
            break;
        out->samples_us[out->n_samples++] = us;
        rc = time_reference(r, &us, err);
        if (rc == 0)
            out->baseline_samples_us[out->n_baseline_samples++] = us;
    }
    return rc;
}

/* Records who launches the kernels of one more call.  What goes wrong in it is no verdict. */
static int observe(struct torch_run *r, struct err *err)
{
    struct torch_run beside = *r;
    struct eval_result unused;
    struct candidate_call x CLEANUP(candidate_call_end) = { 0 };
    if (strcmp(torch_host_device(r->h), "cpu") == 0) {
        torch_share_note(&r->verdict, NULL, "only a GPU records who launched what ran on it");
        return 0;
    }
    eval_result_init(&unused, OUTCOME_MEASURED, NULL);
    beside.verdict = (struct verdict){ .arena = r->arena, .out = &unused };
    int rc = exchange_call(&beside, true, true, &x, err);
    if (rc == 0 && x.state != CHANNEL_OK)
        verdict_decide(&beside.verdict, OUTCOME_CRASH, NULL, "the process %s",
                       x.state == CHANNEL_LATE ? "did not answer in time" : "ended");
    else if (rc == 0 && is_answered(&beside, &x))
        rc = compare(&beside, x.slot, x.seed, err);
    if (rc == 0)
        torch_share_note(
            &r->verdict, json_get(x.answer, "launched"),
            beside.verdict.decided
                ? arena_printf(r->arena, "the call whose kernels were recorded: %s", unused.message)
                : NULL);
    return rc;
}

static void end_run(struct torch_run *r)
{
    struct err ignored = { 0 };
    if (r->pid > 0)
        torch_dismiss(r->h, r->pid);
    if (r->fd >= 0)
        (void)close(r->fd);
    if (r->opened != NULL) {
        struct json *ask CLEANUP(json_free_ptr) = operation("close");
        struct json *answer CLEANUP(json_free_ptr) = NULL;
        (void)torch_ask_reference(r->h, ask, clock_monotonic_ns() + REFERENCE_LIMIT_NS, &answer,
                                  &ignored);
        json_free(r->opened);
    }
    torch_host_end_folder(r->folder);
    torch_host_end_folder(r->private);
}

static void finish(struct torch_run *r)
{
    struct eval_result *out = r->verdict.out;
    if (out->n_samples > 0)
        torch_run_evidence(
            r, "wall_clock", r->worst_hidden_us, 0, "us", r->worst_hidden_us <= 0,
            "time beyond the claimed one and the allowance, charged to the candidate");
    if (out->trials_run > 0 && !r->as_suite)
        torch_run_evidence(r, "strict_tolerance", (double)r->strict_missed, 0, "elements",
                           r->strict_missed == 0,
                           "outside of 1e-5 + 1e-5 x |expected|, in all calls");
    if (r->failed_builds > 0 && out->outcome == OUTCOME_MEASURED)
        torch_run_evidence(r, "failed_build", r->failed_builds, 0, "builds", false,
                           "an extension did not compile, and the candidate went on without it");
    out->correct = out->outcome == OUTCOME_MEASURED;
}

static int evaluate_by(struct torch_host *h, const struct torch_job *job, enum torch_rule rule,
                       struct arena *a, struct eval_result *out, struct err *err)
{
    double usual_ms = rule == TORCH_RULE_KERNELBENCH ? SUITE_DEADLINE_MS : DEFAULT_DEADLINE_MS;
    usual_ms = eval_deadline_ms(usual_ms, job->correct_trials, job->timed_runs);
    double deadline_ms = job->deadline_ms > 0 ? job->deadline_ms : usual_ms;
    struct torch_run r = { .h = h,
                           .job = job,
                           .arena = a,
                           .fd = -1,
                           .left_ns = (int64_t)(deadline_ms * 1e6),
                           .as_suite = rule == TORCH_RULE_KERNELBENCH,
                           .untimed = rule != job->rule,
                           .factor = 1.0 };
    struct eval_result result;
    int64_t began_ns = clock_monotonic_ns();
    eval_result_init(&result, OUTCOME_MEASURED, NULL);
    r.verdict = (struct verdict){ .arena = a, .out = &result };
    sha256_hex(job->candidate, strlen(job->candidate), result.code_sha256);
    torch_host_folder(h, r.folder);
    torch_host_private(h, r.private);
    int64_t start_ns = trace_start();
    int rc = r.folder[0] == '\0' || r.private[0] == '\0'
                 ? err_set(err, ERR_INTEGRITY, "no folder for shared memory can be made")
                 : open_problem(&r, err);
    trace_stop("open", start_ns);
    start_ns = trace_start();
    /* What compiles at its first call gets that call here, on inputs of its own. */
    if (rc == 0 && strstr(job->candidate, "triton") != NULL) {
        struct json *drawn CLEANUP(json_free_ptr) = NULL;
        rc = reference_slot(&r, "draw", 0, seed_of(&r, WARM_UP_SEED), false, &drawn, err);
    }
    if (rc == 0)
        rc = torch_candidate_prepare(&r, err);
    trace_stop("prepare", start_ns);
    if (rc == 0 && !r.verdict.decided) {
        /* From here on one evaluation has the device. */
        torch_host_lock(h);
        rc = run_calls(&r, err);
        if (rc == 0 && !r.verdict.decided && !r.untimed && job->counters)
            rc = observe(&r, err);
        (void)torch_host_unlock(h);
    }
    start_ns = trace_start();
    end_run(&r);
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
    verdict_add(&v, (struct evidence){ .kind = "rule_kernelbench",
                                       .value = out->trials_passed,
                                       .bound = out->trials_run,
                                       .unit = "calls",
                                       .pass = out->correct,
                                       .detail = outcome_name(out->outcome) });
    verdict_add(&v, (struct evidence){ .kind = "rule_own",
                                       .value = own != NULL ? own->trials_passed : 0,
                                       .bound = own != NULL ? own->trials_run : 0,
                                       .unit = "calls",
                                       .pass = right,
                                       .detail = said });
    if (out->correct != right)
        verdict_add(&v, (struct evidence){ .kind = "rules_differ",
                                           .value = 1,
                                           .bound = 0,
                                           .unit = "rules",
                                           .pass = false,
                                           .detail = out->correct ? said : out->message });
}

int torch_evaluate(struct torch_host *h, const struct torch_job *job, struct arena *a,
                   struct eval_result *out, struct err *err)
{
    struct eval_result own;
    int rc = evaluate_by(h, job, job->rule, a, out, err);
    if (rc == 0 && job->rule == TORCH_RULE_KERNELBENCH) {
        struct torch_job beside = *job;
        bool asks = out->outcome != OUTCOME_TIMEOUT;
        beside.inputs = TORCH_INPUTS_SIGNED;
        if (asks)
            rc = evaluate_by(h, &beside, TORCH_RULE_OWN, a, &own, err);
        if (rc == 0)
            note_other_rule(a, out, asks ? &own : NULL);
    }
    torch_stand_by(h);
    return rc;
}
