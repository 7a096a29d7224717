/* Every form comes back bit for bit, and any bytes are read within bounds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/store/packed/fact_pack.h"

#define ROWS 300

struct cell {
    size_t n;
    int64_t integers[FACT_N_INTEGERS][ROWS];
    double reals[FACT_N_REALS][ROWS];
};

static struct fact_rows rows_of(struct cell *c)
{
    struct fact_rows rows = { .n = c->n };
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        rows.integers[k] = c->integers[k];
    for (size_t k = 0; k < FACT_N_REALS; k++)
        rows.reals[k] = c->reals[k];
    return rows;
}

static void empty_cell(struct cell *c, size_t n)
{
    c->n = n;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < FACT_N_INTEGERS; k++)
            c->integers[k][i] = FACT_MISSING;
        for (size_t k = 0; k < FACT_N_REALS; k++)
            c->reals[k][i] = (double)NAN;
    }
}

static void assert_comes_back(struct cell *c, size_t most_bytes)
{
    struct buf bytes = { 0 };
    struct fact_view view;
    int64_t integers[ROWS];
    double reals[ROWS];
    struct fact_rows rows = rows_of(c);
    fact_pack(&rows, &bytes);
    assert_true(bytes.len <= most_bytes);
    assert_true(fact_open(bytes.data, bytes.len, &view));
    assert_int_equal(view.n, c->n);
    for (int k = 0; k < FACT_N_COLUMNS; k++) {
        if (k < FACT_N_INTEGERS) {
            fact_read_integers(&view, (enum fact_column)k, integers);
            assert_memory_equal(integers, c->integers[k], c->n * sizeof(*integers));
            continue;
        }
        fact_read_reals(&view, (enum fact_column)k, reals);
        for (size_t i = 0; i < c->n; i++) {
            const double *want = &c->reals[k - FACT_N_INTEGERS][i];
            assert_true(isnan(*want) ? isnan(reals[i]) : memcmp(want, &reals[i], 8) == 0);
        }
    }
    buf_release(&bytes);
}

static void what_is_missing_costs_nothing(void **state)
{
    (void)state;
    static struct cell c;
    empty_cell(&c, 0);
    assert_comes_back(&c, 1);
    empty_cell(&c, 200);
    assert_comes_back(&c, 2 + FACT_SUM_BYTES);
}

static void constants_and_steps_cost_nothing_a_row(void **state)
{
    (void)state;
    static struct cell c;
    empty_cell(&c, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        c.integers[FACT_SAMPLE][i] = (int64_t)(3 * i) + 7;
        c.integers[FACT_TURN][i] = 0;
        c.integers[FACT_PROMPT_TOKENS][i] = -1234567890123;
        c.reals[FACT_BASELINE - FACT_N_INTEGERS][i] = 0.1;
    }
    assert_comes_back(&c, 40);
}

static void integers_keep_every_width(void **state)
{
    (void)state;
    static const int64_t spans[] = { 1, 255, 256, 65535, 65536, 4294967295, 4294967296, INT64_MAX };
    static struct cell c;
    for (size_t s = 0; s < ARRAY_LEN(spans); s++) {
        for (int64_t base = -3; base <= 0; base += 3) {
            empty_cell(&c, 5);
            for (size_t i = 0; i < 5; i++)
                c.integers[FACT_COMPLETION_TOKENS][i] = i == 2 ? spans[s] + base : base;
            assert_comes_back(&c, 64);
        }
    }
    empty_cell(&c, 3); /* differences that no int64 holds */
    c.integers[FACT_PROMPT_TOKENS][0] = INT64_MIN + 1;
    c.integers[FACT_PROMPT_TOKENS][1] = INT64_MAX;
    c.integers[FACT_PROMPT_TOKENS][2] = 0;
    assert_comes_back(&c, 64);
}

static void reals_keep_their_bits(void **state)
{
    (void)state;
    static const double odd[] = {
        0.0, -0.0, 5e-324, 1.7976931348623157e308, (double)INFINITY, -(double)INFINITY
    };
    static struct cell c;
    empty_cell(&c, ARRAY_LEN(odd));
    for (size_t i = 0; i < ARRAY_LEN(odd); i++)
        c.reals[FACT_RUNTIME - FACT_N_INTEGERS][i] = odd[i];
    assert_comes_back(&c, 64);
    empty_cell(&c, 2); /* equal numbers of different bits are no constant */
    c.reals[0][0] = 0.0;
    c.reals[0][1] = -0.0;
    assert_comes_back(&c, 64);
}

static void a_mean_that_follows_is_not_stored(void **state)
{
    (void)state;
    static struct cell c;
    double *mean = c.reals[FACT_MEAN_LOGPROB - FACT_N_INTEGERS];
    double *sum = c.reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS];
    empty_cell(&c, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        c.integers[FACT_COMPLETION_TOKENS][i] = 100 + (int64_t)i;
        sum[i] = -1.0 / 3.0 * (double)(i + 1);
        mean[i] = sum[i] / (double)(100 + i);
    }
    assert_comes_back(&c, ROWS * 11);
    mean[17] = nextafter(mean[17], 0.0); /* its last bit differs */
    assert_comes_back(&c, ROWS * 20);
    mean[17] = (double)NAN;
    assert_comes_back(&c, ROWS * 20);
    c.integers[FACT_COMPLETION_TOKENS][5] = FACT_MISSING;
    assert_comes_back(&c, ROWS * 20);
}

static int64_t random_integer(struct rng *r, unsigned kind)
{
    switch (kind % 5) {
    case 0:
        return FACT_MISSING;
    case 1:
        return 4;
    case 2:
        return rng_below(r, 300);
    case 3:
        return (int64_t)rng_u32(r) * 3;
    }
    return rng_below(r, 3) == 0 ? FACT_MISSING : (int64_t)rng_below(r, 70000);
}

static double random_real(struct rng *r, unsigned kind)
{
    switch (kind % 4) {
    case 0:
        return (double)NAN;
    case 1:
        return 2.5;
    case 2:
        return rng_normal(r);
    }
    return rng_below(r, 3) == 0 ? (double)NAN : rng_normal(r);
}

static void random_cell(struct cell *c, struct rng *r)
{
    empty_cell(c, rng_below(r, 40));
    for (size_t k = 0; k < FACT_N_COLUMNS; k++) {
        unsigned kind = rng_below(r, 20);
        for (size_t i = 0; i < c->n; i++) {
            if (k < FACT_N_INTEGERS)
                c->integers[k][i] = random_integer(r, kind);
            else
                c->reals[k - FACT_N_INTEGERS][i] = random_real(r, kind);
        }
    }
}

static void random_cells_come_back(void **state)
{
    (void)state;
    static struct cell c;
    struct rng r;
    rng_init(&r, 1, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 5000; i++) {
        random_cell(&c, &r);
        assert_comes_back(&c, 40 * 8 * FACT_N_COLUMNS + 100);
    }
}

/* A sanitiser sees reads behind exact-size memory. */
static void read_anything(const unsigned char *data, size_t len)
{
    unsigned char *copy = malloc(len == 0 ? 1 : len);
    struct fact_view view;
    assert_non_null(copy);
    memcpy(copy, data, len);
    if (fact_open(copy, len, &view) && view.n <= ROWS) {
        int64_t integers[ROWS];
        double reals[ROWS];
        for (int k = 0; k < FACT_N_COLUMNS; k++) {
            if (k < FACT_N_INTEGERS)
                fact_read_integers(&view, (enum fact_column)k, integers);
            else
                fact_read_reals(&view, (enum fact_column)k, reals);
        }
    }
    free(copy);
}

static void damaged_bytes_are_read_within_bounds(void **state)
{
    (void)state;
    static struct cell c;
    struct rng r;
    rng_init(&r, 2, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < 2000; i++) {
        struct buf bytes = { 0 };
        random_cell(&c, &r);
        struct fact_rows rows = rows_of(&c);
        fact_pack(&rows, &bytes);
        unsigned char *data = (unsigned char *)bytes.data;
        read_anything(data, rng_below(&r, (uint32_t)bytes.len + 1));
        for (int k = 0; k < 8; k++) {
            data[rng_below(&r, (uint32_t)bytes.len)] = (unsigned char)rng_u32(&r);
            read_anything(data, bytes.len);
        }
        buf_release(&bytes);
    }
}

static void what_cannot_be_packed_is_refused(void **state)
{
    (void)state;
    struct fact_view view;
    static const struct {
        const char *bytes;
        size_t len;
    } refused[] = {
        { "", 0 },                                     /* no number of rollouts */
        { "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9 }, /* more rollouts than a cell may have */
        { "\x02\x10\x00\x10\x00", 5 },                 /* a column twice */
        { "\x02\x11\x00\x10\x00", 5 },                 /* columns out of order */
        { "\x02\x19\x00", 3 },                         /* no such column */
        { "\x02\x70\x00", 3 },                         /* a form that integers do not have */
        { "\x02\x78", 2 },                             /* a quotient without its terms */
        { "\x02\x30\x00\x01", 4 },                     /* one of two values */
        { "\x02\x16\x00\x00", 4 },                     /* half a real */
    };
    for (size_t i = 0; i < ARRAY_LEN(refused); i++)
        assert_false(fact_open(refused[i].bytes, refused[i].len, &view));
    assert_true(fact_open("\x02\x10\x00", 3, &view)); /* two samples numbered 0 */
}

/* Databases hold such bytes: other ones for the same rows would be facts that nobody can read. */
static void the_bytes_of_each_form_are_these(void **state)
{
    static const unsigned char
        want[] = {
            0x03,                         /* three rollouts */
            0x20, 0x0e, 0x03,             /* samples: 7, then 2 less each */
            0x11, 0x02,                   /* turns: all 1 */
            0x32, 0x16, 0x00, 0xff, 0x01, /* verdicts: 11 and a byte each */
            0xa3, 0x05, 0x05, 0x80, 0x04, /* the first and the last of three: -3, then 256 more */
            0x54, 0x00, 0x00, 0x00, 0x01, 0x00, 0xff, 0xff, 0xff, /* four bytes each */
            0xff, 0x00, 0x00, 0x00, 0x00,                         /* the last of them */
            0x65, 0,    0,    0,    0,    0,    0,    0xf0, 0x3f, 0,    0, 0,
            0,    0,    0,    0,    0x40, 0,    0,    0,    0,    0,    0, 0x08,
            0x40, 0x16, 0,    0,    0,    0,    0,    0,    0xe0, 0x3f, /* baselines: all 0.5 */
            0x97, 0x02, 0,    0,    0,    0,    0,    0,    0xf0, 0xbf, /* one sum: -1 */
        };
    static struct cell c;
    struct buf bytes = { 0 };
    (void)state;
    empty_cell(&c, 3);
    for (size_t i = 0; i < 3; i++) {
        c.integers[FACT_SAMPLE][i] = 7 - 2 * (int64_t)i;
        c.integers[FACT_TURN][i] = 1;
        c.reals[FACT_RUNTIME - FACT_N_INTEGERS][i] = 1.0 + (double)i;
        c.reals[FACT_BASELINE - FACT_N_INTEGERS][i] = 0.5;
    }
    c.integers[FACT_VERDICT][0] = 11;
    c.integers[FACT_VERDICT][1] = 11 + 255;
    c.integers[FACT_VERDICT][2] = 12;
    c.integers[FACT_PROMPT_TOKENS][0] = -3;
    c.integers[FACT_PROMPT_TOKENS][2] = 253;
    c.integers[FACT_COMPLETION_TOKENS][0] = 65536;
    c.integers[FACT_COMPLETION_TOKENS][1] = 4294967295;
    c.integers[FACT_COMPLETION_TOKENS][2] = 0;
    c.reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS][1] = -1;
    struct fact_rows rows = rows_of(&c);
    fact_pack(&rows, &bytes);
    assert_int_equal(bytes.len, sizeof want + FACT_SUM_BYTES);
    assert_memory_equal(bytes.data, want, sizeof want);
    struct fact_view view;
    assert_true(fact_open(bytes.data, bytes.len, &view));
    assert_true(fact_open(bytes.data, sizeof want, &view)); /* as older versions packed it */
    for (size_t bit = 0; bit < 8 * bytes.len; bit++) {
        bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
        assert_false(fact_open(bytes.data, bytes.len, &view));
        bytes.data[bit / 8] = (char)(bytes.data[bit / 8] ^ 1 << bit % 8);
    }
    buf_release(&bytes);
}

/* As many rollouts as a cell may have, and one more. */
static void a_cell_has_a_million_rollouts_at_most(void **state)
{
    struct fact_view view;
    (void)state;
    assert_true(fact_open("\x80\x80\x40\x10\x00", 5, &view));
    assert_int_equal(view.n, FACT_MOST_ROWS);
    assert_int_equal(view.n, 1048576);
    assert_false(fact_open("\x81\x80\x40\x10\x00", 5, &view));
}

static void outcomes_have_their_numbers(void **state)
{
    static const char *const names[] = { "pending", "no_code",  "parse",   "compile",
                                         "launch",  "crash",    "timeout", "wrong_shape",
                                         "nan",     "mismatch", "cheat",   "measured",
                                         "infra" };
    (void)state;
    for (int code = 0; code < 13; code++) {
        assert_string_equal(fact_outcome_name(code), names[code]);
        assert_int_equal(fact_outcome(names[code]), code);
    }
    assert_string_equal(fact_outcome_name(13), "pending");
    assert_string_equal(fact_outcome_name(-1), "pending");
    assert_int_equal(fact_outcome(NULL), 0);
}

static void verdicts_say_what_is_scored(void **state)
{
    (void)state;
    assert_int_equal(fact_verdict(NULL, true, true, NULL), FACT_PENDING);
    assert_int_equal(fact_verdict("no such outcome", true, true, NULL), FACT_PENDING);
    assert_int_equal(fact_verdict("measured", true, true, NULL),
                     11 | FACT_COMPILED | FACT_CORRECT | FACT_SCORED);
    int tf32 = fact_verdict("measured", true, true, "tf32");
    assert_int_equal(fact_class_of(tf32), fact_class("tf32"));
    assert_true(fact_class("fp32") < fact_class("tf32") && fact_class("tf32") < fact_class("half"));
    assert_int_equal(fact_verdict("no_code", false, false, NULL), 1 | FACT_SCORED);
    assert_int_equal(fact_verdict("infra", true, false, NULL), 12 | FACT_COMPILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_costs_nothing),
        cmocka_unit_test(constants_and_steps_cost_nothing_a_row),
        cmocka_unit_test(integers_keep_every_width),
        cmocka_unit_test(reals_keep_their_bits),
        cmocka_unit_test(a_mean_that_follows_is_not_stored),
        cmocka_unit_test(random_cells_come_back),
        cmocka_unit_test(damaged_bytes_are_read_within_bounds),
        cmocka_unit_test(what_cannot_be_packed_is_refused),
        cmocka_unit_test(the_bytes_of_each_form_are_these),
        cmocka_unit_test(a_cell_has_a_million_rollouts_at_most),
        cmocka_unit_test(outcomes_have_their_numbers),
        cmocka_unit_test(verdicts_say_what_is_scored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
