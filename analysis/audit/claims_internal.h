/* claims_internal.h - shared by the checks of published numbers. */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_CLAIMS_INTERNAL_H
#define ROLLBOOK_ANALYSIS_AUDIT_CLAIMS_INTERNAL_H

#include "analysis/audit/claims.h"

/* Fault names are those of claim_fault_list. */
struct claim_check {
    const struct claim_bundle *bundle;
    const struct claim *claim;
    struct claim_findings *findings;
};

void claims_report(struct claim_findings *f, const char *where, const char *fault, double published,
                   double recomputed, int64_t n, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

/* x is the printed number within rounding. */
bool claim_agrees(const struct claim_number *printed, double x);
/* NaN: not given. */
double claim_value(const struct claim_number *v);
/* n_columns: none. */
size_t claim_column(const struct claim_table *t, const char *name);
const struct claim_number *claim_cell(const struct claim_table *t, size_t row, size_t column);

/* Of a claim that states count and n, or n and a share that is some count of it; false else. */
bool claim_count(const struct claim *c, int64_t *out_count);
bool claim_is_share(const struct claim *c);

/* claims_tests.c */
void claims_check_signed_rank(const struct claim_check *c);
void claims_check_counts_test(const struct claim_check *c);
void claims_check_correlation(const struct claim_check *c);
void claims_check_attainable(const struct claim_check *c);
void claims_check_power(const struct claim_check *c);
void claims_check_better(const struct claim_check *c);
void claims_check_effect(const struct claim_check *c);
void claims_check_family(const struct claim_check *c);
/* claims_numbers.c */
void claims_check_proportion(const struct claim_check *c);
void claims_check_interval(const struct claim_check *c);
void claims_check_spread(const struct claim_check *c);
void claims_check_values(const struct claim_check *c);
void claims_check_derived(const struct claim_check *c);
void claims_check_stored(const struct claim_check *c);
void claims_check_winner(const struct claim_check *c);
/* claims_relations.c */
void claims_check_reading(const struct claim_check *c);
void claims_check_direction(const struct claim_check *c);
void claims_check_quantity(const struct claim_check *c);
void claims_check_compared(const struct claim_check *c);
/* claims_tables.c */
void claims_check_trajectory(const struct claim_check *c);
void claims_check_equivalent(const struct claim_check *c);
void claims_check_table(const struct claim_table *t, struct claim_findings *f);

#endif
