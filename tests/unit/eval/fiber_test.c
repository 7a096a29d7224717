/*
 * fiber_test.c - barriers and warp operations of one block, run in this process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/cpu/fiber.h"

static struct fiber_pool pool;
static struct rb_index thread_index;
static int report_fd;

static unsigned got[RUNNER_MAX_BLOCK];
static unsigned shared[RUNNER_MAX_BLOCK];

static void stop_here(enum run_status status, const char *message)
{
    char line[320];
    int n = snprintf(line, sizeof line, "%d %s", (int)status, message);
    (void)!write(report_fd, line, (size_t)n);
    _exit(9);
}

static void run_block(unsigned x, unsigned y, unsigned z, fiber_thread_fn thread)
{
    struct rb_launch launch = { .grid = { 1, 1, 1 }, .block = { x, y, z } };
    fiber_run_block(&pool, &launch, thread, &thread_index, (struct rb_index){ 3, 2, 1 });
}

static void failure_of(unsigned threads, fiber_thread_fn thread, char out[320])
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        report_fd = ends[1];
        run_block(threads, 1, 1, thread);
        _exit(0);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], out, 319);
    out[n > 0 ? n : 0] = '\0';
    close(ends[0]);
    waitpid(pid, NULL, 0);
}

static unsigned linear(void)
{
    const unsigned *block = pool.launch->block;
    return thread_index.x + block[0] * (thread_index.y + block[1] * thread_index.z);
}

static void reverse_kernel(const struct rb_launch *l)
{
    unsigned i = linear(), n = l->block[0] * l->block[1] * l->block[2];
    shared[i] = i * 10;
    fiber_sync(&pool, SYNC_PLAIN, 0, 5);
    got[i] = shared[n - 1 - i];
    fiber_sync(&pool, SYNC_PLAIN, 0, 6);
    shared[i] = 0;
}

static void a_barrier_orders_writes_and_reads(void **state)
{
    static const unsigned blocks[][3] = { { 1, 1, 1 }, { 33, 1, 1 }, { 1024, 1, 1 }, { 8, 4, 3 } };
    (void)state;
    for (size_t b = 0; b < ARRAY_LEN(blocks); b++) {
        unsigned n = blocks[b][0] * blocks[b][1] * blocks[b][2];
        run_block(blocks[b][0], blocks[b][1], blocks[b][2], reverse_kernel);
        for (unsigned i = 0; i < n; i++)
            assert_int_equal(got[i], (n - 1 - i) * 10);
    }
}

static void index_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned before = linear();
    for (int i = 0; i < 3; i++)
        fiber_sync(&pool, SYNC_PLAIN, 0, 1);
    got[before] = linear();
}

static void the_thread_index_survives_switches(void **state)
{
    (void)state;
    run_block(5, 7, 3, index_kernel);
    for (unsigned i = 0; i < 105; i++)
        assert_int_equal(got[i], i);
}

static void vote_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned i = linear();
    int count = fiber_sync(&pool, SYNC_COUNT, i % 3 == 0, 1);
    int all = fiber_sync(&pool, SYNC_AND, i < 1000, 2);
    int any = fiber_sync(&pool, SYNC_OR, i == 99, 3);
    int none = fiber_sync(&pool, SYNC_OR, 0, 4);
    got[i] = (unsigned)(count * 1000 + all * 100 + any * 10 + none);
}

static void barriers_count_and_vote(void **state)
{
    (void)state;
    run_block(100, 1, 1, vote_kernel);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(got[i], 34110);
}

static void shuffle_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned i = linear(), lane = i % 32;
    uint64_t v = fiber_warp(&pool, WARP_SHUFFLE, ~0u, i * 7, (int)((lane + 1) % 32), 1);
    got[i] = (unsigned)v;
}

static void a_full_warp_shuffles(void **state)
{
    (void)state;
    run_block(96, 1, 1, shuffle_kernel);
    for (unsigned i = 0; i < 96; i++)
        assert_int_equal(got[i], (i / 32 * 32 + (i % 32 + 1) % 32) * 7);
}

/* Odd and even lanes have own masks and meet a different number of times. */
static void divergent_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned i = linear(), lane = i % 32, sum = i;
    uint32_t mask = lane % 2 == 0 ? 0x55555555u : 0xaaaaaaaau;
    for (unsigned d = lane % 2 == 0 ? 16 : 4; d >= 2; d /= 2)
        sum += (unsigned)fiber_warp(&pool, WARP_SHUFFLE, mask, sum, (int)(lane ^ d), 10);
    fiber_warp(&pool, WARP_SYNC, ~0u, 0, 0, 11);
    got[i] = sum;
}

static void divergent_warps_meet_by_mask(void **state)
{
    (void)state;
    run_block(64, 1, 1, divergent_kernel);
    for (unsigned i = 0; i < 64; i++) {
        unsigned want = 0, lane = i % 32, first = i - lane;
        for (unsigned j = 0; j < 32; j++)
            if (lane % 2 == 0 ? j % 2 == 0 : j % 2 == 1 && j / 8 == lane / 8)
                want += first + j;
        assert_int_equal(got[i], want);
    }
}

static void nested_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned lane = linear(), v = 1;
    if (lane < 16) {
        if (lane < 8)
            v = (unsigned)fiber_warp(&pool, WARP_ADD, 0x000000ffu, v, 0, 1);
        else
            v = (unsigned)fiber_warp(&pool, WARP_ADD, 0x0000ff00u, v + 1, 0, 2);
        v = (unsigned)fiber_warp(&pool, WARP_ADD, 0x0000ffffu, v, 0, 3);
    }
    got[lane] = (unsigned)fiber_warp(&pool, WARP_MAX_U, ~0u, v, 0, 4);
}

static void nested_divergence_joins_again(void **state)
{
    (void)state;
    run_block(32, 1, 1, nested_kernel);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], 8 * 8 + 8 * 16);
}

static void exit_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned lane = linear();
    got[lane] = 77;
    if (lane >= 20)
        return;
    got[lane] = (unsigned)fiber_warp(&pool, WARP_BALLOT, ~0u, lane % 2, 0, 1);
}

static void lanes_that_left_are_not_waited_for(void **state)
{
    (void)state;
    run_block(32, 1, 1, exit_kernel);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], i < 20 ? 0xaaaaau : 77);
    run_block(24, 1, 1, exit_kernel);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(got[i], 0xaaaaau);
}

static void active_kernel(const struct rb_launch *l)
{
    (void)l;
    unsigned lane = linear();
    got[lane] = lane % 4 == 0 ? (unsigned)fiber_warp(&pool, WARP_ACTIVE, ~0u, 0, 0, 1)
                              : (unsigned)fiber_warp(&pool, WARP_ACTIVE, ~0u, 0, 0, 2);
}

static void the_active_mask_is_who_asks_at_one_place(void **state)
{
    (void)state;
    run_block(32, 1, 1, active_kernel);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], i % 4 == 0 ? 0x11111111u : 0xeeeeeeeeu);
}

static void reduce_kernel(const struct rb_launch *l)
{
    static const enum warp_op ops[] = { WARP_ADD,   WARP_MIN_U, WARP_MAX_U, WARP_MIN_S,
                                        WARP_MAX_S, WARP_AND,   WARP_OR,    WARP_XOR };
    (void)l;
    unsigned lane = linear();
    for (unsigned k = 0; k < ARRAY_LEN(ops); k++) {
        unsigned r = (unsigned)fiber_warp(&pool, ops[k], 0xfu, (uint32_t)(lane - 2), 0, 1);
        if (lane == 3)
            got[k] = r;
    }
    unsigned same = (unsigned)fiber_warp(&pool, WARP_MATCH, 0xfu, lane / 3, 0, 2);
    got[8 + lane] = same;
}

static void reductions_and_matches(void **state)
{
    static const unsigned want[] = { 0xfffffffeu, 0, 0xffffffffu, 0xfffffffeu, 1, 0,
                                     0xffffffffu, 0, 7,           7,           7, 8 };
    (void)state;
    run_block(4, 1, 1, reduce_kernel);
    for (unsigned i = 0; i < ARRAY_LEN(want); i++)
        assert_int_equal(got[i], want[i]);
}

static void half_barrier(const struct rb_launch *l)
{
    (void)l;
    if (linear() >= 50)
        return;
    fiber_sync(&pool, SYNC_PLAIN, 0, linear() < 40 ? 12 : 13);
}

/* Threads that exited are not waited for. */
static void early_return(const struct rb_launch *l)
{
    (void)l;
    got[linear()] = 0;
    if (linear() % 3 == 0)
        return;
    got[linear()] = (unsigned)fiber_sync(&pool, SYNC_COUNT, linear() % 2 == 0, 14);
    if (linear() % 5 == 0)
        return;
    got[linear()] += 100 * (unsigned)fiber_sync(&pool, SYNC_AND, 1, 15);
}

static void two_places(const struct rb_launch *l)
{
    (void)l;
    fiber_sync(&pool, SYNC_PLAIN, 0, linear() == 50 ? 20 : 21);
}

static void barrier_against_warp(const struct rb_launch *l)
{
    (void)l;
    if (linear() < 8)
        fiber_sync(&pool, SYNC_PLAIN, 0, 30);
    else
        fiber_warp(&pool, WARP_SYNC, 0xffu, 0, 0, 31);
}

static void missing_lanes(const struct rb_launch *l)
{
    (void)l;
    if (linear() < 16)
        fiber_warp(&pool, WARP_SHUFFLE, 0xffffffffu, 0, 0, 40);
    else
        fiber_warp(&pool, WARP_SHUFFLE, 0xffff0000u, 0, 0, 41);
    fiber_sync(&pool, SYNC_PLAIN, 0, 42);
}

static void exited_threads_are_not_waited_for(void **state)
{
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++) {
        pool.reversed = reversed == 1;
        run_block(64, 1, 1, early_return);
        for (unsigned i = 0; i < 64; i++) /* 42 threads go on, 21 of them with an even number */
            assert_int_equal(got[i], i % 3 == 0 ? 0 : i % 5 == 0 ? 21 : 121);
    }
    pool.reversed = false;
}

static void stuck_blocks_say_where(void **state)
{
    static const struct {
        unsigned threads;
        fiber_thread_fn kernel;
        enum run_status status;
        const char *says[3];
    } rows[] = {
        { 64,
          half_barrier,
          RUN_DIVERGENT_BARRIER,
          { "block (3,2,1)", "waits with 40 of 64", "0 exited, 24 elsewhere" } },
        { 64, two_places, RUN_DIVERGENT_BARRIER, { "line 21", "line 21", "of 64" } },
        { 32,
          barrier_against_warp,
          RUN_DIVERGENT_WARP,
          { "line 31", "0x000000ff", "does not name" } },
        { 32, missing_lanes, RUN_DIVERGENT_WARP, { "line 40", "0xffffffff", "warp 0" } },
    };
    char said[320], status[8];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        failure_of(rows[i].threads, rows[i].kernel, said);
        snprintf(status, sizeof status, "%d ", (int)rows[i].status);
        assert_memory_equal(said, status, strlen(status));
        for (size_t k = 0; k < ARRAY_LEN(rows[i].says); k++)
            if (strstr(said, rows[i].says[k]) == NULL)
                fail_msg("'%s' does not say '%s'", said, rows[i].says[k]);
    }
}

static int open_pool(void **state)
{
    (void)state;
    return fiber_pool_init(&pool, RUNNER_MAX_BLOCK, 65536, stop_here) ? 0 : -1;
}

static int close_pool(void **state)
{
    (void)state;
    fiber_pool_release(&pool);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_orders_writes_and_reads),
        cmocka_unit_test(the_thread_index_survives_switches),
        cmocka_unit_test(barriers_count_and_vote),
        cmocka_unit_test(a_full_warp_shuffles),
        cmocka_unit_test(divergent_warps_meet_by_mask),
        cmocka_unit_test(nested_divergence_joins_again),
        cmocka_unit_test(lanes_that_left_are_not_waited_for),
        cmocka_unit_test(the_active_mask_is_who_asks_at_one_place),
        cmocka_unit_test(reductions_and_matches),
        cmocka_unit_test(exited_threads_are_not_waited_for),
        cmocka_unit_test(stuck_blocks_say_where),
    };
    return cmocka_run_group_tests_name("fiber", tests, open_pool, close_pool);
}
