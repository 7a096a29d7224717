/*
 * run_execute.c - a run with its progress line, Ctrl-C and final words.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "columns/get_run_shape.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/run_options.h"
#include "src/cli/progress.h"
#include "src/cli/stop_signal.h"
#include "src/declaration/declaration.h"
#include "src/json/json.h"
#include "src/queue/queue.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"
#include "src/strategy/session.h"
#include "src/worker/transport.h"

struct view {
    const struct cli *cli;
    struct progress_line line;
    FILE *telemetry; /* NULL: none */
    bool telemetry_failed;
};

static void on_progress(void *context, const struct progress *p)
{
    struct view *view = context;
    progress_set(&view->line, p);
}

static void on_note(void *context, const char *text)
{
    struct view *view = context;
    progress_clear(&view->line);
    cli_note(view->cli, "%s", text);
}

static void on_telemetry(void *context, const char *lines)
{
    struct view *view = context;
    if (fputs(lines, view->telemetry) >= 0 && fflush(view->telemetry) == 0)
        return;
    if (!view->telemetry_failed)
        cli_note(view->cli, "note: the telemetry cannot be written: %s; the run goes on",
                 strerror(errno));
    view->telemetry_failed = true;
}

/* Lines are appended, so that a resumed run goes on behind its beginning. */
static int open_telemetry(struct cli *cli, struct view *view, struct err *err)
{
    const char *path = opt_exists(cli, "telemetry") ? opt_text(cli, "telemetry") : NULL;
    if (path == NULL)
        return 0;
    view->telemetry = strcmp(path, "-") == 0 ? stdout : fopen(path, "a");
    if (view->telemetry == NULL)
        return err_set(err, ERR_USAGE, "--telemetry: %s: %s", path, strerror(errno));
    return 0;
}

static void close_telemetry(struct view *view)
{
    if (view->telemetry != NULL && view->telemetry != stdout)
        fclose(view->telemetry);
}

static char *libraries_json(const struct cli *cli)
{
    struct buf text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(o, "sqlite", db_library_version());
    json_add_string(o, "compiler", build_compiler());
    json_print(o, true, &text);
    char *copy = arena_strdup(cli->arena, buf_text(&text));
    buf_release(&text);
    return copy;
}

/* The method is the strategy's name unless one is given. */
static int find_declared(struct cli *cli, const struct run_config *config,
                         struct run_provenance *out, struct err *err)
{
    const char *name = opt_text(cli, "declaration");
    const char *method = opt_text(cli, "method");
    struct declaration_row row;
    struct study_declaration d;
    if (name == NULL)
        return method == NULL ? 0
                              : err_set(err, ERR_USAGE, "--method is one of a --declaration NAME");
    int rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    if (rc == 0)
        rc = declaration_parse(name, row.content, strlen(row.content), cli->arena, &d, err);
    if (rc < 0)
        return rc;
    method = method == NULL ? config->strategy : method;
    for (size_t i = 0; i < d.n_methods; i++) {
        if (strcmp(d.methods[i], method) != 0)
            continue;
        out->declaration_id = row.declaration_id;
        out->method = d.methods[i];
        return 0;
    }
    return err_set(err, ERR_USAGE, "declaration '%s' has no method '%s' (%s)", name, method,
                   str_join_names(cli->arena, d.methods, d.n_methods));
}

static int open_session(struct cli *cli, const struct run_config *config, const char *resume,
                        const struct session_hooks *hooks, struct session **out, struct err *err)
{
    if (resume != NULL)
        return session_resume(cli->db, resume, hooks, out, err);
    struct run_provenance provenance = { .argv = cli_argv_json(cli),
                                         .libraries = libraries_json(cli) };
    int rc = opt_exists(cli, "declaration") ? find_declared(cli, config, &provenance, err) : 0;
    if (rc < 0)
        return rc;
    return session_start(cli->db, config, &provenance, hooks, out, err);
}

/* Options without which a resumed run would be evaluated here. */
static const char *queue_words(const struct cli *cli, const char *queue)
{
    if (queue == NULL)
        return "";
    const char *class = opt_text(cli, "device-class");
    return arena_printf(cli->arena, " --queue \"%s\"%s%s", queue,
                        class == NULL ? "" : " --device-class ", class == NULL ? "" : class);
}

int run_read_workers(const struct cli *cli, unsigned *out, struct err *err)
{
    int64_t workers = opt_int(cli, "workers");
    if (workers < 0 || workers > WORKER_MAX)
        return err_set(err, ERR_USAGE, "--workers is 0 to %d", WORKER_MAX);
    *out = (unsigned)workers;
    return 0;
}

static int execute_session(struct cli *cli, const struct run_config *config, const char *resume,
                           struct view *view, const char **out_name, struct err *err)
{
    const char *queue = opt_exists(cli, "queue") ? opt_text(cli, "queue") : NULL;
    struct session *session = NULL;
    unsigned workers = 0;
    int rc = opt_exists(cli, "workers") ? run_read_workers(cli, &workers, err) : 0;
    if (rc < 0)
        return rc;
    const struct session_hooks hooks = {
        .progress = on_progress,
        .note = on_note,
        .telemetry = view->telemetry == NULL ? NULL : on_telemetry,
        .context = view,
        .stop = stop_on_signals(),
        .transport = queue == NULL ? transport_local : &transport_kind_queue,
        .queue = queue,
        .device_class = queue == NULL ? NULL : opt_text(cli, "device-class"),
        .workers = workers
    };
    progress_start(&view->line, resume != NULL ? resume : config->name, cli->quiet);
    rc = open_session(cli, config, resume, &hooks, &session, err);
    if (rc < 0) {
        progress_stop(&view->line);
        return rc;
    }
    const char *name = arena_strdup(cli->arena, session->config.name);
    rc = session_run(session, err);
    progress_stop(&view->line);
    session_close(session);
    if (rc == ERR_INTERRUPTED)
        return err_set(err, ERR_INTERRUPTED,
                       "run '%s' was interrupted, nothing is lost; continue with: %s run "
                       "--resume %s --db %s%s",
                       name, cli->argv[0], name, cli->db_path, queue_words(cli, queue));
    if (rc < 0)
        return err_context(err, "run '%s' ('%s run --resume %s --db %s%s' continues it)", name,
                           cli->argv[0], name, cli->db_path, queue_words(cli, queue));
    *out_name = name;
    return 0;
}

int run_execute(struct cli *cli, const struct run_config *config, const char *resume,
                const char **out_name, struct err *err)
{
    struct view view = { .cli = cli };
    int rc = open_telemetry(cli, &view, err);
    if (rc == 0)
        rc = execute_session(cli, config, resume, &view, out_name, err);
    close_telemetry(&view);
    return rc;
}

/* 1: complete, 0: to be continued; ERR_NOMATCH: no such run. */
static int find_run(struct cli *cli, const char *name, struct err *err)
{
    int64_t run_id;
    int rc = store_find_run(cli->db, name, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(cli->db, "get_run_shape");
    stmt_bind_int(st, ":run_id", run_id);
    rc = stmt_step(st, err);
    bool complete = rc > 0 && strcmp(stmt_text(st, GET_RUN_SHAPE_STATUS), "complete") == 0;
    stmt_reset(st);
    return rc < 0 ? rc : complete;
}

int run_execute_once(struct cli *cli, const struct run_config *config, const char *name,
                     struct err *err)
{
    const char *done = NULL;
    struct err absent = { 0 };
    int found = find_run(cli, name, &absent);
    if (found == 1) {
        cli_note(cli, "note: run '%s' is there and complete: it is taken as it is", name);
        return 0;
    }
    if (found < 0 && found != ERR_NOMATCH) {
        *err = absent;
        return found;
    }
    return run_execute(cli, config, found == 0 ? name : NULL, &done, err);
}
