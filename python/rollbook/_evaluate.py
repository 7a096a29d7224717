"""Evaluating kernels: by a program that runs beside this process, or by a proxy on a GPU host."""

from __future__ import annotations

import atexit
import collections
import json
import os
import re
import subprocess
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any, Union
from urllib.parse import urlsplit

from ._program import check_hello, environment, find_program, words
from ._verdict import Verdict
from .errors import RollbookError, UsageError

if TYPE_CHECKING:
    import asyncio

__all__ = ["Evaluator", "aevaluate", "evaluate", "evaluate_many"]

SCHEMA = "rollbook.jobs/1"
TRIES = 3  # of a job whose program died under it
WINDOW = 256  # jobs of evaluate_many under way
CONNECTIONS = 64  # to a proxy at a time

Problem = Union[str, "os.PathLike[str]", None]


def clean(text: str) -> str:
    """The text without what neither JSON nor the database takes: NUL and lone surrogates become U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text


def problem_text(problem: Problem) -> str | None:
    """A file's text, for a path; a text of several lines is the problem itself."""
    if problem is None:
        return None
    if isinstance(problem, str) and ("\n" in problem or "class Model" in problem):
        return clean(problem)
    try:
        with open(problem, encoding="utf-8") as file:
            return clean(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the problem cannot be read: {error}") from error


def job_of(code: Any, task: str | int | None, problem: Problem, options: Mapping[str, Any]) -> dict[str, Any]:
    """What is sent for one kernel."""
    if not isinstance(code, str):
        raise UsageError(f"code is a {type(code).__name__}; a text is wanted: a kernel file or a model's answer")
    if isinstance(task, str) and problem is None and task.endswith(".py"):
        task, problem = None, task
    if task is None and problem is None:
        raise UsageError('task is missing, e.g. evaluate(code, task="l1/28"), or problem="19_ReLU.py"')
    job: dict[str, Any] = {"completion": clean(code), "record": 1}
    text = problem_text(problem)
    if text is not None:
        job["problem"] = text
    if task is not None:
        job["task"] = str(task)
    for name, value in options.items():
        if value is None:
            continue
        if name not in OPTIONS:
            raise UsageError(f"evaluate() has no option {name!r}; there are {', '.join(OPTIONS)}")
        job[name] = value if isinstance(value, int) else str(value)
    return job


OPTIONS = ("case", "mode", "seed", "backend", "kind", "inputs", "rule", "baseline", "correct_trials", "timed_runs",
           "run", "step", "turn", "sample")


class _Job:
    __slots__ = ("future", "id", "line", "tries")

    def __init__(self, id: int, line: bytes) -> None:
        self.id = id
        self.line = line
        self.future: Future[Verdict] = Future()
        self.tries = 0


class _Local:
    """One `rollbook jobs` of this process, started with the first job and again after it died."""

    def __init__(self, arguments: Sequence[str], program: str | os.PathLike[str] | None) -> None:
        self.arguments = list(arguments)
        self.program = program
        self.reset()
        _locals.add(self)

    def reset(self) -> None:
        self.lock = threading.Lock()  # guards the rest
        self.writing = threading.Lock()  # one line at a time; held while the pipe is full
        self.pid = os.getpid()
        self.process: subprocess.Popen[bytes] | None = None
        self.jobs: dict[int, _Job] = {}
        self.next_id = 1
        self.said: collections.deque[str] = collections.deque(maxlen=20)
        self.closed = False

    def after_fork(self) -> None:
        """In the child: the parent's program is the parent's; a copy of its pipes would keep it alive."""
        process = self.process
        if process is not None:
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:
                        pass
            process.returncode = 0  # not ours to wait for
        self.reset()

    def submit(self, job: Mapping[str, Any]) -> Future[Verdict]:
        with self.lock:
            id = self.next_id
            self.next_id += 1
            item = _Job(id, json.dumps({"id": id, **job}).encode() + b"\n")
            self.jobs[id] = item
        item.future.add_done_callback(lambda future: self._cancelled(id, future))
        try:
            self._send(item)
        except BaseException:
            with self.lock:
                self.jobs.pop(id, None)
            raise
        return item.future

    def _cancelled(self, id: int, future: Future[Verdict]) -> None:
        if not future.cancelled():
            return
        with self.lock:
            known = self.jobs.pop(id, None) is not None
            process = self.process
        if known and process is not None:
            self._write(process, b'{"cancel":%d}\n' % id)

    def _send(self, item: _Job) -> None:
        process = self._running()
        self._write(process, item.line)  # a broken pipe is the reader's to notice

    def _write(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin is not None
        rest = memoryview(line)
        with self.writing:
            try:
                while rest:
                    rest = rest[process.stdin.write(rest) or 0:]
            except (OSError, ValueError):
                pass

    def _running(self) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.closed:
                raise RollbookError("this Evaluator is closed")
            if self.process is None:
                self.process = self._start()
            return self.process

    def _start(self) -> subprocess.Popen[bytes]:
        path = find_program(self.program)
        said: collections.deque[str] = collections.deque(maxlen=20)
        try:
            process = subprocess.Popen([path, "jobs", *self.arguments], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                                       bufsize=0, start_new_session=True)
        except OSError as error:
            raise RollbookError(f"{path} cannot be run: {error.strerror}") from error
        listener = threading.Thread(target=_listen, args=(process, said), daemon=True, name="rollbook-said")
        listener.start()
        lines = _lines(process.stdout)
        hello = next(lines, b"").decode("utf-8", "replace")
        if not hello:
            process.wait()
            listener.join(5)
        try:
            check_hello(path, hello, SCHEMA, words("\n".join(said), process.returncode) if said else "")
        except RollbookError:
            process.kill()
            process.wait()
            raise
        self.said = said
        threading.Thread(target=self._read, args=(process, lines, self.pid), daemon=True,
                         name="rollbook-verdicts").start()
        return process

    def _read(self, process: subprocess.Popen[bytes], lines: Iterator[bytes], pid: int) -> None:
        for line in lines:
            self._answer(line)
        if os.getpid() != pid:
            return
        process.wait()
        self._died(process)
        _close(process)

    def _answer(self, line: bytes) -> None:
        try:
            answer = json.loads(line)
            id = int(answer["id"])
        except (ValueError, KeyError, TypeError):
            return
        with self.lock:
            item = self.jobs.pop(id, None)
        if item is None or not item.future.set_running_or_notify_cancel():
            return
        settle(item.future, answer, self.said)

    def _died(self, process: subprocess.Popen[bytes]) -> None:
        """Jobs that it took with it go to a new one; the third death under a job is its verdict."""
        with self.lock:
            if self.process is not process:
                return
            self.process = None
            left = sorted(self.jobs.values(), key=lambda job: job.id)
            closed = self.closed
        why = words("\n".join(self.said), process.returncode)
        for item in left:
            item.tries += 1
            if closed or item.tries >= TRIES:
                self._give_up(item, f"the program ended {item.tries} times: {why}")
                continue
            try:
                self._send(item)
            except RollbookError as error:
                self._give_up(item, str(error))

    def _give_up(self, item: _Job, why: str) -> None:
        with self.lock:
            self.jobs.pop(item.id, None)
        if item.future.set_running_or_notify_cancel():
            item.future.set_result(Verdict.unknown(why))

    def close(self) -> None:
        with self.lock:
            self.closed = True
            process, self.process = self.process, None
            left, self.jobs = list(self.jobs.values()), {}
        for item in left:
            item.future.cancel()
        if process is None or self.pid != os.getpid():
            return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _close(process)


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            pass


def _lines(stream: Any) -> Iterator[bytes]:
    """Whole lines until the end.  The stream is unbuffered: a buffer's lock would be held across a fork."""
    parts: list[bytes] = []
    while True:
        try:
            data = stream.read(1 << 20)
        except (OSError, ValueError):
            return
        if not data:
            return
        *whole, rest = data.split(b"\n")
        if whole:
            yield b"".join(parts) + whole[0]
            yield from whole[1:]
            parts = []
        if rest:
            parts.append(rest)


def _listen(process: subprocess.Popen[bytes], said: collections.deque[str]) -> None:
    for line in _lines(process.stderr):
        said.append(line.decode("utf-8", "replace").rstrip())


_SEE = " (see its message)"


def settle(future: Future[Verdict], answer: Mapping[str, Any], said: Sequence[str] = ()) -> None:
    """Ends a future by an answer of the program, which may point to what it `said` last."""
    verdict, error = answer.get("verdict"), answer.get("error")

    def whole(message: str) -> str:
        if not message.endswith(_SEE):
            return message
        until = time.monotonic() + 1
        while not said and time.monotonic() < until:  # another thread reads it
            time.sleep(0.01)
        if not said:
            return message
        return message[:-len(_SEE)] + ": " + said[-1].split("worker: ", 1)[-1]

    if isinstance(verdict, dict):
        if isinstance(verdict.get("message"), str):
            verdict["message"] = whole(verdict["message"])
        future.set_result(Verdict(verdict))
        return
    code = error.get("code") if isinstance(error, dict) else None
    message = whole(str(error.get("message") if isinstance(error, dict) else answer))
    if code in ("no_task", "bad_request"):
        future.set_exception(UsageError(message))
    else:
        future.set_result(Verdict.unknown(message))


class _Remote:
    """A proxy (`rollbook proxy`) on another host, asked by threads."""

    def __init__(self, url: str, token: str | None, timeout: float) -> None:
        parts = urlsplit(url if "//" in url else "http://" + url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"url={url!r} is no address such as http://gpu-host:8790")
        self.parts = parts
        self.token = token if token is not None else os.environ.get("ROLLBOOK_TOKEN")
        self.timeout = timeout
        self.after_fork()
        _locals.add(self)

    def after_fork(self) -> None:
        self.slots = threading.BoundedSemaphore(CONNECTIONS)
        self.idle: list[Any] = []
        self.closed = False

    def submit(self, job: Mapping[str, Any]) -> Future[Verdict]:
        if self.closed:
            raise RollbookError("this Evaluator is closed")
        future: Future[Verdict] = Future()
        body = json.dumps(dict(job)).encode()
        threading.Thread(target=self._work, args=(future, body), daemon=True, name="rollbook-ask").start()
        return future

    def _work(self, future: Future[Verdict], body: bytes) -> None:
        with self.slots:
            if not future.set_running_or_notify_cancel():
                return
            try:
                self._ask(future, body)
            except BaseException as error:  # a thread has nobody else to tell
                if not future.done():
                    future.set_exception(error)

    def _connection(self) -> Any:
        import http.client
        try:
            return self.idle.pop()
        except IndexError:
            kind = http.client.HTTPSConnection if self.parts.scheme == "https" else http.client.HTTPConnection
            return kind(self.parts.hostname or "", self.parts.port, timeout=self.timeout)

    def _once(self, body: bytes) -> tuple[int, str | None, bytes]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["X-Rollbook-Token"] = self.token
        connection = self._connection()
        try:
            connection.request("POST", self.parts.path.rstrip("/") + "/evaluate", body, headers)
            response = connection.getresponse()
            answer = response.status, response.getheader("Retry-After"), response.read()
        except BaseException:
            connection.close()
            raise
        self.idle.append(connection)
        return answer

    def _ask(self, future: Future[Verdict], body: bytes) -> None:
        import http.client
        until = time.monotonic() + self.timeout
        wait, failures = 0.2, 0
        while True:
            try:
                status, after, text = self._once(body)
            except (OSError, http.client.HTTPException) as error:
                failures += 1  # the first may be an idle connection that the host closed
                if failures > 4 or time.monotonic() + wait > until:
                    where = f"{self.parts.scheme}://{self.parts.netloc}"
                    future.set_result(Verdict.unknown(f"{where} cannot be reached: {error or type(error).__name__}"))
                    return
                time.sleep(0 if failures == 1 else wait)
                wait *= 2
                continue
            if status == 503 and time.monotonic() < until:
                time.sleep(min(float(after), 10.0) if after and after.isdigit() else wait)
                continue
            settle_http(future, status, text)
            return

    def close(self) -> None:
        self.closed = True
        while self.idle:
            self.idle.pop().close()


def settle_http(future: Future[Verdict], status: int, text: bytes) -> None:
    """Ends a future by an answer of POST /evaluate."""
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if status == 200 and isinstance(answer, dict) and "outcome" in answer:
        future.set_result(Verdict(answer))
        return
    error = answer.get("error") if isinstance(answer, dict) else None
    message = str(error.get("message")) if isinstance(error, dict) else f"status {status}"
    if status in (400, 401, 403, 404, 405, 413):
        future.set_exception(UsageError(f"the host refused the evaluation: {message} (status {status})"))
    else:
        future.set_result(Verdict.unknown(f"the host gave no verdict: {message} (status {status})"))


_locals: weakref.WeakSet[Any] = weakref.WeakSet()
_shared: dict[tuple[Any, ...], Evaluator] = {}
_shared_lock = threading.Lock()


def _after_fork() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for one in list(_locals):
        one.after_fork()


def _at_exit() -> None:
    for one in list(_locals):
        one.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)


class Evaluator:
    """Evaluates kernels; its workers stay warm between calls.  Usable from any thread, asyncio and after a fork.

    url: of a `rollbook proxy` on another host, e.g. "http://gpu-host:8790"; None: the program on this machine.
    token: what the proxy asks for (else ROLLBOOK_TOKEN).  db: a database with imported problems, for tasks such as
    "suite:l1/19".  program: path of the program.  python: a Python with torch, for PyTorch problems (else
    ROLLBOOK_PYTHON).  workers: evaluations at a time; 0: one a core.  timeout: seconds until a verdict is given up
    as `infra`.

    Raises `UsageError` for wrong arguments; the first evaluation raises `ProgramMissing` or `ProgramMismatch`.
    """

    def __init__(self, *, url: str | None = None, token: str | None = None, db: str | os.PathLike[str] | None = None,
                 program: str | os.PathLike[str] | None = None, python: str | os.PathLike[str] | None = None,
                 workers: int = 0, timeout: float = 600.0) -> None:
        if not timeout > 0:
            raise UsageError(f"timeout={timeout!r} is not a number of seconds above 0")
        if not isinstance(workers, int) or not 0 <= workers <= 256:
            raise UsageError(f"workers={workers!r} is not a whole number from 0 to 256")
        self.timeout = timeout
        self._way: _Remote | _Local
        if url is not None:
            self._way = _Remote(url, token, timeout)
            return
        arguments = ["--workers", str(workers)]
        if db is not None:
            arguments += ["--db", os.fspath(db)]
        if python is not None:
            arguments += ["--python", os.fspath(python)]
        self._way = _Local(arguments, program)

    def submit(self, code: str, task: str | int | None = None, *, problem: Problem = None,
               **options: Any) -> Future[Verdict]:
        """Begins an evaluation and gives its future (concurrent.futures).  Arguments as of `evaluate`."""
        return self._way.submit(job_of(code, task, problem, options))

    def evaluate(self, code: str, task: str | int | None = None, *, problem: Problem = None,
                 **options: Any) -> Verdict:
        """Evaluates one kernel and waits.

        code: a kernel file, a PyTorch module with `ModelNew`, or a model's whole answer, whose code is taken out.
        task: "l1/28", or "suite:l1/19" of an imported problem (`db=`).  problem: a PyTorch problem instead, as path
        or text.  case: "tiny", "cpu" or "full" sizes; mode: "fast" (1 check, 5 timed runs) or "full" (5, 50);
        correct_trials, timed_runs: other numbers of them; seed: of the inputs (default: random); backend: "cpu" or
        "cuda"; inputs, rule, baseline: of PyTorch problems ("signed", "own", "eager").

        A bad kernel raises nothing.  Raises `UsageError` for a task or option that does not exist.
        """
        return _wait(self.submit(code, task, problem=problem, **options), self.timeout)

    async def aevaluate(self, code: str, task: str | int | None = None, *, problem: Problem = None,
                        **options: Any) -> Verdict:
        """`evaluate` for asyncio: other coroutines run meanwhile; cancelling it cancels an evaluation that waits."""
        import asyncio
        loop = asyncio.get_running_loop()
        future = await _submitted(loop, self, code, task, problem, options)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future, loop=loop), self.timeout)
        except asyncio.TimeoutError:
            return _too_late(self.timeout)

    def evaluate_many(self, codes: Iterable[str], tasks: str | int | Iterable[str | int | None] | None = None, *,
                      problem: Problem = None, **options: Any) -> Iterator[tuple[int, Verdict]]:
        """Evaluates many kernels and gives (index, verdict) of each as it ends.

        tasks: one for all, or one for each of codes.  Any number of codes is fine: they are drawn as verdicts come.
        """
        same = tasks is None or isinstance(tasks, (str, int))
        task_of: Iterator[Any] | None = None if same else iter(tasks)  # type: ignore[arg-type]
        done: collections.deque[tuple[int, Future[Verdict]]] = collections.deque()
        ready = threading.Condition()

        def ended(index: int, future: Future[Verdict]) -> None:
            with ready:
                done.append((index, future))
                ready.notify()

        open_: dict[int, Future[Verdict]] = {}
        items = enumerate(codes)
        more = True
        try:
            while True:
                while more and len(open_) < WINDOW:
                    try:
                        index, code = next(items)
                        task = tasks if task_of is None else next(task_of)
                    except StopIteration:
                        more = False
                        break
                    future = self.submit(code, task, problem=problem, **options)  # type: ignore[arg-type]
                    open_[index] = future
                    future.add_done_callback(lambda f, i=index: ended(i, f))  # type: ignore[misc]
                if not open_:
                    return
                with ready:
                    if not done and not ready.wait_for(lambda: bool(done), self.timeout):
                        for index, future in open_.items():
                            if future.cancel() or not future.done():
                                yield index, _too_late(self.timeout)
                        open_.clear()
                        return
                    index, future = done.popleft()
                open_.pop(index, None)
                yield index, future.result()
        finally:
            for future in open_.values():
                future.cancel()

    def close(self) -> None:
        """Ends the workers; evaluations under way are cancelled."""
        self._way.close()

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


async def _submitted(loop: asyncio.AbstractEventLoop, evaluator: Evaluator, code: str, task: Any, problem: Problem,
                     options: Mapping[str, Any]) -> Future[Verdict]:
    """The first job starts the program, and a full pipe waits: neither may hold up the loop."""
    return await loop.run_in_executor(None, lambda: evaluator.submit(code, task, problem=problem, **options))


def _too_late(timeout: float) -> Verdict:
    return Verdict.unknown(f"no verdict came within {timeout:g} s")


def _wait(future: Future[Verdict], timeout: float) -> Verdict:
    try:
        return future.result(timeout)
    except FutureTimeout:
        future.cancel()
        return _too_late(timeout)
    except CancelledError:
        return Verdict.unknown("the evaluation was cancelled")
    except BaseException:
        future.cancel()
        raise


def shared(*, url: str | None = None, token: str | None = None, db: str | os.PathLike[str] | None = None,
           program: str | os.PathLike[str] | None = None, python: str | os.PathLike[str] | None = None,
           workers: int = 0, timeout: float = 600.0) -> Evaluator:
    """The evaluator of these arguments in this process, made when it is first asked for."""
    if url is None:
        url = os.environ.get("ROLLBOOK_URL") or None
    key = (url, token, db and os.path.abspath(db), program and os.fspath(program), python and os.fspath(python),
           workers, timeout)
    with _shared_lock:
        found = _shared.get(key)
        if found is None:
            found = _shared[key] = Evaluator(url=url, token=token, db=db, program=program, python=python,
                                             workers=workers, timeout=timeout)
        return found


_WHERE = ("url", "token", "db", "program", "python", "workers", "timeout")


def split(options: dict[str, Any]) -> tuple[Evaluator, dict[str, Any]]:
    """The shared evaluator that the options name, and the options that are the evaluation's."""
    where = {name: options.pop(name) for name in _WHERE if name in options}
    return shared(**where), options


def evaluate(code: str, task: str | int | None = None, *, problem: Problem = None, **options: Any) -> Verdict:
    """Evaluates one kernel: `rollbook.evaluate(code, task="l1/28")`.

    The options are those of `Evaluator.evaluate` and of `Evaluator` (url=, db=, program=, python=, workers=,
    timeout=).  Workers are kept for later calls with the same ones.
    """
    evaluator, rest = split(options)
    return evaluator.evaluate(code, task, problem=problem, **rest)


def evaluate_many(codes: Iterable[str], tasks: str | int | Iterable[str | int | None] | None = None, *,
                  problem: Problem = None, **options: Any) -> Iterator[tuple[int, Verdict]]:
    """(index, verdict) of each kernel as it ends.  See `Evaluator.evaluate_many` and `evaluate`."""
    evaluator, rest = split(options)
    return evaluator.evaluate_many(codes, tasks, problem=problem, **rest)


async def aevaluate(code: str, task: str | int | None = None, *, problem: Problem = None,
                    **options: Any) -> Verdict:
    """`evaluate` for asyncio."""
    evaluator, rest = split(options)
    return await evaluator.aevaluate(code, task, problem=problem, **rest)
