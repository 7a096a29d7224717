"""Types, style, docstrings, one base of errors, one version."""

import importlib
import inspect
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import rollbook
from rollbook import _program

HERE = pathlib.Path(__file__).resolve().parents[1]
ALONE = ["rewards", "trl", "verl", "openevolve", "kernelbench", "errors"]  # need no package of others


def tool(name):
    beside = pathlib.Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if not found:
        pytest.skip(f"{name} is missing: pip install {name}")
    return found


def test_types_are_strict(tmp_path):
    done = subprocess.run([tool("mypy"), "--cache-dir", str(tmp_path)], cwd=HERE, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout


def test_style_is_clean():
    done = subprocess.run([tool("ruff"), "check", "--no-cache", "."], cwd=HERE, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout


def test_every_public_name_says_what_it_is():
    for name in sorted(rollbook._PARTS):
        value = getattr(rollbook, name)
        assert isinstance(value, str) or inspect.getdoc(value), name
        if inspect.isclass(value):
            for member, method in vars(value).items():
                if not member.startswith("_") and callable(method):
                    assert inspect.getdoc(method), f"{name}.{member}"
    for name in ALONE:
        module = importlib.import_module("rollbook." + name)
        for public in getattr(module, "__all__", []):
            value = getattr(module, public)
            assert not callable(value) or inspect.getdoc(value), f"{name}.{public}"


def test_errors_have_one_base():
    from rollbook import errors
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), rollbook.RollbookError)
        assert getattr(rollbook, name) is getattr(errors, name)


def test_the_version_is_the_programs():
    told = re.search(r"project\(rollbook VERSION ([0-9.]+)", (HERE.parent / "CMakeLists.txt").read_text()).group(1)
    assert rollbook.__version__ == told and _program.version().startswith(told)
    assert (HERE / "rollbook" / "py.typed").exists()
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rollbook.nothing
