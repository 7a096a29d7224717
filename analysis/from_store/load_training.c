#include "analysis/from_store/load_training.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_scan.h"
#include "analysis/from_store/load_audit.h"
#include "analysis/from_store/load_study.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "analysis/study/training.h"
#include "columns/load_reward_places.h"
#include "columns/load_reward_range.h"
#include "columns/load_reward_values.h"
#include "columns/load_scores.h"
#include "columns/load_training_cheats.h"
#include "columns/load_training_metrics.h"
#include "columns/load_training_rewards.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

struct training_loading {
    struct db *db;
    const char **names;
    size_t n_runs;
    int64_t *ids;
};

static struct stmt *query_runs(const struct training_loading *l, const char *query)
{
    struct stmt *st = db_query(l->db, query);
    stmt_bind_text_list(st, ":runs", l->names, l->n_runs);
    return st;
}

static size_t run_of(const struct training_loading *l, struct stmt *st)
{
    size_t i = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_TRAINING_METRICS_RUN_ID), 0);
    return i < l->n_runs ? i : l->n_runs - 1;
}

static int load_cheats(const struct training_loading *l, struct training_list *out, struct err *err)
{
    struct stmt *st = query_runs(l, "load_training_cheats");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t run = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_TRAINING_CHEATS_RUN_ID), 0);
        if (run == l->n_runs)
            continue;
        training_add(
            out, (struct training_point){ .run = run,
                                          .step = (int)stmt_int(st, LOAD_TRAINING_CHEATS_STEP),
                                          .metric = stmt_int(st, LOAD_TRAINING_CHEATS_IS_HELD) != 0
                                                        ? TRAINING_HELD "cheat"
                                                        : "cheat",
                                          .n = stmt_int(st, LOAD_TRAINING_CHEATS_N),
                                          .value = stmt_real(st, LOAD_TRAINING_CHEATS_SHARE),
                                          .smoothed = STAT_NAN });
    }
    return rc;
}

int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err)
{
    struct training_loading l = { .db = db, .n_runs = s->n_runs };
    l.names = arena_array(arena, s->n_runs, sizeof(*l.names));
    for (size_t i = 0; i < s->n_runs; i++)
        l.names[i] = s->runs[i].name;
    int rc = load_run_ids(db, l.names, l.n_runs, arena, &l.ids, err);
    if (rc < 0)
        return rc;
    rc = load_cheats(&l, out, err);
    if (rc < 0)
        return rc;
    rc = load_rewards(
        &(struct load_request){ .db = db, .names = l.names, .n_names = l.n_runs, .arena = arena },
        l.ids, out, err);
    if (rc < 0)
        return rc;
    struct stmt *st = query_runs(&l, "load_training_metrics");
    while ((rc = stmt_step(st, err)) > 0)
        training_add(out, (struct training_point){
                              .run = run_of(&l, st),
                              .step = (int)stmt_int(st, LOAD_TRAINING_METRICS_STEP),
                              .metric = arena_printf(arena, "update %s",
                                                     stmt_text(st, LOAD_TRAINING_METRICS_KEY)),
                              .n = -1,
                              .value = stmt_real(st, LOAD_TRAINING_METRICS_METRIC),
                              .smoothed = STAT_NAN });
    return rc;
}

/* A text that leaves the work to others: no kernel of its own, a library, a fallback, or a result
 * that computes later. */
static bool is_lazy(const struct audit_code *code)
{
    bool lazy = !code->has_kernel;
    for (size_t i = 0; i < code->n_hits; i++)
        lazy = lazy || code->hits[i].kind == CODE_LIBRARY || code->hits[i].kind == CODE_FALLBACK ||
               code->hits[i].kind == CODE_LAZY;
    return lazy;
}

static bool is_held(const struct study *s, size_t run, const char *task)
{
    const struct study_run *r = &s->runs[run];
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        if (s->cells[c].is_held && strcmp(s->tasks[s->cells[c].task].task, task) == 0)
            return true;
    }
    return false;
}

int load_training_texts(struct db *db, const struct study *s, size_t run, struct arena *arena,
                        struct training_list *out, struct err *err)
{
    struct audit_run a;
    int rc = load_audit(db, s->runs[run].name, NULL, arena, &a, err);
    if (rc < 0)
        return rc;
    for (int held = 0; held < 2; held++) {
        for (size_t i = 0; i < a.n_rollouts;) {
            int step = a.rollouts[i].step;
            bool any = false;
            int64_t n = 0;
            int64_t lazy = 0;
            for (; i < a.n_rollouts && a.rollouts[i].step == step; i++) {
                const struct audit_rollout *r = &a.rollouts[i];
                const struct audit_code *code = audit_find_code(&a, r->code_id);
                if (is_held(s, run, a.tasks[r->task].task) != (held == 1))
                    continue;
                any = true;
                n += r->correct && code != NULL;
                lazy += r->correct && code != NULL && is_lazy(code);
            }
            if (any)
                training_add(out, (struct training_point){
                                      .run = run,
                                      .step = step,
                                      .metric = held == 1 ? TRAINING_HELD "lazy" : "lazy",
                                      .n = n,
                                      .value = n == 0 ? STAT_NAN : (double)lazy / (double)n,
                                      .smoothed = STAT_NAN });
        }
    }
    return 0;
}

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
            training_add(out,
                         (struct training_point){ .run = r->steps[i].run,
                                                  .step = r->steps[i].step,
                                                  .metric = metric,
                                                  .n = s->n,
                                                  .value = stat_sum_value(&s->sum) / (double)s->n,
                                                  .smoothed = STAT_NAN });
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
    if (rc == 0) {
        if (r->n_recipes > 0)
            qsort(r->recipes, r->n_recipes, sizeof(*r->recipes), by_name);
        for (size_t i = 0; i < r->n_steps; i++) {
            if (i > 0 && r->steps[i].run == r->steps[i - 1].run)
                continue;
            for (size_t k = 0; k < 2 * r->n_recipes; k++)
                add_series(r, &r->recipes[k % r->n_recipes], i, k >= r->n_recipes, out);
        }
    }
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
            training_add(out, (struct training_point){
                                  .run = run,
                                  .step = (int)stmt_int(st, LOAD_TRAINING_REWARDS_STEP),
                                  .metric = metric_of(
                                      r->arena, stmt_int(st, LOAD_TRAINING_REWARDS_IS_HELD) != 0,
                                      stmt_text(st, LOAD_TRAINING_REWARDS_RECIPE)),
                                  .n = stmt_int(st, LOAD_TRAINING_REWARDS_N),
                                  .value = stmt_real(st, LOAD_TRAINING_REWARDS_MEAN_VALUE),
                                  .smoothed = STAT_NAN });
    }
    return rc;
}

int load_rewards(const struct load_request *from, const int64_t *run_ids, struct training_list *out,
                 struct err *err)
{
    struct rewards r = { .db = from->db,
                         .names = from->names,
                         .run_ids = run_ids,
                         .n_runs = from->n_names,
                         .arena = from->arena };
    int rc = find_range(&r, err);
    if (rc < 0 || r.first > r.last)
        return rc;
    return (uint64_t)r.last - (uint64_t)r.first < SPAN_MOST ? sweep(&r, out, err)
                                                            : join(&r, out, err);
}

struct score_row {
    size_t rollout;
    int step;
    double sum_logprob;
};

struct score_list {
    struct score_row *rows;
    size_t n;
    size_t capacity;
};

static const struct study_cell *find_cell(const struct study *s, size_t run, const char *task)
{
    for (size_t i = 0; i < s->runs[run].n_cells; i++) {
        const struct study_cell *c = &s->cells[s->runs[run].first_cell + i];
        if (c->count > 0 && strcmp(s->tasks[c->task].task, task) == 0)
            return c;
    }
    return NULL;
}

static size_t find_rollout(const struct study *s, const struct study_cell *c, int step, int sample)
{
    size_t low = c == NULL ? 0 : c->first;
    size_t high = c == NULL ? 0 : c->first + c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct study_rollout *r = &s->rollouts[middle];
        if (r->step == step && r->sample == sample)
            return middle;
        if (r->step < step || (r->step == step && r->sample < sample))
            low = middle + 1;
        else
            high = middle;
    }
    return s->n_rollouts;
}

static void add_row(struct score_list *list, struct score_row row)
{
    if (list->n == list->capacity) {
        list->capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        list->rows = mem_grow(list->rows, list->capacity, sizeof(*list->rows));
    }
    list->rows[list->n++] = row;
}

static int read_score_rows(const struct load_scores_of *of, struct score_list *list,
                           int64_t *n_tokens, struct err *err)
{
    struct stmt *st = db_query(of->db, "load_scores");
    stmt_bind_text(st, ":run", of->study->runs[of->run].name);
    stmt_bind_text(st, ":of", of->of);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct study_cell *c = find_cell(of->study, of->run, stmt_text(st, LOAD_SCORES_TASK));
        size_t i = find_rollout(of->study, c, (int)stmt_int(st, LOAD_SCORES_STEP),
                                (int)stmt_int(st, LOAD_SCORES_SAMPLE));
        if (i == of->study->n_rollouts)
            continue;
        add_row(list, (struct score_row){ i, (int)stmt_int(st, LOAD_SCORES_SCORED_STEP),
                                          stmt_real(st, LOAD_SCORES_SUM_LOGPROB) });
        n_tokens[i] = stmt_int(st, LOAD_SCORES_N_TOKENS);
    }
    return rc;
}

static size_t list_steps(const struct score_list *list, int *out)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        size_t at = 0;
        while (at < n && out[at] < list->rows[i].step)
            at++;
        if (at < n && out[at] == list->rows[i].step)
            continue;
        memmove(out + at + 1, out + at, (n - at) * sizeof(*out));
        out[at] = list->rows[i].step;
        n++;
    }
    return n;
}

static size_t step_index(const struct score_table *t, int step)
{
    size_t i = 0;
    while (i < t->n_steps && t->steps[i] != step)
        i++;
    return i;
}

int load_scores(const struct load_scores_of *of, struct arena *arena, struct score_table *out,
                struct err *err)
{
    struct score_list list = { 0 };
    struct score_table t = { .n_tokens =
                                 arena_array(arena, of->study->n_rollouts, sizeof(int64_t)) };
    int rc = read_score_rows(of, &list, t.n_tokens, err);
    if (rc == 0 && list.n == 0)
        rc = err_set(err, ERR_NODATA,
                     "no sample of run %s is scored under the checkpoints of run %s ('rollbook "
                     "run score --run %s --checkpoints-of %s' does it)",
                     of->study->runs[of->run].name, of->of, of->study->runs[of->run].name, of->of);
    if (rc == 0) {
        t.steps = arena_array(arena, list.n, sizeof(*t.steps));
        t.n_steps = list_steps(&list, t.steps);
        t.n_scores = list.n;
        t.sum_logprob = arena_array(arena, t.n_steps * of->study->n_rollouts, sizeof(double));
        for (size_t i = 0; i < t.n_steps * of->study->n_rollouts; i++)
            t.sum_logprob[i] = STAT_NAN;
        for (size_t i = 0; i < list.n; i++)
            t.sum_logprob[step_index(&t, list.rows[i].step) * of->study->n_rollouts +
                          list.rows[i].rollout] = list.rows[i].sum_logprob;
        *out = t;
    }
    free(list.rows);
    return rc;
}
