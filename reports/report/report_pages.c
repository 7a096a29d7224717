/*
 * report_pages.c - the front page: what this is, where the data comes from, how to redraw it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/from_store/load_runs.h"
#include "analysis/study/run_groups.h"
#include "analysis/study/sweep.h"
#include "analysis/tables/table_checker.h"
#include "reports/doc/doc.h"
#include "reports/doc/shell_text.h"
#include "reports/plot/figure_model.h"
#include "reports/report/report_answer.h"
#include "reports/report/report_job.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/str.h"

#define LISTED_MAX 60

static const char *detach(struct report_job *j, struct buf *b)
{
    const char *text = arena_strdup(j->arena, buf_text(b));
    buf_release(b);
    return text;
}

static const char *run_list(struct report_job *j)
{
    struct buf text = { 0 };
    size_t n = j->provenance->n_runs, shown = n > LISTED_MAX ? LISTED_MAX : n;
    for (size_t i = 0; i < shown; i++) {
        buf_puts(&text, i > 0 ? ", " : "");
        buf_puts(&text, j->provenance->runs[i].name);
    }
    if (shown < n)
        buf_printf(&text, " and %zu more", n - shown);
    return detach(j, &text);
}

static const char *task_list(struct report_job *j)
{
    struct buf text = { 0 };
    size_t n = j->study->n_tasks, shown = n > LISTED_MAX ? LISTED_MAX : n;
    for (size_t i = 0; i < shown; i++)
        buf_printf(&text, "%s%s", i > 0 ? ", " : "", j->study->tasks[i].task);
    if (shown < n)
        buf_printf(&text, " and %zu more", n - shown);
    return detach(j, &text);
}

static const char *data_text(struct report_job *j)
{
    char identity[65];
    study_hash(j->study, identity);
    return arena_printf(j->arena, "%zu scored rollouts, sha256 %s", j->study->n_rollouts, identity);
}

static void draw_left_out(struct report_job *j)
{
    struct buf text = { 0 };
    for (size_t i = 0; i < j->study->n_runs; i++) {
        const struct study_run *r = &j->study->runs[i];
        if (r->n_learned_tasks > 0)
            doc_paragraph(j->doc,
                          arena_printf(j->arena,
                                       "Of the %zu tasks of run %.80s %zu count, the held-out "
                                       "tasks. The training tasks are left out with their %zu "
                                       "scored rollouts, except in curves of training.",
                                       r->n_cells + r->n_learned_tasks, r->name, r->n_cells,
                                       r->n_learned_rollouts));
    }
    if (j->n_left_out == 0)
        return;
    buf_puts(&text, "Left out, unless --run names them: ");
    for (size_t i = 0; i < j->n_left_out; i++) {
        buf_puts(&text, i > 0 ? ", " : "");
        buf_puts(&text, j->left_out[i]);
    }
    buf_puts(&text, ".");
    doc_paragraph(j->doc, buf_text(&text));
    buf_release(&text);
}

static const char *subtitle(struct report_job *j)
{
    size_t tasks = j->study->n_tasks, runs = j->study->n_runs;
    return arena_printf(j->arena, "%zu task%s, %zu run%s, %zu scored rollouts", tasks,
                        tasks == 1 ? "" : "s", runs, runs == 1 ? "" : "s", j->study->n_rollouts);
}

/* How many of the correct rollouts are right at which class. */
static const char *classes_of(struct report_job *j)
{
    static const char *const names[] = { "without a class", "fp32", "tf32", "half" };
    size_t n[ARRAY_LEN(names)] = { 0 };
    struct buf text CLEANUP(buf_release) = { 0 };
    for (size_t i = 0; i < j->study->n_rollouts; i++)
        if (j->study->rollouts[i].correct)
            n[j->study->rollouts[i].precision_class]++;
    for (size_t i = 1; i <= ARRAY_LEN(names); i++)
        if (n[i % ARRAY_LEN(names)] > 0)
            buf_printf(&text, "%s%zu %s", text.len > 0 ? ", " : "; here ", n[i % ARRAY_LEN(names)],
                       names[i % ARRAY_LEN(names)]);
    return arena_printf(j->arena, "right at any precision class%s", buf_text(&text));
}

static const char *false_passes(struct report_job *j)
{
    const char *here = NULL;
    struct err ignored = { 0 };
    if (tables_false_passes(j->figures.db, j->arena, &here, &ignored) == 0 && here != NULL)
        return arena_printf(j->arena,
                            "a wrong kernel that counts as correct. Of the planted bugs in this "
                            "database, the checker let pass %s, one-sided 95 %%",
                            here);
    return "a wrong kernel that counts as correct. This database has no planted bugs to measure "
           "how many there are; 'rollbook task check --power' makes them, and docs/evaluator.md "
           "has "
           "those of the built-in tasks";
}

static void draw_terms(struct report_job *j)
{
    struct doc_pair terms[10];
    size_t n = 0;
    terms[n++] = (struct doc_pair){ "rollout", "one answer of a policy to a task, and all that "
                                               "followed: compiling, checking, timing" };
    terms[n++] =
        (struct doc_pair){ "speedup",
                           "the baseline's median time / the kernel's, only of correct kernels" };
    terms[n++] = (struct doc_pair){ "fast", "correct, and a speedup above 1; fast_1: the share of "
                                            "fast rollouts, failures in the denominator" };
    terms[n++] = (struct doc_pair){ "correct", classes_of(j) };
    terms[n++] = (struct doc_pair){ "false pass", false_passes(j) };
    for (size_t i = 0; i < j->study->n_runs; i++) {
        if (!study_is_adaptive(&j->study->runs[i]))
            continue;
        terms[n++] = (struct doc_pair){ "step", "how often the policy had been updated; step 0 is "
                                                "the base policy" };
        terms[n++] = (struct doc_pair){ "BoA", "Best of Adaptation: the step with the highest "
                                               "fast_1, cross-fitted where it is compared" };
        break;
    }
    terms[n++] = (struct doc_pair){ "NA", "not available, with its reason; never 0" };
    doc_heading(j->doc, "Terms");
    doc_pairs(j->doc, terms, n);
}

static void draw_answer_table(struct report_job *j, const struct report_answer *a)
{
    static const int decimals[] = { 0, 1, 0, 0 };
    static const struct table_column without[] = { { "what", 0 }, { "percent", 3 }, { "of", 0 } };
    struct table t = a->table, kept;
    const char *caption = "The numbers of the answer. Values and 95 % intervals in percent.";
    bool has_interval = a->caption != NULL;
    for (size_t r = 0; r < t.n_rows; r++)
        has_interval = has_interval || table_cell(&t, r, 2)->kind != CELL_NA;
    if (!has_interval) {
        table_init(&kept, j->arena, t.schema, without, ARRAY_LEN(without));
        for (size_t r = 0; r < t.n_rows; r++) {
            struct cell *c = table_row(&kept);
            c[0] = *table_cell(&t, r, 0);
            c[1] = *table_cell(&t, r, 1);
            c[2] = *table_cell(&t, r, 3);
        }
        t = kept;
        caption = "The numbers of the answer, in percent.";
    }
    if (t.n_rows > 0)
        doc_table(j->doc, &t, decimals, a->caption != NULL ? a->caption : caption);
}

void job_front(struct report_job *j)
{
    static const struct table_column columns[] = {
        { "what", 0 }, { "percent", 3 }, { "interval", 0 }, { "of", 0 }
    };
    struct report_answer a = { .n_caveats = 0 };
    table_init(&a.table, j->arena, "rollbook.report.answer/1", columns, ARRAY_LEN(columns));
    doc_title(j->doc, j->title, subtitle(j));
    j->plan->answer(j, &a);
    job_common_caveats(j, &a);
    doc_answer(j->doc, buf_text(&a.sentence));
    if (a.more.len > 0)
        doc_paragraph(j->doc, buf_text(&a.more));
    if (j->plan->picture != NULL && j->study->n_rollouts > 0)
        job_figure(j, j->plan->picture);
    for (size_t i = 0; i < a.n_caveats; i++)
        doc_sentence(j->doc, "-", 6, a.caveats[i]);
    draw_left_out(j);
    doc_space(j->doc, 4);
    draw_answer_table(j, &a);
    buf_release(&a.sentence);
    buf_release(&a.more);
}

/*
 * The last pages: formulas, literature, command lines, queries.
 */

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
                  "t_{\\text{candidate}}$, the median runtimes, timed in one evaluation unless a "
                  "stored baseline is named. Only correct candidates have a speedup. A candidate "
                  "is fast when it is correct and $s > 1$; equal is not fast." },
    { "Denominators.", "A rollout without a verdict (awaiting evaluation, or lost to the "
                       "infrastructure) is not counted; every other rollout that is not correct "
                       "counts as a failure. An undefined value is NA with its reason, never 0." },
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

static void draw_parameters(struct report_job *j)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    doc_paragraph(j->doc, "These statements read the rows of this document. Any SQLite client can "
                          "run them (median() needs .load librollbook_sqlite). Parameters: :runs "
                          "is a JSON array of the runs' names, :run and :of the name of one run, "
                          ":name a stored baseline, :id a run_id, task_id or rollout_id:");
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
    pdf_attach(doc_canvas(j->doc), "queries.sql", "statements that read its rows", buf_text(&all),
               all.len);
    doc_paragraph(j->doc, arena_printf(j->arena,
                                       "queries.sql, attached to the PDF, has the %zu statements "
                                       "that read the rows of this document.",
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
    buf_puts(&all, "\n# Commands that print the tables of the document, with --run NAME,NAME\n");
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
        doc_paragraph(j->doc, "The tables of this document contain the output of these commands "
                              "for its runs (--run NAME,NAME):");
    for (size_t i = 0; i < j->n_asked; i++)
        doc_code(j->doc, arena_printf(j->arena, "rollbook %s", j->asked[i]));
}

void job_methods(struct report_job *j)
{
    struct method_list references = { .n = 0 };
    if (!j->plan->is_short)
        doc_page_break(j->doc);
    draw_terms(j);
    doc_heading(j->doc, "Methods");
    for (size_t i = 0; i < ARRAY_LEN(general); i++)
        doc_sentence(j->doc, general[i].lead, 0, general[i].text);
    draw_formulas(j, &references);
    if (j->plan->methods != NULL)
        j->plan->methods(j);
    doc_figure_notes(j->doc);
    if (references.n > 0)
        doc_references(j->doc, references.items, references.n);
    const struct doc_pair more[] = { { "Runs", run_list(j) },
                                     { "Tasks", task_list(j) },
                                     { "Data", data_text(j) } };
    doc_heading(j->doc, "Provenance");
    parts_provenance(j->doc, j->arena, j->provenance, more, ARRAY_LEN(more));
    doc_sentence(j->doc, "Drawing it again.", 0, "This document is drawn from the database by:");
    doc_code(j->doc, parts_report_command(j->arena, j->report->name, j->o, j->provenance));
    draw_commands(j);
    draw_queries(j);
}

#define MOST_COMMANDS 100

struct distinct {
    struct arena *arena;
    const char **items;
    size_t n;
};

static void distinct_add(struct distinct *d, const char *s)
{
    for (size_t i = 0; i < d->n; i++) {
        if (strcmp(d->items[i], s) == 0)
            return;
    }
    d->items[d->n++] = s;
}

static const char *distinct_join(const struct distinct *d)
{
    struct buf text = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        if (d->items[i][0] != '\0')
            buf_printf(&text, "%s%s", text.len > 0 ? "; " : "", d->items[i]);
    }
    const char *out = arena_strdup(d->arena, buf_text(&text));
    buf_release(&text);
    return out;
}

typedef const char *(*run_text)(struct arena *a, const struct provenance_run *r);

static const char *of_runs(struct arena *a, const struct provenance *p, run_text text)
{
    struct distinct d = { a, arena_array(a, p->n_runs + 1, sizeof(char *)), 0 };
    for (size_t i = 0; i < p->n_runs; i++)
        distinct_add(&d, text(a, &p->runs[i]));
    return distinct_join(&d);
}

static const char *code_text(struct arena *a, const struct provenance_run *r)
{
    (void)a;
    return r->code_version;
}

static const char *device_text(struct arena *a, const struct provenance_run *r)
{
    if (r->device[0] == '\0')
        return "";
    return r->cores > 0 ? arena_printf(a, "%s: %s, %d cores", r->backend, r->device, r->cores)
                        : arena_printf(a, "%s: %s", r->backend, r->device);
}

static const char *compiler_text(struct arena *a, const struct provenance_run *r)
{
    return arena_printf(a, "%s%s%s", r->compiler, r->flags[0] != '\0' ? " " : "", r->flags);
}

static const char *model_text(struct arena *a, const struct provenance_run *r)
{
    return r->model_revision[0] == '\0'
               ? r->model
               : arena_printf(a, "%s, revision %s", r->model, r->model_revision);
}

static const char *split_text(struct arena *a, const struct provenance_run *r)
{
    return r->split[0] == '\0' ? "" : arena_printf(a, "%s, split_hash %s", r->split, r->split_hash);
}

static const char *temperature_text(struct arena *a, const struct provenance_run *r)
{
    return isnan(r->temperature) ? arena_printf(a, "%s not recorded", r->strategy)
                                 : arena_printf(a, "%s %g", r->strategy, r->temperature);
}

static const char *shape_text(struct arena *a, const struct provenance_run *r)
{
    if (r->k < 0)
        return "";
    if (r->n_steps <= 0)
        return arena_printf(a, "%s: K = %d a task", r->strategy, r->k);
    return arena_printf(a, "%s: K = %d a task and step, %d updates", r->strategy, r->k, r->n_steps);
}

static const char *timing_text(struct arena *a, const struct provenance_run *r)
{
    if (r->eval_mode[0] == '\0' && r->task_case[0] == '\0' && r->baseline[0] == '\0')
        return "";
    const char *const texts[][2] = { { "mode ", r->eval_mode },
                                     { "sizes ", r->task_case },
                                     { "speedup against baseline ", r->baseline } };
    struct buf text = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        if (texts[i][1][0] != '\0')
            buf_printf(&text, "%s%s%s", text.len > 0 ? ", " : "", texts[i][0], texts[i][1]);
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

static const char *libraries_text(struct arena *a, const struct provenance_run *r)
{
    struct buf text = { 0 };
    for (const char *p = r->libraries; *p != '\0'; p++) {
        if (*p == ',')
            buf_puts(&text, ", ");
        else if (*p == ':')
            buf_putc(&text, ' ');
        else if (strchr("{}\"", *p) == NULL)
            buf_putc(&text, *p);
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

/* "best-of-n 42, 43; ttt 42, 43; imported none (25 runs)" */
static const char *seeds_text(struct arena *a, const struct provenance *p)
{
    struct buf text = { 0 };
    for (size_t i = 0, end; i < p->n_runs; i = end) {
        size_t unseeded = 0;
        const char *strategy = p->runs[i].strategy;
        buf_printf(&text, "%s%s", i > 0 ? "; " : "", strategy);
        const char *before = " ";
        for (end = i; end < p->n_runs && strcmp(p->runs[end].strategy, strategy) == 0; end++) {
            unseeded += p->runs[end].has_seed ? 0 : 1;
            if (!p->runs[end].has_seed)
                continue;
            buf_printf(&text, "%s%llu", before, (unsigned long long)p->runs[end].seed);
            before = ", ";
        }
        if (unseeded > 0)
            buf_printf(&text, "%snone (%zu run%s)", before, unseeded, unseeded == 1 ? "" : "s");
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

void parts_provenance(struct doc *d, struct arena *a, const struct provenance *p,
                      const struct doc_pair *more, size_t n_more)
{
    const struct doc_pair own[] = {
        { "Runs made by", of_runs(a, p, code_text) },
        { "Drawn by",
          arena_printf(a, "rollbook %s, built with %s", build_version(), build_compiler()) },
        { "Device", of_runs(a, p, device_text) },
        { "Kernel compiler", of_runs(a, p, compiler_text) },
        { "Libraries", of_runs(a, p, libraries_text) },
        { "Model", of_runs(a, p, model_text) },
        { "Split", of_runs(a, p, split_text) },
        { "Seeds", seeds_text(a, p) },
        { "Temperatures", of_runs(a, p, temperature_text) },
        { "Shape", of_runs(a, p, shape_text) },
        { "Timing", of_runs(a, p, timing_text) },
        { "Last change of data", p->last_change },
    };
    size_t n = ARRAY_LEN(own);
    struct doc_pair *pairs = arena_array(a, n + n_more, sizeof(*pairs));
    memcpy(pairs, own, sizeof(own));
    if (n_more > 0)
        memcpy(pairs + n, more, n_more * sizeof(*more));
    doc_pairs(d, pairs, n + n_more);
}

/* Program, report, and options, each given once. */
#define COMMAND_WORDS 11
#define COMMAND_MOST  4000

static size_t put_option(const char **words, size_t n, const char *option, const char *value)
{
    if (value == NULL)
        return n;
    words[n++] = option;
    words[n++] = value;
    return n;
}

static const char *report_command(struct arena *a, const char *report,
                                  const struct report_options *o, const char *runs)
{
    const char *words[COMMAND_WORDS] = { "rollbook", "report", report };
    struct buf text = { 0 };
    size_t n = put_option(words, 3, "--run", runs);
    n = put_option(words, n, "--task", o->task);
    n = put_option(words, n, "--baseline", o->baseline);
    n = put_option(words, n, "--baseline-hardware", o->baseline_hardware);
    shell_put_command(&text, words, n);
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

const char *parts_report_command(struct arena *a, const char *report,
                                 const struct report_options *o, const struct provenance *p)
{
    const char **names = arena_array(a, p->n_runs + 1, sizeof(*names));
    for (size_t i = 0; i < p->n_runs; i++)
        names[i] = p->runs[i].name;
    const char *text = report_command(a, report, o, str_join_names(a, names, p->n_runs));
    if (strlen(text) > COMMAND_MOST && o->n_runs == 0)
        text = report_command(a, report, o, NULL); /* the default takes these runs */
    return text;
}

static void put_command(struct buf *out, const struct provenance_run *r)
{
    if (r->argc > 0)
        shell_put_command(out, (const char *const *)r->argv, r->argc);
    else
        buf_printf(out, "# %s: command line not recorded", r->name);
}

void parts_put_commands(struct buf *out, const struct provenance *p)
{
    for (size_t i = 0; i < p->n_runs; i++) {
        put_command(out, &p->runs[i]);
        buf_putc(out, '\n');
    }
}

void parts_commands(struct doc *d, const struct provenance *p)
{
    struct buf text = { 0 };
    size_t shown = p->n_runs < MOST_COMMANDS ? p->n_runs : MOST_COMMANDS;
    for (size_t i = 0; i < shown; i++) {
        buf_clear(&text);
        put_command(&text, &p->runs[i]);
        doc_code(d, buf_text(&text));
    }
    if (shown < p->n_runs) {
        buf_clear(&text);
        buf_printf(&text, "%zu more runs; \"rollbook show run NAME\" tells each.",
                   p->n_runs - shown);
        doc_small(d, buf_text(&text));
    }
    buf_release(&text);
}
