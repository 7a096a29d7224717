"""evaluate: verdicts, threads, forks, asyncio, deaths, strange texts, wrong programs, a host."""

import asyncio
import json
import math
import os
import pickle
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

import rollbook
from rollbook import _evaluate


def test_importing_does_no_work():
    code = ("import sys; import rollbook; "
            "heavy = {'asyncio', 'json', 'subprocess', 'sqlite3', 'socket', 'pandas', 'torch'} & set(sys.modules); "
            "assert not heavy, heavy")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_verdicts_say_what_happened(kernel, wrong):
    right, bad = rollbook.evaluate(kernel, task="l1/28", seed=7), rollbook.evaluate(wrong, task="l1/28", case="tiny")
    assert right.correct and right.outcome == "measured" and right.runtime_us > 0 and right.task == "l1/28"
    assert right.speedup == pytest.approx(right.baseline_us / right.runtime_us)
    low, high = right.interval
    assert low <= right.speedup <= high and float(right) == right.speedup
    assert any(e.kind == "hidden_shape" and e.passed for e in right.evidence)
    assert str(right).startswith("The kernel is right at class fp32 and runs at ") and "95 % interval" in str(right)
    assert not bad.correct and bad.outcome == "mismatch" and float(bad) == 0.0 and bad.speedup is None
    assert "elements are wrong" in str(bad)
    assert right.id != bad.id and pickle.loads(pickle.dumps(right)) == right
    assert math.isnan(float(rollbook.Verdict.unknown("the host was gone")))
    answer = rollbook.evaluate("Think.\n```cuda\n" + kernel + "```\n", "l1/28", case="tiny")
    assert answer.correct
    broken = rollbook.evaluate(kernel.replace("int i =", "int i = ;"), "l1/28")
    assert broken.outcome == "compile" and "error" in broken.log and broken.first_lines(2).count("\n") <= 1


@pytest.mark.parametrize("text", ["", "no code", "a\0b", "\ud800", "漢字" * 1000, "x" * 10_000_000,
                                  "```\n" + "//" + "y" * 2_000_000 + "\n```"])
def test_no_text_of_a_model_raises(text):
    verdict = rollbook.evaluate(text, "l1/28", case="tiny")
    assert not verdict.correct and not verdict.infra and float(verdict) == 0.0


def test_wrong_arguments_raise_in_words(kernel):
    for arguments, said in [(("l1/9999",), "no task"), ((), "task is missing"), (("nonsense",), "no task")]:
        with pytest.raises(rollbook.UsageError, match=said):
            rollbook.evaluate(kernel, *arguments)
    with pytest.raises(rollbook.UsageError, match="case: 'huge'"):
        rollbook.evaluate(kernel, "l1/28", case="huge")
    with pytest.raises(rollbook.UsageError, match="has no option 'colour'"):
        rollbook.evaluate(kernel, "l1/28", colour="red")
    with pytest.raises(rollbook.UsageError, match="is a int"):
        rollbook.evaluate(3, "l1/28")


def test_many_end_in_their_own_order(kernel, wrong):
    codes = [kernel, wrong, ""] * 4
    got = dict(rollbook.evaluate_many(codes, "l1/28", case="tiny"))
    assert sorted(got) == list(range(12))
    assert [got[i].outcome for i in range(3)] == ["measured", "mismatch", "no_code"]
    two = dict(rollbook.evaluate_many([kernel, kernel], ["l1/28", "l1/19"], case="tiny"))
    assert two[0].correct and not two[1].correct
    first = next(rollbook.evaluate_many((kernel for _ in range(10**9)), "l1/28", case="tiny"))
    assert first[1].correct  # and the rest is neither drawn nor waited for


def test_threads_and_coroutines_share_the_workers(kernel):
    results = []
    threads = [threading.Thread(target=lambda: results.append(rollbook.evaluate(kernel, "l1/28", case="tiny")))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(v.correct for v in results) and len(results) == 8

    async def both():
        return await asyncio.gather(*(rollbook.aevaluate(kernel, "l1/28", case="tiny") for _ in range(4)))

    assert all(v.correct for v in asyncio.run(both()))
    assert all(v.correct for v in asyncio.run(both()))  # another loop
    alive = [one for one in _evaluate._locals if one.process is not None and one.process.poll() is None]
    assert len(alive) == 1


def test_a_fork_evaluates_by_itself_and_leaves_the_parent_alone(kernel):
    assert rollbook.evaluate(kernel, "l1/28", case="tiny").correct
    pids = []
    for _ in range(3):
        pid = os.fork()
        if pid == 0:
            ok = False
            try:
                ok = rollbook.evaluate(kernel, "l1/28", case="tiny").correct
            finally:
                os._exit(0 if ok else 1)
        pids.append(pid)
    assert rollbook.evaluate(kernel, "l1/28", case="tiny").correct
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0, 0, 0]


def test_the_program_may_die(kernel):
    evaluator = rollbook.Evaluator()
    with evaluator:
        futures = [evaluator.submit(kernel, "l1/28") for _ in range(4)]
        evaluator._way.process.kill()
        assert all(f.result(60).correct for f in futures)
    with pytest.raises(rollbook.RollbookError, match="closed"):
        evaluator.evaluate(kernel, "l1/28")


def test_nothing_is_left_when_python_is_killed(kernel):
    code = ("import rollbook, sys, time, os; rollbook.evaluate(sys.stdin.read(), 'l1/28', case='tiny'); "
            "from rollbook import _evaluate; print([o.process.pid for o in _evaluate._locals][0], flush=True); "
            "time.sleep(60) if os.fork() else time.sleep(5)")
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(kernel)
    process.stdin.close()
    pid = int(process.stdout.readline())
    process.kill()
    process.wait()
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the program outlived the process that started it")


def script(path, text):
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_wrong_programs_are_refused_in_words(kernel, tmp_path):
    with pytest.raises(rollbook.ProgramMissing, match="no program"):
        rollbook.Evaluator(program=tmp_path / "none").evaluate(kernel, "l1/28")
    old = script(tmp_path / "old", 'echo "rollbook: unknown command \'jobs\'" >&2; exit 2')
    with pytest.raises(rollbook.ProgramMismatch, match="older or newer than this package"):
        rollbook.Evaluator(program=old).evaluate(kernel, "l1/28")
    new = script(tmp_path / "new", 'echo \'{"schema":"rollbook.jobs/1","protocol":9,"version":"7.0"}\'; cat')
    with pytest.raises(rollbook.ProgramMismatch, match=r"version 7.0\) speaks protocol 9"):
        rollbook.Evaluator(program=new).evaluate(kernel, "l1/28")
    hello = 'echo \'{"schema":"rollbook.jobs/1","protocol":1,"version":"1"}\'; '
    dies = script(tmp_path / "dies", hello + "read x; exit 3")
    verdict = rollbook.Evaluator(program=dies).evaluate(kernel, "l1/28")
    assert verdict.infra and "ended 3 times" in verdict.message
    hangs = script(tmp_path / "hangs", hello + "cat >/dev/null")
    verdict = rollbook.Evaluator(program=hangs, timeout=0.5).evaluate(kernel, "l1/28")
    assert verdict.infra and "within 0.5 s" in verdict.message


PROBLEM = """\
import torch
import torch.nn as nn

class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x)

def get_inputs():
    return [torch.rand(16, 64)]

def get_init_inputs():
    return []
"""
MODULE = "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return x.clamp(min=0)\n"


def test_pytorch_problems_by_text_and_file(torch_python, tmp_path):
    path = tmp_path / "19_ReLU.py"
    path.write_text(PROBLEM)
    for problem in (PROBLEM, path, str(path)):
        verdict = rollbook.evaluate(MODULE, problem=problem, python=torch_python)
        assert verdict.correct, verdict
    wrong = rollbook.evaluate(MODULE.replace("min=0", "min=1"), problem=PROBLEM, python=torch_python)
    assert wrong.outcome == "mismatch"
    with pytest.raises(rollbook.UsageError, match="cannot be read"):
        rollbook.evaluate(MODULE, problem=str(tmp_path / "none.py"))


@pytest.fixture
def host(tmp_path):
    process = subprocess.Popen([os.environ["ROLLBOOK_PROGRAM"], "proxy", "--upstream", "http://127.0.0.1:9",
                                "--listen", "127.0.0.1:0", "--db", str(tmp_path / "host.db"), "--json"],
                               stdout=subprocess.PIPE, text=True)
    yield json.loads(process.stdout.readline())["url"]
    process.terminate()
    process.wait(30)


def test_a_host_gives_the_same_verdicts(kernel, wrong, host):
    right = rollbook.evaluate(kernel, "l1/28", url=host, run="remote", step=3)
    assert right.correct and right.evaluation_id > 0 and right.interval
    got = dict(rollbook.evaluate_many([kernel, wrong, ""], "l1/28", url=host, case="tiny"))
    assert [got[i].outcome for i in range(3)] == ["measured", "mismatch", "no_code"]
    assert asyncio.run(rollbook.aevaluate(kernel, "l1/28", url=host, case="tiny")).correct
    with pytest.raises(rollbook.UsageError, match="no task 'zz'"):
        rollbook.evaluate(kernel, "zz", url=host)
    with pytest.raises(rollbook.UsageError, match="--any-problem"):
        rollbook.evaluate(kernel, problem=PROBLEM, url=host)


def test_a_host_that_is_gone_is_infra(kernel):
    verdict = rollbook.evaluate(kernel, "l1/28", url="http://127.0.0.1:9", timeout=2)
    assert verdict.infra and "cannot be reached" in verdict.message
    with pytest.raises(rollbook.UsageError, match="no address"):
        rollbook.evaluate(kernel, "l1/28", url="ftp://x")


def test_a_missing_compiler_is_named(kernel, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    with rollbook.Evaluator(workers=1) as evaluator:
        verdict = evaluator.evaluate(kernel, "l1/28", case="tiny")
    assert verdict.infra and "g++" in str(verdict.message)
