/*
 * report_run.c - everything of one run.
 */

#include "analysis/tables/picks/table_judge.h"
#include "analysis/tables/row_table.h"
#include "reports/report/report_answer.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"

static const struct part_column task_columns[] = { COLUMN("task"), COLUMN_AS("task_name", "name"),
                                                   REPORT_TALLY_COLUMNS };
static const struct part_column step_columns[] = {
    COLUMN("step"),           COLUMN("rollouts"),
    COLUMN("prompt_tokens"),  COLUMN("completion_tokens"),
    COLUMN("teacher_tokens"), REAL("evaluate_seconds", 1),
    REAL("wall_seconds", 1),  { .name = "checkpoint", .style = SHOW_HASH }
};
static const struct part_column best_columns[] = { REPORT_KERNEL_COLUMNS("task"),
                                                   COLUMN_AS("baseline_runtime_us", "baseline us"),
                                                   COLUMN_AS("confirmed_speedup", "confirmed"),
                                                   REPORT_KERNEL_HASH };

static const struct part_column source_columns[] = { COLUMN("format"),
                                                     COLUMN_AS("importer_version", "importer"),
                                                     COLUMN("path"),
                                                     { .name = "sha256", .style = SHOW_HASH },
                                                     COLUMN("bytes"),
                                                     COLUMN("imported_at"),
                                                     COLUMN_AS("n_read", "read"),
                                                     COLUMN_AS("n_stored", "stored"),
                                                     COLUMN_AS("n_duplicate", "duplicate"),
                                                     COLUMN_AS("n_refused", "refused") };

static const struct report_part the_run_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_given",
      .text = "Settings that were given. The others are the defaults; rollbook show run lists all.",
      .none = "All settings of the run are defaults, or it stored none." },
    REPORT_FIGURE("architecture", NULL),
    { .kind = PART_DRAW, .source = "show_run", .draw = job_draw_record },
    { .kind = PART_TABLE,
      .rows = "show_run_sources",
      .text = "Files that the run was read from. Counts are of the records in each.",
      .none = "The run was made here, not imported.",
      REPORT_COLUMNS(source_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_server",
      .text = "The server of its policy and its abilities, as probed.",
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
      .text = "Rewards of its rollouts by recipe. n is the column rollouts, all turns and steps. "
              "advantages: rollouts whose advantage an update used. No intervals.",
      .none = "" },
};
static REPORT_SECTION(tally, "Tasks and steps", WHEN_ALWAYS);

static const struct report_part best_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_best",
      .text =
          "The fastest rollout of each task. One row is a rollout, against the baseline timed in "
          "the same evaluation; the fastest of all is shown below. confirmed: the speedup when the "
          "kernel was timed again (confirm), which is the value to quote. Empty: not confirmed.",
      .none = "No rollout of the run is correct and timed with a baseline.",
      REPORT_COLUMNS(best_columns) },
    { .kind = PART_DRAW, .source = "show_run_best", .draw = job_draw_kernel },
};
static REPORT_SECTION(best, "The fastest kernels", WHEN_ALWAYS);

static const struct report_section *const sections[] = {
    &the_run,
    &section_runs,
    &tally,
    &best,
    &section_requests,
    &section_failures,
    &section_fast_p,
    &section_turns,
    &section_conversations,
    &section_trajectory,
    &section_training,
    &section_scores,
    &section_judges,
    &section_cost,
    &section_timing,
    &section_clocks,
    &section_profiles,
    &section_audit,
    NULL,
};

static int find_run(struct report_job *j, struct err *err)
{
    return row_find_run(j->figures.db, j->figures.runs[0], &j->subject_id, err);
}

const struct report_plan plan_run = {
    .title = "Run",
    .keywords = "GPU kernels, run",
    .answer = answer_run,
    .picture = "fast-p",
    .is_short = true,
    .least_runs = 1,
    .most_runs = 1,
    .sections = sections,
    .prepare = find_run,
};

/*
 * Sections of one run for which there are rows.
 */

static const struct part_column request_columns[] = { COLUMN("dialect"),
                                                      COLUMN("path"),
                                                      COLUMN("ended"),
                                                      COLUMN("status"),
                                                      COLUMN("requests"),
                                                      COLUMN("rollouts"),
                                                      COLUMN("repeated"),
                                                      REAL_AS("mean_first_byte_ms",
                                                              "first byte, mean ms", 1),
                                                      REAL_AS("mean_total_ms", "mean ms", 1),
                                                      REAL_AS("max_total_ms", "max ms", 1),
                                                      COLUMN("example") };
static const struct report_part section_requests_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_requests",
      .text = "Requests by how they ended. n is the column requests, every try counted. rollouts: "
              "completions that became rollouts. repeated: second and later tries of a sample; a "
              "dialect is named where a proxy passed the request on. No intervals.",
      REPORT_COLUMNS(request_columns) },
};
REPORT_SECTION_OF_ROWS(section_requests, "Requests", "show_run_requests");

static const struct part_column turn_columns[] = {
    COLUMN("turn"),   COLUMN("rollouts"),      COLUMN("compiled"),      COLUMN("correct"),
    COLUMN("faster"), REAL("best_speedup", 2), COLUMN("prompt_tokens"), COLUMN("completion_tokens")
};
static const struct report_part section_conversations_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_turns",
      .text = "The run by turn. Counts of rollouts, all steps. faster: correct with speedup > 1 "
              "(strict). tokens: sums over the turn.",
      REPORT_COLUMNS(turn_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_conversations",
      .text = "How the conversations ended. n is the column conversations. context: the next turn "
              "did not fit. tokens: the budget was spent. with turns left out: some turn was not "
              "shown all that came before it." },
};
REPORT_SECTION_OF_ROWS(section_conversations, "Conversations", "show_run_conversations");

static const struct part_column score_columns[] = {
    COLUMN("model"),         { .name = "checkpoint", .style = SHOW_HASH },
    COLUMN("role"),          COLUMN("temperature"),
    COLUMN("semantics"),     COLUMN("aligned_by"),
    COLUMN("rollouts"),      COLUMN("tokens"),
    REAL("mean_logprob", 4), REAL_AS("mean_logprob_as_sampled", "as sampled", 4)
};
static const struct report_part section_scores_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_scores",
      .text = "Log-probabilities under other checkpoints. Mean a token, natural log, over the "
              "tokens of the n rollouts of the column rollouts. as sampled: of the same rollouts "
              "when they were drawn. No intervals.",
      REPORT_COLUMNS(score_columns) },
};
REPORT_SECTION_OF_ROWS(section_scores, "Scored again", "show_run_scores");

static const struct part_column judge_columns[] = { COLUMN("judge"),
                                                    COLUMN("template"),
                                                    { .name = "setup", .style = SHOW_HASH },
                                                    COLUMN("judged"),
                                                    COLUMN("malformed"),
                                                    COLUMN("requests"),
                                                    REAL_AS("mean_correctness", "correct: mean", 3),
                                                    REAL_AS("mean_compilability", "compiles: mean",
                                                            3),
                                                    REAL_AS("mean_speed", "fast: mean", 3),
                                                    COLUMN("prompt_tokens"),
                                                    COLUMN("completion_tokens") };
static const struct part_column measure_columns[] = { COLUMN("judge"),
                                                      COLUMN("question"),
                                                      COLUMN("measure"),
                                                      REAL("value", 4),
                                                      BOUNDS("ci_low", "95%", "ci_high"),
                                                      REAL("expected", 4),
                                                      COLUMN("p"),
                                                      COLUMN("n"),
                                                      COLUMN_AS("n_event", "events"),
                                                      COLUMN_AS("n_tasks", "tasks") };
static const struct part_column confusion_columns[] = { COLUMN("judge"),
                                                        COLUMN("question"),
                                                        COLUMN("event"),
                                                        COLUMN("n"),
                                                        COLUMN("tp"),
                                                        COLUMN("fp"),
                                                        COLUMN("fn"),
                                                        COLUMN("tn"),
                                                        COLUMN("measure"),
                                                        REAL("value", 3),
                                                        BOUNDS("ci_low", "95%", "ci_high"),
                                                        COLUMN("of") };
static const struct part_column rank_columns[] = { COLUMN("judge"),
                                                   COLUMN("scope"),
                                                   REAL("rho", 3),
                                                   BOUNDS("ci_low", "95%", "ci_high"),
                                                   COLUMN("p"),
                                                   COLUMN("n"),
                                                   COLUMN_AS("n_tasks", "tasks") };
static const struct report_part section_judges_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_judges",
      .text = "The judges and their statements. n is the column judged. malformed: no readable "
              "answer, not in the means. The means are of stated chances, 0 to 1, over the other "
              "rollouts. No intervals.",
      REPORT_COLUMNS(judge_columns) },
    REPORT_TABLE(TABLE_AS_IS(judge),
                 "Do the judges' statements come true? n: rollouts with a judge's score and a "
                 "verdict, the denominator. events: rollouts that are correct, compile or are "
                 "fast. interval: {interval}. expected and p: were every statement true.",
                 measure_columns),
    REPORT_TABLE(TABLE_ASK(judge, .part = JUDGE_CONFUSION),
                 "Yes and no of the judges against the evaluator. Stated above 0.5 is yes. of: the "
                 "denominator of the measure. interval: {interval}.",
                 confusion_columns),
    REPORT_TABLE(TABLE_ASK(judge, .part = JUDGE_RANK),
                 "Stated speed against measured speedup. Spearman's rho. n: correct, timed "
                 "rollouts. interval within tasks: {interval}.",
                 rank_columns),
};
REPORT_SECTION_OF_ROWS(section_judges, "Judges", "show_run_judges");

static const struct report_part section_clocks_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_clocks",
      .text =
          "Clocks of the device during the timings. n is the column timings, whose clock was read "
          "after every sample; samples that ran while the clock was reduced were measured again." },
};
REPORT_SECTION_OF_ROWS(section_clocks, "Clocks", "show_run_clocks");

static const struct part_column profile_columns[] = {
    COLUMN("task"),
    COLUMN("step"),
    COLUMN("turn"),
    COLUMN("sample"),
    COLUMN_AS("runtime_us", "us"),
    COLUMN("kernels"),
    COLUMN_AS("launches_us", "launches us"),
    COLUMN("bound"),
    PERCENT_AS("speed_of_light", "of the roofline %", 1),
    COLUMN("dram_bytes"),
    PERCENT_AS("dram_share", "of the memory's rate %", 1),
    COLUMN("executed_flops"),
    COLUMN("matrix_instructions"),
    COLUMN("why_not_counted")
};
static const struct part_column kernel_columns[] = { COLUMN("task"),
                                                     COLUMN("kernel"),
                                                     COLUMN("evaluations"),
                                                     COLUMN("launches"),
                                                     REAL("mean_us", 2),
                                                     COLUMN("registers"),
                                                     COLUMN("shared_bytes"),
                                                     COLUMN("local_bytes"),
                                                     PERCENT_AS("occupancy", "occupancy %", 1),
                                                     PERCENT_AS("issue", "issue %", 1) };
static const struct report_part section_profiles_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_profiles",
      .text = "Profiled rollouts under the roofline. One row is an evaluation; the least time that "
              "the task's traffic and operations take on the device, by the runtime. No intervals.",
      REPORT_COLUMNS(profile_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_kernels",
      .text = "Kernels that the profiled rollouts launched. n is the column launches; occupancy "
              "and issue are means over launches, registers and bytes the largest.",
      .none = "",
      REPORT_COLUMNS(kernel_columns) },
};
REPORT_SECTION_OF_ROWS(section_profiles, "Profiles", "show_run_profiles");
