/*
 * report_answer.c - the first page of each report in words.
 *
 * Every number comes from the table that `analyze` prints, or from the study that it reads, so that
 * the first page and the pages behind it cannot disagree.
 */
#include "reports/report/report_answer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/tables/compare/table_scaling.h"
#include "analysis/tables/picks/table_selection.h"
#include "analysis/tables/table_audit.h"
#include "analysis/tables/table_common.h"
#include "analysis/tables/table_sweep.h"
#include "analysis/tables/table_trajectory.h"
#include "reports/doc/doc.h"
#include "src/base/number.h"

#define NOISY_SHARE 0.2 /* of the speedups: worth a caveat */

void answer_caveat(struct report_answer *a, const char *text)
{
    if (a->n_caveats < ANSWER_CAVEATS)
        a->caveats[a->n_caveats++] = text;
}

static struct cell percent(struct table *t, double v, const char *why)
{
    return isnan(v) ? cell_na(t, why) : cell_real(v);
}

void answer_row(struct report_answer *a, const char *what, double value, double low, double high,
                const char *of, const char *why_na)
{
    struct table *t = &a->table;
    struct cell *c = table_row(t);
    c[0] = cell_text(t, what);
    c[1] = percent(t, value, why_na);
    c[2] = isnan(low) || isnan(high)
               ? cell_na(t, why_na)
               : cell_text(t, arena_printf(t->arena, "%.3g to %.3g", low, high));
    c[3] = cell_text(t, of);
}

/* ---- reading the tables of analyze ---- */

static bool ask(struct report_job *j, const struct report_part *p, struct table *out)
{
    struct err err = { 0 };
    int rc = job_ask(j, p, out, &err);
    if (rc < 0 && rc != ERR_NODATA && rc != ERR_NOMATCH && rc != ERR_USAGE)
        j->failed = err;
    return rc == 0 && out->n_rows > 0;
}

static const struct cell *at(const struct table *t, size_t row, const char *column)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (strcmp(t->columns[c].name, column) == 0)
            return table_cell(t, row, c);
    return NULL;
}

static double number(const struct table *t, size_t row, const char *column)
{
    const struct cell *c = at(t, row, column);
    if (c != NULL && c->kind == CELL_REAL)
        return c->real;
    return c != NULL && c->kind == CELL_INT ? (double)c->i : (double)STAT_NAN;
}

static bool is(const struct table *t, size_t row, const char *column, const char *text)
{
    const struct cell *c = at(t, row, column);
    return c != NULL && c->kind == CELL_TEXT && strcmp(c->text, text) == 0;
}

static const char *text_of(const struct table *t, size_t row, const char *column)
{
    const struct cell *c = at(t, row, column);
    return c != NULL && c->kind == CELL_TEXT ? c->text : "not named";
}

/* ---- what could change an answer, of any report ---- */

size_t count_speedups(const struct study *s, size_t *out_with, size_t *out_noise)
{
    size_t known = 0;
    *out_with = *out_noise = 0;
    for (size_t i = 0; i < s->n_rollouts; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        known += isnan(r->speedup) ? 0 : 1;
        *out_with += study_has_interval(r) ? 1 : 0;
        *out_noise += study_in_noise(r) ? 1 : 0;
    }
    return known;
}

static void put_noise(struct report_job *j, struct report_answer *a)
{
    size_t with, noise, known = count_speedups(j->study, &with, &noise);
    if (known > 0 && with == 0)
        answer_caveat(a, "The speedups have no intervals: nobody knows which are within noise.");
    else if (known > 0 && (double)noise > NOISY_SHARE * (double)known)
        answer_caveat(a,
                      arena_printf(j->arena,
                                   "%.0f %% of the speedups (%zu of %zu) are within timing noise "
                                   "of 1; they count by their point value.",
                                   100.0 * (double)noise / (double)known, noise, known));
}

void job_common_caveats(struct report_job *j, struct report_answer *a)
{
    const struct study *s = j->study;
    size_t missing = 0, cpu = 0, builtin = 0, unfinished = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        missing += s->runs[i].n_unscored;
        cpu += strcmp(s->runs[i].backend, "cpu") == 0;
        builtin += strcmp(s->runs[i].model, "builtin") == 0;
        unfinished += strcmp(s->runs[i].status, "complete") != 0;
    }
    if (s->n_tasks > 1 && s->n_tasks < STAT_FEW_TASKS)
        answer_caveat(a, arena_printf(j->arena,
                                      "%zu tasks are few: intervals for new tasks assume a "
                                      "distribution that cannot be checked.",
                                      s->n_tasks));
    if (missing > 0)
        answer_caveat(a, arena_printf(j->arena,
                                      "%zu rollouts without a verdict are left out; the tables "
                                      "show their possible effect.",
                                      missing));
    if (unfinished > 0)
        answer_caveat(
            a, arena_printf(j->arena, "%zu of %zu runs are not complete.", unfinished, s->n_runs));
    put_noise(j, a);
    if (cpu > 0)
        answer_caveat(a, "Kernels ran on a CPU; a speedup there says nothing about a GPU.");
    if (builtin > 0)
        answer_caveat(a, "A grammar wrote kernels, not a language model; results may not carry "
                         "over.");
}

/* ---- the reports ---- */

void answer_selection(struct report_job *j, struct report_answer *a)
{
    static const struct report_part part = { .kind = PART_TABLE, TABLE_AS_IS(selection) };
    struct table t;
    if (!ask(j, &part, &t)) {
        buf_puts(&a->sentence, "No selection rule can be compared: no cell has samples to choose "
                               "from.");
        return;
    }
    size_t best = t.n_rows, n_rules = 0;
    double most = 0.0, oracle = STAT_NAN;
    for (size_t i = 0; i < t.n_rows; i++) {
        bool is_oracle = is(&t, i, "rule", "best-correct");
        double cells = number(&t, i, "n_cells"), share = number(&t, i, "fast_1");
        double gain = share - number(&t, i, "random_m_count") / cells;
        answer_row(a, text_of(&t, i, "rule"), 100 * share, 100 * number(&t, i, "ci_low"),
                   100 * number(&t, i, "ci_high"),
                   is_oracle ? "the best possible choice"
                             : arena_printf(j->arena, "fast picks; as many at random: %.1f",
                                            100 * number(&t, i, "random_m_count") / cells),
                   "undefined");
        oracle = is_oracle ? share : oracle;
        if (is_oracle || is(&t, i, "rule", "random-correct") || isnan(gain))
            continue;
        n_rules++;
        if (best == t.n_rows || gain > most) {
            best = i;
            most = gain;
        }
    }
    if (best == t.n_rows) {
        buf_puts(&a->sentence, "No rule could be compared with a random choice.");
        return;
    }
    double p = number(&t, best, "p_holm"), m = number(&t, best, "m");
    double cells = number(&t, best, "n_cells"), share = number(&t, best, "fast_1");
    const char *name = text_of(&t, best, "rule");
    const char *of = m > 1 ? arena_printf(j->arena, "one of its %.0f picks", m) : "its pick";
    if (p <= 0.05)
        buf_printf(&a->sentence, "%s picks better than chance: ", name);
    else
        buf_printf(&a->sentence,
                   "No rule is shown to beat a random choice; the best is %s: ", name);
    buf_printf(&a->sentence, "%s is fast in %.0f %% of %.0f pairs of task and run, %s in %.0f %%.",
               of, 100 * share, cells,
               m > 1 ? arena_printf(j->arena, "one of %.0f random correct samples", m)
                     : "a random correct sample",
               100 * (share - most));
    buf_printf(&a->more,
               "The best of %zu rule%s, compared with as many random picks: p = %.2g after Holm's "
               "correction.",
               n_rules, n_rules == 1 ? "" : "s", p);
    if (!isnan(oracle))
        buf_printf(&a->more, " The best possible choice would be fast in %.0f %%.", 100 * oracle);
}

struct share_of_k {
    double k, mean, low, high; /* over the runs */
};

/* Of the K of a row, at its first run; false: some run has no value of it. */
static bool mean_of_runs(const struct table *t, size_t row, size_t n_runs, struct share_of_k *out)
{
    double sum = 0.0;
    size_t n = 0;
    *out = (struct share_of_k){ .k = number(t, row, "k") };
    for (size_t i = 0; i < t->n_rows; i++) {
        double v = number(t, i, "value"), k = number(t, i, "k");
        if (!is(t, i, "metric", "fast_1") || k < out->k || k > out->k || isnan(v))
            continue;
        if (n == 0 && i != row)
            return false;
        out->low = n == 0 ? v : fmin(out->low, v);
        out->high = n == 0 ? v : fmax(out->high, v);
        sum += v;
        n++;
    }
    out->mean = sum / (double)n_runs;
    return n == n_runs;
}

void answer_best_of_n(struct report_job *j, struct report_answer *a)
{
    static const struct report_part part = { .kind = PART_TABLE, TABLE_AS_IS(scaling) };
    struct table t;
    size_t n_runs = 0;
    if (!ask(j, &part, &t)) {
        answer_rollouts(j, a);
        return;
    }
    double tasks = 0.0;
    for (size_t i = 0; i < t.n_rows; i++) {
        n_runs += i == 0 || strcmp(text_of(&t, i, "run"), text_of(&t, i - 1, "run")) != 0;
        tasks = fmax(tasks, number(&t, i, "n_tasks"));
    }
    struct share_of_k one = { .mean = STAT_NAN }, last = one;
    for (size_t i = 0; i < t.n_rows; i++) {
        struct share_of_k x;
        if (!is(&t, i, "metric", "fast_1") || !mean_of_runs(&t, i, n_runs, &x))
            continue;
        one = isnan(one.mean) ? x : one;
        last = x;
        answer_row(a, arena_printf(j->arena, "a fast kernel among %.0f", x.k), 100 * x.mean,
                   n_runs == 1 ? 100 * number(&t, i, "ci_low") : STAT_NAN,
                   n_runs == 1 ? 100 * number(&t, i, "ci_high") : STAT_NAN,
                   n_runs == 1 ? text_of(&t, i, "run")
                               : arena_printf(j->arena, "%zu runs: %.1f to %.1f", n_runs,
                                              100 * x.low, 100 * x.high),
                   "no interval");
    }
    if (isnan(one.mean)) {
        answer_rollouts(j, a);
        return;
    }
    buf_printf(&a->sentence,
               "One sample is fast in %.1f %% of cases; at least one of %.0f in %.1f %% (%.0f "
               "tasks, %s).",
               100 * one.mean, last.k, 100 * last.mean, tasks,
               n_runs > 1 ? arena_printf(j->arena, "mean of %zu runs", n_runs) : "one run");
    if (n_runs > 1)
        buf_printf(&a->more, "The runs differ: %.1f to %.1f %% for one sample.", 100 * one.low,
                   100 * one.high);
}

/* The share of all tasks at step 0 of a run; NaN without one. */
static double before_training(const struct table *steps, const char *run)
{
    for (size_t i = 0; i < steps->n_rows; i++) {
        if (strcmp(text_of(steps, i, "run"), run) == 0 && is(steps, i, "task", "all"))
            return number(steps, i, "fast_1");
    }
    return STAT_NAN;
}

/* Best of Adaptation is cross-fitted, here as in every table: the step's own share is the largest
 * of several. */
void answer_training(struct report_job *j, struct report_answer *a)
{
    static const struct report_part steps_part = { .kind = PART_TABLE,
                                                   TABLE_AS_IS(trajectory),
                                                   .judged = true };
    const struct report_part runs_part = { .kind = PART_TABLE,
                                           TABLE_ASK(trajectory, .shape = true),
                                           .judged = true };
    struct table steps, runs;
    if (!ask(j, &steps_part, &steps) || !ask(j, &runs_part, &runs)) {
        answer_rollouts(j, a);
        return;
    }
    size_t n_runs = 0, n_up = 0;
    double sum_first = 0, sum_best = 0, most_steps = 0;
    for (size_t i = 0; i < runs.n_rows; i++) {
        const char *run = text_of(&runs, i, "run");
        double first = before_training(&steps, run), best = number(&runs, i, "boa_fast_1");
        answer_row(a, arena_printf(j->arena, "%.60s, step 0", run), 100 * first, STAT_NAN, STAT_NAN,
                   "share of fast rollouts, mean over tasks", "one step of one run");
        answer_row(a, arena_printf(j->arena, "%.60s, best step", run), 100 * best, STAT_NAN,
                   STAT_NAN,
                   arena_printf(j->arena, "cross-fitted; step %.0f shows %.3g",
                                number(&runs, i, "boa_step"),
                                100 * number(&runs, i, "boa_fast_1_in_sample")),
                   "one run");
        if (isnan(first) || isnan(best))
            continue;
        n_runs++;
        n_up += best > first;
        sum_first += first;
        sum_best += best;
        most_steps = fmax(most_steps, number(&runs, i, "n_steps") - 1);
    }
    if (n_runs == 0) {
        answer_rollouts(j, a);
        return;
    }
    buf_printf(&a->sentence,
               "The share of fast kernels went from %.1f %% before training to %.1f %% at the best "
               "of %.0f step%s",
               100 * sum_first / (double)n_runs, 100 * sum_best / (double)n_runs, most_steps,
               most_steps > 1 ? "s" : "");
    if (n_runs > 1)
        buf_printf(&a->sentence, " (mean of %zu runs; %zu went up)", n_runs, n_up);
    buf_putc(&a->sentence, '.');
    buf_puts(&a->more, "The best step is chosen on one half of the rollouts and scored on the "
                       "other, because the maximum of several steps is biased upwards.");
}

void answer_model_sweep(struct report_job *j, struct report_answer *a)
{
    const struct report_part part = { .kind = PART_TABLE, TABLE_ASK(sweep, .by = SWEEP_BY_MODEL) };
    struct table t;
    if (!ask(j, &part, &t)) {
        answer_rollouts(j, a);
        return;
    }
    size_t best = t.n_rows;
    double best_rate = -1;
    for (size_t i = 0; i < t.n_rows; i++) {
        double n = number(&t, i, "n"), rate = number(&t, i, "correct") / n;
        if (!(n > 0))
            continue;
        answer_row(a, text_of(&t, i, "model"), 100 * rate,
                   100 * number(&t, i, "correct_rate_ci_low"),
                   100 * number(&t, i, "correct_rate_ci_high"),
                   arena_printf(j->arena, "correct, of %.0f rollouts", n), "no interval");
        if (rate > best_rate) {
            best_rate = rate;
            best = i;
        }
    }
    if (best == t.n_rows) {
        answer_rollouts(j, a);
        return;
    }
    buf_printf(&a->sentence, "%s is correct most often, in %.0f %% of %.0f rollouts",
               text_of(&t, best, "model"), 100 * best_rate, number(&t, best, "n"));
    if (t.n_rows > 1)
        buf_printf(&a->sentence, " (of %zu models)", t.n_rows);
    buf_putc(&a->sentence, '.');
    if (!isnan(number(&t, best, "geomean_speedup")))
        buf_printf(&a->more,
                   "Its correct kernels are %s times as fast as the baseline (geometric "
                   "mean).",
                   number_rounded(j->arena, number(&t, best, "geomean_speedup"), 3));
}

#define MOST_FINDINGS 8 /* on the first page */

static void put_findings(struct report_answer *a, const struct table *findings)
{
    static const struct table_column columns[] = {
        { "finding", 0 }, { "severity", 0 }, { "run", 0 }, { "evidence", 0 }
    };
    struct table *t = &a->table;
    table_init(t, t->arena, t->schema, columns, ARRAY_LEN(columns));
    a->caption = "The findings, the worst first.";
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < findings->n_rows; i++) {
            if (is(findings, i, "severity", "error") != (pass == 0))
                continue;
            if (t->n_rows == MOST_FINDINGS) {
                table_note(t, "%zu more are in the table below.", findings->n_rows - t->n_rows);
                return;
            }
            struct cell *c = table_row(t);
            static const char *const from[] = { "check", "severity", "run", "evidence" };
            for (size_t k = 0; k < ARRAY_LEN(from); k++) {
                const struct cell *cell = at(findings, i, from[k]);
                c[k] = cell != NULL ? *cell : cell_na(t, "not of one");
            }
        }
}

void answer_audit(struct report_job *j, struct report_answer *a)
{
    static const struct report_part part = { .kind = PART_TABLE, TABLE_AS_IS(audit) };
    struct table t = { 0 };
    struct err err = { 0 };
    int rc = job_ask(j, &part, &t, &err);
    if (rc < 0 && rc != ERR_NODATA && rc != ERR_NOMATCH && rc != ERR_USAGE)
        j->failed = err;
    size_t n_errors = 0, worst = 0;
    for (size_t i = 0; i < t.n_rows; i++) {
        bool is_error = is(&t, i, "severity", "error");
        worst = is_error && n_errors == 0 ? i : worst;
        n_errors += is_error;
    }
    put_findings(a, &t);
    if (rc < 0)
        buf_printf(&a->sentence, "Nothing could be audited: %s.", err.msg);
    else if (t.n_rows == 0)
        buf_printf(&a->sentence, "No finding in %zu run%s.", j->study->n_runs,
                   j->study->n_runs == 1 ? "" : "s");
    else
        buf_printf(&a->sentence, "%zu finding%s in %zu run%s, %zu of them error%s.", t.n_rows,
                   t.n_rows == 1 ? "" : "s", j->study->n_runs, j->study->n_runs == 1 ? "" : "s",
                   n_errors, n_errors == 1 ? "" : "s");
    if (t.n_rows > 0)
        buf_printf(&a->more, "The worst: %s in run %s (%.300s).", text_of(&t, worst, "check"),
                   text_of(&t, worst, "run"), text_of(&t, worst, "evidence"));
}

/* ---- rollouts of one run or one task ---- */

struct rollout_tally {
    size_t n, correct, fast, timed;
    double best;
    size_t best_run, best_task;
    bool is_confirmed;
};

static struct rollout_tally tally_of(const struct report_job *j, size_t only_run)
{
    const struct study *s = j->study;
    struct rollout_tally t = { .best = STAT_NAN };
    for (size_t c = 0; c < s->n_cells; c++) {
        if (only_run < s->n_runs && s->cells[c].run != only_run)
            continue;
        for (size_t i = 0; i < s->cells[c].count; i++) {
            const struct study_rollout *r = &s->rollouts[s->cells[c].first + i];
            t.n++;
            t.correct += r->correct;
            t.fast += study_is_fast(r, j->figures.rule);
            t.timed += r->correct && isfinite(r->speedup);
            if (r->correct && isfinite(r->speedup) &&
                !(study_best_value(r) <= t.best)) { /* NaN is below all */
                t.best = study_best_value(r);
                t.best_run = s->cells[c].run;
                t.best_task = s->cells[c].task;
                t.is_confirmed = r->is_confirmed;
            }
        }
    }
    return t;
}

void answer_rollouts(struct report_job *j, struct report_answer *a)
{
    struct rollout_tally t = tally_of(j, SIZE_MAX);
    if (t.n == 0) {
        buf_puts(&a->sentence, "No rollout has a verdict yet.");
        return;
    }
    buf_printf(&a->sentence, "%zu of %zu rollouts (%.0f %%) are correct", t.correct, t.n,
               100.0 * (double)t.correct / (double)t.n);
    if (t.timed > 0 || t.correct == 0)
        buf_printf(&a->sentence, ", and %zu (%.0f %%) are faster than the baseline", t.fast,
                   100.0 * (double)t.fast / (double)t.n);
    buf_putc(&a->sentence, '.');
    if (t.correct > 0 && t.timed == 0)
        buf_puts(&a->more, "No correct rollout was timed next to a baseline.");
    if (!isnan(t.best))
        buf_printf(&a->more,
                   "The fastest kernel is %s times as fast as the baseline (task %s, run "
                   "%.80s)%s.",
                   number_rounded(j->arena, t.best, 3), j->study->tasks[t.best_task].task,
                   j->study->runs[t.best_run].name,
                   t.is_confirmed ? ", confirmed by a second timing"
                                  : "; the maximum of many timings is biased upwards");
    for (size_t r = 0; j->study->n_runs > 1 && r < j->study->n_runs; r++) {
        struct rollout_tally one = tally_of(j, r);
        if (one.n > 0)
            answer_row(a, j->study->runs[r].name, 100.0 * (double)one.fast / (double)one.n,
                       STAT_NAN, STAT_NAN, arena_printf(j->arena, "fast, of %zu rollouts", one.n),
                       "in the tables of the report");
    }
}

/* A run that adapts says from what to what; its steps together say little. */
void answer_run(struct report_job *j, struct report_answer *a)
{
    const struct study *s = j->study;
    if (s->n_runs > 0 && study_is_adaptive(&s->runs[0])) {
        struct rollout_tally t = tally_of(j, SIZE_MAX);
        answer_training(j, a);
        if (t.n > 0)
            answer_row(a, "correct, all steps", 100.0 * (double)t.correct / (double)t.n, STAT_NAN,
                       STAT_NAN, arena_printf(j->arena, "of %zu rollouts", t.n), "steps differ");
        return;
    }
    answer_rollouts(j, a);
    for (size_t c = 0; c < s->n_cells && c < MOST_FINDINGS; c++) {
        size_t n = s->cells[c].count, fast = 0;
        for (size_t i = 0; i < n; i++)
            fast += study_is_fast(&s->rollouts[s->cells[c].first + i], j->figures.rule);
        if (n > 0)
            answer_row(a, s->tasks[s->cells[c].task].task, 100.0 * (double)fast / (double)n,
                       STAT_NAN, STAT_NAN, arena_printf(j->arena, "fast, of %zu rollouts", n),
                       "one task");
    }
}

void answer_diff(struct report_job *j, struct report_answer *a)
{
    if (j->study->n_runs < 2) {
        answer_rollouts(j, a);
        return;
    }
    struct rollout_tally t[2] = { tally_of(j, 0), tally_of(j, 1) };
    for (size_t r = 0; r < 2; r++) {
        if (t[r].n == 0) {
            buf_printf(&a->sentence, "Run %.80s has no rollout with a verdict.",
                       j->study->runs[r].name);
            return;
        }
        answer_row(a, j->study->runs[r].name, 100.0 * (double)t[r].fast / (double)t[r].n, STAT_NAN,
                   STAT_NAN, arena_printf(j->arena, "fast, of %zu rollouts", t[r].n),
                   "in the tables of the report");
        answer_row(a, j->study->runs[r].name, 100.0 * (double)t[r].correct / (double)t[r].n,
                   STAT_NAN, STAT_NAN, arena_printf(j->arena, "correct, of %zu rollouts", t[r].n),
                   "in the tables of the report");
    }
    double fast[2], correct[2];
    for (size_t r = 0; r < 2; r++) {
        fast[r] = 100.0 * (double)t[r].fast / (double)t[r].n;
        correct[r] = 100.0 * (double)t[r].correct / (double)t[r].n;
    }
    size_t more = fast[1] > fast[0] ? 1 : 0;
    buf_printf(&a->sentence,
               "%.80s has more fast kernels: %.1f %% of rollouts, %.80s %.1f %% (%+.1f points).",
               j->study->runs[more].name, fast[more], j->study->runs[1 - more].name, fast[1 - more],
               fast[more] - fast[1 - more]);
    if (!(fast[1] < fast[0]) && !(fast[1] > fast[0])) {
        buf_clear(&a->sentence);
        buf_printf(&a->sentence, "Both runs have the same share of fast kernels, %.1f %%.",
                   fast[0]);
    }
    buf_printf(&a->more, "Correct are %.0f %% of the rollouts of %.80s and %.0f %% of %.80s. ",
               correct[0], j->study->runs[0].name, correct[1], j->study->runs[1].name);
    buf_puts(&a->more, "All steps together. Two runs do not show the results of other runs of the "
                       "same kind; compare several runs per method (rollbook analyze compare).");
}
