/*
 * report_best_of_n.c - what K samples give: scaling, thresholds, selection, failures, cost.
 */
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const char *const strategies[] = { "best-of-n", "imported", NULL };

static const struct report_section *const sections[] = {
    &section_runs,      &section_scaling,  &section_fast_p, &section_tasks,  &section_selection,
    &section_diversity, &section_failures, &section_cost,   &section_timing, NULL,
};

const struct report_plan plan_best_of_n = {
    .title = "Best of n",
    .keywords = "best-of-n, pass@K, GPU kernels",
    .strategies = strategies,
    .least_runs = 1,
    .needs_rollouts = true,
    .sections = sections,
};
