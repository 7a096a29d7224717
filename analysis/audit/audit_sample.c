/* audit_sample.c - samples that contradict or repeat each other, or are not there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "src/base/mem.h"
#include "src/base/number.h"

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

static void report_outcomes(struct audit_context *c, const size_t *sorted, size_t from, size_t to)
{
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
    if (c->run->rollouts[sorted[from]].code_id != 0)
        report_outcomes(c, sorted, from, to);
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

static bool is_next_turn(const struct audit_rollout *a, const struct audit_rollout *b)
{
    return a->step == b->step && a->task == b->task && a->sample == b->sample && a->turn < b->turn;
}

void audit_check_same_turns(struct audit_context *c)
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(c->run, by_chain);
    size_t later = 0;
    for (size_t i = 1; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *before = &c->run->rollouts[sorted[i - 1]];
        const struct audit_rollout *r = &c->run->rollouts[sorted[i]];
        bool follows = is_next_turn(before, r) && before->code_id != 0 && r->code_id != 0;
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
