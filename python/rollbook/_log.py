"""Logging rollouts: a line in a file that survives this process, then a row that the program writes."""

from __future__ import annotations

import atexit
import base64
import fcntl
import json
import math
import os
import re
import secrets
import subprocess
import sys
import threading
import time
import weakref
from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._evaluate import clean
from ._program import PROTOCOL, environment, find_program
from ._verdict import Verdict
from .errors import NotStored, RollbookError, UsageError

SCHEMA = "rollbook.log/1"
LOOK_S = 1.0  # between looks whether a process takes the logs into the database
IDLE_S = 2  # of that process

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_quote: Callable[[str], str] = json.encoder.encode_basestring  # in C, mostly


def _float(value: Any) -> float:
    """Of numbers, and of the scalars of numpy and torch."""
    return value if type(value) is float else float(value)


def _plain(value: Any) -> Any:
    """What JSON can say: NaN and infinities become text, unknown objects their numbers, lists or words."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(v) for v in value]
    if isinstance(value, Verdict):
        return {k: _plain(v) for k, v in value.data.items() if k != "record"}
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return str(value)


def text_of(value: Any) -> str | None:
    """A text; of chat messages the JSON of the list, or the content when there is one message alone."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        if len(value) == 1 and isinstance(value[0], Mapping) and isinstance(value[0].get("content"), str):
            return str(value[0]["content"])
        return json.dumps(_plain(value), ensure_ascii=False)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    raise UsageError(f"a text or a list of messages is wanted, not a {type(value).__name__}")


def _words(values: Any, kind: str, what: str) -> str:
    """Base64 of int32 ("i") or float32 ("f") values."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    if hasattr(values, "tolist"):
        values = values.tolist()
    try:
        data = array(kind, values)
    except (TypeError, OverflowError, ValueError) as error:
        raise UsageError(f"{what} are no list of {'32-bit whole ' if kind == 'i' else ''}numbers: {error}") from error
    if sys.byteorder != "little":
        data.byteswap()
    return base64.b64encode(data.tobytes()).decode("ascii")


class _File:
    """The log of one run in one process; every line is one write."""

    def __init__(self, folder: str, head: Mapping[str, Any]) -> None:
        self.folder = folder
        self.head = head
        self.lock = threading.Lock()
        self.fd = -1
        self.name = ""
        self.bytes = 0
        self.torn = False
        self.ended = False
        _files.add(self)

    def after_fork(self) -> None:
        """In the child: the parent's log is the parent's."""
        self.lock = threading.Lock()
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1
        self.name = ""
        self.bytes = 0
        self.torn = False

    def _open(self) -> None:
        name = f"{time.time_ns():016x}-{os.getpid()}-{secrets.token_hex(4)}"  # earlier logs are stored first
        draft, path = os.path.join(self.folder, "." + name), os.path.join(self.folder, name + ".jsonl")
        head = _encode({"schema": SCHEMA, "protocol": PROTOCOL, "run": self.head}).encode("utf-8", "replace") + b"\n"
        try:
            os.makedirs(self.folder, exist_ok=True)
            fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise NotStored(f"nothing can be logged: {self.folder}: {error.strerror}") from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.write(fd, head) != len(head):
                raise OSError(28, "No space left on device")
            os.rename(draft, path)
        except OSError as error:
            os.close(fd)
            try:
                os.unlink(draft)
            except OSError:
                pass
            raise NotStored(f"nothing can be logged: {self.folder}: {error.strerror}") from error
        self.fd, self.name, self.bytes = fd, name, len(head)

    def write(self, line: bytes) -> None:
        with self.lock:
            if self.fd < 0:
                self._open()
            if self.torn:
                line = b"\n" + line
            try:
                n = os.write(self.fd, line)
                while n < len(line):
                    self.bytes += n
                    self.torn = True
                    line = line[n:]
                    n = os.write(self.fd, line)
            except OSError as error:
                raise NotStored(f"the rollout was not logged: {self.folder}: {error.strerror}") from error
            self.bytes += n
            self.torn = False

    def drop(self) -> None:
        """Ends the log as a killed process would."""
        with self.lock:
            if self.fd >= 0:
                os.close(self.fd)
            self.fd = -1

    def end(self) -> None:
        """The log is whole.  Nothing happens where none was begun."""
        with self.lock:
            if self.fd < 0:
                return
            try:
                self.bytes += os.write(self.fd, (b"\n" if self.torn else b"") + b'{"k":"e"}\n')
            except OSError:
                pass
            os.close(self.fd)
            self.fd = -1
            self.ended = True

    def done(self) -> bool:
        """Whether the database has every line, and of an ended log that it has ended."""
        if not self.name:
            return True
        if not os.path.exists(os.path.join(self.folder, self.name + ".jsonl")):
            if self.fd >= 0:  # the program leaves a log alone whose process lives
                raise NotStored(f"{self.folder}/{self.name}.jsonl was removed by somebody else; rollouts are lost")
            return True
        if self.ended:
            return False
        try:
            with open(os.path.join(self.folder, self.name + ".done"), "rb") as file:
                return int(file.read(20) or b"0") >= self.bytes
        except (OSError, ValueError):
            return False


def files_of(folder: str) -> list[_File]:
    """The logs of this process that were begun in a folder."""
    return [file for file in list(_files) if file.name and file.folder == folder]


class Writer:
    """The process that takes the logs of one database into it: one for all processes, started by whom it misses."""

    def __init__(self, db_path: str, program: str | os.PathLike[str] | None) -> None:
        self.db_path = os.path.abspath(db_path)
        self.folder = self.db_path + "-log"
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.look_at = 0.0
        self.lock = threading.Lock()

    def after_fork(self) -> None:
        self.lock = threading.Lock()
        if self.process is not None:
            self.process.returncode = 0  # the parent's child
        self.process = None
        self.look_at = 0.0

    def is_alive(self) -> bool:
        try:
            fd = os.open(os.path.join(self.folder, "lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(fd)
        return False

    def ensure(self) -> None:
        """Starts it when nobody has.  Raises `ProgramMissing`, or `NotStored` where the folder cannot be written."""
        self.look_at = time.monotonic() + LOOK_S
        with self.lock:
            if self.process is not None and self.process.poll() is None:
                return
            if self.is_alive():
                return
            path = find_program(self.program)
            try:
                os.makedirs(self.folder, exist_ok=True)
                words = os.path.join(self.folder, "writer.txt")
                much = os.path.exists(words) and os.path.getsize(words) > 1 << 20
                with open(words, "wb" if much else "ab") as said:
                    self.process = subprocess.Popen(
                        [path, "log", "--db", self.db_path, "--idle", str(IDLE_S)], stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL, stderr=said, env=environment(), start_new_session=True, cwd="/")
            except OSError as error:
                raise NotStored(f"nothing can be logged: {self.folder}: {error.strerror}") from error
            _started.append(self.process)

    def look(self) -> None:
        """`ensure` between rollouts: what is logged stays there without it, so a failure is a warning."""
        first = self.look_at == 0.0
        try:
            self.ensure()
        except RollbookError as error:
            if first:
                raise
            import warnings
            warnings.warn(f"rollouts wait in {self.folder}: {error}", RuntimeWarning, stacklevel=4)

    def said(self) -> str:
        """The last words of the process."""
        try:
            with open(os.path.join(self.folder, "writer.txt"), encoding="utf-8", errors="replace") as file:
                lines = [line.strip() for line in file.readlines()[-3:] if line.strip()]
        except OSError:
            return ""
        return " ".join(lines)

    def has_logs(self) -> bool:
        """Whether lines wait, of any process."""
        try:
            return any(name.endswith(".jsonl") for name in os.listdir(self.folder))
        except OSError:
            return False

    def wait(self, files: Iterable[_File], timeout: float) -> None:
        until = time.monotonic() + timeout
        pause = 0.002
        left = [file for file in files if not file.done()]
        while left:
            if time.monotonic() >= self.look_at:
                self.ensure()
            if time.monotonic() > until:
                raise NotStored(f"{len(left)} logs wait in {self.folder} after {timeout:g} s; nothing is lost, the "
                                f"next process that opens the database stores them. {self.said()}".strip())
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
            left = [file for file in left if not file.done()]


class Run:
    """A run that rollouts are logged to; made by `Database.run`.  Usable from any thread, and after a fork or pickling
    (each process then has a log of its own).
    """

    def __init__(self, writer: Writer, head: Mapping[str, Any]) -> None:
        self._writer = writer
        self._file = _File(writer.folder, head)
        self._head = dict(head)
        self.closed = False
        _runs.add(self)

    @property
    def name(self) -> str:
        """As given."""
        return str(self._head["name"])

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _unpickle, (self._writer.db_path, self._writer.program, self._head)

    def log(self, *, task: str | int | None = None, prompt: Any = None, completion: Any = None, step: int = 0,
            sample: int | None = None, turn: int | None = None, tokens: Any = None, logprobs: Any = None,
            verdict: Verdict | None = None, reward: float | Mapping[str, float] | None = None,
            advantage: float | None = None, extra: Mapping[str, Any] | None = None, finish: str | None = None,
            prompt_tokens: int | None = None, temperature: float | None = None) -> None:
        """Logs one rollout.  When it returns the rollout survives the end of this process, by kill -9 too.

        task: "l1/28", or any name.  prompt, completion: texts, or lists of chat messages.  sample: its number within
        run, step, task and turn; None: the next free one.  A place that is taken is not written over: the rollout
        gets the next free turn.  tokens: n token ids (int32); logprobs: n natural logarithms (float32) of the sampled
        distribution, whose temperature is `temperature`.  reward: a number, or numbers by name; one that is not finite
        is kept in extra.  extra: anything that JSON can say.

        Raises `NotStored` when the log cannot be written, `UsageError` for a value of a wrong kind.
        """
        if type(step) is not int or step < 0:
            step = _index("step", step)
        task = task if type(task) is str else "" if task is None else str(task)
        # By hand: this is the path that thousands of calls a second take.
        parts = ['{"k":"r","task":', _quote(task), ',"step":', str(step)]
        if sample is not None:
            parts += ',"sample":', str(_index("sample", sample))
        if turn is not None:
            parts += ',"turn":', str(_index("turn", turn))
        if prompt is not None:
            parts += ',"prompt":', _quote(prompt if type(prompt) is str else text_of(prompt) or "")
        if completion is not None:
            parts += ',"completion":', _quote(completion if type(completion) is str else text_of(completion) or "")
        if type(reward) is float and reward - reward == 0:  # finite
            parts += ',"rewards":{"reward":', repr(reward), "}"
        elif reward is not None:
            rewards, unknown = _rewards(reward)
            parts += ',"rewards":', _encode(rewards)
            extra = {**(extra or {}), "rewards_not_finite": unknown} if unknown else extra
        if tokens is not None:
            parts += ',"tokens":"', (words := _words(tokens, "i", "tokens")), '"'
        if logprobs is not None:
            parts += ',"logprobs":"', (numbers := _words(logprobs, "f", "logprobs")), '"'
            if tokens is not None and len(numbers) != len(words):  # of four bytes each
                raise UsageError("tokens and logprobs are not equally many: one log-prob belongs to each sampled token")
        if finish is not None:
            parts += ',"finish":', _quote(str(finish))
        if prompt_tokens is not None:
            parts += ',"prompt_tokens":', str(_index("prompt_tokens", prompt_tokens))
        for name, value in (("temperature", temperature), ("advantage", advantage)):
            if value is not None and math.isfinite(value):
                parts += f',"{name}":', repr(float(value))
        if verdict is not None:
            parts += _verdict_member(verdict)
        if extra is not None:
            parts += ',"extra":', _encode(_plain(extra))
        parts.append("}\n")
        self._write("".join(parts))

    def log_metrics(self, step: int, metrics: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Logs numbers of a step, e.g. log_metrics(3, loss=0.5).  Later numbers of a name replace earlier ones."""
        numbers = {}
        for name, value in {**(metrics or {}), **more}.items():
            try:
                number = _float(value)
            except (TypeError, ValueError) as error:
                raise UsageError(f"the metric {name!r} is not a number: {value!r}") from error
            numbers[str(name)] = number if math.isfinite(number) else None
        self._write(_encode({"k": "m", "step": _index("step", step), "metrics": numbers}) + "\n")

    def flush(self, timeout: float = 60.0) -> None:
        """Waits until everything that this process logged to the run is in the database.

        Raises `NotStored` after `timeout` seconds; nothing is lost then.
        """
        self._writer.wait([self._file], timeout)

    def close(self) -> None:
        """Ends the log.  The run is complete when every process has closed it."""
        self.closed = True
        if self._file.fd < 0:  # a run without a rollout is a run as well
            self._file.write(b"")
        self._file.end()
        self._writer.ensure()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:  # without an end the run is 'interrupted'
            self.closed = True
            self._file.drop()

    def _write(self, line: str) -> None:
        if self.closed:
            raise RollbookError(f"the run {self.name!r} is closed")
        try:
            data = line.encode()
        except UnicodeEncodeError:
            data = clean(line).encode()
        if b"\\u0000" in data:  # which no text of the database has
            data = _NUL.sub(rb"\1\\ufffd", data)
        self._file.write(data)
        if time.monotonic() >= self._writer.look_at:
            self._writer.look()


_NUL = re.compile(rb"((?<!\\)(?:\\\\)*)\\u0000")


def _index(name: str, value: Any) -> int:
    if type(value) is int and value >= 0:
        return value
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"{name}={value!r} is no whole number") from error
    if number != value or number < 0:
        raise UsageError(f"{name}={value!r} is no whole number from 0")
    return number


def _rewards(reward: Any) -> tuple[dict[str, float], dict[str, str]]:
    """Finite numbers, and the others as words."""
    rewards, unknown = {}, {}
    for name, value in reward.items() if isinstance(reward, Mapping) else [("reward", reward)]:
        if value is None:
            continue
        try:
            number = _float(value)
        except (TypeError, ValueError) as error:
            raise UsageError(f"the reward {name!r} is not a number: {value!r}") from error
        if math.isfinite(number):
            rewards[str(name)] = number
        else:
            unknown[str(name)] = str(number)
    return rewards, unknown


def _verdict_member(verdict: Any) -> tuple[str, str]:
    if not isinstance(verdict, Verdict):
        raise UsageError(f"verdict is a {type(verdict).__name__}; a rollbook.Verdict is wanted")
    whole = verdict.data.get("record")
    if isinstance(whole, str):
        return ',"verdict":', _quote(whole)
    return ',"outcome":', _encode({"outcome": verdict.outcome, "message": verdict.message,
                                   "compiled": verdict.compiled})


def _unpickle(db_path: str, program: str | None, head: Mapping[str, Any]) -> Run:
    return Run(Writer(db_path, program), head)


_files: weakref.WeakSet[_File] = weakref.WeakSet()
_runs: weakref.WeakSet[Run] = weakref.WeakSet()
_started: list[subprocess.Popen[bytes]] = []


def _after_fork() -> None:
    for file in list(_files):
        file.after_fork()
    for run in list(_runs):
        run._writer.after_fork()
    for process in _started:
        process.returncode = 0
    _started.clear()


def _at_exit() -> None:
    for process in _started:
        if process.poll() is None:
            process.returncode = 0  # it goes on without us, on purpose


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)

