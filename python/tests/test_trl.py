"""A real GRPOTrainer of TRL makes twenty steps with our reward (python/examples/trl_grpo.py)."""

import importlib.util
import pathlib

import pytest

pytest.importorskip("torch", reason="torch is missing: pip install torch trl")
trl = pytest.importorskip("trl", reason="trl is missing: pip install trl")

import rollbook  # noqa: E402

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "examples" / "trl_grpo.py"


def test_twenty_steps_of_grpo(db_path):
    spec = importlib.util.spec_from_file_location("trl_grpo", EXAMPLE)
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
