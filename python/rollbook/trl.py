"""TRL: `reward_funcs=[rollbook.trl.reward(...)]` of GRPO, RLOO and their kin.  Needs nothing of TRL itself.

    trainer = GRPOTrainer(model, reward_funcs=[rollbook.trl.reward("speedup", task="task")], train_dataset=dataset)

where the column `task` of the dataset holds "l1/28", or the text of a PyTorch problem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .errors import UsageError
from .rewards import Recipe, Scorer, answer_text

if TYPE_CHECKING:
    from ._log import Run
    from ._verdict import Verdict

__all__ = ["async_reward", "reward"]


def _whats(task: str, n: int, columns: dict[str, Any]) -> Sequence[Any]:
    """The column of that name, or the same task for all."""
    if task in columns:
        return list(columns[task])
    if "/" in task or "\n" in task:
        return [task] * n
    raise UsageError(f"the dataset has no column {task!r}; it has {', '.join(sorted(columns)) or 'none'}")


def _finish(scorer: Scorer, verdicts: Sequence[Verdict], whats: Sequence[Any], prompts: Sequence[Any],
            completions: Sequence[Any], ids: Any, columns: dict[str, Any]) -> list[float | None]:
    rewards = [scorer.score(v) for v in verdicts]
    extra, metric, state = columns.get("log_extra"), columns.get("log_metric"), columns.get("trainer_state")
    if extra is not None:
        extra("outcome", [v.outcome for v in verdicts])
        extra("speedup", [v.speedup for v in verdicts])
        extra("why", [v.first_lines(2) for v in verdicts])
    if metric is not None and verdicts:
        for name, values in (("correct", [v.correct for v in verdicts]), ("compiled", [v.compiled for v in verdicts]),
                             ("infra", [v.infra for v in verdicts])):
            metric(f"rollbook/{name}", sum(values) / len(values))
        speedups = [v.speedup for v in verdicts if v.speedup is not None]
        if speedups:
            metric("rollbook/speedup_of_right", sum(speedups) / len(speedups))
    step = int(getattr(state, "global_step", 0) or 0)
    for i, (verdict, what) in enumerate(zip(verdicts, whats, strict=True)):
        scorer.log(verdict, what, prompt=prompts[i], completion=answer_text(completions[i]), step=step,
                   tokens=ids[i] if ids is not None else None)
    return rewards


def reward(recipe: Recipe = "speedup", *, task: str = "task", infra: float | None = None, run: Run | None = None,
           **options: Any) -> Callable[..., list[float | None]]:
    """A reward function for TRL.  The completions of a batch are evaluated beside each other.

    task: the column of the dataset that says what is asked for, or one task ("l1/28") for all.  recipe: see
    `rollbook.rewards.RECIPES`.  infra: the reward where nothing was checked; None leaves the sample out.  run: a `Run`
    that every completion is logged to, with its token ids.  options: those of `rollbook.evaluate`.
    """
    scorer = Scorer(recipe, infra=infra, run=run, **options)

    def rollbook_reward(prompts: Sequence[Any], completions: Sequence[Any], completion_ids: Any = None,
                        **columns: Any) -> list[float | None]:
        whats = _whats(task, len(completions), columns)
        verdicts = scorer.verdicts(completions, whats)
        return _finish(scorer, verdicts, whats, prompts, completions, completion_ids, columns)

    return rollbook_reward


def async_reward(recipe: Recipe = "speedup", *, task: str = "task", infra: float | None = None,
                 run: Run | None = None, **options: Any) -> Callable[..., Any]:
    """`reward` as a coroutine function: TRL gathers it with other asynchronous rewards."""
    scorer = Scorer(recipe, infra=infra, run=run, **options)

    async def rollbook_reward(prompts: Sequence[Any], completions: Sequence[Any], completion_ids: Any = None,
                              **columns: Any) -> list[float | None]:
        whats = _whats(task, len(completions), columns)
        verdicts = await scorer.averdicts(completions, whats)
        return _finish(scorer, verdicts, whats, prompts, completions, completion_ids, columns)

    return rollbook_reward
