"""compute_score through verl's own loader and reward manager."""

import asyncio
import pathlib

import pytest

pytest.importorskip("torch", reason="torch is missing: pip install torch verl")
try:
    import torch
    from omegaconf import OmegaConf
    from tensordict import TensorDict
    from verl import DataProto
    from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
    from verl.trainer.ppo.reward import get_custom_reward_fn
except ImportError as error:
    pytest.skip(f"verl is missing or not whole ({error}): pip install verl", allow_module_level=True)

MODULE = pathlib.Path(__file__).resolve().parents[1] / "rollbook" / "verl.py"


class Tokenizer:
    """Bytes as token ids."""

    def decode(self, ids, skip_special_tokens=True):
        return bytes(int(i) for i in ids).decode()


def test_the_reward_manager_awaits_it(kernel):
    import numpy as np
    config = OmegaConf.create({"reward": {"custom_reward_function": {
        "path": str(MODULE), "name": "compute_score", "reward_kwargs": {"case": "tiny"}}}})
    function = get_custom_reward_fn(config)

    async def score(text):
        manager = NaiveRewardManager(config=config, tokenizer=Tokenizer(), compute_score=function)
        manager.loop = asyncio.get_running_loop()
        ids = torch.tensor([list(text.encode())])
        batch = TensorDict({"responses": ids, "attention_mask": torch.ones_like(ids)}, batch_size=[1])
        data = DataProto(batch=batch, non_tensor_batch={
            "data_source": np.array(["kernels"], dtype=object), "extra_info": np.array([{}], dtype=object),
            "reward_model": np.array([{"ground_truth": "l1/28"}], dtype=object)})
        return await manager.run_single(data)

    right, wrong = asyncio.run(score(kernel)), asyncio.run(score("no kernel"))
    assert right["reward_score"] > 0 and right["reward_extra_info"]["outcome"] == "measured"
    assert wrong["reward_score"] == 0.0 and wrong["reward_extra_info"]["acc"] == 0.0
