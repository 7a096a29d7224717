/*
 * feedback.h - what a model is told about its answer: facts of an evaluation as text.
 *
 * The text is a template (tasks/prompts/feedback.md) with fields that this file writes.  Every
 * field has a bound, so that feedback takes some kilobytes whatever a compiler prints.  The hash
 * names template, wording and budget: equal facts under equal hashes give equal bytes.
 */
#ifndef ROLLBOOK_SAMPLE_FEEDBACK_H
#define ROLLBOOK_SAMPLE_FEEDBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/sample/policy.h"

struct buf;
struct err;

/* Goes up when a field says the same facts in other words. */
#define FEEDBACK_WORDING          1
#define FEEDBACK_DEFAULT_TEMPLATE "feedback"
#define FEEDBACK_DEFAULT_LINES    12
#define FEEDBACK_DEFAULT_BYTES    1500

/* What is not known is NULL, NaN or -1. */
struct feedback_facts {
    int turn;            /* that the answer came in; 0 is the first */
    const char *outcome; /* "measured", "mismatch", ... */
    const char *cheat_kind, *message;
    bool compiled, correct;
    bool cut;        /* the answer reached the limit of tokens */
    const char *log; /* of the compiler */
    int signal;      /* 0 none */
    const char *fault_place;
    int trials_run, trials_passed;
    double max_abs_err, max_rel_err, matched_share;
    int64_t worst_index;
    double runtime_us, min_us, max_us; /* of the candidate */
    int n_samples;
    double baseline_us, speedup;
    const char *profile; /* a line of it */
};

struct feedback_settings {
    const char *template_name; /* one of ours, or a file; NULL: the default */
    int lines, bytes;          /* of a compile log; 0: the default */
    enum answer_form form;     /* that is asked for again */
};

struct task;

/* Appends the text. */
int feedback_render(const struct feedback_settings *settings, const struct task *task,
                    const struct feedback_facts *facts, struct buf *out, struct err *err);
/* sha256 hex over the template with its parts, the wording, the budget and the form. */
int feedback_hash(const struct feedback_settings *settings, char out[65], struct err *err);

/* --- the fields, for prompt.c --- */

/* One feedback in the making. */
struct feedback {
    const struct feedback_settings *settings;
    const struct feedback_facts *facts;
    bool is_module; /* the task is a PyTorch problem */
};

void feedback_put_turn(const struct feedback *f, struct buf *out);    /* "3": counted from 1 */
void feedback_put_verdict(const struct feedback *f, struct buf *out); /* a sentence */
void feedback_put_facts(const struct feedback *f, struct buf *out);   /* lines "- name: value" */
void feedback_put_errors(const struct feedback *f, struct buf *out);  /* a fence; nothing if none */
void feedback_put_profile(const struct feedback *f, struct buf *out); /* a line; nothing if none */
void feedback_put_goal(const struct feedback *f, struct buf *out);    /* a sentence */
void feedback_put_form(const struct feedback *f, struct buf *out);    /* "the whole file ..." */

/*
 * Appends text that any server takes: invalid bytes and NUL become U+FFFD, other control
 * characters but newline and tab a space.  At most max bytes, cut between characters and said so.
 */
void feedback_put_clean(struct buf *out, const char *text, size_t len, size_t max);

#endif
