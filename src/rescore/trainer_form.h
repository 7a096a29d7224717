/*
 * trainer_form.h - stored rollouts in the words of those who train on them.
 */
#ifndef ROLLBOOK_RESCORE_TRAINER_FORM_H
#define ROLLBOOK_RESCORE_TRAINER_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/run/conversation.h"

struct buf;

/* A rollout.  What is unknown is NULL, or NaN. */
struct trainer_sample {
    const char *run, *task, *outcome, *finish_reason, *recipe;
    const char *filters; /* "cheat,prs": its tokens are masked */
    int64_t rollout_id, step, turn, sample;
    bool correct, is_last;
    double speedup, reward, advantage;
    double temperature;         /* of the sampler */
    double logprob_temperature; /* that log-probs refer to */
    const char *completion;     /* as sampled, maybe no UTF-8 */
    size_t completion_len;
    size_t n_tokens;
    const int32_t *token_ids;
    const float *logprobs;
    const struct spoken *asked; /* NULL: the prompt is not stored */
    size_t n_asked;
    const int64_t *shown; /* earlier turns among what was asked, in order */
    size_t n_shown;
};

struct trainer_form {
    const char *name;
    const char *summary;
    bool is_conversation; /* one record of n samples; else n is 1 */
    void (*put)(const struct trainer_form *form, const struct trainer_sample *s, size_t n,
                struct buf *out);
    const struct trainer_member *members;
    size_t n_members;
};

extern const struct trainer_form trainer_forms[];
extern const size_t n_trainer_forms;
const struct trainer_form *trainer_form_find(const char *name); /* NULL: none */

#endif
