"""KernelEnv as SkyRL-gym makes and steps it."""

import pytest

skyrl_gym = pytest.importorskip("skyrl_gym", reason="skyrl_gym is missing: pip install skyrl-gym")


def test_turns_of_an_environment(kernel, wrong):
    skyrl_gym.register(id="rollbook", entry_point="rollbook.skyrl:KernelEnv")
    env = skyrl_gym.make("rollbook", env_config={"max_turns": 3, "case": "tiny", "recipe": "correct"},
                         extras={"reward_spec": {"method": "rule", "ground_truth": "l1/28"}})
    prompt, info = env.init([{"role": "user", "content": "write it"}])
    assert prompt[0]["content"] == "write it" and info == {}
    first = env.step(wrong)
    assert first["reward"] == 0.0 and not first["done"] and "elements are wrong" in first["observations"][0]["content"]
    second = env.step(kernel)
    assert second["reward"] == 1.0 and second["done"] and second["metadata"]["outcome"] == "measured"
    env.close()
    from rollbook import UsageError
    from rollbook.skyrl import KernelEnv
    with pytest.raises(UsageError, match="ground_truth"):
        KernelEnv({}, {})
