/* methods_solved.c - compare --table solved. */
#include <math.h>

#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/tables/compare/methods_tables.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum solved_column {
    COL_METHOD,
    COL_SOLVED_BY,
    COL_COUNTED,
    COL_SOLVED,
    COL_N,
    COL_SHARE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_LEAST,
    COL_MOST,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "method", 0, COLUMN_TEXT, "the method" },
    { "solved_by", 0, COLUMN_TEXT, "correct or fast" },
    { "counted", 0, COLUMN_TEXT, "at_budget, mean_over_runs, any_run or every_run" },
    { "solved", 4, COLUMN_REAL, "tasks solved, expected" },
    { "n", 0, COLUMN_INT, "tasks" },
    { "share", 4, COLUMN_REAL, "solved / n" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval of the share",
      "fewer than two tasks, or all alike: an interval of no width" },
    { "ci_high", 4, COLUMN_REAL, "upper end",
      "fewer than two tasks, or all alike: an interval of no width" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval",
      "fewer than two tasks, or all alike: an interval of no width",
      .words = INTERVAL_WORDS "|hierarchical-posterior" },
    { "rollouts_least", 0, COLUMN_INT, "fewest rollouts that a task had" },
    { "rollouts_most", 0, COLUMN_INT, "most" },
};

const struct table_shape methods_solved_shape = {
    .schema = "rollbook.analyze.compare.solved/1",
    .asked = "--table solved",
    .rows = "how many tasks each method solves",
    SHAPE_COLUMNS(columns),
    .formulas = { "solved: sum over tasks of the chance that some of the rollouts is correct, or "
                  "fast: $1 "
                  "- "
                  "S(B; n, c)$ with $B$ rollouts of a run, 0 or 1 with all of them",
                  "interval: Clopper-Pearson of $k$ of $n$ tasks where each is solved or not; else "
                  "Student's t "
                  "over tasks on the logit" },
    .references = { CHEN, BROWN },
    .denominator = "tasks of which every method has rollouts",
    .n = "column n: tasks",
    .queries = { STUDY_QUERIES },
};

enum solved_by { SOLVED_CORRECT, SOLVED_FAST };

/* How runs of a task are put together. */
enum counted { COUNT_AT_BUDGET, COUNT_MEAN_RUN, COUNT_ANY_RUN, COUNT_EVERY_RUN, COUNTED };
static const char *const counted_names[COUNTED] = { "at_budget", "mean_over_runs", "any_run",
                                                    "every_run" };

struct solved {
    const struct methods_input *x;
    struct table *t;
    const size_t *tasks;
    size_t n_tasks;
    int64_t budget; /* fewest rollouts of a run and common task */
};

/* P(one of the first `budget` rollouts is wanted). */
static double solves(const struct solved *s, const struct study_cell *c, enum solved_by by,
                     int64_t budget)
{
    struct arena work = { 0 };
    const struct study *study = s->x->methods.items[0].set.study;
    struct compare_best best =
        compare_best_of(study, c, COMPARE_WHOLE, budget, s->x->o->rule, &work);
    arena_release(&work);
    return by == SOLVED_CORRECT ? best.correct : best.any;
}

struct task_solved {
    double v[COUNTED];
    int64_t rollouts; /* of all its runs */
    size_t n_runs;
};

static struct task_solved solve_task(const struct solved *s, const struct run_group *g, size_t task,
                                     enum solved_by by)
{
    struct task_solved out = { .v = { 0, 0, 0, 1 } };
    for (size_t i = 0; i < g->set.n_runs; i++) {
        const struct study_cell *c = study_cell_find(g->set.study, g->set.runs[i], task);
        if (c == NULL || c->count == 0)
            continue;
        double whole = solves(s, c, by, (int64_t)c->count);
        out.n_runs++;
        out.rollouts += (int64_t)c->count;
        out.v[COUNT_AT_BUDGET] += solves(s, c, by, s->budget);
        out.v[COUNT_MEAN_RUN] += whole;
        out.v[COUNT_ANY_RUN] = fmax(out.v[COUNT_ANY_RUN], whole);
        out.v[COUNT_EVERY_RUN] = fmin(out.v[COUNT_EVERY_RUN], whole);
    }
    out.v[COUNT_AT_BUDGET] /= (double)out.n_runs;
    out.v[COUNT_MEAN_RUN] /= (double)out.n_runs;
    return out;
}

/* Counts have an exact interval, others Student's t over tasks. */
static struct interval interval_of(const double *v, size_t n, double level,
                                   enum interval_kind *kind)
{
    double k = 0.0;
    bool whole = true;
    for (size_t i = 0; i < n; i++) {
        whole = whole && (stat_same(v[i], 0.0) || stat_same(v[i], 1.0));
        k += v[i];
    }
    *kind = whole ? INTERVAL_CLOPPER_PEARSON : INTERVAL_STUDENT;
    if (whole)
        return stat_interval_clopper_pearson((int64_t)(k + 0.5), (int64_t)n, level);
    return stat_interval_share(v, NULL, n, level);
}

static void put_row(const struct solved *s, const struct run_group *g, enum solved_by by,
                    enum counted how, const struct task_solved *tasks)
{
    struct table *t = s->t;
    double *v = arena_array(t->arena, s->n_tasks + 1, sizeof(*v));
    int64_t least = INT64_MAX;
    int64_t most = 0;
    for (size_t i = 0; i < s->n_tasks; i++) {
        bool one = how == COUNT_AT_BUDGET || how == COUNT_MEAN_RUN;
        int64_t n = how == COUNT_AT_BUDGET
                        ? s->budget
                        : tasks[i].rollouts / (one ? (int64_t)tasks[i].n_runs : 1);
        v[i] = tasks[i].v[how];
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    enum interval_kind kind = INTERVAL_NONE;
    struct interval ci = interval_of(v, s->n_tasks, s->x->resample->level, &kind);
    struct cell *c = table_row(t);
    c[COL_METHOD] = cell_text(t, g->name);
    c[COL_SOLVED_BY] = cell_text(t, by == SOLVED_CORRECT ? "correct" : "fast");
    c[COL_COUNTED] = cell_text(t, counted_names[how]);
    c[COL_SOLVED] = cell_real(stat_sum(v, s->n_tasks));
    c[COL_N] = cell_int((int64_t)s->n_tasks);
    c[COL_SHARE] = cell_real(stat_mean(v, s->n_tasks));
    tables_put_interval(t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind,
                        "fewer than two tasks, or all alike: an interval of no width");
    c[COL_LEAST] = cell_int(least);
    c[COL_MOST] = cell_int(most);
}

static void put_method(const struct solved *s, const struct run_group *g, enum solved_by by)
{
    struct task_solved *tasks = arena_array(s->t->arena, s->n_tasks + 1, sizeof(*tasks));
    for (size_t i = 0; i < s->n_tasks; i++)
        tasks[i] = solve_task(s, g, s->tasks[i], by);
    for (int how = COUNT_AT_BUDGET; how < COUNTED; how++) {
        if (g->set.n_runs > 1 || how <= COUNT_MEAN_RUN)
            put_row(s, g, by, (enum counted)how, tasks);
    }
}

static void find_budget(struct solved *s)
{
    s->budget = INT64_MAX;
    for (size_t m = 0; m < s->x->methods.n; m++) {
        const struct run_set *set = &s->x->methods.items[m].set;
        for (size_t i = 0; i < set->n_runs; i++) {
            for (size_t t = 0; t < s->n_tasks; t++) {
                const struct study_cell *c = study_cell_find(set->study, set->runs[i], s->tasks[t]);
                if (c != NULL && c->count > 0 && (int64_t)c->count < s->budget)
                    s->budget = (int64_t)c->count;
            }
        }
    }
}

int methods_solved_fill(const struct methods_input *x, struct table *t, struct err *err)
{
    struct solved s = { .x = x, .t = t };
    if (x->methods.n == 0)
        return err_set(err, ERR_NODATA, "no run has samples that can be told fast from slow");
    const struct study *study = x->methods.items[0].set.study;
    size_t *tasks = arena_array(x->in->arena, study->n_tasks + 1, sizeof(*tasks));
    s.tasks = tasks;
    s.n_tasks = run_groups_common(&x->methods, tasks);
    if (s.n_tasks == 0)
        return err_set(err, ERR_NODATA, "the methods have no task with scored rollouts in common");
    find_budget(&s);
    if (x->o->budget > s.budget)
        return err_set(err, ERR_NODATA,
                       "a budget of %lld rollouts: a run has only %lld of a task of all methods",
                       (long long)x->o->budget, (long long)s.budget);
    s.budget = x->o->budget > 0 ? x->o->budget : s.budget;
    table_begin(t, x->in->arena, &methods_solved_shape);
    for (int by = SOLVED_CORRECT; by <= SOLVED_FAST; by++) {
        for (size_t m = 0; m < x->methods.n; m++)
            put_method(&s, &x->methods.items[m], (enum solved_by)by);
    }
    table_note(
        t,
        "solved: tasks with a correct, or fast, rollout, of the n of which every method has "
        "rollouts; at_budget: expected number with B = %lld rollouts of a run; mean_over_runs: "
        "with all rollouts of a run; any_run, every_run: with those of all runs together, "
        "which is a larger budget; rollouts_least, _most: what a task had",
        (long long)s.budget);
    table_note(
        t,
        "unit: task; interval: %g %%, for tasks like these: Clopper-Pearson where every task "
        "is solved or not, else Student's t over tasks on the logit",
        100.0 * x->resample->level);
    tables_note_few(t, s.n_tasks);
    methods_note(t, x);
    return 0;
}
