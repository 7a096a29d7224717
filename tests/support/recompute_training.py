"""recompute_training.py ROLLBOOK SEED... - tables of training and of models of random databases, once more from plain SQL.

Runs of two models with steps, held tasks, rewards and cheats are made; analyze training, and analyze sweep by run and by model,
are held to 1e-9 against formulas of their own.
"""
import json
import math
import random
import sqlite3
import sys
from collections import defaultdict

import numpy as np
from scipy import stats

import recompute
from recompute import DB, FIELDS, rollbook, same, table

SMOOTH = 0.7


def draw(seed):
    world = random.Random(seed)
    runs = {}
    n_tasks = world.randint(2, 14)
    for name in range(1, world.randint(2, 4) + 1):
        rows = []
        steps = world.choice([1, 3, 6])
        for step in range(0, steps, world.choice([1, 2])):
            for task in range(1, n_tasks + 1):
                for sample in range(world.randint(1, 4)):
                    correct = world.random() < world.choice([0.0, 0.5, 0.9])
                    speedup = world.choice([0.5, 1.0, 2.0, 0.1 + 3 * world.random()])
                    rows.append({"level": 1, "problem": task, "sample": sample, "step": step, "correct": correct,
                                 "compiled": correct or world.random() < 0.5, "us": 64.0 / speedup if correct and world.random() < 0.9 else None,
                                 "base": 64.0, "lp": -world.random()})
        runs[f"r{name}"] = (world.choice(["small", "large"]), rows)
    return world, n_tasks, runs


def store(world, n_tasks, runs):
    recompute.forget()
    with open("map.json", "w", encoding="utf-8") as file:
        json.dump({"suite": "mine", "fields": FIELDS}, file)
    for name, (model, rows) in runs.items():
        with open("rows.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        rollbook("ingest", "jsonl", "rows.jsonl", "--map", "map.json", "--run-name", name, "--model", model)
    with sqlite3.connect(DB) as db:
        held = world.sample(range(1, n_tasks + 1), world.randint(1, n_tasks - 1))
        for run, in db.execute("SELECT run_id FROM run WHERE name IN ('r1', 'r2')").fetchall():
            for place, (task, problem) in enumerate(db.execute("SELECT task_id, problem_id FROM task ORDER BY problem_id").fetchall()):
                db.execute("INSERT OR REPLACE INTO run_task (run_id, task_id, position, role) VALUES (?, ?, ?, ?)",
                           (run, task, place, "held" if problem in held else "train"))
        for rollout, in db.execute("SELECT rollout_id FROM rollout").fetchall():
            for recipe in ("speedup", "composite"):
                if world.random() < 0.8:
                    db.execute("INSERT INTO reward (rollout_id, recipe, value) VALUES (?, ?, ?)", (rollout, recipe, world.gauss(1, 1)))
        db.execute("UPDATE evaluation SET outcome = 'cheat' WHERE correct = 0 AND compiled = 1 AND evaluation_id % 3 = 0")
        for run, step in db.execute("SELECT DISTINCT run_id, step FROM rollout").fetchall():
            db.execute("INSERT INTO step (run_id, step, update_metrics) VALUES (?, ?, ?) "
                       "ON CONFLICT (run_id, step) DO UPDATE SET update_metrics = excluded.update_metrics",
                       (run, step, json.dumps({"kl": world.random(), "entropy": world.random()})))
    db.close()


def load():
    db = sqlite3.connect(f"file:{DB}?mode=ro", uri=True)
    rows = defaultdict(list)
    for r in db.execute("SELECT v.run, v.step, v.task, v.compiled, v.correct, v.speedup, v.runtime_us, v.mean_logprob, v.outcome, v.rollout_id, k.role "
                        "FROM v_rollout v LEFT JOIN run_task k ON k.run_id = v.run_id AND k.task_id = v.task_id"):
        rows[r[0]].append(dict(zip(("run", "step", "task", "compiled", "correct", "speedup", "us", "lp", "outcome", "id", "role"), r)))
    rewards = defaultdict(dict)
    for rollout, recipe, value in db.execute("SELECT rollout_id, recipe, value FROM reward"):
        rewards[rollout][recipe] = value
    updates = {(run, step): json.loads(m) for run, step, m in
               db.execute("SELECT r.name, s.step, s.update_metrics FROM step s JOIN run r USING (run_id) WHERE s.update_metrics IS NOT NULL")}
    models = dict(db.execute("SELECT run, model FROM v_run"))
    db.close()
    return rows, rewards, updates, models


def metrics(rows, rewards):
    """name -> values of one step."""
    fast = [r["speedup"] for r in rows if r["correct"] and r["speedup"] is not None]
    out = {"compiled": [r["compiled"] for r in rows], "correct": [r["correct"] for r in rows],
           "fast": [bool(r["correct"] and r["speedup"] is not None and r["speedup"] > 1) for r in rows],
           "mean_speedup": fast, "best_speedup": fast, "geomean_speedup": fast,
           "mean_surprisal": [-r["lp"] for r in rows if r["lp"] is not None], "cheat": [r["outcome"] == "cheat" for r in rows]}
    for recipe in ("speedup", "composite"):
        values = [rewards[r["id"]][recipe] for r in rows if recipe in rewards[r["id"]]]
        if values:
            out["reward " + recipe] = values
    mean = {"best_speedup": max, "geomean_speedup": stats.gmean}
    return {k: (len(v), float(mean.get(k, np.mean)(v)) if v else math.nan) for k, v in out.items()}


def check_training(run, rows, rewards, updates):
    wanted = {}
    for part, prefix in (("held", "held "), (None, "")):
        mine = [r for r in rows if (r["role"] == "held") == (part == "held")]
        for step in sorted({r["step"] for r in mine}):
            for name, value in metrics([r for r in mine if r["step"] == step], rewards).items():
                wanted[prefix + name, step] = value
    for (name, step), values in updates.items():
        for key, value in values.items() if name == run else ():
            wanted["update " + key, step] = (None, value)
    series = defaultdict(list)
    got = {(r["metric"], r["step"]): r for r in table("training", "--run", run, "--smooth", str(SMOOTH))}
    same(f"training {run}: rows", len(got), len(wanted))
    for (metric, step), (n, value) in sorted(wanted.items()):
        row = got.get((metric, step), defaultdict(lambda: None))
        what = f"training {run} {metric} {step}"
        same(what, row["value"], value)
        same(what + " n", row["n"], n)
        series[metric].append((step, value))
        known = [(s, v) for s, v in series[metric] if not math.isnan(v)]
        weights = [SMOOTH ** (step - s) for s, _ in known]
        smoothed = np.dot(weights, [v for _, v in known]) / sum(weights) if known and not math.isnan(value) else math.nan
        same(what + " smoothed", row["smoothed"], float(smoothed))
    for metric, points in series.items():
        known = [p for p in points if not math.isnan(p[1])]
        better = metric.removeprefix("held ") in ("compiled", "correct", "fast", "geomean_speedup", "mean_speedup", "best_speedup") or "reward" in metric
        best = max(known, key=lambda p: (p[1], -p[0]))[0] if better and len(known) > 1 else None
        same(f"training {run} {metric} best", next((s for (m, s), r in got.items() if m == metric and r["best"]), None), best)


def wilson(k, n):
    ci = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    return ci.low, ci.high


def rate_interval(hits, sizes):
    """As recompute.share_interval, over tasks of unequal size."""
    k, n, m = sum(hits), sum(sizes), len(sizes)
    if n == m:
        return wilson(k, n)
    flat, p = k in (0, n), k / n
    if m < 2 and not flat:
        return math.nan, math.nan
    informative = min(sum(h > 0 for h in hits), sum(h < s for h, s in zip(hits, sizes)))
    pairs, q = informative * (informative - 1) / 2, stats.norm.ppf(0.975) ** 2 * sum(s * s for s in sizes) / n ** 2
    if pairs:
        spread = sum((h - p * s) ** 2 for h, s in zip(hits, sizes)) * m / (m - 1) / n ** 2
        q = (pairs * stats.t.ppf(0.975, m - 1) ** 2 * spread / (p * (1 - p)) + m / 10 * q) / (pairs + m / 10)
    low, high = sorted(np.roots([1 + q, -(2 * p + q), p * p]).real)
    return float(low), float(high)


def ratio_interval(sums, sizes):
    m, ratio = len(sizes), sum(sums) / sum(sizes)
    if m < 2:
        return math.nan, math.nan
    error = math.sqrt(sum(((y - ratio * n) / (sum(sizes) - n)) ** 2 for y, n in zip(sums, sizes)) * (m - 1) / m)
    half = stats.t.ppf(0.975, m - 1) * error
    return (ratio - half, ratio + half) if half > 1e-12 * max(1, abs(ratio)) else (math.nan, math.nan)


def judged(rows):
    """A run that holds tasks out is judged by those."""
    held = [r for r in rows if r["role"] == "held"]
    return held or rows


def cells_of(rows, number):
    """Mean of each (task, run)."""
    keys = sorted({(r["task"], r["run"]) for r in rows})
    return [(t, u, np.mean([number(r) for r in rows if (r["task"], r["run"]) == (t, u)])) for t, u in keys]


def speed_ends(fast, number):
    """Ratio of sums over tasks, its error, and Student's t, for new runs where tasks have several."""
    tasks = sorted({r["task"] for r in fast})
    sums = [sum(number(r) for r in fast if r["task"] == t) for t in tasks]
    sizes = [sum(r["task"] == t for r in fast) for t in tasks]
    if len(tasks) < 2 or math.isnan(ratio_interval(sums, sizes)[0]):
        return math.nan, math.nan
    low, high = ratio_interval(sums, sizes)
    part = recompute.runs_part(cells_of(fast, number))
    over = ((high - low) / 2 / stats.t.ppf(0.975, len(tasks) - 1)) ** 2
    return sum(sums) / sum(sizes), recompute.new_runs_half(over, len(tasks), [] if math.isnan(part[0]) else [part])


def check_sweep(what, row, rows):
    rows = [r for r in rows if r["step"] == 0]
    tasks = sorted({r["task"] for r in rows})
    same(what + " n", row["n"], len(rows))
    for rate in ("compiled", "correct"):
        same(f"{what} {rate}", row[rate], sum(r[rate] for r in rows))
        ends = rate_interval([sum(r[rate] for r in rows if r["task"] == t) for t in tasks], [sum(r["task"] == t for r in rows) for t in tasks])
        if len(rows) > len(tasks):
            part = recompute.runs_part(cells_of(rows, lambda r, rate=rate: r[rate]))
            ends = recompute.new_runs_share(ends, sum(r[rate] for r in rows) / len(rows), len(tasks), part)
        same(f"{what} {rate} low", row[f"{rate}_rate_ci_low"], ends[0], 1e-8)
        same(f"{what} {rate} high", row[f"{rate}_rate_ci_high"], ends[1], 1e-8)
    times = [r["us"] for r in rows if r["correct"] and r["us"] is not None]
    same(what + " timed", row["n_timed"], len(times))
    same(what + " mean runtime", row["mean_runtime_us"], float(np.mean(times)) if times else math.nan)
    fast = [(r["task"], r["speedup"]) for r in rows if r["correct"] and r["speedup"] is not None]
    values = [v for _, v in fast]
    for name, number in (("geomean_speedup", stats.gmean), ("median_speedup", np.median), ("mean_speedup", np.mean), ("min_speedup", min),
                         ("max_speedup", max)):
        same(f"{what} {name}", row[name], float(number(values)) if values else math.nan)
    fast = [r for r in rows if r["correct"] and r["speedup"] is not None]
    mean, half = speed_ends(fast, lambda r: r["speedup"])
    h = half / mean
    same(what + " mean low", row["mean_ci_low"], mean * math.exp(-h), 1e-7)
    same(what + " mean high", row["mean_ci_high"], mean * (1 + h * (math.e - 1) if h > 1 else math.exp(h)), 1e-7)
    mean, half = speed_ends(fast, lambda r: math.log(r["speedup"]))
    same(what + " geomean low", row["geomean_ci_low"], math.exp(mean - half), 1e-7)
    same(what + " geomean high", row["geomean_ci_high"], math.exp(mean + half), 1e-7)


def main():
    for seed in map(int, sys.argv[2:]):
        before, known = recompute.compared, len(recompute.faults)
        store(*draw(seed))
        rows, rewards, updates, models = load()
        for run, mine in rows.items():
            check_training(run, mine, rewards, updates)
        for row in table("sweep", "--step", "0"):
            check_sweep(f"sweep {row['run']}", row, [dict(r, run=0) for r in judged(rows[row["run"]])])
        for row in table("sweep", "--step", "0", "--by", "model"):
            mine = [dict(r, run=run) for run in rows for r in judged(rows[run]) if models[run] == row["model"]]
            check_sweep(f"sweep by model {row['model']}", row, mine)
        print(f"database {seed}: {recompute.compared - before} numbers, {len(recompute.faults) - known} differ", flush=True)
    print("\n".join(recompute.faults[:40]))
    print(f"{recompute.compared} numbers, {len(recompute.faults)} differ")
    sys.exit(1 if recompute.faults or recompute.compared == 0 else 0)


main()
