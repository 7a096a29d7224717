/*
 * site_judged.h - by whom a rollout was judged: the evaluator's version, the card, and what a
 * source states.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_JUDGED_H
#define ROLLBOOK_REPORTS_HTML_SITE_JUDGED_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct html_page;

struct verdict_source {
    bool any;                     /* false: it was not evaluated */
    bool is_imported;             /* a file states the verdict */
    int version;                  /* of the evaluator; 0: not known */
    const char *sha256;           /* of the verdict; NULL: none */
    const char *device, *rule;    /* NULL: not known; Rollbook's own */
    double lower, upper, claimed; /* of the speedup; NaN: none */
};

/* The evaluation that counts for the rollout. */
int judged_read(struct html_page *p, int64_t rollout_id, struct verdict_source *out,
                struct err *err);
/* This program has a later evaluator, which could give another verdict. */
bool judged_is_stale(const struct verdict_source *j);
/* "evaluator 2, verdict 955ca69c18a3, NVIDIA H200", for an attribute or a line. */
const char *judged_by(struct html_page *p, const struct verdict_source *j);
/* The paragraph below the verdict, and the speedups that sources state. */
int judged_put(struct html_page *p, int64_t rollout_id, struct err *err);

#endif
