#include "analysis/from_store/load_training.h"

#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_scan.h"
#include "analysis/from_store/load_audit.h"
#include "analysis/from_store/load_rewards.h"
#include "analysis/from_store/load_rollouts.h"
#include "analysis/from_store/load_study.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "analysis/study/training.h"
#include "columns/load_training_cheats.h"
#include "columns/load_training_metrics.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

struct training_loading {
    struct db *db;
    const char **names;
    size_t n_runs;
    int64_t *ids;
};

static struct stmt *query_runs(const struct training_loading *l, const char *query)
{
    struct stmt *st = db_query(l->db, query);
    stmt_bind_text_list(st, ":runs", l->names, l->n_runs);
    return st;
}

static size_t run_of(const struct training_loading *l, struct stmt *st)
{
    size_t i = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_TRAINING_METRICS_RUN_ID), 0);
    return i < l->n_runs ? i : l->n_runs - 1;
}

static int load_cheats(const struct training_loading *l, struct training_list *out, struct err *err)
{
    struct stmt *st = query_runs(l, "load_training_cheats");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t run = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_TRAINING_CHEATS_RUN_ID), 0);
        if (run == l->n_runs)
            continue;
        training_add(
            out,
            (struct training_point){
                run, (int)stmt_int(st, LOAD_TRAINING_CHEATS_STEP),
                stmt_int(st, LOAD_TRAINING_CHEATS_IS_HELD) != 0 ? TRAINING_HELD "cheat" : "cheat",
                stmt_int(st, LOAD_TRAINING_CHEATS_N), stmt_real(st, LOAD_TRAINING_CHEATS_SHARE),
                STAT_NAN, false });
    }
    return rc;
}

int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err)
{
    struct training_loading l = { .db = db, .n_runs = s->n_runs };
    l.names = arena_array(arena, s->n_runs, sizeof(*l.names));
    for (size_t i = 0; i < s->n_runs; i++)
        l.names[i] = s->runs[i].name;
    int rc = load_run_ids(db, l.names, l.n_runs, arena, &l.ids, err);
    if (rc < 0)
        return rc;
    rc = load_cheats(&l, out, err);
    if (rc < 0)
        return rc;
    rc = load_rewards(db, l.names, l.ids, l.n_runs, arena, out, err);
    if (rc < 0)
        return rc;
    struct stmt *st = query_runs(&l, "load_training_metrics");
    while ((rc = stmt_step(st, err)) > 0)
        training_add(out,
                     (struct training_point){
                         run_of(&l, st), (int)stmt_int(st, LOAD_TRAINING_METRICS_STEP),
                         arena_printf(arena, "update %s", stmt_text(st, LOAD_TRAINING_METRICS_KEY)),
                         -1, stmt_real(st, LOAD_TRAINING_METRICS_METRIC), STAT_NAN, false });
    return rc;
}

/* A text that leaves the work to others: no kernel of its own, a library, a fallback, or a result
 * that computes later. */
static bool is_lazy(const struct audit_code *code)
{
    bool lazy = !code->has_kernel;
    for (size_t i = 0; i < code->n_hits; i++)
        lazy = lazy || code->hits[i].kind == CODE_LIBRARY || code->hits[i].kind == CODE_FALLBACK ||
               code->hits[i].kind == CODE_LAZY;
    return lazy;
}

static bool is_held(const struct study *s, size_t run, const char *task)
{
    const struct study_run *r = &s->runs[run];
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        if (s->cells[c].is_held && strcmp(s->tasks[s->cells[c].task].task, task) == 0)
            return true;
    }
    return false;
}

int load_training_texts(struct db *db, const struct study *s, size_t run, struct arena *arena,
                        struct training_list *out, struct err *err)
{
    struct audit_run a;
    int rc = load_audit(db, s->runs[run].name, arena, &a, err);
    if (rc < 0)
        return rc;
    for (int held = 0; held < 2; held++) {
        for (size_t i = 0; i < a.n_rollouts;) {
            int step = a.rollouts[i].step;
            bool any = false;
            int64_t n = 0;
            int64_t lazy = 0;
            for (; i < a.n_rollouts && a.rollouts[i].step == step; i++) {
                const struct audit_rollout *r = &a.rollouts[i];
                const struct audit_code *code = audit_find_code(&a, r->code_id);
                if (is_held(s, run, a.tasks[r->task].task) != (held == 1))
                    continue;
                any = true;
                n += r->correct && code != NULL;
                lazy += r->correct && code != NULL && is_lazy(code);
            }
            if (any)
                training_add(out,
                             (struct training_point){
                                 run, step, held == 1 ? TRAINING_HELD "lazy" : "lazy", n,
                                 n == 0 ? STAT_NAN : (double)lazy / (double)n, STAT_NAN, false });
        }
    }
    return 0;
}
