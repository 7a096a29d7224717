/*
 * cmd_jobs.c - "rollbook jobs": kernels as lines of JSON in, verdicts out.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/cli/stop_signal.h"
#include "src/problem/problem.h"
#include "src/server/jobs.h"
#include "src/worker/transport.h"

struct asked_jobs {
    unsigned workers;
    int64_t queue;
    const char *python;
};

#define ROW(member, ...) OPTION(struct asked_jobs, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(workers, "workers", "N", "evaluations at a time; 0: one a core", .letter = 'j', .least = 0,
        .most = 256),
    ROW(queue, "queue", "N", "jobs that may wait or run; a further one is answered with an error",
        .least = 1, .most = 1000000),
    ROW(python, "python", "PROGRAM",
        "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
};
static const struct asked_jobs standard_jobs = { .queue = 100000 };

static int run_jobs(struct cli *cli, struct err *err)
{
    const struct asked_jobs *asked = cli->options;
    struct problem_shelf problems = { .n = 0 };
    (void)signal(SIGPIPE, SIG_IGN);
    if (asked->python != NULL && setenv("ROLLBOOK_PYTHON", asked->python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the workers");
    int rc = cli->common.db == NULL ? 0 : find_problems_to_run(cli, false, &problems, err);
    const struct jobs_options o = { .transport = transport_local,
                                    .problems = &problems,
                                    .workers = asked->workers,
                                    .queue = (size_t)asked->queue,
                                    .in = STDIN_FILENO,
                                    .out = STDOUT_FILENO,
                                    .stop = stop_on_signals() };
    return rc < 0 ? rc : jobs_run(&o, err);
}

const struct command cmd_jobs = {
    .name = "jobs",
    .summary = "evaluate kernels that come as lines of JSON; verdicts as they end",
    .usage = "rollbook jobs [options] < JOBS.jsonl",
    .examples = "  echo '{\"id\":1,\"task\":\"l1/28\",\"kernel\":\"...\"}' | rollbook jobs\n"
                "  rollbook jobs --workers 2 < jobs.jsonl > verdicts.jsonl\n",
    .options = OPTION_SET(options, standard_jobs),
    .run = run_jobs,
};
