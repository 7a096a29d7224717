/* compare_transfer.c - gains on one subset of tasks and on others. */
#include <math.h>
#include <string.h>

#include "analysis/compare/transfer.h"
#include "analysis/tables/compare/compare_parts.h"
#include "analysis/tables/shape_words.h"
#include "splits/split.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SUBSETS_MOST 32

enum transfer_column {
    COL_SOURCE,
    COL_TARGET,
    COL_QUANTITY,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_P,
    COL_MIN_P,
    COL_ENGINE,
    COL_N_SOURCE,
    COL_N_TARGET,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "source", 0, COLUMN_TEXT, "where the gain comes from" },
    { "target", 0, COLUMN_TEXT, "where it is looked for", "only of the source" },
    { "quantity", 0, COLUMN_TEXT, "which quantity" },
    { "value", 4, COLUMN_REAL, "mean, gain, shift or ratio", "no gain on the source" },
    INTERVAL_COLUMNS("", "", "no interval; or a subset of one task, or tasks that are all alike"),
    { "p", 4, COLUMN_REAL, "p-value", "not a test" },
    { "min_p", 4, COLUMN_REAL, "least p that so many tasks can give", "not a test" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", "not a test",
      .words = ENGINE_WORDS },
    { "n_source", 0, COLUMN_INT, "tasks of the source" },
    { "n_target", 0, COLUMN_INT, "tasks of the target", "only of the source" },
};

const struct table_shape compare_transfer_shape = {
    .schema = "rollbook.analyze.compare.transfer/1",
    .asked = "--table transfer",
    .rows = "gains on one subset of tasks and on others",
    SHAPE_COLUMNS(columns),
    .formulas = { "gain of a task: mean share of fast samples of $B$ minus the share of $A$ (runs "
                  "of a group averaged); gain of a subset: mean over its tasks",
                  "$\\mathrm{carried} = "
                  "\\frac{\\mathrm{gain}_{\\text{target}}}{\\mathrm{gain}_{\\text{source}}}$; "
                  "$\\mathrm{shift} = \\mathrm{gain}_{\\text{target}} - "
                  "\\mathrm{gain}_{\\text{source}}$",
                  "p of a gain: sign flips of the subset's task gains; p of a shift: every way to "
                  "deal the tasks to the two subsets (exact to 200,000 ways, otherwise sampled)",
                  "intervals over tasks: of a gain Student's $t$, of a shift Welch's, of carried "
                  "Fieller's" },
    .references = { PAPER, MILLER, "Fisher 1935, The Design of Experiments",
                    "Pitman 1937, Significance tests which may be applied to samples from any "
                    "populations, JRSS Supplement 4" },
    .denominator = "scored samples of each task and group; tasks that one group lacks are left out",
    .n = "columns n_source and n_target: tasks",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

static const char no_test[] = "not a test";
static const char no_interval[] = "no interval";

struct subsets {
    const char *names[SUBSETS_MOST];
    size_t n;
    size_t *of; /* by task of the study */
};

/* A new name is added. */
static int subset_named(struct subsets *x, const char *name, size_t *out, struct err *err)
{
    size_t i = 0;
    while (i < x->n && strcmp(x->names[i], name) != 0)
        i++;
    if (i == SUBSETS_MOST)
        return err_set(err, ERR_USAGE, "more than %d subsets of tasks", SUBSETS_MOST);
    if (i == x->n)
        x->names[x->n++] = name;
    *out = i;
    return 0;
}

static int split_by(const char *by, const struct study *s, struct subsets *x, struct arena *arena,
                    struct err *err)
{
    bool by_level = strcmp(by, "level") == 0;
    if (!by_level && strcmp(by, "family") != 0)
        return err_set(err, ERR_USAGE, "--by: '%s' is neither level nor family", by);
    for (size_t t = 0; t < s->n_tasks; t++) {
        const struct study_task *task = &s->tasks[t];
        const char *name = by_level ? arena_printf(arena, "level %d", task->level) : task->family;
        int rc = *name == '\0' ? 0 : subset_named(x, name, &x->of[t], err);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int split_by_file(const char *name, const struct study *s, struct subsets *x,
                         struct arena *arena, struct err *err)
{
    struct split split;
    size_t train = 0;
    size_t held_out = 0;
    int rc = split_find(name, arena, &split, err);
    if (rc == 0)
        rc = subset_named(x, "train", &train, err);
    if (rc == 0)
        rc = subset_named(x, "eval", &held_out, err);
    for (size_t t = 0; rc == 0 && t < s->n_tasks; t++) {
        const struct study_task *task = &s->tasks[t];
        if (task->level != split.level)
            continue;
        if (split_has_train(&split, task->problem_id))
            x->of[t] = train;
        else if (split_has_eval(&split, task->problem_id))
            x->of[t] = held_out;
    }
    return rc;
}

static int add_task(const struct study *s, const char *item, size_t subset, struct subsets *x,
                    struct arena *arena, struct err *err)
{
    int64_t number = 0;
    size_t t = 0;
    if (str_to_i64(item, &number))
        item = arena_printf(arena, "l1/%lld", (long long)number);
    while (t < s->n_tasks && strcmp(s->tasks[t].task, item) != 0)
        t++;
    if (t == s->n_tasks)
        return err_set(err, ERR_NOMATCH, "--subsets: no run has task '%s'", item);
    if (x->of[t] != TRANSFER_NO_SUBSET)
        return err_set(err, ERR_USAGE, "--subsets: task %s is named twice", item);
    x->of[t] = subset;
    return 0;
}

/* "one=4,5,l2/7;two=12,14". */
static int split_by_lists(const char *text, const struct study *s, struct subsets *x,
                          struct arena *arena, struct err *err)
{
    char **lists = NULL;
    size_t n = str_split(arena, text, ';', &lists);
    for (size_t i = 0; i < n; i++) {
        char **parts = NULL;
        char **items = NULL;
        size_t subset = 0;
        size_t before = x->n;
        if (str_split(arena, lists[i], '=', &parts) != 2 || *parts[0] == '\0')
            return err_set(err, ERR_USAGE, "--subsets: '%s' is not NAME=TASK,...", lists[i]);
        int rc = subset_named(x, parts[0], &subset, err);
        if (rc == 0 && x->n == before)
            rc = err_set(err, ERR_USAGE, "--subsets: '%s' is named twice", parts[0]);
        size_t n_items = str_split(arena, parts[1], ',', &items);
        for (size_t k = 0; rc == 0 && k < n_items; k++)
            rc = add_task(s, items[k], subset, x, arena, err);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int read_subsets(const struct table_compare_options *o, const struct study *s,
                        struct subsets *x, struct arena *arena, struct err *err)
{
    const struct {
        const char *text;
        int (*fill)(const char *text, const struct study *s, struct subsets *x, struct arena *arena,
                    struct err *err);
    } ways[] = { { o->by, split_by }, { o->split, split_by_file }, { o->subsets, split_by_lists } };
    size_t way = ARRAY_LEN(ways);
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
        if (ways[i].text == NULL)
            continue;
        way = i;
        n++;
    }
    if (n != 1)
        return err_set(err, ERR_USAGE,
                       "--table transfer needs one of --by level|family, --split FILE, --subsets "
                       "NAME=TASKS;NAME=TASKS");
    x->of = arena_array(arena, s->n_tasks + 1, sizeof(*x->of));
    for (size_t t = 0; t < s->n_tasks; t++)
        x->of[t] = TRANSFER_NO_SUBSET;
    return ways[way].fill(ways[way].text, s, x, arena, err);
}

static struct cell *put_row(struct table *t, const char *source, const char *target,
                            const char *quantity, double value, const char *reason)
{
    struct cell *c = table_row(t);
    c[COL_SOURCE] = cell_text(t, source);
    c[COL_TARGET] = target == NULL ? cell_na(t, "only of the source") : cell_text(t, target);
    c[COL_QUANTITY] = cell_text(t, quantity);
    c[COL_VALUE] = tables_real(t, value, reason);
    c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = cell_na(t, no_interval);
    c[COL_P] = c[COL_MIN_P] = c[COL_ENGINE] = cell_na(t, no_test);
    return c;
}

static void put_ci(struct table *t, struct cell *c, struct interval ci, const char *reason)
{
    tables_put_interval(t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                        reason);
}

static void put_p(struct table *t, struct cell *c, double p, double min_p, enum stat_engine engine,
                  const char *reason)
{
    c[COL_P] = tables_real(t, p, reason);
    c[COL_MIN_P] = tables_real(t, min_p, reason);
    c[COL_ENGINE] = isnan(p) ? cell_na(t, reason) : cell_text(t, stat_engine_name(engine));
}

static const char no_width[] = "a subset of one task, or tasks that are all alike";

static void put_subset(struct table *t, const char *name, const struct transfer_subset *x,
                       bool cross_fitted)
{
    static const char none[] = "no task with samples in both groups";
    const struct {
        const char *quantity;
        double value;
    } rows[] = { { "mean_a_in_sample", x->in_sample_a },
                 { "mean_b_in_sample", x->in_sample_b },
                 { "mean_a", x->mean_a },
                 { "mean_b", x->mean_b },
                 { "gain", x->gain } };
    for (size_t i = cross_fitted ? 0 : 2; i < ARRAY_LEN(rows); i++) {
        struct cell *c = put_row(t, name, NULL, rows[i].quantity, rows[i].value, none);
        c[COL_N_SOURCE] = cell_int((int64_t)x->n_tasks);
        c[COL_N_TARGET] = cell_na(t, "only of the source");
        if (i + 1 < ARRAY_LEN(rows))
            continue;
        put_ci(t, c, x->ci, x->n_tasks == 0 ? none : no_width);
        put_p(t, c, x->flip.p, x->flip.min_p, x->flip.engine, none);
    }
}

static void put_pair(struct table *t, const struct subsets *names, const struct transfer *x,
                     const struct transfer_pair *p)
{
    static const char none[] = "a subset has no task with samples in both groups";
    const struct transfer_subset *from = &x->subsets[p->source];
    const struct transfer_subset *to = &x->subsets[p->target];
    const char *source = names->names[p->source];
    const char *target = names->names[p->target];
    bool empty = from->n_tasks == 0 || to->n_tasks == 0;
    struct cell *c = put_row(t, source, target, "shift", p->shift, none);
    put_ci(t, c, p->shift_ci, empty ? none : no_width);
    put_p(t, c, p->test.p, p->test.min_p, p->test.engine, none);
    c[COL_N_SOURCE] = cell_int((int64_t)from->n_tasks);
    c[COL_N_TARGET] = cell_int((int64_t)to->n_tasks);
    c = put_row(t, source, target, "carried", p->carried, empty ? none : "no gain on the source");
    put_ci(t, c, p->carried_ci, "the source's gain cannot be distinguished from 0");
    c[COL_N_SOURCE] = cell_int((int64_t)from->n_tasks);
    c[COL_N_TARGET] = cell_int((int64_t)to->n_tasks);
}

static void note_transfer(struct table *t, const struct transfer *x,
                          const struct transfer_options *o)
{
    table_note(t, "gain: mean over tasks of the share of fast samples, B - A, runs of a group "
                  "averaged; an adapting run gives its Best-of-Adaptation step, selected on a "
                  "random half of each task's rollouts and scored on the other half (mean over "
                  "splits), any other run all its samples. mean_a_in_sample, mean_b_in_sample: "
                  "scored on the rollouts that selected the step, so biased upwards");
    table_note(t, "shift: gain of the target - gain of the source; carried: their ratio, 1 when "
                  "all of it carries, below 0 when it hurts");
    table_note(t,
               "p of a gain: sign flips of the tasks' gains. p of a shift: all ways to deal the "
               "tasks to the two subsets (monte-carlo: %d of them); two-sided, not adjusted. "
               "min_p: the least that so many tasks can give",
               STAT_DEALS_EXACT);
    table_reading(t, "gain: share of fast samples, B minus A, mean over the tasks of a subset; p "
                     "by sign flips of tasks");
    table_note(t,
               "interval: %g %%, for tasks like a subset's tasks, by Student's t over the tasks: "
               "of a gain plain, of a shift by Welch, of carried by Fieller",
               100.0 * o->level);
    size_t least = 0;
    for (size_t i = 0; i < x->n_subsets; i++) {
        if (x->subsets[i].n_tasks > 0 && (least == 0 || x->subsets[i].n_tasks < least))
            least = x->subsets[i].n_tasks;
    }
    tables_note_few(t, least);
    tables_note_undecided(t, least, o->level);
    (x->n_one_group + x->n_no_subset > 0 ? table_left_out : table_note)(
        t, "%zu tasks; %zu more have samples in one group only and %zu are in no subset: left out",
        x->n_tasks, x->n_one_group, x->n_no_subset);
    tables_note_rule(t, o->rule);
}

int compare_transfer_fill(const struct methods_input *asked, const struct run_set *a,
                          const struct run_set *b, struct table *t, struct err *err)
{
    struct arena *arena = asked->in->arena;
    struct subsets names = { 0 };
    struct transfer x;
    struct transfer_options how = { asked->o->rule, asked->resample->level, asked->resample->seed };
    int rc = read_subsets(asked->o, a->study, &names, arena, err);
    if (rc == 0)
        rc = transfer_between(
            &(struct transfer_groups){
                .a = a, .b = b, .subset_of = names.of, .n_subsets = names.n },
            &how, arena, &x, err);
    if (rc < 0)
        return rc;
    table_begin(t, arena, &compare_transfer_shape);
    for (size_t i = 0; i < x.n_subsets; i++)
        put_subset(t, names.names[i], &x.subsets[i], x.cross_fitted);
    for (size_t i = 0; i < x.n_pairs; i++)
        put_pair(t, &names, &x, &x.pairs[i]);
    note_transfer(t, &x, &how);
    return 0;
}
