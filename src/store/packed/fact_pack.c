#include "src/store/packed/fact_pack.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/store/functions/row_checksum.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "packed numbers are little-endian");

/* Stored data: never renumber. */
enum form {
    FORM_MISSING = 0, /* never stored */
    FORM_CONSTANT = 1,
    FORM_STEPS = 2,
    FORM_OFFSETS_1 = 3,
    FORM_OFFSETS_2 = 4,
    FORM_OFFSETS_4 = 5,
    FORM_PLAIN = 6,
    FORM_QUOTIENT = 7
};
#define FORM_MASKED 8
#define SUM_TAG     0x0f /* no column, no form: the sum of what came before follows */

static const char *const outcomes[] = {
    "no_code",     "parse", "compile",  "launch", "crash",    "timeout",
    "wrong_shape", "nan",   "mismatch", "cheat",  "measured", "infra",
};
#define OUTCOME_INFRA 12

int fact_outcome(const char *name)
{
    for (size_t i = 0; name != NULL && i < ARRAY_LEN(outcomes); i++) {
        if (strcmp(name, outcomes[i]) == 0)
            return (int)i + 1;
    }
    return FACT_PENDING;
}

const char *fact_outcome_name(int code)
{
    return code >= 1 && (size_t)code <= ARRAY_LEN(outcomes) ? outcomes[code - 1] : "pending";
}

int fact_class(const char *name)
{
    static const char *const classes[] = { "fp32", "tf32", "half" };
    for (size_t i = 0; name != NULL && i < ARRAY_LEN(classes); i++) {
        if (strcmp(name, classes[i]) == 0)
            return (int)i + 1;
    }
    return 0;
}

int fact_class_of(int64_t verdict)
{
    return (int)(verdict / FACT_CLASS & 3);
}

int fact_verdict(const char *outcome, bool compiled, bool correct, const char *precision_class)
{
    int code = fact_outcome(outcome);
    if (code == FACT_PENDING)
        return FACT_PENDING;
    return code | (compiled ? FACT_COMPILED : 0) | (correct ? FACT_CORRECT : 0) |
           (code == OUTCOME_INFRA ? 0 : FACT_SCORED) | FACT_CLASS * fact_class(precision_class);
}

/* Wrapping gives any pair of integers a difference. */
static int64_t wrapping_sub(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static int64_t wrapping_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void put_varint(struct buf *out, uint64_t v)
{
    while (v >= 0x80) {
        buf_putc(out, (char)((v & 0x7f) | 0x80));
        v >>= 7;
    }
    buf_putc(out, (char)v);
}

static void put_signed(struct buf *out, int64_t v)
{
    put_varint(out, (uint64_t)v << 1 ^ (uint64_t)(v < 0 ? -1 : 0));
}

static void put_tag(struct buf *out, enum fact_column column, int form)
{
    buf_putc(out, (char)((int)column | form << 4));
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof(bits));
    return bits;
}

/* bits is NULL when everything is known. */
struct known {
    unsigned char *bits;
    size_t n; /* known ones */
};

static struct known known_values(const struct fact_rows *rows, enum fact_column c,
                                 struct arena *work)
{
    struct known k = { arena_array(work, (rows->n + 7) / 8, 1), 0 };
    for (size_t i = 0; i < rows->n; i++) {
        bool here = c < FACT_N_INTEGERS ? rows->integers[c][i] != FACT_MISSING
                                        : !isnan(rows->reals[c - FACT_N_INTEGERS][i]);
        k.bits[i / 8] |= (unsigned char)(here << i % 8);
        k.n += here;
    }
    if (k.n == rows->n)
        k.bits = NULL;
    return k;
}

static void put_head(struct buf *out, enum fact_column c, int form, const struct known *k,
                     size_t n_rows)
{
    put_tag(out, c, form | (k->bits == NULL ? 0 : FORM_MASKED));
    if (k->bits != NULL)
        buf_add(out, k->bits, (n_rows + 7) / 8);
}

static bool are_steps(const int64_t *x, size_t n)
{
    for (size_t i = 2; i < n; i++) {
        if (wrapping_sub(x[i], x[i - 1]) != wrapping_sub(x[1], x[0]))
            return false;
    }
    return true;
}

static int offset_form(uint64_t span)
{
    return span <= UINT8_MAX    ? FORM_OFFSETS_1
           : span <= UINT16_MAX ? FORM_OFFSETS_2
           : span <= UINT32_MAX ? FORM_OFFSETS_4
                                : FORM_PLAIN;
}

static size_t form_width(int form)
{
    switch (form) {
    case FORM_OFFSETS_1:
        return 1;
    case FORM_OFFSETS_2:
        return 2;
    case FORM_OFFSETS_4:
        return 4;
    case FORM_PLAIN:
        return 8;
    }
    return 0;
}

static void put_offsets(struct buf *out, const int64_t *x, size_t n, int64_t base, size_t width)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t offset = (uint64_t)wrapping_sub(x[i], base);
        buf_add(out, &offset, width);
    }
}

static void pack_integers(const struct fact_rows *rows, enum fact_column c, struct arena *work,
                          struct buf *out)
{
    struct known k = known_values(rows, c, work);
    int64_t *x = arena_array(work, k.n, sizeof(*x));
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->integers[c][i] != FACT_MISSING)
            x[n++] = rows->integers[c][i];
    }
    if (n == 0)
        return;
    if (are_steps(x, n)) {
        bool constant = n == 1 || x[1] == x[0];
        put_head(out, c, constant ? FORM_CONSTANT : FORM_STEPS, &k, rows->n);
        put_signed(out, x[0]);
        if (!constant)
            put_signed(out, wrapping_sub(x[1], x[0]));
        return;
    }
    int64_t least = x[0];
    int64_t most = x[0];
    for (size_t i = 1; i < n; i++) {
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    int form = offset_form((uint64_t)wrapping_sub(most, least));
    put_head(out, c, form, &k, rows->n);
    put_signed(out, least);
    put_offsets(out, x, n, least, form_width(form));
}

/* Every mean is the sum over the number of tokens, or all three are missing. */
static bool means_follow(const struct fact_rows *rows)
{
    const double *mean = rows->reals[FACT_MEAN_LOGPROB - FACT_N_INTEGERS];
    const double *sum = rows->reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS];
    const int64_t *tokens = rows->integers[FACT_COMPLETION_TOKENS];
    for (size_t i = 0; i < rows->n; i++) {
        if (tokens[i] == FACT_MISSING || tokens[i] <= 0 || isnan(sum[i]) ||
            bits_of(sum[i] / (double)tokens[i]) != bits_of(mean[i]))
            return false;
    }
    return true;
}

static void pack_reals(const struct fact_rows *rows, enum fact_column c, struct arena *work,
                       struct buf *out)
{
    const double *x = rows->reals[c - FACT_N_INTEGERS];
    struct known k = known_values(rows, c, work);
    size_t first = 0;
    bool constant = true;
    if (k.n == 0)
        return;
    if (c == FACT_MEAN_LOGPROB && means_follow(rows)) {
        put_tag(out, c, FORM_QUOTIENT);
        return;
    }
    while (isnan(x[first]))
        first++;
    for (size_t i = first; i < rows->n && constant; i++)
        constant = isnan(x[i]) || bits_of(x[i]) == bits_of(x[first]);
    put_head(out, c, constant ? FORM_CONSTANT : FORM_PLAIN, &k, rows->n);
    for (size_t i = first; i < rows->n; i++) {
        if (!isnan(x[i]))
            buf_add(out, &x[i], sizeof(x[i]));
        if (constant)
            return;
    }
}

void fact_pack(const struct fact_rows *rows, struct buf *out)
{
    struct arena work = { 0 };
    const size_t from = out->len;
    put_varint(out, rows->n);
    for (int c = 0; c < FACT_N_COLUMNS && rows->n > 0; c++) {
        if (c < FACT_N_INTEGERS)
            pack_integers(rows, (enum fact_column)c, &work, out);
        else
            pack_reals(rows, (enum fact_column)c, &work, out);
        arena_reset(&work);
    }
    arena_release(&work);
    if (rows->n > 0) {
        uint64_t sum = checksum_bytes(1, out->data + from, out->len - from);
        buf_putc(out, SUM_TAG);
        buf_add(out, &sum, sizeof(sum));
    }
}

struct fact_cursor {
    const unsigned char *at;
    size_t left;
    bool bad;
};

static const unsigned char *take(struct fact_cursor *c, size_t n)
{
    const unsigned char *at = c->at;
    if (c->bad || n > c->left) {
        c->bad = true;
        return NULL;
    }
    c->at += n;
    c->left -= n;
    return at;
}

static uint64_t take_varint(struct fact_cursor *c)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const unsigned char *p = take(c, 1);
        if (p == NULL)
            return 0;
        v |= (uint64_t)(*p & 0x7f) << shift;
        if ((*p & 0x80) == 0)
            return v;
    }
    c->bad = true;
    return 0;
}

static int64_t take_signed(struct fact_cursor *c)
{
    uint64_t v = take_varint(c);
    return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

static size_t count_bits(const unsigned char *mask, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n / 8; i++)
        count += (size_t)__builtin_popcount(mask[i]);
    for (size_t i = n / 8 * 8; i < n; i++)
        count += mask[i / 8] >> i % 8 & 1;
    return count;
}

static double take_real(struct fact_cursor *c)
{
    double v = 0.0;
    const unsigned char *p = take(c, sizeof(v));
    if (p != NULL)
        memcpy(&v, p, sizeof(v));
    return v;
}

static bool form_fits(int form, int column, bool masked)
{
    if (column < FACT_N_INTEGERS)
        return form >= FORM_CONSTANT && form <= FORM_PLAIN;
    if (form == FORM_QUOTIENT)
        return column == FACT_MEAN_LOGPROB && !masked;
    return form == FORM_CONSTANT || form == FORM_PLAIN;
}

/* Both terms of a quotient must be known everywhere. */
static bool quotient_has_terms(const struct fact_view *v)
{
    const struct fact_packed *sums = &v->columns[FACT_SUM_LOGPROB];
    const struct fact_packed *tokens = &v->columns[FACT_COMPLETION_TOKENS];
    return v->columns[FACT_MEAN_LOGPROB].form != FORM_QUOTIENT ||
           (sums->form != FORM_MISSING && sums->mask == NULL && tokens->form != FORM_MISSING &&
            tokens->mask == NULL);
}

bool fact_open(const void *data, size_t len, struct fact_view *out)
{
    struct fact_cursor c = { data, len, false };
    int before = -1;
    *out = (struct fact_view){ .n = take_varint(&c) };
    if (out->n > FACT_MOST_ROWS)
        return false;
    while (!c.bad && c.left > 0) {
        const unsigned char *tag = take(&c, 1);
        if (*tag == SUM_TAG) {
            uint64_t sum;
            if (c.left != sizeof(sum))
                return false;
            sum = checksum_bytes(1, data, len - FACT_SUM_BYTES);
            return memcmp(c.at, &sum, sizeof(sum)) == 0 && quotient_has_terms(out);
        }
        int column = *tag & 0x0f;
        int form = *tag >> 4 & ~FORM_MASKED;
        bool masked = (*tag >> 4 & FORM_MASKED) != 0;
        if (column <= before || column >= FACT_N_COLUMNS || !form_fits(form, column, masked))
            return false;
        struct fact_packed *p = &out->columns[column];
        *p = (struct fact_packed){ .form = form,
                                   .mask = masked ? take(&c, (out->n + 7) / 8) : NULL };
        if (c.bad)
            return false;
        size_t n = masked ? count_bits(p->mask, out->n) : out->n;
        if (column < FACT_N_INTEGERS) {
            p->base = take_signed(&c);
            if (p->form == FORM_STEPS)
                p->stride = take_signed(&c);
            p->width = form_width(p->form);
            p->values = take(&c, n * p->width);
        } else {
            if (p->form == FORM_CONSTANT)
                p->real = take_real(&c);
            p->width = form_width(p->form);
            p->values = take(&c, n * p->width);
        }
        before = column;
    }
    return !c.bad && quotient_has_terms(out);
}

static int64_t offset_at(const struct fact_packed *p, size_t i)
{
    uint64_t offset = 0;
    memcpy(&offset, p->values + i * p->width, p->width);
    return wrapping_add(p->base, (int64_t)offset);
}

static int64_t integer_at(const struct fact_packed *p, size_t i)
{
    switch ((enum form)p->form) {
    case FORM_CONSTANT:
        return p->base;
    case FORM_STEPS:
        return (int64_t)((uint64_t)p->base + (uint64_t)p->stride * i);
    case FORM_OFFSETS_1:
    case FORM_OFFSETS_2:
    case FORM_OFFSETS_4:
    case FORM_PLAIN:
        return offset_at(p, i);
    case FORM_MISSING:
    case FORM_QUOTIENT:
        break;
    }
    return FACT_MISSING;
}

/* A loop for each form is a plain copy that widens. */
static void read_known_integers(const struct fact_packed *p, size_t n, int64_t *out)
{
    const unsigned char *at = p->values;
    uint32_t wide;
    uint16_t half;
    switch ((enum form)p->form) {
    case FORM_OFFSETS_1:
        for (size_t i = 0; i < n; i++)
            out[i] = wrapping_add(p->base, at[i]);
        return;
    case FORM_OFFSETS_2:
        for (size_t i = 0; i < n; i++, at += sizeof(half)) {
            memcpy(&half, at, sizeof(half));
            out[i] = wrapping_add(p->base, half);
        }
        return;
    case FORM_OFFSETS_4:
        for (size_t i = 0; i < n; i++, at += sizeof(wide)) {
            memcpy(&wide, at, sizeof(wide));
            out[i] = wrapping_add(p->base, wide);
        }
        return;
    case FORM_MISSING:
    case FORM_CONSTANT:
    case FORM_STEPS:
    case FORM_PLAIN:
    case FORM_QUOTIENT:
        for (size_t i = 0; i < n; i++)
            out[i] = integer_at(p, i);
        return;
    }
}

static bool is_known(const struct fact_packed *p, size_t i)
{
    return (p->mask[i / 8] >> i % 8 & 1) != 0;
}

void fact_read_integers(const struct fact_view *v, enum fact_column column, int64_t *out)
{
    const struct fact_packed *p = &v->columns[column];
    if (p->mask == NULL) {
        read_known_integers(p, v->n, out);
        return;
    }
    size_t at = 0;
    for (size_t i = 0; i < v->n; i++)
        out[i] = is_known(p, i) ? integer_at(p, at++) : FACT_MISSING;
}

static double real_at(const struct fact_packed *p, size_t i)
{
    double x = p->real;
    if (p->form == FORM_PLAIN)
        memcpy(&x, p->values + i * sizeof(x), sizeof(x));
    return x;
}

void fact_read_reals(const struct fact_view *v, enum fact_column column, double *out)
{
    const struct fact_packed *p = &v->columns[column];
    if (p->form == FORM_QUOTIENT) {
        const struct fact_packed *sums = &v->columns[FACT_SUM_LOGPROB];
        const struct fact_packed *tokens = &v->columns[FACT_COMPLETION_TOKENS];
        for (size_t i = 0; i < v->n; i++)
            out[i] = real_at(sums, i) / (double)integer_at(tokens, i);
        return;
    }
    if (p->form == FORM_MISSING) {
        for (size_t i = 0; i < v->n; i++)
            out[i] = (double)NAN;
        return;
    }
    if (p->mask == NULL) {
        for (size_t i = 0; i < v->n; i++)
            out[i] = real_at(p, i);
        return;
    }
    size_t at = 0;
    for (size_t i = 0; i < v->n; i++)
        out[i] = is_known(p, i) ? real_at(p, at++) : (double)NAN;
}
