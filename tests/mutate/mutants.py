"""Which mutants there are: one small change of one C file each, drawn by a seed."""
import glob
import os
import random
import re

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
CALL = re.compile(r"^( +)(?!assert\()[a-z_]\w*\((?:[^;{}]|\n)*?\);$", re.M) # what is asserted is so


# A column of a table without digits holds texts or whole numbers, with few exceptions: digits more mean the same.
COLUMN = re.compile(r'\{ "[^"\n]*", \Z')


class Mutant:
    """A change of path: [start, end) becomes new.  function is None in a table of the file; else first and last are
    its lines; there no line is."""

    def __init__(self, path, text, name, start, end, new, owner):
        self.path = path
        self.name = name
        self.start = start
        self.end = end
        self.new = new
        self.function = owner[0] if owner else None
        self.first, self.last = (text.count("\n", 0, at) + 1 for at in owner[1:]) if owner else (1, 0)
        self.line = text.count("\n", 0, start) + 1
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", start)
        self.source = text[first : len(text) if last < 0 else last].strip()
        self.column = start - first + 1

    def place(self):
        return f"{self.path}:{self.line}:{self.column} {self.name}"

    def key(self):
        """What equivalent.txt calls it, which holds while lines above it come and go."""
        return f"{self.path} {self.function or 'table'}: {self.name} at {self.column}: {self.source}"


def tokens(text):
    """(kind, text, start) of what is not a comment, a string or a line of the preprocessor."""
    return [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def functions_of(row):
    """For each token (the function whose body holds it, where that begins, where it ends), or None."""
    owners = []
    depth = 0
    name = None
    parens = 0
    opened = 0
    for i, (kind, word, start) in enumerate(row):
        owners.append(None)
        if depth == 0:
            if word == "(":
                if parens == 0 and i and row[i - 1][0] == "word":
                    name = row[i - 1][1]
                parens += 1
            elif word == ")":
                parens -= 1
            elif word in (";", "="):
                name = None
            elif word == "{":
                opened = i
        depth += {"{": 1, "}": -1}.get(word, 0)
        if word == "}" and depth == 0:
            if name is not None and row[opened - 1][1] == ")":
                owners[opened : i + 1] = [(name, row[opened][2], start)] * (i + 1 - opened)
            name = None
    return owners


def variants_at(text, before, token):
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
    if COLUMN.search(text, max(start - 80, 0), start) and text.startswith("0 }", start):
        return []
    if kind == "number" and re.fullmatch(r"\d{1,6}", word) and before[1] not in ("case", "]"):
        other = {"0": "1", "1": "0"}.get(word, str(int(word) + 1))
        return [(other, f"{word} to {other}")]
    return []


def mutants_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = f.read()
    found = []
    depth = 0
    row = tokens(text)
    owners = functions_of(row)
    starts = {}
    for i, token in enumerate(row):
        depth += {"{": 1, "}": -1}.get(token[1], 0)
        starts[token[2]] = owners[i]
        if depth == 0 or i == 0 or i + 1 == len(row):
            continue
        for new, name in variants_at(text, row[i - 1], token):
            found.append(Mutant(path, text, name, token[2], token[2] + len(token[1]), new, owners[i]))
    for m in CALL.finditer(text):
        at = m.start() + len(m.group(1))
        name = "without " + m.group().strip().split("(")[0] + "()"
        found.append(Mutant(path, text, name, at, m.end(), ";", starts.get(at)))
    return found


def read_table(name):
    """Rows of a file with a key, " -- " and the reason, in which it does not stand; # begins a comment."""
    rows = []
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                key, between, rest = line.rstrip("\n").rpartition(" -- ")  # a key may be of "++ to --"
                key, rest = (key, rest) if between else (rest, "")
                rows.append((key.strip(), rest.strip()))
    return rows


def rooms():
    """The rooms of tests/lint/layers.txt but those of left_out.txt, which may name no other."""
    with open(os.path.join(ROOT, "tests/lint/layers.txt"), encoding="utf-8") as f:
        known = [line.split(":")[0] for line in f if re.match(r"[a-z][^ ]*:", line)]
    left_out = [folder for folder, _ in read_table("left_out.txt")]
    unknown = [folder for folder in left_out if folder not in known]
    if unknown:
        raise SystemExit(f"mutate: left_out.txt names {unknown[0]}, which is no room of layers.txt")
    return [room for room in known if room not in left_out and room != "src"]


def draw(folders, seed):
    """Mutants of the folders in an order that follows from the seed and the tree alone."""
    paths = [os.path.relpath(p, ROOT) for room in rooms() for p in glob.glob(os.path.join(ROOT, room, "*.c"))]
    wanted = [p for p in paths if not folders or any(p.startswith(f + "/") for f in folders)]
    everything = [m for p in sorted(wanted) for m in mutants_of(p)]
    random.Random(seed).shuffle(everything)
    return everything
