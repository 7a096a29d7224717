/* Chosen sizes, and hidden ones that leave vectors and tiles whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "tasks/task_shape.h"

static struct arena arena;

static const struct task *task(const char *id)
{
    const struct task *t = NULL;
    assert_int_equal(task_find(id, &arena, &t, NULL), 0);
    return t;
}

static const struct kernel_file *plan(const struct task *t, const char *text)
{
    struct kernel_file *k = arena_alloc(&arena, sizeof *k);
    struct kernel_error bad;
    if (kernel_file_parse(text, strlen(text), t, &arena, k, &bad) != 0)
        fail_msg("%s", bad.msg);
    return k;
}

static void sizes_are_read_by_name(void **state)
{
    static const char *const wrong[] = {
        "m", "m=", "m=0", "q=3", "mm=3", "m=3,k=-1", "m=4294967296"
    };
    const struct task *t = task("l1/4"); /* m, k */
    int64_t dims[TASK_MAX_DIMS];
    struct err err;
    (void)state;
    assert_int_equal(task_dims_parse(t, CASE_TINY, "k=99", dims, &err), 0);
    assert_int_equal(dims[0], 13);
    assert_int_equal(dims[1], 99);
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
        assert_int_equal(task_dims_parse(t, CASE_TINY, wrong[i], dims, &err), ERR_USAGE);
}

/* Windows slide over what is at least as large. */
static void sizes_below_a_window_are_refused(void **state)
{
    static const struct {
        const char *id, *wrong, *right;
    } rows[] = {
        { "l1/45", "h=10", "h=11" }, { "l1/45", "w=1", "w=11" }, { "l1/43", "d=4", "d=5" },
        { "l1/50", "w=6", "w=7" },   { "l1/76", "l=8", "l=9" },  { "l1/42", "h=1", "h=2" },
    };
    int64_t dims[TASK_MAX_DIMS];
    struct err err;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct task *t = task(rows[i].id), *other;
        assert_int_equal(task_dims_parse(t, CASE_TINY, rows[i].wrong, dims, &err), 0);
        assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, &err), ERR_USAGE);
        assert_int_equal(task_dims_parse(t, CASE_TINY, rows[i].right, dims, &err), 0);
        assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, &err), 0);
    }
}

static void another_size_is_another_task_of_the_same_name(void **state)
{
    const struct task *t = task("l1/4"), *other = NULL;
    const int64_t dims[] = { 5, 7 };
    char text[64];
    int64_t n = 0;
    (void)state;
    assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, NULL), 0);
    assert_string_equal(other->id, t->id);
    assert_string_not_equal(other->sha256, t->sha256);
    assert_int_equal(task_elements(other, CASE_TINY, &other->inputs[0], &n, NULL), 0);
    assert_int_equal(n, 35);
    assert_int_equal(t->dim_values[CASE_TINY][0], 13);
    task_dims_text(other, CASE_TINY, text, sizeof text);
    assert_string_equal(text, "m=5,k=7");
}

#define BODY "extern \"C\" __global__ void f() {}\n"

static void only_named_dimensions_are_hidden(void **state)
{
    const struct task *t = task("l1/4");
    int64_t dims[TASK_MAX_DIMS];
    (void)state;
    assert_false(task_hidden_dims(
        t, CASE_TINY, plan(t, "//@ launch f(A, x, y) grid=4 block=8\n" BODY), 7, false, dims));
    const struct kernel_file *k = plan(t, "//@ launch f(A, x, y, m) grid=4 block=8\n" BODY);
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_TINY, k, seed, false, dims));
        assert_in_range(dims[0], 1, 12);
        assert_int_equal(dims[1], 37);
    }
    assert_true(task_hidden_dims(
        t, CASE_TINY, plan(t, "//@ scratch s f32[k]\n//@ launch f(s) grid=4 block=8\n" BODY), 7,
        false, dims));
    assert_int_equal(dims[0], 13);
    assert_true(dims[1] < 37);
}

static void sizes_above_are_at_most_twice_as_large(void **state)
{
    const struct task *t = task("l1/4");
    const struct kernel_file *k = plan(t, "//@ launch f(A, x, y, m) grid=4 block=8\n" BODY);
    int64_t dims[TASK_MAX_DIMS];
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_TINY, k, seed, true, dims));
        assert_in_range(dims[0], 14, 25);
        assert_int_equal(dims[1], 37);
    }
}

/* 2048 x 1048576: multiples of 128 and 4096, 64 MiB at most. */
static void hidden_sizes_are_whole_small_and_drawn(void **state)
{
    const struct task *t = task("l1/4");
    const struct kernel_file *k =
        plan(t, "//@ launch f(A, x, y, m, k) grid=ceil_div(m, 4) block=8\n" BODY);
    int64_t first[TASK_MAX_DIMS], dims[TASK_MAX_DIMS];
    bool differ = false;
    (void)state;
    assert_true(task_hidden_dims(t, CASE_FULL, k, 0, false, first));
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_FULL, k, seed, false, dims));
        assert_true(dims[0] % 128 == 0 && dims[0] > 0 && dims[0] < 2048);
        assert_true(dims[1] % 4096 == 0 && dims[1] > 0 && dims[1] < 1048576);
        assert_true(4 * (dims[0] * dims[1] + dims[0] + dims[1]) <= (int64_t)64 << 20);
        differ = differ || dims[0] != first[0] || dims[1] != first[1];
    }
    assert_true(differ);
}

struct hidden {
    const char *id;
    enum task_case task_case;
    const char *plan; /* before the kernel */
    uint64_t seed;
    bool above;
    const char *dims; /* NULL: none is hidden */
};

/* What a stored run was checked at follows from these: the draws of a seed are those they were. */
static const struct hidden hidden[] = {
    { "l1/4", CASE_TINY, "launch f(A, x, y, m, k) grid=1 block=1", 0, false, "m=7,k=1" },
    { "l1/4", CASE_CPU, "launch f(A, x, y, m, k) grid=1 block=1", 0, false, "m=541,k=957" },
    { "l1/4", CASE_FULL, "launch f(A, x, y, m, k) grid=1 block=1", 0, false, "m=640,k=16384" },
    { "l1/4", CASE_TINY, "launch f(A, x, y, m, k) grid=1 block=1", 0, true, "m=16,k=48" },
    { "l1/4", CASE_CPU, "launch f(A, x, y, m, k) grid=1 block=1", 0, true, "m=1024,k=1856" },
    { "l1/4", CASE_FULL, "launch f(A, x, y, m, k) grid=1 block=1", 0, true, "m=896,k=16384" },
    { "l1/4", CASE_TINY, "launch f(A, x, y, m, k) grid=1 block=1", 1, false, "m=1,k=27" },
    { "l1/4", CASE_CPU, "launch f(A, x, y, m, k) grid=1 block=1", 1, false, "m=424,k=357" },
    { "l1/4", CASE_FULL, "launch f(A, x, y, m, k) grid=1 block=1", 1, false, "m=128,k=114688" },
    { "l1/4", CASE_TINY, "launch f(A, x, y, m, k) grid=1 block=1", 1, true, "m=16,k=64" },
    { "l1/4", CASE_CPU, "launch f(A, x, y, m, k) grid=1 block=1", 1, true, "m=1792,k=1920" },
    { "l1/4", CASE_FULL, "launch f(A, x, y, m, k) grid=1 block=1", 1, true, "m=384,k=24576" },
    { "l1/4", CASE_TINY, "launch f() grid=k block=1", 5, false, "m=13,k=19" },
    { "l1/4", CASE_TINY, "launch f() grid=1,m block=1", 5, false, "m=4,k=37" },
    { "l1/4", CASE_TINY, "launch f() grid=1,1,m*2 block=1", 5, false, "m=4,k=37" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=m", 5, false, "m=4,k=37" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=1,k", 5, false, "m=13,k=19" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=1,1,m", 5, false, "m=4,k=37" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=1 smem=4*k", 5, false, "m=13,k=19" },
    { "l1/4", CASE_TINY, "launch f(2, m+1) grid=1 block=1", 5, false, "m=4,k=37" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=1\n//@ launch f(k) grid=1 block=1", 5, false,
      "m=13,k=19" },
    { "l1/4", CASE_TINY, "scratch s f32[m]\n//@ scratch t f32[k]\n//@ launch f() grid=1 block=1", 5,
      false, "m=4,k=19" },
    { "l1/4", CASE_TINY, "launch f() grid=1 block=1", 5, false, NULL },
    { "l1/45", CASE_TINY, "launch f(r, h, w) grid=1 block=1", 11, false, "r=2,h=22,w=53" },
    { "l1/45", CASE_TINY, "launch f(r, h, w) grid=1 block=1", 12, true, "r=4,h=48,w=64" },
    { "l1/45", CASE_TINY, "launch f(r, h, w) grid=1 block=1", 13, false, "r=3,h=15,w=11" },
    { "l1/45", CASE_FULL, "launch f(r, h, w) grid=1 block=1", 11, false, "r=64,h=1664,w=128" },
    { "l1/45", CASE_FULL, "launch f(r, h, w) grid=1 block=1", 12, true, "r=128,h=128,w=384" },
    { "l1/45", CASE_FULL, "launch f(r, h, w) grid=1 block=1", 13, false, "r=128,h=256,w=384" },
    { "l1/43", CASE_TINY, "launch f(r, d, h, w) grid=1 block=1", 11, false, "r=2,d=6,h=5,w=7" },
    { "l1/43", CASE_TINY, "launch f(r, d, h, w) grid=1 block=1", 12, true, "r=3,d=16,h=16,w=16" },
    { "l1/43", CASE_TINY, "launch f(r, d, h, w) grid=1 block=1", 13, false, "r=1,d=10,h=6,w=13" },
    { "l1/43", CASE_FULL, "launch f(r, d, h, w) grid=1 block=1", 11, false, "r=224,d=40,h=32,w=8" },
    { "l1/43", CASE_FULL, "launch f(r, d, h, w) grid=1 block=1", 12, true, "r=160,d=40,h=48,w=32" },
    { "l1/43", CASE_FULL, "launch f(r, d, h, w) grid=1 block=1", 13, false,
      "r=128,d=48,h=24,w=48" },
    { "l1/50", CASE_TINY, "launch f(n, c, o, h, w) grid=1 block=1", 11, false,
      "n=1,c=1,o=1,h=10,w=15" },
    { "l1/50", CASE_TINY, "launch f(n, c, o, h, w) grid=1 block=1", 12, true,
      "n=3,c=4,o=6,h=32,w=32" },
    { "l1/50", CASE_TINY, "launch f(n, c, o, h, w) grid=1 block=1", 13, false,
      "n=2,c=3,o=4,h=7,w=12" },
    { "l1/50", CASE_FULL, "launch f(n, c, o, h, w) grid=1 block=1", 11, false,
      "n=32,c=2,o=16,h=72,w=72" },
    { "l1/50", CASE_FULL, "launch f(n, c, o, h, w) grid=1 block=1", 12, true,
      "n=144,c=5,o=64,h=120,w=80" },
    { "l1/50", CASE_FULL, "launch f(n, c, o, h, w) grid=1 block=1", 13, false,
      "n=240,c=1,o=16,h=192,w=104" },
    { "l1/11", CASE_TINY, "launch f(b, i, j, k, n) grid=1 block=1", 11, false,
      "b=1,i=2,j=1,k=14,n=23" },
    { "l1/11", CASE_TINY, "launch f(b, i, j, k, n) grid=1 block=1", 12, true,
      "b=3,i=5,j=6,k=64,n=64" },
    { "l1/11", CASE_TINY, "launch f(b, i, j, k, n) grid=1 block=1", 13, false,
      "b=1,i=2,j=4,k=34,n=34" },
    { "l1/11", CASE_FULL, "launch f(b, i, j, k, n) grid=1 block=1", 11, false,
      "b=6,i=80,j=96,k=80,n=128" },
    { "l1/11", CASE_FULL, "launch f(b, i, j, k, n) grid=1 block=1", 12, true,
      "b=6,i=64,j=96,k=80,n=128" },
    { "l1/11", CASE_FULL, "launch f(b, i, j, k, n) grid=1 block=1", 13, false,
      "b=3,i=112,j=128,k=112,n=128" },
    { "l1/28", CASE_TINY, "launch f(n) grid=1 block=1", 11, false, "n=971" },
    { "l1/28", CASE_TINY, "launch f(n) grid=1 block=1", 12, true, "n=1023" },
    { "l1/28", CASE_TINY, "launch f(n) grid=1 block=1", 13, false, "n=887" },
    { "l1/28", CASE_FULL, "launch f(n) grid=1 block=1", 11, false, "n=8081408" },
    { "l1/28", CASE_FULL, "launch f(n) grid=1 block=1", 12, true, "n=7426048" },
    { "l1/28", CASE_FULL, "launch f(n) grid=1 block=1", 13, false, "n=4341760" },
    { "l1/41", CASE_TINY, "launch f(r, l) grid=1 block=1", 11, false, "r=1,l=76" },
    { "l1/41", CASE_TINY, "launch f(r, l) grid=1 block=1", 12, true, "r=4,l=448" },
    { "l1/41", CASE_TINY, "launch f(r, l) grid=1 block=1", 13, false, "r=2,l=114" },
    { "l1/41", CASE_FULL, "launch f(r, l) grid=1 block=1", 11, false, "r=512,l=12288" },
    { "l1/41", CASE_FULL, "launch f(r, l) grid=1 block=1", 12, true, "r=1024,l=8192" },
    { "l1/41", CASE_FULL, "launch f(r, l) grid=1 block=1", 13, false, "r=1024,l=8192" },
    { "l1/76", CASE_TINY, "launch f(n, c, o, l) grid=1 block=1", 11, false, "n=1,c=4,o=4,l=122" },
    { "l1/76", CASE_TINY, "launch f(n, c, o, l) grid=1 block=1", 12, true, "n=3,c=7,o=10,l=224" },
    { "l1/76", CASE_TINY, "launch f(n, c, o, l) grid=1 block=1", 13, false, "n=1,c=3,o=4,l=89" },
    { "l1/76", CASE_FULL, "launch f(n, c, o, l) grid=1 block=1", 11, false,
      "n=20,c=28,o=40,l=14104" },
    { "l1/76", CASE_FULL, "launch f(n, c, o, l) grid=1 block=1", 12, true,
      "n=80,c=112,o=192,l=792" },
    { "l1/76", CASE_FULL, "launch f(n, c, o, l) grid=1 block=1", 13, false,
      "n=40,c=52,o=104,l=3880" },
    { "l1/97", CASE_TINY, "launch f(b, s, d) grid=1 block=1", 11, false, "b=1,s=10,d=8" },
    { "l1/97", CASE_TINY, "launch f(b, s, d) grid=1 block=1", 12, true, "b=3,s=21,d=16" },
    { "l1/97", CASE_TINY, "launch f(b, s, d) grid=1 block=1", 13, false, "b=1,s=13,d=7" },
    { "l1/97", CASE_FULL, "launch f(b, s, d) grid=1 block=1", 11, false, "b=448,s=128,d=64" },
    { "l1/97", CASE_FULL, "launch f(b, s, d) grid=1 block=1", 12, true, "b=128,s=96,d=192" },
    { "l1/97", CASE_FULL, "launch f(b, s, d) grid=1 block=1", 13, false, "b=128,s=96,d=192" },
};

static void hidden_sizes_follow_from_seed_and_plan(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(hidden); i++) {
        const struct hidden *h = &hidden[i];
        struct task t = *task(h->id);
        char text[200];
        const struct kernel_file *k = plan(&t, arena_printf(&arena, "//@ %s\n" BODY, h->plan));
        int64_t dims[TASK_MAX_DIMS];
        bool any = task_hidden_dims(&t, h->task_case, k, h->seed, h->above, dims);
        memcpy(t.dim_values[h->task_case], dims, sizeof dims);
        task_dims_text(&t, h->task_case, text, sizeof text);
        if (any != (h->dims != NULL) || (any && strcmp(text, h->dims) != 0))
            fail_msg("row %zu: %s %s", i, any ? "hidden" : "shown", text);
    }
}

/* A long size is no more work than the shown one, and no dimension exceeds that of case full. */
static void long_sizes_reach_every_dimension_within_the_work_of_the_shown_one(void **state)
{
    static const struct {
        const char *id, *plan;
        bool reached; /* each dimension is more than twice as long at some seed */
    } rows[] = {
        { "l1/23", "launch f(x, y, n) grid=ceil_div(m, 256) block=256", true },
        { "l1/2", "launch f(A, B, C, m, n, k) grid=1 block=1", true },
        { "l1/97", "launch f(b, s, d) grid=ceil_div(s, 8),b block=32", true },
        { "l1/19", "launch f(x, y, n) grid=ceil_div(n, 256) block=256", true },
        { "l1/23", "launch f(x, y) grid=4 block=8", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct task *t = task(rows[i].id);
        const struct kernel_file *k = plan(t, arena_printf(&arena, "//@ %s\n" BODY, rows[i].plan));
        const int64_t *shown = t->dim_values[CASE_TINY], *full = t->dim_values[CASE_FULL];
        int64_t longest[TASK_MAX_DIMS] = { 0 }, dims[TASK_MAX_DIMS], bytes;
        for (uint64_t seed = 0; seed < 80; seed++) {
            struct expr_name names[TASK_MAX_DIMS];
            int size = HIDDEN_LONG + (int)(seed % 4);
            if (!task_hidden_dims(t, CASE_TINY, k, seed, (enum hidden_size)size, dims))
                continue;
            for (size_t d = 0; d < t->n_dims; d++) {
                assert_true(dims[d] >= 1 && dims[d] <= full[d]);
                longest[d] = dims[d] > longest[d] ? dims[d] : longest[d];
                names[d] = (struct expr_name){ .name = t->dims[d], .value = dims[d] };
            }
            assert_int_equal(expr_eval(t->bytes, names, t->n_dims, &bytes, NULL), 0);
            assert_true(bytes <= (int64_t)9 << 18);
        }
        for (size_t d = 0; d < t->n_dims; d++)
            if ((longest[d] > 2 * shown[d]) != rows[i].reached)
                fail_msg("%s: %s is at most %d", rows[i].id, t->dims[d], (int)longest[d]);
    }
}

/* An index of 8 bits, or of 16 where case full needs more, ends within a hidden size of mode fast,
 * whichever dimension it counts and whatever the seed. */
static void hidden_sizes_get_past_the_ends_of_short_indices(void **state)
{
    static const enum hidden_size sizes[] = { HIDDEN_LONG, HIDDEN_LONG_2, HIDDEN_LONG_3 };
    (void)state;
    for (int id = 1; id <= 100; id++) {
        const struct task *t = task(arena_printf(&arena, "l1/%d", id));
        const struct kernel_file *k = plan(t, t->baseline);
        const int64_t *full = t->dim_values[CASE_FULL];
        if (id == 11) /* four of them, in three sizes */
            continue;
        for (uint64_t draw = 0; draw < 16; draw++) {
            enum task_case c = draw % 2 == 0 ? CASE_CPU : CASE_TINY;
            int64_t longest[TASK_MAX_DIMS], dims[TASK_MAX_DIMS];
            memcpy(longest, t->dim_values[c], sizeof longest);
            for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
                for (size_t d = 0;
                     task_hidden_dims(t, c, k, draw / 2, sizes[i], dims) && d < t->n_dims; d++)
                    longest[d] = dims[d] > longest[d] ? dims[d] : longest[d];
            for (size_t d = 0; d < t->n_dims; d++) {
                int64_t end = full[d] > 1 << 15 ? 1 << 15 : 1 << 7;
                if (full[d] > 1 << 7 && longest[d] <= end)
                    fail_msg("%s, case %s, seed %d: %s is at most %d", t->id, task_case_name(c),
                             (int)draw / 2, t->dims[d], (int)longest[d]);
            }
        }
    }
}

/* Nothing is longer than full, and a block of so many threads is no launch. */
static void long_sizes_stay_where_the_plan_can_be_launched(void **state)
{
    const struct task *t = task("l1/4");
    const struct kernel_file *k = plan(t, "//@ launch f(A, x, y, k) grid=m block=k\n" BODY);
    int64_t dims[TASK_MAX_DIMS];
    (void)state;
    assert_false(task_hidden_dims(t, CASE_FULL, k, 1, HIDDEN_LONG, dims));
    for (uint64_t seed = 0; seed < 50; seed++)
        if (task_hidden_dims(t, CASE_TINY, k, seed, HIDDEN_LONG_2, dims))
            assert_true(dims[1] <= 1024);
}

/* One block a row, so doubled rows are all that threads allow. */
static void a_dimension_that_can_only_be_doubled_is_long(void **state)
{
    const struct task *t = task("l1/97");
    const struct kernel_file *k = plan(t, "//@ launch f(s, d) grid=s,b block=32\n" BODY);
    int64_t longest = 0, dims[TASK_MAX_DIMS];
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++)
        if (task_hidden_dims(t, CASE_CPU, k, seed, HIDDEN_LONG_2, dims) && dims[1] > longest)
            longest = dims[1];
    assert_true(longest > 3 * t->dim_values[CASE_CPU][1] / 2);
}

static void sizes_are_refused_in_words(void **state)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "m", "'m' is not NAME=SIZE with a dimension of task l1/4" },
        { "k=3,q=3", "'q=3' is not NAME=SIZE with a dimension of task l1/4" },
        { "mm=3", "'mm=3' is not NAME=SIZE with a dimension of task l1/4" },
        { "=3", "'=3' is not NAME=SIZE with a dimension of task l1/4" },
        { "m=0", "'m=0': a size is from 1 to 2^31-1" },
        { "m=-1", "'m=-1': a size is from 1 to 2^31-1" },
        { "k=2147483648", "'k=2147483648': a size is from 1 to 2^31-1" },
        { "k=x", "'k=x': a size is from 1 to 2^31-1" },
        { "m=2147483647,k=1", NULL },
        { "m=5,m=6", NULL },
    };
    const struct task *t = task("l1/4"), *other = NULL;
    int64_t dims[TASK_MAX_DIMS];
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int rc = task_dims_parse(t, CASE_TINY, rows[i].text, dims, &err);
        assert_int_equal(rc, rows[i].message == NULL ? 0 : ERR_USAGE);
        if (rows[i].message != NULL)
            assert_string_equal(err.msg, rows[i].message);
    }
    assert_int_equal(dims[0], 6);
    assert_int_equal(dims[1], 37);
    const struct {
        int64_t dims[2];
        const char *message;
    } given[] = {
        { { 0, 7 }, "l1/4: size m=0 is not from 1 to 2^31-1" },
        { { 5, 2147483648 }, "l1/4: size k=2147483648 is not from 1 to 2^31-1" },
        { { 1, 1 }, NULL },
        { { 1, 2147483647 }, NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(given); i++) {
        int rc = task_with_dims(t, CASE_TINY, given[i].dims, &arena, &other, &err);
        assert_int_equal(rc, given[i].message == NULL ? 0 : ERR_USAGE);
        if (given[i].message != NULL)
            assert_string_equal(err.msg, given[i].message);
    }
    const struct task *pool = task("l1/45");
    assert_int_equal(
        task_with_dims(pool, CASE_TINY, (const int64_t[]){ 3, 10, 11 }, &arena, &other, &err),
        ERR_USAGE);
    assert_string_equal(err.msg, "l1/45: these sizes leave a tensor without elements");
}

/* A task of other sizes is known by its own text and these sizes; its words may be cut. */
static void another_size_has_a_name_and_a_hash(void **state)
{
    const struct task *t = task("l1/11"), *other = NULL;
    const int64_t dims[] = { 2, 3, 4, 5, 6 };
    static const char text[] = "b=2,i=3,j=4,k=5,n=6";
    struct sha256 hash;
    char hex[65], part[40];
    (void)state;
    assert_int_equal(task_with_dims(t, CASE_CPU, dims, &arena, &other, NULL), 0);
    sha256_init(&hash);
    sha256_update(&hash, t->sha256, 64);
    sha256_update(&hash, dims, sizeof dims);
    sha256_final_hex(&hash, hex);
    assert_string_equal(other->sha256, hex);
    assert_memory_equal(other->dim_values[CASE_CPU], dims, sizeof dims);
    assert_memory_equal(other->dim_values[CASE_TINY], t->dim_values[CASE_TINY], sizeof dims);
    for (size_t size = 1; size < sizeof part - 1; size++) {
        memset(part, '#', sizeof part);
        task_dims_text(other, CASE_CPU, part, size);
        size_t want = strlen(text) < size ? strlen(text) : size - 1;
        assert_memory_equal(part, text, want);
        assert_int_equal(part[want], '\0');
        assert_int_equal(part[size], '#');
    }
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
        cmocka_unit_test(sizes_are_read_by_name),
        cmocka_unit_test(sizes_below_a_window_are_refused),
        cmocka_unit_test(another_size_is_another_task_of_the_same_name),
        cmocka_unit_test(only_named_dimensions_are_hidden),
        cmocka_unit_test(sizes_above_are_at_most_twice_as_large),
        cmocka_unit_test(hidden_sizes_are_whole_small_and_drawn),
        cmocka_unit_test(hidden_sizes_follow_from_seed_and_plan),
        cmocka_unit_test(hidden_sizes_get_past_the_ends_of_short_indices),
        cmocka_unit_test(long_sizes_reach_every_dimension_within_the_work_of_the_shown_one),
        cmocka_unit_test(long_sizes_stay_where_the_plan_can_be_launched),
        cmocka_unit_test(a_dimension_that_can_only_be_doubled_is_long),
        cmocka_unit_test(sizes_are_refused_in_words),
        cmocka_unit_test(another_size_has_a_name_and_a_hash),
    };
    return cmocka_run_group_tests_name("task_shape", tests, NULL, release);
}
