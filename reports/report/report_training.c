/* report_training.c - adaptation step by step. */
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const struct report_section *const sections[] = {
    &section_runs,       &section_trajectory, &section_training,
    &section_sharpening, &section_diversity,  &section_surprisal,
    &section_failures,   &section_cost,       NULL,
};

const struct report_plan plan_training = {
    .title = "Training",
    .keywords = "test-time training, reinforcement learning, GPU kernels",
    .least_runs = 1,
    .needs_rollouts = true,
    .needs_steps = true,
    .sections = sections,
};
