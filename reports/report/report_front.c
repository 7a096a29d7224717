/* report_front.c - the front page: what this is, where the data comes from, how to redraw it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/study/run_groups.h"
#include "analysis/study/sweep.h"
#include "reports/doc/doc.h"
#include "reports/report/report_job.h"
#include "reports/report/report_parts.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define LISTED_MAX 60

static const char *detach(struct report_job *j, struct buf *b)
{
    const char *text = arena_strdup(j->arena, buf_text(b));
    buf_release(b);
    return text;
}

static const char *run_list(struct report_job *j)
{
    struct buf text = { 0 };
    size_t n = j->provenance->n_runs, shown = n > LISTED_MAX ? LISTED_MAX : n;
    for (size_t i = 0; i < shown; i++) {
        buf_puts(&text, i > 0 ? ", " : "");
        buf_puts(&text, j->provenance->runs[i].name);
    }
    if (shown < n)
        buf_printf(&text, " and %zu more", n - shown);
    return detach(j, &text);
}

static const char *task_list(struct report_job *j)
{
    struct buf text = { 0 };
    size_t n = j->study->n_tasks, shown = n > LISTED_MAX ? LISTED_MAX : n;
    for (size_t i = 0; i < shown; i++)
        buf_printf(&text, "%s%s", i > 0 ? ", " : "", j->study->tasks[i].task);
    if (shown < n)
        buf_printf(&text, " and %zu more", n - shown);
    return detach(j, &text);
}

static const char *data_text(struct report_job *j)
{
    char identity[65];
    study_hash(j->study, identity);
    return arena_printf(j->arena, "%zu scored rollouts, sha256 %s", j->study->n_rollouts, identity);
}

static void draw_left_out(struct report_job *j)
{
    struct buf text = { 0 };
    for (size_t i = 0; i < j->study->n_runs; i++) {
        const struct study_run *r = &j->study->runs[i];
        if (r->n_learned_tasks > 0)
            doc_paragraph(j->doc,
                          arena_printf(j->arena,
                                       "Of the %zu tasks of run %.80s %zu count, those it holds "
                                       "out; the others, which it learns from, are left out with "
                                       "their %zu scored rollouts, but for curves of training.",
                                       r->n_cells + r->n_learned_tasks, r->name, r->n_cells,
                                       r->n_learned_rollouts));
    }
    if (j->n_left_out == 0)
        return;
    buf_puts(&text, "Left out, unless --run names them: ");
    for (size_t i = 0; i < j->n_left_out; i++) {
        buf_puts(&text, i > 0 ? ", " : "");
        buf_puts(&text, j->left_out[i]);
    }
    buf_puts(&text, ".");
    doc_paragraph(j->doc, buf_text(&text));
    buf_release(&text);
}

static const char *subtitle(struct report_job *j)
{
    size_t tasks = j->study->n_tasks, runs = j->study->n_runs;
    return arena_printf(j->arena, "%zu task%s, %zu run%s, %zu scored rollouts", tasks,
                        tasks == 1 ? "" : "s", runs, runs == 1 ? "" : "s", j->study->n_rollouts);
}

struct front_tally {
    int64_t n, correct, missing;
    int64_t n_timed, fast, missing_timed; /* of runs with a baseline */
    size_t unjudged;                      /* runs without */
    struct sweep_rate correct_rate, fast_rate;
    bool judged; /* some correct rollout has a speedup, or none is correct */
    double best;
    const struct study_cell *best_cell;
    bool best_is_confirmed;
};

static struct front_tally tally_of(const struct study *s, struct speed_rule rule, double level,
                                   struct arena *arena)
{
    struct front_tally t = { .n = 0 };
    int64_t *n = arena_array(arena, s->n_tasks + 1, sizeof(*n));
    int64_t *correct = arena_array(arena, s->n_tasks + 1, sizeof(*correct));
    int64_t *timed = arena_array(arena, s->n_tasks + 1, sizeof(*timed));
    int64_t *fast = arena_array(arena, s->n_tasks + 1, sizeof(*fast));
    bool *judged = arena_array(arena, s->n_runs + 1, sizeof(*judged));
    for (size_t r = 0; r < s->n_runs; r++) {
        judged[r] = study_is_judged(s, r);
        t.unjudged += judged[r] ? 0 : 1;
        t.missing += (int64_t)s->runs[r].n_unscored;
        t.missing_timed += judged[r] ? (int64_t)s->runs[r].n_unscored : 0;
    }
    for (size_t c = 0; c < s->n_cells; c++) {
        const bool has_baseline = judged[s->cells[c].run];
        for (size_t i = 0; i < s->cells[c].count; i++) {
            const struct study_rollout *r = &s->rollouts[s->cells[c].first + i];
            t.n++;
            t.n_timed += has_baseline ? 1 : 0;
            timed[s->cells[c].task] += has_baseline ? 1 : 0;
            t.correct += r->correct ? 1 : 0;
            t.fast += study_is_fast(r, rule) ? 1 : 0;
            n[s->cells[c].task]++;
            correct[s->cells[c].task] += r->correct ? 1 : 0;
            fast[s->cells[c].task] += study_is_fast(r, rule) ? 1 : 0;
            if (r->correct && isfinite(r->speedup) &&
                (t.best_cell == NULL || study_best_value(r) > t.best)) {
                t.best = study_best_value(r);
                t.best_is_confirmed = r->is_confirmed;
                t.best_cell = &s->cells[c];
            }
        }
    }
    t.judged = t.correct == 0 || t.best_cell != NULL;
    t.correct_rate = sweep_rate_of(correct, n, s->n_tasks, level, arena);
    t.fast_rate = sweep_rate_of(fast, timed, s->n_tasks, level, arena);
    return t;
}

/* What is missing may all have failed, or all have succeeded. */
static void put_share(struct buf *out, int64_t count, int64_t n, int64_t missing,
                      const struct sweep_rate *r, double level)
{
    buf_printf(out, "%lld of %lld (%.1f%%, %g%% interval over tasks, %s, ", (long long)count,
               (long long)n, 100 * (double)count / (double)n, 100 * level, interval_name(r->kind));
    if (isnan(r->ci.low))
        buf_puts(out, "NA for one task)");
    else
        buf_printf(out, "[%.1f, %.1f])", 100 * r->ci.low, 100 * r->ci.high);
    double all = (double)(n + missing);
    if (missing > 0)
        buf_printf(out, ", between %.1f%% and %.1f%% whatever the %lld without a verdict would be",
                   100 * (double)count / all, 100 * (double)(count + missing) / all,
                   (long long)missing);
}

/* For plans without in_short. */
static void draw_tally(struct report_job *j)
{
    struct front_tally t = tally_of(j->study, j->figures.rule, j->figures.level, j->arena);
    struct buf text = { 0 };
    if (t.n == 0) {
        doc_paragraph(j->doc, "No rollout of these runs has a verdict.");
        return;
    }
    buf_puts(&text, "Scored rollouts that are correct: ");
    put_share(&text, t.correct, t.n, t.missing, &t.correct_rate, j->figures.level);
    buf_puts(&text, "; correct with speedup > 1 (strict): ");
    if (t.judged)
        put_share(&text, t.fast, t.n_timed, t.missing_timed, &t.fast_rate, j->figures.level);
    else
        buf_puts(&text, "NA");
    if (t.judged && t.unjudged > 0)
        buf_printf(&text, " without the %zu run%s no baseline beside correct samples", t.unjudged,
                   t.unjudged == 1 ? " that has" : "s that have");
    buf_puts(&text, "; all runs and steps together, rollouts of a task standing together. ");
    if (t.best_cell != NULL)
        buf_printf(&text, "The largest speedup is %s, on task %s by run %.80s%s.",
                   number_rounded(j->arena, t.best, 4), j->study->tasks[t.best_cell->task].task,
                   j->study->runs[t.best_cell->run].name,
                   t.best_is_confirmed ? " (its second timing)"
                                       : " (timed once: the largest of many was also lucky)");
    else
        buf_puts(&text, "No correct rollout was timed beside a baseline.");
    doc_paragraph(j->doc, buf_text(&text));
    buf_release(&text);
}

void job_provenance(struct report_job *j)
{
    const struct doc_pair more[] = { { "Runs", run_list(j) },
                                     { "Tasks", task_list(j) },
                                     { "Data", data_text(j) } };
    doc_heading(j->doc, "Provenance");
    parts_provenance(j->doc, j->arena, j->provenance, more, ARRAY_LEN(more));
    doc_paragraph(j->doc, "This document is drawn from the database by:");
    doc_code(j->doc, parts_report_command(j->arena, j->report->name, j->o, j->provenance));
}

static void draw_terms(struct report_job *j)
{
    struct doc_pair terms[8];
    size_t n = 0;
    terms[n++] = (struct doc_pair){ "rollout", "one answer of a policy to a task, and all that "
                                               "followed: compiling, checking, timing" };
    terms[n++] = (struct doc_pair){ "speedup", "the baseline's median time / the kernel's, of "
                                               "correct kernels alone" };
    terms[n++] = (struct doc_pair){ "fast", "correct, and a speedup above 1; fast_1: the share of "
                                            "fast rollouts, failures in the denominator" };
    for (size_t i = 0; i < j->study->n_runs; i++) {
        if (!study_is_adaptive(&j->study->runs[i]))
            continue;
        terms[n++] = (struct doc_pair){ "step", "how often the policy had been updated; step 0 is "
                                                "the base policy" };
        terms[n++] = (struct doc_pair){ "BoA", "Best of Adaptation: the step with the highest "
                                               "fast_1, cross-fitted where it is compared" };
        break;
    }
    terms[n++] = (struct doc_pair){ "NA", "not available, with its reason; never 0" };
    doc_heading(j->doc, "Terms");
    doc_pairs(j->doc, terms, n);
}

void job_front(struct report_job *j)
{
    doc_title(j->doc, j->title, subtitle(j));
    draw_left_out(j);
    doc_heading(j->doc, "In short");
    if (j->plan->in_short != NULL)
        j->plan->in_short(j);
    else
        draw_tally(j);
    draw_terms(j);
}
