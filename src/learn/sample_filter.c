#include "src/learn/sample_filter.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define LOG_RATIO_MOST 20.0
#define UNKNOWN        ((double)NAN)

const struct filter_params filter_standard = { 1e-3, 0.999, 1.001, 1e-4, 0.3, 0.1 };

static bool masks_no_variance(const struct filter_sample *s, const struct filter_params *p,
                              double *value, double *bound)
{
    *value = s->group_spread;
    *bound = p->least_spread;
    return *value < *bound;
}

static bool masks_truncated(const struct filter_sample *s, const struct filter_params *p,
                            double *value, double *bound)
{
    (void)p;
    *value = *bound = UNKNOWN;
    return s->truncated;
}

static bool masks_cheat(const struct filter_sample *s, const struct filter_params *p, double *value,
                        double *bound)
{
    (void)p;
    *value = *bound = UNKNOWN;
    return s->cheat;
}

static bool masks_mrs_mean(const struct filter_sample *s, const struct filter_params *p,
                           double *value, double *bound)
{
    *value = exp(s->mean_log_ratio);
    *bound = *value < p->least_ratio ? p->least_ratio : p->most_ratio;
    return *value < p->least_ratio || *value > p->most_ratio;
}

static bool masks_mrs_veto(const struct filter_sample *s, const struct filter_params *p,
                           double *value, double *bound)
{
    *value = exp(s->least_log_ratio);
    *bound = p->veto_ratio;
    return *value < *bound;
}

/* Kept with probability clamp((coverage - least) / width, 0, 1), which is when the coverage is
 * above least + width draw. */
static bool masks_prs(const struct filter_sample *s, const struct filter_params *p, double *value,
                      double *bound)
{
    *value = s->coverage;
    *bound = p->least_coverage + p->coverage_width * s->draw;
    return s->correct && *value <= *bound;
}

static bool masks_coverage(const struct filter_sample *s, const struct filter_params *p,
                           double *value, double *bound)
{
    *value = s->coverage;
    *bound = p->least_coverage;
    return s->correct && *value < *bound;
}

static const struct sample_filter filters[] = {
    { "no_variance", "the rewards of its task and turn differ by less than 0.001",
      "KernelGYM; DAPO", true, false, masks_no_variance },
    { "truncated", "the answer ended at the limit of tokens", "DAPO", true, false,
      masks_truncated },
    { "cheat", "the evaluator called it a cheat", "Rollbook", true, false, masks_cheat },
    { "mrs_mean", "the geometric mean of trainer to sampler is outside 0.999 to 1.001", "KernelGYM",
      false, true, masks_mrs_mean },
    { "mrs_veto", "a token's ratio of trainer to sampler is below 0.0001", "KernelGYM", false, true,
      masks_mrs_veto },
    { "prs", "correct, and not kept with probability (coverage - 0.3) / 0.1", "KernelGYM", false,
      false, masks_prs },
    { "coverage", "correct with a coverage below 0.3", "KernelGYM", false, false, masks_coverage },
};

const struct sample_filter *sample_filter_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(filters);
    return filters;
}

static const struct sample_filter *find_filter(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(filters); i++)
        if (strcmp(filters[i].name, name) == 0)
            return &filters[i];
    return NULL;
}

static int unknown_filter(const char *name, struct err *err)
{
    struct buf names = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(filters); i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", filters[i].name);
    int rc = err_set(err, ERR_USAGE, "unknown filter '%s'; there are %s", name, buf_text(&names));
    buf_release(&names);
    return rc;
}

int sample_filter_parse(const char *text, const struct sample_filter **out, size_t *out_count,
                        struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **names = NULL;
    size_t n = text == NULL ? 0 : str_split(&a, text, ',', &names);
    if (n > FILTERS_MOST)
        return err_set(err, ERR_USAGE, "more than %d filters", FILTERS_MOST);
    for (size_t i = 0; i < n; i++) {
        out[i] = find_filter(names[i]);
        if (out[i] == NULL)
            return unknown_filter(names[i], err);
        for (size_t k = 0; k < i; k++)
            if (out[k] == out[i])
                return err_set(err, ERR_USAGE, "filter '%s' is named twice", names[i]);
    }
    *out_count = n;
    return 0;
}

void filter_spreads(struct filter_sample *samples, size_t n)
{
    for (size_t from = 0, to; from < n; from = to) {
        double least = samples[from].reward;
        double most = samples[from].reward;
        for (to = from; to < n && samples[to].prompt == samples[from].prompt &&
                        samples[to].turn == samples[from].turn;
             to++) {
            least = fmin(least, samples[to].reward);
            most = fmax(most, samples[to].reward);
        }
        for (size_t i = from; i < to; i++)
            samples[i].group_spread = most - least;
    }
}

void filter_log_ratios(struct filter_sample *s, const float *trained, const float *sampled,
                       size_t n)
{
    double sum = 0;
    double least = LOG_RATIO_MOST;
    for (size_t t = 0; t < n; t++) {
        double ratio = (double)trained[t] - (double)sampled[t];
        ratio = fmax(fmin(ratio, LOG_RATIO_MOST), -LOG_RATIO_MOST);
        sum += ratio;
        least = fmin(least, ratio);
    }
    s->mean_log_ratio = n == 0 ? UNKNOWN : sum / (double)n;
    s->least_log_ratio = n == 0 ? UNKNOWN : least;
}
