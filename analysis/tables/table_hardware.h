/* table_hardware.h - runtimes across devices, of the input's baseline or all. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_HARDWARE_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_HARDWARE_H

#include "analysis/tables/table_common.h"

struct table_hardware_options {
    const char *reference; /* NULL: first by name */
    bool mean;             /* only rows over all tasks */
    struct table_resample resample;
};
#define STANDARD_hardware .resample = STANDARD_RESAMPLE

extern const struct table_kind table_hardware;

#endif
