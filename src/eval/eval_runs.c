/*
 * eval_runs.c - the runs of a candidate and its baseline, in order.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/eval_internal.h"

/* These runs follow the last one, for kernels that write module variables. */
#define AGAIN_RUNS     16
#define AGAIN_LEAST    2
#define AGAIN_NS       ((int64_t)100 * 1000000)
#define REPEATED_RUNS  8
#define REPEATED_LEAST 3
#define REPEATED_NS    ((int64_t)3 * 1000000)

struct trial_key runs_key(const struct eval_job *job, uint64_t trial)
{
    return (struct trial_key){
        .task = job->task, .task_case = job->task_case, .seed = job->input_seed, .trial = trial
    };
}

int runs_load(struct evaluation *x, struct err *err)
{
    struct launch_report report;
    struct machine m = evaluator_machine(x->e);
    struct session_spec spec = { .artifact = &x->ready->artifact,
                                 .candidate = x->ready->candidate,
                                 .task = x->job->task,
                                 .task_case = x->job->task_case,
                                 .reorders = true,
                                 .untimed = x->hidden,
                                 .schedule = x->job->input_seed,
                                 .later = x->later,
                                 .n_later = x->n_later,
                                 .threads = x->threads,
                                 .deadline_ns = clock_monotonic_ns() + x->left_ns };
    int rc = x->ready->kind->run(&m, &spec, &x->session, &x->runner, &report, err);
    if (rc != 0)
        return rc;
    x->sandbox_layers = report.sandbox_layers;
    memcpy(x->resources, report.resources, sizeof x->resources);
    if (x->session != NULL)
        return 0;
    if (report.status == LAUNCH_INFRA)
        return err_set(err, ERR_INTEGRITY, "%s", report.message);
    (void)check_launch(x, &report, TRIAL_CHECKED);
    x->verdict.out->trials_run--;
    return 0;
}

/* The candidate never gets inputs twice; the baseline gets those that the candidate had last. */
static int launch_next(struct evaluation *x, struct kernel_session *s, const struct trial_key *key,
                       bool keep_state, struct launch_report *report, struct err *err)
{
    const struct backend *runs = s == x->session ? x->runner : x->e->backend;
    const void *inputs[TASK_MAX_TENSORS];
    int rc = 0;
    x->set = NULL;
    if (runs->launch_trial != NULL)
        return runs->launch_trial(s, key, keep_state, report, err);
    if ((key->trial & TASK_SECOND_DRAW) != 0)
        rc = trials_second(x->e, x->job->task, x->pool, &x->set, err);
    else if (s == x->session || x->last_set == NULL)
        rc = trials_next(x->e, x->job->task, x->pool,
                         &(struct trial_reader){ x->reader, &x->order }, &x->last_set, err);
    if (rc != 0)
        return rc;
    if (x->set == NULL)
        x->set = x->last_set;
    memcpy(inputs, x->set->inputs, sizeof inputs);
    int64_t start = clock_monotonic_ns();
    if (s == x->session) /* making inputs is not the candidate's time */
        runs->set_deadline(s, start + x->left_ns);
    rc = runs->launch(s, inputs, keep_state, report, err);
    report->spent_ns = clock_monotonic_ns() - start;
    /* Waiting for a processor is no fault of the candidate's. */
    if (report->waited_us > 0.0 && report->waited_us * 1e3 < (double)report->spent_ns)
        report->spent_ns -= (int64_t)(report->waited_us * 1e3);
    return rc;
}

static int run_keyed(struct evaluation *x, const struct trial_key *key, enum trial_phase phase,
                     struct launch_report *report, bool *out_right, struct err *err)
{
    int64_t start = clock_monotonic_ns();
    x->runner->set_deadline(x->session, start + x->left_ns);
    int rc = launch_next(x, x->session, key, phase == TRIAL_AGAIN, report, err);
    if (rc != 0)
        return rc;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_CHECKS);
    x->left_ns -= report->spent_ns != 0 ? report->spent_ns : clock_monotonic_ns() - start;
    if (report->status == LAUNCH_INFRA)
        return err_set(err, ERR_INTEGRITY, "%s", report->message);
    if (report->status == LAUNCH_NEEDS_FIBERS) {
        x->needs_fibers = true;
        *out_right = false;
        return 0;
    }
    *out_right = check_launch(x, report, phase);
    return 0;
}

int runs_once(struct evaluation *x, enum trial_phase phase, struct launch_report *report,
              bool *out_right, struct err *err)
{
    struct trial_key key = runs_key(x->job, x->runs++);
    return run_keyed(x, &key, phase, report, out_right, err);
}

static int check_baseline(struct evaluation *x, const struct launch_report *r, struct err *err)
{
    const struct task *t = x->job->task;
    for (size_t o = 0; o < t->n_outputs && !x->baseline->checked; o++) {
        struct output_comparison c = r->compared[o];
        if (x->set != NULL)
            compare_outputs(&(struct output_pair){ r->outputs[o], t->outputs[o].dtype,
                                                   x->set->expected[o], x->pool->n_output[o],
                                                   t->atol[x->job->task_case], t->rtol },
                            &c);
        if (c.matched < c.n)
            return err_set(err, ERR_INTEGRITY, "the baseline of task %s computes wrong results",
                           t->id);
    }
    x->baseline->checked = true;
    return 0;
}

/* What a trusted process shows beyond its time, an honest candidate's shows as well: it is what
 * caches and wake-ups cost beside the kernel on this machine now. */
static double usual_excess_us(const struct baseline *b)
{
    size_t n = b->n_excess < TRUSTED_RUNS ? b->n_excess : TRUSTED_RUNS;
    return n == 0 ? 0.0 : fmax(0.0, median_of(b->excess_us, n));
}

static void less_usual_excess(const struct baseline *b, struct launch_report *r)
{
    if (!(r->claimed_us > 0.0) || isnan(r->cpu_us))
        return;
    r->cpu_us -= usual_excess_us(b);
    r->device_us = r->cpu_us - r->claimed_us > r->slack_us ? r->cpu_us : r->claimed_us;
}

static int run_baseline(struct evaluation *x, size_t process, struct launch_report *report,
                        struct err *err)
{
    struct baseline *b = x->baseline;
    struct kernel_session *s = b->sessions[process];
    struct trial_key key = runs_key(x->job, x->runs - 1); /* what the candidate had last */
    key.trusted = b->checked;
    trusted_deadline(x->e, s);
    int rc = launch_next(x, s, &key, false, report, err);
    if (rc == 0)
        rc = trusted_check("baseline", report, err);
    if (rc == 0)
        rc = check_baseline(x, report, err);
    if (rc != 0) {
        baseline_close(x->e, b);
        return rc;
    }
    if (report->claimed_us > 0.0 && !isnan(report->cpu_us)) {
        double excess_us = report->cpu_us - report->claimed_us;
        report->cpu_us -= usual_excess_us(b);
        report->device_us = report->claimed_us; /* it does not lie */
        b->excess_us[b->n_excess++ % TRUSTED_RUNS] = excess_us;
    }
    return 0;
}

static void note_clock(double *clocks_mhz, size_t sample, const struct launch_report *r)
{
    if (clocks_mhz != NULL)
        clocks_mhz[sample] = r->clock_mhz > 0.0 ? r->clock_mhz : (double)NAN;
}

static int sample_candidate(struct evaluation *x, unsigned *retries, bool *out_right,
                            struct err *err)
{
    struct eval_result *out = x->verdict.out;
    struct launch_report report;
    for (;;) {
        int rc = runs_once(x, TRIAL_TIMED, &report, out_right, err);
        if (rc != 0 || !*out_right)
            return rc;
        less_usual_excess(x->baseline, &report);
        if (*retries == 0 || !timing_disturbed(&report, x->threads))
            break;
        (*retries)--;
        out->discarded_samples++;
        out->throttled_samples += report.throttled;
    }
    timing_note(&x->timing, &report);
    note_clock(out->clocks_mhz, out->n_samples, &report);
    out->samples_us[out->n_samples++] = timing_sample(&report, x->threads);
    return 0;
}

static int sample_baseline(struct evaluation *x, size_t process, unsigned *retries, struct err *err)
{
    struct eval_result *out = x->verdict.out;
    struct launch_report report;
    for (;;) {
        int rc = run_baseline(x, process, &report, err);
        if (rc != 0)
            return rc;
        if (*retries == 0 || !timing_disturbed(&report, x->threads))
            break;
        (*retries)--;
        out->discarded_samples++;
        out->baseline_throttled_samples += report.throttled;
    }
    timing_note_trusted(&x->timing, &report);
    note_clock(out->baseline_clocks_mhz, out->n_baseline_samples, &report);
    out->baseline_samples_us[out->n_baseline_samples++] = timing_sample(&report, x->threads);
    return 0;
}

/* Processes of either side until there are n.  The first run of each is never timed: its memory is
 * new. */
static int load_candidates(struct evaluation *x, size_t n, bool *out_right, struct err *err)
{
    int rc = 0;
    for (size_t i = 1; i < n && *out_right && rc == 0; i++) {
        struct launch_report report;
        if (x->sessions[i] != NULL)
            continue;
        rc = runs_load(x, err);
        x->sessions[i] = x->session;
        *out_right = rc == 0 && x->session != NULL;
        if (*out_right)
            rc = runs_once(x, TRIAL_CHECKED, &report, out_right, err);
    }
    x->session = x->sessions[0];
    return rc;
}

static int load_baselines(struct evaluation *x, size_t n, struct err *err)
{
    struct baseline *b = x->baseline;
    for (size_t i = b->n_sessions; i < n; i++) {
        struct launch_report report;
        int rc = baseline_load(x->e, x->job->task, b, &b->sessions[i], err);
        if (rc == 0)
            rc = run_baseline(x, i, &report, err);
        if (rc != 0) {
            baseline_close(x->e, b);
            return rc;
        }
        b->n_sessions = i + 1;
    }
    return 0;
}

static int load_processes(struct evaluation *x, size_t n, bool *out_right, struct err *err)
{
    int rc = load_candidates(x, n, out_right, err);
    return rc != 0 || !*out_right ? rc : load_baselines(x, n, err);
}

static bool is_enough(const struct evaluation *x)
{
    const struct eval_result *out = x->verdict.out;
    return x->job->adaptive && timing_is_narrow(out->samples_us, out->n_samples) &&
           timing_is_narrow(out->baseline_samples_us, out->n_baseline_samples);
}

/* So many times the samples that were asked for are taken where their interval stays wide. */
#define MORE_SAMPLES 5
/* Then all is measured again in more processes, for at most so long and while a process has at most
 * so much memory. */
#define AGAIN_TIMED_NS    ((int64_t)2 * 1000000000)
#define AGAIN_TIMED_BYTES ((size_t)64 << 20)

#define LEAST_PAIRS 6

struct timed_round {
    size_t processes;
    unsigned wanted, most; /* pairs */
    unsigned retries;      /* of disturbed samples, of either side */
    int64_t until_ns;
};

static bool is_over(const struct evaluation *x, const struct timed_round *t, unsigned pairs,
                    int64_t spare_ns)
{
    const struct eval_result *out = x->verdict.out;
    if (pairs >= LEAST_PAIRS && pairs % TIMED_PROCESSES == 0 && x->left_ns < spare_ns / 4)
        return true; /* a slow kernel has fewer samples, and no timeout */
    if (pairs < t->wanted || pairs % TIMED_PROCESSES != t->wanted % TIMED_PROCESSES)
        return false;
    return x->left_ns < spare_ns || clock_monotonic_ns() > t->until_ns ||
           eval_result_width(out, (unsigned)t->processes) <= EVAL_NARROW_WIDTH;
}

/* Each pair of samples comes from the next process of either: C1 B1, B2 C2, B1 C1, C2 B2, ... */
static int time_round(struct evaluation *x, const struct timed_round *t, int64_t spare_ns,
                      bool *out_right, struct err *err)
{
    unsigned retries = t->retries, baseline_retries = t->retries;
    for (unsigned i = 0; i < t->most && *out_right && !is_enough(x); i++) {
        if (is_over(x, t, i, spare_ns))
            break;
        if (clock_monotonic_ns() > t->until_ns)
            retries = baseline_retries = 0;
        size_t process = i % t->processes;
        bool baseline_first = (i + i / t->processes) % 2 != 0;
        x->session = x->sessions[process];
        int rc = baseline_first ? sample_baseline(x, process, &baseline_retries, err) : 0;
        if (rc == 0)
            rc = sample_candidate(x, &retries, out_right, err);
        if (rc == 0 && *out_right && !baseline_first)
            rc = sample_baseline(x, process, &baseline_retries, err);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static bool is_timed_again(const struct evaluation *x, int64_t spare_ns, int64_t until_ns)
{
    const struct eval_result *out = x->verdict.out;
    return x->runner->launch_trial == NULL && x->n_processes < MOST_PROCESSES &&
           x->pool->bytes_per_set <= AGAIN_TIMED_BYTES && x->left_ns > spare_ns &&
           clock_monotonic_ns() < until_ns &&
           eval_result_width(out, (unsigned)x->n_processes) > EVAL_MOST_WIDTH;
}

static int run_timed(struct evaluation *x, struct err *err)
{
    struct eval_result *out = x->verdict.out;
    unsigned wanted = eval_mode_timed(x->job->mode, x->job->timed_runs);
    unsigned most = wanted > MOST_SAMPLES ? wanted : MOST_SAMPLES;
    struct timed_round t = { .processes = TIMED_PROCESSES,
                             .wanted = wanted,
                             .most = wanted * MORE_SAMPLES < most ? wanted * MORE_SAMPLES : most,
                             .retries = wanted + 3,
                             .until_ns = INT64_MAX };
    int64_t spare_ns = x->left_ns / 2;
    bool right = true;
    x->timed = false;
    out->samples_us = arena_array(x->arena, most, sizeof *out->samples_us);
    out->baseline_samples_us = arena_array(x->arena, most, sizeof *out->baseline_samples_us);
    if (x->e->backend->limits != NULL) {
        out->clocks_mhz = arena_array(x->arena, most, sizeof *out->clocks_mhz);
        out->baseline_clocks_mhz = arena_array(x->arena, most, sizeof *out->baseline_clocks_mhz);
    }
    for (;;) {
        int rc = time_round(x, &t, spare_ns, &right, err);
        x->n_processes = t.processes;
        if (rc != 0 || !right || !is_timed_again(x, spare_ns, t.until_ns)) {
            x->timed = rc == 0 && right;
            return rc;
        }
        if (t.until_ns == INT64_MAX)
            t.until_ns = clock_monotonic_ns() + AGAIN_TIMED_NS;
        t.processes *= 2;
        enum trace_phase before = trace_enter(PHASE_SECOND);
        rc = load_processes(x, t.processes, &right, err);
        trace_leave(before);
        if (rc != 0 || !right)
            return rc;
        out->discarded_samples += (int)(out->n_samples + out->n_baseline_samples);
        out->n_samples = out->n_baseline_samples = 0;
        x->timing = (struct timing){ .n = 0 };
        t.wanted = wanted > 2 * (unsigned)t.processes ? wanted : 2 * (unsigned)t.processes;
        t.most = most;
        t.retries = most;
    }
}

/*
 * Each launch keeps the module variables of the launch before: results that were kept, counted or
 * prepared there belong to other inputs and are wrong.
 */
static int run_again(struct evaluation *x, struct err *err)
{
    bool right = x->checked.state_modified;
    int rc = 0;
    int64_t until = clock_monotonic_ns() + AGAIN_NS;
    for (unsigned i = 0; i < AGAIN_RUNS && right && rc == 0; i++) {
        struct launch_report report;
        if (i >= AGAIN_LEAST && clock_monotonic_ns() > until)
            break;
        rc = runs_once(x, TRIAL_AGAIN, &report, &right, err);
    }
    return rc;
}

/*
 * The inputs stay and the order of blocks is disturbed, so what is right only in the usual order
 * shows.  Sums may differ in their last bits: the tolerance counts.
 */
static int run_repeated(struct evaluation *x, struct err *err)
{
    struct trial_key key = runs_key(x->job, x->runs++);
    uint64_t first = 0;
    bool right = true;
    int rc = 0;
    int64_t until = clock_monotonic_ns() + REPEATED_NS;
    key.repeated = true;
    if (x->runner->launch_trial == NULL || !x->ready->kind->has_text)
        return 0;
    for (unsigned i = 0; i < REPEATED_RUNS && right && rc == 0; i++) {
        struct launch_report report;
        if (i >= REPEATED_LEAST && clock_monotonic_ns() > until)
            break;
        rc = run_keyed(x, &key, TRIAL_REPEATED, &report, &right, err);
        first = i == 0 ? report.digest : first;
        x->checked.repeated_differ += right && report.digest != first;
    }
    return rc;
}

int runs_second(struct evaluation *x, struct err *err)
{
    struct trial_key key = runs_key(x->job, x->runs++ | TASK_SECOND_DRAW);
    struct launch_report report;
    bool right = false;
    if (!x->job->task->has_second || x->checked.second_run > 0)
        return 0;
    return run_keyed(x, &key, TRIAL_SECOND, &report, &right, err);
}

/* These are the correctness runs of the first process, less those that the others make. */
static int run_trials(struct evaluation *x, struct err *err)
{
    unsigned all = eval_mode_trials(x->job->mode, x->job->correct_trials);
    unsigned others = TIMED_PROCESSES - 1;
    unsigned n = all > others ? all - others : 1;
    bool right = true;
    for (unsigned i = 0; i < n && right; i++) {
        struct launch_report report;
        int rc = runs_once(x, TRIAL_CHECKED, &report, &right, err);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Other processes start only for a candidate that was right. */
static int load_others(struct evaluation *x, struct err *err)
{
    bool right = true;
    return load_candidates(x, TIMED_PROCESSES, &right, err);
}

static int load_baseline(struct evaluation *x, struct err *err)
{
    x->baseline = baseline_get(x->e, x->job->task, x->job->task_case, x->threads);
    int rc = load_baselines(x, TIMED_PROCESSES, err);
    if (rc == 0 && x->job->counters && x->e->backend->prepare_count != NULL)
        x->e->backend->prepare_count(x->e->context, true);
    return rc;
}

static int run_witness(struct evaluation *x, struct err *err)
{
    struct trial_key key = runs_key(x->job, x->runs++);
    if (x->runner->witness == NULL)
        return 0;
    return x->runner->witness(x->session, &key, &x->witness, err);
}

static const struct {
    const char *name;
    enum trace_phase phase;
    int (*run)(struct evaluation *x, struct err *err);
} later_stages[] = {
    { "second draw", PHASE_RUNS, runs_second },
    { "other processes", PHASE_SECOND, load_others },
    { "baseline load", PHASE_SECOND, load_baseline },
    { "timed runs", PHASE_TIMED, run_timed },
    { "runs on own state", PHASE_RUNS, run_again },
    { "repeated runs", PHASE_RUNS, run_repeated },
    { "witness", PHASE_PROFILE, run_witness },
};

int runs_session(struct evaluation *x, bool *out_again, struct err *err)
{
    x->needs_fibers = false;
    int64_t start_ns = trace_start();
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_LOAD);
    int rc = runs_load(x, err);
    x->sessions[0] = x->session;
    trace_stop("load", start_ns);
    start_ns = trace_start();
    (void)trace_enter(PHASE_RUNS);
    if (rc == 0 && x->session != NULL)
        rc = run_trials(x, err);
    trace_stop("correctness runs", start_ns);
    bool goes_on = x->session != NULL;
    for (size_t i = 0; i < ARRAY_LEN(later_stages) && goes_on && rc == 0; i++) {
        if (x->verdict.decided || x->needs_fibers)
            break;
        start_ns = trace_start();
        (void)trace_enter(later_stages[i].phase);
        rc = later_stages[i].run(x, err);
        trace_stop(later_stages[i].name, start_ns);
    }
    start_ns = trace_start();
    (void)trace_enter(PHASE_DISCARD);
    for (size_t i = 0; i < MOST_PROCESSES; i++) {
        if (x->sessions[i] != NULL)
            x->runner->unload(x->sessions[i]);
        x->sessions[i] = NULL;
    }
    trace_stop("unload", start_ns);
    x->session = NULL;
    *out_again = x->needs_fibers;
    return rc;
}

/*
 * When a sample counts.  Pure.
 *
 * The score is the time by the clock next to the kernel.  Two clocks watch it: the checker's around
 * the request, and the processor time that the kernel charges to the candidate's threads.  Being
 * kept from the processor makes the first two longer than the last: the sample is taken again.  A
 * time shorter than the work of the busiest thread cannot be true; the backend gives that thread's
 * time instead.  Work of several threads one after the other shows by the checker's clock alone,
 * which is taken where the others stay far below it.
 */

#define DISTURBED_US    25.0
#define DISTURBED_SHARE 0.10
/* Longer runs are not repeated: disturbances are small beside them, and they cost most. */
#define REPEATED_US  50000.0
#define LATE_US      150.0
#define LATE_SHARE   0.50
#define FORGED_US    40.0
#define FORGED_SHARE 0.20
/* For several threads, by the checker's clock. */
#define SERIAL_US    60.0
#define SERIAL_SHARE 0.20
/* For the interval that is narrow enough to stop. */
#define LEAST_SAMPLES 10
#define NARROW_SHARE  0.01
#define NORMAL_95     1.959964

static double slack(double least_us, double share, double of_us)
{
    double part = share * of_us;
    return part > least_us ? part : least_us;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool timing_is_narrow(const double *samples, size_t n)
{
    double sorted[MOST_SAMPLES];
    if (n < LEAST_SAMPLES || n > MOST_SAMPLES)
        return false;
    memcpy(sorted, samples, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    double rank = floor(((double)n - NORMAL_95 * sqrt((double)n)) / 2.0);
    size_t low = rank < 1.0 ? 1 : (size_t)rank;
    return sorted[n - low] - sorted[low - 1] <= NARROW_SHARE * median_of(samples, n);
}

static bool is_late(const struct launch_report *r, double least_us, double share)
{
    return r->host_us - r->device_us > slack(least_us, share, r->device_us);
}

static bool is_serial(const struct launch_report *r, unsigned threads)
{
    return threads != 1 && r->claimed_us > 0.0 && is_late(r, SERIAL_US, SERIAL_SHARE);
}

bool timing_disturbed(const struct launch_report *r, unsigned threads)
{
    if (r->disturbed)
        return true;
    if (r->device_us > REPEATED_US)
        return false;
    if (r->claimed_us > 0.0 && r->device_us > r->claimed_us)
        return true;
    bool is_known = !isnan(r->cpu_us);
    bool is_long =
        is_known && r->device_us - r->cpu_us > slack(DISTURBED_US, DISTURBED_SHARE, r->device_us);
    /* Waiting before or after the kernel makes the checker's clock late, and no time longer. */
    if (is_known && (threads == 1 || r->waited_us > DISTURBED_US + DISTURBED_SHARE * r->device_us))
        return is_long;
    return is_late(r, LATE_US, LATE_SHARE) || is_serial(r, threads);
}

double timing_sample(const struct launch_report *r, unsigned threads)
{
    if (is_serial(r, threads) && !(r->waited_us > DISTURBED_US))
        return r->host_us;
    /* Waiting for a processor is no work: what is left is at least that of the busiest thread. What
     * an empty request takes is not known well enough to be subtracted from one run. */
    if (!(r->waited_us > DISTURBED_US) || isnan(r->cpu_us))
        return r->device_us;
    double least_us = fmax(fmax(r->cpu_us, r->busy_us), r->device_us - r->waited_us);
    return least_us > 0.0 && least_us < r->device_us ? least_us : r->device_us;
}

static struct clock_excess excess_of(const struct launch_report *r)
{
    double least_us = isnan(r->cpu_us) ? 0.0 : r->cpu_us;
    return (struct clock_excess){
        .us = least_us - (r->claimed_us > 0.0 ? r->claimed_us : r->device_us),
        .bound_us = slack(FORGED_US, FORGED_SHARE, least_us),
        .waited_us = r->waited_us,
    };
}

void timing_note(struct timing *t, const struct launch_report *r)
{
    if (t->n < MOST_SAMPLES)
        t->samples[t->n++] = excess_of(r);
}

void timing_note_trusted(struct timing *t, const struct launch_report *r)
{
    t->control_us = fmax(t->control_us, excess_of(r).us);
}

struct clock_verdict timing_clocks(const struct timing *t)
{
    struct clock_verdict v = { .forged = 0 };
    for (size_t i = 0; i < t->n; i++) {
        const struct clock_excess *e = &t->samples[i];
        double bound_us = e->bound_us + t->control_us;
        v.doubtful += e->us > bound_us;
        if (e->waited_us > e->us)
            continue;
        if (e->us > v.worst_us) {
            v.worst_us = e->us;
            v.worst_bound_us = bound_us;
        }
        v.forged += e->us > bound_us;
    }
    return v;
}
