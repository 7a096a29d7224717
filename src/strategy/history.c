#include "src/strategy/history.h"

#include <stdint.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"

static const struct {
    const char *prefix;
    enum history_mode mode;
} counted[] = { { "last-", HISTORY_LAST }, { "best-", HISTORY_BEST } };

bool history_parse(const char *text, struct history_rule *out)
{
    int64_t n;
    if (strcmp(text, "all") == 0) {
        *out = (struct history_rule){ HISTORY_ALL, 0 };
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
        if (!str_starts_with(text, counted[i].prefix))
            continue;
        if (!str_to_i64(text + strlen(counted[i].prefix), &n) || n < 1 || n > 1000)
            return false;
        *out = (struct history_rule){ counted[i].mode, (size_t)n };
        return true;
    }
    return false;
}

static size_t best_start(const double *scores, size_t n, size_t width)
{
    size_t best = 0;
    double best_sum = -1;
    for (size_t first = 0; first + width <= n; first++) {
        double sum = 0; /* a running sum would round */
        for (size_t i = first; i < first + width; i++)
            sum += scores[i];
        if (sum >= best_sum) {
            best = first;
            best_sum = sum;
        }
    }
    return best;
}

size_t history_window(const struct history_rule *rule, const double *scores, size_t n,
                      size_t *out_first)
{
    *out_first = 0;
    if (rule->mode == HISTORY_ALL || n <= rule->n)
        return n;
    *out_first = rule->mode == HISTORY_LAST ? n - rule->n : best_start(scores, n, rule->n);
    return rule->n;
}
