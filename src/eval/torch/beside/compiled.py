"""torch.compile of a problem's Model, as KernelBench times it (inductor, mode default).

What was compiled last is kept: candidates of one problem come one after the other.
"""
import os

import torch

_kept = None  # (text and facts, module, compiled module)


class NotCompiled(Exception):
    pass


def graphs():
    from torch._dynamo.utils import counters
    return counters["stats"]["unique_graphs"]


def compiled(text, problem, init_inputs, model, device, values, cache):
    """A compiled module with the weights of model, called once on values."""
    global _kept
    if not hasattr(torch, "compile"):
        raise NotCompiled("PyTorch %s has no torch.compile" % torch.__version__)
    key = (text, device, repr(init_inputs), [(tuple(v.shape), v.dtype) for v in values if isinstance(v, torch.Tensor)])
    if _kept is None or _kept[0] != key:
        _kept = None
        _kept = (key,) + _compile(problem, init_inputs, device, values, cache)
    _, module, call = _kept
    module.load_state_dict(model.state_dict())
    call(*values)
    return call


def _compile(problem, init_inputs, device, values, cache):
    # Processes that help to compile would outlive us, and what they wrote is read by us alone.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.join(cache, "inductor")
    os.environ["TRITON_CACHE_DIR"] = os.path.join(cache, "inductor", "triton")
    torch._dynamo.reset()
    module = problem.model(init_inputs, 0, device)
    before = graphs()
    call = torch.compile(module, backend="inductor", mode="default")
    call(*values)
    if graphs() == before:
        raise NotCompiled("nothing of it could be traced")
    return module, call
