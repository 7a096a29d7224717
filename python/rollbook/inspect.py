"""inspect: a scorer of kernels, and hooks that log every sample to a database.

    Task(dataset=..., solver=generate(), scorer=rollbook.inspect.kernel())

The target of a sample, or its metadata "task" or "problem", says what is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from .errors import MissingPackage
from .rewards import Scorer, facts

try:
    from inspect_ai.hooks import Hooks, SampleEnd, hooks
    from inspect_ai.scorer import Score, Target, accuracy, mean, scorer, stderr
    from inspect_ai.solver import TaskState
except ImportError as error:
    raise MissingPackage("inspect_ai is not installed: pip install inspect-ai") from error

__all__ = ["kernel", "log_to"]

METRICS = [{"correct": [accuracy(), stderr()], "compiled": [mean()], "speedup": [mean()]}]


@scorer(metrics=METRICS)
def kernel(recipe: Any = "speedup", **options: Any) -> Callable[[TaskState, Target], Any]:
    """Scores the completion: values `correct`, `compiled` and `speedup` (0 when wrong).

    A verdict `infra` is an unscored sample.  options: those of `rollbook.evaluate`.
    """
    judge = Scorer(recipe, **options)

    async def score(state: TaskState, target: Target) -> Score:
        what = {name: state.metadata[name] for name in ("task", "problem") if name in (state.metadata or {})}
        text = state.output.completion
        verdict = await judge.averdict(text, what or target.text)
        known = facts(verdict)
        metadata = {**known, "record": verdict.data.get("record")}
        if verdict.infra:
            return Score.unscored(reason="infra", answer=text, explanation=str(verdict), metadata=metadata)
        value = {"correct": known["correct"], "compiled": known["compiled"], "speedup": known["speedup"]}
        return Score(value=value, answer=text, explanation=str(verdict), metadata=metadata)

    return score


def log_to(path: str | os.PathLike[str], **run: Any) -> None:
    """Logs every sample that ends in this process to a database: rollbook.inspect.log_to("study.db", name="eval-1").

    run: the arguments of `Database.run`; the name is by default that of the task and the eval.
    """
    from ._db import Database
    from ._verdict import Verdict
    db = Database(path)
    runs: dict[str, Any] = {}

    @hooks(name="rollbook", description="logs samples to " + os.fspath(path))
    class Log(Hooks):
        async def on_sample_end(self, data: SampleEnd) -> None:
            sample = data.sample
            if data.eval_id not in runs:
                runs[data.eval_id] = db.run(**{"name": f"inspect {data.eval_id}", "strategy": "inspect", **run})
            verdict = None
            rewards = {}
            for name, score in (sample.scores or {}).items():
                record = (score.metadata or {}).get("record")
                if record and verdict is None:
                    verdict = Verdict({**(score.metadata or {}), "record": record})
                values = score.value if isinstance(score.value, dict) else {name: score.value}
                rewards.update({k: float(v) for k, v in values.items() if isinstance(v, (int, float))})
            runs[data.eval_id].log(
                task=str((sample.metadata or {}).get("task") or sample.target or sample.id),
                prompt=[m.model_dump(mode="json", include={"role", "content"}) for m in sample.messages[:-1]],
                completion=sample.output.completion, step=0, sample=max(int(sample.epoch) - 1, 0), verdict=verdict,
                reward=rewards, extra={"inspect_sample": str(sample.id), "uuid": sample.uuid})

        async def on_task_end(self, data: Any) -> None:
            one = runs.pop(data.eval_id, None)
            if one is not None:
                one.close()
