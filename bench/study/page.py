"""The page of a neural study, from its database: page.py ROLLBOOK study.db [NAME] >study-neural.md

Every number comes from a command of the program, which is named beside it; the published ones are those of arXiv 2602.07670
(a model of 120 billion weights, an H100, five tasks).  pdftotext (poppler-utils) reads the report's first sentence.
"""
from __future__ import annotations

import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

if len(sys.argv) < 3:
    raise SystemExit(__doc__)
program, db = sys.argv[1:3]
name = sys.argv[3] if len(sys.argv) > 3 else "neural"


def ask(*words: str) -> list[dict]:
    done = subprocess.run([program, *words, "--db", db, "--json", "-q"], capture_output=True, text=True, check=False)
    if done.returncode in (3, 7):  # nothing matches, or not enough data: NA on the page
        print(f"{' '.join(words)}: {done.stderr.strip()}", file=sys.stderr)
        return []
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)["rows"]


def only(rows: list[dict], **wanted: object) -> dict:
    for row in rows:
        if all(row.get(k) == v for k, v in wanted.items()):
            return row
    return {}


def number(v: object, scale: float = 1) -> str:
    return "NA" if v is None else v if isinstance(v, str) else f"{scale * float(v):.3g}"


def span(row: dict, scale: float = 1, value: str = "value", sign: int = 1) -> str:
    if row.get(value) is None:
        return "NA: " + (row.get("na") or {}).get(value, "no such row")
    low, high = row.get("ci_low"), row.get("ci_high")
    if sign < 0:
        low, high = (None if v is None else -v for v in (high, low))
    inside = "no interval" if low is None and high is None else f"{number(low, scale)} to {'beyond' if high is None else number(high, scale)}"
    return f"{sign * scale * row[value]:.3g} ({inside})"


declared = ask("sql", f"SELECT * FROM v_declaration WHERE name = '{name}' AND is_standing = 1")
if not declared:
    raise SystemExit(f"{db} has no declared study '{name}'")
plan = declared[0]
seeds = json.loads(plan["seeds"])
runs = {m: [f"{name}-{m}-{s}" for s in seeds] for m in json.loads(plan["methods"])}
complete = {r["name"] for r in ask("sql", "SELECT name FROM run WHERE status = 'complete'")}
unfinished = [run for names in runs.values() for run in names if run not in complete]
runs = {m: [run for run in names if run in complete] for m, names in runs.items()}
runs = {m: names for m, names in runs.items() if names}
if not {"best-of-n", "ttt"} <= set(runs):
    raise SystemExit(f"{db}: best-of-n and ttt have no complete run: there is nothing to compare")
base, adapted = ",".join(runs["best-of-n"]), ",".join(runs["ttt"])
methods = ask("analyze", "compare", "--table", "methods", "--methods", ",".join(f"{m}={','.join(r)}" for m, r in runs.items()))
rules = {r["rule"]: r for r in ask("analyze", "selection", "--run", base)}
scaling = ask("analyze", "scaling", "--run", base)
held = ask("sql", f"SELECT run, step, task, correct AS is_right, coalesce(speedup, 0) > 1 AS fast FROM v_rollout WHERE run LIKE '{name}-%' AND "
           f"task IN (SELECT value FROM json_each('{plan['tasks']}'))")
train = ask("sql", "SELECT run, step, task, compiled, correct AS is_right, coalesce(speedup, 0) > 1 AS fast FROM v_rollout "
            f"WHERE run LIKE '{name}-teacher-%' OR run LIKE '{name}-rlvr-%'")
taught = {phase: sorted({r["run"] for r in train if f"-{phase}-" in r["run"]} & complete) for phase in ("teacher", "rlvr")}
equivalent = ask("analyze", "equivalent-k", "--base", base, "--run", adapted)
rho = ask("analyze", "sharpening", "--table", "rho", "--run", f"{base},{adapted}")
spread = ask("analyze", "diversity", "--run", adapted)
steps = ask("sql", "SELECT step, update_metrics FROM v_step WHERE run = 'base' ORDER BY step")
counts = ask("sql", f"SELECT run, count(*) AS n, avg(compiled) AS compiled, avg(correct) AS correct, avg(coalesce(speedup, 0) > 1) AS fast, "
             f"avg(completion_tokens) AS tokens, avg(finish_reason = 'stop') AS ended FROM v_rollout WHERE run LIKE '{name}-%' GROUP BY run")
device = ask("sql", f"SELECT DISTINCT d.name AS device, r.task_case AS task_case FROM run r JOIN device d USING (device_id) WHERE r.name LIKE '{name}-%'")
made: dict[str, object] = {}
for row in steps:
    made |= json.loads(row["update_metrics"])
curve = [(r["step"], json.loads(r["update_metrics"]).get("answer_loss")) for r in steps]
curve = [c for c in curve if c[1] is not None]
last = max((r["step"] for r in spread), default=0)


def pair(of: str, sign: int = 1) -> str:
    a, b = of.split(" - ")
    if not {a, b} <= set(runs):
        return "not run to its end | "
    new, these = (only(methods, estimand="sample", quantity=f"difference_{q}_runs", method=a, against=b) for q in ("new", "these"))
    row = new if new.get("ci_low") is not None else these
    return f"{span(row, 100, sign=sign)} points | {number(these.get('p_holm'))}"


def chosen(rule: str) -> str:
    return f"{span(rules.get(rule, {}), 100, 'fast_1')} %"


def mean(rows: list[dict], key: str) -> str:
    values = [r[key] for r in rows if r.get(key) is not None]
    return f"{sum(values) / len(values):.3g} of {len(values)} runs" if values else "NA"


def of_step(step: int, run_list: list[str], subset: str = "correct") -> str:
    found = [r for r in rho if r["step"] == step and r["subset"] == subset and r["run"] in run_list]
    values = [f"{span(r, 1, 'rho_nll_speedup_within')}" for r in found if r.get("rho_nll_speedup_within") is not None]
    return "; ".join(values) if values else "NA: too few correct samples"


def paired(key: str) -> str:
    """RLVR's samples less the teacher's: shares by task, their mean difference, Student's t over tasks."""
    share: dict[str, dict[str, list[int]]] = {}
    for r in train:
        share.setdefault(r["task"], {}).setdefault(r["run"].split("-")[1], []).append(r[key])
    d = [100 * (statistics.fmean(v["rlvr"]) - statistics.fmean(v["teacher"])) for v in share.values() if len(v) == 2]
    z, n = statistics.NormalDist().inv_cdf(0.975), len(d) - 1
    t = z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)  # Cornish-Fisher, n from 10
    half = t * statistics.stdev(d) / len(d) ** 0.5
    return f"{statistics.fmean(d):+.3g} points ({statistics.fmean(d) - half:.3g} to {statistics.fmean(d) + half:.3g}; {len(d)} tasks, {len(taught['rlvr'])} seeds)"


def equivalent_k() -> str:
    """The K whose best of the teacher's samples is fast as often as one sample of RLVR: interpolated; redrawn tasks, percentiles."""
    cells: dict[str, dict[str, list[int]]] = {}
    for r in train:
        cells.setdefault(r["task"], {}).setdefault(r["run"], []).append(r["fast"])
    most = min(len(x) for v in cells.values() for run, x in v.items() if run in taught["teacher"])

    def found(x: list[int], k: int) -> float:
        return 1 - math.comb(len(x) - sum(x), k) / math.comb(len(x), k)

    each = []  # by task: what K samples of the teacher find, K from 1, then a sample of RLVR
    for v in cells.values():
        teacher, rlvr = ([x for run, x in v.items() if run in taught[p]] for p in ("teacher", "rlvr"))
        if teacher and rlvr:
            each.append([statistics.fmean(found(x, k) for x in teacher) for k in range(1, most + 1)] + [statistics.fmean(map(statistics.fmean, rlvr))])

    def k_of(rows: list[list[float]]) -> float:
        *curve, value = map(statistics.fmean, zip(*rows, strict=True))
        for k, (a, b) in enumerate(zip([0.0, *curve], curve, strict=False)):
            if value <= b:
                return k + (value - a) / (b - a) if b > a else float(k)
        return math.inf

    rng = random.Random(0)
    again = sorted(k_of(rng.choices(each, k=len(each))) for _ in range(2000))
    low, high = again[50], again[1949]
    return f"{k_of(each):.3g} ({low:.3g} to {f'beyond {most}' if math.isinf(high) else f'{high:.3g}'})"


with tempfile.TemporaryDirectory() as folder:
    pdf = str(pathlib.Path(folder, "report.pdf"))
    try:
        subprocess.run([program, "report", "ttt-vs-bon", "--run", f"{base},{adapted}", "-o", pdf, "--db", db, "-q"], capture_output=True, check=True)
        text = subprocess.run(["pdftotext", "-l", "1", pdf, "-"], capture_output=True, text=True, check=True).stdout
        sentence = " ".join(text.split("\n\n")[1].split()).split(" no trend,")[0]
    except (OSError, subprocess.CalledProcessError) as e:
        sentence = f"NA: {e}"

where = ", ".join(sorted({f"{d['device']} at {d['task_case']} sizes" for d in device})) or "NA"
weights = f"{made.get('weights', 0):,}"
n_right = sum(r["is_right"] for r in held)
families = {t["task"]: t["family"] for t in json.loads(subprocess.run([program, "task", "list", "--json"], capture_output=True, check=True).stdout)["rows"]}
learned = {families[r["task"]] for r in train}
known = sorted({r["task"] for r in held if families[r["task"]] in learned})
kin = (f"Of the held-out tasks {', '.join(known) or 'none'} {'are' if len(known) > 1 else 'is'} of a family that the model was trained on.")
found = sum(r["is_right"] for r in held if "best-of-n" in r["run"])
print(f"""# A study of level 1 with a small neural policy

A model of {weights} weights, trained from nothing for {number(made.get('seconds'))} seconds on kernels that the builtin policy's grammar writes for
training tasks, wrote these kernels on {where}. The study can show that the whole chain works with a real network (tokens, log-probs, LoRA updates,
GPU times), and how methods compare for this policy. It cannot show what a large language model does: this model knows one grammar's kernels, reads no
documentation, and finds no kernel that the grammar could not have suggested. The published numbers are of a model ten thousand times as large, on five tasks.

**{sentence}**
""")
if not found:
    print(f"""**Stated stop.** The base model finds nothing on these held-out tasks: none of {sum('best-of-n' in r['run'] for r in held)} samples of best-of-n is right. {n_right} of
{len(held)} samples of all methods are right and {sum(r['fast'] for r in held)} are fast, so the declared differences are 0 and decide no claim.
What the runs show on training tasks is below.
""")
solved = [f"{t} ({sum(r['is_right'] for r in held if r['task'] == t)}, fast {sum(r['fast'] for r in held if r['task'] == t)})"
          for t in sorted({r["task"] for r in held if r["is_right"]})]
print(f"""Right kernels of all methods together, by held-out task: {', '.join(solved) or 'none'}. {kin}

method | right at the first step | right at later steps
---|---|---""")
for m in runs:
    for_step = [[r["is_right"] for r in held if r["run"] in runs[m] and (r["step"] > 0) == late] for late in (False, True)]
    print(f"{m} | " + " | ".join(f"{sum(x)} of {len(x)}" if x else "no such step" for x in for_step))
print("\nAn update of TTT whose samples are all wrong changes nothing; one of SDPO needs no right sample. `trained` samples after SFT and RLVR.\n")
print(f"""The database is kept as `bench/study/neural-h200.db.xz`. `bench/study/study.sh` makes such a one, `bench/study/page.py` prints this page from it, and `bench/study/recompute.py` computes its numbers again by other code.
{len(json.loads(plan['tasks']))} held-out tasks, {len(seeds)} seeds, {plan['budget_rollouts']} rollouts per task, run and method; declared before the first run ({plan['sha256'][:12]}). Intervals are for 95 %, for new tasks and
new runs unless the table's own command says otherwise.{" Not run to their end: " + ", ".join(unfinished) + "." if unfinished else ""} The [grammar's study](study.md) has the same tables.

## The declared comparison, on held-out tasks
""")
print(f"""question | here (95 % interval) | p (Holm) | published | command
---|---|---|---|---
Fast samples of the unadapted policy | {span(only(methods, estimand='sample', quantity='value_new_runs', method='best-of-n'), 100)} % | | 53.3 % (K = 1) | `analyze compare --table methods`
C1: TTT with Best of Adaptation less best-of-n | {pair('ttt - best-of-n')} | BoA 30.6 % of 3 seeds, best-of-n 53.3 % | `analyze compare --table methods`
R: SFT and RLVR on other tasks less best-of-n | {pair('trained - best-of-n')} | correct 90.6 to 98.4 % over RLVR | `analyze compare --table methods`
C2a: SDPO with feedback less best-of-n | {pair('sdpo - best-of-n')} | 26.3 % | `analyze compare --table methods`
C2b: SDPO with feedback less prompt only | {pair('sdpo-prompt - sdpo', -1)} | 26.3 - 30.4 = -4.1 points | `analyze compare --table methods`
Equivalent K of one TTT sample | {span(only(equivalent, kind='policy'), 1, 'k')} | | below 1 | `analyze equivalent-k`
C3: pick the least likely correct sample | {chosen('surprisal-guided')} | {number(rules.get('surprisal-guided', {}).get('p_holm'))} | 80 % | `analyze selection`
pick the likeliest correct sample | {chosen('confidence-guided')} | {number(rules.get('confidence-guided', {}).get('p_holm'))} | 50 % | `analyze selection`
pick a random correct sample | {chosen('random-correct')} | | 59.2 % | `analyze selection`
the best of all samples | {chosen('best-correct')} | | 100 % | `analyze selection`
Spearman's rho of surprisal and speedup, correct samples within tasks, by run | {of_step(0, runs['best-of-n'])} | | -0.198 (pooled) | `analyze sharpening --table rho`
Over-sharpening: the same of TTT's own samples, first step | {of_step(0, runs['ttt'])} | | -0.198 | `analyze sharpening --table rho`
the same, last step | {of_step(last, runs['ttt'])} | | -0.275 | `analyze sharpening --table rho`
Distinct kernels of TTT's samples, first step | {mean([r for r in spread if r['step'] == 0 and r['task'] == 'all'], 'unique_ratio')} | | | `analyze diversity`
the same, last step | {mean([r for r in spread if r['step'] == last and r['task'] == 'all'], 'unique_ratio')} | | | `analyze diversity`
""")
if train and taught["rlvr"] and taught["teacher"]:
    old, new = ",".join(taught["teacher"]), ",".join(taught["rlvr"])
    picks = {r["rule"]: r for r in ask("analyze", "selection", "--run", f"{old},{new}")}
    likely = [r for r in ask("analyze", "sharpening", "--table", "rho", "--run", new) if r["subset"] == "correct"]
    alike = [r for r in ask("analyze", "diversity", "--run", new) if r["task"] == "all"]
    print("## What the runs show on training tasks\n\nNot declared, and in sample: the model was trained on kernels for these tasks. RLVR begins with the weights after SFT and does one update after "
          "its first step; each of its two steps has half of the tasks.\n\nrun | step | rollouts | compiled | right | fast\n---|---|---|---|---|---")
    for run, step in sorted({(r["run"], r["step"]) for r in train}):
        part = [r for r in train if (r["run"], r["step"]) == (run, step)]
        print(f"{run} | {step} | {len(part)} | " + " | ".join(f"{100 * statistics.fmean(r[k] for r in part):.3g} %" for k in ("compiled", "is_right", "fast")))
    print(f"""
question | here (95 % interval) | command
---|---|---
Right samples after SFT and RLVR, less those of the unadapted policy | {paired('is_right')} | `sql`
Fast samples, the same | {paired('fast')} | `sql`
Equivalent K of one sample after SFT and RLVR | {equivalent_k()} | `sql`
Pick the least likely correct sample of a first step: it is fast | {span(picks.get('surprisal-guided', {}), 100, 'fast_1')} % of {picks.get('surprisal-guided', {}).get('n_cells')} cells | `analyze selection`
pick the likeliest correct sample | {span(picks.get('confidence-guided', {}), 100, 'fast_1')} % | `analyze selection`
pick a random correct sample | {span(picks.get('random-correct', {}), 100, 'fast_1')} % | `analyze selection`
the best of all samples | {span(picks.get('best-correct', {}), 100, 'fast_1')} % | `analyze selection`
Spearman's rho of surprisal and speedup, correct samples within tasks | {"; ".join(f"{r['run']} step {r['step']}: {span(r, 1, 'rho_nll_speedup_within')}" for r in likely)} | `analyze sharpening --table rho`
Distinct kernels, share by run and step | {"; ".join(f"{r['run']} step {r['step']}: {number(r['unique_ratio'])}" for r in alike)} | `analyze diversity`
""")
print("## What K samples find\n\nrun | K | at least one is right | at least one is fast\n---|---|---|---")
for run in runs["best-of-n"]:
    for k in sorted({r["k"] for r in scaling if r["run"] == run}):
        each = [only(scaling, run=run, k=k, metric=m) for m in ("pass", "fast_1")]
        print(f"{run} | {k} | {span(each[0], 100)} % | {span(each[1], 100)} %")
print("\n## Runs, all steps\n\nrun | rollouts | compiled | right | fast | tokens | ended by itself\n---|---|---|---|---|---|---")
for r in counts:
    print(f"{r['run']} | {r['n']} | {number(r['compiled'], 100)} % | {number(r['correct'], 100)} % | {number(r['fast'], 100)} % | "
          f"{number(r['tokens'])} | {number(r['ended'], 100)} %")
print(f"\n## The base model\n\nRows of the run `base`: {number(made.get('texts'))} texts of {number(made.get('tasks'))} tasks, vocabulary {number(made.get('vocabulary'))}; "
      + "; ".join(f"{k} {v}" for k, v in made.items() if k.startswith("left out")) + ". "
      f"After training {number(made.get('compiled'), 100)} % of {number(made.get('sampled'))} samples on "
      f"train tasks compile and {number(made.get('right'), 100)} % are right (tiny sizes, on processors); {number(made.get('tokens_a_second'))} tokens a second were learned from.\n\n"
      "step | loss of an answer's token (nats)\n---|---")
for step, loss in curve[:: max(1, len(curve) // 12)]:
    print(f"{step} | {loss:.3f}")
