#!/usr/bin/env python3
"""Imports damaged copies of the fixtures of every format: damage_sweep.py ROLLBOOK FIXTURES WORK [FORMAT...]

A fixture is cut at every sixteenth, gets other bytes, is wrapped, packed or nested, and, where it is JSON, every member
of its first record gets a value of another type.  Each import ends with a documented status; one that stores nothing
says the file and what is wrong with it; a file that fails as a whole leaves no row; databases pass verify.  Prints what
was found; status 1 when there was any.
"""
import concurrent.futures
import copy
import gzip
import io
import json
import lzma
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import zipfile

# format, fixture, options
FIXTURES = [
    ("kernelbench", "kernelbench/object.json", ["--level", "1"]),
    ("kernelbench-log", "kernelbench-log/two_levels.log", []),
    ("kernelbench-baseline", "kernelbench/baseline_time_torch.json", []),
    ("samples", "fuzz/humaneval.jsonl", []),
    ("completions", "fuzz/openai_chat.json", []),
    ("nvbench", "fuzz/nvbench.json", []),
    ("google-benchmark", "fuzz/google_benchmark.json", []),
    ("cuda-l1", "records/cuda_l1.json", []),
    ("cuda-l2", "records/cuda_l2.csv", []),
    ("traces", "records/traces.jsonl", []),
    ("jsonl", "fuzz/records.jsonl", ["--map", "lines.json"]),
    ("csv", "fuzz/cells.csv", ["--map", "cells.json"]),
    ("kernelgym", "fuzz/kernelgym.jsonl", []),
    ("telemetry", None, []),
    ("rollouts", "fuzz/rollouts.jsonl", []),
    ("trainer-log", "trainer-log/trainer_state.json", []),
    ("kernelbot", "tools/kernelbot_submission.json", []),
    ("openevolve", "tools/openevolve_program.json", []),
    ("inspect", "tools/inspect_log.json", []),
    ("tritonbench", "tools/tritonbench_op.csv", []),
    ("ncu", "tools/ncu_long.csv", []),
    ("tensorboard", "tools/events.out.tfevents.1", []),
    ("robust-kbench", None, []),
    ("nsys", None, []),
]
ROBUST = b"Batch ID,Sample ID,task_name,Code,Runtime (ms),Speedup,Correct\n1,0,mm_forward,x,1.5,2.0,True\n"
TELEMETRY = b"".join(b'{"seed": 42, "model_id": "m", "problem_id": %d, "level": 1, "kernel_id": "k%d", "compiled": true, '
                     b'"correctness": true, "runtime_us": 50.5, "ref_runtime_us": 100, "speedup": 2.0, "reward": 2.0, '
                     b'"eval_metadata": {"x": 1}}\n' % (p, s) for p in (1, 2) for s in (0, 1))
BY_HAND = {"robust-kbench": ("results.csv", ROBUST), "telemetry": ("telemetry.jsonl", TELEMETRY)}
OTHERS = [{}, [], "text", -1, 1e300, True, None, "\x00", 2**63, [[{"a": 1}]]]
PACKED = re.compile(r"unpack it first")


def nsys_export(path):
    db = sqlite3.connect(path)
    db.executescript("""
        CREATE TABLE StringIds (id INTEGER, value TEXT);
        INSERT INTO StringIds VALUES (1, 'add');
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, demangledName INTEGER, shortName INTEGER,
            gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
            registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, deviceId INTEGER);
        INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 1, 1, 1, 1, 1, 32, 1, 1, 16, 0, 0, 0);""")
    db.commit()
    db.close()
    data = pathlib.Path(path).read_bytes()
    os.unlink(path)
    return data


def places(value, at=()):
    """The path of every member of the first record of each list."""
    if isinstance(value, dict):
        for key in value:
            yield at + (key,)
            yield from places(value[key], at + (key,))
    elif isinstance(value, list) and value:
        yield at + (0,)
        yield from places(value[0], at + (0,))


def replaced(value, at, new):
    out = copy.deepcopy(value)
    part = out
    for key in at[:-1]:
        part = part[key]
    part[at[-1]] = new
    return out


def documents(data):
    """(values, whether they are lines), or (None, False)."""
    try:
        return [json.loads(data)], False
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in data.splitlines() if line.strip()], True
    except ValueError:
        return None, False


def packed(name, data):
    yield "gzip", name + ".gz", gzip.compress(data)
    yield "xz", name + ".xz", lzma.compress(data)
    for kind, mode in (("tar", "w:"), ("tar.gz", "w:gz")):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode=mode) as tar:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        yield kind, name + "." + kind, out.getvalue()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, data)
    yield "zip", name + ".zip", out.getvalue()


def damages(name, data):
    """(what, name, bytes, whether the words must name the packing)"""
    size = len(data)
    for i in range(16):
        yield "cut at %d/16" % i, name, data[:size * i // 16], False
    for i in range(4):
        at = size * (2 * i + 1) // 8
        yield "a bit of byte %d" % at, name, data[:at] + bytes([data[at] ^ (1 << i)]) + data[at + 1:], False
    middle = size // 2
    yield "NUL", name, data[:middle] + b"\0" + data[middle:], False
    yield "no UTF-8", name, data[:middle] + b"\xff\xfe" + data[middle:], False
    yield "CRLF", name, data.replace(b"\n", b"\r\n"), False
    yield "byte order mark", name, b"\xef\xbb\xbf" + data, False
    yield "UTF-16", name, data.decode("utf-8", "replace").encode("utf-16"), False
    yield "twice", name, data + data, False
    yield "deep", name, b"[" * 5000 + data + b"]" * 5000, False
    yield "long line", name, data + b"9" * 300000, False
    for what, other, bytes_ in packed(name, data):
        yield what, other, bytes_, True
    values, lines = documents(data)
    if values is None:
        return

    def text(value):
        rest = values[1:] if lines else []
        return "\n".join(json.dumps(v) for v in [value] + rest).encode()

    for n, at in enumerate(list(places(values[0]))[:36]):
        yield "%s is %r" % ("/".join(map(str, at)), OTHERS[n % len(OTHERS)]), name, \
            text(replaced(values[0], at, OTHERS[n % len(OTHERS)])), False
        if n < 6:
            wide = text(replaced(values[0], at, "HUGE")).replace(b'"HUGE"', b"1e999")
            yield "%s is 1e999" % "/".join(map(str, at)), name, wide, False
    if isinstance(values[0], dict) and values[0]:
        key = next(iter(values[0]))
        member = json.dumps({key: values[0][key]})[1:-1]
        yield "a member twice", name, b"{" + member.encode() + b"," + text(values[0])[1:], False


class Sweep:
    def __init__(self, rollbook, work):
        self.rollbook, self.work = rollbook, work
        self.n = self.found = 0

    def complain(self, what, why):
        self.found += 1
        print("%s: %s" % (what, why))

    def rows(self, db):
        with sqlite3.connect(db) as c:
            return tuple(c.execute("SELECT count(*) FROM " + t).fetchone()[0]
                         for t in ("rollout", "evaluation", "measurement", "run", "profile_kernel", "baseline"))

    def run(self, *arguments):
        return subprocess.run([self.rollbook, *arguments], capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=60, cwd=self.work)

    def one(self, form, options, db, what, name, data, is_packed):
        self.n += 1
        folder = self.work / ("f%d" % self.n)
        folder.mkdir()
        (folder / name).write_bytes(data)
        path = "%s/%s" % (folder.name, name)
        before = self.rows(db)
        said = self.run("ingest", form, path, "--db", str(db), *options,
                        "--name" if form == "kernelbench-baseline" else "--run-name", folder.name)
        what = "%s, %s" % (form, what)
        words = said.stderr.decode("utf-8", "replace")
        if said.returncode not in (0, 1, 2, 3, 4):
            self.complain(what, "status %d: %s" % (said.returncode, words[-300:]))
        elif said.returncode != 0:
            if name not in words:
                self.complain(what, "status %d, and the file is not named: %s" % (said.returncode, words))
            if self.rows(db) != before:
                self.complain(what, "status %d, and rows were stored: %s" % (said.returncode, words))
            if is_packed and not PACKED.search(words):
                self.complain(what, "no word of the packing: %s" % words)
        elif is_packed:
            self.complain(what, "was imported")
        try:
            words.encode("utf-8").decode("utf-8")
            said.stderr.decode("utf-8")
        except UnicodeDecodeError:
            self.complain(what, "messages are no UTF-8")
        if any(c < 32 and c not in (9, 10) for c in said.stderr):
            self.complain(what, "control characters in a message: %r" % said.stderr[:200])
        shutil.rmtree(folder)

    def fixture(self, form, name, data, options):
        db = self.work / (form + ".db")
        if self.run("init", str(db)).returncode != 0:
            raise SystemExit("no database")
        folder = self.work / "whole"
        folder.mkdir()
        (folder / name).write_bytes(data)
        said = self.run("ingest", form, "whole/" + name, "--db", str(db), *options)
        if said.returncode != 0:
            self.complain(form, "the fixture itself: %s" % said.stderr.decode())
        shutil.rmtree(folder)
        for what, other, bytes_, is_packed in damages(name, data):
            self.one(form, options, db, what, other, bytes_, is_packed)
        said = self.run("verify", "--db", str(db))
        if said.returncode != 0:
            self.complain(form, "verify: %s" % (said.stdout + said.stderr).decode())

    def folders(self):
        """Links that lead in a circle and a pipe without a writer are passed over."""
        tree = self.work / "tree"
        (tree / "inner").mkdir(parents=True)
        (tree / "inner" / "again").symlink_to("..")
        (tree / "self").symlink_to("self")
        os.mkfifo(tree / "pipe.json")
        (tree / "empty.json").write_bytes(b"")
        (tree / "inner" / "eval_results.json").write_text(
            '{"3": {"sample_id": 0, "compiled": true, "correctness": true, "runtime": 1.5}}')
        said = self.run("ingest", "auto", "tree", "--level", "1", "--db", "tree.db")
        words = said.stderr.decode()
        if said.returncode not in (0, 4):
            self.complain("a tree", "status %d: %s" % (said.returncode, words))
        if self.rows(self.work / "tree.db")[0] != 1:
            self.complain("a tree", "%s rows, not one: %s" % (self.rows(self.work / "tree.db")[0], words))
        if self.run("verify", "--db", "tree.db").returncode != 0:
            self.complain("a tree", "verify")


def sweep_of(rollbook, fixtures, work, form, fixture, options):
    work.mkdir(parents=True, exist_ok=True)
    fields = '"level": {"constant": 1}, "correct": "/correct", "code": "/code", "speedup": "/speedup"'
    (work / "lines.json").write_text('{"fields": {"problem": "/problem_id", "runtime_us": "/runtime", %s}}' % fields)
    (work / "cells.json").write_text('{"fields": {"problem": "/task", "message": "/name", %s}}' % fields)
    sweep = Sweep(os.path.abspath(rollbook), work.resolve())
    if form is None:
        sweep.folders()
        return sweep
    if form == "nsys":
        name, data = "trace.sqlite", nsys_export(work / "trace.sqlite")
    elif fixture is None:
        name, data = BY_HAND[form]
    else:
        name, data = pathlib.Path(fixture).name, (fixtures / fixture).read_bytes()
    sweep.fixture(form, name, data, options)
    return sweep


def main():
    rollbook, fixtures, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    wanted = sys.argv[4:]
    cases = [c for c in FIXTURES + [(None, None, [])] if not wanted or c[0] in wanted]
    # Most of an import's time is waiting for the disk.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        sweeps = list(pool.map(lambda c: sweep_of(rollbook, fixtures, work / (c[0] or "folders"), *c), cases))
    found = sum(s.found for s in sweeps)
    print("%d damaged files, %d findings" % (sum(s.n for s in sweeps), found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
