"""Agreement with the suites' own evaluators.

  agreement.py ROLLBOOK FOLDER [--backend cuda] [--jobs N] [--sol SRC] [--flashinfer SRC] [--shapes N] [--mutants N] [--kinds LIST]
               [--seed N] [--seconds S] [--rows FILE.json]

FOLDER holds definitions with workloads, or tasks of kernelbot.  S bounds our verdicts, without the import.  The seed draws the order of
problems, so that a run out of time has judged a sample of them.  SRC is a checkout's folder
with the package sol_execbench or flashinfer_bench; a task of kernelbot brings its own check.  Of each problem the N smallest shapes are taken.  Candidates are the
reference, the reference computed in double precision, one in lower precision, and mutants of the reference (problems.py).  Theirs is
what their code says of three calls with inputs that their code draws; timing is left out.  By the backend cpu names of "cuda"
mean the processor there.  S bounds their side as well.  Ours are the verdict by our rule, and the suite's rule as we apply it.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import types

import problems

BESIDE = pathlib.Path(__file__).resolve().parent.parent / "src/eval/torch/beside"
WRAPPED = """
_suite_run = {entry}
def {entry}(*args, **kwargs):
    import torch
    def other(v):
        if isinstance(v, torch.Tensor):
            return v.to({to}) if v.dtype in (torch.float32, torch.float16, torch.bfloat16) else v
        if type(v) in (tuple, list):
            return type(v)(other(x) for x in v)
        return v
    def back(v, like):
        if isinstance(v, torch.Tensor):
            return v.to(like.dtype)
        if type(v) in (tuple, list):
            return type(v)(back(x, y) for x, y in zip(v, like))
        return {{k: back(x, like[k]) for k, x in v.items()}} if isinstance(v, dict) else v
    want = _suite_run(*args, **kwargs)
    return back(_suite_run(*[other(v) for v in args], **{{k: other(v) for k, v in kwargs.items()}}), want)
"""


def theirs_of_definition(ask):
    """By sol_execbench or flashinfer_bench: what the rounds say."""
    import torch
    sys.path.insert(0, ask["source"])
    definition_text, row = json.loads(ask["definition"]), ask["row"]
    if ask["suite"] == "sol":
        from sol_execbench.core.bench.correctness import compute_error_stats, set_seed
        from sol_execbench.core.bench.io import gen_inputs, normalize_outputs
        from sol_execbench.core.data import Definition, Workload
        from sol_execbench.core.data.dtypes import dtype_str_to_torch_dtype
        workload = Workload(**{k: v for k, v in row.items() if v is not None})

        def exceeds(got, want):
            return compute_error_stats(got, want, workload.tolerance)[1]
    else:
        for name in ("flashinfer", "flashinfer.testing"):  # which they time with
            sys.modules.setdefault(name, types.ModuleType(name))
        sys.modules["flashinfer.testing"].bench_gpu_time_with_cupti = None
        from flashinfer_bench.bench.config import ResolvedEvalConfig
        from flashinfer_bench.bench.utils import compute_error_stats, gen_inputs, normalize_outputs
        from flashinfer_bench.data import Definition, Workload
        from flashinfer_bench.utils import dtype_str_to_torch_dtype
        workload, set_seed = Workload(**row["workload"]), torch.manual_seed
        names = getattr(ResolvedEvalConfig, "model_fields", None) or ResolvedEvalConfig.__dataclass_fields__
        usual = {"warmup_runs": 1, "iterations": 1, "num_trials": 1, "rtol": 1e-2, "atol": 1e-2, "required_matched_ratio": None,
                 "profile_baseline": False, "extra": {}}
        config = ResolvedEvalConfig(**{k: v for k, v in usual.items() if k in names})

        def exceeds(got, want):
            return not bool(torch.isfinite(got).all()) or compute_error_stats(got, want, config)[2]
        definition_text.setdefault("op_type", definition_text.get("type") or "other")  # older data lack it
    definition = Definition(**definition_text)
    dtypes = {k: dtype_str_to_torch_dtype(v.dtype) for k, v in definition.outputs.items()}
    reference, candidate = {}, {}
    exec(compile(definition.reference, "reference", "exec"), reference)
    with messages():
        exec(compile(ask["text"], "candidate", "exec"), candidate)
    more = {}
    if ask["suite"] == "sol" and getattr(definition, "custom_inputs_entrypoint", None):
        more = {"custom_inputs_fn": reference[definition.custom_inputs_entrypoint]}
    for i in range(ask["rounds"]):
        set_seed(1000 + i)
        values = gen_inputs(definition, workload, device=ask["device"], **more)
        results = []
        for run in (reference["run"], candidate["run"]):
            with torch.no_grad(), messages():
                out = run(*[v.clone() if isinstance(v, torch.Tensor) else v for v in values])
                named = normalize_outputs(out, device=torch.device(ask["device"]), output_names=list(dtypes), output_dtypes=dtypes)
                results.append([named[k] for k in dtypes])
        for want, got in zip(*results):
            if want.shape != got.shape or want.dtype != got.dtype:
                return "wrong", "shape or dtype"
            if exceeds(got, want):
                return "wrong", "exceeds the tolerance"
    return "right", ""


class Fails(Exception):
    """A candidate's own fault."""


class messages:
    """What a candidate raises is its fault."""

    def __enter__(self):
        return self

    def __exit__(self, kind, e, trace):
        if e is not None and isinstance(e, Exception):
            raise Fails("%s: %s" % (kind.__name__, str(e)[:200])) from e


def theirs_of_kernelbot(ask):
    """By its own generate_input and check_implementation; "cuda" is the device of the backend."""
    import torch
    sys.path.insert(0, str(BESIDE))
    import shaped
    reference = shaped.imported(ask["files"], "reference")
    with shaped.here(ask["device"]):
        with messages():
            space = {"__name__": "submission"}
            exec(compile(ask["text"], "candidate", "exec"), space)
        for i in range(ask["rounds"]):
            case = dict(ask["case"], **({"seed": 1000 + i} if "seed" in ask["case"] else {}))
            values = reference.generate_input(**case)
            kept = shaped._layout(values, tensors := [])
            copies = shaped.nested(kept, [t.clone() for t in tensors])
            with torch.no_grad(), messages():
                got = space["custom_kernel"](values)
            said = reference.check_implementation(copies, got)
            right, why = said if isinstance(said, tuple) else (not said, said)
            if not right:
                return "wrong", str(why)[:200]
    return "right", ""


def their_side():
    ask = json.load(sys.stdin)
    import torch
    torch.set_num_threads(1)
    if ask["device"] == "cpu":
        torch.cuda.synchronize = lambda *a: None
    for text in ask["texts"]:
        try:
            one = dict(ask, text=text)
            said = theirs_of_kernelbot(one) if "case" in ask else theirs_of_definition(one)
        except Fails as e:
            said = "fails", str(e)
        except Exception as e:  # theirs, or this script's
            said = "not run", "%s: %s" % (type(e).__name__, str(e)[:200])
        print(json.dumps(said), flush=True)


def judged_by_them(ask, limit):
    """Of each text."""
    late = "no answer in %.0f s" % limit
    try:
        done = subprocess.run([sys.executable, __file__, "--their-side"], input=json.dumps(ask), capture_output=True, text=True, timeout=limit)
        told, why = done.stdout, (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
    except subprocess.TimeoutExpired as e:
        told, why = (e.stdout or b"").decode(), late
    said = [json.loads(line) for line in told.splitlines()]
    return said + [["not run", why]] * (len(ask["texts"]) - len(said))


def size_of(values):
    n = 1
    for v in values:
        n *= max(1, v) if type(v) is int else 1
    return n


def taken_definitions(folder, scratch, n_shapes):
    """Copies definitions with their smallest workloads; [{"suite", "problem", "definition", "row", "reference"}]"""
    out, traces = [], collections.defaultdict(list)
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text(errors="replace").splitlines():
            row = json.loads(line) if line.strip().startswith("{") else {}
            if isinstance(row.get("workload"), dict) and not row.get("solution"):
                traces[row.get("definition")].append(row)
    for path in sorted(folder.rglob("*.json")):
        try:
            d = json.loads(path.read_text())
        except (ValueError, UnicodeDecodeError):
            continue
        if not isinstance(d, dict) or not {"reference", "axes", "inputs", "outputs", "name"} <= set(d):
            continue
        beside = path.parent / "workload.jsonl"
        rows = [json.loads(x) for x in beside.read_text().splitlines() if x.strip()] if beside.is_file() else traces[d["name"]]
        rows = [r for r in rows if all(i["type"] != "safetensors" for i in r.get("workload", r)["inputs"].values())]
        rows.sort(key=lambda r: size_of(r.get("workload", r)["axes"].values()))
        here = scratch / ("d%d" % len(out))
        for row in rows[:n_shapes]:
            here.mkdir(exist_ok=True)
            (here / "definition.json").write_text(json.dumps(d))
            with open(here / "workload.jsonl", "a", encoding="utf-8") as f:
                f.write(json.dumps(row) + "\n")
            out.append({"suite": "flashinfer" if "workload" in row else "sol", "problem": d["name"], "definition": json.dumps(d), "row": row,
                        "reference": d["reference"], "uuid": row.get("workload", row)["uuid"]})
    return out


def taken_tasks(folder, scratch, n_shapes):
    import yaml
    out = []
    for path in sorted(folder.rglob("task.yml")):
        d = yaml.safe_load(path.read_text())
        here = path.parent
        cases = sorted(d.get("tests") or [], key=lambda c: size_of(c.values()))[:n_shapes]
        if d.get("lang", "py") != "py" or not cases:
            continue
        files, to = {}, scratch / ("t%d" % len(out)) / here.name
        to.mkdir(parents=True, exist_ok=True)
        for entry in d["files"]:
            if entry["name"].endswith(".py") and not entry["source"].startswith("@") and (here / entry["source"]).is_file():
                files[entry["name"]] = (here / entry["source"]).read_text()
                shutil.copy(here / entry["source"], to / pathlib.Path(entry["name"]).name)
                entry["source"] = pathlib.Path(entry["name"]).name
        if "ref_kernel" not in files.get("reference.py", ""):
            continue
        (to / "task.yml").write_text(json.dumps(dict(d, benchmarks=[], tests=cases)))
        files.pop("eval.py", None)
        for case in cases:
            out.append({"suite": "kernelbot", "problem": here.name, "case": case, "files": files,
                        "reference": files["reference.py"] + "\n\ncustom_kernel = ref_kernel\n"})
    return out


def candidates(taken, asked):
    """(kind, text) of a problem"""
    entry = "custom_kernel" if taken["suite"] == "kernelbot" else "run"
    draw = random.Random("%d %s" % (asked.seed, taken["problem"]))
    yield "reference", taken["reference"]
    yield "double", taken["reference"] + WRAPPED.format(entry=entry, to="torch.float64")
    yield "half", taken["reference"] + WRAPPED.format(entry=entry, to="torch.bfloat16")
    for _ in range(asked.mutants):
        found = problems.of_python(taken["reference"], draw)
        if found is not None:
            yield "mutant", found[0]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("program")
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--backend", choices=("cpu", "cuda"), default="cpu")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--sol")
    p.add_argument("--flashinfer")
    p.add_argument("--shapes", type=int, default=2)
    p.add_argument("--mutants", type=int, default=2)
    p.add_argument("--kinds", default="reference,double,half,mutant", help="of candidates")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=600.0)
    p.add_argument("--rows", type=pathlib.Path)
    asked = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "f").mkdir()
        taken = taken_definitions(asked.folder, scratch / "f", asked.shapes) + taken_tasks(asked.folder, scratch / "f", asked.shapes)
        judge = problems.Judge(argparse.Namespace(program=asked.program, backend=asked.backend, seconds=asked.seconds), os.path.join(scratch, "a.db"))
        subprocess.run([asked.program, "init", judge.database], check=True, capture_output=True)
        done = judge.rollbook("task", "import-shapes", str(scratch / "f"), "--suite", "s", limit=asked.seconds)
        print(done.stderr, end="")
        listed = json.loads(judge.rollbook("task", "list", "--suite", "s", "--json").stdout)["rows"]
        shapes = [dict(t, source=source, rounds=3, task="s:" + name, device=asked.backend) for t in taken
                  for source in [{"sol": asked.sol, "flashinfer": asked.flashinfer, "kernelbot": ""}[t["suite"]]] if source is not None
                  for name in [name_of(t, listed)] if name is not None]
        order = random.Random(asked.seed)
        place = {p: order.random() for p in sorted({t["problem"] for t in shapes})}
        shapes.sort(key=lambda t: place[t["problem"]])
        rows, lines, began = [], [], time.monotonic()
        for t in shapes:
            for kind, text in ((k, x) for k, x in candidates(t, asked) if k in asked.kinds.split(",")):
                rows.append({"suite": t["suite"], "problem": t["problem"], "task": t["task"], "kind": kind, "text": text, "theirs": "not run",
                             "why_theirs": "", "ours": "not run", "by_suite": None, "why_ours": ""})
                lines.append(json.dumps({"id": len(lines), "task": t["task"], "kernel": text, "kind": "torch", "correct_trials": 3, "timed_runs": 2, "backend": asked.backend}))
        with subprocess.Popen([asked.program, "jobs", "--db", judge.database, "--workers", str(asked.jobs)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as jobs:
            jobs.stdin.write("\n".join(lines) + "\n")
            jobs.stdin.close()
            for line in jobs.stdout:
                note(rows, json.loads(line))
                if time.monotonic() - began > asked.seconds:
                    jobs.kill()
                    break
        asks, began = [(t, [r for r in rows if r["task"] == t["task"] and r["ours"] != "not run"]) for t in shapes], time.monotonic()

        def ask_them(t, these):
            left = min(120.0, asked.seconds - (time.monotonic() - began))
            for row, said in zip(these, judged_by_them(dict(t, texts=[r["text"] for r in these]), left) if these and left > 0 else []):
                row["theirs"], row["why_theirs"] = said

        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            list(pool.map(lambda ask: ask_them(*ask), asks))
    report(rows)
    if asked.rows:
        asked.rows.write_text(json.dumps(rows, indent=1))


def name_of(t, listed):
    """Of the task that a shape became."""
    for row in listed:
        if "uuid" in t and row["name"].startswith(problem_name(t)) and row["origin"].endswith("workload " + t["uuid"]):
            return row["name"]
        label = "+".join("%s=%s" % kv for kv in t.get("case", {}).items() if kv[0] != "seed")
        if "case" in t and row["name"].split("#")[0] == "%s@%s" % (problem_name(t), label):
            return row["name"]
    return None


def problem_name(t):
    return re.sub(r"[^A-Za-z0-9_.-]", "_", t["problem"])[:120]


def note(rows, answer):
    if "id" not in answer:
        return
    row, verdict = rows[answer["id"]], answer.get("verdict")
    if verdict is None:
        row["why_ours"] = answer.get("error")
        return
    theirs = next((e["pass"] for e in verdict["evidence"] if e["kind"] == "rule_suite"), None)
    if any(e["kind"] == "rule_own" for e in verdict["evidence"]):  # the suite's rule decides
        theirs = verdict["outcome"] == "measured"
    hidden = (verdict["message"] or "").startswith("at a hidden shape")
    row.update(ours=verdict["outcome"], why_ours=verdict["message"] or "", hidden=hidden,
               by_suite=None if theirs is None else "right" if theirs else "wrong")


def report(rows):
    for suite in sorted({r["suite"] for r in rows}):
        these = [r for r in rows if r["suite"] == suite and "not run" not in (r["theirs"], r["ours"])]
        print("%s: %d problems, %d shapes, %d verdicts (%s); not run %d" % (
            suite, len({r["problem"] for r in these}), len({r["task"] for r in these}), len(these),
            ", ".join("%s %d" % kv for kv in sorted(collections.Counter(r["kind"] for r in these).items())),
            sum(r["suite"] == suite for r in rows) - len(these)))
        said = [(r["theirs"] != "fails", r["theirs"] == "right", r["ours"] not in ("compile", "crash", "timeout", "parse"), r["ours"] == "measured") for r in these]
        print("    runs: agree on %d of %d" % (sum(a == c for a, _, c, _ in said), len(said)))
        known = [r for r in these if r["by_suite"] is not None and r["theirs"] != "fails"]
        print("    right by the suite's rule, theirs and as applied here: agree on %d of %d" % (sum(r["theirs"] == r["by_suite"] for r in known), len(known)))
        print("    right by theirs and by our own rule: agree on %d of %d; right by theirs alone %d, by ours alone %d" % (
            sum(b == d for _, b, _, d in said), len(said), sum(b and not d for _, b, _, d in said), sum(d and not b for _, b, _, d in said)))
        for r in these:
            if (r["theirs"] == "right") != (r["ours"] == "measured") or (r in known and r["theirs"] != r["by_suite"]):
                print("    %s %s: theirs %s (%s), their rule here %s, ours %s: %s" % (
                    r["task"], r["kind"], r["theirs"], r["why_theirs"], r["by_suite"], r["ours"], " ".join(str(r["why_ours"]).split())[:160]))
    for r in rows:
        if "not run" in (r["theirs"], r["ours"]) and (r["why_theirs"] or r["why_ours"]):
            print("    not run: %s %s: %s%s" % (r["task"], r["kind"], r["why_theirs"], r["why_ours"]))


if __name__ == "__main__":
    their_side() if "--their-side" in sys.argv else main()
