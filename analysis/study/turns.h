/*
 * turns.h - conversations of several turns: what one turn gives, the last so far, the best so far.
 *
 * A conversation is one sample of a task with all its scored turns.  A view of it is one verdict,
 * so that fast_p of fastp.h and its intervals apply.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_TURNS_H
#define ROLLBOOK_ANALYSIS_STUDY_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/fastp.h"

struct turn {
    int turn; /* 0 is the first */
    bool compiled;
    bool correct;
    double speedup; /* NaN when unknown */
    double tokens;  /* read and written; NaN when unknown */
};

struct conversation {
    size_t problem;
    size_t first; /* turns[first .. first + count), by turn */
    size_t count; /* at least 1 */
};

struct turn_set {
    size_t n_problems; /* planned ones too, which may have no conversation */
    const struct conversation *conversations;
    size_t n_conversations;
    const struct turn *turns;
    size_t n_turns;
    int last_turn; /* largest number of a turn */
};

enum turn_view {
    TURN_VIEW_AT,   /* that turn alone: conversations that have it */
    TURN_VIEW_LAST, /* the last turn up to it */
    TURN_VIEW_BEST  /* up to it: the fastest correct, else a correct, else a compiled one */
};
#define TURN_VIEWS 3
const char *turn_view_name(enum turn_view v); /* "turn", "last", "best" */

/* One verdict a conversation, *out in the arena; with verdict_only a correct one has speedup 1. */
void turn_view_input(const struct turn_set *set, enum turn_view view, int turn, bool verdict_only,
                     struct arena *arena, struct fastp_input *out);

/* Mean over conversations of the tokens that they take up to a turn; NaN when one is unknown. */
double turn_mean_tokens(const struct turn_set *set, int turn);

/* Against the first turn of the same conversations, paired. */
struct turn_change {
    int64_t n;      /* conversations with both */
    int64_t gained; /* not at the first turn, but in the view */
    int64_t lost;
    bool several; /* a task has several conversations, which are not independent */
    double p;     /* exact McNemar, two-sided; NaN without a discordant one, and with several */
};
struct turn_change turn_change_of(const struct turn_set *set, enum turn_view view, int turn,
                                  bool verdict_only, struct speed_rule rule);

#endif
