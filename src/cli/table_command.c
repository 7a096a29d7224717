#include "src/cli/table_command.h"

#include <stdlib.h>
#include <string.h>

#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/whole/joined.h"

static void remark(void *context, const char *text)
{
    cli_note(context, "%s", text);
}

/* Held back until the table is made, which may have to be made again. */
struct remarks {
    struct arena *arena;
    const char **items;
    size_t n;
};

static void hold_remark(void *context, const char *text)
{
    struct remarks *r = context;
    r->items = mem_grow(r->items, r->n + 1, sizeof(*r->items));
    r->items[r->n++] = arena_strdup(r->arena, text);
}

int table_command_read(struct cli *cli, struct table_input *in, void **out_options, struct err *err)
{
    const struct table_kind *kind = cli->command->table;
    *in = cli->input;
    in->db = cli->db;
    in->arena = cli->arena;
    in->for_programs = cli->format == TABLE_JSON || cli->format == TABLE_CSV;
    in->remark = remark;
    in->remark_context = cli;
    in->argument = cli->n_args > 0 ? cli->args[0] : NULL;
    in->db_path = cli->db_path;
    *out_options = cli->options;
    const struct option *o = NULL;
    while (kind != NULL && kind->given != NULL && (o = opt_next_given(cli, o)) != NULL)
        kind->given(cli->options, o);
    for (size_t i = 0; i < in->runs.n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(in->runs.items[i], in->runs.items[j]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", in->runs.items[i]);
        }
    }
    return 0;
}

int table_command_print(struct cli *cli, const struct table_kind *kind,
                        const struct table_input *in, const void *options, struct err *err)
{
    struct table t;
    struct remarks r = { .arena = cli->arena };
    struct table_input asked = *in;
    if (in->remark != NULL) {
        asked.remark = hold_remark;
        asked.remark_context = &r;
    }
    int rc = table_make(kind, &asked, options, &t, err);
    for (size_t i = 0; i < r.n && !joined_lacks_rows(in->db); i++)
        in->remark(in->remark_context, r.items[i]);
    free(r.items);
    if (rc < 0)
        return rc;
    cli_print_table(cli, &t);
    return kind->is_findings && t.n_rows > 0 ? ERR_NEGATIVE : 0;
}

int table_command_run(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *options;
    int rc = table_command_read(cli, &in, &options, err);
    return rc < 0 ? rc : table_command_print(cli, cli->command->table, &in, options, err);
}

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
