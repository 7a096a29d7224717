#include "analysis/study/failures.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

static const struct {
    const char *outcome;
    enum failure_stage stage;
} outcomes[] = {
    { "no_code", FAILURE_STAGE_TEXT },       { "parse", FAILURE_STAGE_TEXT },
    { "compile", FAILURE_STAGE_BUILD },      { "launch", FAILURE_STAGE_RUN },
    { "crash", FAILURE_STAGE_RUN },          { "timeout", FAILURE_STAGE_RUN },
    { "wrong_shape", FAILURE_STAGE_RESULT }, { "nan", FAILURE_STAGE_RESULT },
    { "mismatch", FAILURE_STAGE_RESULT },    { "cheat", FAILURE_STAGE_HONESTY },
    { "measured", FAILURE_STAGE_NONE },      { "infra", FAILURE_STAGE_UNSCORED },
    { "pending", FAILURE_STAGE_UNSCORED },
};

const char *failure_stage_name(enum failure_stage s)
{
    static const char *const names[FAILURE_STAGES] = { "text",  "build", "run",     "result",
                                                       "cheat", "none",  "unscored" };
    return names[s];
}

static size_t outcome_index(const char *outcome)
{
    size_t i = 0;
    while (i < ARRAY_LEN(outcomes) && strcmp(outcomes[i].outcome, outcome) != 0)
        i++;
    return i;
}

enum failure_stage failure_stage_of(const char *outcome)
{
    size_t i = outcome_index(outcome);
    return i < ARRAY_LEN(outcomes) ? outcomes[i].stage : FAILURE_STAGE_UNSCORED;
}

struct sortable {
    struct failure_row row;
    size_t group;
    size_t outcome;
};

static int compare_rows(const void *pa, const void *pb)
{
    const struct sortable *a = pa;
    const struct sortable *b = pb;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->row.step != b->row.step)
        return a->row.step < b->row.step ? -1 : 1;
    if (a->outcome != b->outcome)
        return a->outcome < b->outcome ? -1 : 1;
    int by_outcome = strcmp(a->row.outcome, b->row.outcome);
    return by_outcome != 0 ? by_outcome : strcmp(a->row.cheat_kind, b->row.cheat_kind);
}

static size_t group_index(const struct failure_count *counts, size_t i, const size_t *groups)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(counts[k].group, counts[i].group) == 0)
            return groups[k];
    }
    return i;
}

static void read_count(const struct failure_count *c, size_t group, bool by_step,
                       struct sortable *out)
{
    *out = (struct sortable){
        .row = { .group = c->group,
                 .step = by_step ? c->step : FAILURES_ALL_STEPS,
                 .stage = failure_stage_of(c->outcome),
                 .outcome = c->outcome,
                 .cheat_kind = c->cheat_kind,
                 .n = c->n,
                 .message = c->message },
        .group = group,
        .outcome = outcome_index(c->outcome),
    };
}

static void put_denominators(struct failure_row *rows, size_t n)
{
    for (size_t i = 0; i < n;) {
        int64_t scored = 0;
        size_t k = i;
        for (; k < n && (rows[k].step == rows[i].step && strcmp(rows[k].group, rows[i].group) == 0);
             k++)
            scored += rows[k].stage == FAILURE_STAGE_UNSCORED ? 0 : rows[k].n;
        for (; i < k; i++)
            rows[i].scored = scored;
    }
}

struct failure_row *failures_tabulate(const struct failure_count *counts, size_t n, bool by_step,
                                      size_t *out_n, struct arena *arena)
{
    struct sortable *s = arena_array(arena, n, sizeof(*s));
    struct failure_row *rows = arena_array(arena, n, sizeof(*rows));
    size_t *groups = arena_array(arena, n, sizeof(*groups));
    for (size_t i = 0; i < n; i++) {
        groups[i] = i > 0 && strcmp(counts[i].group, counts[i - 1].group) == 0
                        ? groups[i - 1]
                        : group_index(counts, i, groups);
        read_count(&counts[i], groups[i], by_step, &s[i]);
    }
    if (n > 0)
        qsort(s, n, sizeof(*s), compare_rows);
    /* The least message stays, so that the order of rows does not matter. */
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const char *message = s[i].row.message;
        if (i == 0 || compare_rows(&s[i - 1], &s[i]) != 0) {
            rows[count++] = s[i].row;
            continue;
        }
        struct failure_row *last = &rows[count - 1];
        last->n += s[i].row.n;
        if (message != NULL && (last->message == NULL || strcmp(message, last->message) < 0))
            last->message = message;
    }
    *out_n = count;
    put_denominators(rows, *out_n);
    return rows;
}

struct stat_chi2 failures_homogeneity(const struct failure_row *rows, size_t n, const char *group,
                                      const char *outcome, struct arena *arena)
{
    int64_t *c = arena_array(arena, n, sizeof(*c));
    int64_t *totals = arena_array(arena, n, sizeof(*totals));
    size_t steps = 0;
    const struct failure_row *last = NULL;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].group, group) != 0)
            continue;
        if (last == NULL || last->step != rows[i].step)
            totals[steps++] = rows[i].scored;
        last = &rows[i];
        if (strcmp(rows[i].outcome, outcome) == 0)
            c[steps - 1] += rows[i].n;
    }
    return stat_chi2_homogeneity(c, totals, steps);
}
