#!/usr/bin/env python3
"""Fails the n-th call of a kind in each command, until none is left to fail: torture.py ROLLBOOK SHIM WORK [OPTIONS]

  --commands REGEX   only cases whose name matches
  --calls A,B        only these kinds
  --most N           of more calls than N only a sample: the first ones, then ever fewer
  --budget SECONDS   end after this time; the next call goes on (WORK/done.tsv)

A command that failed says so in words, with a documented status, leaves no file of its own, and its outputs are
absent or what they were; its database is whole, and the command succeeds afterwards.  One that ended well in spite
of the failure gave what it gives without.  Prints a table; status 1 when something was found (WORK/findings.txt).
"""
import argparse
import atexit
import hashlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import time

CALLS = "malloc write write+ pwrite pwrite+ fsync open rename mmap read fork".split()
STATUSES = range(0, 8)
ALLOWED = re.compile(r"\.db(-wal|-shm)?$")

# name, arguments, outputs; every case begins in a copy of one folder.  Databases: s.db; new.db is made by the command.
# A case whose result holds random numbers or measured times is marked with "~": only that it is whole can be compared.
CASES = [
    ("init", "init new.db", ["new.db"]),
    ("ingest first", "ingest kernelbench one.json --level 1 --run-name new --db new.db", ["new.db"]),
    ("ingest more", "ingest kernelbench two.json --level 1 --run-name more --db s.db", ["s.db"]),
    ("ingest lines", "ingest jsonl lines.jsonl --map map.json --run-name lines --db new.db", ["new.db"]),
    ("ingest baseline", "ingest kernelbench-baseline base.json --name torch --db s.db", ["s.db"]),
    ("merge --out", "merge s.db t.db --out new.db", ["new.db"]),
    ("merge", "merge s.db t.db", ["s.db"]),
    ("run reward", "run reward --run three --reward normalized --db s.db", ["s.db"]),
    ("verify --repair", "verify --repair --db s.db", ["s.db"]),
    ("verify --deep", "verify --deep --db s.db", []),
    ("export", "export folder --db s.db", ["folder"]),
    ("export --snapshot", "export --snapshot new.db --db s.db", ["new.db"]),
    ("export --sft", "export --sft pairs.jsonl --replace --db s.db", ["pairs.jsonl"]),
    ("report", "report run --run three -o r.pdf --db s.db", ["r.pdf"]),
    ("figure pdf", "figure fast-p --run three -o f.pdf --db s.db", ["f.pdf"]),
    ("figure svg", "figure fast-p --run three -o f.svg --db s.db", ["f.svg"]),
    ("split make", "split make --level 1 --seed 3 --out split.json --replace", ["split.json"]),
    ("split check", "split check given.json", []),
    ("sql", "sql SELECT\\ *\\ FROM\\ v_rollout --db s.db", []),
    ("id", "id --db s.db", []),
    ("show run", "show run three --db s.db", []),
    ("show rollout", "show rollout 1 --db s.db", []),
    ("analyze summary", "analyze summary --run three --db s.db", []),
    ("analyze fast-p", "analyze fast-p --run three --db s.db", []),
    ("analyze diversity", "analyze diversity --db s.db", []),
    ("audit", "audit --db s.db", []),
    ("task list", "task list", []),
    ("task show", "task show l1/4", []),
    ("prompt show", "prompt show l1/4", []),
    ("policy list", "policy list", []),
    ("help", "help --markdown", []),
    ("declare", "declare plan --estimand sample --methods best-of-n,ttt --budget 8 --seeds 1,2 --tasks 4 --stopping enough --db s.db", ["s.db"]),
    ("eval~", "eval kernel.cu --task l1/4 --case tiny", []),
    ("run best-of-n~", "run best-of-n --tasks 4 --k 1 --case tiny --seed 1 --name new --db new.db -q", ["new.db"]),
    ("run ttt~", "run ttt --tasks 4 --k 1 --steps 1 --case tiny --seed 1 --name new --db s.db -q", ["s.db"]),
    ("replay~", "replay three --db s.db -q", ["s.db"]),
    ("confirm~", "confirm --run three --db s.db -q", ["s.db"]),
    ("init --migrate", "init --migrate old.db", ["old.db"]),
    ("run refine~", "run refine --tasks 4 --k 1 --turns 2 --history all --case tiny --seed 1 --name new --db new.db -q", ["new.db"]),
    ("run resume~", "run --resume part --db u.db -q", ["u.db"]),
    ("run score", "run score --run three --checkpoints-of adapted --db u.db -q", ["u.db"]),
    ("judge~", "judge --run three --policy-config {\"base_url\":\"HOST/vllm/v1\",\"model\":\"judge-fair\"} --db s.db -q", ["s.db"]),
    ("baseline measure~", "baseline measure --backend cpu --tasks 4 --case tiny --mode fast --db s.db -q", ["s.db"]),
    ("declare look~", "declare look --name study --db u.db -q", ["u.db"]),
    ("declare attach", "declare attach study --run three --method best-of-n --db u.db -q", ["u.db"]),
    ("declare --amend", "declare study --estimand sample --methods best-of-n,ttt --budget 4 --seeds 6 --tasks 4 --stopping later --amend more --db u.db -q", ["u.db"]),
    ("task import", "task import-kernelbench problems --suite mine --db s.db -q", ["s.db"]),
    ("report --latex", "report run --run three -o r.pdf --latex tex --db s.db", ["r.pdf", "tex"]),
    ("figure --csv", "figure fast-p --run three -o f.pdf --csv f.csv --tex f.tex --db s.db", ["f.pdf", "f.csv", "f.tex"]),
    ("show task", "show task l1/4 --db s.db", []),
    ("show evaluation", "show evaluation 1 --db s.db", []),
    ("find", "find int --db s.db", []),
    ("claims", "claims published.json", []),
    ("task check", "task check l1/4 --case tiny", []),
    ("ingest map-template", "ingest map-template", []),
    ("figure list", "figure list", []),
    ("report list", "report list", []),
    ("device~", "device", []),
    ("run train~", "run train --tasks 19 --held 36 --k 2 --batch 1 --epochs 1 --eval-every 0 --case tiny --seed 1 --name new --db s.db -q", ["s.db"]),
    ("run sft~", "run sft --teacher part --tasks 4 --held 36 --steps 1 --eval-every 0 --case tiny --seed 1 --name new --db u.db -q", ["u.db"]),
    ("run sdpo~", "run sdpo --tasks 4 --k 2 --steps 1 --case tiny --seed 1 --name new --db s.db -q", ["s.db"]),
    ("run stages~", "run stages --tasks 19 --held 36 --k 1 --epochs 1 --eval-k 1 --case tiny --name new --db new.db -q", ["new.db"]),
    ("study run~", "study run w --tasks 19,20 --held 4 -k 4 --ttt-steps 1 --seeds 1 --teacher-k 1 --group 2 --case tiny --db new.db -q", ["new.db"]),
    ("export --records", "export --records records.jsonl --replace --run adapted --db u.db", ["records.jsonl"]),
] + [("ingest " + f, "ingest %s %s --db new.db" % (f, file), ["new.db"]) for f, file in (
    ("kernelbench-log", "two_levels.log"), ("samples", "humaneval.jsonl"), ("completions", "openai_chat.json"), ("nvbench", "nvbench.json"),
    ("google-benchmark", "google_benchmark.json"), ("cuda-l1", "cuda_l1.json"), ("cuda-l2", "cuda_l2.csv"), ("traces", "traces.jsonl"),
    ("kernelgym", "kernelgym.jsonl"), ("rollouts", "rollouts.jsonl"), ("trainer-log", "trainer_state.json"), ("nsys", "trace.sqlite"),
    ("robust-kbench", "robust.csv"), ("telemetry", "telemetry.jsonl"), ("tensorboard", "events.out.tfevents.1"),
    ("kernelbot", "kernelbot_rows.jsonl"), ("inspect", "inspect_log.json"), ("openevolve", "openevolve_trace.jsonl"), ("tritonbench", "tritonbench_op.csv"),
    ("ncu", "ncu_raw.csv"), ("csv", "cells.csv --map map.json"), ("auto", "folder-of-files --level 1"))
] + [("analyze " + a, "analyze %s --db s.db" % a, []) for a in (
    "scaling", "selection", "calibration", "turns", "trajectory", "sweep", "failures", "cost", "timing", "hardware")]


def split(words):
    return [w.replace("\0", " ") for w in words.replace("\\ ", "\0").split()]


class Torture:
    def __init__(self, rollbook, shim, work):
        self.rollbook, self.shim, self.work = rollbook, shim, work
        self.begin, self.at = work / "begin", work / "at"
        self.host = None

    def environment(self):
        return dict(os.environ, ROLLBOOK_CACHE_DIR=str(self.work / "cache"), HOME=str(self.work))

    def run(self, words, extra=None, folder=None):
        env = dict(self.environment(), **(extra or {}))
        try:
            return subprocess.run([self.rollbook] + words, cwd=folder or self.at, env=env, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, "none: it hung", b"", b"")

    def make_begin(self):
        shutil.rmtree(self.begin, ignore_errors=True)
        self.begin.mkdir(parents=True)
        b = self.begin
        record = '{"%d": [{"sample_id": %d, "compiled": true, "correctness": true, "runtime": 2.5, "metadata": {"hardware": "H100"}}]}'
        (b / "one.json").write_text(record % (1, 0))
        (b / "two.json").write_text(record % (2, 0))
        (b / "base.json").write_text('{"level1": {"1_Square_matrix_multiplication_.py": {"mean": 1.5, "std": 0.1, "min": 1.4, "max": 1.7, "num_trials": 100}}}')
        (b / "lines.jsonl").write_text("".join(
            '{"task": "problem_%d", "level": 1, "problem_id": %d, "sample_id": 0, "code": "int x%d;", "compiled": true, "correct": true, '
            '"runtime_ms": 0.5, "reference_ms": 0.7}\n' % (i, i, i) for i in range(1, 40)))
        top = pathlib.Path(__file__).resolve().parent.parent.parent
        shutil.copy(top / "bench/rollouts_map.json", b / "map.json")
        shutil.copy(top / "splits/l1_seed42.json", b / "given.json")
        fixtures = top / "tests/fixtures"
        for file in ("kernelbench-log/two_levels.log", "fuzz/humaneval.jsonl", "fuzz/openai_chat.json", "fuzz/nvbench.json",
                     "fuzz/google_benchmark.json", "records/cuda_l1.json", "records/cuda_l2.csv", "records/traces.jsonl",
                     "fuzz/kernelgym.jsonl", "fuzz/rollouts.jsonl", "trainer-log/trainer_state.json", "claims/published.json", "tools/events.out.tfevents.1", "tools/kernelbot_rows.jsonl",
                     "tools/inspect_log.json", "tools/openevolve_trace.jsonl", "tools/tritonbench_op.csv", "tools/ncu_raw.csv"):
            shutil.copy(fixtures / file, b)
        (b / "telemetry.jsonl").write_text("".join(
            '{"run_id": "t", "seed": 1, "model_id": "m", "problem_id": %d, "level": 1, "kernel_id": "k", "step_idx": 0, "sample_idx": 0, '
            '"compiled": true, "correctness": true, "runtime_us": 500.0, "ref_runtime_us": 1500.0, "speedup": 3.0, "reward": 3.0, '
            '"mean_logprob": -0.5, "error_message": "", "error_trace": ""}\n' % i for i in range(1, 9)))
        (b / "cells.csv").write_text("task,level,problem_id,sample_id,code,compiled,correct,runtime_ms,reference_ms,device/name\n"
                                     + "".join("problem_%d,1,%d,0,int y%d;,true,true,0.5,0.7,GPU\n" % (i, i, i) for i in range(1, 20)))
        (b / "robust.csv").write_text("Batch ID,Sample ID,Correct,Runtime (ms),Speedup,Speedup Compile,Max Diff,Error,Error Type,Code,task_name,"
                                      "forward\n3,1,True,0.5,4,2.5,0.25,,none,int a;,norm,True\n")
        (b / "folder-of-files/a").mkdir(parents=True)
        shutil.copy(b / "one.json", b / "folder-of-files/a/eval_results.json")
        shutil.copy(b / "rollouts.jsonl", b / "folder-of-files/rollouts.jsonl")
        (b / "problems").mkdir()
        for i in (2, 3):
            (b / "problems" / ("%d_Times.py" % i)).write_text(
                "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x * %d\n"
                "def get_inputs():\n    return [torch.rand(8, 4)]\ndef get_init_inputs():\n    return []\n" % i)
        trace = sqlite3.connect(b / "trace.sqlite")
        trace.executescript("""CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES (1, 'k');
            CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES (0, 'GPU Y');
            CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, "end" INTEGER, deviceId INTEGER, streamId INTEGER,
                shortName INTEGER, demangledName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER,
                blockZ INTEGER, registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER);
            INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (2000, 4500, 0, 7, 1, 1, 3, 4, 5, 32, 2, 1, 16, 128, 256);""")
        trace.close()
        old = sqlite3.connect(b / "old.db")
        old.executescript((fixtures / "schema/version1.sql").read_text())
        old.close()
        for words in ("run best-of-n --tasks 4 --k 4 --case tiny --seed 6 --name three --db s.db -q",
                      "ingest kernelbench one.json --level 1 --run-name theirs --db s.db -q",
                      "ingest kernelbench two.json --level 1 --run-name others --db t.db -q"):
            done = self.run(split(words), folder=b)
            if done.returncode != 0:
                sys.exit("%s: %s" % (words, done.stderr.decode()))
        shutil.copy(b / "s.db", b / "u.db")
        for words in ("run ttt --tasks 4 --k 2 --steps 1 --case tiny --seed 6 --name adapted --db u.db -q",
                      "declare study --estimand sample --methods best-of-n,ttt --budget 4 --seeds 6 --tasks 4 --stopping enough --db u.db -q"):
            done = self.run(split(words), folder=b)
            if done.returncode != 0:
                sys.exit("%s: %s" % (words, done.stderr.decode()))
        self.make_part(b / "u.db")
        code = self.run(["sql", "--format", "json", "SELECT code FROM v_rollout WHERE correct AND code IS NOT NULL LIMIT 1", "--db", "s.db"],
                        folder=b)
        import json
        rows = json.loads(code.stdout)
        rows = rows.get("rows", rows) if isinstance(rows, dict) else rows
        row = rows[0]
        (b / "kernel.cu").write_text(row["code"] if isinstance(row, dict) else row[0])
        for p in b.glob("*-wal"):
            sys.exit("%s is left" % p)

    def make_part(self, path):
        """A run that was killed in the middle."""
        db = sqlite3.connect(path)
        p = subprocess.Popen([self.rollbook] + split("run best-of-n --tasks 4 --k 12 --case tiny --seed 9 --name part -q --db") + [str(path)],
                             env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while p.poll() is None and db.execute("SELECT count(*) FROM evaluation e JOIN rollout USING (rollout_id) JOIN run USING (run_id) "
                                              "WHERE run.name = 'part'").fetchone()[0] < 2:
            time.sleep(0.005)
        p.kill()
        p.wait()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()

    def server(self):
        """Where judges are asked; it ends with this process."""
        port = self.work / "port"
        port.unlink(missing_ok=True)
        here = pathlib.Path(__file__).resolve().parent
        p = subprocess.Popen([sys.executable, str(here / "dialect_server.py"), str(port), os.devnull], stdin=subprocess.DEVNULL)
        atexit.register(p.kill)
        while not port.exists():
            time.sleep(0.02)
        return "http://127.0.0.1:" + port.read_text()

    def words(self, line):
        if "HOST" in line and self.host is None:
            self.host = self.server()
        return split(line.replace("HOST", self.host or ""))

    def reset(self):
        shutil.rmtree(self.at, ignore_errors=True)
        shutil.copytree(self.begin, self.at)

    def state(self, name):
        """What an output is: absent, the facts of a database, the bytes of a file or of a folder's files."""
        p = self.at / name
        if not p.exists():
            return None
        if name.endswith(".db"):
            done = self.run(["id", "--db", name])
            return done.stdout.decode().strip() if done.returncode == 0 else "no database: " + done.stderr.decode()
        files = sorted(f for f in p.rglob("*") if f.is_file()) if p.is_dir() else [p]
        h = hashlib.sha256()
        for f in files:
            h.update(str(f.relative_to(self.at)).encode() + b"\0" + f.read_bytes())
        return h.hexdigest()

    def is_untouched(self, name):
        ours, theirs, log = self.begin / name, self.at / name, self.at / (name + "-wal")
        return (ours.is_file() and theirs.is_file() and not (log.exists() and log.stat().st_size) and
                ours.read_bytes() == theirs.read_bytes())

    def check(self, name, words, outputs, whole, done, loose):
        """What is wrong after a failed call, in words."""
        status, stderr = done.returncode, done.stderr.decode(errors="replace")
        if not isinstance(status, int) or status < 0 or status not in STATUSES:
            return "status %s: %s" % (status, stderr[-200:])
        if status not in (0, whole["status"]) and not stderr.strip():
            return "status %d without a word" % status
        known = {p.name for p in self.begin.iterdir()} | set(outputs)
        extra = [p.name for p in self.at.iterdir() if p.name not in known and not ALLOWED.search(p.name)]
        if extra:
            return "left behind: %s" % ", ".join(extra)
        same = status == whole["status"]
        if same and not loose and done.stdout != whole["stdout"]:
            return "status %d, but it printed something else" % status
        for o in outputs:
            now = whole["before"][o] if self.is_untouched(o) else self.state(o)
            if same and not loose and now != whole["after"][o]:
                return "status %d, but %s is not what it gives" % (status, o)
            if o.endswith(".db") and now is not None and now != whole["before"][o]:
                verified = self.run(["verify", "--db", o])
                if verified.returncode != 0:
                    return "%s is not whole: %s" % (o, verified.stdout.decode()[-300:])
            if not o.endswith(".db") and now not in (whole["before"][o], whole["after"][o]):
                return "%s is half written" % o
        # A result that is in its place already, although the folder could not be synced, stays there.
        if not same and not loose and not (outputs and all(self.state(o) == whole["after"][o] for o in outputs)):
            again = self.run(words)
            if again.returncode != whole["status"]:
                return "fails afterwards: %s" % again.stderr.decode()[-200:]
            for o in outputs:
                if self.state(o) != whole["after"][o]:
                    return "%s is not what it is without the failure, after a second try" % o
        return None

    def whole(self, name, words, outputs):
        self.reset()
        before = {o: self.state(o) for o in outputs}
        self.reset()
        done = self.run(words)
        if done.returncode not in (0, 1, 7):
            sys.exit("%s: status %s without a failure: %s" % (name, done.returncode, done.stderr.decode()))
        return {"status": done.returncode, "stdout": done.stdout, "before": before,
                "after": {o: self.state(o) for o in outputs}}

    def case(self, name, words, outputs, call, most, deadline):
        """Calls that failed, findings; None when time was over."""
        loose = name.endswith("~")
        whole = self.whole(name, words, outputs)
        report = self.work / "report"
        n, injected, findings = 1, 0, 0
        while True:
            if time.monotonic() > deadline:
                return None
            self.reset()
            report.unlink(missing_ok=True)
            extra = {"LD_PRELOAD": self.shim, "FAIL_CALL": call.rstrip("+"), "FAIL_NTH": str(n), "FAIL_REPORT": str(report)}
            if call.endswith("+"):
                extra["FAIL_ON"] = "1"
            done = self.run(words, extra)
            if not report.exists():
                return injected, findings
            injected += 1
            wrong = self.check(name, words, outputs, whole, done, loose)
            if wrong:
                findings += 1
                with open(self.work / "findings.txt", "a") as f:
                    f.write("%s: %s %d: %s\n" % (name, call, n, wrong.strip()))
            n += 1 if injected < most else max(1, n // 8)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("rollbook")
    p.add_argument("shim")
    p.add_argument("work")
    p.add_argument("--commands", default="")
    p.add_argument("--calls", default=",".join(CALLS))
    p.add_argument("--most", type=int, default=40)
    p.add_argument("--budget", type=float, default=1e9)
    o = p.parse_args()
    work = pathlib.Path(o.work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    t = Torture(str(pathlib.Path(o.rollbook).resolve()), str(pathlib.Path(o.shim).resolve()), work)
    deadline = time.monotonic() + o.budget
    if not (t.begin / "kernel.cu").exists():
        t.make_begin()
    table = work / "done.tsv"
    rows = [line.split("\t") for line in table.read_text().splitlines()] if table.exists() else []
    done = {(r[0], r[1]) for r in rows}
    over = False
    for call in o.calls.split(","):
        for name, words, outputs in CASES:
            if not re.search(o.commands, name) or (name, call) in done or over:
                continue
            result = t.case(name, t.words(words), outputs, call, o.most, deadline)
            if result is None:
                over = True
                continue
            rows.append([name, call, str(result[0]), str(result[1])])
            with open(table, "a") as f:
                f.write("\t".join(rows[-1]) + "\n")
    print("| call | commands | failed calls | findings |\n|---|---|---|---|")
    for call in o.calls.split(","):
        of = [r for r in rows if r[1] == call]
        print("| %s | %d | %d | %d |" % (call, len(of), sum(int(r[2]) for r in of), sum(int(r[3]) for r in of)))
    if over:
        print("time was over; the same call goes on")
    sys.exit(any(int(r[3]) for r in rows))


if __name__ == "__main__":
    main()
