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
#include "src/table/table.h"

#define CODE_LINES   30
#define CHANGE_LINES 45

struct best_kernel {
    const char *run, *task;
    int64_t rollout_id, step;
    double speedup;
};

/* task NULL: any. */
static struct best_kernel best_of(struct report_job *j, const struct run_set *set, const char *task)
{
    const struct ttt_data *t = j->own;
    struct best_kernel best = { .run = NULL };
    for (size_t i = 0; i < set->n_runs; i++) {
        const char *run = t->study->runs[set->runs[i]].name;
        int64_t id = 0;
        struct table rows;
        struct err none = { 0 };
        if (row_find_run(j->figures.db, run, &id, &none) < 0 ||
            !job_rows(j, "show_run_best", id, &rows))
            continue;
        size_t task_at = job_column(&rows, "task"), speed_at = job_column(&rows, "speedup");
        for (size_t r = 0; r < rows.n_rows; r++) {
            const struct cell *c = &rows.cells[r * rows.n_columns];
            if ((task != NULL && strcmp(c[task_at].text, task) != 0) ||
                (best.run != NULL && c[speed_at].real <= best.speedup))
                continue;
            best = (struct best_kernel){ run, c[task_at].text, c[job_column(&rows, "rollout_id")].i,
                                         c[job_column(&rows, "step")].i, c[speed_at].real };
        }
    }
    return best;
}

static void draw_kernel(struct report_job *j, const char *method, const struct best_kernel *k,
                        const char *code)
{
    doc_paragraph(j->doc,
                  arena_printf(j->arena,
                               "Fastest of %s: %.3g times the baseline's speed on task %s (run "
                               "%.60s, step %lld, rollout %lld).",
                               method, k->speedup, k->task, k->run, (long long)k->step,
                               (long long)k->rollout_id));
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
                                         "text (%.3g times the baseline's speed there)."
                                       : "Lines with - stand in the fastest kernel of best-of-n on "
                                         "task %s alone (%.3g times the baseline's speed), lines "
                                         "with + in that of ttt:",
                               to->task, from->speedup));
    diff_put_whole(&diff, before, strlen(before), after, strlen(after));
    doc_listing(j->doc, is_same ? after : buf_text(&diff), is_same ? CODE_LINES : CHANGE_LINES);
    buf_release(&diff);
}

void ttt_best_kernels(struct report_job *j, const struct report_part *p)
{
    (void)p;
    const struct ttt_data *t = j->own;
    struct best_kernel base = best_of(j, &t->bon, NULL), adapted = best_of(j, &t->ttt, NULL);
    doc_paragraph(j->doc, base.run == NULL && adapted.run == NULL
                              ? "No correct kernel was timed beside a baseline."
                              : "The largest of many noisy measurements is too large: a speedup "
                                "that is to be quoted is measured again, by rollbook confirm "
                                "--run NAME; a second value stands here instead of the first.");
    if (base.run != NULL)
        draw_kernel(j, "best-of-n", &base, job_code(j, base.rollout_id));
    if (adapted.run == NULL)
        return;
    struct best_kernel same = best_of(j, &t->bon, adapted.task);
    const char *code = job_code(j, adapted.rollout_id);
    const char *before = same.run == NULL ? NULL : job_code(j, same.rollout_id);
    bool is_compared = code != NULL && before != NULL;
    draw_kernel(j, "ttt", &adapted, is_compared ? NULL : code);
    if (is_compared)
        draw_change(j, &same, &adapted, before, code);
}
