"""Exchange: numbers are the same after a round trip; files of others; damaged files are refused in words."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys

import pytest

import rollbook
import rollbook.io


@pytest.fixture
def db(kernel, wrong, db_path):
    right, bad = rollbook.evaluate(kernel, "l1/28"), rollbook.evaluate(wrong, "l1/28", case="tiny")
    with rollbook.open(db_path) as db:
        with db.run("grpo-1", strategy="grpo", model="qwen", seed=3) as run:
            run.log(task="l1/28", prompt="é 漢", completion=kernel, verdict=right, reward={"a": 0.1, "b": 2.0},
                    tokens=[1, 2], logprobs=[-0.1, -0.7], step=1, finish="stop")
            run.log(task="l1/28", completion="no", verdict=bad, reward=0.0, step=1)
            run.log(task="l1/19", completion="gone", verdict=rollbook.Verdict.unknown("host lost"), step=2)
            run.log_metrics(1, loss=0.25)
        yield db


KEPT = {
    "v_rollout": ["run", "strategy", "seed", "task", "step", "turn", "sample", "prompt", "completion", "code",
                  "finish_reason", "prompt_tokens", "completion_tokens", "sum_logprob", "mean_logprob",
                  "logprob_temperature", "outcome", "cheat_kind", "compiled", "correct", "message", "compile_log",
                  "runtime_us", "baseline", "baseline_runtime_us", "speedup", "speedup_lower", "speedup_upper",
                  "extra"],
    "v_evaluation": ["run", "task", "step", "sample", "device", "trials_run", "trials_passed", "max_abs_err",
                     "max_rel_err", "matched_share"],
    "v_timing": ["run", "task", "step", "sample", "subject", "baseline", "method", "statistic", "n_samples",
                 "runtime_us", "min_us", "max_us", "std_us", "hex(samples_us)"],
    "v_evidence": ["run", "task", "step", "sample", "position", "kind", "value", "bound", "unit", "pass", "detail"],
    "v_reward": ["run", "task", "step", "sample", "recipe", "value", "advantage"],
    "v_token": ["run", "task", "step", "sample", "position", "token_id", "logprob_nats"],
    "v_step": ["run", "step", "update_metrics"],
}


def same_values(one, other, but=()):
    """Every value that Parquet keeps, by ==: not a bit of a number may change."""
    for view, columns in KEPT.items():
        if view in but:
            continue
        where = " WHERE update_metrics IS NOT NULL" if view == "v_step" else ""
        question = f"SELECT {', '.join(columns)} FROM {view}{where} ORDER BY {', '.join(columns[:6])}"
        before, after = ([{k: json.loads(v) if k == "update_metrics" else v for k, v in row.items()}
                          for row in db.sql(question)] for db in (one, other))
        assert before == after, view
        assert before or view == "v_timing"  # a busy machine may time nothing


def test_parquet_there_and_back(db, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is missing: pip install pyarrow")
    with db.run("grpo-2", strategy="grpo", model="qwen", seed=4, temperature=0.7) as run:
        run.log(task="l1/28", completion="x", tokens=[2**31 - 1, -5, 0], logprobs=[-0.1, float("nan"), -1e-30], step=3,
                temperature=0.7, prompt_tokens=7, reward={"a": 1 / 3, "b": -1e-300}, advantage=2 / 3,
                extra={"note": "q\"\n", "x": [1 / 3]})
        run.log_metrics(3, {"a/b~c": 1 / 3, "step": 1e-300})
    paths = rollbook.io.to_parquet(db, tmp_path / "out")
    with pytest.raises(rollbook.UsageError, match=r"rollouts\.parquet exists and may be yours"):
        rollbook.io.to_parquet(db, tmp_path / "out")
    assert rollbook.io.to_parquet(db, tmp_path / "out", replace=True) == paths
    assert [os.path.basename(p) for p in paths] == ["rollouts.parquet", "steps.parquet"]
    table = parquet.read_table(paths[0])
    assert table.num_rows == 4 and str(table.schema.field("speedup").type) == "double"
    assert table.to_pylist()[0]["token_ids"] == [1, 2]
    again = rollbook.open(tmp_path / "again.db")
    rollbook.io.from_parquet(tmp_path / "out", again)
    same_values(db, again)
    rollbook.io.from_parquet(paths[0], again)  # adds nothing
    same_values(db, again)
    rollbook.io.to_huggingface(again, tmp_path / "hub")
    third = rollbook.open(tmp_path / "third.db")
    rollbook.io.from_parquet(tmp_path / "hub", third)
    same_values(db, third)
    with pytest.raises(rollbook.UsageError, match="no Parquet file"):
        place = tmp_path / "x.parquet"
        place.write_bytes(b"PAR1 not")
        rollbook.io.from_parquet(place, again)
    with pytest.raises(rollbook.UsageError, match="no rollouts of the run 'none'"):
        rollbook.io.to_parquet(db, tmp_path / "none", run="none")


def test_completions_of_trl_as_parquet(tmp_path):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install pyarrow")
    import pyarrow.parquet as parquet
    table = arrow.table({"step": [1, 1], "prompt": ["p", "p"], "completion": ["a", "b"], "accuracy": [1.0, 0.0],
                         "advantage": [0.7, -0.7]})
    parquet.write_table(table, tmp_path / "completions.parquet")
    rollbook.io.from_parquet(tmp_path / "completions.parquet", tmp_path / "x.db", format="rollouts", run="trl")
    rows = rollbook.open(tmp_path / "x.db").sql("SELECT recipe, value, advantage FROM v_reward ORDER BY value")
    assert [(r["recipe"], r["value"], r["advantage"]) for r in rows] == [("accuracy", 0.0, -0.7),
                                                                         ("accuracy", 1.0, 0.7)]


def test_a_folder_for_the_hub(db, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install pyarrow")
    card = rollbook.io.to_huggingface(db, tmp_path / "hub", title="My: kernels", license="cc-by-4.0")
    text = (tmp_path / "hub" / "README.md").read_text()
    assert card.endswith("README.md") and "data_files: data/rollouts.parquet" in text and "- `grpo-1`: grpo" in text
    rollbook.io.to_huggingface(db, tmp_path / "hub", title="My: kernels", license="cc-by-4.0")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "README.md").write_text("mine")
    with pytest.raises(rollbook.UsageError, match="is not overwritten"):
        rollbook.io.to_huggingface(db, tmp_path / "mine")
    assert os.listdir(tmp_path / "mine") == ["README.md"]
    datasets = pytest.importorskip("datasets", reason="datasets is missing: pip install datasets")
    loaded = datasets.load_dataset(str(tmp_path / "hub"), "rollouts", cache_dir=str(tmp_path / "cache"))["train"]
    assert loaded.num_rows == 3 and loaded[0]["outcome"] == "measured"
    assert loaded[0]["speedup"] == pytest.approx(db.rollouts(task="l1/28")[0]["speedup"])


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_inspect_there_and_back(db, tmp_path, ending):
    log = pytest.importorskip("inspect_ai.log", reason="inspect_ai is missing: pip install inspect-ai")
    path = rollbook.io.to_inspect(db, tmp_path / f"log.{ending}", "grpo-1")
    with pytest.raises(rollbook.UsageError, match="such an ending"):
        rollbook.io.to_inspect(db, tmp_path / "log.db", "grpo-1")
    whole = log.read_eval_log(path)
    scores = {(s.id, s.epoch): s.scores["rollbook"].value for s in whole.samples}
    assert len(scores) == 3 and scores["l1/28", 1]["correct"] == 1.0 and scores["l1/19", 1] != scores["l1/19", 1]
    other = rollbook.open(tmp_path / "other.db")
    assert rollbook.io.from_inspect(path, other) == 3
    same_values(db, other, but=["v_step"])
    whole.eval.metadata = None  # as a log of somebody else: numbers of its scores are rewards
    log.write_eval_log(whole, str(path))
    other = rollbook.open(tmp_path / "scores.db")
    assert rollbook.io.from_inspect(path, other) == 3
    rewards = {(r["task"], r["recipe"]): r["value"] for r in other.sql("SELECT * FROM v_reward") if r["sample"] == 0}
    assert rewards["l1/28", "speedup"] == (db.rollouts(task="l1/28")[0]["speedup"] or 0.0)
    assert {r["completion"] for r in other.rollouts()} == {r["completion"] for r in db.rollouts()}
    with pytest.raises(rollbook.UsageError, match="no log of inspect"):
        rollbook.io.from_inspect(__file__, other)


def test_a_project_of_trackio(tmp_path, monkeypatch):
    monkeypatch.setenv("TRACKIO_DIR", str(tmp_path / "trackio"))
    trackio = pytest.importorskip("trackio", reason="trackio is missing: pip install trackio")
    from trackio.sqlite_storage import SQLiteStorage
    path = SQLiteStorage.get_project_db_path("kernels")
    if str(tmp_path) not in str(path):
        pytest.skip("trackio was imported before: its folder is another")
    SQLiteStorage.bulk_log(project="kernels", run="r1", metrics_list=[{"loss": 0.5, "text": "x"}, {"loss": 0.25}],
                           steps=[0, 1], config={"lr": 0.1})
    assert trackio is not None
    db = rollbook.open(tmp_path / "x.db")
    assert rollbook.io.from_trackio(path, db)["steps"] == 2
    metrics = [json.loads(r["update_metrics"]) for r in db.sql("SELECT update_metrics FROM v_step ORDER BY step")]
    assert metrics == [{"loss": 0.5}, {"loss": 0.25}]
    assert json.loads(db.runs()[0]["config"])["config"]["lr"] == 0.1
    with pytest.raises(rollbook.UsageError, match="no database of Trackio"):
        rollbook.io.from_trackio(__file__, db)


def test_traces_of_trackio_are_rollouts(tmp_path):
    source = sqlite3.connect(tmp_path / "t.db")
    source.execute("CREATE TABLE metrics (id INTEGER PRIMARY KEY, run_name TEXT, step INTEGER, metrics TEXT)")
    source.execute("CREATE TABLE traces (run_name TEXT, step INTEGER, key TEXT, trace_index INTEGER, messages TEXT, "
                   "metadata TEXT)")
    messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    source.execute("INSERT INTO traces VALUES ('r', 4, 'completions', 0, ?, ?)",
                   (json.dumps(messages), json.dumps({"reward": 0.5, "task": "l1/28"})))
    source.commit()
    db = rollbook.open(tmp_path / "x.db")
    assert rollbook.io.from_trackio(tmp_path / "t.db", db) == {"steps": 0, "traces": 1}
    row = db.rollouts()[0]
    assert (row["task"], row["step"], row["completion"]) == ("l1/28", 4, "a")
    assert db.sql("SELECT value FROM v_reward")[0]["value"] == 0.5


def test_histories_of_wandb(tmp_path):
    (tmp_path / "h.csv").write_text("_step,train/loss,_timestamp,name\n0,0.5,1,a\n10,0.125,2,b\n20,,3,c\n")
    (tmp_path / "h.jsonl").write_text('{"_step": 3, "loss": 0.5, "bad": NaN}\n\n{"_step": 4, "loss": 0.25}\n')
    db = rollbook.open(tmp_path / "x.db")
    assert rollbook.io.from_wandb(tmp_path / "h.csv", db, "csv") == 2
    assert rollbook.io.from_wandb(tmp_path / "h.jsonl", db, "jsonl") == 2
    told = {(r["run"], r["step"]): json.loads(r["update_metrics"]) for r in db.sql("SELECT * FROM v_step")}
    assert told == {("csv", 0): {"train/loss": 0.5}, ("csv", 10): {"train/loss": 0.125}, ("jsonl", 3): {"loss": 0.5},
                    ("jsonl", 4): {"loss": 0.25}}
    (tmp_path / "bad.jsonl").write_text("{}\n[1\n")
    with pytest.raises(rollbook.UsageError, match="line 2"):
        rollbook.io.from_wandb(tmp_path / "bad.jsonl", db, "bad")


@pytest.mark.parametrize(("content", "said"), [
    (b'{"_step": 1, "loss": 0.5}\n{"_step": 2, "lo', "line 2: Unterminated string"),
    ('{"_step": 1, "loss": 0.5}\n'.encode("utf-16"), "not UTF-8"),
    (gzip.compress(b'{"_step": 1, "loss": 0.5}\n'), "gunzip"),
    (b'{"_step": 1, "loss": 0.5}\n' + b"[" * 100000, "line 2: maximum recursion"),
    (b'{"_step": 1, "loss": 0.5}\n[1]\n', "line 2: a line must be a JSON object"),
    (b'{"_step": 1, "loss": 0.5}\n{"_step": -1, "loss": 0.5}\n', "line 2: the step -1"),
    (b'{"_step": NaN, "loss": 0.5}\n', "line 1: the step nan"),
    (b"", "no row with a number"),
], ids=["cut", "utf-16", "gzip", "deep", "list", "negative", "nan", "empty"])
def test_a_history_with_a_fault_stores_nothing(tmp_path, capsys, content, said):
    (tmp_path / "bad.jsonl").write_bytes(content)
    status = rollbook.io.main(["import", "wandb", str(tmp_path / "bad.jsonl"), str(tmp_path / "x.db"), "bad"])
    assert status == (4 if content else 2)
    error = capsys.readouterr().err
    assert said in error and "bad.jsonl" in error
    assert not (tmp_path / "x.db").exists() and not (tmp_path / "x.db-log").exists()
    db = rollbook.open(tmp_path / "x.db")
    (tmp_path / "bad.jsonl").write_text('\ufeff{"_step": 1, "loss": 0.5}\r\n', encoding="utf-8")
    assert rollbook.io.from_wandb(tmp_path / "bad.jsonl", db, "bad") == 1


@pytest.mark.parametrize("name", ["wandb", "trackio", "verifiers"])
def test_no_file_a_folder_and_a_pipe(tmp_path, capsys, name):
    os.mkfifo(tmp_path / "pipe")
    for path, said in ((tmp_path / "none", "no such file"), (tmp_path, "folder"), (tmp_path / "pipe", "pipe")):
        run = "r" if name == "wandb" else "run=r"
        assert rollbook.io.main(["import", name, str(path), str(tmp_path / "x.db"), run]) == 2
        assert f"{path}: " in (error := capsys.readouterr().err) and said in error


def test_damaged_traces_store_nothing(tmp_path, capsys):
    good = json.dumps({"task": {"data": {"id": "l1/28"}}, "nodes": [{"message": {"role": "user", "content": "q"}}]})
    for bad in ("{", "[]", '{"task": 3, "nodes": []}', '{"task": {}, "nodes": [3]}', '{"nodes": []}'):
        (tmp_path / "traces.jsonl").write_text(good + "\n" + bad + "\n")
        assert rollbook.io.main(["import", "verifiers", str(tmp_path / "traces.jsonl"), str(tmp_path / "x.db")]) == 4
        assert "traces.jsonl, line 2" in capsys.readouterr().err
    source = sqlite3.connect(tmp_path / "a%20b#c?.db")
    source.execute("CREATE TABLE metrics (id INTEGER PRIMARY KEY, run_name TEXT, step INTEGER, metrics TEXT)")
    source.execute("INSERT INTO metrics (run_name, step, metrics) VALUES ('r', 1, '{\"loss\": 1}'), ('r', 2, '{')")
    source.commit()
    assert rollbook.io.main(["import", "trackio", str(tmp_path / "a%20b#c?.db"), str(tmp_path / "x.db")]) == 4
    assert "row 2 of metrics" in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists() and not (tmp_path / "x.db-log").exists()


def test_traces_of_verifiers(kernel, tmp_path):
    pytest.importorskip("verifiers.v1", reason="verifiers is missing: pip install verifiers")
    import asyncio

    import verifiers.v1 as vf

    from rollbook.verifiers import KernelConfig, KernelTaskConfig, KernelTaskset
    config = KernelTaskConfig(recipe="correct", case="tiny")
    task = next(iter(KernelTaskset(KernelConfig(tasks=["l1/28"], task=config))))
    nodes = [vf.MessageNode(message=vf.UserMessage(content=task.data.prompt), parent=None),
             vf.MessageNode(message=vf.AssistantMessage(content=kernel), parent=0, sampled=True)]
    trace = vf.Trace(agent=vf.AgentInfo.model_construct(name="a"), nodes=nodes,
                     task=vf.TraceTask(type="t", data=task.data))
    asyncio.run(task.score(trace))
    told = trace.model_dump(mode="json", exclude={"agent"})
    (tmp_path / "traces.jsonl").write_text(json.dumps(told) + "\n")
    db = rollbook.open(tmp_path / "x.db")
    assert rollbook.io.from_verifiers(tmp_path / "traces.jsonl", db, run="v") == 1
    row = db.rollouts("v")[0]
    assert row["task"] == "l1/28" and row["completion"] == kernel
    assert db.sql("SELECT recipe, value FROM v_reward")[0] == {"recipe": "kernel", "value": 1.0}


def test_the_program_asks_its_python(db, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install pyarrow")
    env = {**os.environ, "ROLLBOOK_PYTHON": sys.executable, "PYTHONPATH": os.pathsep.join(sys.path)}

    def program(*words, **more):
        return subprocess.run([os.environ["ROLLBOOK_PROGRAM"], *map(str, words)], capture_output=True, text=True,
                              check=False, env={**env, **more})

    db.flush()
    done = program("export", "--parquet", tmp_path / "out", "--db", db.path, "--run", "grpo-1")
    assert done.returncode == 0, done.stderr
    done = program("ingest", "parquet", tmp_path / "out" / "rollouts.parquet", "--db", tmp_path / "n.db")
    assert done.returncode == 0, done.stderr
    assert len(rollbook.open(tmp_path / "n.db").rollouts("grpo-1")) == 3
    assert program("ingest", "wandb", "h.csv", "--db", tmp_path / "n.db").returncode == 2
    assert "cannot be run" in program("ingest", "parquet", "x", ROLLBOOK_PYTHON="/none").stderr
    bare = program("ingest", "parquet", "x", PYTHONPATH="", ROLLBOOK_PYTHON="/usr/bin/python3", PYTHONSAFEPATH="1")
    assert "has no package rollbook" in bare.stderr and bare.returncode == 2


def test_reports_of_nsight_compute(tmp_path):
    """ROLLBOOK_NCU_REP names a report (of NVIDIA/nsight-training, say); none may be kept here."""
    ncu_report = pytest.importorskip("ncu_report", reason="ncu_report is missing: pip install ncu-report")
    place = tmp_path / "x.ncu-rep"
    place.write_text("no report")
    with pytest.raises(rollbook.UsageError, match="no report of Nsight Compute"):
        rollbook.io.from_ncu(place, tmp_path / "x.db")
    path = os.environ.get("ROLLBOOK_NCU_REP")
    if not path:
        pytest.skip("no report: ROLLBOOK_NCU_REP names a .ncu-rep")
    rollbook.io.from_ncu(path, tmp_path / "x.db", run="profile")
    db = rollbook.open(tmp_path / "x.db")
    rows = db.sql("SELECT name, device_us, counters FROM profile_kernel ORDER BY position")
    action = ncu_report.load_report(path).range_by_idx(0).action_by_idx(0)
    assert rows[0]["name"] == action.name()
    duration = action.metric_by_name("gpu__time_duration.sum")
    assert duration.unit() == "ns" and rows[0]["device_us"] == pytest.approx(duration.value() / 1000)
    assert len(json.loads(rows[0]["counters"])["metrics"]) > 50


def test_the_command(db, tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is missing: pip install pyarrow")

    def command(*words):
        return subprocess.run([sys.executable, "-m", "rollbook", *map(str, words)], capture_output=True, text=True,
                              check=False)

    assert command("export", "parquet", db.path, tmp_path / "out").returncode == 0
    assert command("import", "parquet", tmp_path / "out" / "rollouts.parquet", tmp_path / "n.db").returncode == 0
    assert len(rollbook.open(tmp_path / "n.db").rollouts()) == 3
    done = command("import", "parquet", "/none.parquet", tmp_path / "n.db")
    assert done.returncode == 2 and "no Parquet file" in done.stderr
    assert command("--version").stdout.startswith("rollbook ")
