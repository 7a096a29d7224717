/*
 * answer.h - where in a completion the answer is, behind the model's reasoning (pure).
 *
 * It knows tags of reasoning models, harmony's channels with and without control tokens, and tokens
 * that end a message.  Linear in the text.
 */
#ifndef ROLLBOOK_SAMPLE_ANSWER_H
#define ROLLBOOK_SAMPLE_ANSWER_H

#include <stddef.h>

struct text_part {
    const char *text;
    size_t len;
};

/* Text without marks of reasoning is all answer. */
void answer_split(const char *text, size_t len, struct text_part *out_reasoning,
                  struct text_part *out_answer);

#endif
