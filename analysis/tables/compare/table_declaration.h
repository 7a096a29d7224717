/* table_declaration.h - what was declared and done, and every departure. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_DECLARATION_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_DECLARATION_H

#include "analysis/tables/table_common.h"

struct table_declaration_options {
    const char *name;
    const char *methods; /* as compare --methods; NULL: runs that refer to the declaration */
    int64_t look;        /* number of the look; 0: the last */
    struct table_resample resample;
};
#define STANDARD_declaration .resample = STANDARD_RESAMPLE

extern const struct table_kind table_declaration;

#endif
