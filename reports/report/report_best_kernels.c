/* report_best_kernels.c - the fastest kernel of each method, and what an adapted policy changed. */
#include <math.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "reports/doc/doc.h"
#include "reports/report/report_kernel.h"
#include "reports/report/ttt_vs_bon.h"
#include "src/base/buf.h"
#include "src/base/diff.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/table/table.h"

#define CODE_LINES   30
#define CHANGE_LINES 45

struct best_kernel {
    const char *run; /* NULL: none */
    const char *task;
    const struct study_rollout *sample;
    double speedup; /* of the second timing, if there is one */
};

/* Of one task, or of any with task NULL. */
static struct best_kernel best_of(const struct run_set *set, const char *task)
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
                if (speedup > (best.run == NULL ? 0 : best.speedup))
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
    int rc = row_find_sample(j->figures.db, k->run, k->task, k->sample->step, k->sample->sample,
                             &id, &none);
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

/* The kernel and what it changes in one listing. */
static void draw_change(struct report_job *j, const struct best_kernel *from,
                        const struct best_kernel *to, const char *before, const char *after)
{
    struct buf diff = { 0 };
    bool is_same = strcmp(before, after) == 0;
    doc_paragraph(j->doc,
                  arena_printf(j->arena,
                               is_same ? "The fastest kernel of best-of-n on task %s is the same "
                                         "text (%s times the baseline's speed there)."
                                       : "Lines with - stand in the fastest kernel of best-of-n on "
                                         "task %s alone (%s times the baseline's speed), lines "
                                         "with + in that of ttt:",
                               to->task, number_rounded(j->arena, from->speedup, 3)));
    diff_put_whole(&diff, before, strlen(before), after, strlen(after));
    doc_listing(j->doc, is_same ? after : buf_text(&diff), is_same ? CODE_LINES : CHANGE_LINES);
    buf_release(&diff);
}

void ttt_best_kernels(struct report_job *j, const struct report_part *p)
{
    (void)p;
    const struct ttt_data *t = j->own;
    struct best_kernel base = best_of(&t->bon, NULL), adapted = best_of(&t->ttt, NULL);
    doc_paragraph(j->doc, base.run == NULL && adapted.run == NULL
                              ? "No correct kernel was timed beside a baseline."
                              : "The largest of many noisy measurements is too large: a speedup "
                                "that is to be quoted is measured again, by rollbook confirm "
                                "--run NAME; a second value stands here instead of the first.");
    if (base.run != NULL) {
        int64_t id = rollout_of(j, &base);
        draw_kernel(j, "best-of-n", &base, id, job_code(j, id));
    }
    if (adapted.run == NULL)
        return;
    struct best_kernel same = best_of(&t->bon, adapted.task);
    int64_t id = rollout_of(j, &adapted);
    const char *code = job_code(j, id);
    const char *before = same.run == NULL ? NULL : job_code(j, rollout_of(j, &same));
    bool is_compared = code != NULL && before != NULL;
    draw_kernel(j, "ttt", &adapted, id, is_compared ? NULL : code);
    if (is_compared)
        draw_change(j, &same, &adapted, before, code);
}
