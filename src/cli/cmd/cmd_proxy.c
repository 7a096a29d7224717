/*
 * cmd_proxy.c - "rollbook proxy": record other programs' samples, evaluate their kernels.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/http/http.h"
#include "src/problem/problem_task.h"
#include "src/proxy/proxy.h"
#include "src/store/db.h"
#include "src/worker/transport.h"

static const struct opt options[] = {
    { "upstream", 'u', OPT_TEXT, "URL", NULL, "server of the model, without /v1 (required)" },
    { "listen", 'l', OPT_TEXT, "HOST:PORT", "127.0.0.1:8790", "port 0: any, and shown" },
    { "run", 0, OPT_TEXT, "NAME", "proxy", "run of requests that name none" },
    { "spool", 0, OPT_TEXT, "FOLDER", NULL, "where exchanges wait (default: DB-spool)" },
    { "max-spool", 0, OPT_REAL, "GIB", "16", "most that may wait for the database" },
    { "when-full", 0, OPT_TEXT, "WHAT", "refuse", "then: refuse with 503, or wait for room" },
    { "server", 0, OPT_TEXT, "KIND", NULL, "vllm, sglang, ... (default: by its answers)" },
    { "token-env", 0, OPT_TEXT, "NAME", NULL, "environment variable with a token to ask for" },
    { "max-body", 0, OPT_INT, "MIB", "64", "largest request, and largest answer kept" },
    { "timeout", 0, OPT_REAL, "S", "600", "for the first byte of an answer, and between two" },
    { "grace", 0, OPT_REAL, "S", "10", "when stopped: for requests, then for the database" },
    { "plain-http", 0, OPT_FLAG, NULL, NULL, "let keys go to another machine over http" },
    { "drop-bodies", 0, OPT_FLAG, NULL, NULL, "keep rollouts, not requests and raw answers" },
    { "workers", 'j', OPT_INT, "N", "0", "evaluations at a time; 0: one a core" },
    { "queue", 0, OPT_INT, "N", "64", "evaluations that may wait or run" },
    { "evaluate-timeout", 0, OPT_REAL, "S", "180", "before POST /evaluate answers 504" },
    { "python", 0, OPT_TEXT, "PROGRAM", NULL,
      "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, else python3)" },
};

static void set_waker(void *context, int fd)
{
    (void)context;
    stop_wakes(fd);
}

static void say_problem(void *context, const char *text)
{
    cli_note(context, "proxy: %s", text);
}

/* Whoever started us waits for this line. */
static void say_ready(void *context, unsigned port)
{
    struct cli *cli = context;
    const char *listen = opt_text(cli, "listen");
    const char *colon = strrchr(listen, ':');
    int host = (int)(colon == NULL ? 0 : colon - listen);
    if (cli->format == TABLE_JSON)
        printf("{\"schema\":\"rollbook.proxy/1\",\"event\":\"ready\",\"url\":\"http://%.*s:%u\","
               "\"port\":%u}\n",
               host, listen, port, port);
    else
        printf("listening on http://%.*s:%u\n", host, listen, port);
    fflush(stdout);
}

static int in_range(const char *name, double v, double least, double most, struct err *err)
{
    return v >= least && v <= most
               ? 0
               : err_set(err, ERR_USAGE, "--%s must be from %g to %g", name, least, most);
}

static int check_numbers(const struct cli *cli, struct err *err)
{
    static const struct {
        const char *name;
        bool real;
        double least, most;
    } bounds[] = {
        { "max-body", false, 1, 1000 },
        { "timeout", true, 0.001, 1e6 },
        { "grace", true, 0, 1e6 },
        { "workers", false, 0, 256 },
        { "queue", false, 1, 100000 },
        { "max-spool", true, 0.0001, 1e6 },
        { "evaluate-timeout", true, 0.001, 1e6 },
    };
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(bounds) && rc == 0; i++)
        rc = in_range(bounds[i].name,
                      bounds[i].real ? opt_real(cli, bounds[i].name)
                                     : (double)opt_int(cli, bounds[i].name),
                      bounds[i].least, bounds[i].most, err);
    return rc;
}

static int64_t milliseconds(const struct cli *cli, const char *name)
{
    return (int64_t)ceil(opt_real(cli, name) * 1000);
}

static int read_options(struct cli *cli, struct proxy_options *out, struct err *err)
{
    if (opt_text(cli, "upstream") == NULL)
        return err_set(err, ERR_USAGE,
                       "proxy needs --upstream, e.g. --upstream http://127.0.0.1:8000");
    int rc = check_numbers(cli, err);
    bool waits = strcmp(opt_text(cli, "when-full"), "wait") == 0;
    if (rc == 0 && !waits && strcmp(opt_text(cli, "when-full"), "refuse") != 0)
        rc = err_set(err, ERR_USAGE, "--when-full: '%s' is neither refuse nor wait",
                     opt_text(cli, "when-full"));
    if (rc < 0)
        return rc;
    *out = (struct proxy_options){
        .upstream = opt_text(cli, "upstream"),
        .listen = opt_text(cli, "listen"),
        .db_path = cli->db_path,
        .spool = opt_text(cli, "spool"),
        .run = opt_text(cli, "run"),
        .server = opt_text(cli, "server"),
        .max_body = (size_t)opt_int(cli, "max-body") << 20,
        .first_byte_ms = milliseconds(cli, "timeout"),
        .stall_ms = milliseconds(cli, "timeout"),
        .max_spool = (uint64_t)(opt_real(cli, "max-spool") * 1073741824.0),
        .waits_for_spool = waits,
        .grace_ms = milliseconds(cli, "grace"),
        .plain_http = opt_flag(cli, "plain-http"),
        .drop_bodies = opt_flag(cli, "drop-bodies"),
        .transport = transport_local,
        .workers = (unsigned)opt_int(cli, "workers"),
        .queue = (size_t)opt_int(cli, "queue"),
        .evaluate_ms = milliseconds(cli, "evaluate-timeout"),
        .argv = cli_argv_json(cli),
    };
    return 0;
}

static int run_with_token(struct cli *cli, struct proxy_options *o, struct proxy_summary *out,
                          struct err *err)
{
    const char *variable = opt_text(cli, "token-env");
    char *token = variable == NULL ? NULL : http_key_take(variable);
    const struct proxy_hooks hooks = { .ready = say_ready,
                                       .note = say_problem,
                                       .stop = stop_on_signals(),
                                       .set_waker = set_waker,
                                       .context = cli };
    if (variable != NULL && token == NULL)
        return err_set(err, ERR_USAGE, "the environment has no %s: it holds the token", variable);
    o->token = token;
    int rc = proxy_run(o, &hooks, out, err);
    http_key_free(token);
    return rc;
}

/* The drain alone uses the database later, so problems are read now. */
static int read_problems(struct cli *cli, struct problem_shelf *out, struct err *err)
{
    struct db *db CLEANUP(db_close_ptr) = NULL;
    struct imported_problem *items = NULL;
    *out = (struct problem_shelf){ .n = 0 };
    if (!file_exists(cli->db_path))
        return 0;
    int rc = db_open(cli->db_path, DB_WRITE, &db, err); /* migrates an older one */
    if (rc == 0)
        rc = problem_list(db, NULL, cli->arena, &items, &out->n, err);
    out->items = items;
    return rc;
}

static int run_proxy(struct cli *cli, struct err *err)
{
    struct proxy_options o;
    struct problem_shelf problems;
    struct proxy_summary summary = { 0 };
    (void)signal(SIGPIPE, SIG_IGN);
    const char *python = opt_text(cli, "python");
    int rc = read_options(cli, &o, err);
    if (rc == 0 && python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the workers");
    if (rc == 0)
        rc = read_problems(cli, &problems, err);
    o.problems = &problems;
    if (rc == 0)
        rc = run_with_token(cli, &o, &summary, err);
    if (rc == 0 && summary.left > 0)
        rc = err_set(err, ERR_BUSY,
                     "%zu exchanges are left in the spool: the next start stores them",
                     summary.left);
    if (rc == 0)
        cli_note(cli, "%llu exchanges stored", (unsigned long long)summary.stored);
    return rc;
}

const struct command cmd_proxy = {
    .name = "proxy",
    .summary = "write down what other programs sample from a model; evaluate kernels over HTTP",
    .usage = "rollbook proxy --upstream URL [--listen HOST:PORT] [options]",
    .examples = "  rollbook proxy --upstream http://127.0.0.1:8000 --db study.db\n"
                "  OPENAI_BASE_URL=http://127.0.0.1:8790/run/pilot/task/l1-4/v1 python train.py\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_proxy,
};
