/* report_run_rows.c - sections of one run for which there are rows. */
#include "analysis/tables/picks/table_judge.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"

static const struct part_column request_columns[] = {
    { .name = "dialect" },
    { .name = "path" },
    { .name = "ended" },
    { .name = "status" },
    { .name = "requests" },
    { .name = "rollouts" },
    { .name = "repeated" },
    { .name = "mean_first_byte_ms", .heading = "first byte, mean ms", .decimals = 1 },
    { .name = "mean_total_ms", .heading = "mean ms", .decimals = 1 },
    { .name = "max_total_ms", .heading = "max ms", .decimals = 1 },
    { .name = "example" },
};
static const struct report_part section_requests_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_requests",
      .text = "Requests by how they ended. n is the column requests, every try counted; rollouts: "
              "completions that became rollouts; repeated: second and later tries of a sample; a "
              "dialect is named where a proxy passed the request on; no intervals.",
      REPORT_COLUMNS(request_columns) },
};
REPORT_SECTION_OF_ROWS(section_requests, "Requests", "show_run_requests");

static const struct part_column turn_columns[] = {
    { .name = "turn" },          { .name = "rollouts" },
    { .name = "compiled" },      { .name = "correct" },
    { .name = "faster" },        { .name = "best_speedup", .decimals = 2 },
    { .name = "prompt_tokens" }, { .name = "completion_tokens" },
};
static const struct report_part section_conversations_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_turns",
      .text = "The run by turn. Counts of rollouts, all steps; faster: correct with speedup > 1 "
              "(strict); tokens: sums over the turn.",
      REPORT_COLUMNS(turn_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_conversations",
      .text = "How the conversations ended. n is the column conversations; context: the next turn "
              "did not fit; tokens: the budget was spent; with turns left out: some turn was not "
              "shown all that came before it." },
};
REPORT_SECTION_OF_ROWS(section_conversations, "Conversations", "show_run_conversations");

static const struct part_column score_columns[] = {
    { .name = "model" },
    { .name = "checkpoint", .style = SHOW_HASH },
    { .name = "role" },
    { .name = "temperature" },
    { .name = "semantics" },
    { .name = "aligned_by" },
    { .name = "rollouts" },
    { .name = "tokens" },
    { .name = "mean_logprob", .decimals = 4 },
    { .name = "mean_logprob_as_sampled", .heading = "as sampled", .decimals = 4 },
};
static const struct report_part section_scores_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_scores",
      .text = "Log-probabilities under other checkpoints. Mean a token, natural log, over the "
              "tokens of the n rollouts of the column rollouts; as sampled: of the same rollouts "
              "when they were drawn; no intervals.",
      REPORT_COLUMNS(score_columns) },
};
REPORT_SECTION_OF_ROWS(section_scores, "Scored again", "show_run_scores");

static const struct part_column judge_columns[] = {
    { .name = "judge" },
    { .name = "template" },
    { .name = "setup", .style = SHOW_HASH },
    { .name = "judged" },
    { .name = "malformed" },
    { .name = "requests" },
    { .name = "mean_correctness", .heading = "correct: mean", .decimals = 3 },
    { .name = "mean_compilability", .heading = "compiles: mean", .decimals = 3 },
    { .name = "mean_speed", .heading = "fast: mean", .decimals = 3 },
    { .name = "prompt_tokens" },
    { .name = "completion_tokens" },
};
static const struct part_column measure_columns[] = {
    { .name = "judge" },
    { .name = "question" },
    { .name = "measure" },
    { .name = "value", .decimals = 4 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "expected", .decimals = 4 },
    { .name = "p" },
    { .name = "n" },
    { .name = "n_event", .heading = "events" },
    { .name = "n_tasks", .heading = "tasks" },
};
static const struct part_column confusion_columns[] = {
    { .name = "judge" },
    { .name = "question" },
    { .name = "event" },
    { .name = "n" },
    { .name = "tp" },
    { .name = "fp" },
    { .name = "fn" },
    { .name = "tn" },
    { .name = "measure" },
    { .name = "value", .decimals = 3 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "of" },
};
static const struct part_column rank_columns[] = {
    { .name = "judge" },
    { .name = "scope" },
    { .name = "rho", .decimals = 3 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "p" },
    { .name = "n" },
    { .name = "n_tasks", .heading = "tasks" },
};
static const struct report_part section_judges_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_judges",
      .text = "Who judged the rollouts and what they said. n is the column judged; malformed: no "
              "answer could be read, in no mean; the means are of stated chances, 0 to 1, over the "
              "others; no intervals.",
      REPORT_COLUMNS(judge_columns) },
    REPORT_TABLE(TABLE_AS_IS(judge),
                 "Do the judges' statements come true? n: rollouts that were judged and evaluated, "
                 "the denominator; events: those of them that are correct, compile or are fast; "
                 "bootstrap interval over tasks; expected and p: were every statement true.",
                 measure_columns),
    REPORT_TABLE(TABLE_ASK(judge, .part = JUDGE_CONFUSION),
                 "Yes and no of the judges against the evaluator. Stated above 0.5 is yes; of: the "
                 "denominator of the measure; Wilson interval over rollouts.",
                 confusion_columns),
    REPORT_TABLE(TABLE_ASK(judge, .part = JUDGE_RANK),
                 "Stated speed against measured speedup. Spearman's rho; n: correct, timed "
                 "rollouts; Fisher-z interval within tasks.",
                 rank_columns),
};
REPORT_SECTION_OF_ROWS(section_judges, "Judges", "show_run_judges");

static const struct report_part section_clocks_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_clocks",
      .text = "Clocks of the device during the timings. n is the column timings, whose clock was "
              "read after every sample; samples that ran while it was held back were measured "
              "again." },
};
REPORT_SECTION_OF_ROWS(section_clocks, "Clocks", "show_run_clocks");

static const struct part_column profile_columns[] = {
    { .name = "task" },
    { .name = "step" },
    { .name = "turn" },
    { .name = "sample" },
    { .name = "runtime_us", .heading = "us" },
    { .name = "kernels" },
    { .name = "launches_us", .heading = "launches us" },
    { .name = "bound" },
    { .name = "speed_of_light",
      .heading = "of the roofline %",
      .style = SHOW_PERCENT,
      .decimals = 1 },
    { .name = "dram_bytes" },
    { .name = "dram_share",
      .heading = "of the memory's rate %",
      .style = SHOW_PERCENT,
      .decimals = 1 },
    { .name = "executed_flops" },
    { .name = "matrix_instructions" },
    { .name = "why_not_counted" },
};
static const struct part_column kernel_columns[] = {
    { .name = "task" },
    { .name = "kernel" },
    { .name = "evaluations" },
    { .name = "launches" },
    { .name = "mean_us", .decimals = 2 },
    { .name = "registers" },
    { .name = "shared_bytes" },
    { .name = "local_bytes" },
    { .name = "occupancy", .heading = "occupancy %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "issue", .heading = "issue %", .style = SHOW_PERCENT, .decimals = 1 },
};
static const struct report_part section_profiles_parts[] = {
    { .kind = PART_TABLE,
      .rows = "show_run_profiles",
      .text = "Profiled rollouts under the roofline. One row is an evaluation; the least time that "
              "the task's traffic and operations take on the device, by the runtime; no intervals.",
      REPORT_COLUMNS(profile_columns) },
    { .kind = PART_TABLE,
      .rows = "show_run_kernels",
      .text = "Kernels that the profiled rollouts launched. n is the column launches; occupancy "
              "and issue are means over launches, registers and bytes the largest.",
      .none = "",
      REPORT_COLUMNS(kernel_columns) },
};
REPORT_SECTION_OF_ROWS(section_profiles, "Profiles", "show_run_profiles");
