/*
 * cmd_serve.c - "rollbook serve": one HTTP server for agents, training loops and model servers.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/mcp/mcp.h"
#include "src/problem/problem.h"
#include "src/server/route.h"
#include "src/server/server.h"
#include "src/worker/transport.h"

enum when_full { WHEN_FULL_REFUSE, WHEN_FULL_WAIT };
static const char *const when_full_names[] = { "refuse", "wait", NULL };

struct asked_serve {
    const char *upstream, *listen, *run, *spool, *server, *token_env, *python, *held_out, *backend;
    double max_spool, timeout, grace, evaluate_timeout;
    enum when_full when_full;
    int64_t max_body, queue;
    bool plain_http, drop_bodies, any_problem;
    unsigned workers;
};

#define ROW(member, ...) OPTION(struct asked_serve, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(upstream, "upstream", "URL", "server of a model, without /v1: other requests go there",
        .letter = 'u'),
    ROW(listen, "listen", "HOST:PORT", "port 0: any, and shown; unix:PATH: a local socket",
        .letter = 'l'),
    ROW(run, "run", "NAME", "run of requests that name none"),
    ROW(spool, "spool", "FOLDER", "where exchanges wait (default: DB-spool)"),
    ROW(max_spool, "max-spool", "GIB", "most that may wait for the database"),
    ROW(when_full, "when-full", "WHAT", "then: refuse with 503, or wait for room",
        .choices = when_full_names),
    ROW(server, "server", "KIND", "vllm, sglang, ... (default: by its answers)"),
    ROW(token_env, "token-env", "NAME", "environment variable with a token to ask for"),
    ROW(max_body, "max-body", "MIB", "largest request, and largest answer kept", .least = 1,
        .most = 1000),
    ROW(timeout, "timeout", "S", "for the first byte of an answer, and between two"),
    ROW(grace, "grace", "S", "when stopped: for requests, then for the database"),
    ROW(plain_http, "plain-http", NULL, "let keys go to another machine over http"),
    ROW(drop_bodies, "drop-bodies", NULL, "keep rollouts, not requests and raw answers"),
    ROW(workers, "workers", "N", "evaluations at a time; 0: one a core", .letter = 'j', .least = 0,
        .most = 256),
    ROW(queue, "queue", "N", "evaluations that may wait or run", .least = 1, .most = 100000),
    ROW(evaluate_timeout, "evaluate-timeout", "S", "before POST /evaluate answers 504"),
    ROW(any_problem, "any-problem", NULL,
        "run the PyTorch problems that clients send: code, unconfined"),
    ROW(held_out, "held-out", "SPLIT",
        "MCP: a split whose eval tasks show no kernels of others, besides those of the database"),
    ROW(backend, "backend", "NAME", "MCP: where kernels run unless a call says it",
        .choices = mcp_backends),
    ROW(python, "python", "PROGRAM",
        "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_serve standard_serve = { .listen = "127.0.0.1:8790",
                                                   .run = "proxy",
                                                   .max_spool = 16,
                                                   .when_full = WHEN_FULL_REFUSE,
                                                   .max_body = 64,
                                                   .timeout = 600,
                                                   .grace = 10,
                                                   .backend = "cpu",
                                                   .queue = 64,
                                                   .evaluate_timeout = 180 };

static void list_routes(struct buf *out)
{
    size_t n;
    const struct route *routes = routes_own(&n);
    buf_puts(out,
             "\nRoutes:\n  POST  /mcp              Model Context Protocol for coding agents\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "  %-5s %-17s %s\n", routes[i].method == NULL ? "any" : routes[i].method,
                   routes[i].path, routes[i].help);
}

/* What hooks of the server need. */
struct serving {
    struct cli *cli;
    struct mcp *mcp;
};

static void set_waker(void *context, int fd)
{
    (void)context;
    stop_wakes(fd);
}

static void say_problem(void *context, const char *text)
{
    const struct serving *serving = context;
    const struct cli *cli = serving->cli;
    cli_note(cli, "%s: %s", cli->command->name, text);
}

/* Whoever started us waits for this line. */
static void say_ready(void *context, struct server *server, unsigned port)
{
    const struct serving *serving = context;
    struct cli *cli = serving->cli;
    const struct asked_serve *asked = cli->options;
    const char *listen = asked->listen;
    const char *colon = strrchr(listen, ':');
    bool local = str_starts_with(listen, "unix:");
    const char *url = local ? listen
                            : arena_printf(cli->arena, "http://%.*s:%u",
                                           (int)(colon == NULL ? 0 : colon - listen), listen, port);
    mcp_bind(serving->mcp, server);
    if (cli->format == TABLE_JSON) {
        struct json *CLEANUP(json_free_ptr) root = json_new_object();
        struct buf CLEANUP(buf_release) line = { 0 };
        json_add_string(root, "schema", "rollbook.proxy/1");
        json_add_string(root, "event", "ready");
        json_add_string(root, "url", url);
        json_add_int(root, "port", (int64_t)port);
        json_print(root, false, &line);
        puts(buf_text(&line));
    } else {
        printf("listening on %s\n", url);
    }
    fflush(stdout);
}

static int check_seconds(const struct asked_serve *asked, struct err *err)
{
    const struct {
        const char *name;
        double v, least;
    } bounds[] = {
        { "timeout", asked->timeout, 0.001 },
        { "grace", asked->grace, 0 },
        { "max-spool", asked->max_spool, 0.0001 },
        { "evaluate-timeout", asked->evaluate_timeout, 0.001 },
    };
    for (size_t i = 0; i < ARRAY_LEN(bounds); i++)
        if (!(bounds[i].v >= bounds[i].least && bounds[i].v <= 1e6))
            return err_set(err, ERR_USAGE, "--%s must be from %g to %g", bounds[i].name,
                           bounds[i].least, 1e6);
    return 0;
}

static int64_t milliseconds(double seconds)
{
    return (int64_t)ceil(seconds * 1000);
}

static int read_options(struct cli *cli, struct server_options *out, struct err *err)
{
    const struct asked_serve *asked = cli->options;
    int rc = check_seconds(asked, err);
    if (rc < 0)
        return rc;
    *out = (struct server_options){
        .upstream = asked->upstream,
        .listen = asked->listen,
        .db_path = cli->db_path,
        .spool = asked->spool,
        .run = asked->run,
        .server = asked->server,
        .max_body = (size_t)asked->max_body << 20,
        .first_byte_ms = milliseconds(asked->timeout),
        .stall_ms = milliseconds(asked->timeout),
        .max_spool = (uint64_t)(asked->max_spool * 1073741824.0),
        .waits_for_spool = asked->when_full == WHEN_FULL_WAIT,
        .grace_ms = milliseconds(asked->grace),
        .plain_http = asked->plain_http,
        .drop_bodies = asked->drop_bodies,
        .any_problem = asked->any_problem,
        .transport = transport_local,
        .workers = asked->workers,
        .queue = (size_t)asked->queue,
        .evaluate_ms = milliseconds(asked->evaluate_timeout),
        .argv = cli_argv_json(cli),
    };
    return 0;
}

static int run_with_token(struct serving *serving, struct server_options *o,
                          struct server_summary *out, struct err *err)
{
    struct cli *cli = serving->cli;
    const struct asked_serve *asked = cli->options;
    const char *variable = asked->token_env;
    char *token = variable == NULL ? NULL : http_key_take(variable);
    const struct server_hooks hooks = { .ready = say_ready,
                                        .note = say_problem,
                                        .stop = stop_on_signals(),
                                        .set_waker = set_waker,
                                        .context = serving };
    if (variable != NULL && token == NULL)
        return err_set(err, ERR_USAGE,
                       "the environment variable %s, which should contain the token, is not set",
                       variable);
    o->token = token;
    int rc = server_run(o, &hooks, out, err);
    http_key_free(token);
    return rc;
}

static int run_serve(struct cli *cli, struct err *err)
{
    const struct asked_serve *asked = cli->options;
    const struct mcp_options mcp = { .db_path = cli->db_path,
                                     .held_out = asked->held_out,
                                     .backend = asked->backend };
    struct serving serving = { .cli = cli };
    struct server_options o;
    struct problem_shelf problems;
    struct server_summary summary = { 0 };
    (void)signal(SIGPIPE, SIG_IGN);
    const char *python = asked->python;
    int rc = read_options(cli, &o, err);
    if (rc == 0 && python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the workers");
    if (rc == 0)
        rc = find_problems_to_run(cli, true, &problems, err); /* later only the drain reads */
    o.problems = &problems;
    if (rc == 0)
        rc = mcp_new(&mcp, &serving.mcp, err);
    if (rc == 0) {
        const struct route_table tables[] = { mcp_routes(serving.mcp) };
        o.tables = tables;
        o.n_tables = ARRAY_LEN(tables);
        rc = run_with_token(&serving, &o, &summary, err);
    }
    mcp_free(serving.mcp);
    if (rc == 0 && summary.left > 0)
        rc = err_set(err, ERR_BUSY,
                     "%zu exchanges are left in the spool: the next start stores them",
                     summary.left);
    if (rc == 0)
        cli_note(cli, "%llu exchanges stored", (unsigned long long)summary.stored);
    return rc;
}

const struct command cmd_serve = {
    .name = "serve",
    .summary = "evaluate kernels over HTTP, store logs, store a model server's answers",
    .usage = "rollbook serve [--upstream URL] [--listen HOST:PORT] [options]",
    .examples = "  rollbook serve --db study.db             # GET / lists the addresses\n  "
                "rollbook serve --upstream http://127.0.0.1:8000 --db study.db\n  "
                "OPENAI_BASE_URL=http://127.0.0.1:8790/run/pilot/task/l1-4/v1 python train.py\n",
    .options = OPTION_SET(options, standard_serve),
    .more = list_routes,
    .run = run_serve,
};

static int run_proxy(struct cli *cli, struct err *err)
{
    const struct asked_serve *asked = cli->options;
    if (asked->upstream == NULL)
        return err_set(err, ERR_USAGE,
                       "proxy needs --upstream, e.g. --upstream http://127.0.0.1:8000; \"rollbook "
                       "serve\" does without");
    return run_serve(cli, err);
}

const struct command cmd_proxy = {
    .name = "proxy",
    .summary = "\"rollbook serve\" before a model's server",
    .usage = "rollbook proxy --upstream URL [--listen HOST:PORT] [options]",
    .examples = "  rollbook proxy --upstream http://127.0.0.1:8000 --db study.db\n"
                "  OPENAI_BASE_URL=http://127.0.0.1:8790/run/pilot/task/l1-4/v1 python train.py\n",
    .options = OPTION_SET(options, standard_serve),
    .run = run_proxy,
};
