#include "analysis/load_cost.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cost.h"
#include "analysis/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static struct cost_use read_rollouts(struct stmt *st, struct arena *arena)
{
    int64_t untold = stmt_int(st, 6);
    return (struct cost_use){ .run = stmt_text_dup(st, 0, arena),
                              .model = stmt_text_dup(st, 1, arena),
                              .step = (int)stmt_int(st, 2),
                              .rollouts = stmt_real(st, 3),
                              .prompt_tokens = untold > 0 ? STAT_NAN : stmt_real(st, 4),
                              .completion_tokens = untold > 0 ? STAT_NAN : stmt_real(st, 5),
                              .teacher_tokens = STAT_NAN,
                              .evaluate_seconds = STAT_NAN,
                              .wall_seconds = STAT_NAN,
                              .correct = stmt_real(st, 7),
                              .n_untold = untold };
}

static void read_ledger(struct stmt *st, struct cost_use *u)
{
    u->rollouts = stmt_real(st, 2);
    u->prompt_tokens = stmt_real(st, 3);
    u->completion_tokens = stmt_real(st, 4);
    u->teacher_tokens = stmt_real(st, 5);
    u->evaluate_seconds = stmt_real(st, 6);
    u->wall_seconds = stmt_real(st, 7);
    u->n_untold = 0;
    u->from_ledger = true;
}

static int load_ledger(struct db *db, const char *const *names, size_t n_names,
                       struct cost_use *uses, size_t n, struct err *err)
{
    struct stmt *st = db_query(db, "load_cost");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *run = stmt_text(st, 0);
        int step = (int)stmt_int(st, 1);
        for (size_t i = 0; i < n; i++) {
            if (uses[i].step == step && strcmp(uses[i].run, run) == 0)
                read_ledger(st, &uses[i]);
        }
    }
    return rc;
}

int load_cost(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
              struct cost_use **out, size_t *out_n, struct err *err)
{
    struct cost_use *uses = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = db_query(db, "load_cost_rollouts");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (uses == NULL || n == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            uses = mem_grow(uses, capacity, sizeof(*uses));
        }
        uses[n++] = read_rollouts(st, arena);
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    if (rc == 0)
        rc = load_ledger(db, names, n_names, uses, n, err);
    if (rc == 0) {
        *out = arena_array(arena, n, sizeof(*uses));
        memcpy(*out, uses, n * sizeof(*uses));
        *out_n = n;
    }
    free(uses);
    return rc;
}
