/*
 * table_picks.h - a run by step and task: counts, and the speedup of every rule's pick.  The input
 * names the run; there are no options.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_PICKS_H
#define ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_PICKS_H

#include "analysis/tables/table_common.h"

extern const struct table_kind table_picks;

#endif
