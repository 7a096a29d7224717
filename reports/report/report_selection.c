/* report_selection.c - every rule of choice against random choice. */
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const struct report_section *const sections[] = {
    &section_runs,
    &section_selection,
    &section_surprisal,
    &section_diversity,
    &section_tasks,
    &section_failures,
    NULL,
};

const struct report_plan plan_selection = {
    .title = "Selection rules",
    .keywords = "selection rules, best-of-n, GPU kernels",
    .least_runs = 1,
    .needs_rollouts = true,
    .sections = sections,
};
