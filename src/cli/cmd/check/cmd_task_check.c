/*
 * cmd_task_check.c - run the admission gate of tasks on the CPU backend.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/check/task_power.h"
#include "src/cli/command.h"
#include "src/eval/eval.h"
#include "tasks/gate.h"
#include "tasks/task.h"

#define MOST_NAMED 200

struct asked_task_check {
    struct asked_power power; /* case and seed are the gate's as well */
    bool is_power;
    int level;
    struct name_list tasks;
};

static const struct table_column check_columns[] = {
    { "task", 0 }, { "case", 0 },  { "check", 0 },  { "subject", 0 },
    { "pass", 0 }, { "value", 3 }, { "detail", 0 },
};

struct checker {
    struct cli *cli;
    struct evaluator *evaluator;
    const struct task *task; /* that is checked */
    struct table table;
    size_t failed;
};

/* The outputs live in the arena. */
static int apply_kernel(struct checker *k, const struct gate_case *g, const char *text,
                        struct arena *a, const double *outputs[TASK_MAX_TENSORS], struct err *err)
{
    const struct task *t = k->task;
    bool is_oracle = text == t->oracle;
    const void *inputs[TASK_MAX_TENSORS];
    double *room[TASK_MAX_TENSORS];
    for (size_t i = 0; i < t->n_inputs; i++)
        inputs[i] = g->inputs[i];
    for (size_t o = 0; o < t->n_outputs; o++)
        outputs[o] = room[o] = arena_array(a, (size_t)g->n_output[o], sizeof(double));
    int rc = evaluator_apply(
        k->evaluator, &(struct apply){ text, t, g->task_case, inputs, is_oracle, room }, err);
    return rc < 0 ? err_context(err, "%s: %s", t->id,
                                is_oracle             ? "oracle"
                                : text == t->baseline ? "baseline"
                                                      : "wrong kernel")
                  : 0;
}

/* Kernels that are wrong in a way of their own; the smallest case tells. */
static int check_wrong(struct checker *k, const struct task *t, const struct gate_case *g,
                       struct arena *a, struct gate_result *r, struct err *err)
{
    struct gate_case second;
    const double *got[TASK_MAX_TENSORS], *got_second[TASK_MAX_TENSORS] = { NULL };
    int rc = 0;
    if (t->has_second && t->n_wrong > 0)
        rc = gate_prepare(t, g->task_case, g->seed, TASK_SECOND_DRAW, a, &second, err);
    for (size_t i = 0; i < t->n_wrong && rc == 0; i++) {
        rc = apply_kernel(k, g, t->wrong[i].kernel, a, got, err);
        if (rc == 0 && t->has_second)
            rc = apply_kernel(k, &second, t->wrong[i].kernel, a, got_second, err);
        if (rc == 0)
            gate_add_wrong(t, t->wrong[i].name, g, got, t->has_second ? &second : NULL, got_second,
                           a, r);
    }
    return rc;
}

static void add_rows(struct checker *k, const struct task *t, enum task_case c,
                     const struct gate_result *r)
{
    for (size_t i = 0; i < r->n_checks; i++) {
        const struct gate_check *check = &r->checks[i];
        struct cell *row = table_row(&k->table);
        row[0] = cell_text(&k->table, t->id);
        row[1] = cell_text(&k->table, task_case_name(c));
        row[2] = cell_text(&k->table, check->name);
        row[3] = cell_text(&k->table, check->subject);
        row[4] = cell_bool(check->pass);
        row[5] = cell_real(check->value);
        row[6] = cell_text(&k->table, check->detail);
        k->failed += !check->pass;
    }
}

static int check_case(struct checker *k, const struct task *t, enum task_case c, struct err *err)
{
    const struct asked_task_check *asked = k->cli->options;
    struct arena a CLEANUP(arena_release) = { 0 };
    struct gate_case g;
    const double *oracle[TASK_MAX_TENSORS], *baseline[TASK_MAX_TENSORS];
    struct gate_result *r = arena_alloc(&a, sizeof(*r));
    uint64_t seed = asked->power.seed;
    int rc;
    k->task = t;
    if ((rc = gate_prepare(t, c, seed, 0, &a, &g, err)) < 0 ||
        (rc = apply_kernel(k, &g, t->oracle, &a, oracle, err)) < 0 ||
        (rc = apply_kernel(k, &g, t->baseline, &a, baseline, err)) < 0 ||
        (rc = gate_run(t, &g, oracle, baseline, &a, r, err)) < 0 ||
        (rc = c == CASE_TINY ? check_wrong(k, t, &g, &a, r, err) : 0) < 0)
        return rc;
    add_rows(k, t, c, r);
    return 0;
}

static int add_named(struct cli *cli, const char *name, const struct task **tasks, size_t *n,
                     struct err *err)
{
    if (*n == MOST_NAMED)
        return err_set(err, ERR_USAGE, "at most %d tasks can be named", MOST_NAMED);
    int rc = task_find(name, cli->arena, &tasks[*n], err);
    *n += rc == 0;
    return rc;
}

/* Those that are named, by arguments and --task; else all, of --level. */
static int wanted_tasks(struct cli *cli, const struct task ***out, size_t *out_count,
                        struct err *err)
{
    const struct asked_task_check *asked = cli->options;
    size_t n = 0;
    int rc = 0;
    if (cli->n_args + asked->tasks.n == 0) {
        const struct task **all;
        rc = task_list(cli->arena, &all, &n, err);
        *out = all;
        *out_count = 0;
        for (size_t i = 0; i < n && rc == 0; i++)
            if (asked->level == 0 || all[i]->level == asked->level)
                all[(*out_count)++] = all[i];
        if (rc == 0 && *out_count == 0)
            rc = err_set(err, ERR_NOMATCH, "there is no task of level %d", asked->level);
        return rc;
    }
    const struct task **tasks = arena_array(cli->arena, MOST_NAMED, sizeof(*tasks));
    for (size_t i = 0; i < cli->n_args && rc == 0; i++)
        rc = add_named(cli, cli->args[i], tasks, &n, err);
    for (size_t i = 0; i < asked->tasks.n && rc == 0; i++)
        rc = add_named(cli, asked->tasks.items[i], tasks, &n, err);
    *out = tasks;
    *out_count = n;
    return rc;
}

static int check_all(struct checker *k, const struct task **tasks, size_t n, enum task_case last,
                     struct err *err)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n; i++)
        for (int c = CASE_TINY; rc == 0 && c <= (int)last; c++)
            rc = check_case(k, tasks[i], (enum task_case)c, err);
    return rc;
}

static int run_gate(struct cli *cli, const struct task **tasks, size_t n, struct err *err)
{
    const struct asked_task_check *asked = cli->options;
    struct checker k = { .cli = cli };
    table_init(&k.table, cli->arena, "rollbook.task.check/1", check_columns,
               ARRAY_LEN(check_columns));
    int rc = evaluator_open("cpu", &k.evaluator, err);
    if (rc < 0)
        return rc;
    rc = check_all(&k, tasks, n, (enum task_case)asked->power.task_case, err);
    evaluator_close(k.evaluator);
    if (rc < 0)
        return rc;
    cli_print_table(cli, &k.table);
    if (k.failed > 0)
        return err_set(err, ERR_NEGATIVE, "%zu of %zu checks failed", k.failed, k.table.n_rows);
    return 0;
}

static int run_check(struct cli *cli, struct err *err)
{
    static const size_t of_power[] = { offsetof(struct asked_task_check, power.name),
                                       offsetof(struct asked_task_check, power.backend),
                                       offsetof(struct asked_task_check, power.kernel),
                                       offsetof(struct asked_task_check, power.mutants),
                                       offsetof(struct asked_task_check, power.workers),
                                       offsetof(struct asked_task_check, power.threads),
                                       offsetof(struct asked_task_check, power.checkers) };
    const struct asked_task_check *asked = cli->options;
    const struct task **tasks;
    size_t n;
    const char *given = asked->is_power ? NULL : GIVEN_OF(cli, struct asked_task_check, of_power);
    if (given != NULL)
        return err_set(err, ERR_USAGE, "--%s goes with --power", given);
    int rc = wanted_tasks(cli, &tasks, &n, err);
    if (rc < 0)
        return rc;
    return asked->is_power ? task_power(cli, &asked->power, tasks, n, err)
                           : run_gate(cli, tasks, n, err);
}

static const char *const backends[] = { "cpu", "cuda", NULL };

#define ROW(member, ...) OPTION(struct asked_task_check, member, __VA_ARGS__)
static const struct option check_options[] = {
    ROW(power.task_case, "case", "CASE",
        "largest case that is checked; with --power the case that is evaluated",
        .choices = task_case_names),
    ROW(power.seed, "seed", "N", "seed of the inputs; with --power of the planted bugs"),
    ROW(level, "level", "N", "all tasks of this level", .has_no_default = true, .least = 1,
        .most = 4),
    ROW(tasks, "task", "ID[,ID]", "the same as the arguments"),
    ROW(is_power, "power", NULL,
        "plant bugs into correct kernels and count the bugs that the checker misses"),
    ROW(power.mutants, "mutants", "N", "planted bugs of each task", .least = 1, .most = 1000),
    ROW(power.checkers, "checkers", "NAME,...",
        "whose verdicts: fast, full, kernelbench, draws (default: all)"),
    ROW(power.kernel, "kernel", "FILE", "plant bugs into this right kernel of the one task"),
    ROW(power.name, "name", "NAME", "of the runs, NAME-fast and so on (default: power-SEED)"),
    ROW(power.backend, "backend", "NAME", "where it runs: cpu or cuda", .choices = backends),
    ROW(power.workers, "workers", "N", "worker processes; 0: one a core", .letter = 'j',
        .most = 256),
    ROW(power.threads, "threads", "N", "cores that a kernel's blocks are spread over; 0: one",
        .most = 1024),
};
static const struct asked_task_check standard_task_check = {
    .power = { .task_case = CASE_CPU, .seed = 1, .mutants = 30, .backend = "cpu" }
};

const struct command cmd_task_check = {
    .name = "task check",
    .summary =
        "run the admission gate of tasks, or count the bugs that the checker misses (--power)",
    .usage = "rollbook task check [ID...] [--case CASE] [--seed N]\n"
             "       rollbook task check --power [ID...] [--mutants N] [--db FILE] [options]",
    .examples = "  rollbook task check\n"
                "  rollbook task check l1/4 l1/12 --case tiny --seed 7\n"
                "  rollbook task check --power l1/4 l1/23 --db power.db\n"
                "  rollbook task check --power l1/28 --kernel my_kernel.cu --db power.db\n",
    .max_args = 100,
    .options = OPTION_SET(check_options, standard_task_check),
    .run = run_check,
};
