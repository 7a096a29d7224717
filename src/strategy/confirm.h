/*
 * confirm.h - the best kernels of a run timed again, in new processes and on new inputs.
 *
 * What is fastest of many was also lucky.  Each evaluation is committed when it arrives, with the
 * purpose 'confirm', and never replaces the one that scored its rollout.  Confirmed kernels are
 * left out, so an interrupted command goes on where it was.
 */
#ifndef ROLLBOOK_STRATEGY_CONFIRM_H
#define ROLLBOOK_STRATEGY_CONFIRM_H

#include "src/strategy/session.h"

struct confirm_options {
    const char *run;
    const char *by; /* "speedup", "surprisal", "confidence" */
    int64_t top;
    int64_t step;                /* negative: of all steps */
    const char *const *rollouts; /* keys as text; NULL: any */
    size_t n_rollouts;
    enum eval_mode mode;
    unsigned workers; /* 0: the machine's choice */
    bool again;
};

struct confirm_result {
    size_t n_picked, n_known; /* known: already confirmed */
    size_t n_confirmed;       /* now */
    size_t n_wrong;           /* not right now */
    size_t n_infra;           /* not confirmed: our failure */
    const char **rollouts;    /* picked keys as text; arena */
};

/* ERR_NOMATCH: no such run, or nothing measured; ERR_USAGE: an import; ERR_BUSY: its process
 * lives; ERR_INTERRUPTED: a signal, with earlier results stored. */
int confirm_run(struct db *db, const struct confirm_options *options,
                const struct session_hooks *hooks, struct arena *a, struct confirm_result *out,
                struct err *err);

#endif
