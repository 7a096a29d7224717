/*
 * table_claims.h - published claims recomputed.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CLAIMS_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CLAIMS_H

#include "analysis/tables/table_common.h"

struct table_claims_options {
    const char *bundle;  /* JSON file, docs/claims.md */
    const char *db_path; /* opened when a claim asks for it */
};
#define STANDARD_claims .bundle = NULL

extern const struct table_kind table_claims;

#endif
