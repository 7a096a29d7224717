#include "src/mcp/wall.h"

#include <string.h>

#include "columns/mcp_code_tasks.h"
#include "columns/mcp_splits.h"
#include "splits/split.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

int wall_open(const char *name, struct arena *a, struct wall *out, struct err *err)
{
    *out = (struct wall){ .n = 0 };
    if (name == NULL)
        return 0;
    struct split *split = arena_alloc(a, sizeof(*split));
    int rc = split_find(name, a, split, err);
    if (rc == 0)
        *out = (struct wall){ split, 1 };
    return rc;
}

int wall_load(const struct wall *own, struct db *db, struct arena *a, struct wall *out,
              struct err *err)
{
    struct split *all = NULL;
    size_t n = own->n, room = 0;
    int64_t count = 0;
    int rc = stmt_one_int(db_query(db, "mcp_count_splits"), &count, err);
    room = n + (size_t)(count > 0 ? count : 0);
    all = arena_array(a, room + 1, sizeof(*all));
    if (n > 0)
        memcpy(all, own->splits, n * sizeof(*all));
    struct stmt *st = db_query(db, "mcp_splits");
    while (rc == 0 && n < room && (rc = stmt_step(st, err)) > 0) {
        const char *text = stmt_text_dup(st, MCP_SPLITS_JSON, a);
        rc = split_parse("a split of the database", text, strlen(text), a, &all[n], err);
        n += rc == 0;
    }
    stmt_reset(st);
    *out = (struct wall){ all, n };
    return rc < 0 ? rc : 0;
}

bool wall_hides(const struct wall *w, int64_t level, int64_t problem_id)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->splits[i].level == level && problem_id > 0 && problem_id < SPLIT_MAX_PROBLEMS &&
            split_has_eval(&w->splits[i], (int)problem_id))
            return true;
    return false;
}

int wall_hides_code(const struct wall *w, struct db *db, const char *code_sha256, bool *out,
                    struct err *err)
{
    int rc;
    struct stmt *st = db_query(db, "mcp_code_tasks");
    stmt_bind_text(st, ":code_sha256", code_sha256);
    *out = false;
    while ((rc = stmt_step(st, err)) > 0)
        *out = *out || wall_hides(w, stmt_int(st, MCP_CODE_TASKS_LEVEL),
                                  stmt_int(st, MCP_CODE_TASKS_PROBLEM_ID));
    return rc;
}
