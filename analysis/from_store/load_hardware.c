#include "analysis/from_store/load_hardware.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/study/hardware.h"
#include "columns/load_hardware.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

int load_hardware(struct db *db, const char *baseline, struct arena *arena,
                  struct hardware_time **out, size_t *out_n, struct err *err)
{
    struct hardware_time *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = db_query(db, "load_hardware");
    stmt_bind_text(st, ":baseline", baseline);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] =
            (struct hardware_time){ .baseline = stmt_text_dup(st, LOAD_HARDWARE_BASELINE, arena),
                                    .device = stmt_text_dup(st, LOAD_HARDWARE_HARDWARE, arena),
                                    .task = stmt_text_dup(st, LOAD_HARDWARE_TASK, arena),
                                    .task_id = stmt_int(st, LOAD_HARDWARE_TASK_ID),
                                    .runtime_us = stmt_real(st, LOAD_HARDWARE_RUNTIME_US),
                                    .source = stmt_text_dup(st, LOAD_HARDWARE_SOURCE, arena) };
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "no runtime of a baseline%s%s",
                     baseline == NULL ? "" : " called ", baseline == NULL ? "" : baseline);
    if (rc == 0) {
        *out = arena_array(arena, n, sizeof(*list));
        memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}
