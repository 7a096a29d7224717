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
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/cmd/run/run_until.h"
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
    struct cli *cli;
    const char *until; /* the last look's words; NULL: none */
    struct progress_line line;
    FILE *telemetry; /* NULL: none */
    bool telemetry_failed;
    const char *name; /* of the run */
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

static int on_look(void *context, const struct run_config *config, int n_rounds, int *next,
                   struct err *err)
{
    struct view *view = context;
    return run_until_look(view->cli, config, n_rounds, next, &view->until, err);
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
static int open_telemetry(const char *path, struct view *view, struct err *err)
{
    if (path == NULL)
        return 0;
    view->telemetry = strcmp(path, "-") == 0 ? stdout : fopen(path, "a");
    if (view->telemetry == NULL)
        return err_set(err, ERR_USAGE, "--telemetry: %s: %s", path, strerror(errno));
    return 0;
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
static int find_declared(struct cli *cli, const struct run_asked *asked,
                         const struct run_config *config, struct run_provenance *out,
                         struct err *err)
{
    const char *name = asked->declaration;
    const char *method = asked->method;
    struct declaration_row row;
    struct study_declaration d;
    if (name == NULL)
        return method == NULL ? 0 : err_set(err, ERR_USAGE, "--method needs --declaration NAME");
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

/* Options without which a resumed run would be evaluated here. */
static const char *queue_words(const struct cli *cli, const struct run_asked *asked)
{
    const char *class = asked->device_class;
    if (asked->queue == NULL)
        return "";
    return arena_printf(cli->arena, " --queue \"%s\"%s%s", asked->queue,
                        class == NULL ? "" : " --device-class ", class == NULL ? "" : class);
}

static int execute_session(struct cli *cli, const struct run_asked *asked,
                           const struct run_config *config, const char *resume, struct view *view,
                           struct err *err)
{
    struct session *session = NULL;
    const struct session_hooks hooks = {
        .progress = on_progress,
        .note = on_note,
        .look = on_look,
        .telemetry = view->telemetry == NULL ? NULL : on_telemetry,
        .context = view,
        .stop = stop_on_signals(),
        .transport = asked->queue == NULL ? transport_local : &transport_kind_queue,
        .queue = asked->queue,
        .device_class = asked->queue == NULL ? NULL : asked->device_class,
        .workers = asked->config.workers
    };
    stop_when_gone(cli->db_path);
    progress_start(&view->line, resume != NULL ? resume : config->name, cli->quiet);
    int rc = 0;
    if (resume != NULL) {
        rc = session_resume(cli->db, resume, &hooks, &session, err);
    } else {
        struct run_provenance provenance = { .argv = cli_argv_json(cli),
                                             .libraries = libraries_json(cli) };
        rc = find_declared(cli, asked, config, &provenance, err);
        if (rc == 0)
            rc = run_until_check(cli, config, err);
        if (rc == 0)
            rc = session_start(cli->db, config, &provenance, &hooks, &session, err);
    }
    if (rc < 0) {
        progress_stop(&view->line);
        return rc;
    }
    const char *name = arena_strdup(cli->arena, session->config.name);
    view->name = name;
    rc = session_run(session, err);
    progress_stop(&view->line);
    session_close(session);
    if (rc == 0 && view->until != NULL)
        cli_note(cli, "%s", view->until);
    if (rc < 0 && db_check_there(cli->db, err) < 0)
        return err->code;
    if (rc == ERR_INTERRUPTED)
        return err_set(err, ERR_INTERRUPTED,
                       "run '%s' was interrupted, nothing is lost; continue with: %s run "
                       "--resume %s --db %s%s",
                       name, cli->argv[0], name, cli->db_path, queue_words(cli, asked));
    if (rc < 0)
        return err_context(err, "run '%s' ('%s run --resume %s --db %s%s' continues it)", name,
                           cli->argv[0], name, cli->db_path, queue_words(cli, asked));
    return 0;
}

int run_execute(struct cli *cli, const struct run_asked *asked, const struct run_config *config,
                const char *resume, const char **out_name, struct err *err)
{
    struct view view = { .cli = cli };
    int rc = open_telemetry(asked->telemetry, &view, err);
    if (rc == 0)
        rc = execute_session(cli, asked, config, resume, &view, err);
    if (view.telemetry != NULL && view.telemetry != stdout)
        fclose(view.telemetry);
    if (rc == 0)
        *out_name = view.name;
    return rc;
}

bool run_prints_telemetry(const struct run_asked *asked)
{
    return asked->telemetry != NULL && strcmp(asked->telemetry, "-") == 0;
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

int run_execute_once(struct cli *cli, const struct run_asked *asked,
                     const struct run_config *config, struct err *err)
{
    const char *name = config->name;
    const char *done = NULL;
    struct err absent = { 0 };
    int found = find_run(cli, name, &absent);
    if (found == 1) {
        cli_note(cli, "note: run '%s' exists and is complete; it is used unchanged", name);
        return 0;
    }
    if (found < 0 && found != ERR_NOMATCH) {
        *err = absent;
        return found;
    }
    return run_execute(cli, asked, config, found == 0 ? name : NULL, &done, err);
}

struct run_config run_phase_sampling(const struct run_config *c, size_t first, size_t n, int k)
{
    struct run_config out = { .strategy = "best-of-n",
                              .policy = c->policy,
                              .policy_config = c->policy_config,
                              .backend = c->backend,
                              .reward = c->reward,
                              .split_json = c->split_json,
                              .seed = c->seed,
                              .input_secret = c->input_secret,
                              .k = k,
                              .temperature = c->temperature,
                              .inputs = c->inputs,
                              .rule = c->rule,
                              .baseline = c->baseline,
                              .python = c->python,
                              .adaptive = c->adaptive,
                              .counters = c->counters,
                              .task_case = c->task_case,
                              .eval_mode = c->eval_mode,
                              .correct_trials = c->correct_trials,
                              .timed_runs = c->timed_runs,
                              .workers = c->workers,
                              .threads = c->threads,
                              .n_tasks = n,
                              .origins = c->origins };
    for (size_t i = 0; i < n; i++)
        out.tasks[i] = c->tasks[first + i];
    return out;
}

struct run_config run_phase_demonstrated(const struct run_asked *asked, const struct run_config *c)
{
    struct run_config out = *c;
    out.strategy = "sft";
    out.loss = "cross_entropy";
    out.aggregation = "token-mean";
    out.estimator = NULL;
    out.filters = NULL;
    out.substeps = out.turns = 0;
    out.history = NULL;
    out.n_steps = 0;
    out.batch = asked->sft_batch;
    out.epochs = asked->sft_epochs;
    out.learning_rate = asked->sft_learning_rate;
    out.min_speedup = asked->sft_min_speedup;
    out.held_out = 0.1;
    return out;
}

int run_phase_confirm(struct cli *cli, const struct confirm_options *options,
                      struct confirm_result *out, struct err *err)
{
    struct view view = { .cli = cli };
    const struct session_hooks hooks = { .progress = on_progress,
                                         .context = &view,
                                         .stop = stop_on_signals(),
                                         .transport = transport_local };
    stop_when_gone(cli->db_path);
    progress_start(&view.line, options->run, cli->quiet);
    int rc = confirm_run(cli->db, options, &hooks, cli->arena, out, err);
    progress_stop(&view.line);
    return rc;
}
