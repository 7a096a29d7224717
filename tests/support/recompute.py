"""recompute.py ROLLBOOK SEED... - headline numbers of random databases, once more from plain SQL with NumPy and SciPy.

For each seed: result files with ties, tasks that nobody solves, cells of unequal size, rollouts without a verdict and
timeouts are imported; estimates, p-values and closed-form intervals of eight commands are held to 1e-9 against formulas
of their own.  Prints one line a database and ends with 1 when a number differs.
"""
import csv
import itertools
import json
import math
import os
import random
import sqlite3
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction

import numpy as np
from scipy import optimize, stats

BINARY, DB = sys.argv[1], "world.db"
FIELDS = {"level": "/level", "problem": "/problem", "sample": "/sample", "step": "/step", "compiled": "/compiled",
          "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base", "mean_logprob": "/lp"}
faults = []
compared = 0


def rollbook(*words):
    done = subprocess.run([BINARY, *words, "--db", DB], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def table(*words):
    return json.loads(rollbook("analyze", *words, "--json"))["rows"]


def same(what, got, want, tolerance=1e-9):
    global compared
    compared += 1
    missing = [v is None or (isinstance(v, float) and math.isnan(v)) for v in (got, want)]
    if any(missing) and all(missing):
        return
    if any(missing) or not math.isclose(got, want, rel_tol=tolerance, abs_tol=tolerance):
        faults.append(f"{what}: {got} is not {want}")


# --- worlds ---

def draw(seed):
    world = random.Random(seed)
    shape = {"tasks": world.randint(3, 13), "seeds": world.randint(1, 3), "k": world.randint(4, 9)}
    rates = [world.choice([0.0, world.random(), world.random(), 1.0]) for _ in range(shape["tasks"])]
    runs = {}
    for method, name in itertools.product(("best-of-n", "sdpo", "refine"), range(shape["seeds"])):
        rows = []
        for task, rate in enumerate(rates, 1):
            for sample in range(shape["k"] + world.choice([0, 0, 1, 2])):
                correct = world.random() < min(1.0, rate + (0.2 if method == "sdpo" else 0.0))
                speedup = world.choice([0.5, 0.8, 1.0, 1.25, 2.0, 0.5 + 2 * world.random()])
                rows.append({"level": 1, "problem": task, "sample": sample, "step": 0, "correct": correct,
                             "compiled": correct or world.random() < 0.5, "us": 64.0 / speedup if correct else None, "base": 64.0,
                             "lp": -world.choice([0.25, 0.5, world.random(), world.random()])})
        runs[f"{method}-{name + 1}"] = (method, name + 1, rows)
    return world, shape, runs


def forget():
    for name in (DB, DB + "-wal", DB + "-shm"):
        if os.path.exists(name):
            os.remove(name)


def store(world, runs):
    forget()
    with open("map.json", "w", encoding="utf-8") as file:
        json.dump({"suite": "mine", "fields": FIELDS}, file)
    for name, (method, seed, rows) in runs.items():
        with open("rows.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        rollbook("ingest", "jsonl", "rows.jsonl", "--map", "map.json", "--run-name", name, "--strategy", method, "--seed", str(seed))
    # What no file can bring: rollouts that nobody judged, and some that ran out of time.
    with sqlite3.connect(DB) as db:
        for (run, task, n) in db.execute("SELECT run_id, task_id, count(*) FROM rollout GROUP BY run_id, task_id").fetchall():
            for i, outcome in enumerate(world.choice([(), (), (None,), ("timeout",), ("infra", "timeout")])):
                key = db.execute("INSERT INTO rollout (run_id, step, task_id, sample) VALUES (?, 0, ?, ?)", (run, task, n + i)).lastrowid
                if outcome is not None:
                    db.execute("INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) VALUES (?, ?, ?, 0, 'x')",
                               (key, outcome, 1 if outcome == "timeout" else 0))
    db.close()


def load():
    db = sqlite3.connect(f"file:{DB}?mode=ro", uri=True)
    cells = defaultdict(lambda: defaultdict(list))
    for run, task, outcome, compiled, correct, speedup, logprob in db.execute(
            "SELECT run, task, outcome, compiled, correct, speedup, mean_logprob FROM v_rollout ORDER BY run, level, problem_id, sample"):
        cells[run][task].append({"outcome": outcome, "compiled": compiled, "correct": correct, "speedup": speedup, "lp": logprob})
    # What a run asked for and did not get has no row: one without a verdict stands for it.
    for run, k in db.execute("SELECT run, k FROM v_run"):
        for cell in cells[run].values():
            cell += [dict.fromkeys(("outcome", "compiled", "correct", "speedup", "lp"))] * (k - len(cell))
    db.close()
    return cells


# --- formulas ---

def scored(cell):
    return [r for r in cell if r["outcome"] not in (None, "infra")]


def fast(r, p=1.0, ge=False):
    return bool(r["correct"]) and r["speedup"] is not None and (r["speedup"] >= p if ge else r["speedup"] > p)


def share(cell, **rule):
    return sum(fast(r, **rule) for r in scored(cell)) / len(scored(cell))


def pass_at(n, c, k):
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def best_of(cell, k):
    n = len(scored(cell))
    return pass_at(n, sum(fast(r) for r in scored(cell)), k)


def chance_of_largest(values, n, k):
    """Of the ascending values of n items: the chance that each is the largest of k drawn ones."""
    below = n - len(values)
    return [math.comb(below + i, k - 1) / math.comb(n, k) for i in range(len(values))]


def log_best(cell, k):
    values = sorted(r["speedup"] for r in scored(cell) if r["correct"] and r["speedup"] is not None)
    if not values:
        return math.nan
    chances = chance_of_largest(values, len(scored(cell)), k)
    return sum(c * math.log(v) for c, v in zip(chances, values)) / sum(chances)


def student(values, level=0.95):
    if len(values) < 2 or np.ptp(values) < 1e-12:
        return math.nan, math.nan
    half = stats.t.ppf(0.5 + level / 2, len(values) - 1) * np.std(values, ddof=1) / math.sqrt(len(values))
    return np.mean(values) - half, np.mean(values) + half


def of_difference(values, estimand):
    """Of shares within -1 and 1; of so few tasks that no sign flips give .05, holding 0."""
    low, high = student(values)
    if estimand != "log-best-of-b":
        low, high = max(low, -1.0), min(high, 1.0)
    return (min(low, 0.0), max(high, 0.0)) if 2.0 ** (1 - len(values)) > 0.05 else (low, high)


def share_interval(values, level=0.95):
    """(p - P)^2 = Q P (1 - P): Q is t^2 times the observed variance over p (1 - p), shrunk to Wilson's of tasks."""
    n, p = len(values), float(np.mean(values))
    flat = p in (0.0, 1.0)
    if n < (1 if flat else 2) or not 0 <= p <= 1:
        return math.nan, math.nan
    informative = min(sum(v > 0 for v in values), sum(v < 1 for v in values))
    pairs, q = informative * (informative - 1) / 2, stats.norm.ppf(0.5 + level / 2) ** 2 / n
    if pairs:
        observed = stats.t.ppf(0.5 + level / 2, n - 1) ** 2 * np.var(values, ddof=1) / n / (p * (1 - p))
        q = (pairs * observed + n / 10 * q) / (pairs + n / 10)
    low, high = sorted(np.roots([1 + q, -(2 * p + q), p * p]).real)
    return float(low), float(high)


def falling(intervals):
    """Of ascending thresholds: no upper limit above an earlier one, no lower limit below a later one."""
    lows, highs = zip(*intervals)
    return [(np.nanmax(lows[i:]), np.nanmin(highs[:i + 1])) for i in range(len(intervals))]


def sign_flips(differences):
    """Exact, two-sided; whole numbers where the differences are fractions."""
    observed = abs(sum(differences))
    slack = 0 if all(isinstance(d, Fraction) for d in differences) else 1e-9
    hits = sum(abs(sum(s * d for s, d in zip(signs, differences))) >= observed - slack
               for signs in itertools.product((1, -1), repeat=len(differences)))
    return hits / 2 ** len(differences)


def runs_part(cells):
    """What runs add to the variance of the mean over tasks of means over runs, the same with the rest in it, and its
    degrees of freedom: least squares with a column for each task and run, expected squares by traces of projections."""
    task, run, y = (np.array(column) for column in zip(*cells))
    columns = [(k[:, None] == np.unique(k)[None, :]).astype(float) for k in (task, run)]
    onto = [m @ np.linalg.pinv(m) for m in (columns[0], np.hstack(columns))]
    between = onto[1] - onto[0]
    df, left = round(np.trace(between)), len(y) - round(np.trace(onto[1]))
    if df == 0:
        return math.nan, math.nan, math.nan
    per_run = np.trace(columns[1].T @ between @ columns[1]) / df
    squares = y @ between @ y / df
    rest = max(0.0, y @ (np.eye(len(y)) - onto[1]) @ y) / left if left else 0.0
    weights = columns[1].T @ np.array([1 / (len(set(task)) * np.sum(task == t)) for t in task])
    return max(0.0, squares - rest) / per_run * (weights @ weights), squares / per_run * (weights @ weights), df


def new_runs_half(over, n_tasks, parts, level=0.95):
    """Half the width for new tasks and new runs: the squares of both margins add up; parts of groups whose runs are known."""
    runs, raw = sum(p[0] for p in parts), sum(p[1] for p in parts)
    squares = stats.t.ppf(0.5 + level / 2, n_tasks - 1) ** 2 * over
    if runs > 0:
        squares += stats.t.ppf(0.5 + level / 2, raw**2 / sum(p[1] ** 2 / p[2] for p in parts)) ** 2 * runs
    return math.sqrt(squares)


def new_runs_share(ends, share, n_tasks, part, level=0.95):
    """An interval of a share over tasks, widened end by end in the form (share - P)^2 <= Q P (1 - P)."""
    if math.isnan(part[0]) or not 0 < share < 1:
        return ends
    t, out = stats.t.ppf(0.5 + level / 2, n_tasks - 1), []
    for end, side in zip(ends, (-1, 1)):
        if 0 < end < 1:
            over = (share - end) ** 2 / (end * (1 - end)) * share * (1 - share) / t**2
            q = new_runs_half(over, n_tasks, [part], level) ** 2 / (share * (1 - share))
            if part[1] > 1e-18:
                end = (share + q / 2 + side * math.sqrt(q * share * (1 - share) + q * q / 4)) / (1 + q)
        out.append(end)
    return tuple(out)


def new_runs_interval(d, groups, level=0.95, shares=True):
    """For new tasks and new runs; p: 1 less the level whose interval ends at 0."""
    parts = [runs_part(cells) for cells in groups]
    over = np.var(d, ddof=1) / len(d) if len(d) > 1 else math.nan
    if not over + sum(p[0] for p in parts) > 1e-18:
        return math.nan, math.nan, math.nan
    half = new_runs_half(over, len(d), parts, level)
    low, high = np.mean(d) - half, np.mean(d) + half
    if shares:
        low, high = max(low, -1.0), min(high, 1.0)
    if 2.0 ** (1 - len(d)) > 1 - level + 1e-12:
        low, high = min(low, 0.0), max(high, 0.0)
    off = abs(np.mean(d))
    p = optimize.brentq(lambda x: new_runs_half(over, len(d), parts, -math.expm1(x)) - off, -60, -1e-13) if off > 1e-12 else 0.0
    return low, high, math.exp(p)


def holm(p):
    order, out, most = sorted(range(len(p)), key=lambda i: p[i]), [0.0] * len(p), 0.0
    for rank, i in enumerate(order):
        most = max(most, min(1.0, (len(p) - rank) * p[i]))
        out[i] = most
    return out


def poisson_binomial(chances):
    pmf = np.array([1.0])
    for c in chances:
        pmf = np.convolve(pmf, [1 - c, c])
    return pmf


# --- commands ---

def check_fast_p(cells, run):
    tasks = list(cells[run])
    for ge in (False, True):
        for row in table("fast-p", "--run", run, "--p", "0.8,1,1.25", *(["--ge"] if ge else [])):
            shares = [share(cells[run][t], p=row["p"], ge=ge) for t in tasks]
            name = f"fast-p {run} {row['p']}{' ge' if ge else ''}"
            same(name, row["value"], np.mean(shares))
            if len(tasks) < 10:
                cuts = sorted({r["speedup"] for t in tasks for r in scored(cells[run][t]) if r["correct"] and r["speedup"] is not None})
                # What passes p is what passes the largest cut at or below it, or, counted from above, the next cut.
                curve = [share_interval([share(cells[run][t], p=c, ge=True) for t in tasks]) for c in cuts] + [share_interval([0.0] * len(tasks))]
                low, high = falling(curve)[sum(c < row["p"] if ge else c <= row["p"] for c in cuts)]
                same(name + " low", row["ci_low"], low)
                same(name + " high", row["ci_high"], high)
            missing = [len(cells[run][t]) - len(scored(cells[run][t])) for t in tasks]
            lost = [sum(r["outcome"] == "timeout" for r in cells[run][t]) for t in tasks]
            hits = [sum(fast(r, row["p"], ge) for r in scored(cells[run][t])) for t in tasks]
            every = [len(cells[run][t]) for t in tasks]
            same(name + " if failed", row["value_if_missing_failed"], np.mean([h / n for h, n in zip(hits, every)]))
            same(name + " if fast", row["value_if_missing_fast"],
                 np.mean([(h + m + t) / n for h, m, t, n in zip(hits, missing, lost, every)]))
            same(name + " missing", row["n_missing"], sum(missing))
            same(name + " timeouts", row["n_timeouts"], sum(lost))


def check_sweep_and_summary(cells, run):
    rows = [r for cell in cells[run].values() for r in scored(cell)]
    speedups = [r["speedup"] for r in rows if r["correct"] and r["speedup"] is not None]
    sweep, = table("sweep", "--run", run)
    summary, = table("summary", "--run", run)
    same("sweep n", sweep["n"], len(rows))
    same("sweep correct", sweep["correct"], sum(r["correct"] for r in rows))
    same("sweep compiled", sweep["compiled"], sum(r["compiled"] for r in rows))
    for row, name in ((sweep, "sweep"), (summary, "summary")):
        empty = not speedups
        same(name + " geomean", row["geomean_speedup"], math.nan if empty else stats.gmean(speedups))
        same(name + " median", row["median_speedup"], math.nan if empty else np.median(speedups))
        same(name + " mean", row["mean_speedup"], math.nan if empty else np.mean(speedups))
    if speedups:
        same("summary p25", summary["p25_speedup"], np.quantile(speedups, 0.25))
        same("summary p75", summary["p75_speedup"], np.quantile(speedups, 0.75))


def check_scaling(cells, run):
    n_cells = {t: scored(c) for t, c in cells[run].items()}
    least = min(map(len, n_cells.values()))
    found = {"pass": lambda c: sum(r["correct"] for r in c), "fast_1": lambda c: sum(map(fast, c))}
    rates = lambda metric, k: [pass_at(len(c), found[metric](c), k) for c in n_cells.values()]
    # What a larger K finds is no less: limits rise over the powers of two and the largest K.
    chain = [2 ** i for i in range(20) if 2 ** i < least] + [least]
    limits = {metric: [(k, *share_interval(rates(metric, k))) for k in chain] for metric in found}
    for row in table("scaling", "--run", run, "--k", "1,2,4", "--new-tasks"):
        k, metric = int(row["k"]), row["metric"]
        if metric in found:
            values = rates(metric, k)
            low, high = share_interval(values)
            same(f"scaling {metric}@{k} low", row["ci_low"], max([low] + [x[1] for x in limits[metric] if x[0] <= k]))
            same(f"scaling {metric}@{k} high", row["ci_high"], min([high] + [x[2] for x in limits[metric] if x[0] >= k]))
        elif metric == "best":
            ordered = [sorted(r["speedup"] or 0.0 for r in c) for c in n_cells.values()]
            values = [sum(w * v for w, v in zip(chance_of_largest(x, len(x), k), x)) for x in ordered]
        else:
            continue
        same(f"scaling {metric}@{k}", row["value"], np.mean(values))


def by_task(cells, runs, tasks, number):
    """Mean over runs by task, pairs of runs that have no value left out by the caller."""
    return [np.mean([number(cells[r][t]) for r in runs]) for t in tasks]


def check_compare(cells, a, b):
    rows = {(r["estimand"], r["quantity"]): r for r in table("compare", "--a", ",".join(a), "--b", ",".join(b))}
    tasks = list(cells[a[0]])
    numbers = {"sample": lambda x, y: (share(x), share(y))}
    numbers["best-of-b"] = lambda x, y: tuple(best_of(c, min(len(scored(x)), len(scored(y)))) for c in (x, y))
    numbers["log-best-of-b"] = lambda x, y: tuple(log_best(c, min(len(scored(x)), len(scored(y)))) for c in (x, y))
    p = {}
    for estimand, number in numbers.items():
        of_a, of_b, both = [], [], ([], [])
        for t in tasks:
            pairs = [number(cells[x][t], cells[y][t]) for x, y in zip(a, b)]
            for run, pair in enumerate(pairs):
                for side in (0, 1):
                    if not any(map(math.isnan, pair)):
                        both[side].append((t, run, pair[side]))
            pairs = [v for v in pairs if not any(map(math.isnan, v))]
            if pairs:
                of_a.append(np.mean([v[0] for v in pairs]))
                of_b.append(np.mean([v[1] for v in pairs]))
        d = [y - x for x, y in zip(of_a, of_b)]
        if not d:
            return
        same(f"compare {estimand} a", rows[estimand, "mean_a"]["value"], np.mean(of_a))
        same(f"compare {estimand} b", rows[estimand, "mean_b"]["value"], np.mean(of_b))
        row = rows[estimand, "difference_new_tasks_these_runs"]
        same(f"compare {estimand} difference", row["value"], np.mean(d))
        for end, want in zip(("ci_low", "ci_high"), of_difference(d, estimand)):
            same(f"compare {estimand} {end}", row[end], want)
        exact = d
        if estimand == "sample":
            count = lambda c: Fraction(sum(map(fast, scored(c))), len(scored(c)))
            exact = [sum(count(cells[y][t]) - count(cells[x][t]) for x, y in zip(a, b)) / len(a) for t in tasks]
        p[estimand] = sign_flips(exact)
        low, high, t_p = new_runs_interval(d, both, shares=estimand != "log-best-of-b")
        row = rows[estimand, "difference_new_tasks_new_runs"]
        same(f"compare {estimand} new runs low", row["ci_low"], low)
        same(f"compare {estimand} new runs high", row["ci_high"], high)
        same(f"compare {estimand} new runs p", rows[estimand, "test_new_runs"]["p"], max(t_p, p[estimand]))
        same(f"compare {estimand} sign flips", rows[estimand, "sign_flip_these_runs"]["p"], p[estimand])
        same(f"compare {estimand} least p", rows[estimand, "min_attainable_p"]["value"], min(1.0, 2.0 ** (1 - len(d))))
        up, down = sum(x > 1e-9 for x in d), sum(x < -1e-9 for x in d)
        if up + down:
            same(f"compare {estimand} sign test", rows[estimand, "sign_test_these_runs"]["p"], stats.binomtest(up, up + down).pvalue)
    for estimand, want in zip(p, holm(list(p.values()))):
        same(f"compare {estimand} holm", rows[estimand, "sign_flip_these_runs"]["p_holm"], want)
    bound = {}
    for side, runs in (("a", a), ("b", b)):
        low = by_task(cells, runs, tasks, lambda c: sum(map(fast, scored(c))) / len(c))
        high = by_task(cells, runs, tasks, lambda c: sum(fast(r) or r["outcome"] in (None, "infra", "timeout") for r in c) / len(c))
        bound[side] = np.mean(low), np.mean(high)
        same(f"compare mean_{side} if failed", rows["sample", f"mean_{side}_if_missing_failed"]["value"], bound[side][0])
        same(f"compare mean_{side} if fast", rows["sample", f"mean_{side}_if_missing_fast"]["value"], bound[side][1])
    same("compare difference lowest", rows["sample", "difference_if_missing_lowest"]["value"], bound["b"][0] - bound["a"][1])
    same("compare difference highest", rows["sample", "difference_if_missing_highest"]["value"], bound["b"][1] - bound["a"][0])


def check_methods(cells, methods):
    text = ",".join(f"{m}={','.join(runs)}" for m, runs in methods.items())
    rows = {(r["estimand"], r["quantity"], r["method"], r["against"]): r for r in table("compare", "--methods", text)}
    tasks = list(next(iter(cells.values())))
    budget = min(len(scored(c)) for run in cells.values() for c in run.values())
    for estimand, number in (("sample", share), ("best-of-b", lambda c: best_of(c, budget))):
        values = {m: by_task(cells, runs, tasks, number) for m, runs in methods.items()}
        for m, v in values.items():
            row = rows[estimand, "value_these_runs", m, None]
            same(f"methods {estimand} {m}", row["value"], np.mean(v))
            for end, want in zip(("ci_low", "ci_high"), share_interval(v)):
                same(f"methods {estimand} {m} {end}", row[end], want)
        for x, y in itertools.combinations(methods, 2):
            row = rows[estimand, "difference_these_runs", y, x]
            d = [q - p for p, q in zip(values[x], values[y])]
            same(f"methods {estimand} {y} - {x}", row["value"], np.mean(d))
            for end, want in zip(("ci_low", "ci_high"), of_difference(d, estimand)):
                same(f"methods {estimand} {y} - {x} {end}", row[end], want)
            same(f"methods {estimand} {y} - {x} p", row["p"], sign_flips(d))
            row = rows[estimand, "difference_new_runs", y, x]
            both = [[(t, r, number(cells[r][t])) for t in tasks for r in methods[m]] for m in (x, y)]
            low, high, _ = new_runs_interval(d, both)
            same(f"methods {estimand} {y} - {x} new runs low", row["ci_low"], low)
            same(f"methods {estimand} {y} - {x} new runs high", row["ci_high"], high)
        rounded = [np.round(v, 10) for v in values.values()]
        if len({len(runs) for runs in methods.values()}) == 1 and any(np.ptp(column) > 0 for column in np.array(rounded).T):
            same(f"methods {estimand} friedman", rows[estimand, "friedman_these_runs", None, None]["value"], stats.friedmanchisquare(*rounded).statistic, 1e-8)


def check_bars(cells, methods):
    """The figure of methods as bars: its points."""
    text = ",".join(f"{m}={','.join(runs)}" for m, runs in methods.items())
    rollbook("figure", "methods", "--methods", text, "-o", "bars.pdf", "--csv", "bars.csv")
    tasks = list(next(iter(cells.values())))
    budget = min(len(scored(c)) for run in cells.values() for c in run.values())
    with open("bars.csv", encoding="utf-8", newline="") as file:
        rows = {(r["estimand"], r["method"]): r for r in csv.DictReader(file)}
    same("bars", len(rows), 2 * len(methods))
    for (estimand, method), row in rows.items():
        values = by_task(cells, methods[method], tasks, share if estimand == "sample" else lambda c: best_of(c, budget))
        for column, want in zip(("value", "ci_low", "ci_high", "n_tasks"), (np.mean(values), *share_interval(values), len(tasks))):
            if column.startswith("ci_") and row["runs"] == "new":
                continue
            same(f"bars {estimand} {method} {column}", None if row[column] == "NA" else float(row[column]), want, 1e-8)


def check_equivalent(cells, base, method):
    row = [r for r in table("equivalent-k", "--base", base, "--run", method, "--step", "0", "--replicates", "20") if r["kind"] == "policy"][0]
    counts = [(len(scored(c)), sum(map(fast, scored(c)))) for c in cells[base].values()]
    y = np.mean([share(c) for c in cells[method].values()])
    most = min(n for n, _ in counts)

    def curve(k):
        return np.mean([1 - np.prod([max(0.0, 1 - k / (n - i)) for i in range(c)]) for n, c in counts])

    same("equivalent-k y", row["fast"], y)
    if 1e-12 < y < curve(most) - 1e-9:
        same("equivalent-k k", row["k"], optimize.brentq(lambda k: curve(k) - y, 0, most, xtol=1e-13), 1e-8)
    elif y > curve(most) + 1e-9 and row["k"] is not None:
        faults.append(f"equivalent-k: {row['k']} where the base has no more")


def check_selection(cells, run):
    chances = {"random-correct": [], "confidence-guided": [], "surprisal-guided": []}
    for cell in cells[run].values():
        right = [r for r in scored(cell) if r["correct"] and r["speedup"] is not None]
        sure = [r["lp"] for r in right]
        picks = {"random-correct": right, "confidence-guided": [r for r in right if r["lp"] == max(sure)],
                 "surprisal-guided": [r for r in right if r["lp"] == min(sure)]}
        for rule, of in picks.items():
            chances[rule].append(np.mean([fast(r) for r in of]) if of else 0.0)
    rows = {r["rule"]: r for r in table("selection", "--run", run)}
    tails = np.cumsum(poisson_binomial(chances["random-correct"])[::-1])[::-1]
    for rule, c in chances.items():
        same(f"selection {rule}", rows[rule]["fast_1"], np.mean(c))
        if rule != "random-correct":
            same(f"selection {rule} p", rows[rule]["p_vs_random"], min(1.0, float(poisson_binomial(c) @ tails)))


def main():
    for seed in map(int, sys.argv[2:]):
        before, known = compared, len(faults)
        world, shape, runs = draw(seed)
        store(world, runs)
        cells = load()
        methods = {m: [f"{m}-{s + 1}" for s in range(shape["seeds"])] for m in ("best-of-n", "sdpo", "refine")}
        check_fast_p(cells, "best-of-n-1")
        check_sweep_and_summary(cells, "sdpo-1")
        check_scaling(cells, "best-of-n-1")
        check_compare(cells, methods["best-of-n"], methods["sdpo"])
        check_methods(cells, methods)
        check_bars(cells, methods)
        check_equivalent(cells, "best-of-n-1", "sdpo-1")
        check_selection(cells, "refine-1")
        print(f"database {seed}: {shape['tasks']} tasks x {shape['seeds']} seeds: {compared - before} numbers, {len(faults) - known} differ", flush=True)
    print("\n".join(faults[:40]))
    print(f"{compared} numbers, {len(faults)} differ")
    sys.exit(1 if faults or compared == 0 else 0)


if __name__ == "__main__":
    main()
