#include "src/cli/cmd/check/task_power.h"

#include <string.h>

#include "analysis/tables/table_checker.h"
#include "columns/get_run_for_resume.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/table_command.h"
#include "src/store/store.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"

#define CONTROLS 2 /* the right kernels as they are, of each task */

static const struct checker_run {
    const char *name, *rule;
    enum eval_mode mode;
} checkers[] = {
    { "fast", NULL, EVAL_FAST },
    { "full", NULL, EVAL_FULL },
    { "kernelbench", "kernelbench", EVAL_FAST },
    { "draws", "draws", EVAL_FAST },
};

static bool is_asked(const struct asked_power *asked, const char *name)
{
    for (size_t i = 0; i < asked->checkers.n; i++)
        if (strcmp(asked->checkers.items[i], name) == 0)
            return true;
    return asked->checkers.n == 0;
}

static int check_names(const struct asked_power *asked, struct err *err)
{
    for (size_t i = 0; i < asked->checkers.n; i++) {
        size_t k = 0;
        while (k < ARRAY_LEN(checkers) && strcmp(asked->checkers.items[i], checkers[k].name) != 0)
            k++;
        if (k == ARRAY_LEN(checkers))
            return err_set(err, ERR_USAGE,
                           "--checkers: '%.40s' is not fast, full, kernelbench or draws",
                           asked->checkers.items[i]);
    }
    return 0;
}

/* {"kernels": [{"task": "l1/4", "name": "given", "text": "..."}]} */
static int given_kernel(struct cli *cli, const char *path, const struct task *task,
                        const char **out, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 }, CLEANUP(buf_release) json = { 0 };
    int rc = file_read(path, KERNEL_MAX_BYTES, &text, err);
    if (rc < 0)
        return rc;
    buf_puts(&json, "{\"kernels\": [{\"task\": ");
    buf_put_json_text(&json, task->id);
    buf_puts(&json, ", \"name\": \"given\", \"text\": ");
    buf_put_json_text(&json, buf_text(&text));
    buf_puts(&json, "}]}");
    *out = arena_strdup(cli->arena, buf_text(&json));
    return 0;
}

static int make_config(struct cli *cli, const struct asked_power *asked, const struct task **tasks,
                       size_t n_tasks, struct run_config *out, struct err *err)
{
    *out = (struct run_config){ .strategy = "best-of-n",
                                .policy = "mutants",
                                .backend = asked->backend,
                                .reward = "speedup",
                                .seed = asked->seed,
                                .input_secret = rng_secret_number(),
                                .k = (int)asked->mutants + CONTROLS,
                                .temperature = 1,
                                .task_case = (enum task_case)asked->task_case,
                                .workers = asked->workers,
                                .threads = asked->threads,
                                .n_tasks = n_tasks };
    if (n_tasks > RUN_MAX_TASKS)
        return err_set(err, ERR_USAGE, "%zu tasks; at most %d go together", n_tasks, RUN_MAX_TASKS);
    for (size_t i = 0; i < n_tasks; i++)
        out->tasks[i] = tasks[i]->id;
    if (asked->kernel == NULL)
        return 0;
    if (n_tasks != 1)
        return err_set(err, ERR_USAGE, "--kernel is a kernel of one task: name the task");
    return given_kernel(cli, asked->kernel, tasks[0], &out->policy_config, err);
}

/* A run that was begun goes on as it began; *secret becomes its. */
static int check_begun(struct cli *cli, struct run_config *now, struct err *err)
{
    struct run_config was;
    struct stmt *st = db_query(cli->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", now->name);
    int rc = stmt_step(st, err);
    const char *config = rc > 0 ? stmt_text_dup(st, GET_RUN_FOR_RESUME_CONFIG, cli->arena) : NULL;
    stmt_reset(st);
    if (rc <= 0)
        return rc;
    rc = run_config_decode(config, cli->arena, &was, err);
    if (rc < 0)
        return rc;
    bool same = str_same(was.policy, now->policy) && was.seed == now->seed && was.k == now->k &&
                str_same(was.policy_config, now->policy_config) &&
                str_same(was.backend, now->backend) && was.task_case == now->task_case &&
                was.n_tasks == now->n_tasks;
    for (size_t i = 0; i < now->n_tasks && same; i++)
        same = str_same(was.tasks[i], now->tasks[i]);
    now->input_secret = was.input_secret;
    return same ? 0
                : err_set(err, ERR_USAGE,
                          "run '%s' exists with other tasks or settings: use --name OTHER to make "
                          "new runs",
                          now->name);
}

static int run_checkers(struct cli *cli, const struct asked_power *asked, struct run_config *config,
                        const char **names, size_t *n, struct err *err)
{
    const struct run_asked how = { .config.workers = asked->workers };
    const char *name = asked->name != NULL ? asked->name
                                           : arena_printf(cli->arena, "power-%llu",
                                                          (unsigned long long)asked->seed);
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(checkers) && rc == 0; i++) {
        if (!is_asked(asked, checkers[i].name))
            continue;
        config->name = arena_printf(cli->arena, "%s-%s", name, checkers[i].name);
        config->rule = checkers[i].rule;
        config->eval_mode = checkers[i].mode;
        if (strlen(config->name) > 200)
            return err_set(err, ERR_USAGE, "--name: at most 180 bytes");
        rc = check_begun(cli, config, err);
        if (rc == 0)
            rc = run_execute_once(cli, &how, config, err);
        names[(*n)++] = config->name;
    }
    return rc;
}

static int print_kills(struct cli *cli, const char *const *names, size_t n, struct err *err)
{
    const struct table_checker_options options = { STANDARD_checker };
    const struct table_input in = { .db = cli->db, .arena = cli->arena, .runs = { names, n } };
    int rc = table_command_print(cli, &table_checker, &in, &options, err);
    return rc < 0 ? rc : table_checker_controls(&in, err);
}

int task_power(struct cli *cli, const struct asked_power *asked, const struct task **tasks,
               size_t n_tasks, struct err *err)
{
    struct run_config config;
    const char *names[ARRAY_LEN(checkers)];
    size_t n = 0;
    int rc = check_names(asked, err);
    if (rc == 0)
        rc = make_config(cli, asked, tasks, n_tasks, &config, err);
    if (rc == 0)
        rc = cli_open_writer(cli, err);
    if (rc == 0)
        rc = run_checkers(cli, asked, &config, names, &n, err);
    return rc < 0 ? rc : print_kills(cli, names, n, err);
}
