/*
 * cpu_process_test.c - processes of the cpu backend: how long they are waited for, that they end,
 * and what is read of what they print.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/mem.h"
#include "src/eval/process/cpu_process.h"

#define SECOND INT64_C(1000000000)

/* A child that ends with status, or waits for a signal when that is negative; in a group of its own
 * as runners are. */
static pid_t child(int status)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)setpgid(0, 0);
        while (status < 0)
            (void)pause();
        _exit(status);
    }
    (void)setpgid(pid, pid);
    return pid;
}

static void assert_gone(pid_t pid)
{
    int status;
    errno = 0;
    assert_int_equal(waitpid(pid, &status, 0), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(kill(pid, 0), -1);
}

static void a_process_is_waited_for_until_a_deadline(void **state)
{
    int status = -1;
    (void)state;
    pid_t pid = child(7);
    assert_true(process_wait(pid, clock_monotonic_ns() + 60 * SECOND, &status));
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_gone(pid);
    /* Of one that is no child nothing is known, and nobody waits. */
    status = -1;
    assert_true(process_wait(pid, clock_monotonic_ns() + 60 * SECOND, &status));
    assert_int_equal(status, 0);
    /* What does not end in time is killed, */
    pid = child(-1);
    assert_false(process_wait(pid, clock_monotonic_ns() - 1, &status));
    assert_gone(pid);
    int64_t start = clock_monotonic_ns();
    pid = child(-1);
    assert_false(process_wait(pid, start + SECOND / 50, &status));
    assert_in_range(clock_monotonic_ns() - start, SECOND / 50 - SECOND / 1000, 50 * SECOND);
    assert_gone(pid);
    /* and what had ended by then is no loss. */
    siginfo_t info;
    pid = child(3);
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    assert_true(process_wait(pid, clock_monotonic_ns() - 1, &status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

/* With all of its group. */
static void a_process_is_killed_with_its_group(void **state)
{
    int ends[2];
    char c;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)setpgid(0, 0);
        (void)close(ends[0]);
        (void)!fork();
        (void)!write(ends[1], "x", 1);
        for (;;)
            (void)pause();
    }
    (void)setpgid(pid, pid);
    (void)close(ends[1]);
    assert_int_equal(read(ends[0], &c, 1), 1);
    assert_int_equal(read(ends[0], &c, 1), 1); /* both are there */
    process_kill(pid);
    assert_gone(pid);
    assert_int_equal(read(ends[0], &c, 1), 0); /* the pipe's last writer has gone */
    (void)close(ends[0]);
}

static void what_a_program_prints_is_read(void **state)
{
    static const struct {
        const char *script;
        size_t size;
        bool ok;
        const char *out;
    } rows[] = {
        { "echo one; echo two", 100, true, "one\ntwo\n" },
        { "echo one; echo two", 6, true, "one\nt" },
        { "echo one", 2, true, "o" },
        { "echo one", 1, true, "" },
        { "echo out; echo err >&2", 100, true, "out\n" },
        { "echo out; exit 1", 100, false, "out\n" },
        { "kill -9 $$", 100, false, "" },
        { "exit 0", 100, true, "" },
        { "echo $LC_ALL $PATH", 100, true, "C /usr/local/bin:/usr/bin:/bin\n" },
    };
    static const char *const env[] = { "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", NULL };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *argv[] = { "sh", "-c", rows[i].script, NULL };
        char out[101];
        memset(out, '#', sizeof out);
        assert_int_equal(process_output(argv, env, out, rows[i].size), rows[i].ok);
        assert_string_equal(out, rows[i].out);
        for (size_t k = strlen(rows[i].out) + 1; k < sizeof out; k++)
            assert_int_equal(out[k], '#');
    }
    const char *none[] = { "/no/such/program", NULL };
    char out[10] = "before";
    assert_false(process_output(none, env, out, sizeof out));
    assert_string_equal(out, "");
}

static void a_descriptor_stands_high(void **state)
{
    (void)state;
    assert_int_equal(process_high_fd(-1), -1);
    assert_int_equal(process_high_fd(-7), -1);
    int low = open("/dev/null", O_RDONLY);
    assert_true(low >= 0 && low < 24);
    int high = process_high_fd(low);
    assert_int_equal(high, 24);
    assert_int_equal(fcntl(low, F_GETFD), -1);
    assert_int_equal(fcntl(high, F_GETFD), FD_CLOEXEC);
    (void)close(high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_is_waited_for_until_a_deadline),
        cmocka_unit_test(a_process_is_killed_with_its_group),
        cmocka_unit_test(what_a_program_prints_is_read),
        cmocka_unit_test(a_descriptor_stands_high),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
