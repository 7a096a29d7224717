#include "src/cli/analyze_explain.h"

#include <string.h>

#include "analysis/tables/table_kind.h"
#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

static void note_each(struct table *t, const char *what, const char *const *facts)
{
    struct buf plain = { 0 };
    for (size_t i = 0; i < SHAPE_FACTS && facts[i] != NULL; i++) {
        buf_clear(&plain);
        formula_put_plain(&plain, facts[i]);
        table_note(t, "%s: %s", what, buf_text(&plain));
    }
    buf_release(&plain);
}

static const char *query_text(const char *name, struct arena *arena)
{
    char *text = arena_strdup(arena, table_query_text(name, arena));
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        size_t blank = strspn(at, " \t\n");
        if (blank > 0)
            *to++ = ' ';
        at += blank;
        if (*at != '\0')
            *to++ = *at++;
    }
    *to = '\0';
    return text;
}

void analyze_explain(struct table *t)
{
    const struct table_shape *e = table_shape_explained(t->shape);
    if (e == NULL) {
        table_note(t, "no explanation of %s", t->schema);
        return;
    }
    note_each(t, "formula", e->formulas);
    if (e->references[0] == NULL)
        table_note(t, "reference: none, a definition of this program's own");
    note_each(t, "reference", e->references);
    table_note(t, "denominator: %s", e->denominator);
    table_note(t, "n: %s", e->n);
    for (size_t i = 0; i < SHAPE_QUERIES && e->queries[i] != NULL; i++)
        table_note(t, "SQL %s: %s", table_query_path(e->queries[i]),
                   query_text(e->queries[i], t->arena));
}
