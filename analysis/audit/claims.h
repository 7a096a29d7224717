/*
 * claims.h - published numbers, and what recomputation says about them.
 *
 * A claim is a bag of optional facts; a check is silent when one of its facts is missing.
 * docs/internals/claims.md describes the file.
 */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_CLAIMS_H
#define ROLLBOOK_ANALYSIS_AUDIT_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* As printed: "37.5 %" is 0.375 give or take half of its last digit, 0.0005. */
struct claim_number {
    bool given;
    bool below;   /* "< x" */
    bool percent; /* with a percent sign */
    double value;
    double half;
};

enum claim_side { CLAIM_SIDE_UNSTATED, CLAIM_TWO_SIDED, CLAIM_GREATER, CLAIM_LESS };

enum claim_test {
    CLAIM_NO_TEST,
    CLAIM_SIGNED_RANK, /* statistic: smaller rank sum; n: non-zero differences */
    CLAIM_SIGN,        /* statistic: successes; n: discordant pairs */
    CLAIM_BINOMIAL,    /* CLAIM_SIGN against null_rate */
    CLAIM_MCNEMAR,     /* as CLAIM_SIGN */
    CLAIM_SIGN_FLIP,   /* n: differences */
    CLAIM_SPEARMAN,    /* value: coefficient; Student's t with n - 2 - controls */
    CLAIM_PEARSON
};

enum claim_level { CLAIM_LEVEL_UNSTATED, CLAIM_LOW, CLAIM_HIGH };

/* Rows of numbers; a cell that is text or missing is a number that is not given. */
struct claim_table {
    const char *id;
    const char *denominator; /* "": unstated */
    int64_t cell_n;          /* samples of each cell of a column "task:..."; 0: unstated */
    size_t n_columns;
    size_t n_rows;
    const char **columns;
    struct claim_number *cells;
};

struct claim {
    const char *id;
    const char *quantity;    /* its claims must agree; "": none */
    const char *denominator; /* "": unstated, as other texts */
    const char *engine;
    const char *interval_kind;
    const char *statistic_name; /* of values: "mean", "geomean", "median" */
    const char *effect;         /* "cohens-h" of rates[0] and rates[1] */
    const char *x;
    const char *y;
    enum claim_level reading_x; /* "low x goes with high y" */
    enum claim_level reading_y;
    enum claim_test test;
    enum claim_side side;
    bool claims_better; /* count of n is said to beat null_rate or null_rates */
    bool lower_is_better;
    bool share;     /* value is one, though printed without a percent sign */
    bool clustered; /* the test minds repeated units */
    bool is_ratio;
    bool claims_shape;                      /* a peak or a trend is said */
    bool same_data;                         /* chosen and reported on one */
    const char *family;                     /* of tests that are read together; "": none */
    const struct claim_derivation *derived; /* of value from "of"; NULL: none */
    struct claim_number value;
    struct claim_number p;
    struct claim_number statistic;
    struct claim_number low;
    struct claim_number high;
    struct claim_number sd;
    struct claim_number null_rate;
    struct claim_number y_value; /* its equivalent K is claimed */
    int64_t n;                   /* 0: unstated, as below */
    int64_t count;               /* -1: unstated */
    int64_t controls;
    int64_t tasks;
    int64_t seeds;
    int64_t pairs;
    int64_t units;
    int64_t draws;         /* samples of one result */
    int64_t survivors;     /* values behind an average, those that there are */
    int64_t chosen_from;   /* alternatives, of which it is the best */
    double interval_level; /* 0.95: unstated */
    size_t n_values;
    struct claim_number *values;
    size_t n_null_rates;
    double *null_rates;
    size_t n_rates;
    double *rates;
    const struct claim_table *curve; /* with columns k and value */
    const struct claim_table *trajectory;
    const struct claim_table *base; /* counts by task; the first row is the base policy */
    const struct claim *rival;      /* that claims_better is said of; NULL: a rate */
    size_t n_of;
    struct claim_number *of; /* what value is derived from */
    size_t n_compared;
    const struct claim **compared; /* set beside the claim */
    double stored;                 /* from the database; NaN: not asked */
    const char *stored_reason;
};

/* A claim that states nothing: texts are "", the count is unstated, nothing is stored. */
struct claim claim_unstated(const char *id);

struct claim_bundle {
    const char *title;
    double alpha;
    size_t n_tables;
    struct claim_table *tables;
    size_t n_claims;
    struct claim *claims;
};

struct claim_finding {
    const char *where;
    const char *fault; /* "p-mismatch", ...: claim_fault_list */
    double published;  /* NaN: none */
    double recomputed;
    int64_t n; /* 0: none */
    const char *text;
};

struct claim_findings {
    struct arena *arena;
    struct claim_finding *items;
    size_t count;
    size_t capacity;
};

/* Ways to make a number of others. */
struct claim_derivation {
    const char *name; /* "ratio" */
    size_t n_parts;
    double (*value)(const double *parts);
};
const struct claim_derivation *claim_derivation_find(const char *name); /* NULL when unknown */

struct claim_fault {
    const char *name;
    const char *meaning;
};
const struct claim_fault *claim_fault_list(size_t *out_count);

/*
 * "0.084", "9.8e-17", "37.5%", "37.5 %", "226.9x", "< 0.001"; false for others.  "100%" is give or
 * take half a percent.
 */
bool claim_number_parse(const char *text, struct claim_number *out);

/* In the arena: by claim as written, then by table. */
void claims_audit(const struct claim_bundle *b, struct arena *arena, struct claim_findings *out);

/* Shared by the checks of published numbers. */

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
/* claims.c */
void claims_check_reading(const struct claim_check *c);
void claims_check_direction(const struct claim_check *c);
void claims_check_quantity(const struct claim_check *c);
void claims_check_compared(const struct claim_check *c);
/* claims_numbers.c */
void claims_check_trajectory(const struct claim_check *c);
void claims_check_equivalent(const struct claim_check *c);
void claims_check_table(const struct claim_table *t, struct claim_findings *f);

#endif
