"""A problem: a module with Model, get_inputs and get_init_inputs, as KernelBench defines them.

The module is trusted: whoever imported it vouches for it.  Candidates are not (candidate.py).
"""
import ast
import contextlib
import linecache
import math
import operator
import random
import re
import sys
import types

import torch


class ProblemError(Exception):
    """The module is no problem; the message says why."""


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)  # of every device


def execute(text, name, before=(), is_bare=False):
    """The names that a module defines.  Its lines are given to linecache, so that tracebacks and
    decorators that read their source find them, and it is among sys.modules, where dataclasses and pickle look for the
    module of a class.  before: statements that it finds executed; one that fails is left out.  is_bare: as in KernelBench's
    dictionary, which is no module and whose text has no source, so that torch.jit.script of its functions fails."""
    space = {}
    if not is_bare:
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        module = types.ModuleType("rollbook_module")
        sys.modules[module.__name__] = module
        space = module.__dict__
        space["__file__"] = name
    space["__builtins__"] = __builtins__
    for statement in before:
        with contextlib.suppress(Exception):
            exec(statement, space)
    exec(compile(text, name, "exec"), space)
    return space


def tensors_of(values):
    return [v for v in values if isinstance(v, torch.Tensor)]


def plain(value):
    """Whether written() can carry a value: numbers, texts, lists of them."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return True
    if isinstance(value, (list, tuple)):
        return all(plain(v) for v in value)
    return isinstance(value, dict) and all(isinstance(k, str) and plain(v) for k, v in value.items())


def written(value):
    """A plain value as a text of which read() makes the same one.  The checker, which hands it on, makes 2 of a JSON number
    2.0, and JSON has neither tuples nor infinity."""
    if isinstance(value, (list, tuple)):
        inside = "".join(written(v) + "," for v in value)
        return "(%s)" % inside if isinstance(value, tuple) else "[%s]" % inside
    if isinstance(value, dict):
        return "{%s}" % "".join("%s:%s," % (written(k), written(v)) for k, v in value.items())
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind.__repr__(value)
    if value is None:
        return "None"
    raise ProblemError("inputs are tensors, numbers and texts, and lists of the latter two; a %s within a list, or as an argument of "
                       "Model's constructor, is not handed to a candidate" % type(value).__name__)


def read(text):
    return eval(text, {"__builtins__": {}, "inf": math.inf, "nan": math.nan})


ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv, ast.Div: operator.truediv}
MOST_CONSTANT = 1 << 40


def _value_of(node, known):
    """A number, a text or a tuple or list of them; anything else raises ValueError."""
    if isinstance(node, ast.Constant) and plain(node.value):
        return node.value
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id]
    if isinstance(node, (ast.Tuple, ast.List)):
        values = [_value_of(e, known) for e in node.elts]
        return tuple(values) if isinstance(node, ast.Tuple) else values
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _number(-_number(_value_of(node.operand, known)))
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        left, right = _number(_value_of(node.left, known)), _number(_value_of(node.right, known))
        return _number(ARITHMETIC[type(node.op)](left, right))
    raise ValueError("no constant")


def _number(value):
    if not isinstance(value, (int, float)) or abs(value) > MOST_CONSTANT:
        raise ValueError("no number")
    return value


def constant_of(node):
    return _value_of(node, {})


def constants_of(text):
    """What the top level of a module binds to constants.  The text is read and never run."""
    known = {}
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return known
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) and node.value else []
        for target in targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
                pairs = list(zip(target.elts, node.value.elts))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    known.pop(name.id, None)
                    try:
                        known[name.id] = _value_of(value, known)
                    except (ValueError, ArithmeticError, RecursionError):
                        pass
    return known


def surroundings_of(text):
    """What a candidate finds in KernelBench, which executes it where it executed the problem: the problem's imports and constants,
    a statement each.  Its classes and functions are not among them, so that nobody computes by the reference."""
    imports = [ast.unparse(node) for node in ast.parse(text).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return imports + ["%s = %s" % (name, written(value)) for name, value in constants_of(text).items()]


class Problem:
    def __init__(self, text, name="problem.py"):
        try:
            space = execute(text, name)
        except Exception as e:  # whatever a module raises is a sentence about that module
            raise ProblemError("%s cannot be executed: %s: %s" % (name, type(e).__name__, e)) from e
        for needed in ("Model", "get_inputs", "get_init_inputs"):
            if needed not in space:
                raise ProblemError("%s defines no %s" % (name, needed))
        self.space, self.own = space, {}
        self.model_class = space["Model"]
        self.get_inputs = space["get_inputs"]
        self.get_init_inputs = space["get_init_inputs"]

    def shadow(self, text):
        """KernelBench executes a candidate in the namespace of the problem, whose functions then see the candidate's
        constants.  Takes over those that differ, and returns their names."""
        for name, value in constants_of(text).items():
            if name in self.space and plain(self.space[name]) and self.space[name] != value:
                self.own[name] = self.space[name]
                self.space[name] = value
        return sorted(self.own)

    def grown(self):
        """How many times as large the taken numbers are, all together."""
        times = 1.0
        for name, value in self.own.items():
            now = self.space[name]
            if all(isinstance(v, (int, float)) and v > 0 for v in (value, now)):
                times *= max(1.0, now / value)
        return times

    def unshadow(self):
        self.space.update(self.own)

    def init_inputs(self, seed):
        seed_everything(seed)
        values = list(self.get_init_inputs())
        if not plain(values):
            raise ProblemError("get_init_inputs returns more than numbers, texts and lists of them")
        return values

    def model(self, init_inputs, seed, device):
        seed_everything(seed)
        return self.model_class(*init_inputs).to(device)

    def inputs(self, seed, device):
        """Inputs for forward, as the module draws them.  On a GPU the draws are made there: the same
        distribution, other numbers than the processor's."""
        seed_everything(seed)
        where = torch.device(device) if device != "cpu" and hasattr(torch.device(device), "__enter__") else None
        with where if where is not None else contextlib.nullcontext(), newer_torch():
            values = list(self.get_inputs())
        return [v.to(device) if isinstance(v, torch.Tensor) else v for v in values]


@contextlib.contextmanager
def newer_torch():
    """What this PyTorch lacks is no fault of ours."""
    try:
        yield
    except AttributeError as e:
        lacks = re.fullmatch(r"module 'torch' has no attribute '(\w+)'", str(e))
        if lacks is None:
            raise
        raise ProblemError("the problem needs torch.%s, which PyTorch %s does not have: install a newer PyTorch" % (lacks.group(1), torch.__version__)) from e


def is_real(value):
    """A tensor of numbers that PyTorch computes with; those of four bits it only keeps, two in a byte."""
    return isinstance(value, torch.Tensor) and value.is_floating_point() and "float4" not in str(value.dtype)


def equal(a, b):
    return torch.equal(a, b) if "float4" not in str(a.dtype) else torch.equal(a.view(torch.uint8), b.view(torch.uint8))


def is_uniform(value):
    """Whether range, mean and variance are those of a uniform draw of [0, 1), which shares and masks lie in too."""
    if not is_real(value) or value.element_size() == 1 or value.numel() < 2:  # 8 bits have neither comparisons nor sums
        return False
    if float(value.min()) < 0.0 or float(value.max()) > 1.0:
        return False
    variance, mean = (float(v) for v in torch.var_mean(value.float(), unbiased=False))
    apart = 6.0 / math.sqrt(value.numel())  # deviations of a mean; those of a variance are smaller
    return abs(mean - 0.5) <= apart * math.sqrt(1 / 12) + 1e-3 and abs(variance - 1 / 12) <= apart / 12 + 1e-3


def spread(value, uniform, kind, out=None):
    """A drawn input as it is used.  kind: "suite", as the module draws it; "signed", uniform draws of
    [0, 1) spread over [-1, 1); "scaled", signed and four times as large."""
    factor = 1.0
    if is_real(value) and value.element_size() > 1 and kind != "suite":
        factor = (2.0 if uniform else 1.0) * (4.0 if kind == "scaled" else 1.0)
    if factor == 1.0:
        return value if out is None else out.copy_(value)
    shift = torch.tensor(-factor / 2.0 if uniform else 0.0, dtype=value.dtype, device=value.device)
    return torch.add(shift, value, alpha=factor) if out is None else torch.add(shift, value, alpha=factor, out=out)


def to_double(value):
    return value.double() if is_real(value) else value


def uses_memory_of(tensor, others):
    """Whether a tensor lies within the memory of one of the others."""
    if tensor.numel() == 0:
        return False
    begin, end = tensor.data_ptr(), tensor.data_ptr() + tensor.numel() * tensor.element_size()
    return any(begin < t.data_ptr() + t.numel() * t.element_size() and t.data_ptr() < end for t in others)


def outputs_of(result):
    """The tensors of what forward returned, in order; None when there is something else among them."""
    if isinstance(result, torch.Tensor):
        return [result]
    if isinstance(result, (list, tuple)) and all(isinstance(r, torch.Tensor) for r in result):
        return list(result)
    return None
