/*
 * trace_test.c - what the time of a command by stage says.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/trace.h"

/* What trace_print writes to standard error. */
static void print_into(char *out, size_t size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    assert_true(kept >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    trace_print("of a test");
    fflush(stderr);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    rewind(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void stages_have_sum_mean_and_longest(void **state)
{
    (void)state;
    char said[2000];
    trace_add("read", 1500000);
    trace_add("write", 4000);
    trace_add("read", 3000000);
    print_into(said, sizeof said);
    assert_string_equal(said,
                        "trace of a test\n"
                        "stage                         times         ms    us each    us most\n"
                        "read                              2      4.500     2250.0     3000.0\n"
                        "write                             1      0.004        4.0        4.0\n");
    print_into(said, sizeof said);
    assert_string_equal(said, "");
}

static void stages_beyond_the_most_are_left_out(void **state)
{
    (void)state;
    static char names[70][16];
    char said[8000];
    for (int i = 0; i < 70; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        trace_add(names[i], 1000);
    }
    trace_add("s63", 1000);
    print_into(said, sizeof said);
    assert_non_null(strstr(said, "\ns63                               2      0.002"));
    assert_null(strstr(said, "\ns64 "));
}

/* A process is in one phase at a time: what an inner one takes is not the outer one's. */
static void phases_sum_to_the_wall_time(void **state)
{
    (void)state;
    struct trace_phases p;
    int64_t sum = 0;
    trace_begin();
    const enum trace_phase outer = trace_enter(PHASE_TIMED);
    for (int i = 0; i < 3; i++) {
        enum trace_phase inner = trace_enter(PHASE_CHECKS);
        usleep(2000);
        trace_leave(inner);
    }
    trace_leave(outer);
    trace_phases_read(&p);
    for (int i = 0; i < TRACE_N_PHASES; i++)
        sum += p.ns[i];
    assert_true(sum == p.all_ns);
    assert_true(p.n[PHASE_TIMED] == 1 && p.n[PHASE_CHECKS] == 3);
    assert_true(p.ns[PHASE_CHECKS] >= 6000000 && p.ns[PHASE_TIMED] < p.all_ns - 6000000);
    assert_string_equal(trace_phase_name(PHASE_EXPECTED), "expected values");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_have_sum_mean_and_longest),
        cmocka_unit_test(stages_beyond_the_most_are_left_out),
        cmocka_unit_test(phases_sum_to_the_wall_time),
    };
    setenv("ROLLBOOK_TRACE", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
