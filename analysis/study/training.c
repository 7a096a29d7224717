#include "analysis/study/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/run_groups.h"
#include "src/base/mem.h"

void training_add(struct training_list *list, struct training_point p)
{
    if (list->items == NULL || list->n == list->capacity) {
        list->capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
        list->items = mem_grow(list->items, list->capacity, sizeof(*list->items));
    }
    list->items[list->n++] = p;
}

void training_release(struct training_list *list)
{
    free(list->items);
    *list = (struct training_list){ 0 };
}

enum study_metric {
    METRIC_COMPILED,
    METRIC_CORRECT,
    METRIC_FAST,
    METRIC_GEOMEAN,
    METRIC_SURPRISAL,
    METRIC_MEAN,
    METRIC_BEST,
    METRIC_COUNT
};

static const char *const metric_names[METRIC_COUNT] = { "compiled",       "correct",
                                                        "fast",           "geomean_speedup",
                                                        "mean_surprisal", "mean_speedup",
                                                        "best_speedup" };

struct step_sums {
    struct stat_sum sum[METRIC_COUNT];
    int64_t n[METRIC_COUNT];
    double best;
};

static void count_value(struct step_sums *s, enum study_metric m, double v)
{
    if (isnan(v))
        return;
    stat_sum_add(&s->sum[m], v);
    s->n[m]++;
}

/* Nothing is known to be fast in a run without a baseline. */
static void count_rollout(struct step_sums *s, const struct study_rollout *r,
                          struct speed_rule rule, bool judged)
{
    count_value(s, METRIC_COMPILED, r->compiled ? 1.0 : 0.0);
    count_value(s, METRIC_CORRECT, r->correct ? 1.0 : 0.0);
    if (judged)
        count_value(s, METRIC_FAST, study_is_fast(r, rule) ? 1.0 : 0.0);
    count_value(s, METRIC_GEOMEAN, r->correct ? log(r->speedup) : STAT_NAN);
    count_value(s, METRIC_SURPRISAL, -r->mean_logprob);
    count_value(s, METRIC_MEAN, r->correct ? r->speedup : STAT_NAN);
    if (r->correct && !isnan(r->speedup)) {
        s->best = s->n[METRIC_BEST] == 0 ? r->speedup : fmax(s->best, r->speedup);
        s->n[METRIC_BEST]++;
    }
}

static int compare_steps(const void *pa, const void *pb)
{
    int a = *(const int *)pa;
    int b = *(const int *)pb;
    return (a > b) - (a < b);
}

static int *list_steps(const struct study *s, const struct study_run *r, bool held, size_t *out_n,
                       struct arena *arena)
{
    size_t n = 0;
    size_t different = 0;
    int *steps = arena_array(arena, s->n_rollouts, sizeof(*steps));
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        for (size_t i = 0; i < s->cells[c].count && s->cells[c].is_held == held; i++) {
            int step = s->rollouts[s->cells[c].first + i].step;
            if (n == 0 || steps[n - 1] != step)
                steps[n++] = step;
        }
    }
    if (n > 0)
        qsort(steps, n, sizeof(*steps), compare_steps);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || steps[i] != steps[i - 1])
            steps[different++] = steps[i];
    }
    *out_n = different;
    return steps;
}

static void add_part(const struct study *s, size_t run, bool held, struct speed_rule rule,
                     struct training_list *out, struct arena *arena)
{
    const struct study_run *r = &s->runs[run];
    const bool judged = study_is_judged(s, run);
    size_t n_steps = 0;
    const int *steps = list_steps(s, r, held, &n_steps, arena);
    struct step_sums *sums = arena_array(arena, n_steps, sizeof(*sums));
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        for (size_t i = 0; i < s->cells[c].count && s->cells[c].is_held == held; i++) {
            const struct study_rollout *x = &s->rollouts[s->cells[c].first + i];
            const int *at = bsearch(&x->step, steps, n_steps, sizeof(*steps), compare_steps);
            if (at != NULL)
                count_rollout(&sums[at - steps], x, rule, judged);
        }
    }
    for (int m = 0; m < METRIC_COUNT && n_steps > 0; m++) {
        const char *name =
            held ? arena_printf(arena, TRAINING_HELD "%s", metric_names[m]) : metric_names[m];
        for (size_t i = 0; i < n_steps; i++) {
            int64_t n = sums[i].n[m];
            double v = n > 0 ? stat_sum_value(&sums[i].sum[m]) / (double)n : STAT_NAN;
            if (m == METRIC_BEST && n > 0)
                v = sums[i].best;
            training_add(out, (struct training_point){ .run = run,
                                                       .step = steps[i],
                                                       .metric = name,
                                                       .n = n,
                                                       .value = m == METRIC_GEOMEAN ? exp(v) : v,
                                                       .smoothed = STAT_NAN });
        }
    }
}

void training_from_study(const struct study *s, size_t run, struct speed_rule rule,
                         struct training_list *out, struct arena *arena)
{
    add_part(s, run, false, rule, out, arena);
    add_part(s, run, true, rule, out, arena);
}

void training_smooth(struct training_point *series, size_t n, double weight)
{
    double sum = 0.0;
    double total = 0.0;
    for (size_t i = 0; i < n; i++) {
        double decay = i == 0 ? 0.0 : pow(weight, (double)(series[i].step - series[i - 1].step));
        sum *= decay;
        total *= decay;
        series[i].smoothed = STAT_NAN;
        if (isnan(series[i].value))
            continue;
        sum += series[i].value;
        total += 1.0;
        series[i].smoothed = sum / total;
    }
}

/* One past the series of a run and metric that begins at first. */
static size_t series_end(const struct training_list *list, size_t first)
{
    size_t end = first + 1;
    while (end < list->n && list->items[end].run == list->items[first].run &&
           strcmp(list->items[end].metric, list->items[first].metric) == 0)
        end++;
    return end;
}

void training_smooth_all(struct training_list *list, double weight)
{
    for (size_t i = 0; i < list->n;) {
        size_t end = series_end(list, i);
        training_smooth(&list->items[i], end - i, weight);
        i = end;
    }
}

static bool larger_is_better(const char *metric)
{
    if (strncmp(metric, TRAINING_HELD, strlen(TRAINING_HELD)) == 0)
        metric += strlen(TRAINING_HELD);
    for (int m = 0; m < METRIC_COUNT; m++) {
        if (strcmp(metric, metric_names[m]) == 0)
            return m != METRIC_SURPRISAL;
    }
    return strncmp(metric, "reward ", 7) == 0;
}

void training_mark_best(struct training_list *list)
{
    for (size_t i = 0; i < list->n;) {
        size_t end = series_end(list, i);
        size_t best = i;
        size_t known = 0;
        for (size_t k = i; k < end; k++) {
            known += isnan(list->items[k].value) ? 0 : 1;
            if (isnan(list->items[best].value) || list->items[k].value > list->items[best].value)
                best = k;
        }
        list->items[best].is_best = known > 1 && larger_is_better(list->items[i].metric);
        i = end;
    }
}
