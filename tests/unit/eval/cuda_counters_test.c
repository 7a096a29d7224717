/* Counting with a made-up CUPTI: the calls, what is read, and why there is nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_counters.h"

#define KERNELS 3

static char context;

static bool count(double values[KERNELS][PROFILE_COUNTERS], unsigned *passes)
{
    bool more = true;
    bool ok = counters_begin((struct cuda_context_object *)(void *)&context, KERNELS);
    for (*passes = 0; ok && more; ++*passes) {
        ok = counters_pass_begin();
        for (size_t i = 0; i < KERNELS && ok; i++)
            ok = counters_range_begin(i) && counters_range_end();
        ok = ok && counters_pass_end(&more);
    }
    if (ok && counters_end(values))
        return true;
    counters_abandon();
    return false;
}

/* A process has one profiler, so every case has its own process. */
static void in_child(void (*run)(FILE *out), const char *library, const char *wish, char text[256])
{
    char home[4096];
    int ends[2], status = 0;
    const char *build = getenv("ROLLBOOK_BUILD_DIR");
    snprintf(home, sizeof home, "%s/tests/%s", build != NULL ? build : ".", library);
    setenv("ROLLBOOK_CUDA_HOME", home, 1);
    setenv("FAKE_CUPTI", wish, 1);
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        FILE *out = fdopen(ends[1], "w");
        run(out);
        fclose(out);
        _exit(0);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], text, 255);
    text[n < 0 ? 0 : n] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void count_twice(FILE *out)
{
    double values[KERNELS][PROFILE_COUNTERS];
    unsigned passes = 0;
    bool ok = counters_open(0);
    for (int i = 0; i < 2 && ok; i++)
        ok = count(values, &passes);
    if (!ok)
        fprintf(out, "%s", counters_why());
    else
        fprintf(out, "%u passes, %.0f %.0f %.0f, %s", passes, values[0][COUNTER_TIME_NS],
                values[1][COUNTER_DRAM_READ_BYTES], values[2][COUNTER_HFMA],
                isnan(values[0][COUNTER_L2_BYTES]) ? "unknown" : "known");
}

/* What a device lacks is unknown, and nothing moves into its place. */
static void values_land_where_they_belong(void **state)
{
    char text[256];
    (void)state;
    in_child(count_twice, "fake_cuda", "", text);
    assert_string_equal(text, "2 passes, 0 101 218, unknown");
}

static void every_failure_is_told_in_words(void **state)
{
    static const struct {
        const char *wish, *why;
    } cases[] = {
        { "enable=35", "not permitted: the driver gives counters only to administrators (CUPTI "
                       "error 35 at enabling)" },
        { "start=26", "another program uses the counters (CUPTI error 26 at starting a pass)" },
        { "initialize=39", "another profiler is attached (CUPTI error 39 at initialising)" },
        { "host=46",
          "this CUPTI does not know the device (CUPTI error 46 at describing the chip)" },
        { "properties=17", "the device offers no counter that Rollbook reads" },
        { "push=999", "it failed (CUPTI error 999 at beginning a range)" },
        { "pop=7", "it failed (CUPTI error 7 at ending a range)" },
        { "stop=9", "it failed (CUPTI error 9 at ending a pass)" },
        { "decode=1", "it failed (CUPTI error 1 at decoding)" },
        { "evaluate=1", "it failed (CUPTI error 1 at reading the counters)" },
        { "config=40", "not permitted on this virtual device (CUPTI error 40 at configuring)" },
        { "endless", "counting did not end after 16 passes" },
        { "lost", "2 of 3 kernels were counted" },
    };
    char text[256];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        in_child(count_twice, "fake_cuda", cases[i].wish, text);
        assert_string_equal(text, cases[i].why);
    }
}

static void a_library_without_the_profiler_is_named(void **state)
{
    char text[256];
    (void)state;
    in_child(count_twice, "fake_cuda_old", "", text);
    assert_string_equal(text, "libcupti has no cuptiRangeProfilerEnable: it is too old or too new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_land_where_they_belong),
        cmocka_unit_test(every_failure_is_told_in_words),
        cmocka_unit_test(a_library_without_the_profiler_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
