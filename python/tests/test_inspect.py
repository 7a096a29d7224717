"""The scorer and the hooks in an eval of inspect, with a model that answers what it is told."""

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is missing: pip install inspect-ai")

from inspect_ai import Task  # noqa: E402
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.model import ModelOutput, get_model  # noqa: E402
from inspect_ai.solver import generate  # noqa: E402

import rollbook  # noqa: E402
import rollbook.inspect  # noqa: E402


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    """inspect counts tokens with tiktoken, whose tables are downloaded: bytes do here."""
    import types

    import tiktoken
    monkeypatch.setattr(tiktoken, "get_encoding",
                        lambda name: types.SimpleNamespace(encode=lambda text, **_: list(text.encode())))


def test_an_eval_is_scored_and_logged(kernel, wrong, db_path, tmp_path):
    rollbook.inspect.log_to(db_path, name="eval-1")
    model = get_model("mockllm/model", custom_outputs=[ModelOutput.from_content("mockllm/model", t)
                                                       for t in (kernel, wrong, "no")])
    task = Task(dataset=[Sample(input="write", target="l1/28"), Sample(input="write", metadata={"task": "l1/28"}),
                         Sample(input="write", target="l1/28")],
                solver=generate(), scorer=rollbook.inspect.kernel("correct", case="tiny"))
    log = inspect_ai.eval(task, model=model, log_dir=str(tmp_path / "logs"), max_samples=1, display="none")[0]
    assert log.status == "success", log.error
    values = [sample.scores["kernel"].value for sample in log.samples]
    assert [v["correct"] for v in values] == [1.0, 0.0, 0.0] and values[0]["speedup"] > 0
    assert "elements are wrong" in log.samples[1].scores["kernel"].explanation
    metrics = {s.name: {k: m.value for k, m in s.metrics.items()} for s in log.results.scores}
    assert metrics["correct"]["accuracy"] == pytest.approx(1 / 3)
    db = rollbook.open(db_path)
    db.close()
    import time
    until = time.monotonic() + 30
    while db._writer.has_logs() and time.monotonic() < until:
        time.sleep(0.05)
    rows = db.rollouts("eval-1", columns=["task", "outcome", "speedup"])
    assert sorted(r["outcome"] for r in rows) == ["measured", "mismatch", "no_code"]
    assert all(r["task"] == "l1/28" for r in rows)


def test_infra_is_unscored(tmp_path):
    task = Task(dataset=[Sample(input="write", target="l1/28")], solver=generate(),
                scorer=rollbook.inspect.kernel(url="http://127.0.0.1:9", timeout=0.5))
    log = inspect_ai.eval(task, model="mockllm/model", log_dir=str(tmp_path / "logs"), display="none")[0]
    score = log.samples[0].scores["kernel"]
    assert log.status == "success" and score.value != score.value and "cannot be reached" in score.explanation
