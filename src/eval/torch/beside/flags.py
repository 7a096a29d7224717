"""PyTorch's flags as one process has them and another takes them over.

KernelBench runs a candidate in the process of the reference, so what the candidate sets reaches the reference.
"""
import contextlib

import torch

PLACES = ("cuda.matmul.allow_tf32", "cudnn.allow_tf32", "cuda.matmul.allow_fp16_reduced_precision_reduction",
          "cuda.matmul.allow_bf16_reduced_precision_reduction", "cudnn.benchmark", "cudnn.deterministic", "cudnn.enabled",
          "fp32_precision", "cuda.matmul.fp32_precision", "cudnn.fp32_precision", "cudnn.conv.fp32_precision", "cudnn.rnn.fp32_precision")
DTYPES = {str(t): t for t in (torch.float16, torch.bfloat16, torch.float32, torch.float64)}


def _owner(place):
    parts = place.split(".")
    owner = torch.backends
    for part in parts[:-1]:
        owner = getattr(owner, part)
    return owner, parts[-1]


def _calls():
    """name: (how it is read, how it is set)"""
    cuda = torch.backends.cuda
    calls = {"matmul_precision": (torch.get_float32_matmul_precision, torch.set_float32_matmul_precision),
             "deterministic": (torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms),
             "default_dtype": (lambda: str(torch.get_default_dtype()), lambda name: torch.set_default_dtype(DTYPES[name]))}
    for kind in ("flash", "mem_efficient", "math", "cudnn"):
        read, write = getattr(cuda, kind + "_sdp_enabled", None), getattr(cuda, "enable_%s_sdp" % kind, None)
        if read is not None and write is not None:
            calls["sdp_" + kind] = (read, write)
    return calls


def _reads():
    reads = {name: read for name, (read, _) in _calls().items()}
    for place in PLACES:
        reads[place] = lambda place=place: getattr(*_owner(place))
    return reads


def now():
    """The flags that this PyTorch has, and that can be read as it is set up."""
    found = {}
    for name, read in _reads().items():
        with contextlib.suppress(Exception):
            value = read()
            if isinstance(value, (bool, str)):
                found[name] = value
    return found


def _set(name, value):
    with contextlib.suppress(Exception):  # a value that another process may set, and this one not
        calls = _calls()
        if name in calls:
            calls[name][1](value)
        elif name in PLACES:
            owner, attribute = _owner(name)
            setattr(owner, attribute, value)


@contextlib.contextmanager
def taken_over(wanted):
    """As another process told them; what differs, alone."""
    before = now() if wanted else {}
    changed = []
    try:
        for name, was in before.items():
            value = wanted.get(name, was) if isinstance(wanted, dict) else was
            if type(value) is type(was) and value != was and now().get(name) != value:
                changed.append((name, was))
                _set(name, value)
        yield [name for name, _ in changed]
    finally:
        for name, was in reversed(changed):
            _set(name, was)
