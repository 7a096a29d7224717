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

struct asked_queue {
    const char *queue, *backend, *device_class, *python, *spool;
    double lease, stop_after;
    bool prometheus, off;
    unsigned workers, threads;
};

#define ROW(member, ...) OPTION(struct asked_queue, member, __VA_ARGS__)
#define QUEUE_OPTION                                                                               \
    ROW(queue, "queue", "ADDRESS", "of PostgreSQL: postgresql://user@host/database")

static int need_address(struct cli *cli, const char **out, struct err *err)
{
    const struct asked_queue *asked = cli->options;
    *out = asked->queue;
    return *out != NULL ? 0 : err_set(err, ERR_USAGE, "--queue says where the queue is");
}

struct queue_question {
    const char *name; /* of the statement */
    int n;
    const char *const *args;
};

/* Connects and runs one statement. */
static int ask(struct cli *cli, struct queue_question q, struct queue_client **client,
               struct queue_rows *rows, struct err *err)
{
    const char *address = NULL;
    int rc = need_address(cli, &address, err);
    if (rc == 0)
        rc = queue_connect(address, client, err);
    return rc == 0 ? queue_run(*client, q.name, q.n, q.args, rows, err) : rc;
}

static int run_init(struct cli *cli, struct err *err)
{
    const struct asked_queue *asked = cli->options;
    const char *address = NULL;
    bool was_renewed = false;
    int rc = need_address(cli, &address, err);
    if (rc == 0)
        rc = queue_init(address, asked->lease, &was_renewed, err);
    if (rc == 0)
        cli_note(cli, was_renewed ? "the queue is up to date; its jobs and its lease are kept"
                                  : "the queue is made");
    return rc;
}

static const struct table_column status_columns[] = { { "name", 0 },
                                                      { "value", 0 },
                                                      { "help", 0 } };

static int run_status(struct cli *cli, struct err *err)
{
    const struct asked_queue *asked = cli->options;
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    struct table t;
    int rc = ask(cli, (struct queue_question){ "status", 0, NULL }, &client, &rows, err);
    if (rc == 0 && asked->prometheus) {
        for (int i = 0; i < rows.n; i++) {
            const char *name = queue_text(&rows, i, "name");
            printf("# HELP rollbook_queue_%s %s\n# TYPE rollbook_queue_%s gauge\nrollbook_queue_%s "
                   "%g\n",
                   name, queue_text(&rows, i, "help"), name, name, queue_real(&rows, i, "value"));
        }
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
    const struct asked_queue *asked = cli->options;
    struct queue_client *client = NULL;
    struct queue_rows rows = { 0 };
    const char *draining = asked->off ? "f" : "t";
    int rc = ask(cli, (struct queue_question){ "drain", 1, &draining }, &client, &rows, err);
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
    int rc = ask(cli, (struct queue_question){ "dead", 0, NULL }, &client, &rows, err);
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
    int rc = ask(cli, (struct queue_question){ "retry", 0, NULL }, &client, &rows, err);
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
    const struct asked_queue *asked = cli->options;
    const char *address = NULL;
    const char *python = asked->python;
    struct queue_client *client = NULL;
    struct queue_work_summary sum = { 0 };
    int rc = need_address(cli, &address, err);
    if (rc == 0 && python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the workers");
    if (rc == 0)
        rc = queue_connect(address, &client, err);
    if (rc < 0)
        return rc;
    const struct queue_work_options o = {
        .device_class = asked->device_class,
        .local = { .backend = asked->backend,
                   .workers = asked->workers,
                   .threads = asked->threads },
        .stop = stop_on_signals(),
        .stop_s = asked->stop_after,
        .spool = asked->spool,
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

static const struct option init_options[] = {
    QUEUE_OPTION,
    ROW(lease, "lease", "SECONDS", "a worker that is silent for so long has lost its jobs",
        .least = 1, .most = 3600),
};
static const struct option status_options[] = {
    QUEUE_OPTION,
    ROW(prometheus, "prometheus", NULL, "in the text format of Prometheus"),
};
static const struct option drain_options[] = {
    QUEUE_OPTION,
    ROW(off, "off", NULL, "take jobs again"),
};
static const struct option queue_options[] = {
    QUEUE_OPTION,
};
static const struct option worker_options[] = {
    QUEUE_OPTION,
    ROW(backend, "backend", "NAME", "evaluator: cpu, cuda, torch-cpu or torch-cuda"),
    ROW(device_class, "device-class", "CLASS", "jobs for this class of devices are taken too"),
    ROW(workers, "workers", "N", "worker processes; 0: one a core, two a GPU", .letter = 'j',
        .least = 0, .most = WORKER_MAX),
    ROW(threads, "threads", "N", "cores that the blocks of a candidate are spread over", .least = 1,
        .most = 1024),
    ROW(python, "python", "PROGRAM", "PyTorch: interpreter that has torch"),
    ROW(stop_after, "stop-after", "SECONDS",
        "jobs that still run this long after SIGTERM return to the queue"),
    ROW(spool, "spool", "DIR",
        "answers that the queue has not yet; default: ~/.local/state/rollbook/spool"),
};
static const struct asked_queue standard_queue = {
    .lease = 30, .backend = "cpu", .threads = 1, .stop_after = 30
};

const struct command cmd_queue_init = {
    .name = "queue init",
    .summary = "make a queue for evaluations in a PostgreSQL database, or bring one up to date",
    .usage = "rollbook queue init --queue ADDRESS [--lease SECONDS]",
    .examples = "  rollbook queue init --queue postgresql://admin@db.example/rollbook\n",
    .options = OPTION_SET(init_options, standard_queue),
    .run = run_init,
};

const struct command cmd_queue_status = {
    .name = "queue status",
    .summary = "count a queue's jobs and workers",
    .usage = "rollbook queue status --queue ADDRESS [--prometheus]",
    .examples = "  rollbook queue status --queue postgresql://reader@db.example/rollbook\n",
    .options = OPTION_SET(status_options, standard_queue),
    .run = run_status,
};

const struct command cmd_queue_drain = {
    .name = "queue drain",
    .summary = "refuse new jobs and let workers finish the queued jobs",
    .usage = "rollbook queue drain --queue ADDRESS [--off]",
    .examples = "  rollbook queue drain --queue postgresql://admin@db.example/rollbook\n",
    .options = OPTION_SET(drain_options, standard_queue),
    .run = run_drain,
};

const struct command cmd_queue_dead = {
    .name = "queue dead",
    .summary = "list jobs that took down every worker that had them",
    .usage = "rollbook queue dead --queue ADDRESS",
    .examples = "  rollbook queue dead --queue postgresql://reader@db.example/rollbook\n",
    .options = OPTION_SET(queue_options, standard_queue),
    .run = run_dead,
};

const struct command cmd_queue_retry = {
    .name = "queue retry",
    .summary = "make dead jobs ready again",
    .usage = "rollbook queue retry --queue ADDRESS",
    .examples = "  rollbook queue retry --queue postgresql://admin@db.example/rollbook\n",
    .options = OPTION_SET(queue_options, standard_queue),
    .run = run_retry,
};

const struct command cmd_worker = {
    .name = "worker",
    .summary = "evaluate the jobs of a queue on this host",
    .usage = "rollbook worker --queue ADDRESS [--backend NAME] [-j N]",
    .examples =
        "  rollbook worker --queue postgresql://worker@db.example/rollbook --backend cuda\n",
    .options = OPTION_SET(worker_options, standard_queue),
    .run = run_worker,
};
