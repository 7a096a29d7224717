/*
 * table_advantages.c - what other estimators would have given the rollouts of a run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/tables/row_table.h"
#include "analysis/tables/table_common.h"
#include "columns/list_reward_recipes.h"
#include "columns/load_advantages.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/learn/estimator.h"
#include "src/store/db.h"

enum advantages_part { ADVANTAGES_SUMMARY, ADVANTAGES_ROLLOUTS };

struct table_advantages_options {
    enum advantages_part part;
    const char *recipe; /* of the reward; NULL: the one that was used, else stored, else speedup */
    const char *estimator; /* only this one; NULL: all */
    double epsilon;        /* of grpo */
    double gamma;          /* of returns */
};
#define STANDARD_advantages .epsilon = 1e-6, .gamma = 1.0

#define NO_LENGTHS "the run does not know every completion's tokens"
#define NOT_ASKED  "not asked for"

/* Of a run, by step; arrays of the input's arena. */
struct credit_rows {
    const char *run, *recipe;
    bool is_stored; /* the reward, not computed from verdict and times */
    bool knows_lengths;
    size_t n, capacity, n_without;
    const char **tasks;
    size_t *prompts;
    int *steps, *turns;
    int64_t *samples, *lengths;
    bool *masked; /* no reward */
    double *rewards, *used, *distilled;
    int64_t *group_sizes;
    double **values; /* by estimator */
};

static double computed_reward(const char *recipe, struct stmt *st)
{
    bool correct = stmt_int(st, LOAD_ADVANTAGES_CORRECT) != 0;
    if (strcmp(recipe, "correct") == 0)
        return correct;
    return correct ? stmt_real(st, LOAD_ADVANTAGES_SPEEDUP) : 0.0;
}

static void grow(struct credit_rows *r, struct arena *a)
{
#define GROW(member)                                                                               \
    do {                                                                                           \
        void *more = arena_array(a, capacity, sizeof(*r->member));                                 \
        if (r->n > 0)                                                                              \
            memcpy(more, r->member, r->n * sizeof(*r->member));                                    \
        r->member = more;                                                                          \
    } while (0)
    size_t capacity = 2 * r->capacity + 256;
    GROW(tasks);
    GROW(prompts);
    GROW(steps);
    GROW(turns);
    GROW(samples);
    GROW(lengths);
    GROW(masked);
    GROW(rewards);
    GROW(used);
    GROW(distilled);
#undef GROW
    r->capacity = capacity;
}

static void add_credit(struct credit_rows *r, struct stmt *st, struct arena *a)
{
    if (r->n == r->capacity)
        grow(r, a);
    size_t i = r->n++;
    const char *task = stmt_text(st, LOAD_ADVANTAGES_TASK);
    bool same = i > 0 && strcmp(r->tasks[i - 1], task) == 0;
    double reward =
        r->is_stored ? stmt_real(st, LOAD_ADVANTAGES_REWARD) : computed_reward(r->recipe, st);
    r->tasks[i] = same ? r->tasks[i - 1] : arena_strdup(a, task);
    r->prompts[i] = (size_t)stmt_int(st, LOAD_ADVANTAGES_TASK_ID);
    r->steps[i] = (int)stmt_int(st, LOAD_ADVANTAGES_STEP);
    r->turns[i] = (int)stmt_int(st, LOAD_ADVANTAGES_TURN);
    r->samples[i] = stmt_int(st, LOAD_ADVANTAGES_SAMPLE);
    r->lengths[i] = stmt_int(st, LOAD_ADVANTAGES_COMPLETION_TOKENS);
    r->knows_lengths = r->knows_lengths && r->lengths[i] > 0;
    r->masked[i] = !isfinite(reward);
    r->n_without += r->masked[i];
    r->rewards[i] = r->masked[i] ? 0.0 : reward;
    r->used[i] = stmt_real(st, LOAD_ADVANTAGES_ADVANTAGE);
    r->distilled[i] = stmt_real(st, LOAD_ADVANTAGES_DISTILLED);
}

/* Stored ones first; else verdict and times say what speedup and correct are. */
static int choose_recipe(struct db *db, int64_t run_id, const char *asked, struct arena *a,
                         struct credit_rows *r, struct err *err)
{
    struct stmt *st = db_query(db, "list_reward_recipes");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":recipe", asked);
    int rc = stmt_step(st, err);
    r->is_stored = rc > 0;
    if (rc > 0)
        r->recipe = arena_strdup(a, stmt_text(st, LIST_REWARD_RECIPES_RECIPE));
    stmt_reset(st);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    r->recipe = asked == NULL ? "speedup" : asked;
    if (strcmp(r->recipe, "speedup") != 0 && strcmp(r->recipe, "correct") != 0)
        return err_set(err, ERR_NOMATCH,
                       "run %s has no stored reward '%s'; computed are speedup and correct, and "
                       "rollbook reward stores others",
                       r->run, asked);
    return 0;
}

static int read_credit(const struct table_input *in, const char *run, const char *asked,
                       struct credit_rows *r, struct err *err)
{
    int64_t run_id = 0;
    *r = (struct credit_rows){ .run = run, .knows_lengths = true };
    int rc = row_find_run(in->db, run, &run_id, err);
    if (rc == 0)
        rc = choose_recipe(in->db, run_id, asked, in->arena, r, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(in->db, "load_advantages");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":recipe", r->recipe);
    while ((rc = stmt_step(st, err)) > 0)
        add_credit(r, st, in->arena);
    if (rc == 0 && r->n == r->n_without)
        rc = err_set(err, ERR_NODATA, "run %s has no scored rollout with a reward '%s'", run,
                     r->recipe);
    return rc;
}

static bool is_defined(const struct credit_rows *r, const struct estimator *e)
{
    return e->compute != NULL && (!e->by_length || r->knows_lengths);
}

/* Samples of one step, prompt and turn that have a reward stand side by side but for the masked. */
static void count_groups(struct credit_rows *r, struct arena *a)
{
    r->group_sizes = arena_array(a, r->n, sizeof(*r->group_sizes));
    for (size_t from = 0, to; from < r->n; from = to) {
        int64_t size = 0;
        for (to = from; to < r->n && r->steps[to] == r->steps[from] &&
                        r->prompts[to] == r->prompts[from] && r->turns[to] == r->turns[from];
             to++)
            size += !r->masked[to];
        for (size_t i = from; i < to; i++)
            r->group_sizes[i] = size;
    }
}

static void estimate(struct credit_rows *r, const struct advantage_params *p, struct arena *a)
{
    size_t n_estimators;
    const struct estimator *all = estimator_all(&n_estimators);
    r->values = arena_array(a, n_estimators, sizeof(*r->values));
    for (size_t e = 0; e < n_estimators; e++)
        r->values[e] = is_defined(r, &all[e]) ? arena_array(a, r->n, sizeof(double)) : r->distilled;
    for (size_t from = 0, to; from < r->n; from = to) {
        for (to = from; to < r->n && r->steps[to] == r->steps[from]; to++)
            ;
        const struct advantage_input in = { .n = to - from,
                                            .rewards = r->rewards + from,
                                            .prompts = r->prompts + from,
                                            .turns = r->turns + from,
                                            .conversations = r->samples + from,
                                            .lengths = r->knows_lengths ? r->lengths + from : NULL,
                                            .masked = r->masked + from };
        for (size_t e = 0; e < n_estimators; e++)
            if (is_defined(r, &all[e]))
                estimator_apply(&all[e], &in, p, r->values[e] + from);
    }
    count_groups(r, a);
}

/* NULL: the value counts. */
static const char *why_no_value(const struct credit_rows *r, const struct estimator *e, size_t i)
{
    if (e->compute == NULL)
        return isnan(r->distilled[i])
                   ? "no teacher and student scored it at one temperature (run score)"
                   : NULL;
    if (e->by_length && !r->knows_lengths)
        return NO_LENGTHS;
    return r->masked[i] ? "no reward" : NULL;
}

static const struct table_column rollout_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "step", 0, COLUMN_INT, "step of the run" },
    { "task", 0, COLUMN_TEXT, "task" },
    { "turn", 0, COLUMN_INT, "turn of the conversation, from 0" },
    { "sample", 0, COLUMN_INT, "sample" },
    { "group_size", 0, COLUMN_INT, "rollouts with a reward of the same step, task and turn" },
    { "reward", 0, COLUMN_REAL, "reward", "no reward" },
    { "used", 0, COLUMN_REAL, "advantage that an update of the run used",
      "no update used an advantage of it" },
    { "grpo", 0, COLUMN_REAL, "advantage by grpo", NOT_ASKED "; or no reward" },
    { "dr_grpo", 0, COLUMN_REAL, "advantage by dr_grpo", NOT_ASKED "; or no reward" },
    { "rloo", 0, COLUMN_REAL, "advantage by rloo", "no reward" },
    { "trloo", 0, COLUMN_REAL, "advantage by trloo", NOT_ASKED "; or no reward" },
    { "opo", 0, COLUMN_REAL, "advantage by opo", NOT_ASKED "; or " NO_LENGTHS },
    { "passk", 0, COLUMN_REAL, "advantage by passk", NOT_ASKED "; or no reward" },
    { "global", 0, COLUMN_REAL, "advantage by global", NOT_ASKED "; or no reward" },
    { "reinforce++", 0, COLUMN_REAL, "advantage by reinforce++", NOT_ASKED "; or " NO_LENGTHS },
    { "sdpo", 0, COLUMN_REAL, "advantage by sdpo",
      NOT_ASKED "; or no teacher and student scored it at one temperature (run score)" },
};

static void put_rollouts(const struct credit_rows *r, const char *only, struct table *t)
{
    size_t n_estimators;
    const struct estimator *all = estimator_all(&n_estimators);
    for (size_t i = 0; i < r->n; i++) {
        struct cell *c = table_row(t);
        *c++ = cell_text(t, r->run);
        *c++ = cell_int(r->steps[i]);
        *c++ = cell_text(t, r->tasks[i]);
        *c++ = cell_int(r->turns[i]);
        *c++ = cell_int(r->samples[i]);
        *c++ = cell_int(r->group_sizes[i]);
        *c++ = r->masked[i] ? cell_na(t, "no reward") : cell_real(r->rewards[i]);
        *c++ = tables_real(t, r->used[i], "no update used an advantage of it");
        for (size_t e = 0; e < n_estimators; e++) {
            const char *why = why_no_value(r, &all[e], i);
            bool wanted = only == NULL || strcmp(only, all[e].name) == 0;
            *c++ = !wanted       ? cell_na(t, NOT_ASKED)
                   : why != NULL ? cell_na(t, why)
                                 : cell_real(r->values[e][i]);
        }
    }
}

static const struct table_column estimator_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "estimator", 0, COLUMN_TEXT, "name of the estimator" },
    { "recipe", 0, COLUMN_TEXT, "reward that advantages are computed from" },
    { "n", 0, COLUMN_INT, "rollouts that have an advantage" },
    { "smallest_group", 0, COLUMN_INT, "rollouts of the smallest group", NO_LENGTHS },
    { "largest_group", 0, COLUMN_INT, "rollouts of the largest group", NO_LENGTHS },
    { "mean", 0, COLUMN_REAL, "mean of the advantages", NO_LENGTHS },
    { "sd", 0, COLUMN_REAL, "standard deviation of the advantages, ddof 1", NO_LENGTHS },
    { "share_zero", 0, COLUMN_REAL, "share of advantages that are 0", NO_LENGTHS },
    { "least", 0, COLUMN_REAL, "smallest advantage", NO_LENGTHS },
    { "most", 0, COLUMN_REAL, "largest advantage", NO_LENGTHS },
    { "n_used", 0, COLUMN_INT, "of n: samples whose advantage an update of the run used" },
    { "rank_correlation", 0, COLUMN_REAL, "Spearman's rho with the advantages that were used",
      "the run stored no advantage; or " NO_LENGTHS },
};

static const struct table_shape estimators_shape = {
    .schema = "rollbook.analyze.advantages/1",
    .rows = "advantages by other estimators",
    SHAPE_COLUMNS(estimator_columns),
    .formulas = { "the notes give each estimator's formula and source; mean, sd (ddof 1), least, "
                  "most and share_zero (below 1e-12) of its advantages",
                  "rank_correlation: Spearman's $\\rho$ between its advantages and the advantages "
                  "that an update used" },
    .references = { "Dr. Kernel and KernelGYM 2026 (arXiv 2602.05885)" },
    .denominator = "scored rollouts with a reward",
    .n = "column n; n_used: samples whose advantage an update used",
    .queries = { "load_advantages", "list_reward_recipes" },
};

static const struct table_shape rollouts_shape = {
    .schema = "rollbook.analyze.advantages.rollouts/1",
    .asked = "--table rollouts",
    .rows = "advantages of each rollout",
    SHAPE_COLUMNS(rollout_columns),
    .as = &estimators_shape,
};

/* Below it an advantage moves nothing. */
#define ZERO_BELOW 1e-12

static int put_estimator(const struct credit_rows *r, size_t e, struct table *t, struct err *err)
{
    size_t n_estimators, n = 0, n_used = 0;
    const struct estimator *estimator = &estimator_all(&n_estimators)[e];
    double *values = arena_array(t->arena, r->n, sizeof(*values));
    double *both = arena_array(t->arena, r->n, sizeof(*both));
    double *used = arena_array(t->arena, r->n, sizeof(*used));
    int64_t smallest = 0, largest = 0, zeros = 0;
    double least = STAT_NAN, most = STAT_NAN;
    const char *why = NULL;
    for (size_t i = 0; i < r->n; i++) {
        const char *missing = why_no_value(r, estimator, i);
        if (missing != NULL) {
            why = missing;
            continue;
        }
        double value = r->values[e][i];
        smallest = n == 0 || r->group_sizes[i] < smallest ? r->group_sizes[i] : smallest;
        largest = r->group_sizes[i] > largest ? r->group_sizes[i] : largest;
        least = fmin(least, value);
        most = fmax(most, value);
        zeros += fabs(value) < ZERO_BELOW;
        values[n++] = value;
        if (!isnan(r->used[i])) {
            both[n_used] = value;
            used[n_used++] = r->used[i];
        }
    }
    struct cell *c = table_row(t);
    *c++ = cell_text(t, r->run);
    *c++ = cell_text(t, estimator->name);
    *c++ = cell_text(t, r->recipe);
    *c++ = cell_int((int64_t)n);
    *c++ = n == 0 ? cell_na(t, why) : cell_int(smallest);
    *c++ = n == 0 ? cell_na(t, why) : cell_int(largest);
    *c++ = tables_real(t, stat_mean(values, n), why);
    *c++ = tables_real(t, n < 2 ? STAT_NAN : sqrt(stat_variance(values, n)),
                       n == 1 ? "one advantage has no deviation" : why);
    *c++ = tables_real(t, n == 0 ? STAT_NAN : (double)zeros / (double)n, why);
    *c++ = tables_real(t, least, why);
    *c++ = tables_real(t, most, why);
    struct stat_correlation correlation = { STAT_NAN, STAT_NAN, n_used };
    int rc = n_used < 2 ? 0 : stat_spearman(both, used, n_used, t->arena, &correlation, err);
    *c++ = cell_int((int64_t)n_used);
    *c++ = tables_real(t, correlation.r,
                       n == 0 && why != NULL ? why
                       : n_used == 0         ? "the run stored no advantage"
                       : n_used < 2          ? "one advantage has no order"
                                             : "advantages that do not differ have no order");
    return rc;
}

static int put_summary(const struct credit_rows *r, const char *only, struct table *t,
                       struct err *err)
{
    size_t n;
    const struct estimator *all = estimator_all(&n);
    int rc = 0;
    for (size_t e = 0; e < n && rc == 0; e++)
        if (only == NULL || strcmp(only, all[e].name) == 0)
            rc = put_estimator(r, e, t, err);
    return rc;
}

static void note_all(struct table *t, const struct table_advantages_options *o)
{
    size_t n;
    const struct estimator *all = estimator_all(&n);
    for (size_t e = 0; e < n; e++)
        if (o->estimator == NULL || strcmp(o->estimator, all[e].name) == 0)
            table_note(t, "%s: %s (%s)", all[e].name, all[e].formula, all[e].source);
    table_reading(t, "mean, sd: of the advantages that the estimator gives the rollouts of a group "
                     "(same step, task and turn)");
    table_note(t,
               "a group: the rollouts of one step, task and turn (global and reinforce++: of one "
               "step); epsilon = %g, gamma = %g",
               o->epsilon, o->gamma);
    table_note(t, "with the sample itself in the mean, grpo and dr_grpo expect 1 - 1/n of the "
                  "gradient of a group of n: where groups shrink from turn to turn, later turns "
                  "weigh less; rloo and trloo divide by it");
    table_note(t, "sdpo: mean over the tokens; used: the advantage that an update of the run used");
}

static int check_options(const struct table_advantages_options *o, struct err *err)
{
    if (!(o->epsilon >= 0) || !isfinite(o->epsilon))
        return err_set(err, ERR_USAGE, "--epsilon is a number of at least 0");
    if (!(o->gamma >= 0) || !(o->gamma <= 1))
        return err_set(err, ERR_USAGE, "--gamma must be from 0 to 1");
    if (o->estimator != NULL && estimator_find(o->estimator) == NULL)
        return estimator_unknown(o->estimator, err);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_advantages_options *o = options;
    const struct advantage_params params = { o->epsilon, o->gamma };
    const char *const *names = NULL;
    bool by_rollout = o->part == ADVANTAGES_ROLLOUTS;
    size_t n = 0;
    struct table t;
    int rc = check_options(o, err);
    if (rc == 0)
        rc = tables_scored_names(in, &names, &n, err);
    table_begin(&t, in->arena, by_rollout ? &rollouts_shape : &estimators_shape);
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct credit_rows r;
        rc = read_credit(in, names[i], o->recipe, &r, err);
        if (rc < 0)
            break;
        estimate(&r, &params, in->arena);
        if (by_rollout)
            put_rollouts(&r, o->estimator, &t);
        else
            rc = put_summary(&r, o->estimator, &t, err);
        table_note(&t,
                   "run %s: reward %s, %s; %zu of %zu scored rollouts have no reward and are left "
                   "out of their groups",
                   r.run, r.recipe, r.is_stored ? "as stored" : "computed from verdict and times",
                   r.n_without, r.n);
    }
    if (rc < 0)
        return rc;
    note_all(&t, o);
    *out = t;
    return 0;
}

static const char *const parts[] = { "summary", "rollouts", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_advantages_options, part, "table", "WHAT",
           "summary by estimator, or rollouts", .choices = parts),
    OPTION(struct table_advantages_options, recipe, "recipe", "NAME",
           "reward: a stored one, or speedup or correct (default: the reward that an update used)"),
    OPTION(struct table_advantages_options, estimator, "estimator", "NAME",
           "only this one: grpo, rloo, opo, ..."),
    OPTION(struct table_advantages_options, epsilon, "epsilon", "X",
           "added to the deviation in grpo: TRL uses 1e-4"),
    OPTION(struct table_advantages_options, gamma, "gamma", "X",
           "discount of later turns in trloo"),
};

const struct table_kind table_advantages = {
    .command = "analyze advantages",
    .summary = "advantages that other estimators would give the rollouts of a run",
    .usage = "rollbook analyze advantages [--run NAME[,NAME]] [--table WHAT] [options]",
    .examples = "  rollbook analyze advantages --run ttt-42\n  rollbook analyze advantages --run "
                "theirs --recipe correct --table rollouts --json\n",
    .shapes = { &estimators_shape, &rollouts_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_advantages_options){ STANDARD_advantages },
                 sizeof(struct table_advantages_options) },
    .make = make,
};
