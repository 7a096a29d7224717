/*
 * cpu_buffers_test.c - where buffers lie, and what is said of bytes that a kernel must not change.
 *
 * The case has an input x of 5 floats, an input h of 1025 bytes, outputs y of 1024 and z
 * of 3 floats, and two scratch buffers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/compare.h"
#include "src/eval/process/cpu_buffers.h"

#define PAGE   4096
#define GIB    ((uint64_t)1 << 30)
#define HALF   (RUNNER_GUARD_BYTES / 2)
#define FIRST  (1024 * GIB)
#define SECOND (2048 * GIB)
#define THIRD  (4096 * GIB)

static struct arena arena;

static struct task_tensor tensor(const char *name, enum dtype dtype, const char *elements)
{
    struct expr_error bad;
    struct task_tensor x = { .name = name, .dtype = dtype, .rank = 1 };
    x.shape[0] = expr_parse(&arena, elements, strlen(elements), &bad);
    assert_non_null(x.shape[0]);
    return x;
}

/* Behind the tensors stand others, which do not count. */
static struct task a_task(const char *x, const char *h, const char *y)
{
    struct task t = { .id = "probe", .n_inputs = 2, .n_outputs = 2 };
    t.inputs[0] = tensor("x", DTYPE_F32, x);
    t.inputs[1] = tensor("h", DTYPE_U8, h);
    t.inputs[2] = tensor("no_input", DTYPE_F32, "3");
    t.outputs[0] = tensor("y", DTYPE_F32, y);
    t.outputs[1] = tensor("z", DTYPE_F32, "3");
    t.outputs[2] = tensor("no_output", DTYPE_F32, "3");
    return t;
}

static struct launch_plan a_plan(void)
{
    return (struct launch_plan){ .n_scratch = 2,
                                 .scratch_dtype = { DTYPE_F64, DTYPE_U8, DTYPE_F32 },
                                 .scratch_elements = { 513, 1, 9 } };
}

static struct buffer_layout lay_out(bool outputs_f64)
{
    struct buffer_layout l;
    struct err err = { 0 };
    struct task t = a_task("5", "1025", "1024");
    struct launch_plan p = a_plan();
    if (buffers_layout(&t, CASE_TINY, &p, outputs_f64, &l, &err) != 0)
        fail_msg("%s", err.msg);
    return l;
}

static void buffers_lie_on_pages_of_their_own(void **state)
{
    static const struct {
        const char *kind, *name;
        uint64_t at_page, bytes, pages;
    } want[2][6] = {
        { { "input", "x", 0, 20, 1 },
          { "input", "h", 1, 1025, 1 },
          { "output", "y", 2, 4096, 1 },
          { "output", "z", 3, 12, 1 },
          { "scratch", "1", 4, 4104, 2 },
          { "scratch", "2", 6, 1, 1 } },
        { { "input", "x", 0, 20, 1 },
          { "input", "h", 1, 1025, 1 },
          { "output", "y", 2, 8192, 2 },
          { "output", "z", 4, 24, 1 },
          { "scratch", "1", 5, 4104, 2 },
          { "scratch", "2", 7, 1, 1 } },
    };
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        struct buffer_layout l = lay_out(wide == 1);
        assert_int_equal(l.n, 6);
        assert_int_equal(l.first_output, 2);
        assert_int_equal(l.first_scratch, 4);
        assert_int_equal(l.total_bytes, PAGE * (wide == 1 ? 8 : 7));
        for (size_t i = 0; i < l.n; i++) {
            assert_string_equal(l.kinds[i], want[wide][i].kind);
            assert_string_equal(l.names[i], want[wide][i].name);
            assert_int_equal(l.buffers[i].offset_bytes, PAGE * want[wide][i].at_page);
            assert_int_equal(l.buffers[i].bytes, want[wide][i].bytes);
            assert_int_equal(l.buffers[i].region_bytes, PAGE * want[wide][i].pages);
        }
    }
}

static void a_case_has_at_most_64_gib(void **state)
{
    static const struct {
        const char *x, *h, *y;
        int64_t scratch;
        const char *message; /* NULL: accepted */
    } rows[] = {
        { "17179869184 - 4096", "1", "1", 1, NULL },
        { "17179869184 - 4096", "1", "1025", 1, "the case needs more than 64 GiB" },
        { "17179869184", "1", "1", 1, "the case needs more than 64 GiB" },
        { "17179869185", "1", "1", 1, "input x has 17179869185 elements" },
        { "1", "1", "17179869185", 1, "output y has 17179869185 elements" },
        { "1", "1", "1", 0, "scratch 1 has 0 elements" },
        { "1", "1", "1", -1, "scratch 1 has -1 elements" },
        { "1", "1", "1", INT64_MAX, "scratch 1 has 9223372036854775807 elements" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct task t = a_task(rows[i].x, rows[i].h, rows[i].y);
        struct launch_plan p = { .n_scratch = 1, .scratch_elements = { rows[i].scratch } };
        struct buffer_layout l;
        struct err err = { 0 };
        p.scratch_dtype[0] = DTYPE_U8;
        int rc = buffers_layout(&t, CASE_TINY, &p, false, &l, &err);
        if (rows[i].message == NULL ? rc != 0 : strcmp(err.msg, rows[i].message) != 0)
            fail_msg("row %zu: %d: %s", i, rc, err.msg);
        if (rows[i].message != NULL)
            assert_int_equal(rc, ERR_INTEGRITY);
        else
            assert_int_equal(l.total_bytes, (uint64_t)64 << 30);
    }
}

static const float x_values[5] = { 1, 2, 3, 4, 5 };
static unsigned char h_values[1025];
static const void *const inputs[] = { x_values, h_values };

/* The layout's memory as before a launch. */
static unsigned char *fill(const struct buffer_layout *l, int at_end, uint64_t poison)
{
    unsigned char *map = arena_alloc(&arena, l->total_bytes);
    for (size_t i = 0; i < sizeof h_values; i++)
        h_values[i] = (unsigned char)i;
    buffers_fill(l, map, at_end, inputs, poison);
    return map;
}

static unsigned char *start_of(const struct buffer_layout *l, unsigned char *map, uint32_t i,
                               int at_end)
{
    return map + l->buffers[i].offset_bytes + runner_buffer_shift(&l->buffers[i], at_end);
}

static void inputs_are_put_in_place_and_all_else_is_random(void **state)
{
    (void)state;
    struct buffer_layout l = lay_out(false);
    for (int at_end = 0; at_end < 2; at_end++) {
        unsigned char *map = fill(&l, at_end, 7), *other = fill(&l, at_end, 8);
        assert_memory_equal(start_of(&l, map, 0, at_end), x_values, sizeof x_values);
        assert_memory_equal(start_of(&l, map, 1, at_end), h_values, sizeof h_values);
        assert_ptr_equal(start_of(&l, map, 0, at_end), map + (at_end ? PAGE - 256 : 0));
        /* Elsewhere two seeds differ in nearly every byte that is not fixed, */
        for (uint32_t i = 0; i < l.n; i++) {
            const unsigned char *region = map + l.buffers[i].offset_bytes;
            const unsigned char *in_other = other + l.buffers[i].offset_bytes;
            size_t same = 0;
            for (size_t k = 0; k < l.buffers[i].region_bytes; k++)
                same += region[k] == in_other[k];
            size_t given = i < 2 ? l.buffers[i].bytes : 0;
            assert_true(same - given < (l.buffers[i].region_bytes - given) / 4);
        }
        /* and so do the parts of a page that holds two kinds. */
        for (uint32_t i = 0; i < l.n; i++) {
            size_t first;
            const unsigned char *region = map + l.buffers[i].offset_bytes;
            uint64_t bytes = l.buffers[i].region_bytes;
            for (uint32_t k = 0; k < i; k++)
                assert_true(memcmp(region + bytes / 2, map + l.buffers[k].offset_bytes + PAGE / 2,
                                   64) != 0);
            if (i >= l.first_output)
                assert_int_equal(poison_changed(start_of(&l, map, i, at_end), l.buffers[i].bytes,
                                                buffer_poison_seed(7, i), &first),
                                 0);
        }
    }
}

static struct launch_report check(const struct buffer_layout *l, const unsigned char *map,
                                  int at_end)
{
    struct launch_report r = { .status = LAUNCH_OK };
    buffers_check(l, map, at_end, inputs, 7, &r);
    return r;
}

static void what_must_not_change_is_counted_and_named(void **state)
{
    static const struct {
        uint32_t buffer;
        int at_end;
        int64_t offset; /* from the buffer's start */
        uint64_t n;     /* bytes that are changed */
        int64_t input, guard;
        const char *name, *place;
    } rows[] = {
        { 0, 0, 0, 0, 0, 0, "", "" },
        { 0, 0, 0, 1, 1, 0, "x", "" },
        { 0, 1, 19, 1, 1, 0, "x", "" },
        { 1, 0, 1020, 5, 5, 0, "h", "" },
        { 2, 0, 0, 4096, 0, 0, "", "" },
        { 2, 1, 0, 4096, 0, 0, "", "" },
        { 4, 1, 0, 4104, 0, 0, "", "" },
        { 0, 0, 20, 1, 0, 1, "", "0 bytes past the end of input x" },
        { 0, 0, 19, 4, 1, 3, "x", "0 bytes past the end of input x" },
        { 1, 1, 1028, 2, 0, 2, "", "3 bytes past the end of input h" },
        { 1, 1, -2, 2, 0, 2, "", "up to 2 bytes before the start of input h" },
        { 5, 0, 4095, 1, 0, 1, "", "4094 bytes past the end of scratch 2" },
        { 5, 1, -3840, 1, 0, 1, "", "up to 3840 bytes before the start of scratch 2" },
        { 5, 1, 255, 1, 0, 1, "", "254 bytes past the end of scratch 2" },
    };
    (void)state;
    struct buffer_layout l = lay_out(false);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        unsigned char *map = fill(&l, rows[i].at_end, 7);
        unsigned char *at = start_of(&l, map, rows[i].buffer, rows[i].at_end) + rows[i].offset;
        for (uint64_t k = 0; k < rows[i].n; k++)
            at[k] ^= 0x81;
        struct launch_report r = check(&l, map, rows[i].at_end);
        if (r.input_modified_bytes != rows[i].input || r.guard_modified_bytes != rows[i].guard ||
            strcmp(r.input_modified, rows[i].name) != 0 ||
            strcmp(r.guard_place, rows[i].place) != 0)
            fail_msg("row %zu: input %lld '%s', guard %lld '%s'", i,
                     (long long)r.input_modified_bytes, r.input_modified,
                     (long long)r.guard_modified_bytes, r.guard_place);
    }
}

static void the_first_change_is_named_and_all_are_counted(void **state)
{
    (void)state;
    struct buffer_layout l = lay_out(false);
    unsigned char *map = fill(&l, 1, 7);
    for (uint32_t i = 0; i < 2; i++) {
        start_of(&l, map, i, 1)[0] ^= 1;
        start_of(&l, map, i, 1)[-1] ^= 1;
        start_of(&l, map, i, 1)[l.buffers[i].bytes] ^= 1;
    }
    struct launch_report r = check(&l, map, 1);
    assert_int_equal(r.input_modified_bytes, 2);
    assert_string_equal(r.input_modified, "x");
    assert_int_equal(r.guard_modified_bytes, 4);
    assert_string_equal(r.guard_place, "up to 1 bytes before the start of input x");
}

/* Each view begins at its own address; a buffer of 20 bytes at a page's end begins 256 before. */
static void an_address_is_named_by_the_buffer_next_to_it(void **state)
{
    static const struct {
        uint64_t address;
        int at_end;
        const char *want;
    } rows[] = {
        { 0, 0, "near the null pointer" },
        { 65535, 0, "near the null pointer" },
        { 65536, 0, "" },
        { FIRST, 0, "" },
        { FIRST + 19, 0, "" },
        { FIRST + 20, 0, "0 bytes past the end of input x" },
        { FIRST + 20 + HALF - 1, 0, "33554431 bytes past the end of input x" },
        { FIRST + 20 + HALF, 0, "" },
        { FIRST - 1, 0, "1 bytes before the start of input x" },
        { FIRST - HALF, 0, "33554432 bytes before the start of input x" },
        { FIRST - HALF - 1, 0, "" },
        { FIRST + PAGE - 256, 1, "" },
        { FIRST + PAGE - 257, 1, "1 bytes before the start of input x" },
        { FIRST + PAGE - 236, 1, "0 bytes past the end of input x" },
        { THIRD + 5, 1, "3835 bytes before the start of input x" },
        { THIRD + GIB - 3, 0, "3 bytes before the start of input h" },
        { SECOND + 21, 0, "1 bytes past the end of input x" },
        { SECOND + 5 * GIB - 2, 0, "2 bytes before the start of scratch 2" },
        { SECOND + 5 * GIB + 1, 0, "0 bytes past the end of scratch 2" },
    };
    static const uint64_t base[RUNNER_VIEWS][RUNNER_ALL_BUFFERS] = {
        { FIRST, FIRST + GIB, FIRST + 2 * GIB, FIRST + 3 * GIB, FIRST + 4 * GIB, FIRST + 5 * GIB },
        { SECOND, SECOND + GIB, SECOND + 2 * GIB, SECOND + 3 * GIB, SECOND + 4 * GIB,
          SECOND + 5 * GIB },
        { THIRD, THIRD + GIB, THIRD + 2 * GIB, THIRD + 3 * GIB, THIRD + 4 * GIB, THIRD + 5 * GIB },
    };
    (void)state;
    struct buffer_layout l = lay_out(false);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char place[80] = "as before";
        buffers_place(&l, base, rows[i].at_end, rows[i].address, place, sizeof place);
        if (strcmp(place, rows[i].want) != 0)
            fail_msg("row %zu: '%s', not '%s'", i, place, rows[i].want);
    }
}

static void shared_memory_is_closed_once_and_may_be_refused(void **state)
{
    struct shared_file f = { .fd = -1 };
    struct err err = { 0 };
    (void)state;
    shared_file_close(&f);
    assert_int_equal(shared_file_open(PAGE, &f, &err), 0);
    assert_int_equal(f.bytes, PAGE);
    assert_true(f.fd >= 24);
    f.map[PAGE - 1] = 5;
    shared_file_close(&f);
    assert_null(f.map);
    assert_int_equal(f.fd, -1);
    assert_int_equal(shared_file_open(UINT64_MAX, &f, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "cannot create shared memory: "));
    assert_int_equal(shared_file_open((uint64_t)1 << 61, &f, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "shared memory: "));
    assert_null(f.map);
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_lie_on_pages_of_their_own),
        cmocka_unit_test(a_case_has_at_most_64_gib),
        cmocka_unit_test(inputs_are_put_in_place_and_all_else_is_random),
        cmocka_unit_test(what_must_not_change_is_counted_and_named),
        cmocka_unit_test(the_first_change_is_named_and_all_are_counted),
        cmocka_unit_test(an_address_is_named_by_the_buffer_next_to_it),
        cmocka_unit_test(shared_memory_is_closed_once_and_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
