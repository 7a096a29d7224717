"""Counts habits of writing that make a sentence hard to read, in four places: pages for users, help,
messages (src, ingest), and explanations and reports (analysis, reports).

    python3 habits.py            findings when a place exceeds its bound
    python3 habits.py --count    the counts of each place, by habit
    python3 habits.py --list [FILE...]    every sentence with a habit

In C the string literals count, after adjacent ones were joined; comments do not.  A literal counts,
with its words and its habits, when it contains three words in a row.  In Markdown everything counts
but code.
"""
import os
import re
import sys

# Habits in a thousand words that this script counted in d09be257; each place may have a fifth of that.
BASE = {"pages": 22.04, "help": 18.79, "messages": 19.11, "reports": 25.03}
SHARE = 0.2
SHOWN = 40

COUNTED = ("rollouts|samples|kernels|runs|steps|curves|tokens|times|points|cases|rows|lines|values|words|answers|"
           "prompts|evaluations|updates|seeds|problems|draws|turns|groups|calls|attempts|trials|bytes|files|"
           "columns|bits|once|twice|one|two|run|rollout|sample|kernel|row|line|file|curve|point|seconds|ms")
UNIT = ("task|run|step|sample|cell|rollout|seed|row|problem|file|kernel|turn|group|case|line|token|word|launch|"
        "byte|node|device|worker|job|call|host|prompt|strategy|column|thread|record|candidate|program|block|page")
HABITS = [
    ("headless clause: name the thing instead of 'what'", r"\b[Ww]hat(?!\s+to\b)\b"),
    ("headless clause: name the thing instead of 'one that', 'that of'",
     r"\b(?:ones?|those|that) (?:that|which|whose|who)\b|\b(?:those|that) of\b"),
    ("a place for a relation: stand, lie", r"\b(?:stands?|standing|stood|lies?|lying|lay)\b"),
    ("a place for a relation: hold", r"\b(?:holds?|holding|held)\b(?![- ]out)"),
    ("a place for a relation: beside, behind", r"\b(?:beside|behind)\b"),
    ("'is no X' for 'is not a X'", r"(?<![Tt]here )\b(?:is|are|was|were) (?:no|none)\b|\b(?:has|have|had) none\b"),
    ("'alone' for 'only'", r"\balone\b"),
    ("'else' for 'otherwise'", r"(?<!anything )(?<!something )(?<!nothing )(?<!anybody )\belse\b"),
    ("'but for' for 'except'", r"\bbut for\b"),
    ("'is there' for 'exists'", r"\b(?:is|are|was|were) there\b(?!\?)"),
    ("'a task' for 'per task'", r"\b(?:%s) an? (?:%s)\b" % (COUNTED, UNIT)),
    ("told, said or asked by nobody", r"\btold\b|\b(?:is|are|was|were) (?:said|asked)\b"),
    ("an invented term", r"\b(?:these very|too high|lucky|luck|judged)\b"),
    ("a chain of semicolons", r";(?=[^.?!]*;)"),
]
HABITS = [(name, re.compile(pattern)) for name, pattern in HABITS]

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|' + LITERAL + r"|'(?:[^'\\\n]|\\.)+'|[A-Za-z_]\w*|[^\s]", re.S)
PROSE = re.compile(r"(?:[A-Za-z'-]{2,}|a),? (?:[A-Za-z'-]{2,}|a),? [A-Za-z'-]{2,}")
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
OPTION_MACRO = re.compile(r"^(?:OPTION|ROW|ASKED|CONFIG|KEPT|[A-Z_]*_?OPTIONS?)$")


def unescape(literal):
    text = re.sub(r"\\n|\\t", " ", literal[1:-1])
    return re.sub(r"\\(.)", r"\1", text)


def literals(path):
    """(line, text, is help) of each text in a C file."""
    with open(path, encoding="utf-8", errors="replace") as f:
        source = f.read().replace("\\\n", " \n")
    line, at = 1, 0
    callees = []  # who opened each bracket that is open
    member = last = ""
    start, joined, is_help = 0, None, False
    found = []

    def flush():
        if joined is not None and PROSE.search(joined) and ";;" not in joined:
            found.append((start, joined, is_help))

    for m in TOKEN.finditer(source):
        line += source.count("\n", at, m.start())
        at = m.start()
        t = m.group()
        if t.startswith("/*") or t.startswith("//"):
            continue
        if t.startswith('"'):
            if joined is None:
                start, joined = line, ""
                is_help = member in ("summary", "usage", "examples", "help") or any(OPTION_MACRO.match(c) for c in callees)
            joined += unescape(t)
            continue
        if joined is not None and re.match(r"PRI[a-zA-Z0-9]+$", t):
            joined += "d"
            continue
        if joined is not None and t == "OPT_TEXT":
            is_help = True
        flush()
        joined = None
        if t in "([{":
            callees.append(last if t == "(" else member)
        elif t in ")]}":
            if callees:
                callees.pop()
            member = ""
        elif t.startswith("OPT_") and callees:
            callees[-1] = "OPTION"
        elif t == ",":
            member = ""
        if last == "." and re.match(r"\w", t):
            member = t
        last = t
    flush()
    return found


def paragraphs(path):
    """(line, text) of each paragraph, row and item of a page, without code."""
    found, fence, start, words = [], False, 0, []
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    for i, text in enumerate(lines + [""], 1):
        if text.lstrip().startswith("```"):
            fence = not fence
            text = ""
        elif fence:
            continue
        if not text.strip() or re.match(r"\s*(?:[-*#]|\d+\.) ", text) or "|" in text:
            if words:
                found.append((start, " ".join(words)))
            words = []
        if text.strip():
            start = start if words else i
            words.append(text.strip())
    plain = []
    for line, text in found:
        text = re.sub(r"`[^`]*`", "X", text)
        plain.append((line, re.sub(r"\]\([^)]*\)", "]", text)))
    return plain


def sources(top, folders):
    for folder in folders:
        for here, _, names in os.walk(os.path.join(top, folder)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(here, name), top)
                if path.endswith((".c", ".h")) and not path.startswith(("src/eval/device", "src/eval/torch/shim")):
                    yield path


def texts(top):
    """Every text of the four places: (place, file, line, text)."""
    generated = ("commands.md", "schema.md")
    docs = os.path.join(top, "docs")
    pages = ["docs/" + n for n in sorted(os.listdir(docs)) if n.endswith(".md") and n not in generated] \
        if os.path.isdir(docs) else []
    for page in ["README.md", "SECURITY.md", "python/README.md"] + pages:
        if os.path.exists(os.path.join(top, page)):
            for line, text in paragraphs(os.path.join(top, page)):
                yield "pages", page, line, text
    for place, folders in (("messages", ("src", "ingest")), ("reports", ("analysis", "reports"))):
        for path in sources(top, folders):
            for line, text, is_help in literals(os.path.join(top, path)):
                yield "help" if is_help else place, path, line, text


def habits_of(text):
    text = re.sub(r"%[-+ 0#]*[\d*]*(?:\.[\d*]+)?(?:hh|ll|[hlzjt])?[a-zA-Z]", "X", text)
    text = re.sub(r"\$[^$]*\$", "X", text)
    text = re.sub(r"--[a-z-]+", "X", text)
    text = re.sub(r"\s+", " ", text)
    for sentence in re.split(r"(?<=[.!])\s+", text):
        for name, pattern in HABITS:
            if pattern is HABITS[0][1] and "?" in sentence:
                continue
            for m in pattern.finditer(sentence):
                yield name, m.group()


def main():
    top = os.environ.get("ROLLBOOK_SOURCE_DIR") or os.path.join(os.path.dirname(__file__), "..", "..")
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    words = dict.fromkeys(BASE, 0)
    counts = {place: {} for place in BASE}
    worst = {place: [] for place in BASE}
    for place, path, line, text in texts(top):
        words[place] += len(WORD.findall(text))
        found = list(habits_of(text))
        for name, _ in found:
            counts[place][name] = counts[place].get(name, 0) + 1
        if found:
            worst[place].append((len(found), path, line, text, [said for _, said in found]))
    for place in BASE:
        n = sum(counts[place].values())
        rate = 1000 * n / max(words[place], 1)
        if mode == "--count":
            print("%-9s %6d words %5d habits %6.2f per thousand" % (place, words[place], n, rate))
            for name in sorted(counts[place], key=counts[place].get, reverse=True):
                print("    %5d %s" % (counts[place][name], name))
        elif mode == "--list":
            for _, path, line, text, said in worst[place]:
                if len(sys.argv) == 2 or any(path.startswith(f) for f in sys.argv[2:]):
                    print("%s:%d: [%s] %s" % (path, line, ", ".join(said), re.sub(r"\s+", " ", text)))
        elif rate > SHARE * BASE[place] and n > 0:
            print("%s: %.2f habits per thousand words (%d in %d); at most %.2f, a fifth of %.2f" %
                  (place, rate, n, words[place], SHARE * BASE[place], BASE[place]))
            for _, path, line, text, said in sorted(worst[place], reverse=True)[:SHOWN]:
                print("%s:%d: %s: %s" % (path, line, ", ".join(said), re.sub(r"\s+", " ", text)[:160]))


main()
