/*
 * claims_drawn_test.c - what is said of hundreds of claims, drawn from values that lie at the ends
 * of what the checks ask for; each number that was found wrong is then corrected, and asked again.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/audit/claims.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "tests/support/approved.h"

#define BUNDLES  200
#define N_CLAIMS 3
#define N_TABLES 3
#define SHOWN    3 /* texts of a fault; the others have a hash */

static struct rng rng;
static struct arena arena;

static size_t draw(size_t n)
{
    return rng_below(&rng, (uint32_t)n);
}

#define ONE_OF(list) (list)[draw(ARRAY_LEN(list))]

static const char *const numbers[] = { "0",     "0.0",   "0.5",     "50%",   "37.5%",  "0.084",
                                       "1.0",   "1",     "< 0.001", "-0.44", "9.8e-5", "10",
                                       "3",     "0.25",  "75%",     "2.5x",  "0.05",   "0.04",
                                       "100%",  "0.950", "-1.5",    "7",     "0.33",   "< 2",
                                       "0.051", "20.0%", "4.5",     "0%",    "1e-9",   "12" };
static const char *const texts[] = { "", "", "one", "other" };
static const int64_t sizes[] = { 0,  1,  2,  3,  5,   6,   7,   8,   10,
                                 20, 50, 51, 80, 100, 320, 400, 401, 1000001 };

static struct claim_number number(void)
{
    struct claim_number v = { 0 };
    if (draw(3) > 0)
        assert_true(claim_number_parse(ONE_OF(numbers), &v));
    return v;
}

/* With so many decimals; of % a hundred times as much. */
static struct claim_number printed(int decimals, const char *sign, double x)
{
    struct claim_number v = { 0 };
    char text[400];
    snprintf(text, sizeof text, "%.*f%s", decimals, *sign == '%' ? 100.0 * x : x, sign);
    claim_number_parse(text, &v);
    return v;
}

static struct claim_number rounded(int digits, double x)
{
    struct claim_number v = { 0 };
    char text[60];
    snprintf(text, sizeof text, "%.*g", digits, x);
    claim_number_parse(text, &v);
    return v;
}

/* A share of a count, right or nearly so. */
static void draw_share(struct claim *c)
{
    c->n = 1 + (int64_t)draw(60);
    c->count = (int64_t)draw((size_t)c->n + 1);
    c->value =
        printed((int)draw(3), "%", ((double)c->count + 0.3 * (double)draw(2)) / (double)c->n);
    if (draw(2) == 0)
        c->count = -1;
    if (draw(2) == 0) {
        c->test = CLAIM_NO_TEST;
        c->n_values = 0;
        c->units = 0;
    }
}

/* A test of counts whose p is that of one side. */
static void draw_test(struct claim *c)
{
    static const enum stat_alternative sides[] = { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
    const int64_t k = (int64_t)draw(12);
    c->test = CLAIM_SIGN;
    c->n = 11;
    c->statistic = rounded(6, (double)k);
    c->p = rounded(3, stat_binomial_test(k, c->n, 0.5, ONE_OF(sides)));
    if (draw(2) == 0)
        c->side = CLAIM_SIDE_UNSTATED;
    if (draw(2) == 0)
        c->engine = "";
}

static void draw_lists(struct claim *c)
{
    static const double rates[] = { 0, 0.25, 0.5, 0.75, 1 };
    c->n_values = draw(7);
    c->values = arena_array(&arena, c->n_values, sizeof *c->values);
    for (size_t i = 0; i < c->n_values; i++)
        c->values[i] = printed(1, "", 0.5 * (double)draw(20) + (draw(6) == 0 ? 40.0 : 0.0));
    c->n_rates = draw(4);
    c->rates = arena_array(&arena, c->n_rates, sizeof *c->rates);
    for (size_t i = 0; i < c->n_rates; i++)
        c->rates[i] = ONE_OF(rates);
    c->n_null_rates = draw(3) == 0 && c->n < 100 ? (size_t)c->n : draw(3);
    c->null_rates = arena_array(&arena, c->n_null_rates, sizeof *c->null_rates);
    for (size_t i = 0; i < c->n_null_rates; i++)
        c->null_rates[i] = ONE_OF(rates);
}

static void draw_derived(struct claim *c)
{
    static const char *const names[] = { "ratio", "difference", "relative-change", "gap-closed",
                                         "product" };
    double x[4] = { 0 };
    c->derived = claim_derivation_find(ONE_OF(names));
    c->n_of = c->derived->n_parts;
    c->of = arena_array(&arena, c->n_of, sizeof *c->of);
    for (size_t i = 0; i < c->n_of; i++) {
        c->of[i] = printed(2, draw(2) == 0 ? "%" : "", 0.01 + 0.01 * (double)draw(90));
        x[i] = c->of[i].value;
    }
    c->value = printed(
        2, "", c->derived->value(x) * (draw(3) == 0 ? 100.0 : 1.0) + 0.01 * (double)draw(4));
}

static void draw_claim(struct claim *c, size_t i, const struct claim_table *tables)
{
    static const char *const ids[N_CLAIMS] = { "a", "b", "c" };
    static const char *const engines[] = { "", "exact", "asymptotic", "asymptotic-continuity",
                                           "other" };
    static const char *const kinds[] = { "", "prediction", "wilson", "clopper-pearson", "seeds" };
    static const char *const averages[] = { "", "mean", "geomean", "median" };
    static const int64_t seeds[] = { 0, 1, 2, 3, 4, 5, 6 };
    static const int64_t draws[] = { 0, 1, 4, 8, 64 };
    static const double levels[] = { 0, 0.9, 0.95 };
    *c = (struct claim){ .id = ids[i],
                         .quantity = ONE_OF(texts),
                         .denominator = ONE_OF(texts),
                         .engine = ONE_OF(engines),
                         .interval_kind = ONE_OF(kinds),
                         .statistic_name = ONE_OF(averages),
                         .effect = draw(3) == 0 ? "cohens-h" : "",
                         .family = ONE_OF(texts),
                         .x = ONE_OF(texts),
                         .y = ONE_OF(texts),
                         .reading_x = (enum claim_level)draw(3),
                         .reading_y = (enum claim_level)draw(3),
                         .test = (enum claim_test)draw(8),
                         .side = (enum claim_side)draw(4),
                         .claims_better = draw(2) == 0,
                         .lower_is_better = draw(2) == 0,
                         .share = draw(2) == 0,
                         .clustered = draw(3) == 0,
                         .is_ratio = draw(2) == 0,
                         .claims_shape = draw(2) == 0,
                         .same_data = draw(2) == 0,
                         .value = number(),
                         .p = number(),
                         .statistic = number(),
                         .low = number(),
                         .high = number(),
                         .sd = number(),
                         .null_rate = number(),
                         .y_value = number(),
                         .n = ONE_OF(sizes),
                         .controls = (int64_t)draw(4),
                         .tasks = ONE_OF(seeds),
                         .seeds = ONE_OF(seeds),
                         .pairs = ONE_OF(sizes),
                         .units = ONE_OF(sizes),
                         .draws = ONE_OF(draws),
                         .chosen_from = (int64_t)draw(3),
                         .interval_level = ONE_OF(levels),
                         .curve = draw(2) == 0 ? &tables[0] : NULL,
                         .trajectory = draw(2) == 0 ? &tables[1] : NULL,
                         .base = draw(2) == 0 ? &tables[1] : NULL,
                         .stored = draw(4) == 0 ? 0.5 : STAT_NAN,
                         .stored_reason = "stored" };
    c->count = (int64_t)draw(14) - 1;
    draw_lists(c);
    if (draw(3) == 0)
        draw_share(c);
    if (draw(5) == 0)
        draw_test(c);
    if (draw(5) == 0)
        draw_derived(c);
}

static struct claim_table draw_table(const char *id, const char *const *columns, size_t n)
{
    struct claim_table t = { .id = id,
                             .denominator = ONE_OF(texts),
                             .cell_n = (int64_t)draw(9),
                             .n_columns = n,
                             .n_rows = draw(6),
                             .columns = arena_array(&arena, n, sizeof *columns) };
    memcpy(t.columns, columns, n * sizeof *columns);
    t.cells = arena_array(&arena, t.n_rows * n, sizeof *t.cells);
    for (size_t r = 0; r < t.n_rows; r++)
        for (size_t c = 0; c < n; c++) {
            struct claim_number *v = &t.cells[r * n + c];
            if (draw(40) == 0)
                continue;
            if (strcmp(columns[c], "k") == 0)
                *v = rounded(6, pow(2.0, (double)r));
            else if (strcmp(columns[c], "n") == 0)
                *v = rounded(6, 10);
            else if (strcmp(columns[c], "percent") == 0)
                *v = printed(0, "%", 0.1 * t.cells[r * n].value + (draw(4) == 0 ? 0.01 : 0));
            else if (strcmp(columns[c], "reward") == 0)
                *v = printed(3, "", 2 * t.cells[r * n].value + 0.02 * (double)draw(3));
            else if (strcmp(columns[c], "value") == 0 || strcmp(columns[c], "correct") == 0)
                *v = printed(2, "", 0.1 * (double)draw(11));
            else if (strcmp(columns[c], "aggregate") == 0)
                *v = printed(0, "%", 0.125 * (double)draw(9));
            else
                *v = rounded(6, (double)draw((size_t)t.cell_n + 1 + (draw(30) == 0)));
        }
    return t;
}

/* ---- what is said ---- */

struct fault {
    size_t n;
    struct buf shown, others;
};

static struct fault *faults;
static const struct claim_fault *names;
static size_t n_faults;

static void note(const struct claim_finding *f)
{
    size_t i = 0;
    while (strcmp(names[i].name, f->fault) != 0)
        i++;
    struct fault *x = &faults[i];
    buf_printf(x->n < SHOWN ? &x->shown : &x->others, "  %s %.4g %.4g %lld: %s%s\n", f->where,
               f->published, f->recomputed, (long long)f->n, f->text,
               str_ends_with(f->text, " ") ? "~" : "");
    x->n++;
}

/* Puts what was recomputed in the place of what was published. */
static void correct(struct claim_bundle *b, const struct claim_finding *f)
{
    for (size_t i = 0; i < b->n_claims; i++) {
        struct claim *c = &b->claims[i];
        if (strcmp(c->id, f->where) != 0 || !isfinite(f->recomputed))
            continue;
        struct claim_number *v = str_starts_with(f->fault, "p-")         ? &c->p
                                 : str_starts_with(f->fault, "sd-")      ? &c->sd
                                 : str_starts_with(f->fault, "interval") ? &c->low
                                                                         : &c->value;
        *v = rounded(2 + (int)draw(3), f->recomputed);
    }
}

static void audit(struct claim_bundle *b, struct claim_findings *out)
{
    claims_audit(b, &arena, out);
    for (size_t i = 0; i < out->count; i++)
        note(&out->items[i]);
}

static void draw_bundle(void)
{
    static const char *const curve[] = { "k", "value" };
    static const char *const counts[] = { "task:x", "task:y", "other", "aggregate" };
    static const char *const rates[] = { "count", "n", "percent", "correct", "reward" };
    struct claim claims[N_CLAIMS];
    struct claim_table tables[N_TABLES];
    struct claim_findings found;
    tables[0] = draw_table("curve", curve, 2);
    tables[1] = draw_table("counts", counts, 4);
    tables[2] = draw_table("rates", rates + 3 * draw(2), draw(2) == 0 ? 2 : 0);
    if (tables[2].n_columns == 0)
        tables[2] = draw_table("rates", rates, 3);
    for (size_t i = 0; i < N_CLAIMS; i++) {
        draw_claim(&claims[i], i, tables);
        claims[i].rival = i > 0 && draw(2) == 0 ? &claims[0] : NULL;
        claims[i].n_compared = i;
        claims[i].compared = arena_array(&arena, i + 1, sizeof(const struct claim *));
        for (size_t k = 0; k < i; k++)
            claims[i].compared[k] = &claims[k];
    }
    struct claim_bundle b = { "", draw(2) == 0 ? 0.05 : 0.1, N_TABLES, tables, N_CLAIMS, claims };
    audit(&b, &found);
    for (size_t i = 0; i < found.count; i++)
        correct(&b, &found.items[i]);
    audit(&b, &found);
    arena_reset(&arena);
}

static void what_is_said_of_drawn_claims(void **state)
{
    struct buf out = { 0 };
    (void)state;
    rng_init(&rng, 11, RNG_TRIAL, 0, 0, 0);
    names = claim_fault_list(&n_faults);
    faults = mem_array(n_faults, sizeof *faults);
    for (int i = 0; i < BUNDLES; i++)
        draw_bundle();
    for (size_t i = 0; i < n_faults; i++) {
        const struct buf *rest = &faults[i].others;
        buf_printf(&out, "%s: %s: %zu\n%s  %016llx\n", names[i].name, names[i].meaning, faults[i].n,
                   buf_text(&faults[i].shown),
                   (unsigned long long)str_hash(buf_text(rest), rest->len));
        buf_release(&faults[i].shown);
        buf_release(&faults[i].others);
    }
    free(faults);
    arena_release(&arena);
    approved_check_exactly("claims_drawn", &out);
    buf_release(&out);
}

/* A million counts are the most that is asked. */
static void a_million_is_the_most(void **state)
{
    static const int64_t counts[] = { 1000000, 1000001 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        struct claim_findings found;
        struct claim c = claim_unstated("c");
        c.test = CLAIM_SIGN;
        c.statistic = rounded(7, 500000);
        c.p = rounded(1, 0.5);
        c.n = counts[i];
        struct claim_bundle b = { "", 0.05, 0, NULL, 1, &c };
        claims_audit(&b, &arena, &found);
        assert_int_equal(found.count, counts[i] == 1000000 ? 1 : 0);
    }
    arena_release(&arena);
}

/* Above and below, in as many digits as a number may have. */
static void numbers_as_they_are_printed(void **state)
{
    static const char *const printed_ones[] = {
        "0",      "-0",    "007",  "1.50",  " 2",   "< 3",    "<4",     "5x",     "5 x",  "6%",
        "6 %",    "6%%",   "x",    "%",     "<",    "",       " ",      "1e5",    "1E-5", "1e+5",
        "1.25e2", "1.25e", "1 2",  "5 %x",  "nan",  "inf",    "1e308",  "1e309",  "-1.5", "+1",
        ".5",     "5.",    "0x10", "1,000", "< 5%", "<  5 %", "1e-400", "1e-320", "--1",  "5 x ",
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(printed_ones); i++) {
        struct claim_number v = { 0 };
        const bool known = claim_number_parse(printed_ones[i], &v);
        buf_printf(&out, "'%s': %d %d%d %.10g %.10g\n", printed_ones[i], known, v.below, v.percent,
                   v.value, v.half);
    }
    for (int n = 60; n < 70; n++) {
        char text[80];
        struct claim_number v = { 0 };
        snprintf(text, sizeof text, "%0*d", n, 7);
        buf_printf(&out, "%d digits: %d\n", n, claim_number_parse(text, &v));
    }
    approved_check_exactly("claims_printed", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_drawn_claims),
        cmocka_unit_test(a_million_is_the_most),
        cmocka_unit_test(numbers_as_they_are_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
