/*
 * table_claims.h - published claims recomputed.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CLAIMS_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_CLAIMS_H

#include "analysis/tables/table_common.h"

/* Of the input, argument is a JSON file (docs/internals/claims.md); db_path is opened when a claim
 * asks. */
extern const struct table_kind table_claims;

#endif
