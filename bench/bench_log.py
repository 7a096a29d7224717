#!/usr/bin/env python3
"""Logging from Python against json and sqlite3: bench_log.py ROLLBOOK [N [ROUNDS [FOLDER]]]

Four processes log N rollouts (100,000) of 1 KB with rollbook's run.log; one process makes N records of the same members
JSON and stores them with sqlite3's executemany, 1,000 a transaction, WAL.  They run in turns, ROUNDS times (5), each
into a new database.  Printed are medians: rollouts a second until every log() has returned (then kill -9 loses
nothing), the same until the database has them, and the peer's; ratios; and the processor time of a rollout, which other
work on the machine changes little.

The floor of "in the database" is what SQLite needs for these rows: one process stores the finished rows of texts,
rollouts and rewards in the same tables with executemany, 5,000 a transaction, without triggers and checks of keys.  The
peer's rollout is one row without an index; ours is three rows in nine B-trees.
"""
import contextlib
import json
import multiprocessing
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
PROCESSES = 4


def texts(i):
    return "Write a kernel for this task: " + "p" * 200, f"// sample {i}\n" + f"y[i] = x[i] * {i}.0f + 0.5f;\n" * 23


def members(i):
    prompt, completion = texts(i)
    return {"task": "l1/28", "step": i // 1000, "sample": i % 1000, "prompt": prompt, "completion": completion,
            "reward": 0.5}


def peer(path, n):
    rows = [members(i) for i in range(n)]
    start, cpu = time.monotonic(), time.process_time()
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE rollout (id INTEGER PRIMARY KEY, json TEXT NOT NULL)")
    for at in range(0, n, 1000):
        with db:
            db.executemany("INSERT INTO rollout (json) VALUES (?)", ((json.dumps(r),) for r in rows[at:at + 1000]))
    db.close()
    return time.monotonic() - start, time.process_time() - cpu


def child(path, first, n, barrier, out):
    import rollbook
    rows = [members(i) for i in range(first, first + n)]
    db = rollbook.open(path)
    run = db.run("bench", seed=1)
    barrier.wait()
    start, cpu = time.monotonic(), time.process_time()
    for row in rows:
        run.log(**row)
    out.put((start, time.monotonic(), time.process_time() - cpu))
    run.close()
    db.flush(600)


def ours(path, n):
    context = multiprocessing.get_context("fork")
    barrier, out = context.Barrier(PROCESSES), context.Queue()
    children = [context.Process(target=child, args=(path, k * n // PROCESSES, n // PROCESSES, barrier, out))
                for k in range(PROCESSES)]
    for process in children:
        process.start()
    for process in children:  # what they put is short: nobody waits for a reader
        process.join()
        if process.exitcode != 0:
            for other in children:
                other.kill()
            sys.exit("a process that logs has failed")
    now, times = time.monotonic(), [out.get() for _ in children]
    start = min(t[0] for t in times)
    stored = now - start
    rows, = sqlite3.connect(path).execute("SELECT count(*) FROM rollout").fetchone()
    if rows != n // PROCESSES * PROCESSES:
        sys.exit(f"{rows} rows of {n}")
    return max(t[1] for t in times) - start, stored, sum(t[2] for t in times)


def floor(path, bare):
    """Wall and processor time of storing the rows of path in a new database of the same tables."""
    subprocess.run([os.environ["ROLLBOOK_PROGRAM"], "init", bare, "-q"], check=True)
    with contextlib.closing(sqlite3.connect(path)) as source:
        rows = {t: source.execute(f"SELECT * FROM {t} ORDER BY 1").fetchall() for t in ("blob", "rollout", "reward")}
    db = sqlite3.connect(bare, isolation_level=None)
    for words in ("journal_mode = WAL", "synchronous = FULL", "cache_size = -65536", "wal_autocheckpoint = 16000",
                  "foreign_keys = OFF"):
        db.execute("PRAGMA " + words)
    for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    start, cpu = time.monotonic(), time.process_time()
    for at in range(0, max(len(r) for r in rows.values()), 5000):
        db.execute("BEGIN")
        for table, all_of in rows.items():
            part = all_of[at:at + 5000]
            if part:
                holes = ",".join("?" * len(part[0]))
                db.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({holes})", part)
        db.execute("COMMIT")
    db.close()
    return time.monotonic() - start, time.process_time() - cpu


def main():
    os.environ["ROLLBOOK_PROGRAM"] = os.path.abspath(sys.argv[1])
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    measured = []
    with tempfile.TemporaryDirectory(dir=sys.argv[4] if len(sys.argv) > 4 else None) as folder:
        for k in range(rounds):
            path = os.path.join(folder, f"{k}.db")
            measured.append((*peer(path + ".peer", n), *ours(path, n), *floor(path, path + ".floor")))
            for name in os.listdir(folder):
                at = os.path.join(folder, name)
                shutil.rmtree(at, ignore_errors=True) if os.path.isdir(at) else os.remove(at)
    p, p_cpu, a, b, a_cpu, f, f_cpu = (statistics.median(column) for column in zip(*measured))
    print(f"peer {n / p:7.0f}/s; logged {n / a:7.0f}/s: {p / a:.2f} x; in the database {n / b:7.0f}/s: {p / b:.2f} x "
          f"the peer, {f / b:.2f} x the floor; processor time of a rollout: peer {p_cpu / n * 1e6:.1f}, log() "
          f"{a_cpu / n * 1e6:.1f}, floor {f_cpu / n * 1e6:.1f} us; 1 rollout has "
          f"{len(json.dumps(members(7)))} bytes, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


main()
