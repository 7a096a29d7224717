"""The taskset, and tasks scored from traces as vf-replay does, without a runtime."""

import asyncio

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is missing: pip install verifiers")

import verifiers.v1 as vf

from rollbook.verifiers import KernelConfig, KernelTaskConfig, KernelTaskset


def trace_of(task, answer):
    nodes = [vf.MessageNode(message=vf.UserMessage(content=task.data.prompt), parent=None),
             vf.MessageNode(message=vf.AssistantMessage(content=answer), parent=0, sampled=True)]
    return vf.Trace(agent=vf.AgentInfo.model_construct(name="a"), nodes=nodes,
                    task=vf.TraceTask(type="t", data=task.data))


def test_tasks_and_rewards(kernel, wrong):
    config = KernelTaskConfig(recipe="correct", case="tiny")
    taskset = KernelTaskset(KernelConfig(tasks=["l1/19", "l1/28"], task=config))
    tasks = list(taskset)
    assert [t.data.what for t in tasks] == ["l1/19", "l1/28"] and "HardSigmoid" in tasks[1].data.prompt
    for answer, reward in ((kernel, 1.0), (wrong, 0.0), ("no", 0.0)):
        trace = trace_of(tasks[1], answer)
        asyncio.run(tasks[1].score(trace))
        assert trace.rewards["kernel"].score == reward
        assert trace.metrics["correct"] == reward and trace.metrics["infra"] == 0.0


def test_infra_is_an_error_of_the_rollout(kernel):
    config = KernelConfig(tasks=["l1/28"], task=KernelTaskConfig(url="http://127.0.0.1:9"))
    task = next(iter(KernelTaskset(config)))
    with pytest.raises(vf.TaskError, match="nothing was checked"):
        asyncio.run(task.score(trace_of(task, kernel)))
