/*
 * load_confidence.h - what was stated about each sample of a run, and what happened.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CONFIDENCE_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CONFIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/study/study.h"

struct arena;
struct baseline_table;
struct db;
struct err;
struct stat_forecast;

enum confidence_source {
    CONFIDENCE_TOKEN_MEAN, /* exp(mean log-prob) */
    CONFIDENCE_SEQUENCE,   /* exp(sum of log-probs) */
    CONFIDENCE_JUDGE_CORRECTNESS,
    CONFIDENCE_JUDGE_COMPILABILITY,
    CONFIDENCE_JUDGE_SPEED,
    CONFIDENCE_EXTRA, /* a number in an import's unknown fields */
    CONFIDENCE_SOURCES
};
/* "token-mean", "sequence", "judge-correctness", ..., "extra:FIELD" (*out_field). */
bool confidence_source_parse(const char *name, enum confidence_source *out, const char **out_field);

enum confidence_event { EVENT_CORRECT, EVENT_COMPILED, EVENT_FAST };
bool confidence_event_parse(const char *name, enum confidence_event *out);

struct confidence_request {
    enum confidence_source source;
    const char *field; /* for CONFIDENCE_EXTRA: a name, or a path that starts with $ */
    double scale;      /* divides stated numbers */
    enum confidence_event event;
    struct speed_rule rule;
    const struct baseline_table *baseline; /* NULL: measured beside the candidate */
};

struct confidence_set {
    struct stat_forecast *items; /* cluster: the task */
    size_t n;
    size_t n_missing; /* scored, but nothing is stated */
};

/* The last scored turn of each sample, all steps.  ERR_NODATA names a confidence outside [0, 1]. */
int load_confidence(struct db *db, const char *run, const struct confidence_request *q,
                    struct arena *arena, struct confidence_set *out, struct err *err);

#endif
