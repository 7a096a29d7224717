"""Agreement with the suites' own evaluators, where these run on a processor.

  agreement.py ROLLBOOK FOLDER [--sol SRC] [--flashinfer SRC] [--shapes N] [--mutants N] [--seed N] [--seconds S] [--rows FILE.json]

FOLDER holds definitions with workloads, or tasks of kernelbot.  SRC is a checkout's folder with the package sol_execbench or
flashinfer_bench; a task of kernelbot brings its own check.  Of each problem the N smallest shapes are taken.  Candidates are the
reference, the reference computed in double precision, one in lower precision, and mutants of the reference (problems.py).  Theirs is
what their code says of three calls with inputs that their code draws; timing is left out, since it needs a GPU.  Names of "cuda"
mean the processor there.  Ours are the verdict by our rule, and the suite's rule as we apply it.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

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
        values = gen_inputs(definition, workload, device="cpu", **more)
        results = []
        for run in (reference["run"], candidate["run"]):
            with torch.no_grad(), messages():
                out = run(*[v.clone() if isinstance(v, torch.Tensor) else v for v in values])
                named = normalize_outputs(out, device=torch.device("cpu"), output_names=list(dtypes), output_dtypes=dtypes)
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
    """By its own generate_input and check_implementation; "cuda" is the processor."""
    import torch
    sys.path.insert(0, str(BESIDE))
    import shaped
    reference = shaped.imported(ask["files"], "reference")
    with shaped.here("cpu"):
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
    torch.cuda.synchronize = lambda *a: None
    try:
        said = theirs_of_kernelbot(ask) if "case" in ask else theirs_of_definition(ask)
    except Fails as e:
        said = "fails", str(e)
    print(json.dumps(said))


def judged_by_them(ask, limit):
    try:
        done = subprocess.run([sys.executable, __file__, "--their-side"], input=json.dumps(ask), capture_output=True, text=True, timeout=limit)
        return json.loads(done.stdout.strip().splitlines()[-1])
    except subprocess.TimeoutExpired:
        return "not run", "no answer in %.0f s" % limit
    except (ValueError, IndexError):
        return "not run", (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]


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
                        "reference": files["reference.py"].replace("def ref_kernel", "def custom_kernel")})
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
    p.add_argument("--sol")
    p.add_argument("--flashinfer")
    p.add_argument("--shapes", type=int, default=2)
    p.add_argument("--mutants", type=int, default=2)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=600.0)
    p.add_argument("--rows", type=pathlib.Path)
    asked = p.parse_args()
    began, rows = time.monotonic(), []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        taken = taken_definitions(asked.folder, scratch / "f", asked.shapes) if (scratch / "f").mkdir() is None else []
        taken += taken_tasks(asked.folder, scratch / "f", asked.shapes)
        judge = problems.Judge(argparse.Namespace(program=asked.program, backend="cpu", seconds=asked.seconds), os.path.join(scratch, "a.db"))
        subprocess.run([asked.program, "init", judge.database], check=True, capture_output=True)
        done = judge.rollbook("task", "import-shapes", str(scratch / "f"), "--suite", "s", limit=asked.seconds)
        print(done.stderr, end="")
        by_problem = collections.defaultdict(list)
        for t in taken:
            source = {"sol": asked.sol, "flashinfer": asked.flashinfer, "kernelbot": ""}[t["suite"]]
            if source is not None:
                by_problem[t["problem"]].append(dict(t, source=source, rounds=3))
        for problem, shapes in by_problem.items():
            for kind, text in candidates(shapes[0], asked):
                if time.monotonic() - began > asked.seconds:
                    break
                path = scratch / "candidate.py"
                path.write_text(text)
                ours = judge.judge({"path": path, "problem": problem})
                theirs = [judged_by_them(dict(t, text=text), 60.0) for t in shapes] if "ours" in ours else []
                for t, (said, why), row in zip(shapes, theirs, ordered(shapes, ours)):
                    rows.append({"suite": t["suite"], "problem": problem, "kind": kind, "theirs": said, "why_theirs": why, "ours": row["outcome"],
                                 "by_suite": row["other_rule"], "shape": row["shape"], "why_ours": row["message"]})
                if not theirs:
                    print("%s, %s: not judged: %s" % (problem, kind, ours["why"]))
    report(rows)
    if asked.rows:
        asked.rows.write_text(json.dumps(rows, indent=1))


def ordered(shapes, ours):
    """Rows of our verdict in the order of the shapes, which have the same labels."""
    def label(t):
        axes = t["case"] if "case" in t else {k: v for k, v in t["row"].get("workload", t["row"])["axes"].items()}
        return {"%s=%s" % kv for kv in axes.items() if kv[0] != "seed"}

    left = list(ours["rows"])
    for t in shapes:
        found = next((r for r in left if set(r["shape"].split("#")[0].split("+")) <= label(t) | {"as_defined"}), None)
        if found is not None:
            left.remove(found)
        yield found or {"outcome": "not imported", "other_rule": None, "shape": "?", "message": ""}


def report(rows):
    for suite in sorted({r["suite"] for r in rows}):
        these = [r for r in rows if r["suite"] == suite and r["theirs"] != "not run" and r["ours"] != "not imported"]
        said = [(r["theirs"] != "fails", r["theirs"] == "right", r["ours"] not in ("compile", "crash", "timeout"), r["ours"] == "measured", r["by_suite"]) for r in these]
        print("%s: %d problems, %d shapes, %d verdicts (%s)" % (suite, len({r["problem"] for r in these}), len({(r["problem"], r["shape"]) for r in these}),
                                                           len(these), ", ".join("%s %d" % kv for kv in sorted(collections.Counter(r["kind"] for r in these).items()))))
        print("    runs: agree on %d of %d" % (sum(a == c for a, _, c, _, _ in said), len(said)))
        known = [(b, s == "right") for _, b, _, _, s in said if s in ("right", "not right")]
        print("    right by the suite's rule, theirs and as applied here: agree on %d of %d" % (sum(a == b for a, b in known), len(known)))
        print("    right by theirs and by our own rule: agree on %d of %d; right by theirs alone %d, by ours alone %d" % (
            sum(b == d for _, b, _, d, _ in said), len(said), sum(b and not d for _, b, _, d, _ in said), sum(d and not b for _, b, _, d, _ in said)))
        for r in these:
            suite_says = {"right": "right", "not right": "wrong"}.get(r["by_suite"])
            if suite_says is not None and r["theirs"] != "fails" and suite_says != r["theirs"]:
                print("    %s@%s %s: theirs %s (%s), their rule here %s, ours %s: %s" % (
                    r["problem"], r["shape"], r["kind"], r["theirs"], r["why_theirs"], suite_says, r["ours"], " ".join(str(r["why_ours"]).split())[:160]))


if __name__ == "__main__":
    their_side() if "--their-side" in sys.argv else main()
