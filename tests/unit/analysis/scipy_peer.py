"""scipy_peer.py - random inputs and what SciPy makes of them, one line each: test n values... m results..."""
import random, sys
import numpy as np
from scipy import stats, special
random.seed(5)
def put(test, values, *results):
    r = [repr(float(x)) for x in results]
    print(test, len(values), *map(repr, map(float, values)), len(r), *r)
def holm(p):
    order = np.argsort(p, kind='stable'); n = len(p); out = np.empty(n); worst = 0
    for k, i in enumerate(order):
        worst = max(worst, min(1, (n - k) * p[i])); out[i] = worst
    return out
def bh(p):
    order = np.argsort(p, kind='stable')[::-1]; n = len(p); out = np.empty(n); least = 1
    for k, i in enumerate(order):
        least = min(least, n / (n - k) * p[i]); out[i] = least
    return out
def partial(x, y, z):
    c = lambda a, b: stats.spearmanr(a, b)[0]
    r = (c(x, y) - c(x, z) * c(y, z)) / ((1 - c(x, z) ** 2) * (1 - c(y, z) ** 2)) ** .5
    df = len(x) - 3
    return r, 2 * stats.t.sf(abs(r) * (df / (1 - r * r)) ** .5, df)
for i in range(200):
    n = random.randint(3, 25)
    d = [random.gauss(.3, 1) for _ in range(n)]
    for side in ('two-sided', 'greater', 'less'):
        put('wilcoxon-' + side, d, stats.wilcoxon(d, alternative=side, mode='exact').pvalue)
    z = [random.randint(-4, 6) for _ in range(n)]
    if len([v for v in z if v]) > 2 and 0 in z:
        for how in ('wilcox', 'pratt', 'zsplit'):
            put('zeros-' + how, z, stats.wilcoxon(z, zero_method=how, mode='approx').pvalue)
    x = [random.randint(0, 6) for _ in range(n)]
    y = [v + random.randint(0, 4) for v in x]
    if len(set(x)) > 2 and len(set(y)) > 2:
        put('spearman', x + y, *stats.spearmanr(x, y))
        w = [random.random() for _ in x]
        if n > 5 and len(set(x[:20])) > 2:
            put('partial', x[:20] + y[:20] + w[:20], *partial(x[:20], y[:20], w[:20]))
    k = random.randint(0, n)
    p = random.random()
    t = stats.binomtest(k, n, p)
    put('binomial', [k, n, p], t.pvalue, *t.proportion_ci(.9))
    put('mcnemar', [k, n - k], stats.binomtest(k, n, .5).pvalue)
    put('wilson', [k, n], *t.proportion_ci(.95, method='wilson'))
    put('jeffreys', [k, n], 0 if k == 0 else stats.beta.ppf(.025, k + .5, n - k + .5),
        1 if k == n else stats.beta.ppf(.975, k + .5, n - k + .5))
    a = [random.gauss(0, 1) for _ in range(random.randint(2, 8))]
    b = [random.gauss(1, 1) for _ in range(len(a))]
    put('mann-whitney', a + b, stats.mannwhitneyu(a, b, method='exact').pvalue)
    put('mann-whitney-ties', x + y, stats.mannwhitneyu(x, y, method='asymptotic').pvalue)
    u = stats.mannwhitneyu(x, y).statistic / len(x) / len(y)
    put('effects', x + y, 2 * u - 1)
    if len(a) < 6:
        t = stats.permutation_test((a, b), lambda u, v: np.mean(v) - np.mean(u), n_resamples=10 ** 6)
        far = sum(abs(v) >= abs(t.statistic) - 1e-12 for v in t.null_distribution)
        put('two-sample', a + b, t.statistic, far / len(t.null_distribution))
    size = [random.randint(1, 30) for _ in range(random.randint(2, 6))]
    hit = [random.randint(0, m) for m in size]
    if 0 < sum(hit) < sum(size):
        table = [hit, [m - h for m, h in zip(size, hit)]]
        c = stats.chi2_contingency(table, correction=False)
        put('chi2', hit + size, c[0], c[1])
        g = stats.chi2_contingency(table, correction=False, lambda_='log-likelihood')
        put('g', hit + size, g[0], g[1])
        score = np.arange(len(size))
        q = sum(hit) / sum(size)
        mean = np.dot(size, score) / sum(size)
        v = q * (1 - q) * np.dot(size, (score - mean) ** 2)
        s = np.dot(hit, score - mean) / v ** .5
        put('armitage', hit + size, s, 2 * stats.norm.sf(abs(s)))
    p = [random.random() ** 3 for _ in range(random.randint(1, 10))]
    put('holm', p, *holm(p))
    put('bh', p, *bh(p))
    pmf = np.ones(1)
    for q in p:
        pmf = np.convolve(pmf, [1 - q, q])
    put('poisson-binomial', p, *pmf)
    put('summary', d, np.mean(d), np.median(d), np.var(d, ddof=1), np.quantile(d, .1))
    A, B, q = random.uniform(.1, 40), random.uniform(.1, 40), random.random()
    put('special', [A, B, q], special.betaln(A, B), stats.beta.cdf(q, A, B), stats.beta.ppf(q, A, B),
        stats.chi2.sf(A, B), stats.norm.cdf(A - 20), stats.norm.ppf(q), 2 * stats.t.sf(A / 8, B))
    m = [[random.gauss(j * .3, 1) for j in range(4)] for _ in range(5)]
    put('page', np.array(m).T.ravel().tolist(), stats.page_trend_test(m, method='exact').statistic)
    k = random.randint(3, 6)
    table = [[random.randint(0, 4) for _ in range(k)] for _ in range(random.randint(2, 9))]
    if any(len(set(row)) > 1 for row in table):
        f = stats.friedmanchisquare(*np.array(table).T)
        put('friedman', [k] + np.array(table).ravel().tolist(), f.statistic, f.pvalue)
    conf = [random.randint(0, 20) / 20 for _ in range(n)]
    happened = [float(random.random() < c) for c in conf]
    put('calibration', conf + happened, np.mean((np.array(conf) - happened) ** 2))
print('end 0 0')
