/*
 * session.h - one run in the making: database, policy, workers and what the run has so far.
 *
 * The order of events keeps every rollout: completions are stored before they are evaluated, each
 * evaluation is committed when it arrives, and a step's checkpoint is stored before the step is
 * sampled.  So a run killed at any moment continues from its rows.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_H
#define ROLLBOOK_STRATEGY_SESSION_H

#include <signal.h>

#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "src/store/store.h"
#include "src/strategy/stored/run_config.h"
#include "src/worker/transport.h"

struct judge;
struct turn_plan;

/* What a run is at; sampling and evaluating overlap where answers arrive one by one. */
enum run_phase { PHASE_STARTING, PHASE_SAMPLING, PHASE_EVALUATING, PHASE_JUDGING, PHASE_LEARNING };

struct progress {
    enum run_phase phase;
    int step, n_steps;
    int turn, n_turns;
    size_t done, total; /* rollouts of this step's turn */
    size_t evaluated;   /* by this process, in all steps */
    int64_t started_ns; /* of this process, as clock_monotonic_ns tells it */
    size_t remaining;   /* rollouts of this and all later steps */
};

struct session_hooks {
    /* After each result and at each phase; may be NULL. */
    void (*progress)(void *context, const struct progress *p);
    void (*note)(void *context, const char *text); /* may be NULL */
    void *context;
    volatile const sig_atomic_t *stop;      /* non-zero: finish the current row and stop */
    const struct transport_kind *transport; /* how jobs reach evaluators */
};

struct session {
    struct db *db;
    struct run_config config;
    struct session_hooks hooks;
    struct arena arena; /* tasks, prompts, configuration */
    struct policy *policy;
    struct judge *judge; /* whose opinion enters the rewards; NULL: nobody's */
    struct transport *evaluators;
    const struct task *tasks[RUN_MAX_TASKS];
    int64_t task_ids[RUN_MAX_TASKS];
    int64_t prompt_blob_ids[RUN_MAX_TASKS];
    int turn;                     /* that is being collected; 0 unless conversations are held */
    const struct turn_plan *plan; /* what each sample of the turn is asked; NULL at turn 0 */
    int64_t run_id, model_id;
    int64_t device_id;              /* of the first worker */
    int64_t device_ids[WORKER_MAX]; /* of each worker */
    uint64_t input_seed;
    size_t evaluated;
    struct progress progress; /* as it was last reported */
    int64_t started_ns, step_started_ns;
};

/* Reports that the run begins with something else. */
void session_phase(struct session *s, enum run_phase phase);

struct run_provenance {
    const char *argv;      /* JSON array */
    const char *libraries; /* JSON object */
    /* What was declared before the run, and which of its methods the run is of; 0 and NULL: none.
     */
    int64_t declaration_id;
    const char *method;
};

/* Starts a new run: validates the configuration, opens policy and workers, inserts the run. */
int session_start(struct db *db, const struct run_config *config,
                  const struct run_provenance *provenance, const struct session_hooks *hooks,
                  struct session **out, struct err *err);
/* Takes up an unfinished run.  ERR_NOMATCH no such run, ERR_USAGE complete, ERR_BUSY its process
 * lives. */
int session_resume(struct db *db, const char *name, const struct session_hooks *hooks,
                   struct session **out, struct err *err);
void session_close(struct session *s); /* NULL is fine; does not change the run's status */

/* Runs the strategy to its end and sets the run's status: complete, or interrupted. */
int session_run(struct session *s, struct err *err);

/* --- for strategies --- */

int session_turns(const struct session *s);        /* of a conversation, at least 1 */
const char *session_kind(const struct session *s); /* of its candidates, as answers are asked for */

/* Stores the policy's state as the checkpoint of a step, or loads it when the step is there. */
int session_enter_step(struct session *s, int step, struct err *err);
/* Samples and evaluates whatever the step's turn lacks; ends with every rollout evaluated. */
int session_collect(struct session *s, int step, struct err *err);
/* Rewards of the step's turn; with update, also advantages, the policy's update and the next step's
 * checkpoint.  All or nothing. */
int session_learn(struct session *s, int step, bool update, struct err *err);
/* Share of the step's rollouts with speedup > 1 (failures count). */
int session_fast_1(struct session *s, int step, double *out, struct err *err);
/* Adds to the ledger of a step; wall time since the step was entered. */
int session_ledger(struct session *s, int step, struct err *err);

struct strategy {
    const char *name;
    const char *summary;
    int (*run)(struct session *s, struct err *err);
};
const struct strategy *strategy_find(const char *name); /* NULL when unknown */

#endif
