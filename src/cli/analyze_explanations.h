/*
 * analyze_explanations.h - what --explain says about each table, as data.
 *
 * A row whose schema is "x.y" stands for "x.y.z" without a row too.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_EXPLANATIONS_H
#define ROLLBOOK_CLI_ANALYZE_EXPLANATIONS_H

#include <stddef.h>

#include "reports/report/report_source.h"

const struct report_explanation *explanation_all(size_t *out_count);

#endif
