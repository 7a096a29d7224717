/*
 * session_distill.h - self-distillation (SDPO, arXiv 2601.20802): a teacher, which is the policy
 * with more to read, scores what the policy wrote, token by token.
 *
 * The teacher reads the task's prompt, a correct answer to it if there is one, what the evaluator
 * said of the answer if the run tells it, and a closing sentence.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_DISTILL_H
#define ROLLBOOK_STRATEGY_SESSION_DISTILL_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct session;
struct update_item;

/* Published variants, as options that they stand for. */
struct distill_recipe {
    const char *name, *source;
    const char *teacher, *show;
    const char *loss, *aggregation;
};
const struct distill_recipe *distill_recipe_find(const char *name); /* NULL: unknown */

struct distill_answer {
    int64_t rollout_id;
    size_t task;
    double reward;
    int correct;
};
/* The answer that the teacher of answers[i] is shown; n: none.  first: the first correct one of its
 * task before it; other: the first of its task, but itself, with a reward of at least 1. */
size_t distill_shown(const char *show, const struct distill_answer *answers, size_t n, size_t i);

/* Sets token_advantages of the items, which stand beside answers, and stores both arrays of
 * log-probs (table score), each as it comes: outside of a transaction, so that what a server was
 * asked for outlives this process.  Teacher and student are scored by the same call at the
 * temperature of sampling.  The policy is afterwards what it was. */
int session_distill(struct session *s, int step, const struct distill_answer *answers,
                    struct update_item *items, size_t n, struct arena *a, struct err *err);

#endif
