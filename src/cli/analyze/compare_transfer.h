/*
 * compare_transfer.h - analyze compare --table transfer: gains on one subset of tasks and on
 * others.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_COMPARE_TRANSFER_H
#define ROLLBOOK_CLI_ANALYZE_COMPARE_TRANSFER_H

#include "src/cli/analyze/analyze_common.h"

#define COMPARE_TRANSFER_OPTIONS                                                                   \
    { "by", 0, OPT_TEXT, "WHAT", NULL, "transfer: subsets by level or family" },                   \
        { "split", 0, OPT_TEXT, "FILE", NULL, "transfer: subsets train and eval of a split" },     \
    {                                                                                              \
        "subsets", 0, OPT_TEXT, "LISTS", NULL, "transfer: \"one=4,5,l2/7;two=12,14\"; N is l1/N"   \
    }

/* Fills t; all options are checked. */
int compare_transfer_fill(struct cli *cli, const struct run_set *a, const struct run_set *b,
                          const struct analyze_resample *r, struct table *t, struct err *err);

#endif
