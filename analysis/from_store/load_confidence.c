#include "analysis/from_store/load_confidence.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_calibration.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/baseline_table.h"
#include "columns/load_confidence.h"
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
    if (q->baseline != NULL) {
        const struct baseline_entry *e =
            baseline_find(q->baseline, (int)stmt_int(st, LOAD_CONFIDENCE_LEVEL),
                          (int)stmt_int(st, LOAD_CONFIDENCE_PROBLEM_ID));
        speedup = e == NULL ? STAT_NAN
                            : speedup_of(correct, e->runtime_us,
                                         stmt_real(st, LOAD_CONFIDENCE_RUNTIME_US));
    }
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
            rc = err_set(err, ERR_NODATA,
                         "%s, sample %lld: a confidence of %g is no chance from 0 to 1 (--scale "
                         "divides)",
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
