/*
 * feedback.h - what a model is told about its answer: facts of an evaluation as text.
 *
 * This file fills the fields of a template (tasks/prompts/feedback.md).  Every field is bounded, so
 * feedback takes some kilobytes whatever a compiler prints.  Equal facts under equal hashes of
 * template, wording and budget give equal bytes.
 */
#ifndef ROLLBOOK_SAMPLE_FEEDBACK_H
#define ROLLBOOK_SAMPLE_FEEDBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/sample/policy.h"

struct buf;
struct err;

/* Raise it when a field says the same facts in other words. */
#define FEEDBACK_WORDING          1
#define FEEDBACK_DEFAULT_TEMPLATE "feedback"
#define FEEDBACK_DEFAULT_LINES    12
#define FEEDBACK_DEFAULT_BYTES    1500

/* Unknown: NULL, NaN or -1. */
struct feedback_facts {
    int turn;            /* of the answer; 0 is the first */
    const char *outcome; /* "measured", ... */
    const char *cheat_kind, *message;
    bool compiled, correct;
    bool cut;
    const char *log;
    int signal; /* 0 none */
    const char *fault_place;
    int trials_run, trials_passed;
    double max_abs_err, max_rel_err, matched_share;
    int64_t worst_index;
    double runtime_us, min_us, max_us; /* of the candidate */
    int n_samples;
    double baseline_us, speedup;
    const char *profile; /* one line */
};

struct feedback_settings {
    const char *template_name; /* one of ours, or a file; NULL: default */
    int lines, bytes;          /* of a compile log; 0: default */
    enum answer_form form;
};

struct task;

int feedback_render(const struct feedback_settings *settings, const struct task *task,
                    const struct feedback_facts *facts, struct buf *out, struct err *err);
/* sha256 hex of template with parts, wording, budget and form. */
int feedback_hash(const struct feedback_settings *settings, char out[65], struct err *err);

struct feedback {
    const struct feedback_settings *settings;
    const struct feedback_facts *facts;
    bool is_module;
    const char *entry; /* the function that a candidate may be, or NULL */
};

void feedback_put_turn(const struct feedback *f, struct buf *out);    /* "3": from 1 */
void feedback_put_verdict(const struct feedback *f, struct buf *out); /* a sentence */
void feedback_put_facts(const struct feedback *f, struct buf *out);   /* lines "- name: value" */
void feedback_put_errors(const struct feedback *f, struct buf *out);  /* a fence, or nothing */
void feedback_put_profile(const struct feedback *f, struct buf *out); /* a line, or nothing */
void feedback_put_goal(const struct feedback *f, struct buf *out);    /* a sentence */
void feedback_put_form(const struct feedback *f, struct buf *out);    /* "the whole file ..." */

/*
 * Appends text that any server takes: invalid bytes and NUL become U+FFFD, control characters but
 * newline and tab a space.  A cut at max bytes is between characters and is marked.
 */
void feedback_put_clean(struct buf *out, const char *text, size_t len, size_t max);

#endif
