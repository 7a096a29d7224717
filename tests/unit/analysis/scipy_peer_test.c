/*
 * scipy_peer_test.c - random inputs against SciPy, where python3-scipy is installed.
 *
 * Exact signed-rank cases have no ties and no zeros, because SciPy before 1.14 gives d and -d
 * different p when differences tie.  Zeros are compared in the normal approximation.
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

#include "analysis/resample/stat_calibration.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/stat/stat_trend.h"
#include "src/base/mem.h"

#define MOST    60
#define RESULTS 24

extern char **environ;

static int failures;

static void expect(const char *test, double got, double wanted)
{
    if (fabs(got - wanted) <= 1e-12 + 1e-9 * fabs(wanted))
        return;
    if (failures++ < 20)
        fprintf(stderr, "%s: %.17g, SciPy has %.17g\n", test, got, wanted);
}

static double read_value(FILE *in)
{
    char word[64] = "";
    if (fscanf(in, "%63s", word) != 1)
        return (double)NAN;
    return strtod(word, NULL);
}

/* Values that went in, and what SciPy made of them. */
struct line {
    char test[32];
    double v[MOST];
    size_t n;
    double wanted[RESULTS];
    size_t n_wanted;
};

static void wilcoxon(const struct line *l, enum stat_alternative side, enum stat_zeros zeros,
                     enum stat_engine engine, struct arena *a)
{
    struct stat_wilcoxon_options o = { side, zeros, engine, false };
    struct stat_wilcoxon w;
    assert_int_equal(stat_wilcoxon(l->v, l->n, &o, a, &w, NULL), 0);
    expect(l->test, w.p, l->wanted[0]);
}

static void two_sided(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_TWO_SIDED, STAT_ZEROS_DROP, STAT_EXACT, a);
}

static void greater(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_GREATER, STAT_ZEROS_DROP, STAT_EXACT, a);
}

static void less(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_LESS, STAT_ZEROS_DROP, STAT_EXACT, a);
}

static void zeros_drop(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_TWO_SIDED, STAT_ZEROS_DROP, STAT_ASYMPTOTIC, a);
}

static void zeros_pratt(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_TWO_SIDED, STAT_ZEROS_PRATT, STAT_ASYMPTOTIC, a);
}

static void zeros_split(const struct line *l, struct arena *a)
{
    wilcoxon(l, STAT_TWO_SIDED, STAT_ZEROS_SPLIT, STAT_ASYMPTOTIC, a);
}

static void spearman(const struct line *l, struct arena *a)
{
    struct stat_correlation c;
    assert_int_equal(stat_spearman(l->v, l->v + l->n / 2, l->n / 2, a, &c, NULL), 0);
    expect("spearman r", c.r, l->wanted[0]);
    expect("spearman p", c.p, l->wanted[1]);
}

static void partial(const struct line *l, struct arena *a)
{
    (void)a;
    struct stat_correlation c;
    size_t n = l->n / 3;
    assert_int_equal(stat_partial_spearman(l->v, l->v + n, l->v + 2 * n, n, &c, NULL), 0);
    expect("partial r", c.r, l->wanted[0]);
    expect("partial p", c.p, l->wanted[1]);
}

static void interval(const char *test, struct interval ci, const double *wanted)
{
    expect(test, ci.low, wanted[0]);
    expect(test, ci.high, wanted[1]);
}

static void binomial(const struct line *l, struct arena *a)
{
    int64_t k = (int64_t)l->v[0];
    int64_t n = (int64_t)l->v[1];
    (void)a;
    expect(l->test, stat_binomial_test(k, n, l->v[2], STAT_TWO_SIDED), l->wanted[0]);
    interval("clopper-pearson", stat_interval_clopper_pearson(k, n, 0.9), l->wanted + 1);
}

static void mcnemar(const struct line *l, struct arena *a)
{
    (void)a;
    expect(l->test, stat_mcnemar((int64_t)l->v[0], (int64_t)l->v[1], STAT_TWO_SIDED), l->wanted[0]);
}

static void wilson(const struct line *l, struct arena *a)
{
    (void)a;
    interval(l->test, stat_interval_wilson((int64_t)l->v[0], (int64_t)l->v[1], 0.95), l->wanted);
}

static void jeffreys(const struct line *l, struct arena *a)
{
    (void)a;
    interval(l->test, stat_interval_jeffreys((int64_t)l->v[0], (int64_t)l->v[1], 0.95), l->wanted);
}

static void mann_whitney_by(const struct line *l, enum stat_engine engine, struct arena *a)
{
    struct stat_mann_whitney u;
    size_t n = l->n / 2;
    assert_int_equal(
        stat_mann_whitney(&(struct stat_samples){ .x = l->v, .n_x = n, .y = l->v + n, .n_y = n },
                          STAT_TWO_SIDED, engine, a, &u, NULL),
        0);
    expect(l->test, u.p, l->wanted[0]);
}

static void mann_whitney(const struct line *l, struct arena *a)
{
    mann_whitney_by(l, STAT_EXACT, a);
}

static void mann_whitney_ties(const struct line *l, struct arena *a)
{
    mann_whitney_by(l, STAT_ASYMPTOTIC, a);
}

static void effects(const struct line *l, struct arena *a)
{
    size_t n = l->n / 2;
    (void)a;
    expect("cliffs delta", stat_cliffs_delta(l->v, n, l->v + n, n), l->wanted[0]);
}

static void two_sample(const struct line *l, struct arena *a)
{
    struct stat_two_sample t;
    size_t n = l->n / 2;
    (void)a;
    assert_int_equal(
        stat_two_sample(&(struct stat_samples){ .x = l->v, .n_x = n, .y = l->v + n, .n_y = n }, 0,
                        0, &t, NULL),
        0);
    expect("two-sample difference", t.difference, l->wanted[0]);
    expect("two-sample p", t.p, l->wanted[1]);
}

/* Values are successes, then sizes. */
static size_t read_counts(const struct line *l, int64_t *hits, int64_t *sizes)
{
    size_t n = l->n / 2;
    for (size_t i = 0; i < n; i++) {
        hits[i] = (int64_t)l->v[i];
        sizes[i] = (int64_t)l->v[n + i];
    }
    return n;
}

static void chi2(const struct line *l, struct arena *a)
{
    int64_t hits[MOST];
    int64_t sizes[MOST];
    size_t n = read_counts(l, hits, sizes);
    struct stat_chi2 x = stat_chi2_homogeneity(hits, sizes, n);
    (void)a;
    expect("chi2", x.chi2, l->wanted[0]);
    expect("chi2 p", x.p, l->wanted[1]);
}

static void likelihood_ratio(const struct line *l, struct arena *a)
{
    int64_t hits[MOST];
    int64_t sizes[MOST];
    size_t n = read_counts(l, hits, sizes);
    struct stat_g x = stat_g_homogeneity(hits, sizes, n);
    (void)a;
    expect("g", x.g, l->wanted[0]);
    expect("g p", x.p, l->wanted[1]);
}

static void armitage(const struct line *l, struct arena *a)
{
    int64_t hits[MOST];
    int64_t sizes[MOST];
    size_t n = read_counts(l, hits, sizes);
    struct stat_trend x = stat_cochran_armitage(hits, sizes, n, 1);
    (void)a;
    expect("armitage z", x.z, l->wanted[0]);
    expect("armitage p", x.p, l->wanted[1]);
}

static void expect_all(const struct line *l, const double *got)
{
    for (size_t i = 0; i < l->n_wanted; i++)
        expect(l->test, got[i], l->wanted[i]);
}

static void holm(const struct line *l, struct arena *a)
{
    double out[MOST];
    stat_adjust_holm(l->v, l->n, out, a);
    expect_all(l, out);
}

static void bh(const struct line *l, struct arena *a)
{
    double out[MOST];
    stat_adjust_bh(l->v, l->n, out, a);
    expect_all(l, out);
}

static void poisson_binomial(const struct line *l, struct arena *a)
{
    double out[MOST + 1];
    (void)a;
    stat_poisson_binomial(l->v, l->n, out);
    expect_all(l, out);
}

static void summary(const struct line *l, struct arena *a)
{
    double x[MOST];
    (void)a;
    for (size_t i = 0; i < l->n; i++)
        x[i] = l->v[i];
    stat_sort(x, l->n);
    const double got[] = { stat_mean(x, l->n), stat_median_sorted(x, l->n), stat_variance(x, l->n),
                           stat_quantile_sorted(x, l->n, 0.1) };
    expect_all(l, got);
}

static void special(const struct line *l, struct arena *a)
{
    double x = l->v[0];
    double y = l->v[1];
    double q = l->v[2];
    (void)a;
    const double got[] = { stat_log_beta(x, y),
                           stat_beta_cdf(x, y, q),
                           stat_beta_quantile(x, y, q),
                           stat_chi2_sf(x, y),
                           stat_normal_cdf(x - 20.0),
                           stat_normal_quantile(q),
                           stat_student_two_sided(x / 8.0, y) };
    expect_all(l, got);
}

static void page(const struct line *l, struct arena *a)
{
    struct stat_trend x = stat_page(l->v, 4, 5, a);
    expect("page L", x.statistic, l->wanted[0]);
}

static void friedman(const struct line *l, struct arena *a)
{
    (void)a;
    struct stat_friedman f;
    size_t k = (size_t)l->v[0];
    expect("friedman rc", stat_friedman(l->v + 1, (l->n - 1) / k, k, 1, &f, NULL), 0);
    expect("friedman", f.chi2, l->wanted[0]);
    expect("friedman p", f.p_chi2, l->wanted[1]);
}

static void calibration(const struct line *l, struct arena *a)
{
    struct stat_forecast f[MOST];
    struct stat_calibration_bin bins[10];
    struct stat_calibration_options o = { 10, STAT_EDGES_HIGH, false, 0.95, 10, 0 };
    size_t n = l->n / 2;
    (void)a;
    for (size_t i = 0; i < n; i++)
        f[i] = (struct stat_forecast){ l->v[i], l->v[n + i] > 0.5, i };
    expect("brier", stat_calibrate(f, n, &o, bins).brier.value, l->wanted[0]);
}

static const struct {
    const char *test;
    void (*check)(const struct line *l, struct arena *a);
} checks[] = {
    { "wilcoxon-two-sided", two_sided },
    { "wilcoxon-greater", greater },
    { "wilcoxon-less", less },
    { "zeros-wilcox", zeros_drop },
    { "zeros-pratt", zeros_pratt },
    { "zeros-zsplit", zeros_split },
    { "spearman", spearman },
    { "partial", partial },
    { "binomial", binomial },
    { "mcnemar", mcnemar },
    { "wilson", wilson },
    { "jeffreys", jeffreys },
    { "mann-whitney", mann_whitney },
    { "mann-whitney-ties", mann_whitney_ties },
    { "effects", effects },
    { "two-sample", two_sample },
    { "chi2", chi2 },
    { "g", likelihood_ratio },
    { "armitage", armitage },
    { "holm", holm },
    { "bh", bh },
    { "poisson-binomial", poisson_binomial },
    { "summary", summary },
    { "special", special },
    { "page", page },
    { "calibration", calibration },
    { "friedman", friedman },
};

static bool read_line(FILE *in, struct line *l)
{
    assert_int_equal(fscanf(in, "%31s %zu", l->test, &l->n), 2);
    assert_true(l->n <= MOST);
    for (size_t i = 0; i < l->n; i++)
        l->v[i] = read_value(in);
    assert_int_equal(fscanf(in, "%zu", &l->n_wanted), 1);
    assert_true(l->n_wanted <= RESULTS);
    for (size_t i = 0; i < l->n_wanted; i++)
        l->wanted[i] = read_value(in);
    return strcmp(l->test, "end") != 0;
}

static void agrees_with_scipy(void **state)
{
    FILE *in = *state;
    struct arena a = { 0 };
    struct line l;
    size_t counts[ARRAY_LEN(checks)] = { 0 };
    while (read_line(in, &l)) {
        size_t i = 0;
        while (i < ARRAY_LEN(checks) && strcmp(checks[i].test, l.test) != 0)
            i++;
        assert_true(i < ARRAY_LEN(checks));
        checks[i].check(&l, &a);
        counts[i]++;
        arena_reset(&a);
    }
    arena_release(&a);
    for (size_t i = 0; i < ARRAY_LEN(checks); i++)
        assert_true(counts[i] > 20);
    assert_int_equal(failures, 0);
}

/* *out_read is its output; 0 when it cannot be started. */
static pid_t start_python(const char *name, const char *what, const char *program, int *out_read)
{
    char *python = mem_strdup(name);
    char *option = mem_strdup(what);
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
    if (posix_spawnp(&child, python, &actions, NULL, argv, environ) != 0)
        child = 0;
    posix_spawn_file_actions_destroy(&actions);
    free(python);
    free(option);
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

static bool has_scipy(const char *python)
{
    int end = -1;
    pid_t child = start_python(python, "-c", "import scipy.stats", &end);
    if (end >= 0)
        close(end);
    return child != 0 && has_ended_well(child);
}

/* ROLLBOOK_PYTHON alone where it is set. */
static const char *find_python(void)
{
    const char *named = getenv("ROLLBOOK_PYTHON");
    return named != NULL ? named : has_scipy("python3") ? "python3" : "/usr/bin/python3";
}

int main(void)
{
    int end = -1;
    char path[4096];
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    const char *python = find_python();
    if (!has_scipy(python)) {
        printf("%s has no SciPy: skipped\n", python);
        return 77;
    }
    snprintf(path, sizeof(path), "%s/tests/unit/analysis/scipy_peer.py", root == NULL ? "." : root);
    pid_t child = start_python(python, "-Wignore", path, &end);
    FILE *in = child == 0 ? NULL : fdopen(end, "r");
    if (in == NULL)
        return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(agrees_with_scipy, in) };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fclose(in);
    return has_ended_well(child) ? failed : 1;
}
