"""The three stages under OpenEvolve's own evaluator."""

import asyncio

import pytest

pytest.importorskip("openevolve", reason="openevolve is missing: pip install openevolve")

from openevolve.config import EvaluatorConfig
from openevolve.evaluator import Evaluator


def test_a_cascade(kernel, wrong, tmp_path):
    module = tmp_path / "evaluator.py"
    module.write_text("from rollbook.openevolve import for_task\n"
                      "evaluate, evaluate_stage1, evaluate_stage2, evaluate_stage3 = for_task('l1/28', mode='fast')\n")
    config = EvaluatorConfig(cascade_evaluation=True, cascade_thresholds=[0.5, 0.5], parallel_evaluations=1,
                             timeout=120)
    evaluator = Evaluator(config, str(module))
    right = asyncio.run(evaluator.evaluate_program(kernel, "right"))
    assert right["correct"] == 1.0 and right["combined_score"] > 0.5
    bad = asyncio.run(evaluator.evaluate_program(wrong, "bad"))
    assert bad["correct"] == 0.0 and bad["combined_score"] == pytest.approx(0.1)
    artifacts = evaluator.get_pending_artifacts("bad")
    assert artifacts["outcome"] == "mismatch" and "elements are wrong" in artifacts["why"]
