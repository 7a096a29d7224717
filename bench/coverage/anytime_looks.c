/*
 * anytime_looks.c - do answers that may be looked at all the time reject as seldom as they say?
 *
 * bench_anytime [--sets N] [--rounds N] [--seed N]
 *
 * Ten kinds of worlds.  Of each set, one looks after every round, or after every pair of runs, and
 * stops at the first rejection of the truth.  "peeking" is an ordinary z test at 5 % looked at in
 * the same way.  Then what is saved: rounds until a decision, against the fixed number that a z
 * test of power 0.9 needs for the planned difference.  Exit status 1 when an exact binomial test at
 * .001 says that more than 5 % are rejected.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_anytime.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sample_round.h"
#include "tests/unit/analysis/world.h"

#define MOST_CELLS 100
#define MOST_PAIRS 12
#define LEVEL      0.95

enum allocation { ONE_EACH, WHERE_IT_VARIES };

struct kind {
    const char *name;
    struct world world; /* n_seeds: pairs of runs of these tasks */
    enum allocation allocation;
    bool logs; /* values are logs of speedups, up to ln 16 */
};

#define WORLD(tasks_, pairs_, level_) .n_tasks = (tasks_), .n_seeds = (pairs_), .level = (level_)
static const struct kind kinds[] = {
    { "20 tasks", { WORLD(20, 1, -1), .tasks = 1 }, ONE_EACH, false },
    { "5 tasks", { WORLD(5, 1, -1), .tasks = 1 }, ONE_EACH, false },
    { "rare: 4 % fast", { WORLD(20, 1, -4), .tasks = 1 }, ONE_EACH, false },
    { "35 % never, 15 % always",
      { WORLD(20, 1, -1), .tasks = 1, .never = .35, .always = .15 },
      ONE_EACH,
      false },
    { "runs .2", { WORLD(20, 3, -1), .tasks = 1, .runs = .2 }, ONE_EACH, false },
    { "runs .4", { WORLD(20, 3, -1), .tasks = 1, .runs = .4 }, ONE_EACH, false },
    { "task x run .8", { WORLD(20, 2, -1), .tasks = 1, .seeds = .8 }, ONE_EACH, false },
    { "one task of ten gains, others lose",
      { WORLD(20, 1, -1), .tasks = .5, .skew = .3 },
      ONE_EACH,
      false },
    { "rollouts where they vary", { WORLD(20, 1, -2), .tasks = 2 }, WHERE_IT_VARIES, false },
    { "logs of speedups, heavy tails",
      { WORLD(20, 1, -1), .tasks = 1, .speeds = 1.5 },
      ONE_EACH,
      true },
};

struct cells {
    size_t n;
    double rate[2][MOST_CELLS];
    double truth; /* mean of B - A over the cells */
};

static double log_value(const struct world *w, struct rng *g, double rate)
{
    if (!(rng_double(g) < rate))
        return 0.0;
    return fmin(fabs(world_normal(g)) * w->speeds, log(16.0));
}

/* E[min(sd |Z|, ln 16)]. */
static double log_mean(double sd)
{
    static double known, of; /* one world asks */
    double sum = 0.0;
    if (stat_same(of, sd))
        return known;
    const int n = 4000;
    for (int i = 0; i < n; i++)
        sum += fmin(sd * stat_normal_quantile(0.5 + 0.5 * (i + 0.5) / n), log(16.0)) / n;
    of = sd;
    known = sum;
    return sum;
}

static void draw_cells(const struct kind *k, double effect, struct rng *g, struct cells *out)
{
    const struct world *w = &k->world;
    double luck[2][MOST_PAIRS];
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < w->n_seeds; i++)
            luck[side][i] = w->runs * world_normal(g);
    *out = (struct cells){ .n = 0 };
    for (size_t t = 0; t < w->n_tasks; t++) {
        double z = w->tasks * world_normal(g), u = rng_double(g);
        enum world_kind what =
            w->never + w->always + w->skew > 0.0 ? world_kind_of(w, u) : WORLD_PLAIN;
        for (size_t i = 0; i < w->n_seeds; i++, out->n++)
            for (int side = 0; side < 2; side++) {
                double own = z + luck[side][i] + w->seeds * world_normal(g);
                double rate = world_rate(w, own, side == 1 ? effect : 0.0);
                out->rate[side][out->n] = world_chance(w, rate, side == 1, what);
            }
    }
    double value = k->logs ? log_mean(w->speeds) : 1.0;
    for (size_t c = 0; c < out->n; c++)
        out->truth += value * (out->rate[1][c] - out->rate[0][c]) / (double)out->n;
}

static double mean_value(const struct kind *k, struct rng *g, double rate, int n, int *fast)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        double v = k->logs ? log_value(&k->world, g, rate) : rng_double(g) < rate;
        *fast += v > 0.0;
        sum += v;
    }
    return sum / n;
}

/* As run --until asks for them. */
static void plan(const struct cells *c, const int *fast, const int *drawn, size_t round, int *next)
{
    double sd[MOST_CELLS], mean = 0.0;
    for (size_t i = 0; i < c->n; i++) {
        double p = (fast[i] + 0.5) / (drawn[i] + 1.0);
        sd[i] = sqrt(p * (1.0 - p));
        mean += sd[i] / (double)c->n;
    }
    for (size_t i = 0; i < c->n; i++)
        next[i] = round < SAMPLE_ROUND / 2
                      ? 1
                      : (int)fmin(fmax(floor(2.0 * sd[i] / mean + 0.5), 1.0), SAMPLE_ROUND);
}

static void draw_rounds(const struct kind *k, const struct cells *c, size_t n_rounds, struct rng *g,
                        double *x)
{
    int fast[MOST_CELLS] = { 0 }, drawn[MOST_CELLS] = { 0 }, next[MOST_CELLS];
    for (size_t r = 0; r < n_rounds; r++) {
        plan(c, fast, drawn, r, next);
        for (size_t i = 0; i < c->n; i++) {
            int n = k->allocation == ONE_EACH ? 1 : next[i], ignored = 0;
            double b = mean_value(k, g, c->rate[1][i], n, &fast[i]);
            x[r * c->n + i] = b - mean_value(k, g, c->rate[0][i], n, &ignored);
            drawn[i] += n;
        }
    }
}

/* A z test of the means of rounds, looked at from the tenth on. */
static bool peeks(const double *x, size_t n_rounds, size_t n, double truth, struct arena *a)
{
    double *means = arena_array(a, n_rounds, sizeof(*means));
    for (size_t r = 0; r < n_rounds; r++) {
        means[r] = stat_mean(&x[r * n], n) - truth;
        double s = r < 9 ? 0.0 : sqrt(stat_variance(means, r + 1) / (double)(r + 1));
        if (s > 0.0 && fabs(stat_mean(means, r + 1)) > 1.96 * s)
            return true;
    }
    return false;
}

/* New runs: each pair is the mean over 20 tasks of 16 rollouts a side, with luck of its own. */
static bool pairs_reject(const struct kind *k, struct rng *g)
{
    double d[MOST_PAIRS];
    struct kind one = *k;
    struct cells c;
    one.world.n_seeds = 1;
    for (size_t i = 0; i < MOST_PAIRS; i++) {
        int ignored = 0;
        draw_cells(&one, 0.0, g, &c);
        d[i] = 0.0;
        for (size_t t = 0; t < c.n; t++)
            d[i] += (mean_value(&one, g, c.rate[1][t], 16, &ignored) -
                     mean_value(&one, g, c.rate[0][t], 16, &ignored)) /
                    (double)c.n;
    }
    return stat_anytime_t(d, MOST_PAIRS, 0.0, LEVEL).sign != 0;
}

struct counts {
    int64_t sets, hits;
};

static int put(const char *world, const char *what, struct counts c, bool asked)
{
    bool alarm = asked && stat_binomial_test(c.hits, c.sets, 0.05, STAT_GREATER) < 0.001;
    struct interval m = stat_interval_clopper_pearson(c.hits, c.sets, 0.95);
    printf("| %s | %s | %lld | %.1f %% | %.1f to %.1f %% | %s |\n", world, what, (long long)c.sets,
           100.0 * (double)c.hits / (double)c.sets, 100.0 * m.low, 100.0 * m.high,
           alarm ? "ALARM" : "");
    fflush(stdout);
    return alarm;
}

static int nulls(const struct kind *k, size_t sets, size_t n_rounds, uint64_t seed)
{
    struct counts bounds[4] = { { 0 } }, peeking = { 0 }, runs = { 0 };
    double most = k->logs ? log(16.0) : 1.0;
    for (size_t i = 0; i < sets; i++) {
        struct arena a = { 0 };
        struct rng g;
        struct cells c;
        rng_init(&g, seed, RNG_TRIAL, 0x616e79, i, (uint64_t)(k - kinds));
        draw_cells(k, 0.0, &g, &c);
        double *x = arena_array(&a, n_rounds * c.n, sizeof(*x));
        draw_rounds(k, &c, n_rounds, &g, x);
        struct stat_rounds d = { n_rounds, c.n, x, -most, most };
        for (int b = 0; b < 4; b++) {
            bounds[b].sets++;
            bounds[b].hits += stat_anytime(&d, (enum stat_bound)b, c.truth, LEVEL, &a).sign != 0;
        }
        peeking.sets++;
        peeking.hits += peeks(x, n_rounds, c.n, c.truth, &a);
        if (!(k->world.skew > 0.0)) { /* without a world of its own mean */
            runs.sets++;
            runs.hits += pairs_reject(k, &g);
        }
        arena_release(&a);
    }
    int alarms = 0;
    for (int b = 0; b < 4; b++)
        alarms += put(k->name, stat_bound_names[b], bounds[b], b != BOUND_NORMAL);
    if (runs.sets > 0)
        alarms += put(k->name, "new runs, after each pair", runs, true);
    put(k->name, "peeking", peeking, false);
    return alarms;
}

/* Rounds that a z test of power .9 needs for a difference, in the first world. */
static double fixed_rounds(double difference, const struct cells *c)
{
    double variance = 0.0, n = (double)c->n;
    for (size_t i = 0; i < c->n; i++)
        for (int side = 0; side < 2; side++)
            variance += c->rate[side][i] * (1.0 - c->rate[side][i]) / (n * n);
    double z = stat_normal_quantile(0.975) + stat_normal_quantile(0.9);
    return ceil(z * z * variance / (difference * difference));
}

static void savings(size_t sets, uint64_t seed)
{
    const struct kind *k = &kinds[0];
    const double planned = 0.08, effects[] = { 0.2, 0.4, 0.8, 1.2 };
    printf("\n| difference | fixed rounds, planned for %.2f | mean rounds | decided | saved |\n"
           "|---|---|---|---|---|\n",
           planned);
    for (size_t e = 0; e < ARRAY_LEN(effects); e++) {
        double truth = 0.0, fixed = 0.0, taken = 0.0, decided = 0.0, n = (double)sets;
        for (size_t i = 0; i < sets; i++) {
            struct arena a = { 0 };
            struct rng g;
            struct cells c;
            rng_init(&g, seed, RNG_TRIAL, 0x736176, i, e);
            draw_cells(k, effects[e], &g, &c);
            double rounds = fixed_rounds(planned, &c);
            size_t most = (size_t)(2.0 * rounds);
            double *x = arena_array(&a, most * c.n, sizeof(*x));
            draw_rounds(k, &c, most, &g, x);
            struct stat_rounds d = { most, c.n, x, -1, 1 };
            struct stat_anytime r = stat_anytime(&d, BOUND_BETTING, 0.0, LEVEL, &a);
            truth += c.truth / n;
            fixed += rounds / n;
            taken += (double)(r.sign != 0 ? r.decided_at : most) / n;
            decided += (r.sign > 0) / n;
            arena_release(&a);
        }
        printf("| %.3f | %.1f | %.1f | %.0f %% | %.0f %% |\n", truth, fixed, taken, 100.0 * decided,
               100.0 * (1.0 - taken / fixed));
        fflush(stdout);
    }
}

/* After eight rounds: is the number of rounds until a decision in the forecast's interval? */
static void forecasts(size_t sets, uint64_t seed)
{
    const struct kind *k = &kinds[0];
    const double effects[] = { 0.4, 0.8 };
    printf(
        "\n| difference | undecided after 8 rounds | decided in the forecast's interval | sooner | "
        "later |\n|---|---|---|---|---|\n");
    for (size_t e = 0; e < ARRAY_LEN(effects); e++) {
        size_t most = 300, asked = 0, in = 0, sooner = 0;
        double truth = 0.0;
        for (size_t i = 0; i < sets; i++) {
            struct arena a = { 0 };
            struct rng g;
            struct cells c;
            rng_init(&g, seed, RNG_TRIAL, 0x666f72, i, e);
            draw_cells(k, effects[e], &g, &c);
            double *x = arena_array(&a, most * c.n, sizeof(*x));
            draw_rounds(k, &c, most, &g, x);
            struct stat_rounds d = { 8, c.n, x, -1, 1 };
            struct stat_anytime early = stat_anytime(&d, BOUND_BETTING, 0.0, LEVEL, &a);
            d.n_rounds = most;
            struct stat_anytime late = stat_anytime(&d, BOUND_BETTING, 0.0, LEVEL, &a);
            truth += c.truth / (double)sets;
            if (early.sign == 0) {
                double more = late.sign == 0 ? STAT_INF : (double)late.decided_at - 8.0;
                asked++;
                in += more >= early.more_low && more <= early.more_high;
                sooner += more < early.more_low;
            }
            arena_release(&a);
        }
        double n = (double)asked;
        printf("| %.3f | %zu of %zu | %.0f %% | %.0f %% | %.0f %% |\n", truth, asked, sets,
               100.0 * (double)in / n, 100.0 * (double)sooner / n,
               100.0 * (double)(asked - in - sooner) / n);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    size_t sets = 2000, rounds = 64;
    uint64_t seed = 19;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--sets") == 0)
            sets = (size_t)strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0)
            rounds = (size_t)strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[i + 1], NULL, 10);
    }
    if (argc % 2 == 0 || sets == 0 || rounds == 0) {
        fprintf(stderr, "usage: bench_anytime [--sets N] [--rounds N] [--seed N]\n");
        return 2;
    }
    int alarms = 0;
    printf("| world | bound | sets | rejects the truth | margin | |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        alarms += nulls(&kinds[i], sets, rounds, seed);
    savings(sets < 500 ? sets : 500, seed);
    forecasts(sets < 200 ? sets : 200, seed);
    return alarms > 0;
}
