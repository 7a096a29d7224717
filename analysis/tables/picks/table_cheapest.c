/* table_cheapest.c - the cheapest way to what runs found, of ways that were not taken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/cheapest.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/tables/shape_words.h"
#include "analysis/tables/table_common.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define STANDARD_COSTS "sample=1,compile=1,tiny=0.5,fast=1,full=5"

struct table_cheapest_options {
    int64_t budget; /* 0: the smallest that gives the share of what all rollouts give */
    double share;
    int64_t m;
    const char *costs;
    int64_t step;
    struct speed_rule rule;
    double level;
};
#define STANDARD_cheapest                                                                          \
    .share = 0.95, .m = 3, .costs = STANDARD_COSTS, .step = STEP_ALL, .rule = STANDARD_RULE,       \
    .level = STANDARD_LEVEL

enum cheapest_column {
    COL_WAY,
    COL_BUDGET,
    COL_FOUND,
    COL_FOUND_LOW,
    COL_FOUND_HIGH,
    COL_BEST,
    COL_SAMPLED,
    COL_TIMED,
    COL_COST,
    COL_COST_LOW,
    COL_COST_HIGH,
    COL_RATIO,
    COL_N,
    COL_COUNT
};

#define NO_WAY  "no number of rollouts gives it; or a rollout has no log-prob"
#define NO_UNIT NO_WAY "; or fewer than two tasks, or all alike"

static const struct table_column columns[] = {
    { "way", 0, COLUMN_TEXT, "how rollouts are sampled and evaluated; --explain has each",
      .words = "every|cascade|stop|halving|top" },
    { "budget", 0, COLUMN_INT, "rollouts per task, at most", NO_WAY },
    { "found", 4, COLUMN_REAL, "chance of a fast kernel, mean over tasks", NO_WAY },
    { "found_low", 4, COLUMN_REAL, "lower end of its interval", NO_UNIT },
    { "found_high", 4, COLUMN_REAL, "upper end", NO_UNIT },
    { "best_speedup", 4, COLUMN_REAL,
      "exp of the expected ln of the best speedup, the baseline included",
      NO_WAY "; or of top among very many rollouts" },
    { "sampled", 2, COLUMN_REAL, "rollouts per task, expected", NO_WAY },
    { "timed", 2, COLUMN_REAL, "kernels per task that are timed, expected", NO_WAY },
    { "cost", 2, COLUMN_REAL, "per task, in the unit of --costs", NO_WAY },
    { "cost_low", 2, COLUMN_REAL, "lower end of its interval", NO_UNIT },
    { "cost_high", 2, COLUMN_REAL, "upper end", NO_UNIT },
    { "ratio", 3, COLUMN_REAL, "cost / cost of evaluating every rollout of the runs in full",
      NO_WAY },
    { "n", 0, COLUMN_INT, "tasks" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.cheapest/1",
    .rows = "ways to sample and evaluate, and what each would have found and cost",
    SHAPE_COLUMNS(columns),
    .formulas = { "every: all B rollouts are sampled, compiled, tested at the smallest case, and "
                  "timed in "
                  "full where they are correct; cascade: a fast timing of correct ones, and one in "
                  "full of "
                  "the best where it is fast; stop: the cascade one rollout after the other until "
                  "one is "
                  "fast; halving: fast timings, the better half again twice as long, until one is "
                  "left; "
                  "top: the cascade for the M most surprising of B alone",
                  "every choice of B of the $n$ stored rollouts of a (run, task) is equally "
                  "likely: found "
                  "$= 1 - S(B; n, c)$ with $c$ fast ones; of top: exact over all subsets, ties of "
                  "log-probs in any order; a task's value is the mean over runs",
                  "intervals: Student's $t$ over tasks, of shares cut at 0 and 1" },
    .references = { CHEN, PAPER, PKPO,
                    "Jamieson and Talwalkar 2016, Non-stochastic best arm identification and "
                    "hyperparameter optimization, AISTATS (successive halving)" },
    .denominator = "scored rollouts of each (run, task)",
    .n = "column n: tasks",
    .queries = { STUDY_QUERIES },
};

static int read_costs(const char *text, struct arena *arena, struct cheap_costs *out,
                      struct err *err)
{
    char **items;
    size_t n = str_split(arena, text, ',', &items);
    struct cheap_costs c = { 1, 1, 0.5, 1, 5 };
    const struct {
        const char *name;
        double *value;
    } known[] = { { "sample", &c.sample },
                  { "compile", &c.compile },
                  { "tiny", &c.tiny },
                  { "fast", &c.fast },
                  { "full", &c.full } };
    for (size_t i = 0; i < n; i++) {
        char **parts;
        size_t k = ARRAY_LEN(known);
        double v = STAT_NAN;
        if (str_split(arena, items[i], '=', &parts) == 2 && str_to_double(parts[1], &v))
            for (k = 0; k < ARRAY_LEN(known) && strcmp(known[k].name, parts[0]) != 0; k++)
                continue;
        if (k == ARRAY_LEN(known) || !(v >= 0.0) || !isfinite(v))
            return err_set(err, ERR_USAGE,
                           "--costs: '%s' is none of sample=, compile=, tiny=, fast=, full= with a "
                           "number from 0 on",
                           items[i]);
        *known[k].value = v;
    }
    *out = c;
    return 0;
}

/* Cells of one task, of all runs. */
struct cheap_task {
    size_t n_cells;
    const struct cheap_rollout **x;
    size_t *n;
};

struct cheap_input {
    const struct table_cheapest_options *o;
    struct cheap_costs costs;
    struct cheap_task *tasks;
    size_t n_tasks, most; /* rollouts that every cell has */
    double *found, *cost; /* by task */
    struct arena *arena;
};

struct cheap_mean {
    struct cheap_value v;
    struct interval found, cost;
};

static struct cheap_value task_value(const struct cheap_input *in, const struct cheap_task *t,
                                     const struct cheap_plan *plan, struct arena *work)
{
    struct cheap_value sum = { 0 };
    for (size_t i = 0; i < t->n_cells; i++) {
        struct cheap_value v = cheap_of(plan, t->x[i], t->n[i], &in->costs, work);
        double w = 1.0 / (double)t->n_cells;
        sum.found += w * v.found;
        sum.gain += w * v.gain;
        sum.sampled += w * v.sampled;
        sum.timed += w * v.timed;
        sum.cost += w * v.cost;
    }
    return sum;
}

static struct cheap_mean mean_of(const struct cheap_input *in, const struct cheap_plan *plan)
{
    struct cheap_mean m = { 0 };
    struct arena CLEANUP(arena_release) work = { 0 };
    for (size_t t = 0; t < in->n_tasks; t++) {
        struct cheap_value v = task_value(in, &in->tasks[t], plan, &work);
        double w = 1.0 / (double)in->n_tasks;
        in->found[t] = v.found;
        in->cost[t] = v.cost;
        m.v.found += w * v.found;
        m.v.gain += w * v.gain;
        m.v.sampled += w * v.sampled;
        m.v.timed += w * v.timed;
        m.v.cost += w * v.cost;
        arena_reset(&work);
    }
    m.found = stat_interval_student(in->found, in->n_tasks, in->o->level);
    m.found.low = fmax(m.found.low, isnan(m.found.low) ? m.found.low : 0.0);
    m.found.high = fmin(m.found.high, isnan(m.found.high) ? m.found.high : 1.0);
    m.cost = stat_interval_student(in->cost, in->n_tasks, in->o->level);
    return m;
}

static struct cheap_value value_of(const struct cheap_input *in, enum cheap_way way, size_t budget)
{
    const struct cheap_plan plan = { way, budget, (size_t)in->o->m, true };
    return mean_of(in, &plan).v;
}

/* Smallest budget whose found reaches the target; found grows with it but for the top ones, of
 * which all are tried.  0: none. */
static size_t budget_for(const struct cheap_input *in, enum cheap_way way, double target)
{
    const double near = 1e-9;
    size_t low = 0, high = in->most;
    if (way == CHEAP_TOP) {
        for (size_t b = 1; b <= in->most; b = b < 64 ? b + 1 : b + b / 16)
            if (value_of(in, way, b).found >= target - near)
                return b;
        return 0;
    }
    if (!(value_of(in, way, high).found >= target - near))
        return 0;
    while (high - low > 1) {
        size_t at = (low + high) / 2;
        *(value_of(in, way, at).found >= target - near ? &high : &low) = at;
    }
    return high;
}

static void put_row(struct table *t, const struct cheap_input *in, enum cheap_way way,
                    size_t budget, double whole)
{
    struct cell *c = table_row(t);
    const char *why = "no number of rollouts gives so much";
    c[COL_WAY] = cell_text(t, cheap_way_names[way]);
    c[COL_N] = cell_int((int64_t)in->n_tasks);
    struct cheap_mean m = { .v.found = STAT_NAN };
    const struct cheap_plan plan = { way, budget, (size_t)in->o->m, false };
    if (budget > 0)
        m = mean_of(in, &plan);
    if (isnan(value_of(in, way, 1).found))
        why = "a rollout has no log-prob";
    if (budget == 0 || isnan(m.v.found)) {
        for (size_t i = COL_BUDGET; i < COL_N; i++)
            c[i] = cell_na(t, why);
        return;
    }
    const char *few = "fewer than two tasks, or all alike";
    c[COL_BUDGET] = cell_int((int64_t)budget);
    c[COL_FOUND] = cell_real(m.v.found);
    c[COL_FOUND_LOW] = tables_real(t, m.found.low, few);
    c[COL_FOUND_HIGH] = tables_real(t, m.found.high, few);
    c[COL_BEST] = tables_real(t, exp(m.v.gain), "too many rollouts to say exactly");
    c[COL_SAMPLED] = cell_real(m.v.sampled);
    c[COL_TIMED] = cell_real(m.v.timed);
    c[COL_COST] = cell_real(m.v.cost);
    c[COL_COST_LOW] = tables_real(t, m.cost.low, few);
    c[COL_COST_HIGH] = tables_real(t, m.cost.high, few);
    c[COL_RATIO] = tables_real(t, m.v.cost / whole, "nothing costs anything");
}

/* Cells with a rollout at the step, by task. */
static int collect(const struct study *s, struct cheap_input *in, struct err *err)
{
    const struct table_cheapest_options *o = in->o;
    in->tasks = arena_array(in->arena, s->n_tasks + 1, sizeof(*in->tasks));
    in->most = SIZE_MAX;
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct cheap_task *task = &in->tasks[in->n_tasks];
        *task = (struct cheap_task){ .x = arena_array(in->arena, s->n_runs, sizeof(*task->x)),
                                     .n = arena_array(in->arena, s->n_runs, sizeof(*task->n)) };
        for (size_t r = 0; r < s->n_runs; r++) {
            const struct study_cell *cell = study_cell_find(s, r, t);
            if (cell == NULL || cell->count == 0)
                continue;
            struct cheap_rollout *x = arena_array(in->arena, cell->count, sizeof(*x));
            size_t n = cheap_rollouts_of(s, cell, (int)o->step, o->rule, x);
            if (n == 0)
                continue;
            task->x[task->n_cells] = x;
            task->n[task->n_cells++] = n;
            in->most = n < in->most ? n : in->most;
        }
        in->n_tasks += task->n_cells > 0;
    }
    if (in->n_tasks == 0)
        return err_set(err, ERR_NODATA,
                       "no run has a scored rollout at this step; --step chooses another");
    if (o->budget > 0 && (size_t)o->budget > in->most)
        return err_set(
            err, ERR_NODATA,
            "--budget %lld: the smallest task of a run has %zu rollouts; give at most these",
            (long long)o->budget, in->most);
    in->found = arena_array(in->arena, in->n_tasks, sizeof(*in->found));
    in->cost = arena_array(in->arena, in->n_tasks, sizeof(*in->cost));
    return 0;
}

/* Steps of a run that adapts are of several policies. */
static int check_steps(const struct study *s, int64_t step, struct err *err)
{
    for (size_t r = 0; r < s->n_runs && step == STEP_ALL; r++)
        if (study_is_adaptive(&s->runs[r]))
            return err_set(err, ERR_USAGE,
                           "run '%s' adapts: rollouts of several policies cannot be exchanged; "
                           "--step %d takes those of its last one",
                           s->runs[r].name, s->runs[r].max_step);
    return 0;
}

static void put_notes(struct table *t, const struct cheap_input *in, const size_t *budgets,
                      const double *costs, double whole, double result)
{
    size_t best = CHEAP_WAYS;
    for (size_t w = 0; w < CHEAP_WAYS; w++)
        if (budgets[w] > 0 && !isnan(costs[w]) && (best == CHEAP_WAYS || costs[w] < costs[best]))
            best = w;
    if (!(result > 0.0))
        table_reading(t, "no rollout of these runs is fast, so no way finds one");
    else if (in->o->budget > 0)
        table_reading(t,
                      "with %lld rollouts per task each way finds what its row says; evaluating "
                      "all %zu in full finds a fast kernel for %.1f %% of the tasks, cost %.4g",
                      (long long)in->o->budget, in->most, 100.0 * result, whole);
    else
        table_reading(t,
                      "the cheapest way to %.0f %% of what %zu rollouts per task found (a fast "
                      "kernel for %.1f %% of %zu tasks): %s, at most %zu rollouts, cost %.4g "
                      "instead of %.4g",
                      100.0 * in->o->share, in->most, 100.0 * result, in->n_tasks,
                      cheap_way_names[best], budgets[best], costs[best], whole);
    table_note(t,
               "costs, per rollout or stage: sample %g, compile %g, tiny %g, fast %g, full %g "
               "(--costs); the standard ones are round figures: put in what yours are",
               in->costs.sample, in->costs.compile, in->costs.tiny, in->costs.fast, in->costs.full);
    table_note(t, "stored verdicts and speedups stand for what each stage would have seen: a wrong "
                  "kernel fails at the smallest case, timings have no noise; so halving finds what "
                  "the cascade finds, and its cost buys certainty under noise");
    table_note(t, "budgets go to %zu, the fewest rollouts of a (run, task)", in->most);
    tables_note_rule(t, in->o->rule);
    tables_note_few(t, in->n_tasks);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_cheapest_options *o = options;
    struct cheap_input x = { .o = o, .arena = in->arena };
    const struct study *s = NULL;
    struct table t;
    if (!(o->share > 0.0 && o->share <= 1.0))
        return err_set(err, ERR_USAGE, "--share: %g is not above 0 and at most 1", o->share);
    int rc = tables_check_level(o->level, err);
    if (rc == 0)
        rc = read_costs(o->costs, in->arena, &x.costs, err);
    if (rc == 0)
        rc = tables_study_against(in, &s, err);
    if (rc == 0 && o->rule.value != SPEED_ANY)
        rc = tables_need_all_speedups(s, err);
    if (rc == 0)
        rc = check_steps(s, o->step, err);
    if (rc == 0)
        rc = collect(s, &x, err);
    if (rc < 0)
        return rc;
    struct cheap_value whole = value_of(&x, CHEAP_EVERY, x.most);
    size_t budgets[CHEAP_WAYS];
    double costs[CHEAP_WAYS];
    table_begin(&t, in->arena, &shape);
    for (size_t w = 0; w < CHEAP_WAYS; w++) {
        enum cheap_way way = (enum cheap_way)w;
        budgets[w] =
            o->budget > 0 ? (size_t)o->budget : budget_for(&x, way, o->share * whole.found);
        costs[w] = budgets[w] == 0 ? STAT_NAN : value_of(&x, way, budgets[w]).cost;
        put_row(&t, &x, way, budgets[w], whole.cost);
    }
    put_notes(&t, &x, budgets, costs, whole.cost, whole.found);
    tables_note_runs(&t, s);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    OPTION(struct table_cheapest_options, budget, "budget", "B",
           "rollouts per task (default: the fewest that give --share)", .has_no_default = true,
           .least = 1, .most = 1000000),
    OPTION(struct table_cheapest_options, share, "share", "S",
           "of the tasks that all stored rollouts solve"),
    OPTION(struct table_cheapest_options, m, "m", "M", "of the way top: kernels that are evaluated",
           .least = 1, .most = 1000),
    OPTION(struct table_cheapest_options, costs, "costs", "LIST",
           "of a rollout and of each stage, in any unit: " STANDARD_COSTS),
    OPTION(struct table_cheapest_options, step, "step", "N",
           "rollouts of that step (default: all, of runs that do not adapt)",
           .has_no_default = true, .most = 1000000),
    TABLE_RULE_OPTIONS(struct table_cheapest_options),
    TABLE_RULE_VALUE_OPTION(struct table_cheapest_options),
    OPTION(struct table_cheapest_options, level, "confidence", "LEVEL", "level of intervals"),
};

const struct table_kind table_cheapest = {
    .command = "analyze cheapest",
    .summary = "the cheapest way to what runs found: other ways to sample and evaluate",
    .usage = "rollbook analyze cheapest [--run NAME[,NAME]] [--budget B] [--costs LIST]",
    .examples = "  rollbook analyze cheapest --run bon-42\n  rollbook analyze cheapest --run "
                "bon-42,bon-43 --budget 8 --costs sample=4,full=20\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_cheapest_options){ STANDARD_cheapest },
                 sizeof(struct table_cheapest_options) },
    .make = make,
};
