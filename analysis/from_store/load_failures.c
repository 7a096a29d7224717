#include "analysis/from_store/load_failures.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/study/failures.h"
#include "columns/load_failures.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

const char *const failure_group_names[FAILURE_GROUPS + 1] = {
    [FAILURE_BY_MODEL] = "model",       [FAILURE_BY_RUN] = "run",
    [FAILURE_BY_STRATEGY] = "strategy", [FAILURE_BY_FAMILY] = "family",
    [FAILURE_BY_LEVEL] = "level",       [FAILURE_BY_TASK] = "task",
};

static const int group_columns[FAILURE_GROUPS] = {
    [FAILURE_BY_MODEL] = LOAD_FAILURES_MODEL,       [FAILURE_BY_RUN] = LOAD_FAILURES_NAME,
    [FAILURE_BY_STRATEGY] = LOAD_FAILURES_STRATEGY, [FAILURE_BY_FAMILY] = LOAD_FAILURES_FAMILY,
    [FAILURE_BY_LEVEL] = LOAD_FAILURES_LEVEL,       [FAILURE_BY_TASK] = LOAD_FAILURES_TASK,
};

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

int load_failures(struct db *db, const char *const *names, size_t n_names, enum failure_group by,
                  struct arena *arena, struct failure_count **out, size_t *out_n, struct err *err)
{
    struct failure_count *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = db_query(db, "load_failures");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] =
            (struct failure_count){ .group = text_or_empty(st, group_columns[by], arena),
                                    .step = (int)stmt_int(st, LOAD_FAILURES_STEP),
                                    .outcome = text_or_empty(st, LOAD_FAILURES_OUTCOME, arena),
                                    .cheat_kind =
                                        text_or_empty(st, LOAD_FAILURES_CHEAT_KIND, arena),
                                    .n = stmt_int(st, LOAD_FAILURES_N),
                                    .message = stmt_text_dup(st, LOAD_FAILURES_MESSAGE, arena) };
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    if (rc == 0) {
        *out = arena_array(arena, n, sizeof(*list));
        memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}
