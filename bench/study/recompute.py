"""The numbers of a neural study's page, from the rows, by other code than the program's: recompute.py study.db [NAME [PAGE]]

sqlite3 and the standard library only.  With PAGE, which page.py printed, it says how many of the page's numbers it finds again,
and which it does not (exit status 1).  What comes of random draws (halvings, posteriors, redrawn tasks) is drawn anew and agrees
within 8 %; kernels are told apart by simpler means, within 1 %; everything else agrees to the last digit that the page shows.  Quoted, published numbers are left out.
"""
import collections
import itertools
import json
import keyword
import math
import pathlib
import random
import re
import sqlite3
import statistics
import sys

if len(sys.argv) < 2:
    raise SystemExit(__doc__)
name = sys.argv[2] if len(sys.argv) > 2 else "neural"
if not pathlib.Path(sys.argv[1]).is_file():
    raise SystemExit(f"no database {sys.argv[1]}; `xz -dk bench/study/neural-h200.db.xz` unpacks the one that is kept")
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
declared = db.execute("SELECT methods, seeds, tasks, budget_rollouts FROM v_declaration WHERE name = ? AND is_standing = 1", (name,)).fetchone()
if declared is None:
    raise SystemExit(f"{sys.argv[1]} has no declared study '{name}'")
methods, seeds, declared_tasks = map(json.loads, declared[:3])
complete = {n for (n,) in db.execute("SELECT name FROM run WHERE status = 'complete'")}
seeds_of = {m: [s for s in seeds if f"{name}-{m}-{s}" in complete] for m in methods}
rows = [dict(zip(("run", "task", "step", "compiled", "right", "fast", "tokens", "ended", "logprob", "speedup", "code", "family"), r)) for r in db.execute(
    "SELECT run, task, step, compiled, correct, coalesce(correct AND speedup > 1, 0), completion_tokens, finish_reason = 'stop', mean_logprob, speedup, code, family "
    "FROM v_rollout WHERE run LIKE ? || '-%' ORDER BY rollout_id", (name,))]
for r in rows:
    r["phase"], _, r["seed"] = r["run"][len(name) + 1:].rpartition("-")
rng, Z = random.Random(1), statistics.NormalDist().inv_cdf(0.975)
found: dict = {}  # (section, first cells of a row): numbers, by what share of itself a number of the page may differ
DRAWN, SIMPLER = 0.08, 0.01


def tell(section, key, values, within=0.0):
    found[section, key] = [v for v in values if v is not None], within
    print(f"{section} | {key}: " + " ".join(f"{v:.6g}" for v in found[section, key][0]))


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def percent(these, key):
    return 100 * mean(r[key] for r in these)


def of(*phases):
    return [r for r in rows if r["phase"] in phases]


def grouped(these, *keys):
    out = collections.defaultdict(list)
    for r in these:
        out[tuple(r[k] for k in keys) if len(keys) > 1 else r[keys[0]]].append(r)
    return dict(sorted(out.items()))


def student(df):
    """The 97.5 % point of Student's t, by Simpson's rule and bisection."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)

    def below(t, n=400):
        f = [(1 + (t * i / n) ** 2 / df) ** (-(df + 1) / 2) for i in range(n + 1)]
        return 0.5 + scale * t / n / 3 * (f[0] + f[-1] + 4 * sum(f[1:-1:2]) + 2 * sum(f[2:-1:2]))

    low, high = 0.0, 30.0
    for _ in range(50):
        mid = (low + high) / 2
        low, high = (mid, high) if below(mid) < 0.975 else (low, mid)
    return low


def share(clusters):
    """y of n by cluster: the ratio in percent and its interval in Wilson's form, the variance shrunk towards that of whole clusters."""
    n, y, k = sum(c[1] for c in clusters), sum(c[0] for c in clusters), len(clusters)
    p, q = y / n, Z * Z * sum(c[1] ** 2 for c in clusters) / n**2
    some = min(sum(c[0] > 0 for c in clusters), sum(c[0] < c[1] for c in clusters))
    if some > 1:
        v = sum((c[0] - p * c[1]) ** 2 for c in clusters) * k / (k - 1) / n**2
        pairs, prior = some * (some - 1) / 2, k / 10
        q = (pairs * student(k - 1) ** 2 * v / (p * (1 - p)) + prior * q) / (pairs + prior)
    centre, half = (p + q / 2) / (1 + q), math.sqrt(q * p * (1 - p) + q * q / 4) / (1 + q)
    return [100 * p, 100 * max(0.0, min(p, centre - half)), 100 * min(1.0, max(p, centre + half))]


def exactly(count, n):
    """Clopper-Pearson in percent, from the whole numbers around a fractional count, by bisection."""
    def limit(k, upper):
        low, high = 0.0, 1.0
        for _ in range(60):
            p = (low + high) / 2
            tail = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in (range(k + 1) if upper else range(k, n + 1)))
            low, high = (p, high) if (tail > 0.025) == upper else (low, p)
        return 100 * low
    less, more = math.floor(count + 1e-9), math.ceil(count - 1e-9)
    return [100 * count / n, limit(less, False) if less else 0.0, limit(more, True) if more < n else 100.0]


# Best of Adaptation: by task the share of fast samples at the step that the other half of each cell's samples chooses.
def boa(method, seed, halvings=400):
    cells = grouped([r for r in of(method) if r["seed"] == str(seed)], "step", "task")
    steps = sorted({s for s, _ in cells})
    tasks = sorted({t for _, t in cells})
    if len(steps) == 1:
        return {t: mean(r["fast"] for r in cells[steps[0], t]) for t in tasks}
    got = collections.defaultdict(list)
    for _ in range(halvings):
        halves = {}
        for key, x in cells.items():
            x = [r["fast"] for r in x]
            rng.shuffle(x)
            halves[key] = x[: len(x) // 2], x[len(x) // 2:]
        for a, b in ((0, 1), (1, 0)):
            best = max(steps, key=lambda s: (mean(mean(halves[s, t][a]) for t in tasks), -s))
            for t in tasks:
                got[t].append(mean(halves[best, t][b]))
    return {t: mean(v) for t, v in got.items()}


def flips(d):
    """Two-sided p of the mean under all changes of signs of the tasks' differences."""
    d = [x for x in d if abs(x) > 1e-12]
    if not d:
        return 1.0
    signs = itertools.product((1, -1), repeat=len(d)) if len(d) <= 16 else (rng.choices((1, -1), k=len(d)) for _ in range(40000))
    return mean(abs(sum(s * x for s, x in zip(sign, d))) >= abs(sum(d)) - 1e-9 for sign in signs)


by_run = {m: [boa(m, s) for s in seeds_of[m]] for m in methods}
by_task = {m: [mean(x[t] for x in by_run[m]) for t in by_run[m][0]] for m in methods if by_run[m]}
pairs = {(a, b): [y - x for x, y in zip(by_task[a], by_task[b])] for a, b in itertools.combinations(by_task, 2)}
holm, so_far = {}, 0.0
for i, (pair, d) in enumerate(sorted(pairs.items(), key=lambda x: flips(x[1]))):
    so_far = max(so_far, min(1.0, (len(pairs) - i) * flips(d)))
    holm[pair] = holm[pair[::-1]] = so_far
pairs |= {(b, a): [-x for x in d] for (a, b), d in pairs.items()}
SECTION = "The declared comparison, on held-out tasks"
tell(SECTION, "Fast samples of the unadapted policy", share([(x, 1) for x in by_task["best-of-n"]]), DRAWN)
for label, one, other in (("C1: TTT with Best of Adaptation less best-of-n", "ttt", "best-of-n"), ("R: SFT and RLVR on other tasks less best-of-n", "trained", "best-of-n"),
                          ("C2a: SDPO with feedback less best-of-n", "sdpo", "best-of-n"), ("C2b: SDPO with feedback less prompt only", "sdpo", "sdpo-prompt")):
    if (other, one) in pairs:
        d = pairs[other, one]
        half = student(len(d) - 1) * statistics.stdev(d) / len(d) ** 0.5
        tell(SECTION, label, [100 * mean(d), *([100 * (mean(d) - half), 100 * (mean(d) + half)] if half else []), holm[other, one]], DRAWN)


def picks(section, these, labels, n_cells):
    """Rules that pick one sample of a first step's cell: a cell without a right, timed one is a failure; ties by their mean."""
    cells: dict = collections.defaultdict(lambda: collections.defaultdict(list))
    for (_, task), x in grouped([r for r in these if r["step"] == 0], "run", "task").items():
        timed = [r for r in x if r["right"] and r["speedup"]]
        for rule, best in ((0, min), (1, max)):
            top = [r["fast"] for r in timed if r["logprob"] == best(c["logprob"] for c in timed)]
            cells[rule][task].append(mean(top) if top else 0)
        cells[2][task].append(mean(r["fast"] for r in timed) if timed else 0)
        cells[3][task].append(float(any(r["fast"] for r in timed)))
    for rule, label in enumerate(labels):
        of_task = [(sum(x), len(x)) for x in cells[rule].values()]
        n = sum(c[1] for c in of_task)
        tell(section, label, [*(exactly(sum(c[0] for c in of_task), n) if n == len(of_task) else share(of_task)), *([n] if n_cells and rule == 0 else []), *([None] if n_cells else [])])


RULES = ("pick the likeliest correct sample", "pick a random correct sample", "the best of all samples")
picks(SECTION, of("best-of-n"), ("C3: pick the least likely correct sample", *RULES), False)


def ranks(values):
    order = sorted(values)
    return [(2 * order.index(v) + order.count(v) + 1) / 2 for v in values]


def rho(these):
    """Within tasks: Fisher's z with weights n - 3, of correct and timed samples; Student's t over tasks."""
    zs = []
    for x in grouped([r for r in these if r["right"] and r["speedup"] and r["logprob"] is not None], "task").values():
        a, b = ranks([-r["logprob"] for r in x]), ranks([r["speedup"] for r in x])
        if len(x) > 3 and len(set(a)) > 1 and len(set(b)) > 1:
            r = statistics.correlation(a, b)
            most = 1 - 6 / (len(x) * (len(x) ** 2 - 1))  # the largest below 1 without ties
            zs.append((len(x) - 3, math.atanh(max(-most, min(most, r)))))
    if not zs:
        return []
    weight = sum(w for w, _ in zs)
    z, k = sum(w * v for w, v in zs) / weight, len(zs)
    if k < 2:
        return [math.tanh(z)]
    half = student(k - 1) * math.sqrt(sum((w * (v - z)) ** 2 for w, v in zs) * k / (k - 1)) / weight
    return [math.tanh(z), math.tanh(z - half), math.tanh(z + half)]


def renamed(code):
    """Equal for texts that differ in spaces, comments and names of their own.  Directives name the task's; a word of Python is no
    name."""
    names: dict = {}
    kept = set(keyword.kwlist)
    plan = [re.sub(r"(?<=//@ launch )\w+", lambda m: m[0] if m[0] in kept else "", line) for line in (code or "").split("\n") if line.startswith("//@")]
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", code or "", flags=re.S)
    return "".join("".join(plan).split()) + " ".join(w if w in kept or not re.match(r"[A-Za-z_]", w) else names.setdefault(w, f"w{len(names)}")
                                                     for w in re.findall(r"[A-Za-z_]\w*|[\d.]+\w*|\S", text))


def distinct(these):
    return mean(len({renamed(r["code"]) for r in x}) / len(x) for x in grouped(these, "task").values())


for label, method, late in (("Spearman's rho of surprisal and speedup, correct samples within tasks, by run", "best-of-n", False),
                            ("Over-sharpening: the same of TTT's own samples, first step", "ttt", False), ("the same, last step", "ttt", True)):
    last = max((r["step"] for r in of(method)), default=0)
    tell(SECTION, label, [v for run, x in grouped(of(method), "run").items() if run in complete for v in rho([r for r in x if r["step"] == (last if late else 0)])])
for key, late in (("Distinct kernels of TTT's samples, first step", False), ("the same, last step of TTT", True)):
    last = max((r["step"] for r in of("ttt")), default=0)
    x = [distinct([r for r in x if r["step"] == (last if late else 0)]) for run, x in grouped(of("ttt"), "run").items() if run in complete]
    tell(SECTION, key, [mean(x), len(x)], SIMPLER)


# An equivalent K: how many samples of the base find a fast one as often as one sample of what was trained; redrawn tasks.
def fast_of(cells, k):
    return mean(1 - math.comb(len(x) - sum(x), k) / math.comb(len(x), k) for x in cells)


def equivalent(base, trained):
    by = {}
    for phase, these in ((0, base), (1, trained)):
        for (task, _), x in grouped(these, "task", "run").items():
            by.setdefault(task, ([], []))[phase].append([r["fast"] for r in x])
    most = min(len(x) for b, _ in by.values() for x in b)
    curves = [[0.0, *(fast_of(b, k) for k in range(1, most + 1)), mean(map(mean, t))] for b, t in by.values() if b and t]

    def at(curves):
        *curve, wanted = [mean(x) for x in zip(*curves)]
        k = next((k for k in range(1, most + 1) if curve[k] >= wanted), None)
        return math.inf if k is None else k if curve[k] == curve[k - 1] else k - 1 + (wanted - curve[k - 1]) / (curve[k] - curve[k - 1])

    again = sorted(at(rng.choices(curves, k=len(curves))) for _ in range(4000))
    return [v for v in (at(curves), again[100], again[3899]) if math.isfinite(v)]


if any(r["fast"] for r in of("best-of-n", "ttt")):
    tell(SECTION, "Equivalent K of one TTT sample", equivalent(of("best-of-n"), of("ttt")), DRAWN)

# Training tasks.
SECTION = "What the runs show on training tasks"
for (run, step), x in grouped(of("teacher", "rlvr"), "run", "step").items():
    tell(SECTION, f"{run} | {step}", [len(x), *(percent(x, k) for k in ("compiled", "right", "fast"))])
if of("teacher") and of("rlvr"):
    by = {t: grouped(x, "phase") for t, x in grouped(of("teacher", "rlvr"), "task").items()}
    for key, label in (("right", "Right samples after SFT and RLVR, less those of the unadapted policy"), ("fast", "Fast samples, the same")):
        d = [percent(x["rlvr"], key) - percent(x["teacher"], key) for x in by.values() if len(x) == 2]
        half = student(len(d) - 1) * statistics.stdev(d) / len(d) ** 0.5
        tell(SECTION, label, [mean(d), mean(d) - half, mean(d) + half, len(d), len({r["run"] for r in of("rlvr")} & complete)])
    tell(SECTION, "Equivalent K of one sample after SFT and RLVR", equivalent(of("teacher"), of("rlvr")), DRAWN)
    picks(SECTION, of("teacher", "rlvr"), ("Pick the least likely correct sample of a first step: it is fast", *RULES), True)
    parts = grouped(of("rlvr"), "run", "step").values()
    tell(SECTION, "Spearman's rho of surprisal and speedup, correct samples within tasks", [v for x in parts for v in rho(x)])
    tell(SECTION, "Distinct kernels, share by run and step", [distinct(x) for x in parts], SIMPLER)

# At least one of K is right, or fast: each task's Jeffreys posterior, and the same spread around the estimate; limits rise with K.
for run, x in grouped([r for r in of("best-of-n") if r["step"] == 0 and r["run"] in complete], "run").items():
    by = grouped(x, "task").values()
    most = min(map(len, by))
    shown = [2**i for i in range(11) if 2**i <= most]
    curves = []  # of right, then of fast, by K
    for what in ("right", "fast"):
        cells = [(sum(r[what] for r in c), len(c)) for c in by]
        rates = [[rng.betavariate(c + 0.5, n - c + 0.5) for c, n in cells] for _ in range(4000)]
        points = []
        for k in shown:
            value = mean(1 - math.comb(n - c, k) / math.comb(n, k) for c, n in cells)
            draws = sorted(mean(1 - (1 - p) ** k for p in ps) for ps in rates)
            off = value - mean(draws)
            points.append((value, max(0, min(draws[100], draws[100] + off)), min(1, max(draws[3899], draws[3899] + off))))
        curves.append([(v, max(p[1] for p in points[: i + 1]), min(p[2] for p in points[i:])) for i, (v, _, _) in enumerate(points)])
    for i, k in enumerate(shown):
        tell("What K samples find", f"{run} | {k}", [100 * v for points in curves for v in points[i]], DRAWN)
for run, x in grouped(rows, "run").items():
    tell("Runs, all steps", run, [len(x), *(percent(x, k) for k in ("compiled", "right", "fast")), mean(r["tokens"] for r in x), percent(x, "ended")])

# Words around the tables.
made: dict = {}
curve = []
for step, metrics in db.execute("SELECT step, update_metrics FROM v_step WHERE run = 'base' ORDER BY step"):
    made |= json.loads(metrics)
    if "answer_loss" in json.loads(metrics):
        curve.append((step, json.loads(metrics)["answer_loss"]))
for step, loss in curve:
    tell("The base model", str(step), [loss])
tell("The base model", "words", [made.get(k) for k in ("texts", "tasks", "vocabulary")] + [v for k, v in made.items() if k.startswith("left out")] + [
    100 * (made.get("compiled") or 0), made.get("sampled"), 100 * (made.get("right") or 0), made.get("tokens_a_second")])
on_held = [r for r in rows if r["task"] in declared_tasks]
bon = [r for r in on_held if r["phase"] == "best-of-n"]
tell("", "weights", [made.get("weights"), made.get("seconds")])
tell("", "Stated stop", [len(bon), sum(r["right"] for r in on_held), len(on_held), sum(r["fast"] for r in on_held)])
tell("", "declared", [len(declared_tasks), len(seeds), declared[3]])
for m in methods:
    parts = [[r for r in of(m) if r["run"] in complete and (r["step"] > 0) == late] for late in (False, True)]
    tell("", m, [v for part in parts for v in ((sum(r["right"] for r in part), len(part)) if part else ())])
best = {m: 100 * mean(any(r["fast"] for r in x) for x in grouped([r for r in of(m) if r["run"] in complete], "run", "task").values()) for m in ("ttt", "best-of-n") if by_run[m]}
if "ttt" in best:
    tell("", "answer", [100 * mean(by_task["ttt"]), 100 * mean(by_task["best-of-n"]), 100 * (mean(by_task["ttt"]) - mean(by_task["best-of-n"])), len(declared_tasks),
                        len(seeds_of["ttt"]), *found.get(("The declared comparison, on held-out tasks", "Equivalent K of one TTT sample"), [[]])[0][:1],
                        declared[3], best["ttt"], best["best-of-n"]], DRAWN)


def findable():
    """The smallest of a few differences that a study like this finds four times in five: other shares for tasks drawn from these."""
    rates = [mean(r["fast"] for r in x) for x in grouped([r for r in bon if r["run"] in complete], "task").values()]
    n, k = len(declared_tasks), declared[3]
    if 2.0 ** (1 - n) > 0.05:
        return 40  # no pattern of signs is rare enough: all differences are missed, the largest that is tried as well
    for effect in (2, 5, 10, 15, 20, 30, 40):
        finds = 0
        for _ in range(200):
            d = []
            for a in rng.choices(rates, k=n):
                b = min(1.0, a + effect / 100)
                d.append(mean((sum(rng.random() < b for _ in range(k)) - sum(rng.random() < a for _ in range(k))) / k for _ in seeds_of["ttt"]))
            wide = student(n - 1) * statistics.stdev(d) / n**0.5 if n > 10 else 0
            finds += abs(mean(d)) > wide if n > 10 else flips(d) <= 0.05
        if finds >= 160:
            return effect
    return 40

if len(sys.argv) < 4:
    raise SystemExit
NUMBER = re.compile(r"(?<![\w.-])[-+]?\d[\d,]*\.?\d*(?:e[+-]?\d+)?")
section, agree, wrong, missing = "", 0, [], []


def compare(key, cells):
    """Each number of the page beside that of the same place here."""
    global agree
    shown = [n.replace(",", "") for n in NUMBER.findall(re.sub(r"(?<![\d.])95 %|\bK = 1\b|`[^`]*`|\w+-[a-z-]+-\d+(?: step \d+)?", "", " ".join(cells)))]
    if not shown:
        return
    if (section, key) not in found:
        missing.extend(f"{section} | {key}: {n}" for n in shown)
        return
    values, within = found[section, key]
    for i, n in enumerate(shown):
        digits = len(n.split("e")[0].partition(".")[2])
        unit = 10 ** -digits * (10 ** int(n.split("e")[1]) if "e" in n else 1)
        if i < len(values) and abs(values[i] - float(n)) <= max(0.51 * unit, 0.0051 * abs(float(n)) if len(n.strip("+-0.")) > 3 else 0, within * abs(float(n))):
            agree += 1
        elif i >= len(values):
            missing.append(f"{section} | {key}: {n}")
        else:
            wrong.append(f"{section} | {key}: {n} on the page, {values[i]:.6g} here")


text = pathlib.Path(sys.argv[3]).read_text()
for line in text.split("\n"):
    if line.startswith("## "):
        section = line[3:]
    elif " | " in line and not line.startswith(("question", "run |", "step |", "method |")):
        cells = [c.strip() for c in re.split(r" \|(?= |$)", line)]
        two = re.match(r"(\S+-\d+ \| \d+) \| (.*)", line)
        if two and section != "Runs, all steps":
            compare(two[1], [two[2]])
        elif section.startswith("The declared"):
            key = cells[0] if cells[0] != "the same, last step" or "runs" not in cells[1] else "the same, last step of TTT"
            compare(key, cells[1:3] if not key.startswith(("C3", "pick the likeliest")) else cells[1:2])
        else:
            compare(cells[0], cells[1:2] if section.startswith("What the runs") else cells[1:])
flat, section = " ".join(text.split()), ""
for key, pattern in (("weights", r"A model of (\S+) weights, trained from nothing for (\S+) seconds"),
                     ("Stated stop", r"none of (\d+) samples of best-of-n is right\. (\d+) of (\d+) samples of all methods are right and (\d+) are fast"),
                     ("declared", r"(\d+) held-out tasks, (\d+) seeds, (\d+) rollouts per task")):
    for m in re.findall(pattern, flat):
        compare(key, m)
section = "The base model"
compare("words", re.findall(r"Rows of the run `base`: (.*?learned from)", flat))
section = ""
compare("answer", [re.sub(r"Before the data.*", "", x) for x in re.findall(r"\*\*(Test-time training.*?)\*\*", flat)])
before = re.findall(r"Before the data[^.]*\.", flat)
if before:
    tell("", "before", [findable()])
compare("before", before)
for line in wrong + missing:
    print(("differs: " if line in wrong else "not recomputed: ") + line)
print(f"{agree} of {agree + len(wrong) + len(missing)} numbers of {sys.argv[3]} agree")
raise SystemExit(1 if wrong or missing else 0)
