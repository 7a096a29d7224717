"""The drop-in for KernelBench: signature, result, both rules, what is stored.  Needs a Python with torch."""

import inspect
import json

import pytest

import rollbook
from rollbook import kernelbench
from rollbook.kernelbench import KernelExecResult, eval_kernel_against_ref

REFERENCE = """\
import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, x):
        return torch.relu(x) * self.scale

def get_inputs():
    return [torch.rand(512, 1024)]

def get_init_inputs():
    return [2.0]
"""
RIGHT = REFERENCE.split("def get_inputs")[0].replace("class Model(", "class ModelNew(").replace(
    "torch.relu(x)", "x.clamp(min=0)")


@pytest.fixture
def setup(torch_python, db_path):
    kernelbench.configure(db=db_path, python=torch_python)
    yield db_path
    for run in kernelbench._runs.values():
        run.close()
    kernelbench._runs.clear()
    kernelbench.configure()


def test_the_signature_is_kernelbenchs():
    names = list(inspect.signature(eval_kernel_against_ref).parameters)
    assert names == ["original_model_src", "custom_model_src", "seed_num", "num_correct_trials", "num_perf_trials",
                     "measure_performance", "timing_method", "verbose", "build_dir", "device", "backend", "precision",
                     "check_for_excessive_speedup", "excessive_speedup_threshold"]
    assert KernelExecResult().runtime == -1.0 and KernelExecResult().correctness is False


def test_results_are_kernelbenchs_and_stored(setup):
    right = eval_kernel_against_ref(REFERENCE, RIGHT, num_correct_trials=3, num_perf_trials=7, measure_performance=True,
                                    device="cpu", backend="cuda", verbose=True)
    assert right.compiled and right.correctness and right.metadata["correctness_trials"] == "(3 / 3)"
    assert right.runtime > 0 and right.runtime_stats["num_trials"] == 7 and right.ref_runtime > 0
    assert right.runtime_stats["min"] <= right.runtime <= right.runtime_stats["max"]
    assert right.metadata["rollbook"]["own_rule"]["correct"] is True
    assert json.loads(right.model_dump_json())["correctness"] is True
    wrong = eval_kernel_against_ref(REFERENCE, RIGHT.replace("min=0", "min=0.5"), device="cpu")
    assert wrong.compiled and not wrong.correctness and wrong.runtime == -1.0
    assert "correctness_issue" in wrong.metadata
    broken = eval_kernel_against_ref(REFERENCE, "class ModelNew(", device="cpu")
    assert not broken.compiled and "compilation_error" in broken.metadata
    for run in kernelbench._runs.values():
        run.close()
    rows = rollbook.open(setup).sql("SELECT outcome, correct, rule FROM v_evaluation ORDER BY evaluation_id")
    assert [r["correct"] for r in rows] == [1, 0, 0] and rows[0]["rule"] == "kernelbench"


def test_the_rules_may_differ(setup):
    """A constant that KernelBench's inputs do not tell apart from the right result: random numbers are above 0."""
    lazy = RIGHT.replace("x.clamp(min=0)", "x")
    result = eval_kernel_against_ref(REFERENCE, lazy, device="cpu")
    assert result.correctness
    assert result.metadata["rollbook"]["own_rule"]["correct"] is False and result.metadata["rollbook"]["rules_differ"]


def test_what_cannot_be_done_is_said(setup):
    with pytest.raises(rollbook.UsageError, match="only float32"):
        eval_kernel_against_ref(REFERENCE, RIGHT, precision="torch.bfloat16", device="cpu")
    with pytest.warns(RuntimeWarning, match="Nothing was checked"):
        assert eval_kernel_against_ref("x = 1\n", RIGHT, device="cpu") is None
