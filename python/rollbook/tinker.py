"""tinker-cookbook: an environment of one problem, and a dataset builder's parts.

    KernelEnv("l1/28", renderer)
"""

from __future__ import annotations

from typing import Any

from .errors import MissingPackage
from .rewards import Scorer, facts, prompt, target

try:
    from tinker_cookbook.rl.problem_env import ProblemEnv
    from tinker_cookbook.rl.types import StepResult
except ImportError as error:
    raise MissingPackage("tinker_cookbook is not installed: pip install tinker-cookbook") from error

__all__ = ["KernelEnv"]


class KernelEnv(ProblemEnv):
    """A problem whose answer is a kernel.

    what: a task ("l1/28"), or the text of a PyTorch problem.  renderer, convo_prefix, format_coef: as of `ProblemEnv`.
    recipe, url and the other options: as of `rollbook.rewards.Scorer`.  The reward is the recipe's; `metrics` has
    correct, compiled, infra and speedup, `logs` outcome and message.
    """

    def __init__(self, what: str, renderer: Any, convo_prefix: Any = None, format_coef: float = 0.0,
                 recipe: Any = "speedup", question: str | None = None, **options: Any) -> None:
        super().__init__(renderer, convo_prefix, format_coef)
        self.what = what
        self.question = question
        self.scorer = Scorer(recipe, **options)

    def get_question(self) -> str:
        if self.question is None:
            place = target(self.what)
            self.question = (prompt(str(place["task"])) if "task" in place else
                             "Write a module `ModelNew` that computes what this `Model` does, faster:\n\n"
                             f"```python\n{place['problem']}\n```")
        return self.question

    def check_answer(self, sample_str: str) -> bool:
        return self.scorer.verdict(sample_str, self.what).correct

    def check_format(self, sample_str: str) -> bool:
        return "```" in sample_str or "__global__" in sample_str or "class ModelNew" in sample_str

    def get_reference_answer(self) -> str:
        return ""

    async def step(self, action: Any, *, extra: Any = None) -> StepResult:
        message = self.renderer.parse_response(action)[0]
        text = _text(message)
        verdict = await self.scorer.averdict(text, self.what)
        known = facts(verdict)
        logs = {name: known.pop(name) for name in ("outcome", "message")}
        well_formed = float(self.check_format(text))
        return StepResult(reward=self.scorer.number(verdict) + self.format_coef * (well_formed - 1.0),
                          episode_done=True, next_observation=_empty(), next_stop_condition=self.stop_condition,
                          metrics={**known, "format": well_formed}, logs=logs)


def _text(message: Any) -> str:
    """The answer without its reasoning."""
    from tinker_cookbook import renderers
    return str(renderers.get_text_content(message))


def _empty() -> Any:
    import tinker
    return tinker.ModelInput.empty()


