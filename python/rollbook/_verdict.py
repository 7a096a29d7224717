"""What the evaluator says about a kernel."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Evidence", "Verdict"]


class Evidence(NamedTuple):
    """One check: what was found, and what it was compared with.  `value` and `bound` are in `unit`."""

    kind: str
    value: float | None
    bound: float | None
    unit: str
    passed: bool
    detail: str | None


class Verdict:
    """What the evaluator says about one kernel.

    `str(v)` is a sentence.  `float(v)` is the speedup: 0.0 when the kernel is wrong, NaN when nothing is known
    (`infra`, or a right kernel that could not be timed).  `bool(v)` is `v.correct`.

    `data` holds every member of the program's answer by its name; times are in microseconds (`..._us`) or
    milliseconds (`..._ms`).
    """

    __slots__ = ("data",)
    data: dict[str, Any]

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = dict(data)

    @classmethod
    def unknown(cls, message: str, **members: Any) -> Verdict:
        """A verdict of outcome `infra`: nothing was checked, for a reason that is not the kernel's."""
        return cls({"outcome": "infra", "compiled": False, "correct": False, "message": message, **members})

    def __reduce__(self) -> tuple[type[Verdict], tuple[dict[str, Any]]]:
        return type(self), (self.data,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def outcome(self) -> str:
        """no_code, parse, compile, launch, crash, timeout, wrong_shape, nan, mismatch, cheat, measured or infra."""
        return str(self.data.get("outcome", "infra"))

    @property
    def infra(self) -> bool:
        """Nothing was checked; this is no fault of the kernel and must not be scored."""
        return self.outcome == "infra"

    @property
    def compiled(self) -> bool:
        """The compiler accepted the kernel."""
        return bool(self.data.get("compiled"))

    @property
    def correct(self) -> bool:
        """Every check was passed."""
        return bool(self.data.get("correct"))

    @property
    def precision_class(self) -> str | None:
        """fp32, tf32 or half: the least precise arithmetic that a right kernel's errors are like; None when unknown."""
        value = self.data.get("precision_class")
        return str(value) if value is not None else None

    @property
    def speedup(self) -> float | None:
        """The baseline's time divided by the kernel's; None when the kernel is wrong or was not timed."""
        value = self.data.get("speedup")
        return float(value) if value is not None else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the speedup over processes, or None without one."""
        low, high = self.data.get("speedup_lower"), self.data.get("speedup_upper")
        return (float(low), float(high)) if low is not None and high is not None else None

    @property
    def runtime_us(self) -> float | None:
        """The median time of the kernel, microseconds."""
        value = self.data.get("runtime_us")
        return float(value) if value is not None else None

    @property
    def baseline_us(self) -> float | None:
        """The median time of the baseline beside it, microseconds."""
        value = self.data.get("baseline_runtime_us")
        return float(value) if value is not None else None

    @property
    def message(self) -> str | None:
        """One line: why, or None."""
        value = self.data.get("message")
        return str(value) if value is not None else None

    @property
    def log(self) -> str:
        """What the compiler said; "" when it said nothing."""
        return str(self.data.get("compile_log") or "")

    @property
    def evidence(self) -> list[Evidence]:
        """The checks that were made, in their order."""
        return [Evidence(str(e.get("kind", "")), e.get("value"), e.get("bound"), str(e.get("unit") or ""),
                         bool(e.get("pass")), e.get("detail"))
                for e in self.data.get("evidence") or []]

    @property
    def shapes(self) -> dict[str, float | None]:
        """Of a problem with several shapes, the speedup at each that was tried; None: wrong there, or not timed."""
        return {str(e.detail): e.bound / e.value if e.passed and e.value and e.bound else None
                for e in self.evidence if e.kind == "shape"}

    @property
    def task(self) -> str | None:
        """What the kernel computes, e.g. "l1/28"."""
        value = self.data.get("task")
        return str(value) if value is not None else None

    @property
    def evaluation_id(self) -> int | None:
        """The row of the database, when the evaluator's host has stored one."""
        value = self.data.get("evaluation_id")
        return int(value) if value is not None else None

    @property
    def id(self) -> str:
        """16 hex digits that tell this verdict from others: of the kernel's hash, task, seed and times."""
        d = self.data
        text = repr([d.get(k) for k in ("code_sha256", "task", "case", "mode", "seed", "outcome", "samples_us",
                                        "message")])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def verdict_sha256(self) -> str | None:
        """One hash for the same code, task, evaluator, rule and outcome, by Python, HTTP, MCP and the program."""
        value = self.data.get("verdict_sha256")
        return str(value) if value is not None else None

    def first_lines(self, n: int = 3) -> str:
        """Why it failed, in at most n lines: the message and what the compiler said first.  For logs and prompts."""
        lines = [self.message] if self.message else []
        lines += [line for line in self.log.splitlines() if line.strip()]
        return "\n".join(lines[:n])

    def __float__(self) -> float:
        if self.infra:
            return math.nan
        if not self.correct:
            return 0.0
        return self.speedup if self.speedup is not None else math.nan

    def __bool__(self) -> bool:
        return self.correct

    def __str__(self) -> str:
        reason = self.message or self.data.get("why_no_speedup")
        why = f": {reason}" if reason else ""
        if self.infra:
            return f"Nothing was checked{why}."
        if not self.correct:
            return f"The kernel is wrong ({self.outcome}){why}."
        right = "right" + (f" at class {self.precision_class}" if self.precision_class else "")
        if self.speedup is None:
            return f"The kernel is {right}; it was not timed{why}."
        text = f"The kernel is {right} and runs at {self.speedup:.3g} times the speed of the baseline"
        if self.interval is not None:
            text += f" (95 % interval {self.interval[0]:.3g} to {self.interval[1]:.3g})"
        if self.runtime_us is not None:
            text += f", {self.runtime_us:.4g} us"
        return text + "."

    def __repr__(self) -> str:
        return f"<Verdict {self.outcome}{'' if self.speedup is None else f' {self.speedup:.3g}x'}>"
