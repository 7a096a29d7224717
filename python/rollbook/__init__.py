"""Rollbook from Python: evaluate kernels, log rollouts, read the database.

    import rollbook
    verdict = rollbook.evaluate(code, task="l1/28")
    with rollbook.open("study.db") as db, db.run("grpo-1", strategy="grpo", seed=42) as run:
        run.log(task="l1/28", prompt=prompt, completion=completion, verdict=verdict)

Importing the package does no work: parts are loaded when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

_PARTS = {
    "Evaluator": "_evaluate",
    "aevaluate": "_evaluate",
    "evaluate": "_evaluate",
    "evaluate_many": "_evaluate",
    "Database": "_db",
    "Figure": "_db",
    "Rows": "_db",
    "open": "_db",
    "prompt": "rewards",
    "reward": "rewards",
    "tasks": "rewards",
    "Run": "_log",
    "Evidence": "_verdict",
    "Verdict": "_verdict",
    "DamagedFile": "errors",
    "MissingPackage": "errors",
    "NotStored": "errors",
    "ProgramError": "errors",
    "ProgramMismatch": "errors",
    "ProgramMissing": "errors",
    "RollbookError": "errors",
    "UsageError": "errors",
}

if TYPE_CHECKING:
    __version__: str
    from ._db import Database as Database
    from ._db import Figure as Figure
    from ._db import Rows as Rows
    from ._db import open as open
    from ._evaluate import Evaluator as Evaluator
    from ._evaluate import aevaluate as aevaluate
    from ._evaluate import evaluate as evaluate
    from ._evaluate import evaluate_many as evaluate_many
    from ._log import Run as Run
    from ._verdict import Evidence as Evidence
    from ._verdict import Verdict as Verdict
    from .errors import DamagedFile as DamagedFile
    from .errors import MissingPackage as MissingPackage
    from .errors import NotStored as NotStored
    from .errors import ProgramError as ProgramError
    from .errors import ProgramMismatch as ProgramMismatch
    from .errors import ProgramMissing as ProgramMissing
    from .errors import RollbookError as RollbookError
    from .errors import UsageError as UsageError
    from .rewards import prompt as prompt
    from .rewards import reward as reward
    from .rewards import tasks as tasks


def __getattr__(name: str) -> Any:
    from importlib import import_module
    if name == "__version__":
        globals()[name] = value = _version()
        return value
    if name in _PARTS:
        value = getattr(import_module("." + _PARTS[name], __name__), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return import_module("." + name, __name__)
    raise AttributeError(f"module 'rollbook' has no attribute {name!r}")


_MODULES = ("errors", "inspect", "io", "kernelbench", "openevolve", "rewards", "skyrl", "tinker", "trl", "verifiers",
            "verl")


def _version() -> str:
    """Of the installed package, else of the source tree: CMakeLists.txt alone says it."""
    from importlib.metadata import PackageNotFoundError, version
    from pathlib import Path
    try:
        text = (Path(__file__).resolve().parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
        return text.split("project(rollbook VERSION ", 1)[1].split(None, 1)[0]
    except (OSError, IndexError):
        pass
    try:
        return version("rollbook")
    except PackageNotFoundError:
        return "unknown"


def __dir__() -> list[str]:
    return sorted({"__version__", *_PARTS, *_MODULES})
