"""A database: logging to it, and reading it through the program."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._log import Run, Writer
from ._program import run as run_program
from .errors import MissingPackage, ProgramError, UsageError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Database", "Figure", "Rows", "open"]


def _need(package: str, extra: str) -> Any:
    from importlib import import_module
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingPackage(f"{package} is not installed: pip install 'rollbook[{extra}]'") from error


class Rows(list[dict[str, Any]]):
    """Rows of an answer: a list of dicts.  A value that is not known is None; `why(row, column)` says the reason.

    `notes` are the lines below the table, `schema` its name.
    """

    def __init__(self, rows: Iterable[dict[str, Any]] = (), schema: str = "", notes: Sequence[str] = ()) -> None:
        super().__init__(rows)
        self.schema = schema
        self.notes = list(notes)
        self._na: dict[int, dict[str, str]] = {}
        for i, row in enumerate(self):
            reasons = row.pop("na", None)
            if isinstance(reasons, dict):
                self._na[i] = reasons

    def why(self, row: int, column: str) -> str | None:
        """Why the value of that row (from 0) is None."""
        return self._na.get(row, {}).get(column)

    @property
    def columns(self) -> list[str]:
        """Names in their order."""
        return list(dict.fromkeys(name for row in self for name in row))

    def df(self) -> pandas.DataFrame:
        """As a pandas DataFrame."""
        frame: pandas.DataFrame = _need("pandas", "pandas").DataFrame(list(self), columns=self.columns)
        return frame

    def pl(self) -> polars.DataFrame:
        """As a polars DataFrame."""
        names = self.columns
        frame: polars.DataFrame = _need("polars", "polars").DataFrame(
            [{c: row.get(c) for c in names} for row in self], infer_schema_length=None)
        return frame

    def arrow(self) -> pyarrow.Table:
        """As a pyarrow Table."""
        names = self.columns
        table: pyarrow.Table = _need("pyarrow", "arrow").Table.from_pydict(
            {c: [row.get(c) for row in self] for c in names})
        return table

    def _repr_html_(self) -> str:
        from html import escape
        head = "".join(f"<th>{escape(c)}</th>" for c in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{_cell(row.get(c))}</td>" for c in self.columns) + "</tr>"
                       for row in self[:200])
        more = f"<p>{len(self) - 200} more rows</p>" if len(self) > 200 else ""
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}{notes}"


def _cell(value: Any) -> str:
    from html import escape
    text = "NA" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    return escape(text if len(text) <= 200 else text[:200] + "...")


class Figure:
    """A figure as SVG; a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG; an SVG of Rollbook's that is there is replaced, another file is not."""
        from .io import _check_place
        _check_place(os.fspath(path), False, 'stroke-linejoin="round">\n<title>')
        with _open_file(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def _open_file(*arguments: Any, **named: Any) -> Any:
    import builtins
    return builtins.open(*arguments, **named)


def option_words(options: Mapping[str, Any]) -> list[str]:
    """Options of a command: run="a" is --run a, p=[0, 1] is --p 0,1, ge=True is --ge; None and False are left out."""
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.rstrip("_").replace("_", "-"))
        if value is True:
            continue
        if isinstance(value, (list, tuple, set, frozenset)):
            words.append(",".join(str(v).replace("\\", "\\\\").replace(",", "\\,") for v in value))
        elif isinstance(value, Mapping):
            words.append(",".join(f"{k}={v}" for k, v in value.items()))
        else:
            words.append(os.fspath(value) if isinstance(value, os.PathLike) else str(value))
    return words


def quote(value: Any) -> str:
    """A value as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return repr(value)
    return "'" + str(value).replace("\0", "").replace("'", "''") + "'"


class Database:
    """A database file; `rollbook.open` makes one.  Only the program writes it.

    Reading waits until what this process logged is stored, by whatever object.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *,
                 program: str | os.PathLike[str] | None = None) -> None:
        self.path = os.path.realpath(path if path is not None else os.environ.get("ROLLBOOK_DB") or "rollbook.db")
        if os.path.isdir(self.path):
            raise UsageError(f"{self.path} is a folder; a database is a file")
        self.program = program
        self._writer = Writer(self.path, program)
        self._runs: list[Run] = []

    def __repr__(self) -> str:
        return f"<rollbook.Database {self.path}>"

    # ---- logging ----

    def run(self, name: str, *, strategy: str = "logged", model: str | None = None, seed: int | None = None,
            temperature: float | None = None, config: Mapping[str, Any] | None = None) -> Run:
        """A run to log to.  A run of this name that was logged before goes on; the name of a run that the program made
        becomes NAME-log.  Processes that open the same name log to the same run.

        seed: from 0 to 2^63 - 1.  config: anything that JSON can say, kept with the run.
        """
        from ._log import _plain
        if not isinstance(name, str) or not name or not isinstance(strategy, str) or not strategy:
            raise UsageError("a run has a name and a strategy: texts that are not empty")
        if seed is not None and not 0 <= int(seed) < 2**63:
            raise UsageError(f"seed={seed!r} is not a whole number from 0 to 2^63 - 1")
        head: dict[str, Any] = {"name": name, "strategy": strategy}
        if model is not None:
            head["model"] = str(model)
        if seed is not None:
            head["seed"] = int(seed)
        if temperature is not None:
            head["temperature"] = float(temperature)
        if config is not None:
            head["config"] = _plain(config)
        run = Run(self._writer, head)
        self._runs.append(run)
        return run

    def flush(self, timeout: float = 60.0) -> None:
        """Waits until what this process logged to the database is in it.  Raises `NotStored` after `timeout` s."""
        from ._log import files_of
        self._writer.wait(files_of(self._writer.folder), timeout)
        self._runs = [run for run in self._runs if not run.closed]

    def close(self) -> None:
        """Ends the runs that are open and waits until they are stored."""
        for run in self._runs:
            if not run.closed and run._file.name:
                run.close()
        self.flush()

    def __enter__(self) -> Database:
        if self._writer.has_logs():  # of a process that was killed
            self._writer.ensure()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()

    # ---- reading ----

    def command(self, *words: str, **options: Any) -> Rows:
        """Any command that prints a table: db.command("audit", run="grpo-1").  See `rollbook help`.

        Raises `ProgramError` with the program's words and its `status`.
        """
        return self._ask([*words, *option_words(options)])

    def _ask(self, words: Sequence[str]) -> Rows:
        self.flush()
        text = run_program([*words, "--db", self.path, "--json"], program=self.program, ok=(0, 1))
        try:
            answer = json.loads(text)
            return Rows(answer["rows"], str(answer.get("schema", "")), answer.get("notes", ()))
        except (ValueError, KeyError, TypeError) as error:
            raise ProgramError(f"rollbook {words[0]} printed no table: {text[:200]!r}") from error

    def sql(self, statement: str) -> Rows:
        """The answer to a question in SQL; the views `v_...` are documented (docs/schema.md, docs/cookbook.md)."""
        return self._ask(["sql", "--", statement] if statement.startswith("-") else ["sql", statement])

    def runs(self) -> Rows:
        """The runs, one a row: name, strategy, status, model, seed and counts."""
        return self.sql("SELECT * FROM v_run ORDER BY run_id")

    def rollouts(self, run: str | Sequence[str] | None = None, *, task: str | None = None, step: int | None = None,
                 columns: Sequence[str] = ("*",), limit: int | None = None) -> Rows:
        """Rollouts with their verdicts: columns of the view v_rollout, times in microseconds."""
        wanted = []
        if run is not None:
            names = [run] if isinstance(run, str) else list(run)
            wanted.append("run IN (" + ", ".join(quote(n) for n in names) + ")")
        if task is not None:
            wanted.append("task = " + quote(task))
        if step is not None:
            wanted.append("step = " + quote(int(step)))
        names_ = ", ".join(c if c == "*" else '"' + c.replace('"', '""') + '"' for c in columns)
        return self.sql(f"SELECT {names_} FROM v_rollout"
                        + (" WHERE " + " AND ".join(wanted) if wanted else "")
                        + " ORDER BY run, step, task, turn, sample"
                        + (f" LIMIT {int(limit)}" if limit is not None else ""))

    def analyze(self, name: str, **options: Any) -> Rows:
        """A table of `rollbook analyze`: db.analyze("fast-p", run="grpo-1", p=[0, 1]).

        Raises `ProgramError`; its status is 7 when there are not enough data for the statistic.
        """
        return self._ask(["analyze", name, *option_words(options)])

    def figure(self, name: str, **options: Any) -> Figure:
        """A figure of `rollbook figure list` as SVG: db.figure("fast-p", run=["a", "b"])."""
        self.flush()
        with tempfile.TemporaryDirectory(prefix="rollbook-") as folder:
            path = os.path.join(folder, "figure.svg")
            run_program(["figure", name, "-o", path, *option_words(options), "--db", self.path], program=self.program)
            with _open_file(path, encoding="utf-8") as file:
                return Figure(file.read())

    def audit(self, **options: Any) -> Rows:
        """What makes results doubtful: findings of `rollbook audit`, none when there are none."""
        return self._ask(["audit", *option_words(options)])


def open(path: str | os.PathLike[str] | None = None, *, program: str | os.PathLike[str] | None = None) -> Database:
    """The database of a path (else ROLLBOOK_DB, else ./rollbook.db), made when something is logged to it.

        with rollbook.open("study.db") as db, db.run("grpo-1", strategy="grpo", seed=42) as run:
            run.log(task="l1/28", completion=text, verdict=verdict)
    """
    return Database(path, program=program)
