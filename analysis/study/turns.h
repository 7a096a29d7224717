/*
 * turns.h - conversations of several turns: one turn, the last so far, the best so far.
 *
 * A conversation is a sample with its scored turns; a view is its one verdict, for fast_p and its
 * intervals.
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
    double speedup; /* NaN: unknown */
    double tokens;  /* read and written; NaN: unknown */
};

struct conversation {
    size_t problem;
    size_t first; /* turns[first .. first + count), by turn */
    size_t count; /* at least 1 */
};

struct turn_set {
    size_t n_problems; /* with planned ones without conversation */
    const struct conversation *conversations;
    size_t n_conversations;
    const struct turn *turns;
    size_t n_turns;
    int last_turn;
};

enum turn_view {
    TURN_VIEW_AT,   /* that turn of conversations that have it */
    TURN_VIEW_LAST, /* the last up to it */
    TURN_VIEW_BEST  /* up to it: fastest correct, else correct, else compiled */
};
#define TURN_VIEWS 3
const char *turn_view_name(enum turn_view v); /* "turn", "last", "best" */

/* One verdict a conversation, in the arena; verdict_only: a correct one has speedup 1. */
void turn_view_input(const struct turn_set *set, enum turn_view view, int turn, bool verdict_only,
                     struct arena *arena, struct fastp_input *out);

/* Tokens up to a turn, mean over conversations; NaN when one is unknown. */
double turn_mean_tokens(const struct turn_set *set, int turn);

/* Paired with the first turn of the same conversations. */
struct turn_change {
    int64_t n;      /* conversations with both */
    int64_t gained; /* only in the view */
    int64_t lost;
    bool several; /* a task's conversations are not independent */
    double p;     /* exact McNemar, two-sided; NaN without a discordant pair, and with several */
};
struct turn_change turn_change_of(const struct turn_set *set, enum turn_view view, int turn,
                                  bool verdict_only, struct speed_rule rule);

#endif
