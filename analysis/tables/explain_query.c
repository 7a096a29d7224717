/* explain_query.c - the explanation of a table, and the text of a query. */
#include <string.h>

#include "analysis/tables/explanations.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"

const struct explanation *explanation_of(const char *schema)
{
    const struct explanation *best = NULL;
    size_t n = 0;
    const struct explanation *explanations = explanation_all(&n);
    for (size_t i = 0; i < n; i++) {
        const char *name = explanations[i].schema;
        size_t len = strlen(name);
        /* "x.selection" explains "x.selection/1" and "x.selection.rules/1". */
        if (str_starts_with(schema, name) && (schema[len] == '/' || schema[len] == '.') &&
            (best == NULL || len > strlen(best->schema)))
            best = &explanations[i];
    }
    return best;
}

const char *explanation_query_path(const char *name)
{
    return query_path(name);
}

/* Comments are whole lines or end one. */
const char *explanation_query(const char *name, struct arena *arena)
{
    struct buf b = { 0 };
    for (const char *at = query_path(name) == NULL ? "" : query_sql(name); *at != '\0';) {
        size_t len = strcspn(at, "\n"), used = 0;
        while (used < len && strncmp(at + used, "--", 2) != 0)
            used++;
        while (used > 0 && strchr(" \t", at[used - 1]) != NULL)
            used--;
        if (used > 0)
            buf_printf(&b, "%s%.*s", b.len > 0 ? "\n" : "", (int)used, at);
        at += len + (at[len] == '\n');
    }
    const char *text = arena_strdup(arena, buf_text(&b));
    buf_release(&b);
    return text;
}
