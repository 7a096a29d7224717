"""The numbers of a neural study's page, from the rows, by other code than the program's: recompute.py study.db [NAME]

sqlite3 and the standard library alone.  Best of Adaptation is cross-fitted over other random halvings than the program's, so
it agrees within what halvings differ by; everything else agrees to the digits that the page shows.
"""
import collections
import itertools
import json
import math
import random
import sqlite3
import sys

if len(sys.argv) < 2:
    raise SystemExit(__doc__)
name = sys.argv[2] if len(sys.argv) > 2 else "neural"
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
complete = {n for (n,) in db.execute("SELECT name FROM run WHERE status = 'complete'")}
declared = db.execute("SELECT methods, seeds FROM v_declaration WHERE name = ? AND is_standing = 1", (name,)).fetchone()
if declared is None:
    raise SystemExit(f"{sys.argv[1]} has no declared study '{name}'")
methods, seeds = map(json.loads, declared)
seeds_of = {m: [s for s in seeds if f"{name}-{m}-{s}" in complete] for m in methods}
cells: dict = collections.defaultdict(list)  # (method, seed, task, step): samples
for run, task, step, sample, compiled, right, speedup, logprob in db.execute(
        "SELECT run, task, step, sample, compiled, correct, speedup, mean_logprob FROM v_rollout WHERE run LIKE ? || '-%' ORDER BY run, task, step, sample", (name,)):
    method, _, seed = run[len(name) + 1:].rpartition("-")
    if method in methods and int(seed) in seeds_of[method]:
        cells[method, int(seed), task, step].append((bool(compiled), bool(right), right and (speedup or 0) > 1, speedup, logprob))
tasks = sorted({t for _, _, t, _ in cells}, key=lambda t: int(t.split("/")[1]))
print(f"seeds {seeds_of}, {len(tasks)} tasks")


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def fast(samples):
    return mean(bool(s[2]) for s in samples)


def boa(method, seed, rng, halvings=400):
    """By task the share of fast samples at the step that the other half of each cell's samples chooses."""
    steps = sorted({k[3] for k in cells if k[0] == method and k[1] == seed})
    if len(steps) == 1:
        return {t: fast(cells[method, seed, t, steps[0]]) for t in tasks}
    got = collections.defaultdict(list)
    for _ in range(halvings):
        halves = {}
        for s, t in itertools.product(steps, tasks):
            x = cells[method, seed, t, s][:]
            rng.shuffle(x)
            halves[s, t] = x[: len(x) // 2], x[len(x) // 2:]
        for a, b in ((0, 1), (1, 0)):
            best = max(steps, key=lambda s: (mean(fast(halves[s, t][a]) for t in tasks), -s))
            for t in tasks:
                got[t].append(fast(halves[best, t][b]))
    return {t: mean(v) for t, v in got.items()}


rng = random.Random(1)
by_run = {(m, s): boa(m, s, rng) for m in methods for s in seeds_of[m]}
by_task = {m: [mean(by_run[m, s][t] for s in seeds_of[m]) for t in tasks] for m in methods}
for m in methods:
    x = [c for k, v in cells.items() if k[0] == m for c in v]
    first = [c for k, v in cells.items() if k[0] == m and k[3] == 0 for c in v]
    print(f"{m}: {len(x)} samples, compiled {mean(c[0] for c in x):.4f}, right {mean(c[1] for c in x):.4f}, fast {fast(x):.4f}; first step fast "
          f"{fast(first):.4f}; at the chosen step {100 * mean(by_task[m]):.3f} %; seeds {[round(100 * mean(by_run[m, s].values()), 3) for s in seeds_of[m]]}")


def flips(d):
    """Two-sided p of the mean under all changes of signs of the tasks' differences."""
    d = [x for x in d if abs(x) > 1e-12]
    if not d:
        return 1.0
    seen = [abs(sum(s * x for s, x in zip(signs, d))) for signs in itertools.product((1, -1), repeat=len(d))] if len(d) <= 18 else []
    return mean(x >= abs(sum(d)) - 1e-9 for x in seen) if seen else math.nan


pairs = {}
for b, a in itertools.combinations(methods, 2):
    d = [x - y for x, y in zip(by_task[a], by_task[b])]
    pairs[f"{a} - {b}"] = 100 * mean(d), flips(d), mean(abs(x) > 1e-12 for x in d) * len(d)
holm, so_far = {}, 0.0
for i, (pair, (_, p, _)) in enumerate(sorted(pairs.items(), key=lambda x: x[1][1])):
    so_far = max(so_far, min(1.0, (len(pairs) - i) * p))
    holm[pair] = so_far
for pair, (d, p, n) in pairs.items():
    print(f"{pair}: {d:+.3f} points, p {p:.4g}, Holm {holm[pair]:.4g}, tasks that differ {n:.0f}")

# Rules that pick one sample of a cell of best-of-n; a cell without a right sample is a failure.
picks = collections.defaultdict(list)
for s, t in itertools.product(seeds_of["best-of-n"], tasks):
    right = [c for c in cells["best-of-n", s, t, 0] if c[1] and c[4] is not None]
    for rule, key in (("surprisal-guided", lambda c: -c[4]), ("confidence-guided", lambda c: c[4])):
        top = [c for c in right if key(c) == max(map(key, right))]
        picks[rule].append(fast(top) if top else 0.0)
    picks["random-correct"].append(fast(right) if right else 0.0)
    picks["best-correct"].append(float(any(c[2] for c in right)))
for rule, values in picks.items():
    print(f"{rule}: {100 * mean(values):.3f} % of {len(values)} cells")
for k in (1, 2, 4, 8, 16, 32, 64):
    for what, at in (("right", 1), ("fast", 2)):
        def found(samples, at=at, k=k):
            n, c = len(samples), sum(bool(x[at]) for x in samples)
            return None if k > n else 1 - math.comb(n - c, k) / math.comb(n, k)
        each = {s: [found(cells["best-of-n", s, t, 0]) for t in tasks] for s in seeds_of["best-of-n"]}
        if all(v is not None for x in each.values() for v in x):
            print(f"K {k}: at least one {what}: {[round(100 * mean(v), 3) for v in each.values()]} %")


def ranks(values):
    order = sorted(values)
    return [(2 * order.index(v) + order.count(v) + 1) / 2 for v in values]


def spearman(pairs):
    x, y = ranks([p[0] for p in pairs]), ranks([p[1] for p in pairs])
    mx, my = mean(x), mean(y)
    sx, sy = (math.sqrt(sum((v - m) ** 2 for v in z)) for z, m in ((x, mx), (y, my)))
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / (sx * sy) if sx * sy else None


# Within tasks, Fisher's z with weights n - 3, of correct and timed samples.
for m in ("best-of-n", "ttt"):
    for s in seeds_of[m]:
        for step in sorted({k[3] for k in cells if k[0] == m}):
            zs = []
            for t in tasks:
                p = [(-c[4], c[3]) for c in cells[m, s, t, step] if c[1] and c[3] is not None and c[4] is not None]
                r = spearman(p) if len(p) >= 4 else None
                if r is not None and abs(r) < 1:
                    zs.append((len(p) - 3, math.atanh(r)))
            w = sum(a for a, _ in zs)
            print(f"rho {m}-{s} step {step}: {math.tanh(sum(a * z for a, z in zs) / w):.4f} of {len(zs)} tasks" if w else f"rho {m}-{s} step {step}: NA")

# Training tasks: samples after SFT and RLVR less those of the unadapted policy, by task.
for what in ("correct", "coalesce(speedup, 0) > 1"):
    share = collections.defaultdict(dict)
    for phase in ("teacher", "rlvr"):
        for task, value in db.execute(f"SELECT task, avg({what}) FROM v_rollout WHERE run LIKE ? GROUP BY task", (f"{name}-{phase}-%",)):
            share[task][phase] = value
    d = [v["rlvr"] - v["teacher"] for v in share.values() if len(v) == 2]
    if len(d) > 1:
        sd = math.sqrt(sum((x - mean(d)) ** 2 for x in d) / (len(d) - 1))
        print(f"training tasks, {what}: {100 * mean(d):+.3f} points, standard error {100 * sd / math.sqrt(len(d)):.3f}, {len(d)} tasks")
picks = collections.defaultdict(list)
by_cell = collections.defaultdict(list)
for run, task, right, speedup, logprob in db.execute("SELECT run, task, correct, speedup, mean_logprob FROM v_rollout WHERE step = 0 AND (run LIKE ? OR run LIKE ?)",
                                                     (f"{name}-teacher-%", f"{name}-rlvr-%")):
    by_cell[run, task].append((right, speedup or 0, logprob))
for cell in by_cell.values():
    right = [c for c in cell if c[0]]
    picks["least likely"].append(min(right, key=lambda c: c[2])[1] > 1 if right else False)
    picks["likeliest"].append(max(right, key=lambda c: c[2])[1] > 1 if right else False)
    timed = [c for c in right if c[1] > 0]
    picks["random"].append(mean(c[1] > 1 for c in timed) if timed else 0)
    picks["best"].append(any(c[1] > 1 for c in right))
for rule, values in picks.items():
    print(f"training tasks, first step, {rule} correct sample: {100 * mean(values):.3f} % fast of {len(values)} cells")
for phase in ("teacher", "rlvr"):
    for row in db.execute("SELECT run, step, count(*), avg(compiled), avg(correct), avg(coalesce(speedup, 0) > 1) FROM v_rollout WHERE run LIKE ? GROUP BY run, step", (f"{name}-{phase}-%",)):
        print(*row)
