/*
 * report_audit.c - results that should not be believed, outcomes, timing noise.
 */
#include "reports/report/report_list.h"
#include "reports/report/report_sections.h"

static const struct report_section *const sections[] = {
    &section_audit, &section_runs, &section_failures, &section_timing, &section_checks, NULL,
};

const struct report_plan plan_audit = {
    .title = "Audit",
    .keywords = "audit, evaluation, GPU kernels",
    .least_runs = 1,
    .sections = sections,
};
