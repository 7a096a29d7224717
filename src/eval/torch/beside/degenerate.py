"""Whether a problem can be answered without doing its work: then a fast candidate says nothing."""
import torch

import problem as problems

MOST_US = 500000.0  # of a call; longer ones are not asked again


def _same(a, b, atol, rtol):
    return a.shape == b.shape and bool(torch.allclose(a.double(), b.double(), atol=atol, rtol=rtol, equal_nan=True))


def _is_constant(output, tolerance):
    flat = output.flatten()
    return flat.numel() > 1 and _same(flat, flat[:1].expand_as(flat), tolerance, tolerance)


def _is_input(output, values, tolerance):
    return any(_same(output, v.to(output.device), tolerance, tolerance) for v in problems.tensors_of(values) if v.shape == output.shape)


def found(values, tolerance, run, other_values):
    """A sentence, or None.  run gives the outputs for inputs."""
    outputs = run(values)
    if not outputs or not all(o.is_floating_point() for o in outputs):
        return None
    if all(_is_constant(o, tolerance) for o in outputs):
        return "every element of the result is the same number"
    if all(_is_input(o, values, tolerance) for o in outputs):
        return "the result is an input"
    if all(_same(o, p, tolerance, tolerance) for o, p in zip(outputs, run(other_values()))):
        return "the result does not depend on the inputs"
    return None
