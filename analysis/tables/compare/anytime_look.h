/*
 * anytime_look.h - a look at a run that stops when it is decided against another one.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_ANYTIME_LOOK_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_ANYTIME_LOOK_H

#include "analysis/tables/compare/table_declaration.h"

struct arena;
struct db;
struct err;

struct anytime_asked {
    struct db *db;
    struct arena *arena;
    const char *run, *against;
    const char *backend, *task_case; /* of the run, "cpu" and "tiny" */
    const char *const *tasks;        /* "l1/4" */
    size_t n_tasks;
    size_t n_rounds; /* complete ones; 0: only whether the other run can be compared with */
    double effect;   /* stop as well when the difference is smaller; 0: do not */
    const char *by;  /* name of the quantity; NULL: share_fast */
};

struct anytime_answer {
    bool stop;
    const char *words; /* "decided for B (e-value 31)" */
    int *next;         /* rollouts of each task in the next round */
    /* The declaration that the run refers to, and this look; NULL: none, or stored already. */
    const char *declaration;
    struct declaration_look look;
};

/* At the threshold and the level of the run's declaration, else 1 and 95 %.  ERR_USAGE: the other
 * run adapts or lacks a task. */
int anytime_look(const struct anytime_asked *asked, struct anytime_answer *out, struct err *err);

#endif
