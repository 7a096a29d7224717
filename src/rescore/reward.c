#include "src/rescore/reward.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/eval/eval.h"

static double scored_speedup(const struct reward_input *x)
{
    return x->correct && isfinite(x->speedup) ? x->speedup : 0.0;
}

static void compute_speedup(const struct reward_input *in, size_t n,
                            const struct reward_params *params, struct reward_history *history,
                            double *out)
{
    (void)params;
    (void)history;
    for (size_t i = 0; i < n; i++)
        out[i] = scored_speedup(&in[i]);
}

static double history_scale(const struct reward_history *h, size_t task)
{
    return h->counts[task] == 0 ? 1.0 : median_of(h->speedups[task], h->counts[task]);
}

void reward_history_add(struct reward_history *h, size_t task, double speedup)
{
    double *list = h->speedups[task];
    if (h->counts[task] == REWARD_HISTORY) {
        memmove(list, list + 1, (REWARD_HISTORY - 1) * sizeof(*list));
        h->counts[task]--;
    }
    list[h->counts[task]++] = speedup;
}

/* The median of the correct samples before it scales each sample; nothing scales the first. */
static void compute_normalized(const struct reward_input *in, size_t n,
                               const struct reward_params *params, struct reward_history *history,
                               double *out)
{
    (void)params;
    for (size_t i = 0; i < n; i++) {
        double s = scored_speedup(&in[i]);
        if (history->medians != NULL && s > 0 && history->counts[in[i].task] > 0)
            history->medians[i] = history_scale(history, in[i].task);
        out[i] = s > 0 ? s / history_scale(history, in[i].task) : 0.0;
        if (s > 0)
            reward_history_add(history, in[i].task, s);
    }
}

#define COVERAGE_MOST_SPEEDUP 3.0
#define COVERAGE_WEIGHT       0.5

/* As in KernelGYM: half for being correct, half the speedup up to 3, half the share, which is 0
 * without a profiler. */
static void compute_coverage(const struct reward_input *in, size_t n,
                             const struct reward_params *params, struct reward_history *history,
                             double *out)
{
    (void)params;
    (void)history;
    for (size_t i = 0; i < n; i++) {
        double share = in[i].correct && isfinite(in[i].own_share) ? in[i].own_share : 0.0;
        out[i] = COVERAGE_WEIGHT *
                 (in[i].correct + fmin(scored_speedup(&in[i]), COVERAGE_MOST_SPEEDUP) + share);
    }
}

static double known(double weight, double x)
{
    return isnan(x) ? 0.0 : weight * x;
}

static double composite(const struct reward_input *x, const struct reward_params *p)
{
    bool correct = x->compiled && x->correct;
    double speedup = correct ? fmin(scored_speedup(x), p->r_max) : 0.0;
    double reward = p->a * x->compiled + p->b * correct + (speedup < p->lower ? 0 : p->c * speedup);
    reward += known(p->lambda, x->judge) + (correct ? known(p->w, x->own_share) : 0.0);
    return reward - known(p->length / 1000, x->tokens) - p->truncated * x->truncated -
           p->cheat * x->cheat;
}

static void compute_composite(const struct reward_input *in, size_t n,
                              const struct reward_params *params, struct reward_history *history,
                              double *out)
{
    (void)history;
    for (size_t i = 0; i < n; i++)
        out[i] = composite(&in[i], params);
}

static const struct reward_recipe recipes[] = {
    { "speedup", "baseline time / kernel time when correct, otherwise 0", false, compute_speedup },
    { "normalized",
      "speedup over the running median of the task's last 32 correct speedups before it (the first "
      "over 1)",
      false, compute_normalized },
    { "coverage",
      "half each of: correct, speedup up to 3, share of the device's time in own kernels (GPU)",
      false, compute_coverage },
    { "composite",
      "a [compiled] + b [correct] + c min(speedup, r_max) + lambda judge + w coverage, less "
      "penalties",
      true, compute_composite },
};

bool reward_needs_time(const struct reward_recipe *recipe, const struct reward_params *params)
{
    return !recipe->has_params || params->c > 0;
}

static const struct reward_params default_params = {
    .a = 1, .b = 1, .c = 1, .r_max = 3, .lambda = 0.5
};

static const struct {
    const char *name;
    size_t offset;
} params_by_name[] = {
    { "a", offsetof(struct reward_params, a) },
    { "b", offsetof(struct reward_params, b) },
    { "c", offsetof(struct reward_params, c) },
    { "r_max", offsetof(struct reward_params, r_max) },
    { "lambda", offsetof(struct reward_params, lambda) },
    { "w", offsetof(struct reward_params, w) },
    { "lower", offsetof(struct reward_params, lower) },
    { "length", offsetof(struct reward_params, length) },
    { "truncated", offsetof(struct reward_params, truncated) },
    { "cheat", offsetof(struct reward_params, cheat) },
};

static bool read_param(const char *item, struct reward_params *out)
{
    const char *equals = strchr(item, '=');
    double v = 0;
    if (equals == NULL || !str_to_double(equals + 1, &v) || !(v >= 0) || v > 1e6)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(params_by_name); i++) {
        size_t len = strlen(params_by_name[i].name);
        if ((size_t)(equals - item) == len && memcmp(item, params_by_name[i].name, len) == 0) {
            *(double *)((char *)out + params_by_name[i].offset) = v;
            return true;
        }
    }
    return false;
}

static const struct reward_recipe *find_recipe(const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(recipes); i++)
        if (strlen(recipes[i].name) == len && memcmp(recipes[i].name, name, len) == 0)
            return &recipes[i];
    return NULL;
}

static int unknown_recipe(const char *text, struct err *err)
{
    struct buf CLEANUP(buf_release) names = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(recipes); i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", recipes[i].name);
    err_set(err, ERR_USAGE, "unknown reward recipe '%s'; there are %s", text, buf_text(&names));
    return err_suggest_among(err, text, buf_text(&names));
}

int reward_parse(const char *text, const struct reward_recipe **out, struct reward_params *params,
                 struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct reward_params p = default_params;
    size_t len = strcspn(text, ":");
    const struct reward_recipe *recipe = find_recipe(text, len);
    char **items = NULL;
    if (recipe == NULL)
        return unknown_recipe(text, err);
    size_t n = text[len] == ':' ? str_split(&a, text + len + 1, ',', &items) : 0;
    if (n > 0 && !recipe->has_params)
        return err_set(err, ERR_USAGE, "reward recipe '%s' has no numbers to set", recipe->name);
    for (size_t i = 0; i < n; i++)
        if (!read_param(items[i], &p))
            return err_set(
                err, ERR_USAGE,
                "reward recipe '%s': '%s' is not one of a, b, c, r_max, lambda, w, lower, length, "
                "truncated, cheat with a number from 0 to 1e6, as in composite:r_max=4,lambda=0",
                text, items[i]);
    *out = recipe;
    *params = p;
    return 0;
}

void reward_shuffle(double *rewards, size_t n, uint64_t seed, int step)
{
    struct rng r;
    rng_init(&r, seed, RNG_SHUFFLE, (uint64_t)step, 0, 0);
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(&r, (uint32_t)i);
        double swap = rewards[i - 1];
        rewards[i - 1] = rewards[j];
        rewards[j] = swap;
    }
}
