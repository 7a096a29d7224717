/*
 * prompt.h - the prompt of a task, as every policy that reads text gets it.
 */
#ifndef ROLLBOOK_SAMPLE_PROMPT_H
#define ROLLBOOK_SAMPLE_PROMPT_H

#include <stddef.h>

struct buf;
struct task;

/* Appends formula, tensors, sizes, the kernel file format and the reference kernel. */
void prompt_render(const struct task *task, struct buf *out);

/* Words between white space: the token count of policies that have no tokenizer. */
int prompt_count_words(const char *text, size_t len);

#endif
