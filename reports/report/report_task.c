/* report_task.c - one task in depth: every run, the fastest kernel. */
#include <string.h>

#include "analysis/tables/compare/table_beside.h"
#include "analysis/tables/row_table.h"
#include "analysis/tables/table_trajectory.h"
#include "reports/report/report_kernel.h"
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"

static const struct part_column run_columns[] = {
    { .name = "run" },
    REPORT_TALLY_COLUMNS,
};
static const struct part_column trajectory_columns[] = {
    { .name = "run" },
    { .name = "step" },
    { .name = "n" },
    { .name = "count", .heading = "fast" },
    { .name = "fast_1", .heading = "fast_1 %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "task_oracle", .heading = "best step" },
};
static const struct part_column best_columns[] = {
    REPORT_KERNEL_COLUMNS("run"),
    { .name = "baseline" },
    { .name = "confirmed_speedup", .heading = "confirmed" },
    REPORT_KERNEL_HASH,
};

static const struct report_part the_task_parts[] = {
    { .kind = PART_DRAW, .source = "show_task", .draw = job_draw_record },
    { .kind = PART_TABLE,
      .rows = "show_task_baselines",
      .text = "Stored baselines of the task.",
      .none = "No baseline of this task is stored: speedups are against the one that was timed "
              "beside each candidate." },
};
static REPORT_SECTION(the_task, "The task", WHEN_ALWAYS);

static const struct report_part results_parts[] = {
    REPORT_TABLE(.rows = "show_task_runs",
                 "What each run made of the task. " REPORT_TALLY " All runs of the database.",
                 run_columns),
    REPORT_FIGURE("speedup-ecdf", NULL),
    { .kind = PART_TABLE,
      TABLE_AS_IS(trajectory),
      .judged = true,
      .text = "Share of fast samples by step. n: samples of the step, the denominator; no "
              "intervals.",
      REPORT_COLUMNS(trajectory_columns),
      .only = "task",
      .is = PART_THE_TASK },
};
static REPORT_SECTION(results, "Results", WHEN_ALWAYS);

static const struct report_part best_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_task_best",
      .text = "The fastest rollouts of the task. One row is a rollout, against the baseline timed "
              "beside it; all runs of the database, at most 10. confirmed: the speedup when the "
              "kernel was timed again (confirm), which is the one to quote; empty: not confirmed.",
      .none = "No rollout of the task is correct and timed beside a baseline.",
      REPORT_COLUMNS(best_columns) },
    { .kind = PART_DRAW, .source = "show_task_best", .draw = job_draw_kernel },
};
static REPORT_SECTION(best, "The fastest kernel", WHEN_ALWAYS);

static const struct part_column beside_columns[] = {
    { .name = "line_right", .heading = "line" },
    { .name = "right" },
    { .name = "mark" },
    { .name = "wrong" },
    { .name = "line_wrong", .heading = "line " },
};

static void draw_beside(struct report_job *j, const struct report_part *p)
{
    (void)p;
    struct table_beside_options *o = arena_alloc(j->arena, sizeof(*o));
    *o = (struct table_beside_options){ STANDARD_beside };
    o->task = j->task;
    const struct report_part part = {
        .kind = PART_TABLE,
        .table = &table_beside,
        .options = o,
        .text = "The fastest right kernel beside a wrong one. Of the wrong ones the one that "
                "differs from it in the fewest lines; lines that both have are left out.",
        REPORT_COLUMNS(beside_columns),
    };
    job_table(j, &part);
}

static const struct report_part beside_parts[] = { REPORT_DRAW(draw_beside) };
static REPORT_SECTION(beside, "A right kernel beside a wrong one", WHEN_ALWAYS);

static const struct report_section *const sections[] = {
    &the_task, &results, &section_task_failures, &section_task_timing, &best, &beside, NULL,
};

/* The study is about the chosen task alone from then on. */
static int choose_task(struct report_job *j, struct err *err)
{
    size_t task = 0;
    j->task = j->o->task;
    if (j->task == NULL && j->study->n_tasks != 1)
        return err_set(err, ERR_USAGE, "report task is about one task of %zu: name it by --task",
                       j->study->n_tasks);
    if (j->task == NULL)
        j->task = j->study->tasks[0].task;
    while (task < j->study->n_tasks && strcmp(j->study->tasks[task].task, j->task) != 0)
        task++;
    if (task == j->study->n_tasks)
        return err_set(err, ERR_NOMATCH, "no run has a task %s", j->task);
    struct study *one = arena_alloc(j->arena, sizeof(*one));
    *one = study_of_task(j->study, task, j->arena);
    j->study = j->figures.study = one;
    j->figures.task = j->task;
    return row_find_task(j->figures.db, j->task, &j->subject_id, err);
}

const struct report_plan plan_task = {
    .title = "Task",
    .keywords = "GPU kernels, task",
    .least_runs = 1,
    .needs_rollouts = true,
    .needs_task = true,
    .sections = sections,
    .prepare = choose_task,
};
