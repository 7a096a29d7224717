"""A problem: a module with Model, get_inputs and get_init_inputs, as KernelBench defines them.

The module is trusted: whoever imported it vouches for it.  Candidates are not (candidate.py).
"""
import contextlib
import linecache
import random

import torch


class ProblemError(Exception):
    """The module is no problem; the message says why."""


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed)  # of every device


def execute(text, name):
    """The names that a module defines.  Its lines are given to linecache, so that tracebacks and
    decorators that read their source find them."""
    lines = text.splitlines(keepends=True)
    linecache.cache[name] = (len(text), None, lines, name)
    space = {"__name__": "rollbook_module", "__file__": name, "__builtins__": __builtins__}
    exec(compile(text, name, "exec"), space)
    return space


def tensors_of(values):
    return [v for v in values if isinstance(v, torch.Tensor)]


def plain(value):
    """Whether JSON can carry a value and give it back: numbers, texts, lists of them."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return True
    if isinstance(value, (list, tuple)):
        return all(plain(v) for v in value)
    return isinstance(value, dict) and all(isinstance(k, str) and plain(v) for k, v in value.items())


class Problem:
    def __init__(self, text, name="problem.py"):
        try:
            space = execute(text, name)
        except Exception as e:  # whatever a module raises is a sentence about that module
            raise ProblemError("%s cannot be executed: %s: %s" % (name, type(e).__name__, e)) from e
        for needed in ("Model", "get_inputs", "get_init_inputs"):
            if needed not in space:
                raise ProblemError("%s defines no %s" % (name, needed))
        self.model_class = space["Model"]
        self.get_inputs = space["get_inputs"]
        self.get_init_inputs = space["get_init_inputs"]

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
        with where if where is not None else contextlib.nullcontext():
            values = list(self.get_inputs())
        return [v.to(device) if isinstance(v, torch.Tensor) else v for v in values]


def is_uniform(value):
    """Whether it looks like a uniform draw of [0, 1)."""
    if not isinstance(value, torch.Tensor) or not value.is_floating_point() or value.numel() < 2:
        return False
    return float(value.min()) >= 0.0 and float(value.max()) <= 1.0


def spread(value, uniform, kind, out=None):
    """A drawn input as it is used.  kind: "suite", as the module draws it; "signed", uniform draws of
    [0, 1) spread over [-1, 1); "scaled", signed and four times as large."""
    factor = 1.0
    if isinstance(value, torch.Tensor) and value.is_floating_point() and kind != "suite":
        factor = (2.0 if uniform else 1.0) * (4.0 if kind == "scaled" else 1.0)
    if factor == 1.0:
        return value if out is None else out.copy_(value)
    shift = torch.tensor(-factor / 2.0 if uniform else 0.0, dtype=value.dtype, device=value.device)
    return torch.add(shift, value, alpha=factor) if out is None else torch.add(shift, value, alpha=factor, out=out)


def to_double(value):
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        return value.double()
    return value


def outputs_of(result):
    """The tensors of what forward returned, in order; None when there is something else among them."""
    if isinstance(result, torch.Tensor):
        return [result]
    if isinstance(result, (list, tuple)) and all(isinstance(r, torch.Tensor) for r in result):
        return list(result)
    return None
