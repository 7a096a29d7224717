"""Reads problems of several shapes from a folder and writes a module for each shape.

Two kinds: definitions in JSON with their workloads (SOL-ExecBench, flashinfer-trace), and tasks of kernelbot (task.yml).
Nothing of the folder is run here.  What cannot be evaluated is left out, with the reason.
"""
import ast
import base64
import contextlib
import hashlib
import json
import keyword
import math
import os
import pprint
import re
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import describe  # noqa: E402
import messages  # noqa: E402

MOST_FILES, MOST_BYTES, MOST_STORED, MOST_SHAPES, MOST_LINES = 50000, 32 << 20, 1 << 20, 4000, 20000
FLOATS = {"float64": None, "float32": None, "float16": None, "bfloat16": None, "float8_e4m3fn": 2.0, "float8_e5m2": 2.0}
PACKED = "float4_e2m1fn_x2"  # two numbers in a byte
INTEGERS = {"int64": (-1024, 1024), "int32": (-1024, 1024), "int16": (-1024, 1024), "int8": (-128, 128), "uint8": (0, 256)}
STORED = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
          "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool"}
TAKEN = {"Model", "get_inputs", "get_init_inputs", "shaped", "base64", "zlib", "ROLLBOOK", "AXES", "CASE", "FILES"}


class Unfit(Exception):
    """Why a problem, or one of its shapes, is left out."""


MALFORMED = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, RecursionError)


def why_left_out(e):
    return str(e) if isinstance(e, (Unfit, OSError)) else "it is malformed (%s: %s)" % (type(e).__name__, e)


def plain_name(text):
    return re.sub(r"[^A-Za-z0-9_.-]", "_", text)[:120]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def read_bytes(path, most=MOST_BYTES):
    if not os.path.isfile(path):
        raise Unfit("%s is no file" % path)
    with open(path, "rb") as f:
        data = f.read(most + 1)
    if len(data) > most:
        raise Unfit("%s has more than %d bytes" % (path, most))
    return data


def read_text(path, most=MOST_BYTES):
    try:
        text = read_bytes(path, most).decode()
    except UnicodeDecodeError as e:
        raise Unfit("%s: not UTF-8 text (byte %d)" % (path, e.start)) from e
    if "\0" in text:
        raise Unfit("%s: contains a zero byte" % path)
    return text


def read_json(text, where):
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as e:
        raise Unfit("%s: %s" % (where, e)) from e


def read_yaml(text):
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(text)  # is YAML, too
    try:
        import yaml
    except ImportError as e:
        raise Unfit("this Python has no package pyyaml, which reads task.yml: pip install pyyaml") from e
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as e:
        raise Unfit("no YAML: %s" % e) from e


def is_name(text):
    return isinstance(text, str) and text.isidentifier() and not keyword.iskeyword(text) and text not in TAKEN | {"torch", "run", "made"}


OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.UAdd, ast.USub)


def expression(text, what):
    """A size as Python: names, whole numbers and arithmetic; the names in it."""
    text = str(text)
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
        raise Unfit("%s: '%.60s' is no size" % (what, text)) from e
    for node in ast.walk(tree):
        good = (isinstance(node, (ast.BinOp, ast.UnaryOp)) and isinstance(node.op, OPERATORS)) or isinstance(node, (ast.Name, ast.Load) + OPERATORS)
        if not good and not (isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 1 << 31):
            raise Unfit("%s: '%.60s' is no size" % (what, text))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not (isinstance(node.right, ast.Constant) and 0 <= node.right.value <= 8):
            raise Unfit("%s: '%.60s' has a large power" % (what, text))
    return ast.unparse(tree), {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}


class Definition:
    def __init__(self, d, origin, digest):
        self.d, self.origin, self.digest = d, origin, digest
        self.name = plain_name(str(d["name"]))
        if not isinstance(d["reference"], str) or not all(isinstance(d[k], dict) for k in ("axes", "inputs", "outputs")) or not d["outputs"]:
            raise Unfit("axes, inputs and outputs are objects, and reference is a text")
        self.consts, self.vars, self.derived = {}, [], {}
        for name, axis in d["axes"].items():
            self._axis(name, axis if isinstance(axis, dict) else {})
        try:
            tree = ast.parse(d["reference"])
        except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
            raise Unfit("its reference is no Python: %s" % e) from e
        bound = set(describe.bound_names(tree.body))
        if "run" not in bound:
            raise Unfit("its reference defines no function run")
        self.is_apart = bool(bound & TAKEN)  # its names are those of the module that is made of it
        self.custom = d.get("custom_inputs_entrypoint")
        if self.custom is not None and (not isinstance(self.custom, str) or self.custom not in bound):
            raise Unfit("its reference defines no %s, which makes its inputs" % self.custom)
        for name, spec in list(d["inputs"].items()) + list(d["outputs"].items()):
            if not is_name(name) or not isinstance(spec, dict) or not isinstance(spec.get("dtype"), str):
                raise Unfit("'%.60s' is no name of an input or output, or has no dtype" % name)
            spec["dtype"] = {"float8_e4m3": "float8_e4m3fn"}.get(spec["dtype"], spec["dtype"])  # as in earlier flashinfer-trace
            if spec.get("dtype") not in FLOATS and spec.get("dtype") not in INTEGERS and spec.get("dtype") not in ("bool", PACKED):
                raise Unfit("%s is of type %s, which is not drawn here" % (name, spec.get("dtype")))
            if spec["dtype"] == PACKED and name in d["outputs"]:
                raise Unfit("output %s has four-bit numbers, which PyTorch cannot compare" % name)

    @property
    def is_sampled(self):
        return (self.d.get("op_type") or self.d.get("type")) == "sampling"

    def why_not_drawn(self):
        """Of one whose outputs are drawn: sampled.py knows one form."""
        inputs, outputs = self.d["inputs"], list(self.d["outputs"].values())
        probs = inputs.get("probs", {})
        fits = FLOATS.get(probs.get("dtype"), 0) is None and isinstance(probs.get("shape"), list) and len(probs["shape"]) == 2
        one = len(outputs) == 1 and outputs[0]["dtype"] in INTEGERS and outputs[0].get("shape") == probs["shape"][:1] if fits else False
        if not self.is_sampled or (one and set(inputs) <= {"probs", "top_k", "top_p"}):
            return None
        return "its outputs are sampled, and only an index for each row of probs[rows, width] is tested, with top_k and top_p where they are inputs"

    def drawn(self, name, spec, shape):
        if self.is_sampled and name == "top_k":
            return "torch.randint(1, 1 + min(64, max(1, %s)), %s).to(torch.%s)" % (self.d["inputs"]["probs"]["shape"][1], shape, spec["dtype"])
        if self.is_sampled and name == "top_p":
            return "torch.rand(%s).mul(0.85).add(0.1).to(torch.%s)" % (shape, spec["dtype"])
        return drawn(name, spec, shape)

    def _axis(self, name, axis):
        kind = axis.get("type")
        if not is_name(name):
            raise Unfit("'%.60s' is no name of an axis" % name)
        if kind == "const" and type(axis.get("value")) is int and axis["value"] >= 0:
            self.consts[name] = axis["value"]
        elif kind == "var":
            self.vars.append(name)
        elif kind == "expr":
            self.derived[name] = expression(axis.get("expression"), "axis " + name)
        else:
            raise Unfit("axis %s is neither const with a value, var nor expr" % name)

    def lines_of_axes(self):
        lines = ["    %s = AXES[%r]" % (n, n) for n in self.vars] + ["    %s = %d" % kv for kv in self.consts.items()]
        known, left = set(self.vars) | set(self.consts), dict(self.derived)
        while left:
            ready = [n for n, (_, names) in left.items() if names <= known]
            if not ready:
                raise Unfit("axis %s hangs on an axis that is not there" % sorted(left)[0])
            for n in ready:
                lines.append("    %s = int(%s)" % (n, left.pop(n)[0]))
                known.add(n)
        return lines, known

    def shape_of(self, name, spec, known):
        if not isinstance(spec.get("shape"), list):
            raise Unfit("%s has no shape" % name)
        sizes = [expression(s, name) for s in spec["shape"]]
        for text, names in sizes:
            if names - known:
                raise Unfit("%s has an axis %s, which is not there" % (name, sorted(names - known)[0]))
        return "(%s)" % "".join(text + ", " for text, _ in sizes), set().union(*[names for _, names in sizes]) if sizes else set()


# Names, and descriptions of some, say what random values make sense; the first that fits.
CAUSAL, SHARES = r"^(attention|causal)_mask$", r"(^|_)(attn|attention|routing)_weights$|(^|_)probs?$"
DRAWS = [
    (r"(^|_)(cos)(_|$)", "torch.rand(%(shape)s).mul(6.28).cos().to(%(dtype)s)"),
    (r"(^|_)(sin)(_|$)", "torch.rand(%(shape)s).mul(6.28).sin().to(%(dtype)s)"),
    (SHARES, "torch.randn(%(shape)s).softmax(-1).to(%(dtype)s)"),
    (r"(^|_)(rstd|std|variance|var)\d*$", "torch.randn(%(shape)s).abs().add(0.1).to(%(dtype)s)"),
    (r"^A_log$", "torch.rand(%(shape)s).mul(4).sub(5).to(%(dtype)s)"),
    (r"^A_cumsum$", "torch.rand(%(shape)s).mul(-0.1).cumsum(-1).to(%(dtype)s)"),
    (r"^A$", "torch.rand(%(shape)s).neg().sub(0.001).to(%(dtype)s)"),
    (r"^g$", "torch.rand(%(shape)s).mul(-5).to(%(dtype)s)"),
    (r"(norm|layernorm)\d*_weight$|^norm_weight$", "torch.randn(%(shape)s).mul(0.1).add(1).to(%(dtype)s)"),
    (r"(norm|layernorm)\d*_bias$|^norm_bias$", "torch.randn(%(shape)s).mul(0.1).to(%(dtype)s)"),
    (CAUSAL, "shaped.causal_mask(%(shape)s, %(dtype)s)"),
    (r"_mask$", "torch.randint(0, 2, %(shape)s).to(%(dtype)s)"),
]
MATRIX = r"(^|_)(weights?|proj|projs|weight_matrix)\d*$"


def drawn(name, spec, shape):
    dtype, t = spec["dtype"], "torch." + spec["dtype"]
    said = str(spec.get("description") or "").lower()
    if dtype == PACKED:  # every byte is two numbers
        return "torch.randint(0, 256, %s, dtype=torch.uint8).view(%s)" % (shape, t)
    if dtype == "bool":
        return "torch.randint(0, 2, %s).to(torch.bool)" % shape
    if dtype in INTEGERS:
        return "torch.randint(%d, %d, %s).to(%s)" % (INTEGERS[dtype] + (shape, t))
    if FLOATS[dtype] is not None:
        return "torch.randn(%s).clamp(-%g, %g).to(%s)" % (shape, FLOATS[dtype], FLOATS[dtype], t)
    for pattern, text in DRAWS:
        is_said = (pattern is CAUSAL and "attention mask" in said and "causal" in said) or (pattern is SHARES and "softmax" in said and "output" in said)
        if is_said or re.search(pattern, name):
            return text % {"shape": shape, "dtype": t}
    if len(spec["shape"]) >= 2 and re.search(MATRIX, name):
        return "torch.randn(%s).div(%s[-1] ** 0.5).to(%s)" % (shape, shape, t)
    return "torch.randn(%s, dtype=%s)" % (shape, t)


def stored(root, folder, spec, dtype):
    """A tensor of a safetensors file as an expression."""
    rel = str(spec.get("path", ""))
    parts = rel.split("/")  # the folder may be one of those that the path begins with
    tops = [os.path.realpath(root), os.path.realpath(folder)]
    found = next((p for top in tops for i in range(len(parts)) for p in [os.path.realpath(os.path.join(top, *parts[i:]))]
                  if p.startswith(top + os.sep) and os.path.isfile(p)), None)
    if found is None:
        raise Unfit("its file %s is not there; put it into the folder, under that path" % rel)
    with open(found, "rb") as f:
        size = int.from_bytes(f.read(8), "little")
        if size > 1 << 20:
            raise Unfit("%s is no safetensors file" % rel)
        head = read_json(f.read(size).decode("utf-8", "replace"), rel)
        facts = head.get(spec.get("tensor_key")) if isinstance(head, dict) else None
        if not isinstance(facts, dict) or STORED.get(facts.get("dtype")) != dtype:
            raise Unfit("%s has no tensor %s of type %s" % (rel, spec.get("tensor_key"), dtype))
        begin, end = facts["data_offsets"]
        if not 0 <= begin <= end or end - begin > MOST_STORED:
            raise Unfit("tensor %s of %s has more than %d bytes, which are not kept in a database" % (spec.get("tensor_key"), rel, MOST_STORED))
        f.seek(8 + size + begin)
        data = f.read(end - begin)
    text = base64.b64encode(zlib.compress(data, 9)).decode()
    return 'torch.frombuffer(bytearray(zlib.decompress(base64.b64decode("%s"))), dtype=torch.%s).reshape(%r)' % (text, dtype, tuple(facts["shape"]))


def tolerance(w, form):
    t = w.get("tolerance") if isinstance(w.get("tolerance"), dict) else {}

    def number(names, usual):
        value = next((t[n] for n in names if n in t), usual)
        if value is not None and (type(value) not in (int, float) or not 0 <= value < math.inf):
            raise Unfit("its tolerance %s is no number" % names[0])
        return value

    return {"form": form, "atol": number(("max_atol", "atol"), 1e-2), "rtol": number(("max_rtol", "rtol"), 1e-2),
            "matched": number(("required_matched_ratio",), 0.99 if form == "sol" else 1.0), "cap": number(("max_error_cap",), None),
            "negative_inf": t.get("allow_negative_inf") is True}


def varied(definition, workload, all_workloads, fixed):
    """The axes that a hidden shape may change: [step, least, most] of each."""
    tied = set(fixed)
    for text in definition.d.get("constraints") or []:
        tied |= set(re.findall(r"[A-Za-z_]\w*", str(text)))
    found = {}
    for name in definition.vars:
        values = [w["axes"][name] for w in all_workloads if isinstance(w.get("axes"), dict) and type(w["axes"].get(name)) is int and w["axes"][name] > 0]
        now, step = workload["axes"][name], math.gcd(*values) if values else 0
        if name in tied or step == 0 or len(set(values)) < 2:
            continue
        most = min(max(values), 4 * now) // step * step
        if most >= min(values) and (min(values), most) != (now, now):
            found[name] = [step, min(values), most]
    return found


WEIGHTS = ("weight", "frequency", "count")


def weight_of(row, w):
    """How often a workload is called, where its row says so; None: it does not."""
    given = next((r[n] for r in (w, row) for n in WEIGHTS if n in r), None)
    if given is not None and (type(given) not in (int, float) or not 0 < given < 1e15):
        raise Unfit("its weight is no number above 0")
    return given


def counted(rows, refuse):
    """[form, workload, weight or None] of rows; those that differ in nothing but their id are one, as often as they are there."""
    found, places = [], {}
    for form, w, row in rows:
        inputs = w["inputs"].values() if isinstance(w.get("inputs"), dict) else [None]
        is_drawn = all(isinstance(i, dict) and i.get("type") in ("random", "scalar", "custom") for i in inputs)
        key = json.dumps({k: v for k, v in w.items() if k != "uuid" and k not in WEIGHTS}, sort_keys=True)
        try:
            weight = weight_of(row, w)
        except Unfit as e:
            refuse(w, e)
            continue
        if is_drawn and key in places:
            before = places[key]
            before[2] = (before[2] or 1) + (weight or 1)
            continue
        found.append([form, w, weight])
        if is_drawn:
            places[key] = found[-1]
    return found


def definition_shape(definition, w, weight, all_workloads, form, root, folder):
    """(label, text) of one workload."""
    d = definition.d
    axes = w.get("axes")
    if not isinstance(axes, dict) or not isinstance(w.get("inputs"), dict):
        raise Unfit("it has no axes or no inputs")
    for name in definition.vars:
        if type(axes.get(name)) is not int or not 0 <= axes[name] < 1 << 40:
            raise Unfit("it gives axis %s no size" % name)
    lines, known = definition.lines_of_axes()
    values, fixed, scalars, uses = [], set(), {}, set()
    for name, spec in d["inputs"].items():
        given = w["inputs"].get(name)
        kind = str(given.get("type")) if isinstance(given, dict) else None
        uses.add(kind)
        if kind == "scalar" and "value" in given and (given["value"] is None or (type(given["value"]) in (bool, int, float) and math.isfinite(given["value"]))):
            scalars[name] = given["value"]
            values.append(repr(given["value"]))
        elif kind == "random":
            shape, _ = definition.shape_of(name, spec, known)
            values.append(definition.drawn(name, spec, shape))
        elif kind == "safetensors":
            fixed |= definition.shape_of(name, spec, known)[1]
            values.append(stored(root, folder, given, spec["dtype"]))
        elif kind == "custom" and definition.custom is not None:
            values.append("made[%r]" % name)
        else:
            raise Unfit("input %s is %s, which is not known here" % (name, "given as '%.40s'" % kind if kind else "not given"))
    if "custom" in uses:
        given = ["%r: %s" % (n, n) for n in sorted(known)] + ["%r: %r" % kv for kv in scalars.items()]
        maker = "suite_" + definition.custom if definition.custom in TAKEN else definition.custom
        lines.append("    made = %s({%s}, torch.empty(0).device)" % (maker, ", ".join(given)))
    changes = {n: axes[n] for n in definition.vars}
    label = "+".join("%s=%d" % kv for kv in changes.items()) or "as_defined"
    spec = {"kind": "definition", "problem": definition.name, "shape": label, "entry": "run", "inputs": list(d["inputs"]),
            "outputs": list(d["outputs"]), "tolerance": tolerance(w, form), "op_type": d.get("op_type") or d.get("type"),
            "uuid": str(w.get("uuid", "")), "vary": varied(definition, w, all_workloads, fixed)}
    if definition.is_sampled:
        spec["sampled"] = True
    parameters = ", ".join(d["inputs"])
    call, where = "run(%s)" % parameters, ["    return [%s]" % ",\n            ".join(values)]
    forward = ["        result = " + call]
    if "cuda" in d["reference"]:  # it is the device of the evaluation
        forward = ["        with shaped.here(shaped.device_of([%s])):" % parameters, "            result = " + call]
        lines, where = ["    with shaped.here(torch.empty(0).device):"] + ["    " + x for x in lines], ["    " + where[0]]
    what = "%s, shape %s: definition %s (SHA-256 %.12s), workload %s" % (definition.name, label, definition.origin, definition.digest, spec["uuid"] or "without id")
    weight = ["# Rollbook weight: %.17g" % weight] if weight is not None else []
    needs_more = definition.is_apart or "cuda" in d["reference"] or any("shaped." in v for v in values)
    imports = ["import base64", "import zlib", "", "import torch", ""] + ["import shaped", ""] * needs_more
    reference = [d["reference"].rstrip(), "", ""] + imports
    if definition.is_apart:
        names = ["run"] + ([definition.custom] if "custom" in uses and definition.custom != "run" else [])
        apart = ["suite_" + n if n in TAKEN else n for n in names]
        reference = imports + ["REFERENCE = %s" % quoted(d["reference"].rstrip() + "\n"),
                     "%s = shaped.names_in(REFERENCE, %s)" % (", ".join(apart) + ("," if len(apart) == 1 else ""), names), ""]
    text = "\n".join(["# Rollbook problem: definition"] + weight + [
        "# " + " ".join(what.replace("\0", " ").split()), "# Rollbook workload: " + json.dumps(w)] + reference + [
        "%s = %s" % ("ROLLBOOK", pprint.pformat(spec, width=140, sort_dicts=False)), "AXES = %r" % changes, "", "",
        "class Model(torch.nn.Module):", "    def forward(self%s):" % (", " + parameters if parameters else ""),
        ] + forward + ["        return [result[n] for n in ROLLBOOK[\"outputs\"]] if isinstance(result, dict) else result", "", "",
        "def get_inputs():"] + lines + where + ["", "", "def get_init_inputs():", "    return []", ""])
    return label, text


def workload_lines(path):
    rows = []
    for i, line in enumerate(read_text(path).splitlines()):
        if i == MOST_LINES:
            raise Unfit("%s has more than %d lines" % (path, MOST_LINES))
        if line.strip():
            row = read_json(line, "%s:%d" % (path, i + 1))
            if not isinstance(row, dict):
                raise Unfit("%s:%d is no object" % (path, i + 1))
            rows.append(row)
    return rows


class Folder:
    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.shapes, self.skipped, self.texts, self.n_problems = [], [], [], 0

    def skip(self, what, why):
        self.skipped.append({"what": what[:300], "why": " ".join(str(why).split())[:300]})

    def files(self):
        n = 0
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            for name in sorted(names):
                n += 1
                if n > MOST_FILES:
                    raise Unfit("%s has more than %d files" % (self.root, MOST_FILES))
                yield folder, name

    def add(self, problem, kind, origin, shape):
        label, text = shape
        if len(self.shapes) == MOST_SHAPES:
            raise Unfit("%s has more than %d shapes: import a part of it" % (self.root, MOST_SHAPES))
        name, n = "%s@%s" % (problem, label), 1
        if len(name) > 160:
            name = "%s@%.8s" % (problem, sha256(label.encode()))
        while any(s["name"] == (name if n == 1 else "%s#%d" % (name, n)) for s in self.shapes):
            n += 1
        self.shapes.append({"problem": problem, "kind": kind, "shape": label if n == 1 else "%s#%d" % (label, n),
                            "name": name if n == 1 else "%s#%d" % (name, n), "origin": " ".join(origin.split())[:300]})
        self.texts.append(text)

    def read(self):
        if not os.path.isdir(self.root):
            raise Unfit("%s is no folder" % self.root)
        found, workloads, tasks = {}, {}, []
        for folder, name in self.files():
            path = os.path.join(folder, name)
            rel = os.path.relpath(path, self.root)
            try:
                if name == "task.yml":
                    tasks.append((folder, path, rel))
                elif name.endswith(".json") and os.path.getsize(path) < MOST_BYTES:
                    self.see_json(path, rel, folder, found)
                elif name.endswith(".jsonl"):
                    self.see_workloads(path, rel, folder, workloads)
            except (Unfit, OSError) + MALFORMED as e:
                self.skip(rel, why_left_out(e))
        for name, (definition, folder, rel) in sorted(found.items()):
            self.definition(definition, folder, rel, workloads)
        for folder, path, rel in tasks:
            try:
                self.kernelbot(folder, path, rel)
            except (Unfit, OSError) + MALFORMED as e:
                self.skip(rel, why_left_out(e))

    def see_json(self, path, rel, folder, found):
        text = read_text(path)
        if '"reference"' not in text or '"axes"' not in text:
            return
        d = read_json(text, rel)
        if not isinstance(d, dict) or not {"name", "axes", "inputs", "outputs", "reference"} <= set(d):
            return
        definition = Definition(d, rel, sha256(text.encode()))
        if definition.name in found:
            same = found[definition.name][0].d == d
            raise Unfit("%s definition is called %s: %s" % ("the same" if same else "another", definition.name, found[definition.name][2]))
        found[definition.name] = (definition, folder, rel)

    def see_workloads(self, path, rel, folder, workloads):
        """By the name of the definition, or of the folder where rows name none."""
        for row in workload_lines(path):
            if isinstance(row.get("workload"), dict) and isinstance(row.get("definition"), str):
                if not row.get("solution"):
                    workloads.setdefault(plain_name(row["definition"]), []).append(("flashinfer", row["workload"], row))
            elif "axes" in row and "inputs" in row:
                workloads.setdefault(folder + os.sep, []).append(("sol", row, row))

    def definition(self, definition, folder, rel, workloads):
        rows = workloads.get(definition.name, []) + workloads.get(folder + os.sep, [])
        self.n_problems += 1
        if not rows:
            self.skip(definition.name, "no workload of it is in the folder; they are JSON Lines beside it, or lines that name it as their definition")
        why_not = definition.why_not_drawn()
        if why_not is not None:
            self.skip(definition.name, why_not)
            return
        rows = counted(rows, lambda w, e: self.skip("%s, workload %s" % (definition.name, str(w.get("uuid", "?"))[:60]), e))
        for i, (form, w, weight) in enumerate(rows):
            try:
                shape = definition_shape(definition, w, weight, [r for _, r, _ in rows], form, self.root, folder)
                origin = "%s (SHA-256 %.12s), workload %s" % (rel, definition.digest, str(w.get("uuid", i + 1))[:60])
                self.add(definition.name, "definition", origin, shape)
            except (Unfit,) + MALFORMED as e:
                self.skip("%s, workload %s" % (definition.name, str(w.get("uuid", i + 1))[:60]), why_left_out(e))

    def kernelbot(self, folder, path, rel):
        text = read_text(path)
        d = read_yaml(text)
        if not isinstance(d, dict) or not isinstance(d.get("files"), list):
            raise Unfit("it lists no files")
        if d.get("lang", "py") != "py":
            raise Unfit("its language is %s, and only py is evaluated" % d["lang"])
        files, tops = {}, [os.path.realpath(os.path.join(folder, "..")), os.path.realpath(self.root)]
        for entry in d["files"]:
            name, source = (entry.get("name"), entry.get("source")) if isinstance(entry, dict) else (None, None)
            if not isinstance(name, str) or not isinstance(source, str) or not name.endswith(".py") or source.startswith("@") or name == "eval.py":
                continue
            real = os.path.realpath(os.path.join(folder, source))
            if not any(real.startswith(top + os.sep) for top in tops) or ".." in name or name.startswith("/"):
                raise Unfit("its file %s is outside of its folder" % source)
            files[name] = read_text(real, 1 << 20)
        if "reference.py" not in files:
            raise Unfit("it has no reference.py")
        bound = self.bound_in(files["reference.py"])
        for needed in ("generate_input", "check_implementation"):
            if needed not in bound:
                raise Unfit("its reference.py defines no %s" % needed)
        answer = ("reference", "ref_kernel") if "ref_kernel" in bound else None
        if answer is None and os.path.isfile(os.path.join(folder, "submission.py")):
            files["submission.py"] = read_text(os.path.join(folder, "submission.py"), 1 << 20)
            answer = ("submission", "custom_kernel") if "custom_kernel" in self.bound_in(files["submission.py"]) else None
        if answer is None:
            raise Unfit("its reference.py has no ref_kernel, and there is no submission.py to be the baseline")
        tests, timed = [[c for c in d.get(k) or [] if self.is_case(c)] for k in ("tests", "benchmarks")]
        if any("world_size" in c for c in tests + timed):
            raise Unfit("it runs on several GPUs, and one is used here")
        if not tests + timed:
            raise Unfit("it has neither tests nor benchmarks that are dictionaries of numbers and texts")
        self.n_problems += 1
        problem = plain_name(os.path.basename(folder))
        if any(s["problem"] == problem for s in self.shapes):
            problem = plain_name(os.path.relpath(folder, self.root).replace(os.sep, "."))
        digest = sha256((text + "".join(k + v for k, v in sorted(files.items()))).encode())
        for case in timed or tests:
            label = "+".join("%s=%s" % (k, v) for k, v in case.items() if k != "seed") or "as_defined"
            spec = {"kind": "kernelbot", "problem": problem, "shape": label, "entry": "custom_kernel", "outputs": [],
                    "decides": "own" if answer[0] == "reference" else "suite", "ranking_by": str(d.get("ranking_by", "last"))[:20],
                    "tests": tests, "answer": list(answer), "seed_bits": seed_bits(files["reference.py"])}
            origin = "%s and its files (SHA-256 %.12s)" % (rel, digest)
            self.add(problem, "kernelbot", origin, (plain_label(label), kernelbot_text(files, spec, case, origin)))

    @staticmethod
    def bound_in(text):
        try:
            return set(describe.bound_names(ast.parse(text).body))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as e:
            raise Unfit("its Python cannot be read: %s" % e) from e

    @staticmethod
    def is_case(c):
        def plain(v):
            return type(v) in (bool, int, float, str) or (type(v) is list and all(plain(x) for x in v))

        return isinstance(c, dict) and all(is_name(k) and plain(v) for k, v in c.items())


def plain_label(label):
    return re.sub(r"[^A-Za-z0-9_.+=-]", "_", label)


def quoted(text):
    pretty = '"""\\\n%s"""' % text
    try:
        return pretty if "\\" not in text and ast.literal_eval(pretty) == text else repr(text)
    except (SyntaxError, ValueError):
        return repr(text)


SEEDING = {"manual_seed", "manual_seed_all", "seed", "set_seed", "default_rng", "RandomState", "Random"}
WIDE_BITS, NARROW_BITS = 31, 12  # of seeds: some tasks add theirs to numbers, which a large one makes equal within every tolerance


def only_seeds(function, names, functions, depth=0):
    """Whether these parameters, and names made of them, seed generators and do nothing else, in functions of the same text as well."""
    def uses(node):
        return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))

    def is_made(node):
        return isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call) and all(isinstance(t, ast.Name) for t in node.targets)

    def is_good(node):
        if isinstance(node, ast.Call) and (getattr(node.func, "attr", None) or getattr(node.func, "id", "")) in SEEDING:
            return True
        called = functions.get(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and uses(node) else None
        if called is not None:
            parameters = [a.arg for a in called.args.args + called.args.kwonlyargs]
            reached = {p for p, a in zip(parameters, node.args) if uses(a)} | {k.arg for k in node.keywords if uses(k.value)}
            return depth < 8 and only_seeds(called, reached, functions, depth + 1)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            return False
        return is_made(node) or all(is_good(n) for n in ast.iter_child_nodes(node))

    names, before = set(names), -1
    while before != len(names):
        before = len(names)
        names |= {t.id for n in ast.walk(function) if is_made(n) and uses(n.value) for t in n.targets}
    return all(is_good(n) for n in function.body)


def seed_bits(text):
    functions = {n.name: n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}
    generate = functions.get("generate_input")
    return WIDE_BITS if generate is not None and only_seeds(generate, {"seed"}, functions) else NARROW_BITS


def names_device(files):
    """Whether sources name a GPU outside of generate_input, which runs untimed."""
    for text in files.values():
        body = [n for n in ast.parse(text).body if getattr(n, "name", "") not in ("generate_input", "set_seed", "get_device", "clear_l2_cache")]
        if any("cuda" in ast.unparse(n) for n in body):
            return True
    return False


def kernelbot_text(files, spec, case, origin):
    call = "return answer(shaped.nested(ROLLBOOK[\"layout\"], tensors))"
    forward = ["        " + call]
    if names_device(files):
        forward = ["        if tensors and tensors[0].is_cuda:", "            " + call, "        with shaped.here(tensors[0].device if tensors else \"cpu\"):",
                   "            " + call]
    names = ", ".join("%r: %s" % (k, quoted(v)) for k, v in sorted(files.items(), key=lambda kv: kv[0] != "reference.py"))
    return "\n".join([
        "# Rollbook problem: kernelbot", "# %s, shape %s: %s" % (spec["problem"], plain_label(spec["shape"]), " ".join(origin.split())),
        "import torch", "", "import shaped", "",
        "FILES = {%s}" % names, "", "%s = %s" % ("ROLLBOOK", pprint.pformat(spec, width=140, sort_dicts=False)), "CASE = %r" % case, "",
        "reference = shaped.imported(FILES, \"reference\")",
        "answer = reference.ref_kernel" if spec["answer"][0] == "reference" else "answer = __import__(\"submission\").custom_kernel",
        "check_implementation = reference.check_implementation", "", "",
        "class Model(torch.nn.Module):", "    def forward(self, *tensors):"] + forward + ["", "",
        "def get_inputs():", "    with shaped.here(torch.empty(0).device):",
        "        return shaped.flat(ROLLBOOK, reference.generate_input(**shaped.seeded(CASE, ROLLBOOK[\"seed_bits\"])))", "", "",
        "def get_init_inputs():", "    return []", ""])


def answer(folder, ask):
    if ask["op"] == "list":
        folder = Folder(ask["folder"])
        try:
            folder.read()
        except (Unfit, OSError) as e:
            return None, {"problem": str(e)}
        return folder, {"shapes": folder.shapes, "skipped": folder.skipped, "problems": folder.n_problems}
    if ask["op"] != "shape" or folder is None:
        return folder, describe.facts()
    text, shape = folder.texts[ask["index"]], folder.shapes[ask["index"]]
    return folder, dict(describe.describe({"text": text, "name": shape["name"]}), text=text)


def main(fd):
    channel, folder = messages.Channel(fd), None
    describe.work(describe.SMALL, "small")
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            return
        folder, reply = answer(folder, ask)
        channel.send(reply)


if __name__ == "__main__":
    main(int(sys.argv[1]))
