#include "analysis/from_store/load_stated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_calibration.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "analysis/study/study.h"
#include "columns/list_claimed_baselines.h"
#include "columns/load_claimed_speedups.h"
#include "columns/load_confidence.h"
#include "columns/load_judged.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/base/str.h"
#include "src/store/db.h"

static const struct {
    const char *name;
    int column;
} sources[CONFIDENCE_SOURCES] = {
    [CONFIDENCE_TOKEN_MEAN] = { "token-mean", LOAD_CONFIDENCE_MEAN_LOGPROB },
    [CONFIDENCE_SEQUENCE] = { "sequence", LOAD_CONFIDENCE_SUM_LOGPROB },
    [CONFIDENCE_JUDGE_CORRECTNESS] = { "judge-correctness", LOAD_CONFIDENCE_JUDGED_CORRECTNESS },
    [CONFIDENCE_JUDGE_COMPILABILITY] = { "judge-compilability",
                                         LOAD_CONFIDENCE_JUDGED_COMPILABILITY },
    [CONFIDENCE_JUDGE_SPEED] = { "judge-speed", LOAD_CONFIDENCE_JUDGED_SPEED },
    [CONFIDENCE_EXTRA] = { "extra:", LOAD_CONFIDENCE_STATED },
};

bool confidence_source_parse(const char *name, enum confidence_source *out, const char **out_field)
{
    size_t prefix = strlen(sources[CONFIDENCE_EXTRA].name);
    if (str_starts_with(name, sources[CONFIDENCE_EXTRA].name) && name[prefix] != '\0') {
        *out = CONFIDENCE_EXTRA;
        *out_field = name + prefix;
        return true;
    }
    for (size_t i = 0; i < CONFIDENCE_EXTRA; i++) {
        if (strcmp(name, sources[i].name) == 0) {
            *out = (enum confidence_source)i;
            *out_field = NULL;
            return true;
        }
    }
    return false;
}

bool confidence_event_parse(const char *name, enum confidence_event *out)
{
    static const char *const names[] = { "correct", "compiled", "fast" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            *out = (enum confidence_event)i;
            return true;
        }
    }
    return false;
}

static bool is_fast(const struct confidence_request *q, struct stmt *st)
{
    bool correct = stmt_int(st, LOAD_CONFIDENCE_CORRECT) != 0;
    double speedup = stmt_real(st, LOAD_CONFIDENCE_SPEEDUP);
    if (q->baseline != NULL)
        speedup =
            speedup_of(correct,
                       baseline_of_sample(q->baseline, (int)stmt_int(st, LOAD_CONFIDENCE_LEVEL),
                                          (int)stmt_int(st, LOAD_CONFIDENCE_PROBLEM_ID),
                                          stmt_int(st, LOAD_CONFIDENCE_STEP),
                                          stmt_int(st, LOAD_CONFIDENCE_SAMPLE)),
                       stmt_real(st, LOAD_CONFIDENCE_RUNTIME_US));
    return correct && speedup_is_fast(speedup, q->rule.p, q->rule.ge);
}

static bool has_happened(const struct confidence_request *q, struct stmt *st)
{
    switch (q->event) {
    case EVENT_CORRECT:
        return stmt_int(st, LOAD_CONFIDENCE_CORRECT) != 0;
    case EVENT_COMPILED:
        return stmt_int(st, LOAD_CONFIDENCE_COMPILED) != 0;
    case EVENT_FAST:
        return is_fast(q, st);
    }
    return false;
}

/* NaN when nothing is stated. */
static double stated(const struct confidence_request *q, struct stmt *st)
{
    double v = stmt_real(st, sources[q->source].column);
    if (q->source <= CONFIDENCE_SEQUENCE)
        return exp(v);
    return v / q->scale;
}

struct confidence_place {
    char *task;
    size_t cluster;
    int64_t step;
    int64_t sample;
    bool any;
};

/* A later turn of the last sample goes on. */
static bool goes_on(struct confidence_place *at, struct stmt *st)
{
    const char *task = stmt_text(st, LOAD_CONFIDENCE_TASK);
    bool same_task = at->any && strcmp(at->task, task) == 0;
    bool same = same_task && at->step == stmt_int(st, LOAD_CONFIDENCE_STEP) &&
                at->sample == stmt_int(st, LOAD_CONFIDENCE_SAMPLE);
    if (!same_task) {
        free(at->task);
        at->task = mem_strdup(task);
        at->cluster += at->any;
    }
    at->any = true;
    at->step = stmt_int(st, LOAD_CONFIDENCE_STEP);
    at->sample = stmt_int(st, LOAD_CONFIDENCE_SAMPLE);
    return same;
}

static int read_rows(struct stmt *st, const struct confidence_request *q, struct confidence_set *s,
                     struct err *err)
{
    struct confidence_place at = { 0 };
    size_t capacity = 0;
    bool last_stated = false;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (goes_on(&at, st)) {
            s->n -= last_stated;
            s->n_missing -= !last_stated;
        }
        double p = stated(q, st);
        last_stated = !isnan(p);
        s->n_missing += !last_stated;
        if (!last_stated)
            continue;
        if (!(p >= 0.0) || !(p <= 1.0)) {
            rc = err_set(
                err, ERR_NODATA,
                "%s, sample %lld: a confidence of %g is not between 0 and 1 (--scale divides)",
                at.task, (long long)at.sample, p);
            stmt_reset(st);
            break;
        }
        if (s->items == NULL || s->n == capacity) {
            capacity += capacity + 256;
            s->items = mem_grow(s->items, capacity, sizeof(*s->items));
        }
        s->items[s->n++] = (struct stat_forecast){ p, has_happened(q, st), at.cluster };
    }
    free(at.task);
    return rc;
}

int load_confidence(struct db *db, const char *run, const struct confidence_request *q,
                    struct arena *arena, struct confidence_set *out, struct err *err)
{
    struct confidence_set s = { 0 };
    struct stmt *st = db_query(db, "load_confidence");
    const char *path = "$";
    if (q->field != NULL)
        path = q->field[0] == '$' ? q->field : arena_printf(arena, "$.\"%s\"", q->field);
    stmt_bind_text_list(st, ":runs", &run, 1);
    stmt_bind_text(st, ":path", path);
    int rc = read_rows(st, q, &s, err);
    if (rc == 0) {
        *out = s;
        out->items = arena_array(arena, s.n + 1, sizeof(*s.items));
        if (s.n > 0)
            memcpy(out->items, s.items, s.n * sizeof(*s.items));
    }
    free(s.items);
    return rc;
}

struct judged_reading {
    struct arena *arena;
    struct judge_panels *out;
    size_t panels_capacity, items_capacity;
    int64_t setup;
    const char *task;
    struct judged *items;
};

static void end_panel(struct judged_reading *r)
{
    if (r->out->n == 0)
        return;
    struct judge_panel *p = &r->out->items[r->out->n - 1];
    p->items = arena_array(r->arena, p->n + 1, sizeof(*p->items));
    if (p->n > 0)
        memcpy(p->items, r->items, p->n * sizeof(*p->items));
}

static struct judge_panel *panel_of(struct judged_reading *r, struct stmt *st)
{
    struct judge_panels *o = r->out;
    int64_t setup = stmt_int(st, LOAD_JUDGED_PANEL);
    if (o->n > 0 && setup == r->setup)
        return &o->items[o->n - 1];
    end_panel(r);
    if (o->items == NULL || o->n == r->panels_capacity) {
        r->panels_capacity += r->panels_capacity + 8;
        o->items = mem_grow(o->items, r->panels_capacity, sizeof(*o->items));
    }
    r->setup = setup;
    r->task = NULL;
    o->items[o->n++] = (struct judge_panel){
        .judge = stmt_text_dup(st, LOAD_JUDGED_NAME, r->arena),
        .template_name = stmt_text_dup(st, LOAD_JUDGED_SETUP_TEMPLATE, r->arena),
        .setup_sha256 = stmt_text_dup(st, LOAD_JUDGED_SETUP_SHA256, r->arena)
    };
    return &o->items[o->n - 1];
}

static void add_item(struct judged_reading *r, struct judge_panel *p, struct stmt *st)
{
    const char *task = stmt_text(st, LOAD_JUDGED_TASK);
    if (r->items == NULL || p->n == r->items_capacity) {
        r->items_capacity += r->items_capacity + 256;
        r->items = mem_grow(r->items, r->items_capacity, sizeof(*r->items));
    }
    if (r->task == NULL || strcmp(r->task, task) != 0) {
        r->task = arena_strdup(r->arena, task);
        p->n_tasks++;
    }
    r->items[p->n++] = (struct judged){
        .stated = { stmt_real(st, LOAD_JUDGED_CORRECTNESS),
                    stmt_real(st, LOAD_JUDGED_COMPILABILITY), stmt_real(st, LOAD_JUDGED_SPEED) },
        .compiled = stmt_int(st, LOAD_JUDGED_COMPILED) != 0,
        .correct = stmt_int(st, LOAD_JUDGED_CORRECT) != 0,
        .speedup = stmt_real(st, LOAD_JUDGED_SPEEDUP),
        .task = p->n_tasks - 1,
    };
}

static int count_rollouts(struct db *db, const char *run, size_t *out, struct err *err)
{
    int64_t n = 0;
    struct stmt *st = db_query(db, "count_run_rollouts");
    stmt_bind_text(st, ":run", run);
    int rc = stmt_one_int(st, &n, err);
    *out = (size_t)n;
    return rc;
}

int load_judged(struct db *db, const char *run, struct arena *arena, struct judge_panels *out,
                struct err *err)
{
    struct judge_panels panels = { 0 };
    struct judged_reading r = { .arena = arena, .out = &panels };
    int rc = count_rollouts(db, run, &panels.n_rollouts, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "load_judged");
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0) {
        struct judge_panel *p = panel_of(&r, st);
        const char *outcome = stmt_text(st, LOAD_JUDGED_OUTCOME);
        p->n_judged++;
        if (stmt_int(st, LOAD_JUDGED_MALFORMED) != 0)
            p->n_malformed++;
        else if (outcome == NULL || strcmp(outcome, "infra") == 0)
            p->n_unevaluated++;
        else
            add_item(&r, p, st);
    }
    end_panel(&r);
    free(r.items);
    if (rc == 0) {
        *out = panels;
        out->items = arena_array(arena, panels.n + 1, sizeof(*panels.items));
        if (panels.n > 0)
            memcpy(out->items, panels.items, panels.n * sizeof(*panels.items));
    }
    free(panels.items);
    return rc;
}

static const char *const names[] = {
    [CLAIMED_NULL_ONE] = "1.0",
    [CLAIMED_NULL_DROP] = "drop",
    [CLAIMED_NULL_FAIL] = "fail",
};

const char *claimed_null_name(enum claimed_null n)
{
    return names[n];
}

bool claimed_null_parse(const char *name, enum claimed_null *out)
{
    if (strcmp(name, "1") == 0)
        name = names[CLAIMED_NULL_ONE];
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (enum claimed_null)i;
            return true;
        }
    return false;
}

struct claimed {
    struct fastp_sample *samples; /* heap */
    size_t n, capacity, n_problems, n_missing;
    struct claimed_counts counts;
    int64_t task_id;
    bool task_counted;
};

static void add(struct claimed *c, const struct fastp_sample *s)
{
    if (c->n == c->capacity) {
        c->capacity = c->capacity == 0 ? 256 : c->capacity * 2;
        c->samples = mem_grow(c->samples, c->capacity, sizeof(*c->samples));
    }
    if (!c->task_counted)
        c->n_problems++;
    c->task_counted = true;
    c->samples[c->n] = *s;
    c->samples[c->n++].problem = (uint32_t)(c->n_problems - 1);
}

static void take_row(struct claimed *c, struct stmt *st, const struct claimed_of *of)
{
    const double timed = stmt_real(st, LOAD_CLAIMED_SPEEDUPS_TIMED);
    const double value = stmt_real(st, LOAD_CLAIMED_SPEEDUPS_VALUE);
    const bool claimed = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_CLAIMED) != 0;
    struct fastp_sample s = {
        .compiled = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_COMPILED) != 0,
        .correct = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_CORRECT) != 0,
    };
    const bool decides = claimed && (of->decides || isnan(timed));
    s.speedup = decides ? value : timed;
    c->counts.n_both += s.correct && !isnan(value) && !isnan(timed);
    if (stmt_int(st, LOAD_CLAIMED_SPEEDUPS_TASK_ID) != c->task_id)
        c->task_counted = false;
    c->task_id = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_TASK_ID);
    if (!decides || !isnan(s.speedup)) {
        c->counts.n_claimed += decides && s.correct;
        c->counts.n_timed += !decides && s.correct && !isnan(timed);
        c->n_missing += !decides && s.correct && isnan(timed);
        add(c, &s);
        return;
    }
    c->counts.n_nulls++;
    switch (of->nulls) {
    case CLAIMED_NULL_ONE:
        s = (struct fastp_sample){ .compiled = true, .correct = true, .speedup = 1.0 };
        break;
    case CLAIMED_NULL_DROP:
        return;
    case CLAIMED_NULL_FAIL:
        s.correct = false;
        break;
    }
    add(c, &s);
}

int load_claimed(struct db *db, const struct claimed_of *of, struct arena *arena,
                 struct fastp_input *out, struct claimed_counts *out_counts, struct err *err)
{
    struct claimed c = { 0 };
    struct stmt *st = db_query(db, "load_claimed_speedups");
    stmt_bind_text(st, ":run", of->run);
    stmt_bind_text(st, ":baseline", of->baseline);
    bool found = false;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        found = found || (stmt_int(st, LOAD_CLAIMED_SPEEDUPS_CLAIMED) != 0 &&
                          (of->decides || stmt_int(st, LOAD_CLAIMED_SPEEDUPS_HAS_TIME) == 0));
        if (of->sample < 0 || stmt_int(st, LOAD_CLAIMED_SPEEDUPS_SAMPLE) == of->sample)
            take_row(&c, st, of);
    }
    struct fastp_sample *samples = arena_array(arena, c.n, sizeof(*samples));
    if (c.n > 0)
        memcpy(samples, c.samples, c.n * sizeof(*samples));
    mem_free_ptr(&c.samples);
    if (rc < 0)
        return rc;
    if (found) {
        *out = (struct fastp_input){ .n_samples = c.n,
                                     .samples = samples,
                                     .n_problems = c.n_problems,
                                     .n_untimed = c.n_missing };
        *out_counts = c.counts;
    }
    return found;
}

static int has_row(struct db *db, const char *query, const char *run, bool *out, struct err *err)
{
    struct stmt *st = db_query(db, query);
    stmt_bind_text(st, ":run", run);
    int rc = stmt_step(st, err);
    if (rc > 0)
        stmt_reset(st);
    if (rc >= 0)
        *out = rc > 0;
    return rc < 0 ? rc : 0;
}

int load_is_import(struct db *db, const char *run, bool *out, struct err *err)
{
    return has_row(db, "find_run_import", run, out, err);
}

int load_is_stated(struct db *db, const char *run, bool *out, struct err *err)
{
    bool found = false;
    int rc = load_is_import(db, run, &found, err);
    if (rc == 0 && found) /* a join of facts has no evaluations to ask about */
        rc = has_row(db, "find_claimed_baseline", run, &found, err);
    if (rc == 0)
        *out = found;
    return rc;
}

int load_claimed_names(struct db *db, const char *run, struct arena *arena, const char **out,
                       struct err *err)
{
    struct stmt *st = db_query(db, "list_claimed_baselines");
    const char *list = "";
    int rc = 0;
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0)
        list = arena_printf(arena, "%s%s%s", list, *list == '\0' ? "" : ", ",
                            stmt_text(st, LIST_CLAIMED_BASELINES_DETAIL));
    if (rc == 0)
        *out = list;
    return rc;
}
