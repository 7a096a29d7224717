#include "analysis/from_store/load_scores.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "columns/load_scores.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

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

static int read_rows(struct db *db, const struct study *s, size_t run, const char *of,
                     struct score_list *list, int64_t *n_tokens, struct err *err)
{
    struct stmt *st = db_query(db, "load_scores");
    stmt_bind_text(st, ":run", s->runs[run].name);
    stmt_bind_text(st, ":of", of);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const struct study_cell *c = find_cell(s, run, stmt_text(st, LOAD_SCORES_TASK));
        size_t i = find_rollout(s, c, (int)stmt_int(st, LOAD_SCORES_STEP),
                                (int)stmt_int(st, LOAD_SCORES_SAMPLE));
        if (i == s->n_rollouts)
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

int load_scores(struct db *db, const struct study *s, size_t run, const char *of,
                struct arena *arena, struct score_table *out, struct err *err)
{
    struct score_list list = { 0 };
    struct score_table t = { .n_tokens = arena_array(arena, s->n_rollouts, sizeof(int64_t)) };
    int rc = read_rows(db, s, run, of, &list, t.n_tokens, err);
    if (rc == 0 && list.n == 0)
        rc = err_set(err, ERR_NODATA,
                     "no sample of run %s is scored under the checkpoints of run %s ('rollbook "
                     "run score --run %s --checkpoints-of %s' does it)",
                     s->runs[run].name, of, s->runs[run].name, of);
    if (rc == 0) {
        t.steps = arena_array(arena, list.n, sizeof(*t.steps));
        t.n_steps = list_steps(&list, t.steps);
        t.n_scores = list.n;
        t.sum_logprob = arena_array(arena, t.n_steps * s->n_rollouts, sizeof(double));
        for (size_t i = 0; i < t.n_steps * s->n_rollouts; i++)
            t.sum_logprob[i] = STAT_NAN;
        for (size_t i = 0; i < list.n; i++)
            t.sum_logprob[step_index(&t, list.rows[i].step) * s->n_rollouts +
                          list.rows[i].rollout] = list.rows[i].sum_logprob;
        *out = t;
    }
    free(list.rows);
    return rc;
}
