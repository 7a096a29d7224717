"""Verdicts as rewards, and what the adapters of the frameworks share.

A reward is None where nothing was checked (`infra`): such a sample must be left out, not scored 0.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from ._evaluate import split
from ._program import run_json
from ._verdict import Verdict
from .errors import UsageError

if TYPE_CHECKING:
    from ._log import Run

__all__ = ["RECIPES", "Scorer", "prompt", "reward", "score", "tasks"]

Recipe = Union[str, Callable[[Verdict], Union[float, None]]]


def _speedup(v: Verdict) -> float | None:
    value = float(v)
    return None if math.isnan(value) else value


def _correct(v: Verdict) -> float | None:
    return 1.0 if v.correct else 0.0


def _log_speedup(v: Verdict) -> float | None:
    value = _speedup(v)
    return value if not value else max(1.0 + math.log2(value), 0.1)


def _stages(v: Verdict) -> float | None:
    if not v.correct:
        return 0.1 if v.compiled else 0.0
    value = _speedup(v)
    return None if value is None else 0.5 + min(value, 4.0) / 4.0


RECIPES: dict[str, Callable[[Verdict], float | None]] = {
    "speedup": _speedup,
    "correct": _correct,
    "log_speedup": _log_speedup,
    "stages": _stages,
}
"""Recipes by name: `speedup` (0 when wrong); `correct` (1 or 0); `log_speedup` (0 when wrong, else 1 + log2(speedup),
at least 0.1); `stages` (0.1 when it compiles, 0.5 + speedup / 4 when it is right, at most 1.5)."""


def score(verdict: Verdict, recipe: Recipe = "speedup", infra: float | None = None) -> float | None:
    """The reward of a verdict.  `infra` is given where nothing was checked, or where a right kernel has no time."""
    if verdict.infra:
        return infra
    if not callable(recipe):
        if recipe not in RECIPES:
            raise UsageError(f"no recipe {recipe!r}; there are {', '.join(RECIPES)}, or a function of a Verdict")
        recipe = RECIPES[recipe]
    value = recipe(verdict)
    return infra if value is None else float(value)


def guessed_speedup(verdict: Verdict) -> float:
    """Of a right kernel that has no speedup: the middle of its interval (geometric), or 0.5 without one.  No
    measurement: `facts` of such a verdict have `timed` 0.0."""
    if verdict.interval is None:
        return 0.5
    return math.sqrt(verdict.interval[0] * verdict.interval[1])


def target(what: Any) -> dict[str, Any]:
    """What a ground truth says: a task ("l1/28"), the text of a PyTorch problem, or a mapping with such members."""
    if isinstance(what, Mapping):
        for name in ("problem", "ref_code", "reference", "code", "task", "ground_truth"):
            if what.get(name) is not None:
                return target(what[name]) if name != "task" else {"task": what["task"]}
        raise UsageError(f"the ground truth has no task and no problem: {sorted(map(str, what))}")
    if isinstance(what, str) and ("\n" in what or "class Model" in what):
        return {"problem": what}
    if isinstance(what, (str, int)):
        return {"task": what}
    raise UsageError(f"a ground truth is a task such as 'l1/28' or the text of a PyTorch problem, not {what!r}")


def answer_text(completion: Any) -> str:
    """The text of a completion: a string, a message, or the last message of a list."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return answer_text(completion.get("content") or "")
    if isinstance(completion, (list, tuple)):
        if completion and isinstance(completion[-1], Mapping) and "text" in completion[-1]:
            return "".join(str(part.get("text", "")) for part in completion if isinstance(part, Mapping))
        return answer_text(completion[-1]) if completion else ""
    return "" if completion is None else str(completion)


class Scorer:
    """Evaluates completions and logs them: what every adapter calls.

    recipe: see `score`.  infra: the reward where nothing was checked.  run: a `Run` that every verdict is logged to.
    The other options are those of `rollbook.evaluate` (url=, case=, mode=, backend=, ...).
    """

    def __init__(self, recipe: Recipe = "speedup", *, infra: float | None = None, run: Run | None = None,
                 **options: Any) -> None:
        if not callable(recipe) and recipe not in RECIPES:
            raise UsageError(f"no recipe {recipe!r}; there are {', '.join(RECIPES)}, or a function of a Verdict")
        self.recipe = recipe
        self.infra = infra
        self.run = run
        self.options = options

    def score(self, verdict: Verdict) -> float | None:
        """The reward of a verdict."""
        return score(verdict, self.recipe, self.infra)

    def number(self, verdict: Verdict) -> float:
        """The reward for a framework that cannot leave a sample out: 0.0 where nothing was checked, and that of a
        guess (`guessed_speedup`) where noise hides the time of a right kernel."""
        value = self.score(verdict)
        if value is None and verdict.correct:
            value = self.score(Verdict({**verdict.data, "speedup": guessed_speedup(verdict)}))
        return 0.0 if value is None else value

    def is_known(self, verdict: Verdict) -> bool:
        """It has a reward.  Else it is worth another try."""
        return not verdict.infra and score(verdict, self.recipe) is not None

    def verdict(self, completion: Any, what: Any, **options: Any) -> Verdict:
        """Of one completion; what: see `target`."""
        evaluator, rest = split({**self.options, **options})
        return evaluator.evaluate(answer_text(completion), **target(what), **rest)

    async def averdict(self, completion: Any, what: Any, **options: Any) -> Verdict:
        """`verdict` for asyncio."""
        evaluator, rest = split({**self.options, **options})
        return await evaluator.aevaluate(answer_text(completion), **target(what), **rest)

    def verdicts(self, completions: Sequence[Any], whats: Sequence[Any]) -> list[Verdict]:
        """Of many completions, evaluated beside each other, in their order."""
        evaluator, rest = split(dict(self.options))
        futures = [evaluator.submit(answer_text(c), **target(w), **rest)
                   for c, w in zip(completions, whats, strict=True)]
        from ._evaluate import _wait
        return [_wait(future, evaluator.timeout) for future in futures]

    async def averdicts(self, completions: Sequence[Any], whats: Sequence[Any]) -> list[Verdict]:
        """`verdicts` for asyncio."""
        return list(await asyncio.gather(*(self.averdict(c, w) for c, w in zip(completions, whats, strict=True))))

    def log(self, verdict: Verdict, what: Any, **members: Any) -> None:
        """Logs a verdict to the run, if there is one; members as of `Run.log`."""
        if self.run is None:
            return
        place = target(what)
        task = place.get("task")
        if task is None:
            import hashlib
            task = "problem " + hashlib.sha256(str(place["problem"]).encode()).hexdigest()[:12]
        self.run.log(task=str(task), verdict=verdict, reward=score(verdict, self.recipe, None), **members)


def facts(verdict: Verdict) -> dict[str, Any]:
    """What trackers can show of a verdict: numbers and short texts."""
    return {"outcome": verdict.outcome, "correct": float(verdict.correct), "compiled": float(verdict.compiled),
            "infra": float(verdict.infra), "timed": float(verdict.speedup is not None),
            "speedup": verdict.speedup if verdict.speedup is not None else 0.0,
            "runtime_us": verdict.runtime_us if verdict.runtime_us is not None else 0.0,
            "message": verdict.first_lines(3)}


def reward(recipe: Recipe = "speedup", *, task: Any = None, infra: float | None = None, run: Run | None = None,
           **options: Any) -> Callable[..., float | None]:
    """A plain function f(completion, task=None) -> reward, for loops that no adapter knows.

        reward = rollbook.reward("speedup", task="l1/28")
        reward(completion)
    """
    scorer = Scorer(recipe, infra=infra, run=run, **options)
    fixed = task

    def rollbook_reward(completion: Any, task: Any = None, **members: Any) -> float | None:
        what = task if task is not None else fixed
        if what is None:
            raise UsageError("task is missing: reward(completion, task='l1/28')")
        verdict = scorer.verdict(completion, what)
        scorer.log(verdict, what, completion=answer_text(completion), **members)
        return scorer.score(verdict)

    return rollbook_reward


def tasks(level: int | None = None) -> list[str]:
    """The tasks that the program has: "l1/1" and so on."""
    rows = run_json(["task", "list"])["rows"]
    return [row["task"] for row in rows if level is None or row["task"].startswith(f"l{level}/")]


def prompt(task: str, *, template: str = "zero-shot") -> str:
    """The prompt of a task, by a template of `rollbook prompt list`."""
    return str(run_json(["prompt", "show", task, "--template", template])["rows"][0]["prompt"])
