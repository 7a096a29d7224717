/*
 * cmd_audit.c - audit: findings about runs that nobody should believe as they are.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/load/load_audit.h"
#include "analysis/load/load_study.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze/analyze_common.h"
#include "src/cli/task_work.h"
#include "tasks/task.h"

enum column { SEVERITY, CHECK, RUN, N_ROWS, EVIDENCE, EXPLANATION, ROWS, COLUMNS };

static const struct table_column columns[COLUMNS] = {
    { "severity", 0 }, { "check", 0 },       { "run", 0 },  { "n_rows", 0 },
    { "evidence", 0 }, { "explanation", 0 }, { "rows", 0 },
};

/* Fills in what load_audit leaves to its caller. */
static void fill_work(struct audit_run *run)
{
    for (size_t i = 0; i < run->n_tasks; i++) {
        struct audit_task *t = &run->tasks[i];
        for (int c = 0; c < AUDIT_CASES && strcmp(t->suite, "kernelbench") == 0; c++)
            task_work(t->task, task_case_name((enum task_case)c), &t->work[c].flops,
                      &t->work[c].bytes);
    }
}

/* Checks to run: all, or those of --check, marked in chosen. */
static int choose_checks(struct cli *cli, bool *chosen, struct err *err)
{
    const char *const *names = NULL;
    size_t n = 0;
    for (size_t i = 0; i < audit_checks_count; i++)
        chosen[i] = !opt_given(cli, "check");
    if (!opt_given(cli, "check"))
        return 0;
    int rc = analyze_names(cli, "check", &names, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        const struct audit_check *check = audit_find_check(names[i]);
        if (check == NULL)
            return err_set(err, ERR_USAGE, "there is no check %s: rollbook audit --list shows them",
                           names[i]);
        chosen[check - audit_checks] = true;
    }
    return rc;
}

static int choose_runs(struct cli *cli, const char *const **names, size_t *n, struct err *err)
{
    if (opt_given(cli, "run") || cli->capture != NULL)
        return analyze_names(cli, "run", names, n, err);
    return load_run_names(cli->db, NULL, cli->arena, names, n, err);
}

static int choose_options(struct cli *cli, struct audit_options *o, struct err *err)
{
    *o = (struct audit_options){
        .max_speedup = opt_real(cli, "max-speedup"),
        .max_baseline_age_days = opt_real(cli, "max-baseline-age"),
        .baseline = opt_text(cli, "baseline"),
        .limit = (size_t)llabs(opt_int(cli, "limit")),
    };
    if (!(o->max_speedup > 0.0) || !(o->max_baseline_age_days >= 0.0) || opt_int(cli, "limit") < 0)
        return err_set(err, ERR_USAGE, "bounds and limits are numbers from 0 up");
    return 0;
}

static int audit_one(struct cli *cli, const char *name, const struct audit_options *o,
                     const bool *chosen, struct audit_findings *out, struct err *err)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    struct audit_run run;
    int rc = load_audit(cli->db, name, &arena, &run, err);
    if (rc < 0)
        return rc;
    run.name = arena_strdup(cli->arena, name);
    fill_work(&run);
    for (size_t i = 0; i < audit_checks_count; i++) {
        if (chosen[i])
            audit_run_check(&audit_checks[i], &run, o, cli->arena, out);
    }
    return 0;
}

/* The worst first; checks keep the order of their table. */
static void put_findings(struct table *t, const struct audit_findings *f, size_t n_columns)
{
    for (int severity = AUDIT_ERROR; severity >= AUDIT_NOTICE; severity--) {
        for (size_t i = 0; i < f->n; i++) {
            const struct audit_finding *x = &f->items[i];
            if ((int)x->check->severity != severity)
                continue;
            struct cell *c = table_row(t);
            c[SEVERITY] = cell_text(t, audit_severity_name(x->check->severity));
            c[CHECK] = cell_text(t, x->check->name);
            c[RUN] = cell_text(t, x->run);
            c[N_ROWS] = cell_int((int64_t)x->n_rows);
            c[EVIDENCE] = cell_text(t, x->evidence);
            c[EXPLANATION] = cell_text(t, x->check->explanation);
            if (n_columns == COLUMNS)
                c[ROWS] = cell_json(t, x->rows_json);
        }
    }
}

/* Rows of a finding are for programs; a table for people has them when asked. */
static void print_findings(struct cli *cli, const struct audit_findings *f,
                           const struct audit_options *o, size_t n_runs)
{
    bool wide = cli->format == TABLE_JSON || cli->format == TABLE_CSV || opt_flag(cli, "rows");
    struct table t;
    table_init(&t, cli->arena, "rollbook.audit/1", columns, wide ? COLUMNS : ROWS);
    put_findings(&t, f, wide ? COLUMNS : ROWS);
    table_note(&t, "%zu findings in %zu runs; speedups above %g count where no roofline decides",
               f->n, n_runs, o->max_speedup);
    cli_print_table(cli, &t);
}

static int list_checks(struct cli *cli)
{
    static const struct table_column list_columns[] = { { "check", 0 },
                                                        { "severity", 0 },
                                                        { "explanation", 0 } };
    struct table t;
    table_init(&t, cli->arena, "rollbook.audit.checks/1", list_columns, ARRAY_LEN(list_columns));
    for (size_t i = 0; i < audit_checks_count; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, audit_checks[i].name);
        c[1] = cell_text(&t, audit_severity_name(audit_checks[i].severity));
        c[2] = cell_text(&t, audit_checks[i].explanation);
    }
    cli_print_table(cli, &t);
    return 0;
}

static int run_audit(struct cli *cli, struct err *err)
{
    struct audit_options o;
    struct audit_findings findings = { 0 };
    const char *const *names = NULL;
    size_t n = 0;
    if (opt_flag(cli, "list"))
        return list_checks(cli);
    bool *chosen = arena_array(cli->arena, audit_checks_count, sizeof(*chosen));
    int rc = choose_options(cli, &o, err);
    if (rc == 0)
        rc = choose_checks(cli, chosen, err);
    if (rc == 0)
        rc = choose_runs(cli, &names, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = audit_one(cli, names[i], &o, chosen, &findings, err);
    if (rc < 0)
        return rc;
    print_findings(cli, &findings, &o, n);
    return findings.n > 0 ? ERR_NEGATIVE : 0;
}

static const struct opt options[] = {
    { "run", 0, OPT_LIST, "NAME[,NAME]", NULL, "runs to audit (default: all)" },
    { "check", 0, OPT_LIST, "NAME[,NAME]", NULL, "only these checks" },
    { "list", 0, OPT_FLAG, NULL, NULL, "list the checks and stop" },
    { "max-speedup", 0, OPT_REAL, "X", "100", "bound where task or device have no roofline" },
    { "baseline", 0, OPT_TEXT, "NAME", NULL, "stored baseline that the runs are compared with" },
    { "max-baseline-age", 0, OPT_REAL, "DAYS", "30", "between baseline and samples" },
    { "limit", 0, OPT_INT, "N", "20", "rows listed with a finding; all are counted" },
    { "rows", 0, OPT_FLAG, NULL, NULL, "list the rows in tables for people too" },
};

const struct command cmd_audit = {
    .name = "audit",
    .summary = "find results that should not be believed; exit 1 when there are any",
    .usage = "rollbook audit [--run NAME] [options]",
    .examples = "  rollbook audit\n"
                "  rollbook audit --run codex --max-speedup 50 --json\n"
                "  rollbook audit --run musa --baseline torch_eager\n"
                "  rollbook audit --list\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_audit,
};
