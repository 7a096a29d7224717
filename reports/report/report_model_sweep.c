/* report_model_sweep.c - runs and models side by side. */
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const struct report_section *const sections[] = {
    &section_sweep,     &section_fast_p, &section_failures, &section_tasks,
    &section_diversity, &section_cost,   &section_hardware, NULL,
};

const struct report_plan plan_model_sweep = {
    .title = "Model sweep",
    .keywords = "language models, GPU kernels, KernelBench",
    .least_runs = 1,
    .needs_rollouts = true,
    .sections = sections,
};
