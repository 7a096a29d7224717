"""recompute_budgets.py ROLLBOOK SEED... - equal-budget curves, solved tasks and sensitivity of random databases, once more.

Rollouts of two methods that do not adapt and of one with three steps are imported with tokens; ledgers with teacher tokens and
seconds are written beside some.  What a budget buys is counted here by listing every choice of rollouts, in place of formulas.
"""
import itertools
import math
import random
import sqlite3
import sys
import json
from collections import defaultdict

import numpy as np
from scipy import stats

import recompute
from recompute import DB, FIELDS, falling, of_difference, rollbook, same, share_interval, sign_flips, table

METHODS = {"bon": ("best-of-n", 1), "refine": ("refine", 1), "sdpo": ("sdpo", 3)}
FIELDS = dict(FIELDS, prompt_tokens="/prompt", completion_tokens="/completion")


def draw(seed):
    """run -> task -> step -> rollouts (correct, compiled, speedup or None)."""
    world = random.Random(seed)
    n_tasks = world.randint(2, 9)
    rates = [world.choice([0.0, world.random(), world.random(), 1.0]) for _ in range(n_tasks)]
    runs, use = {}, {}
    for (method, (_, steps)), name in itertools.product(METHODS.items(), range(world.randint(1, 3))):
        run = f"{method}-{name + 1}"
        runs[run] = {t: {} for t in range(1, n_tasks + 1)}
        for task, step in itertools.product(runs[run], range(steps)):
            rows = []
            for _ in range(world.randint(1, 4 if steps > 1 else 7)):
                correct = world.random() < rates[task - 1]
                speedup = world.choice([0.5, 1.0, 1.05, 1.2, 2.0, 0.5 + 2 * world.random()]) if correct and world.random() < 0.9 else None
                rows.append((correct, correct or world.random() < 0.5, speedup, world.randint(5, 90), world.randint(5, 400)))
            runs[run][task][step] = rows
        if world.random() < 0.2 and n_tasks > 2:
            del runs[run][world.randint(1, n_tasks)]
        for step in range(steps):
            rows = [r for task in runs[run].values() for r in task[step]]
            teacher = world.choice([0, 100 * len(rows)]) if steps > 1 else 0
            seconds = world.choice([None, len(rows) * (0.25 + world.random())])
            use[run, step] = [len(rows), sum(r[3] for r in rows), sum(r[4] for r in rows), teacher, seconds]
        ledgers = all(use[run, step][4] is not None for step in range(steps))
        for step in range(steps):
            n, read, written, teacher, seconds = use[run, step]
            known = ledgers or steps == 1  # what a teacher read of an imported adaptation nobody knows
            use[run, step] = {"rollouts": 1.0, "tokens": (read + written + (teacher if ledgers else 0)) / n if known else math.nan,
                              "seconds": seconds / n if ledgers else math.nan,
                              "ledger": (n, read, written, teacher, seconds) if ledgers else None}
    return runs, use


def store(runs, use):
    recompute.forget()
    with open("map.json", "w", encoding="utf-8") as file:
        json.dump({"suite": "mine", "fields": FIELDS}, file)
    for run, tasks in runs.items():
        with open("rows.jsonl", "w", encoding="utf-8") as file:
            for task, steps in tasks.items():
                for step, rows in steps.items():
                    for sample, (correct, compiled, speedup, read, written) in enumerate(rows):
                        file.write(json.dumps({"level": 1, "problem": task, "sample": sample, "step": step, "correct": correct, "compiled": compiled,
                                               "us": 64.0 / speedup if speedup else None, "base": 64.0, "prompt": read, "completion": written}) + "\n")
        method, seed = run.split("-")
        rollbook("ingest", "jsonl", "rows.jsonl", "--map", "map.json", "--run-name", run, "--strategy", METHODS[method][0], "--seed", seed)
    db = sqlite3.connect(DB)
    for (run, step), u in use.items():
        if u["ledger"] is not None:
            db.execute("INSERT INTO ledger (run_id, step, rollouts, prompt_tokens, completion_tokens, teacher_tokens, evaluate_seconds, wall_seconds) "
                       "VALUES ((SELECT run_id FROM run WHERE name = ?), ?, ?, ?, ?, ?, ?, 1)", (run, step, *u["ledger"]))
    db.commit()
    db.close()


# --- what a budget buys ---

def is_fast(r, p=1.0, ge=False):
    return r[2] is not None and (r[2] >= p if ge else r[2] > p)


def afford(steps, prices, budget):
    """Rollouts in order of their steps that the budget pays for; None: everything costs less, or nobody knows."""
    left, n = budget * (1 + 1e-9), 0
    for step, rows in sorted(steps.items()):
        for _ in rows:
            if math.isnan(prices[step]):
                return None
            left -= prices[step]
            if left < 0:
                return n
            n += 1
    return n if left <= 2e-9 * budget else None


def bought(steps, n):
    """Mean over every choice of the step where the money ends: any correct, any fast, the largest speedup."""
    whole = []
    for _, rows in sorted(steps.items()):
        if n <= len(rows):
            chosen = [whole + list(c) for c in itertools.combinations(rows, n)]
            return [np.mean([any(r[0] for r in c) for c in chosen]), np.mean([any(is_fast(r) for r in c) for c in chosen]),
                    np.mean([max([r[2] or 0.0 for r in c], default=0.0) for c in chosen])]
        whole, n = whole + rows, n - len(rows)
    raise AssertionError("more than there is")


def student(values):
    if len(values) < 2 or np.ptp(values) == 0:
        return math.nan, math.nan
    half = stats.t.ppf(0.975, len(values) - 1) * np.std(values, ddof=1) / math.sqrt(len(values))
    return np.mean(values) - half, np.mean(values) + half


def common_tasks(runs, groups):
    return [t for t in range(1, 10) if all(any(t in runs[r] for r in g) for g in groups.values())]


def check_curves(runs, use, groups, text):
    tasks = common_tasks(runs, groups)
    ends, curves = defaultdict(float), defaultdict(list)
    for row in table("compare", "--methods", text, "--table", "curves"):
        currency, budget, method, metric = row["currency"], row["budget"], row["method"], row["metric"]
        per_task, counts, known = [], [], True
        for t in tasks:
            of_runs = []
            for run in (r for r in groups[method] if t in runs[r]):
                n = afford(runs[run][t], {s: use[run, s][currency] for s in runs[run][t]}, budget)
                known = known and n is not None
                of_runs.append((bought(runs[run][t], n), n) if n is not None else ([math.nan] * 3, math.nan))
            per_task.append(np.mean([v[("any", "fast_1", "max").index(metric)] for v, _ in of_runs]))
            counts.append(np.mean([n for _, n in of_runs]))
        low, high = student(per_task) if metric == "max" else share_interval(per_task)
        what = f"{currency} {budget} {method} {metric}"
        same(what, row["value"], np.mean(per_task) if known else math.nan)
        same(what + " rollouts", row["rollouts"], np.mean(counts) if known else math.nan)
        ci = (max(low, 0.0) if metric == "max" else low, high) if known else (math.nan, math.nan)
        curves[currency, method, metric].append((budget, what, row, ci))
        ends[currency] = max(ends[currency], budget)
    for points in curves.values():
        points = sorted(points, key=lambda x: -x[0])
        known = [x for x in points if not math.isnan(x[3][0])]
        for (_, what, row, _), (low, high) in zip(known, falling([x[3] for x in known]) if known else []):
            same(what + " low", row["ci_low"], low, 1e-8)
            same(what + " high", row["ci_high"], high, 1e-8)
        for _, what, row, ci in points:
            if math.isnan(ci[0]):
                same(what + " low", row["ci_low"], ci[0])
    for currency in ("rollouts", "tokens", "seconds"):
        spent = {m: min(sum(use[r, s][currency] * len(rows) for s, rows in runs[r][t].items()) for r in g for t in tasks if t in runs[r])
                 if not any(math.isnan(use[r, s][currency]) for r in g for t in tasks if t in runs[r] for s in runs[r][t]) else math.nan
                 for m, g in groups.items()}
        known = [v for v in spent.values() if not math.isnan(v)]
        same(f"{currency}: the last budget", ends[currency] or None, max(known) if known else None)


def check_solved(runs, groups, text):
    tasks = common_tasks(runs, groups)
    least = min(sum(map(len, runs[r][t].values())) for g in groups.values() for r in g for t in tasks if t in runs[r])
    for row in table("compare", "--methods", text, "--table", "solved"):
        which = 0 if row["solved_by"] == "correct" else 1
        values = []
        for t in tasks:
            mine = [runs[r][t] for r in groups[row["method"]] if t in runs[r]]
            whole = [bought(steps, sum(map(len, steps.values())))[which] for steps in mine]
            values.append({"at_budget": np.mean([bought(steps, least)[which] for steps in mine]), "mean_over_runs": np.mean(whole),
                           "any_run": max(whole), "every_run": min(whole)}[row["counted"]])
        n, k = len(values), sum(values)
        if all(min(v, 1 - v) < 1e-12 for v in values):
            ends = (stats.beta.ppf(0.025, k, n - k + 1) if k > 0.5 else 0.0, stats.beta.ppf(0.975, k + 1, n - k) if k < n - 0.5 else 1.0)
        else:
            ends = share_interval(values)
        what = f"solved {row['method']} {row['solved_by']} {row['counted']}"
        same(what, row["solved"], k)
        same(what + " n", row["n"], n)
        same(what + " low", row["ci_low"], ends[0], 1e-8)
        same(what + " high", row["ci_high"], ends[1], 1e-8)


def vary(seed, runs):
    """Two stored baselines, two cases and some families, which no file of rollouts brings."""
    world = random.Random(seed + 1000)
    tasks = sorted({t for r in runs.values() for t in r})
    times = {name: {t: world.choice([32.0, 64.0, 128.0, 64 * world.random() + 1]) for t in tasks} for name in ("eager", "compiled")}
    for name, of_task in times.items():
        with open("baseline.json", "w", encoding="utf-8") as file:
            json.dump({"level1": {f"{t}_x.py": {"mean": v / 1000, "std": 0.0, "min": v / 1000, "max": v / 1000, "num_trials": 1,
                                                "hardware": "", "device": "d"} for t, v in of_task.items()}, "level2": {}, "level3": {}}, file)
        rollbook("ingest", "kernelbench-baseline", "baseline.json", "--name", name)
    cases = {run: world.choice(["cpu", "full"]) for run in runs}
    families = {t: world.choice(["norm", "matmul", "pool"]) for t in tasks}
    with sqlite3.connect(DB) as db:
        for run, case in cases.items():
            db.execute("UPDATE run SET task_case = ? WHERE name = ?", (case, run))
        for task, family in families.items():
            db.execute("UPDATE task SET family = ? WHERE suite = 'mine' AND problem_id = ?", (family, task))
    db.close()
    return {"baseline": times, "case": cases, "family": families}


def by_family(pairs, families):
    """Sums over families: interval of their ratio to the tasks, p by flipping whole families."""
    names = sorted({families[t] for t, _ in pairs})
    sums = [sum(d for t, d in pairs if families[t] == f) for f in names]
    sizes = [sum(families[t] == f for t, _ in pairs) for f in names]
    m, ratio = len(names), sum(sums) / sum(sizes)
    low = high = math.nan
    squares = sum(((y - ratio * n) / (sum(sizes) - n)) ** 2 for y, n in zip(sums, sizes)) if m > 1 else 0.0
    if m > 1 and squares > 1e-20:
        half = stats.t.ppf(0.975, m - 1) * math.sqrt(squares * (m - 1) / m)
        low, high = ratio - half, ratio + half
        if 2.0 ** (1 - m) > 0.05:
            low, high = min(low, 0.0), max(high, 0.0)
    return m, (low, high), sign_flips(sums)


def check_sensitivity(runs, groups, text, varied):
    """Of methods that do not adapt."""
    keeps = {"all samples": lambda r: True, "compiled samples": lambda r: r[1], "correct samples": lambda r: r[0]}
    seen = set()
    for row in table("compare", "--methods", text, "--table", "sensitivity"):
        variant, setting = row["variant"], row["setting"]
        seen.add((variant, setting))
        p, ge, keep = 1.0, False, keeps["all samples"]
        tasks, of_run, times = common_tasks(runs, groups), set(runs), None
        if variant == "threshold":
            ge, p = setting.startswith(">="), float(setting.split()[1])
        elif variant == "denominator":
            keep = keeps[setting]
        elif variant == "baseline" and setting != "another":
            times = varied["baseline"][setting]
        elif variant == "case" and setting != "another":
            of_run = {r for r in runs if varied["case"][r] == setting}
        elif variant == "without_family" and setting != "another":
            tasks = [t for t in tasks if varied["family"][t] != setting]
        if row["method"] is None:
            lacks = any(not of_run & {r for r in g if t in runs[r]} for g in groups.values() for t in tasks) or setting == "another" or not tasks
            same(f"sensitivity {variant} {setting}: nothing", lacks or keep is not keeps["all samples"], True)
            continue
        if row["quantity"].endswith("_new_runs"): # recompute.py has these
            continue
        values = {}
        for m, g in groups.items():
            for t in tasks:
                shares = [np.mean([is_fast(x if times is None or x[2] is None else (*x[:2], x[2] * times[t] / 64), p, ge) for x in kept])
                          for r in g if t in runs[r] and r in of_run for kept in [[x for x in runs[r][t][0] if keep(x)]] if kept]
                if shares:
                    values.setdefault(t, {})[m] = np.mean(shares)
        if variant == "families_as_units":
            pairs = [(t, v[row["method"]] - v[row["against"]]) for t, v in values.items()]
            n, ends, p_value = by_family(pairs, varied["family"])
            for name, got, want in (("n", row["n"], n), ("value", row["value"], np.mean([d for _, d in pairs])), ("p", row["p"], p_value),
                                    ("low", row["ci_low"], ends[0]), ("high", row["ci_high"], ends[1])):
                same(f"sensitivity {variant} {name}", got, want, 1e-8)
            continue
        full = [v for v in values.values() if len(v) == len(groups)]
        what = f"sensitivity {row['variant']} {row['setting']} {row['method']} {row['against']}"
        same(what + " n", row["n"], len(full))
        if row["against"] is None:
            mine = [v[row["method"]] for v in full]
            ends = share_interval(mine) if mine else (math.nan, math.nan)
        else:
            mine = [v[row["method"]] - v[row["against"]] for v in full]
            ends = of_difference(mine, "sample") if len(mine) > 1 and np.ptp(mine) > 1e-12 else (math.nan, math.nan)
            same(what + " p", row["p"], sign_flips(mine) if mine else math.nan)
        same(what, row["value"], np.mean(mine) if mine else math.nan)
        same(what + " low", row["ci_low"], ends[0], 1e-8)
        same(what + " high", row["ci_high"], ends[1], 1e-8)
    for variant, settings in (("baseline", {"eager", "compiled"}), ("case", {varied["case"][r] for g in groups.values() for r in g}),
                              ("without_family", {varied["family"][t] for g in groups.values() for r in g for t in runs[r]})):
        wanted = settings if len(settings) > 1 else {"another"} if variant == "without_family" else settings | {"another"}
        same(f"sensitivity: settings of {variant}", {s for v, s in seen if v == variant} == wanted, True)


def main():
    for seed in map(int, sys.argv[2:]):
        before, known = recompute.compared, len(recompute.faults)
        runs, use = draw(seed)
        store(runs, use)
        varied = vary(seed, runs)
        groups = {m: [r for r in runs if r.startswith(m + "-")] for m in METHODS}
        if not common_tasks(runs, groups):
            continue
        text = ",".join(f"{m}={','.join(g)}" for m, g in groups.items())
        check_curves(runs, use, groups, text)
        check_solved(runs, groups, text)
        still = {m: groups[m] for m in ("bon", "refine")}
        check_sensitivity(runs, still, ",".join(f"{m}={','.join(g)}" for m, g in still.items()), varied)
        print(f"database {seed}: {recompute.compared - before} numbers, {len(recompute.faults) - known} differ", flush=True)
    print("\n".join(recompute.faults[:40]))
    print(f"{recompute.compared} numbers, {len(recompute.faults)} differ")
    sys.exit(1 if recompute.faults or recompute.compared == 0 else 0)


main()
