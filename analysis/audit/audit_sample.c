/*
 * audit_sample.c - rows of a run that contradict each other or repeat, that the static scan finds,
 * or whose log-probs, rewards and advantages are none.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "analysis/code/code_scan.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/speedup.h"
#include "src/learn/estimator.h"

/* Samples that contradict or repeat each other, or are not there. */

/* Fewer equal times are chance. */
#define TIMING_LEAST        3  /* rows with equal mean and spread */
#define TIMING_LEAST_COARSE 10 /* rows with an equal rounded mean */
#define TIMING_SHARE_COARSE 0.2
#define FINE_DIGITS         5

#define ROUNDED_LEAST  5
#define ROUNDED_DIGITS 3
#define CLOCK_STEP_US  0.001 /* finest step of clocks */

static int order_id(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* NaN first. */
static int order_number(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(b) - isnan(a);
    return (a > b) - (a < b);
}

static int by_code(const struct audit_rollout *a, const struct audit_rollout *b)
{
    int sign = order_id((int64_t)a->task, (int64_t)b->task);
    if (sign == 0)
        sign = order_id(a->code_id, b->code_id);
    if (sign == 0)
        sign = strcmp(a->device, b->device);
    return sign != 0 ? sign : order_id(a->task_case, b->task_case);
}

static bool is_judged(const struct audit_rollout *r)
{
    return r->outcome != NULL && strcmp(r->outcome, "infra") != 0;
}

static const struct audit_rollout *first_judged(const struct audit_run *run, const size_t *sorted,
                                                size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (is_judged(&run->rollouts[sorted[i]]))
            return &run->rollouts[sorted[i]];
    }
    return NULL;
}

typedef void group_visitor(struct audit_context *c, const size_t *sorted, size_t from, size_t to);

static void visit_groups(struct audit_context *c, audit_order *order, group_visitor *visit)
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(c->run, order);
    size_t from = 0;
    for (size_t i = 1; i <= c->run->n_rollouts; i++) {
        if (i < c->run->n_rollouts &&
            order(&c->run->rollouts[sorted[from]], &c->run->rollouts[sorted[i]]) == 0)
            continue;
        visit(c, sorted, from, i);
        from = i;
    }
}

static void visit_code(struct audit_context *c, const size_t *sorted, size_t from, size_t to)
{
    if (c->run->rollouts[sorted[from]].code_id != 0) {
        const struct audit_rollout *first = first_judged(c->run, sorted, from, to);
        for (size_t i = from; first != NULL && i < to; i++) {
            const struct audit_rollout *r = &c->run->rollouts[sorted[i]];
            if (is_judged(r) &&
                (strcmp(r->outcome, first->outcome) != 0 || r->correct != first->correct))
                audit_row(c, r, "%s (%s), but the same code was %s (%s) as step %d sample %d",
                          r->outcome, r->correct ? "correct" : "not correct", first->outcome,
                          first->correct ? "correct" : "not correct", first->step, first->sample);
        }
    }
}

void audit_check_same_code(struct audit_context *c)
{
    visit_groups(c, by_code, visit_code);
    for (size_t i = 0; i < c->run->n_twins; i++) {
        const struct audit_twin *t = &c->run->twins[i];
        const struct audit_rollout *r = &c->run->rollouts[t->rollout];
        audit_row(c, r, "%s (%s), but the same code was %s (%s) in run %s, step %d sample %d",
                  r->outcome, r->correct ? "correct" : "not correct", t->outcome,
                  t->correct ? "correct" : "not correct", t->run, t->step, t->sample);
    }
}

static int by_timing(const struct audit_rollout *a, const struct audit_rollout *b)
{
    int sign = order_number(a->runtime_us, b->runtime_us);
    if (sign == 0)
        sign = order_number(a->std_us, b->std_us);
    if (sign == 0)
        sign = order_number(a->min_us, b->min_us);
    return sign != 0 ? sign : order_number(a->max_us, b->max_us);
}

/* A spread, or many digits, do not coincide by chance. */
static bool is_fine(const struct audit_rollout *r)
{
    return r->std_us > 0.0 || audit_digits(r->runtime_us) >= FINE_DIGITS;
}

static bool is_other_work(const struct audit_rollout *a, const struct audit_rollout *b)
{
    return a->code_id != 0 && b->code_id != 0 ? a->code_id != b->code_id : a->task != b->task;
}

static size_t count_measured(const struct audit_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->n_rollouts; i++)
        n += isnan(run->rollouts[i].runtime_us) ? 0 : 1;
    return n;
}

static int by_work(const void *pa, const void *pb)
{
    const struct audit_rollout *a = *(const struct audit_rollout *const *)pa;
    const struct audit_rollout *b = *(const struct audit_rollout *const *)pb;
    int sign = order_id(a->code_id, b->code_id);
    return sign != 0 ? sign : order_id((int64_t)a->task, (int64_t)b->task);
}

static size_t count_works(const struct audit_run *run, const size_t *sorted, size_t from, size_t to)
{
    CLEANUP(mem_free_ptr)
    const struct audit_rollout **items = mem_array(to - from, sizeof(const struct audit_rollout *));
    for (size_t i = from; i < to; i++)
        items[i - from] = &run->rollouts[sorted[i]];
    qsort(items, to - from, sizeof(*items), by_work);
    size_t n = 1;
    for (size_t i = 1; i < to - from; i++)
        n += is_other_work(items[i - 1], items[i]);
    return n;
}

static void visit_timing(struct audit_context *c, const size_t *sorted, size_t from, size_t to)
{
    const struct audit_rollout *first = &c->run->rollouts[sorted[from]];
    if (isnan(first->runtime_us) || to - from < TIMING_LEAST)
        return;
    size_t works = count_works(c->run, sorted, from, to);
    size_t least = is_fine(first) ? TIMING_LEAST : TIMING_LEAST_COARSE;
    if (works < least)
        return;
    if (!is_fine(first) && (double)works < TIMING_SHARE_COARSE * (double)count_measured(c->run))
        return;
    for (size_t i = from; i < to; i++)
        audit_row(c, &c->run->rollouts[sorted[i]], "%.9g us, as %zu different ones",
                  first->runtime_us, works);
}

void audit_check_same_timing(struct audit_context *c)
{
    visit_groups(c, by_timing, visit_timing);
}

static int by_sample_content(const struct audit_rollout *a, const struct audit_rollout *b)
{
    int sign = order_id(a->step, b->step);
    if (sign == 0)
        sign = order_id((int64_t)a->task, (int64_t)b->task);
    if (sign == 0)
        sign = order_id(a->turn, b->turn);
    if (sign == 0)
        sign = order_id(a->code_id, b->code_id);
    return sign != 0 ? sign : by_timing(a, b);
}

static void visit_duplicates(struct audit_context *c, const size_t *sorted, size_t from, size_t to)
{
    const struct audit_rollout *first = &c->run->rollouts[sorted[from]];
    if (isnan(first->runtime_us) || !is_fine(first) || first->code_id == 0)
        return;
    for (size_t i = from + 1; i < to; i++)
        audit_row(c, &c->run->rollouts[sorted[i]], "the same code and times as sample %d",
                  first->sample);
}

void audit_check_duplicates(struct audit_context *c)
{
    visit_groups(c, by_sample_content, visit_duplicates);
}

static int by_chain(const struct audit_rollout *a, const struct audit_rollout *b)
{
    int sign = order_id(a->step, b->step);
    if (sign == 0)
        sign = order_id((int64_t)a->task, (int64_t)b->task);
    if (sign == 0)
        sign = order_id(a->sample, b->sample);
    return sign != 0 ? sign : order_id(a->turn, b->turn);
}

void audit_check_same_turns(struct audit_context *c)
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(c->run, by_chain);
    size_t later = 0;
    for (size_t i = 1; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *before = &c->run->rollouts[sorted[i - 1]];
        const struct audit_rollout *r = &c->run->rollouts[sorted[i]];
        bool follows = (before->step == r->step && before->task == r->task &&
                        before->sample == r->sample && before->turn < r->turn) &&
                       before->code_id != 0 && r->code_id != 0;
        later += follows;
        if (follows && before->code_id == r->code_id)
            audit_row(c, r, "turn %d has the code of turn %d", r->turn, before->turn);
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu of %zu later turns have the code of the turn before", c->n_rows,
                       later);
}

void audit_check_timed_wrong(struct audit_context *c)
{
    size_t timed = 0;
    if (audit_is_benchmark(c->run))
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        bool is_timed = r->outcome != NULL && !isnan(r->runtime_us);
        timed += is_timed;
        if (is_timed && !(r->compiled && r->correct))
            audit_row(c, r, "%s us, %s", number_rounded(c->arena, r->runtime_us, 4),
                      r->compiled ? "not correct" : "not compiled");
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu of %zu timed samples are not compiled or not correct", c->n_rows,
                       timed);
}

void audit_check_no_runtime(struct audit_context *c)
{
    bool timed = count_measured(c->run) > 0;
    size_t correct = 0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        bool expected = timed || strcmp(audit_task_of(c, r)->suite, "kernelbench") == 0;
        correct += r->correct;
        if (r->correct && expected && isnan(r->runtime_us) && isnan(r->stated_speedup))
            audit_row(c, r, "correct, no runtime");
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu of %zu correct samples have no runtime", c->n_rows, correct);
}

static bool is_rounded(double runtime_us)
{
    double step_us = pow(10.0, floor(log10(runtime_us)) - (ROUNDED_DIGITS - 1));
    return step_us > 1.5 * CLOCK_STEP_US && audit_digits(runtime_us) <= ROUNDED_DIGITS;
}

void audit_check_rounding(struct audit_context *c)
{
    size_t measured = count_measured(c->run);
    size_t rounded = 0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        double us = c->run->rollouts[i].runtime_us;
        rounded += !isnan(us) && is_rounded(us);
    }
    if (measured < ROUNDED_LEAST || rounded < measured)
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (!isnan(r->runtime_us))
            audit_row(c, r, "%s us", number_rounded(c->arena, r->runtime_us, 4));
    }
    audit_evidence(c, "all %zu times have at most %d significant digits", measured, ROUNDED_DIGITS);
}

/*
 * What the static scan found, as rows of the audit.
 */

static const struct code_hit *first_hit(const struct audit_code *code, enum code_kind kind)
{
    for (size_t i = 0; code != NULL && i < code->n_hits; i++) {
        if (code->hits[i].kind == kind)
            return &code->hits[i];
    }
    return NULL;
}

static bool is_kernel_run(const struct audit_run *run)
{
    for (size_t i = 0; i < run->n_codes; i++) {
        if (run->codes[i].has_kernel || run->codes[i].is_model)
            return true;
    }
    return false;
}

/* Suites whose answers are no kernels may use libraries. */
static bool asks_for_kernel(const struct audit_context *c, const struct audit_rollout *r,
                            bool kernel_run)
{
    return kernel_run || strcmp(audit_task_of(c, r)->suite, "kernelbench") == 0;
}

static void report_kind_of(struct audit_context *c, enum code_kind kind, bool kernel_run)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct code_hit *hit = first_hit(audit_code_of(c, r), kind);
        if (hit != NULL && asks_for_kernel(c, r, kernel_run))
            audit_row(c, r, "%s sample %d, line %zu: %s", audit_task_of(c, r)->task, r->sample,
                      hit->line, hit->what);
    }
}

static void report_kind(struct audit_context *c, enum code_kind kind)
{
    report_kind_of(c, kind, is_kernel_run(c->run));
}

void audit_check_code_cached(struct audit_context *c)
{
    report_kind(c, CODE_CACHED_OUTPUT);
}

void audit_check_code_timer(struct audit_context *c)
{
    report_kind(c, CODE_TIMER);
}

void audit_check_code_stream(struct audit_context *c)
{
    report_kind(c, CODE_STREAM);
}

void audit_check_code_fallback(struct audit_context *c)
{
    report_kind(c, CODE_FALLBACK);
}

void audit_check_code_unbuilt(struct audit_context *c)
{
    report_kind(c, CODE_UNBUILT);
}

void audit_check_code_library(struct audit_context *c)
{
    report_kind(c, CODE_LIBRARY);
}

void audit_check_code_lazy(struct audit_context *c)
{
    report_kind(c, CODE_LAZY);
}

void audit_check_code_harness(struct audit_context *c)
{
    report_kind(c, CODE_HARNESS);
}

void audit_check_code_constant(struct audit_context *c)
{
    report_kind(c, CODE_CONSTANT);
}

void audit_check_code_decoy(struct audit_context *c)
{
    report_kind(c, CODE_DECOY);
}

void audit_check_code_writes_input(struct audit_context *c)
{
    report_kind_of(c, CODE_WRITES_INPUT, true); /* also of what is no kernel */
}

void audit_check_code_call_state(struct audit_context *c)
{
    report_kind(c, CODE_CALL_STATE);
}

void audit_check_code_placeholder(struct audit_context *c)
{
    report_kind(c, CODE_PLACEHOLDER);
}

/* The suite's tasks are in 32 bit unless a source says otherwise; wrong results need no warning. */
void audit_check_code_precision(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct code_hit *hit = first_hit(audit_code_of(c, r), CODE_PRECISION);
        bool single = r->precision[0] == '\0' || strstr(r->precision, "32") != NULL;
        if (hit != NULL && r->correct && single &&
            strcmp(audit_task_of(c, r)->suite, "kernelbench") == 0)
            audit_row(c, r, "%s sample %d, line %zu: %s", audit_task_of(c, r)->task, r->sample,
                      hit->line, hit->what);
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu correct samples compute in less than 32 bits", c->n_rows);
}

void audit_check_code_no_kernel(struct audit_context *c)
{
    bool kernel_run = is_kernel_run(c->run);
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct audit_code *code = audit_code_of(c, r);
        if (r->correct && code != NULL && !code->has_kernel && asks_for_kernel(c, r, kernel_run))
            audit_row(c, r, "%s sample %d: no kernel in the text", audit_task_of(c, r)->task,
                      r->sample);
    }
}

/*
 * Log-probs that are none.
 */

/* Rounding of float32 sums may end a little above zero. */
#define POSITIVE_MEAN 1e-6
/* So many equal values are no measurement. */
#define CONSTANT_TOKENS   8
#define CONSTANT_ROLLOUTS 8
/* Markers are -999, -9999, -1e9 and the like. */
#define SENTINEL_MEAN (-999.0)

void audit_check_logprob_positive(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n_positive > 0)
            audit_row(c, r, "%zu of %zu token log-probs are above 0 (%g)", r->tokens.n_positive,
                      r->tokens.n, (double)r->tokens.worst);
        else if (r->mean_logprob > POSITIVE_MEAN)
            audit_row(c, r, "mean log-prob %g", r->mean_logprob);
    }
}

void audit_check_logprob_sentinel(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n_sentinel > 0)
            audit_row(c, r, "%zu of %zu token log-probs are markers (%g)", r->tokens.n_sentinel,
                      r->tokens.n, (double)r->tokens.worst);
        else if (r->mean_logprob <= SENTINEL_MEAN)
            audit_row(c, r, "mean log-prob %g", r->mean_logprob);
    }
}

/* A sure model gives 0 to two tokens of three. */
#define ZERO_TOKENS 32
#define ZERO_SHARE  0.9

void audit_check_logprob_zero(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n >= ZERO_TOKENS && !r->tokens.constant &&
            (double)r->tokens.n_zero >= ZERO_SHARE * (double)r->tokens.n)
            audit_row(c, r, "%zu of %zu token log-probs are 0", r->tokens.n_zero, r->tokens.n);
    }
}

void audit_check_token_count(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n > 0 && r->completion_tokens >= 0 &&
            (size_t)r->completion_tokens != r->tokens.n)
            audit_row(c, r, "%zu log-probs, %lld tokens", r->tokens.n,
                      (long long)r->completion_tokens);
    }
}

static int by_mean(const struct audit_rollout *a, const struct audit_rollout *b)
{
    if (isnan(a->mean_logprob) || isnan(b->mean_logprob))
        return isnan(a->mean_logprob) - isnan(b->mean_logprob);
    return (a->mean_logprob > b->mean_logprob) - (a->mean_logprob < b->mean_logprob);
}

static void check_means(struct audit_context *c)
{
    const struct audit_run *run = c->run;
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(run, by_mean);
    size_t known = 0;
    size_t texts = 1;
    for (; known < run->n_rollouts && !isnan(run->rollouts[sorted[known]].mean_logprob); known++) {
        const struct audit_rollout *r = &run->rollouts[sorted[known]];
        texts += known > 0 && r->code_id != run->rollouts[sorted[known - 1]].code_id;
    }
    if (known < CONSTANT_ROLLOUTS || texts < 2 ||
        by_mean(&run->rollouts[sorted[0]], &run->rollouts[sorted[known - 1]]) != 0)
        return;
    for (size_t i = 0; i < known; i++)
        audit_row(c, &run->rollouts[sorted[i]], "mean log-prob %g in all %zu rollouts",
                  run->rollouts[sorted[i]].mean_logprob, known);
}

void audit_check_logprob_constant(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.constant && r->tokens.n >= CONSTANT_TOKENS)
            audit_row(c, r, "all %zu token log-probs are %g", r->tokens.n, (double)r->tokens.worst);
    }
    if (c->n_rows == 0)
        check_means(c);
}

/* Rewards and advantages computed again. */

#define TOLERANCE 1e-6
#define HISTORY   32 /* correct speedups behind a normalized reward */
#define SHUFFLED  "-shuffled"

struct history {
    size_t n;
    double speedups[HISTORY];
};

static bool is_close(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * fmax(1.0, fmax(fabs(a), fabs(b)));
}

static int by_value(const void *pa, const void *pb)
{
    double a = *(const double *)pa;
    double b = *(const double *)pb;
    return (a > b) - (a < b);
}

static double median(const double *values, size_t n)
{
    double sorted[HISTORY];
    memcpy(sorted, values, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), by_value);
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0;
}

static double stored_speedup(const struct audit_rollout *r)
{
    double speedup = speedup_of(r->correct, r->baseline_us, r->runtime_us);
    return isnan(speedup) ? 0.0 : speedup;
}

/* out[i] is what rewards[i] should be, NaN where facts are missing. */
static void expected_rewards(const struct audit_context *c, const struct audit_reward *rewards,
                             size_t n, bool normalized, double *out)
{
    CLEANUP(mem_free_ptr)
    struct history *histories = mem_array(c->run->n_tasks + 1, sizeof(*histories));
    for (size_t i = 0; i < n; i++) {
        const struct audit_rollout *r = &c->run->rollouts[rewards[i].rollout];
        struct history *h = &histories[r->task];
        double speedup = stored_speedup(r);
        out[i] = speedup;
        if (normalized && speedup > 0.0) {
            out[i] = h->n == 0 ? speedup : speedup / median(h->speedups, h->n);
            if (h->n == HISTORY) {
                memmove(h->speedups, h->speedups + 1, (HISTORY - 1) * sizeof(*h->speedups));
                h->n--;
            }
            h->speedups[h->n++] = speedup;
        }
        /* Correct but without times, so the reward cannot be computed. */
        if (r->correct && (isnan(r->runtime_us) || isnan(r->baseline_us)))
            out[i] = (double)NAN;
    }
}

static void compare_each(struct audit_context *c, const struct audit_reward *rewards, size_t n,
                         const double *expected)
{
    for (size_t i = 0; i < n; i++) {
        if (!isnan(expected[i]) && !is_close(rewards[i].value, expected[i]))
            audit_row(c, &c->run->rollouts[rewards[i].rollout],
                      "%s is %.9g, but %.9g follows from outcome and times", rewards[i].recipe,
                      rewards[i].value, expected[i]);
    }
}

/* A shuffle keeps the values of a step. */
static void compare_shuffled(struct audit_context *c, const struct audit_reward *rewards, size_t n,
                             double *expected)
{
    CLEANUP(mem_free_ptr) double *stored = mem_array(n + 1, sizeof(*stored));
    for (size_t i = 0; i < n; i++) {
        if (isnan(expected[i]))
            return;
        stored[i] = rewards[i].value;
    }
    qsort(stored, n, sizeof(*stored), by_value);
    qsort(expected, n, sizeof(*expected), by_value);
    for (size_t i = 0; i < n; i++) {
        if (!is_close(stored[i], expected[i])) {
            audit_row(c, &c->run->rollouts[rewards[0].rollout],
                      "%s: the values of step %d are not a permutation of the computed values",
                      rewards[0].recipe, c->run->rollouts[rewards[0].rollout].step);
            return;
        }
    }
}

static bool is_recipe(const char *recipe, const char *name)
{
    size_t len = strlen(name);
    return strncmp(recipe, name, len) == 0 &&
           (recipe[len] == '\0' || strcmp(recipe + len, SHUFFLED) == 0);
}

static int step_of(const struct audit_context *c, const struct audit_reward *w)
{
    return c->run->rollouts[w->rollout].step;
}

static size_t group_end(const struct audit_context *c, size_t from, bool by_step)
{
    const struct audit_reward *w = c->run->rewards;
    size_t to = from + 1;
    while (to < c->run->n_rewards && strcmp(w[to].recipe, w[from].recipe) == 0 &&
           (!by_step || step_of(c, &w[to]) == step_of(c, &w[from])))
        to++;
    return to;
}

static void check_recipe(struct audit_context *c, size_t from, size_t to)
{
    const struct audit_reward *w = c->run->rewards;
    bool normalized = is_recipe(w[from].recipe, "normalized");
    if (!normalized && !is_recipe(w[from].recipe, "speedup"))
        return;
    CLEANUP(mem_free_ptr) double *expected = mem_array(to - from, sizeof(*expected));
    expected_rewards(c, w + from, to - from, normalized, expected);
    if (strstr(w[from].recipe, SHUFFLED) == NULL) {
        compare_each(c, w + from, to - from, expected);
        return;
    }
    for (size_t i = from; i < to;) {
        size_t end = group_end(c, i, true);
        compare_shuffled(c, w + i, end - i, expected + (i - from));
        i = end;
    }
}

void audit_check_reward(struct audit_context *c)
{
    for (size_t from = 0; from < c->run->n_rewards;) {
        size_t to = group_end(c, from, false);
        check_recipe(c, from, to);
        from = to;
    }
}

static void check_advantages(struct audit_context *c, const struct audit_reward *w, size_t n)
{
    CLEANUP(mem_free_ptr) double *values = mem_array(n, sizeof(*values));
    CLEANUP(mem_free_ptr) double *want = mem_array(n, sizeof(*want));
    CLEANUP(mem_free_ptr) bool *masked = mem_array(n, sizeof(*masked));
    for (size_t i = 0; i < n; i++) {
        masked[i] = isnan(w[i].advantage);
        values[i] = w[i].value;
        if (masked[i] && !w[i].is_masked)
            return; /* which rewards made the others is not known */
    }
    const struct advantage_input in = { .n = n, .rewards = values, .masked = masked };
    estimator_apply(estimator_find("global"), &in, &advantage_standard, want);
    for (size_t i = 0; i < n; i++)
        if (!masked[i] && !is_close(w[i].advantage, want[i]))
            audit_row(c, &c->run->rollouts[w[i].rollout],
                      "advantage %.9g, but %.9g follows from the rewards of step %d",
                      w[i].advantage, want[i], step_of(c, &w[i]));
}

/* Only our adaptation is known to use advantages over a step. */
void audit_check_advantage(struct audit_context *c)
{
    if (strcmp(c->run->strategy, "ttt") != 0)
        return;
    for (size_t from = 0; from < c->run->n_rewards;) {
        size_t to = group_end(c, from, true);
        check_advantages(c, c->run->rewards + from, to - from);
        from = to;
    }
}
