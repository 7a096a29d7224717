/*
 * features.h - what the builtin policy sees when it makes a choice: a sparse vector of fixed width.
 *
 *   0          1
 *   1 to 4     log2 of the first four dimensions / 16 (case full)
 *   5 to 7     log2 of flops / 64, of bytes / 64, of flops per byte / 8
 *   8 to 23    one-hot of the hashed family
 *   24 to 55   one-hot of the hashed task id
 *   56 to 87   one-hot of the slot position
 *   88 to 255  hashed previous tokens, 0.5 each
 *   256 to 319 what was said about the answers before (feedback_features)
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_FEATURES_H
#define ROLLBOOK_SAMPLE_BUILTIN_FEATURES_H

#include <stddef.h>
#include <stdint.h>

#include "src/sample/builtin/grammar.h"

struct exchange;
struct task;

#define FEATURE_WIDTH 320
#define FEATURE_MAX   (20 + GRAMMAR_MAX_SLOTS)

struct feature {
    size_t index; /* below FEATURE_WIDTH; values of equal indices add up */
    double value;
};

struct feature_list {
    size_t n;
    struct feature items[FEATURE_MAX];
};

/* Equal tasks give equal bits. */
void features_of_task(const struct task *task, struct feature_list *out);
/*
 * Adds what the feedback says in lines "- status: ...", "- compiled: yes", "- correct: yes" and
 * "- speedup: ... times": of the last answer, and of the best before; and whether the last text
 * ends by asking to solve the original problem.  prompt may be NULL.  Nothing is added without
 * exchanges and such a prompt.
 */
void features_of_feedback(const struct exchange *exchanges, size_t n, const char *prompt,
                          struct feature_list *out);
/* Adds position and previous choices to the task's features. */
void features_of_walk(const struct feature_list *task, const struct grammar_walk *w,
                      struct feature_list *out);

#endif
