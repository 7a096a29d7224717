/*
 * report_task.c - one task in depth: every run, the fastest kernel.
 */
#include <string.h>

#include "analysis/tables/compare/table_beside.h"
#include "analysis/tables/row_table.h"
#include "analysis/tables/table_trajectory.h"
#include "reports/doc/doc.h"
#include "reports/report/report_answer.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"
#include "src/table/table.h"

static const struct part_column run_columns[] = { COLUMN("run"), REPORT_TALLY_COLUMNS };
static const struct part_column trajectory_columns[] = { COLUMN("run"),
                                                         COLUMN("step"),
                                                         COLUMN("n"),
                                                         COLUMN_AS("count", "fast"),
                                                         PERCENT_AS("fast_1", "fast_1 %", 1),
                                                         COLUMN_AS("task_oracle", "best step") };
static const struct part_column best_columns[] = { REPORT_KERNEL_COLUMNS("run"), COLUMN("baseline"),
                                                   COLUMN_AS("confirmed_speedup", "confirmed"),
                                                   REPORT_KERNEL_HASH };

static const struct report_part the_task_parts[] = {
    { .kind = PART_DRAW, .source = "show_task", .draw = job_draw_record },
    { .kind = PART_TABLE,
      .rows = "show_task_baselines",
      .text = "Stored baselines of the task.",
      .none = "No baseline of this task is stored: each speedup is against the baseline timed in "
              "the same evaluation." },
};
static REPORT_SECTION(the_task, "The task", WHEN_ALWAYS);

static const struct report_part results_parts[] = {
    REPORT_TABLE(.rows = "show_task_runs",
                 "Results of each run on the task. " REPORT_TALLY " All runs of the database.",
                 run_columns),
    REPORT_FIGURE("speedup-ecdf", NULL),
    { .kind = PART_TABLE,
      TABLE_AS_IS(trajectory),
      .judged = true,
      .text =
          "Share of fast samples by step. n: samples of the step, the denominator. No intervals.",
      REPORT_COLUMNS(trajectory_columns),
      .only = "task",
      .is = PART_THE_TASK },
};
static REPORT_SECTION(results, "Results", WHEN_ALWAYS);

static const struct report_part best_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_task_best",
      .text = "The fastest rollouts of the task. One row is a rollout, against the baseline timed "
              "in the same evaluation; all runs of the database, at most 10. confirmed: the "
              "speedup when the kernel was timed again (confirm), which is the value to quote. "
              "Empty: not confirmed.",
      .none = "No rollout of the task is correct and timed with a baseline.",
      REPORT_COLUMNS(best_columns) },
    { .kind = PART_DRAW, .source = "show_task_best", .draw = job_draw_kernel },
};
static REPORT_SECTION(best, "The fastest kernel", WHEN_ALWAYS);

static const struct part_column beside_columns[] = { COLUMN_AS("line_right", "line"),
                                                     COLUMN("right"), COLUMN("mark"),
                                                     COLUMN("wrong"),
                                                     COLUMN_AS("line_wrong", "line ") };

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
        .text = "The fastest correct kernel and the closest wrong kernel, by number of different "
                "lines. Lines that both have are left out.",
        REPORT_COLUMNS(beside_columns),
    };
    job_table(j, &part);
}

static const struct report_part beside_parts[] = { REPORT_DRAW(draw_beside) };
static REPORT_SECTION(beside, "A correct and a wrong kernel", WHEN_ALWAYS);

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
    .answer = answer_rollouts,
    .picture = "task-scatter",
    .least_runs = 1,
    .needs_rollouts = true,
    .needs_task = true,
    .sections = sections,
    .prepare = choose_task,
};

#define CODE_LINES 400
#define LOG_LINES  60

static const char *value_text(struct report_job *j, const struct cell *c)
{
    switch (c->kind) {
    case CELL_NA:
        return NULL;
    case CELL_TEXT:
    case CELL_JSON:
        return c->text;
    case CELL_INT:
        return arena_printf(j->arena, "%lld", (long long)c->i);
    case CELL_REAL:
        return arena_printf(j->arena, "%.6g", c->real);
    case CELL_BOOL:
        return c->i != 0 ? "yes" : "no";
    }
    return NULL;
}

static bool is_elsewhere(const char *name)
{
    static const char *const names[] = { "config", "argv", "libraries", "extra" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

static void draw_record(struct report_job *j, const char *query, int64_t id)
{
    struct table t;
    size_t n = 0;
    if (!job_rows(j, query, id, &t))
        return;
    struct doc_pair *pairs = arena_array(j->arena, t.n_columns, sizeof(*pairs));
    for (size_t i = 0; i < t.n_columns; i++) {
        const char *value = value_text(j, &t.cells[i]);
        if (value != NULL && value[0] != '\0' && !is_elsewhere(t.columns[i].name))
            pairs[n++] = (struct doc_pair){ t.columns[i].name, value };
    }
    doc_pairs(j->doc, pairs, n);
}

void job_draw_record(struct report_job *j, const struct report_part *p)
{
    draw_record(j, p->source, j->subject_id);
}

/* NULL without a row. */
static const char *text_of(struct report_job *j, const char *query, int64_t id)
{
    struct table t;
    if (!job_rows(j, query, id, &t) || t.cells[0].kind != CELL_TEXT || t.cells[0].text[0] == '\0')
        return NULL;
    return t.cells[0].text;
}

const char *job_code(struct report_job *j, int64_t rollout_id)
{
    return text_of(j, "show_rollout_code", rollout_id);
}

static const struct part_column timing_columns[] = { COLUMN("subject"),
                                                     COLUMN("baseline"),
                                                     COLUMN("method"),
                                                     COLUMN_AS("n_samples", "n"),
                                                     COLUMN("statistic"),
                                                     COLUMN_AS("runtime_us", "us"),
                                                     COLUMN_AS("min_us", "min us"),
                                                     COLUMN_AS("max_us", "max us"),
                                                     COLUMN_AS("std_us", "std us") };

static void draw_rows(struct report_job *j, const struct report_part *p, int64_t id)
{
    int64_t subject = j->subject_id;
    j->subject_id = id;
    job_table(j, p);
    j->subject_id = subject;
}

static void draw_kernel(struct report_job *j, int64_t rollout_id)
{
    static const struct report_part timing = {
        .kind = PART_TABLE,
        .rows = "show_rollout_timing",
        .text = "Timing of this rollout. n: samples of the statistic; min, max and standard "
                "deviation of the same samples.",
        .none = "This rollout was not timed.",
        REPORT_COLUMNS(timing_columns),
    };
    static const struct report_part evidence = {
        .kind = PART_TABLE,
        .rows = "show_rollout_evidence",
        .text = "Evidence of its evaluation. Each check with its value and bound.",
        .none = "Its evaluation left no evidence rows."
    };
    draw_record(j, "show_rollout", rollout_id);
    draw_rows(j, &timing, rollout_id);
    draw_rows(j, &evidence, rollout_id);
    const char *code = job_code(j, rollout_id);
    const char *log = text_of(j, "show_rollout_log", rollout_id);
    if (code != NULL) {
        doc_paragraph(j->doc, "The kernel file as it was evaluated:");
        doc_listing(j->doc, code, CODE_LINES);
    } else {
        doc_paragraph(j->doc, "Its code is not stored.");
    }
    if (log != NULL) {
        doc_paragraph(j->doc, "Message of the compiler:");
        doc_listing(j->doc, log, LOG_LINES);
    }
}

void job_draw_kernel(struct report_job *j, const struct report_part *p)
{
    struct table rows;
    if (job_rows(j, p->source, j->subject_id, &rows))
        draw_kernel(j, rows.cells[0].i);
}
