/*
 * scipy_peer_test.c - random inputs against SciPy, where Debian's python3-scipy is installed.
 *
 * The signed-rank cases have no ties and no zeros: SciPy before 1.14 gives another p for d than for
 * -d when differences tie, so there is nothing to agree with.
 */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/stat_binomial.h"
#include "analysis/stat_interval.h"
#include "analysis/stat_rank.h"
#include "analysis/stat_wilcoxon.h"
#include "src/base/mem.h"

#define MOST 60

extern char **environ;

/* Lines "test n values... result": values are x, or x then y. */
static const char peer[] =
    "import random, sys\n"
    "from scipy import stats\n"
    "random.seed(5)\n"
    "def put(test, values, *results):\n"
    "    print(test, len(values), *map(repr, values), *(repr(float(r)) for r in results))\n"
    "for i in range(200):\n"
    "    n = random.randint(3, 25)\n"
    "    d = [random.gauss(.3, 1) for _ in range(n)]\n"
    "    for side in ('two-sided', 'greater', 'less'):\n"
    "        put('wilcoxon-' + side, d, stats.wilcoxon(d, alternative=side, mode='exact').pvalue)\n"
    "    x = [random.randint(0, 6) for _ in range(n)]\n"
    "    y = [v + random.randint(0, 4) for v in x]\n"
    "    if len(set(x)) > 2 and len(set(y)) > 2:\n"
    "        put('spearman', x + y, *stats.spearmanr(x, y))\n"
    "    k = random.randint(0, n)\n"
    "    p = random.random()\n"
    "    t = stats.binomtest(k, n, p)\n"
    "    put('binomial', [k, n, p], t.pvalue, *t.proportion_ci(.9))\n"
    "    put('wilson', [k, n], *t.proportion_ci(.95, method='wilson'))\n"
    "    a = [random.gauss(0, 1) for _ in range(random.randint(2, 8))]\n"
    "    b = [random.gauss(1, 1) for _ in range(len(a))]\n"
    "    put('mann-whitney', a + b, stats.mannwhitneyu(a, b, method='exact').pvalue)\n"
    "print('end 0')\n";

static int failures;

static void expect(const char *test, double got, double wanted)
{
    if (fabs(got - wanted) <= 1e-12 + 1e-9 * fabs(wanted))
        return;
    if (failures++ < 5)
        fprintf(stderr, "%s: %.17g, SciPy has %.17g\n", test, got, wanted);
}

static double read_value(FILE *in)
{
    char word[64] = "";
    if (fscanf(in, "%63s", word) != 1)
        return (double)NAN;
    return strtod(word, NULL);
}

static void check_wilcoxon(FILE *in, const char *test, const double *d, size_t n, struct arena *a)
{
    enum stat_alternative side = strstr(test, "greater") != NULL ? STAT_GREATER
                                 : strstr(test, "less") != NULL  ? STAT_LESS
                                                                 : STAT_TWO_SIDED;
    struct stat_wilcoxon_options o = { side, STAT_ZEROS_DROP, STAT_EXACT, false };
    struct stat_wilcoxon w;
    assert_int_equal(stat_wilcoxon(d, n, &o, a, &w, NULL), 0);
    expect(test, w.p, read_value(in));
}

static void check_line(FILE *in, const char *test, const double *v, size_t n, struct arena *a)
{
    if (strncmp(test, "wilcoxon", 8) == 0) {
        check_wilcoxon(in, test, v, n, a);
    } else if (strcmp(test, "spearman") == 0) {
        struct stat_correlation c;
        assert_int_equal(stat_spearman(v, v + n / 2, n / 2, a, &c, NULL), 0);
        expect("spearman r", c.r, read_value(in));
        expect("spearman p", c.p, read_value(in));
    } else if (strcmp(test, "binomial") == 0) {
        int64_t k = (int64_t)v[0];
        struct interval ci = stat_interval_clopper_pearson(k, (int64_t)v[1], 0.9);
        expect(test, stat_binomial_test(k, (int64_t)v[1], v[2], STAT_TWO_SIDED), read_value(in));
        expect("clopper-pearson low", ci.low, read_value(in));
        expect("clopper-pearson high", ci.high, read_value(in));
    } else if (strcmp(test, "wilson") == 0) {
        struct interval ci = stat_interval_wilson((int64_t)v[0], (int64_t)v[1], 0.95);
        expect("wilson low", ci.low, read_value(in));
        expect("wilson high", ci.high, read_value(in));
    } else {
        struct stat_mann_whitney u;
        assert_int_equal(
            stat_mann_whitney(v, n / 2, v + n / 2, n / 2, STAT_TWO_SIDED, STAT_EXACT, a, &u, NULL),
            0);
        expect(test, u.p, read_value(in));
    }
}

static void agrees_with_scipy(void **state)
{
    FILE *in = *state;
    struct arena a = { 0 };
    size_t lines = 0;
    for (;;) {
        char test[32] = "";
        double v[MOST];
        size_t n = 0;
        assert_int_equal(fscanf(in, "%31s %zu", test, &n), 2);
        if (strcmp(test, "end") == 0)
            break;
        assert_true(n <= MOST);
        for (size_t i = 0; i < n; i++)
            v[i] = read_value(in);
        check_line(in, test, v, n, &a);
        arena_reset(&a);
        lines++;
    }
    arena_release(&a);
    assert_true(lines > 1000);
    assert_int_equal(failures, 0);
}

/* Starts Debian's python3 on a program; its output is *out_read.  0 when it cannot be started. */
static pid_t start_python(const char *program, int *out_read)
{
    char python[] = "/usr/bin/python3";
    char option[] = "-c";
    char *text = mem_strdup(program);
    char *argv[] = { python, option, text, NULL };
    int ends[2];
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0 || posix_spawn_file_actions_init(&actions) != 0)
        return 0;
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (posix_spawn(&child, python, &actions, NULL, argv, environ) != 0)
        child = 0;
    posix_spawn_file_actions_destroy(&actions);
    free(text);
    close(ends[1]);
    *out_read = ends[0];
    return child;
}

static bool has_ended_well(pid_t child)
{
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void)
{
    int end = -1;
    pid_t child = start_python("import scipy.stats", &end);
    bool installed = child != 0 && has_ended_well(child);
    if (end >= 0)
        close(end);
    if (!installed) {
        puts("python3-scipy is not installed: skipped");
        return 77;
    }
    child = start_python(peer, &end);
    FILE *in = child == 0 ? NULL : fdopen(end, "r");
    if (in == NULL)
        return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(agrees_with_scipy, in) };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fclose(in);
    return has_ended_well(child) ? failed : 1;
}
