/*
 * select_rules.h - pick one correct sample of a task without knowing the others' speed.
 *
 * Ties stay: numbers are exact expectations over a uniform choice among the tied.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_RULES_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/study/study.h"

struct arena;

/* First rows of select_strategies (select_strategy.h). */
enum select_rule {
    SELECT_BEST,   /* fastest: the oracle */
    SELECT_RANDOM, /* any correct one */
    SELECT_CONFIDENCE,
    SELECT_SURPRISAL,
    SELECT_SURPRISAL_TOP3 /* fastest of the three lowest */
};
#define SELECT_RULE_COUNT 5

/* Samples evaluated in a cell; 0: all (oracle). */
size_t select_rule_width(enum select_rule rule);
const char *select_rule_name(enum select_rule rule); /* "best-correct", ... */
bool select_rule_needs_logprob(enum select_rule rule);

/* Correct and timed. */
struct select_candidate {
    double speedup;
    double mean_logprob;
};

struct select_pick {
    bool defined; /* there are candidates, with the log-prob the rule needs */
    double fast;
    double speedup;
    double log_speedup; /* expected, natural */
    size_t n_tied;      /* on the deciding place; 1: no tie */
};

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena);

#endif
