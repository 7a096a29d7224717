/*
 * run_options.h - options of all run commands, and what they resolve to.
 */
#ifndef ROLLBOOK_CLI_CMD_RUN_OPTIONS_H
#define ROLLBOOK_CLI_CMD_RUN_OPTIONS_H

#include "src/cli/cmd/trial_options.h"
#include "src/cli/command.h"
#include "src/strategy/stored/run_config.h"

#define RUN_QUEUE_OPTIONS                                                                          \
    { "queue", 0, OPT_TEXT, "ADDRESS", NULL, "evaluate by the workers of a queue (PostgreSQL)" },  \
    {                                                                                              \
        "device-class", 0, OPT_TEXT, "CLASS", NULL,                                                \
            "whose devices are of this class (with --queue)"                                       \
    }

#define RUN_COMMON_OPTIONS                                                                              \
    RUN_QUEUE_OPTIONS,                                                                                  \
        { "split", 0, OPT_TEXT, "FILE", NULL, "split of tasks into a train and an eval part" },         \
        { "tasks", 0,    OPT_LIST,                                                                      \
          "IDS",   NULL, "4,5,12 or l1/4,l1/5 (default: the eval part; what trains: the train part)" }, \
        { "suite",  0,                                                                                  \
          OPT_TEXT, "NAME",                                                                             \
          NULL,     "whose tasks numbers mean: one that was imported (default: the program's own)" },   \
        { "inputs", 0,        OPT_TEXT,                                                                 \
          "HOW",    "signed", "PyTorch: how inputs are drawn: suite, signed, scaled" },                 \
        { "rule", 0, OPT_TEXT, "NAME", "own", "PyTorch: what is right: own or kernelbench" },           \
        { "baseline", 0,       OPT_TEXT,                                                                \
          "NAME",     "eager", "PyTorch: what is timed beside: eager or compile (torch.compile)" },     \
        { "python", 0,                                                                                  \
          OPT_TEXT, "PROGRAM",                                                                          \
          NULL,     "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, else python3)" },   \
        { "k", 'k', OPT_INT, "N", "64", "rollouts a task (and step)" },                                 \
        { "seed", 0, OPT_INT, "N", "42", "run seed: names every random number of the run" },            \
        { "name", 0, OPT_TEXT, "NAME", NULL, "name of the run (default: strategy and seed)" },          \
        { "declaration", 0, OPT_TEXT, "NAME", NULL, "what was declared before, to be held against" },   \
        { "method", 0, OPT_TEXT, "NAME", NULL, "which of its methods the run is of" },                  \
        { "case", 0, OPT_TEXT, "CASE", "cpu", "problem size: tiny, cpu or full" },                      \
        { "mode", 0, OPT_TEXT, "MODE", "fast", "fast: 1 trial + 5 timed; full: 5 + 50" },               \
        TRIAL_OPTIONS, { "temperature", 0, OPT_REAL, "T", "1", "sampling temperature" },                \
        { "policy", 0, OPT_TEXT, "NAME", "builtin", "who writes the kernels" },                         \
        { "policy-config", 0, OPT_TEXT, "JSON", NULL, "configuration of the policy" },                  \
        { "rank", 0, OPT_INT, "N", "0", "rank in that configuration; 0: the policy's own" },            \
        { "backend", 0, OPT_TEXT, "NAME", "cpu", "evaluator backend" },                                 \
        { "reward",                                                                                     \
          0,                                                                                            \
          OPT_TEXT,                                                                                     \
          "RECIPE",                                                                                     \
          "speedup",                                                                                    \
          "speedup, normalized, coverage or composite[:a=1,b=1,c=1,r_max=3,lambda=0.5,w=0,...]" },      \
        { "from",       0,    OPT_TEXT,                                                                 \
          "RUN[@STEP]", NULL, "begin with the policy of that step (default: its last)" },               \
        { "telemetry", 0,    OPT_TEXT,                                                                  \
          "FILE",      NULL, "append a line of JSON a rollout and step; -: print them" },               \
        { "judge-config", 0,    OPT_TEXT,                                                               \
          "JSON",         NULL, "of a policy openai whose opinion enters composite rewards" },          \
        { "workers", 'j', OPT_INT, "N", "0", "worker processes; 0: one a core, two a GPU" },            \
        { "adaptive", 0, OPT_FLAG, NULL, NULL, "stop timed runs when their median is known to 1 %" },   \
        { "counters", 0, OPT_FLAG, NULL, NULL, "read performance counters of measured kernels (GPU)" }, \
    {                                                                                                   \
        "threads", 0, OPT_INT, "N", "1", "cores that the blocks of a candidate are spread over"         \
    }

#define SWEEP_OPTION                                                                               \
    {                                                                                              \
        "sweep", 0, OPT_TEXT, "NAME", NULL,                                                        \
            "run every method and seed of a declared sweep; repeat it to go on"                    \
    }
#define LEARNING_RATE_OPTION                                                                       \
    {                                                                                              \
        "learning-rate", 0, OPT_REAL, "LR", "0", "of Adam; 0: the policy's own default"            \
    }
#define GUARDS_OPTION                                                                              \
    {                                                                                              \
        "guards", 0, OPT_TEXT, "LIST", NULL,                                                       \
            "METRIC[=BOUND][:warn|rollback|stop] of reward_ratio, correct, latency_ratio, kl, "    \
            "grad_norm, entropy"                                                                   \
    }
#define AGGREGATION_OPTION(standard)                                                               \
    {                                                                                              \
        "aggregation", 0, OPT_TEXT, "NAME", standard,                                              \
            "token-mean, seq-mean-token-sum, seq-mean-token-mean, seq-mean-token-sum-norm, "       \
            "seq-sum-no-norm"                                                                      \
    }
#define UPDATE_OPTIONS(estimator, loss, aggregation)                                                   \
    LEARNING_RATE_OPTION,                                                                              \
        { "estimator", 0,                                                                              \
          OPT_TEXT,    "NAME",                                                                         \
          estimator,   "of advantages: grpo, dr_grpo, rloo, trloo, opo, passk, global, reinforce++" }, \
        { "loss", 0,    OPT_TEXT,                                                                      \
          "NAME", loss, "importance_sampling, ppo, ppo_dual_clip, cispo, gspo, cross_entropy" },       \
        AGGREGATION_OPTION(aggregation),                                                               \
        { "filters",                                                                                   \
          0,                                                                                           \
          OPT_TEXT,                                                                                    \
          "LIST",                                                                                      \
          NULL,                                                                                        \
          "samples that an update leaves out: no_variance, truncated, cheat, mrs_mean, mrs_veto, "     \
          "prs, coverage" },                                                                           \
        GUARDS_OPTION, { "turns", 0,   OPT_INT,                                                        \
                         "N",     "1", "turns of a conversation; each of the K samples is one" },      \
    {                                                                                                  \
        "history", 0, OPT_TEXT, "RULE", "all",                                                         \
            "turns that a later one is shown: all, last-N, best-N (the best window of N)"              \
    }
#define EPOCH_OPTIONS(batch, of_batch)                                                                  \
    { "steps", 0, OPT_INT, "N", "0", "updates; 0: what the epochs make" },                              \
        { "epochs", 0, OPT_INT, "N", "1", "passes over what is learned from" },                         \
        { "batch", 0, OPT_INT, "N", batch, of_batch },                                                  \
        { "schedule", 0,          OPT_TEXT,                                                             \
          "NAME",     "constant", "learning rate over the steps: constant, linear, cosine" },           \
        { "warmup", 0, OPT_INT, "N", "0", "steps in which it rises" },                                  \
        { "weight-decay", 0, OPT_REAL, "W", "0", "of the adapter, decoupled (AdamW)" },                 \
        { "held", 0, OPT_LIST, "IDS", NULL, "tasks to evaluate on (default: the split's eval part)" },  \
        { "eval-every", 0,   OPT_INT,                                                                   \
          "N",          "5", "steps between evaluations of held tasks, with first and last; 0: none" }, \
    {                                                                                                   \
        "eval-k", 0, OPT_INT, "N", "8", "samples of a held task in an evaluation"                       \
    }

/* Strings live in cli->arena.  ERR_USAGE: a value out of range, or a task that is unknown or not
 * in the split's eval part. */
int run_options_resolve(struct cli *cli, const char *strategy, struct run_config *out,
                        struct err *err);

/* What --workers says; ERR_USAGE: out of range. */
int run_read_workers(const struct cli *cli, unsigned *out, struct err *err);

/* Starts or (resume not NULL) continues a run with progress and Ctrl-C; *out_name (cli->arena)
 * is the completed run. */
int run_execute(struct cli *cli, const struct run_config *config, const char *resume,
                const char **out_name, struct err *err);
/* The same for the run of that name: a complete one is taken as it is, one that was cut short
 * goes on. */
int run_execute_once(struct cli *cli, const struct run_config *config, const char *name,
                     struct err *err);

/* Every method and seed of the sweep that --sweep names, then a table of them. */
int run_sweep(struct cli *cli, const char *strategy, struct err *err);

#endif
