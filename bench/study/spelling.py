"""One kernel file in another spelling: names, order, spacing and comments change, what it computes does not."""
from __future__ import annotations

import random
import re

TYPES = r"(?:unsigned int|unsigned long long|long long|int|unsigned|float[24]?|double|half|bool|size_t|volatile float)"
DECLARED = re.compile(rf"\b{TYPES}\s*[*&]?\s*(?:__restrict__\s+)?([A-Za-z_]\w*)\s*(?=[=;,)\[])")
KERNEL = re.compile(r"__global__\s+(?:__launch_bounds__\([^)]*\)\s*)?void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(")
HELPER = re.compile(r"__device__\s+[\w\s*]*?(\w+)\s*\(")
LAUNCH = re.compile(r"(//@ launch )(\w+)\((.*?)\)( (?:grid|block|smem)=.*)")
WORD = re.compile(r"(?<![\w.\"])(?<!->)[A-Za-z_]\w*")
SIMPLE = re.compile(rf"^\s+(?:const )?{TYPES} (\w+) = ([^;{{}}]*);$")
NAMES = """a b c d e f g h i j k l m n p q r s t u v w x y z id idx tid gid pos row col line lane at from to first last left right
    size len count width height depth step stride offset base begin end limit total sum acc value val v0 v1 cur best top
    mean scale part piece tmp res result in out src dst data input output inp outp buf ptr A B C X Y W rows cols item elem
    channel batch image plane window tile span lo hi here there now next kk ii jj xs ys x0 y0 x1 y1 dx dy""".split()
KERNELS = "kernel run compute apply forward k0 main_kernel work op step_one calc body do_it fn map_all reduce pass each go".split()
COMMENTS = """one thread per element|one thread per row|one thread per output|index of this thread|guard against reading past the end
neighbouring threads read neighbouring values|accumulate in a register|write the result|sizes are not multiples of the block
grid-stride loop|keep the sum in a register|each block takes a part|rest of the row|check bounds|load once|output value
perhaps a larger block|row-major|position in the input|64-bit index, sizes can be large|initial value""".replace("\n", "|").split("|")


def split_commas(text: str) -> list[str]:
    """At commas outside of parentheses."""
    parts, depth, at = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(text[at:i].strip())
            at = i + 1
    return [*parts, text[at:].strip()]


def closing(text: str, start: int) -> int:
    """The place of the parenthesis that closes the one before `start`."""
    depth = 1
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return -1


def substitute(text: str, names: dict[str, str]) -> str:
    return WORD.sub(lambda m: names.get(m.group(0), m.group(0)), text)


def fresh(rng: random.Random, pool: list[str], taken: set[str]) -> str:
    name = rng.choice(pool)
    while name in taken:
        name = rng.choice(pool) + rng.choice(["_", "2", "3", "_0", "_1", "s", "x", ""])
    taken.add(name)
    return name


def rename(lines: list[str], rng: random.Random, share: float) -> list[str]:
    """Kernels, helpers, parameters and variables.  Directives name tensors of the task, so only kernels change there."""
    text = "\n".join(line for line in lines if not line.startswith("//@"))
    functions = set(KERNEL.findall(text)) | set(HELPER.findall(text))
    taken = set(re.findall(r"[A-Za-z_]\w*", text))
    names = {f: fresh(rng, KERNELS, taken) for f in sorted(functions) if share and rng.random() < 0.6}
    held = set(re.findall(r"#define\s+(\w+)", text)) | functions | set("int long float double unsigned".split())
    for v in sorted(set(DECLARED.findall(text)) - held):
        if rng.random() < share:
            names[v] = fresh(rng, NAMES, taken)
    kernels = {k: v for k, v in names.items() if k in functions}
    return [LAUNCH.sub(lambda m: m[1] + kernels.get(m[2], m[2]) + f"({m[3]})" + m[4], line) if line.startswith("//@")
            else substitute(line, names) for line in lines]


def reorder_parameters(text: str, rng: random.Random) -> str:
    """The parameters of one kernel, in its definition and in all of its launches."""
    defined = list(KERNEL.finditer(text))
    if not defined:
        return text
    m = rng.choice(defined)
    end = closing(text, m.end())
    parameters = split_commas(text[m.end():end])
    order = list(range(len(parameters)))
    rng.shuffle(order)
    launches = [x for x in LAUNCH.finditer(text) if x[2] == m[1]]
    if not launches or any(len(split_commas(x[3])) != len(order) for x in launches):
        return text
    text = text[: m.end()] + ", ".join(parameters[i] for i in order) + text[end:]
    return LAUNCH.sub(lambda x: x[0] if x[2] != m[1] else
                      f"{x[1]}{x[2]}({', '.join(split_commas(x[3])[i] for i in order)}){x[4]}", text)


def reorder_declarations(lines: list[str], rng: random.Random) -> list[str]:
    """Two neighbours that do not read each other."""
    out = list(lines)
    for i in range(len(out) - 1):
        one, two = SIMPLE.match(out[i]), SIMPLE.match(out[i + 1])
        if one and two and rng.random() < 0.5 and not re.search(rf"\b{one[1]}\b", two[2]) and "[" not in one[2] + two[2]:
            out[i], out[i + 1] = out[i + 1], out[i]
    return out


def respace(lines: list[str], rng: random.Random) -> list[str]:
    indent = rng.choice(["    ", "    ", "  ", "\t"])
    tight, joined, brace, call = rng.random() < 0.25, rng.random() < 0.2, rng.random() < 0.5, rng.random() < 0.2
    out: list[str] = []
    for line in lines:
        if line.startswith(("//@", "#")):
            out.append(line)
            continue
        body = line.lstrip(" ")
        head = indent * ((len(line) - len(body)) // 4)
        if tight:
            body = re.sub(r"(?<=[\w\])]) (\+|\*|/|-|%|<|>|==|<=|>=|\+=|=) (?=[\w(])", r"\1", body)
        if joined:
            body = body.replace(", ", ",")
        if call:
            body = re.sub(r"\b(if|for|while) \(", r"\1(", body)
        if brace and body == "{" and not head and out and out[-1].endswith(")"):
            out[-1] += " {"
        else:
            out.append(head + body)
    return out


def comment(lines: list[str], rng: random.Random) -> list[str]:
    share = rng.choice([0.0, 0.0, 0.05, 0.15])
    out: list[str] = []
    for line in lines:
        if share and not line.startswith(("//@", "#")) and line.endswith((";", ") {", "{")) and "\\" not in line:
            if rng.random() < share:
                out.append(re.match(r"\s*", line)[0] + "// " + rng.choice(COMMENTS))  # type: ignore[index]
            elif rng.random() < share / 2 and line.endswith(";"):
                line += "  // " + rng.choice(COMMENTS)
        out.append(line)
    return out


def spell(code: str, rng: random.Random, names: bool = True) -> str:
    """names: whether these may change."""
    if names and rng.random() < 0.3:
        code = reorder_parameters(code, rng)
    lines = reorder_declarations(rename(code.split("\n"), rng, rng.choice([0.0, 0.0, 0.0, 0.3, 0.7, 1.0]) if names else 0.0), rng)
    return "\n".join(comment(respace(lines, rng), rng))


CALLS = "fmaxf fminf expf logf sqrtf fabsf tanhf sinf cosf erff rsqrtf log1pf expm1f floorf powf".split()
FLOAT = re.compile(r"(?<![\w.])\d+\.?\d*(?:e[+-]?\d+)?f\b")
OPERATOR = re.compile(r"(?<=[\w\])]) (\+|-|\*|/|<|>|<=|>=) (?=[\w(])")
BLOCK = re.compile(r" block=(\S+)")


def random_float(rng: random.Random) -> str:
    return rng.choice([f"{rng.randint(0, 9)}.0f", f"0.{rng.randint(1, 99)}f", f"{rng.randint(1, 9)}e-{rng.randint(1, 9)}f",
                       f"{rng.uniform(0, 4):.{rng.randint(1, 7)}f}f"])


def change(text: str, rng: random.Random, calls: list[str] = CALLS) -> str:
    """Calls and constants are others, the same one everywhere: a program that no task asks for."""
    pool = calls[:]
    rng.shuffle(pool)
    found = sorted(set(WORD.findall(text)) & set(calls))
    text = substitute(text, dict(zip(found, pool)) if rng.random() < 0.7 else {})  # noqa: B905
    floats = {f: random_float(rng) for f in sorted(set(FLOAT.findall(text))) if rng.random() < 0.6}
    return FLOAT.sub(lambda m: floats.get(m[0], m[0]), text)


def change_operators(code: str, rng: random.Random) -> str:
    share = rng.choice([0.0, 0.1, 0.3])
    return "\n".join(line if line.startswith(("//@", "#")) else OPERATOR.sub(
        lambda m: f" {rng.choice('+-*/')} " if m[1] in "+-*/" and rng.random() < share else m[0], line) for line in code.split("\n"))


def relaunch(code: str, rng: random.Random) -> str:
    """Other threads per block, where the directives alone tell their number."""
    sizes = set(BLOCK.findall(code))
    body = "\n".join(line for line in code.split("\n") if not line.startswith("//@"))
    if len(sizes) != 1 or not min(sizes).isdigit() or re.search(rf"\b{min(sizes)}\b|launch_bounds", body):
        return code
    size = str(rng.choice([32, 64, 128, 256, 256, 512, 1024]))
    return "\n".join(re.sub(rf"\b{min(sizes)}\b", size, line) if line.startswith("//@") else line for line in code.split("\n"))


def task_names(prompt: str) -> list[str]:
    """Tensors and dimensions that a prompt names, without those that are English words as well."""
    tensors = re.findall(r"^- (?:input|output) (\w+):", prompt, re.M)
    sizes = re.search(r"^- sizes \(\w+\): ([^;]*);", prompt, re.M)
    dims = re.findall(r"(\w+) = \d+", sizes[1]) if sizes else []
    return [n for n in tensors + dims if n not in ("a", "A", "I", "i", "by", "of")]


def rename_task(prompt: str, code: str, rng: random.Random) -> tuple[str, str]:
    """The task's own names in prompt and directives: who reads them must copy what is asked for here."""
    taken = set(re.findall(r"[A-Za-z_]\w*", prompt + code))
    names = {n: fresh(rng, NAMES, taken) for n in task_names(prompt) if rng.random() < 0.7}
    lines = [substitute(line, names) if line.startswith("//@") else line for line in code.split("\n")]
    return substitute(prompt, names), "\n".join(lines)


def skeleton(code: str) -> str:
    """Equal for texts that differ in names, spaces and comments alone."""
    text = re.sub(r"//(?!@)[^\n]*|/\*.*?\*/", "", code, flags=re.S)
    parts = []
    for directives in (True, False):  # they name the task's tensors, the rest names its own
        places: dict[str, str] = {}
        part = "\n".join(line for line in text.split("\n") if line.startswith("//@") == directives)
        part = re.sub(r"\s+", "", re.sub(r"\b(\w+)\s+(?=\w)", r"\1~", part))
        parts.append(WORD.sub(lambda m, places=places: places.setdefault(m[0], f"w{len(places)}"), part))  # type: ignore[misc]
    return "|".join(parts)
