/*
 * cmd_log.c - "rollbook log": what Python processes log becomes rows.
 */
#include <stdio.h>

#include "src/base/err.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/log/log_drain.h"

struct asked_log {
    double idle;
    const char *folder;
};

#define ROW(member, ...) OPTION(struct asked_log, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(idle, "idle", "S", "end after so many seconds without a process that logs"),
    ROW(folder, "folder", "FOLDER", "where logs are (default: DB-log)"),
};
static const struct asked_log standard_log = { .idle = 0 };

static void say(void *context, const char *text)
{
    cli_note(context, "log: %s", text);
}

static int run_log(struct cli *cli, struct err *err)
{
    const struct asked_log *asked = cli->options;
    struct log_drain_summary summary;
    if (!(asked->idle >= 0 && asked->idle <= 1e6))
        return err_set(err, ERR_USAGE, "--idle must be from 0 to 1e6");
    const struct log_drain_options o = { .db_path = cli->db_path,
                                         .folder = asked->folder,
                                         .idle_ms = (int64_t)(asked->idle * 1000),
                                         .argv = cli_argv_json(cli),
                                         .note = say,
                                         .context = cli,
                                         .stop = stop_on_signals() };
    int rc = log_drain_run(&o, &summary, err);
    if (rc < 0)
        return rc;
    cli_note(cli, "%llu lines stored", (unsigned long long)summary.stored);
    return summary.refused == 0 ? 0
                                : err_set(err, ERR_INTEGRITY,
                                          "%llu lines could not be stored; the folder of logs has "
                                          "them with reasons",
                                          (unsigned long long)summary.refused);
}

const struct command cmd_log = {
    .name = "log",
    .summary = "store the rollouts that Python processes logged (python/README.md)",
    .usage = "rollbook log [--idle S] [--folder FOLDER]",
    .examples = "  rollbook log --db study.db               # logs of processes that were killed\n "
                " rollbook log --db study.db --idle 60     # also wait for new logs\n",
    .options = OPTION_SET(options, standard_log),
    .run = run_log,
};
