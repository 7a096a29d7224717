/*
 * history.h - which turns of a conversation a later one is shown (pure).
 *
 * The rules of sequential test-time scaling (arXiv 2602.05885): all turns; the last N; or the best
 * window, N consecutive turns with the largest sum of scores.  Up to N turns all are shown: 14
 * turns with N = 4 are a conversation of 5 that is taken up 9 times from a window of 4.
 */
#ifndef ROLLBOOK_STRATEGY_HISTORY_H
#define ROLLBOOK_STRATEGY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

enum history_mode { HISTORY_ALL, HISTORY_LAST, HISTORY_BEST };

struct history_rule {
    enum history_mode mode;
    size_t n; /* 1 to 1000; unused by HISTORY_ALL */
};

/* "all", "last-4", "best-4". */
bool history_parse(const char *text, struct history_rule *out);

/*
 * After n turns [first, first + count) are shown; returns count.  scores are speedups or 0; the
 * latest of equal windows wins.
 */
size_t history_window(const struct history_rule *rule, const double *scores, size_t n,
                      size_t *out_first);

#endif
