/*
 * fiber_warp.c - warp operations: who waits for whom, and what everyone gets.  Pure.
 */
#include "src/eval/cpu/fiber.h"

#include <string.h>

uint32_t warp_complete(const struct warp_state *w, unsigned lane)
{
    uint32_t need = w->mask[lane] & w->alive;
    if ((w->waiting & need) != need || w->op[lane] == WARP_ACTIVE)
        return 0;
    for (uint32_t rest = need; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        if (w->mask[i] != w->mask[lane] || w->op[i] != w->op[lane])
            return 0;
    }
    return need;
}

static uint64_t combine(enum warp_op op, uint64_t a, uint64_t b)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    int32_t sx = (int32_t)x, sy = (int32_t)y;
    switch (op) {
    case WARP_ADD:
        return x + y;
    case WARP_MIN_U:
        return x < y ? x : y;
    case WARP_MAX_U:
        return x > y ? x : y;
    case WARP_MIN_S:
        return sx < sy ? x : y;
    case WARP_MAX_S:
        return sx > sy ? x : y;
    case WARP_AND:
        return x & y;
    case WARP_OR:
        return x | y;
    case WARP_XOR:
        return x ^ y;
    case WARP_SYNC:
    case WARP_SHUFFLE:
    case WARP_BALLOT:
    case WARP_MATCH:
    case WARP_ACTIVE:
        break;
    }
    return 0;
}

static void give_all(struct warp_state *w, uint32_t group, uint64_t result)
{
    for (uint32_t rest = group; rest != 0; rest &= rest - 1)
        w->result[__builtin_ctz(rest)] = result;
}

static void results_ballot(struct warp_state *w, uint32_t group)
{
    uint32_t bits = 0;
    for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        bits |= (uint32_t)(w->value[i] != 0) << i;
    }
    give_all(w, group, bits);
}

static void results_reduce(struct warp_state *w, uint32_t group, enum warp_op op)
{
    unsigned first = (unsigned)__builtin_ctz(group);
    uint64_t all = w->value[first];
    for (uint32_t rest = group & (group - 1); rest != 0; rest &= rest - 1)
        all = combine(op, all, w->value[__builtin_ctz(rest)]);
    give_all(w, group, all);
}

void warp_results(struct warp_state *w, uint32_t group)
{
    enum warp_op op = (enum warp_op)w->op[__builtin_ctz(group)];
    switch (op) {
    case WARP_SYNC:
        break;
    case WARP_SHUFFLE:
        for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctz(rest), from = w->source[i];
            /* Reading an absent lane is undefined on the device: the lane keeps its own value. */
            w->result[i] = (group >> from & 1u) != 0 ? w->value[from] : w->value[i];
        }
        break;
    case WARP_BALLOT:
        results_ballot(w, group);
        break;
    case WARP_MATCH:
        for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctz(rest);
            uint32_t same = 0;
            for (uint32_t others = group; others != 0; others &= others - 1) {
                unsigned j = (unsigned)__builtin_ctz(others);
                same |= (uint32_t)(w->value[j] == w->value[i]) << j;
            }
            w->result[i] = same;
        }
        break;
    case WARP_ACTIVE:
        give_all(w, group, group);
        break;
    case WARP_ADD:
    case WARP_MIN_U:
    case WARP_MAX_U:
    case WARP_MIN_S:
    case WARP_MAX_S:
    case WARP_AND:
    case WARP_OR:
    case WARP_XOR:
        results_reduce(w, group, op);
        break;
    }
}
