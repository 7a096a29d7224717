/*
 * wall.h - which tasks are held out: nobody who is measured on a task may be shown kernels of it.
 *
 * Held out are the eval parts of every split of the database, and of one split more.
 */
#ifndef ROLLBOOK_MCP_WALL_H
#define ROLLBOOK_MCP_WALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct split;

struct wall {
    const struct split *splits; /* arena */
    size_t n;
};

/* split: a name or a file; NULL: none. */
int wall_open(const char *split, struct arena *a, struct wall *out, struct err *err);
/* Those of own and of the database. */
int wall_load(const struct wall *own, struct db *db, struct arena *a, struct wall *out,
              struct err *err);
/* The kernel is right for a held-out task as well, or was tried there. */
int wall_hides_code(const struct wall *w, struct db *db, const char *code_sha256, bool *out,
                    struct err *err);
bool wall_hides(const struct wall *w, int64_t level, int64_t problem_id);

#endif
