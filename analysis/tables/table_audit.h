/*
 * table_audit.h - findings about runs that nobody should believe as they are; what is looked for.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_AUDIT_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_AUDIT_H

#include "analysis/tables/table_common.h"

struct table_audit_options {
    struct table_names checks; /* only these; none: all */
    double max_speedup;        /* bound where task or device have no roofline */
    double max_baseline_age_days;
    int64_t limit; /* rows listed with a finding; all are counted */
    bool rows;     /* a column with the rows of a finding, which programs get anyway */
};
#define STANDARD_audit .max_speedup = 100, .max_baseline_age_days = 30, .limit = 20

extern const struct table_kind table_audit; /* the input's baseline: what runs claim to beat */
extern const struct table_kind table_audit_checks; /* of no runs, without options */

#endif
