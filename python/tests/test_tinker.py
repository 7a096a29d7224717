"""KernelEnv as tinker-cookbook's loops step it."""

import asyncio

import pytest

pytest.importorskip("tinker_cookbook", reason="tinker_cookbook is missing: pip install tinker-cookbook")

import tinker

from rollbook.tinker import KernelEnv


class Renderer:
    """Bytes as token ids; the real ones need a tokenizer of a hub."""

    def build_generation_prompt(self, convo, **_):
        self.convo = convo
        return tinker.ModelInput.from_ints(list(convo[-1]["content"].encode()))

    def get_stop_sequences(self):
        return ["<end>"]

    def parse_response(self, action):
        return {"role": "assistant", "content": bytes(action).decode()}, True


def test_an_episode(kernel):
    async def episode(text):
        env = KernelEnv("l1/28", Renderer(), recipe="correct", case="tiny")
        observation, stop = await env.initial_observation()
        assert observation.length > 100 and stop == ["<end>"] and "HardSigmoid" in env.renderer.convo[-1]["content"]
        return await env.step(list(text.encode()))

    right, wrong = asyncio.run(episode(kernel)), asyncio.run(episode("no"))
    assert right.reward == 1.0 and right.episode_done and right.metrics["correct"] == 1.0
    assert wrong.reward == 0.0 and wrong.logs["outcome"] == "no_code"
