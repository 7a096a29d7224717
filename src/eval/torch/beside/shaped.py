"""Problems that have several shapes: definitions (SOL-ExecBench, flashinfer-trace) and tasks of kernelbot.

shapes.py writes a module for each shape, which problem.py reads as any other; its dictionary ROLLBOOK says what kind it is.
Here is what such modules share: sources without files, nested inputs as a list, shapes that nobody was told, double
precision where a reference names its types, and the suites' own rules of what is right.
"""
import contextlib
import importlib.abc
import importlib.util
import linecache
import random
import sys

import torch

try:
    from torch.overrides import TorchFunctionMode
except ImportError:  # an old PyTorch
    TorchFunctionMode = None

NAME = "ROLLBOOK"  # of the dictionary in a module
PLACE = "tensor "  # of a tensor in a layout


class Texts(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules whose sources are texts.  files: path with ".py" -> source."""

    def __init__(self, files):
        self.files = {}
        for path, text in files.items():
            parts = path[:-3].split("/")
            is_package = parts[-1] == "__init__"
            self.files[".".join(parts[:-1] if is_package else parts)] = (path, text, is_package)
        for name in list(self.files):
            while "." in name:
                name = name.rpartition(".")[0]
                self.files.setdefault(name, (name.replace(".", "/") + "/__init__.py", "", True))

    def find_spec(self, name, path=None, target=None):
        if name not in self.files:
            return None
        return importlib.util.spec_from_loader(name, self, origin=self.files[name][0], is_package=self.files[name][2])

    def create_module(self, spec):
        return None

    def get_source(self, name):
        return self.files[name][1]

    def exec_module(self, module):
        path, text, _ = self.files[module.__name__]
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
        module.__file__ = path
        exec(compile(text, path, "exec"), module.__dict__)


def imported(files, name):
    """The module of that name among the texts; they replace others that were there."""
    finder = Texts(files)
    sys.meta_path[:] = [finder] + [f for f in sys.meta_path if not isinstance(f, Texts)]
    for known in finder.files:
        sys.modules.pop(known, None)
    return importlib.import_module(name)


def names_in(text, names):
    """What a module whose source is a text calls so; its other names stay its own."""
    module = imported({"definition.py": text}, "definition")
    return [getattr(module, n) for n in names]


def causal_mask(shape, dtype):
    """What is added to scores; 0 and 1 where it is no square."""
    if len(shape) < 2 or shape[-1] != shape[-2]:
        return torch.randint(0, 2, shape).to(dtype)
    return torch.full(shape[-2:], torch.finfo(dtype).min, dtype=torch.float32).triu(1).to(dtype).expand(shape).contiguous()


def spec_of(space):
    found = space.get(NAME)
    return found if isinstance(found, dict) else None


def _layout(value, tensors):
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return PLACE + str(len(tensors) - 1)
    if type(value) in (tuple, list):
        return type(value)(_layout(v, tensors) for v in value)
    if type(value) is dict and all(type(k) is str for k in value):
        return {k: _layout(v, tensors) for k, v in value.items()}
    if value is None or type(value) in (bool, int, float) or (type(value) is str and not value.startswith(PLACE)):
        return value
    raise TypeError("generate_input returns a %s, and only tensors, numbers, texts, tuples, lists and dictionaries of them are handed on"
                    % type(value).__name__)


def flat(spec, data):
    """The tensors of nested inputs, whose layout is noted."""
    tensors = []
    spec["layout"] = _layout(data, tensors)
    return tensors


def nested(layout, tensors):
    if isinstance(layout, str) and layout.startswith(PLACE):
        return tensors[int(layout[len(PLACE):])]
    if isinstance(layout, (tuple, list)):
        return type(layout)(nested(v, tensors) for v in layout)
    if isinstance(layout, dict):
        return {k: nested(v, tensors) for k, v in layout.items()}
    return layout


def outputs_of(result, names=()):
    """In the order of the names where it is a dictionary."""
    if isinstance(result, dict):
        return [result[n] for n in names or result]
    return result


def seeded(case, bits=12):
    """A case with a seed drawn by PyTorch's generator, which the evaluator sets; its own is public."""
    fresh = dict(case)
    if "seed" in fresh:
        fresh["seed"] = int(torch.randint(0, 1 << bits, (1,), device="cpu"))
    return fresh


class _Here(TorchFunctionMode or object):
    """Tensors that are asked for on a GPU come to be on another device."""

    def __init__(self, device):
        super().__init__()
        self.device = device

    def _moved(self, value):
        named = isinstance(value, (str, torch.device)) and str(value).split(":")[0] == "cuda"
        return self.device if named else value

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if function is torch.Tensor.cuda:
            return args[0].to(self.device)
        kwargs = {k: self._moved(v) for k, v in (kwargs or {}).items()}
        if self.device == "meta":
            kwargs.pop("generator", None)
        return function(*[self._moved(v) for v in args], **kwargs)


@contextlib.contextmanager
def here(device):
    """Sources that name "cuda" run on this device."""
    device = str(device).split(":")[0]
    if device == "cuda" or TorchFunctionMode is None:
        yield
        return
    whole = torch.Generator

    class Generator(whole):
        def __new__(cls, device="cpu"):
            return super().__new__(cls, "cpu")

    torch.Generator = Generator
    try:
        with _Here(device):
            yield
    finally:
        torch.Generator = whole


def device_of(values):
    """Where a call with these values is to run."""
    found = next((v.device for v in values if isinstance(v, torch.Tensor)), None)
    return found if found is not None else "cuda" if torch.cuda.is_available() else "cpu"


CASTS = {getattr(torch.Tensor, n): t for n, t in (("double", torch.float64), ("float", torch.float32), ("half", torch.float16), ("bfloat16", torch.bfloat16))}


class _Retyped(TorchFunctionMode or object):
    """A reference that names its types computes in another one all the same."""

    def __init__(self, before, now):
        super().__init__()
        self.before, self.now = before, now

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if CASTS.get(function) in self.before:
            return args[0].to(self.now)

        def other(value):
            return self.now if isinstance(value, torch.dtype) and value in self.before else value

        return function(*[other(v) for v in args], **{k: other(v) for k, v in (kwargs or {}).items()})


class Retyped:
    """A model whose floating-point types are another one."""

    def __init__(self, model, before, now):
        self.model, self.before, self.now = model, before, now

    def __call__(self, *values):
        usual = torch.get_default_dtype()
        torch.set_default_dtype(self.now)
        try:
            with _Retyped(self.before, self.now) if TorchFunctionMode is not None else contextlib.nullcontext():
                return self.model(*values)
        finally:
            torch.set_default_dtype(usual)


def in_double(model):
    return Retyped(model, (torch.float32, torch.float16, torch.bfloat16), torch.float64)


def in_single(model):
    return Retyped(model, (torch.float64,), torch.float32)


def hide(space, seed):
    """Gives a module another shape, drawn by a seed; what it is, or None where there is no other."""
    spec, draw = spec_of(space), random.Random(seed)
    if spec is None:
        return None
    if spec["kind"] == "kernelbot":
        now = {k: v for k, v in space["CASE"].items() if k != "seed"}
        others = [c for c in spec["tests"] if {k: v for k, v in c.items() if k != "seed"} != now]
        if not others:
            return None
        space["CASE"] = dict(draw.choice(others))
        return ", ".join("%s=%s" % (k, v) for k, v in space["CASE"].items() if k != "seed")
    changed = {}
    for name, (step, least, most) in spec["vary"].items():
        places = [v for v in (draw.randint(-(-least // step), most // step) * step for _ in range(8)) if v != space["AXES"][name]]
        if places:
            changed[name] = places[0]
    space["AXES"].update(changed)
    return ", ".join("%s=%d" % kv for kv in sorted(changed.items())) or None


def _within(rule, got, want):
    """Their rule of one output: None, or why not."""
    x, y = got.to(torch.float32), want.to(torch.float32)
    if x.numel() == 0:
        return None
    if rule["form"] == "flashinfer":
        bad = ~torch.isfinite(x) & torch.isfinite(y)
        if bool(bad.any()):
            return "%d elements are not finite" % int(bad.sum())
        error = (x - y).abs()
        exceeds = (error > rule["atol"]) & (error / (y.abs() + 1e-8) > rule["rtol"])
    else:
        both = (x == -torch.inf) & (y == -torch.inf) if rule["negative_inf"] else torch.zeros_like(x, dtype=torch.bool)
        bad = (~torch.isfinite(x) | ~torch.isfinite(y)) & ~both
        if bool(bad.any()):
            return "%d elements are not finite" % int(bad.sum())
        x, y = x[~both], y[~both]
        if bool(y.any()) and not bool(x.any()):
            return "every element is zero"
        error = (x - y).abs()
        exceeds = error > rule["atol"] + rule["rtol"] * y.abs()
        if rule["cap"] is not None and error.numel() and float(error.max()) > rule["cap"]:
            return "the largest error %.3g exceeds %g" % (float(error.max()), rule["cap"])
    share = 1.0 - float(exceeds.sum()) / max(1, exceeds.numel())
    return None if share >= rule["matched"] else "%.4f of the elements are within %g + %g x |expected|, %g are wanted" % (
        share, rule["atol"], rule["rtol"], rule["matched"])


def narrow(space, model, values, shown):
    """kernelbot's tasks compute some references in double precision, and answers in single precision are wanted: those whose check
    accepts the reference's own results rounded so.  Places of these outputs."""
    spec = spec_of(space)
    places = [i for i, t in enumerate(shown) if t.dtype == torch.float64]
    if spec["kind"] != "kernelbot" or not places or any(isinstance(v, torch.Tensor) and v.dtype == torch.float64 for v in values):
        return []
    try:
        right, _ = theirs(space, model, values, [t.float() if i in places else t for i, t in enumerate(shown)])
    except Exception:  # a check that wants the very type
        right = False
    return places if right else []


def theirs(space, model, values, got):
    """What the suite's own rule says of outputs: (right, why not)."""
    spec = spec_of(space)
    if spec["kind"] == "kernelbot":
        output = got[0] if len(got) == 1 else tuple(got)
        with here(got[0].device if got else "cpu"):
            said = space["check_implementation"](nested(spec["layout"], values), output)
        right, why = said if isinstance(said, tuple) else (not said, said)
        return bool(right), " ".join(str(why or "").split())[:300]
    want = outputs_of(model(*values), spec["outputs"])
    want = [want] if isinstance(want, torch.Tensor) else list(want)
    for i, (x, y) in enumerate(zip(got, want)):
        why = _within(spec["tolerance"], x, y.to(x.device))
        if why is not None:
            return False, "output %d: %s" % (i, why)
    return True, ""
