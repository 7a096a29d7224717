#include "analysis/load_training.h"

#include <string.h>

#include "analysis/stat_summary.h"
#include "analysis/study.h"
#include "analysis/training.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static size_t run_index(const struct study *s, const char *name)
{
    size_t i = 0;
    while (i + 1 < s->n_runs && strcmp(s->runs[i].name, name) != 0)
        i++;
    return i;
}

static struct stmt *query_runs(struct db *db, const char *name, const struct study *s,
                               struct arena *arena)
{
    const char **names = arena_array(arena, s->n_runs, sizeof(*names));
    for (size_t i = 0; i < s->n_runs; i++)
        names[i] = s->runs[i].name;
    struct stmt *st = db_query(db, name);
    stmt_bind_text_list(st, ":runs", names, s->n_runs);
    return st;
}

int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err)
{
    struct stmt *st = query_runs(db, "load_training_rewards", s, arena);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0)
        training_add(out,
                     (struct training_point){ run_index(s, stmt_text(st, 0)), (int)stmt_int(st, 1),
                                              arena_printf(arena, "reward %s", stmt_text(st, 2)),
                                              stmt_int(st, 3), stmt_real(st, 4), STAT_NAN });
    if (rc < 0)
        return rc;
    st = query_runs(db, "load_training_metrics", s, arena);
    while ((rc = stmt_step(st, err)) > 0)
        training_add(out,
                     (struct training_point){ run_index(s, stmt_text(st, 0)), (int)stmt_int(st, 1),
                                              arena_printf(arena, "update %s", stmt_text(st, 2)),
                                              -1, stmt_real(st, 3), STAT_NAN });
    return rc;
}
