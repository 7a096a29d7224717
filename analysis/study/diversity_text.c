#include "analysis/study/diversity_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

/* Equal n-grams get equal numbers by sorting. */
struct gram {
    const int64_t *tokens;
    size_t order;
    size_t sample;
    int64_t number;
};

static int compare_tokens(const struct gram *a, const struct gram *b)
{
    size_t n = a->order < b->order ? a->order : b->order;
    for (size_t i = 0; i < n; i++) {
        if (a->tokens[i] != b->tokens[i])
            return a->tokens[i] < b->tokens[i] ? -1 : 1;
    }
    return (a->order > b->order) - (a->order < b->order);
}

static int compare_grams(const void *pa, const void *pb)
{
    const struct gram *a = pa;
    const struct gram *b = pb;
    int by_tokens = compare_tokens(a, b);
    return by_tokens != 0 ? by_tokens : (a->sample > b->sample) - (a->sample < b->sample);
}

struct grams {
    struct gram *items;
    size_t n;
    int64_t n_different;
};

static size_t grams_in(size_t tokens, size_t order, int whole_if_short)
{
    if (tokens >= order)
        return tokens - order + 1;
    return whole_if_short && tokens > 0 ? 1 : 0;
}

/* A shorter sample counts as one gram when asked. */
static struct grams list_grams(const struct diversity_sample *s, size_t n, size_t order,
                               int whole_if_short, struct arena *arena)
{
    struct grams g = { 0 };
    for (size_t i = 0; i < n; i++)
        g.n += grams_in(s[i].n, order, whole_if_short);
    g.items = arena_array(arena, g.n + 1, sizeof(*g.items));
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        size_t count = grams_in(s[i].n, order, whole_if_short);
        for (size_t k = 0; k < count; k++)
            g.items[at++] = (struct gram){ s[i].tokens + k, s[i].n < order ? s[i].n : order, i, 0 };
    }
    qsort(g.items, g.n, sizeof(*g.items), compare_grams);
    for (size_t i = 0; i < g.n; i++) {
        if (i > 0 && compare_tokens(&g.items[i - 1], &g.items[i]) != 0)
            g.n_different++;
        g.items[i].number = g.n_different;
    }
    g.n_different += g.n > 0 ? 1 : 0;
    return g;
}

struct diversity_distinct diversity_distinct_n(const struct diversity_sample *s, size_t n,
                                               size_t order, int64_t vocabulary,
                                               struct arena *arena)
{
    struct grams g = list_grams(s, n, order, 0, arena);
    struct diversity_distinct d = { g.n_different, (int64_t)g.n, STAT_NAN, STAT_NAN };
    if (g.n == 0)
        return d;
    double possible = pow((double)vocabulary, (double)order);
    double expected = possible * -expm1((double)g.n * log1p(-1.0 / possible));
    d.ratio = (double)d.unique / (double)d.total;
    if (vocabulary > 1)
        d.adjusted = (double)d.unique / expected;
    return d;
}

/* Counts are clipped by the largest in another sample. */
static void add_clipped(const struct grams *g, int64_t *matched)
{
    for (size_t first = 0; first < g->n;) {
        size_t end = first;
        int64_t best = 0;
        int64_t second = 0;
        size_t owner = 0;
        while (end < g->n && g->items[end].number == g->items[first].number) {
            size_t k = end;
            while (k < g->n && g->items[k].number == g->items[first].number &&
                   g->items[k].sample == g->items[end].sample)
                k++;
            int64_t count = (int64_t)(k - end);
            if (count > best) {
                second = best;
                best = count;
                owner = g->items[end].sample;
            } else if (count > second) {
                second = count;
            }
            end = k;
        }
        for (size_t i = first; i < end;) {
            size_t k = i;
            while (k < end && g->items[k].sample == g->items[i].sample)
                k++;
            int64_t count = (int64_t)(k - i);
            int64_t limit = g->items[i].sample == owner ? second : best;
            matched[g->items[i].sample] += count < limit ? count : limit;
            i = k;
        }
        first = end;
    }
}

static double log_brevity(const struct diversity_sample *s, size_t n, size_t i)
{
    size_t closest = 0;
    size_t distance = (size_t)-1;
    for (size_t j = 0; j < n; j++) {
        if (j == i)
            continue;
        size_t d = s[j].n > s[i].n ? s[j].n - s[i].n : s[i].n - s[j].n;
        if (d < distance || (d == distance && s[j].n < closest)) {
            distance = d;
            closest = s[j].n;
        }
    }
    return s[i].n >= closest ? 0.0 : 1.0 - (double)closest / (double)s[i].n;
}

static double bleu(const struct diversity_sample *s, size_t n, size_t i, const int64_t *matched)
{
    double log_sum = 0.0;
    size_t orders = 0;
    if (s[i].n == 0 || matched[i] == 0)
        return 0.0;
    for (size_t order = 1; order <= DIVERSITY_MAX_ORDER && order <= s[i].n; order++) {
        int64_t hits = matched[(order - 1) * n + i];
        double total = (double)(s[i].n - order + 1);
        log_sum += log((hits > 0 ? (double)hits : 0.1) / total);
        orders++;
    }
    return exp(log_sum / (double)orders + log_brevity(s, n, i));
}

double diversity_self_bleu(const struct diversity_sample *s, size_t n, struct arena *arena)
{
    struct stat_sum sum = { 0 };
    if (n < 2)
        return STAT_NAN;
    int64_t *matched = arena_array(arena, n * DIVERSITY_MAX_ORDER, sizeof(*matched));
    for (size_t order = 1; order <= DIVERSITY_MAX_ORDER; order++) {
        struct grams g = list_grams(s, n, order, 0, arena);
        add_clipped(&g, matched + (order - 1) * n);
    }
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&sum, bleu(s, n, i, matched));
    return stat_sum_value(&sum) / (double)n;
}

/* Makes a[p][q] zero (Golub and Van Loan, 8.4). */
static void rotate(double *a, size_t n, size_t p, size_t q)
{
    double apq = a[p * n + q];
    if (!(fabs(apq) > 0.0))
        return;
    double tau = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
    double t = (tau >= 0.0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
    double c = 1.0 / sqrt(1.0 + t * t);
    double s = t * c;
    a[p * n + p] -= t * apq;
    a[q * n + q] += t * apq;
    a[p * n + q] = a[q * n + p] = 0.0;
    for (size_t k = 0; k < n; k++) {
        if (k == p || k == q)
            continue;
        double x = a[p * n + k];
        double y = a[q * n + k];
        a[p * n + k] = a[k * n + p] = c * x - s * y;
        a[q * n + k] = a[k * n + q] = s * x + c * y;
    }
}

void diversity_eigenvalues(double *a, size_t n, double *out)
{
    for (int sweep = 0; sweep < 60; sweep++) {
        double off = 0.0;
        double all = 0.0;
        for (size_t p = 0; p < n; p++) {
            for (size_t q = 0; q < n; q++) {
                double square = a[p * n + q] * a[p * n + q];
                all += square;
                off += p == q ? 0.0 : square;
            }
        }
        if (off <= all * 1e-30)
            break;
        for (size_t p = 0; p + 1 < n; p++) {
            for (size_t q = p + 1; q < n; q++)
                rotate(a, n, p, q);
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] = a[i * n + i];
    stat_sort(out, n);
}

double diversity_vendi_of(const double *similarity, size_t n, struct arena *arena)
{
    struct stat_sum sum = { 0 };
    if (n == 0 || n > DIVERSITY_MAX_SAMPLES)
        return STAT_NAN;
    double *a = arena_array(arena, n * n, sizeof(*a));
    double *values = arena_array(arena, n, sizeof(*values));
    for (size_t i = 0; i < n * n; i++)
        a[i] = similarity[i] / (double)n;
    diversity_eigenvalues(a, n, values);
    for (size_t i = 0; i < n; i++) {
        if (values[i] > 0.0)
            stat_sum_add(&sum, -values[i] * log(values[i]));
    }
    return exp(stat_sum_value(&sum));
}

static void count_shared(const struct grams *g, size_t n, double *shared)
{
    for (size_t first = 0; first < g->n;) {
        size_t end = first;
        while (end < g->n && g->items[end].number == g->items[first].number)
            end++;
        for (size_t i = first; i < end; i++) {
            if (i > first && g->items[i].sample == g->items[i - 1].sample)
                continue;
            for (size_t k = first; k < end; k++) {
                if (k == first || g->items[k].sample != g->items[k - 1].sample)
                    shared[g->items[i].sample * n + g->items[k].sample] += 1.0;
            }
        }
        first = end;
    }
}

double diversity_vendi(const struct diversity_sample *s, size_t n, struct arena *arena)
{
    if (n == 0 || n > DIVERSITY_MAX_SAMPLES)
        return STAT_NAN;
    struct grams g = list_grams(s, n, DIVERSITY_MAX_ORDER, 1, arena);
    double *shared = arena_array(arena, n * n, sizeof(*shared));
    double *similarity = arena_array(arena, n * n, sizeof(*similarity));
    count_shared(&g, n, shared);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            double both = shared[i * n + k];
            double either = shared[i * n + i] + shared[k * n + k] - both;
            similarity[i * n + k] = either > 0.0 ? both / either : 1.0;
        }
    }
    return diversity_vendi_of(similarity, n, arena);
}
