/*
 * cmd_mcp.c - "rollbook mcp": the Model Context Protocol over standard input and output.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/mcp/mcp.h"
#include "src/problem/problem.h"
#include "src/server/server.h"
#include "src/worker/transport.h"

static void mcp_tools_more(struct buf *out)
{
    buf_puts(out, "\nTools:\n");
    mcp_tools_list(out);
}

#define QUEUE_MOST 256
#define GRACE_MS   10000

struct asked_mcp {
    const char *run, *held_out, *backend, *root;
    double evaluate_timeout;
    unsigned workers;
};

#define ROW(member, ...) OPTION(struct asked_mcp, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(run, "run", "NAME", "run of the session (default: one of its own); a name goes on"),
    ROW(held_out, "held-out", "SPLIT",
        "a split whose eval tasks show no kernels of others, besides those of the database"),
    ROW(backend, "backend", "NAME", "where kernels run unless a call says it",
        .choices = mcp_backends),
    ROW(root, "root", "FOLDER", "whose files may be evaluated by path"),
    ROW(workers, "workers", "N", "evaluations at a time; 0: one a core", .letter = 'j', .least = 0,
        .most = 256),
    ROW(evaluate_timeout, "evaluate-timeout", "S", "before an evaluation is given up"),
};
static const struct asked_mcp standard_mcp = { .backend = "cpu",
                                               .root = ".",
                                               .evaluate_timeout = 600 };

static void note(void *context, const char *text)
{
    cli_note(context, "mcp: %s", text);
}

static int run_mcp(struct cli *cli, struct err *err)
{
    const struct asked_mcp *asked = cli->options;
    const struct mcp_options mo = { .db_path = cli->db_path,
                                    .run = asked->run,
                                    .held_out = asked->held_out,
                                    .backend = asked->backend,
                                    .root = asked->root };
    struct problem_shelf problems;
    const struct mcp_streams streams = { .in = STDIN_FILENO,
                                         .out = STDOUT_FILENO,
                                         .stop = stop_on_signals(),
                                         .note = note,
                                         .context = cli };
    (void)signal(SIGPIPE, SIG_IGN);
    if (!(asked->evaluate_timeout >= 0.001 && asked->evaluate_timeout <= 1e6))
        return err_set(err, ERR_USAGE, "--evaluate-timeout must be from 0.001 to 1e+06");
    int rc = find_problems_to_run(cli, true, &problems, err);
    const struct server_options so = { .db_path = cli->db_path,
                                       .run = "mcp",
                                       .max_spool = (uint64_t)1 << 34,
                                       .grace_ms = GRACE_MS,
                                       .transport = transport_local,
                                       .problems = &problems,
                                       .workers = asked->workers,
                                       .queue = QUEUE_MOST,
                                       .evaluate_ms = (int64_t)(asked->evaluate_timeout * 1000),
                                       .argv = cli_argv_json(cli) };
    return rc < 0 ? rc : mcp_process_run(&mo, &so, &streams, err);
}

const struct command cmd_mcp = {
    .name = "mcp",
    .summary = "tools for coding agents: the Model Context Protocol over standard input and output",
    .usage = "rollbook mcp [--run NAME] [--backend NAME] [options]",
    .examples = "  rollbook mcp config -h                   # how a client learns of it\n"
                "  rollbook mcp --db study.db --backend cuda --held-out l1_seed42\n",
    .options = OPTION_SET(options, standard_mcp),
    .more = mcp_tools_more,
    .run = run_mcp,
};

/* ---- mcp config ---- */

struct asked_config {
    const char *client;
};

#undef ROW
#define ROW(member, ...) OPTION(struct asked_config, member, __VA_ARGS__)
static const struct option config_options[] = {
    ROW(client, "client", "NAME", "the program that will call the tools (required)",
        .choices = mcp_clients),
};
static const struct asked_config standard_config = { .client = NULL };

static const char *own_path(struct cli *cli)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
    return n > 0 ? arena_strndup(cli->arena, path, (size_t)n) : "rollbook";
}

static const char *full_path(struct cli *cli, const char *path)
{
    char *folder = path[0] == '/' ? NULL : getcwd(NULL, 0);
    const char *full = folder == NULL ? path : arena_printf(cli->arena, "%s/%s", folder, path);
    free(folder);
    return full;
}

static int run_config(struct cli *cli, struct err *err)
{
    const struct asked_config *asked = cli->options;
    struct buf CLEANUP(buf_release) b = { 0 };
    if (asked->client == NULL)
        return err_set(err, ERR_USAGE,
                       "mcp config needs --client: claude, codex, cursor or vscode");
    int rc = mcp_config_put(asked->client, own_path(cli), full_path(cli, cli->db_path), &b, err);
    if (rc == 0)
        fputs(buf_text(&b), stdout);
    return rc;
}

const struct command cmd_mcp_config = {
    .name = "mcp config",
    .summary = "print what a client's configuration needs to start \"rollbook mcp\"",
    .usage = "rollbook mcp config --client claude|codex|cursor|vscode [--db PATH]",
    .examples = "  rollbook mcp config --client claude --db study.db >.mcp.json\n"
                "  rollbook mcp config --client codex >>~/.codex/config.toml\n"
                "  rollbook mcp config --client cursor >.cursor/mcp.json\n"
                "  rollbook mcp config --client vscode >.vscode/mcp.json\n",
    .options = OPTION_SET(config_options, standard_config),
    .run = run_config,
};
