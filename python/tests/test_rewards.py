"""Recipes, ground truths, the plain function, and adapters: by themselves, and as TRL, verl and SkyRL-gym call them."""

import asyncio
import importlib.util
import pathlib
import types

import pytest

import rollbook
import rollbook.openevolve
import rollbook.trl
import rollbook.verl
from rollbook.rewards import RECIPES, Scorer, answer_text, facts, score, target

HERE = pathlib.Path(__file__).resolve().parents[1]


def test_recipes_leave_out_what_was_not_checked(wrong):
    right = rollbook.Verdict({"outcome": "measured", "correct": True, "compiled": True, "speedup": 2.0})
    bad = rollbook.evaluate(wrong, "l1/28", case="tiny")
    gone = rollbook.Verdict.unknown("lost")
    untimed = rollbook.Verdict({"outcome": "measured", "correct": True, "compiled": True})
    for recipe in ("speedup", "correct", "log_speedup", "stages"):
        assert score(gone, recipe) is None and score(gone, recipe, infra=-1.0) == -1.0
        assert score(right, recipe) > score(bad, recipe) >= 0.0
    assert score(right) == pytest.approx(right.speedup) and score(bad) == 0.0 and score(untimed) is None
    assert score(untimed, "correct") == 1.0 and score(bad, "stages") == 0.1
    assert score(right, lambda v: 7) == 7.0
    with pytest.raises(rollbook.UsageError, match="no recipe 'fast'"):
        Scorer("fast")


def test_ground_truths_and_answers():
    assert target("l1/28") == {"task": "l1/28"} and target(28) == {"task": 28}
    assert target("class Model: pass") == {"problem": "class Model: pass"}
    assert target({"task": "l1/3"}) == {"task": "l1/3"} and target({"ref_code": "a\nb"}) == {"problem": "a\nb"}
    for wrong in ({"x": 1}, None, [1]):
        with pytest.raises(rollbook.UsageError):
            target(wrong)
    assert answer_text([{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]) == "a"
    assert answer_text([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]) == "ab"
    assert answer_text(None) == "" and answer_text({"content": None}) == ""


def test_the_plain_function_logs(kernel, db_path):
    with rollbook.open(db_path) as db:
        with db.run("plain") as run:
            reward = rollbook.reward("correct", task="l1/28", case="tiny", run=run)
            assert reward(kernel) == 1.0 and reward("nothing", step=3) == 0.0
            with pytest.raises(rollbook.UsageError, match="task is missing"):
                rollbook.reward()(kernel)
        assert [(r["step"], r["correct"]) for r in db.rollouts("plain")] == [(0, 1), (3, 0)]


def test_trls_call(kernel, wrong, db_path):
    logged, metrics = {}, {}
    with rollbook.open(db_path) as db:
        with db.run("trl") as run:
            named = {"prompts": ["p"] * 3, "completions": [kernel, [{"role": "assistant", "content": wrong}], "no"],
                     "completion_ids": [[1, 2], [3], [4]], "task": ["l1/28"] * 3,
                     "trainer_state": types.SimpleNamespace(global_step=5),
                     "log_extra": logged.__setitem__, "log_metric": metrics.__setitem__}
            function = rollbook.trl.reward("correct", case="tiny", run=run)
            assert function.__name__ == "rollbook_reward" and function(**named) == [1.0, 0.0, 0.0]
            other = rollbook.trl.async_reward("correct", case="tiny", task="l1/28")
            assert asyncio.run(other(**named)) == [1.0, 0.0, 0.0]
            with pytest.raises(rollbook.UsageError, match="no column 'what'"):
                rollbook.trl.reward(task="what")(**named)
        rows = db.rollouts("trl")
    assert [r["step"] for r in rows] == [5, 5, 5] and [r["completion_tokens"] for r in rows] == [2, 1, 1]
    assert logged["outcome"] == ["measured", "mismatch", "no_code"]
    assert metrics["rollbook/correct"] == pytest.approx(1 / 3) and metrics["rollbook/infra"] == 0


def test_verls_call(kernel):
    named = {"data_source": "kernels", "solution_str": kernel, "ground_truth": "l1/28", "extra_info": {"index": 3}}
    result = asyncio.run(rollbook.verl.compute_score(**named, case="tiny"))
    assert result["acc"] == 1.0 and result["outcome"] == "measured" and result["infra"] == 0.0
    assert result["score"] > 0 and result["timed"] == float(result["speedup"] > 0)
    assert rollbook.verl.compute_score_sync(**{**named, "solution_str": "x"}, case="tiny")["score"] == 0.0
    by_info = rollbook.verl.compute_score_sync(solution_str=kernel, extra_info={"task": "l1/28"}, case="tiny")
    assert by_info["acc"] == 1.0
    lost = asyncio.run(rollbook.verl.compute_score(**named, url="http://127.0.0.1:9", timeout=0.5, retries=0))
    assert lost["score"] == 0.0 and lost["infra"] == 1.0


def test_a_right_kernel_that_noise_leaves_without_a_time_is_not_scored_as_wrong():
    hidden = rollbook.Verdict({"outcome": "measured", "compiled": True, "correct": True, "speedup": None,
                               "speedup_lower": 0.5, "speedup_upper": 8.0})
    unknown = rollbook.Verdict({"outcome": "measured", "compiled": True, "correct": True})
    wrong = rollbook.Verdict({"outcome": "mismatch", "compiled": True, "correct": False})
    for recipe in RECIPES:
        scorer = Scorer(recipe)
        assert scorer.number(hidden) >= scorer.number(unknown) > scorer.number(wrong)
        assert scorer.is_known(hidden) == (recipe == "correct")
    assert Scorer("speedup").number(hidden) == pytest.approx(2.0)
    assert facts(hidden)["timed"] == 0.0


def test_openevolves_call_without_the_package(kernel, tmp_path):
    program = tmp_path / "program.cu"
    program.write_text(kernel)
    _, stage1, stage2, _ = rollbook.openevolve.for_task("l1/28", "correct")
    assert stage1.__name__ == "evaluate_stage1"
    for stage in (stage1, stage2):
        result = stage(str(program))
        metrics = getattr(result, "metrics", result)
        assert metrics["combined_score"] == 1.0 and metrics["correct"] == 1.0


def test_prompts_and_tasks():
    assert "l1/28" in rollbook.tasks(1) and "HardSigmoid" in rollbook.prompt("l1/28")
    with pytest.raises(rollbook.ProgramError):
        rollbook.prompt("l9/1")


def test_twenty_steps_of_grpo(db_path):
    """A real GRPOTrainer of TRL makes twenty steps with our reward (python/examples/trl_grpo.py)."""
    pytest.importorskip("torch", reason="torch is missing: pip install torch trl")
    pytest.importorskip("trl", reason="trl is missing: pip install trl")
    spec = importlib.util.spec_from_file_location("trl_grpo", HERE / "examples" / "trl_grpo.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    trainer = example.main(20, db_path)
    assert trainer.state.global_step == 20
    logged = [entry for entry in trainer.state.log_history if "rollbook/compiled" in entry]
    assert len(logged) >= 20 and all(entry["rollbook/infra"] == 0 for entry in logged)
    db = rollbook.open(db_path)
    rows = db.sql("SELECT count(*) AS n, count(DISTINCT step) AS steps, min(completion_tokens) AS tokens "
                  "FROM v_rollout")
    assert rows[0]["n"] == 80 and rows[0]["steps"] == 20 and rows[0]["tokens"] > 0
    assert db.runs()[0]["status"] == "complete"
    assert len(db.sql("SELECT * FROM v_step")) >= 20


class Tokenizer:
    """Bytes as token ids."""

    def decode(self, ids, skip_special_tokens=True):
        return bytes(int(i) for i in ids).decode()


def test_the_reward_manager_awaits_it(kernel):
    """compute_score through verl's own loader and reward manager."""
    pytest.importorskip("torch", reason="torch is missing: pip install torch verl")
    try:
        import torch
        from omegaconf import OmegaConf
        from tensordict import TensorDict
        from verl import DataProto
        from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
        from verl.trainer.ppo.reward import get_custom_reward_fn
    except ImportError as error:
        pytest.skip(f"verl is missing or not whole ({error}): pip install verl")
    import numpy as np
    config = OmegaConf.create({"reward": {"custom_reward_function": {
        "path": str(HERE / "rollbook" / "verl.py"), "name": "compute_score", "reward_kwargs": {"case": "tiny"}}}})
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


def test_turns_of_an_environment(kernel, wrong):
    """KernelEnv as SkyRL-gym makes and steps it."""
    skyrl_gym = pytest.importorskip("skyrl_gym", reason="skyrl_gym is missing: pip install skyrl-gym")
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
    from rollbook.skyrl import KernelEnv
    with pytest.raises(rollbook.UsageError, match="ground_truth"):
        KernelEnv({}, {})
