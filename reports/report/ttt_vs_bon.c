/*
 * ttt_vs_bon.c - the report that compares test-time training with best-of-n: its first page in
 * words, the fastest kernels, and the plan.  Its tables are kinds (section_versus).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare/anytime.h"
#include "analysis/compare/compare_value.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/resample/stat_hierarchy.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "analysis/tables/row_table.h"
#include "reports/doc/doc.h"
#include "reports/report/report_answer.h"
#include "reports/report/report_sections.h"
#include "src/base/buf.h"
#include "src/base/diff.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define ALPHA        0.05
#define CEILING      0.95 /* both methods above it, or both below 1 - it: little to differ by */
#define CODE_LINES   30
#define CHANGE_LINES 45

/* What page 1 speaks of. */
struct ttt_data {
    struct arena *arena;
    const struct study *study;
    struct run_set bon, ttt;
    struct speed_rule rule;
    const char *no_equivalent; /* why; NULL: it was done */
    struct equivalent_k equivalent[2];
    const char *no_compare;
    struct compare compare;                 /* A is best-of-n, B is ttt */
    const struct run_declaration *declared; /* the runs' own */
    size_t n_declared;
};

static struct run_set make_set(struct ttt_data *t, const char *strategy)
{
    const struct study *s = t->study;
    size_t *index = arena_array(t->arena, s->n_runs + 1, sizeof(*index)), n = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        if (strcmp(s->runs[i].strategy, strategy) == 0)
            index[n++] = i;
    }
    return (struct run_set){ s, index, n };
}

static size_t rollouts_of(const struct run_set *set)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n_runs; i++)
        n += set->study->runs[set->runs[i]].n_rollouts;
    return n;
}

static const char *keep_reason(struct ttt_data *t, const struct err *err)
{
    return arena_strdup(t->arena, err->msg[0] != '\0' ? err->msg : "not enough data");
}

static void analyse_pair(struct ttt_data *t, struct figure_source *source)
{
    struct err err = { 0 }, why = { 0 };
    if (figure_source_equivalent(source, &t->bon, &t->ttt, t->equivalent, &err) < 0)
        t->no_equivalent = keep_reason(t, &err);
    if (figure_source_compare(source, &t->bon, &t->ttt, &t->compare, &why) < 0)
        t->no_compare = keep_reason(t, &why);
}

static int check_sets(const struct report_job *j, const struct ttt_data *t, struct err *err)
{
    const struct run_set *sets[] = { &t->bon, &t->ttt };
    static const char *const names[] = { "best-of-n", "ttt" };
    for (size_t i = 0; i < 2; i++) {
        if (sets[i]->n_runs == 0)
            return err_set(err, ERR_NODATA,
                           "no run of strategy %s: a comparison needs runs of best-of-n and of "
                           "ttt, and there are only %zu of %s%s%s",
                           names[i], sets[1 - i]->n_runs, names[1 - i],
                           j->n_left_out > 0 ? "; left out: run " : "",
                           j->n_left_out > 0 ? j->left_out[0] : "");
        if (rollouts_of(sets[i]) == 0)
            return err_set(err, ERR_NODATA, "the runs of strategy %s contain no scored rollout",
                           names[i]);
    }
    return 0;
}

static int ttt_prepare(struct report_job *j, struct err *err)
{
    struct ttt_data *t = arena_alloc(j->arena, sizeof(*t));
    t->arena = j->arena;
    t->study = j->study;
    t->rule = j->figures.rule;
    t->bon = make_set(t, "best-of-n");
    t->ttt = make_set(t, "ttt");
    int rc = check_sets(j, t, err);
    if (rc < 0)
        return rc;
    analyse_pair(t, &j->figures);
    rc = load_run_declarations(&(struct load_request){ .db = j->figures.db,
                                                       .names = j->figures.runs,
                                                       .n_names = j->figures.n_runs,
                                                       .arena = j->arena },
                               &t->declared, &t->n_declared, err);
    if (rc < 0)
        return rc;
    j->own = t;
    return 0;
}

/* Page 1: the question, the verdict in words, its conditions.  Every sentence follows from the
 * numbers. */

static void put_interval(struct buf *out, struct interval i)
{
    if (isnan(i.low) || isnan(i.high))
        buf_puts(out, "NA");
    else
        buf_printf(out, "[%.3g, %.3g]", 100 * i.low, 100 * i.high);
}

/* An interval that few tasks widened, and what it was. */
static void put_widened(struct buf *out, struct interval i, struct interval own)
{
    put_interval(out, i);
    if (own.low > i.low || own.high < i.high) {
        buf_puts(out, " (widened to include 0; Student's own ");
        put_interval(out, own);
        buf_puts(out, ")");
    }
}

static void say(struct report_job *j, const char *lead, struct buf *text)
{
    doc_sentence(j->doc, lead, 0, buf_text(text));
    buf_clear(text);
}

static const char *budget_text(struct arena *a, const struct compare *c)
{
    return c->budget_low == c->budget_high
               ? arena_printf(a, "%lld", (long long)c->budget_low)
               : arena_printf(a, "%lld to %lld", (long long)c->budget_low,
                              (long long)c->budget_high);
}

static void say_question(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    buf_printf(
        text,
        "Estimand: for each task and seed, the share of rollouts that are fast, which means "
        "correct and with a speedup %s %g. Of best-of-n all rollouts count. Of test-time training "
        "(ttt) only the Best-of-Adaptation (BoA) step counts: the step with the highest share over "
        "all tasks. That step is selected on a random half of each task's rollouts and scored on "
        "the other half (cross-fitted), because the maximum of several steps is biased upwards on "
        "the rollouts that selected it. Seeds are averaged within a task, and the task is the "
        "unit: %zu tasks, %zu seed%s. Common budget: B = %s rollouts per task and seed.",
        t->rule.ge ? ">=" : ">", t->rule.p, t->compare.n_tasks, t->compare.n_seeds,
        t->compare.n_seeds == 1 ? "" : "s", budget_text(t->arena, &t->compare));
    say(j, "Question.", text);
}

static bool excludes_zero(struct interval i)
{
    return i.low > 0.0 || i.high < 0.0;
}

static void put_test(struct buf *text, const char *name, const struct compare_test *test)
{
    if (!isnan(test->p))
        buf_printf(text, " %s: p = %.3g.", name, test->p);
}

static void put_numbers(struct buf *text, const struct group_comparison *r)
{
    bool any_runs = compare_why_no_runs(r) == NULL;
    buf_printf(text, "best-of-n %.1f%%, ttt %.1f%%, difference %+.1f points. 95%% intervals: ",
               100 * r->mean_a, 100 * r->mean_b, 100 * r->difference);
    if (any_runs) {
        buf_puts(text, "for new tasks and new runs ");
        put_widened(text, r->new_tasks, r->own_new_tasks);
        buf_puts(text, "; ");
    }
    buf_puts(text, "for new tasks and these runs ");
    put_widened(text, r->new_tasks_these_runs, r->own_these_runs);
    if (any_runs) {
        buf_puts(text, "; for these tasks and new runs ");
        put_interval(text, r->these_tasks);
    }
    buf_puts(text, ".");
    put_test(text, "Test for new runs (Student's t, tasks and runs crossed)", &r->new_runs);
    put_test(text, "Sign flips over tasks for these runs", &r->sign_flip);
    if (!isnan(r->min_p))
        buf_printf(text, " The smallest p that %zu task%s can reach is %.3g.", r->n_tasks,
                   r->n_tasks == 1 ? "" : "s", r->min_p);
}

/* Runs of a side that are no one sample of seeds. */
static void put_runs(struct buf *text, const char *who, const struct stat_runs *r)
{
    if (r->p <= ALPHA)
        buf_printf(text,
                   " The %zu runs of %s differ as a whole by more than their rollouts allow (F = "
                   "%.3g, p = %.2g; standard deviation of a run %.1f points), so results of these "
                   "runs are not valid for other runs.",
                   r->n_runs, who, r->f, r->p, 100 * r->sd);
}

/* Test and interval agree that there is a difference; of new runs never where they say nothing. */
struct decided {
    bool any_runs, new_runs, these_runs;
};

static struct decided decide(const struct group_comparison *r)
{
    struct decided d = { .any_runs = compare_why_no_runs(r) == NULL };
    d.new_runs = d.any_runs && r->new_runs.p <= ALPHA && excludes_zero(r->new_tasks);
    d.these_runs = r->sign_flip.p <= ALPHA && excludes_zero(r->new_tasks_these_runs);
    return d;
}

static void say_verdict(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    const struct group_comparison *r = &t->compare.results[COMPARE_SAMPLE];
    const struct decided d = decide(r);
    bool rejected = d.any_runs ? d.new_runs : d.these_runs;
    const char *more = r->difference > 0 ? "more" : "fewer";
    if (isnan(r->difference))
        buf_puts(text, "There is none: no task has a value of both. ");
    else if (d.new_runs)
        buf_printf(text,
                   "Under the conditions below, ttt gives %s fast rollouts than best-of-n: ", more);
    else if (rejected)
        buf_printf(text,
                   "These runs of ttt give %s fast rollouts than these of best-of-n. Whether other "
                   "runs would is UNDECIDED (%s): ",
                   more, compare_why_no_runs(r));
    else if (r->min_p > ALPHA)
        buf_printf(
            text,
            "%zu task%s are too few to reach p <= .05, so this study cannot decide for new tasks. "
            "The intervals for new tasks are widened to include no difference. Observed: ",
            r->n_tasks, r->n_tasks == 1 ? "" : "s");
    else if (d.these_runs)
        buf_printf(text,
                   "These runs of ttt give %s fast rollouts than these of best-of-n, but %zu and "
                   "%zu runs do not decide whether other runs would: UNDECIDED. ",
                   more, r->runs[0].n_runs, r->runs[1].n_runs);
    else
        buf_puts(text, "These data do not tell ttt and best-of-n apart: ");
    if (!isnan(r->difference))
        put_numbers(text, r);
    if (!isnan(r->difference)) {
        put_runs(text, "best-of-n", &r->runs[0]);
        put_runs(text, "ttt", &r->runs[1]);
    }
    if (!isnan(r->difference) && !rejected && !isnan(r->new_tasks_these_runs.low))
        buf_puts(text, " That is not evidence that they are equal: every difference within the "
                       "interval is compatible with the data.");
    if (t->compare.cross_fitted && !isnan(r->in_sample_b))
        buf_printf(text,
                   " Scored on the rollouts that selected its step, ttt would show %.1f%%; these "
                   "optimistic %+.1f points are not used.",
                   100 * r->in_sample_b, 100 * (r->in_sample_b - r->mean_b));
    say(j, "Verdict.", text);
}

static void say_budget(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    const struct group_comparison *r = &t->compare.results[COMPARE_BEST];
    buf_printf(
        text,
        "Chance of a fast kernel among B = %s rollouts per task and seed, adaptation included: ",
        budget_text(t->arena, &t->compare));
    put_numbers(text, r);
    if (r->mean_a >= CEILING && r->mean_b >= CEILING)
        buf_puts(text, " CEILING: both find a fast kernel nearly always, so this budget cannot "
                       "distinguish them; use fewer rollouts or harder tasks.");
    if (r->mean_a <= 1 - CEILING && r->mean_b <= 1 - CEILING)
        buf_puts(text, " FLOOR: both hardly ever find a fast kernel, so this budget cannot "
                       "distinguish them; use more rollouts or easier tasks.");
    say(j, "At one budget.", text);
}

static void put_k_interval(struct report_job *j, struct buf *text, const char *runs,
                           struct equivalent_value low, struct equivalent_value high)
{
    if (isfinite(low.k) && isfinite(high.k))
        buf_printf(text, ", 95%% interval for new tasks and %s [%s%s, %s%s]", runs,
                   low.censored ? "> " : "", number_rounded(j->arena, low.k, 3),
                   high.censored ? "> " : "", number_rounded(j->arena, high.k, 3));
}

static void say_equivalent(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    const struct equivalent_k *e = &t->equivalent[0];
    buf_printf(text,
               "Equivalent K: how many best-of-n rollouts give the same chance of a fast kernel as "
               "one ttt rollout at its BoA step (cross-fitted, %.1f%%). ",
               100 * e->y);
    if (e->value.censored)
        buf_printf(text, "K is above %s, the number of rollouts",
                   number_rounded(j->arena, e->k_max, 4));
    else if (e->value.saturated)
        buf_printf(text, "K is at least %s, where best-of-n reaches its maximum (CEILING)",
                   number_rounded(j->arena, e->value.k, 3));
    else if (isnan(e->value.k))
        buf_puts(text, "K is NA, because neither method has a fast rollout");
    else
        buf_printf(text, "K = %s", number_rounded(j->arena, e->value.k, 3));
    if (!e->value.censored) {
        put_k_interval(j, text, "new runs", e->low, e->high);
        put_k_interval(j, text, "these runs", e->low_these, e->high_these);
    }
    buf_printf(text,
               ". It uses all best-of-n runs, also seeds without a ttt run; their single rollouts "
               "are fast in %.1f%% of cases over %zu tasks. It does not include the cost of "
               "adapting; budgets are compared above.",
               100 * e->base_y, e->n_tasks);
    say(j, "In rollouts of best-of-n.", text);
}

static bool any_run(const struct ttt_data *t, bool (*is)(const struct study_run *r))
{
    for (size_t i = 0; i < t->study->n_runs; i++) {
        if (is(&t->study->runs[i]))
            return true;
    }
    return false;
}

static bool is_on_cpu(const struct study_run *r)
{
    return strcmp(r->backend, "cpu") == 0;
}

static bool is_builtin(const struct study_run *r)
{
    return strcmp(r->model, "builtin") == 0;
}

static bool is_unfinished(const struct study_run *r)
{
    return strcmp(r->status, "complete") != 0;
}

static void put_noise(struct buf *text, const struct ttt_data *t)
{
    size_t with, noise, known = count_speedups(t->study, &with, &noise);
    if (known == 0)
        buf_puts(text, "no rollout has a speedup.");
    else if (with == 0)
        buf_printf(text,
                   "none of the %zu speedups has an interval of its own, so that nobody knows "
                   "which are within the noise of timing.",
                   known);
    else
        buf_printf(text,
                   "of %zu speedups %zu have an interval, and %zu of these contain 1: they are "
                   "within timing noise and still count by their value.",
                   known, with, noise);
}

static void put_k(struct buf *text, struct equivalent_value v)
{
    buf_puts(text, v.censored ? "more than " : "");
    buf_put_rounded(text, v.k, 3);
    buf_puts(text, v.saturated && !v.censored ? " or more" : "");
}

static void say_missing(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    struct compare_bounds b[COMPARE_LOG_BEST];
    struct compare_missing m[2];
    compare_bounds_of(t->study, &t->compare, t->rule, b, m);
    const struct compare_bound *d = &b[COMPARE_SAMPLE].difference;
    size_t n = 0;
    for (size_t i = 0; i < 2; i++)
        n += m[i].undecided + m[i].undrawn + m[i].timeouts;
    if (n == 0) {
        buf_puts(text, "nothing; every rollout was drawn, has a verdict and came in time.");
        say(j, "Missing:", text);
        return;
    }
    buf_printf(text,
               "without a verdict (infra, or awaiting evaluation) %zu rollouts of best-of-n and "
               "%zu of ttt, never drawn %zu and %zu, out of time and counted as failures %zu and "
               "%zu. ",
               m[0].undecided, m[1].undecided, m[0].undrawn, m[1].undrawn, m[0].timeouts,
               m[1].timeouts);
    buf_printf(text,
               "Whatever their verdicts, best-of-n is between %.1f and %.1f%%, ttt between %.1f "
               "and %.1f%%, and the difference between %+.1f and %+.1f points; at one budget the "
               "difference is between %+.1f and %+.1f points",
               100 * b[COMPARE_SAMPLE].a.low, 100 * b[COMPARE_SAMPLE].a.high,
               100 * b[COMPARE_SAMPLE].b.low, 100 * b[COMPARE_SAMPLE].b.high, 100 * d->low,
               100 * d->high, 100 * b[COMPARE_BEST].difference.low,
               100 * b[COMPARE_BEST].difference.high);
    if (t->no_equivalent == NULL) {
        buf_puts(text, ", and K between ");
        put_k(text, t->equivalent[0].if_lowest);
        buf_puts(text, " and ");
        put_k(text, t->equivalent[0].if_highest);
    }
    buf_puts(text, ".");
    say(j, "Missing:", text);
}

static void say_machine(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    put_noise(text, t);
    say(j, "Noise:", text);
    if (any_run(t, is_on_cpu)) {
        buf_puts(text,
                 "kernels ran on a processor, not on a GPU; a speedup here says nothing about "
                 "one there.");
        say(j, "CPU times:", text);
    }
    if (any_run(t, is_builtin)) {
        buf_puts(text, "the builtin policy samples kernels from a grammar; no language model wrote "
                       "them. Adapting may affect a language model differently.");
        say(j, "Grammar policy:", text);
    }
}

static void say_conditions(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    if (t->compare.n_tasks < STAT_FEW_TASKS) {
        buf_printf(text,
                   "%zu are too few to check the assumption that the intervals make about the "
                   "distribution over tasks.",
                   t->compare.n_tasks);
        say(j, "Few tasks:", text);
    }
    if (t->compare.n_seeds < 2) {
        buf_puts(text, "one each, so the variation over seeds is unknown.");
        say(j, "Seeds:", text);
    }
    if (!t->compare.same_budget) {
        buf_printf(text,
                   "%s rollouts per task and seed for best-of-n, %s for ttt; the chance of a fast "
                   "kernel is compared at the smaller one.",
                   number_rounded(j->arena, t->compare.budget_a.rollouts_per_cell, 4),
                   number_rounded(j->arena, t->compare.budget_b.rollouts_per_cell, 4));
        say(j, "Budgets differ:", text);
    }
    say_missing(j, t, text);
    if (any_run(t, is_unfinished)) {
        buf_puts(text, "some run is not complete, and its later rollouts are not here.");
        say(j, "Unfinished:", text);
    }
    say_machine(j, t, text);
}

static void put_looks(struct buf *text, const struct run_declaration *d)
{
    if (d->n_looks == 0)
        buf_printf(text, "; no look at the data of %s is stored", d->name);
    long long anytime = 0;
    for (size_t i = 0; i < d->n_looks; i++)
        anytime += d->looks[i].is_anytime;
    if (anytime > 0)
        buf_printf(text, "; %lld looks at e-values of %s, which cost nothing", anytime, d->name);
    for (size_t i = 0; i < d->n_looks; i++) {
        const struct declared_look *l = &d->looks[i];
        if (l->is_anytime)
            continue;
        buf_printf(text,
                   "; look %lld of %lld at %s, %.10s: %lld rollouts, level %.4g, %lld of %lld "
                   "nulls rejected%s",
                   (long long)l->number, (long long)l->allowed, d->name, l->taken_at,
                   (long long)l->n_rollouts, l->alpha_spent, (long long)l->n_rejected,
                   (long long)l->n_pairs,
                   l->number > l->allowed ? ", which is one more than was declared" : "");
    }
}

static void say_declared(struct report_job *j, const struct ttt_data *t, struct buf *text)
{
    for (size_t i = 0; i < t->n_declared; i++)
        buf_printf(text, "%s%s (version %lld, %lld of %zu runs)",
                   i == 0 ? "Declared before: " : ", ", t->declared[i].name,
                   (long long)t->declared[i].version, (long long)t->declared[i].n_runs,
                   t->study->n_runs);
    for (size_t i = 0; i < t->n_declared; i++)
        put_looks(text, &t->declared[i]);
    if (t->n_declared > 0)
        buf_puts(
            text,
            "; 'rollbook analyze declaration' compares plan and runs and lists every departure.");
    else
        buf_puts(text,
                 "Not declared: no run refers to a declaration, so estimand, budget and test may "
                 "have been chosen after the data. Two estimands are tested on this page, and "
                 "their p-values are not adjusted for that.");
    doc_paragraph(j->doc, buf_text(text));
    buf_clear(text);
}

static void ttt_in_detail(struct report_job *j)
{
    const struct ttt_data *t = j->own;
    struct buf text = { 0 };
    if (t->no_compare == NULL) {
        say_question(j, t, &text);
        say_verdict(j, t, &text);
        say_budget(j, t, &text);
    } else {
        job_not_available(j, "Comparison", t->no_compare);
    }
    if (t->no_equivalent == NULL)
        say_equivalent(j, t, &text);
    else
        job_not_available(j, "Equivalent K", t->no_equivalent);
    if (t->no_compare == NULL)
        say_conditions(j, t, &text);
    say_declared(j, t, &text);
    buf_release(&text);
}

/* ---- the first page ---- */

static void put_conclusion(struct buf *out, const struct group_comparison *r)
{
    const struct decided d = decide(r);
    const char *more = r->difference > 0 ? "more" : "fewer";
    if (fabs(r->difference) > 0.0)
        buf_printf(out, "Test-time training found %s fast kernels%s", more,
                   d.new_runs     ? ""
                   : d.these_runs ? " in these runs, which is not shown for new runs"
                                  : " here, which is not shown for new tasks");
    else
        buf_puts(out, "Test-time training and best-of-n found equally many fast kernels");
    buf_printf(out,
               ": %.1f %% of rollouts after training, %.1f %% without (%+.1f points; %zu task%s, "
               "%zu",
               100 * r->mean_b, 100 * r->mean_a, 100 * r->difference, r->n_tasks,
               r->n_tasks == 1 ? "" : "s", r->runs[1].n_runs);
    if (r->runs[1].n_runs == r->runs[0].n_runs)
        buf_printf(out, " run%s each).", r->runs[0].n_runs == 1 ? "" : "s");
    else
        buf_printf(out, " and %zu runs).", r->runs[0].n_runs);
}

/* What an interval is of, and what it was before few tasks widened it to hold 0. */
static const char *of_text(struct arena *a, const char *text, struct interval i,
                           struct interval own)
{
    return own.low > i.low || own.high < i.high
               ? arena_printf(a, "%s; widened to include 0, by itself %s to %s", text,
                              number_rounded(a, 100 * own.low, 3),
                              number_rounded(a, 100 * own.high, 3))
               : text;
}

/* Smallest of a few differences that a study of this size finds four times in five; NaN: none. */
static double findable(const struct compare *c, struct arena *arena)
{
    static const double effects[] = { 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4 };
    double *rates = arena_array(arena, c->n_tasks + 1, sizeof(*rates));
    size_t n = 0;
    for (size_t i = 0, end; i < c->n_cells; i = end) {
        double sum = 0.0;
        for (end = i; end < c->n_cells && c->cells[end].task == c->cells[i].task; end++)
            sum += c->cells[end].a[COMPARE_SAMPLE];
        if (isfinite(sum))
            rates[n++] = sum / (double)(end - i);
    }
    const struct stat_power_plan plan = { .rates = rates,
                                          .n_rates = n,
                                          .n_tasks = c->n_tasks,
                                          .n_seeds = c->n_seeds,
                                          .budget = c->budget_low,
                                          .alpha = ALPHA,
                                          .replicates = 200 };
    for (size_t i = 0; i < ARRAY_LEN(effects); i++)
        if (stat_power_shares(&plan, effects[i]) >= 0.8)
            return effects[i];
    return STAT_NAN;
}

/* Power before the data, evidence after them that counts at any look. */
static void put_evidence(struct report_job *j, const struct compare *c, struct report_answer *a)
{
    struct anytime_row e = anytime_new_runs(c, 1.0 - ALPHA, j->arena);
    double effect = findable(c, j->arena);
    double wanted = 1.0 / ALPHA;
    if (isnan(effect))
        buf_puts(&a->more, " Before the data: a study of this size would miss even a difference of "
                           "40 points more than once in five times.");
    else
        buf_printf(&a->more,
                   " Before the data: a study of this size finds a difference of %.0f points four "
                   "times in five, if runs differ by chance alone.",
                   100.0 * effect);
    if (e.why != NULL)
        buf_printf(&a->more, " After the data: no e-value for new runs (%s).", e.why);
    else if (e.r.sign != 0)
        buf_printf(&a->more,
                   " Runs may be added until the evidence is enough (an e-value of %.0f): it "
                   "reached %.3g.",
                   wanted, e.r.most);
    else if (isfinite(e.r.more))
        buf_printf(&a->more,
                   " To add runs until they decide, whatever their number, needs an e-value of "
                   "%.0f: it is %.2g, and about %.0f more pair%s of runs would do.",
                   wanted, e.r.e_value, e.r.more, e.r.more > 1.0 ? "s" : "");
    else
        buf_printf(&a->more,
                   " To add runs until they decide, whatever their number, needs an e-value of "
                   "%.0f: it is %.2g, and the difference is too small to reach it.",
                   wanted, e.r.e_value);
}

static void ttt_answer(struct report_job *j, struct report_answer *a)
{
    const struct ttt_data *t = j->own;
    const struct group_comparison *one = &t->compare.results[COMPARE_SAMPLE];
    const struct group_comparison *best = &t->compare.results[COMPARE_BEST];
    if (t->no_compare != NULL || isnan(one->difference)) {
        buf_printf(&a->sentence, "Test-time training and best-of-n cannot be compared: %s.",
                   t->no_compare != NULL ? t->no_compare : "no task has a value of both");
        return;
    }
    put_conclusion(&a->sentence, one);
    const struct equivalent_value *k = t->no_equivalent == NULL ? &t->equivalent[0].value : NULL;
    if (k != NULL && k->censored)
        buf_puts(&a->more, "One trained rollout is worth more untrained rollouts than were "
                           "sampled. ");
    else if (k != NULL && isfinite(k->k))
        buf_printf(&a->more, "One trained rollout is worth about %s untrained ones. ",
                   number_rounded(j->arena, k->k, 3));
    buf_printf(&a->more,
               "With %s rollouts per task and seed, adaptation included, training finds a fast "
               "kernel in %.0f %% of cases and best-of-n in %.0f %%.",
               budget_text(t->arena, &t->compare), 100 * best->mean_b, 100 * best->mean_a);
    answer_row(a, "best-of-n, fast rollouts", 100 * one->mean_a, STAT_NAN, STAT_NAN,
               "mean over tasks", "see the difference");
    answer_row(a, "ttt, fast rollouts (BoA step)", 100 * one->mean_b, STAT_NAN, STAT_NAN,
               "mean over tasks, cross-fitted", "see the difference");
    answer_row(a, "difference, new tasks and new runs", 100 * one->difference,
               100 * one->new_tasks.low, 100 * one->new_tasks.high,
               of_text(j->arena, "points, Student's t", one->new_tasks, one->own_new_tasks),
               compare_why_no_runs(one) == NULL ? "no interval" : compare_why_no_runs(one));
    answer_row(a, "difference, new tasks, these runs", 100 * one->difference,
               100 * one->new_tasks_these_runs.low, 100 * one->new_tasks_these_runs.high,
               of_text(j->arena, "points, Student's t over tasks", one->new_tasks_these_runs,
                       one->own_these_runs),
               "no interval");
    answer_row(a, "difference at one budget", 100 * best->difference,
               100 * best->new_tasks_these_runs.low, 100 * best->new_tasks_these_runs.high,
               of_text(j->arena, "points: a fast kernel among all, these runs",
                       best->new_tasks_these_runs, best->own_these_runs),
               "no interval");
    put_evidence(j, &t->compare, a);
    if (one->min_p > ALPHA)
        answer_caveat(a,
                      arena_printf(j->arena,
                                   "%zu task%s are too few to reach p < %.2g, so this study cannot "
                                   "decide for other tasks.",
                                   one->n_tasks, one->n_tasks == 1 ? "" : "s", ALPHA));
    else if (!isnan(one->sign_flip.p))
        answer_caveat(a, arena_printf(j->arena,
                                      "Sign-flip test over %zu tasks, for these runs: p = %.2g.",
                                      one->n_tasks, one->sign_flip.p));
    if (t->compare.n_seeds < 2)
        answer_caveat(a, "Each method has one seed: the variation between seeds is unknown.");
    if (!t->compare.same_budget)
        answer_caveat(a, "The methods used different numbers of rollouts; the comparison at one "
                         "budget uses the smaller.");
}

/* The fastest kernel of each method, and what the adapted policy changed. */

struct best_kernel {
    const char *run; /* NULL: none */
    const char *task;
    const struct study_rollout *sample;
    double speedup; /* of the second timing, if there is one */
};

/* Of one task, or of any with task NULL, at that step or later: step 0 of a run that adapts is the
 * policy before it adapted. */
static struct best_kernel best_of(const struct run_set *set, const char *task, int first_step)
{
    const struct study *s = set->study;
    struct best_kernel best = { .run = NULL };
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *run = &s->runs[set->runs[i]];
        for (size_t c = run->first_cell; c < run->first_cell + run->n_cells; c++) {
            const struct study_cell *cell = &s->cells[c];
            const char *name = s->tasks[cell->task].task;
            if (task != NULL && strcmp(name, task) != 0)
                continue;
            for (size_t r = cell->first; r < cell->first + cell->count; r++) {
                const struct study_rollout *x = &s->rollouts[r];
                double speedup = study_best_value(x);
                if (x->step >= first_step && speedup > (best.run == NULL ? 0 : best.speedup))
                    best = (struct best_kernel){ run->name, name, x, speedup };
            }
        }
    }
    return best;
}

/* 0: not in the database any more. */
static int64_t rollout_of(struct report_job *j, const struct best_kernel *k)
{
    int64_t id = 0;
    struct err none = { 0 };
    int rc = row_find_sample(j->figures.db, k->run, k->task, k->sample, &id, &none);
    return rc < 0 ? 0 : id;
}

static void draw_kernel(struct report_job *j, const char *method, const struct best_kernel *k,
                        int64_t rollout_id, const char *code)
{
    doc_paragraph(j->doc,
                  arena_printf(j->arena,
                               "Fastest of %s: %s times the baseline's speed on task %s (run "
                               "%.60s, step %lld, rollout %lld).",
                               method, number_rounded(j->arena, k->speedup, 3), k->task, k->run,
                               (long long)k->sample->step, (long long)rollout_id));
    if (code != NULL)
        doc_listing(j->doc, code, CODE_LINES);
}

/* The kernel and what it changes in one listing; a text that stands above is not printed again. */
static void draw_change(struct report_job *j, const struct best_kernel *from,
                        const struct best_kernel *to, const char *before, const char *after,
                        const char *printed)
{
    struct buf diff = { 0 };
    bool is_same = strcmp(before, after) == 0;
    doc_paragraph(
        j->doc,
        arena_printf(
            j->arena,
            is_same
                ? "The fastest kernel of best-of-n on task %s is the same "
                  "text (%s times the baseline's speed there)."
                : "Lines with - are only in the fastest kernel of best-of-n on task %s (%s times "
                  "the baseline's speed), lines with + only in the fastest kernel of ttt:",
            to->task, number_rounded(j->arena, from->speedup, 3)));
    diff_put_whole(&diff, before, strlen(before), after, strlen(after));
    if (!is_same)
        doc_listing(j->doc, buf_text(&diff), CHANGE_LINES);
    else if (printed == NULL || strcmp(printed, after) != 0)
        doc_listing(j->doc, after, CODE_LINES);
    buf_release(&diff);
}

static void ttt_best_kernels(struct report_job *j, const struct report_part *p)
{
    (void)p;
    const struct ttt_data *t = j->own;
    struct best_kernel base = best_of(&t->bon, NULL, 0), adapted = best_of(&t->ttt, NULL, 1);
    const char *printed = NULL;
    doc_paragraph(j->doc, base.run == NULL && adapted.run == NULL
                              ? "No correct kernel was timed with a baseline."
                              : "The maximum of many noisy measurements is biased upwards. Before "
                                "you quote a speedup, measure it again with rollbook confirm --run "
                                "NAME; the second value then replaces the first here.");
    if (base.run != NULL) {
        int64_t id = rollout_of(j, &base);
        printed = job_code(j, id);
        draw_kernel(j, "best-of-n", &base, id, printed);
    }
    if (adapted.run == NULL) {
        doc_paragraph(j->doc,
                      "No correct kernel of an adapted step of ttt was timed; its step 0 is "
                      "the policy before it adapted.");
        return;
    }
    struct best_kernel same = best_of(&t->bon, adapted.task, 0);
    int64_t id = rollout_of(j, &adapted);
    const char *code = job_code(j, id);
    const char *before = same.run == NULL ? NULL : job_code(j, rollout_of(j, &same));
    bool is_compared = code != NULL && before != NULL;
    bool is_printed = code != NULL && printed != NULL && strcmp(code, printed) == 0;
    draw_kernel(j, "the adapted steps of ttt", &adapted, id,
                is_compared || is_printed ? NULL : code);
    if (is_compared)
        draw_change(j, &same, &adapted, before, code, printed);
    else if (is_printed)
        doc_paragraph(j->doc, "It is the same text as the kernel above.");
}

static const struct {
    const char *lead, *text;
} methods[] = {
    { "Best of Adaptation (BoA).",
      "The first step with the highest mean over tasks of the share of fast samples. Scored on the "
      "rollouts that selected it, it is biased upwards. Cross-fitted, it is selected on a random "
      "half of each task's rollouts and scored on the other half (mean over splits). Only that "
      "value is compared and tested. The flat null keeps each task's rate over all steps; its "
      "expected maximum over the steps is the gain from selection without any learning." },
    { "Comparison.",
      "Each run gives one number per task. For new tasks and new runs tasks and runs vary: a t "
      "test "
      "whose variance has a part of tasks and a part of runs. For these runs the means over seeds "
      "of "
      "each task are compared: sign flips of the task differences (with $m$ tasks the smallest "
      "two-sided $p$ is $2 / 2^m$), the signed-rank test, the sign test and, with one "
      "seed per task, McNemar's exact test. Effect sizes: the "
      "difference, Cohen's $h$, matched rank-biserial correlation, probability of improvement." },
    { "Intervals.",
      "Counts: Wilson or Clopper-Pearson. Curves: beta-binomial (the Jeffreys posterior of each "
      "task, mean over tasks), a jackknife over rollouts, or a bootstrap of tasks, then seeds, "
      "then rollouts; each caption names the kind. If all resamples are equal, no interval is "
      "given: equal resamples do not prove certainty. Differences have Student's t over tasks, or "
      "over the seeds within them. A standard deviation over a few seeds is not shown as an "
      "uncertainty." },
};

static void ttt_methods(struct report_job *j)
{
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        doc_sentence(j->doc, methods[i].lead, 0, methods[i].text);
}

static const char *const strategies[] = { "best-of-n", "ttt", NULL };

static const struct report_part figures_parts[] = {
    REPORT_FIGURES("failures", "rollbook.analyze.failures/1", "heatmap-seed", NULL),
    REPORT_FIGURE("scaling", NULL),
    REPORT_FIGURE("trajectory", NULL),
    REPORT_FIGURES("fast-p", NULL, "timing-noise", "rollbook.analyze.timing/1"),
    /* As the table of rules: of best-of-n. */
    { .kind = PART_FIGURE, .source = "selection", .strategy = 1 },
    REPORT_FIGURE("task-scatter", NULL),
};
static REPORT_SECTION(figures, "Figures", WHEN_ALWAYS);

static const struct report_part kernels_parts[] = { REPORT_DRAW(ttt_best_kernels) };
static REPORT_SECTION(kernels, "Best kernels", WHEN_ALWAYS);

static const struct report_section *const sections[] = { &section_versus, &figures, &kernels,
                                                         NULL };

static const char *const explains[] = { "rollbook.analyze.scaling/1",
                                        "rollbook.analyze.equivalent-k/1",
                                        "rollbook.analyze.compare/1",
                                        "rollbook.analyze.trajectory/1",
                                        "rollbook.analyze.selection/1",
                                        "rollbook.analyze.fast-p/1",
                                        NULL };

const struct report_plan plan_ttt_vs_bon = {
    .title = "Test-time training against best-of-n",
    .keywords = "test-time training, best-of-n, GPU kernels",
    .strategies = strategies,
    .against_adapted = true,
    .sections = sections,
    .explains = explains,
    .is_short = true,
    .prepare = ttt_prepare,
    .answer = ttt_answer,
    .picture = "trajectory",
    .in_detail = ttt_in_detail,
    .methods = ttt_methods,
};
