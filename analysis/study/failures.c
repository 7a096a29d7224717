#include "analysis/study/failures.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static const struct {
    const char *outcome;
    enum failure_stage stage;
} outcomes[] = {
    { "no_code", FAILURE_STAGE_TEXT },       { "parse", FAILURE_STAGE_TEXT },
    { "compile", FAILURE_STAGE_BUILD },      { "launch", FAILURE_STAGE_RUN },
    { "crash", FAILURE_STAGE_RUN },          { "timeout", FAILURE_STAGE_RUN },
    { "wrong_shape", FAILURE_STAGE_RESULT }, { "nan", FAILURE_STAGE_RESULT },
    { "mismatch", FAILURE_STAGE_RESULT },    { "cheat", FAILURE_STAGE_HONESTY },
    { "measured", FAILURE_STAGE_NONE },      { "infra", FAILURE_STAGE_UNSCORED },
    { "pending", FAILURE_STAGE_UNSCORED },
};

const char *failure_stage_name(enum failure_stage s)
{
    static const char *const names[FAILURE_STAGES] = { "text",  "build", "run",     "result",
                                                       "cheat", "none",  "unscored" };
    return names[s];
}

static size_t outcome_index(const char *outcome)
{
    size_t i = 0;
    while (i < ARRAY_LEN(outcomes) && strcmp(outcomes[i].outcome, outcome) != 0)
        i++;
    return i;
}

enum failure_stage failure_stage_of(const char *outcome)
{
    size_t i = outcome_index(outcome);
    return i < ARRAY_LEN(outcomes) ? outcomes[i].stage : FAILURE_STAGE_UNSCORED;
}

struct sortable {
    struct failure_row row;
    size_t group;
    int64_t task;
    size_t outcome;
};

static int compare_rows(const void *pa, const void *pb)
{
    const struct sortable *a = pa;
    const struct sortable *b = pb;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->row.step != b->row.step)
        return a->row.step < b->row.step ? -1 : 1;
    if (a->outcome != b->outcome)
        return a->outcome < b->outcome ? -1 : 1;
    int by_outcome = strcmp(a->row.outcome, b->row.outcome);
    return by_outcome != 0 ? by_outcome : strcmp(a->row.cheat_kind, b->row.cheat_kind);
}

static size_t group_index(const struct failure_count *counts, size_t i, const size_t *groups)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(counts[k].group, counts[i].group) == 0)
            return groups[k];
    }
    return i;
}

static void read_count(const struct failure_count *c, size_t group, bool by_step,
                       struct sortable *out)
{
    *out = (struct sortable){
        .row = { .group = c->group,
                 .step = by_step ? c->step : FAILURES_ALL_STEPS,
                 .stage = failure_stage_of(c->outcome),
                 .outcome = c->outcome,
                 .cheat_kind = c->cheat_kind,
                 .n = c->n,
                 .message = c->message },
        .group = group,
        .task = c->task,
        .outcome = outcome_index(c->outcome),
    };
}

/* Rollouts of each task, of those that are scored and of one outcome. */
struct by_task {
    const int64_t *tasks; /* ascending */
    size_t n_tasks;
    double *scored;
    double *hits;
    double *y, *n; /* of the tasks that are there */
};

static int compare_tasks(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static struct by_task list_tasks(const struct failure_count *counts, size_t n, struct arena *arena)
{
    int64_t *tasks = arena_array(arena, n + 1, sizeof(*tasks));
    struct by_task x = { .tasks = tasks };
    for (size_t i = 0; i < n; i++)
        tasks[i] = counts[i].task;
    if (n > 0)
        qsort(tasks, n, sizeof(*tasks), compare_tasks);
    for (size_t i = 0; i < n; i++) {
        if (x.n_tasks == 0 || tasks[x.n_tasks - 1] != tasks[i])
            tasks[x.n_tasks++] = tasks[i];
    }
    x.scored = arena_array(arena, x.n_tasks + 1, sizeof(double));
    x.hits = arena_array(arena, x.n_tasks + 1, sizeof(double));
    x.y = arena_array(arena, x.n_tasks + 1, sizeof(double));
    x.n = arena_array(arena, x.n_tasks + 1, sizeof(double));
    return x;
}

static void count_task(const struct by_task *x, const struct sortable *s, double *to)
{
    const int64_t *at = bsearch(&s->task, x->tasks, x->n_tasks, sizeof(*x->tasks), compare_tasks);
    to[at - x->tasks] += (double)s->row.n;
}

static void put_interval(const struct by_task *x, double level, struct failure_row *row)
{
    size_t n = 0;
    for (size_t t = 0; t < x->n_tasks; t++) {
        if (!(x->scored[t] > 0.0))
            continue;
        x->y[n] = x->hits[t];
        x->n[n++] = x->scored[t];
    }
    row->interval = (int64_t)n == row->scored ? INTERVAL_WILSON : INTERVAL_STUDENT;
    row->ci = row->interval == INTERVAL_WILSON ? stat_interval_wilson(row->n, row->scored, level)
                                               : stat_interval_share(x->y, x->n, n, level);
}

/* One row an outcome of items[0 .. n), which are of one group and step; the least message stays, so
 * that the order of rows does not matter.  Returns how many. */
static size_t put_block(const struct sortable *items, size_t n, const struct by_task *x,
                        double level, struct failure_row *rows)
{
    size_t count = 0;
    int64_t scored = 0;
    memset(x->scored, 0, x->n_tasks * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        if (items[i].row.stage == FAILURE_STAGE_UNSCORED)
            continue;
        scored += items[i].row.n;
        count_task(x, &items[i], x->scored);
    }
    for (size_t i = 0; i < n;) {
        struct failure_row *row = &rows[count++];
        size_t first = i;
        *row = items[i].row;
        memset(x->hits, 0, x->n_tasks * sizeof(double));
        for (; i < n && compare_rows(&items[first], &items[i]) == 0; i++) {
            const char *message = items[i].row.message;
            count_task(x, &items[i], x->hits);
            row->n += i == first ? 0 : items[i].row.n;
            if (message != NULL && (row->message == NULL || strcmp(message, row->message) < 0))
                row->message = message;
        }
        row->scored = scored;
        row->interval = INTERVAL_NONE;
        row->ci = (struct interval){ STAT_NAN, STAT_NAN };
        if (row->stage != FAILURE_STAGE_UNSCORED && scored > 0)
            put_interval(x, level, row);
    }
    return count;
}

struct failure_row *failures_tabulate(const struct failure_count *counts, size_t n, bool by_step,
                                      double level, size_t *out_n, struct arena *arena)
{
    struct sortable *s = arena_array(arena, n, sizeof(*s));
    struct failure_row *rows = arena_array(arena, n, sizeof(*rows));
    size_t *groups = arena_array(arena, n, sizeof(*groups));
    struct by_task tasks = list_tasks(counts, n, arena);
    for (size_t i = 0; i < n; i++) {
        groups[i] = i > 0 && strcmp(counts[i].group, counts[i - 1].group) == 0
                        ? groups[i - 1]
                        : group_index(counts, i, groups);
        read_count(&counts[i], groups[i], by_step, &s[i]);
    }
    if (n > 0)
        qsort(s, n, sizeof(*s), compare_rows);
    size_t count = 0;
    for (size_t i = 0; i < n;) {
        size_t first = i;
        while (i < n && s[i].group == s[first].group && s[i].row.step == s[first].row.step)
            i++;
        count += put_block(s + first, i - first, &tasks, level, rows + count);
    }
    *out_n = count;
    return rows;
}

struct stat_chi2 failures_homogeneity(const struct failure_row *rows, size_t n, const char *group,
                                      const char *outcome, struct arena *arena)
{
    int64_t *c = arena_array(arena, n, sizeof(*c));
    int64_t *totals = arena_array(arena, n, sizeof(*totals));
    size_t steps = 0;
    const struct failure_row *last = NULL;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].group, group) != 0)
            continue;
        if (last == NULL || last->step != rows[i].step)
            totals[steps++] = rows[i].scored;
        last = &rows[i];
        if (strcmp(rows[i].outcome, outcome) == 0)
            c[steps - 1] += rows[i].n;
    }
    return stat_chi2_homogeneity(c, totals, steps);
}
