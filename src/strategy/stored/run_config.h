/*
 * run_config.h - the resolved configuration of a run.
 *
 * Stored with the run as JSON {"k": {"value": 64, "origin": "option"}, ...}, from which --resume
 * rebuilds exactly what was asked for.
 */
#ifndef ROLLBOOK_STRATEGY_STORED_RUN_CONFIG_H
#define ROLLBOOK_STRATEGY_STORED_RUN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/eval.h"

struct arena;
struct buf;
struct err;

#define RUN_MAX_TASKS 256
#define RUN_MAX_TURNS 1000

struct run_config {
    const char *name;
    const char *strategy;      /* row of strategies.c */
    const char *policy;        /* row of policies.c */
    const char *policy_config; /* JSON text or NULL */
    const char *replay_of;     /* name of the run that is re-emitted, or NULL */
    const char *backend;       /* "cpu" */
    const char *reward;        /* row of reward.c */
    const char *judge_config;  /* JSON of a policy whose opinion enters the reward, or NULL */
    const char *split_json;    /* the split as read, or NULL */
    uint64_t seed;
    /* Enters the seed of all inputs, so that who knows the run's seed does not know them; drawn
     * when a run begins, kept by --resume and replay.  0: a run from before there was one. */
    uint64_t input_secret;
    int k;        /* rollouts per task and step */
    int n_steps;  /* adaptation updates; 0 for best-of-n */
    int turns;    /* of a conversation; 0 means 1 */
    int patience; /* stop after so many consecutive regressions of fast_1; 0: never */
    double temperature;
    double learning_rate;          /* 0: the policy's own default */
    bool shuffle_rewards;          /* noise control */
    const char *history;           /* turns that a later one is shown (history.h); NULL: all */
    const char *feedback_template; /* text about a turn; NULL: the default */
    int feedback_lines;            /* of a compile log; 0: the default */
    int feedback_bytes;            /* of these lines; 0: the default */
    int token_budget;              /* read and written, that a conversation ends after; 0: none */
    bool bodies;                   /* answers are bodies (enum answer_form) */
    const char *inputs, *rule;     /* of PyTorch problems (struct eval_job); NULL: kernel files */
    const char *python;            /* interpreter that runs them; NULL: ROLLBOOK_PYTHON, python3 */
    bool adaptive;                 /* timed runs stop when their median is known well enough */
    bool counters;                 /* read those of every kernel that is measured, on a GPU */
    enum task_case task_case;
    enum eval_mode eval_mode;
    unsigned workers, threads; /* 0: as the machine suggests; do not influence what is drawn */
    size_t n_tasks;
    const char *tasks[RUN_MAX_TASKS]; /* "l1/4", in the order asked for */
    const char *origins;              /* JSON object name -> origin, or NULL: all "default" */
};

void run_config_encode(const struct run_config *c, struct buf *out);
/* Strings in out live in the arena.  ERR_INTEGRITY when a member is missing. */
int run_config_decode(const char *json, struct arena *a, struct run_config *out, struct err *err);

#endif
