"""What the tests share.  Cases that are left out are printed as cmocka prints them: the summary counts those."""

import os
import sys

import pytest

TRUTH = """\
//@ launch hard_sigmoid(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hard_sigmoid(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
"""


@pytest.fixture
def kernel():
    """A right kernel file of l1/28."""
    return TRUTH


@pytest.fixture
def wrong():
    return TRUTH.replace("6.0f", "5.0f")


@pytest.fixture
def db_path(tmp_path):
    return str(tmp_path / "study.db")


def python_with_torch():
    """A Python for PyTorch problems, or skips."""
    import subprocess
    for python in (os.environ.get("ROLLBOOK_PYTHON"), sys.executable, "/usr/bin/python3"):
        if python and subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
            return python
    pytest.skip("no Python with torch: apt-get install python3-torch, or ROLLBOOK_PYTHON names one")
    return None


@pytest.fixture
def torch_python():
    return python_with_torch()


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        name = report.nodeid.split("::")[-1].split("/")[-1].replace("-", "_").replace("[", "_").rstrip("]")
        print(f"[  SKIPPED ] {name}: {reason.removeprefix('Skipped: ')}")


def pytest_sessionfinish(session, exitstatus):
    """Nothing ran but skips: the file is skipped, and the last line says why."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    if reporter and exitstatus in (0, 5) and not reporter.stats.get("passed") and reporter.stats.get("skipped"):
        session.exitstatus = 77
