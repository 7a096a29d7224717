#include "analysis/tables/table_audit.h"

#include <math.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/from_store/load_audit.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/task.h"

static const struct table_column columns[] = {
    { "severity", 0, COLUMN_TEXT, "how bad it is", .words = "error|warning|notice" },
    { "check", 0, COLUMN_TEXT, "name of the check, as audit --list has it" },
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "n_rows", 0, COLUMN_INT, "rows that the finding is about" },
    { "evidence", 0, COLUMN_TEXT, "the observation" },
    { "explanation", 0, COLUMN_TEXT, "why a row of it should not be believed" },
    { "rows", 0, COLUMN_LIST, "keys of the rows, up to --limit" },
};

static const struct table_shape findings_shape = {
    .schema = "rollbook.audit/1",
    .rows = "findings about runs",
    SHAPE_COLUMNS(columns),
    .n_optional = 1,
};

static const struct table_column list_columns[] = {
    { "check", 0, COLUMN_TEXT, "name of the check" },
    { "severity", 0, COLUMN_TEXT, "how bad a finding is", .words = "error|warning|notice" },
    { "explanation", 0, COLUMN_TEXT, "why a row of it should not be believed" },
};

static const struct table_shape checks_shape = {
    .schema = "rollbook.audit.checks/1",
    .rows = "the checks of rollbook audit",
    SHAPE_COLUMNS(list_columns),
};

/* load_audit leaves this to its caller. */
static void fill_work(struct audit_run *run)
{
    for (size_t i = 0; i < run->n_tasks; i++) {
        struct audit_task *t = &run->tasks[i];
        for (int c = 0; c < AUDIT_CASES && strcmp(t->suite, "kernelbench") == 0; c++) {
            struct audit_work known;
            task_work(t->task, task_case_name((enum task_case)c), &known.flops, &known.bytes);
            if (!isnan(known.flops))
                t->work[c] = known;
        }
    }
}

/* Marks named checks in chosen, or all. */
static int choose_checks(const struct name_list *names, bool *chosen, struct err *err)
{
    for (size_t i = 0; i < audit_checks_count; i++)
        chosen[i] = names->n == 0;
    for (size_t i = 0; i < names->n; i++) {
        const struct audit_check *check = audit_find_check(names->items[i]);
        if (check == NULL)
            return err_set(err, ERR_USAGE, "there is no check %s: rollbook audit --list shows them",
                           names->items[i]);
        chosen[check - audit_checks] = true;
    }
    return 0;
}

struct auditing {
    const struct table_input *in;
    struct audit_options how;
    bool *chosen; /* checks */
    struct audit_findings findings;
    size_t near_unchecked;
    struct audit_scans scans;
};

static int audit_one(struct auditing *a, const char *name, struct err *err)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    struct audit_run run;
    int rc = load_audit(a->in->db, name, &a->scans, &arena, &run, err);
    if (rc < 0)
        return rc;
    run.name = arena_strdup(a->in->arena, name);
    fill_work(&run);
    a->near_unchecked += audit_near_unchecked(&run);
    for (size_t i = 0; i < audit_checks_count; i++) {
        if (a->chosen[i])
            audit_run_check(&audit_checks[i], &run, &a->how, a->in->arena, &a->findings);
    }
    return 0;
}

/* Worst first, in the order of checks. */
static void put_findings(struct table *t, const struct audit_findings *f)
{
    for (int severity = AUDIT_ERROR; severity >= AUDIT_NOTICE; severity--) {
        for (size_t i = 0; i < f->n; i++) {
            const struct audit_finding *x = &f->items[i];
            if ((int)x->check->severity != severity)
                continue;
            struct cell *c = table_row(t);
            *c++ = cell_text(t, audit_severity_name(x->check->severity));
            *c++ = cell_text(t, x->check->name);
            *c++ = cell_text(t, x->run);
            *c++ = cell_int((int64_t)x->n_rows);
            *c++ = cell_text(t, x->evidence);
            *c++ = cell_text(t, x->check->explanation);
            if (t->n_columns == ARRAY_LEN(columns))
                *c++ = cell_json(t, x->rows_json);
        }
    }
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_audit_options *o = options;
    struct auditing a = { .in = in,
                          .how = { .max_speedup = o->max_speedup,
                                   .max_baseline_age_days = o->max_baseline_age_days,
                                   .baseline = in->baseline,
                                   .limit = (size_t)o->limit } };
    const struct audit_findings *findings = &a.findings;
    const char *const *names = NULL;
    size_t n = 0;
    bool has_rows = o->rows || in->for_programs;
    struct table t;
    if (!(o->max_speedup > 0.0) || !(o->max_baseline_age_days >= 0.0) || o->limit < 0)
        return err_set(err, ERR_USAGE, "bounds and limits are numbers from 0 up");
    a.chosen = arena_array(in->arena, audit_checks_count, sizeof(*a.chosen));
    int rc = choose_checks(&o->checks, a.chosen, err);
    if (rc == 0)
        rc = tables_names(in, &names, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = audit_one(&a, names[i], err);
    audit_scans_release(&a.scans);
    if (rc < 0)
        return rc;
    table_begin_with(&t, in->arena, &findings_shape, has_rows);
    put_findings(&t, findings);
    table_reading(
        &t, "%zu finding%s in %zu run%s; speedups above %g count where no roofline decides",
        findings->n, findings->n == 1 ? "" : "s", n, n == 1 ? "" : "s", a.how.max_speedup);
    if (a.near_unchecked > 0 && a.chosen[audit_find_check("split_near_duplicate") - audit_checks])
        table_left_out(&t,
                       "%zu evaluated tasks have names of fewer than three words: they are not "
                       "compared with training tasks",
                       a.near_unchecked);
    *out = t;
    return 0;
}

static int make_checks(const struct table_input *in, const void *options, struct table *out,
                       struct err *err)
{
    struct table t;
    (void)options;
    (void)err;
    table_begin(&t, in->arena, &checks_shape);
    for (size_t i = 0; i < audit_checks_count; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, audit_checks[i].name);
        c[1] = cell_text(&t, audit_severity_name(audit_checks[i].severity));
        c[2] = cell_text(&t, audit_checks[i].explanation);
    }
    *out = t;
    return 0;
}

const struct table_kind table_audit_checks = {
    .command = "audit --list",
    .shapes = { &checks_shape },
    .make = make_checks,
};

static const struct option option_rows[] = {
    OPTION(struct table_input, runs, "run", "NAME[,NAME]", "runs to audit (default: all)",
           .is_shared = true),
    OPTION(struct table_audit_options, checks, "check", "NAME[,NAME]", "only these checks"),
    OPTION(struct table_audit_options, list, "list", NULL, "list the checks and stop"),
    OPTION(struct table_audit_options, max_speedup, "max-speedup", "X",
           "bound where task or device have no roofline"),
    OPTION(struct table_input, baseline, "baseline", "NAME",
           "stored baseline that the runs are compared with", .is_shared = true),
    OPTION(struct table_audit_options, max_baseline_age_days, "max-baseline-age", "DAYS",
           "between baseline and samples"),
    OPTION(struct table_audit_options, limit, "limit", "N",
           "rows listed with a finding; all are counted"),
    OPTION(struct table_audit_options, rows, "rows", NULL,
           "list the rows in tables for people too"),
};

const struct table_kind table_audit = {
    .command = "audit",
    .shapes = { &findings_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_audit_options){ STANDARD_audit },
                 sizeof(struct table_audit_options) },
    .make = make,
    .is_findings = true,
};
