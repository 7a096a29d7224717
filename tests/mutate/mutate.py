"""Makes seeded mutants of the program and says which of them the tests let live.

    python3 tests/mutate/mutate.py --seed 1 --n 200                 all folders of tests.txt
    python3 tests/mutate/mutate.py --seed 1 --n 20 analysis/audit   one folder
    python3 tests/mutate/mutate.py --seed 1 --n 20 --list           say what would be done

A mutant is one small change of one C file: another comparison, another sign, a constant off by one, a
call left out.  Each is built in a copy of the tree and given to the tests that tests.txt names for its
folder, quick ones first.  Its end is one of these:

    killed      a test failed or the program hung
    survived    every test passed: a test is missing, or the mutant means the same as the original
    same        the object code is that of the original, so no test can tell them apart
    refused     it does not compile; another one is drawn in its place

equivalent.txt names mutants that mean the same although their code differs, each with the reason; they
are not counted.  The same seed draws the same mutants of the same tree.  The last line is
"N killed, N survived, N equivalent, N the same code: P % of those that could be killed"; the status is
0 when nothing survived.
"""
import argparse
import glob
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n\\]|\\.)*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\s+)
      |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][-+]?\d+)?|\d+(?:[eE][-+]?\d+)?[uUlL]*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<mark>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.S | re.M | re.X,
)

# What one mark becomes.  Those that are also declarations or unary count only with blanks on both
# sides, as the layout of the tree writes binary operators.
MARKS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "!": [""],
}
BLANKS = set("<>+-*/%&|")


def tokens(text):
    """(kind, text, start) of what is not a comment, a string or a line of the preprocessor."""
    return [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def integer(text):
    return re.fullmatch(r"\d{1,6}", text) is not None


def variants_at(text, before, token, after):
    """The texts that may stand in a token's place, with the name of the change."""
    kind, word, start = token
    around = text[start - 1 : start] + text[start + len(word) : start + len(word) + 1]
    if kind == "mark" and word in MARKS:
        if word[0] in BLANKS and word not in ("++", "--") and around not in ("  ", " \n"):
            return []
        return [(v, f"{word} to {v or 'nothing'}") for v in MARKS[word]]
    if kind == "word" and word in ("true", "false"):
        other = "false" if word == "true" else "true"
        return [(other, f"{word} to {other}")]
    if kind == "number" and integer(word) and before[1] not in ("case", "]"):
        other = {"0": "1", "1": "0"}.get(word, str(int(word) + 1))
        return [(other, f"{word} to {other}")]
    return []


CALL = re.compile(r"^( +)[a-z_]\w*\((?:[^;{}]|\n)*?\);$", re.M)


def mutants_of(path):
    """Every mutant of a file: (path, line, name, start, end, replacement)."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    found = []
    depth = 0
    row = tokens(text)
    for i, token in enumerate(row):
        depth += {"{": 1, "}": -1}.get(token[1], 0)
        if depth == 0 or i == 0 or i + 1 == len(row):
            continue
        for new, name in variants_at(text, row[i - 1], token, row[i + 1]):
            found.append((path, text.count("\n", 0, token[2]) + 1, name, token[2], token[2] + len(token[1]), new))
    for m in CALL.finditer(text):
        name = "without " + m.group().strip().split("(")[0] + "()"
        found.append((path, text.count("\n", 0, m.start()) + 1, name, m.start(), m.end(), m.group(1) + ";"))
    return found


def read_table(name):
    """Rows of a file with a key, a colon and the rest; # begins a comment."""
    rows = []
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                key, _, rest = line.partition(": ")
                rows.append((key.strip(), rest.strip()))
    return rows


def tests_for(path, table):
    """Regular expressions for ctest, quick first, of the longest folder that holds the file."""
    fitting = [(folder, rest) for folder, rest in table if path.startswith(folder + "/")]
    return max(fitting, key=lambda r: len(r[0]))[1].split() if fitting else []


def run(args, cwd, seconds):
    """The status of a command, 124 when it took too long."""
    try:
        return subprocess.run(args, cwd=cwd, timeout=seconds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, check=False).returncode
    except subprocess.TimeoutExpired:
        return 124


class Copy:
    """A copy of the tree with a build of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.build = os.path.join(folder, "build", "release")
        files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                               capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, files):
            target = os.path.join(folder, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if os.path.isfile(os.path.join(ROOT, name)):
                shutil.copy2(os.path.join(ROOT, name), target)
        if run(["cmake", "--preset", "release"], folder, 600) or self.make():
            sys.exit("mutate: the tree does not build as it is")

    def make(self):
        return run(["cmake", "--build", "--preset", "release"], self.folder, 1800)

    def object_hash(self, path):
        """Of the code that the compiler made of a file, without the notes around it."""
        objects = glob.glob(os.path.join(self.build, "CMakeFiles", "rb_*.dir", path + ".o"))
        if objects:
            out = os.path.join(self.folder, "code.bin")
            run(["objcopy", "-O", "binary", "--only-section=.text*", "--only-section=.rodata*", "--only-section=.data*",
                 "--set-section-flags", ".text=alloc", objects[0], out], self.folder, 60)
            with open(out, "rb") as f:
                return hashlib.sha256(f.read()).hexdigest()
        return None

    def judge(self, mutant, stages):
        path, _, _, start, end, new = mutant
        file = os.path.join(self.folder, path)
        with open(file, encoding="utf-8") as f:
            text = f.read()
        before = self.object_hash(path)
        try:
            with open(file, "w", encoding="utf-8") as f:
                f.write(text[:start] + new + text[end:])
            if self.make() != 0:
                return "refused"
            if before is not None and self.object_hash(path) == before:
                return "same"
            for stage in stages:
                # A test that hangs is killed by its own limit; the stage has one as well.
                if run(["ctest", "-j2", "--stop-on-failure", "--timeout", "120", "-R", stage], self.build, 1200):
                    return "killed"
            return "survived"
        finally:
            with open(file, "w", encoding="utf-8") as f:
                f.write(text)


def draw(folders, table, seed):
    """Mutants of the folders in an order that follows from the seed alone."""
    paths = subprocess.run(["git", "ls-files", "*.c"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split()
    wanted = [p for p in paths if tests_for(p, table) and (not folders or any(p.startswith(f + "/") for f in folders))]
    everything = [m for p in sorted(wanted) for m in mutants_of(p)]
    random.Random(seed).shuffle(everything)
    return everything


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="folders of C files (default: all of tests.txt)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=20, help="mutants that compile and differ")
    parser.add_argument("--list", action="store_true", help="print the mutants, do nothing")
    args = parser.parse_args()
    table = read_table("tests.txt")
    equivalent = dict(read_table("equivalent.txt"))
    mutants = draw([f.rstrip("/") for f in args.folders], table, args.seed)
    if not mutants:
        sys.exit("mutate: no C files there that tests.txt names tests for")
    if args.list:
        for path, line, name, *_ in mutants[: args.n]:
            print(f"{path}:{line} {name}")
        return 0
    counts = {"killed": 0, "survived": 0, "same": 0, "equivalent": 0, "refused": 0}
    with tempfile.TemporaryDirectory(prefix="rollbook-mutate.") as folder:
        copy = Copy(folder)
        for mutant in mutants:
            if counts["killed"] + counts["survived"] >= args.n:
                break
            place = f"{mutant[0]}:{mutant[1]} {mutant[2]}"
            began = time.monotonic()
            end = "equivalent" if place in equivalent else copy.judge(mutant, tests_for(mutant[0], table))
            counts[end] += 1
            if end != "refused":
                print(f"{end:10} {place}  ({time.monotonic() - began:.0f} s)", flush=True)
    judged = counts["killed"] + counts["survived"]
    share = 100.0 * counts["killed"] / judged if judged else float("nan")
    print(f"{counts['killed']} killed, {counts['survived']} survived, {counts['equivalent']} equivalent, "
          f"{counts['same']} the same code: {share:.1f} % of those that could be killed")
    return counts["survived"] > 0


if __name__ == "__main__":
    sys.exit(main())
