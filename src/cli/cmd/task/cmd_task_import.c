/*
 * cmd_task_import.c - "rollbook task import-kernelbench" and "task import-shapes": problems become
 * tasks.
 */
#include <string.h>
#include <sys/stat.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/problem/problem.h"

struct asked_task_import {
    const char *suite, *levels, *python;
    enum shape_summary over;
};

#define SUITE "kernelbench-torch"

#define ROW(member, ...) OPTION(struct asked_task_import, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(suite, "suite", "NAME", "name of the suite; tasks are then called NAME:l1/19"),
    ROW(levels, "levels", "LIST", "only these, e.g. 1,2 (default: all there are)", .repeats = true),
    ROW(python, "python", "PROGRAM",
        "interpreter that reads them (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_task_import standard_task_import = { .suite = SUITE };

static const struct table_column columns[] = {
    { "suite", 0 },     { "level", 0 },      { "version", 0 },   { "problems", 0 },
    { "new", 0 },       { "known", 0 },      { "with_work", 0 }, { "without_work_because", 0 },
    { "looked_at", 0 }, { "degenerate", 0 },
};

#define MOST_TOLD 20

/* What evaluations of these problems would say. */
static void tell_degenerate(struct cli *cli, const char *suite, const struct problem_looks *looks)
{
    for (size_t i = 0; i < looks->n_degenerate && i < MOST_TOLD; i++)
        cli_note(cli, "%s:%s: %s", suite, looks->degenerate[i].what, looks->degenerate[i].why);
    if (looks->n_degenerate > MOST_TOLD)
        cli_note(cli, "%zu more problems need no work or not all of it",
                 looks->n_degenerate - MOST_TOLD);
}

static int check_suite(const char *suite, struct err *err)
{
    size_t good =
        strspn(suite, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
    if (good == 0 || suite[good] != '\0' || good > 60)
        return err_set(err, ERR_USAGE,
                       "--suite: '%.60s' is not 1 to 60 letters, digits, dashes, dots, underscores",
                       suite);
    if (strcmp(suite, PROBLEM_OWN_SUITE) == 0)
        return err_set(err, ERR_USAGE,
                       "--suite: '%s' is the name of the program's own suite: choose another",
                       suite);
    return 0;
}

static int check_levels(const char *levels, struct err *err)
{
    for (const char *s = levels; s != NULL && *s != '\0'; s += 1 + (s[1] == ','))
        if (*s < '1' || *s > '9' || (s[1] != ',' && s[1] != '\0'))
            return err_set(err, ERR_USAGE, "--levels: '%.60s' is not a list like 1,2", levels);
    return 0;
}

static void tell(void *context, size_t done, size_t total)
{
    if (done % 50 == 0 && done < total)
        cli_note(context, "%zu of %zu modules are read", done, total);
}

static int run_import(struct cli *cli, struct err *err)
{
    const struct asked_task_import *asked = cli->options;
    struct problem_counts counts[PROBLEM_MAX_LEVELS];
    const struct problem_import import = { .folder = cli->args[0],
                                           .suite = asked->suite,
                                           .python = asked->python,
                                           .levels = asked->levels,
                                           .progress = tell,
                                           .context = cli };
    size_t n = 0;
    struct table t;
    int rc = check_suite(import.suite, err);
    if (rc == 0)
        rc = check_levels(import.levels, err);
    if (rc == 0)
        rc = problem_import(cli->db, &import, cli->arena, counts, &n, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.task.import/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n; i++) {
        const struct problem_counts *c = &counts[i];
        struct cell *row = table_row(&t);
        *row++ = cell_text(&t, import.suite);
        *row++ = cell_int(c->level);
        *row++ = c->version != NULL ? cell_text(&t, c->version) : cell_na(&t, "unknown");
        *row++ = cell_int((int64_t)c->n);
        *row++ = cell_int((int64_t)c->n_new);
        *row++ = cell_int((int64_t)(c->n - c->n_new));
        *row++ = cell_int((int64_t)c->n_with_work);
        *row++ = c->work_unknown != NULL ? cell_text(&t, c->work_unknown)
                                         : cell_na(&t, "every problem has both");
        *row++ = cell_int((int64_t)c->looks.n);
        *row++ = cell_int((int64_t)c->looks.n_degenerate);
        tell_degenerate(cli, import.suite, &c->looks);
    }
    cli_print_table(cli, &t);
    return 0;
}

const struct command cmd_task_import = {
    .name = "task import-kernelbench",
    .summary = "store PyTorch problems (a checkout of KernelBench, a folder of modules) as tasks",
    .usage = "rollbook task import-kernelbench DIR [--suite NAME] [--levels LIST]",
    .examples = "  rollbook task import-kernelbench ~/KernelBench --db study.db\n"
                "  rollbook task import-kernelbench my_problems --suite mine --db study.db\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_task_import),
    .run = run_import,
};

static const struct option shape_options[] = {
    ROW(suite, "suite", "NAME",
        "name of the suite; tasks are then called NAME:PROBLEM@SHAPE, and NAME:PROBLEM at all "
        "shapes"),
    ROW(over, "over", "HOW",
        "the speedup of a problem at all its shapes: geomean (geometric mean), worst, or workload "
        "(sums of times, by weight)",
        .choices = shape_summary_names),
    ROW(python, "python", "PROGRAM",
        "interpreter that reads them (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_task_import standard_shapes = { .suite = NULL };

static const struct table_column shape_columns[] = {
    { "suite", 0 },     { "problems", 0 }, { "shapes", 0 },    { "new", 0 },        { "known", 0 },
    { "with_work", 0 }, { "left_out", 0 }, { "looked_at", 0 }, { "degenerate", 0 },
};

static int run_import_shapes(struct cli *cli, struct err *err)
{
    const struct asked_task_import *asked = cli->options;
    const struct problem_import import = { .folder = cli->args[0],
                                           .suite = asked->suite,
                                           .python = asked->python,
                                           .over = asked->over,
                                           .progress = tell,
                                           .context = cli };
    struct problem_shapes found;
    struct table t;
    int rc = import.suite != NULL ? check_suite(import.suite, err)
                                  : err_set(err, ERR_USAGE, "--suite names the suite: give one");
    struct stat st;
    if (rc == 0 && (stat(import.folder, &st) != 0 || !S_ISDIR(st.st_mode)))
        rc = err_set(
            err, ERR_USAGE, "%s: %s; name the folder that contains the problems", import.folder,
            file_exists(import.folder) ? "is a file, not a folder" : "there is no such folder");
    if (rc == 0)
        rc = problem_import_shapes(cli->db, &import, cli->arena, &found, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < found.n_skipped && i < MOST_TOLD; i++)
        cli_note(cli, "left out: %s: %s", found.skipped[i].what, found.skipped[i].why);
    if (found.n_skipped > MOST_TOLD)
        cli_note(cli, "%zu more are left out", found.n_skipped - MOST_TOLD);
    table_init(&t, cli->arena, "rollbook.task.shapes/1", shape_columns, ARRAY_LEN(shape_columns));
    struct cell *row = table_row(&t);
    *row++ = cell_text(&t, import.suite);
    *row++ = cell_int(found.n_problems);
    *row++ = cell_int((int64_t)found.n_shapes);
    *row++ = cell_int((int64_t)found.n_new);
    *row++ = cell_int((int64_t)(found.n_shapes - found.n_new));
    *row++ = cell_int((int64_t)found.n_with_work);
    *row++ = cell_int((int64_t)found.n_skipped);
    *row++ = cell_int((int64_t)found.looks.n);
    *row++ = cell_int((int64_t)found.looks.n_degenerate);
    tell_degenerate(cli, import.suite, &found.looks);
    if (found.work_unknown != NULL)
        table_note(&t, "operations and bytes are not known of %zu: %s",
                   found.n_shapes - found.n_with_work, found.work_unknown);
    cli_print_table(cli, &t);
    return 0;
}

const struct command cmd_task_import_shapes = {
    .name = "task import-shapes",
    .summary = "store problems with several shapes (SOL-ExecBench, flashinfer-trace, kernelbot)",
    .usage = "rollbook task import-shapes DIR --suite NAME",
    .examples = "  rollbook task import-shapes ~/SOL-ExecBench/examples --suite sol --db study.db\n"
                "  rollbook task import-shapes ~/reference-kernels/problems/pmpp_v2 --suite pmpp\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(shape_options, standard_shapes),
    .run = run_import_shapes,
};
