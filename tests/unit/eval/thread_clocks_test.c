/*
 * thread_clocks_test.c - times of threads from files that stand for those of the system, and of
 * this process.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/process/thread_clocks.h"

static char path[] = "/tmp/rollbook-schedstat-XXXXXX";

static void write_file(int fd, const char *text)
{
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, text, strlen(text), 0), strlen(text));
}

static void a_file_has_the_time_and_the_waiting(void **state)
{
    static const struct {
        const char *text;
        uint64_t ns, waited_ns;
    } rows[] = {
        { "123 456 7\n", 123, 456 },
        { "123456789012 9876543210 1", 123456789012, 9876543210 },
        { "5", 5, 0 },
        { "0 0 0\n", 0, 0 },
        { "", 0, 0 },
        { "12 34                                                                               "
          "                                        99",
          12, 34 },
    };
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        uint64_t waited_ns = 77;
        write_file(fd, rows[i].text);
        assert_int_equal(schedstat_read(path, &waited_ns), rows[i].ns);
        assert_int_equal(waited_ns, rows[i].waited_ns);
    }
    assert_int_equal(close(fd), 0);
    assert_int_equal(unlink(path), 0);
    int before = dup(STDIN_FILENO);
    uint64_t waited_ns = 77;
    assert_int_equal(schedstat_read(path, &waited_ns), 0); /* it is gone */
    assert_int_equal(waited_ns, 0);
    assert_int_equal(schedstat_read("/proc/self/schedstat", &waited_ns) > 0,
                     access("/proc/self/schedstat", R_OK) == 0);
    int after = dup(STDIN_FILENO); /* what was opened is closed */
    assert_int_equal(after, before + 1);
    assert_int_equal(close(before), 0);
    assert_int_equal(close(after), 0);
}

/* The busiest thread's time counts, and the longest waiting, of another thread. */
static void the_busiest_thread_and_the_longest_waiting_count(void **state)
{
    static const struct {
        const char *before[3], *after[3];
        double us, waited_us;
    } rows[] = {
        { { "1000 50 1", "2000 60 1", "9000000 70 1" },
          { "3001000 50 1", "5002000 1060 2", "9100000 90070 3" },
          5000,
          90 },
        { { "1000 50 1", "2000 60 1", "3000 70 1" },
          { "1001000 8050 1", "2000 60 2", "3000 70 1" },
          1000,
          8 },
        { { "1 2 3", "1 2 3", "1 2 3" }, { "1 2 3", "1 2 3", "1 2 3" }, 0, 0 },
        { { "1 2 3", "1 2 3", "1 2 3" }, { "1 2 3", "1 2 3", "1501 2502 3" }, 1.5, 2.5 },
    };
    struct thread_clocks c = { .n = 3, .threads = 3 };
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        c.files[k] = memfd_create("schedstat", MFD_CLOEXEC);
        assert_true(c.files[k] >= 0);
    }
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double waited_us = -1;
        for (size_t k = 0; k < 3; k++)
            write_file(c.files[k], rows[i].before[k]);
        thread_clocks_start(&c);
        for (size_t k = 0; k < 3; k++)
            write_file(c.files[k], rows[i].after[k]);
        double us = thread_clocks_stop(&c, &waited_us);
        if (!(fabs(us - rows[i].us) < 1e-9) || !(fabs(waited_us - rows[i].waited_us) < 1e-9))
            fail_msg("row %zu: %g us, %g us of waiting", i, us, waited_us);
    }
    int first = c.files[0], last = c.files[2];
    thread_clocks_close(&c);
    assert_int_equal(c.n, 0);
    assert_int_equal(fcntl(first, F_GETFD), -1);
    assert_int_equal(fcntl(last, F_GETFD), -1);
}

static double own_us(void)
{
    struct timespec t;
    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Where threads have no files: the time of the process, divided by their number. */
static void without_files_the_clock_of_the_process_is_shared(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        struct thread_clocks c = { .threads = threads,
                                   .has_process = true,
                                   .process = CLOCK_PROCESS_CPUTIME_ID };
        double waited_us = -1, before = own_us();
        thread_clocks_start(&c);
        double started = own_us();
        while (own_us() < started + 3000)
            continue;
        double us = thread_clocks_stop(&c, &waited_us) * threads;
        assert_true(us >= 3000 && us <= own_us() - before);
        assert_true(fabs(waited_us) <= 0);
    }
    struct thread_clocks none = { .threads = 2 };
    double waited_us = -1;
    thread_clocks_start(&none);
    assert_true(isnan(thread_clocks_stop(&none, &waited_us)));
    assert_true(fabs(waited_us) <= 0);
}

/* One thread's time is that of its process; with another number of threads no file is believed. */
static void the_threads_of_a_process_are_found(void **state)
{
    bool has_files = access("/proc/self/task", R_OK) == 0;
    char own[64];
    (void)state;
    snprintf(own, sizeof own, "/proc/self/task/%ld/schedstat", (long)getpid());
    uint64_t waited_ns;
    has_files = has_files && schedstat_read(own, &waited_ns) > 0;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct thread_clocks c;
        double waited_us = -1, before = own_us();
        thread_clocks_open(&c, getpid(), threads);
        assert_int_equal(c.n, threads == 1 && has_files ? 1 : 0);
        assert_int_equal(c.by_process, threads == 1);
        assert_int_equal(c.threads, threads);
        assert_true(c.has_process);
        thread_clocks_start(&c);
        double started = own_us();
        while (own_us() < started + 3000)
            continue;
        double us = thread_clocks_stop(&c, &waited_us) * threads;
        assert_true(us >= 3000 && us <= own_us() - before);
        assert_true(waited_us >= 0);
        int file = c.n > 0 ? c.files[0] : -1;
        thread_clocks_close(&c);
        assert_int_equal(c.n, 0);
        assert_int_equal(fcntl(file, F_GETFD), -1);
    }
    struct thread_clocks gone;
    thread_clocks_open(&gone, (1 << 22) + 1, 1); /* beyond the last number of a process */
    assert_int_equal(gone.n, 0);
    assert_false(gone.has_process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_the_time_and_the_waiting),
        cmocka_unit_test(the_busiest_thread_and_the_longest_waiting_count),
        cmocka_unit_test(without_files_the_clock_of_the_process_is_shared),
        cmocka_unit_test(the_threads_of_a_process_are_found),
    };
    return cmocka_run_group_tests_name("thread_clocks", tests, NULL, NULL);
}
