/* report_list.h - the plans of report_NAME.c, for reports.c. */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_LIST_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_LIST_H

#include "reports/report/report_job.h"

extern const struct report_plan plan_ttt_vs_bon;
extern const struct report_plan plan_selection;
extern const struct report_plan plan_best_of_n;
extern const struct report_plan plan_training;
extern const struct report_plan plan_model_sweep;
extern const struct report_plan plan_audit;
extern const struct report_plan plan_task;
extern const struct report_plan plan_run;
extern const struct report_plan plan_diff;

#endif
