"""The process of the reference: it draws inputs, keeps what is right to itself, compares, and times the
problem's own Model.  It is trusted and runs no candidate.

Operations, each a message with "op" and an answer: hello, open, draw, compare, time, close.  Numbers in
answers are facts; the checker decides.
"""
import copy
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402

import blocks  # noqa: E402
import messages  # noqa: E402
import problem as problems  # noqa: E402

FLUSH_BYTES = 256 << 20  # twice the largest cache of today's GPUs and more


class Clock:
    """Time of a call on its device: events on a GPU, the monotonic clock on the processor."""

    def __init__(self, device):
        self.device = device
        self.cuda = device != "cpu"
        self.flush = torch.empty(FLUSH_BYTES // 4, dtype=torch.int32, device=device) if self.cuda else None
        if self.cuda:
            self.events = (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))

    def measure(self, call):
        """(result, microseconds)"""
        if not self.cuda:
            began = time.perf_counter_ns()
            result = call()
            return result, (time.perf_counter_ns() - began) / 1000.0
        self.flush.zero_()
        torch.cuda.synchronize()
        self.events[0].record()
        result = call()
        self.events[1].record()
        torch.cuda.synchronize()
        return result, self.events[0].elapsed_time(self.events[1]) * 1000.0


class precise:
    """Full single precision while it lasts; the suite's own flags otherwise."""

    def __enter__(self):
        self.before = (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32)
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False

    def __exit__(self, *_):
        torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = self.before


class Slot:
    """Blocks for one set of inputs and the outputs that belong to it."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = inputs, outputs


class Session:
    """One problem, opened for one candidate."""

    def __init__(self, ask):
        self.device, self.folder = ask["device"], ask["folder"]
        self.problem = problems.Problem(ask["text"], ask.get("name", "problem.py"))
        self.model_seed = ask["model_seed"]
        self.blocks, self.drawn = [], {}
        with torch.no_grad(), precise():
            self.init_inputs = self.problem.init_inputs(self.model_seed)
            self.model = self.problem.model(self.init_inputs, self.model_seed, self.device)
            sample = self.problem.inputs(ask["seed"], self.device, "suite")
            shown = problems.outputs_of(self.model(*sample))
            if shown is None:
                raise problems.ProblemError("forward of Model returns something that is no tensor and no list of tensors")
            self.output_facts = [blocks.describe(t) for t in shown]
            self.double, self.why_not_double = self._try_double(sample)
        self.weights = [(name, self._block(t.detach(), "w%d" % i))
                        for i, (name, t) in enumerate(self.model.state_dict().items())]
        self.slots = [self._slot(i, sample) for i in range(ask["slots"])]
        self.clock = Clock(self.device)

    def _try_double(self, sample):
        """The model in double precision, where it can run so."""
        try:
            model = copy.deepcopy(self.model).double()
            result = problems.outputs_of(model(*[problems.to_double(v) for v in sample]))
            if result is not None and len(result) == len(self.output_facts):
                return model, None
            return None, "it returns something else"
        except Exception as e:  # an operator without double, no memory: single precision then
            if self.device != "cpu":
                torch.cuda.empty_cache()
            return None, "%s: %s" % (type(e).__name__, str(e)[:200])

    def _block(self, tensor, name):
        block = blocks.make_block(blocks.describe(tensor), self.device, self.folder, name)
        block.tensor.copy_(tensor)
        self.blocks.append(block)
        return block

    def _slot(self, i, sample):
        inputs = [self._block(v, "i%d_%d" % (i, j)) if isinstance(v, torch.Tensor) else v for j, v in enumerate(sample)]
        outputs = [blocks.make_block(facts, self.device, self.folder, "o%d_%d" % (i, j))
                   for j, facts in enumerate(self.output_facts)]
        self.blocks += outputs
        return Slot(inputs, outputs)

    def opened(self):
        def value(v):
            return {"block": v.message()} if isinstance(v, blocks.Block) else {"value": v}

        return {
            "init_inputs": self.init_inputs,
            "weights": [dict(b.message(), name=name) for name, b in self.weights],
            "slots": [{"inputs": [value(v) for v in s.inputs], "outputs": [b.message() for b in s.outputs]} for s in self.slots],
            "outputs": self.output_facts,
            "precision": "fp64" if self.double is not None else "fp32",
            "why_not_fp64": self.why_not_double,
            "input_source": "cpu" if self.device == "cpu" else "cuda_philox",
        }

    def draw(self, ask):
        """Fresh contents at the same addresses, outputs poisoned."""
        slot = self.slots[ask["slot"]]
        values = self.problem.inputs(ask["seed"], self.device, ask["inputs"])
        for block, value in zip(slot.inputs, values):
            if isinstance(block, blocks.Block):
                if list(value.shape) != block.what["shape"] or blocks.dtype_name(value.dtype) != block.what["dtype"]:
                    raise problems.ProblemError("get_inputs returned another shape or dtype than before")
                block.tensor.copy_(value)
        for block in slot.outputs:
            block.poison()
        self._settle()
        return {}

    def _settle(self):
        if self.device != "cpu":
            torch.cuda.synchronize()

    def _expected(self, values):
        with torch.no_grad(), precise():
            if self.double is not None:
                return problems.outputs_of(self.double(*[problems.to_double(v) for v in values]))
            return problems.outputs_of(self.model(*values))

    def compare(self, ask):
        """The outputs of a slot against what is right for the inputs that it was given, which are drawn
        once more: what a candidate did to them shows."""
        slot = self.slots[ask["slot"]]
        values = self.problem.inputs(ask["seed"], self.device, ask["inputs"])
        modified = 0
        for block, value in zip(slot.inputs, values):
            if isinstance(block, blocks.Block):
                fresh = value.contiguous().view(-1).view(torch.uint8) if value.numel() else block.raw[:0]
                modified += int((block.raw[: fresh.numel()] != fresh).sum())
        expected = self._expected(values)
        return {
            "input_modified_bytes": modified,
            "outputs": [compare_output(block, want, ask["atol"], ask["rtol"], ask["strict"])
                        for block, want in zip(slot.outputs, expected)],
        }

    def time(self, ask):
        """One call of the reference with the suite's own flags."""
        slot = self.slots[ask["slot"]]
        values = [v.tensor if isinstance(v, blocks.Block) else v for v in slot.inputs]
        with torch.no_grad():
            _, us = self.clock.measure(lambda: self.model(*values))
        return {"us": us}

    def close(self):
        for block in self.blocks:
            blocks.free_block(block)
        self.blocks = []


def compare_output(block, want, atol, rtol, strict):
    """Counts of one output; a value that is not finite matches the same one only."""
    got = block.tensor
    if got.dtype == torch.bool:
        got = got.to(torch.uint8)
        want = want.to(torch.uint8)
    got, want = got.double().reshape(-1), want.double().reshape(-1)
    n = want.numel()
    if n == 0:
        return {"n": 0, "matched": 0, "matched_strict": 0, "not_finite": 0, "untouched": 0, "max_abs_err": 0.0,
                "max_rel_err": 0.0, "worst_index": -1}
    untouched = int((block.raw[: blocks.count_bytes(block.what)].view(n, -1) == 255).all(dim=1).sum())
    finite = torch.isfinite(want)
    same = (~finite) & ((torch.isnan(want) & torch.isnan(got)) | (want == got))
    error = (got - want).abs()
    size = want.abs()
    fits = finite & (error <= atol + rtol * size)
    fits_strict = finite & (error <= strict + strict * size)
    measured = torch.where(finite & torch.isfinite(got), error, torch.zeros_like(error))
    relative = torch.where(size > 0, measured / size, torch.zeros_like(measured))
    bad = ~(fits | same)
    ranked = torch.where(bad & ~torch.isfinite(got), torch.full_like(error, float("inf")), measured)
    return {
        "n": n,
        "matched": int((fits | same).sum()),
        "matched_strict": int((fits_strict | same).sum()),
        "not_finite": int((finite & ~torch.isfinite(got)).sum()),
        "untouched": untouched,
        "max_abs_err": float(measured.max()),
        "max_rel_err": float(relative.max()),
        "worst_index": int(ranked.argmax()),
    }


def hello():
    facts = {"torch": torch.__version__, "python": sys.version.split()[0], "cuda": torch.version.cuda,
             "gpus": torch.cuda.device_count() if torch.cuda.is_available() else 0}
    if facts["gpus"]:
        p = torch.cuda.get_device_properties(0)
        facts.update(gpu=p.name, capability="%d%d" % (p.major, p.minor), memory_bytes=p.total_memory)
    return facts


def answer(session, ask):
    op = ask["op"]
    if op == "hello":
        return session, hello()
    if op == "open":
        if session is not None:
            session.close()
        session = Session(ask)
        return session, session.opened()
    if session is None:
        raise problems.ProblemError("no problem is open")
    if op == "close":
        session.close()
        return None, {}
    if op in ("draw", "compare", "time"):
        return session, getattr(session, op)(ask)
    raise ValueError("no operation '%s'" % op)


def main(fd):
    channel = messages.Channel(fd)
    torch.set_grad_enabled(False)
    session = None
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            break
        try:
            session, reply = answer(session, ask)
        except problems.ProblemError as e:
            reply = {"problem": str(e)}
        except Exception as e:  # ours: the checker calls it infra and starts another process
            reply = {"error": "%s: %s" % (type(e).__name__, str(e)[:2000])}
        channel.send(reply)
    if session is not None:
        session.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
