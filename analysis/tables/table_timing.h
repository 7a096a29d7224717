/* table_timing.h - how far raw timing samples can be trusted; no options. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_TIMING_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_TIMING_H

#include "analysis/tables/table_common.h"

extern const struct table_kind table_timing;

#endif
