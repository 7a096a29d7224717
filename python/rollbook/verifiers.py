"""verifiers v1: a taskset of kernel tasks.  `vf-replay` scores saved traces again, because the reward takes the trace.

    from rollbook.verifiers import KernelTaskset
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import MissingPackage
from .rewards import Scorer, facts, prompt, tasks

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise MissingPackage("verifiers is not installed: pip install verifiers (Python 3.11 or later)") from error

__all__ = ["KernelConfig", "KernelData", "KernelTask", "KernelTaskConfig", "KernelTaskset"]


class KernelData(vf.TaskData):
    """What one task is: `what` is a task ("l1/28") or the text of a PyTorch problem."""

    what: str


class KernelTaskConfig(vf.TaskConfig):
    """How kernels are evaluated: see `rollbook.evaluate`."""

    recipe: str = "speedup"
    url: str | None = None
    case: str | None = None
    mode: str | None = None
    backend: str | None = None


class KernelTask(vf.Task[KernelData, vf.State, KernelTaskConfig]):
    """A kernel to write.  Reward: the recipe's.  A verdict `infra` is an error of the rollout, not a reward of 0."""

    async def _verdict(self, trace: Any) -> Any:
        found = getattr(trace, "_rollbook", None)
        if found is None:
            c = self.config
            options = {name: getattr(c, name) for name in ("url", "case", "mode", "backend") if getattr(c, name)}
            found = await Scorer(c.recipe, **options).averdict(last_answer(trace), self.data.what)
            object.__setattr__(trace, "_rollbook", found)
        return found

    @vf.reward
    async def kernel(self, trace: vf.Trace) -> float:
        """The reward of the last answer."""
        verdict = await self._verdict(trace)
        value = Scorer(self.config.recipe).score(verdict)
        if value is None:
            raise vf.TaskError(f"nothing was checked: {verdict}")
        return value

    @vf.metric
    async def verdict(self, trace: vf.Trace) -> dict[str, float]:
        """correct, compiled, infra, speedup and runtime_us as metrics."""
        known = facts(await self._verdict(trace))
        return {name: float(known[name]) for name in ("correct", "compiled", "infra", "speedup", "runtime_us")}


def last_answer(trace: Any) -> str:
    """The text of the model's last message."""
    for message in reversed(list(trace.messages)):
        if getattr(message, "role", None) == "assistant":
            content = message.content
            if isinstance(content, str):
                return content
            return "".join(getattr(part, "text", "") or "" for part in content or [])
    return ""


class KernelConfig(vf.TasksetConfig):
    """Which tasks: ids of the program ("l1/28"), none for all of a level."""

    tasks: list[str] = []  # noqa: RUF012
    level: int = 1
    template: str = "zero-shot"
    task: KernelTaskConfig = KernelTaskConfig()


class KernelTaskset(vf.Taskset[KernelTask, KernelConfig]):
    """The tasks of the program, each with its prompt."""

    def load(self) -> Iterable[KernelTask]:
        for id in self.config.tasks or tasks(self.config.level):
            data = KernelData(id=id, name=id, what=id, prompt=prompt(id, template=self.config.template))
            yield KernelTask(data, self.config.task)
