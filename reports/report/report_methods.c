/*
 * report_methods.c - the last pages: formulas, literature, command lines, queries.
 */
#include <string.h>

#include "reports/doc/doc.h"
#include "reports/plot/figure_draw.h"
#include "reports/report/report_job.h"
#include "reports/report/report_parts.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define REFERENCES_MAX  100
#define PARAMETERS_MOST 4000 /* bytes */
#define INDENT          12.0

struct method_list {
    const char *items[REFERENCES_MAX];
    size_t n;
};

/* From 1; a new item is added. */
static size_t list_number(struct method_list *l, const char *item)
{
    for (size_t i = 0; i < l->n; i++) {
        if (strcmp(l->items[i], item) == 0)
            return i + 1;
    }
    if (l->n < REFERENCES_MAX)
        l->items[l->n++] = item;
    return l->n;
}

struct sentence {
    const char *lead, *text;
};

static const struct sentence general[] = {
    { "Speedup.", "A pair of measurements on one device: $s = t_{\\text{baseline}} / "
                  "t_{\\text{candidate}}$, the median runtimes, timed beside each other unless a "
                  "stored baseline is named. Only correct candidates have one. A candidate is fast "
                  "when it is correct and $s > 1$; equal is not fast." },
    { "Denominators.", "A rollout without a verdict (awaiting evaluation, or lost to the "
                       "infrastructure) is in no number; every other rollout that is not correct "
                       "counts as a failure. What is undefined is NA with its reason, never 0." },
};

/* "selection: rules" of "rollbook.analyze.selection.rules/1". */
static const char *subject_of(struct report_job *j, const char *schema)
{
    schema = arena_strndup(j->arena, schema, strcspn(schema, "/"));
    const char *at = strchr(schema, '.');
    at = at == NULL ? NULL : strchr(at + 1, '.');
    if (at == NULL)
        return schema;
    const char *rest = strchr(at + 1, '.');
    return rest == NULL
               ? arena_printf(j->arena, "%s.", at + 1)
               : arena_printf(j->arena, "%.*s: %s.", (int)(rest - at - 1), at + 1, rest + 1);
}

static bool is_wanted(const struct report_job *j, const struct table_shape *e)
{
    bool wanted = !j->plan->is_short;
    for (size_t i = 0; j->plan->explains != NULL && j->plan->explains[i] != NULL; i++)
        wanted = wanted || table_shape_explaining(j->plan->explains[i]) == e;
    return wanted;
}

static void draw_formulas(struct report_job *j, struct method_list *references)
{
    for (size_t i = 0; i < j->n_explained; i++) {
        const struct table_shape *e = j->explained[i];
        struct buf text = { 0 };
        if (!is_wanted(j, e))
            continue;
        buf_printf(&text, "Denominator: %s; n: %s.", e->denominator, e->n);
        for (size_t k = 0; k < SHAPE_FACTS && e->references[k] != NULL; k++)
            buf_printf(&text, " [%zu]", list_number(references, e->references[k]));
        doc_sentence(j->doc, subject_of(j, e->schema), 0, buf_text(&text));
        for (size_t k = 0; k < SHAPE_FACTS && e->formulas[k] != NULL; k++)
            doc_sentence(j->doc, NULL, INDENT, e->formulas[k]);
        doc_space(j->doc, 2);
        buf_release(&text);
    }
}

static void draw_references(struct report_job *j, const struct method_list *references)
{
    if (references->n > 0)
        doc_references(j->doc, references->items, references->n);
}

static void draw_parameters(struct report_job *j)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    doc_paragraph(j->doc,
                  "The rows behind this document are read by these statements, which any SQLite "
                  "client can run; those with median() after .load librollbook_sqlite. :runs "
                  "stands for the names of the runs as a JSON array, :run and :of for the name of "
                  "one, :name for a stored baseline, :id for the run_id, task_id or rollout_id "
                  "that the rows are about:");
    buf_puts(&text, ":runs = [");
    for (size_t i = 0; i < j->figures.n_runs && text.len < PARAMETERS_MOST; i++) {
        buf_puts(&text, i > 0 ? ", " : "");
        buf_put_json_string(&text, j->figures.runs[i], strlen(j->figures.runs[i]));
    }
    buf_puts(&text, "]");
    if (j->plan->most_runs == 1 || j->plan->needs_task)
        buf_printf(&text, "\n:id = %lld (of the %s)", (long long)j->subject_id,
                   j->plan->needs_task ? "task" : "run");
    doc_code(j->doc, buf_text(&text));
}

static void attach_queries(struct report_job *j, const struct method_list *queries)
{
    struct buf all = { 0 };
    for (size_t i = 0; i < queries->n; i++)
        buf_printf(&all, "-- %s\n%s\n", table_query_path(queries->items[i]),
                   table_query_text(queries->items[i], j->arena));
    pdf_attach(doc_canvas(j->doc), "queries.sql", "statements that read the rows behind it",
               buf_text(&all), all.len);
    doc_paragraph(j->doc, arena_printf(j->arena,
                                       "queries.sql, attached to the PDF, has the %zu statements "
                                       "that read the rows behind this document.",
                                       queries->n));
    buf_release(&all);
}

static void draw_queries(struct report_job *j)
{
    struct method_list queries = { .n = 0 };
    for (size_t i = 0; i < j->n_explained; i++) {
        for (size_t k = 0; k < SHAPE_QUERIES && j->explained[i]->queries[k] != NULL; k++)
            list_number(&queries, j->explained[i]->queries[k]);
    }
    for (size_t i = 0; i < j->n_queried; i++)
        list_number(&queries, j->queried[i]);
    if (queries.n == 0)
        return;
    if (j->plan->is_short) {
        attach_queries(j, &queries);
        return;
    }
    doc_heading(j->doc, "Appendix: queries");
    draw_parameters(j);
    for (size_t i = 0; i < queries.n; i++) {
        doc_code(j->doc, arena_printf(j->arena, "-- %s\n%s", table_query_path(queries.items[i]),
                                      table_query_text(queries.items[i], j->arena)));
    }
}

static void attach_commands(struct report_job *j)
{
    struct buf all = { 0 };
    buf_puts(&all, "# The runs, as typed\n");
    parts_put_commands(&all, j->provenance);
    buf_puts(&all, "\n# What prints tables of the document, with --run NAME,NAME\n");
    for (size_t i = 0; i < j->n_asked; i++)
        buf_printf(&all, "rollbook %s\n", j->asked[i]);
    pdf_attach(doc_canvas(j->doc), "commands.txt", "command lines of the runs and tables",
               buf_text(&all), all.len);
    doc_paragraph(j->doc,
                  "commands.txt, attached to the PDF, has the command lines of the runs, as "
                  "typed, and of the tables.");
    buf_release(&all);
}

static void draw_commands(struct report_job *j)
{
    if (j->plan->is_short) {
        attach_commands(j);
        return;
    }
    doc_heading(j->doc, "Commands");
    doc_paragraph(j->doc, "The runs were made by these command lines, as typed:");
    parts_commands(j->doc, j->provenance);
    if (j->n_asked > 0)
        doc_paragraph(j->doc, "Tables of this document hold what these commands print for its "
                              "runs (--run NAME,NAME):");
    for (size_t i = 0; i < j->n_asked; i++)
        doc_code(j->doc, arena_printf(j->arena, "rollbook %s", j->asked[i]));
}

void job_methods(struct report_job *j)
{
    struct method_list references = { .n = 0 };
    if (!j->plan->is_short)
        doc_page_break(j->doc);
    doc_heading(j->doc, "Methods");
    doc_small_print(j->doc);
    for (size_t i = 0; i < ARRAY_LEN(general); i++)
        doc_sentence(j->doc, general[i].lead, 0, general[i].text);
    draw_formulas(j, &references);
    if (j->plan->methods != NULL)
        j->plan->methods(j);
    draw_references(j, &references);
    job_provenance(j);
    draw_commands(j);
    draw_queries(j);
}
