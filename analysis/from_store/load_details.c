#include "analysis/from_store/load_details.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/from_store/load_codes.h"
#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_summary.h"
#include "columns/load_sample_details.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static struct select_detail unknown_detail(void)
{
    return (struct select_detail){ STAT_NAN, STAT_NAN, 0, -1 };
}

static void read_logprobs(struct stmt *st, double tail, struct select_detail *out)
{
    size_t len = 0;
    const char *bytes = stmt_blob(st, LOAD_SAMPLE_DETAILS_LOGPROBS, &len);
    size_t n = bytes == NULL ? 0 : len / sizeof(float);
    if (n == 0)
        return;
    double *x = mem_array(n, sizeof(*x));
    bool finite = true;
    for (size_t i = 0; i < n; i++) {
        float v;
        memcpy(&v, bytes + i * sizeof(v), sizeof(v));
        x[i] = (double)v;
        finite = finite && isfinite(x[i]);
    }
    if (finite) {
        out->tail_logprob = select_tail_mean(x, n, tail);
        out->min_logprob = x[0];
    }
    free(x);
}

/* Rows come by task, so that the last one is tried first. */
static size_t find_cell(const struct study *s, const struct study_run *r, int64_t task_id,
                        size_t last)
{
    if (last < r->n_cells && s->tasks[s->cells[r->first_cell + last].task].id == task_id)
        return last;
    size_t cell = 0;
    while (cell < r->n_cells && s->tasks[s->cells[r->first_cell + cell].task].id != task_id)
        cell++;
    return cell;
}

static int load_run(struct db *db, const struct study *s, size_t run, double tail,
                    struct select_detail *details, struct err *err)
{
    const struct study_run *r = &s->runs[run];
    /* Then no evaluation decides which rollouts count. */
    bool plain = r->n_unscored == 0 && r->n_earlier_turns == 0;
    struct stmt *st = db_query(db, plain ? "load_plain_details" : "load_sample_details");
    stmt_bind_text_list(st, ":runs", &r->name, 1);
    size_t cell = 0;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        cell = find_cell(s, r, stmt_int(st, LOAD_SAMPLE_DETAILS_TASK_ID), cell);
        if (cell == r->n_cells)
            continue; /* left out, or a writer was faster */
        const struct study_rollout *x = study_rollout_find(
            s, &s->cells[r->first_cell + cell], (int)stmt_int(st, LOAD_SAMPLE_DETAILS_STEP),
            (int)stmt_int(st, LOAD_SAMPLE_DETAILS_SAMPLE));
        if (x == NULL)
            continue;
        struct select_detail *d = &details[x - s->rollouts];
        *d = unknown_detail();
        d->code = stmt_is_null(st, LOAD_SAMPLE_DETAILS_CODE_BLOB_ID)
                      ? 0
                      : stmt_int(st, LOAD_SAMPLE_DETAILS_CODE_BLOB_ID);
        d->bytes = stmt_is_null(st, LOAD_SAMPLE_DETAILS_COMPLETION_BYTES)
                       ? -1
                       : stmt_int(st, LOAD_SAMPLE_DETAILS_COMPLETION_BYTES);
        read_logprobs(st, tail, d);
    }
    return rc;
}

int load_sample_details(struct db *db, const struct study *s, double tail, struct arena *arena,
                        struct select_detail **out, struct err *err)
{
    struct select_detail *details = arena_array(arena, s->n_rollouts, sizeof(*details));
    int rc = 0;
    for (size_t i = 0; i < s->n_rollouts; i++)
        details[i] = unknown_detail();
    for (size_t r = 0; r < s->n_runs && rc == 0; r++)
        rc = load_run(db, s, r, tail, details, err);
    if (rc == 0)
        *out = details;
    return rc;
}

static size_t find_task(const struct study *s, const char *task, size_t last)
{
    if (last < s->n_tasks && strcmp(s->tasks[last].task, task) == 0)
        return last;
    size_t t = 0;
    while (t < s->n_tasks && strcmp(s->tasks[t].task, task) != 0)
        t++;
    return t;
}

int load_sample_identities(struct db *db, const struct study *s, size_t level, struct arena *arena,
                           struct select_detail *details, struct err *err)
{
    struct code_set set;
    const char **names = arena_array(arena, s->n_runs, sizeof(*names));
    size_t task = 0;
    for (size_t r = 0; r < s->n_runs; r++)
        names[r] = s->runs[r].name;
    int rc = load_codes(db, names, s->n_runs, false, arena, &set, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < s->n_rollouts; i++)
        details[i].code = 0;
    for (size_t i = 0; i < set.n_samples; i++) {
        const struct code_sample *x = &set.samples[i];
        task = find_task(s, set.tasks[x->task], task);
        const struct study_cell *c = task == s->n_tasks ? NULL : study_cell_find(s, x->run, task);
        const struct study_rollout *r =
            c == NULL ? NULL : study_rollout_find(s, c, x->step, x->sample);
        if (r != NULL)
            details[r - s->rollouts].code = x->kind[level] + 1;
    }
    return 0;
}
