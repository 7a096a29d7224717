/*
 * grammar_walk.c - walks through the slots of a grammar.
 */
#include <string.h>

#include "src/sample/builtin/grammar.h"

static bool test_holds(const struct grammar_test *t, const struct grammar_walk *w)
{
    bool member = false;
    if (t->slot >= 0) {
        int8_t choice = w->choice[t->slot];
        member = choice >= 0 && (t->mask >> choice & 1u) != 0;
    }
    for (size_t i = 0; t->slot < 0 && i < t->n_tasks; i++)
        member = member || strcmp(t->tasks[i], w->task_id) == 0;
    return member != t->negated;
}

bool grammar_when_holds(const struct grammar_when *when, const struct grammar_walk *w)
{
    for (size_t i = 0; i < when->n_tests; i++) {
        if (!test_holds(&when->tests[i], w))
            return false;
    }
    return true;
}

static void skip_inactive(struct grammar_walk *w)
{
    while (w->slot < w->grammar->n_slots &&
           !grammar_when_holds(&w->grammar->slots[w->slot].when, w))
        w->slot++;
}

void grammar_walk_start(struct grammar_walk *w, const struct grammar *g, const char *task_id)
{
    w->grammar = g;
    w->task_id = task_id;
    w->slot = 0;
    memset(w->choice, -1, sizeof(w->choice));
    skip_inactive(w);
}

bool grammar_walk_done(const struct grammar_walk *w)
{
    return w->slot >= w->grammar->n_slots;
}

uint32_t grammar_walk_available(const struct grammar_walk *w)
{
    const struct grammar_slot *slot = &w->grammar->slots[w->slot];
    uint32_t mask = 0;
    for (size_t o = 0; o < slot->n_options; o++) {
        if (grammar_when_holds(&slot->options[o].when, w))
            mask |= 1u << o;
    }
    return mask;
}

void grammar_walk_choose(struct grammar_walk *w, size_t option)
{
    w->choice[w->slot++] = (int8_t)option;
    skip_inactive(w);
}

int32_t grammar_token(const struct grammar *g, size_t slot, size_t option)
{
    return g->first_token + (int32_t)(g->slots[slot].first + option);
}

int grammar_walk_option(const struct grammar_walk *w, int32_t token)
{
    const struct grammar_slot *slot = &w->grammar->slots[w->slot];
    int64_t option = (int64_t)token - w->grammar->first_token - (int64_t)slot->first;
    if (option < 0 || option >= (int64_t)slot->n_options)
        return -1;
    return grammar_walk_available(w) >> option & 1u ? (int)option : -1;
}
