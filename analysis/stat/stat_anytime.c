#include "analysis/stat/stat_anytime.h"

#include <math.h>
#include <string.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define N_BETS      10
#define LARGEST_BET 0.9 /* fraction of what would lose everything */
#define BET_RATIO   0.5
#define SHRINK      2.0 /* values of the mean over tasks that a task's own mean begins with */
#define EIGHTY      0.8
#define HALVINGS    48

const char *const stat_bound_names[] = { "betting", "bernstein", "stitched", "normal", NULL };

double stat_mixture_rho(double v_best, double alpha)
{
    double l = 2.0 * log(1.0 / alpha);
    return v_best / (l + log(1.0 + l));
}

double stat_mixture_log(double s, double v, double rho)
{
    return 0.5 * log(rho / (v + rho)) + s * s / (2.0 * (v + rho));
}

double stat_mixture_bound(double v, double rho, double alpha)
{
    return sqrt((v + rho) * (log(1.0 + v / rho) + 2.0 * log(1.0 / alpha)));
}

double stat_stitched_bound(double v, double alpha, double v_min, double c)
{
    const double s = 1.4, eta = 2.0, zeta = 3.105547234; /* Riemann's, of 1.4 */
    double k1 = (pow(eta, 0.25) + pow(eta, -0.25)) / sqrt(2.0);
    double k2 = (sqrt(eta) + 1.0) / 2.0;
    double at = fmax(v, v_min);
    double l = s * log(log(eta * at / v_min)) + log(zeta / pow(log(eta), s)) + log(1.0 / alpha);
    double linear = k2 * c * l;
    return sqrt(k1 * k1 * at * l + linear * linear) + linear;
}

/* Around what is known before a round. */
struct centred {
    const struct stat_rounds *d;
    double *y;             /* values minus the task's earlier mean, plus the mean of these */
    double *own;           /* the task's earlier mean */
    double *least, *most;  /* what y of a round could be */
    double *spread;        /* variance of a value, from earlier rounds */
    double mean, variance; /* of y, all rounds */
};

static void centre_round(struct centred *c, size_t r, double *sum, double total)
{
    const struct stat_rounds *d = c->d;
    double n = (double)r;
    double middle = (d->low + d->high) / 2.0;
    double all = (middle + total) / (1.0 + n * (double)d->n_tasks);
    double mean_own = 0.0, low = STAT_INF, high = -STAT_INF;
    double *own = &c->own[r * d->n_tasks];
    for (size_t t = 0; t < d->n_tasks; t++) {
        own[t] = (SHRINK * all + sum[t]) / (SHRINK + n);
        mean_own += own[t] / (double)d->n_tasks;
        low = fmin(low, own[t]);
        high = fmax(high, own[t]);
    }
    for (size_t t = 0; t < d->n_tasks; t++)
        c->y[r * d->n_tasks + t] = d->x[r * d->n_tasks + t] - own[t] + mean_own;
    c->least[r] = d->low - high + mean_own;
    c->most[r] = d->high - low + mean_own;
}

static void centre(const struct stat_rounds *d, struct arena *work, struct centred *out)
{
    size_t n = d->n_rounds * d->n_tasks;
    struct centred c = { .d = d,
                         .y = arena_array(work, n, sizeof(double)),
                         .own = arena_array(work, n, sizeof(double)),
                         .least = arena_array(work, d->n_rounds, sizeof(double)),
                         .most = arena_array(work, d->n_rounds, sizeof(double)),
                         .spread = arena_array(work, d->n_rounds, sizeof(double)) };
    double *sum = arena_array(work, d->n_tasks, sizeof(*sum));
    double total = 0.0, squares = 0.0, range = d->high - d->low;
    memset(sum, 0, d->n_tasks * sizeof(*sum));
    for (size_t r = 0; r < d->n_rounds; r++) {
        c.spread[r] = (range * range / 4.0 + squares) / (1.0 + (double)r * (double)d->n_tasks);
        centre_round(&c, r, sum, total);
        for (size_t t = 0; t < d->n_tasks; t++) {
            double x = d->x[r * d->n_tasks + t], off = x - c.own[r * d->n_tasks + t];
            sum[t] += x;
            total += x;
            squares += off * off;
        }
    }
    c.mean = total / (double)n;
    for (size_t i = 0; i < n; i++)
        c.variance += (c.y[i] - c.mean) * (c.y[i] - c.mean) / (double)n;
    *out = c;
}

/* Log capital of every bet; up: that the mean is above m. */
struct purse {
    double logs[N_BETS];
};

static double bet_fraction(size_t k)
{
    return LARGEST_BET * pow(BET_RATIO, (double)k);
}

/* Where m cannot be, a bet against it cannot lose; the edge stands for it. */
static double reach_of(const struct centred *c, size_t r, double m, bool up)
{
    double least = 1e-9 * (c->d->high - c->d->low);
    return fmax(up ? m - c->least[r] : c->most[r] - m, least);
}

static void bet_round(const struct centred *c, size_t r, double m, bool up, struct purse *p)
{
    const double *y = &c->y[r * c->d->n_tasks];
    double reach = reach_of(c, r, m, up);
    for (size_t k = 0; k < N_BETS; k++) {
        double stake = (up ? 1.0 : -1.0) * bet_fraction(k) / reach;
        double product = 1.0, sum = 0.0;
        for (size_t t = 0; t < c->d->n_tasks; t++) {
            product *= 1.0 + stake * (y[t] - m);
            if (product < 1e-100 || product > 1e100) {
                sum += log(product);
                product = 1.0;
            }
        }
        p->logs[k] += sum + log(product);
    }
}

/* Half the stake is on each side. */
static double purse_log(const struct purse *p)
{
    double most = p->logs[0], sum = 0.0;
    for (size_t k = 1; k < N_BETS; k++)
        most = fmax(most, p->logs[k]);
    for (size_t k = 0; k < N_BETS; k++)
        sum += exp(p->logs[k] - most);
    return most + log(sum / N_BETS) - log(2.0);
}

/* What one side of a bound has after each round. */
struct bet_side {
    double now, most;
    size_t first; /* round that reached the threshold; 0: none */
    struct purse purse;
};

static void side_round(struct bet_side *s, size_t r, double log_e, double threshold)
{
    s->now = log_e;
    s->most = r == 0 ? log_e : fmax(s->most, log_e);
    if (s->first == 0 && log_e >= threshold)
        s->first = r + 1;
}

static struct bet_side bet(const struct centred *c, double m, bool up, double threshold)
{
    struct bet_side s = { 0 };
    for (size_t r = 0; r < c->d->n_rounds; r++) {
        bet_round(c, r, m, up, &s.purse);
        side_round(&s, r, purse_log(&s.purse), threshold);
    }
    return s;
}

/* Farthest m that a bet refuses: capital falls with m for bets that the mean is above. */
static double bet_end(const struct centred *c, bool up, double threshold)
{
    double refused = up ? c->d->low : c->d->high, kept = up ? c->d->high : c->d->low;
    if (bet(c, refused, up, threshold).first == 0)
        return refused;
    for (int i = 0; i < HALVINGS; i++) {
        double m = (refused + kept) / 2.0;
        *(bet(c, m, up, threshold).first != 0 ? &refused : &kept) = m;
    }
    return refused;
}

/* Each capital goes on as it went; a mean that is off by `off` moves it. */
static double bets_after(const struct centred *c, const struct bet_side *s, double null, double off,
                         double rounds)
{
    struct purse p;
    double n = (double)c->d->n_rounds, tasks = (double)c->d->n_tasks;
    double d = fabs(c->mean - null);
    double reach = reach_of(c, c->d->n_rounds - 1, null, c->mean > null);
    for (size_t k = 0; k < N_BETS; k++) {
        double stake = bet_fraction(k) / reach;
        double growth = s->purse.logs[k] / n +
                        tasks * (stake * off - stake * stake * (d * off + off * off / 2.0));
        p.logs[k] = s->purse.logs[k] + rounds * growth;
    }
    return purse_log(&p);
}

/* By how much the mean of the next `rounds` is off: what is known of it is uncertain, and it varies
 * itself. */
static double off_by(const struct centred *c, double z, double rounds)
{
    double tasks = (double)c->d->n_tasks, n = (double)c->d->n_rounds;
    return z * sqrt(c->variance / tasks * (1.0 / n + 1.0 / rounds));
}

static double rounds_to(const struct centred *c, const struct bet_side *s, double null, double z,
                        double threshold)
{
    const double limit = 1e7;
    double low = 0.0, high = 1.0;
    while (bets_after(c, s, null, off_by(c, z, high), high) < threshold) {
        low = high;
        high *= 2.0;
        if (high > limit)
            return STAT_INF;
    }
    while (high - low > 0.5) {
        double at = (low + high) / 2.0;
        *(bets_after(c, s, null, off_by(c, z, at), at) < threshold ? &low : &high) = at;
    }
    return ceil(high);
}

static void forecast(const struct centred *c, double null, double level, struct stat_anytime *out)
{
    double threshold = -log(1.0 - level);
    out->more = out->more_low = out->more_high = STAT_NAN;
    if (out->sign != 0 || !(c->variance > 0.0))
        return;
    struct bet_side s = bet(c, null, c->mean > null, threshold);
    out->more = rounds_to(c, &s, null, 0.0, threshold);
    double z = stat_normal_quantile(0.5 + EIGHTY / 2.0);
    out->more_low = rounds_to(c, &s, null, z, threshold);
    out->more_high = rounds_to(c, &s, null, -z, threshold);
}

static void put_betting(const struct centred *c, double null, double level,
                        struct stat_anytime *out)
{
    double threshold = -log(1.0 - level);
    struct bet_side up = bet(c, null, true, threshold), down = bet(c, null, false, threshold);
    out->e_value = exp(fmax(up.now, down.now));
    out->most = exp(fmax(up.most, down.most));
    bool is_up = up.first != 0 && (down.first == 0 || up.first <= down.first);
    out->decided_at = is_up ? up.first : down.first;
    out->sign = out->decided_at == 0 ? 0 : is_up ? 1 : -1;
    out->ci = (struct interval){ bet_end(c, true, threshold), bet_end(c, false, threshold) };
}

/* A confidence sequence that is an interval around a centre after each round. */
static void narrow(struct stat_anytime *out, size_t r, double centre, double half, double null)
{
    out->ci.low = fmax(out->ci.low, centre - half);
    out->ci.high = fmin(out->ci.high, centre + half);
    if (out->decided_at == 0 && (out->ci.low > null || out->ci.high < null)) {
        out->decided_at = r + 1;
        out->sign = out->ci.low > null ? 1 : -1;
    }
}

/* On [0, 1]. */
static void put_bernstein(const struct centred *c, double null, double level,
                          struct stat_anytime *out)
{
    const struct stat_rounds *d = c->d;
    double range = d->high - d->low, cost = 0.0, bets = 0.0, won = 0.0;
    double l = log(2.0 / (1.0 - level)), most = -STAT_INF;
    for (size_t r = 0; r < d->n_rounds; r++) {
        double n = (double)((r + 1) * d->n_tasks);
        double variance = c->spread[r] / (range * range);
        double bet_size = fmin(0.5, sqrt(2.0 * l / (variance * n * log(1.0 + n))));
        double psi = -log(1.0 - bet_size) - bet_size;
        for (size_t t = 0; t < d->n_tasks; t++) {
            double x = d->x[r * d->n_tasks + t];
            double off = (x - c->own[r * d->n_tasks + t]) / range;
            won += bet_size * (x - d->low) / range;
            cost += psi * off * off;
            bets += bet_size;
        }
        narrow(out, r, d->low + range * won / bets, range * (l + cost) / bets, null);
        double s = fabs(won - bets * (null - d->low) / range);
        out->e_value = 0.5 * exp(s - cost);
        most = fmax(most, out->e_value);
    }
    out->most = most;
}

static void put_stitched(const struct centred *c, double null, double level,
                         struct stat_anytime *out)
{
    const struct stat_rounds *d = c->d;
    double range = d->high - d->low, v = 0.0, sum = 0.0;
    for (size_t r = 0; r < d->n_rounds; r++) {
        double n = (double)((r + 1) * d->n_tasks);
        for (size_t t = 0; t < d->n_tasks; t++) {
            double x = d->x[r * d->n_tasks + t];
            double off = (x - c->own[r * d->n_tasks + t]) / range;
            v += off * off;
            sum += x;
        }
        double half = range * stat_stitched_bound(v, (1.0 - level) / 2.0, 1.0, 1.0) / n;
        narrow(out, r, sum / n, half, null);
    }
    out->e_value = out->most = STAT_NAN;
}

static void put_normal(const struct centred *c, double null, double level, struct stat_anytime *out)
{
    const struct stat_rounds *d = c->d;
    double range = d->high - d->low, v = 0.0, sum = 0.0, tasks = (double)d->n_tasks;
    double rho = stat_mixture_rho(tasks * range * range, 1.0 - level);
    double most = -STAT_INF;
    for (size_t r = 0; r < d->n_rounds; r++) {
        double n = (double)(r + 1) * tasks;
        for (size_t t = 0; t < d->n_tasks; t++) {
            double x = d->x[r * d->n_tasks + t], off = x - c->own[r * d->n_tasks + t];
            v += off * off;
            sum += x;
        }
        narrow(out, r, sum / n, stat_mixture_bound(v, rho, 1.0 - level) / n, null);
        out->e_value = exp(stat_mixture_log(sum - n * null, v, rho));
        most = fmax(most, out->e_value);
    }
    out->most = most;
}

static struct stat_anytime undefined(void)
{
    return (struct stat_anytime){ .mean = STAT_NAN,
                                  .e_value = STAT_NAN,
                                  .most = STAT_NAN,
                                  .ci = { STAT_NAN, STAT_NAN },
                                  .more = STAT_NAN,
                                  .more_low = STAT_NAN,
                                  .more_high = STAT_NAN };
}

struct stat_anytime stat_anytime(const struct stat_rounds *d, enum stat_bound bound, double null,
                                 double level, struct arena *work)
{
    struct stat_anytime out = undefined();
    struct centred c;
    if (d->n_rounds == 0 || d->n_tasks == 0 || !(d->low < d->high) || !(level > 0.0) ||
        !(level < 1.0))
        return out;
    centre(d, work, &c);
    out.mean = c.mean;
    out.ci = (struct interval){ d->low, d->high };
    switch (bound) {
    case BOUND_BETTING:
        put_betting(&c, null, level, &out);
        break;
    case BOUND_BERNSTEIN:
        put_bernstein(&c, null, level, &out);
        break;
    case BOUND_STITCHED:
        put_stitched(&c, null, level, &out);
        break;
    case BOUND_NORMAL:
        put_normal(&c, null, level, &out);
        break;
    }
    forecast(&c, null, level, &out);
    return out;
}

double stat_t_mixture(size_t n, double t)
{
    double df = (double)n - 1.0, a = 1.0 + (double)n * STAT_T_PRIOR;
    if (n < 2 || isnan(t))
        return STAT_NAN;
    /* Its limit, where t is too large for the ratio. */
    double ratio = isinf(t) ? a : (1.0 + t * t / df) / (1.0 + t * t / (df * a));
    return exp(-0.5 * log(a) + (df + 1.0) / 2.0 * log(ratio));
}

/* Least |t| of n values whose e-value reaches 1 / alpha; infinite: none. */
static double least_t(size_t n, double alpha)
{
    double df = (double)n - 1.0, a = 1.0 + (double)n * STAT_T_PRIOR;
    double q = exp(2.0 / (df + 1.0) * (0.5 * log(a) - log(alpha)));
    return q >= a ? STAT_INF : sqrt(df * (q - 1.0) / (1.0 - q / a));
}

/* z: the mean of the next runs is off by so many of its standard errors. */
static double runs_to(size_t n, double effect, double sd, double z, double alpha)
{
    const size_t limit = 100000;
    for (size_t m = n + 1; m <= limit; m++) {
        double all = (double)m, next = (double)(m - n);
        double off = z * sd * sqrt(1.0 / (double)n + 1.0 / next) * next / all;
        if ((effect + off) / sd * sqrt(all) >= least_t(m, alpha))
            return next;
    }
    return STAT_INF;
}

struct stat_anytime stat_anytime_t(const double *x, size_t n, double null, double level)
{
    struct stat_anytime out = undefined();
    double alpha = 1.0 - level, sd = n < 2 ? STAT_NAN : sqrt(stat_variance(x, n));
    out.mean = n == 0 ? STAT_NAN : stat_mean(x, n);
    if (!(sd > 0.0) || !(level > 0.0) || !(level < 1.0))
        return out;
    out.ci = (struct interval){ -STAT_INF, STAT_INF };
    for (size_t m = 2; m <= n; m++) {
        double s = sqrt(stat_variance(x, m) / (double)m), mean = stat_mean(x, m);
        if (!(s > 0.0))
            continue;
        out.e_value = stat_t_mixture(m, (mean - null) / s);
        out.most = isnan(out.most) ? out.e_value : fmax(out.most, out.e_value);
        narrow(&out, m - 1, mean, least_t(m, alpha) * s, null);
    }
    if (out.sign != 0)
        return out;
    double effect = fabs(out.mean - null);
    double z = stat_student_quantile(0.5 + EIGHTY / 2.0, (double)n - 1.0);
    out.more = runs_to(n, effect, sd, 0.0, alpha);
    out.more_low = runs_to(n, effect, sd, z, alpha);
    out.more_high = runs_to(n, effect, sd, -z, alpha);
    return out;
}
