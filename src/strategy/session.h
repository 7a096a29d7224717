/*
 * session.h - one run in the making: database, policy, workers and what the run has so far.
 *
 * Completions are stored before they are evaluated, each evaluation is committed when it arrives,
 * and a checkpoint is stored before its step is sampled.  So a run killed at any moment continues
 * from its rows.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_H
#define ROLLBOOK_STRATEGY_SESSION_H

#include <signal.h>

#include "src/base/mem.h"
#include "src/run/policy_record.h"
#include "src/run/run_config.h"
#include "src/sample/policy.h"
#include "src/store/store.h"
#include "src/worker/transport.h"

struct demonstrations;
struct judge;
struct turn_plan;

/* Sampling and evaluating overlap where answers arrive one by one. */
enum run_phase { PHASE_STARTING, PHASE_SAMPLING, PHASE_EVALUATING, PHASE_JUDGING, PHASE_LEARNING };

struct progress {
    enum run_phase phase;
    int step, n_steps;
    int turn, n_turns;
    size_t done, total; /* in this step's turn */
    size_t evaluated;   /* by this process */
    int64_t started_ns; /* clock_monotonic_ns */
    size_t remaining;   /* in this and later steps */
};

struct session_hooks {
    /* After each result and phase; may be NULL. */
    void (*progress)(void *context, const struct progress *p);
    void (*note)(void *context, const char *text); /* may be NULL */
    /* After so many rounds of a run with --until: 1: decided, or nothing is left to compare with;
     * 0: next[] has the rollouts of each task in the next round, 1 to SAMPLE_ROUND. */
    int (*look)(void *context, const struct run_config *config, int n_rounds, int *next,
                struct err *err);
    /* Lines of telemetry.h about what is committed; may be NULL. */
    void (*telemetry)(void *context, const char *lines);
    void *context;
    volatile const sig_atomic_t *stop; /* non-zero: finish the row and stop */
    const struct transport_kind *transport;
    const char *queue, *device_class; /* see transport_options */
    unsigned workers;                 /* of a run that is taken up; 0: as many as it began with */
};

/* What is stored of one (task, sample). */
struct draw_slot {
    int64_t rollout_id; /* 0: not sampled */
    int64_t code_blob_id;
    bool evaluated; /* or its conversation ended */
    unsigned infra; /* infra results in this process */
};

struct session {
    struct db *db;
    struct run_config config;
    struct session_hooks hooks;
    struct arena arena;
    struct policy *policy;
    struct policy_rows kept; /* what the policy wants kept */
    struct judge *judge;     /* NULL: none */
    struct transport *evaluators;
    const struct task *tasks[RUN_MAX_TASKS];
    int64_t task_ids[RUN_MAX_TASKS];
    int64_t prompt_blob_ids[RUN_MAX_TASKS];
    int samples[RUN_MAX_TASKS];   /* of each in this step */
    int first_sample;             /* of these; not 0 in later rounds */
    struct demonstrations *shown; /* NULL: none, or not yet read */
    int turn;                     /* 0 without conversations */
    const struct turn_plan *plan; /* of each sample; NULL at turn 0 */
    int64_t run_id, model_id;
    int64_t source_checkpoint_id, source_blob_id; /* of config.from; 0: none */
    int64_t device_id;                            /* of the first worker */
    unsigned n_devices;                           /* that have their rows */
    int64_t device_ids[WORKER_MAX];
    uint64_t input_seed;
    size_t evaluated;
    struct progress progress; /* last reported */
    int64_t started_ns, step_started_ns;
};

void session_phase(struct session *s, enum run_phase phase);

struct run_provenance {
    const char *argv;      /* JSON array */
    const char *libraries; /* JSON object */
    /* The declaration before the run and the run's method in it; 0 and NULL: none. */
    int64_t declaration_id;
    const char *method;
};

/* Validates the configuration, opens policy and workers, inserts the run. */
int session_start(struct db *db, const struct run_config *config,
                  const struct run_provenance *provenance, const struct session_hooks *hooks,
                  struct session **out, struct err *err);
/* Takes up an unfinished run.  ERR_NOMATCH: no such run; ERR_USAGE: complete; ERR_BUSY: its
 * process lives. */
int session_resume(struct db *db, const char *name, const struct session_hooks *hooks,
                   struct session **out, struct err *err);
void session_close(struct session *s); /* NULL is fine; keeps the run's status */

/* Ends with the run's status set: complete, or interrupted. */
int session_run(struct session *s, struct err *err);

int session_turns(const struct session *s); /* at least 1 */
const char *session_kind(const struct session *s);

/* Loads the policy that config.from names, with an optimiser as at the start.  ERR_NOMATCH: there
 * is none; ERR_USAGE: of another model. */
int session_load_source(struct session *s, struct err *err);
/* Step 0 begins with the policy that config.from names. */
int session_enter_step(struct session *s, int step, struct err *err);
/* Ends with every rollout of the step's turn sampled and evaluated. */
int session_collect(struct session *s, int step, struct err *err);
/* Stores rewards of n_turns turns, from the session's on, and, with update, advantages, the
 * policy's update and the next checkpoint.  All or nothing. */
int session_learn(struct session *s, int step, int n_turns, bool update, struct err *err);
/* Demonstrations: another run's correct rollouts, chosen before the run has its row (which also
 * sets the number of steps where epochs were asked for); each rollout of the teacher becomes a row
 * that says what became of it, and a resumed run reads the rows.  Nothing without a teacher.
 * ERR_NODATA says why each was left out when none is left. */
int session_choose_shown(struct session *s, struct err *err);
int session_put_shown(struct session *s, struct err *err);
/* Scores what is held out and, with update, learns from the step's batch.  All or nothing. */
int session_learn_shown(struct session *s, int step, bool update, struct err *err);
/* A line of telemetry about a step that is done. */
int session_tell_step(struct session *s, int step, struct err *err);
/* Share of the step's rollouts with speedup > 1; failures count. */
int session_fast_1(struct session *s, int step, double *out, struct err *err);
/* Adds the wall time since the step was entered. */
int session_ledger(struct session *s, int step, struct err *err);

/* A new strategy is a row of strategies.c. */
enum lesson {
    LESSON_NONE,
    LESSON_ALL,   /* the step's rollouts, of all tasks */
    LESSON_BATCH, /* of a batch of tasks */
    LESSON_SHOWN  /* another run's */
};
struct strategy {
    const char *name;
    const char *summary;
    enum lesson lesson;
    int (*run)(struct session *s, struct err *err);
};
const struct strategy *strategy_find(const char *name); /* NULL: unknown */

/* The place of a sample among a step's. */
size_t session_slot_index(const struct session *s, size_t task, int sample);
bool session_is_stopping(const struct session *s);

#endif
