/*
 * select_rules.h - pick one of the correct samples of a task without looking at the others' speed.
 *
 * Ties are not broken: every number is the exact expectation over a uniform choice among the tied.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_RULES_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/study/study.h"

struct arena;

/* The first rows of select_strategies (select_study.h), which has names, keys and widths. */
enum select_rule {
    SELECT_BEST,          /* fastest: the oracle */
    SELECT_RANDOM,        /* any correct one */
    SELECT_CONFIDENCE,    /* highest mean log-prob */
    SELECT_SURPRISAL,     /* lowest mean log-prob */
    SELECT_SURPRISAL_TOP3 /* fastest of the three lowest */
};
#define SELECT_RULE_COUNT 5

/* Samples that a rule evaluates in a cell; 0: all of them, an oracle. */
size_t select_rule_width(enum select_rule rule);
const char *select_rule_name(enum select_rule rule); /* "best-correct", ... */
bool select_rule_needs_logprob(enum select_rule rule);

/* A candidate: correct and timed. */
struct select_candidate {
    double speedup;
    double mean_logprob;
};

struct select_pick {
    bool defined;       /* false without candidates, or when the rule needs a log-prob that lacks */
    double fast;        /* probability that the pick is fast */
    double speedup;     /* expected speedup of the pick */
    double log_speedup; /* expected natural log of it */
    size_t n_tied;      /* candidates that share the deciding place; 1 when there is no tie */
};

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena);

#endif
