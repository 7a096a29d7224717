#include "reports/report/report_job.h"

#include <assert.h>
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "reports/doc/doc.h"
#include "reports/doc/latex_folder.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/table/table.h"

/* Their tasks are named PROBLEM@SHAPE, as nothing else is. */
static bool has_shapes(const struct study *s)
{
    for (size_t i = 0; i < s->n_tasks; i++)
        if (strchr(s->tasks[i].name, '@') != NULL)
            return true;
    return false;
}

static bool makes_sense(const struct report_job *j, enum part_when when)
{
    switch (when) {
    case WHEN_ALWAYS:
        return true;
    case WHEN_ADAPTIVE:
        for (size_t i = 0; i < j->study->n_runs; i++) {
            if (study_is_adaptive(&j->study->runs[i]))
                return true;
        }
        return false;
    case WHEN_SEVERAL:
        return j->study->n_runs > 1;
    case WHEN_TURNS:
        for (size_t i = 0; i < j->study->n_runs; i++) {
            if (j->study->runs[i].n_earlier_turns > 0)
                return true;
        }
        return false;
    case WHEN_TEXTS:
        return j->figures.texts;
    case WHEN_SHAPES:
        return has_shapes(j->study);
    }
    return true;
}

static bool is_new(struct report_job *j, const char *name)
{
    for (size_t i = 0; i < j->n_drawn; i++) {
        if (strcmp(j->drawn[i], name) == 0)
            return false;
    }
    if (j->n_drawn < REPORT_EXPLAINED_MAX)
        j->drawn[j->n_drawn++] = name;
    return true;
}

/* NULL when it is in the document already or cannot be had, which leaves its reason. */
static struct figure_model *make_figure(struct report_job *j, struct figure_source *from,
                                        const char *name)
{
    const struct figure_entry *entry = figure_find(name);
    struct figure_model *model = arena_alloc(j->arena, sizeof(*model));
    struct err err = { 0 };
    assert(entry != NULL);
    if (!is_new(j, name))
        return NULL;
    int rc = figure_build(entry, from, model, &err);
    if (rc == 0)
        return model;
    if (rc == ERR_NODATA || rc == ERR_NOMATCH || rc == ERR_USAGE)
        job_not_available(j, arena_printf(j->arena, "Figure \"%s\"", entry->title), err.msg);
    else
        j->failed = err;
    return NULL;
}

static void begin_source(struct report_job *j, struct figure_source *s, struct db *db)
{
    figure_source_init(s, db, j->arena);
    s->baseline = j->o->baseline;
    s->baseline_hardware = j->o->baseline_hardware;
    s->work_of = j->o->work_of;
    s->texts = j->o->texts;
    s->apart = j->plan->most_runs == 2;
    s->learned = j->plan->needs_task;
}

/* Of the runs of the part's strategy, which are loaded again, or of all. */
static struct figure_source *source_of(struct report_job *j, const struct report_part *p)
{
    if (p->strategy == 0)
        return &j->figures;
    struct figure_source *s = &j->of_strategy[p->strategy - 1];
    if (s->db == NULL) {
        struct name_list runs = job_asked_runs(j, p, p->strategy);
        begin_source(j, s, j->figures.db);
        s->runs = runs.items;
        s->n_runs = runs.n;
    }
    return s;
}

/* False when none of them can be had. */
static bool make_figures(struct report_job *j, const struct report_part *p, struct doc_figures *out)
{
    const char *const names[] = { p->source, p->beside };
    const char *const explain[] = { p->explain, p->explain_beside };
    *out = (struct doc_figures){ NULL, NULL };
    for (size_t i = 0; i < 2 && names[i] != NULL && j->failed.msg[0] == '\0'; i++) {
        const struct figure_model *m = make_figure(j, source_of(j, p), names[i]);
        if (m == NULL)
            continue;
        *(out->left == NULL ? &out->left : &out->right) = m;
        if (explain[i] != NULL)
            job_explain(j, table_shape_explaining(explain[i]));
    }
    return out->left != NULL;
}

/* The figures that follow each other from part i on; index of the first part behind them. */
static size_t draw_figures(struct report_job *j, const struct report_section *s, size_t i)
{
    struct doc_figures *rows = arena_array(j->arena, s->n_parts, sizeof(*rows));
    size_t n = 0;
    for (; i < s->n_parts && s->parts[i].kind == PART_FIGURE; i++) {
        if (makes_sense(j, s->parts[i].when) && make_figures(j, &s->parts[i], &rows[n]))
            n++;
    }
    doc_figures(j->doc, rows, n);
    return i;
}

void job_figure(struct report_job *j, const char *name)
{
    struct doc_figures one = { make_figure(j, &j->figures, name), NULL };
    if (one.left != NULL)
        doc_figures(j->doc, &one, 1);
}

static void draw_part(struct report_job *j, const struct report_part *p)
{
    if (!makes_sense(j, p->when))
        return;
    switch (p->kind) {
    case PART_TABLE:
        job_table(j, p);
        break;
    case PART_FIGURE: /* draw_figures */
        break;
    case PART_DRAW:
        p->draw(j, p);
        break;
    }
}

static void draw_section(struct report_job *j, const struct report_section *s)
{
    struct table rows;
    if (!makes_sense(j, s->when) ||
        (s->rows != NULL && !job_rows(j, s->rows, j->subject_id, &rows)))
        return;
    doc_heading(j->doc, s->heading);
    for (size_t i = 0; i < s->n_parts && j->failed.msg[0] == '\0';) {
        if (s->parts[i].kind == PART_FIGURE)
            i = draw_figures(j, s, i);
        else
            draw_part(j, &s->parts[i++]);
    }
}

/* "Task l1/4": the title names the task. */
static const char *title_of(struct report_job *j)
{
    if (j->plan->needs_task)
        return arena_printf(j->arena, "%s %s", j->plan->title, j->task);
    if (j->plan->most_runs == 1)
        return arena_printf(j->arena, "%s %s", j->plan->title, j->figures.runs[0]);
    if (j->plan->most_runs == 2)
        return arena_printf(j->arena, "%s %s and %s", j->plan->title, j->figures.runs[0],
                            j->figures.runs[1]);
    return j->plan->title;
}

static int draw(struct report_job *j, struct buf *out, struct err *err)
{
    struct pdf_canvas *c = NULL;
    j->title = title_of(j);
    struct pdf_info info = { .title = j->title,
                             .subject =
                                 arena_printf(j->arena, "rollbook report %s", j->report->name),
                             .keywords = j->plan->keywords,
                             .date_utc = j->provenance->last_change };
    int rc = pdf_canvas_open(&info, &c, err);
    if (rc < 0)
        return rc;
    j->doc = doc_new(c, j->title);
    if (j->o->latex != NULL)
        doc_set_latex(j->doc, j->o->latex, &info);
    job_front(j);
    doc_contents(j->doc);
    if (j->plan->in_detail != NULL) {
        doc_heading(j->doc, "In detail");
        j->plan->in_detail(j);
    }
    for (size_t i = 0; j->plan->sections[i] != NULL && j->failed.msg[0] == '\0'; i++)
        draw_section(j, j->plan->sections[i]);
    for (size_t i = 0; j->plan->explains != NULL && j->plan->explains[i] != NULL; i++)
        job_explain(j, table_shape_explaining(j->plan->explains[i]));
    job_methods(j);
    doc_finish(j->doc);
    doc_free(j->doc);
    if (j->failed.msg[0] != '\0')
        rc = err_set(err, j->failed.code, "%s", j->failed.msg);
    else
        rc = pdf_canvas_finish(c, out, err);
    pdf_canvas_close(c);
    return rc;
}

static void put_notes(const struct report_job *j, struct buf *notes)
{
    for (size_t i = 0; i < j->n_left_out; i++)
        buf_printf(notes, "left out: run %s\n", j->left_out[i]);
    for (size_t i = 0; i < j->provenance->n_runs; i++) {
        const struct provenance_run *r = &j->provenance->runs[i];
        if (strcmp(r->status, "complete") != 0)
            buf_printf(notes, "run %s is %s: its stored rollouts are used\n", r->name, r->status);
    }
}

static size_t n_planned_rollouts(const struct study *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_runs; i++)
        n += s->runs[i].n_rollouts;
    return n;
}

/*
 * Which runs a report is about.
 */

static const char *strategies_text(const struct report_job *j)
{
    struct buf text = { 0 };
    for (size_t i = 0; j->plan->strategies[i] != NULL; i++)
        buf_printf(&text, "%s%s", i > 0 ? " or " : "", j->plan->strategies[i]);
    const char *out = arena_strdup(j->arena, buf_text(&text));
    buf_release(&text);
    return out;
}

/* In the order of strategy, then id. */
static int candidate_names(struct report_job *j, const char ***out, size_t *out_n, struct err *err)
{
    static const char *const any[] = { NULL, NULL };
    bool all = j->plan->strategies == NULL;
    const char *const *strategies = all ? any : j->plan->strategies;
    const char **names = NULL;
    size_t total = 0;
    for (size_t s = 0; s == 0 || strategies[s] != NULL; s++) {
        const char *const *list = NULL;
        size_t n = 0;
        struct err none = { 0 };
        int rc = load_run_names(j->figures.db, strategies[s], j->arena, &list, &n, &none);
        if (rc < 0 && rc != ERR_NOMATCH)
            return err_set(err, (enum err_code)rc, "%s", none.msg);
        const char **more = arena_array(j->arena, total + n + 1, sizeof(*more));
        if (total > 0)
            memcpy(more, names, total * sizeof(*more));
        if (n > 0)
            memcpy(more + total, list, n * sizeof(*more));
        names = more;
        total += n;
    }
    if (total == 0 && all)
        return err_set(
            err, ERR_NODATA,
            "the database has no run; 'rollbook run' makes one, and 'rollbook ingest' imports one");
    if (total == 0)
        return err_set(err, ERR_NODATA,
                       "there is no run of strategy %s; 'rollbook runs' lists the runs",
                       strategies_text(j));
    *out = names;
    *out_n = total;
    return 0;
}

/* The front page names the incomplete ones. */
static void leave_out(struct report_job *j, const struct provenance *p, const char **names,
                      size_t *n)
{
    size_t kept = 0;
    j->left_out = arena_array(j->arena, *n + 1, sizeof(*j->left_out));
    for (size_t i = 0; i < p->n_runs; i++) {
        if (j->plan->needs_steps && p->runs[i].n_steps <= 0)
            continue;
        if (strcmp(p->runs[i].status, "complete") == 0)
            names[kept++] = p->runs[i].name;
        else
            j->left_out[j->n_left_out++] =
                arena_printf(j->arena, "%s (%s)", p->runs[i].name, p->runs[i].status);
    }
    *n = kept;
}

/* The same for runs that no run that adapts can be held against, unless all are. */
static int leave_out_unlike(struct report_job *j, const char **names, size_t *n, struct err *err)
{
    struct unlike_run *unlike = NULL;
    size_t n_unlike = 0, kept = 0;
    int rc = load_unlike_runs(
        &(struct load_request){
            .db = j->figures.db, .names = names, .n_names = *n, .arena = j->arena },
        &unlike, &n_unlike, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < *n; i++) {
        size_t k = 0;
        while (k < n_unlike && strcmp(unlike[k].name, names[i]) != 0)
            k++;
        if (k == n_unlike)
            names[kept++] = names[i];
        else
            j->left_out[j->n_left_out++] =
                arena_printf(j->arena, "%s (%s)", unlike[k].name, unlike[k].reason);
    }
    *n = kept;
    return 0;
}

static int check_strategies(const struct report_job *j, const struct provenance *p, struct err *err)
{
    for (size_t i = 0; j->plan->strategies != NULL && i < p->n_runs; i++) {
        bool fits = false;
        for (size_t s = 0; j->plan->strategies[s] != NULL; s++)
            fits = fits || strcmp(p->runs[i].strategy, j->plan->strategies[s]) == 0;
        if (!fits)
            return err_set(err, ERR_USAGE, "run %s is of strategy %s; this report is about %s",
                           p->runs[i].name, p->runs[i].strategy, strategies_text(j));
    }
    return 0;
}

static int check_number(const struct report_job *j, size_t n, struct err *err)
{
    const struct report_plan *plan = j->plan;
    if (n == 0 && j->n_left_out == 0)
        return err_set(err, ERR_NODATA, "no run adapts: there are no steps to follow");
    if (n == 0)
        return err_set(err, ERR_NODATA, "no run is complete; %s is left out: name it by --run",
                       j->left_out[0]);
    if (n < plan->least_runs)
        return err_set(err, j->o->n_runs > 0 ? ERR_USAGE : ERR_NODATA,
                       "report %s needs %zu runs, and there %s %zu", j->report->name,
                       plan->least_runs, n == 1 ? "is" : "are", n);
    if (plan->most_runs > 0 && n > plan->most_runs)
        return err_set(err, ERR_USAGE, "report %s is about %zu run%s: name %s by --run",
                       j->report->name, plan->most_runs, plan->most_runs == 1 ? "" : "s",
                       plan->most_runs == 1 ? "it" : "them");
    return 0;
}

static int check_twice(const struct report_options *o, struct err *err)
{
    for (size_t i = 0; i < o->n_runs; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(o->runs[i], o->runs[k]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", o->runs[i]);
        }
    }
    return 0;
}

/* report_job.c: ERR_NODATA without a run. */
static int job_choose(struct report_job *j, struct err *err)
{
    const char **names = NULL;
    size_t n = j->o->n_runs;
    struct provenance all;
    int rc = n > 0 ? check_twice(j->o, err) : candidate_names(j, &names, &n, err);
    if (rc < 0)
        return rc;
    if (names == NULL) {
        names = arena_array(j->arena, n, sizeof(*names));
        memcpy(names, j->o->runs, n * sizeof(*names));
    }
    rc = load_provenance(j->figures.db, names, n, j->arena, &all, err);
    if (rc == 0)
        rc = check_strategies(j, &all, err);
    if (rc < 0)
        return rc;
    if (j->o->n_runs == 0)
        leave_out(j, &all, names, &n);
    if (j->o->n_runs == 0 && j->plan->against_adapted)
        rc = leave_out_unlike(j, names, &n, err);
    if (rc == 0)
        rc = check_number(j, n, err);
    j->figures.runs = names;
    j->figures.n_runs = n;
    return rc;
}

static int load(struct report_job *j, struct err *err)
{
    int rc = job_choose(j, err);
    if (rc == 0)
        rc = figure_source_provenance(&j->figures, &j->provenance, err);
    if (rc == 0)
        rc = figure_source_study(&j->figures, &j->study, err);
    if (rc == 0 && j->plan->needs_rollouts && n_planned_rollouts(j->study) == 0)
        rc = err_set(err, ERR_NODATA,
                     "the runs contain no scored rollout; rollbook run --resume NAME evaluates "
                     "what is missing");
    return rc;
}

int report_build(const struct report *r, struct db *db, const struct report_options *o,
                 struct buf *out, struct buf *notes, struct err *err)
{
    struct arena arena = { 0 };
    struct report_job j = { .report = r, .plan = r->plan, .o = o, .arena = &arena };
    begin_source(&j, &j.figures, db);
    int rc = load(&j, err);
    if (rc == 0 && j.plan->prepare != NULL)
        rc = j.plan->prepare(&j, err);
    if (rc == 0) {
        put_notes(&j, notes);
        rc = draw(&j, out, err);
    }
    figure_source_release(&j.figures);
    for (size_t i = 0; i < ARRAY_LEN(j.of_strategy); i++) {
        if (j.of_strategy[i].db != NULL)
            figure_source_release(&j.of_strategy[i]);
    }
    arena_release(&arena);
    return rc;
}
