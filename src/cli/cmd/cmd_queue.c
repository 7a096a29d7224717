/*
 * cmd_queue.c - the queue in PostgreSQL: "rollbook queue ..." and "rollbook worker".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/queue/queue.h"
#include "src/queue/queue_client.h"

#define QUEUE_OPTION                                                                               \
    {                                                                                              \
        "queue", 0, OPT_TEXT, "ADDRESS", NULL, "of PostgreSQL: postgresql://user@host/database"    \
    }

static int need_address(struct cli *cli, const char **out, struct err *err)
{
    *out = opt_text(cli, "queue");
    return *out != NULL ? 0 : err_set(err, ERR_USAGE, "--queue says where the queue is");
}

/* Connects and runs one statement. */
static int ask(struct cli *cli, const char *name, int n, const char *const *args,
               struct queue_client **client, struct queue_rows *rows, struct err *err)
{
    const char *address = NULL;
    int rc = need_address(cli, &address, err);
    if (rc == 0)
        rc = queue_connect(address, client, err);
    if (rc == 0)
        rc = queue_run(*client, name, n, args, rows, err);
    return rc;
}

static int run_init(struct cli *cli, struct err *err)
{
    const char *address = NULL;
    double lease_s = opt_real(cli, "lease");
    bool was_renewed = false;
    int rc = need_address(cli, &address, err);
    if (rc == 0 && !(lease_s >= 1 && lease_s <= 3600))
        rc = err_set(err, ERR_USAGE, "--lease: 1 to 3600 seconds");
    if (rc == 0)
        rc = queue_init(address, lease_s, &was_renewed, err);
    if (rc == 0)
        cli_note(cli, was_renewed ? "the queue is up to date; its jobs and its lease are kept"
                                  : "the queue is made");
    return rc;
}

static const struct table_column status_columns[] = { { "name", 0 },
                                                      { "value", 0 },
                                                      { "help", 0 } };

static void print_prometheus(const struct queue_rows *rows)
{
    for (int i = 0; i < rows->n; i++) {
        const char *name = queue_text(rows, i, "name");
        printf(
            "# HELP rollbook_queue_%s %s\n# TYPE rollbook_queue_%s gauge\nrollbook_queue_%s %g\n",
            name, queue_text(rows, i, "help"), name, name, queue_real(rows, i, "value"));
    }
}

static int run_status(struct cli *cli, struct err *err)
{
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    struct table t;
    int rc = ask(cli, "status", 0, NULL, &client, &rows, err);
    if (rc == 0 && opt_flag(cli, "prometheus")) {
        print_prometheus(&rows);
    } else if (rc == 0) {
        table_init(&t, cli->arena, "rollbook.queue.status/1", status_columns,
                   ARRAY_LEN(status_columns));
        for (int i = 0; i < rows.n; i++) {
            struct cell *c = table_row(&t);
            *c++ = cell_text(&t, queue_text(&rows, i, "name"));
            *c++ = cell_real(queue_real(&rows, i, "value"));
            *c++ = cell_text(&t, queue_text(&rows, i, "help"));
        }
        cli_print_table(cli, &t);
    }
    if (rc == 0)
        queue_rows_end(&rows);
    queue_disconnect(client);
    return rc;
}

static int run_drain(struct cli *cli, struct err *err)
{
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    const char *draining = opt_flag(cli, "off") ? "f" : "t";
    int rc = ask(cli, "drain", 1, &draining, &client, &rows, err);
    if (rc == 0)
        queue_rows_end(&rows);
    queue_disconnect(client);
    return rc;
}

static const struct table_column dead_columns[] = {
    { "job", 0 },     { "class", 0 },     { "attempts", 0 },
    { "lost_by", 0 }, { "submitted", 0 }, { "key", 0 },
};

static int run_dead(struct cli *cli, struct err *err)
{
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    struct table t;
    int rc = ask(cli, "dead", 0, NULL, &client, &rows, err);
    if (rc == 0) {
        table_init(&t, cli->arena, "rollbook.queue.dead/1", dead_columns, ARRAY_LEN(dead_columns));
        for (int i = 0; i < rows.n; i++) {
            struct cell *c = table_row(&t);
            *c++ = cell_int(queue_int(&rows, i, "job_id"));
            *c++ = cell_text(&t, queue_text(&rows, i, "job_class"));
            *c++ = cell_int(queue_int(&rows, i, "job_attempt"));
            *c++ = cell_text(&t, queue_text(&rows, i, "job_lost_by"));
            *c++ = cell_text(&t, queue_text(&rows, i, "job_submitted"));
            *c++ = cell_text(&t, queue_text(&rows, i, "job_key"));
        }
        cli_print_table(cli, &t);
        queue_rows_end(&rows);
    }
    queue_disconnect(client);
    return rc;
}

static int run_retry(struct cli *cli, struct err *err)
{
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    int rc = ask(cli, "retry", 0, NULL, &client, &rows, err);
    if (rc == 0) {
        cli_note(cli, "%" PRId64 " dead jobs are ready again", queue_int(&rows, 0, "retry"));
        queue_rows_end(&rows);
    }
    queue_disconnect(client);
    return rc;
}

static void on_note(void *context, const char *text)
{
    cli_note(context, "%s", text);
}

static int run_worker(struct cli *cli, struct err *err)
{
    const char *address = NULL;
    const char *python = opt_text(cli, "python");
    struct queue_client *client = NULL;
    struct queue_work_summary sum = { 0 };
    int64_t workers = opt_int(cli, "workers");
    int64_t threads = opt_int(cli, "threads");
    int rc = need_address(cli, &address, err);
    if (rc == 0 && (workers < 0 || workers > WORKER_MAX || threads < 1 || threads > 1024))
        rc = err_set(err, ERR_USAGE, "--workers: 0 to %d; --threads: 1 to 1024", WORKER_MAX);
    if (rc == 0 && python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the workers");
    if (rc == 0)
        rc = queue_connect(address, &client, err);
    if (rc < 0)
        return rc;
    const struct queue_work_options o = {
        .device_class = opt_text(cli, "device-class"),
        .local = { .backend = opt_text(cli, "backend"),
                   .workers = (unsigned)workers,
                   .threads = (unsigned)threads },
        .stop = stop_on_signals(),
        .stop_s = opt_real(cli, "stop-after"),
        .spool = opt_text(cli, "spool"),
        .note = on_note,
        .note_context = cli,
    };
    queue_hide(cli->argc, cli->argv);
    rc = queue_work(client, &o, &sum, err);
    queue_disconnect(client);
    cli_note(cli, "%" PRIu64 " answers taken, %" PRIu64 " too late, %" PRIu64 " jobs given back",
             sum.finished, sum.late, sum.given_back);
    if (sum.kept > 0)
        cli_note(cli, "%" PRIu64 " answers wait in the spool for the next worker", sum.kept);
    return rc;
}

static const struct opt init_options[] = {
    QUEUE_OPTION,
    { "lease", 0, OPT_REAL, "SECONDS", "30",
      "a worker that is silent for so long has lost its jobs" },
};
static const struct opt status_options[] = {
    QUEUE_OPTION,
    { "prometheus", 0, OPT_FLAG, NULL, NULL, "in the text format of Prometheus" },
};
static const struct opt drain_options[] = {
    QUEUE_OPTION,
    { "off", 0, OPT_FLAG, NULL, NULL, "take jobs again" },
};
static const struct opt queue_options[] = { QUEUE_OPTION };
static const struct opt worker_options[] = {
    QUEUE_OPTION,
    { "backend", 0, OPT_TEXT, "NAME", "cpu", "evaluator: cpu, cuda, torch-cpu or torch-cuda" },
    { "device-class", 0, OPT_TEXT, "CLASS", NULL, "jobs for this class of devices are taken too" },
    { "workers", 'j', OPT_INT, "N", "0", "worker processes; 0: one a core, two a GPU" },
    { "threads", 0, OPT_INT, "N", "1", "cores that the blocks of a candidate are spread over" },
    { "python", 0, OPT_TEXT, "PROGRAM", NULL, "PyTorch: interpreter that has torch" },
    { "stop-after", 0, OPT_REAL, "SECONDS", "30",
      "what still runs so long after SIGTERM is given back" },
    { "spool", 0, OPT_TEXT, "DIR", NULL,
      "answers that the queue has not yet; default: ~/.local/state/rollbook/spool" },
};

const struct command cmd_queue_init = {
    .name = "queue init",
    .summary = "make a queue for evaluations in a PostgreSQL database, or bring one up to date",
    .usage = "rollbook queue init --queue ADDRESS [--lease SECONDS]",
    .examples = "  rollbook queue init --queue postgresql://admin@db.example/rollbook\n",
    .options = init_options,
    .n_options = ARRAY_LEN(init_options),
    .run = run_init,
};

const struct command cmd_queue_status = {
    .name = "queue status",
    .summary = "count a queue's jobs and workers",
    .usage = "rollbook queue status --queue ADDRESS [--prometheus]",
    .examples = "  rollbook queue status --queue postgresql://reader@db.example/rollbook\n",
    .options = status_options,
    .n_options = ARRAY_LEN(status_options),
    .run = run_status,
};

const struct command cmd_queue_drain = {
    .name = "queue drain",
    .summary = "refuse new jobs and let workers finish those that are there",
    .usage = "rollbook queue drain --queue ADDRESS [--off]",
    .examples = "  rollbook queue drain --queue postgresql://admin@db.example/rollbook\n",
    .options = drain_options,
    .n_options = ARRAY_LEN(drain_options),
    .run = run_drain,
};

const struct command cmd_queue_dead = {
    .name = "queue dead",
    .summary = "list jobs that took down every worker that had them",
    .usage = "rollbook queue dead --queue ADDRESS",
    .examples = "  rollbook queue dead --queue postgresql://reader@db.example/rollbook\n",
    .options = queue_options,
    .n_options = ARRAY_LEN(queue_options),
    .run = run_dead,
};

const struct command cmd_queue_retry = {
    .name = "queue retry",
    .summary = "make dead jobs ready again",
    .usage = "rollbook queue retry --queue ADDRESS",
    .examples = "  rollbook queue retry --queue postgresql://admin@db.example/rollbook\n",
    .options = queue_options,
    .n_options = ARRAY_LEN(queue_options),
    .run = run_retry,
};

const struct command cmd_worker = {
    .name = "worker",
    .summary = "evaluate the jobs of a queue on this host",
    .usage = "rollbook worker --queue ADDRESS [--backend NAME] [-j N]",
    .examples =
        "  rollbook worker --queue postgresql://worker@db.example/rollbook --backend cuda\n",
    .options = worker_options,
    .n_options = ARRAY_LEN(worker_options),
    .run = run_worker,
};
