/*
 * eval_checks.c - what all runs of a candidate say together: clocks, physics, memory.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/compare.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/eval_internal.h"
#include "src/eval/process/sandbox.h"
#include "tasks/task_shape.h"

bool checks_clocks_agree(const struct evaluation *x)
{
    return timing_clocks(&x->timing).doubtful * 2 <= x->verdict.out->n_samples;
}

void checks_decide_clocks(struct evaluation *x)
{
    struct eval_result *out = x->verdict.out;
    struct clock_verdict t = timing_clocks(&x->timing);
    bool honest = t.forged * 2 <= out->n_samples;
    x->untrusted = honest && !checks_clocks_agree(x);
    verdict_add(&x->verdict,
                (struct evidence){
                    "host_clock", t.worst_us, t.worst_bound_us, "us", honest && !x->untrusted,
                    x->untrusted ? "no time is reliable: threads used more processor time than "
                                   "they reported, and waited longer"
                                 : "largest excess of processor time over claimed "
                                   "time" });
    if (!honest)
        verdict_decide(&x->verdict, OUTCOME_CHEAT, "clock",
                       "%u of %zu samples claim less time than was spent", t.forged,
                       out->n_samples);
}

void checks_decide_light(struct evaluation *x)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t bytes = 0;
    const struct task *t = x->job->task;
    size_t n = task_names(t, x->job->task_case, names);
    if (x->e->copy_bytes_per_s <= 0.0 || expr_eval(t->bytes, names, n, &bytes, &bad) != 0)
        return;
    double bound_us =
        (double)bytes / (x->e->copy_bytes_per_s * x->e->backend->light_factor * x->threads) * 1e6;
    double least_us = (double)INFINITY;
    for (size_t i = 0; i < x->verdict.out->n_samples; i++)
        least_us = fmin(least_us, x->verdict.out->samples_us[i]);
    bool possible = least_us >= bound_us;
    verdict_add(&x->verdict,
                (struct evidence){ "speed_of_light", least_us, bound_us, "us", possible,
                                   "fastest sample, and a time in which the "
                                   "bytes cannot be moved" });
    if (!possible)
        verdict_decide(&x->verdict, OUTCOME_CHEAT, "speed_of_light",
                       "%.3f us is less than moving the bytes can take (%.3f us)", least_us,
                       bound_us);
}

/* Events and activity records of one run may differ by this much. */
#define WITNESS_US    3.0
#define WITNESS_SHARE 0.02

void checks_decide_witness(struct evaluation *x)
{
    const struct witness *w = &x->witness;
    if (x->e->backend->witness == NULL)
        return;
    double bound_us = fmax(WITNESS_US, WITNESS_SHARE * w->us);
    bool agrees = isnan(w->us) || fabs(w->us - w->events_us) <= bound_us;
    verdict_add(&x->verdict,
                (struct evidence){ "activity_clock", w->us - w->events_us,
                                   isnan(w->us) ? WITNESS_US : bound_us, "us",
                                   agrees && !isnan(w->us),
                                   isnan(w->us) ? w->why
                                                : "activity records minus events, same "
                                                  "runs" });
    if (!isnan(w->us))
        verdict_add(&x->verdict,
                    (struct evidence){
                        "activity_time", w->us, eval_runtime_us(x->verdict.out), "us", true,
                        "by activity records, with recording on, compared with the median" });
    if (!agrees)
        verdict_decide(&x->verdict, OUTCOME_INFRA, NULL,
                       "clocks disagree: %.3f us between events, %.3f us by activity records",
                       w->events_us, w->us);
}

/* The text is valid until the next call. */
static const char *repeated_text(const struct checked_runs *j)
{
    static char text[120];
    snprintf(text, sizeof text, "wrong of %u on the same inputs; %u differ from the first in bits",
             j->repeated_run, j->repeated_differ);
    return text;
}

struct optional_row {
    bool there;
    struct evidence row;
};

static void add_rows(struct evaluation *x, const struct optional_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].there)
            verdict_add(&x->verdict, rows[i].row);
}

static const char *text_or_null(const char *s)
{
    return s[0] != '\0' ? s : NULL;
}

static void add_circumstances(struct evaluation *x)
{
    char layers[320];
    sandbox_describe_all(x->sandbox_layers, layers, sizeof layers);
    const struct optional_row rows[] = {
        { true,
          { "sandbox", __builtin_popcount(x->sandbox_layers), __builtin_popcount(SANDBOX_ALL),
            "layers", (x->sandbox_layers & SANDBOX_ALL) == SANDBOX_ALL, layers } },
        { x->resources[0] != '\0',
          { "resources",
            (double)(x->ready->candidate->launches < 0 ? 0 : x->ready->candidate->launches), 0.0,
            "launches", true, x->resources } },
        { x->checked.least_clock_mhz > 0.0,
          { "device_clock", x->checked.least_clock_mhz, 0.0, "MHz", true,
            "the slowest right after a run" } },
    };
    add_rows(x, rows, ARRAY_LEN(rows));
}

void checks_add_runs(struct evaluation *x)
{
    const struct checked_runs *j = &x->checked;
    const struct eval_result *out = x->verdict.out;
    add_circumstances(x);
    if (out->trials_run == 0)
        return;
    const struct optional_row rows[] = {
        { true,
          { "outputs", out->trials_passed, out->trials_run, "runs",
            out->trials_passed == out->trials_run, "runs whose every element was right" } },
        { true,
          { "poison", (double)j->untouched, 0.0, "elements", j->untouched == 0,
            "output elements never written" } },
        { true,
          { "input_modified", (double)j->input_modified_bytes, 0.0, "bytes",
            j->input_modified_bytes == 0, text_or_null(j->input_modified) } },
        { true,
          { "guard_zone", (double)j->guard_modified_bytes, 0.0, "bytes",
            j->guard_modified_bytes == 0, text_or_null(j->guard_place) } },
        { j->again_run > 0,
          { "carried_state", j->again_wrong, 0.0, "runs", j->again_wrong == 0,
            "wrong when launched again without reloading" } },
        { j->second_run > 0,
          { "second_draw", j->second_wrong, 0.0, "runs", j->second_wrong == 0,
            "wrong on inputs of another scale with the special values that the task defines" } },
        { x->job->adaptive && x->timed,
          { "adaptive_stop", (double)out->n_samples,
            eval_mode_timed(x->job->mode, x->job->timed_runs), "samples", true,
            "made, of at most; stopped at a 95 % interval of the median of 1 %" } },
        { j->repeated_run > 0,
          { "repeated_inputs", j->repeated_wrong, 0.0, "runs", j->repeated_wrong == 0,
            repeated_text(j) } },
        { j->timed_wrong > 0,
          { "timed_output_mismatch", j->timed_wrong, 0.0, "runs", false, NULL } },
    };
    add_rows(x, rows, ARRAY_LEN(rows));
}

/*
 * One run of a candidate: right, wrong, crashed or cheating.
 */

static void decide_failure(struct verdict *v, const struct launch_report *r)
{
    struct eval_result *out = v->out;
    out->signal = r->signal;
    out->fault_address = r->has_fault_address ? arena_printf(v->arena, "0x%llx",
                                                             (unsigned long long)r->fault_address)
                                              : NULL;
    if (r->fault_place[0] != '\0')
        out->fault_place = arena_strdup(v->arena, r->fault_place);
    struct evidence row = { r->kind, 1.0, 0, "events", false, r->message };
    verdict_add(v, row);
    switch (r->status) {
    case LAUNCH_CRASH:
        verdict_decide(v, OUTCOME_CRASH, NULL, "%s", r->message);
        break;
    case LAUNCH_TIMEOUT:
        verdict_decide(v, OUTCOME_TIMEOUT, NULL, "%s", r->message);
        break;
    case LAUNCH_REFUSED:
        verdict_decide(v, OUTCOME_LAUNCH, NULL, "%s", r->message);
        break;
    case LAUNCH_VIOLATION:
        verdict_decide(v, OUTCOME_CHEAT, "host_code", "%s", r->message);
        break;
    case LAUNCH_OK:
    case LAUNCH_NEEDS_FIBERS:
    case LAUNCH_INFRA:
        verdict_decide(v, OUTCOME_INFRA, NULL, "%s", r->message);
        break;
    }
}

static struct output_comparison compare_all(struct evaluation *x, const struct launch_report *r,
                                            enum trial_phase phase)
{
    const uint64_t draw = phase == TRIAL_SECOND ? TASK_SECOND_DRAW : 0;
    struct output_comparison all = { .worst_index = -1 };
    const struct task *t = x->job->task;
    for (size_t o = 0; o < t->n_outputs; o++) {
        struct output_comparison one = r->compared[o]; /* on the device */
        int64_t n = x->pool->n_output[o], untouched = r->untouched[o];
        if (x->set != NULL) {
            enum dtype dtype = t->outputs[o].dtype;
            compare_outputs(&(struct output_pair){ r->outputs[o], dtype, x->set->expected[o], n,
                                                   task_atol(t, x->job->task_case, draw), t->rtol },
                            &one);
            untouched = one.matched < n ? poison_untouched(r->outputs[o], dtype_size(dtype), n,
                                                           r->poison_seed[o])
                                        : 0;
        }
        x->checked.untouched += untouched;
        if (all.worst_index < 0 || one.max_abs_err > all.max_abs_err || one.not_finite > 0)
            all.worst_index = one.worst_index;
        all.n += n;
        all.matched += one.matched;
        all.not_finite += one.not_finite;
        if ((r->poison_seed[o] & POISON_NAN) != 0) {
            x->checked.from_nan += untouched;
            all.not_finite -= untouched < one.not_finite ? untouched : one.not_finite;
        }
        all.max_abs_err = fmax(all.max_abs_err, one.max_abs_err);
        all.max_rel_err = fmax(all.max_rel_err, one.max_rel_err);
    }
    struct eval_result *out = x->verdict.out;
    if (phase == TRIAL_SECOND && all.matched == all.n) /* errors of another scale say nothing */
        return all;
    double share = (double)all.matched / (double)all.n;
    if (isnan(out->max_abs_err) || all.max_abs_err > out->max_abs_err || share < out->matched_share)
        out->worst_index = all.worst_index;
    out->max_abs_err = fmax(out->max_abs_err, all.max_abs_err);
    out->max_rel_err = fmax(out->max_rel_err, all.max_rel_err);
    out->matched_share = fmin(out->matched_share, share);
    return all;
}

static void decide_wrong(struct verdict *v, const struct checked_runs *j,
                         const struct output_comparison *c, enum trial_phase phase, bool reordered)
{
    static const char *const when[] = { [TRIAL_CHECKED] = "",
                                        [TRIAL_TIMED] = ", after right runs on other inputs",
                                        [TRIAL_AGAIN] = "",
                                        [TRIAL_REPEATED] = (", after right runs of the same "
                                                            "kernel: it depends on the order of "
                                                            "blocks or threads"),
                                        [TRIAL_SECOND] = (", on inputs of another scale with the "
                                                          "special values that the task defines") };
    const char *where = reordered ? ", blocks and threads in reverse order" : when[phase];
    char poisoned[96] = "", off[48] = "";
    if (c->max_abs_err > 0.0) /* else none is wrong that was written */
        snprintf(off, sizeof off, " (off by %.6g)", c->max_abs_err);
    if (j->untouched > 0)
        snprintf(poisoned, sizeof poisoned, ", %lld elements never written%s",
                 (long long)j->untouched,
                 j->from_nan > 0 ? " or computed from the NaN that lay there" : "");
    if (phase == TRIAL_AGAIN)
        verdict_decide(v, OUTCOME_CHEAT, "carried_state",
                       "right when freshly loaded, wrong when launched again: %lld of %lld "
                       "elements%s",
                       (long long)(c->n - c->matched), (long long)c->n, poisoned);
    else if (c->not_finite > 0)
        verdict_decide(
            v, OUTCOME_NAN, NULL, "%lld of %lld elements are not finite, first at index %lld%s%s",
            (long long)c->not_finite, (long long)c->n, (long long)c->worst_index, poisoned, where);
    else
        verdict_decide(v, OUTCOME_MISMATCH, NULL,
                       "%lld of %lld elements are wrong, worst at index %lld%s%s%s",
                       (long long)(c->n - c->matched), (long long)c->n, (long long)c->worst_index,
                       off, poisoned, where);
}

bool check_launch(struct evaluation *x, const struct launch_report *r, enum trial_phase phase)
{
    struct verdict *v = &x->verdict;
    struct checked_runs *j = &x->checked;
    v->out->trials_run++;
    j->again_run += phase == TRIAL_AGAIN;
    j->repeated_run += phase == TRIAL_REPEATED;
    j->second_run += phase == TRIAL_SECOND;
    if (r->status != LAUNCH_OK) {
        decide_failure(v, r);
        return false;
    }
    if (j->input_modified_bytes == 0)
        memcpy(j->input_modified, r->input_modified, sizeof j->input_modified);
    if (j->guard_modified_bytes == 0)
        memcpy(j->guard_place, r->guard_place, sizeof j->guard_place);
    j->state_modified = j->state_modified || r->state_modified;
    j->input_modified_bytes += r->input_modified_bytes;
    j->guard_modified_bytes += r->guard_modified_bytes;
    if (r->clock_mhz > 0.0 && (j->least_clock_mhz <= 0.0 || r->clock_mhz < j->least_clock_mhz))
        j->least_clock_mhz = r->clock_mhz;
    if (r->guard_modified_bytes > 0) {
        v->out->fault_place = arena_strdup(v->arena, r->guard_place);
        verdict_decide(v, OUTCOME_CRASH, NULL, "out-of-bounds write %s", r->guard_place);
        return false;
    }
    struct output_comparison c = compare_all(x, r, phase);
    if (c.matched < c.n) {
        j->timed_wrong += phase == TRIAL_TIMED;
        j->again_wrong += phase == TRIAL_AGAIN;
        j->repeated_wrong += phase == TRIAL_REPEATED;
        j->second_wrong += phase == TRIAL_SECOND;
        decide_wrong(v, j, &c, phase, r->reordered);
        return false;
    }
    if (r->input_modified_bytes > 0) {
        verdict_decide(v, OUTCOME_CHEAT, "input_modified", "input %s was changed (%lld bytes)",
                       r->input_modified, (long long)r->input_modified_bytes);
        return false;
    }
    v->out->trials_passed++;
    return true;
}

/*
 * A candidate at sizes that it was not told.
 *
 * Text and launch plan are those that were checked; the sizes come from the secret seed, below and
 * above the shown ones.  A kernel that knows the shown sizes by heart, or leaves out work where
 * nobody looked, is wrong here.
 */

#define HIDDEN_NS ((int64_t)10 * 1000000000)

/* At small sizes each access to memory is looked at, and threads and blocks are interleaved there:
 * so no access outside of a buffer, and no update that is no atomic one, depends on luck. */
#define CHECKED_NS        ((int64_t)3 * 1000000000)
#define CHECKED_MAX_FLOPS ((int64_t)200 * 1000000)
#define CHECKED_MAX_BYTES ((int64_t)32 << 20)

struct elsewhere {
    struct eval_job job;
    struct eval_result result;
    struct ready_candidate ready;
    struct evaluation x;
    char sizes[160];
    bool is_told;    /* these are the shown sizes */
    bool has_second; /* runs on a second draw as well */
};

static struct elsewhere *elsewhere_new(const struct evaluation *x, const struct task *task)
{
    struct elsewhere *h = arena_alloc(x->arena, sizeof *h);
    h->job = *x->job;
    h->job.task = task;
    eval_result_init(&h->result, OUTCOME_MEASURED, NULL);
    h->ready.kind = x->ready->kind;
    h->x = (struct evaluation){ .e = x->e,
                                .hidden = true,
                                .job = &h->job,
                                .arena = x->arena,
                                .verdict = { .arena = x->arena, .out = &h->result },
                                .ready = &h->ready,
                                .threads = x->threads,
                                .left_ns = HIDDEN_NS,
                                .reader = ++x->e->uses,
                                .order = x->order };
    task_dims_text(task, h->job.task_case, h->sizes, sizeof h->sizes);
    return h;
}

/* *out_again: it has to be compiled with fibers everywhere. */
static int run_small(struct elsewhere *h, bool all_fibers, bool *out_again, struct err *err)
{
    struct launch_report report = { .status = LAUNCH_OK };
    bool right = false;
    int rc = evaluation_compile(&h->x, all_fibers, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = runs_load(&h->x, err);
    if (rc == 0 && h->x.session != NULL)
        rc = runs_once(&h->x, TRIAL_CHECKED, &report, &right, err);
    if (rc == 0 && right && h->x.checks_accesses) /* in another order */
        rc = runs_once(&h->x, TRIAL_CHECKED, &report, &right, err);
    *out_again = report.status == LAUNCH_NEEDS_FIBERS;
    if (h->x.session != NULL)
        h->x.runner->unload(h->x.session);
    h->x.session = NULL;
    return rc;
}

static int get_inputs(struct elsewhere *h, struct err *err)
{
    const struct trial_key key = { .task = h->job.task,
                                   .task_case = h->job.task_case,
                                   .seed = h->job.input_seed };
    return trials_get(h->x.e, &key, 2, &h->x.pool, err);
}

static int run_elsewhere(struct elsewhere *h, struct err *err)
{
    bool again = false;
    int rc = h->x.verdict.decided ? 0 : get_inputs(h, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = run_small(h, false, &again, err);
    if (rc == 0 && again)
        rc = run_small(h, true, &again, err);
    return rc;
}

static void take_verdict(struct evaluation *x, const struct elsewhere *h)
{
    const struct eval_result *r = &h->result;
    struct eval_result *out = x->verdict.out;
    const bool checks = h->x.checks_accesses, failed = h->x.verdict.decided;
    const char *name = checks ? "every_access" : "hidden_shape";
    if (checks && failed && r->outcome == OUTCOME_TIMEOUT) {
        verdict_add(&x->verdict, (struct evidence){ name, 0, 0, "runs", true,
                                                    "not finished in the time that it has" });
        return;
    }
    verdict_add(&x->verdict, (struct evidence){ name, failed, 0, "runs", !failed, h->sizes });
    if (!failed)
        return;
    out->fault_place = r->fault_place;
    out->signal = r->signal;
    out->fault_address = r->fault_address;
    verdict_decide(&x->verdict, r->outcome, r->cheat_kind, "%s (%s)%s: %s",
                   h->is_told ? "at its own sizes" : "at sizes unknown to it", h->sizes,
                   checks ? ", threads and blocks interleaved and every access looked at" : "",
                   r->message);
}

/* Every access costs some nanoseconds. */
static bool is_affordable(const struct task *t, enum task_case c)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    size_t n = task_names(t, c, names);
    int64_t flops = 0, bytes = 0;
    return expr_eval(t->flops, names, n, &flops, &bad) == 0 &&
           expr_eval(t->bytes, names, n, &bytes, &bad) == 0 && flops <= CHECKED_MAX_FLOPS &&
           bytes <= CHECKED_MAX_BYTES;
}

/* Tolerances are those of the shapes of a task; a mean over few rows that are long errs by more.
 * What a long size is there for is further off. */
#define ROOM      16.0
#define ROOM_RTOL 1e-4

/* Also for the fewest rows. */
static struct task with_room(const struct task *t)
{
    struct task out = *t;
    for (int c = 0; c < TASK_CASE_COUNT; c++)
        out.atol[c] = ROOM * fmax(t->atol[c], t->atol[CASE_FULL]);
    if (out.rtol > 0.0)
        out.rtol = fmax(out.rtol, ROOM_RTOL);
    return out;
}

/* *out: NULL when there is nothing to run. */
static int plan_at(struct evaluation *x, enum hidden_size size, struct elsewhere **out,
                   struct err *err)
{
    int64_t dims[TASK_MAX_DIMS];
    const struct eval_job *job = x->job;
    const struct task *task = job->task;
    const struct candidate_text source = evaluation_source(job);
    bool checks = size == HIDDEN_SMALL && x->e->backend->looks_at_accesses;
    const struct task lenient = size >= HIDDEN_LEAST ? with_room(job->task) : *job->task;
    bool other =
        x->ready->kind->hidden_dims(x->ready->candidate, &source, job->input_seed, size, dims);
    int rc = other ? task_with_dims(&lenient, job->task_case, dims, x->arena, &task, err) : 0;
    *out = NULL;
    if (rc != 0)
        return rc;
    if (checks && !is_affordable(task, job->task_case)) {
        verdict_add(&x->verdict, (struct evidence){ "every_access", 0, 0, "runs", true,
                                                    "not run: it would take too long" });
        return 0;
    }
    if (!other && size == HIDDEN_ABOVE)
        verdict_add(&x->verdict, (struct evidence){ "hidden_shape", 0, 0, "runs", true,
                                                    "not run: the launch plan names no "
                                                    "size that could be another" });
    if (!other && !checks)
        return 0;
    struct elsewhere *h = *out = elsewhere_new(x, task);
    h->is_told = !other;
    h->has_second = size == HIDDEN_LEAST;
    h->x.checks_accesses = checks;
    if (checks) {
        h->x.threads = 1;
        h->x.left_ns = CHECKED_NS;
    }
    evaluation_prepare(&h->x);
    return 0;
}

/* Sizes where only the result is looked at, in one process where one object serves them: starting
 * a process costs more than most runs. */
struct together {
    struct evaluation *x;
    struct elsewhere *all[RUNNER_MAX_SIZES];
    struct session_size later[RUNNER_MAX_SIZES];
    size_t n, next_later, n_later;
    bool compiled[RUNNER_MAX_SIZES], all_fibers;
    struct kernel_session *session; /* NULL: none */
    const struct backend *runner;
};

static void end_session(struct together *t)
{
    if (t->session != NULL)
        t->runner->unload(t->session);
    t->session = NULL;
    t->n_later = t->next_later = 0;
}

static int compile_at(struct together *t, size_t i, struct err *err)
{
    struct elsewhere *h = t->all[i];
    if (t->compiled[i] || h->x.verdict.decided)
        return 0;
    t->compiled[i] = true;
    return evaluation_compile(&h->x, t->all_fibers, err);
}

/* The sizes behind i whose object is that of i. */
static int find_later(struct together *t, size_t i, struct err *err)
{
    const char *path = t->all[i]->ready.artifact.path;
    int rc = 0;
    t->n_later = t->next_later = 0;
    for (size_t k = i + 1; k < t->n && rc == 0 && t->x->e->backend->move != NULL; k++) {
        struct elsewhere *h = t->all[k];
        rc = compile_at(t, k, err);
        if (rc != 0 || h->x.verdict.decided || strcmp(h->ready.artifact.path, path) != 0)
            break;
        t->later[t->n_later++] = (struct session_size){ h->ready.candidate, h->job.task };
    }
    return rc;
}

static int begin_at(struct together *t, size_t i, struct err *err)
{
    struct elsewhere *h = t->all[i];
    struct launch_report report;
    if (t->session != NULL && t->next_later < t->n_later) {
        t->next_later++;
        h->x.session = t->session;
        h->x.runner = t->runner;
        t->runner->move(t->session, &report);
        if (report.status == LAUNCH_INFRA)
            return err_set(err, ERR_INTEGRITY, "%s", report.message);
        if (report.status != LAUNCH_OK)
            (void)check_launch(&h->x, &report, TRIAL_CHECKED);
        return 0;
    }
    end_session(t);
    int rc = compile_at(t, i, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = find_later(t, i, err);
    h->x.later = t->later;
    h->x.n_later = t->n_later;
    if (rc == 0 && !h->x.verdict.decided)
        rc = runs_load(&h->x, err);
    t->session = h->x.session;
    t->runner = h->x.runner;
    return rc;
}

static int run_one_of(struct together *t, size_t i, struct err *err)
{
    struct elsewhere *h = t->all[i];
    struct launch_report report = { .status = LAUNCH_OK };
    bool right = false;
    int rc = h->x.verdict.decided ? 0 : begin_at(t, i, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = get_inputs(h, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = runs_once(&h->x, TRIAL_CHECKED, &report, &right, err);
    if (rc == 0 && right && h->has_second)
        rc = runs_second(&h->x, err);
    if (rc != 0 || report.status != LAUNCH_NEEDS_FIBERS || t->all_fibers)
        return rc;
    end_session(t);
    t->all_fibers = true;
    for (size_t k = i; k < t->n; k++)
        t->compiled[k] = false;
    return run_one_of(t, i, err);
}

static int run_together(struct together *t, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < t->n && rc == 0 && !t->x->verdict.decided; i++) {
        rc = run_one_of(t, i, err);
        if (rc == 0)
            take_verdict(t->x, t->all[i]);
    }
    end_session(t);
    return rc;
}

/* In mode fast the small size stands for all below. */
int hidden_run(struct evaluation *x, struct err *err)
{
    static const enum hidden_size sizes[] = { HIDDEN_BELOW,    HIDDEN_ABOVE,  HIDDEN_LEAST,
                                              HIDDEN_LONG,     HIDDEN_LONG_2, HIDDEN_LONG_3,
                                              HIDDEN_LONG_BOTH };
    struct together t = { .x = x };
    struct elsewhere *h = NULL;
    int rc = plan_at(x, HIDDEN_SMALL, &h, err);
    if (rc == 0 && h != NULL)
        rc = run_elsewhere(h, err);
    if (rc == 0 && h != NULL)
        take_verdict(x, h);
    for (size_t i = 0; i < ARRAY_LEN(sizes) && rc == 0 && !x->verdict.decided; i++) {
        if (x->job->mode == EVAL_FAST && sizes[i] == HIDDEN_BELOW)
            continue;
        rc = plan_at(x, sizes[i], &h, err);
        if (rc == 0 && h != NULL)
            t.all[t.n++] = h;
    }
    return rc != 0 ? rc : run_together(&t, err);
}
