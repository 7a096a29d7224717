#include "analysis/from_store/load_runs.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_stated.h"
#include "analysis/from_store/load_study.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/cost.h"
#include "columns/list_unlike_runs.h"
#include "columns/load_cost.h"
#include "columns/load_cost_latency.h"
#include "columns/load_cost_rollouts.h"
#include "columns/load_cost_runs.h"
#include "columns/load_declarations.h"
#include "columns/load_declared_runs.h"
#include "columns/load_last_change.h"
#include "columns/load_looks.h"
#include "columns/load_provenance.h"
#include "columns/load_run_argv.h"
#include "columns/load_run_declarations.h"
#include "columns/load_settings.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sample_round.h"
#include "src/store/db.h"
#include "src/store/packed/fact_pack.h"
#include "src/store/store.h"

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

int load_settings(const struct load_request *from, struct run_setting **out, size_t *out_n,
                  struct err *err)
{
    struct run_setting *list = NULL;
    size_t n = 0, capacity = 0;
    struct stmt *st = db_query(from->db, "load_settings");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] = (struct run_setting){ text_or_empty(st, LOAD_SETTINGS_NAME, from->arena),
                                          text_or_empty(st, LOAD_SETTINGS_KEY, from->arena),
                                          text_or_empty(st, LOAD_SETTINGS_VALUE, from->arena),
                                          text_or_empty(st, LOAD_SETTINGS_ORIGIN, from->arena) };
    }
    if (rc == 0) {
        *out = arena_array(from->arena, n + 1, sizeof(*list));
        if (n > 0)
            memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}

const char *run_setting_of(const struct run_setting *list, size_t n, const char *run,
                           const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(list[i].run, run) == 0 && strcmp(list[i].name, name) == 0)
            return list[i].value;
    }
    return NULL;
}

int load_rounds(const struct load_request *from, const struct study *s, bool *in_rounds,
                size_t *out_complete, struct err *err)
{
    struct run_setting *settings = NULL;
    size_t n = 0;
    int rc = load_settings(from, &settings, &n, err);
    *out_complete = SIZE_MAX;
    for (size_t r = 0; rc == 0 && r < s->n_runs; r++) {
        const struct study_run *run = &s->runs[r];
        const char *until = run_setting_of(settings, n, run->name, "until");
        size_t last = 0;
        in_rounds[r] = until != NULL && *until != '\0';
        if (!in_rounds[r] || strcmp(run->status, "complete") == 0)
            continue;
        for (size_t i = run->first_cell; i < run->first_cell + run->n_cells; i++)
            for (size_t k = 0; k < s->cells[i].count; k++) {
                int sample = s->rollouts[s->cells[i].first + k].sample;
                size_t round = (size_t)sample / SAMPLE_ROUND;
                last = round > last ? round : last;
            }
        *out_complete = last < *out_complete ? last : *out_complete;
    }
    return rc;
}

#define MAX_ARGUMENTS 1000

static int int_or_minus_one(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? -1 : (int)stmt_int(st, column);
}

static void read_run(struct stmt *st, struct arena *a, struct provenance_run *r)
{
    r->name = text_or_empty(st, LOAD_PROVENANCE_RUN, a);
    r->strategy = text_or_empty(st, LOAD_PROVENANCE_STRATEGY, a);
    r->status = text_or_empty(st, LOAD_PROVENANCE_STATUS, a);
    r->model = text_or_empty(st, LOAD_PROVENANCE_MODEL, a);
    r->model_revision = text_or_empty(st, LOAD_PROVENANCE_MODEL_REVISION, a);
    r->split = text_or_empty(st, LOAD_PROVENANCE_SPLIT, a);
    r->split_hash = text_or_empty(st, LOAD_PROVENANCE_SPLIT_HASH, a);
    r->backend = text_or_empty(st, LOAD_PROVENANCE_BACKEND, a);
    r->device = text_or_empty(st, LOAD_PROVENANCE_DEVICE, a);
    r->compiler = text_or_empty(st, LOAD_PROVENANCE_COMPILER, a);
    r->flags = text_or_empty(st, LOAD_PROVENANCE_FLAGS, a);
    r->cores = int_or_minus_one(st, LOAD_PROVENANCE_CORES);
    r->baseline = text_or_empty(st, LOAD_PROVENANCE_BASELINE, a);
    r->task_case = text_or_empty(st, LOAD_PROVENANCE_TASK_CASE, a);
    r->eval_mode = text_or_empty(st, LOAD_PROVENANCE_EVAL_MODE, a);
    r->code_version = text_or_empty(st, LOAD_PROVENANCE_CODE_VERSION, a);
    r->libraries = text_or_empty(st, LOAD_PROVENANCE_LIBRARIES, a);
    r->started_at = text_or_empty(st, LOAD_PROVENANCE_STARTED_AT, a);
    r->finished_at = text_or_empty(st, LOAD_PROVENANCE_FINISHED_AT, a);
    r->has_seed = !stmt_is_null(st, LOAD_PROVENANCE_SEED);
    r->seed = r->has_seed ? (uint64_t)stmt_int(st, LOAD_PROVENANCE_SEED) : 0;
    r->temperature = stmt_real(st, LOAD_PROVENANCE_TEMPERATURE);
    r->k = int_or_minus_one(st, LOAD_PROVENANCE_K);
    r->n_steps = int_or_minus_one(st, LOAD_PROVENANCE_N_STEPS);
}

static int load_argv(struct db *db, int64_t run_id, struct arena *a, struct provenance_run *r,
                     struct err *err)
{
    const char *arguments[MAX_ARGUMENTS];
    struct stmt *st = db_query(db, "load_run_argv");
    stmt_bind_int(st, ":run_id", run_id);
    size_t n = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (n < MAX_ARGUMENTS)
            arguments[n++] = text_or_empty(st, LOAD_RUN_ARGV_VALUE, a);
    }
    r->argc = n;
    r->argv = arena_array(a, n + 1, sizeof(*r->argv));
    if (n > 0)
        memcpy(r->argv, arguments, n * sizeof(*arguments));
    return rc;
}

static int load_last_change(struct db *db, const char *const *names, size_t n, struct arena *a,
                            const char **out, struct err *err)
{
    struct stmt *st = db_query(db, "load_last_change");
    stmt_bind_text_list(st, ":runs", names, n);
    *out = "";
    int rc;
    while ((rc = stmt_step(st, err)) > 0)
        *out = text_or_empty(st, LOAD_LAST_CHANGE_CHANGED_AT, a);
    return rc;
}

int load_provenance(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                    struct provenance *out, struct err *err)
{
    struct provenance p = { .n_runs = n_names, .last_change = "" };
    p.runs = arena_array(arena, n_names, sizeof(*p.runs));
    int64_t *ids = arena_array(arena, n_names, sizeof(*ids));
    struct stmt *st = db_query(db, "load_provenance");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *name = stmt_text(st, LOAD_PROVENANCE_RUN);
        for (size_t i = 0; i < n_names; i++) {
            if (strcmp(name, names[i]) != 0)
                continue;
            ids[i] = stmt_int(st, LOAD_PROVENANCE_RUN_ID);
            read_run(st, arena, &p.runs[i]);
        }
    }
    for (size_t i = 0; i < n_names && rc == 0; i++) {
        if (p.runs[i].name == NULL)
            return store_unknown(db, STORE_RUN, names[i], err);
        rc = load_argv(db, ids[i], arena, &p.runs[i], err);
    }
    if (rc == 0)
        rc = load_last_change(db, names, n_names, arena, &p.last_change, err);
    if (rc == 0)
        *out = p;
    return rc;
}

int load_unlike_runs(const struct load_request *from, struct unlike_run **out, size_t *out_count,
                     struct err *err)
{
    struct stmt *st = db_query(from->db, "list_unlike_runs");
    struct unlike_run *runs = arena_array(from->arena, from->n_names + 1, sizeof(*runs));
    size_t n = 0;
    int rc;
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    while ((rc = stmt_step(st, err)) > 0 && n < from->n_names)
        runs[n++] = (struct unlike_run){ stmt_text_dup(st, LIST_UNLIKE_RUNS_RUN, from->arena),
                                         stmt_text_dup(st, LIST_UNLIKE_RUNS_REASON, from->arena) };
    *out = runs;
    *out_count = n;
    return rc < 0 ? rc : 0;
}

#define MOST_VERSIONS 1000

static int load_versions(struct db *db, const char *name, struct arena *arena, struct declared *out,
                         struct err *err)
{
    struct stmt *st = db_query(db, "load_declarations");
    stmt_bind_text(st, ":name", name);
    out->versions = arena_array(arena, MOST_VERSIONS, sizeof(*out->versions));
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (out->n_versions == MOST_VERSIONS) {
            stmt_reset(st);
            return err_set(err, ERR_INTEGRITY, "declaration '%s' has more than %d versions", name,
                           MOST_VERSIONS);
        }
        out->versions[out->n_versions++] =
            (struct declared_version){ stmt_int(st, LOAD_DECLARATIONS_VERSION),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_CONTENT, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_SHA256, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_WHY, arena),
                                       stmt_text_dup(st, LOAD_DECLARATIONS_DECLARED_AT, arena) };
    }
    if (rc == 0 && out->n_versions == 0)
        return err_set(err, ERR_NOMATCH, "there is no declaration '%s' in the database", name);
    return rc;
}

int load_looks(struct db *db, const char *name, struct arena *arena,
               const struct declared_look **out, size_t *out_n, struct err *err)
{
    struct declared_look *looks = NULL;
    size_t n = 0;
    struct stmt *st = db_query(db, "load_looks");
    stmt_bind_text(st, ":name", name);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        looks = mem_grow(looks, n + 1, sizeof(*looks));
        looks[n++] = (struct declared_look){
            stmt_int(st, LOAD_LOOKS_NUMBER),       stmt_text_dup(st, LOAD_LOOKS_TAKEN_AT, arena),
            stmt_int(st, LOAD_LOOKS_N_ROLLOUTS),   stmt_text_dup(st, LOAD_LOOKS_DATA_SHA256, arena),
            stmt_real(st, LOAD_LOOKS_ALPHA_SPENT), stmt_int(st, LOAD_LOOKS_N_REJECTED),
            stmt_int(st, LOAD_LOOKS_N_PAIRS),      stmt_int(st, LOAD_LOOKS_VERSION),
            stmt_int(st, LOAD_LOOKS_ALLOWED),      stmt_int(st, LOAD_LOOKS_IS_ANYTIME) != 0
        };
    }
    struct declared_look *copy = arena_array(arena, n + 1, sizeof(*copy));
    for (size_t i = 0; i < n; i++)
        copy[i] = looks[i];
    free(looks);
    *out = copy;
    *out_n = n;
    return rc;
}

int load_declaration(struct db *db, const char *name, struct arena *arena, struct declared *out,
                     struct err *err)
{
    struct declared d = { .n_runs = 0 };
    size_t capacity = 0;
    int rc = load_versions(db, name, arena, &d, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "load_declared_runs");
    stmt_bind_text(st, ":name", name);
    struct declared_run *runs = NULL;
    while ((rc = stmt_step(st, err)) > 0) {
        if (d.n_runs == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            runs = mem_grow(runs, capacity, sizeof(*runs));
        }
        runs[d.n_runs++] =
            (struct declared_run){ stmt_text_dup(st, LOAD_DECLARED_RUNS_RUN, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_METHOD, arena),
                                   stmt_int(st, LOAD_DECLARED_RUNS_VERSION),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_STARTED_AT, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_DECLARED_AT, arena),
                                   stmt_text_dup(st, LOAD_DECLARED_RUNS_ATTACHED_AT, arena) };
    }
    d.runs = arena_array(arena, d.n_runs + 1, sizeof(*d.runs));
    for (size_t i = 0; i < d.n_runs; i++)
        d.runs[i] = runs[i];
    free(runs);
    if (rc == 0)
        rc = load_looks(db, name, arena, &d.looks, &d.n_looks, err);
    if (rc == 0)
        *out = d;
    return rc;
}

int load_run_declarations(const struct load_request *from, const struct run_declaration **out,
                          size_t *out_n, struct err *err)
{
    struct run_declaration *list = arena_array(from->arena, from->n_names + 1, sizeof(*list));
    size_t n = 0;
    struct stmt *st = db_query(from->db, "load_run_declarations");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0)
        list[n++] =
            (struct run_declaration){ stmt_text_dup(st, LOAD_RUN_DECLARATIONS_NAME, from->arena),
                                      stmt_int(st, LOAD_RUN_DECLARATIONS_VERSION),
                                      stmt_int(st, LOAD_RUN_DECLARATIONS_N_RUNS), NULL, 0 };
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = load_looks(from->db, list[i].name, from->arena, &list[i].looks, &list[i].n_looks, err);
    *out = list;
    *out_n = n;
    return rc;
}

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
static int name_uses(const struct load_request *from, const struct step_totals_list *t,
                     struct cost_use *uses, struct err *err)
{
    struct stmt *st = query_runs(from->db, "load_cost_runs", from->names, from->n_names);
    size_t at = 0;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *run = stmt_text_dup(st, LOAD_COST_RUNS_RUN, from->arena);
        const char *model = stmt_text_dup(st, LOAD_COST_RUNS_MODEL_NAME, from->arena);
        for (; at < t->n && t->steps[at].run_id == stmt_int(st, LOAD_COST_RUNS_RUN_ID); at++)
            uses[at] = use_of(&t->steps[at], run, model);
    }
    if (rc == 0 && at < t->n)
        rc = err_set(err, ERR_INTEGRITY, "a rollout belongs to no run");
    return rc;
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
            if (uses[i].step == step && strcmp(uses[i].run, run) == 0) {
                uses[i].rollouts = stmt_real(st, LOAD_COST_ROLLOUTS);
                uses[i].prompt_tokens = stmt_real(st, LOAD_COST_PROMPT_TOKENS);
                uses[i].completion_tokens = stmt_real(st, LOAD_COST_COMPLETION_TOKENS);
                uses[i].teacher_tokens = stmt_real(st, LOAD_COST_TEACHER_TOKENS);
                uses[i].evaluate_seconds = stmt_real(st, LOAD_COST_EVALUATE_SECONDS);
                uses[i].wall_seconds = stmt_real(st, LOAD_COST_WALL_SECONDS);
                uses[i].n_untold = 0;
                uses[i].from_ledger = true;
            }
        }
    }
    return rc;
}

static int load_latency(const struct load_request *from, struct cost_use *uses, size_t n,
                        struct err *err)
{
    bool imported = false;
    int rc = 0;
    for (size_t i = 0; i < from->n_names && rc == 0 && !imported; i++)
        rc = load_is_import(from->db, from->names[i], &imported, err);
    if (rc < 0 || !imported) /* a join of facts has no rollouts to ask about */
        return rc;
    struct stmt *st = db_query(from->db, "load_cost_latency");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *run = stmt_text(st, LOAD_COST_LATENCY_NAME);
        int step = (int)stmt_int(st, LOAD_COST_LATENCY_STEP);
        for (size_t i = 0; i < n; i++) {
            if (uses[i].step != step || strcmp(uses[i].run, run) != 0)
                continue;
            uses[i].latency_seconds = stmt_real(st, LOAD_COST_LATENCY_SECONDS);
            uses[i].n_latency = stmt_int(st, LOAD_COST_LATENCY_N);
        }
    }
    return rc;
}

int load_cost(const struct load_request *from, struct cost_use **out, size_t *out_n,
              struct err *err)
{
    struct step_totals_list t = { 0 };
    int rc = sum_rollouts(from->db, from->names, from->n_names, &t, err);
    if (rc == 0 && t.n == 0)
        rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    if (rc == 0) {
        qsort(t.steps, t.n, sizeof(*t.steps), by_step);
        *out = arena_array(from->arena, t.n, sizeof(**out));
        *out_n = t.n;
        rc = name_uses(from, &t, *out, err);
    }
    if (rc == 0)
        rc = load_ledger(from->db, from->names, from->n_names, *out, t.n, err);
    if (rc == 0)
        rc = load_latency(from, *out, t.n, err);
    free(t.steps);
    return rc;
}
