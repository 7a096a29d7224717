/*
 * eval_checks.c - what all runs of a candidate say together: clocks, physics, memory.
 */
#include <math.h>
#include <stdio.h>

#include "src/base/mem.h"
#include "src/eval/eval_internal.h"
#include "src/eval/process/sandbox.h"

bool checks_clocks_agree(const struct evaluation *x)
{
    return timing_clocks(&x->timing).doubtful * 2 <= x->verdict.out->n_samples;
}

void checks_decide_clocks(struct evaluation *x)
{
    struct eval_result *out = x->verdict.out;
    struct clock_verdict t = timing_clocks(&x->timing);
    bool honest = t.forged * 2 <= out->n_samples;
    x->untrusted = honest && !checks_clocks_agree(x);
    verdict_add(&x->verdict,
                (struct evidence){
                    "host_clock", t.worst_us, t.worst_bound_us, "us", honest && !x->untrusted,
                    x->untrusted ? "no time is believed: threads used more processor "
                                   "time than was told, and waited for longer"
                                 : "largest excess of processor time over claimed "
                                   "time" });
    if (!honest)
        verdict_decide(&x->verdict, OUTCOME_CHEAT, "clock",
                       "%u of %zu samples claim less time than was spent", t.forged,
                       out->n_samples);
}

void checks_decide_light(struct evaluation *x)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t bytes = 0;
    const struct task *t = x->job->task;
    size_t n = task_names(t, x->job->task_case, names);
    if (x->e->copy_bytes_per_s <= 0.0 || expr_eval(t->bytes, names, n, &bytes, &bad) != 0)
        return;
    double bound_us =
        (double)bytes / (x->e->copy_bytes_per_s * x->e->backend->light_factor * x->threads) * 1e6;
    double least_us = (double)INFINITY;
    for (size_t i = 0; i < x->verdict.out->n_samples; i++)
        least_us = fmin(least_us, x->verdict.out->samples_us[i]);
    bool possible = least_us >= bound_us;
    verdict_add(&x->verdict,
                (struct evidence){ "speed_of_light", least_us, bound_us, "us", possible,
                                   "fastest sample, and a time in which the "
                                   "bytes cannot be moved" });
    if (!possible)
        verdict_decide(&x->verdict, OUTCOME_CHEAT, "speed_of_light",
                       "%.3f us is less than moving the bytes can take (%.3f us)", least_us,
                       bound_us);
}

/* Events and activity records of one run may differ by this much. */
#define WITNESS_US    3.0
#define WITNESS_SHARE 0.02

void checks_decide_witness(struct evaluation *x)
{
    const struct witness *w = &x->witness;
    if (x->e->backend->witness == NULL)
        return;
    double bound_us = fmax(WITNESS_US, WITNESS_SHARE * w->us);
    bool agrees = isnan(w->us) || fabs(w->us - w->events_us) <= bound_us;
    verdict_add(&x->verdict,
                (struct evidence){ "activity_clock", w->us - w->events_us,
                                   isnan(w->us) ? WITNESS_US : bound_us, "us",
                                   agrees && !isnan(w->us),
                                   isnan(w->us) ? w->why
                                                : "activity records minus events, same "
                                                  "runs" });
    if (!isnan(w->us))
        verdict_add(&x->verdict, (struct evidence){ "activity_time", w->us,
                                                    eval_runtime_us(x->verdict.out), "us", true,
                                                    "by activity records, recording "
                                                    "on, beside the median" });
    if (!agrees)
        verdict_decide(&x->verdict, OUTCOME_INFRA, NULL,
                       "clocks disagree: %.3f us between events, %.3f us by activity records",
                       w->events_us, w->us);
}

/* The text is valid until the next call. */
static const char *repeated_text(const struct checked_runs *j)
{
    static char text[120];
    snprintf(text, sizeof text, "wrong of %u on the same inputs; %u differ from the first in bits",
             j->repeated_run, j->repeated_differ);
    return text;
}

struct optional_row {
    bool there;
    struct evidence row;
};

static void add_rows(struct evaluation *x, const struct optional_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].there)
            verdict_add(&x->verdict, rows[i].row);
}

static const char *text_or_null(const char *s)
{
    return s[0] != '\0' ? s : NULL;
}

static void add_circumstances(struct evaluation *x)
{
    char layers[320];
    sandbox_describe_all(x->sandbox_layers, layers, sizeof layers);
    const struct optional_row rows[] = {
        { true,
          { "sandbox", __builtin_popcount(x->sandbox_layers), __builtin_popcount(SANDBOX_ALL),
            "layers", (x->sandbox_layers & SANDBOX_ALL) == SANDBOX_ALL, layers } },
        { x->resources[0] != '\0',
          { "resources",
            (double)(x->ready->candidate->launches < 0 ? 0 : x->ready->candidate->launches), 0.0,
            "launches", true, x->resources } },
        { x->checked.least_clock_mhz > 0.0,
          { "device_clock", x->checked.least_clock_mhz, 0.0, "MHz", true,
            "the slowest right after a run" } },
    };
    add_rows(x, rows, ARRAY_LEN(rows));
}

void checks_add_runs(struct evaluation *x)
{
    const struct checked_runs *j = &x->checked;
    const struct eval_result *out = x->verdict.out;
    add_circumstances(x);
    if (out->trials_run == 0)
        return;
    const struct optional_row rows[] = {
        { true,
          { "outputs", out->trials_passed, out->trials_run, "runs",
            out->trials_passed == out->trials_run, "runs whose every element was right" } },
        { true,
          { "poison", (double)j->untouched, 0.0, "elements", j->untouched == 0,
            "output elements never written" } },
        { true,
          { "input_modified", (double)j->input_modified_bytes, 0.0, "bytes",
            j->input_modified_bytes == 0, text_or_null(j->input_modified) } },
        { true,
          { "guard_zone", (double)j->guard_modified_bytes, 0.0, "bytes",
            j->guard_modified_bytes == 0, text_or_null(j->guard_place) } },
        { j->again_run > 0,
          { "carried_state", j->again_wrong, 0.0, "runs", j->again_wrong == 0,
            "wrong when launched again without reloading" } },
        { j->second_run > 0,
          { "second_draw", j->second_wrong, 0.0, "runs", j->second_wrong == 0,
            "wrong on inputs of another scale with the special values that the task defines" } },
        { x->job->adaptive && x->timed,
          { "adaptive_stop", (double)out->n_samples,
            eval_mode_timed(x->job->mode, x->job->timed_runs), "samples", true,
            "made, of at most; stopped at a 95 % interval of the median of 1 %" } },
        { j->repeated_run > 0,
          { "repeated_inputs", j->repeated_wrong, 0.0, "runs", j->repeated_wrong == 0,
            repeated_text(j) } },
        { j->timed_wrong > 0,
          { "timed_output_mismatch", j->timed_wrong, 0.0, "runs", false, NULL } },
    };
    add_rows(x, rows, ARRAY_LEN(rows));
}
