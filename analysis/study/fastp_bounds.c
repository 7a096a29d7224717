/*
 * fastp_bounds.c - fast_p, whatever is missing had been.
 */
#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

struct tally {
    int64_t n, hits, timeouts;
};

static struct tally *tally(const struct fastp_input *in, const struct fastp_options *o, double p,
                           struct arena *arena)
{
    struct tally *of = arena_array(arena, in->n_problems + 1, sizeof(*of));
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        of[s->problem].n++;
        of[s->problem].hits += s->correct && speedup_is_fast(s->speedup, p, o->ge);
        of[s->problem].timeouts += s->timed_out;
    }
    return of;
}

struct fastp_bounds fastp_bounds_of(const struct fastp_input *in, const struct fastp_options *o,
                                    double p, struct arena *arena)
{
    struct fastp_bounds b = { STAT_NAN, STAT_NAN, 0, 0 };
    struct tally sum = { 0, 0, 0 };
    struct stat_sum failed = { 0.0, 0.0 };
    struct stat_sum fast = { 0.0, 0.0 };
    double n_problems = 0.0;
    if (in->problems == NULL)
        return b;
    const struct tally *of = tally(in, o, p, arena);
    for (size_t i = 0; i < in->n_problems; i++) {
        int64_t m = in->problems[i].n_missing;
        if (of[i].n == 0 && o->denominator != FASTP_ALL)
            continue;
        if (of[i].n == 0 && m == 0)
            m = 1;
        double all = (double)(of[i].n + m);
        n_problems++;
        stat_sum_add(&failed, (double)of[i].hits / all);
        stat_sum_add(&fast, (double)(of[i].hits + of[i].timeouts + m) / all);
        sum.n += of[i].n;
        sum.hits += of[i].hits;
        b.n_timeouts += of[i].timeouts;
        b.n_missing += m;
    }
    if (!(n_problems > 0.0) || o->denominator == FASTP_COMPILED || o->denominator == FASTP_CORRECT)
        return b;
    double all = (double)(sum.n + b.n_missing);
    b.if_failed = o->pooled ? (double)sum.hits / all : stat_sum_value(&failed) / n_problems;
    b.if_fast = o->pooled ? (double)(sum.hits + b.n_timeouts + b.n_missing) / all
                          : stat_sum_value(&fast) / n_problems;
    return b;
}
