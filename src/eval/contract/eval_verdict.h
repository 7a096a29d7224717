/*
 * eval_verdict.h - evidence gathered and an outcome decided, once.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_EVAL_VERDICT_H
#define ROLLBOOK_EVAL_CONTRACT_EVAL_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/eval/contract/evaluation.h"

struct arena;

struct verdict {
    struct arena *arena;
    struct eval_result *out;
    size_t capacity;
    bool decided; /* one other than measured stands */
};
void verdict_add(struct verdict *v, struct evidence row);
/* Sets the outcome unless one stands; message is printf-like. */
void verdict_decide(struct verdict *v, enum outcome o, const char *cheat_kind, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
