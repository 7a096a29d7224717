#include "analysis/from_store/load_rewards.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_rollouts.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/training.h"
#include "columns/load_reward_places.h"
#include "columns/load_reward_range.h"
#include "columns/load_reward_values.h"
#include "columns/load_training_rewards.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#define SPAN_MOST ((uint64_t)1 << 26)

struct step_of_run {
    size_t run;
    int step;
    bool is_held;
};

struct reward_sum {
    struct stat_sum sum;
    int64_t n;
};

struct recipe {
    const char *name;
    struct reward_sum *sums;
};

struct rewards {
    struct db *db;
    const char *const *names;
    const int64_t *run_ids;
    size_t n_runs;
    struct arena *arena;
    int64_t first, last; /* with a reward */
    uint32_t *place_of;  /* [rollout - first]: index of the step + 1; 0: other runs */
    struct step_of_run *steps;
    size_t n_steps;
    struct recipe *recipes;
    size_t n_recipes;
};

static int find_range(struct rewards *r, struct err *err)
{
    struct stmt *st = db_query(r->db, "load_reward_range");
    int rc = stmt_step(st, err);
    if (rc > 0) {
        r->first = stmt_is_null(st, LOAD_REWARD_RANGE_FIRST_ID)
                       ? 0
                       : stmt_int(st, LOAD_REWARD_RANGE_FIRST_ID);
        r->last = stmt_is_null(st, LOAD_REWARD_RANGE_LAST_ID)
                      ? -1
                      : stmt_int(st, LOAD_REWARD_RANGE_LAST_ID);
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

/* Rollouts come by step, those of held tasks among the others. */
static size_t enter_step(struct rewards *r, struct step_of_run s)
{
    for (size_t i = r->n_steps; i > 0; i--) {
        const struct step_of_run *x = &r->steps[i - 1];
        if (x->run != s.run || x->step != s.step)
            break;
        if (x->is_held == s.is_held)
            return i;
    }
    r->steps = mem_grow(r->steps, r->n_steps + 1, sizeof(*r->steps));
    r->steps[r->n_steps++] = s;
    return r->n_steps;
}

static int note_places(struct rewards *r, size_t run, struct err *err)
{
    int rc;
    struct stmt *st = db_query(r->db, "load_reward_places");
    stmt_bind_int(st, ":run", r->run_ids[run]);
    stmt_bind_int(st, ":first", r->first);
    stmt_bind_int(st, ":last", r->last);
    while ((rc = stmt_step(st, err)) > 0)
        r->place_of[stmt_int(st, LOAD_REWARD_PLACES_ROLLOUT_ID) - r->first] = (uint32_t)enter_step(
            r, (struct step_of_run){ run, (int)stmt_int(st, LOAD_REWARD_PLACES_STEP),
                                     stmt_int(st, LOAD_REWARD_PLACES_IS_HELD) != 0 });
    return rc;
}

static struct recipe *find_recipe(struct rewards *r, const char *name, struct recipe *likely)
{
    if (likely != NULL && strcmp(likely->name, name) == 0)
        return likely;
    for (size_t i = 0; i < r->n_recipes; i++) {
        if (strcmp(r->recipes[i].name, name) == 0)
            return &r->recipes[i];
    }
    r->recipes = mem_grow(r->recipes, r->n_recipes + 1, sizeof(*r->recipes));
    r->recipes[r->n_recipes] =
        (struct recipe){ arena_strdup(r->arena, name),
                         arena_array(r->arena, r->n_steps + 1, sizeof(struct reward_sum)) };
    return &r->recipes[r->n_recipes++];
}

static int sum_values(struct rewards *r, struct err *err)
{
    int rc;
    struct recipe *recipe = NULL;
    struct stmt *st = db_query(r->db, "load_reward_values");
    stmt_bind_int(st, ":first", r->first);
    stmt_bind_int(st, ":last", r->last);
    while ((rc = stmt_step(st, err)) > 0) {
        uint32_t place = r->place_of[stmt_int(st, LOAD_REWARD_VALUES_ROLLOUT_ID) - r->first];
        if (place == 0)
            continue;
        recipe = find_recipe(r, stmt_text(st, LOAD_REWARD_VALUES_RECIPE), recipe);
        stat_sum_add(&recipe->sums[place - 1].sum, stmt_real(st, LOAD_REWARD_VALUES_VALUE));
        recipe->sums[place - 1].n++;
    }
    return rc;
}

static int by_name(const void *pa, const void *pb)
{
    const struct recipe *a = pa, *b = pb;
    return strcmp(a->name, b->name);
}

static const char *metric_of(struct arena *a, bool is_held, const char *recipe)
{
    return arena_printf(a, "%sreward %s", is_held ? TRAINING_HELD : "", recipe);
}

static void add_series(const struct rewards *r, const struct recipe *recipe, size_t first,
                       bool is_held, struct training_list *out)
{
    const char *metric = metric_of(r->arena, is_held, recipe->name);
    for (size_t i = first; i < r->n_steps && r->steps[i].run == r->steps[first].run; i++) {
        const struct reward_sum *s = &recipe->sums[i];
        if (s->n > 0 && r->steps[i].is_held == is_held)
            training_add(out, (struct training_point){ r->steps[i].run, r->steps[i].step, metric,
                                                       s->n, stat_sum_value(&s->sum) / (double)s->n,
                                                       STAT_NAN, false });
    }
}

static void add_all(struct rewards *r, struct training_list *out)
{
    if (r->n_recipes > 0)
        qsort(r->recipes, r->n_recipes, sizeof(*r->recipes), by_name);
    for (size_t i = 0; i < r->n_steps; i++) {
        if (i > 0 && r->steps[i].run == r->steps[i - 1].run)
            continue;
        for (size_t k = 0; k < 2 * r->n_recipes; k++)
            add_series(r, &r->recipes[k % r->n_recipes], i, k >= r->n_recipes, out);
    }
}

static int sweep(struct rewards *r, struct training_list *out, struct err *err)
{
    int rc = 0;
    r->place_of = mem_array((size_t)(r->last - r->first + 1), sizeof(*r->place_of));
    for (size_t i = 0; i < r->n_runs && rc == 0; i++)
        rc = note_places(r, i, err);
    if (rc == 0)
        rc = sum_values(r, err);
    if (rc == 0)
        add_all(r, out);
    free(r->place_of);
    free(r->steps);
    free(r->recipes);
    return rc;
}

static int join(struct rewards *r, struct training_list *out, struct err *err)
{
    int rc;
    size_t run = 0;
    struct stmt *st = db_query(r->db, "load_training_rewards");
    stmt_bind_text_list(st, ":runs", r->names, r->n_runs);
    while ((rc = stmt_step(st, err)) > 0) {
        run = find_key(r->run_ids, r->n_runs, stmt_int(st, LOAD_TRAINING_REWARDS_RUN_ID), run);
        if (run < r->n_runs)
            training_add(out,
                         (struct training_point){
                             run, (int)stmt_int(st, LOAD_TRAINING_REWARDS_STEP),
                             metric_of(r->arena, stmt_int(st, LOAD_TRAINING_REWARDS_IS_HELD) != 0,
                                       stmt_text(st, LOAD_TRAINING_REWARDS_RECIPE)),
                             stmt_int(st, LOAD_TRAINING_REWARDS_N),
                             stmt_real(st, LOAD_TRAINING_REWARDS_MEAN_VALUE), STAT_NAN, false });
    }
    return rc;
}

int load_rewards(struct db *db, const char *const *names, const int64_t *run_ids, size_t n_runs,
                 struct arena *arena, struct training_list *out, struct err *err)
{
    struct rewards r = {
        .db = db, .names = names, .run_ids = run_ids, .n_runs = n_runs, .arena = arena
    };
    int rc = find_range(&r, err);
    if (rc < 0 || r.first > r.last)
        return rc;
    return (uint64_t)r.last - (uint64_t)r.first < SPAN_MOST ? sweep(&r, out, err)
                                                            : join(&r, out, err);
}
