/*
 * report_plans.c - the table of reports, and the plans that only list sections.
 */
#include <string.h>

#include "reports/report/report_answer.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"

static const struct report_plan plan_selection = {
    .title = "Selection rules",
    .keywords = "selection rules, best-of-n, GPU kernels",
    .answer = answer_selection,
    .picture = "selection",
    .least_runs = 1,
    .needs_rollouts = true,
    REPORT_SECTIONS(&section_runs, &section_selection, &section_surprisal, &section_diversity,
                    &section_tasks, &section_failures),
};

static const struct report_plan plan_best_of_n = {
    .title = "Best of n",
    .keywords = "best-of-n, pass@K, GPU kernels",
    .strategies = (const char *const[]){ "best-of-n", "imported", NULL },
    .answer = answer_best_of_n,
    .picture = "scaling",
    .least_runs = 1,
    .needs_rollouts = true,
    REPORT_SECTIONS(&section_runs, &section_scaling, &section_fast_p, &section_tasks,
                    &section_selection, &section_diversity, &section_failures, &section_cost,
                    &section_timing),
};

static const struct report_plan plan_training = {
    .title = "Training",
    .keywords = "test-time training, reinforcement learning, GPU kernels",
    .answer = answer_training,
    .picture = "trajectory",
    .least_runs = 1,
    .needs_rollouts = true,
    .needs_steps = true,
    REPORT_SECTIONS(&section_runs, &section_trajectory, &section_training, &section_sharpening,
                    &section_diversity, &section_surprisal, &section_failures, &section_cost),
};

static const struct report_plan plan_model_sweep = {
    .title = "Model sweep",
    .keywords = "language models, GPU kernels, KernelBench",
    .answer = answer_model_sweep,
    .picture = "fast-p",
    .least_runs = 1,
    .needs_rollouts = true,
    REPORT_SECTIONS(&section_sweep, &section_fast_p, &section_failures, &section_tasks,
                    &section_diversity, &section_cost, &section_hardware),
};

static const struct report_plan plan_audit = {
    .title = "Audit",
    .keywords = "audit, evaluation, GPU kernels",
    .answer = answer_audit,
    .picture = "failures",
    .least_runs = 1,
    REPORT_SECTIONS(&section_audit, &section_runs, &section_failures, &section_timing,
                    &section_checks),
};

static const struct report reports[] = {
    { "ttt-vs-bon", "test-time training against best-of-n: tests, equivalent K, figures",
      "all complete runs of the strategies best-of-n and ttt", &plan_ttt_vs_bon },
    { "selection", "pick one of many samples: every rule against random choice, surprisal",
      "all complete runs", &plan_selection },
    { "best-of-n", "results of K samples: scaling, thresholds, selection, failures, cost",
      "all complete runs of the strategy best-of-n, and imported ones", &plan_best_of_n },
    { "training", "adaptation step by step: trajectory, training curves, sharpening, diversity",
      "all complete runs except strategy best-of-n", &plan_training },
    { "model-sweep", "runs and models side by side: rates, speedups, failures, cost, hardware",
      "all complete runs", &plan_model_sweep },
    { "audit", "results that should not be believed, outcomes, timing noise", "all complete runs",
      &plan_audit },
    { "task", "one task in depth: every run, the fastest kernel with its code and timing",
      "all complete runs; --task names the task", &plan_task },
    { "run", "everything of one run", "the only run; --run names it", &plan_run },
    { "diff", "two runs: differences in configuration, results and cost",
      "the only two complete runs; --run names them", &plan_diff },
};

const struct report *report_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(reports);
    return reports;
}

const struct report *report_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(reports); i++) {
        if (strcmp(reports[i].name, name) == 0)
            return &reports[i];
    }
    return NULL;
}
