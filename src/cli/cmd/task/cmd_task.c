/*
 * cmd_task.c - list and show tasks.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/record.h"
#include "src/problem/problem.h"
#include "tasks/task.h"

struct asked_task {
    const char *suite, *kernel;
};

/* {"tiny": ..., "cpu": ..., "full": ...}; put prints values. */
static struct cell cases_cell(struct table *t, const struct task *task, const void *what,
                              void (*put)(const struct task *, enum task_case, const void *,
                                          struct buf *))
{
    struct buf b = { 0 };
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        buf_printf(&b, "%s\"%s\": ", c == 0 ? "{" : ", ", task_case_name((enum task_case)c));
        put(task, (enum task_case)c, what, &b);
    }
    buf_putc(&b, '}');
    struct cell cell = cell_json(t, buf_text(&b));
    buf_release(&b);
    return cell;
}

static void put_dims(const struct task *t, enum task_case c, const void *what, struct buf *out)
{
    (void)what;
    for (size_t i = 0; i < t->n_dims; i++)
        buf_printf(out, "%s\"%s\": %" PRId64, i == 0 ? "{" : ", ", t->dims[i], t->dim_values[c][i]);
    buf_putc(out, '}');
}

static void put_value(const struct task *t, enum task_case c, const void *what, struct buf *out)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n = task_names(t, c, names);
    int64_t value;
    if (expr_eval(what, names, n, &value, NULL) < 0)
        buf_puts(out, "null");
    else
        buf_printf(out, "%" PRId64, value);
}

static void put_generator(const struct task_tensor *x, struct buf *out)
{
    buf_printf(out, ", \"generator\": \"%s\", ", task_generator_names[x->generator]);
    if (x->generator == GEN_INDEX) {
        buf_puts(out, "\"below\": ");
        buf_put_json_text(out, x->below_text);
    } else {
        buf_puts(out, "\"lo\": ");
        buf_put_double(out, x->lo);
        buf_puts(out, ", \"hi\": ");
        buf_put_double(out, x->hi);
    }
    if (x->run_scale > 1.0) {
        buf_puts(out, ", \"run_scale\": ");
        buf_put_double(out, x->run_scale);
    }
    buf_printf(out,
               ", \"structure\": \"%s\", \"second_scale\": ", task_structure_names[x->structure]);
    buf_put_double(out, x->second_scale);
    if (fabs(x->second_offset) > 0.0) {
        buf_puts(out, ", \"second_offset\": ");
        buf_put_double(out, x->second_offset);
    }
    buf_puts(out, ", \"special\": [");
    for (unsigned bit = 0, n = 0; bit < TASK_SPECIALS; bit++)
        if ((x->special >> bit & 1u) != 0)
            buf_printf(out, "%s\"%s\"", n++ == 0 ? "" : ", ", task_special_names[bit]);
    buf_puts(out, "]");
}

static struct cell tensors_cell(struct table *t, const struct task_tensor *tensors, size_t n,
                                bool are_inputs)
{
    struct buf b = { 0 };
    for (size_t i = 0; i < n; i++) {
        const struct task_tensor *x = &tensors[i];
        buf_printf(&b, "%s{\"name\": \"%s\", \"dtype\": \"%s\", \"shape\": ", i == 0 ? "[" : ", ",
                   x->name, dtype_name(x->dtype));
        for (size_t d = 0; d < x->rank; d++) {
            buf_puts(&b, d == 0 ? "[" : ", ");
            buf_put_json_text(&b, x->shape_text[d]);
        }
        buf_putc(&b, ']');
        if (are_inputs)
            put_generator(x, &b);
        buf_putc(&b, '}');
    }
    buf_putc(&b, ']');
    struct cell cell = cell_json(t, buf_text(&b));
    buf_release(&b);
    return cell;
}

static struct cell tolerance_cell(struct table *t, const struct task *task)
{
    struct buf b = { 0 };
    buf_puts(&b, "{\"rtol\": ");
    buf_put_double(&b, task->rtol);
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        buf_printf(&b, "%s\"%s\": ", c == 0 ? ", \"atol\": {" : ", ",
                   task_case_name((enum task_case)c));
        buf_put_double(&b, task->atol[c]);
    }
    buf_puts(&b, "}, \"second_factor\": ");
    buf_put_double(&b, task->second_factor);
    buf_puts(&b, "}");
    struct cell cell = cell_json(t, buf_text(&b));
    buf_release(&b);
    return cell;
}

/* "m=13 k=37" */
static struct cell sizes_cell(struct table *t, const struct task *task, enum task_case c)
{
    struct buf b = { 0 };
    for (size_t i = 0; i < task->n_dims; i++)
        buf_printf(&b, "%s%s=%" PRId64, i == 0 ? "" : " ", task->dims[i], task->dim_values[c][i]);
    struct cell cell = cell_text(t, buf_text(&b));
    buf_release(&b);
    return cell;
}

/* Programs get sizes as an object, people a column a case. */
static const struct table_column list_columns[] = {
    { "task", 0 },
    { "name", 0 },
    { "family", 0 },
    { "dims", 0 },
};
static const struct table_column list_columns_text[] = {
    { "task", 0 }, { "name", 0 }, { "family", 0 }, { "tiny", 0 }, { "cpu", 0 }, { "full", 0 },
};

static const struct table_column problem_columns[] = {
    { "task", 0 },   { "name", 0 },         { "flops", 0 },  { "bytes", 0 },
    { "origin", 0 }, { "work_unknown", 0 }, { "sha256", 0 },
};

static void fill_problem_row(struct table *t, const struct imported_problem *p, struct cell *row)
{
    const char *why = p->work_unknown != NULL ? p->work_unknown : "unknown";
    *row++ = cell_text(t, p->task->id);
    *row++ = cell_text(t, p->task->name);
    *row++ = isnan(p->flops) ? cell_na(t, why) : cell_real(p->flops);
    *row++ = isnan(p->bytes) ? cell_na(t, why) : cell_real(p->bytes);
    *row++ = p->origin != NULL ? cell_text(t, p->origin) : cell_na(t, "not imported");
    *row++ = p->work_unknown != NULL ? cell_text(t, p->work_unknown) : cell_na(t, "both are known");
    *row++ = cell_text(t, p->task->sha256);
}

static int list_problems(struct cli *cli, const char *suite, struct err *err)
{
    struct imported_problem *all = NULL;
    size_t n = 0;
    struct table t;
    int rc = cli_open_reader(cli, err);
    if (rc == 0)
        rc = problem_list(cli->db, strcmp(suite, "all") == 0 ? NULL : suite, cli->arena, &all, &n,
                          err);
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "no imported problem of suite '%s' in %s", suite,
                     cli->db_path);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.task.problems/1", problem_columns,
               ARRAY_LEN(problem_columns));
    for (size_t i = 0; i < n; i++)
        fill_problem_row(&t, &all[i], table_row(&t));
    cli_print_table(cli, &t);
    return 0;
}

static int show_problem(struct cli *cli, const char *kernel, struct err *err)
{
    struct imported_problem p;
    struct table t;
    int rc = cli_open_reader(cli, err);
    if (rc == 0)
        rc = problem_get(cli->db, cli->args[0], cli->arena, &p, err);
    if (rc < 0)
        return rc;
    if (kernel != NULL && strcmp(kernel, "module") != 0)
        return err_set(err, ERR_USAGE, "--kernel %s: a PyTorch problem has only --kernel module",
                       kernel);
    if (kernel != NULL) {
        fputs(p.task->module, stdout);
        return 0;
    }
    table_init(&t, cli->arena, "rollbook.task.problem/1", problem_columns,
               ARRAY_LEN(problem_columns));
    fill_problem_row(&t, &p, table_row(&t));
    cli_print_record(cli, &t);
    return 0;
}

static int run_list(struct cli *cli, struct err *err)
{
    const struct asked_task *asked = cli->options;
    if (asked->suite != NULL)
        return list_problems(cli, asked->suite, err);
    const struct task **tasks;
    size_t n;
    struct table t;
    bool is_json = cli->format == TABLE_JSON;
    int rc = task_list(cli->arena, &tasks, &n, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.task.list/1", is_json ? list_columns : list_columns_text,
               is_json ? ARRAY_LEN(list_columns) : ARRAY_LEN(list_columns_text));
    for (size_t i = 0; i < n; i++) {
        struct cell *row = table_row(&t);
        row[0] = cell_text(&t, tasks[i]->id);
        row[1] = cell_text(&t, tasks[i]->name);
        row[2] = cell_text(&t, tasks[i]->family);
        if (is_json)
            row[3] = cases_cell(&t, tasks[i], NULL, put_dims);
        for (int c = 0; !is_json && c < TASK_CASE_COUNT; c++)
            row[3 + c] = sizes_cell(&t, tasks[i], (enum task_case)c);
    }
    cli_print_table(cli, &t);
    return 0;
}

static const struct table_column show_columns[] = {
    { "task", 0 },           { "suite", 0 },   { "level", 0 },          { "problem_id", 0 },
    { "name", 0 },           { "family", 0 },  { "description", 0 },    { "dims", 0 },
    { "inputs", 0 },         { "outputs", 0 }, { "tolerance", 0 },      { "flops", 0 },
    { "flops_per_case", 0 }, { "bytes", 0 },   { "bytes_per_case", 0 }, { "oracle", 0 },
    { "baseline", 0 },       { "sha256", 0 },  { "wrong", 0 },
};

/* The names that --kernel takes for kernels that must be refused. */
static struct cell wrong_cell(struct table *t, const struct task *task)
{
    struct buf b = { 0 };
    buf_putc(&b, '[');
    for (size_t i = 0; i < task->n_wrong; i++)
        buf_printf(&b, "%s\"wrong_%s\"", i == 0 ? "" : ", ", task->wrong[i].name);
    buf_putc(&b, ']');
    struct cell cell = cell_json(t, buf_text(&b));
    buf_release(&b);
    return cell;
}

static void fill_show_row(struct table *t, const struct task *task, struct cell *row)
{
    *row++ = cell_text(t, task->id);
    *row++ = cell_text(t, task->suite);
    *row++ = cell_int(task->level);
    *row++ = cell_int(task->problem_id);
    *row++ = cell_text(t, task->name);
    *row++ = cell_text(t, task->family);
    *row++ = cell_text(t, task->description);
    *row++ = cases_cell(t, task, NULL, put_dims);
    *row++ = tensors_cell(t, task->inputs, task->n_inputs, true);
    *row++ = tensors_cell(t, task->outputs, task->n_outputs, false);
    *row++ = tolerance_cell(t, task);
    *row++ = cell_text(t, task->flops_text);
    *row++ = cases_cell(t, task, task->flops, put_value);
    *row++ = cell_text(t, task->bytes_text);
    *row++ = cases_cell(t, task, task->bytes, put_value);
    *row++ = cell_text(t, task->oracle_path);
    *row++ = cell_text(t, task->baseline_path);
    *row++ = cell_text(t, task->sha256);
    *row++ = wrong_cell(t, task);
}

/* *out is NULL when the task has no such kernel file. */
static int named_kernel(const struct task *task, const char *name, struct arena *a,
                        const char **out, struct err *err)
{
    static const char prefix[] = "wrong_";
    *out = strcmp(name, "oracle") == 0     ? task->oracle
           : strcmp(name, "baseline") == 0 ? task->baseline
                                           : NULL;
    for (size_t i = 0; i < task->n_wrong; i++)
        if (strncmp(name, prefix, strlen(prefix)) == 0 &&
            strcmp(name + strlen(prefix), task->wrong[i].name) == 0)
            *out = task->wrong[i].kernel;
    return strcmp(name, "tuned") == 0 ? task_kernel(task, name, a, out, err) : 0;
}

static int run_show(struct cli *cli, struct err *err)
{
    const struct asked_task *asked = cli->options;
    const struct task *task;
    const char *kernel = asked->kernel;
    struct table t;
    if (problem_is_stored(cli->args[0]))
        return show_problem(cli, kernel, err);
    int rc = task_find(cli->args[0], cli->arena, &task, err);
    if (rc < 0)
        return rc;
    if (kernel != NULL) {
        const char *text;
        rc = named_kernel(task, kernel, cli->arena, &text, err);
        if (rc == 0 && text == NULL && strcmp(kernel, "tuned") == 0)
            return err_set(err, ERR_NOMATCH, "task %s has no tuned kernel", task->id);
        if (rc == 0 && text == NULL)
            return err_set(err, ERR_USAGE,
                           "--kernel %s: must be oracle, baseline, tuned or a name from 'rollbook "
                           "task show' under 'wrong'",
                           kernel);
        if (rc < 0)
            return rc;
        fputs(text, stdout);
        return 0;
    }
    table_init(&t, cli->arena, "rollbook.task.show/1", show_columns, ARRAY_LEN(show_columns));
    fill_show_row(&t, task, table_row(&t));
    cli_print_record(cli, &t);
    return 0;
}

static const struct asked_task standard_task = { .suite = NULL };
static const struct option list_options[] = {
    OPTION(struct asked_task, suite, "suite", "NAME",
           "problems that were imported into the database, of this suite or of all"),
};

const struct command cmd_task_list = {
    .name = "task list",
    .summary = "list the tasks with their sizes, or imported problems with their work",
    .usage = "rollbook task list [--suite NAME --db FILE]",
    .examples = "  rollbook task list\n  rollbook task list --json\n"
                "  rollbook task list --suite kernelbench-torch --db study.db\n",
    .options = OPTION_SET(list_options, standard_task),
    .run = run_list,
};

static const struct option show_options[] = {
    OPTION(struct asked_task, kernel, "kernel", "WHICH",
           "print a kernel file: oracle, baseline, tuned, wrong_NAME; module: an imported "
           "problem's module"),
};

const struct command cmd_task_show = {
    .name = "task show",
    .summary = "show inputs, outputs, sizes, work and tolerance of a task",
    .usage = "rollbook task show ID [--kernel WHICH]",
    .examples = "  rollbook task show l1/12\n"
                "  rollbook task show 12 --kernel baseline >my_kernel.cu\n"
                "  rollbook task show kernelbench-torch:l1/19 --kernel module --db study.db\n",
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(show_options, standard_task),
    .run = run_show,
};
