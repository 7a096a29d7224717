#include "analysis/resample/stat_words.h"

#include <math.h>
#include <stdbool.h>

#include "analysis/resample/stat_ziggurat.h"

void stat_words_open(struct stat_words *w, uint64_t seed, enum stat_analysis analysis, uint64_t b,
                     uint64_t c)
{
    rng_init(&w->g, seed, RNG_BOOTSTRAP, (uint64_t)analysis, b, c);
    w->at = STAT_WORDS;
}

void stat_words_more(struct stat_words *w)
{
    rng_fill(&w->g, w->words, STAT_WORDS);
    w->at = 0;
}

static double normal_tail(struct stat_words *w, bool negative)
{
    double x;
    double y;
    do {
        x = log(1.0 - stat_word_double(w)) / STAT_ZIGGURAT_EDGE;
        y = log(1.0 - stat_word_double(w));
    } while (-2.0 * y < x * x);
    return negative ? x - STAT_ZIGGURAT_EDGE : STAT_ZIGGURAT_EDGE - x;
}

/* For words that the ziggurat does not accept at once; NaN: draw again. */
static double normal_edge(struct stat_words *w, double u, uint32_t i)
{
    double x = u * stat_ziggurat_edges[i];
    if (i == 0)
        return normal_tail(w, u < 0.0);
    double upper = exp(-0.5 * (stat_ziggurat_edges[i] * stat_ziggurat_edges[i] - x * x));
    double lower = exp(-0.5 * (stat_ziggurat_edges[i + 1] * stat_ziggurat_edges[i + 1] - x * x));
    return lower + stat_word_double(w) * (upper - lower) < 1.0 ? x : (double)NAN;
}

static inline double draw_normal(struct stat_words *w)
{
    for (;;) {
        /* 53 bits are the place; 7 others the layer. */
        uint64_t high = stat_word(w);
        uint64_t bits = high << 32 | stat_word(w);
        double u = (double)(int64_t)(bits >> 11) * 0x1p-52 - 1.0;
        uint32_t i = (uint32_t)bits % STAT_ZIGGURAT_LAYERS;
        if (fabs(u) < stat_ziggurat_inside[i])
            return u * stat_ziggurat_edges[i];
        double x = normal_edge(w, u, i);
        if (!isnan(x))
            return x;
    }
}

double stat_word_normal(struct stat_words *w)
{
    return draw_normal(w);
}

static struct stat_gamma gamma_of(double shape)
{
    double d = shape - 1.0 / 3.0;
    return (struct stat_gamma){ shape, d, shape < 1.0 ? 0.0 : 1.0 / sqrt(9.0 * d) };
}

/* Marsaglia and Tsang (2000), for shapes from 1 on. */
static double draw_gamma(struct stat_words *w, const struct stat_gamma *g)
{
    for (;;) {
        double z = draw_normal(w);
        double v = 1.0 + g->c * z;
        if (!(v > 0.0))
            continue;
        v = v * v * v;
        double u = ((double)stat_word(w) + 0.5) * 0x1p-32;
        double square = z * z;
        if (u < 1.0 - 0.0331 * square * square || log(u) < 0.5 * square + g->d * (1.0 - v + log(v)))
            return g->d * v;
    }
}

/* 1/2: half a squared normal; others: a larger shape's draw times the power of a uniform. */
static double draw_small_gamma(struct stat_words *w, double shape)
{
    double z = stat_word_normal(w);
    if (!(shape < 0.5) && !(shape > 0.5))
        return 0.5 * z * z;
    double u = 1.0 - stat_word_double(w);
    return stat_word_gamma(w, shape + 1.0) * pow(u, 1.0 / shape);
}

double stat_word_gamma(struct stat_words *w, double shape)
{
    struct stat_gamma g = gamma_of(shape);
    return shape < 1.0 ? draw_small_gamma(w, shape) : draw_gamma(w, &g);
}

double stat_word_beta(struct stat_words *w, double a, double b)
{
    struct stat_beta x = stat_beta_of(a, b);
    return stat_word_beta_of(w, &x);
}

struct stat_beta stat_beta_of(double a, double b)
{
    return (struct stat_beta){ gamma_of(a), gamma_of(b) };
}

double stat_word_beta_of(struct stat_words *w, const struct stat_beta *beta)
{
    double x = beta->a.shape < 1.0 ? draw_small_gamma(w, beta->a.shape) : draw_gamma(w, &beta->a);
    double y = beta->b.shape < 1.0 ? draw_small_gamma(w, beta->b.shape) : draw_gamma(w, &beta->b);
    double sum = x + y;
    return sum > 0.0 ? x / sum : 0.5;
}
