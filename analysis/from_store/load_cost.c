#include "analysis/from_store/load_cost.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_facts.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/cost.h"
#include "columns/load_cost.h"
#include "columns/load_cost_rollouts.h"
#include "columns/load_cost_runs.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/fact_pack.h"

struct step_totals {
    int64_t run_id;
    int step;
    int64_t rollouts, prompt_tokens, completion_tokens, untold, correct;
};

struct step_totals_list {
    struct step_totals *steps;
    size_t n;
    size_t capacity;
};

/* False when sums leave 64 bits. */
static bool add_totals(struct step_totals_list *t, const struct step_totals *x)
{
    size_t at = t->n;
    while (at > 0 && (t->steps[at - 1].run_id != x->run_id || t->steps[at - 1].step != x->step))
        at--;
    if (at > 0) {
        struct step_totals *to = &t->steps[at - 1];
        to->rollouts += x->rollouts;
        to->untold += x->untold;
        to->correct += x->correct;
        return !__builtin_add_overflow(to->prompt_tokens, x->prompt_tokens, &to->prompt_tokens) &&
               !__builtin_add_overflow(to->completion_tokens, x->completion_tokens,
                                       &to->completion_tokens);
    }
    if (t->steps == NULL || t->n == t->capacity) {
        t->capacity = t->capacity == 0 ? 64 : 2 * t->capacity;
        t->steps = mem_grow(t->steps, t->capacity, sizeof(*t->steps));
    }
    t->steps[t->n++] = *x;
    return true;
}

static int too_many(struct err *err)
{
    return err_set(err, ERR_INTEGRITY, "token counts of the rollouts are too large to add up");
}

static bool sum_fact(const struct fact_view *v, struct step_totals *x)
{
    int64_t *verdicts = mem_array(v->n + 1, sizeof(*verdicts));
    int64_t *prompts = mem_array(v->n + 1, sizeof(*prompts));
    int64_t *completions = mem_array(v->n + 1, sizeof(*completions));
    bool fits = true;
    fact_read_integers(v, FACT_VERDICT, verdicts);
    fact_read_integers(v, FACT_PROMPT_TOKENS, prompts);
    fact_read_integers(v, FACT_COMPLETION_TOKENS, completions);
    for (size_t i = 0; i < v->n; i++) {
        int64_t prompt = prompts[i] == FACT_MISSING ? 0 : prompts[i];
        int64_t completion = completions[i] == FACT_MISSING ? 0 : completions[i];
        x->untold += prompts[i] == FACT_MISSING || completions[i] == FACT_MISSING;
        x->correct += (verdicts[i] & FACT_CORRECT) != 0;
        fits = fits && !__builtin_add_overflow(x->prompt_tokens, prompt, &x->prompt_tokens) &&
               !__builtin_add_overflow(x->completion_tokens, completion, &x->completion_tokens);
    }
    x->rollouts = (int64_t)v->n;
    free(verdicts);
    free(prompts);
    free(completions);
    return fits;
}

static int add_fact(struct db *db, const struct fact_listed *cell, struct step_totals_list *t,
                    struct err *err)
{
    struct step_totals x = { .run_id = cell->run_id, .step = cell->step };
    struct fact_view view;
    struct stmt *row = NULL;
    int rc = open_fact(db, cell->data_id, cell->n_rows, &row, &view, err);
    if (rc == 0 && (!sum_fact(&view, &x) || !add_totals(t, &x)))
        rc = too_many(err);
    stmt_reset(row);
    return rc;
}

static struct stmt *query_runs(struct db *db, const char *query, const char *const *names,
                               size_t n_names)
{
    struct stmt *st = db_query(db, query);
    stmt_bind_text_list(st, ":runs", names, n_names);
    return st;
}

/* Rows stand in where packed facts are not current. */
static int sum_rollouts(struct db *db, const char *const *names, size_t n_names,
                        struct step_totals_list *t, struct err *err)
{
    struct fact_listed cell;
    struct stmt *st = query_runs(db, "load_facts", names, n_names);
    bool has_facts = false;
    int rc = 0;
    while (rc >= 0 && (rc = stmt_step(st, err)) > 0) {
        has_facts = true;
        rc = read_listed_fact(st, &cell, err);
        if (rc == 0)
            rc = add_fact(db, &cell, t, err);
    }
    stmt_reset(st);
    if (rc < 0)
        return rc;
    st = query_runs(db, has_facts ? "load_cost_stale" : "load_cost_rollouts", names, n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        struct step_totals x = { .run_id = stmt_int(st, LOAD_COST_ROLLOUTS_RUN_ID),
                                 .step = (int)stmt_int(st, LOAD_COST_ROLLOUTS_STEP),
                                 .rollouts = stmt_int(st, LOAD_COST_ROLLOUTS_N),
                                 .prompt_tokens = stmt_int(st, LOAD_COST_ROLLOUTS_PROMPT_TOKENS),
                                 .completion_tokens =
                                     stmt_int(st, LOAD_COST_ROLLOUTS_COMPLETION_TOKENS),
                                 .untold = stmt_int(st, LOAD_COST_ROLLOUTS_N_WITHOUT_TOKENS),
                                 .correct = stmt_int(st, LOAD_COST_ROLLOUTS_N_CORRECT) };
        if (!add_totals(t, &x)) {
            stmt_reset(st);
            return too_many(err);
        }
    }
    return rc;
}

static int by_step(const void *pa, const void *pb)
{
    const struct step_totals *a = pa;
    const struct step_totals *b = pb;
    if (a->run_id != b->run_id)
        return a->run_id > b->run_id ? 1 : -1;
    return (a->step > b->step) - (a->step < b->step);
}

static struct cost_use use_of(const struct step_totals *x, const char *run, const char *model)
{
    bool untold = x->untold > 0;
    return (struct cost_use){ .run = run,
                              .model = model,
                              .step = x->step,
                              .rollouts = (double)x->rollouts,
                              .prompt_tokens = untold ? STAT_NAN : (double)x->prompt_tokens,
                              .completion_tokens = untold ? STAT_NAN : (double)x->completion_tokens,
                              .teacher_tokens = STAT_NAN,
                              .evaluate_seconds = STAT_NAN,
                              .wall_seconds = STAT_NAN,
                              .correct = (double)x->correct,
                              .n_untold = x->untold };
}

/* Runs come in the order of the totals. */
static int name_uses(struct db *db, const char *const *names, size_t n_names,
                     const struct step_totals_list *t, struct arena *arena, struct cost_use *uses,
                     struct err *err)
{
    struct stmt *st = query_runs(db, "load_cost_runs", names, n_names);
    size_t at = 0;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *run = stmt_text_dup(st, LOAD_COST_RUNS_RUN, arena);
        const char *model = stmt_text_dup(st, LOAD_COST_RUNS_MODEL_NAME, arena);
        for (; at < t->n && t->steps[at].run_id == stmt_int(st, LOAD_COST_RUNS_RUN_ID); at++)
            uses[at] = use_of(&t->steps[at], run, model);
    }
    if (rc == 0 && at < t->n)
        rc = err_set(err, ERR_INTEGRITY, "a rollout belongs to no run");
    return rc;
}

static void read_ledger(struct stmt *st, struct cost_use *u)
{
    u->rollouts = stmt_real(st, LOAD_COST_ROLLOUTS);
    u->prompt_tokens = stmt_real(st, LOAD_COST_PROMPT_TOKENS);
    u->completion_tokens = stmt_real(st, LOAD_COST_COMPLETION_TOKENS);
    u->teacher_tokens = stmt_real(st, LOAD_COST_TEACHER_TOKENS);
    u->evaluate_seconds = stmt_real(st, LOAD_COST_EVALUATE_SECONDS);
    u->wall_seconds = stmt_real(st, LOAD_COST_WALL_SECONDS);
    u->n_untold = 0;
    u->from_ledger = true;
}

static int load_ledger(struct db *db, const char *const *names, size_t n_names,
                       struct cost_use *uses, size_t n, struct err *err)
{
    struct stmt *st = db_query(db, "load_cost");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *run = stmt_text(st, LOAD_COST_NAME);
        int step = (int)stmt_int(st, LOAD_COST_STEP);
        for (size_t i = 0; i < n; i++) {
            if (uses[i].step == step && strcmp(uses[i].run, run) == 0)
                read_ledger(st, &uses[i]);
        }
    }
    return rc;
}

int load_cost(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
              struct cost_use **out, size_t *out_n, struct err *err)
{
    struct step_totals_list t = { 0 };
    int rc = sum_rollouts(db, names, n_names, &t, err);
    if (rc == 0 && t.n == 0)
        rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    if (rc == 0) {
        qsort(t.steps, t.n, sizeof(*t.steps), by_step);
        *out = arena_array(arena, t.n, sizeof(**out));
        *out_n = t.n;
        rc = name_uses(db, names, n_names, &t, arena, *out, err);
    }
    if (rc == 0)
        rc = load_ledger(db, names, n_names, *out, t.n, err);
    free(t.steps);
    return rc;
}
