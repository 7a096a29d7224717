"""A number that stands in two places of reports is one number.

    numbers_agree.py FOLDER...   folders that report --latex made of one database

Tables are read as LaTeX prints them and figures by their CSV.  Each place names its quantity as the
others do: what stands under one name must agree to the digits of the shorter, over all folders.  The
last line says how many quantities stood in more than one place; status 1 when two differ, when a
caption names an interval that its figure has not, or when a name stood nowhere twice.
"""
import collections
import csv
import glob
import os
import re
import sys

# Table by a column that it alone has: {column: (name, scale)}; the key is what the columns of KEYS hold.
TABLES = {
    "fast_1 %, BoA": {"fast_1 %, step 0": ("first step", .01), "fast_1 %, BoA": ("boa", .01), "BoA in sample %": ("boa in sample", .01),
                                   "BoA step": ("boa step", 1), "correct %": ("correct rate", .01), "rollouts": ("rollouts", 1), "tokens": ("tokens", 1)},
    "stopped BoA %": {"BoA %": ("boa", .01), "in sample %": ("boa in sample", .01), "BoA step": ("boa step", 1)},
    "patience": {"without stopping %": ("boa", .01), "BoA step": ("boa step", 1)},
    "random m: fast picks": {"fast_1 %": ("pick", .01), "95%": ("pick interval", .01), "geom. mean speedup": ("pick speedup", 1),
                        "p against random m": ("pick p", 1)},
    "p = 0.5": {f"p = {p}": (f"fast_p {p}", .01) for p in ("0", "0.5", "1", "1.5", "2", "3")},
    "correct %, 95%": {"max": ("largest speedup", 1), "geom. mean speedup": ("geometric mean", 1), "n": ("rollouts", 1)},
    "different / n": {"different / n": ("unique_ratio", 1), "Hill 1 of m": ("hill_1_m", 1), "collision": ("collision", 1), "unseen mass": ("unseen_mass", 1),
                                   "entropy, nats": ("entropy_chao_shen", 1)},
    "noise %": {"median us": ("median us", 1), "noise %": ("noise", .01), "floor %": ("floor", .01)},
    "evaluate seconds": {"rollouts": ("rollouts of all turns", 1), "correct": ("correct of all turns", 1), "prompt tokens": ("prompt tokens", 1)},
    "example": {"%": ("outcome", .01), "n": ("rollouts of all turns", 1)},
}
KEYS = ("run", "rule", "m", "step", "task", "subject", "group", "outcome")
OF_RUN = ("rollouts", "rollouts of all turns", "correct of all turns", "boa", "boa in sample", "boa step", "first step", "prompt tokens", "tokens")  # whose key is the run alone
# Figure by its name: columns of the key, {column: name}, and the rows that count.
FIGURES = {
    "selection": (("rule",), {"fast_1": "pick", "geomean_speedup": "pick speedup", "p_vs_random_m": "pick p"}, lambda r: r["run"] == r["task"] == "all"),
    "failures": (("runs", "outcome"), {"share": "outcome"}, lambda r: r["cheat_kind"] in ("", "NA")),
    "timing-noise": (("run", "task", "subject"), {"median_us": "median us", "robust_noise": "noise", "noise_floor": "floor"}, lambda r: True),
    "diversity": (("run", "m", "step"), {"value": None}, lambda r: r["task"] == "all"),
    "trajectory": (("run",), {"fast_1": "first step"}, lambda r: r["task"] == "all" and r["step"] == "0"),
}


def plain(text):
    text = re.sub(r"\\textbf\{(.*)\}", r"\1", text.strip()).replace("\\allowbreak{}", "").replace("{}", "")
    return re.sub(r"\s+", " ", re.sub(r"\\(?=[%_&#$])", "", text)).strip()


def number(text):
    """(value, half of its last digit), or None."""
    m = re.fullmatch(r"-?\d+(?:\.(\d+))?(e[-+]\d+)?", text.split(" [")[0])
    return m and (float(text.split(" [")[0]), .5 * 10.0 ** (-len(m[1] or "") + int((m[2] or "e0")[1:])))


def facts_of_table(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    head = re.search(r"\\toprule\n(.*?)\\\\\n\\midrule", text, re.S)
    if not head:
        return
    columns = [plain(c) for c in re.split(r"(?<!\\)&", head[1])]
    wanted = next((names for column, names in TABLES.items() if column in columns and set(KEYS) & set(columns)), {})
    for line in text.split("\\endlastfoot\n")[-1].split("\\end{longtable}")[0].split("\\\\\n"):
        cells = [plain(c) for c in re.split(r"(?<!\\)&", line)]
        row = dict(zip(columns, cells)) if len(cells) == len(columns) else {}
        if "/" in row.get("group", ""):  # a task, of all runs of its report
            continue
        for column, (name, scale) in wanted.items():
            got = number(row.get(column, ""))
            if got:
                key = [row[c] for c in KEYS if c in row and (c != "m" or "Hill 1 of m" in row)]
                yield name, tuple(key[:1] if name in OF_RUN else key), got[0] * scale, got[1] * scale


def facts_of_figure(path):
    name = re.sub(r"^\d+-|\.csv$", "", os.path.basename(path))
    keys, columns, counts = FIGURES.get(name, ((), {}, None))
    with open(path, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    for row in rows:
        for column, quantity in columns.items():
            if counts(row) and number(row[column]):
                value = float(row[column])
                yield quantity or row["measure"], tuple(row[k] for k in keys), value, 1e-12 * (1 + abs(value))
    with open(path[:-3] + "tex", encoding="utf-8") as f:
        said = set(re.findall(r"wilson|student-t|clopper-pearson|beta-binomial|jackknife|bootstrap", f.read().lower()))
    has = {row.get("interval", "NA") for row in rows}
    if said - has and "interval" in (rows[0] if rows else {}):
        yield "caption", (path,), f"says {', '.join(said - has)}", 0.0


def main():
    places, wrong = collections.defaultdict(list), 0
    for folder in sys.argv[1:]:
        for path in sorted(glob.glob(f"{folder}/tables/*.tex")) + sorted(glob.glob(f"{folder}/figures/*.csv")):
            seen = collections.defaultdict(set)
            for name, key, value, half in (facts_of_table if path.endswith("tex") else facts_of_figure)(path):
                if name == "caption":
                    print(f"{key[0]}: the caption {value}")
                    wrong += 1
                else:
                    seen[name, key].add((value, half))
            for fact, values in seen.items():
                if len(values) == 1:  # else the rows differ by more than the key
                    places[fact].append((*values.pop(), path))
    twice = {fact: at for fact, at in places.items() if len({path for _, _, path in at}) > 1}
    for (name, key), at in sorted(twice.items()):
        low, high = max(v - h for v, h, _ in at), min(v + h for v, h, _ in at)
        if low > high * (1 + 1e-9) + 1e-9:
            print(f"{name} of {', '.join(key)}: " + "; ".join(f"{value:g} in {path}" for value, _, path in at))
            wrong += 1
    names = collections.Counter(name for name, _ in twice)
    for name in {n for columns in TABLES.values() for n, _ in columns.values()} - set(names) - {"correct rate", "pick interval", "largest speedup", "geometric mean"}:
        if not name.startswith("fast_p"):
            print(f"{name} stood nowhere twice")
            wrong += 1
    print(f"{len(twice)} quantities stood in more than one place, {wrong} faults: " + ", ".join(f"{n} {c}" for n, c in sorted(names.items())))
    sys.exit(wrong > 0)


main()
