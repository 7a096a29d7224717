#include "analysis/study/turns.h"

#include <stdlib.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

const char *turn_view_name(enum turn_view v)
{
    static const char *const names[TURN_VIEWS] = { "turn", "last", "best" };
    return names[v];
}

/* Not compiled, compiled, correct, then by speedup. */
static bool is_better(const struct turn *a, const struct turn *b)
{
    int rank_a = a->correct ? 2 : a->compiled;
    int rank_b = b->correct ? 2 : b->compiled;
    if (rank_a != rank_b)
        return rank_a > rank_b;
    return a->correct && !isnan(a->speedup) && !(a->speedup <= b->speedup);
}

static const struct turn *find_turn(const struct turn_set *set, const struct conversation *c,
                                    enum turn_view view, int turn)
{
    const struct turn *found = NULL;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct turn *t = &set->turns[i];
        if (t->turn > turn || (view == TURN_VIEW_AT && t->turn != turn))
            continue;
        if (view != TURN_VIEW_BEST || found == NULL || is_better(t, found))
            found = t;
    }
    return found;
}

static double speedup_or_verdict(const struct turn *t, bool verdict_only)
{
    if (!verdict_only)
        return t->speedup;
    return t->correct ? 1.0 : STAT_NAN;
}

void turn_view_input(const struct turn_set *set, enum turn_view view, int turn, bool verdict_only,
                     struct arena *arena, struct fastp_input *out)
{
    struct fastp_sample *samples = arena_array(arena, set->n_conversations, sizeof(*samples));
    bool *seen = arena_array(arena, set->n_problems + 1, sizeof(*seen));
    struct fastp_input in = { .samples = samples, .n_problems = set->n_problems };
    in.n_absent = set->n_problems;
    for (size_t i = 0; i < set->n_conversations; i++) {
        const struct conversation *c = &set->conversations[i];
        const struct turn *t = find_turn(set, c, view, turn);
        if (t == NULL)
            continue;
        double speedup = speedup_or_verdict(t, verdict_only);
        samples[in.n_samples++] = (struct fastp_sample){ .problem = (uint32_t)c->problem,
                                                         .compiled = t->compiled,
                                                         .correct = t->correct,
                                                         .speedup = speedup };
        in.n_untimed += t->correct && isnan(speedup);
        in.n_absent -= !seen[c->problem];
        seen[c->problem] = true;
    }
    *out = in;
}

double turn_mean_tokens(const struct turn_set *set, int turn)
{
    double sum = 0;
    for (size_t i = 0; i < set->n_turns; i++)
        if (set->turns[i].turn <= turn)
            sum += set->turns[i].tokens;
    return set->n_conversations == 0 ? STAT_NAN : sum / (double)set->n_conversations;
}

static bool succeeds(const struct turn *t, bool verdict_only, struct speed_rule rule)
{
    if (verdict_only || !t->correct)
        return t->correct;
    return speedup_is_fast(t->speedup, rule.p, rule.ge);
}

struct turn_change turn_change_of(const struct turn_set *set, enum turn_view view, int turn,
                                  bool verdict_only, struct speed_rule rule)
{
    struct turn_change x = { .p = STAT_NAN };
    for (size_t i = 0; i < set->n_conversations; i++) {
        const struct conversation *c = &set->conversations[i];
        const struct turn *first = find_turn(set, c, TURN_VIEW_AT, 0);
        const struct turn *t = find_turn(set, c, view, turn);
        if (first == NULL || t == NULL)
            continue;
        bool before = succeeds(first, verdict_only, rule);
        bool after = succeeds(t, verdict_only, rule);
        x.n++;
        x.gained += after && !before;
        x.lost += before && !after;
    }
    size_t *seen = mem_array(set->n_problems + 1, sizeof(*seen));
    for (size_t i = 0; i < set->n_conversations; i++)
        x.several = x.several || seen[set->conversations[i].problem]++ > 0;
    free(seen);
    if (x.gained + x.lost > 0 && !x.several)
        x.p = stat_mcnemar(x.lost, x.gained, STAT_TWO_SIDED);
    return x;
}
