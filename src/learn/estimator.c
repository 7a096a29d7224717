#include "src/learn/estimator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"

struct advantage_group {
    size_t n;
    double *rewards, *lengths;
};

const struct advantage_params advantage_standard = { 1e-6, 1.0 };

/* Of equal rewards every advantage is exactly 0, which a rounded mean does not give. */
static bool all_equal(const struct advantage_group *g)
{
    size_t i = 1;
    while (i < g->n && !islessgreater(g->rewards[i], g->rewards[0]))
        i++;
    return i >= g->n;
}

static double group_mean(const struct advantage_group *g)
{
    double sum = 0;
    if (all_equal(g))
        return g->rewards[0];
    for (size_t i = 0; i < g->n; i++)
        sum += g->rewards[i] / (double)g->n;
    return sum;
}

/* weighted by lengths */
static double token_mean(const struct advantage_group *g, double tokens)
{
    double sum = 0;
    if (all_equal(g))
        return g->rewards[0];
    for (size_t i = 0; i < g->n; i++)
        sum += g->lengths[i] * g->rewards[i] / tokens;
    return sum;
}

static double group_tokens(const struct advantage_group *g)
{
    double tokens = 0;
    for (size_t i = 0; i < g->n; i++)
        tokens += g->lengths[i];
    return tokens;
}

/* ddof 1 */
static double group_stdev(const struct advantage_group *g, double mean)
{
    double squares = 0;
    for (size_t i = 0; i < g->n; i++)
        squares += (g->rewards[i] - mean) * (g->rewards[i] - mean);
    return sqrt(squares / (double)(g->n - 1));
}

static void subtract(const struct advantage_group *g, double baseline, double scale, double *out)
{
    for (size_t i = 0; i < g->n; i++)
        out[i] = (g->rewards[i] - baseline) * scale;
}

/* A lonely sample has no baseline, as in verl. */
static double own_baseline(const struct advantage_group *g)
{
    return g->n < 2 ? 0.0 : group_mean(g);
}

static void compute_grpo(const struct advantage_group *g, const struct advantage_params *p,
                         double *out)
{
    double mean = own_baseline(g);
    double stdev = g->n < 2 ? 1.0 : group_stdev(g, mean);
    for (size_t i = 0; i < g->n; i++)
        out[i] = (g->rewards[i] - mean) / (stdev + p->epsilon);
}

static void compute_dr_grpo(const struct advantage_group *g, const struct advantage_params *p,
                            double *out)
{
    (void)p;
    subtract(g, own_baseline(g), 1.0, out);
}

static void compute_leave_one_out(const struct advantage_group *g, const struct advantage_params *p,
                                  double *out)
{
    (void)p;
    subtract(g, own_baseline(g), g->n < 2 ? 1.0 : (double)g->n / (double)(g->n - 1), out);
}

static void compute_opo(const struct advantage_group *g, const struct advantage_params *p,
                        double *out)
{
    (void)p;
    subtract(g, g->n < 2 ? 0.0 : token_mean(g, group_tokens(g)), 1.0, out);
}

static void compute_passk(const struct advantage_group *g, const struct advantage_params *p,
                          double *out)
{
    size_t best = 0;
    double second = -(double)INFINITY;
    (void)p;
    for (size_t i = 1; i < g->n; i++)
        if (g->rewards[i] > g->rewards[best])
            best = i;
    for (size_t i = 0; i < g->n; i++) {
        out[i] = 0.0;
        if (i != best)
            second = fmax(second, g->rewards[i]);
    }
    if (g->n > 1)
        out[best] = g->rewards[best] - second;
}

static void compute_global(const struct advantage_group *g, const struct advantage_params *p,
                           double *out)
{
    double mean = group_mean(g);
    double stdev = g->n < 2 ? 0.0 : group_stdev(g, mean);
    (void)p;
    for (size_t i = 0; i < g->n; i++)
        out[i] = g->n < 2 ? 0.0 : (g->rewards[i] - mean) / fmax(stdev, 1e-6);
}

/* Without discount every token of a sample has the sample's reward as its return, so whitening over
 * tokens is whitening over samples weighted by their lengths. */
static void compute_whitened(const struct advantage_group *g, const struct advantage_params *p,
                             double *out)
{
    double tokens = group_tokens(g);
    double mean = token_mean(g, tokens);
    double squares = 0;
    (void)p;
    for (size_t i = 0; i < g->n; i++)
        squares += g->lengths[i] * (g->rewards[i] - mean) * (g->rewards[i] - mean);
    double variance = tokens < 2 ? 0.0 : squares / (tokens - 1);
    subtract(g, mean, 1.0 / sqrt(variance + 1e-8), out);
}

static const struct estimator estimators[] = {
    { .name = "grpo",
      .formula = "(r - mean) / (sd + epsilon), sd with ddof 1",
      .source = "arXiv 2402.03300; verl, TRL",
      .compute = compute_grpo },
    { .name = "dr_grpo",
      .formula = "r - mean",
      .source = "arXiv 2503.20783; verl, TRL",
      .compute = compute_dr_grpo },
    { .name = "rloo",
      .formula = "n / (n - 1) (r - mean), which is r - mean of the others",
      .source = "arXiv 2402.14740; verl, TRL",
      .compute = compute_leave_one_out },
    { .name = "trloo",
      .formula = "n / (n - 1) (G - mean of G) among the same turn, G the turn's return",
      .source = "arXiv 2602.05885; KernelGYM",
      .on_returns = true,
      .compute = compute_leave_one_out },
    { .name = "opo",
      .formula = "r - sum of (tokens r) / sum of tokens",
      .source = "arXiv 2505.23585; verl",
      .by_length = true,
      .compute = compute_opo },
    { .name = "passk",
      .formula = "best - second best for the best, 0 for the others; not divided by sd",
      .source = "arXiv 2503.19595; verl grpo_passk",
      .compute = compute_passk },
    { .name = "global",
      .formula = "(r - mean) / max(sd, 1e-6) over all samples of a step, sd with ddof 1",
      .source = "arXiv 2602.07670",
      .over_batch = true,
      .compute = compute_global },
    { .name = "reinforce++",
      .formula = "(r - mean) / sqrt(variance + 1e-8) over all tokens of a step, no discount",
      .source = "arXiv 2501.03262; verl",
      .over_batch = true,
      .by_length = true,
      .compute = compute_whitened },
    { .name = "sdpo",
      .formula = "log-prob of the teacher - log-prob of the student, by token",
      .source = "arXiv 2601.20802; TRL" },
};

const struct estimator *estimator_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(estimators);
    return estimators;
}

const struct estimator *estimator_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(estimators); i++)
        if (strcmp(estimators[i].name, name) == 0)
            return &estimators[i];
    return NULL;
}

int estimator_unknown(const char *name, struct err *err)
{
    struct buf names = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(estimators); i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", estimators[i].name);
    err_set(err, ERR_USAGE, "unknown estimator '%s'; there are %s", name, buf_text(&names));
    int rc = err_suggest_among(err, name, buf_text(&names));
    buf_release(&names);
    return rc;
}

/* A sample's place in a sorted order: prompt, then conversation or turn, then turn or position. */
struct advantage_place {
    size_t prompt;
    int64_t second, third;
    size_t index;
};

static int by_place(const void *pa, const void *pb)
{
    const struct advantage_place *a = pa, *b = pb;
    int order = (a->prompt > b->prompt) - (a->prompt < b->prompt);
    if (order == 0)
        order = (a->second > b->second) - (a->second < b->second);
    if (order == 0)
        order = (a->third > b->third) - (a->third < b->third);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static size_t prompt_of(const struct advantage_input *in, size_t i)
{
    return in->prompts == NULL ? 0 : in->prompts[i];
}

static int turn_of(const struct advantage_input *in, size_t i)
{
    return in->turns == NULL ? 0 : in->turns[i];
}

void turn_returns(const struct advantage_input *in, double gamma, double *out)
{
    if (in->conversations == NULL) {
        for (size_t i = 0; i < in->n; i++)
            out[i] = in->rewards[i];
        return;
    }
    struct advantage_place *places = mem_array(in->n, sizeof(*places));
    for (size_t i = 0; i < in->n; i++)
        places[i] =
            (struct advantage_place){ prompt_of(in, i), in->conversations[i], turn_of(in, i), i };
    qsort(places, in->n, sizeof(*places), by_place);
    for (size_t i = in->n; i-- > 0;) {
        bool has_later = i + 1 < in->n && places[i + 1].prompt == places[i].prompt &&
                         places[i + 1].second == places[i].second;
        out[places[i].index] =
            in->rewards[places[i].index] + (has_later ? gamma * out[places[i + 1].index] : 0.0);
    }
    free(places);
}

/* The samples that take part, a group's side by side and in the order of the input. */
static size_t list_places(const struct estimator *e, const struct advantage_input *in,
                          struct advantage_place *out)
{
    size_t n = 0;
    for (size_t i = 0; i < in->n; i++) {
        if (in->masked != NULL && in->masked[i])
            continue;
        out[n++] = e->over_batch
                       ? (struct advantage_place){ .index = i }
                       : (struct advantage_place){ prompt_of(in, i), turn_of(in, i), 0, i };
    }
    qsort(out, n, sizeof(*out), by_place);
    return n;
}

void estimator_apply(const struct estimator *e, const struct advantage_input *in,
                     const struct advantage_params *p, double *out)
{
    struct advantage_place *places = mem_array(in->n, sizeof(*places));
    double *returns = mem_array(in->n, sizeof(*returns));
    double *values = mem_array(in->n, sizeof(*values));
    struct advantage_group g = { .rewards = mem_array(in->n, sizeof(*g.rewards)),
                                 .lengths = mem_array(in->n, sizeof(*g.lengths)) };
    size_t n = list_places(e, in, places);
    if (e->on_returns)
        turn_returns(in, p->gamma, returns);
    for (size_t i = 0; i < in->n; i++)
        out[i] = 0.0;
    for (size_t from = 0; from < n; from += g.n) {
        for (g.n = 0; from + g.n < n && places[from + g.n].prompt == places[from].prompt &&
                      places[from + g.n].second == places[from].second;
             g.n++) {
            size_t i = places[from + g.n].index;
            g.rewards[g.n] = e->on_returns ? returns[i] : in->rewards[i];
            g.lengths[g.n] = in->lengths == NULL ? 1.0 : (double)in->lengths[i];
        }
        e->compute(&g, p, values);
        for (size_t k = 0; k < g.n; k++)
            out[places[from + k].index] = values[k];
    }
    free(g.rewards);
    free(g.lengths);
    free(values);
    free(returns);
    free(places);
}

void advantage_distill(const double *teacher, const double *student, size_t n, double weight,
                       double *out)
{
    for (size_t t = 0; t < n; t++)
        out[t] =
            isfinite(teacher[t]) && isfinite(student[t]) ? weight * (teacher[t] - student[t]) : 0.0;
}
