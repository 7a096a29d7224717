/*
 * busy.h - tests that bound a time, on a machine that others use.
 *
 * A bound that is missed fails the test, unless more work runs than the processors can do; then the
 * test ends as skipped, and its last line says how busy the machine was.
 */
#ifndef ROLLBOOK_TESTS_SUPPORT_BUSY_H
#define ROLLBOOK_TESTS_SUPPORT_BUSY_H

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static char busy_reason[256];

/* Asked after a bound was missed.  True: twice as many processes as processors want to run, or did
 * so over the last minute; busy_end then skips the test. */
static inline bool busy_excuses(const char *what)
{
    double minute = 0;
    int now = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    FILE *f = fopen("/proc/loadavg", "r");
    if (f == NULL)
        return false;
    int n = fscanf(f, "%lf %*f %*f %d", &minute, &now);
    (void)fclose(f);
    if (n != 2 || (minute < 2.0 * (double)processors && now < 2 * processors))
        return false;
    snprintf(busy_reason, sizeof(busy_reason),
             "the machine is busy (load %.1f, %d processes running, %ld processors): %s", minute,
             now, processors, what);
    printf("%s\n", busy_reason);
    return true;
}

/* The status of a test program: FAILED of cmocka's run, or skipped. */
static inline int busy_end(int failed)
{
    if (failed != 0 || busy_reason[0] == '\0')
        return failed;
    printf("%s\n", busy_reason);
    return 77;
}

#endif
