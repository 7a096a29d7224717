#include "src/cli/analyze_explain.h"

#include <string.h>

#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze_explanations.h"
#include "src/table/table.h"

const struct report_explanation *analyze_explanation(const char *schema)
{
    const struct report_explanation *best = NULL;
    size_t n = 0;
    const struct report_explanation *explanations = explanation_all(&n);
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

static void note_each(struct table *t, const char *what, const char *const *facts)
{
    struct buf plain = { 0 };
    for (size_t i = 0; i < REPORT_FACTS && facts[i] != NULL; i++) {
        buf_clear(&plain);
        formula_put_plain(&plain, facts[i]);
        table_note(t, "%s: %s", what, buf_text(&plain));
    }
    buf_release(&plain);
}

static const char *query_file(const char *name, struct arena *arena)
{
    const char *path = arena_printf(arena, "schema/queries/%s.sql", name);
    const struct embedded_file *f = embed_find(embedded_schema, embedded_schema_count, path);
    return f == NULL ? "" : (const char *)f->data;
}

/* Its comments alone have lines of their own, or end one. */
const char *analyze_query_lines(const char *name, struct arena *arena)
{
    struct buf b = { 0 };
    for (const char *at = query_file(name, arena); *at != '\0';) {
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

const char *analyze_query_text(const char *name, struct arena *arena)
{
    char *text = arena_strdup(arena, analyze_query_lines(name, arena));
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
    const struct report_explanation *e = analyze_explanation(t->schema);
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
    for (size_t i = 0; i < REPORT_FILES && e->queries[i] != NULL; i++)
        table_note(t, "SQL schema/queries/%s.sql: %s", e->queries[i],
                   analyze_query_text(e->queries[i], t->arena));
}
