/*
 * load_stated.h - what was stated about samples (by policy, judge or source), and what happened.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STATED_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STATED_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/study/judge_agreement.h"
#include "analysis/study/study.h"

struct arena;
struct baseline_table;
struct db;
struct err;
struct fastp_input;
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

/*
 * What judges said about the rollouts of a run, and what the evaluator found.
 */

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

/*
 * Speedups that a source states, with the runtimes they came from or without.
 */

enum claimed_null {
    CLAIMED_NULL_ONE,  /* solved, as fast as the baseline */
    CLAIMED_NULL_DROP, /* left out of samples and denominator */
    CLAIMED_NULL_FAIL
};

const char *claimed_null_name(enum claimed_null n);
bool claimed_null_parse(const char *name, enum claimed_null *out);

struct claimed_of {
    const char *run, *baseline;
    int sample;   /* below 0: all */
    bool decides; /* the claim counts where times are there as well */
    enum claimed_null nulls;
};

struct claimed_counts {
    size_t n_claimed; /* samples whose speedup is the claim */
    size_t n_timed;   /* whose speedup is of their times */
    size_t n_both;    /* that have both */
    size_t n_nulls;
};

/* Returns 1; 0, out untouched, when the run claims nothing against the baseline; unless the claim
 * decides, of samples without a time. */
int load_claimed(struct db *db, const struct claimed_of *of, struct arena *arena,
                 struct fastp_input *out, struct claimed_counts *out_counts, struct err *err);
/* Whether the run was read from a file. */
int load_is_import(struct db *db, const char *run, bool *out, struct err *err);
/* Whether the first samples of the run have a stated speedup, as only those of an import may. */
int load_is_stated(struct db *db, const char *run, bool *out, struct err *err);
/* "a, b", or "". */
int load_claimed_names(struct db *db, const char *run, struct arena *arena, const char **out,
                       struct err *err);

#endif
