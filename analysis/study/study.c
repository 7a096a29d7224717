#include "analysis/study/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/speedup.h"

int study_see(const struct study *s, size_t run, struct err *err)
{
    struct study_window *w = s->window;
    if (w == NULL || w->run == run)
        return 0;
    w->run = s->n_runs; /* none, should it fail */
    int rc = w->load(w->context, run, err);
    if (rc == 0)
        w->run = run;
    return rc;
}

void study_rebase(struct study *s, size_t run, const struct baseline_table *b)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        const struct study_task *t = &s->tasks[c->task];
        for (size_t j = c->first; j < c->first + c->count; j++) {
            struct study_rollout *x = &s->rollouts[j];
            x->speedup = speedup_of(
                x->correct, baseline_of_sample(b, t->level, t->problem_id, x->step, x->sample),
                x->runtime_us);
            /* They belong to the other baseline. */
            x->speedup_lower = x->speedup_upper = STAT_NAN;
            x->is_confirmed = false;
        }
    }
}

struct study_classes study_keep_class(struct study *s, int precision_class)
{
    struct study_classes left_out = { 0 };
    for (size_t i = 0; i < s->n_rollouts; i++) {
        struct study_rollout *r = &s->rollouts[i];
        if (!r->correct || (r->precision_class > 0 && r->precision_class <= precision_class))
            continue;
        if (r->precision_class > 0)
            left_out.less_precise++;
        else
            left_out.unknown++;
        r->correct = r->is_confirmed = false;
        r->speedup = r->speedup_lower = r->speedup_upper = r->runtime_us = STAT_NAN;
    }
    return left_out;
}

const char *const speed_value_names[] = { "mean", "interval", NULL };

double study_speed(const struct study_rollout *r, enum speed_value value)
{
    if (value != SPEED_INTERVAL)
        return r->speedup;
    return study_has_interval(r) ? r->speedup_lower : STAT_NAN;
}

bool study_has_interval(const struct study_rollout *r)
{
    return !isnan(r->speedup) && r->speedup_lower > 0.0 && r->speedup_upper > 0.0;
}

bool study_in_noise(const struct study_rollout *r)
{
    return study_has_interval(r) && r->speedup_lower <= 1.0 && r->speedup_upper >= 1.0;
}

double study_best_value(const struct study_rollout *r)
{
    return r->is_confirmed ? r->confirmed : r->speedup;
}

bool study_is_fast(const struct study_rollout *r, struct speed_rule rule)
{
    if (rule.value == SPEED_ANY)
        return r->correct;
    return r->correct && speedup_is_fast(study_speed(r, rule.value), rule.p, rule.ge);
}

bool study_is_adaptive(const struct study_run *r)
{
    return r->max_step > 0;
}

size_t study_count_missing(const struct study *s, const struct study_cell *cell)
{
    const struct study_run *r = &s->runs[cell->run];
    size_t known = cell->count + cell->n_unscored;
    bool plain = r->k > 0 && r->max_step == 0 && r->n_steps <= 0;
    return cell->n_unscored + (plain && known < (size_t)r->k ? (size_t)r->k - known : 0);
}

const struct study_cell *study_cell_find(const struct study *s, size_t run, size_t task)
{
    const struct study_run *r = &s->runs[run];
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        if (c->task == task)
            return c;
    }
    return NULL;
}

/* Of a cell, first step not below; the one after the last. */
static size_t first_of_step(const struct study *s, const struct study_cell *cell, int64_t step)
{
    size_t low = cell->first;
    size_t high = cell->first + cell->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->rollouts[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct step_span {
    size_t from, to;
};

static struct step_span step_range(const struct study *s, const struct study_cell *cell, int step)
{
    if (step == STEP_ALL)
        return (struct step_span){ cell->first, cell->first + cell->count };
    return (struct step_span){ first_of_step(s, cell, step),
                               first_of_step(s, cell, (int64_t)step + 1) };
}

struct count study_count_fast(const struct study *s, const struct study_cell *cell, int step,
                              struct speed_rule rule)
{
    struct step_span of = step_range(s, cell, step);
    struct count k = { (int64_t)(of.to - of.from), 0 };
    for (size_t i = of.from; i < of.to; i++)
        k.c += study_is_fast(&s->rollouts[i], rule);
    return k;
}

const struct study_rollout *study_rollout_find(const struct study *s, const struct study_cell *c,
                                               int step, int sample)
{
    size_t low = c->first;
    size_t high = c->first + c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct study_rollout *r = &s->rollouts[middle];
        if (r->step == step && r->sample == sample)
            return r;
        if (r->step < step || (r->step == step && r->sample < sample))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct count study_count_correct(const struct study *s, const struct study_cell *cell, int step)
{
    struct step_span of = step_range(s, cell, step);
    struct count k = { (int64_t)(of.to - of.from), 0 };
    for (size_t i = of.from; i < of.to; i++)
        k.c += s->rollouts[i].correct;
    return k;
}

bool study_is_unclear(const struct study_rollout *r, struct speed_rule rule)
{
    return r->timed_out ||
           (r->correct && rule.value != SPEED_ANY && isnan(study_speed(r, rule.value)));
}

size_t study_count_unclear(const struct study *s, const struct study_cell *cell, int step,
                           struct speed_rule rule)
{
    struct step_span of = step_range(s, cell, step);
    size_t n = 0;
    for (size_t i = of.from; i < of.to; i++)
        n += study_is_unclear(&s->rollouts[i], rule);
    return n;
}

size_t study_count_timeouts(const struct study *s, const struct study_cell *cell, int step)
{
    struct step_span of = step_range(s, cell, step);
    size_t n = 0;
    for (size_t i = of.from; i < of.to; i++)
        n += s->rollouts[i].timed_out;
    return n;
}

double study_aggregate(const struct study *s, size_t run, int step, struct speed_rule rule)
{
    const struct study_run *r = &s->runs[run];
    struct stat_sum sum = { 0.0, 0.0 };
    size_t n = 0;
    for (size_t i = 0; i < r->n_cells; i++) {
        struct count k = study_count_fast(s, &s->cells[r->first_cell + i], step, rule);
        if (k.n == 0)
            continue;
        stat_sum_add(&sum, (double)k.c / (double)k.n);
        n++;
    }
    return n == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)n;
}

int study_boa_step(const struct study *s, size_t run, struct speed_rule rule)
{
    int best = 0;
    double best_value = STAT_NAN;
    for (int step = 0; step <= s->runs[run].max_step; step++) {
        double value = study_aggregate(s, run, step, rule);
        /* Equal aggregates may differ in the last bit; the first wins. */
        if (!isnan(value) && (isnan(best_value) || value > best_value + 1e-12)) {
            best = step;
            best_value = value;
        }
    }
    return best;
}

int study_resolve_step(const struct study *s, size_t run, int step, struct speed_rule rule)
{
    return step == STEP_BOA ? study_boa_step(s, run, rule) : step;
}

static size_t task_rollouts(const struct study *s, size_t task)
{
    size_t n = 0;
    for (size_t c = 0; c < s->n_cells; c++)
        n += s->cells[c].task == task ? s->cells[c].count : 0;
    return n;
}

struct study study_of_task(const struct study *s, size_t task, struct arena *arena)
{
    struct study one = *s;
    one.tasks = &s->tasks[task];
    one.n_tasks = 1;
    one.n_cells = one.n_rollouts = 0;
    one.runs = arena_array(arena, s->n_runs + 1, sizeof(*one.runs));
    one.cells = arena_array(arena, s->n_runs + 1, sizeof(*one.cells));
    one.rollouts = arena_array(arena, task_rollouts(s, task) + 1, sizeof(*one.rollouts));
    for (size_t r = 0; r < s->n_runs; r++) {
        const struct study_cell *cell = study_cell_find(s, r, task);
        size_t n = cell == NULL ? 0 : cell->count;
        one.runs[r] = s->runs[r];
        one.runs[r].first_cell = one.n_cells;
        one.runs[r].n_cells = cell == NULL ? 0 : 1;
        one.runs[r].n_rollouts = n;
        if (cell == NULL)
            continue;
        memcpy(one.rollouts + one.n_rollouts, s->rollouts + cell->first, n * sizeof(*one.rollouts));
        one.cells[one.n_cells++] = (struct study_cell){
            .run = r,
            .first = one.n_rollouts,
            .count = n,
            .n_unscored = cell->n_unscored,
            .is_held = cell->is_held,
        };
        one.n_rollouts += n;
    }
    return one;
}

static bool learns_beside(const struct study *s, const struct study_run *r)
{
    bool held = false;
    bool learned = false;
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        const struct study_cell *c = &s->cells[i];
        held = held || (c->is_held && c->count > 0);
        learned = learned || !c->is_held;
    }
    return held && learned;
}

static void put_held_totals(const struct study *s, struct study_run *r)
{
    r->n_rollouts = r->n_unscored = 0;
    r->prompt_tokens = r->completion_tokens = r->teacher_tokens = 0;
    r->max_step = 0;
    r->evaluate_seconds = r->wall_seconds = STAT_NAN;
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        const struct study_cell *c = &s->cells[i];
        r->n_rollouts += c->count;
        r->n_unscored += c->n_unscored;
        for (size_t k = c->first; k < c->first + c->count; k++) {
            const struct study_rollout *x = &s->rollouts[k];
            r->max_step = x->step > r->max_step ? x->step : r->max_step;
            r->prompt_tokens += x->prompt_tokens > 0 ? x->prompt_tokens : 0;
            r->completion_tokens += x->completion_tokens > 0 ? x->completion_tokens : 0;
        }
    }
}

void study_keep_held(struct study *s, struct arena *arena)
{
    size_t n_cells = 0;
    size_t n_rollouts = 0;
    for (size_t run = 0; run < s->n_runs; run++) {
        struct study_run *r = &s->runs[run];
        bool drops = learns_beside(s, r);
        size_t end = r->first_cell + r->n_cells;
        size_t from = r->first_cell;
        r->first_cell = n_cells;
        for (; from < end; from++) {
            struct study_cell c = s->cells[from];
            if (drops && !c.is_held) {
                r->n_learned_tasks++;
                r->n_learned_rollouts += c.count;
                continue;
            }
            if (c.count > 0)
                memmove(s->rollouts + n_rollouts, s->rollouts + c.first,
                        c.count * sizeof(*s->rollouts));
            c.first = n_rollouts;
            n_rollouts += c.count;
            s->cells[n_cells++] = c;
        }
        r->n_cells = n_cells - r->first_cell;
        if (drops)
            put_held_totals(s, r);
    }
    s->n_cells = n_cells;
    s->n_rollouts = n_rollouts;
    size_t *to = arena_array(arena, s->n_tasks + 1, sizeof(*to));
    size_t n = 0;
    for (size_t i = 0; i < s->n_cells; i++)
        to[s->cells[i].task] = 1;
    for (size_t t = 0; t < s->n_tasks; t++) {
        if (to[t] == 0)
            continue;
        s->tasks[n] = s->tasks[t];
        to[t] = n++;
    }
    s->n_tasks = n;
    for (size_t i = 0; i < s->n_cells; i++)
        s->cells[i].task = to[s->cells[i].task];
}

#define HASHED_TOGETHER 64

struct hashed_rollout {
    int32_t step, sample, compiled, correct;
    double speedup, runtime_us, sum_logprob;
};

static double one_nan(double v)
{
    return isnan(v) ? (double)NAN : v;
}

static void hash_rollouts(struct sha256 *h, const struct study_rollout *r, size_t n)
{
    struct hashed_rollout all[HASHED_TOGETHER];
    for (size_t i = 0; i < n; i++)
        all[i] = (struct hashed_rollout){ r[i].step,
                                          r[i].sample,
                                          r[i].compiled,
                                          r[i].correct,
                                          one_nan(r[i].speedup),
                                          one_nan(r[i].runtime_us),
                                          one_nan(r[i].sum_logprob) };
    sha256_update(h, all, n * sizeof(*all));
}

void study_hash(const struct study *s, char out_hex[65])
{
    struct sha256 h;
    unsigned char digest[32];
    sha256_init(&h);
    for (size_t c = 0; c < s->n_cells; c++) {
        const struct study_cell *cell = &s->cells[c];
        const char *run = s->runs[cell->run].name, *task = s->tasks[cell->task].task;
        sha256_update(&h, run, strlen(run) + 1);
        sha256_update(&h, task, strlen(task) + 1);
        for (size_t i = 0; i < cell->count; i += HASHED_TOGETHER) {
            size_t left = cell->count - i;
            hash_rollouts(&h, &s->rollouts[cell->first + i],
                          left < HASHED_TOGETHER ? left : HASHED_TOGETHER);
        }
    }
    sha256_final(&h, digest);
    for (size_t i = 0; i < sizeof(digest); i++)
        snprintf(out_hex + 2 * i, 3, "%02x", digest[i]);
}
