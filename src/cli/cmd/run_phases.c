#include "src/cli/cmd/run_phases.h"

#include "src/cli/command.h"
#include "src/cli/progress.h"
#include "src/cli/stop_signal.h"

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

static void on_progress(void *context, const struct progress *p)
{
    progress_set(context, p);
}

int run_phase_confirm(struct cli *cli, const struct confirm_options *options,
                      struct confirm_result *out, struct err *err)
{
    struct progress_line line = { 0 };
    const struct session_hooks hooks = { .progress = on_progress,
                                         .context = &line,
                                         .stop = stop_on_signals(),
                                         .transport = transport_local };
    progress_start(&line, options->run, cli->quiet);
    int rc = confirm_run(cli->db, options, &hooks, cli->arena, out, err);
    progress_stop(&line);
    return rc;
}
