/*
 * report_run.c - everything of one run.
 */
#include "analysis/tables/row_table.h"
#include "reports/report/report_kernel.h"
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const struct part_column task_columns[] = {
    { .name = "task" },
    { .name = "task_name", .heading = "name" },
    REPORT_TALLY_COLUMNS,
};
static const struct part_column step_columns[] = {
    { .name = "step" },
    { .name = "rollouts" },
    { .name = "prompt_tokens" },
    { .name = "completion_tokens" },
    { .name = "teacher_tokens" },
    { .name = "evaluate_seconds", .decimals = 1 },
    { .name = "wall_seconds", .decimals = 1 },
    { .name = "checkpoint", .style = SHOW_HASH },
};
static const struct part_column best_columns[] = {
    REPORT_KERNEL_COLUMNS("task"),
    { .name = "baseline_runtime_us", .heading = "baseline us" },
    { .name = "confirmed_speedup", .heading = "confirmed" },
    REPORT_KERNEL_HASH,
};

static const struct part_column source_columns[] = {
    { .name = "format" },
    { .name = "importer_version", .heading = "importer" },
    { .name = "path" },
    { .name = "sha256", .style = SHOW_HASH },
    { .name = "bytes" },
    { .name = "imported_at" },
    { .name = "n_read", .heading = "read" },
    { .name = "n_stored", .heading = "stored" },
    { .name = "n_duplicate", .heading = "duplicate" },
    { .name = "n_refused", .heading = "refused" },
};

static const struct report_part the_run_parts[] = {
    REPORT_FIGURE("architecture", NULL),
    { .kind = PART_DRAW, .source = "show_run", .draw = job_draw_record },
    { .kind = PART_TABLE,
      .rows = "show_run_config",
      .text = "Settings of the run. Origin: given as an option, from a file, or the default.",
      .none = "The run stored no configuration." },
    { .kind = PART_TABLE,
      .rows = "show_run_sources",
      .text = "Files that the run was read from. Counts are of the records in each.",
      .none = "The run was made here, not imported.",
      REPORT_COLUMNS(source_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_server",
      .text = "What the server of its policy is and can. As it was probed.",
      .none = "" },
};
static REPORT_SECTION(the_run, "The run", WHEN_ALWAYS);

static const struct report_part tally_parts[] = {
    REPORT_TABLE(.rows = "show_run_tasks", "The run by task. " REPORT_TALLY, task_columns),
    { .kind = PART_TABLE,
      .rows = "show_run_steps",
      .text = "The run by step. Tokens and seconds of the ledger; checkpoint: the policy that "
              "sampled.",
      .none = "The run has no ledger of steps.",
      REPORT_COLUMNS(step_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_rewards",
      .text = "Rewards of its rollouts by recipe. n is the column rollouts, all turns and steps; "
              "advantages: rollouts whose advantage an update used; no intervals.",
      .none = "" },
};
static REPORT_SECTION(tally, "Tasks and steps", WHEN_ALWAYS);

static const struct report_part best_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_best",
      .text =
          "The fastest rollout of each task. One row is a rollout, against the baseline timed "
          "beside it; the fastest of all is shown below. confirmed: the speedup when the kernel "
          "was timed again (confirm), which is the one to quote; empty: not confirmed.",
      .none = "No rollout of the run is correct and timed beside a baseline.",
      REPORT_COLUMNS(best_columns) },
    { .kind = PART_DRAW, .source = "show_run_best", .draw = job_draw_kernel },
};
static REPORT_SECTION(best, "The fastest kernels", WHEN_ALWAYS);

static const struct report_section *const sections[] = {
    &the_run,
    &section_runs,
    &tally,
    &section_requests,
    &section_failures,
    &section_fast_p,
    &section_turns,
    &section_conversations,
    &section_scaling,
    &section_trajectory,
    &section_training,
    &section_sharpening,
    &section_scores,
    &section_selection,
    &section_surprisal,
    &section_judges,
    &section_diversity,
    &section_cost,
    &section_timing,
    &section_clocks,
    &section_profiles,
    &section_audit,
    &best,
    NULL,
};

static int find_run(struct report_job *j, struct err *err)
{
    return row_find_run(j->figures.db, j->figures.runs[0], &j->subject_id, err);
}

const struct report_plan plan_run = {
    .title = "Run",
    .keywords = "GPU kernels, run",
    .least_runs = 1,
    .most_runs = 1,
    .sections = sections,
    .prepare = find_run,
};
