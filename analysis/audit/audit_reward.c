/* audit_reward.c - rewards and advantages computed again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/learn/estimator.h"

#define TOLERANCE 1e-6
#define HISTORY   32 /* correct speedups behind a normalized reward */
#define SHUFFLED  "-shuffled"

struct history {
    size_t n;
    double speedups[HISTORY];
};

static bool is_close(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * fmax(1.0, fmax(fabs(a), fabs(b)));
}

static int by_value(const void *pa, const void *pb)
{
    double a = *(const double *)pa;
    double b = *(const double *)pb;
    return (a > b) - (a < b);
}

static double median(const double *values, size_t n)
{
    double sorted[HISTORY];
    memcpy(sorted, values, n * sizeof(*sorted));
    qsort(sorted, n, sizeof(*sorted), by_value);
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0;
}

static void remember(struct history *h, double speedup)
{
    if (h->n == HISTORY) {
        memmove(h->speedups, h->speedups + 1, (HISTORY - 1) * sizeof(*h->speedups));
        h->n--;
    }
    h->speedups[h->n++] = speedup;
}

static double stored_speedup(const struct audit_rollout *r)
{
    double speedup = speedup_of(r->correct, r->baseline_us, r->runtime_us);
    return isnan(speedup) ? 0.0 : speedup;
}

/* Correct but without times, so the reward cannot be computed. */
static bool is_unknown(const struct audit_rollout *r)
{
    return r->correct && (isnan(r->runtime_us) || isnan(r->baseline_us));
}

/* out[i] is what rewards[i] should be, NaN where facts are missing. */
static void expected_rewards(const struct audit_context *c, const struct audit_reward *rewards,
                             size_t n, bool normalized, double *out)
{
    CLEANUP(mem_free_ptr)
    struct history *histories = mem_array(c->run->n_tasks + 1, sizeof(*histories));
    for (size_t i = 0; i < n; i++) {
        const struct audit_rollout *r = &c->run->rollouts[rewards[i].rollout];
        struct history *h = &histories[r->task];
        double speedup = stored_speedup(r);
        out[i] = speedup;
        if (normalized && speedup > 0.0) {
            out[i] = h->n == 0 ? speedup : speedup / median(h->speedups, h->n);
            remember(h, speedup);
        }
        if (is_unknown(r))
            out[i] = (double)NAN;
    }
}

static void compare_each(struct audit_context *c, const struct audit_reward *rewards, size_t n,
                         const double *expected)
{
    for (size_t i = 0; i < n; i++) {
        if (!isnan(expected[i]) && !is_close(rewards[i].value, expected[i]))
            audit_row(c, &c->run->rollouts[rewards[i].rollout],
                      "%s is %.9g, but %.9g follows from outcome and times", rewards[i].recipe,
                      rewards[i].value, expected[i]);
    }
}

/* A shuffle keeps the values of a step. */
static void compare_shuffled(struct audit_context *c, const struct audit_reward *rewards, size_t n,
                             double *expected)
{
    CLEANUP(mem_free_ptr) double *stored = mem_array(n + 1, sizeof(*stored));
    for (size_t i = 0; i < n; i++) {
        if (isnan(expected[i]))
            return;
        stored[i] = rewards[i].value;
    }
    qsort(stored, n, sizeof(*stored), by_value);
    qsort(expected, n, sizeof(*expected), by_value);
    for (size_t i = 0; i < n; i++) {
        if (!is_close(stored[i], expected[i])) {
            audit_row(c, &c->run->rollouts[rewards[0].rollout],
                      "%s: the values of step %d are no permutation of the computed ones",
                      rewards[0].recipe, c->run->rollouts[rewards[0].rollout].step);
            return;
        }
    }
}

static bool is_recipe(const char *recipe, const char *name)
{
    size_t len = strlen(name);
    return strncmp(recipe, name, len) == 0 &&
           (recipe[len] == '\0' || strcmp(recipe + len, SHUFFLED) == 0);
}

static int step_of(const struct audit_context *c, const struct audit_reward *w)
{
    return c->run->rollouts[w->rollout].step;
}

static size_t group_end(const struct audit_context *c, size_t from, bool by_step)
{
    const struct audit_reward *w = c->run->rewards;
    size_t to = from + 1;
    while (to < c->run->n_rewards && strcmp(w[to].recipe, w[from].recipe) == 0 &&
           (!by_step || step_of(c, &w[to]) == step_of(c, &w[from])))
        to++;
    return to;
}

static void check_recipe(struct audit_context *c, size_t from, size_t to)
{
    const struct audit_reward *w = c->run->rewards;
    bool normalized = is_recipe(w[from].recipe, "normalized");
    if (!normalized && !is_recipe(w[from].recipe, "speedup"))
        return;
    CLEANUP(mem_free_ptr) double *expected = mem_array(to - from, sizeof(*expected));
    expected_rewards(c, w + from, to - from, normalized, expected);
    if (strstr(w[from].recipe, SHUFFLED) == NULL) {
        compare_each(c, w + from, to - from, expected);
        return;
    }
    for (size_t i = from; i < to;) {
        size_t end = group_end(c, i, true);
        compare_shuffled(c, w + i, end - i, expected + (i - from));
        i = end;
    }
}

void audit_check_reward(struct audit_context *c)
{
    for (size_t from = 0; from < c->run->n_rewards;) {
        size_t to = group_end(c, from, false);
        check_recipe(c, from, to);
        from = to;
    }
}

static void check_advantages(struct audit_context *c, const struct audit_reward *w, size_t n)
{
    CLEANUP(mem_free_ptr) double *values = mem_array(n, sizeof(*values));
    CLEANUP(mem_free_ptr) double *want = mem_array(n, sizeof(*want));
    CLEANUP(mem_free_ptr) bool *masked = mem_array(n, sizeof(*masked));
    for (size_t i = 0; i < n; i++) {
        masked[i] = isnan(w[i].advantage);
        values[i] = w[i].value;
        if (masked[i] && !w[i].is_masked)
            return; /* which rewards made the others is not known */
    }
    const struct advantage_input in = { .n = n, .rewards = values, .masked = masked };
    estimator_apply(estimator_find("global"), &in, &advantage_standard, want);
    for (size_t i = 0; i < n; i++)
        if (!masked[i] && !is_close(w[i].advantage, want[i]))
            audit_row(c, &c->run->rollouts[w[i].rollout],
                      "advantage %.9g, but %.9g follows from the rewards of step %d",
                      w[i].advantage, want[i], step_of(c, &w[i]));
}

/* Only our adaptation is known to use advantages over a step. */
void audit_check_advantage(struct audit_context *c)
{
    if (strcmp(c->run->strategy, "ttt") != 0)
        return;
    for (size_t from = 0; from < c->run->n_rewards;) {
        size_t to = group_end(c, from, true);
        check_advantages(c, c->run->rewards + from, to - from);
        from = to;
    }
}
