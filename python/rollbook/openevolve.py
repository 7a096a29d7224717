"""OpenEvolve: an evaluator module of three stages.  Needs nothing of OpenEvolve beyond what calls it.

A file evaluator.py of yours:

    from rollbook.openevolve import for_task
    evaluate, evaluate_stage1, evaluate_stage2, evaluate_stage3 = for_task("l1/28")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .rewards import Recipe, Scorer, facts

__all__ = ["for_task"]


def _result(scorer: Scorer, verdict: Any, stage: str) -> Any:
    known = facts(verdict)
    metrics = {name: float(known[name]) for name in ("correct", "compiled", "infra", "timed", "speedup", "runtime_us")}
    metrics["combined_score"] = scorer.number(verdict)
    artifacts = {"verdict": str(verdict), "stage": stage, "outcome": str(known["outcome"])}
    if known["message"]:
        artifacts["why"] = verdict.first_lines(30)
    for item in verdict.evidence:
        if not item.passed:
            said = f"{item.value} {item.unit} (bound {item.bound}) {item.detail or ''}"
            artifacts["check_" + item.kind] = said.strip()
    try:
        from openevolve.evaluation_result import EvaluationResult
    except ImportError:
        return metrics
    return EvaluationResult(metrics=metrics, artifacts=artifacts)


def for_task(what: Any, recipe: Recipe = "stages", *, infra: float | None = None,
             **options: Any) -> tuple[Callable[[str], Any], Callable[[str], Any], Callable[[str], Any],
                                      Callable[[str], Any]]:
    """(evaluate, evaluate_stage1, evaluate_stage2, evaluate_stage3) of a task, or of the text of a PyTorch problem.

    Each takes the path of a program and gives metrics with `combined_score` (the recipe's), and artifacts that the
    next prompt shows: the verdict in words, why it failed and checks that did not pass.  Stage 1 checks tiny sizes,
    stage 2 times a few runs, stage 3 and evaluate time many.
    """
    scorer = Scorer(recipe, infra=infra, **options)

    def stage(name: str, **more: Any) -> Callable[[str], Any]:
        def run(program_path: str) -> Any:
            with open(program_path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            return _result(scorer, scorer.verdict(text, what, **{**more, **{k: v for k, v in options.items()
                                                                            if k in more}}), name)
        run.__name__ = run.__qualname__ = name
        return run

    return (stage("evaluate", mode="full"), stage("evaluate_stage1", case="tiny", mode="fast"),
            stage("evaluate_stage2", mode="fast"), stage("evaluate_stage3", mode="full"))
