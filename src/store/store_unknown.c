/*
 * store_unknown.c - an unknown name, and the one that may be meant.
 */
#include "columns/list_run_names.h"
#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/store/store.h"

int store_unknown(struct db *db, enum store_named what, const char *name, struct err *err)
{
    static const struct {
        const char *noun, *query;
    } kinds[] = { [STORE_RUN] = { "run", "list_run_names" },
                  [STORE_BASELINE] = { "baseline", "list_baseline_names" },
                  [STORE_TASK] = { "task", "list_task_names" } };
    struct nearest near;
    struct err failed = { 0 };
    struct stmt *st = db_query(db, kinds[what].query);
    nearest_init(&near, name);
    while (stmt_step(st, &failed) > 0)
        nearest_offer(&near, stmt_text(st, LIST_RUN_NAMES_NAME));
    err_set(err, ERR_NOMATCH, "there is no %s '%s' in the database", kinds[what].noun, name);
    return err_suggest(err, &near);
}
