/*
 * store_unknown.c - an unknown name, and the one that may be meant.
 */
#include <stdio.h>
#include <string.h>

#include "columns/list_run_names.h"
#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/store/store.h"

/* A task's number alone, "4" for l1/4, is the task. */
static void offer(struct nearest *near, const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t cost = near->cost;
    if (slash != NULL && slash[1] != '\0')
        nearest_offer(near, slash + 1);
    if (near->cost < cost && near->cost == 0)
        snprintf(near->name, sizeof(near->name), "%s", name);
    else
        nearest_offer(near, name);
}

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
    bool any = false;
    while (stmt_step(st, &failed) > 0) {
        offer(&near, stmt_text(st, LIST_RUN_NAMES_NAME));
        any = true;
    }
    err_set(err, ERR_NOMATCH, "there is no %s '%s' in the database%s", kinds[what].noun, name,
            what != STORE_BASELINE || any
                ? ""
                : ", nor any other: without --baseline, the time beside each candidate counts");
    return err_suggest(err, &near);
}
