"""What commands print about a study that never changes, held to texts that somebody has read.

    approved.py check ROLLBOOK NAME  runs the lines of NAME.commands here; what they give must be NAME.txt
    approved.py list                 the commands of all lines but those that are refused
    approved.py json ROLLBOOK        out.N.json here: what the lines about tables of a kind give with --json
    approved.py study ROLLBOOK       study.db here
    approved.py dump DATABASE        prints a database as study.sql keeps it

A line of NAME.commands is "STATUS COMMAND": the expected exit status and arguments of rollbook, whose database is the study;
odd.db is the study behind odd.sql, with what a study seldom holds, other.db and gain.db behind other.sql and gain.sql, with other names of its runs, ran-*.db are the study to write to.  Of a file ran*.db the rows of ran.sql are shown.
fixtures/ is a copy of tests/fixtures, damaged/FORMAT/*/ has those with one value gone or another.  Behind a tab stand files and folders that it writes, whose texts belong to what it gives.
With ROLLBOOK_ACCEPT=1 NAME.txt is written instead of compared; with ROLLBOOK_APPROVED_LINES=N-M only
lines N to M of NAME.commands are run.

Numbers are compared at five digits, shorter ones as they are written, those of drawings at a tenth of a point; folders and versions have names instead.
Of a long output or file the beginning is shown and a hash of the rest; blanks before the end of a line are shown as ¬.  A long line that
stands more than once in NAME.txt, a note or the names of columns, is written at its top with a number, which stands for it below.
"""
import collections
import copy
import csv
import difflib
import functools
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
sys.dont_write_bytecode = True

import damage_sweep

OF_NOW = re.compile("_at$|^(host|argv|code_version|environment|path|application)$")  # columns of when and where
DERIVED = ("fact_", "blob_search", "migration", "sqlite_")
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.]*[a-z_])")
VERSION = ""
DIGITS = 5  # of a number that is compared
SHOWN = 40  # lines of a difference
LONGEST_LINE, MOST_LINES = 240, 12  # of a file: the rest has a hash
FEW_LINES = {"figure": 2, "report": 16}  # of what these commands write
MORE_FIXTURES = [("kernelgym", "kernelgym/conversations.jsonl", []), ("kernelgym", "kernelgym/eval_results.jsonl", []),
                 ("robust-kbench", "robust-kbench/results.csv", []), ("telemetry", "telemetry/telemetry.jsonl", [])]
MOST_PRINTED = 30  # of what is printed, likewise
LONG = 50  # characters of a line that is written once


def quoted(value):
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "NULL" if value is None else repr(value)


def dump(path):
    """INSERT statements of what nothing can derive, columns by name, so that a newer schema takes them too."""
    db = sqlite3.connect(path)
    for text, in db.execute("SELECT blob_id FROM blob WHERE kind = 'checkpoint'").fetchall():
        new = f"checkpoint {text}, left out\n"
        db.execute("UPDATE blob SET text = ?, data = NULL, bytes = ?, sha256 = ? WHERE blob_id = ?",
                   (new, len(new), hashlib.sha256(new.encode()).hexdigest(), text))
    db.execute("DELETE FROM evidence WHERE evaluation_id % 4 <> 0")
    db.execute("DELETE FROM meta WHERE key = 'log'")
    print("PRAGMA foreign_keys = OFF;\nBEGIN;")
    for table, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall():
        if table.startswith(DERIVED):
            continue
        columns = [c[1] for c in db.execute(f"PRAGMA table_xinfo({table})") if c[6] == 0]
        rows = db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2").fetchall()
        for column in reversed(range(len(columns))):
            if all(row[column] is None for row in rows):
                columns.pop(column)
                rows = [row[:column] + row[column + 1:] for row in rows]
        if rows:
            print(f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES")
            print(",\n".join("(" + ", ".join(map(quoted, row)) + ")" for row in rows) + ";")
    print("COMMIT;")
    db.rollback()


def make(rollbook, path, *scripts):
    subprocess.run([rollbook, "init", path], check=True, stdout=subprocess.DEVNULL)
    db = sqlite3.connect(path)
    for script in scripts:
        with open(os.path.join(HERE, script), encoding="utf-8") as f:
            db.executescript(f.read())
    if scripts:  # a note that another program wrote the file would stand above every answer
        db.executescript("DELETE FROM meta WHERE key = 'log'")
    db.close()


def commands(name):
    """(number of the line, status, arguments, files)."""
    with open(os.path.join(HERE, name + ".commands"), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            words, _, files = line.partition("\t")
            status, _, words = words.partition(" ")
            yield number, int(status), words, files.split()


def shorter(match):
    """A number of up to five digits as it stands, so that a column's digits count; of a longer one its first five."""
    written = match.group()
    digits = re.sub(r"e.*|[-.]", "", written).lstrip("0")
    return written if len(digits) <= DIGITS else f"{float(written):.{DIGITS}g}"


def drawn(match):
    return f"{round(float(match.group()), 1) + 0.0:g}"


def plain(text, folder, is_drawing=False):
    text = text.replace(folder, "$folder")
    version = r"(?:\\allowbreak)?(?:{})?".join(map(re.escape, VERSION))  # as LaTeX breaks it
    text = re.sub(rf"{version}(?!(?:\\allowbreak{{}})?[+\w])(,(?:{{}})? built with [^\n}}]*)?", "VERSION", text)
    text = re.sub(r"((?:\.pdf|main\.tex) +)\d+ +[0-9a-f]{64}", r"\1SIZE SHA256", text)  # such files name the version
    text = re.sub(r"((?:/\d\d-\S+|macros\.tex|refs\.tex) +)\d+ +[0-9a-f]{64}", r"\1SIZE SHA256", text)  # parts of a report
    text = re.sub(r"(?m)[ \t]+$", "¬", text)
    return NUMBER.sub(drawn if is_drawing else shorter, text)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def cut(text, most):
    """The beginning of a file and of its long lines, with a hash of what is not shown."""
    lines = [line if len(line) <= LONGEST_LINE else
             f"{line[:LONGEST_LINE // 2]} ... {len(line)} characters, {digest(line)}" for line in text.splitlines()]
    if len(lines) > most:
        rest = lines[most:]
        lines = [*lines[:most], f"... {len(rest)} more lines, {digest(chr(10).join(rest))}"]
    return "\n".join(lines) + "\n"


def rows_of(db, table):
    names = [c[1] for c in db.execute(f"PRAGMA table_xinfo({table})") if not OF_NOW.search(c[1])]
    out = []
    for row in db.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY 1, 2"):
        if table == "meta" and row[0] == "log":  # random, and a time
            continue
        out.append(f"{table} " + ", ".join(f"{n}={str(v)[:80]}" for n, v in zip(names, row) if v is not None and n != "checksum"))
    return "".join(line.replace("\n", "\\n") + "\n" for line in out)


def damaged_texts(path):
    """The text of a fixture as a whole otherwise, and with one value of its first record, or one cell of its first row, gone or another."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    yield from ("\ufeff" + text, text.rstrip("\n"), text.replace("\n", "\r\n"), "\n" + text + "\n", text[: len(text) // 2])
    if path.endswith(".csv"):
        head, row, *rest = text.splitlines(keepends=True)
        cells = row.rstrip("\n").split(",")
        for i, _ in enumerate(cells):
            for new in ("", "text", ("-1", "1e300")[i % 2]):
                yield head + ",".join([*cells[:i], new, *cells[i + 1:]]) + "\n" + "".join(rest)
        return
    try:
        record, rest = json.loads(text), ""
    except ValueError:
        first, _, rest = text.partition("\n")
        record = json.loads(first)
    for i, at in enumerate(damage_sweep.places(record)):
        old = functools.reduce(lambda part, key: part[key], at, record)
        least = old[:1] if isinstance(old, (list, str)) else 0
        if isinstance(at[-1], str):
            less = copy.deepcopy(record)
            del functools.reduce(lambda part, key: part[key], at[:-1], less)[at[-1]]
            yield json.dumps(less) + "\n" + rest
        for new in ("text", (None, -1, least)[i % 3]):  # a file each is a process
            yield json.dumps(damage_sweep.replaced(record, at, new)) + "\n" + rest


def damage():
    """damaged/FORMAT/NUMBER/FILE for the fixtures of all formats that are JSON or CSV."""
    for form, fixture, _ in [*damage_sweep.FIXTURES, *MORE_FIXTURES]:
        if fixture is None or not fixture.endswith((".json", ".jsonl", ".csv")):
            continue
        for i, text in enumerate(damaged_texts(os.path.join("fixtures", fixture))):
            path = os.path.join("damaged", form, f"{i:03}", os.path.basename(fixture))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)


def asked(config):
    """A run's configuration without members of their standard value, so that a new option changes no text."""
    return json.dumps({k: v for k, v in json.loads(config).items() if v["origin"] != "default"})


def rows_ran(db):
    """What a run keeps, without what is measured: rows of the queries of ran.sql."""
    with open(os.path.join(HERE, "ran.sql"), encoding="utf-8") as f:
        queries = [q for q in f.read().split(";\n") if "SELECT" in q]
    out = []
    for query in queries:
        rows = db.execute(query)
        names = [d[0] for d in rows.description]
        out += [", ".join(f"{n}={asked(v) if n == 'config' else v}" for n, v in zip(names, row) if v is not None) for row in rows]
    return "".join(line.replace("\n", "\\n") + "\n" for line in out)


def text_of(path):
    """A file as text: a PDF by its words and their places, a database by its rows."""
    if path.endswith(".pdf"):
        return subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True, text=True).stdout
    if path.endswith(".db"):
        db = sqlite3.connect(path)
        if os.path.basename(path).startswith("ran"):
            return rows_ran(db)
        tables = [t for t, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                  if not t.startswith(DERIVED)]
        return "".join(rows_of(db, t) for t in tables)
    if os.path.isdir(path):
        return "".join(f"-- {name}\n{text_of(os.path.join(path, name))}" for name in sorted(os.listdir(path)))
    with open(path, encoding="utf-8") as f:
        return f.read()


def together(texts):
    return "".join(t if t.endswith("\n") or not t else t + "\n" for t in texts)


def written(words, files, folder):
    """The texts of files that a command wrote."""
    most = FEW_LINES.get(words.split()[0], MOST_LINES)
    return together([f"-- {file}\n" + cut(plain(text_of(file), folder, file.endswith(".svg")), 0 if file.endswith(".svg") else most)
                     for file in files if os.path.exists(file)] +
                    [f"-- {file} is not there\n" for file in files if not os.path.exists(file)])


def unmeasured(text):
    """The table of a run without what was measured: its first columns, and whether fast_1 is the share of fast ones."""
    rows = list(csv.DictReader(text.splitlines()))
    return "".join(f"{', '.join(list(row.values())[:6])}, fast_1 {abs(float(row['fast_1']) - int(row['fast']) / int(row['n'])) < 5e-4}\n" for row in rows)


def given(rollbook, words, files, folder):
    environment = dict(os.environ, ROLLBOOK_DB="study.db", COLUMNS="120", SOURCE_DATE_EPOCH="86400", LC_ALL="C", TZ="UTC")
    done = subprocess.run(["rollbook", *shlex.split(words)], executable=rollbook, env=environment, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    is_run = words.startswith("run ") and "--format csv" in words
    out = (unmeasured if is_run else str)(done.stdout.decode()) + "".join(f"! {line}\n" for line in done.stderr.decode().splitlines())
    out = re.sub(r"(?m)^(!  +\S+(?: \S+)*) {3,}", r"\1  ", plain(out, folder))  # a list's width is that of its longest name
    return done.returncode, together([cut(out, MOST_PRINTED) if out.count("\n") > MOST_PRINTED + 1 else out, written(words, files, folder)])


def given_each(rollbook, words, files, folder):
    """The highest status, and what is given for the files that the word with a star names: each text once, with the numbers of its files."""
    star = next(w for w in words.split() if "/*/" in w)
    texts, highest = {}, 0
    for file in sorted(glob.glob(star)):
        number = file.split("/")[2]
        ended, text = given(rollbook, words.replace(star, file), [], folder)
        text = re.sub(r"(?m)^file,format,.*\n", "", text.replace(file, "FILE")).replace(f",{number}/", ",N/")
        texts.setdefault(f"{ended}\n{text}", []).append(number)
        highest = max(highest, ended)
    return highest, together([*(f"{' '.join(numbers)}: {text}" for text, numbers in texts.items()), written(words, files, folder)])


def expanded(text):
    """An approved text, with its numbered lines where their numbers stand; and {line: number}."""
    numbers, body = {}, text.splitlines(keepends=True)
    while body and re.match(r"\[\d+\] .", body[0]):
        number, _, line = body.pop(0).partition(" ")
        numbers[line] = number
    lines = {number: line for line, number in numbers.items()}
    out = []
    for line in body:
        out += [lines[n] for n in line.split()] if re.fullmatch(r"\[\d+\]( \[\d+\])*\n", line) else [line]
    return "".join(out), numbers


def numbered(lines, before):
    """The lines as they are approved; a line that stood in the text before keeps its number, and a new one takes that of one that went."""
    count = collections.Counter(line for line in lines if len(line) > LONG)
    shared = [line for line, n in count.items() if n > 1]
    numbers = {line: before[line] for line in shared if line in before}
    free = [n for n in before.values() if n not in numbers.values()]
    free += [f"[{i}]" for i in range(1, len(shared) + len(before) + 1) if f"[{i}]" not in before.values()]
    for line in shared:
        if line not in numbers:
            numbers[line] = free.pop(0)
    out, run = [f"{n} {line}" for line, n in sorted(numbers.items(), key=lambda item: int(item[1][1:-1]))], []
    for line in [*lines, None]:
        if line in numbers:
            run.append(numbers[line])
            continue
        if run:
            out.append(" ".join(run) + "\n")
            run = []
        out += [] if line is None else [line]
    return out


def check(rollbook, name):
    global VERSION
    VERSION = subprocess.run([rollbook, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    folder = os.getcwd()
    only = os.environ.get("ROLLBOOK_APPROVED_LINES")
    first, last = map(int, only.split("-")) if only else (0, sys.maxsize)
    chosen = [c for c in commands(name) if first <= c[0] <= last]
    make(rollbook, "study.db", "study.sql")
    for name_of in set(re.findall(r"ran-\w+[.]db", " ".join(c[2] for c in chosen))):
        shutil.copy("study.db", name_of)
    for other in ("odd", "other", "gain"):
        if any(other + ".db" in c[2] for c in chosen):
            make(rollbook, other + ".db", "study.sql", other + ".sql")
    shutil.copytree(os.path.join(ROOT, "tests", "fixtures"), "fixtures")
    if any("damaged/" in c[2] for c in chosen):
        damage()
    got, wrong = [], 0
    for number, status, words, files in chosen:
        ended, text = given_each(rollbook, words, files, folder) if "/*/" in words else given(rollbook, words, files, folder)
        if ended != status:
            print(f"{name}.commands:{number}: status {ended}, not {status}: rollbook {words}\n{text[:2000]}")
            wrong += 1
        got += [f"$ rollbook {words}\n", *text.splitlines(keepends=True), "\n"]
    path = os.path.join(HERE, name + ".txt")
    with open(path, encoding="utf-8") as f:
        approved, numbers = expanded(f.read())
    if os.environ.get("ROLLBOOK_ACCEPT") == "1":
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(numbered(got, numbers))
        return wrong
    if only:
        parts = zip(commands(name), re.split(r"(?m)^(?=\$ rollbook )", approved)[1:])
        approved = "".join(part for command, part in parts if first <= command[0] <= last)
    approved = approved.splitlines(keepends=True)
    difference = list(difflib.unified_diff(approved, got, f"tests/approved/{name}.txt", "what is printed now", n=3))
    sys.stdout.writelines(difference[:SHOWN])
    if difference:
        print(f"{len(difference)} lines of difference; when they are meant: ROLLBOOK_ACCEPT=1, and read the diff")
    return wrong + len(difference)


def write_json(rollbook):
    """What analyze, claims and audit print with --json, about the study and the odd one, a file each."""
    for path, more in (("study.db", []), *((name + ".db", [name + ".sql"]) for name in ("odd", "other", "gain"))):
        make(rollbook, path, "study.sql", *more)
    shutil.copytree(os.path.join(ROOT, "tests", "fixtures"), "fixtures")
    lines = [words for name in ("analyze", "odd", "store") for _, status, words, _ in commands(name) if status in (0, 1)]
    asked = {re.sub(r" --(format \S+|json|explain)", "", words) for words in lines if re.match("((analyze|claims|audit) |runs$)(?!.*-h$)", words)}
    for i, words in enumerate(sorted(asked)):
        done = subprocess.run([rollbook, *shlex.split(words), "--json"], env=dict(os.environ, ROLLBOOK_DB="study.db"),
                              capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode > 1:
            sys.exit(f"status {done.returncode}: rollbook {words} --json: {done.stderr.decode()}")
        with open(f"out.{i}.json", "wb") as f:
            f.write(done.stdout)


def main():
    what, *rest = sys.argv[1:]
    if what == "dump":
        dump(*rest)
    elif what == "study":
        make(*rest, "study.db", "study.sql")
    elif what == "json":
        write_json(*rest)
    elif what == "list":
        for file in sorted(os.listdir(HERE)):
            if file.endswith(".commands") and file != "refusals.commands":
                print("\n".join(words for _, _, words, _ in commands(file.removesuffix(".commands"))))
    else:
        sys.exit(1 if check(*rest) else 0)


main()
