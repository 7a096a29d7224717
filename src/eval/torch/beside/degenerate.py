"""Whether a problem can be answered without doing its work: then a fast candidate says nothing."""
import ast
import re
import time

import torch

import problem as problems
import shaped

MOST_US = 500000.0  # of a call; longer ones are not asked again
TOLERANCE = 1e-4
LEAST_SIZE = 0.01  # of an output whose own size makes the tolerance smaller
NO_WORK = "the problem needs no work, so a speedup says nothing: "


def _close(a, b, atol, rtol):
    return bool(torch.allclose(a.double(), b.double(), atol=atol, rtol=rtol, equal_nan=True))


def _same(a, b, atol, rtol):
    """Whether all elements are close; most tensors that differ do so in their first row already."""
    if a.shape != b.shape:
        return False
    if a.numel() > 1 << 16 and not _close(*(t[(0,) * (t.dim() - 1)][:4096] for t in (a, b)), atol, rtol):
        return False
    return _close(a, b, atol, rtol)


def _is_constant(output, atol):
    flat = output.flatten()
    return flat.numel() > 1 and _same(flat, flat[:1].expand_as(flat), atol, TOLERANCE)


def _is_input(output, values, atol):
    return any(_same(output, v.to(output.device), atol, TOLERANCE) for v in problems.tensors_of(values) if v.shape == output.shape and "float4" not in str(v.dtype))


def _unused(values, others, same, most_calls):
    """The places of inputs whose other draw gives the same result; one that is drawn as the same again tells nothing."""
    drawn = [i for i, (v, o) in enumerate(zip(values, others)) if isinstance(v, torch.Tensor) and isinstance(o, torch.Tensor)
             and v.shape == o.shape and not problems.equal(v, o)]
    if len(drawn) < 2 or len(drawn) > most_calls:
        return []
    return [i for i in drawn if same(values[:i] + [others[i]] + values[i + 1:])]


def found(values, run, other_values, call_us, smaller=True, scratch=False):
    """A sentence, or None.  run gives the outputs for inputs.  smaller: as by the own rule, an output that is small in size is
    held to a smaller tolerance; KernelBench's is the same for all.  scratch: an input may be memory for a result."""
    outputs = run(values)
    if not any(o.numel() for o in outputs) or not all(o.is_floating_point() for o in outputs):
        return None

    def atol_of(output):
        size = float(output.double().pow(2).mean().sqrt()) if smaller and output.numel() > 0 else 1.0
        return TOLERANCE * min(1.0, max(size, LEAST_SIZE)) if size > 0.0 else TOLERANCE

    atols = [atol_of(o) for o in outputs]
    if all(_is_constant(o, atol) for o, atol in zip(outputs, atols)):
        return NO_WORK + "every element of the result is the same number"
    if all(_is_input(o, values, atol) for o, atol in zip(outputs, atols)):
        return NO_WORK + "the result is an input"

    def same(given):
        return all(_same(o, p, atol, TOLERANCE) for o, p, atol in zip(outputs, run(given), atols))

    others = other_values(1)
    if same(others) and same(other_values(2)):
        return NO_WORK + "the result does not depend on the inputs"
    unused = [] if scratch else _unused(values, others, same, MOST_US / max(call_us, 1.0))
    if unused and _unused(values, other_values(2), same, len(values)) == unused:
        return "a part of the problem's work can be left out: the result does not depend on input %s" % " and ".join(str(i + 1) for i in unused)
    return None


class _Smaller(ast.NodeTransformer):
    """Whole numbers, those in tuples and lists and in arithmetic of numbers as well, halved until they are at most a bound."""

    def __init__(self, most):
        self.most, self.changed = most, False

    def visit_BinOp(self, node):
        try:
            value = problems.constant_of(node)
        except (ValueError, ArithmeticError):
            return node
        return self.visit_Constant(ast.copy_location(ast.Constant(value), node))

    def visit_Constant(self, node):
        while type(node.value) is int and node.value > self.most:
            node.value, self.changed = node.value // 2, True
        return node

    def visit_Call(self, node):
        return node


def smaller_text(text, most, names=""):
    """The module with smaller numbers where its top level gives them one of these names; None when there are none."""
    tree, smaller = ast.parse(text), _Smaller(most)
    for node in tree.body:
        if isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) and re.search(names, t.id) for t in node.targets):
            node.value = smaller.visit(node.value)
    return ast.unparse(tree) if smaller.changed else None


def smaller_texts(text):
    """Three versions of a module whose calls are shorter, None for one that would be the same.  Of the first two, the first that runs tells enough."""
    return smaller_text(text, 64), smaller_text(text, 16), smaller_text(text, 4, r"(?i)^(n_?)?batch|^b$|^bs$")


LEAST_CALLS = 4  # that looked() makes after the first one


def looked(text, name, limit_s, seed=1):
    """found() of a problem on the processor, for inputs as its module draws them and spread over both signs.
    A sentence or ""; a forward that draws numbers or carries state has none.  None: its calls do not fit the limit."""
    torch.set_num_threads(1)
    began_s = time.process_time()
    problem = problems.Problem(text, name)
    init = problem.init_inputs(seed)
    model = problem.model(init, seed, "cpu")
    drawn = [problem.inputs(seed + i, "cpu") for i in range(3)]

    def run(values):
        outputs = problems.outputs_of(model(*[v.clone() if isinstance(v, torch.Tensor) else v for v in values]))
        return outputs or []

    def said(kind, **how):
        uniform = [problems.is_uniform(v) for v in drawn[0]]
        spread = [[problems.spread(v, u, kind) for v, u in zip(values, uniform)] for values in drawn]
        return found(spread[0], run, lambda i: spread[i], 1.0, **how)

    with torch.no_grad():
        before = torch.get_rng_state()
        asked_s = time.process_time()
        first = run(drawn[0])
        ended_s = time.process_time()
        if ended_s - began_s + LEAST_CALLS * (ended_s - asked_s) > limit_s:
            return None
        if not torch.equal(before, torch.get_rng_state()):
            return ""
        if not all(_same(a, b, 0.0, 0.0) for a, b in zip(first, run(drawn[0]))):
            return ""
        if shaped.spec_of(problem.space):  # their inputs are used as they are drawn, and outputs may be among them
            scratch = any(v.shape == o.shape and o.dtype in (v.dtype, torch.float64) for v in problems.tensors_of(drawn[0]) for o in first)
            return said("suite", scratch=scratch) or ""
        found_so = ((said("signed"), ""), (said("suite"), ", as the module draws its inputs"),
                    (said("suite", smaller=False), ", within KernelBench's tolerance of 1e-4"))
        sentences = [sentence + how for sentence, how in found_so if sentence]
        return next((s for s in sentences if s.startswith(NO_WORK)), sentences[0] if sentences else "")
