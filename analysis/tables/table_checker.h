/* table_checker.h - what a checker lets through, from planted bugs. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_CHECKER_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_CHECKER_H

#include "analysis/audit/planted.h"
#include "analysis/tables/table_common.h"

struct table_checker_options {
    enum mutant_group by;
    bool survivors;
    const char *checker; /* of survivors; NULL: of any but KernelBench's rule */
    double level;
};
#define STANDARD_checker .by = MUTANTS_BY_BUG, .level = STANDARD_LEVEL

extern const struct table_kind table_checker;

struct arena;
struct db;

/* "86 of 2555 by mode fast (at most 4 %)": planted bugs of the database that a checker let pass;
 * NULL: it has none. */
int tables_false_passes(struct db *db, struct arena *arena, const char **out, struct err *err);
/* A line about the checkers whose planted bugs the database has: how many wrong kernels of these
 * kinds they let pass at most.  Nothing where there are none. */
int tables_note_checker(const struct table_input *in, struct table *t, struct err *err);

/* ERR_NEGATIVE names the right kernels that a checker other than KernelBench's rule refused. */
int table_checker_controls(const struct table_input *in, struct err *err);

#endif
