#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/eval/contract/profile.h"
#include "src/worker/worker_proto.h"

static struct eval_job sample_job(const char *text, size_t len)
{
    struct eval_job m = { .id = 12,
                          .task_id = "l1/4",
                          .task_case = CASE_CPU,
                          .mode = EVAL_FULL,
                          .input_seed = UINT64_MAX,
                          .kernel_text = text,
                          .kernel_len = len };
    sha256_hex(text, len, m.code_sha256);
    return m;
}

/* NUL and broken UTF-8 included. */
static void job_survives_any_bytes(void **state)
{
    (void)state;
    static const char text[] = "a\0b\xff\xc3\x28\"\\\n\x01";
    struct arena a = { 0 };
    struct buf wire = { 0 };
    struct err err = { 0 };
    struct eval_job back;
    struct eval_job m = sample_job(text, sizeof(text));
    job_encode(&m, &wire);
    assert_int_equal(job_decode(wire.data, wire.len, &a, &back, &err), 0);
    assert_int_equal(back.kernel_len, sizeof(text));
    assert_memory_equal(back.kernel_text, text, sizeof(text));
    assert_true(back.input_seed == UINT64_MAX && back.id == 12 && back.mode == EVAL_FULL);
    buf_release(&wire);
    arena_release(&a);
}

static void job_with_another_hash_is_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf wire = { 0 };
    struct err err = { 0 };
    struct eval_job back;
    struct eval_job m = sample_job("x", 1);
    m.code_sha256[0] = m.code_sha256[0] == '0' ? '1' : '0';
    job_encode(&m, &wire);
    assert_int_equal(job_decode(wire.data, wire.len, &a, &back, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "hash"));
    buf_release(&wire);
    arena_release(&a);
}

static void result_survives_with_not_finite_numbers(void **state)
{
    (void)state;
    double samples[] = { 1.5, 0.1 };
    struct evidence evidence[] = { { "guard_zone", 0, 16, "bytes", true, NULL },
                                   { "host_clock", (double)INFINITY, 5, "us", false,
                                     "why \"so\"" } };
    struct result_message m = { .id = 9,
                                .result = { .outcome = OUTCOME_CHEAT,
                                            .cheat_kind = "host_clock",
                                            .compiled = true,
                                            .signal = 11,
                                            .fault_address = "0xfffffffffffff000",
                                            .fault_place = "4 bytes past the end of y",
                                            .max_abs_err = (double)NAN,
                                            .worst_index = -1,
                                            .n_samples = 2,
                                            .samples_us = samples,
                                            .n_evidence = 2,
                                            .evidence = evidence } };
    struct arena a = { 0 };
    struct buf wire = { 0 };
    struct err err = { 0 };
    struct result_message back;
    result_encode(&m, &wire);
    assert_int_equal(result_decode(wire.data, wire.len, &a, &back, &err), 0);
    assert_int_equal(back.result.outcome, OUTCOME_CHEAT);
    assert_string_equal(back.result.cheat_kind, "host_clock");
    assert_null(back.result.message);
    assert_string_equal(back.result.fault_address, "0xfffffffffffff000");
    assert_true(isnan(back.result.max_abs_err));
    assert_memory_equal(back.result.samples_us, samples, sizeof(samples));
    assert_int_equal(back.result.n_baseline_samples, 0);
    assert_true(isnan(back.result.evidence[1].value));
    assert_string_equal(back.result.evidence[1].detail, "why \"so\"");
    assert_null(back.result.evidence[0].detail);
    buf_release(&wire);
    arena_release(&a);
}

static struct profile_kernel sample_kernel(void)
{
    struct profile_kernel k;
    profile_clear(&k);
    k.name = "scan<32>";
    k.device_us = 12.25;
    k.grid[0] = 4;
    k.block[2] = 7;
    k.registers = 40;
    k.counters[COUNTER_DRAM_READ_BYTES] = 8589934592.0;
    k.counters[COUNTER_HFMA] = 0.0;
    return k;
}

static void profiles_and_clocks_survive(void **state)
{
    (void)state;
    double samples[] = { 1.5, 0.1 }, clocks[] = { 1980.0, (double)NAN };
    struct profile_kernel k = sample_kernel();
    struct eval_profile p = { .why_not = "not permitted",
                              .span_us = 13.0,
                              .bytes = 1e9,
                              .peak_flop_per_s = (double)NAN,
                              .n_kernels = 1,
                              .kernels = &k };
    struct result_message m = { .result = { .outcome = OUTCOME_MEASURED,
                                            .n_samples = 2,
                                            .samples_us = samples,
                                            .clocks_mhz = clocks,
                                            .throttled_samples = 3,
                                            .profile = &p } };
    struct arena a = { 0 };
    struct buf wire = { 0 };
    struct err err = { 0 };
    struct result_message back;
    result_encode(&m, &wire);
    assert_int_equal(result_decode(wire.data, wire.len, &a, &back, &err), 0);
    assert_true(isnan(back.result.clocks_mhz[1]) && back.result.throttled_samples == 3);
    const struct eval_profile *q = back.result.profile;
    assert_string_equal(q->why_not, "not permitted");
    assert_true(isnan(q->peak_flop_per_s) && q->n_kernels == 1);
    assert_string_equal(q->kernels[0].name, "scan<32>");
    assert_int_equal(q->kernels[0].registers, 40);
    assert_int_equal(q->kernels[0].local_bytes, -1);
    assert_memory_equal(q->kernels[0].block, k.block, sizeof k.block);
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        assert_true(isnan(k.counters[i]) == isnan(q->kernels[0].counters[i]));
    assert_true(fabs(q->kernels[0].counters[COUNTER_DRAM_READ_BYTES] - 8589934592.0) < 0.5);
    m.result.n_samples = 0; /* not right: no times, no clocks */
    buf_clear(&wire);
    result_encode(&m, &wire);
    assert_int_equal(result_decode(wire.data, wire.len, &a, &back, &err), 0);
    buf_release(&wire);
    arena_release(&a);
}

static void mutated_messages_never_crash(void **state)
{
    (void)state;
    struct buf wire = { 0 };
    struct eval_job m = sample_job("kernel", 6);
    struct profile_kernel k = sample_kernel();
    struct eval_profile p = { .n_kernels = 1, .kernels = &k };
    struct result_message r = { .id = 1, .result = { .outcome = OUTCOME_NAN, .profile = &p } };
    size_t refused = 0;
    for (uint64_t round = 0; round < 4000; round++) {
        struct rng rng;
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_job job;
        struct result_message result;
        rng_init(&rng, round, RNG_SHUFFLE, 0, 0, 0);
        buf_clear(&wire);
        if (round % 2 == 0)
            job_encode(&m, &wire);
        else
            result_encode(&r, &wire);
        for (uint32_t i = 0; i <= rng_below(&rng, 3); i++)
            wire.data[rng_below(&rng, (uint32_t)wire.len)] = (char)rng_u32(&rng);
        size_t len = rng_below(&rng, 4) == 0 ? rng_below(&rng, (uint32_t)wire.len) : wire.len;
        int rc = round % 2 == 0 ? job_decode(wire.data, len, &a, &job, &err)
                                : result_decode(wire.data, len, &a, &result, &err);
        refused += rc < 0;
        arena_release(&a);
    }
    assert_true(refused > 1000);
    buf_release(&wire);
}

static void frames_cross_a_pipe_and_cuts_are_seen(void **state)
{
    (void)state;
    int fds[2];
    struct buf payload = { 0 };
    struct buf back = { 0 };
    assert_int_equal(pipe(fds), 0);
    buf_puts(&payload, "hello");
    assert_true(frame_write(fds[1], &payload));
    assert_int_equal(frame_read(fds[0], &back), 1);
    assert_string_equal(buf_text(&back), "hello");
    assert_int_equal(write(fds[1],
                           "\x09\x00\x00\x00"
                           "cut",
                           7),
                     7);
    close(fds[1]);
    assert_int_equal(frame_read(fds[0], &back), -1);
    assert_int_equal(frame_read(fds[0], &back), 0);
    close(fds[0]);
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(write(fds[1], "\xff\xff\xff\xff", 4), 4);
    assert_int_equal(frame_read(fds[0], &back), -1);
    close(fds[0]);
    close(fds[1]);
    buf_release(&payload);
    buf_release(&back);
}

static int file_of(const void *bytes, size_t n)
{
    int fd = memfd_create("frames", MFD_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

/* Four bytes of length, the lowest first. */
static void frames_of_any_size_come_back(void **state)
{
    static const size_t sizes[] = { 0, 1, 255, 256, 65535, 65536, 65537, 200000 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct buf CLEANUP(buf_release) payload = { .max = FRAME_MAX_BYTES + 1 };
        struct buf CLEANUP(buf_release) back = { .max = FRAME_MAX_BYTES };
        unsigned char head[4];
        size_t n = sizes[i];
        int fd = file_of("", 0);
        buf_puts(&back, "before");
        char *bytes = mem_array(n + 1, 1);
        for (size_t k = 0; k < n; k++)
            bytes[k] = (char)(k * 7 + k / 251);
        buf_add(&payload, bytes, n);
        assert_true(frame_write(fd, &payload));
        assert_int_equal(lseek(fd, 0, SEEK_CUR), n + 4);
        assert_int_equal(pread(fd, head, 4, 0), 4);
        assert_int_equal(head[0] | head[1] << 8 | head[2] << 16 | head[3] << 24, n);
        assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
        assert_int_equal(frame_read(fd, &back), 1);
        assert_int_equal(back.len, n);
        assert_true(n == 0 || memcmp(back.data, bytes, n) == 0);
        assert_int_equal(frame_read(fd, &back), 0);
        free(bytes);
        (void)close(fd);
    }
}

/* Nothing reads them here. */
static void the_largest_frame_is_so_large(void **state)
{
    char *bytes = mem_array(FRAME_MAX_BYTES + 1, 1);
    struct buf payload = { .data = bytes, .len = FRAME_MAX_BYTES };
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)state;
    assert_true(frame_write(fd, &payload));
    payload.len++;
    assert_false(frame_write(fd, &payload));
    (void)close(fd);
    free(bytes);
}

static void frames_that_are_none_are_refused(void **state)
{
    static const struct {
        const char *bytes;
        size_t n, max;
        int rc;
    } rows[] = {
        { "", 0, 10, 0 },
        { "\1", 1, 10, -1 },
        { "\1\0\0", 3, 10, -1 },
        { "\1\0\0\0", 4, 10, -1 },
        { "\1\0\0\0x", 5, 10, 1 },
        { "\12\0\0\0"
          "0123456789",
          14, 10, 1 },
        { "\13\0\0\0"
          "0123456789x",
          15, 10, -1 },
        { "\1\0\0\4", 4, 10, -1 }, /* one more than may be */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf CLEANUP(buf_release) back = { .max = rows[i].max };
        int fd = file_of(rows[i].bytes, rows[i].n);
        if (frame_read(fd, &back) != rows[i].rc)
            fail_msg("row %zu", i);
        (void)close(fd);
    }
    struct buf CLEANUP(buf_release) back = { .max = 10 };
    assert_int_equal(frame_read(-1, &back), -1);
    assert_false(frame_write(-1, &back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(job_survives_any_bytes),
        cmocka_unit_test(job_with_another_hash_is_refused),
        cmocka_unit_test(result_survives_with_not_finite_numbers),
        cmocka_unit_test(profiles_and_clocks_survive),
        cmocka_unit_test(mutated_messages_never_crash),
        cmocka_unit_test(frames_cross_a_pipe_and_cuts_are_seen),
        cmocka_unit_test(frames_of_any_size_come_back),
        cmocka_unit_test(the_largest_frame_is_so_large),
        cmocka_unit_test(frames_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
