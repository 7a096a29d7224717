"""verl: `custom_reward_function.path=.../rollbook/verl.py custom_reward_function.name=compute_score`.

The ground truth of a sample is a task ("l1/28") or the text of a PyTorch problem.  Environment: ROLLBOOK_URL (a proxy
on a GPU host), ROLLBOOK_RECIPE (speedup), ROLLBOOK_CASE, ROLLBOOK_MODE, ROLLBOOK_BACKEND.  Nothing of verl is imported.
"""

from __future__ import annotations

import os
from typing import Any

from rollbook.rewards import Scorer, facts

__all__ = ["compute_score", "compute_score_sync"]

_scorers: dict[tuple[Any, ...], Scorer] = {}


def _scorer(options: dict[str, Any]) -> Scorer:
    for name in ("case", "mode", "backend"):
        options.setdefault(name, os.environ.get("ROLLBOOK_" + name.upper()) or None)
    recipe = options.pop("recipe", None) or os.environ.get("ROLLBOOK_RECIPE") or "speedup"
    key = (recipe, *sorted((k, str(v)) for k, v in options.items()))
    if key not in _scorers:
        _scorers[key] = Scorer(recipe, **options)
    return _scorers[key]


def _what(ground_truth: Any, extra_info: Any) -> Any:
    if ground_truth:
        return ground_truth
    return extra_info or {}


def _answer(scorer: Scorer, verdict: Any) -> dict[str, Any]:
    return {"score": scorer.number(verdict), "acc": float(verdict.correct), **facts(verdict)}


async def compute_score(data_source: Any = None, solution_str: str = "", ground_truth: Any = None,
                        extra_info: Any = None, *, retries: int = 2, **options: Any) -> dict[str, Any]:
    """{"score", "acc", "outcome", "speedup", "infra", ...} of one answer, as verl's reward managers await it.

    verl has no reward that is left out.  A verdict `infra`, or of a right kernel whose time noise hides, is tried
    `retries` times again.  Then `infra` is 0.0 with "infra": 1.0, and a right kernel has the reward of a guess with
    "timed": 0.0 (`rollbook.rewards.guessed_speedup`).
    """
    scorer, what = _scorer(options), _what(ground_truth, extra_info)
    verdict = await scorer.averdict(solution_str, what)
    for _ in range(0 if scorer.is_known(verdict) else retries):
        verdict = await scorer.averdict(solution_str, what)
        if scorer.is_known(verdict):
            break
    return _answer(scorer, verdict)


def compute_score_sync(data_source: Any = None, solution_str: str = "", ground_truth: Any = None,
                       extra_info: Any = None, *, retries: int = 2, **options: Any) -> dict[str, Any]:
    """`compute_score` for managers that do not await."""
    scorer, what = _scorer(options), _what(ground_truth, extra_info)
    verdict = scorer.verdict(solution_str, what)
    for _ in range(0 if scorer.is_known(verdict) else retries):
        verdict = scorer.verdict(solution_str, what)
        if scorer.is_known(verdict):
            break
    return _answer(scorer, verdict)
