"""The class of a right output: the least precise arithmetic in which the problem's own Model errs as much.

fp32 is single precision with TF32 off, tf32 has TF32 on, half has inputs, weights and outputs of products in 16 bits.  Both
candidate and Model are held to the same values, in double precision where the problem can run so.
"""
import contextlib
import math

import torch

import comparison

CLASSES = ("fp32", "tf32", "half")
HALVES = {"float16": torch.float16, "bfloat16": torch.bfloat16}
TIMES = 2.0  # the Model's error may be exceeded by
ROUNDING = {"fp32": 2.0**-22, "half": 2.0**-11}  # of a value: what storing it costs
FEW_VALUES, LUCK = 64, 2.0**-12  # the errors of so few values are a matter of luck, in TF32 within this part of a value
SINGLE = 2.0**-16  # errors below this part of an output are those of single precision
DISTINCT = 4.0  # a class differs from fp32 where its Model errs so many times as much
MOST_ERROR = 1 / 16  # of an output; a class whose Model errs more than that says nothing
CREST = 4.0  # largest error by root of the mean square, by that of the Model: a few wrong values are no rounding
# Outside of the tolerance may be so few elements, and by so little, in an output that is right otherwise.
FEW, LITTLE = 1e-6, 2.0

PRODUCTS = {"mm", "addmm", "bmm", "baddbmm", "addbmm", "mv", "addmv", "dot", "vdot", "linear", "mkldnn_linear", "convolution",
            "_convolution", "convolution_overrideable", "_trilinear", "mkldnn_rnn_layer", "_native_multi_head_attention",
            "_transformer_encoder_layer_fwd", "_cdist_forward", "_addmm_activation"}
PREFIXES = ("_scaled_dot_product", "mkldnn_convolution")

try:
    from torch.utils._python_dispatch import TorchDispatchMode
except ImportError:  # an old PyTorch; on a processor TF32 does not apply then, and half rounds inputs and outputs
    TorchDispatchMode = None


def to_tf32(t):
    bits = t.contiguous().view(torch.int32)
    rounded = ((bits + 0xFFF + ((bits >> 13) & 1)) & -0x2000).view(torch.float32)
    return torch.where(torch.isfinite(t), rounded, t)


def rounded(value, kind):
    """kind: "tf32", or a type of 16 bits."""
    if not isinstance(value, torch.Tensor) or value.dtype != torch.float32:
        return value
    return to_tf32(value) if kind == "tf32" else value.to(kind).float()


def changed(values, kind):
    if isinstance(values, (list, tuple)):
        return type(values)(changed(v, kind) for v in values)
    return rounded(values, kind)


if TorchDispatchMode is not None:
    class Rounding(TorchDispatchMode):
        """Products of rounded numbers, where no hardware does them."""
        _should_skip_dynamo = classmethod(lambda cls: False)  # its compiler, which PyTorch would import here, takes seconds

        def __init__(self, kind):
            super().__init__()
            self.kind = kind

        def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
            name = str(operator).split(".")[1]
            if name not in PRODUCTS and not name.startswith(PREFIXES):
                return operator(*args, **(kwargs or {}))
            result = operator(*changed(args, self.kind), **{k: changed(v, self.kind) for k, v in (kwargs or {}).items()})
            return result if self.kind == "tf32" else changed(result, self.kind)


def usual_flags():
    """As PyTorch starts: convolutions take TF32, and products do not.  The suites leave it so."""
    return tf32_flags(False, True)


@contextlib.contextmanager
def tf32_flags(allow, of_convolutions=None):
    backends = (torch.backends.cuda.matmul, torch.backends.cudnn)
    before = [b.allow_tf32 for b in backends]
    try:
        for b, now in zip(backends, (allow, allow if of_convolutions is None else of_convolutions)):
            b.allow_tf32 = now
        yield
    finally:
        for b, was in zip(backends, before):
            b.allow_tf32 = was


def runs_at(name, device, halves=()):
    """The ways to run the Model that belong to a class: functions of (run, values), which give outputs.  None: the class
    does not apply here.  halves: the types of 16 bits that the Model's own outputs have; another type errs otherwise."""
    on_gpu = device != "cpu"

    def half(kind):
        def call(run, values):
            mode = torch.autocast("cuda", dtype=kind) if on_gpu else Rounding(kind) if TorchDispatchMode is not None else contextlib.nullcontext()
            with tf32_flags(False), mode:
                results = run([rounded(v, kind) for v in values])
            return [rounded(r.float() if r.is_floating_point() else r, kind) for r in results]
        return call

    def tf32(run, values):
        with tf32_flags(True), contextlib.nullcontext() if on_gpu else Rounding("tf32"):
            return run(values)

    def fp32(run, values):
        with tf32_flags(False):
            return run(values)

    if name == "half":
        return [half(kind) for known, kind in HALVES.items() if known in (halves or HALVES)]
    if name == "tf32":
        return [tf32] if on_gpu or TorchDispatchMode is not None else None
    return [fp32]


class Errors:
    """How the Model errs on one set of inputs, by class; each is computed when it is asked for."""

    def __init__(self, device, run, values, wanted, halves=()):
        self.device, self.run, self.values, self.wanted, self.halves = device, run, values, wanted, halves
        self.known, self.why_not = {}, {}
        self._sizes = None

    @property
    def sizes(self):
        if self._sizes is None:
            self._sizes = [self._size(w) for w in self.wanted]
        return self._sizes

    @staticmethod
    def _size(want):
        """Root of the mean square, and the largest value; zeros where that is not finite."""
        if not want.is_floating_point() or want.numel() == 0:
            return 0.0, 0.0
        wide = want.float() if want.element_size() == 1 else want
        rms, most = float(torch.linalg.vector_norm(wide)) / want.numel() ** 0.5, float(wide.abs().max())
        return (rms, most) if math.isfinite(rms) and math.isfinite(most) else (0.0, 0.0)

    def of(self, name, i):
        """(largest error, root of the mean square) of output i for each way to run at that class."""
        if name not in self.known:
            self.known[name] = self._measure(name)
        return self.known[name][i]

    def _measure(self, name):
        found = [[] for _ in self.wanted]
        ways = runs_at(name, self.device, self.halves)
        if ways is None:
            self.why_not[name] = "this PyTorch cannot round products on a processor"
        for way in ways or []:
            try:
                for i, (got, want) in enumerate(zip(way(self.run, self.values), self.wanted)):
                    error = self._error(got, want, i)
                    if error is not None:
                        found[i].append(error)
            except Exception as e:  # an operator that this precision lacks, no memory
                self.why_not[name] = "%s: %s" % (type(e).__name__, str(e)[:200])
                if self.device != "cpu":
                    torch.cuda.empty_cache()
        return found

    def _error(self, got, want, i):
        if not got.is_floating_point() or list(got.shape) != list(want.shape):
            return None
        row = comparison.counts(got.float().contiguous(), want.contiguous(), 1.0, 1.0, 1.0)
        if row["not_finite"] > 0 or row["unlike"] > 0:
            return None
        error = errors_of(row)
        return error if error[1] <= MOST_ERROR * self.sizes[i][0] or self.sizes[i][0] == 0.0 else None


def errors_of(row):
    return row["max_abs_err"], math.sqrt(row["squares"] / max(1, row["n"]))


def is_within(row, factor):
    """The tolerance holds, but for few elements that are outside by little."""
    outside = row["n"] - row["matched"]
    return outside == 0 or (outside <= FEW * row["n"] and row["worst_share"] <= LITTLE * factor and is_comparable(row))


def is_comparable(row):
    return row["not_finite"] == 0 and row["unlike"] == 0


def is_small(error, model, size, part):
    """part: of the output's size, what rounding may add."""
    rms, most = size
    return all(e <= TIMES * m + part * s for e, m, s in zip(error, model, (most, rms)))


def is_spread(error, model):
    return error[0] * model[1] <= CREST * model[0] * error[1]


def fits(error, models, size, part):
    return any(is_small(error, m, size, part) and is_spread(error, m) for m in models)


def class_of(row, errors, i, factor):
    """The class of output i whose counts are row; None: it is right at none."""
    if not errors.wanted[i].is_floating_point():
        return CLASSES[0] if row["matched"] == row["n"] else None
    if not is_comparable(row):
        return None
    error, within, size = errors_of(row), is_within(row, factor), errors.sizes[i]
    single = errors.of("fp32", i)
    if any(is_small(error, m, size, ROUNDING["fp32"]) for m in single) or (within and error[1] <= SINGLE * size[0]):
        return "fp32"
    tf32 = errors.of("tf32", i)
    differs = bool(single and tf32) and tf32[0][1] > DISTINCT * single[0][1]
    if within and differs and error[1] < tf32[0][1] / 2:
        return "fp32"
    if differs and fits(error, tf32, size, LUCK if row["n"] < FEW_VALUES else 0.0):
        return "tf32"
    half = errors.of("half", i)
    if within and not differs and not (half and error[1] >= half[0][1] / 2):
        return "fp32"
    if fits(error, half, size, ROUNDING["half"]):
        return "half"
    return "fp32" if within else None


TOLD = ("class", "rms_err", "max_abs_err", "model", "why_no_model", "concentrated", "exact")


def kept_of(name, errors, error, i):
    """Of the ways to run at a class the first that accepts the error, else the least precise; None: there is none."""
    models = errors.known.get(name, [[]] * (i + 1))[i]
    small = (m for m in models if is_small(error, m, errors.sizes[i], ROUNDING.get(name, 0.0)))
    return next(small, max(models, default=None))


class Verdicts:
    """Gives outputs their classes."""

    def __init__(self):
        self.accepted = {}  # by output: class, the Model's error and the output's size in a call that was right at it

    def again(self, row, i):
        """The class that an earlier call of the same output had, where the Model's errors in that call allow this one."""
        name, model, size = self.accepted.get(i, (None, None, None))
        error = errors_of(row)
        fits = name is not None and is_comparable(row) and is_small(error, model, size, ROUNDING.get(name, 0.0)) and is_spread(error, model)
        return name if fits else None

    def add_class(self, row, errors, i, factor, exact):
        """Adds to the counts of output i its class, its error and the Model's at the classes that were looked at.  exact: it is
        held to double precision, where there is one."""
        error, model = errors_of(row), {}
        row["class"] = None if exact else self.again(row, i)
        if row["class"] is not None:
            return
        row["class"] = class_of(row, errors, i, factor)
        for name in errors.known:
            kept = kept_of(name, errors, error, i)
            if kept is not None:
                model[name] = {"max": kept[0], "rms": kept[1]}
        if exact and row["class"] in ("tf32", "half"):
            self.accepted[i] = row["class"], kept_of(row["class"], errors, error, i), errors.sizes[i]
        is_concentrated = row["class"] is None and any(is_small(error, m, errors.sizes[i], 0.0) for known in errors.known.values() for m in known[i])
        row.update(rms_err=error[1], model=model, why_no_model=errors.why_not, concentrated=is_concentrated, exact=exact)


def rank(name):
    """Larger: less precise; right at none is the largest."""
    return CLASSES.index(name) if name is not None else len(CLASSES)
