"""Equal values: which of them an index names, and on which side of a bound they lie.

Drawn numbers are hardly ever equal, so a candidate is called once on inputs that are rounded to few values, where the problem's
Model asks for an order or compares.  argmax, argmin, max and min along a dimension and a stable sort take the first of equal
values, as PyTorch's documentation says; other operators leave it open, and any index of an equal value is right then, at
every call.
"""
import math

import torch

import precision
import problem as problems

FIRST = {"argmax", "argmin", "max", "min"}
OPEN = {"topk", "sort", "kthvalue", "median", "nanmedian", "mode", "cummax", "cummin", "max_pool2d_with_indices", "max_pool3d_with_indices",
        "adaptive_max_pool2d", "adaptive_max_pool3d"}
# They jump from one value to another.
STEPS = {"gt", "ge", "lt", "le", "eq", "ne", "sign", "sgn", "threshold", "hardshrink", "heaviside", "bucketize", "searchsorted", "round", "floor", "ceil",
         "trunc", "frac", "fmod", "remainder", "floor_divide"}
LIKE = 2.0**-16  # of the largest value: values that were computed are equal within it


def step_of(value):
    """A power of two, of which a drawn input has about ten multiples."""
    rms = float(torch.linalg.vector_norm(value.float())) / max(1, value.numel()) ** 0.5
    return 2.0 ** (math.floor(math.log2(rms)) - 1) if 0.0 < rms < math.inf else 1.0


def round_off(value):
    """Rounds it in place; the step, or None where it has no order."""
    if not problems.is_real(value) or value.numel() == 0:
        return None
    step = step_of(value)
    value.copy_((value.double() / step).round_() * step)
    return step


class Choice:
    """A call of an operator that names positions."""

    def __init__(self, name, given, result):
        self.name, self.source = name, given["self"]
        self.values, self.indices = result if isinstance(result, tuple) else (None, result)
        self.is_first = name in FIRST or bool(given.get("stable"))
        self.reach = None
        if "pool" in name:
            self.reach = self._reach(given)
        self.dim = given.get("dim")

    def _reach(self, given):
        """How far apart two positions of one window can be, for each dimension."""
        n = 3 if "3d" in self.name else 2
        if "adaptive" in self.name:
            return [-(-a // b) for a, b in zip(self.source.shape[-n:], self.indices.shape[-n:])]
        sizes, apart = ([v[i % len(v)] for i in range(n)] for v in (given["kernel_size"], given.get("dilation") or [1]))
        return [(s - 1) * a for s, a in zip(sizes, apart)]

    def _lines(self, got):
        """(values, positions among them, those that the Model took, dimension)"""
        if self.reach is not None:
            n = len(self.reach)
            return [t.flatten(-n) for t in (self.source, got, self.indices)] + [-1]
        if self.dim is None or self.source.dim() == 0:
            return [t.flatten() for t in (self.source, got, self.indices)] + [0]
        lines = [got, self.indices]
        if self.indices.dim() < self.source.dim():
            lines = [t.unsqueeze(self.dim) for t in lines]
        return [self.source] + lines + [self.dim]

    def accepts(self, got, is_exact):
        """Whether positions lead to the values that the Model's lead to."""
        source, got, own, dim = self._lines(got.to(torch.int64).reshape(self.indices.shape))
        if bool(((got < 0) | (got >= source.shape[dim])).any()):
            return False
        a, b = source.gather(dim, got), source.gather(dim, own)
        same = (a == b) | ((a != a) & (b != b))
        if not is_exact:
            same |= (a - b).abs() <= LIKE * float(source.abs().max())
        if not bool(same.all()):
            return False
        if self.name in ("topk", "sort") and got.dim() > 0:
            return not bool((got.sort(dim).values.diff(dim=dim) == 0).any())
        if self.name in ("cummax", "cummin"):
            shape = [-1 if i == dim % got.dim() else 1 for i in range(got.dim())]
            return bool((got <= torch.arange(got.shape[dim], device=got.device).view(shape)).all())
        if self.reach is not None:
            return self._is_near(got, own)
        return True

    def _is_near(self, got, own):
        for size, reach in list(zip(self.source.shape[-len(self.reach):], self.reach))[::-1]:
            if bool(((got % size - own % size).abs() > reach).any()):
                return False
            got, own = got // size, own // size
        return True


if precision.TorchDispatchMode is not None:
    class Watching(precision.TorchDispatchMode):
        _should_skip_dynamo = classmethod(lambda cls: False)  # as in precision.py

        def __init__(self):
            super().__init__()
            self.choices, self.stepped = [], []

        def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
            result = operator(*args, **(kwargs or {}))
            name, kind = str(operator).split(".")[1:3]
            named = name in OPEN or name in ("argmax", "argmin") or (name in FIRST and kind == "dim")
            if named:
                given = dict(zip((a.name for a in operator._schema.arguments), args), **(kwargs or {}))
                if "dim" not in given and name not in ("argmax", "argmin"):
                    given["dim"] = -1
                self.choices.append(Choice(name, given, result))
            elif name in STEPS:
                self.stepped.append([v for v in list(args) + list((kwargs or {}).values()) if isinstance(v, torch.Tensor)])
            return result


def watch(run):
    """(what run() gives, the choices and steps that it made or None)"""
    if precision.TorchDispatchMode is None:
        return run(), None
    with Watching() as seen:
        result = run()
    return result, seen


def matter(seen, outputs):
    """Whether equal values can show in these outputs."""
    if seen is None:
        return False
    return bool(seen.stepped) or any(c.is_first for c in seen.choices) or (bool(seen.choices) and not all(o.is_floating_point() for o in outputs))


def _is_on(value, step):
    """Of a multiple of the step nothing is lost on the way, whoever computes it."""
    return not value.is_floating_point() or bool((torch.isnan(value) | (torch.remainder(value, step) == 0)).all())


class Settled:
    """What is right on inputs of which many are equal."""

    def __init__(self, seen, outputs, step):
        self.choices = seen.choices
        self.exact = [_is_on(c.source, step) for c in self.choices]
        self.is_known = all(_is_on(v, step) for values in seen.stepped for v in values) and all(
            bool(torch.isfinite(o).all()) for o in outputs if o.is_floating_point())
        self.is_strict = all(c.is_first and e for c, e in zip(self.choices, self.exact))

    def is_right(self, got, want):
        """Whether an output that differs from what the Model gives is right, or cannot be told to be wrong."""
        if not self.is_known:
            return True
        if self.is_strict:
            return False
        if want.is_floating_point():
            return not any(c.values is not None and c.values.numel() == want.numel() and torch.equal(c.values.flatten(), want.flatten().to(c.values.dtype))
                           for c in self.choices)
        choice, exact = choice_of(self.choices, want, self.exact)
        return choice is None or (not (choice.is_first and exact) and choice.accepts(got, exact))


def choice_of(choices, want, facts):
    for c, fact in zip(choices, facts):
        if c.indices.numel() == want.numel() and torch.equal(c.indices.flatten(), want.flatten().to(torch.int64)):
            return c, fact
    return None, False


def accept(row):
    row.update(matched=row["n"], matched_strict=row["n"], unlike=0, not_finite=0, max_abs_err=0.0, max_rel_err=0.0)
    row["class"] = precision.CLASSES[0]
