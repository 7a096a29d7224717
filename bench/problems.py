"""Judges published solutions of problems with several shapes, and wrong ones made from them, under both rules; how many stand.

  problems.py ROLLBOOK FOLDER [--backend cuda] [--jobs N] [--seconds S] [--mutants N] [--seed N] [--rows FILE.json]

FOLDER is anything that "rollbook task import-shapes" reads.  Solutions are looked for in it: solution JSON files that name a
definition; beside a task.yml submission*.py, and what lies in solutions/correct and solutions/wrong.  Mutants are right solutions with
one operator, number or index of their functions changed, drawn by the seed; one that is right by both rules is printed to be read,
since some changes change nothing.  What is not begun after S seconds is counted as not run.
"""
import argparse
import ast
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.MatMult: ast.MatMult,
         ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt}


class Places(ast.NodeTransformer):
    """Counts what can be changed, and changes the one at a place."""

    def __init__(self, place=None):
        self.n, self.place, self.inside, self.line = 0, place, 0, None

    def here(self, node):
        self.n += self.inside > 0
        if self.inside and self.n - 1 == self.place:
            self.line = node.lineno
            return True
        return False

    def visit_FunctionDef(self, node):
        self.inside += 1
        node.body = [self.visit(n) for n in node.body]
        self.inside -= 1
        return node

    def visit_Assert(self, node):
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if type(node.op) in OTHER and self.here(node):
            if isinstance(node.op, ast.MatMult):
                return ast.BinOp(node, ast.Mult(), ast.Constant(1.05))
            node.op = OTHER[type(node.op)]()
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        if type(node.ops[0]) in OTHER and self.here(node):
            node.ops[0] = OTHER[type(node.ops[0])]()
        return node

    def visit_Constant(self, node):
        if type(node.value) in (int, float) and self.here(node):
            return ast.copy_location(ast.Constant(node.value + 1 if type(node.value) is int else node.value * 1.3), node)
        return node


def of_python(text, draw):
    """(text, what was changed), or None where there is nothing."""
    count = Places()
    count.visit(ast.parse(text))
    if count.n == 0:
        return None
    change = Places(draw.randrange(count.n))
    tree = ast.fix_missing_locations(change.visit(ast.parse(text)))
    now = ast.unparse(tree) + "\n"
    return (now, "line %s" % change.line) if now != ast.unparse(ast.parse(text)) + "\n" else None


def of_cuda(text, draw):
    places = [m for m in re.finditer(r" ([-+*/<]) (?=[\w(])", text) if "#" not in text[text.rfind("\n", 0, m.start()) + 1:m.start()]]
    if not places:
        return None
    m = draw.choice(places)
    other = {"+": "-", "-": "+", "*": "+", "/": "*", "<": ">="}[m.group(1)]
    return text[:m.start(1)] + other + text[m.end(1):], "line %d: %s is %s" % (text.count("\n", 0, m.start()) + 1, m.group(1), other)


def mutant(path, text, draw):
    """A text that is another by one change; None: none was found."""
    try:
        if path.suffix == ".py":
            return of_python(text, draw)
        whole = json.loads(text)
        source = draw.choice([s for s in whole["sources"] if s["path"].endswith((".py", ".cu"))])
        found = (of_python if source["path"].endswith(".py") else of_cuda)(source["content"], draw)
    except (SyntaxError, IndexError, ValueError):
        return None
    if found is None:
        return None
    source["content"] = found[0]
    return json.dumps(whole), "%s %s" % (source["path"], found[1])


def solutions_of(folder, problems):
    """(what its authors say, path, problem)"""
    out = []
    for path in sorted(folder.rglob("*.json")):
        try:
            d = json.loads(path.read_text())
        except (ValueError, UnicodeDecodeError):
            continue
        if isinstance(d, dict) and {"spec", "sources", "definition"} <= set(d) and d["definition"] in problems:
            hacks = "hack" in path.name or "evil" in path.as_posix()
            out.append(("wrong" if hacks else "right", path, d["definition"]))
    for task in sorted(folder.rglob("task.yml")):
        here = task.parent
        if here.name in problems:
            out += [("right", p, here.name) for p in sorted(here.glob("submission*.py"))]
            out += [("right" if kind == "correct" else "wrong", p, here.name)
                    for kind in ("correct", "wrong") for p in sorted((here / "solutions" / kind).glob("*.py"))]
    return out


class Judge:
    def __init__(self, asked, database):
        self.asked, self.database = asked, database
        self.ends = time.monotonic() + asked.seconds

    def rollbook(self, *words, limit=60.0):
        return subprocess.run([self.asked.program, *words, "--db", self.database], capture_output=True, text=True, timeout=limit)

    def judge(self, row):
        """Adds outcome, whether it is right by our rule and by theirs, and a message."""
        left = self.ends - time.monotonic()
        if left < 5:
            return dict(row, outcome="not run", why="no time was left")
        try:
            done = self.rollbook("eval", str(row["path"]), "--task", "s:" + row["problem"], "--backend", self.asked.backend, "--json", limit=left)
        except subprocess.TimeoutExpired:
            return dict(row, outcome="not run", why="no time was left")
        try:
            shapes = json.loads(done.stdout)["rows"]
        except (ValueError, KeyError, TypeError):
            return dict(row, outcome="not run", why=" ".join(done.stderr.split())[:200])
        first = next((s for s in shapes if s["outcome"] != "measured"), shapes[0])
        theirs = [s["other_rule"] for s in shapes]
        speedups = [s["speedup"] for s in shapes if isinstance(s.get("speedup"), (int, float))]
        return dict(row, outcome=first["outcome"], shapes=len(shapes), ours=all(s["outcome"] == "measured" for s in shapes),
                    theirs=None if None in theirs else all(t == "right" for t in theirs), speedups=speedups, why=first["message"] or "")


def verdict(row):
    said = {True: "right", False: "wrong", None: "-"}
    return said[row.get("ours")], said[row.get("theirs")]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("program")
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--backend", default="cpu")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--seconds", type=float, default=600.0)
    p.add_argument("--mutants", type=int, default=1, help="of each right solution")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--rows", type=pathlib.Path)
    asked = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        judge = Judge(asked, os.path.join(scratch, "problems.db"))
        subprocess.run([asked.program, "init", judge.database], check=True, capture_output=True)
        done = judge.rollbook("task", "import-shapes", str(asked.folder), "--suite", "s", limit=asked.seconds)
        if done.returncode != 0:
            sys.exit(done.stderr)
        print(done.stderr, end="")
        names = json.loads(judge.rollbook("sql", "SELECT DISTINCT substr(name, 1, instr(name, '@') - 1) AS p FROM v_task WHERE suite = 's'", "--json").stdout)
        rows = [{"said": said, "path": path, "problem": problem, "change": ""}
                for said, path, problem in solutions_of(asked.folder, {r["p"] for r in names["rows"]})]
        draw = random.Random(asked.seed)
        for i, row in enumerate([r for r in rows if r["said"] == "right"] * asked.mutants):
            found = mutant(row["path"], row["path"].read_text(), draw)
            if found is not None:
                path = pathlib.Path(scratch) / ("mutant%d_%s" % (i, row["path"].name))
                path.write_text(found[0])
                rows.append({"said": "mutant", "path": path, "problem": row["problem"], "change": found[1]})
        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            rows = list(pool.map(judge.judge, rows))
    report(rows)
    if asked.rows:
        asked.rows.write_text(json.dumps([dict(r, path=str(r["path"])) for r in rows], indent=1))
    sys.exit(any(r["said"] == "wrong" and r.get("ours") for r in rows))


def report(rows):
    for r in rows:
        print("%-7s %-11s ours %-5s theirs %-5s %s %s%s" % ((r["said"], r["outcome"]) + verdict(r) + (
            r["problem"], r["path"].name, " (%s)" % r["change"] if r["change"] else "")))
        if r["why"] and (r["said"] == "right") != (r.get("ours") is True):
            print("        %s" % " ".join(str(r["why"]).split())[:200])
        if r["said"] == "mutant" and r.get("ours"):
            print("        right all the same: to be read")
    for said in ("right", "wrong", "mutant"):
        these = [r for r in rows if r["said"] == said]
        counts = collections.Counter(verdict(r) for r in these if "ours" in r)
        print("%s: %d; not run %d; ours/theirs %s" % (said, len(these), sum("ours" not in r for r in these), ", ".join(
            "%s/%s %d" % (k + (n,)) for k, n in sorted(counts.items()))))
        shapes = [r for r in these if r.get("theirs") is not None]
        print("    both rules agree on %d of %d, %d shapes" % (sum(r["ours"] == r["theirs"] for r in shapes), len(shapes), sum(r["shapes"] for r in shapes)))


if __name__ == "__main__":
    main()
