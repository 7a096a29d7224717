#include "src/eval/torch_shapes.h"

#include <math.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "tasks/module_shapes.h"

#define ROOFLINE "roofline"

struct merging {
    const struct module_shapes *s;
    const struct eval_result *results;
    size_t n;
    struct shape_times *times; /* n */
    struct verdict verdict;
};

static void read_times(struct merging *m, struct arena *a)
{
    m->times = arena_array(a, m->n, sizeof *m->times);
    for (size_t i = 0; i < m->n; i++) {
        const struct eval_result *r = &m->results[i];
        const double baseline_us = eval_baseline_runtime_us(r), runtime_us = eval_runtime_us(r);
        const double weight = m->s->items[i].weight;
        m->times[i] = (struct shape_times){ speedup_of(r->correct, baseline_us, runtime_us),
                                            baseline_us, runtime_us, isnan(weight) ? 1 : weight };
    }
}

/*
 * Evidence.
 */

static void put_shapes(struct merging *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct eval_result *r = &m->results[i];
        const char *label = m->s->items[i].label;
        struct evidence e = { "shape", m->times[i].runtime_us, m->times[i].baseline_us, "us", true,
                              label };
        if (!r->correct)
            e = (struct evidence){
                "shape", r->trials_passed, r->trials_run, "calls", false, label
            };
        verdict_add(&m->verdict, e);
    }
}

static void put_other(struct merging *m, size_t shape, struct evidence e)
{
    struct eval_result *out = m->verdict.out;
    struct evidence *before = NULL;
    if (!e.pass)
        e.detail = arena_printf(m->verdict.arena, "shape %s%s%s", m->s->items[shape].label,
                                e.detail != NULL ? ": " : "", e.detail != NULL ? e.detail : "");
    for (size_t i = 0; i < out->n_evidence && before == NULL; i++)
        if (strcmp(out->evidence[i].kind, e.kind) == 0)
            before = &out->evidence[i];
    if (before == NULL)
        verdict_add(&m->verdict, e);
    else if (before->pass && !e.pass)
        *before = e;
}

static void put_evidence(struct merging *m)
{
    double log_sum = 0;
    size_t n_lights = 0;
    bool within = true;
    put_shapes(m);
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->results[i].n_evidence; j++) {
            struct evidence e = m->results[i].evidence[j];
            if (strcmp(e.kind, ROOFLINE) != 0) {
                put_other(m, i, e);
                continue;
            }
            n_lights++;
            log_sum += log(e.value);
            within = within && e.pass;
            verdict_add(&m->verdict, (struct evidence){ "shape_" ROOFLINE, e.value, e.bound, e.unit,
                                                        e.pass, m->s->items[i].label });
        }
    if (n_lights == m->s->n && m->verdict.out->correct)
        verdict_add(&m->verdict, (struct evidence){
                                     ROOFLINE, exp(log_sum / (double)n_lights), 1, "share", within,
                                     arena_printf(m->verdict.arena,
                                                  "geometric mean over %zu shapes", n_lights) });
}

/*
 * Times.
 */

static double median_at(const struct merging *m, size_t i, bool baseline)
{
    return baseline ? m->times[i].baseline_us : m->times[i].runtime_us;
}

static const double *samples_at(const struct merging *m, size_t i, bool baseline)
{
    return baseline ? m->results[i].baseline_samples_us : m->results[i].samples_us;
}

static size_t worst_shape(const struct merging *m)
{
    size_t worst = 0;
    for (size_t i = 1; i < m->n; i++)
        if (m->times[i].speedup < m->times[worst].speedup)
            worst = i;
    return worst;
}

/* One number of the shapes': sample j, or with j at n the medians. */
static double summed(const struct merging *m, bool baseline, size_t j, size_t n, size_t worst)
{
    double logs = 0, sum = 0, only = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double us = j < n ? samples_at(m, i, baseline)[j] : median_at(m, i, baseline);
        logs += log(us);
        sum += m->times[i].weight * us;
        only = i == worst ? us : only;
    }
    switch (m->s->over) {
    case SHAPES_GEOMEAN:
        return exp(logs / (double)m->n);
    case SHAPES_WORST:
        return only;
    case SHAPES_WORKLOAD:
        return sum;
    }
    return (double)NAN;
}

/* Shapes are timed one after the other, so the order of samples within one says nothing of
 * another: the median of the combined ones is set to what the shapes' medians combine to. */
static double *combine(const struct merging *m, bool baseline, size_t n)
{
    const size_t worst = worst_shape(m);
    double *us = arena_array(m->verdict.arena, n, sizeof *us);
    for (size_t j = 0; j < n; j++)
        us[j] = summed(m, baseline, j, n, worst);
    const double scale = summed(m, baseline, n, n, worst) / median_of(us, n);
    for (size_t j = 0; j < n; j++)
        us[j] *= scale;
    return us;
}

/* The summary of the shapes' ends: where each interval contains its shape's speedup, it contains
 * the problem's. */
static void put_interval(struct merging *m)
{
    struct eval_result *out = m->verdict.out;
    struct shape_times *ends[2];
    for (int side = 0; side < 2; side++) {
        ends[side] = arena_array(m->verdict.arena, m->n, sizeof **ends);
        for (size_t i = 0; i < m->n; i++) {
            const struct eval_result *r = &m->results[i];
            const double end = side == 0 ? r->speedup_lower : r->speedup_upper;
            ends[side][i] = m->times[i];
            ends[side][i].speedup = end;
            ends[side][i].baseline_us = end * m->times[i].runtime_us;
            if (!isfinite(end) || r->interval_processes != m->results[0].interval_processes)
                return;
        }
    }
    out->speedup_lower = speedup_of_shapes(ends[0], m->n, m->s->over);
    out->speedup_upper = speedup_of_shapes(ends[1], m->n, m->s->over);
    out->interval_level = m->results[0].interval_level;
    out->interval_kind = m->results[0].interval_kind;
    out->interval_processes = m->results[0].interval_processes;
}

static const char *why_no_times(const struct merging *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const char *why = m->results[i].why_no_speedup;
        if (why != NULL || !isfinite(m->times[i].speedup))
            return arena_printf(m->verdict.arena, "shape %s: %s", m->s->items[i].label,
                                why != NULL ? why : "it was not timed");
    }
    return NULL;
}

static void put_times(struct merging *m)
{
    struct eval_result *out = m->verdict.out;
    const char *why = why_no_times(m);
    size_t n = SIZE_MAX;
    for (size_t i = 0; i < m->n; i++) {
        const struct eval_result *r = &m->results[i];
        n = r->n_samples < n ? r->n_samples : n;
        n = r->n_baseline_samples < n ? r->n_baseline_samples : n;
    }
    if (why != NULL) {
        out->why_no_speedup = why;
        return;
    }
    out->n_samples = out->n_baseline_samples = n;
    out->samples_us = combine(m, false, n);
    out->baseline_samples_us = combine(m, true, n);
    put_interval(m);
}

/*
 * Facts.
 */

static int coarser(const char *a, const char *b)
{
    static const char *const classes[] = { "fp32", "tf32", "half" };
    int rank[2] = { -1, -1 };
    for (int i = 0; i < (int)ARRAY_LEN(classes); i++) {
        rank[0] = a != NULL && strcmp(a, classes[i]) == 0 ? i : rank[0];
        rank[1] = b != NULL && strcmp(b, classes[i]) == 0 ? i : rank[1];
    }
    return rank[1] > rank[0];
}

static void add_count(int *sum, int n)
{
    if (n >= 0)
        *sum = *sum < 0 ? n : *sum + n;
}

static void add_facts(const struct eval_result *r, bool is_first, struct eval_result *out)
{
    add_count(&out->trials_run, r->trials_run);
    add_count(&out->trials_passed, r->trials_passed);
    add_count(&out->discarded_samples, r->discarded_samples);
    out->max_abs_err = fmax(out->max_abs_err, r->max_abs_err);
    out->max_rel_err = fmax(out->max_rel_err, r->max_rel_err);
    out->matched_share = fmin(out->matched_share, r->matched_share);
    out->compile_ms = is_first ? r->compile_ms : out->compile_ms + r->compile_ms;
    out->total_ms = is_first ? r->total_ms : out->total_ms + r->total_ms;
    out->own_share = is_first || !(out->own_share <= r->own_share) ? r->own_share : out->own_share;
    if (is_first || r->same_as_baseline < out->same_as_baseline)
        out->same_as_baseline = r->same_as_baseline;
    if (out->correct && (is_first || coarser(out->precision_class, r->precision_class)))
        out->precision_class = r->precision_class;
    out->throttled_samples += r->throttled_samples;
    out->baseline_throttled_samples += r->baseline_throttled_samples;
    if (out->message == NULL && r->correct)
        out->message = r->message;
}

static const char *why_not_right(const struct merging *m, const struct eval_result *last)
{
    struct arena *a = m->verdict.arena;
    const size_t left = m->s->n - m->n;
    return arena_printf(
        a, "at shape %s: %s%s", m->s->items[m->n - 1].label,
        last->message != NULL ? last->message : "no reason was given",
        left == 0 ? "" : arena_printf(a, " (%zu of %zu shapes were not tried)", left, m->s->n));
}

void torch_shapes_merge(const struct module_shapes *s, const struct eval_result *results, size_t n,
                        struct arena *a, struct eval_result *out)
{
    const struct eval_result *last = &results[n - 1];
    struct merging m = {
        .s = s, .results = results, .n = n, .verdict = { .arena = a, .out = out }
    };
    eval_result_init(out, last->outcome, NULL);
    out->compiled = last->compiled;
    out->correct = last->correct && n == s->n;
    out->compile_cached = results[0].compile_cached;
    out->compile_log = last->compile_log;
    out->timing_method = last->timing_method;
    out->baseline_name = last->baseline_name;
    if (!last->correct) {
        out->message = why_not_right(&m, last);
        out->cheat_kind = last->cheat_kind;
        out->signal = last->signal;
        out->fault_address = last->fault_address;
        out->fault_place = last->fault_place;
        out->worst_index = last->worst_index;
    }
    for (size_t i = 0; i < n; i++)
        add_facts(&results[i], i == 0, out);
    read_times(&m, a);
    if (out->correct)
        put_times(&m);
    put_evidence(&m);
}
