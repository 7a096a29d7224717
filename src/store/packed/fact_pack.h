/*
 * fact_pack.h - the rollouts of a cell as bytes: fact_data.columns.
 *
 * The number of rollouts is a varint; columns follow in ascending order, without those whose values
 * are all missing.  Each is a tag byte (column | form << 4) and what its form says:
 *
 *   constant  all equal: a zigzag varint or, for reals, 8 bytes
 *   steps     integers first, first + stride, ...: two zigzag varints
 *   offsets   base as a zigzag varint, then 1, 2, 4 or 8 bytes for each: value - base
 *   plain     8 bytes for each
 *   quotient  mean_logprob: sum_logprob / completion_tokens, bit for bit
 *   masked    | 8: a bitmap of what is known comes before the values, which are of these alone
 *
 * The byte 0x0f and 8 bytes end it: the sum of all that came before (row_checksum.h), which
 * fact_open compares; what was packed by older versions has none.
 *
 * Numbers are little-endian; doubles keep their bits.  fact_open checks every bound of bytes from
 * anybody.  Another layout needs a migration that says UPDATE fact_cell SET packed = NULL.
 */
#ifndef ROLLBOOK_STORE_PACKED_FACT_PACK_H
#define ROLLBOOK_STORE_PACKED_FACT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/* Larger cells are not packed. */
#define FACT_MOST_ROWS ((size_t)1 << 20)
#define FACT_MISSING   INT64_MIN /* NULL of an integer; NaN of a real */

/* Values are stored data: never renumber. */
enum fact_column {
    FACT_SAMPLE = 0,
    FACT_TURN = 1,
    FACT_VERDICT = 2, /* primary, or FACT_PENDING */
    FACT_PROMPT_TOKENS = 3,
    FACT_COMPLETION_TOKENS = 4,
    FACT_N_INTEGERS = 5,
    FACT_RUNTIME = FACT_N_INTEGERS, /* us of the candidate */
    FACT_BASELINE = 6,              /* us of the baseline beside it */
    FACT_SUM_LOGPROB = 7,
    FACT_MEAN_LOGPROB = 8,
    FACT_LOWER = 9, /* interval of the speedup */
    FACT_UPPER = 10,
    FACT_CONFIRMED = 11, /* v_rollout.confirmed_speedup */
    FACT_N_COLUMNS = 12
};
#define FACT_N_REALS (FACT_N_COLUMNS - FACT_N_INTEGERS)

#define FACT_SUM_BYTES 9 /* with its tag */

#define FACT_PENDING  0
#define FACT_OUTCOME  0x0f
#define FACT_COMPILED 0x10
#define FACT_CORRECT  0x20
#define FACT_SCORED   0x40 /* not only 'infra' */
#define FACT_CLASS    0x80 /* times fact_class: evaluation.precision_class */

/* 1 to 12 in the order of evaluation.outcome; 0: NULL or unknown. */
int fact_outcome(const char *name);
const char *fact_outcome_name(int code); /* "pending" for other codes */
int fact_verdict(const char *outcome, bool compiled, bool correct, const char *precision_class);
/* 1 to 3 from the most precise one, fp32; 0: NULL or unknown. */
int fact_class(const char *name);
int fact_class_of(int64_t verdict);

struct fact_rows {
    size_t n;
    int64_t *integers[FACT_N_INTEGERS];
    double *reals[FACT_N_REALS]; /* [column - FACT_N_INTEGERS] */
};

void fact_pack(const struct fact_rows *rows, struct buf *out);

/* The zero value is a missing column. */
struct fact_packed {
    int form;                  /* 0 when missing */
    size_t width;              /* bytes of a value */
    const unsigned char *mask; /* NULL: all values are known */
    const unsigned char *values;
    int64_t base;
    int64_t stride;
    double real;
};
struct fact_view {
    size_t n;
    struct fact_packed columns[FACT_N_COLUMNS];
};

/* False: fact_pack does not write such bytes.  out borrows data. */
bool fact_open(const void *data, size_t len, struct fact_view *out);
/* They write n values.  Columns below FACT_N_INTEGERS are integers. */
void fact_read_integers(const struct fact_view *v, enum fact_column column, int64_t *out);
void fact_read_reals(const struct fact_view *v, enum fact_column column, double *out);

#endif
