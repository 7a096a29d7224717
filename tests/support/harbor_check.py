"""harbor_check.py FOLDER PROGRAM - loads exported tasks with the loaders of this Python that are installed: Harbor's own,
tinker-cookbook's with its grading, and that of verifiers.  Ends with 77 where none is."""
import asyncio
import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

folder, program = Path(sys.argv[1]).resolve(), sys.argv[2]
tasks = sorted(p for p in folder.iterdir() if p.is_dir())
loaded = []


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{name} is not installed: {error}")
        return None


def check_harbor():
    task = module("harbor.models.task.task")
    if task is None:
        return
    for path in tasks:
        assert task.Task.is_valid_dir(path), path
        read = task.Task(path)
        assert read.name == f"rollbook/{path.name}", read.name
        assert "How to hand in" in read.instruction
        assert read.config.verifier.environment_mode.value == "separate"
        assert read.paths.discovered_test_path.name == "test.sh" and read.paths.discovered_solve_path.name == "solve.sh"
    lint = module("harbor.lint.task")
    for path in tasks if lint is not None else []:
        findings = [f for f in lint.lint_task(path) if f.rule.value != "unpinned-image"]
        assert not findings, findings
    loaded.append("harbor")


class Machine:
    """A sandbox of tinker-cookbook whose /tests, /logs and /app are folders here."""

    def __init__(self, root):
        self.root, self.sandbox_id = root, "here"
        self.env = {"ROLLBOOK_HARBOR_TESTS": f"{root}/tests", "ROLLBOOK_HARBOR_LOGS": f"{root}/logs/verifier",
                    "ROLLBOOK_HARBOR_APP": f"{root}/app", "ROLLBOOK_HARBOR_PROGRAM": program}

    def here(self, text):
        return text.replace("/tests", f"{self.root}/tests").replace("/logs", f"{self.root}/logs")

    def result(self, stdout, stderr, code):
        return module("tinker_cookbook.sandbox").SandboxResult(stdout=stdout, stderr=stderr, exit_code=code)

    async def run_command(self, command, workdir=None, timeout=60, max_output_bytes=None):
        done = subprocess.run(["bash", "-c", self.here(command)], capture_output=True, text=True, check=False,
                              env={**os.environ, **self.env})
        return self.result(done.stdout, done.stderr, done.returncode)

    async def read_file(self, path, max_bytes=None, timeout=60):
        path = Path(self.here(path))
        return self.result(path.read_text(), "", 0) if path.exists() else self.result("", "no such file", 1)

    async def write_file(self, path, content, executable=False, timeout=60):
        path = Path(self.here(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return self.result("", "", 0)


def check_tinker():
    env = module("tinker_cookbook.recipes.harbor_rl.harbor_env")
    tools = module("tinker_cookbook.recipes.harbor_rl.harbor_tools")
    if env is None or tools is None:
        return
    env.HARBOR_CACHE_DIR = folder.parent
    read = env.load_harbor_tasks(folder.name)
    assert [t.task_name for t in read] == [p.name for p in tasks]
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(f"{root}/app")
        task = read[0].task_dir
        grade = tools.HarborReward(tests_dir=task / "tests", sandbox=Machine(root), grader_timeout=600)
        assert asyncio.run(grade([]))[0] == 0.0  # nothing was handed in
        subprocess.run(["sh", str(task / "solution/solve.sh")], check=True,
                       env={**os.environ, "ROLLBOOK_HARBOR_APP": f"{root}/app"})
        reward, facts = asyncio.run(grade([]))
        if not (Path(root) / "logs/verifier/reward.json").exists():
            print("the machine is too busy to time a kernel:", (Path(root) / "logs/verifier/evaluator.txt").read_text())
        else:
            assert reward > 0 and "grading_error" not in facts, (reward, facts)
    loaded.append("tinker-cookbook")


def check_verifiers():
    taskset = module("verifiers.v1.tasksets.harbor.taskset")
    if taskset is None or module("harbor") is None:
        return
    config = taskset.HarborConfig(ignore_dockerfile=True)
    for n, path in enumerate(tasks):
        data = taskset.parse_task(path, n, config)
        assert data.name == f"rollbook/{path.name}" and "How to hand in" in str(data.prompt)
        if hasattr(data, "artifacts"):  # of verifiers 0.4
            assert data.verifier is not None and [a.source for a in data.artifacts] == ["/app/solution.cu"], data
    loaded.append("verifiers")


check_harbor()
check_tinker()
check_verifiers()
print("loaded by", ", ".join(loaded) or "none")
sys.exit(0 if loaded else 77)
