"""A drop-in for KernelBench's evaluator: a fork changes one import.

    from rollbook.kernelbench import eval_kernel_against_ref, KernelExecResult

The verdict is that of KernelBench's rule (its seeds, inputs and tolerance), made in a sandbox.  The evaluator's own,
stricter verdict is in `metadata["rollbook"]`, and both are stored: in the database of
ROLLBOOK_DB, else ./rollbook.db, in the run `kernelbench`.  `configure` changes that.
"""

from __future__ import annotations

import dataclasses
import glob
import hashlib
import json
import os
import threading
import warnings
from typing import Any

from ._evaluate import split
from ._verdict import Verdict
from .errors import RollbookError, UsageError

__all__ = ["KernelExecResult", "configure", "eval_kernel_against_ref"]


@dataclasses.dataclass
class KernelExecResult:
    """KernelBench's result.  Times are in milliseconds, -1.0 when there is none."""

    compiled: bool = False
    correctness: bool = False
    metadata: dict[str, Any] = dataclasses.field(default_factory=dict)
    runtime: float = -1.0
    runtime_stats: dict[str, Any] = dataclasses.field(default_factory=dict)
    ref_runtime: float = -1.0
    ref_runtime_stats: dict[str, Any] = dataclasses.field(default_factory=dict)

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """As pydantic's."""
        return dataclasses.asdict(self)

    dict = model_dump

    def model_dump_json(self, **_: Any) -> str:
        """As pydantic's."""
        return json.dumps(dataclasses.asdict(self))


_settings: dict[str, Any] = {"db": None, "run": "kernelbench", "options": {}}
_lock = threading.Lock()
_runs: dict[tuple[str, str], Any] = {}


def configure(*, db: str | os.PathLike[str] | bool | None = None, run: str = "kernelbench", **options: Any) -> None:
    """Where results are stored (db=False: nowhere) and how kernels are evaluated (url=, python=, workers=, timeout=).

    For the whole process; called before the first evaluation.
    """
    _settings.update({"db": db, "run": run, "options": options})


def _run() -> Any:
    if _settings["db"] is False:
        return None
    path = _settings["db"] if _settings["db"] not in (None, True) else os.environ.get("ROLLBOOK_DB") or "rollbook.db"
    key = (os.path.abspath(path), _settings["run"])
    with _lock:
        if key not in _runs:
            from ._db import Database
            _runs[key] = Database(path).run(_settings["run"], strategy="kernelbench")
        return _runs[key]


def _backend(device: Any, options: dict[str, Any]) -> str:
    kind = getattr(device, "type", None) or (device.split(":")[0] if isinstance(device, str) else None)
    if kind in ("cpu", "cuda"):
        return str(kind)
    return "cuda" if isinstance(device, int) or options.get("url") or glob.glob("/dev/nvidia[0-9]*") else "cpu"


def _stats(samples_us: Any, verdict: Verdict) -> tuple[float, dict[str, Any]]:
    """Mean in ms, and KernelBench's statistics."""
    values = [float(v) / 1000.0 for v in samples_us or []]
    if not values:
        return -1.0, {}
    mean = sum(values) / len(values)
    std = (sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1)) ** 0.5
    return float(f"{mean:.3g}"), {"mean": float(f"{mean:.3g}"), "std": float(f"{std:.3g}"),
                                  "min": float(f"{min(values):.3g}"), "max": float(f"{max(values):.3g}"),
                                  "num_trials": len(values), "hardware": verdict.data.get("device"),
                                  "device": verdict.data.get("backend")}


_ISSUES = {"mismatch": "Output mismatch", "wrong_shape": "Output shape mismatch", "nan": "Output mismatch"}


def _metadata(verdict: Verdict, trials: int) -> dict[str, Any]:
    d = verdict.data
    own = next((e for e in verdict.evidence if e.kind == "rule_own"), None)
    differ = next((e for e in verdict.evidence if e.kind == "rules_differ"), None)
    metadata: dict[str, Any] = {"hardware": d.get("device"), "device": d.get("backend")}
    run, passed = d.get("trials_run"), d.get("trials_passed")
    if verdict.correct:  # timed runs are checked as well, and counted by the verdict
        metadata["correctness_trials"] = f"({trials} / {trials})"
    elif run:
        metadata["correctness_trials"] = f"({passed} / {run})"
    if verdict.outcome in _ISSUES:
        metadata["correctness_issue"] = verdict.message or _ISSUES[verdict.outcome]
        if d.get("max_abs_err") is not None:
            metadata["max_difference"] = [f"{d['max_abs_err']:.6f}"]
    elif verdict.outcome in ("compile", "parse", "no_code"):
        metadata["compilation_error"] = verdict.log or verdict.message or verdict.outcome
        metadata["compilation_error_name"] = verdict.outcome
    elif verdict.outcome == "timeout":
        metadata["error"] = "Evaluation timed out"
    elif verdict.outcome in ("crash", "launch"):
        metadata["runtime_error"] = verdict.message or verdict.outcome
        metadata["runtime_error_name"] = verdict.outcome
    elif verdict.outcome == "cheat":
        metadata["correctness_issue"] = f"refused as a cheat: {verdict.message or d.get('cheat_kind')}"
    metadata["rollbook"] = {
        "outcome": verdict.outcome, "message": verdict.message, "speedup": verdict.speedup,
        "interval": list(verdict.interval) if verdict.interval else None, "id": verdict.id,
        "own_rule": None if own is None else {"correct": own.detail == "measured", "outcome": own.detail},
        "rules_differ": None if differ is None else differ.detail,
        "failed_checks": [e.kind for e in verdict.evidence if not e.passed],
    }
    return metadata


def eval_kernel_against_ref(
    original_model_src: str,
    custom_model_src: str,
    seed_num: int = 42,
    num_correct_trials: int = 1,
    num_perf_trials: int = 10,
    measure_performance: bool = False,
    timing_method: str = "cuda_event",
    verbose: bool = False,
    build_dir: str | os.PathLike[str] | None = None,
    device: Any = None,
    backend: str = "cuda",
    precision: Any = None,
    check_for_excessive_speedup: bool = True,
    excessive_speedup_threshold: float = 10,
) -> KernelExecResult | None:
    """Evaluates `ModelNew` of custom_model_src against `Model` of original_model_src, as KernelBench does.

    device: a torch.device, "cpu", "cuda" or a number; None: a GPU where there is one.  Differences: the reference is
    timed beside the candidate, num_perf_trials times each; timing_method, build_dir and backend change nothing,
    since the evaluator finds out what a module is; precision must be float32.  None is given where nothing was
    checked, which callers of KernelBench try again.

    Raises `UsageError` for another precision, or a reference that is no problem.
    """
    if precision is not None and str(precision) not in ("torch.float32", "fp32", "float32"):
        raise UsageError(f"precision={precision}: only float32 is evaluated")
    evaluator, options = split(dict(_settings["options"]))
    options.setdefault("backend", _backend(device, _settings["options"]))
    if seed_num != 42:
        options["seed"] = int(seed_num)
    verdict = evaluator.evaluate(custom_model_src, problem=_as_text(original_model_src), rule="kernelbench",
                                 correct_trials=int(num_correct_trials),
                                 timed_runs=int(num_perf_trials) if measure_performance else 1, **options)
    if verbose:
        print(f"[rollbook] {verdict}")
    _store(original_model_src, custom_model_src, verdict)
    if verdict.infra:
        warnings.warn(f"KernelBench's None: {verdict}", RuntimeWarning, stacklevel=2)
        return None
    result = KernelExecResult(compiled=verdict.compiled, correctness=verdict.correct,
                              metadata=_metadata(verdict, int(num_correct_trials)))
    if measure_performance and verdict.correct:
        result.runtime, result.runtime_stats = _stats(verdict.data.get("samples_us"), verdict)
        result.ref_runtime, result.ref_runtime_stats = _stats(verdict.data.get("baseline_samples_us"), verdict)
        if (check_for_excessive_speedup and verdict.speedup is not None
                and verdict.speedup > excessive_speedup_threshold):
            result.metadata["excessive_speedup"] = True
    return result


def _as_text(source: str) -> str:
    """A reference of one line is a text as well."""
    return source if "\n" in source else source + "\n"


def _store(reference: str, candidate: str, verdict: Verdict) -> None:
    try:
        run = _run()
        if run is not None:
            name = hashlib.sha256(reference.encode("utf-8", "replace")).hexdigest()[:12]
            run.log(task=f"problem {name}", completion=candidate, verdict=verdict)
    except RollbookError as error:
        warnings.warn(f"the verdict was not stored: {error}", RuntimeWarning, stacklevel=3)
