/* table_audit.h - findings about runs, and what is looked for. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_AUDIT_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_AUDIT_H

#include "analysis/tables/table_common.h"

struct table_audit_options {
    struct name_list checks; /* none: all */
    bool list;               /* for whoever prints it: the checks themselves */
    double max_speedup;      /* without a roofline */
    double max_baseline_age_days;
    int64_t limit; /* rows listed; all are counted */
    bool rows;     /* a column of rows, which programs get anyway */
};
#define STANDARD_audit .max_speedup = 100, .max_baseline_age_days = 30, .limit = 20

extern const struct table_kind table_audit; /* the input's baseline is what runs claim to beat */
extern const struct table_kind table_audit_checks; /* of no runs, without options */

#endif
