/*
 * torch_call.c - one call of a candidate on fresh inputs: drawn, run, held to what is right.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/eval/process/thread_clocks.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_locks.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

#define FIRST_CALL_NS (60 * SECOND_NS) /* where no deadline is given */
/* By KernelBench's rule, a call but the first: a hundred calls of 10 s exceed the 180 s anyway. */
#define SUITE_CALL_NS (10 * SECOND_NS)
#define SUITE_CALLS   100.0 /* of the reference, on top */
#define OBSERVE_NS    (20 * SECOND_NS)

int64_t torch_run_seed(const struct torch_run *r, unsigned number)
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

struct json *torch_operation(const char *op)
{
    struct json *o = json_new_object();
    json_add_string(o, "op", op);
    return o;
}

static enum trace_phase phase_of(const char *op)
{
    static const struct {
        const char *op;
        enum trace_phase phase;
    } of[] = { { "draw", PHASE_INPUTS },    { "batch_draw", PHASE_INPUTS },
               { "ready", PHASE_INPUTS },   { "prepare", PHASE_EXPECTED },
               { "compare", PHASE_CHECKS }, { "batch_compare", PHASE_CHECKS },
               { "time", PHASE_TIMED },     { "batch_time", PHASE_TIMED } };
    for (size_t i = 0; i < ARRAY_LEN(of); i++)
        if (strcmp(op, of[i].op) == 0)
            return of[i].phase;
    return PHASE_OTHER;
}

int torch_reference_slot(struct torch_run *r, struct slot_request request, struct json **out,
                         struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = torch_operation(request.op);
    json_add_int(ask, "slot", request.slot);
    json_add_int(ask, "seed", request.seed);
    json_add_bool(ask, "exact", request.exact);
    json_add_int(ask, "n", request.n);
    json_add_string(ask, "inputs",
                    torch_inputs_name(r->as_drawn ? TORCH_INPUTS_SUITE : r->job->inputs));
    json_add_bool(ask, "late", r->as_drawn);
    json_add_bool(ask, "tied", r->tied);
    json_add_number(ask, "atol", TORCH_TOLERANCE);
    json_add_number(ask, "rtol", TORCH_TOLERANCE);
    json_add_number(ask, "strict", TORCH_STRICT_TOLERANCE);
    if (r->flags != NULL)
        channel_add_copy(ask, "flags", r->flags);
    int64_t start_ns = trace_start();
    enum trace_phase before = trace_enter(phase_of(request.op));
    int rc = torch_ask_reference(r->h, ask, clock_monotonic_ns() + REFERENCE_LIMIT_NS, out, err);
    trace_leave(before);
    trace_stop(request.op, start_ns);
    const char *taken = rc == 0 ? torch_text(r, *out, "flags_taken") : NULL;
    if (taken != NULL && taken[0] != '\0')
        r->flags_taken = taken;
    return rc;
}

void torch_note_flags(struct torch_run *r, const struct json *message)
{
    const struct json *flags = json_get(message, "flags");
    if (!r->as_suite || flags == NULL || json_type(flags) != JSON_OBJECT)
        return;
    json_free(r->flags);
    r->flags = json_new_object();
    for (const struct json *m = json_first(flags); m != NULL; m = json_next(m))
        channel_add_copy(r->flags, json_key(m), m);
}

const char *const torch_class_names[TORCH_CLASSES + 1] = { "fp32", "tf32", "half", NULL };

static double over(double error, double model)
{
    return error > 0 && model >= 0 ? error / model : 0;
}

/* Takes over what an output tells of the classes; the name of its own, or NULL. */
static const char *see_classes(struct torch_run *r, const struct json *o)
{
    const char *class = torch_text(r, o, "class");
    const struct json *models = json_get(o, "model"), *reasons = json_get(o, "why_no_model");
    bool exact = false;
    (void)json_bool(json_get(o, "exact"), &exact);
    for (int i = 0; i < TORCH_CLASSES; i++) {
        struct torch_class_seen *at = &r->at_class[i];
        const char *name = torch_class_names[i];
        const struct json *model = json_get(models, name);
        if (class != NULL && strcmp(class, name) == 0 && r->class < i)
            r->class = i;
        if (model == NULL && at->why_not == NULL)
            at->why_not = torch_text(r, reasons, name);
        if (model == NULL || (!exact && at->seen))
            continue;
        struct torch_class_seen now = { .seen = true,
                                        .max_err = torch_number(o, "max_abs_err"),
                                        .rms_err = torch_number(o, "rms_err"),
                                        .model_max = torch_number(model, "max"),
                                        .model_rms = torch_number(model, "rms") };
        if (!at->seen || over(now.max_err, now.model_max) > over(at->max_err, at->model_max))
            *at = now;
    }
    return class;
}

/* "; the Model's own error is 1e-07 in fp32, 0.0003 in tf32", of what was looked at. */
static const char *models_errors(struct torch_run *r, const struct json *o)
{
    struct buf text CLEANUP(buf_release) = { .max = 300 };
    for (int i = 0; i < TORCH_CLASSES; i++) {
        const struct json *model = json_get(json_get(o, "model"), torch_class_names[i]);
        if (model != NULL)
            buf_printf(&text, "%s%.2g (RMS %.2g) in %s",
                       text.len == 0 ? "; the Model's own error is " : ", ",
                       torch_number(model, "max"), torch_number(model, "rms"),
                       torch_class_names[i]);
    }
    return arena_strdup(r->arena, buf_text(&text));
}

void torch_call_note_classes(struct torch_run *r)
{
    static const char *const kinds[TORCH_CLASSES] = { "class_fp32", "class_tf32", "class_half" };
    for (int i = 0; i < TORCH_CLASSES; i++) {
        const struct torch_class_seen *at = &r->at_class[i];
        if (at->seen)
            verdict_add(&r->verdict,
                        (struct evidence){
                            kinds[i], at->max_err, 2 * at->model_max, "error",
                            !r->verdict.decided && r->class >= 0 && r->class <= i,
                            arena_printf(r->arena,
                                         "largest error %.3g (RMS %.3g), the Model's own %.3g "
                                         "(RMS %.3g)",
                                         at->max_err, at->rms_err, at->model_max, at->model_rms) });
        else if (at->why_not != NULL)
            verdict_add(&r->verdict, (struct evidence){ kinds[i], (double)NAN, (double)NAN, "error",
                                                        false, at->why_not });
    }
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
    const char *class = see_classes(r, o);
    if (matched == n || class != NULL)
        return;
    const char *said = torch_text(r, o, "said");
    if (said != NULL)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL, "%s: %s",
                       r->drawn.n > 0 ? "what was drawn" : "the suite's own rule", said);
    else if (r->as_suite)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: torch.allclose at %g says no for %lld of %lld elements, the "
                       "largest error is %.3g",
                       index, TORCH_TOLERANCE, (long long)(n - matched), (long long)n, abs_err);
    else if (untouched > 0)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: %lld of %lld elements were not written", index,
                       (long long)untouched, (long long)n);
    else if (not_finite > 0)
        verdict_decide(&r->verdict, OUTCOME_NAN, NULL,
                       "output %zu: %lld of %lld elements are not finite", index,
                       (long long)not_finite, (long long)n);
    else if (torch_count(o, "unlike") > 0)
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: %lld of %lld elements differ where what is right is not finite",
                       index, (long long)torch_count(o, "unlike"), (long long)n);
    else {
        bool concentrated = false, tied = false;
        (void)json_bool(json_get(o, "concentrated"), &concentrated);
        (void)json_bool(json_get(o, "ties"), &tied);
        verdict_decide(&r->verdict, OUTCOME_MISMATCH, NULL,
                       "output %zu: %lld of %lld elements are outside of %g + %g x |expected|, the "
                       "largest error is %.3g (RMS %.2g)%s: right at no class%s%s",
                       index, (long long)(n - matched), (long long)n, torch_number(o, "atol"),
                       torch_number(o, "rtol"), abs_err, torch_number(o, "rms_err"),
                       models_errors(r, o),
                       concentrated ? ", since a few values err far more than the others" : "",
                       tied ? ", on inputs of which many are equal: the first of equal ones counts "
                              "where PyTorch says so"
                            : "");
    }
}

/* The rule that does not decide, of a problem that brings one. */
static void note_other(struct torch_run *r, const struct json *answer)
{
    const struct json *other = json_get(answer, "other");
    const char *decides = torch_text(r, answer, "decides"), *said = torch_text(r, other, "said");
    bool right = false;
    if (other == NULL)
        return;
    (void)json_bool(json_get(other, "right"), &right);
    r->has_other = true;
    r->by_suite = decides != NULL && strcmp(decides, "suite") == 0;
    r->other_run++;
    r->other_passed += right;
    if (!right && r->other_said == NULL)
        r->other_said = said != NULL && said[0] != '\0' ? said : "outside of its tolerance";
}

void torch_call_compare(struct torch_run *r, const struct json *answer)
{
    size_t index = 0;
    const struct json *drawn = json_get(answer, "sampled");
    note_other(r, answer);
    if (drawn != NULL)
        r->drawn = (struct torch_drawn){ torch_number(drawn, "n"), torch_number(drawn, "gap"),
                                         torch_number(drawn, "bound") };
    r->ties_decide = true;
    (void)json_bool(json_get(answer, "decides_ties"), &r->ties_decide);
    int64_t modified = torch_count(answer, "input_modified_bytes");
    if (modified > 0) {
        verdict_add(&r->verdict,
                    (struct evidence){ "input_modified", (double)modified, 0, "bytes", false,
                                       "inputs after the call differ from those before" });
        verdict_decide(&r->verdict, OUTCOME_CHEAT, "input_modified",
                       "the candidate changed %lld bytes of its inputs", (long long)modified);
    }
    for (const struct json *o = json_first(json_get(answer, "outputs")); o != NULL;
         o = json_next(o))
        check_output(r, o, index++);
}

static int compare(struct torch_run *r, unsigned slot, int64_t seed, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = torch_reference_slot(r, (struct slot_request){ "compare", slot, seed, true, 0 },
                                  &answer, err);
    if (rc != 0)
        return rc;
    torch_call_compare(r, answer);
    r->verdict.out->trials_passed += !r->verdict.decided;
    return 0;
}

static bool is_gpu(const struct torch_run *r)
{
    return strcmp(torch_host_device(r->h), "cpu") != 0;
}

/* The system counts a few microseconds of handing over as waiting, or not; a process that lost its
 * processor waits for longer. */
#define EXCUSED_US 100.0

double torch_call_work_us(const struct torch_run *r, const struct candidate_call *x)
{
    double wall_us = (double)x->took_ns / 1e3;
    if (is_gpu(r))
        return wall_us;
    /* Waiting for a processor is no work.  Of one thread it may be waiting for another of its own,
     * so what all of them worked is not taken off; and work that several did is that of as many as
     * it was given. */
    unsigned threads = r->job->threads != 0 ? r->job->threads : 1;
    double own_us = fmax(wall_us - x->clock.waited_us, fmin(wall_us, x->clock.cpu_us));
    double work_us = fmax(own_us, x->clock.cpu_us / threads); /* of a number and NaN, the number */
    return fabs(wall_us - work_us) > EXCUSED_US ? work_us : wall_us;
}

/* What a call on a GPU takes beyond an empty one is known within this.  Batches bound short calls.
 */
#define SHORT_US        15000.0
#define SHORT_SLACK_US  3000.0
#define LONG_SLACK_US   300.0
#define LONG_SLACK_PART 0.01

double torch_call_us(const struct torch_run *r, const struct candidate_call *x)
{
    double us = torch_call_work_us(r, x) - r->p->empty.us;
    double told_us = torch_number(x->answer, "us");
    bool is_short = us < SHORT_US && r->most_batched > 1;
    double slack_us = is_short ? SHORT_SLACK_US : LONG_SLACK_US + LONG_SLACK_PART * us;
    return is_gpu(r) && told_us > 0 ? fmax(told_us, us - slack_us) : us;
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

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* What a call may take.  The first one searches for algorithms or compiles, in PyTorch itself; by
 * KernelBench's rule a call may take as long as many of the reference (reference_us is NaN where
 * the rule does not ask for it). */
static int64_t call_limit_ns(const struct torch_run *r, enum call_purpose purpose,
                             double reference_us)
{
    if (purpose == CALL_OF_REFERENCE)
        return REFERENCE_LIMIT_NS;
    if (purpose == CALL_OBSERVED)
        return smaller(OBSERVE_NS, r->left_ns);
    if (r->job->deadline_ms > 0)
        return r->left_ns;
    bool is_first = r->p->calls == 1;
    if (!r->as_suite)
        return is_first ? larger(FIRST_CALL_NS, r->left_ns) : r->left_ns;
    int64_t reference_ns = reference_us > 0 ? (int64_t)(reference_us * 1e3 * SUITE_CALLS) : 0;
    return smaller(r->left_ns, larger(is_first ? FIRST_CALL_NS : 0, SUITE_CALL_NS + reference_ns));
}

void torch_call_end(struct candidate_call *x)
{
    json_free(x->drawn);
    json_free(x->answer);
}

int torch_call_draw(struct torch_run *r, bool exact, struct candidate_call *x, struct err *err)
{
    *x = (struct candidate_call){ .slot = r->calls % r->slots,
                                  .seed = r->as_suite ? suite_seed(r, r->calls)
                                                      : torch_run_seed(r, 2 + r->calls),
                                  .state = CHANNEL_CLOSED };
    r->calls++;
    torch_candidate_stop(r);
    if (r->as_suite) {
        struct json *answer CLEANUP(json_free_ptr) = NULL;
        bool had_device = torch_locks_rest(torch_host_locks(r->h));
        int rc = torch_reference_slot(
            r, (struct slot_request){ "prepare", x->slot, x->seed, exact, 0 }, &answer, err);
        if (had_device)
            torch_locks_compute(torch_host_locks(r->h));
        if (rc != 0)
            return rc;
    }
    int rc = torch_reference_slot(r, (struct slot_request){ "draw", x->slot, x->seed, exact, 0 },
                                  &x->drawn, err);
    x->given_seed = torch_count(x->drawn, "seed");
    bool is_overwritten = false;
    if (rc == 0 && json_bool(json_get(x->drawn, "overwritten"), &is_overwritten) && is_overwritten)
        verdict_decide(&r->verdict, OUTCOME_CHEAT, "input_modified",
                       "the candidate changed the inputs of a call that had ended");
    return rc;
}

#define READ_US 200.0 /* both of a candidate's clocks, on a quiet machine */

static double checker_waited_us(const struct torch_run *r)
{
    uint64_t ns;
    (void)schedstat_read_file(r->own_waits, &ns);
    return (double)ns / 1e3;
}

/*
 * While the call is asked for, this thread and the candidate can wait for a processor side by side;
 * the candidate's wait counts.  When the answer is there only this thread waits.  And who waits
 * while the clocks are read has not waited in the call.
 */
int torch_call_exchange(struct torch_run *r, const struct json *ask, bool looks,
                        struct candidate_call *x, int64_t *out_build_ns, struct err *err)
{
    int rc = 0;
    bool is_clocked = !is_gpu(r);
    if (is_clocked)
        torch_candidate_await_stop(r);
    int64_t asked_ns = clock_monotonic_ns();
    struct torch_clock before = torch_candidate_clock(r);
    int64_t began_ns = clock_monotonic_ns(), deadline_ns = began_ns + r->limit_ns;
    /* It wakes to a message that is there. */
    x->state = ask != NULL
                   ? channel_send(r->p->fd, deadline_ns, ask)
                   : channel_send_call(r->p->fd, deadline_ns, x->slot, x->given_seed, looks);
    torch_candidate_go(r);
    double waited_us = is_clocked ? -checker_waited_us(r) : 0.0;
    if (x->state == CHANNEL_OK)
        rc = torch_candidate_receive(r, deadline_ns, &x->state, &x->answer, out_build_ns, err);
    x->took_ns = clock_monotonic_ns() - began_ns;
    waited_us += is_clocked ? checker_waited_us(r) : 0.0;
    torch_candidate_stop(r);
    struct torch_clock after = torch_candidate_clock(r);
    double beside_us = (double)(clock_monotonic_ns() - asked_ns - x->took_ns) / 1e3;
    double candidate_us = after.waited_us - before.waited_us;
    if (beside_us > READ_US)
        candidate_us = fmax(0.0, candidate_us - beside_us);
    x->clock = (struct torch_clock){ .cpu_us = after.cpu_us - before.cpu_us,
                                     .waited_us = waited_us + candidate_us };
    return rc;
}

int torch_call_send(struct torch_run *r, enum call_purpose purpose, struct candidate_call *x,
                    struct err *err)
{
    static const char *const stages[] = { [CALL_CHECKED] = "call",
                                          [CALL_TIMED] = "call",
                                          [CALL_DISCARDED] = "discard",
                                          [CALL_OBSERVED] = "observe",
                                          [CALL_OF_REFERENCE] = "discard" };
    struct json *ask CLEANUP(json_free_ptr) = NULL;
    int64_t build_ns = 0;
    if (purpose == CALL_OBSERVED) {
        ask = json_new_object();
        json_add_int(ask, "observe", x->slot);
        json_add_int(ask, "seed", x->given_seed);
    }
    json_free(x->answer);
    x->answer = NULL;
    x->state = CHANNEL_CLOSED;
    if (r->p->calls++ == 0)
        r->p->began_ns = clock_monotonic_ns();
    r->limit_ns = call_limit_ns(r, purpose, torch_number(x->drawn, "reference_us"));
    int rc = torch_call_exchange(r, ask, purpose == CALL_CHECKED, x, &build_ns, err);
    torch_note_flags(r, x->answer);
    trace_add("processor time of the call", (int64_t)(x->clock.cpu_us * 1e3));
    trace_add("waiting for a processor", (int64_t)(x->clock.waited_us * 1e3));
    trace_add(stages[purpose], x->took_ns);
    /* The reference's calls, and first ones that may take longer, leave the deadline alone. */
    if (purpose != CALL_OF_REFERENCE && r->limit_ns <= r->left_ns)
        r->left_ns -= x->took_ns - build_ns;
    return rc;
}

bool torch_call_is_answered(struct torch_run *r, const struct candidate_call *x)
{
    if (json_get(x->answer, "failed") != NULL) {
        const char *what = torch_text(r, x->answer, "failed");
        torch_candidate_failed(r, x->answer, false);
        /* For KernelBench a CUDA error is a failure to compile where the context is lost: it
         * catches an error in forward, and then fails in its own next call. */
        bool is_lost = false;
        (void)json_bool(json_get(x->answer, "lost"), &is_lost);
        if (r->as_suite && is_lost && what != NULL && strstr(what, "CUDA error") != NULL)
            r->verdict.out->compiled = false;
        return false;
    }
    const char *shape = torch_text(r, x->answer, "shape");
    if (shape != NULL)
        verdict_decide(&r->verdict, OUTCOME_WRONG_SHAPE, NULL, "%s", shape);
    return shape == NULL;
}

/* What computes nothing may be right: it is told. */
static void note_views(struct torch_run *r, const struct candidate_call *x)
{
    const struct json *views = json_get(x->answer, "views");
    if (json_count(views) == 0 || r->has_views)
        return;
    r->has_views = true;
    verdict_add(&r->verdict,
                (struct evidence){ "returned_view", (double)json_count(views), 0, "outputs", false,
                                   "forward returned its inputs' own memory: nothing was "
                                   "written" });
}

int torch_call_finish(struct torch_run *r, const struct candidate_call *x, double *out_us,
                      struct err *err)
{
    *out_us = (double)NAN;
    r->verdict.out->trials_run++;
    if (x->state != CHANNEL_OK)
        return torch_candidate_gone(r, x->state, "a call of forward", err);
    if (!torch_call_is_answered(r, x))
        return 0;
    torch_memory_take(r, x);
    if (r->verdict.decided)
        return 0;
    *out_us = torch_call_us(r, x);
    r->least_call_us =
        fmin(r->least_call_us, fmax(*out_us, torch_call_work_us(r, x) - r->p->empty.us));
    r->told_us[r->n_told++ % ARRAY_LEN(r->told_us)] =
        fmax(*out_us, torch_number(x->answer, "launch_us"));
    note_views(r, x);
    return compare(r, x->slot, x->seed, err);
}

int torch_time_reference(struct torch_run *r, double *out_us, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = torch_reference_slot(
        r, (struct slot_request){ "time", (r->calls - 1) % r->slots, 0, false, 0 }, &answer, err);
    *out_us = rc == 0 ? torch_number(answer, "us") : (double)NAN;
    return rc;
}

int torch_observe(struct torch_run *r, struct err *err)
{
    struct torch_run beside = *r;
    struct eval_result unused;
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    eval_result_init(&unused, OUTCOME_MEASURED, NULL);
    beside.verdict = (struct verdict){ .arena = r->arena, .out = &unused };
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_PROFILE);
    int rc = torch_call_draw(&beside, true, &x, err);
    if (rc == 0)
        rc = torch_call_send(&beside, CALL_OBSERVED, &x, err);
    if (rc == 0 && x.state != CHANNEL_OK)
        verdict_decide(&beside.verdict, OUTCOME_CRASH, NULL, "the process %s",
                       x.state == CHANNEL_LATE ? "did not answer in time" : "ended");
    else if (rc == 0 && torch_call_is_answered(&beside, &x))
        rc = compare(&beside, x.slot, x.seed, err);
    if (rc == 0)
        torch_share_note(
            &r->verdict, json_get(x.answer, "launched"),
            beside.verdict.decided
                ? arena_printf(r->arena, "the call whose kernels were recorded: %s", unused.message)
                : NULL);
    return rc;
}
