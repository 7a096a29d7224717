/*
 * site_draw.h - drawings of stored values inside a page.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_DRAW_H
#define ROLLBOOK_REPORTS_HTML_SITE_DRAW_H

#include <stdint.h>

struct err;
struct html_page;
struct site_run;

/* NaN: there is none. */
struct speed_interval {
    double speedup, lower, upper;
};

/* Training by step, a small curve a metric, whose points lead to the steps. */
int page_curves(struct html_page *p, const struct site_run *run, struct err *err);
/* The samples of candidate and baseline on one axis, and the speedup with its interval. */
int page_timing(struct html_page *p, int64_t rollout_id, const struct speed_interval *speed,
                struct err *err);
/* Tokens coloured by log-prob, for runs that the site was asked to show them of. */
int page_tokens(struct html_page *p, const char *run, int64_t rollout_id, struct err *err);

#endif
