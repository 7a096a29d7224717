#include "analysis/from_store/load_settings.h"

#include <stdlib.h>
#include <string.h>

#include "columns/load_settings.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

int load_settings(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                  struct run_setting **out, size_t *out_n, struct err *err)
{
    struct run_setting *list = NULL;
    size_t n = 0, capacity = 0;
    struct stmt *st = db_query(db, "load_settings");
    stmt_bind_text_list(st, ":runs", names, n_names);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] = (struct run_setting){ text_or_empty(st, LOAD_SETTINGS_NAME, arena),
                                          text_or_empty(st, LOAD_SETTINGS_KEY, arena),
                                          text_or_empty(st, LOAD_SETTINGS_VALUE, arena),
                                          text_or_empty(st, LOAD_SETTINGS_ORIGIN, arena) };
    }
    if (rc == 0) {
        *out = arena_array(arena, n + 1, sizeof(*list));
        if (n > 0)
            memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}

const char *run_setting_of(const struct run_setting *list, size_t n, const char *run,
                           const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(list[i].run, run) == 0 && strcmp(list[i].name, name) == 0)
            return list[i].value;
    }
    return NULL;
}
