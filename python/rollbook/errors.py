"""What goes wrong, as classes.  Every error that this package raises on purpose is a `RollbookError`.

A kernel that does not compile, crashes, hangs or is wrong is no error: it is a `Verdict`.
"""

from __future__ import annotations

__all__ = [
    "DamagedFile",
    "MissingPackage",
    "NotStored",
    "ProgramError",
    "ProgramMismatch",
    "ProgramMissing",
    "RollbookError",
    "UsageError",
]


class RollbookError(Exception):
    """The base of all errors of this package."""


class UsageError(RollbookError, ValueError):
    """An argument is wrong: an unknown task, a bad option, a value that cannot be stored."""


class DamagedFile(UsageError):
    """A file that was given is not what its format asks for; the message names the line."""

    status = 4


class ProgramMissing(RollbookError, FileNotFoundError):
    """The program `rollbook` was not found."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ProgramMismatch(RollbookError):
    """The program was found and speaks another protocol than this package."""


class ProgramError(RollbookError):
    """The program ended with an error.

    `status` is its exit status (the README lists them), or None when a signal ended it.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[type, tuple[str, int | None]]:
        return type(self), (str(self), self.status)


class NotStored(RollbookError):
    """A record could not be written, or has not reached the database."""


class MissingPackage(RollbookError, ImportError):
    """An extra is not installed; the message says what to install."""
