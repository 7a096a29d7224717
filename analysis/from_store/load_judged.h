/*
 * load_judged.h - what judges said about the rollouts of a run, and what the evaluator found.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_JUDGED_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_JUDGED_H

#include <stddef.h>

#include "analysis/study/judge_agreement.h"

struct arena;
struct db;
struct err;

/* One judge under one setup. */
struct judge_panel {
    const char *judge, *template_name, *setup_sha256; /* "" for judgements from elsewhere */
    size_t n_judged;
    size_t n_malformed;   /* of them without scores */
    size_t n_unevaluated; /* of the others: no verdict, or infra */
    size_t n, n_tasks;
    struct judged *items;
};

struct judge_panels {
    size_t n_rollouts;
    size_t n;
    struct judge_panel *items;
};

/* In the order of the setups; none is no error. */
int load_judged(struct db *db, const char *run, struct arena *arena, struct judge_panels *out,
                struct err *err);

#endif
