"""open, run, log: rows, places, kinds of values, many processes, kills of everybody, folders that cannot be written."""

import concurrent.futures
import glob
import json
import math
import multiprocessing
import os
import pickle
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time

import pytest

import rollbook


def rows(path, question):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return db.execute(question).fetchall()
    finally:
        db.close()


def writer_pids(path):
    """Of the program's processes that take the logs of this database."""
    found = []
    for place in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(place, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if len(words) > 3 and words[1] == b"log" and os.fsencode(os.path.abspath(path)) in words:
            found.append(int(place.split("/")[2]))
    return found


def test_a_rollout_is_a_row_with_all_that_was_said(kernel, wrong, db_path):
    right, bad = rollbook.evaluate(kernel, "l1/28"), rollbook.evaluate(wrong, "l1/28", case="tiny")
    with rollbook.open(db_path) as db:
        with db.run("grpo-1", strategy="grpo", model="qwen", seed=42, temperature=0.7, config={"lr": 1e-5}) as run:
            run.log(task="l1/28", prompt="write it", completion=kernel, verdict=right, reward=1.5, step=2,
                    tokens=[5, 6, 7], logprobs=[-0.5, -0.25, -0.25], temperature=0.7, finish="stop", prompt_tokens=9,
                    extra={"lr": 1e-5, "weird": float("nan")})
            run.log(task="l1/28", completion="no", verdict=bad, reward={"speed": 0.0, "format": float("inf")}, step=2)
            run.log(task="l1/28", completion="gone", verdict=rollbook.Verdict.unknown("host lost"), step=2)
            run.log_metrics(2, loss=0.5, kl=0.1)
            run.log_metrics(2, {"loss": 0.25})
        got = db.rollouts("grpo-1")
        assert db.runs()[0]["status"] == "complete"
        assert [r["sample"] for r in got] == [0, 1, 2]
        assert [r["outcome"] for r in got] == ["measured", "mismatch", "infra"]
        first = got[0]
        assert first["speedup"] == pytest.approx(right.speedup)
        assert first["runtime_us"] == pytest.approx(right.runtime_us)
        assert first["completion"] == kernel and first["prompt"] == "write it" and first["finish_reason"] == "stop"
        assert first["sum_logprob"] == pytest.approx(-1.0) and first["prompt_tokens"] == 9
        assert json.loads(first["extra"]) == {"lr": 1e-5, "weird": "nan"}
        assert rows(db_path, "SELECT count(*) FROM evidence")[0][0] >= len(right.evidence)
        measured = rows(db_path, "SELECT count(*) FROM measurement WHERE subject = 'candidate'")
        assert measured[0][0] == (right.speedup is not None)
        rewards = {(r["sample"], r["recipe"]): r["value"] for r in db.sql("SELECT * FROM v_reward")}
        assert rewards == {(0, "reward"): 1.5, (1, "speed"): 0.0}
        assert json.loads(db.sql("SELECT update_metrics FROM v_step WHERE step = 2")[0]["update_metrics"]) == {
            "loss": 0.25, "kl": 0.1}
        told = db.runs()[0]
        assert (told["strategy"], told["model"], told["seed"], told["temperature"]) == ("grpo", "qwen", 42, 0.7)
    assert subprocess.run([os.environ["ROLLBOOK_PROGRAM"], "verify", "--db", db_path], capture_output=True,
                          check=False).returncode == 0


def test_places_are_never_written_over(db_path):
    with rollbook.open(db_path) as db:
        with db.run("r") as run:
            for text in "abc":
                run.log(task="t", completion=text, sample=4)
            run.log(task="t", completion="d")
        with db.run("r") as run:
            run.log(task="t", completion="e", sample=4)
            run.log(task="t", completion="f")
        assert [(r["turn"], r["sample"], r["completion"]) for r in db.rollouts("r")] == [
            (0, 4, "a"), (0, 5, "d"), (0, 6, "f"), (1, 4, "b"), (2, 4, "c"), (3, 4, "e")]


def test_a_run_of_the_program_is_left_alone(db_path):
    program = os.environ["ROLLBOOK_PROGRAM"]
    subprocess.run([program, "run", "best-of-n", "--tasks", "4", "--k", "1", "--case", "tiny", "--name", "bon", "--db",
                    db_path, "-q"], capture_output=True, check=True)
    with rollbook.open(db_path) as db:
        with db.run("bon") as run:
            run.log(task="l1/4", completion="x")
        assert {r["run"] for r in db.rollouts()} == {"bon", "bon-log"}


@pytest.mark.parametrize("text", ["", "漢字 \U0001f600 é", "a\0b", "\ud800",
                                  pytest.param("x" * 10_000_000, id="long"), '"\\\n\t\x01'])
def test_any_text(db_path, text):
    with rollbook.open(db_path) as db:
        with db.run("r") as run:
            run.log(task=text[:20] or None, prompt=text, completion=text, extra={text[:10]: text[:100]})
        got = db.rollouts()[0]["completion"] or ""
        assert got == text.replace("\0", "\ufffd").replace("\ud800", "\ufffd")


def test_wrong_values_are_refused_in_words(db_path):
    db = rollbook.open(db_path)
    run = db.run("r")
    for named, said in [({"step": -1}, "step=-1"), ({"sample": 1.5}, "sample=1.5"),
                        ({"tokens": ["x"]}, "tokens are no"), ({"verdict": 3}, "verdict is a int"),
                        ({"tokens": [1], "logprobs": [-1.0, -2.0]}, "not equally many"),
                        ({"tokens": [1, 2], "logprobs": []}, "not equally many"),
                        ({"completion": 3}, "not a int"),
                        ({"reward": "high"}, "the reward 'reward' is not a number"), ({"turn": "a"}, "turn='a'")]:
        with pytest.raises(rollbook.UsageError, match=said):
            run.log(task="t", **named)
    with pytest.raises(rollbook.UsageError):
        run.log_metrics(0, loss="low")
    with pytest.raises(rollbook.UsageError):
        db.run("")
    run.log(task="t", step=True + 1, reward=None, verdict=None)
    run.close()
    with pytest.raises(rollbook.RollbookError, match="closed"):
        run.log(task="t")
    assert len(db.rollouts()) == 1
    with pytest.raises(rollbook.UsageError, match="is a folder"):
        rollbook.open(os.path.dirname(db_path))


def child(path, k, n, killed=False):
    with rollbook.open(path) as db, db.run("r") as run:
        for i in range(n):
            run.log(task="t", completion=f"{k}/{i}")
        if killed:
            os.kill(os.getpid(), signal.SIGKILL)


def test_many_processes_threads_and_forks_share_a_run(db_path):
    with rollbook.open(db_path) as db:
        run = db.run("r")
        run.log(task="t", completion="first")
        processes = [multiprocessing.get_context(how).Process(target=child, args=(db_path, f"{how}{k}", 200))
                     for k, how in enumerate(["fork", "fork", "spawn"])]
        for process in processes:
            process.start()
        for _ in range(2):
            pid = os.fork()
            if pid == 0:
                for i in range(100):
                    run.log(task="t", completion=f"{os.getpid()}/{i}")
                run.close()
                os._exit(0)
            os.waitpid(pid, 0)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda i: run.log(task="t", completion=f"thread/{i}"), range(400)))
        copy = pickle.loads(pickle.dumps(run))
        copy.log(task="t", completion="copy")
        copy.close()
        for process in processes:
            process.join()
            assert process.exitcode == 0
        run.close()
        until = time.monotonic() + 30
        while db._writer.has_logs() and time.monotonic() < until:
            time.sleep(0.05)
        got = [r["completion"] for r in db.sql("SELECT completion FROM v_rollout")]
    assert len(got) == len(set(got)) == 1 + 600 + 200 + 400 + 1
    samples = [s for s, in rows(db_path, "SELECT sample FROM rollout")]
    assert sorted(samples) == list(range(len(got)))
    assert rows(db_path, "SELECT status FROM run") == [("complete",)]


def victim(path, k, said):
    """Logs until it is killed; says how far after each log() has returned."""
    db = rollbook.open(path)
    run = db.run("r")
    for i in range(10**6):
        run.log(task="t", completion=f"{k}/{i}", tokens=[1, 2], logprobs=[-1.0, -2.0], extra={"i": i})
        os.write(said, b"%d\n" % i)


def test_kills_of_anybody_lose_nothing(db_path):
    """kill -9 of the process that logs and of the one that writes.  ROLLBOOK_KILLS: how many (20)."""
    kills = int(os.environ.get("ROLLBOOK_KILLS", "20"))
    chance = random.Random(7)
    promised = {}
    context = multiprocessing.get_context("fork")
    k = 0
    while kills > 0:
        ours, theirs = os.pipe()
        process = context.Process(target=victim, args=(db_path, k, theirs))
        process.start()
        os.close(theirs)
        for _ in range(3):
            time.sleep(chance.uniform(0.01, 0.15))
            for pid in writer_pids(db_path) if chance.random() < 0.6 else []:
                try:
                    os.kill(pid, signal.SIGKILL)
                    kills -= 1
                except ProcessLookupError:
                    pass
        process.kill()
        kills -= 1
        process.join()
        with os.fdopen(ours, "rb") as file:
            lines = file.read().split(b"\n")
        promised[k] = len(lines) - 1
        k += 1
    with rollbook.open(db_path) as db:
        until = time.monotonic() + 500
        while db._writer.has_logs():
            assert time.monotonic() < until, f"logs wait still: {db._writer.said()}"
            db._writer.ensure()
            time.sleep(0.1)
    got = {}
    for completion, in rows(db_path, "SELECT completion FROM v_rollout"):
        who, i = completion.split("/")
        got.setdefault(int(who), []).append(int(i))
    assert sum(promised.values()) > 10
    for who, n in promised.items():
        numbers = sorted(got.get(who, []))
        assert numbers == list(range(len(numbers))), f"process {who}: a gap, or one twice"
        assert len(numbers) >= n, f"process {who}: {n} were promised, {len(numbers)} are there"
    assert rows(db_path, "SELECT status FROM run") == [("interrupted",)]
    assert not glob.glob(db_path + "-log/*.refused")
    assert subprocess.run([os.environ["ROLLBOOK_PROGRAM"], "verify", "--deep", "--db", db_path], capture_output=True,
                          check=False).returncode == 0


def test_a_log_that_somebody_removed_is_told(db_path):
    import shutil
    run = rollbook.open(db_path).run("r")
    run.log(task="t", completion="a")
    run.flush()
    shutil.rmtree(db_path + "-log")
    run.log(task="t", completion="b")
    with pytest.raises(rollbook.NotStored, match="removed by somebody else"):
        run.flush(5)


def test_a_line_that_cannot_be_stored_holds_up_nothing(db_path):
    db = rollbook.open(db_path)
    run = db.run("r")
    run.log(task="t", completion="a")
    run._file.write(b'{"k":"r","task":"t","completion":"torn\n')
    run._file.write(b'{"k":"r","task":"t","step":0,"tokens":"!!!"}\n')
    run.log(task="t", completion="b")
    db.close()
    assert [r["completion"] for r in db.rollouts()] == ["a", "b"]
    refused = glob.glob(db_path + "-log/*.refused")
    with open(refused[0]) as file:
        text = file.read()
    assert "torn" in text and "base64" in text


def test_files_that_no_producer_made_hold_up_nothing(db_path):
    folder = db_path + "-log"
    os.makedirs(folder + "/5.jsonl")
    os.mkfifo(folder + "/4.jsonl")
    os.symlink("/etc/passwd", folder + "/3.jsonl")
    with open(folder + "/2.jsonl", "w") as file:
        file.write('{"schema":"rollbook.log/9","protocol":9,"run":{"name":"q"}}\n{"k":"e"}\n')
    with open(folder + "/1.jsonl", "w") as file:
        file.write('{"schema":"rollbook.log/1","protocol":1,"run":{"name":"r"}}\n'
                   '{"k":"r","task":"t","sample":4194303}\n{"k":"r","task":"t","completion":"fine"}\n{"k":"e"}\n')
    done = subprocess.run([os.environ["ROLLBOOK_PROGRAM"], "log", "--db", db_path], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0 and "protocol 9; this program reads" in done.stderr
    assert rows(db_path, "SELECT sample FROM rollout ORDER BY sample") == [(0,), (4194303,)]
    assert sorted(n for n in os.listdir(folder) if n.endswith(".jsonl")) == ["2.jsonl", "3.jsonl", "4.jsonl", "5.jsonl"]


def test_what_cannot_be_written_is_said(db_path, tmp_path):
    place = tmp_path / "file"
    place.write_text("")
    run = rollbook.open(place / "x.db").run("r")
    with pytest.raises(rollbook.NotStored, match="nothing can be logged"):
        run.log(task="t")
    if os.geteuid() != 0:
        folder = tmp_path / "locked"
        folder.mkdir()
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        with pytest.raises(rollbook.NotStored, match="Permission denied"):
            rollbook.open(folder / "x.db").run("r").log(task="t")
    missing = rollbook.open(db_path, program=tmp_path / "none").run("r")
    with pytest.raises(rollbook.ProgramMissing):
        missing.log(task="t", completion="kept")
    with rollbook.open(db_path) as db:  # what was written before the program was missed
        until = time.monotonic() + 30
        missing._file.drop()
        while db._writer.has_logs() and time.monotonic() < until:
            time.sleep(0.05)
        assert [r["completion"] for r in db.rollouts()] == ["kept"]


def test_a_full_disk_is_an_error_and_later_lines_count(db_path):
    code = ("import resource, signal, sys, rollbook; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "db = rollbook.open(sys.argv[1]); run = db.run('r'); run.log(task='t', completion='a')\n"
            "soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))\n"
            "try: run.log(task='t', completion='x' * 10000)\n"
            "except rollbook.NotStored as error: print('said', error)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))\n"
            "run.log(task='t', completion='b'); db.close()\n")
    done = subprocess.run([sys.executable, "-c", code, db_path], capture_output=True, text=True, check=True)
    assert "said the rollout was not logged" in done.stdout
    assert [r["completion"] for r in rollbook.open(db_path).rollouts()] == ["a", "b"]


def test_the_database_may_be_busy(db_path):
    with rollbook.open(db_path) as db:
        run = db.run("r")
        run.log(task="t", completion="a")
        run.flush()
        other = sqlite3.connect(db_path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(1.5, lambda: None).start()
        start = time.monotonic()
        for i in range(100):
            run.log(task="t", completion=str(i))
        assert time.monotonic() - start < 1.0  # nobody who logs waits
        with pytest.raises(rollbook.NotStored, match="nothing is lost"):
            run.flush(0.3)
        other.execute("ROLLBACK")
        other.close()
        run.flush()
        assert len(db.rollouts()) == 101
    assert math.isclose(len(rows(db_path, "SELECT 1 FROM rollout")), 101)
