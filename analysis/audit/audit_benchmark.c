/*
 * audit_benchmark.c - samples and baselines of different versions of the benchmark.
 */
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_context.h"

/* Of imports that name no problem the current one is supposed. */
#define CURRENT "v0.2"

/* Whether two lists as "v0, v0.1" have an item in common. */
static bool overlap(const char *a, const char *b)
{
    while (*a != '\0') {
        size_t n = strcspn(a, ",");
        for (const char *at = b; *at != '\0';) {
            size_t m = strcspn(at, ",");
            if (m == n && memcmp(a, at, n) == 0)
                return true;
            at += m + strspn(at + m, ", ");
        }
        a += n + strspn(a + n, ", ");
    }
    return false;
}

void audit_check_benchmark(struct audit_context *c)
{
    const char *run = c->run->benchmark == NULL ? "" : c->run->benchmark;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct audit_baseline *b = audit_stored_baseline(c, r);
        bool measured_beside = c->options->baseline == NULL && !isnan(r->baseline_us);
        if (b == NULL || b->benchmark == NULL || b->benchmark[0] == '\0' || measured_beside ||
            overlap(*run == '\0' ? CURRENT : run, b->benchmark))
            continue;
        if (*run == '\0')
            audit_row(c, r,
                      "baseline %s is of KernelBench %s by its problem names; the samples name "
                      "no version, and " CURRENT " has other shapes",
                      b->name, b->benchmark);
        else
            audit_row(c, r, "samples of KernelBench %s, baseline %s of %s", run, b->name,
                      b->benchmark);
    }
}
