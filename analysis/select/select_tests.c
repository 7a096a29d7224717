#include "analysis/select/select_tests.h"

#include <math.h>
#include <stdint.h>

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

double *select_upper_tails(const double *chances, size_t n, struct arena *arena)
{
    double *tails = arena_array(arena, n + 1, sizeof(*tails));
    double sum = 0.0;
    stat_poisson_binomial(chances, n, tails);
    for (size_t i = n + 1; i-- > 0;) {
        sum += tails[i];
        tails[i] = fmin(1.0, sum);
    }
    return tails;
}

double select_tail_test(const double *tails, const double *y, size_t n)
{
    struct stat_sum p = { 0.0, 0.0 };
    if (n == 0)
        return STAT_NAN;
    for (size_t i = 0; i <= n; i++)
        stat_sum_add(&p, y[i] * tails[i]);
    return fmin(1.0, stat_sum_value(&p));
}

double select_count_test(const double *random, const double *picked, size_t n, struct arena *arena)
{
    double *y = arena_array(arena, n + 1, sizeof(*y));
    stat_poisson_binomial(picked, n, y);
    return select_tail_test(select_upper_tails(random, n, arena), y, n);
}

struct interval select_task_interval(const double *fast, const size_t *tasks, size_t n,
                                     double level, enum interval_kind *kind)
{
    struct arena work = { 0 };
    size_t n_tasks = 0;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = tasks[i] + 1 > most ? tasks[i] + 1 : most;
    double *y = arena_array(&work, most + 1, sizeof(*y));
    double *size = arena_array(&work, most + 1, sizeof(*size));
    for (size_t i = 0; i < n; i++) {
        y[tasks[i]] += fast[i];
        size[tasks[i]]++;
    }
    for (size_t t = 0; t < most; t++) {
        if (!(size[t] > 0.0))
            continue;
        y[n_tasks] = y[t];
        size[n_tasks++] = size[t];
    }
    double count = stat_sum(fast, n);
    struct interval ci = stat_interval_share(y, size, n_tasks, level);
    *kind = INTERVAL_STUDENT;
    if (n_tasks == n || isnan(ci.low)) {
        *kind = INTERVAL_CLOPPER_PEARSON;
        ci = n_tasks == n
                 ? select_count_interval(count, n, level)
                 : select_count_interval(count > 0.0 ? (double)n_tasks : 0.0, n_tasks, level);
    }
    if (n_tasks == 1 && n > 1 && count > 0.0 && count < (double)n)
        ci = (struct interval){ STAT_NAN, STAT_NAN };
    arena_release(&work);
    return ci;
}

struct interval select_count_interval(double count, size_t n, double level)
{
    double whole = nearbyint(count);
    bool is_whole = fabs(count - whole) < 1e-9;
    int64_t low = (int64_t)(is_whole ? whole : floor(count));
    int64_t high = (int64_t)(is_whole ? whole : ceil(count));
    return (struct interval){
        stat_interval_clopper_pearson(low, (int64_t)n, level).low,
        stat_interval_clopper_pearson(high, (int64_t)n, level).high,
    };
}
