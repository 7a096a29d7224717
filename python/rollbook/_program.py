"""The program `rollbook`: where it is, and how it is asked.

Nothing here runs when the package is imported.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from .errors import ProgramError, ProgramMismatch, ProgramMissing

PROTOCOL = 1
"""Of the lines that `rollbook jobs` and `rollbook log` exchange with this package."""

_HOW = "pip install --upgrade rollbook brings a program that fits, or ROLLBOOK_PROGRAM names one"


def _is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _candidates() -> list[str]:
    here = os.path.dirname(os.path.abspath(__file__))
    source = os.path.dirname(os.path.dirname(here))
    found = [
        os.path.join(here, "_bin", "rollbook"),
        os.path.join(os.path.dirname(sys.executable), "rollbook"),
        shutil.which("rollbook") or "",
    ]
    if os.path.isfile(os.path.join(source, "CMakePresets.json")):
        found.insert(0, os.path.join(source, "build", "release", "rollbook"))
    return [path for path in found if path and not _is_script(path)]


def _is_script(path: str) -> bool:
    """The entry point that pip makes is Python, and would call this package again."""
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """The path of the program: the argument, else ROLLBOOK_PROGRAM, else the one of this package, else of PATH.

    Raises `ProgramMissing` when there is none.
    """
    named = os.fspath(program) if program is not None else os.environ.get("ROLLBOOK_PROGRAM")
    if named:
        path = named if os.sep in named else shutil.which(named) or named
        if _is_program(path):
            return os.path.abspath(path)
        raise ProgramMissing(f"{named} is no program that can be run (named by "
                             f"{'program=' if program is not None else 'ROLLBOOK_PROGRAM'})")
    for path in _candidates():
        if _is_program(path):
            return path
    raise ProgramMissing("the program 'rollbook' was not found: " + _HOW)


def environment() -> dict[str, str]:
    """For the program: as ours, without what would make a child Python run our caller's start-up code."""
    env = dict(os.environ)
    for name in ("PYTHONSTARTUP", "PYTHONINSPECT"):
        env.pop(name, None)
    return env


def check_hello(path: str, line: str, schema: str, said: str) -> None:
    """Raises `ProgramMismatch` unless the program's first line names our protocol."""
    try:
        hello = json.loads(line) if line else {}
    except ValueError:
        hello = {}
    if not isinstance(hello, dict):
        hello = {}
    if hello.get("schema") == schema and hello.get("protocol") == PROTOCOL:
        return
    if hello.get("schema"):
        raise ProgramMismatch(
            f"{path} (version {hello.get('version', 'unknown')}) speaks protocol {hello.get('protocol')} of "
            f"{hello.get('schema')}, this package protocol {PROTOCOL} of {schema}: " + _HOW)
    reason = said.strip() or (f"it answered {line.strip()[:200]!r}" if line.strip() else "it said nothing")
    if not line and "unknown command" not in said and "no command" not in said and said.strip():
        raise ProgramError(f"{path} could not be started: {reason}")
    raise ProgramMismatch(f"{path} is older or newer than this package (protocol {PROTOCOL}): {reason}. " + _HOW)


def run(arguments: Sequence[str], *, program: str | os.PathLike[str] | None = None,
        input: str | None = None, ok: Sequence[int] = (0,)) -> str:
    """Runs the program once and gives what it printed.

    Raises `ProgramError` with the program's own words for an exit status that is not in `ok`.
    """
    path = find_program(program)
    try:
        done = subprocess.run([path, *arguments], input=input, stdin=None if input is not None else subprocess.DEVNULL,
                              capture_output=True, env=environment(), encoding="utf-8", errors="replace",
                              check=False)
    except OSError as error:
        raise ProgramError(f"{path} cannot be run: {error.strerror}") from error
    if done.returncode not in ok:
        raise ProgramError(words(done.stderr, done.returncode), done.returncode if done.returncode >= 0 else None)
    return done.stdout


def words(said: str, status: int) -> str:
    """One message of what the program said on standard error."""
    text = " ".join(line.strip() for line in said.splitlines() if line.strip())
    if text.startswith("rollbook: "):
        text = text[len("rollbook: "):]
    if text:
        return text[:2000]
    return f"rollbook was ended by signal {-status}" if status < 0 else f"rollbook ended with status {status}"


def run_json(arguments: Sequence[str], *, program: str | os.PathLike[str] | None = None,
             ok: Sequence[int] = (0,)) -> dict[str, Any]:
    """`run` with --json: the object that the program printed."""
    text = run([*arguments, "--json"], program=program, ok=ok)
    try:
        answer = json.loads(text)
    except ValueError as error:
        raise ProgramMismatch(f"rollbook {' '.join(arguments[:2])} printed no JSON: {error}. " + _HOW) from error
    if not isinstance(answer, dict) or "rows" not in answer:
        raise ProgramMismatch(f"rollbook {' '.join(arguments[:2])} printed another JSON than expected. " + _HOW)
    return answer


def main() -> None:
    """The command `rollbook` of the installed package: becomes the program."""
    try:
        path = find_program()
    except ProgramMissing as error:
        sys.exit(f"rollbook: {error}")
    os.execv(path, [path, *sys.argv[1:]])


def version(program: str | os.PathLike[str] | None = None) -> str:
    """The program's version, e.g. "0.2.0+e159e9cd"."""
    words_ = run(["--version"], program=program).split()
    return words_[1] if len(words_) > 1 else ""
