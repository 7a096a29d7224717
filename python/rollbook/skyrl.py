"""SkyRL-gym: an environment that judges kernels, over several turns.

    skyrl_gym.register(id="rollbook", entry_point="rollbook.skyrl:KernelEnv")

The dataset's `reward_spec.ground_truth` is a task ("l1/28") or the text of a PyTorch problem.
"""

from __future__ import annotations

from typing import Any

from .errors import MissingPackage, UsageError
from .rewards import Scorer, facts

try:
    from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput
except ImportError as error:
    raise MissingPackage("skyrl_gym is not installed: pip install skyrl-gym") from error

__all__ = ["KernelEnv"]


class KernelEnv(BaseTextEnv):
    """One kernel to write; a wrong one is answered with what was wrong until `max_turns` (1) is reached.

    env_config: a mapping or object with recipe, max_turns, url, case, mode, backend; extras may have them as well.
    The reward of a turn is that of its kernel; `infra` gives 0.0 and metadata["infra"] is 1.0.
    """

    def __init__(self, env_config: Any = None, extras: dict[str, Any] | None = None) -> None:
        super().__init__()
        extras = dict(extras or {})
        if "ground_truth" not in (extras.get("reward_spec") or {}):
            raise UsageError("extras['reward_spec']['ground_truth'] is missing: a task or the text of a problem")
        self.what = extras["reward_spec"]["ground_truth"]

        def setting(name: str, default: Any = None) -> Any:
            if name in extras:
                return extras[name]
            if hasattr(env_config, "get"):
                return env_config.get(name, default)
            return getattr(env_config, name, default)

        self.max_turns = int(setting("max_turns", 1))
        options = {name: setting(name) for name in ("case", "mode", "backend") if setting(name) is not None}
        for name in ("url", "python", "db"):
            if setting(name) is not None:
                options[name] = setting(name)
        self.scorer = Scorer(setting("recipe", "speedup"), **options)

    def step(self, action: str) -> BaseTextEnvStepOutput:
        self.turns += 1
        verdict = self.scorer.verdict(action, self.what)
        done = verdict.correct or self.turns >= self.max_turns
        told = [] if done else [{"role": "user", "content": f"{verdict}\n{verdict.first_lines(20)}".strip()}]
        return BaseTextEnvStepOutput(observations=told, reward=self.scorer.number(verdict), done=done,
                                     metadata=facts(verdict), postprocessed_action=None)
