/* Sums, the roofline, the line for people, and what counters may accuse a kernel of. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/contract/profile.h"

#define GB 1e9

/* As an H200 counted it: 2^26 sums of floats, 0.54 GB read, 0.27 GB to write. */
static struct profile_kernel vector_add(void)
{
    struct profile_kernel k;
    profile_clear(&k);
    k.name = "add";
    k.device_us = 200.0;
    k.registers = 16;
    k.shared_bytes = k.local_bytes = 0;
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        k.counters[i] = 0.0;
    k.counters[COUNTER_DRAM_READ_BYTES] = 5.36888e8;
    k.counters[COUNTER_DRAM_WRITE_BYTES] = 2.54e8;
    k.counters[COUNTER_L2_READ_SECTORS] = 2.51704e7;
    k.counters[COUNTER_L2_WRITE_SECTORS] = 1.26083e7;
    k.counters[COUNTER_OCCUPANCY_PERCENT] = 74.8;
    k.counters[COUNTER_FADD] = 6.71089e7;
    return k;
}

static struct eval_profile profile_of(struct profile_kernel *k, size_t n)
{
    return (struct eval_profile){ .span_us = 200.0,
                                  .bytes = 3 * 2.68435456e8,
                                  .flops = 6.7108864e7,
                                  .copy_bytes_per_s = 4.04e12,
                                  .peak_flop_per_s = 66.9e12,
                                  .n_kernels = n,
                                  .kernels = k };
}

static const struct profile_floor add_floor = { .read_bytes = 2 * 2.68435456e8,
                                                .written_bytes = 2.68435456e8,
                                                .cache_bytes = 6.3e7,
                                                .single_precision = true };

static void memory_bound_kernels_stand_under_the_copy_rate(void **state)
{
    struct profile_kernel k = vector_add();
    struct eval_profile p = profile_of(&k, 1);
    struct roofline r;
    (void)state;
    roofline_of(&p, 210.0, &r);
    assert_true(r.memory_bound);
    assert_true(fabs(r.memory_us - 199.333) < 0.01); /* 805.3 MB / 4.04 TB/s */
    assert_true(fabs(r.compute_us - 1.00313) < 0.001);
    assert_true(fabs(r.fraction - 0.94921) < 1e-4);
    assert_true(fabs(r.dram_share - 0.93220) < 1e-4); /* 790.9 MB in 210 us */
    p.flops = 6e10;
    roofline_of(&p, 1000.0, &r);
    assert_false(r.memory_bound);
    assert_true(fabs(r.light_us - 896.861) < 0.01);
}

static void unknown_numbers_stay_unknown(void **state)
{
    struct profile_kernel k;
    struct roofline r;
    (void)state;
    profile_clear(&k);
    struct eval_profile p = profile_of(&k, 1);
    p.copy_bytes_per_s = (double)NAN;
    roofline_of(&p, 210.0, &r);
    assert_true(isnan(r.memory_us) && isnan(r.dram_share));
    assert_true(fabs(r.light_us - 1.00313) < 0.001);
    assert_false(r.memory_bound);
    p.copy_bytes_per_s = 4.04e12;
    p.peak_flop_per_s = (double)NAN;
    roofline_of(&p, 210.0, &r);
    assert_true(r.memory_bound && isnan(r.compute_us));
    assert_true(fabs(r.light_us - 199.333) < 0.01);
    p.copy_bytes_per_s = 0.0;
    roofline_of(&p, 210.0, &r);
    assert_true(isnan(r.light_us) && isnan(r.fraction));
    assert_true(isnan(profile_executed_flops(&p)) && isnan(profile_matrix_instructions(&p)));
    p.n_kernels = 0;
    assert_true(isnan(profile_total(&p, COUNTER_FADD)) && isnan(profile_kernels_us(&p)));
}

static void fused_operations_are_two(void **state)
{
    struct profile_kernel k = vector_add();
    struct eval_profile p = profile_of(&k, 1);
    (void)state;
    k.counters[COUNTER_FADD] = 10;
    k.counters[COUNTER_FFMA] = 100;
    k.counters[COUNTER_DMUL] = 1;
    k.counters[COUNTER_DFMA] = 1000;
    k.counters[COUNTER_HFMA] = 5; /* compilers load constants with it */
    assert_true(fabs(profile_executed_flops(&p) - 2211.0) < 1e-9);
}

/* What each counter of two kernels adds to the sums. */
static void each_counter_counts_where_it_belongs(void **state)
{
    static const struct {
        enum counter counter;
        double flops, matrix, dram;
    } rows[] = {
        { COUNTER_DRAM_READ_BYTES, 0, 0, 1 },
        { COUNTER_DRAM_WRITE_BYTES, 0, 0, 1 },
        { COUNTER_TENSOR_FLOAT, 0, 1, 0 },
        { COUNTER_TENSOR_MOVES, 0, -1, 0 },
        { COUNTER_TENSOR_INTEGER, 0, 1, 0 },
        { COUNTER_FADD, 1, 0, 0 },
        { COUNTER_FMUL, 1, 0, 0 },
        { COUNTER_FFMA, 2, 0, 0 },
        { COUNTER_DADD, 1, 0, 0 },
        { COUNTER_DMUL, 1, 0, 0 },
        { COUNTER_DFMA, 2, 0, 0 },
    };
    (void)state;
    for (size_t c = 0; c < PROFILE_COUNTERS; c++) {
        struct profile_kernel k[2] = { vector_add(), vector_add() };
        struct eval_profile p = profile_of(k, 2);
        double flops = 0, matrix = 0, dram = 0;
        memset(k[0].counters, 0, sizeof k[0].counters);
        memset(k[1].counters, 0, sizeof k[1].counters);
        k[0].counters[c] = 3;
        k[1].counters[c] = 4;
        for (size_t i = 0; i < ARRAY_LEN(rows); i++)
            if (rows[i].counter == (enum counter)c) {
                flops = 7 * rows[i].flops;
                matrix = 7 * rows[i].matrix;
                dram = 7 * rows[i].dram;
            }
        assert_float_equal(profile_total(&p, (enum counter)c), 7, 0);
        assert_float_equal(profile_executed_flops(&p), flops, 0);
        assert_float_equal(profile_matrix_instructions(&p), matrix, 0);
        assert_float_equal(profile_dram_bytes(&p, NULL), dram, 0);
        assert_float_equal(profile_dram_bytes(&p, &k[1]), dram / 7 * 4, 0);
    }
    struct profile_kernel k[2] = { vector_add(), vector_add() };
    struct eval_profile p = profile_of(k, 2);
    k[1].device_us = 50;
    assert_float_equal(profile_kernels_us(&p), 250, 0);
}

/* What is asked for is 98 of 100 bytes of the inputs less the cache, 98 of 100 of the outputs, and
 * no instruction on short numbers. */
static void findings_have_these_bounds(void **state)
{
    static const struct {
        double read, sectors, tensor;
        bool single, passes[PROFILE_FINDINGS], applies[PROFILE_FINDINGS];
    } rows[] = {
        { 1560, 49, 0, true, { true, true, true }, { true, true, true } },
        { 1559, 48, 1, true, { false, false, false }, { true, true, true } },
        { 1559, 48, 1, false, { false, false, true }, { true, true, false } },
    };
    static const struct profile_floor floor = { .read_bytes = 2000,
                                                .written_bytes = 1600,
                                                .cache_bytes = 400 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct profile_kernel k = vector_add();
        struct eval_profile p = profile_of(&k, 1);
        struct profile_floor f = floor;
        struct profile_check c[PROFILE_FINDINGS];
        f.single_precision = rows[i].single;
        k.counters[COUNTER_DRAM_READ_BYTES] = rows[i].read;
        k.counters[COUNTER_L2_WRITE_SECTORS] = rows[i].sectors;
        k.counters[COUNTER_TENSOR_FLOAT] = rows[i].tensor;
        profile_check(&p, &f, c);
        const double values[] = { rows[i].read, rows[i].sectors * 32, rows[i].tensor };
        static const double bounds[] = { 1560, 1568, 0 };
        static const char *const kinds[] = { "unread_input", "unwritten_output",
                                             "reduced_precision" };
        static const char *const units[] = { "bytes", "bytes", "instructions" };
        for (size_t n = 0; n < PROFILE_FINDINGS; n++) {
            assert_string_equal(c[n].kind, kinds[n]);
            assert_string_equal(c[n].unit, units[n]);
            assert_float_equal(c[n].value, values[n], 0);
            assert_float_equal(c[n].bound, bounds[n], 1e-9);
            assert_int_equal(c[n].applies, rows[i].applies[n]);
            assert_int_equal(c[n].pass, rows[i].passes[n]);
        }
        f.read_bytes = 400 / 0.98;
        f.written_bytes = 0;
        profile_check(&p, &f, c);
        assert_false(c[FINDING_UNREAD_INPUT].applies || c[FINDING_UNWRITTEN_OUTPUT].applies);
    }
}

static void the_line_names_the_slowest_kernel_first(void **state)
{
    struct profile_kernel k[2] = { vector_add(), vector_add() };
    struct eval_profile p = profile_of(k, 1);
    char line[400];
    (void)state;
    profile_line(&p, 210.0, line, sizeof line);
    assert_string_equal(line, "kernel add: 98 % of DRAM rate, occupancy 0.75, 16 registers, no "
                              "spills; 95 % of the speed of light, memory bound, 0.98 times the "
                              "bytes it needs");
    p.n_kernels = 2;
    k[1].name = "scan<32>\n\x1b[31m";
    k[1].device_us = 600.0;
    k[1].local_bytes = 48;
    profile_line(&p, 810.0, line, sizeof line);
    assert_non_null(strstr(line, "kernel scan<32>??[31m (75 % of the time): "));
    assert_non_null(strstr(line, "48 bytes of spills or local arrays; kernel add (25 % of"));
}

static void the_line_says_why_nothing_was_counted(void **state)
{
    struct profile_kernel k;
    struct eval_profile p = profile_of(&k, 1);
    char line[300], shorter[20];
    (void)state;
    profile_clear(&k);
    k.name = "add";
    k.device_us = 200.0;
    k.registers = 16;
    p.why_not = PROFILE_NOT_ASKED;
    profile_line(&p, 210.0, line, sizeof line);
    assert_string_equal(line, "kernel add: 16 registers; 95 % of the speed of light, memory bound");
    p.why_not = "not permitted";
    profile_line(&p, 210.0, line, sizeof line);
    assert_string_equal(line, "kernel add: 16 registers; 95 % of the speed of light, memory bound; "
                              "no counters: not permitted");
    profile_line(&p, 210.0, shorter, sizeof shorter);
    assert_int_equal(strlen(shorter), sizeof shorter - 1);
    assert_memory_equal(line, shorter, sizeof shorter - 1);
    profile_line(NULL, 210.0, line, sizeof line);
    assert_string_equal(line, "");
}

/* Kernels that nothing is known of but what a row says, the slowest first, and of a tie the
 * earlier; more than three are counted. */
static void the_line_says_what_is_known_of_each_kernel(void **state)
{
    static const struct {
        struct {
            const char *name;
            double us;
            int registers, local_bytes;
        } k[5];
        size_t n;
        const char *line;
    } rows[] = {
        { { { "a", 1, 0, 0 } }, 1, "kernel a: 0 registers, no spills" },
        { { { "a", 1, -1, 1 } }, 1, "kernel a: 1 bytes of spills or local arrays" },
        { { { "a", 1, -1, -1 } }, 1, "kernel a" },
        { { { "a b~\x7f\x1f\x80", 1, -1, -1 } }, 1, "kernel a b~??\x80" },
        { { { NULL, 1, 255, -1 } }, 1, "kernel : 255 registers" },
        { { { "012345678901234567890123456789012345678901234567890123456789x", 1, 8, -1 } },
          1,
          "kernel 012345678901234567890123456789012345678901234567890123456789: 8 registers" },
        { { { "a", 1, 1, -1 }, { "b", 3, -1, 0 } },
          2,
          "kernel b (75 % of the time): no spills; kernel a (25 % of the time): 1 registers" },
        { { { "a", 1, -1, -1 }, { "b", 1, -1, -1 }, { "c", 2, -1, -1 } },
          3,
          "kernel c (50 % of the time); kernel a (25 % of the time); kernel b (25 % of the time)" },
        { { { "a", 1, -1, -1 }, { "b", 4, -1, -1 }, { "c", 2, -1, -1 }, { "d", 3, -1, -1 } },
          4,
          "kernel b (40 % of the time); kernel d (30 % of the time); kernel c (20 % of the time); "
          "and 1 more" },
        { { { "a", 1, -1, -1 },
            { "b", 1, -1, -1 },
            { "c", 1, -1, -1 },
            { "d", 1, -1, -1 },
            { "e", 1, -1, -1 } },
          5,
          "kernel a (20 % of the time); kernel b (20 % of the time); kernel c (20 % of the time); "
          "and 2 more" },
        { { { "a", 1, -1, -1 } }, 0, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct profile_kernel k[5];
        char line[400], part[400];
        for (size_t j = 0; j < 5; j++) {
            profile_clear(&k[j]);
            k[j].name = rows[i].k[j].name;
            k[j].device_us = rows[i].k[j].us;
            k[j].registers = rows[i].k[j].registers;
            k[j].local_bytes = rows[i].k[j].local_bytes;
        }
        struct eval_profile p = profile_of(k, rows[i].n);
        p.bytes = p.flops = (double)NAN;
        profile_line(&p, 10.0, line, sizeof line);
        if (strcmp(line, rows[i].line) != 0)
            fail_msg("row %zu: %s", i, line);
        for (size_t size = 0; size < strlen(line) + 3; size++) {
            memset(part, '#', sizeof part);
            profile_line(&p, 10.0, part, size);
            size_t want = size == 0 ? 0 : strlen(line) < size ? strlen(line) : size - 1;
            assert_memory_equal(part, line, want);
            assert_int_equal(part[want], size == 0 ? '#' : '\0');
            assert_int_equal(part[size], '#');
        }
    }
}

static void honest_kernels_are_not_accused(void **state)
{
    struct profile_kernel k = vector_add();
    struct eval_profile p = profile_of(&k, 1);
    struct profile_check c[PROFILE_FINDINGS];
    (void)state;
    k.counters[COUNTER_TENSOR_FLOAT] = k.counters[COUNTER_TENSOR_MOVES] = 4096;
    profile_check(&p, &add_floor, c);
    for (size_t i = 0; i < PROFILE_FINDINGS; i++)
        assert_true(c[i].applies && c[i].pass);
}

static void small_tasks_are_not_judged_by_reads(void **state)
{
    struct profile_kernel k = vector_add();
    struct eval_profile p = profile_of(&k, 1);
    struct profile_check c[PROFILE_FINDINGS];
    struct profile_floor small = add_floor;
    (void)state;
    small.read_bytes = 6e7;
    k.counters[COUNTER_DRAM_READ_BYTES] = 0.0; /* all of it may have been in the cache */
    profile_check(&p, &small, c);
    assert_false(c[FINDING_UNREAD_INPUT].applies);
    assert_true(c[FINDING_UNREAD_INPUT].pass);
}

static void missing_traffic_and_tensor_units_are_found(void **state)
{
    struct profile_kernel k = vector_add();
    struct eval_profile p = profile_of(&k, 1);
    struct profile_check c[PROFILE_FINDINGS];
    (void)state;
    k.counters[COUNTER_DRAM_READ_BYTES] = 4.5e8; /* 84 % of the inputs */
    k.counters[COUNTER_L2_WRITE_SECTORS] = 4.2e6;
    k.counters[COUNTER_TENSOR_FLOAT] = 200;
    profile_check(&p, &add_floor, c);
    for (size_t i = 0; i < PROFILE_FINDINGS; i++)
        assert_true(c[i].applies && !c[i].pass);
    assert_string_equal(c[FINDING_TENSOR_UNITS].kind, "reduced_precision");
    assert_true(fabs(c[FINDING_UNREAD_INPUT].bound - (0.98 * 2 * 2.68435456e8 - 6.3e7)) < 1.0);
}

static void what_was_not_counted_accuses_nobody(void **state)
{
    struct profile_kernel k;
    struct eval_profile p = profile_of(&k, 1);
    struct profile_check c[PROFILE_FINDINGS];
    (void)state;
    profile_clear(&k);
    profile_check(&p, &add_floor, c);
    for (size_t i = 0; i < PROFILE_FINDINGS; i++)
        assert_true(!c[i].applies && c[i].pass);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_bound_kernels_stand_under_the_copy_rate),
        cmocka_unit_test(unknown_numbers_stay_unknown),
        cmocka_unit_test(fused_operations_are_two),
        cmocka_unit_test(each_counter_counts_where_it_belongs),
        cmocka_unit_test(findings_have_these_bounds),
        cmocka_unit_test(the_line_names_the_slowest_kernel_first),
        cmocka_unit_test(the_line_says_why_nothing_was_counted),
        cmocka_unit_test(the_line_says_what_is_known_of_each_kernel),
        cmocka_unit_test(honest_kernels_are_not_accused),
        cmocka_unit_test(small_tasks_are_not_judged_by_reads),
        cmocka_unit_test(missing_traffic_and_tensor_units_are_found),
        cmocka_unit_test(what_was_not_counted_accuses_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
