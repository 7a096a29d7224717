"""Draws a sample of published solutions and tables what record.sh measured of them; called by it.

  record.py sample SOLUTIONS.json PROBLEMS FOLDER SEED N
  record.py table FOLDER ROWS.csv

SOLUTIONS.json has a line, or a member of its list, for each solution: level_id, task_id, custom_code, score_default,
score_torch_compile_default, and ref_code where it brings its problem along (CUDA-L1's files).  PROBLEMS is a folder level1/19_ReLU.py ...;
"own" takes each row's ref_code, whose sizes the published speedups are of.  SOLUTIONS.json "references" takes PROBLEMS' own Model as the
candidate: what breaks the suite's tolerance, and an A/A check of times.
"""
import csv
import json
import pathlib
import random
import re
import statistics
import sys

STANDS = 0.8  # of the published speedup
PASSES = ("kernelbench-eager", "own-eager", "own-compile")


def rows_of(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def problems_of(folder):
    found = {}
    for path in sorted(pathlib.Path(folder).glob("level[1-3]/*.py")):
        level, number = re.match(r"level(\d+)$", path.parent.name), re.match(r"(\d+)_", path.name)
        if level and number:
            found[int(level[1]), int(number[1])] = path
    return found


def candidates(solutions, problems):
    """(level, number, problem's name, problem's text, candidate's text, published by eager and by compile)"""
    files = {} if problems == "own" else problems_of(problems)
    if solutions == "references":
        return [(level, number, path.name, path.read_text(), path.read_text() + "\n\nModelNew = Model\n", 1.0, 1.0)
                for (level, number), path in files.items()]
    out = []
    for row in rows_of(solutions):
        key = (row["level_id"], row["task_id"])
        text = row.get("ref_code") if problems == "own" else files[key].read_text() if key in files else None
        if (row.get("custom_code") or "None") == "None" or not row.get("score_default") or not text:
            continue
        name = "%d_problem.py" % key[1] if problems == "own" else files[key].name
        out.append(key + (name, text, row["custom_code"], float(row["score_default"]), row.get("score_torch_compile_default")))
    return out


def sample(solutions, problems, folder, seed, n):
    everything = sorted(candidates(solutions, problems), key=lambda c: c[:2])
    n = min(int(n), len(everything)) or len(everything)
    drawn = random.Random(int(seed)).sample(everything, n)
    folder = pathlib.Path(folder)
    (folder / "solutions").mkdir(parents=True)
    with open(folder / "list.txt", "w") as listed, open(folder / "published.csv", "w", newline="") as published:
        writer = csv.writer(published)
        writer.writerow(["level", "problem", "eager", "compile"])
        for level, number, name, text, code, eager, compiled in drawn:
            (folder / "problems" / ("level%d" % level)).mkdir(parents=True, exist_ok=True)
            (folder / "problems" / ("level%d" % level) / name).write_text(text)
            (folder / "solutions" / ("l%d_%d.py" % (level, number))).write_text(code)
            listed.write("solutions/l%d_%d.py l%d/%d\n" % (level, number, level, number))
            writer.writerow([level, number, eager, compiled if compiled else ""])
    print("%d of %d solutions, drawn by seed %s" % (n, len(everything), seed), file=sys.stderr)


def number(text):
    return float(text) if text not in ("", "NA", "None", None) else None


def shown(value):
    return "NA" if value is None else "%.3g" % value


def why(row):
    return " ".join([row["outcome"]] + ([row["message"]] if row["message"] not in ("", "NA") else []))


def disagreement(published, by_pass):
    """What keeps a published speedup from standing; None: nothing."""
    suite, own = by_pass.get(PASSES[0]), by_pass.get(PASSES[1])
    if suite is not None and suite["correct"] != "1":
        return "not right by KernelBench's rule: " + why(suite)
    if own is not None and own["correct"] != "1":
        return "right by KernelBench's rule alone: " + why(own)
    ours = number(own["speedup"]) if own is not None else None
    if ours is None:
        return None
    if ours < STANDS * published:
        return "right, and %s times as fast where %s was published" % (shown(ours), shown(published))
    return None


def table(folder, rows):
    measured = {}
    with open(rows, newline="") as f:
        for row in csv.DictReader(f):
            measured.setdefault((row["level"], row["problem"]), {})[row["pass"]] = row
    with open(pathlib.Path(folder) / "published.csv", newline="") as f:
        published = sorted(csv.DictReader(f), key=lambda p: (int(p["level"]), int(p["problem"])))
    print("problem | published, eager | published, compile | KernelBench's rule, eager | own rule, eager | own rule, compile | verdicts")
    print("|".join(["---"] * 7))
    lines, both, ratios, stood, faster = [], 0, [], 0, 0
    for p in published:
        got = measured.get((p["level"], p["problem"]), {})
        cells = [shown(number(got[name]["speedup"]) if name in got else None) for name in PASSES]
        if got.get(PASSES[2], {}).get("baseline") == "torch_eager":
            cells[2] += " (eager: not compiled)"
        verdicts = "%s, %s" % tuple(got[name]["outcome"] if name in got else "not judged" for name in PASSES[:2])
        print(" | ".join(["l%s/%s" % (p["level"], p["problem"]), shown(number(p["eager"])), shown(number(p["compile"]))] + cells + [verdicts]))
        if PASSES[0] not in got or PASSES[1] not in got:
            continue
        both += 1
        what = disagreement(number(p["eager"]), got)
        ours = number(got[PASSES[1]]["speedup"])
        stood += what is None
        faster += ours is not None and ours > 1
        if ours is not None:
            ratios.append(ours / number(p["eager"]))
        if what is not None:
            lines.append("- l%s/%s: %s" % (p["level"], p["problem"], what))
    print("\n%d of %d drawn solutions judged by both rules: %d stand (right by both, at least %g of the published speedup), %d are right and faster than eager"
          % (both, len(published), stood, STANDS, faster))
    if ratios:
        print("Ours by published, median of %d: %.3g" % (len(ratios), statistics.median(ratios)))
    print("\nDisagreements: %d" % len(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    {"sample": sample, "table": table}[sys.argv[1]](*sys.argv[2:])
