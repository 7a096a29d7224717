#include "analysis/study/diversity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_set.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/deflate.h"
#include "src/base/mem.h"

static int64_t total_of(const int64_t *counts, size_t n)
{
    int64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += counts[i];
    return total;
}

static int64_t kinds_seen(const int64_t *counts, size_t n, int64_t times)
{
    int64_t kinds = 0;
    for (size_t i = 0; i < n; i++)
        kinds += counts[i] == times ? 1 : 0;
    return kinds;
}

static double chao_shen(const int64_t *counts, size_t n_kinds, int64_t n, int64_t f1)
{
    struct stat_sum sum = { 0 };
    double covered = 1.0 - (double)(f1 == n ? n - 1 : f1) / (double)n;
    for (size_t i = 0; i < n_kinds; i++) {
        double p = covered * (double)counts[i] / (double)n;
        /* 1 - (1 - p)^n without cancellation */
        double seen = -expm1((double)n * log1p(-p));
        stat_sum_add(&sum, -p * log(p) / seen);
    }
    return stat_sum_value(&sum);
}

static double coverage(int64_t n, int64_t f1, int64_t f2)
{
    double singles = (double)(n - 1) * (double)f1;
    if (f1 == 0)
        return 1.0;
    if (n < 2)
        return STAT_NAN;
    return 1.0 - (double)f1 / (double)n * singles / (singles + 2.0 * (double)f2);
}

struct diversity_counts diversity_of_counts(const int64_t *counts, size_t n_kinds)
{
    int64_t n = total_of(counts, n_kinds);
    double nan = STAT_NAN;
    struct diversity_counts d = (struct diversity_counts){ .unique_ratio = nan,
                                                           .hill = { nan, nan, nan },
                                                           .hill_inf = nan,
                                                           .entropy = nan,
                                                           .entropy_miller_madow = nan,
                                                           .entropy_chao_shen = nan,
                                                           .collision = nan,
                                                           .unseen_mass = nan,
                                                           .coverage = nan,
                                                           .chao1 = nan };
    struct stat_sum entropy = { 0 };
    double squares = 0.0;
    double pairs = 0.0;
    int64_t largest = 0;
    if (n == 0)
        return d;
    for (size_t i = 0; i < n_kinds; i++) {
        double p = (double)counts[i] / (double)n;
        stat_sum_add(&entropy, -p * log(p));
        squares += (double)counts[i] * (double)counts[i];
        pairs += (double)counts[i] * (double)(counts[i] - 1);
        largest = counts[i] > largest ? counts[i] : largest;
    }
    int64_t f1 = kinds_seen(counts, n_kinds, 1);
    int64_t f2 = kinds_seen(counts, n_kinds, 2);
    d.n = n;
    d.unique = (int64_t)n_kinds;
    d.unique_ratio = (double)n_kinds / (double)n;
    d.entropy = stat_sum_value(&entropy);
    d.hill[0] = (double)n_kinds;
    d.hill[1] = exp(d.entropy);
    d.hill[2] = (double)n * (double)n / squares;
    d.hill_inf = (double)n / (double)largest;
    d.entropy_miller_madow = d.entropy + (double)(n_kinds - 1) / (2.0 * (double)n);
    d.entropy_chao_shen = n > 1 ? chao_shen(counts, n_kinds, n, f1) : STAT_NAN;
    d.collision = n > 1 ? pairs / ((double)n * (double)(n - 1)) : STAT_NAN;
    d.unseen_mass = (double)f1 / (double)n;
    d.coverage = coverage(n, f1, f2);
    d.chao1 = (double)n_kinds + (double)f1 * (double)(f1 - 1) / (2.0 * (double)(f2 + 1));
    return d;
}

double diversity_rarefied_richness(const int64_t *counts, size_t n_kinds, int64_t m)
{
    int64_t n = total_of(counts, n_kinds);
    struct stat_sum sum = { 0 };
    if (m > n || m < 1)
        return STAT_NAN;
    for (size_t i = 0; i < n_kinds; i++)
        stat_sum_add(&sum, 1.0 - stat_passk_miss((double)m, n, counts[i]));
    return stat_sum_value(&sum);
}

static double log_choose(int64_t n, int64_t k)
{
    return lgamma((double)n + 1.0) - lgamma((double)k + 1.0) - lgamma((double)(n - k) + 1.0);
}

/* sum_k P(k of m draws are of a kind with c of n) * term(k / m) */
static double expected_term(int64_t n, int64_t c, int64_t m, int q)
{
    struct stat_sum sum = { 0 };
    int64_t first = m - (n - c) > 1 ? m - (n - c) : 1;
    int64_t last = c < m ? c : m;
    double all = log_choose(n, m);
    for (int64_t k = first; k <= last; k++) {
        double mass = exp(log_choose(c, k) + log_choose(n - c, m - k) - all);
        double p = (double)k / (double)m;
        stat_sum_add(&sum, mass * (q == 1 ? -p * log(p) : p * p));
    }
    return stat_sum_value(&sum);
}

double diversity_rarefied_hill(const int64_t *counts, size_t n_kinds, int64_t m, int q)
{
    int64_t n = total_of(counts, n_kinds);
    struct stat_sum sum = { 0 };
    if (m > n || m < 1 || q < 0 || q > 2)
        return STAT_NAN;
    if (q == 0)
        return diversity_rarefied_richness(counts, n_kinds, m);
    for (size_t i = 0; i < n_kinds; i++)
        stat_sum_add(&sum, expected_term(n, counts[i], m, q));
    return q == 1 ? exp(stat_sum_value(&sum)) : 1.0 / stat_sum_value(&sum);
}

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

double diversity_vendi(const struct diversity_sample *s, size_t n, struct arena *arena)
{
    if (n == 0 || n > DIVERSITY_MAX_SAMPLES)
        return STAT_NAN;
    struct grams g = list_grams(s, n, DIVERSITY_MAX_ORDER, 1, arena);
    double *shared = arena_array(arena, n * n, sizeof(*shared));
    double *similarity = arena_array(arena, n * n, sizeof(*similarity));
    for (size_t first = 0; first < g.n;) {
        size_t end = first;
        while (end < g.n && g.items[end].number == g.items[first].number)
            end++;
        for (size_t i = first; i < end; i++) {
            if (i > first && g.items[i].sample == g.items[i - 1].sample)
                continue;
            for (size_t k = first; k < end; k++) {
                if (k == first || g.items[k].sample != g.items[k - 1].sample)
                    shared[g.items[i].sample * n + g.items[k].sample] += 1.0;
            }
        }
        first = end;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            double both = shared[i * n + k];
            double either = shared[i * n + i] + shared[k * n + k] - both;
            similarity[i * n + k] = either > 0.0 ? both / either : 1.0;
        }
    }
    return diversity_vendi_of(similarity, n, arena);
}

size_t diversity_compressed_size(const char *text, size_t len)
{
    return len > 2 * DIVERSITY_WINDOW ? 0 : deflate_size(text, len);
}

static double distance(const struct code_text *x, const struct code_text *y, double cx, double cy,
                       char *both)
{
    if (x->len > 0)
        memcpy(both, x->text, x->len);
    if (y->len > 0)
        memcpy(both + x->len, y->text, y->len);
    double joined = (double)diversity_compressed_size(both, x->len + y->len);
    return (joined - (cx < cy ? cx : cy)) / (cx > cy ? cx : cy);
}

double diversity_compression(const struct code_text *texts, size_t n)
{
    struct stat_sum sum = { 0 };
    size_t pairs = 0;
    char *both = mem_alloc(DIVERSITY_WINDOW);
    double *alone = mem_array(n + 1, sizeof(*alone));
    for (size_t i = 0; i < n; i++)
        alone[i] = texts[i].len <= DIVERSITY_WINDOW
                       ? (double)diversity_compressed_size(texts[i].text, texts[i].len)
                       : 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            if (texts[i].len > DIVERSITY_WINDOW || texts[k].len > DIVERSITY_WINDOW ||
                texts[i].len + texts[k].len > DIVERSITY_WINDOW)
                continue;
            stat_sum_add(&sum, distance(&texts[i], &texts[k], alone[i], alone[k], both));
            pairs++;
        }
    }
    free(both);
    free(alone);
    return pairs > 0 ? stat_sum_value(&sum) / (double)pairs : STAT_NAN;
}

static const char *const measure_names[DIVERSITY_MEASURES] = {
    "unique",
    "unique_ratio",
    "hill_1",
    "hill_2",
    "hill_inf",
    "entropy",
    "entropy_miller_madow",
    "entropy_chao_shen",
    "collision",
    "unseen_mass",
    "coverage",
    "chao1",
    "richness_m",
    "hill_1_m",
    "hill_2_m",
    "distinct_2",
    "distinct_2_adjusted",
    "self_bleu",
    "compression_distance",
    "vendi",
};

const char *diversity_measure_name(enum diversity_measure m)
{
    return measure_names[m];
}

struct group {
    size_t first;
    size_t end;
};

static bool same_group(const struct code_sample *a, const struct code_sample *b)
{
    return a->run == b->run && a->step == b->step && a->task == b->task;
}

static bool is_asked(const struct code_sample *s, enum diversity_of of)
{
    switch (of) {
    case DIVERSITY_OF_ALL:
        return true;
    case DIVERSITY_OF_COMPILED:
        return s->compiled;
    case DIVERSITY_OF_CORRECT:
        return s->correct;
    }
    return false;
}

static struct group *list_groups(const struct code_set *set, size_t *out_n, struct arena *arena)
{
    struct group *groups = arena_array(arena, set->n_samples, sizeof(*groups));
    size_t n = 0;
    for (size_t i = 0; i < set->n_samples; i++) {
        if (i == 0 || !same_group(&set->samples[i - 1], &set->samples[i]))
            groups[n++].first = i;
        groups[n - 1].end = i + 1;
    }
    *out_n = n;
    return groups;
}

static int compare_kinds(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

struct kind_counts {
    size_t n, n_kinds, n_left_out;
};

/* counts: of each kind. */
static struct kind_counts count_kinds(const struct code_set *set, struct group g, size_t level,
                                      enum diversity_of of, int64_t *counts)
{
    struct kind_counts k = { 0 };
    size_t n = 0;
    for (size_t i = g.first; i < g.end; i++) {
        const struct code_sample *s = &set->samples[i];
        if (!is_asked(s, of))
            continue;
        if (s->kind[level] < 0)
            k.n_left_out++;
        else
            counts[n++] = s->kind[level];
    }
    k.n = n;
    if (n > 0)
        qsort(counts, n, sizeof(*counts), compare_kinds);
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && counts[end] == counts[i])
            end++;
        counts[k.n_kinds++] = (int64_t)(end - i);
        i = end;
    }
    return k;
}

/* Tokens at a level, numbered over the whole set. */
struct vocabulary {
    struct diversity_sample *texts;
    int64_t n_words;
};

struct code_word {
    const char *text;
    size_t len;
    int64_t *number;
};

static int compare_words(const void *pa, const void *pb)
{
    const struct code_word *a = pa;
    const struct code_word *b = pb;
    int by_text = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
    return by_text != 0 ? by_text : (a->len > b->len) - (a->len < b->len);
}

static struct vocabulary read_texts(const struct code_set *set, enum identity_level level,
                                    struct arena *arena)
{
    struct vocabulary v = { arena_array(arena, set->n_texts, sizeof(*v.texts)), 0 };
    struct token_list *lists = arena_array(arena, set->n_texts, sizeof(*lists));
    size_t total = 0;
    for (size_t i = 0; i < set->n_texts; i++) {
        lists[i] = code_tokens(level, set->texts[i].text, set->texts[i].len, arena);
        total += lists[i].n;
    }
    struct code_word *words = arena_array(arena, total + 1, sizeof(*words));
    size_t at = 0;
    for (size_t i = 0; i < set->n_texts; i++) {
        int64_t *numbers = arena_array(arena, lists[i].n, sizeof(*numbers));
        for (size_t k = 0; k < lists[i].n; k++)
            words[at++] =
                (struct code_word){ lists[i].items[k].text, lists[i].items[k].len, &numbers[k] };
        v.texts[i] = (struct diversity_sample){ numbers, lists[i].n };
    }
    qsort(words, total, sizeof(*words), compare_words);
    for (size_t i = 0; i < total; i++) {
        if (i == 0 || compare_words(&words[i - 1], &words[i]) != 0)
            v.n_words++;
        *words[i].number = v.n_words - 1;
    }
    return v;
}

static void put_texts(struct diversity_row *r, const struct code_set *set, struct group g,
                      const struct vocabulary *v, const struct diversity_options *o,
                      struct diversity_table *t)
{
    struct arena arena = { 0 };
    struct diversity_sample *s = arena_array(&arena, o->max_texts, sizeof(*s));
    struct code_text *texts = arena_array(&arena, o->max_texts, sizeof(*texts));
    size_t n = 0;
    for (size_t i = g.first; i < g.end; i++) {
        if (!is_asked(&set->samples[i], o->of))
            continue;
        if (n == o->max_texts) {
            t->n_cut_groups++;
            break;
        }
        texts[n] = set->texts[set->samples[i].text];
        s[n++] = v->texts[set->samples[i].text];
    }
    struct diversity_distinct d = diversity_distinct_n(s, n, 2, v->n_words, &arena);
    r->values[DIVERSITY_DISTINCT_2] = d.ratio;
    r->values[DIVERSITY_DISTINCT_2_ADJUSTED] = d.adjusted;
    r->values[DIVERSITY_SELF_BLEU] = diversity_self_bleu(s, n, &arena);
    r->values[DIVERSITY_COMPRESSION] = diversity_compression(texts, n);
    r->values[DIVERSITY_VENDI] = diversity_vendi(s, n, &arena);
    arena_release(&arena);
}

static int64_t common_m(const struct code_set *set, const struct group *groups, size_t n,
                        size_t level, const struct diversity_options *o, int64_t *scratch)
{
    int64_t m = 0;
    for (size_t i = 0; i < n && o->m == 0; i++) {
        int64_t size = (int64_t)count_kinds(set, groups[i], level, o->of, scratch).n;
        if (size >= 2 && (m == 0 || size < m))
            m = size;
    }
    return o->m > 0 ? o->m : m;
}

static void put_mean(struct diversity_row *mean, const struct diversity_row *rows, size_t n)
{
    *mean = (struct diversity_row){ .run = rows[0].run,
                                    .step = rows[0].step,
                                    .task = DIVERSITY_ALL_TASKS,
                                    .level = rows[0].level,
                                    .m = rows[0].m };
    for (size_t i = 0; i < n; i++)
        mean->n += rows[i].n;
    for (size_t k = 0; k < DIVERSITY_MEASURES; k++) {
        struct stat_sum sum = { 0 };
        size_t defined = 0;
        for (size_t i = 0; i < n; i++) {
            if (isnan(rows[i].values[k]))
                continue;
            stat_sum_add(&sum, rows[i].values[k]);
            defined++;
        }
        mean->values[k] = defined > 0 ? stat_sum_value(&sum) / (double)defined : STAT_NAN;
    }
}

static void measure_level(const struct code_set *set, const struct diversity_options *o,
                          size_t level, const struct group *groups, size_t n_groups,
                          struct diversity_table *t)
{
    int64_t *counts = mem_array(set->n_samples + 1, sizeof(*counts));
    int64_t m = common_m(set, groups, n_groups, level, o, counts);
    struct arena words = { 0 };
    struct vocabulary v = { 0 };
    bool texts = o->texts && (level == IDENTITY_STRIPPED || level == IDENTITY_RENAMED);
    if (texts)
        v = read_texts(set, (enum identity_level)level, &words);
    size_t mean = 0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct code_sample *s = &set->samples[groups[i].first];
        const struct code_sample *before = i > 0 ? &set->samples[groups[i - 1].first] : NULL;
        const struct code_sample *next =
            i + 1 < n_groups ? &set->samples[groups[i + 1].first] : NULL;
        if (before == NULL || before->run != s->run || before->step != s->step)
            mean = t->n_rows++;
        struct diversity_row *r = &t->rows[t->n_rows++];
        *r = (struct diversity_row){
            .run = s->run, .step = s->step, .task = s->task, .level = level, .m = m
        };
        for (size_t k = 0; k < DIVERSITY_MEASURES; k++)
            r->values[k] = STAT_NAN;
        struct kind_counts kinds = count_kinds(set, groups[i], level, o->of, counts);
        size_t n_kinds = kinds.n_kinds;
        r->n = (int64_t)kinds.n;
        t->n_left_out += kinds.n_left_out;
        if (r->n > 0) {
            struct diversity_counts d = diversity_of_counts(counts, n_kinds);
            r->values[DIVERSITY_UNIQUE] = (double)d.unique;
            r->values[DIVERSITY_UNIQUE_RATIO] = d.unique_ratio;
            r->values[DIVERSITY_HILL_1] = d.hill[1];
            r->values[DIVERSITY_HILL_2] = d.hill[2];
            r->values[DIVERSITY_HILL_INF] = d.hill_inf;
            r->values[DIVERSITY_ENTROPY] = d.entropy;
            r->values[DIVERSITY_ENTROPY_MM] = d.entropy_miller_madow;
            r->values[DIVERSITY_ENTROPY_CS] = d.entropy_chao_shen;
            r->values[DIVERSITY_COLLISION] = d.collision;
            r->values[DIVERSITY_UNSEEN] = d.unseen_mass;
            r->values[DIVERSITY_COVERAGE] = d.coverage;
            r->values[DIVERSITY_CHAO1] = d.chao1;
            r->values[DIVERSITY_RICHNESS_M] = diversity_rarefied_richness(counts, n_kinds, r->m);
            r->values[DIVERSITY_HILL_1_M] = diversity_rarefied_hill(counts, n_kinds, r->m, 1);
            r->values[DIVERSITY_HILL_2_M] = diversity_rarefied_hill(counts, n_kinds, r->m, 2);
        }
        if (texts && r->n > 0)
            put_texts(r, set, groups[i], &v, o, t);
        if (next == NULL || next->run != s->run || next->step != s->step)
            put_mean(&t->rows[mean], &t->rows[mean + 1], t->n_rows - mean - 1);
    }
    free(counts);
    arena_release(&words);
}

struct diversity_table diversity_of_groups(const struct code_set *set,
                                           const struct diversity_options *o, struct arena *arena)
{
    struct diversity_table t = { 0 };
    size_t n_groups = 0;
    size_t n_levels = 0;
    struct group *groups = list_groups(set, &n_groups, arena);
    for (size_t level = 0; level < CODE_LEVELS; level++)
        n_levels += o->levels[level] ? 1 : 0;
    t.rows = arena_array(arena, 2 * n_groups * n_levels, sizeof(*t.rows));
    for (size_t level = 0; level < CODE_LEVELS; level++) {
        if (o->levels[level])
            measure_level(set, o, level, groups, n_groups, &t);
    }
    return t;
}
