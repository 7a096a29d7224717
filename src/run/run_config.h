/*
 * run_config.h - the options of the run commands and the configuration that they resolve to.
 *
 * An option is one row in run_config.c: it fills a member, is checked and printed in help, and a
 * member of struct run_config is kept under its name in the run's JSON, {"k": {"value": 64,
 * "origin": "option"}, ...}, from which --resume rebuilds what was asked for.
 */
#ifndef ROLLBOOK_RUN_RUN_CONFIG_H
#define ROLLBOOK_RUN_RUN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/eval.h"
#include "src/option/option.h"
#include "src/sample/policy.h"

struct arena;
struct buf;
struct err;

#define RUN_MAX_TASKS   256
#define RUN_MAX_TURNS   1000
#define HISTORY_DEFAULT "last-4" /* of a refinement (history.h) */

/* Of PyTorch problems: how inputs are drawn, what is right, what is timed beside; NULL-ended. */
extern const char *const module_inputs[], *const module_rules[], *const module_baselines[];
/* Who teaches in self-distillation, and which answers the teacher is shown; NULL-ended. */
extern const char *const distill_teachers[]; /* live, base, ema */
extern const char *const distill_shows[];    /* none, first, other */

struct run_config {
    const char *name;
    const char *strategy;      /* row of strategies.c */
    const char *policy;        /* row of policies.c */
    const char *policy_config; /* JSON or NULL */
    const char *replay_of;     /* the re-emitted run, or NULL */
    const char *replay_suite;  /* where its tasks are looked up by number; NULL: they are ours */
    const char *backend;       /* "cpu" */
    const char *reward;        /* row of reward.c */
    const char *judge_config;  /* JSON, or NULL */
    const char *split_json;    /* as read, or NULL; until it is resolved, the split's name */
    uint64_t seed;
    /* Hides the seed of inputs from who knows the run's seed; drawn at the start, kept by
     * --resume and replay.  0: an old run. */
    uint64_t input_secret;
    int k; /* per task and step */
    int n_steps;
    int turns; /* 0: 1 */
    /* Of best-of-n: NULL: K of each task; else "decided", or the least difference of shares that
     * matters.  Sample numbers are by round (sample_round.h), k is the most of a task. */
    const char *until, *against;
    const char *until_by; /* one of ROUND_QUANTITIES; NULL: the first */
    int patience;         /* consecutive regressions of fast_1; 0: no limit */
    double temperature;
    double learning_rate;    /* 0: the policy's default */
    bool shuffle_rewards;    /* noise control */
    const char *filters;     /* sample_filter_parse; NULL: none */
    const char *guards;      /* guardrail_parse; NULL: none */
    const char *from;        /* RUN or RUN@STEP whose policy begins; NULL: unadapted */
    const char *estimator;   /* row of estimator.c; NULL: global */
    const char *loss;        /* row of policy_loss.c; NULL: importance_sampling */
    const char *aggregation; /* of policy_loss.c; NULL: seq-mean-token-sum */
    const char *schedule;    /* row of lr_schedule.c; NULL: constant */
    int warmup;              /* updates */
    int substeps;            /* updates of a step's samples; 0: 1 */
    int batch;               /* tasks, or demonstrations, of a step */
    int epochs;              /* over them; 0: n_steps was given */
    int eval_every;          /* steps between evaluations of held tasks; 0: none */
    int eval_k;              /* samples of a held task in one */
    int n_held;              /* last of the tasks, not learned from */
    double weight_decay;
    const char *teacher;           /* run whose rollouts are demonstrations, or NULL */
    const char *distill;           /* who teaches (session_distill.h); NULL: nobody */
    const char *distill_show;      /* which answers the teacher is shown */
    double held_out;               /* share of demonstrations that is only scored */
    double min_speedup;            /* of demonstrations; 0: any */
    const char *history;           /* history.h; NULL: all */
    const char *feedback_template; /* NULL: default */
    int feedback_lines;            /* of a log; 0: default */
    int feedback_bytes;            /* of these; 0: default */
    int token_budget;              /* of a conversation; 0: none */
    bool bodies;                   /* enum answer_form */
    const char *inputs, *rule;     /* of PyTorch problems; NULL: none */
    const char *baseline;          /* likewise "compile"; NULL: eager */
    const char *python;            /* NULL: ROLLBOOK_PYTHON, python3 */
    bool adaptive;                 /* timed runs (timing_is_narrow) */
    bool counters;                 /* of every measured kernel */
    enum task_case task_case;
    enum eval_mode eval_mode;
    int correct_trials, timed_runs; /* 0: the mode's */
    unsigned workers, threads;      /* 0: the machine's choice */
    size_t n_tasks;
    const char *tasks[RUN_MAX_TASKS];
    const char *origins; /* JSON name -> origin; NULL: all "default" */
};

/* What a run command was asked for: members of the configuration, as they were given, and what is
 * needed to resolve it or to run it. */
struct run_asked {
    struct run_config config;
    const char *tasks, *held, *suite;     /* which tasks */
    const char *inputs, *rule, *baseline; /* of a configuration with PyTorch problems */
    const char *queue, *device_class;     /* who evaluates */
    const char *telemetry;                /* file, or "-" */
    const char *declaration, *method;     /* what the run is of */
    const char *sweep, *resume;           /* other ways to say what is run */
    int64_t rank;                         /* member of the policy's configuration */
    const char *recipe;                   /* sdpo: what is not given */
    bool prompt_only;                     /* sdpo */
    const char *demonstrations;           /* stages: run whose rollouts they are */
    int teacher_k, sft_epochs, sft_batch; /* phases of stages and study */
    double sft_learning_rate, sft_min_speedup;
    const char *seeds; /* of a study, as all that follow */
    int group, ttt_steps;
    unsigned estimand; /* of declaration_estimands */
    bool untrained, unconfirmed;
};

/* Who takes an option: the strategies, then commands that run several. */
enum run_taker {
    RUN_BEST_OF_N,
    RUN_TTT,
    RUN_TRAIN,
    RUN_SFT,
    RUN_SDPO,
    RUN_REFINE,
    RUN_STAGES,
    RUN_STUDY,
    RUN_TAKERS
};
/* Each of the same rows, with standard values (struct run_asked) of its own. */
extern const struct option_set run_option_sets[RUN_TAKERS];

/* --correct-trials and --timed-runs of a struct with both members; 0: the mode's. */
#define TRIAL_OPTIONS(type, correct, timed)                                                        \
    OPTION(type, correct, "correct-trials", "N",                                                   \
           "runs that are checked but not timed; 0: the mode's", .least = 1,                       \
           .most = EVAL_MOST_TRIALS),                                                              \
        OPTION(type, timed, "timed-runs", "N", "runs that are timed; 0: the mode's", .least = 1,   \
               .most = EVAL_MOST_TIMED)

/* Samples of a task and step, at most. */
int run_config_width(const struct run_config *c);
bool run_config_is_held(const struct run_config *c, size_t task);

/* What comes from another suite's run is code already. */
enum answer_form run_config_form(const struct run_config *c);
void run_config_encode(const struct run_config *c, struct buf *out);
/* Strings live in the arena.  ERR_INTEGRITY: a member is missing. */
int run_config_decode(const char *json, struct arena *a, struct run_config *out, struct err *err);

#endif
