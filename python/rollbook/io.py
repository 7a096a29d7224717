"""Exchange: Parquet, Hugging Face folders, inspect logs, Trackio, Weights & Biases, verifiers traces.

    rollbook.io.to_parquet("study.db", "out")         rollbook.io.from_parquet("rollouts.parquet", "other.db")
    python -m rollbook export parquet study.db out    python -m rollbook import parquet rollouts.parquet other.db

Each function says which package it needs.  Only the program writes the database.
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import sqlite3
import sys
import tempfile
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ._db import Database, Rows, _need
from ._program import run as run_program
from .errors import DamagedFile, UsageError

__all__ = [
    "from_inspect",
    "from_ncu",
    "from_parquet",
    "from_trackio",
    "from_verifiers",
    "from_wandb",
    "main",
    "to_huggingface",
    "to_inspect",
    "to_parquet",
]

Path = str | os.PathLike[str]

# A rollout of ours as `rollbook ingest jsonl` reads it back: its field, our column.
_MAP = {
    "run": "run", "model": "model", "strategy": "strategy", "seed": "seed", "suite": "suite", "task": "task_name",
    "level": "level", "problem": "problem_id", "step": "step", "turn": "turn", "sample": "sample", "prompt": "prompt",
    "completion": "completion", "code": "code", "finish_reason": "finish_reason", "prompt_tokens": "prompt_tokens",
    "completion_tokens": "completion_tokens", "sum_logprob": "sum_logprob", "mean_logprob": "mean_logprob",
    "temperature": "logprob_temperature", "outcome": "outcome", "cheat_kind": "cheat_kind", "compiled": "compiled",
    "correct": "correct", "message": "message", "log": "compile_log", "hardware": "device", "trials_run": "trials_run",
    "trials_passed": "trials_passed", "max_abs_err": "max_abs_err", "max_rel_err": "max_rel_err",
    "matched_share": "matched_share", "runtime_us": "runtime_us", "baseline": "baseline",
    "baseline_us": "baseline_runtime_us", "speedup_lower": "speedup_lower", "speedup_upper": "speedup_upper",
    "min_us": "min_us", "max_us": "max_us", "std_us": "std_us", "n_samples": "n_samples", "statistic": "statistic",
    "baseline_min_us": "baseline_min_us", "baseline_max_us": "baseline_max_us", "baseline_std_us": "baseline_std_us",
    "baseline_n_samples": "baseline_n_samples", "timing_method": "timing_method", "token_ids": "token_ids",
    "logprobs": "logprobs", "samples_us": "samples_us",
    "baseline_samples_us": "baseline_samples_us", "evidence": "evidence", "rewards": "rewards", "extra": "extra",
}


def _database(db: Database | Path) -> Database:
    return db if isinstance(db, Database) else Database(db)


def _file(path: Path) -> str:
    """The path of a file; not of a folder, nor of a pipe, which can be read only once."""
    text = os.fspath(path)
    if not os.path.exists(text):
        raise UsageError(f"{text}: cannot open: no such file")
    if not os.path.isfile(text):
        raise UsageError(f"{text}: is a {'folder' if os.path.isdir(text) else 'device or a pipe'}, not a file")
    return text


def _ingest(db: Database, words: Sequence[str], records: Iterable[Mapping[str, Any]]) -> str:
    """Hands records to `rollbook ingest FORMAT` as JSON Lines; the program's summary."""
    with tempfile.TemporaryDirectory(prefix="rollbook-") as folder:
        path = os.path.join(folder, "records.jsonl")
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            for record in records:
                file.write(json.dumps(record, default=str) + "\n")
        db.flush()
        return run_program(["ingest", words[0], path, *words[1:], "--db", db.path, "--format", "json"],
                           program=db.program)


def _check_place(path: str, replace: bool, mark: str | None = None) -> None:
    """Refuses to overwrite a file without the mark, by which we know our own, unless the user says so."""
    if replace or not os.path.exists(path) or os.path.getsize(path) == 0:
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        if mark is None or mark not in file.read():
            raise UsageError(f"{path} exists and may be yours, so it is not overwritten: choose another name, or "
                             "repeat it with replace=True")


# ---- Parquet, Hugging Face ----

# quote() writes a number so that it reads back as the same one, which JSON of SQLite does not.
_ROLLOUTS = """
SELECT r.rollout_id, r.run, r.strategy, n.model, r.seed, t.suite, r.task, t.name AS task_name, t.level, t.problem_id,
  r.step, r.turn, r.sample, r.prompt, r.completion, r.code, r.finish_reason, r.prompt_tokens, r.completion_tokens,
  r.sum_logprob, r.mean_logprob, r.logprob_temperature, r.outcome, r.cheat_kind, r.compiled, r.correct, r.message,
  r.compile_log, e.device, e.trials_run, e.trials_passed, e.max_abs_err, e.max_rel_err, e.matched_share,
  e.precision_class, r.runtime_us, r.baseline, r.baseline_runtime_us, r.speedup, e.speedup_lower, e.speedup_upper,
  c.min_us, c.max_us, c.std_us, c.n_samples, coalesce(c.statistic, b.statistic) AS statistic,
  coalesce(c.method, b.method) AS timing_method, b.min_us AS baseline_min_us,
  b.max_us AS baseline_max_us, b.std_us AS baseline_std_us, b.n_samples AS baseline_n_samples, r.extra,
  hex(k.token_ids) AS token_ids, hex(k.logprobs) AS logprobs,
  hex(c.samples_us) AS samples_us, hex(b.samples_us) AS baseline_samples_us,
  (SELECT json_group_array(json_array(v.kind, quote(v.value), quote(v.bound), v.unit, v.pass, v.detail))
   FROM (SELECT * FROM v_evidence WHERE evaluation_id = r.evaluation_id ORDER BY position) v) AS evidence,
  (SELECT json_group_array(json_array(w.recipe, quote(w.value), quote(w.advantage)))
   FROM (SELECT * FROM v_reward WHERE rollout_id = r.rollout_id ORDER BY recipe) w) AS rewards, e.verdict_sha256
FROM v_rollout r JOIN v_run n ON n.run = r.run JOIN v_task t ON t.task_id = r.task_id
LEFT JOIN v_evaluation e ON e.evaluation_id = r.evaluation_id
LEFT JOIN measurement c ON c.evaluation_id = r.evaluation_id AND c.subject = 'candidate'
LEFT JOIN measurement b ON b.evaluation_id = r.evaluation_id AND b.subject = 'baseline'
LEFT JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
WHERE r.rollout_id > {after}{run} ORDER BY r.rollout_id LIMIT {most}"""
_STEPS = "SELECT run, step, update_metrics FROM v_step WHERE update_metrics IS NOT NULL{run} ORDER BY run, step"
_INTEGERS = {"seed", "level", "problem_id", "step", "turn", "sample", "prompt_tokens", "completion_tokens", "compiled",
             "correct", "trials_run", "trials_passed", "n_samples", "baseline_n_samples"}
_REALS = {"sum_logprob", "mean_logprob", "logprob_temperature", "runtime_us", "baseline_runtime_us", "speedup",
          "speedup_lower", "speedup_upper", "min_us", "max_us", "std_us", "baseline_min_us", "baseline_max_us",
          "baseline_std_us", "max_abs_err", "max_rel_err", "matched_share"}
_LISTS = {"samples_us": ("d", "float64"), "baseline_samples_us": ("d", "float64"), "token_ids": ("i", "int32"),
          "logprobs": ("f", "float32")}  # hexadecimal
_OBJECTS = {"evidence": {"kind": str, "value": float, "bound": float, "unit": str, "pass": bool, "detail": str},
            "rewards": {"recipe": str, "value": float, "advantage": float}}
ROW_GROUP = 2000  # rows: a viewer reads a group at a time


def _schema(columns: Sequence[str]) -> Any:
    """Types do not depend on the values."""
    arrow = _need("pyarrow", "arrow")
    plain = {str: arrow.string(), float: arrow.float64(), bool: arrow.bool_()}

    def kind(name: str) -> Any:
        if name in _LISTS:
            return arrow.list_(getattr(arrow, _LISTS[name][1])())
        if name in _OBJECTS:
            return arrow.list_(arrow.struct([(k, plain[v]) for k, v in _OBJECTS[name].items()]))
        return (arrow.float64() if name in _REALS else arrow.int64() if name in _INTEGERS else arrow.string())
    return arrow.schema([(name, kind(name)) for name in columns])


def _parquet_value(name: str, value: Any) -> Any:
    if name in _REALS:
        return _number(value)
    if name in _LISTS:
        return _list(name, value)
    if name in _OBJECTS:
        return [{k: _part(of, v) for (k, of), v in zip(_OBJECTS[name].items(), row, strict=True)}
                for row in json.loads(value)]
    return value if value is None or name in _INTEGERS else str(value)


def _part(of: type, value: Any) -> Any:
    return None if value is None or (value == "NULL" and of is float) else of(value)


def _list(name: str, digits: str | None) -> list[float] | list[int] | None:
    """Of the bytes that the database has, little-endian; None where it has none."""
    if not digits:
        return None
    words = array(_LISTS[name][0], bytes.fromhex(digits))
    if sys.byteorder != "little":
        words.byteswap()
    return words.tolist()


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _rollouts(db: Database, run: str | None) -> Iterator[Rows]:
    after, only = 0, " AND r.run = " + _quote(run) if run is not None else ""
    while rows := db.sql(_ROLLOUTS.format(after=after, run=only, most=ROW_GROUP)):
        after = rows[-1]["rollout_id"]
        yield rows


def to_parquet(db: Database | Path, folder: Path, run: str | None = None, *, replace: bool = False) -> list[str]:
    """Writes the rollouts of a database, or of one run, as rollouts.parquet, and metrics by step as steps.parquet
    (needs pyarrow).

    A row is a rollout with the verdict that scores it.  token_ids and logprobs have one value for each token;
    samples_us and baseline_samples_us are the single times in microseconds; rewards and evidence are lists of records.
    Files that exist are kept unless replace is true.  Returns the paths.
    """
    arrow, parquet = _need("pyarrow", "arrow"), _need("pyarrow.parquet", "arrow")
    db = _database(db)
    for name in ("rollouts", "steps"):
        _check_place(os.path.join(os.fspath(folder), name + ".parquet"), bool(replace))
    os.makedirs(folder, exist_ok=True)
    steps = db.sql(_STEPS.format(run=" AND run = " + _quote(run) if run is not None else ""))

    def write(name: str, rows: Rows, writer: Any) -> Any:
        columns = [c for c in rows.columns if c != "rollout_id"]
        schema = _schema(columns)
        path = os.path.join(os.fspath(folder), name + ".parquet")
        writer = writer or parquet.ParquetWriter(path, schema, compression="zstd", write_page_index=True)
        writer.write_table(arrow.Table.from_pylist(
            [{c: _parquet_value(c, row[c]) for c in columns} for row in rows], schema=schema))
        return writer

    out = None
    for rows in _rollouts(db, run):
        out = write("rollouts", rows, out)
    if out is None:
        raise UsageError(f"{db.path} has no rollouts" + (f" of the run {run!r}" if run else ""))
    out.close()
    if steps:
        write("steps", steps, None).close()
    return [os.path.join(os.fspath(folder), name + ".parquet") for name in ["rollouts", *["steps"][:len(steps)]]]


def _quote(run: str) -> str:
    from ._db import quote
    return quote(run)


def from_parquet(path: Path, db: Database | Path, *, run: str | None = None, format: str | None = None,
                 map: Mapping[str, Any] | None = None) -> str:
    """Imports a Parquet file (needs pyarrow) as `rollbook ingest` imports its records.

    A folder of `to_parquet` or `to_huggingface`, or its rollouts.parquet, is known by its columns; its steps.parquet
    is read as well.  A verdict is stored as an imported one.  format: of the records otherwise, e.g. "rollouts" for
    completions of TRL; None: recognised.  map: a map of `rollbook ingest map-template`, for columns that no format
    knows.  Returns what the program says.
    """
    parquet = _need("pyarrow.parquet", "arrow")
    db, path = _database(db), os.fspath(path)
    if os.path.isdir(path):
        path = next((p for p in (os.path.join(path, *at, "rollouts.parquet") for at in ((), ("data",)))
                     if os.path.exists(p)), path)
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        fault = DamagedFile if os.path.isfile(path) else UsageError
        raise fault(f"{path} is no Parquet file that can be read: {error}") from error
    there = set(file.schema_arrow.names)
    ours = {"run", "task_name", "problem_id", "baseline_runtime_us"} <= there

    # A speedup beside its times would be a claim.
    wanted = [c for c in file.schema_arrow.names if c in (*_MAP.values(), "recipe", "reward")] if ours else None

    def records() -> Iterator[dict[str, Any]]:
        for batch in file.iter_batches(1000, columns=wanted if map is None else None):
            for row in batch.to_pylist():
                yield {k: _json_value(v) for k, v in row.items() if v is not None}

    names = ["--run-name", run] if run is not None else []
    if map is None and not ours:
        return _ingest(db, [format or "auto", *names], records())
    said = _ingest_mapped(db, map or _own_map(there), names, records())
    steps = os.path.join(os.path.dirname(path), "steps.parquet")
    if map is None and os.path.basename(path) == "rollouts.parquet" and os.path.exists(steps):
        _steps_from_parquet(parquet.read_table(steps).to_pylist(), db, run)
    return said


def _own_map(there: Collection[str]) -> dict[str, Any]:
    fields = {k: "/" + v for k, v in _MAP.items() if v in there}
    if "reward" in there:  # of an earlier version: one reward
        fields.update(reward="/reward", recipe="/recipe")
    return {"suite": "rollbook", "fields": fields}


def _steps_from_parquet(rows: Iterable[Mapping[str, Any]], db: Database, run: str | None) -> None:
    by_run: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_run.setdefault(run or row["run"], []).append(
            {"step": row["step"], "metrics": json.loads(row["update_metrics"])})
    for name, steps in by_run.items():
        metrics = {m: "/metrics/" + m.replace("~", "~0").replace("/", "~1") for s in steps for m in s["metrics"]}
        _ingest_mapped(db, {"metrics": metrics, "fields": {"step": "/step"}}, ["--run-name", name], steps)


def _ingest_mapped(db: Database, map: Mapping[str, Any], names: Sequence[str],
                   records: Iterable[Mapping[str, Any]]) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".json", prefix="rollbook-map-", encoding="utf-8") as place:
        json.dump(map, place)
        place.flush()
        return _ingest(db, ["jsonl", "--map", place.name, *names], records)


def _json_value(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, list):
        return [_json_value(v) for v in value]
    if isinstance(value, dict):
        return {k: _json_value(v) for k, v in value.items()}
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value


_CARD = "Kernels that language models wrote, with the evaluator's verdict on each."


def to_huggingface(db: Database | Path, folder: Path, *, title: str = "Rollouts", license: str | None = None,
                   run: str | None = None, replace: bool = False) -> str:
    """Writes a data set folder for the Hugging Face Hub: data/*.parquet and README.md with its card (needs pyarrow).

    Nothing is uploaded.  A data set folder of ours is written again; a README.md of the user's own is kept unless
    replace is true.  Returns the card's path.
    """
    path = os.path.join(os.fspath(folder), "README.md")
    _check_place(path, bool(replace), _CARD)
    db = _database(db)
    paths = to_parquet(db, os.path.join(os.fspath(folder), "data"), run, replace=bool(replace) or os.path.exists(path))
    names = [os.path.splitext(os.path.basename(p))[0] for p in paths]
    configs = "".join(f"- config_name: {n}\n  data_files: data/{n}.parquet\n"
                      + ("  default: true\n" if n == "rollouts" else "") for n in names)
    runs = [r for r in db.runs() if run is None or r["run"] == run]
    lines = "".join(f"- `{r['run']}`: {r['strategy']}, model {r['model'] or 'unknown'}, seed {r['seed']}\n"
                    for r in runs)
    card = ("---\n" + (f"license: {license}\n" if license else "")
            + f"pretty_name: {json.dumps(title)}\nconfigs:\n{configs}"
            f"tags:\n- cuda\n- kernel-generation\n---\n\n# {title}\n\n"
            f"{_CARD} One row of `rollouts` is one "
            "sample. Times are in microseconds; `speedup` is the baseline's time divided by the "
            f"kernel's, and is empty when the kernel is wrong.\n\n## Runs\n\n{lines}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(card)
    return path


# ---- inspect ----


_OURS = "rollbook.io.to_inspect/1"
_TEXTS = ("prompt", "completion", "code")  # of a row, which a sample has elsewhere


def _texts_of(sample: Any) -> dict[str, Any]:
    store = sample.store or {}
    return {k: store.get("rollbook:" + k) for k in _TEXTS}


def to_inspect(db: Database | Path, path: Path, run: str, *, replace: bool = False) -> str:
    """Writes a run as a log of inspect, `.eval` or `.json` by the ending (needs inspect_ai).

    A sample is a task; its epoch counts step, turn and sample.  Scores: correct, compiled and speedup.  The metadata
    have every column of `to_parquet`, so that `from_inspect` reads all of it back.  A file that exists is kept unless
    replace is true.
    """
    _check_place(os.fspath(path), bool(replace))
    log = _need("inspect_ai.log", "inspect")
    model = _need("inspect_ai.model", "inspect")
    scorer = _need("inspect_ai.scorer", "inspect")
    if not os.fspath(path).endswith((".eval", ".json")):
        raise UsageError(f"{os.fspath(path)}: logs of inspect are .eval or .json; use a name with such an ending")
    db = _database(db)
    rows = [row for part in _rollouts(db, run) for row in part]
    if not rows:
        raise UsageError(f"{db.path} has no rollouts of the run {run!r}")
    told = next(r for r in db.runs() if r["run"] == run)
    samples, epochs = [], {}  # type: list[Any], dict[str, int]
    for row in rows:
        epochs[row["task"]] = epoch = epochs.get(row["task"], 0) + 1
        text = row["completion"] or row["code"] or ""
        output = model.ModelOutput.from_content(model=told["model"] or "unknown", content=text)
        value = {"correct": float(row["correct"] or 0), "compiled": float(row["compiled"] or 0),
                 "speedup": float(row["speedup"] or 0.0)}
        facts = {k: _json_value(_parquet_value(k, v)) for k, v in row.items() if k not in ("rollout_id", *_TEXTS)}
        missing = row["outcome"] in (None, "infra")
        score = (scorer.Score.unscored(reason="infra", answer=text, explanation=row["message"]) if missing else
                 scorer.Score(value=value, answer=text, explanation=row["message"]))
        samples.append(log.EvalSample(
            id=row["task"], epoch=epoch, input=row["prompt"] or "", target=row["task"], output=output,
            messages=[model.ChatMessageUser(content=row["prompt"] or ""), model.ChatMessageAssistant(content=text)],
            scores={"rollbook": score}, metadata=facts,
            store={"rollbook:" + k: row[k] for k in _TEXTS if row[k] is not None}))
    spec = log.EvalSpec(created=told["started_at"], task=run, model=told["model"] or "unknown",
                        dataset=log.EvalDataset(name="rollbook", samples=len(epochs)),
                        config=log.EvalConfig(epochs=max(epochs.values())),
                        metadata={"format": _OURS, "strategy": told["strategy"], "seed": told["seed"]})
    whole = log.EvalLog(status="success" if told["status"] == "complete" else "error", eval=spec, samples=samples,
                        results=log.EvalResults(total_samples=len(samples), completed_samples=len(samples)))
    log.write_eval_log(whole, os.fspath(path))
    return os.fspath(path)


def from_inspect(path: Path, db: Database | Path, *, run: str | None = None) -> int:
    """Logs the samples of a log of inspect, of any of its formats (needs inspect_ai); returns how many.

    Scores that are numbers become rewards; a verdict of `rollbook.inspect.kernel` becomes an evaluation.  A log of
    `to_inspect` is imported with all its values instead, as Parquet is.
    """
    from ._verdict import Verdict
    log = _need("inspect_ai.log", "inspect")
    db = _database(db)
    try:
        whole = log.read_eval_log(os.fspath(path))
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(f"{os.fspath(path)} is no log of inspect that can be read: {error}") from error
    spec = whole.eval
    if spec.metadata and spec.metadata.get("format") == _OURS and whole.samples:
        rows = [{**dict.fromkeys(_TEXTS), **_texts_of(s), **(s.metadata or {})} for s in whole.samples]
        _ingest_mapped(db, _own_map(rows[0]), ["--run-name", run] if run else [],
                       ({k: v for k, v in row.items() if v is not None and k != "speedup"} for row in rows))
        return len(rows)
    name = run or f"{spec.task} {spec.run_id or spec.created}"
    config = {"inspect": os.path.basename(os.fspath(path))}
    with db.run(name, strategy="inspect", model=spec.model, config=config) as out:
        for sample in whole.samples or []:
            rewards, verdict = {}, None
            for key, score in (sample.scores or {}).items():
                known = score.metadata or {}
                if isinstance(known.get("record"), str):
                    verdict = Verdict(known)
                values = score.value if isinstance(score.value, dict) else {key: score.value}
                rewards.update({k: float(v) for k, v in values.items()
                                if isinstance(v, (int, float)) and not isinstance(v, bool) and math.isfinite(v)})
            prompt = sample.input if isinstance(sample.input, str) else [
                m.model_dump(mode="json", include={"role", "content"}) for m in sample.input]
            out.log(task=str((sample.metadata or {}).get("task") or sample.id), prompt=prompt,
                    completion=sample.output.completion if sample.output else "", sample=max(int(sample.epoch) - 1, 0),
                    verdict=verdict, reward=rewards, extra={"metadata": sample.metadata, "target": sample.target})
    db.flush()
    return len(whole.samples or [])


# ---- trackers ----


def _numbers(record: Mapping[str, Any]) -> dict[str, float]:
    return {k: float(v) for k, v in record.items() if isinstance(v, (int, float)) and not isinstance(v, bool)
            and math.isfinite(v) and not k.startswith("_")}


def from_trackio(path: Path, db: Database | Path, *, run: str | None = None) -> dict[str, int]:
    """Logs the runs of a project of Trackio (its SQLite file): metrics by step, and traces as rollouts.

    run: one of them only.  Returns how many steps and traces were logged.
    """
    path, db = _file(path), _database(db)
    try:
        source = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True)
        tables = {name for name, in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise DamagedFile(f"{path} is no database of Trackio: {error}") from error
    if "metrics" not in tables:
        raise DamagedFile(f"{path} is no database of Trackio: it has no table metrics")
    told = list(_of_trackio(path, source, tables, run))  # a file with a fault stores nothing
    configs = {name: _json(f"{path}, config of {name}", text) for name, text in source.execute(
        "SELECT run_name, config FROM configs")} if "configs" in tables else {}
    source.close()
    runs: dict[str, Any] = {}
    for name, what, fields in told:
        if name not in runs:
            runs[name] = db.run(name, strategy="trackio", config=configs.get(name))
        if what == "steps":
            runs[name].log_metrics(*fields)
        else:
            runs[name].log(**fields)
    for one in runs.values():
        one.close()
    db.flush()
    return {kind: sum(what == kind for _, what, _ in told) for kind in ("steps", "traces")}


def _json(where: str, text: Any) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise DamagedFile(f"{where}: {error}") from error
    if not isinstance(found, dict):
        raise DamagedFile(f"{where}: not a JSON object")
    return found


def _of_trackio(path: str, source: sqlite3.Connection, tables: Collection[str],
                run: str | None) -> Iterator[tuple[str, str, Any]]:
    """The run of each step and trace, which it is, and what to log."""
    try:
        for at, name, step, text in source.execute("SELECT id, run_name, step, metrics FROM metrics ORDER BY id"):
            numbers = _numbers(_json(f"{path}, row {at} of metrics", text))
            if (run is None or name == run) and numbers:
                yield name, "steps", (step, numbers)
        traces = source.execute("SELECT run_name, step, key, trace_index, messages, metadata FROM traces "
                                "ORDER BY run_name, step, key, trace_index") if "traces" in tables else ()
        for name, step, key, index, messages, metadata in traces:
            if run is not None and name != run:
                continue
            where = f"{path}, trace {key} {index} of step {step} of {name}"
            more = _json(where, metadata)
            try:
                prompt, answer = _split_messages(json.loads(messages))
            except (ValueError, TypeError, AttributeError, RecursionError) as error:
                raise DamagedFile(f"{where}: no list of messages: {error}") from error
            yield name, "traces", {"task": str(more.get("task") or key), "step": step, "prompt": prompt,
                                   "completion": answer, "extra": {"metadata": more},
                                   "reward": _numbers({k: v for k, v in more.items() if "reward" in k})}
    except sqlite3.Error as error:
        raise DamagedFile(f"{path}: {error}") from error


def _split_messages(messages: Sequence[Mapping[str, Any]]) -> tuple[Any, str]:
    """What was asked, and the last answer."""
    from .rewards import answer_text
    for i in range(len(messages) - 1, -1, -1):
        if messages[i].get("role") == "assistant":
            return [dict(m) for m in messages[:i]], answer_text(messages[i])
    return [dict(m) for m in messages], ""


def from_wandb(path: Path, db: Database | Path, run: str, *, config: Mapping[str, Any] | None = None) -> int:
    """Logs a history that Weights & Biases exported (CSV, JSON Lines, or Parquet with pyarrow); returns its steps.

    Steps come from `_step`, else from `global_step`, `train/global_step` or `step`.
    """
    path, db = _file(path), _database(db)
    steps = list(_steps(path))  # a file with a fault stores nothing
    if not steps:
        raise UsageError(f"{path} has no row with a number")
    with db.run(run, strategy="wandb", config=config) as out:
        for step, numbers in steps:
            out.log_metrics(step, numbers)
    db.flush()
    return len(steps)


def _steps(path: str) -> Iterator[tuple[int, dict[str, float]]]:
    """Of each row with a number: its step, and the numbers."""
    for i, (where, record) in enumerate(_history(path)):
        step = next((record[k] for k in ("_step", "global_step", "train/global_step", "step", "Step")
                     if record.get(k) is not None), i)
        numbers = _numbers({k: v for k, v in record.items() if k not in ("step", "Step")})
        if not isinstance(step, (int, float)) or not 0 <= step < 2**63:
            raise DamagedFile(f"{where}: the step {step!r} is not a number from 0")
        if numbers:
            yield int(step), numbers


def _history(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records, each with its place."""
    if path.endswith(".parquet"):
        for batch in _need("pyarrow.parquet", "arrow").ParquetFile(path).iter_batches(1000):
            yield from ((path, row) for row in batch.to_pylist())
    elif path.endswith(".csv"):
        import csv
        rows = csv.DictReader(line for _, line in _lines(path))
        try:
            for row in rows:
                yield f"{path}, line {rows.line_num}", {k: _read_number(v) for k, v in row.items() if k is not None}
        except csv.Error as error:
            raise DamagedFile(f"{path}, line {rows.line_num}: {error}") from error
    else:
        yield from _objects(path)


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines of a text in UTF-8, with their numbers."""
    n = 0
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            for n, line in enumerate(file, 1):
                yield n, line
        except UnicodeDecodeError as error:
            raise DamagedFile(f"{path}, after line {n}: not UTF-8 ({error.reason}): is it packed, or UTF-16? "
                              "Unpack it with gunzip -k, or convert it with iconv -t UTF-8") from error


def _objects(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of JSON Lines, each with its place."""
    for n, line in _lines(path):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
            raise DamagedFile(f"{path}, line {n}: {reason}") from error
        if not isinstance(found, dict):
            raise DamagedFile(f"{path}, line {n}: a line must be a JSON object")
        yield f"{path}, line {n}", found


def _read_number(text: Any) -> Any:
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def from_verifiers(path: Path, db: Database | Path, *, run: str | None = None) -> int:
    """Logs traces.jsonl of verifiers v1, one rollout a trace with its rewards and metrics; returns how many."""
    path, db = _file(path), _database(db)
    name = run or "verifiers " + os.path.basename(os.path.dirname(os.path.abspath(path)) or "traces")
    for _ in _traces(path):  # a file with a fault stores nothing
        pass
    n = 0
    with db.run(name, strategy="verifiers") as out:
        for trace in _traces(path):
            out.log(**trace)
            n += 1
    db.flush()
    return n


def _traces(path: str) -> Iterator[dict[str, Any]]:
    """What `log` takes of each trace."""
    for at, (where, trace) in enumerate(_objects(path), 1):
        try:
            yield _trace(trace, at)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedFile(f"{where}: no trace of verifiers: {error!r}") from error


def _trace(trace: Mapping[str, Any], at: int) -> dict[str, Any]:
    nodes, task = trace["nodes"], trace["task"]
    prompt, answer = _split_messages([node["message"] for node in nodes])
    rewards = {k: _number(v.get("score") if isinstance(v, Mapping) else v)
               for k, v in (trace.get("rewards") or {}).items()}
    data = task.get("data") or {}
    last: Mapping[str, Any] = next((x for x in reversed(nodes)
                                    if (x["message"] or {}).get("role") == "assistant"), {})
    return {"task": str(data.get("id") or data.get("name") or task.get("key") or f"task {data.get('idx', at)}"),
            "prompt": prompt, "completion": answer, "reward": {k: v for k, v in rewards.items() if v is not None},
            **_sampled(last),
            "extra": {"metrics": trace.get("metrics"), "errors": trace.get("errors"), "trace": trace.get("id")}}


def _sampled(node: Mapping[str, Any]) -> dict[str, Any]:
    """The tokens of a message that were sampled, and their log-probs where each has one."""
    ids, mask, logprobs = (node.get(k) or [] for k in ("token_ids", "mask", "logprobs"))
    mask = mask if len(mask) == len(ids) and any(mask) else [True] * len(ids)
    tokens = [t for t, m in zip(ids, mask, strict=True) if m]
    if len(logprobs) == len(ids):
        logprobs = [p for p, m in zip(logprobs, mask, strict=True) if m]
    return {"tokens": tokens or None, "logprobs": logprobs if tokens and len(logprobs) == len(tokens) else None}


# ---- Nsight Compute ----


def _launches(path: str) -> Iterator[tuple[dict[str, Any], dict[str, tuple[str, float]]]]:
    """Of each kernel of a report: its place, and metrics by name with unit and value."""
    report = _need("ncu_report", "ncu").load_report(path)
    for r in range(report.num_ranges()):
        actions = report.range_by_idx(r)
        for a in range(actions.num_actions()):
            action = actions.action_by_idx(a)
            metrics, three = {}, {}
            for name in action.metric_names():
                metric = action.metric_by_name(name)
                value = metric.value() if metric is not None else None
                if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
                    metrics[name] = (str(metric.unit() or ""), float(value))
            for what in ("block", "grid"):
                sizes = [metrics.get(f"launch__{what}_dim_{axis}", ("", 1.0))[1] for axis in "xyz"]
                three[what] = "(" + ", ".join(str(int(s)) for s in sizes) + ")"
            yield {"Kernel Name": action.name(), "Block Size": three["block"], "Grid Size": three["grid"]}, metrics


def from_ncu(path: Path, db: Database | Path, *, run: str | None = None) -> str:
    """Imports a report of Nsight Compute, `.ncu-rep` (needs ncu-report, no GPU), as `rollbook ingest ncu` its CSV.

    A launch is a profile_kernel with its grid, block and every metric that is a number.  A file that is named after a
    sample joins that sample's verdict.  Returns what the program says.
    """
    import csv
    path, db = _file(path), _database(db)
    launches = list(_launches(path))
    if not launches:
        raise UsageError(f"{path} is no report of Nsight Compute, or has no kernel")
    units = {name: unit for _, metrics in launches for name, (unit, _) in metrics.items()}
    first = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
             "Grid Size", "Device", "CC"]
    with tempfile.TemporaryDirectory(prefix="rollbook-") as folder:
        place = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".csv")
        with open(place, "w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, quoting=csv.QUOTE_ALL)
            rows.writerow([*first, *units])
            rows.writerow([""] * len(first) + list(units.values()))
            for i, (known, metrics) in enumerate(launches):
                values = [repr(metrics[n][1]) if n in metrics else "" for n in units]
                told = {"ID": str(i), "Process ID": "0", "Context": "1", "Stream": "1", "Device": "0", **known}
                rows.writerow([told.get(n, "") for n in first] + values)
        db.flush()
        words = ["ingest", "ncu", place, "--db", db.path, "--format", "json"]
        return run_program([*words, "--run-name", run] if run is not None else words, program=db.program)


# ---- the command ----

_COMMANDS: dict[tuple[str, str], tuple[Callable[..., Any], str]] = {
    ("import", "parquet"): (from_parquet, "FILE DB [run=NAME] [format=NAME]"),
    ("import", "inspect"): (from_inspect, "FILE DB [run=NAME]"),
    ("import", "ncu"): (from_ncu, "FILE DB [run=NAME]"),
    ("import", "trackio"): (from_trackio, "FILE DB [run=NAME]"),
    ("import", "wandb"): (from_wandb, "FILE DB NAME"),
    ("import", "verifiers"): (from_verifiers, "FILE DB [run=NAME]"),
    ("export", "parquet"): (to_parquet, "DB FOLDER [run=NAME] [replace=yes]"),
    ("export", "huggingface"): (to_huggingface, "DB FOLDER [run=NAME] [title=TEXT] [license=ID] [replace=yes]"),
    ("export", "inspect"): (to_inspect, "DB FILE NAME [replace=yes]"),
}


def main(arguments: Sequence[str]) -> int:
    """`python -m rollbook import|export FORMAT ...`; the exit status."""
    import sys

    from .errors import RollbookError
    found = _COMMANDS.get((arguments[0], arguments[1])) if len(arguments) > 1 else None
    words = [a for a in arguments[2:] if "=" not in a or os.path.exists(a)]
    named = dict(a.split("=", 1) for a in arguments[2:] if a not in words)
    if found is None or len(words) < 2:
        for (verb, name), (_, usage) in _COMMANDS.items():
            print(f"python -m rollbook {verb} {name} {usage}", file=sys.stderr)
        return 2
    try:
        print(found[0](*words, **named))
    except (RollbookError, TypeError, OSError) as error:
        print(f"rollbook: {error}", file=sys.stderr)
        return getattr(error, "status", None) or 2
    return 0
