#include "analysis/from_store/load_claimed.h"

#include <math.h>
#include <string.h>

#include "analysis/study/fastp.h"
#include "columns/list_claimed_baselines.h"
#include "columns/load_claimed_speedups.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

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
    size_t n, capacity, n_problems, n_nulls;
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

static void take_row(struct claimed *c, struct stmt *st, enum claimed_null nulls)
{
    struct fastp_sample s = {
        .compiled = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_COMPILED) != 0,
        .correct = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_CORRECT) != 0,
        .speedup = stmt_real(st, LOAD_CLAIMED_SPEEDUPS_VALUE),
    };
    if (stmt_int(st, LOAD_CLAIMED_SPEEDUPS_TASK_ID) != c->task_id)
        c->task_counted = false;
    c->task_id = stmt_int(st, LOAD_CLAIMED_SPEEDUPS_TASK_ID);
    if (!isnan(s.speedup)) {
        add(c, &s);
        return;
    }
    c->n_nulls++;
    switch (nulls) {
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

int load_claimed(struct db *db, const char *run, const char *baseline, int sample,
                 enum claimed_null nulls, struct arena *arena, struct fastp_input *out,
                 size_t *out_nulls, bool *out_found, struct err *err)
{
    struct claimed c = { 0 };
    struct stmt *st = db_query(db, "load_claimed_speedups");
    stmt_bind_text(st, ":run", run);
    stmt_bind_text(st, ":baseline", baseline);
    bool found = false;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        found = true;
        if (sample < 0 || stmt_int(st, LOAD_CLAIMED_SPEEDUPS_SAMPLE) == sample)
            take_row(&c, st, nulls);
    }
    struct fastp_sample *samples = arena_array(arena, c.n, sizeof(*samples));
    if (c.n > 0)
        memcpy(samples, c.samples, c.n * sizeof(*samples));
    mem_free_ptr(&c.samples);
    if (rc < 0)
        return rc;
    *out_found = found;
    if (found) {
        *out = (struct fastp_input){ .n_samples = c.n,
                                     .samples = samples,
                                     .n_problems = c.n_problems };
        *out_nulls = c.n_nulls;
    }
    return 0;
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
