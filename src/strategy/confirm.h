/*
 * confirm.h - the best kernels of a run timed again, in new processes and on new inputs.
 *
 * What is fastest of many was also lucky.  Each evaluation is committed when it arrives, with the
 * purpose 'confirm', and never takes the place of the one that its rollout was scored by.  Who was
 * confirmed already is left out, so that an interrupted command goes on where it was.
 */
#ifndef ROLLBOOK_STRATEGY_CONFIRM_H
#define ROLLBOOK_STRATEGY_CONFIRM_H

#include "src/strategy/session.h"

struct confirm_options {
    const char *run;
    const char *by;              /* first of each task: "speedup", "surprisal", "confidence" */
    int64_t top;                 /* of each task */
    int64_t step;                /* negative: of all steps */
    const char *const *rollouts; /* keys as text: only these; NULL: any */
    size_t n_rollouts;
    enum eval_mode mode;
    unsigned workers; /* 0: as the machine suggests */
    bool again;       /* those that were confirmed as well */
};

struct confirm_result {
    size_t n_picked, n_known; /* known: confirmed already */
    size_t n_confirmed;       /* by this call */
    size_t n_wrong;           /* of them, not right this time */
    size_t n_infra;           /* of them, our failure: not confirmed */
    const char **rollouts;    /* keys of all that were picked, as text; in the arena */
};

/* ERR_NOMATCH no such run, or nothing of it was measured; ERR_USAGE an import; ERR_BUSY its process
 * lives; ERR_INTERRUPTED by a signal, with what came before it stored. */
int confirm_run(struct db *db, const struct confirm_options *options,
                const struct session_hooks *hooks, struct arena *a, struct confirm_result *out,
                struct err *err);

#endif
