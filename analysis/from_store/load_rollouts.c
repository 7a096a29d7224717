#include "analysis/from_store/load_rollouts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_facts.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "columns/load_facts.h"
#include "columns/load_rollouts.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"
#include "src/store/fact_pack.h"

/* A cell at one step: packed, or rows already read. */
struct segment {
    size_t cell;
    int step;
    size_t count;
    size_t n_rows;   /* packed: of every turn */
    int64_t data_id; /* packed; 0: rows */
    size_t first;
};

struct filling {
    const struct study_keys *keys;
    struct study *study;
    struct segment *segments;
    size_t n_segments;
    size_t segment_capacity;
    struct study_rollout *rows;
    size_t n_rows;
    size_t row_capacity;
};

size_t find_key(const int64_t *keys, size_t n, int64_t key, size_t last)
{
    for (size_t i = last; i < n && i < last + 2; i++) {
        if (keys[i] == key)
            return i;
    }
    for (size_t i = 0; i < n; i++) {
        if (keys[i] == key)
            return i;
    }
    return n;
}

struct rollout_place {
    size_t run;
    size_t task;
    size_t cell;
};

static bool find_place(const struct filling *f, int64_t run_id, int64_t task_id,
                       struct rollout_place *p)
{
    const struct study *s = f->study;
    p->run = find_key(f->keys->run_ids, s->n_runs, run_id, p->run);
    p->task = find_key(f->keys->task_ids, s->n_tasks, task_id, p->task);
    if (p->run == s->n_runs || p->task == s->n_tasks)
        return false;
    size_t cell = f->keys->cell_of[p->run * s->n_tasks + p->task];
    p->cell = cell - 1;
    return cell > 0;
}

static struct segment *add_segment(struct filling *f, struct segment segment)
{
    if (f->segments == NULL || f->n_segments == f->segment_capacity) {
        f->segment_capacity = f->segment_capacity == 0 ? 256 : 2 * f->segment_capacity;
        f->segments = mem_grow(f->segments, f->segment_capacity, sizeof(*f->segments));
    }
    f->segments[f->n_segments] = segment;
    return &f->segments[f->n_segments++];
}

static struct stmt *query_runs(const struct filling *f, const char *name)
{
    struct stmt *st = db_query(f->keys->db, name);
    stmt_bind_text_list(st, ":runs", f->keys->names, f->keys->n_names);
    return st;
}

static int list_facts(struct filling *f, struct err *err)
{
    struct stmt *st = query_runs(f, "load_facts");
    struct rollout_place p = { 0, 0, 0 };
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        struct fact_listed cell;
        if (!find_place(f, stmt_int(st, LOAD_FACTS_RUN_ID), stmt_int(st, LOAD_FACTS_TASK_ID), &p))
            continue;
        if (read_listed_fact(st, &cell, err) < 0) {
            stmt_reset(st);
            return (int)ERR_INTEGRITY;
        }
        add_segment(f, (struct segment){ .cell = p.cell,
                                         .step = cell.step,
                                         .count = cell.count,
                                         .n_rows = cell.n_rows,
                                         .data_id = cell.data_id });
    }
    return rc;
}

static int32_t small_count(int64_t v)
{
    return v == FACT_MISSING ? -1
           : v > INT32_MAX   ? INT32_MAX
           : v < INT32_MIN   ? INT32_MIN
                             : (int32_t)v;
}

static struct study_rollout read_row(struct stmt *st, int64_t *prompt_tokens,
                                     int64_t *completion_tokens)
{
    *prompt_tokens = stmt_is_null(st, LOAD_ROLLOUTS_PROMPT_TOKENS)
                         ? FACT_MISSING
                         : stmt_int(st, LOAD_ROLLOUTS_PROMPT_TOKENS);
    *completion_tokens = stmt_is_null(st, LOAD_ROLLOUTS_COMPLETION_TOKENS)
                             ? FACT_MISSING
                             : stmt_int(st, LOAD_ROLLOUTS_COMPLETION_TOKENS);
    bool correct = stmt_int(st, LOAD_ROLLOUTS_CORRECT) != 0;
    double runtime_us = stmt_real(st, LOAD_ROLLOUTS_RUNTIME_US);
    return (struct study_rollout){
        .step = (int)stmt_int(st, LOAD_ROLLOUTS_STEP),
        .sample = (int)stmt_int(st, LOAD_ROLLOUTS_SAMPLE),
        .compiled = stmt_int(st, LOAD_ROLLOUTS_COMPILED) != 0,
        .correct = correct,
        .speedup =
            speedup_of(correct, stmt_real(st, LOAD_ROLLOUTS_BASELINE_RUNTIME_US), runtime_us),
        .runtime_us = runtime_us,
        .mean_logprob = stmt_real(st, LOAD_ROLLOUTS_MEAN_LOGPROB),
        .sum_logprob = stmt_real(st, LOAD_ROLLOUTS_SUM_LOGPROB),
        .prompt_tokens = small_count(*prompt_tokens),
        .completion_tokens = small_count(*completion_tokens),
        .speedup_lower = stmt_real(st, LOAD_ROLLOUTS_SPEEDUP_LOWER),
        .speedup_upper = stmt_real(st, LOAD_ROLLOUTS_SPEEDUP_UPPER),
        .confirmed = stmt_real(st, LOAD_ROLLOUTS_CONFIRMED_SPEEDUP),
        .is_confirmed = !stmt_is_null(st, LOAD_ROLLOUTS_CONFIRMED_SPEEDUP),
        .timed_out = strcmp(stmt_text(st, LOAD_ROLLOUTS_OUTCOME), "timeout") == 0,
    };
}

static int64_t wrapping_sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void count_tokens(struct study_run *run, int64_t prompt, int64_t completion)
{
    if (prompt > 0)
        run->prompt_tokens = wrapping_sum(run->prompt_tokens, prompt);
    if (completion > 0)
        run->completion_tokens = wrapping_sum(run->completion_tokens, completion);
}

static void add_row(struct filling *f, size_t cell, const struct study_rollout *r)
{
    struct study_run *run = &f->study->runs[f->study->cells[cell].run];
    struct segment *last = f->n_segments > 0 ? &f->segments[f->n_segments - 1] : NULL;
    bool goes_on =
        last != NULL && last->data_id == 0 && last->cell == cell && last->step == r->step;
    if (goes_on && f->rows[f->n_rows - 1].sample == r->sample) {
        run->n_earlier_turns++;
        f->rows[f->n_rows - 1] = *r;
        return;
    }
    if (!goes_on)
        last =
            add_segment(f, (struct segment){ .cell = cell, .step = r->step, .first = f->n_rows });
    if (f->rows == NULL || f->n_rows == f->row_capacity) {
        f->row_capacity = f->row_capacity == 0 ? 1024 : 2 * f->row_capacity;
        f->rows = mem_grow(f->rows, f->row_capacity, sizeof(*f->rows));
    }
    f->rows[f->n_rows++] = *r;
    last->count++;
}

static int read_rows(struct filling *f, const char *query, struct err *err)
{
    struct stmt *st = query_runs(f, query);
    struct rollout_place p = { 0, 0, 0 };
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (!find_place(f, stmt_int(st, LOAD_ROLLOUTS_RUN_ID), stmt_int(st, LOAD_ROLLOUTS_TASK_ID),
                        &p))
            continue;
        const char *outcome = stmt_text(st, LOAD_ROLLOUTS_OUTCOME);
        if (outcome == NULL || strcmp(outcome, "infra") == 0) {
            f->study->runs[p.run].n_unscored++;
            f->study->cells[p.cell].n_unscored++;
            continue;
        }
        int64_t prompt_tokens = 0;
        int64_t completion_tokens = 0;
        struct study_rollout r = read_row(st, &prompt_tokens, &completion_tokens);
        count_tokens(&f->study->runs[p.run], prompt_tokens, completion_tokens);
        add_row(f, p.cell, &r);
    }
    return rc;
}

static int by_place(const void *pa, const void *pb)
{
    const struct segment *a = pa;
    const struct segment *b = pb;
    if (a->cell != b->cell)
        return a->cell > b->cell ? 1 : -1;
    return (a->step > b->step) - (a->step < b->step);
}

struct rollout_columns {
    int timeout; /* fact_outcome of it */
    size_t capacity;
    int64_t *integers[FACT_N_INTEGERS];
    double *reals[FACT_N_REALS];
};

static void grow_columns(struct rollout_columns *c, size_t n)
{
    if (n <= c->capacity)
        return;
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        c->integers[k] = mem_grow(c->integers[k], n, sizeof(int64_t));
    for (size_t k = 0; k < FACT_N_REALS; k++)
        c->reals[k] = mem_grow(c->reals[k], n, sizeof(double));
    c->capacity = n;
}

static void free_columns(struct rollout_columns *c)
{
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        free(c->integers[k]);
    for (size_t k = 0; k < FACT_N_REALS; k++)
        free(c->reals[k]);
}

static void unpack_columns(const struct fact_view *v, struct rollout_columns *c)
{
    grow_columns(c, v->n);
    for (int k = 0; k < FACT_N_COLUMNS; k++) {
        if (k < FACT_N_INTEGERS)
            fact_read_integers(v, (enum fact_column)k, c->integers[k]);
        else
            fact_read_reals(v, (enum fact_column)k, c->reals[k - FACT_N_INTEGERS]);
    }
}

static struct study_rollout unpacked(const struct rollout_columns *c, size_t i, int step)
{
    bool correct = (c->integers[FACT_VERDICT][i] & FACT_CORRECT) != 0;
    double runtime_us = c->reals[FACT_RUNTIME - FACT_N_INTEGERS][i];
    double baseline_us = c->reals[FACT_BASELINE - FACT_N_INTEGERS][i];
    return (struct study_rollout){
        .step = step,
        .sample = (int)c->integers[FACT_SAMPLE][i],
        .compiled = (c->integers[FACT_VERDICT][i] & FACT_COMPILED) != 0,
        .correct = correct,
        .speedup = speedup_of(correct, baseline_us, runtime_us),
        .runtime_us = runtime_us,
        .mean_logprob = c->reals[FACT_MEAN_LOGPROB - FACT_N_INTEGERS][i],
        .sum_logprob = c->reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS][i],
        .prompt_tokens = small_count(c->integers[FACT_PROMPT_TOKENS][i]),
        .completion_tokens = small_count(c->integers[FACT_COMPLETION_TOKENS][i]),
        .speedup_lower = c->reals[FACT_LOWER - FACT_N_INTEGERS][i],
        .speedup_upper = c->reals[FACT_UPPER - FACT_N_INTEGERS][i],
        .confirmed = c->reals[FACT_CONFIRMED - FACT_N_INTEGERS][i],
        .is_confirmed = !isnan(c->reals[FACT_CONFIRMED - FACT_N_INTEGERS][i]),
        .timed_out = (c->integers[FACT_VERDICT][i] & FACT_OUTCOME) == c->timeout,
    };
}

/* The last scored turn of each sample, counted in its cell and run; false when these are not
 * g->count. */
static bool take_samples(const struct segment *g, const struct rollout_columns *c, size_t n,
                         struct study_cell *cell, struct study_run *run, struct study_rollout *out)
{
    size_t taken = 0;
    for (size_t i = 0; i < n; i++) {
        if ((c->integers[FACT_VERDICT][i] & FACT_SCORED) == 0) {
            run->n_unscored++;
            cell->n_unscored++;
            continue;
        }
        struct study_rollout r = unpacked(c, i, g->step);
        count_tokens(run, c->integers[FACT_PROMPT_TOKENS][i],
                     c->integers[FACT_COMPLETION_TOKENS][i]);
        if (taken > 0 && out[taken - 1].sample == r.sample) {
            run->n_earlier_turns++;
            taken--;
        }
        if (taken == g->count)
            return false;
        out[taken++] = r;
    }
    return taken == g->count;
}

static int unpack_segment(struct db *db, const struct segment *g, struct rollout_columns *work,
                          struct study_cell *cell, struct study_run *run, struct study_rollout *out,
                          struct err *err)
{
    struct fact_view view;
    struct stmt *st = NULL;
    int rc = open_fact(db, g->data_id, g->n_rows, &st, &view, err);
    if (rc == 0) {
        unpack_columns(&view, work);
        rc = take_samples(g, work, view.n, cell, run, out) ? 0 : fact_damaged(err);
    }
    stmt_reset(st);
    return rc;
}

static void place_segment(struct study *s, const struct segment *g, size_t at)
{
    struct study_cell *c = &s->cells[g->cell];
    struct study_run *run = &s->runs[c->run];
    if (c->count == 0)
        c->first = at;
    c->count += g->count;
    run->n_rollouts += g->count;
    if (g->count > 0 && g->step > run->max_step)
        run->max_step = g->step;
}

struct run_window {
    struct study_window base;
    struct db *db;
    const struct segment *segments; /* by place */
    const size_t *first;            /* [run]: of its segments; one more than runs */
    struct study_rollout *rollouts;
};

static int load_window(void *context, size_t run, struct err *err)
{
    const struct run_window *w = context;
    struct rollout_columns work = { .timeout = fact_outcome("timeout") };
    struct study_cell cell = { 0 }; /* all has been counted */
    struct study_run counts = { 0 };
    size_t at = 0;
    int rc = 0;
    for (size_t i = w->first[run]; i < w->first[run + 1] && rc == 0; i++) {
        rc = unpack_segment(w->db, &w->segments[i], &work, &cell, &counts, w->rollouts + at, err);
        at += w->segments[i].count;
    }
    free_columns(&work);
    return rc;
}

/* All rows of which there are facts, and nothing that would move them. */
static bool may_go_by_run(const struct filling *f)
{
    const struct study *s = f->study;
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cells[i].is_held)
            return false;
    return f->keys->by_run && f->n_rows == 0 && s->n_runs > 1;
}

/* Room for the largest run; the segments stay. */
static size_t open_window(struct filling *f)
{
    struct study *s = f->study;
    struct arena *a = f->keys->arena;
    struct run_window *w = arena_alloc(a, sizeof(*w));
    struct segment *segments = arena_array(a, f->n_segments + 1, sizeof(*segments));
    size_t *first = arena_array(a, s->n_runs + 1, sizeof(*first));
    size_t most = 0, at = 0;
    for (size_t run = 0; run < s->n_runs; run++) {
        size_t n = 0;
        first[run] = at;
        for (; at < f->n_segments && s->cells[f->segments[at].cell].run == run; at++) {
            segments[at] = f->segments[at];
            n += segments[at].count;
        }
        most = n > most ? n : most;
    }
    first[s->n_runs] = at;
    *w = (struct run_window){ .base = { .run = s->n_runs, .load = load_window, .context = w },
                              .db = f->keys->db,
                              .segments = segments,
                              .first = first };
    s->window = &w->base;
    return most;
}

static int fill(struct filling *f, struct err *err)
{
    struct study *s = f->study;
    struct rollout_columns work = { .timeout = fact_outcome("timeout") };
    size_t at = 0, run = 0;
    int rc = 0;
    for (size_t i = 0; i < f->n_segments; i++)
        s->n_rollouts += f->segments[i].count;
    if (f->n_segments > 0)
        qsort(f->segments, f->n_segments, sizeof(*f->segments), by_place);
    size_t room = may_go_by_run(f) ? open_window(f) : s->n_rollouts;
    s->rollouts = arena_array(f->keys->arena, room, sizeof(*s->rollouts));
    if (s->window != NULL)
        ((struct run_window *)s->window->context)->rollouts = s->rollouts;
    for (size_t i = 0; i < f->n_segments && rc == 0; i++) {
        const struct segment *g = &f->segments[i];
        struct study_cell *cell = &s->cells[g->cell];
        at = s->window != NULL && cell->run != run ? 0 : at;
        run = cell->run;
        place_segment(s, g, at);
        if (g->data_id != 0)
            rc = unpack_segment(f->keys->db, g, &work, cell, &s->runs[run], s->rollouts + at, err);
        else
            memcpy(s->rollouts + at, f->rows + g->first, g->count * sizeof(*s->rollouts));
        at += g->count;
    }
    if (s->window != NULL && f->n_segments > 0)
        s->window->run = run;
    free_columns(&work);
    return rc;
}

int load_rollouts(const struct study_keys *keys, struct study *s, struct err *err)
{
    struct filling f = { .keys = keys, .study = s };
    int rc = list_facts(&f, err);
    if (rc == 0)
        rc = read_rows(&f, f.n_segments == 0 ? "load_rollouts" : "load_stale_rollouts", err);
    if (rc == 0)
        rc = fill(&f, err);
    free(f.segments);
    free(f.rows);
    return rc;
}
