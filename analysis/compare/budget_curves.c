#include "analysis/compare/budget_curves.h"

#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define POINTS      12
#define MOST_POINTS 64

const char *budget_currency_name(enum budget_currency c)
{
    static const char *const names[] = { "rollouts", "tokens", "seconds" };
    return names[c];
}

const char *budget_metric_name(enum budget_metric m)
{
    static const char *const names[] = { "any", "fast_1", "max" };
    return names[m];
}

struct budgets {
    const struct run_groups *methods;
    const struct study *study;
    const struct budget_options *o;
    struct arena *arena;
    const size_t *tasks;
    size_t n_tasks;
    double **costs[BUDGET_CURRENCIES]; /* [run][step]: of a rollout; NaN: unknown */
};

/* What does not adapt has no teacher, whether or not somebody says so. */
static double amount(const struct cost_use *u, enum budget_currency c, bool adapts)
{
    const double teacher = !adapts && isnan(u->teacher_tokens) ? 0.0 : u->teacher_tokens;
    const double values[BUDGET_CURRENCIES] = { u->rollouts,
                                               u->prompt_tokens + u->completion_tokens + teacher,
                                               u->evaluate_seconds };
    return values[c];
}

static void price_rollouts(struct budgets *x, const struct cost_use *uses, size_t n_uses)
{
    const struct study *s = x->study;
    for (size_t c = 0; c < BUDGET_CURRENCIES; c++) {
        x->costs[c] = arena_array(x->arena, s->n_runs + 1, sizeof(*x->costs[c]));
        for (size_t r = 0; r < s->n_runs; r++) {
            size_t steps = (size_t)s->runs[r].max_step + 1;
            x->costs[c][r] = arena_array(x->arena, steps, sizeof(double));
            for (size_t i = 0; i < steps; i++)
                x->costs[c][r][i] = c == BUDGET_ROLLOUTS ? 1.0 : STAT_NAN;
        }
    }
    for (size_t i = 0; i < n_uses; i++) {
        size_t r = 0;
        while (r < s->n_runs && strcmp(s->runs[r].name, uses[i].run) != 0)
            r++;
        if (r == s->n_runs || uses[i].step < 0 || uses[i].step > s->runs[r].max_step)
            continue;
        for (size_t c = BUDGET_TOKENS; c < BUDGET_CURRENCIES; c++) {
            double each =
                amount(&uses[i], (enum budget_currency)c, study_is_adaptive(&s->runs[r])) /
                uses[i].rollouts;
            x->costs[c][r][uses[i].step] = each > 0.0 && isfinite(each) ? each : STAT_NAN;
        }
    }
}

/* Rollouts that the budget pays for; -1: the cell spent less, or its costs are unknown. */
static int64_t afford(const struct budgets *x, const struct study_cell *cell,
                      enum budget_currency c, double budget)
{
    const double *costs = x->costs[c][cell->run];
    double left = budget * (1.0 + 1e-9);
    for (size_t i = 0; i < cell->count; i++) {
        left -= costs[x->study->rollouts[cell->first + i].step];
        if (isnan(left))
            return -1;
        if (left < 0.0)
            return (int64_t)i;
    }
    return left <= 2e-9 * budget ? (int64_t)cell->count : -1;
}

static double spent(const struct budgets *x, const struct study_cell *cell, enum budget_currency c)
{
    double sum = 0.0;
    for (size_t i = 0; i < cell->count; i++)
        sum += x->costs[c][cell->run][x->study->rollouts[cell->first + i].step];
    return sum;
}

static const struct study_cell *cell_with(const struct budgets *x, size_t run, size_t task)
{
    const struct study_cell *c = study_cell_find(x->study, run, task);
    return c != NULL && c->count > 0 ? c : NULL;
}

/* Means over runs; false when one cannot pay. */
static bool measure_task(const struct budgets *x, size_t task, enum budget_currency c,
                         struct budget_point *p)
{
    const struct run_set *set = &x->methods->items[p->method].set;
    struct arena work = { 0 };
    double n = 0.0;
    bool known = true;
    for (size_t i = 0; i < set->n_runs && known; i++) {
        const struct study_cell *cell = cell_with(x, set->runs[i], task);
        if (cell == NULL)
            continue;
        int64_t b = afford(x, cell, c, p->budget);
        known = b >= 0;
        if (b > 0) {
            struct compare_best best =
                compare_best_of(x->study, cell, COMPARE_WHOLE, b, x->o->rule, &work);
            p->value[BUDGET_ANY] += best.correct;
            p->value[BUDGET_FAST] += best.any;
            p->value[BUDGET_MAX] += best.max;
            p->rollouts += (double)b;
        }
        n++;
    }
    for (size_t m = 0; m < BUDGET_METRICS; m++)
        p->value[m] /= n;
    p->rollouts /= n;
    arena_release(&work);
    return known;
}

static void measure_point(const struct budgets *x, size_t method, enum budget_currency c,
                          double budget, struct budget_point *out)
{
    double *values = arena_array(x->arena, (x->n_tasks + 1) * BUDGET_METRICS, sizeof(*values));
    struct stat_sum rollouts = { 0.0, 0.0 };
    bool known = true;
    *out = (struct budget_point){ .method = method, .budget = budget, .rollouts = STAT_NAN };
    for (size_t m = 0; m < BUDGET_METRICS; m++) {
        out->value[m] = STAT_NAN;
        out->ci[m] = (struct interval){ STAT_NAN, STAT_NAN };
    }
    for (size_t t = 0; t < x->n_tasks && known; t++) {
        struct budget_point p = { .method = method, .budget = budget };
        known = measure_task(x, x->tasks[t], c, &p);
        for (size_t m = 0; m < BUDGET_METRICS; m++)
            values[m * x->n_tasks + t] = p.value[m];
        stat_sum_add(&rollouts, p.rollouts);
    }
    if (!known)
        return;
    out->rollouts = stat_sum_value(&rollouts) / (double)x->n_tasks;
    for (size_t m = 0; m < BUDGET_METRICS; m++) {
        const double *v = values + m * x->n_tasks;
        struct interval ci = m == BUDGET_MAX
                                 ? stat_interval_student(v, x->n_tasks, x->o->level)
                                 : stat_interval_share(v, NULL, x->n_tasks, x->o->level);
        out->value[m] = stat_mean(v, x->n_tasks);
        ci.low = m == BUDGET_MAX && ci.low < 0.0 ? 0.0 : ci.low;
        out->ci[m] = ci;
    }
}

/* Largest budget that each of its runs spent on every task; NaN: unknown. */
static double spent_by(const struct budgets *x, const struct run_set *set, enum budget_currency c,
                       double *each)
{
    double least = STAT_INF;
    for (size_t i = 0; i < set->n_runs; i++) {
        for (size_t t = 0; t < x->n_tasks; t++) {
            const struct study_cell *cell = cell_with(x, set->runs[i], x->tasks[t]);
            if (cell == NULL)
                continue;
            double all = spent(x, cell, c);
            least = isnan(all) || isnan(least) ? STAT_NAN : fmin(least, all);
            *each = isnan(all) ? *each : fmin(*each, all / (double)cell->count);
        }
    }
    return least;
}

/* From the cheapest rollout to the most that a method can spend everywhere. */
static bool find_range(const struct budgets *x, enum budget_currency c, double *low, double *high)
{
    *low = STAT_INF;
    *high = 0.0;
    for (size_t m = 0; m < x->methods->n; m++) {
        double all = spent_by(x, &x->methods->items[m].set, c, low);
        *high = isnan(all) ? *high : fmax(*high, all);
    }
    return *high > 0.0 && *low <= *high;
}

static size_t choose_rollouts(const struct budgets *x, double high, double *out)
{
    double each = 0.0;
    size_t n = 0;
    size_t kept = 0;
    for (double k = 1.0; k < high && n < MOST_POINTS / 2; k *= 2.0)
        out[n++] = k;
    for (size_t m = 0; m < x->methods->n && n < MOST_POINTS; m++)
        out[n++] = spent_by(x, &x->methods->items[m].set, BUDGET_ROLLOUTS, &each);
    stat_sort(out, n);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || out[i] > out[kept - 1])
            out[kept++] = out[i];
    }
    return kept;
}

static size_t choose_budgets(const struct budgets *x, enum budget_currency c, double *out)
{
    double low = 0.0;
    double high = 0.0;
    size_t n = 0;
    size_t points = x->o->n_points > 0 ? x->o->n_points : POINTS;
    points = points < 2 ? 2 : points > MOST_POINTS ? MOST_POINTS : points;
    if (!find_range(x, c, &low, &high))
        return 0;
    if (c == BUDGET_ROLLOUTS)
        return choose_rollouts(x, high, out);
    for (size_t i = 0; i < points; i++)
        out[n++] =
            i + 1 == points ? high : low * pow(high / low, (double)i / ((double)points - 1.0));
    return n;
}

/* What a larger budget finds is no less. */
static void let_limits_rise(const struct budgets *x, struct budget_curve *curve, size_t method,
                            const double *budgets)
{
    struct interval *ci[MOST_POINTS];
    for (size_t m = 0; m < BUDGET_METRICS; m++) {
        for (size_t i = 0; i < curve->n_budgets; i++)
            ci[i] = &curve->points[i * x->methods->n + method].ci[m];
        stat_intervals_rise(budgets, ci, curve->n_budgets, curve->n_budgets);
    }
}

int budget_curves(const struct run_groups *methods, const struct budget_options *o,
                  struct arena *arena, struct budget_curves *out, struct err *err)
{
    struct budgets x = { .methods = methods, .o = o, .arena = arena };
    struct budget_curves curves = { .n_methods = methods->n };
    if (methods->n == 0)
        return err_set(err, ERR_NODATA, "there is no method");
    x.study = methods->items[0].set.study;
    size_t *tasks = arena_array(arena, x.study->n_tasks + 1, sizeof(*tasks));
    x.tasks = tasks;
    x.n_tasks = curves.n_tasks = run_groups_common(methods, tasks);
    if (x.n_tasks == 0)
        return err_set(err, ERR_NODATA, "the methods have no task with scored rollouts in common");
    price_rollouts(&x, o->uses, o->n_uses);
    for (size_t c = 0; c < BUDGET_CURRENCIES; c++) {
        double budgets[MOST_POINTS];
        struct budget_curve *curve = &curves.curves[c];
        curve->currency = (enum budget_currency)c;
        curve->n_budgets = choose_budgets(&x, curve->currency, budgets);
        curve->known = curve->n_budgets > 0;
        curve->points =
            arena_array(arena, curve->n_budgets * methods->n + 1, sizeof(*curve->points));
        for (size_t i = 0; i < curve->n_budgets; i++) {
            for (size_t m = 0; m < methods->n; m++)
                measure_point(&x, m, curve->currency, budgets[i],
                              &curve->points[i * methods->n + m]);
        }
        for (size_t m = 0; m < methods->n; m++)
            let_limits_rise(&x, curve, m, budgets);
    }
    *out = curves;
    return 0;
}
