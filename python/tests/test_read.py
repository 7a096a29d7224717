"""Reading: rows as dicts and data frames, analyses, figures, errors; the notebook of the docs."""

import ast
import importlib.util
import json
import os
import pathlib
import sys
import types

import pytest

import rollbook

HERE = pathlib.Path(__file__).resolve().parent


def need(package):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is missing: pip install {package}")


def need_times(db):
    if all(r["speedup"] is None for r in db.rollouts()):
        pytest.skip("this machine is too busy to time a kernel")


@pytest.fixture
def db(kernel, wrong, db_path):
    right, bad = rollbook.evaluate(kernel, "l1/28", case="tiny"), rollbook.evaluate(wrong, "l1/28", case="tiny")
    with rollbook.open(db_path) as db:
        for name in ("a", "it's, b"):
            with db.run(name, strategy="grpo", seed=1) as run:
                for step in range(2):
                    run.log(task="l1/28", completion=kernel, verdict=right, step=step, reward=1.0)
                    run.log(task="l1/28", completion="no", verdict=bad, step=step)
        yield db


def test_rows_are_lists_of_dicts(db):
    assert [r["run"] for r in db.runs()] == ["a", "it's, b"]
    got = db.rollouts(run="it's, b", step=1, columns=["sample", "correct", "speedup"])
    assert [(r["sample"], r["correct"]) for r in got] == [(0, 1), (1, 0)] and got[1]["speedup"] is None
    assert len(db.rollouts(run=["a", "it's, b"])) == 8 and len(db.rollouts(limit=3)) == 3
    assert db.sql("SELECT 1 AS one WHERE 0") == []
    with pytest.raises(rollbook.ProgramError, match="no such table"):
        db.sql("SELECT * FROM no_such_thing")
    with pytest.raises(rollbook.ProgramError) as caught:
        db.analyze("summary", run="nobody")
    assert caught.value.status == 3
    with pytest.raises(rollbook.ProgramError):
        db.sql("DELETE FROM rollout")


def test_analyses_are_tables(db):
    need_times(db)
    table = db.analyze("fast-p", run=["a", "it's, b"], p=[0, 1])
    assert {r["run"] for r in table} == {"a", "it's, b"} and table.schema.startswith("rollbook.")
    assert "<td>it&#x27;s, b</td>" in table._repr_html_()


@pytest.mark.parametrize("package, method", [("pandas", "df"), ("polars", "pl"), ("pyarrow", "arrow")])
def test_data_frames(db, package, method):
    need(package)
    need_times(db)
    frame = getattr(db.rollouts(), method)()
    assert frame.shape[0] == 8
    column = frame["speedup"]
    values = column.to_pylist() if package == "pyarrow" else list(column)
    assert sum(v is not None and v == v for v in values) == 4
    empty = getattr(db.sql("SELECT run FROM v_run WHERE 0"), method)()
    assert empty.shape[0] == 0


def test_a_missing_package_is_said(db, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(rollbook.MissingPackage, match=r"pip install 'rollbook\[polars\]'"):
        db.runs().pl()


def test_figures_show_themselves(db, tmp_path):
    need_times(db)
    figure = db.figure("fast-p", run=["a"])
    assert figure._repr_svg_().startswith("<svg") and "</svg>" in figure.svg
    figure.save(tmp_path / "f.svg")
    figure.save(tmp_path / "f.svg")  # ours gives way
    (tmp_path / "mine.svg").write_text("mine")
    with pytest.raises(rollbook.UsageError, match="may be yours"):
        figure.save(tmp_path / "mine.svg")
    assert (tmp_path / "f.svg").read_text() == figure.svg


def test_no_database_is_an_error_in_words(tmp_path):
    with pytest.raises(rollbook.ProgramError, match=r"none\.db") as caught:
        rollbook.open(tmp_path / "none.db").runs()
    assert caught.value.status == 2


def test_the_notebook_runs(tmp_path, monkeypatch):
    """Each cell of docs/python.ipynb, in order; what a cell ends with is shown as a notebook shows it."""
    cells = json.loads((HERE.parents[1] / "docs" / "python.ipynb").read_text())["cells"]
    monkeypatch.chdir(tmp_path)
    scope = types.ModuleType("notebook").__dict__
    shown = 0
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        text = "".join(cell["source"])
        tree = ast.parse(text)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
            shown += any(hasattr(value, how) for how in ("_repr_svg_", "_repr_html_"))
    assert shown >= 3
    assert os.path.exists(tmp_path / "study.db")
