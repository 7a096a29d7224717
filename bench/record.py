"""Draws a sample of published solutions and tables what record.sh measured of them; called by it.

  record.py sample SOLUTIONS.json PROBLEMS FOLDER SEED N
  record.py table FOLDER ROWS.csv
  record.py claims FOLDER      a line for each published speedup, and for each row of judged.csv, for record/site.sh

SOLUTIONS.json has a line, or a member of its list, for each solution, named as CUDA-L1 (custom_code, ...) or as KernelBench's leaderboard
(code, ..., problems counted from 0) names them: FIELDS.  A problem may have several.  PROBLEMS is a folder with level1/19_ReLU.py ... or l1_p19.py ...; "own" takes each
row's ref_code, whose sizes the published speedups are of.  SOLUTIONS.json "references" takes PROBLEMS' own Model as the candidate: what breaks
the suite's tolerance, and an A/A check of times.
"""
import collections
import csv
import json
import pathlib
import random
import re
import statistics
import sys

STANDS = 0.8  # of the published speedup
# level, problem, code, speedup over eager, over torch.compile; the number of the first problem of a level
FIELDS = ((("level_id", "task_id", "custom_code", "score_default", "score_torch_compile_default"), 1),
          (("level", "problem_id", "code", "torch_speedup", "torch_compile_speedup"), 0))
PASSES = ("kernelbench-eager", "own-eager", "own-compile")


def rows_of(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def problems_of(folder):
    found = {}
    for path in sorted(pathlib.Path(folder).glob("level[1-3]/*.py")) + sorted(pathlib.Path(folder).glob("l[1-3]_p*.py")):
        named = re.search(r"level(\d+)/(\d+)_[^/]*$|(?:^|/)l(\d+)_p(\d+)\.py$", path.as_posix())
        if named:
            level, number = (int(n) for n in named.groups() if n)
            found[level, number] = path
    return found


def candidates(solutions, problems):
    """(level, number, problem's file, its text, candidate's text, published by eager and by compile)"""
    files = {} if problems == "own" else problems_of(problems)
    if solutions == "references":
        return [key + (path.name, path.read_text(), path.read_text() + "\n\nModelNew = Model\n", 1.0, 1.0) for key, path in files.items()]
    out = []
    for row in rows_of(solutions):
        names, first = FIELDS[0] if FIELDS[0][0][0] in row else FIELDS[1]
        level, number, code, eager, compiled = (row.get(name) for name in names)
        number += 1 - first
        text = row.get("ref_code") if problems == "own" else files[level, number].read_text() if (level, number) in files else None
        if (code or "None") == "None" or not eager or not text:
            continue
        name = files[level, number].name if (level, number) in files else ""
        name = name if name.startswith("%d_" % number) else "%d_problem.py" % number
        out.append((level, number, name, text, code, float(eager), compiled))
    return out


def sample(solutions, problems, folder, seed, n):
    everything = sorted(candidates(solutions, problems), key=lambda c: (c[:2], c[4]))
    n = min(int(n), len(everything)) or len(everything)
    drawn = random.Random(int(seed)).sample(everything, n)
    folder = pathlib.Path(folder)
    (folder / "solutions").mkdir(parents=True)
    taken = {}
    with open(folder / "list.txt", "w") as listed, open(folder / "published.csv", "w", newline="") as published:
        writer = csv.writer(published)
        writer.writerow(["level", "problem", "sample", "eager", "compile"])
        for level, number, name, text, code, eager, compiled in drawn:
            taken[level, number] = index = taken.get((level, number), -1) + 1
            (folder / "problems" / ("level%d" % level)).mkdir(parents=True, exist_ok=True)
            (folder / "problems" / ("level%d" % level) / name).write_text(text)
            (folder / "solutions" / ("level_%d_problem_%d_sample_%d_kernel.py" % (level, number, index))).write_text(code)
            listed.write("solutions/level_%d_problem_%d_sample_%d_kernel.py l%d/%d\n" % (level, number, index, level, number))
            writer.writerow([level, number, index, eager, compiled if compiled else ""])
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
    if own is None:
        return None
    ours = number(own["speedup"])
    if ours is None:
        return "right, and no speedup is known"
    if ours < STANDS * published:
        return "right, and %s times as fast where %s was published" % (shown(ours), shown(published))
    return None


def table(folder, rows):
    measured = {}
    with open(rows, newline="") as f:
        for row in csv.DictReader(f):
            measured.setdefault((row["level"], row["problem"], row["sample"]), {})[row["pass"]] = row
    with open(pathlib.Path(folder) / "published.csv", newline="") as f:
        published = sorted(csv.DictReader(f), key=lambda p: (int(p["level"]), int(p["problem"]), int(p["sample"])))
    several = {(p["level"], p["problem"]) for p in published if p["sample"] != "0"}
    print("problem | published, eager | published, compile | KernelBench's rule, eager | own rule, eager | own rule, compile | verdicts")
    print("|".join(["---"] * 7))
    lines, both, ratios, stood, faster = [], 0, [], 0, 0
    classes = collections.Counter()
    for p in published:
        got = measured.get((p["level"], p["problem"], p["sample"]), {})
        name = "l%s/%s" % (p["level"], p["problem"]) + (", %d" % (int(p["sample"]) + 1) if (p["level"], p["problem"]) in several else "")
        cells = [shown(number(got[which]["speedup"]) if which in got else None) for which in PASSES]
        if got.get(PASSES[2], {}).get("baseline") == "torch_eager":
            cells[2] += " (eager: not compiled)"
        verdicts = "%s, %s" % tuple(got[which]["outcome"] if which in got else "not judged" for which in PASSES[:2])
        if got.get(PASSES[1], {}).get("correct") == "1":
            verdicts += " at class " + got[PASSES[1]]["precision_class"]
            classes[got[PASSES[1]]["precision_class"]] += 1
        print(" | ".join([name, shown(number(p["eager"])), shown(number(p["compile"]))] + cells + [verdicts]))
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
            lines.append("- %s: %s" % (name, what))
    print("\n%d of %d drawn solutions judged by both rules: %d stand (right by both, at least %g of the published speedup), %d are right and faster than eager"
          % (both, len(published), stood, STANDS, faster))
    print("Right by the own rule, by precision class: " + (", ".join("%d %s" % (n, c) for c, n in sorted(classes.items())) or "none"))
    if ratios:
        print("Ours by published, median of %d: %.3g" % (len(ratios), statistics.median(ratios)))
    print("\nDisagreements: %d" % len(lines))
    print("\n".join(lines))


def evidence(kind, value, detail=None):
    return {"kind": kind, "value": float(value), "pass": True, "detail": detail}


def claims(folder):
    """Records for record/map.json.  judged.csv is the rows.csv of a folder whose database was not kept, with the evaluator's version."""
    folder = pathlib.Path(folder)
    with open(folder / "published.csv", newline="") as f:
        rows = [dict(row, run="claims", correct="1", evidence=[evidence("claimed_speedup", row[c], "torch_" + c) for c in ("eager", "compile") if row[c]])
                for row in csv.DictReader(f)]
    if (folder / "judged.csv").exists():
        with open(folder / "judged.csv", newline="") as f:
            for row in csv.DictReader(f):
                rows.append(dict(row, run=row["pass"], evidence=[evidence("evaluator_version", row["evaluator_version"]),
                                                                 evidence("verdict_sha256", 1, row["verdict_sha256"])]))
    for row in rows:
        code = folder / "solutions" / ("level_%s_problem_%s_sample_%s_kernel.py" % (row["level"], row["problem"], row["sample"]))
        record = {name: int(row[name]) for name in ("level", "problem", "sample")}
        record.update(run=row["run"], correct=row["correct"] == "1", evidence=row["evidence"], hardware=row.get("device"),
                      code=code.read_text() if code.exists() else None)
        record.update((name, known(row, name)) for name in ("outcome", "message", "precision_class", "baseline"))
        timed = number(row.get("speedup")) is not None  # otherwise the message says why there is no speedup
        record.update((name, number(row.get(name)) if timed else None) for name in ("runtime_us", "baseline_runtime_us", "speedup_lower", "speedup_upper"))
        print(json.dumps(record))


def known(row, name):
    return row[name] if row.get(name) not in (None, "", "NA") else None


if __name__ == "__main__":
    {"sample": sample, "table": table, "claims": claims}[sys.argv[1]](*sys.argv[2:])
