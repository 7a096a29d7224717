"""The wheel in a fresh virtual environment: the program, its symbols, evaluate, log and read.

ROLLBOOK_WHEEL names the wheel, else the newest of python/dist; without one the test is skipped.
"""

import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

DIST = pathlib.Path(__file__).resolve().parents[1] / "dist"


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    wheels = sorted(glob.glob(str(DIST / "rollbook-*manylinux*.whl")), key=os.path.getmtime)
    wheel = os.environ.get("ROLLBOOK_WHEEL") or (wheels[-1] if wheels else None)
    if wheel is None:
        pytest.skip("no wheel: sh python/wheel/build.sh makes one, or ROLLBOOK_WHEEL names one")
    folder = tmp_path_factory.mktemp("venv")
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip("no venv: apt-get install python3-venv")
    subprocess.run([str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "--no-index", wheel], check=True)
    return folder


def bare(venv, *words, **named):
    """A command in the environment that a login of a new user has."""
    env = {"PATH": f"{venv}/bin:/usr/bin:/bin", "HOME": str(venv), "LC_ALL": "C.UTF-8"}
    return subprocess.run(list(words), capture_output=True, text=True, check=True, env=env, cwd=venv, **named).stdout


def test_the_program_is_on_the_path_and_needs_an_old_glibc(venv):
    assert re.match(r"rollbook [0-9.]+", bare(venv, "rollbook", "--version"))
    assert bare(venv, "python", "-m", "rollbook", "--version").startswith("rollbook ")
    program = bare(venv, "python", "-c", "from rollbook._program import find_program; print(find_program())").strip()
    assert program.startswith(str(venv)) and program.endswith("rollbook/_bin/rollbook")
    if shutil.which("objdump") is None:
        pytest.skip("objdump is missing: apt-get install binutils")
    symbols = bare(venv, "objdump", "-T", program)
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([0-9.]+)", symbols)}
    assert versions and max(versions) <= (2, 28)
    needed = set(re.findall(r"NEEDED\s+(\S+)", bare(venv, "objdump", "-p", program)))
    assert needed <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"}


def test_a_loop_runs_with_the_wheel_alone(venv, kernel):
    code = ("import rollbook, sys\n"
            "k = sys.stdin.read()\n"
            "with rollbook.open('study.db') as db, db.run('r', seed=1) as run:\n"
            "    for i, v in rollbook.evaluate_many([k, 'x'], 'l1/28', case='tiny'):\n"
            "        run.log(task='l1/28', completion=k, sample=i, verdict=v)\n"
            "db = rollbook.open('study.db')\n"
            "print(sorted(r['outcome'] for r in db.rollouts()), db.figure('fast-p').svg[:4], rollbook.__version__)\n")
    assert bare(venv, "python", "-c", code, input=kernel).startswith("['measured', 'no_code'] <svg 0.")
