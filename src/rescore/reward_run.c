#include "src/rescore/reward_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/list_run_turns.h"
#include "columns/list_step_results.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

bool reward_read_row(struct stmt *st, bool needs_time, struct reward_input *out)
{
    const char *outcome = stmt_text(st, LIST_STEP_RESULTS_OUTCOME);
    const char *finish = stmt_text(st, LIST_STEP_RESULTS_FINISH_REASON);
    *out = (struct reward_input){ .task = (size_t)stmt_int(st, LIST_STEP_RESULTS_POSITION),
                                  .correct = stmt_int(st, LIST_STEP_RESULTS_CORRECT) != 0,
                                  .speedup = stmt_real(st, LIST_STEP_RESULTS_SPEEDUP),
                                  .own_share = stmt_real(st, LIST_STEP_RESULTS_OWN_SHARE),
                                  .compiled = stmt_int(st, LIST_STEP_RESULTS_COMPILED) != 0,
                                  .judge = stmt_real(st, LIST_STEP_RESULTS_JUDGED),
                                  .tokens = stmt_real(st, LIST_STEP_RESULTS_COMPLETION_TOKENS),
                                  .truncated = finish != NULL && strcmp(finish, "length") == 0,
                                  .cheat = outcome != NULL && strcmp(outcome, "cheat") == 0 };
    /* A right candidate whose times do not count has no reward, not a small one. */
    return outcome != NULL && strcmp(outcome, "infra") != 0 &&
           (!needs_time || stmt_int(st, LIST_STEP_RESULTS_UNTIMED) == 0);
}

struct rewarding {
    struct db *db;
    int64_t run_id;
    const char *name;
    const struct reward_recipe *recipe;
    struct reward_params params;
    struct reward_history history;
    size_t n, capacity; /* of the step's turn */
    int64_t *rollout_ids;
    struct reward_input *inputs;
    struct reward_result result;
};

static void add_row(struct rewarding *r, struct stmt *st)
{
    struct reward_input x;
    r->result.n_rollouts++;
    if (!reward_read_row(st, reward_needs_time(r->recipe, &r->params), &x) ||
        x.task >= r->history.n_tasks) {
        r->result.n_unscored++;
        return;
    }
    if (r->inputs == NULL || r->n == r->capacity) {
        r->capacity = r->capacity == 0 ? 256 : 2 * r->capacity;
        r->inputs = mem_grow(r->inputs, r->capacity, sizeof(*r->inputs));
        r->rollout_ids = mem_grow(r->rollout_ids, r->capacity, sizeof(*r->rollout_ids));
    }
    r->result.n_judged += isnan(x.judge) ? 0 : 1;
    r->rollout_ids[r->n] = stmt_int(st, LIST_STEP_RESULTS_ROLLOUT_ID);
    r->inputs[r->n++] = x;
}

static int put_values(struct rewarding *r, const double *values, const double *medians,
                      struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < r->n && rc == 0; i++) {
        struct stmt *st = db_query(r->db, "replace_reward");
        stmt_bind_int(st, ":rollout_id", r->rollout_ids[i]);
        stmt_bind_text(st, ":recipe", r->name);
        stmt_bind_real(st, ":value", values[i]);
        stmt_bind_real(st, ":median", medians[i]);
        rc = stmt_run(st, err);
        r->result.n_kept += rc == 0 && db_changes(r->db) == 0;
    }
    r->result.n_rewarded += r->n;
    return rc;
}

static int reward_turn(struct rewarding *r, int64_t step, int64_t turn, struct err *err)
{
    int rc = 0;
    struct stmt *st = db_query(r->db, "list_step_results");
    stmt_bind_int(st, ":run_id", r->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", turn);
    r->n = 0;
    while ((rc = stmt_step(st, err)) > 0)
        add_row(r, st);
    if (rc < 0 || r->n == 0)
        return rc;
    double *values = mem_array(2 * r->n, sizeof(*values));
    r->history.medians = values + r->n;
    for (size_t i = 0; i < r->n; i++)
        r->history.medians[i] = (double)NAN;
    r->recipe->compute(r->inputs, r->n, &r->params, &r->history, values);
    rc = put_values(r, values, r->history.medians, err);
    free(values);
    return rc;
}

static int reward_turns(struct rewarding *r, struct arena *a, struct err *err)
{
    size_t n = 0;
    size_t capacity = 0;
    int64_t(*turns)[2] = NULL;
    int rc = 0;
    struct stmt *st = db_query(r->db, "list_run_turns");
    stmt_bind_int(st, ":run_id", r->run_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (turns == NULL || n == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            turns = mem_grow(turns, capacity, sizeof(*turns));
        }
        turns[n][0] = stmt_int(st, LIST_RUN_TURNS_STEP);
        turns[n][1] = stmt_int(st, LIST_RUN_TURNS_TURN);
        r->history.n_tasks = (size_t)stmt_int(st, LIST_RUN_TURNS_N_TASKS);
        n++;
    }
    r->history.counts = arena_array(a, r->history.n_tasks + 1, sizeof(*r->history.counts));
    r->history.speedups = arena_array(a, r->history.n_tasks + 1, sizeof(*r->history.speedups));
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = reward_turn(r, turns[i][0], turns[i][1], err);
    free(turns);
    return rc;
}

int reward_run(struct db *db, const char *run, const char *recipe, struct reward_result *out,
               struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct rewarding r = { .db = db, .name = recipe };
    int rc = reward_parse(recipe, &r.recipe, &r.params, err);
    if (rc == 0)
        rc = store_find_run(db, run, &r.run_id, err);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    rc = reward_turns(&r, &a, err);
    if (rc == 0 && r.result.n_rewarded == 0)
        rc = err_set(err, ERR_NODATA, "run %s has no evaluated rollout", run);
    rc = db_end(db, rc, err);
    free(r.inputs);
    free(r.rollout_ids);
    if (rc == 0)
        *out = r.result;
    return rc;
}
