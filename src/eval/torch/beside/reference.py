"""The process of the reference: it draws inputs, keeps what is right to itself, compares, and times the
problem's own Model.  It is trusted and runs no candidate.

Operations, each a message with "op" and an answer: hello, open, prepare, draw, compare, ready, time, close;
built, which looks an extension up.  Numbers in answers are facts; the checker decides.
"""
import contextlib
import copy
import math
import os
import statistics
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402

import blocks  # noqa: E402
import build  # noqa: E402
import comparison  # noqa: E402
import compiled  # noqa: E402
import degenerate  # noqa: E402
import flags  # noqa: E402
import languages  # noqa: E402
import messages  # noqa: E402
import precision  # noqa: E402
import problem as problems  # noqa: E402
import sampled  # noqa: E402
import shaped  # noqa: E402
import ties  # noqa: E402
import waiting  # noqa: E402

try:
    from torch.utils.flop_counter import FlopCounterMode
except ImportError:
    FlopCounterMode = None

TOLERANCE = 1e-4  # in which the noise of single precision is told
COLD_BYTES = 32 << 20  # a processor's caches of second and, mostly, of third level
MOST_FACTOR = 1000.0
# The absolute part of a tolerance follows the size of an output where that is below one, else zeros are a softmax over
# 30,000 numbers; not where single precision itself errs by so large a share of what is left.
LEAST_SIZE, MOST_SHARE = 1e-2, 0.25
STATE = 1e-2  # of a result: calls that differ by so much carry something from one to the next
CHEAP_US = 20000.0  # a reference in double precision that takes no longer is what timed calls are held to as well
MOST_COPIED_BYTES = 1 << 30  # of inputs
AGAIN_US = 10000.0  # of runs that are timed for their length alone
EMPTY_CALLS = 7
BATCH_US, LEAST_BATCH, MOST_BATCH = 30000.0, 8, 160  # calls in turn that the checker times as one, on a GPU
MOST_CHAIN = 64  # short calls on a processor that follow each other
MOST_BATCH_BYTES = 128 << 20  # of their inputs and outputs on a processor; on a GPU a share of its memory
MOST_DOUBLED_BYTES = 4 << 30  # larger inputs and outputs have one place, smaller ones two in turn
SUITE_SEED, MOST_SUITE_TRIALS = 42, 100
MOST_GROWN = 64  # times as large as the problem's own may inputs be that a candidate's constants make
SHORT_US = 10000.0  # of a call of the reference on a GPU
MOST_HELD_BYTES = 8 << 30  # of the inputs that KernelBench times, in the processor's memory
LEAST_DRAWN, MOST_DRAWING_S = 400, 2.0  # of a reference whose outputs are drawn
KEPT_BYTES, KEPT_OPEN_BYTES = 512 << 20, 4 << 30  # of a GPU's memory: from one problem to the next, while one is open


_flush = {}


class Clock:
    """Time of a call on its device: events on a GPU; on the processor what passes, less waiting for a processor."""

    def __init__(self, device):
        self.device = device
        self.cuda = device != "cpu"
        if device not in _flush:
            _flush[device] = torch.empty((blocks.FLUSH_BYTES if self.cuda else COLD_BYTES) // 4, dtype=torch.int32, device=device)
        self.flush = _flush[device]
        if self.cuda:
            self.events = (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
            self.tiny, self.last_us = torch.zeros(1, device=device), 0.0

    def cool(self):
        """Nothing of a call's inputs is left in a cache, for whoever calls next.  Zeros would be written past the caches
        of a processor (memset)."""
        self.flush.fill_(1)
        if self.cuda:
            torch.cuda.synchronize()

    def measure(self, call):
        """Microseconds, as a candidate's are taken."""
        if self.cuda:
            if self.last_us < SHORT_US:
                call()  # a host that has compared outputs meanwhile launches slowly, which a short call pays for
            for _ in range(blocks.WARM_LAUNCHES):
                torch.relu(self.tiny)
            self.flush.fill_(1)
            self.events[0].record()
            call()
            self.events[1].record()
            torch.cuda.synchronize()
            self.last_us = self.events[0].elapsed_time(self.events[1]) * 1000.0
            return self.last_us
        self.cool()
        before_us = waiting.waited_us()
        began = time.perf_counter_ns()
        call()
        us = (time.perf_counter_ns() - began) / 1000.0
        return us - min(waiting.waited_us() - before_us, us)


class Slot:
    """Blocks for one set of inputs and the outputs that belong to it; what is right for these inputs, and
    what they were: a copy, or the sums of inputs that are too large for one."""

    def __init__(self, inputs, outputs, scratch=()):
        """scratch: places of the inputs that a candidate may write, as it does outputs."""
        self.inputs, self.outputs = inputs, outputs
        self.given = [v for i, v in enumerate(inputs) if isinstance(v, blocks.Block) and i not in scratch]
        self.scratch = [v for i, v in enumerate(inputs) if isinstance(v, blocks.Block) and i in scratch]
        self.expected, self.sums, self.seed, self.reply, self.settled = None, None, None, None, None
        fits = sum(b.words.numel() for b in self.given) * 8 <= MOST_COPIED_BYTES
        self.copies = [torch.empty_like(b.words) for b in self.given] if fits else None

    def values(self):
        return self.values_of(self.inputs)

    @staticmethod
    def values_of(inputs):
        return [v.tensor if isinstance(v, blocks.Block) else v for v in inputs]

    def note(self):
        """What the inputs are now is what they should be."""
        self.sums = [b.sum() for b in self.given] if self.copies is None else None
        for block, kept in zip(self.given, self.copies or []):
            kept.copy_(block.words)

    def is_unchanged(self):
        """A candidate can change inputs so that their sums stay; a copy shows it."""
        if self.copies is None:
            return all(bool(a == b.sum()) for a, b in zip(self.sums, self.given))
        return all(torch.equal(kept, b.words) for kept, b in zip(self.copies, self.given))

    def changed_bytes(self):
        """0: unknown how many, because there is no copy."""
        return sum(int((kept.view(torch.uint8) != b.raw).sum()) for kept, b in zip(self.copies or [], self.given))

    def restore(self):
        """False: there is no copy."""
        for block, kept in zip(self.given, self.copies or []):
            block.words.copy_(kept)
        return self.copies is not None


_rates = {}


def rates(device, dtype):
    """What this device does at the most, measured once: bytes copied and operations of products of matrices a second.
    Products of single precision may use TF32, as a candidate's may."""
    kind = dtype if dtype in (torch.float16, torch.bfloat16, torch.float64) else torch.float32
    if device == "cpu" and kind != torch.float64:
        kind = torch.float32
    if (device, kind) not in _rates:
        n = 4096 if device != "cpu" else 512
        one, other = torch.randn(n, n, device=device).to(kind), torch.randn(n, n, device=device).to(kind)
        whole = torch.zeros((blocks.FLUSH_BYTES if device != "cpu" else COLD_BYTES) // 4, device=device)
        with precision.tf32_flags(True):
            product_us = min(_timed_us(device, lambda: one @ other) for _ in range(5))
        copy_us = min(_timed_us(device, lambda: whole.add_(1.0)) for _ in range(5))
        _rates[device, kind] = {"copy_bytes_per_s": 2.0 * whole.numel() * 4 / copy_us * 1e6, "flops_per_s": 2.0 * n**3 / product_us * 1e6,
                                "products": blocks.dtype_name(kind)}
    return _rates[device, kind]


def _timed_us(device, call):
    if device == "cpu":
        began = time.perf_counter_ns()
        call()
        return (time.perf_counter_ns() - began) / 1000.0
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1000.0


class Batch:
    """Calls that a candidate makes one after the other, each with inputs of its own."""

    def __init__(self, session, n):
        self.session, self.empty_us = session, {}

        def stack(what, name):
            made = blocks.make_stack(what, n, session.device, session.folder, name)
            session.blocks.append(made)
            return made

        self.inputs = [stack(blocks.describe(v), "bi%d" % j) if isinstance(v, torch.Tensor) else v for j, v in enumerate(session.sample)]
        self.outputs = [stack(facts, "bo%d" % j) for j, facts in enumerate(session.output_facts)]
        self.sets = [([v.blocks[i] if isinstance(v, blocks.Stack) else v for v in self.inputs], [v.blocks[i] for v in self.outputs])
                     for i in range(n)]

    def message(self):
        s = self.session
        return {"n": len(self.sets), "outputs": [v.message() for v in self.outputs], "scratch": s.scratch, "is_checked": s.decides != "suite",
                "inputs": [{"stack": v.message()} if isinstance(v, blocks.Stack) else {"value": problems.written(v)} for v in self.inputs]}

    def draw(self, ask):
        s, self.expected, self.used = self.session, [], self.sets[:ask["n"]]
        for i, (inputs, outputs) in enumerate(self.used):
            values = s.problem.inputs(ask["seed"] + i, s.device)
            if s.as_suite:
                values = [v.to(dtype=torch.float32) if isinstance(v, torch.Tensor) else v for v in values]
            s.fill(inputs, values, "suite" if s.as_suite else ask["inputs"])
            with torch.no_grad(), contextlib.nullcontext() if s.as_suite else precision.tf32_flags(False):
                if s.is_random:
                    torch.manual_seed(ask["seed"] + i)
                self.expected.append(s.run(s.model, Slot.values_of(inputs)))
            for block in outputs + [b for j, b in enumerate(inputs) if j in s.scratch]:
                block.poison()
        self.sums = [b.sum() for b in self._given()]
        s.clock.cool()

    def _given(self):
        return [b for inputs, _ in self.used for i, b in enumerate(inputs) if isinstance(b, blocks.Block) and i not in self.session.scratch]

    def time(self):
        """Microseconds of a call of the problem's own Model, as the checker times a candidate's."""
        s = self.session
        s.clock.cool()
        returned = [torch.zeros_like(b.tensor) for b in self.used[0][1]]

        def run(call):
            before_us, began = waiting.waited_us(), time.perf_counter_ns()
            for inputs, outputs in self.used:
                for tensor, block in zip(call(inputs), outputs):
                    block.tensor.copy_(tensor)
            if s.device != "cpu":
                torch.cuda.synchronize()
            us = (time.perf_counter_ns() - began) / 1000.0
            return us - (min(waiting.waited_us() - before_us, us) if s.device == "cpu" else 0.0)

        n = len(self.used)
        if n not in self.empty_us:
            self.empty_us[n] = statistics.median([run(lambda inputs: returned) for _ in range(EMPTY_CALLS)])
            s.clock.cool()
        with torch.no_grad():
            return (run(lambda inputs: problems.outputs_of(s.timed(*Slot.values_of(inputs)))) - self.empty_us[n]) / n

    def compare(self, ask):
        """As Session.compare, of all calls together."""
        s = self.session
        changed = any(not bool(a == b.sum()) for a, b in zip(self.sums, self._given()))
        reply = {"input_modified_bytes": int(changed and not s.as_suite), "outputs": []}
        if s.as_suite and s.is_stateful:
            return reply
        models = {}
        for j, size in enumerate(s.sizes):
            got = [outputs[j] for _, outputs in self.used]
            want = [e[j] for e in self.expected]
            factor = s.factor() + s.noise
            found = comparison.checked_many(got, want, ask["atol"] * size, ask["rtol"], ask["strict"], factor)
            found = dict(found, atol=ask["atol"] * size * factor, rtol=ask["rtol"] * factor)
            if s.decides == "suite":  # it looks at single calls, and below at all draws
                found.update(matched=found["n"])
            if found["matched"] < found["n"] and not s.as_suite and not changed and not s.is_stateful:
                found.update(self._classes(ask, j, factor, models))
            reply["outputs"].append(found)
        if s.sampled is not None and not changed:
            s._as_sampled(reply, [(Slot.values_of(inputs), outputs) for inputs, outputs in self.used])
        self.expected = []
        return reply

    def _classes(self, ask, j, factor, models):
        """What there is to say of output j in the call where its class is the worst."""
        s, rows = self.session, []
        for i, (inputs, outputs) in enumerate(self.used):
            if i not in models:
                models[i] = s.model_errors(Slot.values_of(inputs), self.expected[i], ask["seed"] + i)
            want = self.expected[i][j].contiguous()
            rows.append(comparison.checked(outputs[j], want, ask["atol"] * s.sizes[j], ask["rtol"], ask["strict"], factor))
            s.settle(rows[-1], outputs[j].tensor, want, Slot.values_of(inputs), None)
            s.classes.add_class(rows[-1], models[i], j, factor, False)
            if rows[-1]["class"] is None:
                break
        return {k: v for k, v in max(rows, key=lambda r: precision.rank(r["class"])).items() if k in precision.TOLD}


def batch_room(device, folder):
    """Bytes that the sets of a batch may have: a quarter of what is free, and little enough that other workers have theirs."""
    if device != "cpu":
        free, total = torch.cuda.mem_get_info()
        return min(free / 4, total / 16)
    area = os.statvfs(folder)
    return min(MOST_BATCH_BYTES, area.f_bavail * area.f_frsize / 4)


def run_timed(device, call):
    """(result of the first run, that of the last one, microseconds of the fastest but the first, which loads what the device
    needs)"""
    first = call()
    if device != "cpu":
        torch.cuda.synchronize()
    least_us = all_us = math.inf
    while least_us == math.inf or all_us < AGAIN_US:
        before_us, began = waiting.waited_us(), time.perf_counter_ns()
        result = call()
        if device != "cpu":
            torch.cuda.synchronize()
        us = (time.perf_counter_ns() - began) / 1000.0
        us -= min(us, waiting.waited_us() - before_us) if device == "cpu" else 0.0
        all_us = us + (0.0 if least_us == math.inf else all_us)
        least_us = min(least_us, us)
    return first, result, least_us


def is_other(first, last):
    """Whether two results on one set of inputs differ by more than the order of their sums explains."""
    return any(a.shape != b.shape or not torch.allclose(a.double(), b.double(), rtol=STATE, atol=STATE * size_of(a.double()), equal_nan=True)
               for a, b in zip(first, last))


def size_of(output):
    """Root of its mean square, between LEAST_SIZE and 1; 1 of what is not finite."""
    size = float(torch.linalg.vector_norm(output if output.element_size() > 1 else output.float())) / max(1, output.numel()) ** 0.5
    return min(1.0, max(LEAST_SIZE, size)) if math.isfinite(size) else 1.0


def noise_of(got, want, size):
    """The largest error, in tolerances of an output of that size."""
    return comparison.counts(got, want, TOLERANCE * size, TOLERANCE, TOLERANCE)["worst_share"]


def random_state(device):
    states = [torch.get_rng_state()] + ([torch.cuda.get_rng_state()] if device != "cpu" else [])
    return b"".join(bytes(s.tolist()) for s in states)


def not_finite(values):
    return sum(v.numel() - int(torch.isfinite(v).sum()) for v in values)


class Session:
    """One problem, opened for one candidate.  rule "own": inputs are drawn on the device, the reference is
    exact; "kernelbench": everything as KernelBench 423217d does it."""

    def __init__(self, ask):
        self.blocks = []
        try:
            self._start(ask)
        except BaseException:
            self.close()
            raise

    def _start(self, ask):
        self.device, self.folder = ask["device"], ask["folder"]
        self.languages = languages.versions_of(ask["languages_of"]) if "languages_of" in ask else None
        self.problem = problems.Problem(ask["text"], ask.get("name", "problem.py"))
        self.spec = shaped.spec_of(self.problem.space)
        self.surroundings = [] if self.spec else problems.surroundings_of(ask["text"])
        self.hidden = shaped.hide(self.problem.space, ask["seed"]) if ask.get("hidden") else None
        self.scratch, self.narrow, self.single = [], [], None
        self.sampled = sampled.Sampled(self.spec["inputs"]) if self.spec and self.spec.get("sampled") else None
        self.decides = "suite" if self.spec and (ask.get("rule") == "suite" or self.spec.get("decides") == "suite") else "own"
        self.as_suite, self.asks_theirs = ask.get("rule") == "kernelbench", ask.get("rule") == "suite"
        self.model_seed = SUITE_SEED if self.as_suite else ask["model_seed"]
        self.clock = Clock(self.device)
        self.shadowed, self.shadow_error = [], None
        self.degenerate, self.classes, self.ties, self.picks = None, precision.Verdicts(), False, False
        self.as_drawn = self.spec is not None  # what was asked of the inputs leaves the problem's domain
        self.double, self.why_not_double, self.noise, self.is_random = None, None, 0.0, False
        with torch.no_grad():
            if self.as_suite:
                self._open_as_suite(ask)
            else:
                with precision.tf32_flags(False):
                    self._open(ask)
        self.weights = [] if self.as_suite else [(name, self._block(t.detach(), "w%d" % i))
                                                 for i, (name, t) in enumerate(self.model.state_dict().items())]
        held = sum(blocks.count_bytes(b) for b in self.output_facts) + sum(t.numel() * t.element_size() for t in problems.tensors_of(self.sample))
        self.slots = [self._slot(i) for i in range(1 if held > MOST_DOUBLED_BYTES else ask["slots"])]
        self.batch = self._batch(ask) if ask.get("batches") else None
        self.timed, self.why_not_compiled = self.model, None
        if self.is_stateful:
            self.timed = self.problem.model(self.init_inputs, self.model_seed, self.device)
        self.compiles = ask.get("baseline") == "compile"
        if self.compiles:
            self._compile(ask)
        self.light = self._light() if self.spec and ask.get("batches") else None
        self.sample = None

    def _compile(self, ask):
        """What is timed is compiled, with the flags that it is timed with; where that fails, eager stays."""
        values = self.slots[0].values()
        try:
            with torch.no_grad():
                self.timed = compiled.compiled(ask["text"], self.problem, self.init_inputs, self.model, self.device, values, ask["cache"])
        except Exception as e:  # the compiler's, whatever it is
            self.why_not_compiled = "%s: %s" % (type(e).__name__, str(e)[:300])

    def run(self, model, values):
        result = problems.outputs_of(model(*values))
        if result is None:
            raise problems.ProblemError("forward of Model returns something that is no tensor and no list of tensors")
        if self.spec:  # what lies in an input is the candidate's to write
            given = problems.tensors_of(values)
            result = [t.clone() if problems.uses_memory_of(t, given) else t for t in result]
        return result

    def _open(self, ask):
        self.init_inputs = self.problem.init_inputs(self.model_seed)
        self.model = self.problem.model(self.init_inputs, self.model_seed, self.device)
        with self._own_failure():
            self.sample = self.problem.inputs(ask["seed"], self.device)
        self.uniform = [problems.is_uniform(v) for v in self.sample]
        values = [self._value(j, v, ask.get("inputs", "suite")) for j, v in enumerate(self.sample)]
        before = random_state(self.device)
        with self._own_failure():
            first, shown, self.single_us = run_timed(self.device, lambda: self.run(self.model, values))
        self.is_random = random_state(self.device) != before
        self._see_state(first, shown)
        if not_finite(shown) > 0 and ask.get("inputs", "suite") != "suite":
            plain = self.run(self.model, self.sample)
            self.as_drawn = not_finite(plain) < not_finite(shown)
            values, shown = (self.sample, plain) if self.as_drawn else (values, shown)
        own = shown
        if self.spec:
            self.narrow = shaped.narrow(self.problem.space, self.model, values, shown)
            if self.narrow:
                self.single = shaped.in_single(self.model)
                shown = self._narrowed(self.run(self.single, values))
        self.output_facts = [blocks.describe(t) for t in shown]
        self.sizes = [1.0] * len(shown)
        if self.sampled is not None:
            self._see_reference(values, first)
        elif self.spec:
            self._see_scratch(values, own)
        self._try_double(values, shown)
        if self.spec and self.double is None:
            self.decides = "suite"
        if not self.spec and not self.as_drawn and not self.is_random and not self.is_stateful:
            shown, seen = ties.watch(lambda: self.run(self.model, values))
            self.ties, self.picks = ties.matter(seen, shown), seen is not None and bool(seen.choices)
        if not self.is_random and not self.is_stateful and self.single_us <= degenerate.MOST_US and not self.scratch:
            call_us = self.single_us if self.double is None else max(self.single_us, self.double_us)
            self.degenerate = degenerate.found(values, self._exact, lambda i: self._other_values(ask, i), call_us)

    @contextlib.contextmanager
    def _own_failure(self):
        """What a shape's own code raises on this device is a fact about the problem, and no fault of the evaluator; memory may be
        there another time."""
        try:
            yield
        except (problems.ProblemError, MemoryError, torch.cuda.OutOfMemoryError):
            raise
        except Exception as e:
            if not self.spec or "memory" in str(e):
                raise
            where = "this processor; if it needs a GPU, use --backend cuda" if self.device == "cpu" else "this GPU"
            raise problems.ProblemError("its reference fails on %s: %s: %s" % (where, type(e).__name__, " ".join(str(e).split())[:300])) from e

    def _see_reference(self, values, first):
        """It has to draw as it is understood here."""
        itself, began = sampled.Sampled(self.spec["inputs"]), time.perf_counter()
        why, calls = itself.see(values, first), 1
        while why is None and itself.n < LEAST_DRAWN and (calls < 2 or time.perf_counter() - began < MOST_DRAWING_S):
            why = itself.see(values, self.run(self.model, values))
            calls += 1
        if why is not None:
            raise problems.ProblemError("its reference does not draw as its inputs say (of the top_k most probable, those that reach top_p): %s" % why)

    def _narrowed(self, results):
        return [t.float() if i in self.narrow else t for i, t in enumerate(results)]

    def _see_scratch(self, values, own):
        """Inputs that are no inputs: as large as an output, and the result is the same whatever is in them."""
        kept = [t.clone() for t in own]
        for i, value in enumerate(values):
            if not isinstance(value, torch.Tensor) or blocks.describe(value) not in self.output_facts or value.numel() == 0:
                continue
            whole = value.clone()
            value.copy_(torch.full_like(value, 1) if value.dtype == torch.bool else (torch.randn(value.shape, device=value.device) * 64).to(value.dtype))
            now = self.run(self.model, values)
            if all(torch.equal(blocks.bytes_of(a), blocks.bytes_of(b)) for a, b in zip(kept, now)):
                self.scratch.append(i)
            value.copy_(whole)

    def _other_values(self, ask, more):
        other = self.problem.inputs(ask["seed"] + more, self.device)
        return [self._value(j, v, ask.get("inputs", "suite")) for j, v in enumerate(other)]

    def _exact(self, values):
        if self.double is None or self.double_us > degenerate.MOST_US:
            return self.run(self.model, values)
        return problems.outputs_of(self.double(*[problems.to_double(v) for v in values]))

    def _open_as_suite(self, ask):
        self.init_inputs = self.problem.init_inputs(self.model_seed)
        self.model = self.problem.model(self.init_inputs, self.model_seed, self.device)
        self.host, self.casts = {}, True  # by seed: inputs in the processor's memory
        self.shadowed = self.problem.shadow(ask.get("candidate", ""))
        try:
            if self.problem.grown() > MOST_GROWN:
                raise problems.ProblemError("inputs more than %d times as large" % MOST_GROWN)
            self._see_sample()
        except Exception as e:
            self.shadow_error = "%s: %s" % (type(e).__name__, str(e)[:500])
            self._see_own_sample()
        torch.manual_seed(SUITE_SEED)
        self.trial_seeds = [int(torch.randint(0, 2**32 - 1, (1,)).item()) for _ in range(MOST_SUITE_TRIALS)]

    def _see_own_sample(self):
        """With the problem's own constants; KernelBench makes every tensor a float32, labels of classes as well, and a Model that
        fails with them is shown what it expects."""
        for self.casts in (True, False) if self.shadowed else (False,):
            self.problem.unshadow()
            self.host = {}
            try:
                return self._see_sample()
            except Exception:
                if not self.casts:
                    raise

    def _see_sample(self):
        self.sample = self._suite_inputs(SUITE_SEED)
        before = random_state(self.device)
        first, shown, self.single_us = run_timed(self.device, lambda: self.run(self.model, self.sample))
        self.output_facts, self.sizes = [blocks.describe(t) for t in shown], [1.0] * len(shown)
        self.is_random = random_state(self.device) != before
        self._see_state(first, shown)

    def _see_state(self, first, last):
        """A model that carries something from call to call begins anew, as KernelBench's does at its first trial."""
        self.is_stateful = not self.is_random and is_other(first, last)
        if self.is_stateful:
            self.model = self.problem.model(self.init_inputs, self.model_seed, self.device)

    def prepare(self, ask):
        """Draws what the next draw needs from the processor's generator, every tensor in single precision.  This takes
        seconds for inputs of gigabytes, in which somebody else may have the device."""
        seed = ask["seed"]
        if seed not in self.host and not ("slot" in ask and self.slots[ask["slot"]].seed == seed):
            torch.manual_seed(seed)
            self.host[seed] = [v.to(dtype=torch.float32) if self.casts and isinstance(v, torch.Tensor) else v
                               for v in self.problem.get_inputs()]
        return {}

    def _suite_inputs(self, seed):
        self.prepare({"seed": seed})
        values = self.host.pop(seed)
        if self.device != "cpu" and seed == SUITE_SEED and sum(v.numel() * 4 for v in problems.tensors_of(values)) <= MOST_HELD_BYTES:
            self.host[seed] = values
        return [v.to(self.device) if isinstance(v, torch.Tensor) else v for v in values]

    def _try_double(self, values, shown):
        """The model in double precision, where it can run so; how far single precision is from it."""
        if self.is_random or self.is_stateful:
            self.why_not_double = "forward draws random numbers" if self.is_random else "forward carries something from call to call"
            return
        try:
            if self.spec and not all(t.is_floating_point() for t in shown):
                self.why_not_double = "an output is no floating-point number"
                return
            model = shaped.in_double(self.model) if self.spec else copy.deepcopy(self.model).double()
            doubles = [problems.to_double(v) for v in values]
            _, result, us = run_timed(self.device, lambda: problems.outputs_of(model(*doubles)))
            if result is None or [list(r.shape) for r in result] != [f["shape"] for f in self.output_facts]:
                self.why_not_double = "it returns something else"
                return
        except Exception as e:  # an operator without double, no memory: single precision then
            if self.device != "cpu":
                torch.cuda.empty_cache()
            self.why_not_double = "%s: %s" % (type(e).__name__, str(e)[:200])
            return
        self.double, self.double_us = model, us
        for i, (got, want) in enumerate(zip(shown, result)):
            if not got.is_floating_point():
                continue
            got, want, size = got.contiguous(), want.contiguous(), size_of(want)
            noise = noise_of(got, want, size)
            if noise <= MOST_SHARE:
                self.sizes[i] = size
            elif size < 1.0:
                noise = noise_of(got, want, 1.0)
            if self.spec and got.dtype != torch.float32 and got.dtype != torch.float64:
                noise = max(noise, torch.finfo(got.dtype).eps / TOLERANCE / 4.0)  # a rounding more or less is no error
            self.noise = max(self.noise, noise)

    def _block(self, tensor, name):
        block = blocks.make_block(blocks.describe(tensor), self.device, self.folder, name)
        block.tensor.copy_(tensor)
        self.blocks.append(block)
        return block

    def _slot(self, i):
        inputs = [self._block(v, "i%d_%d" % (i, j)) if isinstance(v, torch.Tensor) else v for j, v in enumerate(self.sample)]
        outputs = [blocks.make_block(facts, self.device, self.folder, "o%d_%d" % (i, j))
                   for j, facts in enumerate(self.output_facts)]
        self.blocks += outputs
        return Slot(inputs, outputs, self.scratch)

    def _batch(self, ask):
        """Room for the inputs and outputs of calls that take BATCH_US together by the reference; None: for one call alone."""
        facts = [blocks.describe(v) for v in problems.tensors_of(self.sample)]
        n_bytes = sum(blocks.place_of(f) for f in facts + 2 * self.output_facts)
        wanted = max(LEAST_BATCH, BATCH_US / max(1.0, self.single_us)) if self.device != "cpu" else MOST_CHAIN
        n = int(min(MOST_BATCH, wanted, batch_room(self.device, self.folder) / max(1, n_bytes)))
        return Batch(self, n) if n > 1 else None

    def opened(self):
        def value(v):
            return {"block": v.message()} if isinstance(v, blocks.Block) else {"value": problems.written(v)}

        facts = {
            "init_inputs": problems.written(self.init_inputs),
            "surroundings": self.surroundings,
            "model_seed": self.model_seed,
            "weights": [dict(b.message(), name=name) for name, b in self.weights],
            "slots": [{"inputs": [value(v) for v in s.inputs], "outputs": [b.message() for b in s.outputs]} for s in self.slots],
            "batch": self.batch.message() if self.batch is not None else None,
            "outputs": self.output_facts,
            "precision": "fp64" if self.double is not None else "fp32",
            "why_not_fp64": self.why_not_double,
            "noise": self.noise,
            "factor": self.factor(),
            "baseline": "torch_eager" if self.why_not_compiled is not None or not self.compiles else "torch_compile",
            "is_stateful": self.is_stateful,
            "is_random": self.is_random,
            "why_not_compiled": self.why_not_compiled,
            "as_drawn": self.as_drawn and not self.spec,
            "hidden": self.hidden,
            "light": self.light,
            "call_us": self.single_us,
            "trials": self.sampled.calls_for(self.output_facts[0]["shape"][0], self.single_us) if self.sampled is not None else 0,
            "entry": self._entry(),
            "languages": self.languages,
            "degenerate": self.degenerate,
            "ties": self.ties,
            "input_source": "cpu" if self.device == "cpu" or self.as_suite else "cuda_philox",
        }
        if self.as_suite:
            facts.update(trial_seeds=self.trial_seeds, shadowed=", ".join(self.shadowed)[:300], shadow_failed=self.shadow_error)
        return facts

    def _light(self):
        """The least time of a call: each input read once, each output written once, operations at the rate of products."""
        given = [b for i, b in enumerate(self.slots[0].inputs) if isinstance(b, blocks.Block) and i not in self.scratch]
        n_bytes = sum(blocks.count_bytes(b.what) for b in given + self.slots[0].outputs)
        flops, dtype = None, next((b.tensor.dtype for b in given if b.tensor.is_floating_point()), torch.float32)
        if FlopCounterMode is not None and not self.is_stateful:
            with torch.no_grad(), FlopCounterMode(display=False) as counter:
                self.model(*self._fresh(self.slots[0]))
            flops = float(counter.get_total_flops())
        return dict(rates(self.device, dtype), bytes=n_bytes, flops=flops)

    def _fresh(self, slot):
        """The inputs that the shape was seen with."""
        for block, value in zip(slot.inputs, self.sample):
            if isinstance(block, blocks.Block):
                block.tensor.copy_(value)
        return slot.values()

    def _entry(self):
        """How a candidate's function is called, where the problem wants one."""
        if not self.spec:
            return None
        files = {k: v for k, v in self.problem.space.get("FILES", {}).items() if k not in ("reference.py", "submission.py")}
        return {"kind": self.spec["kind"], "name": self.spec["entry"], "inputs": self.spec.get("inputs", []), "n_outputs": len(self.output_facts),
                "outputs": self.spec["outputs"],
                "layout": problems.written(self.spec.get("layout")), "files": files, "scratch": self.scratch, "narrow": self.narrow}

    def factor(self):
        """How many tolerances are allowed: what single precision loses in this problem decides, where it
        loses more than a quarter of one."""
        return min(MOST_FACTOR, max(1.0, 4.0 * self.noise))

    def _value(self, j, value, kind, out=None):
        return problems.spread(value, self.uniform[j], "suite" if self.as_drawn else kind, out)

    def draw(self, ask):
        """Fresh contents at the same addresses, outputs poisoned, and what is right for them."""
        slot = self.slots[ask["slot"]]
        if self.as_suite and slot.seed == ask["seed"] and slot.expected is not None and slot.is_unchanged():
            self._ready(slot)  # KernelBench times calls on one set of inputs
            return slot.reply
        overwritten = slot.seed is not None and not self.as_suite and not slot.is_unchanged()  # since it was compared
        self._fill(slot, ask["seed"], ask["inputs"])
        steps = [ties.round_off(b.tensor) for b in slot.inputs if isinstance(b, blocks.Block)] if ask.get("tied") else []
        slot.expected, slot.widened, slot.exact = None, 0.0, ask.get("exact", True)
        began = time.perf_counter_ns()
        slot.expected = self._expected(slot, ask)
        slot.settled = self._settled(slot.values(), steps) if ask.get("tied") else None
        if self.device != "cpu":
            torch.cuda.synchronize()
        took_us = (time.perf_counter_ns() - began) / 1000.0  # after the first call, in which it was opened
        slot.note()
        self._ready(slot)
        # KernelBench runs both one after the other from one seed: where the first draws, the second starts elsewhere.
        slot.seed, slot.reply = ask["seed"], {"seed": ask["seed"] + int(self.as_suite) if self.is_random else -1, "overwritten": overwritten}
        if self.as_suite:
            slot.reply["reference_us"] = took_us
        return slot.reply

    def _fill(self, slot, seed, kind):
        values = self._suite_inputs(seed) if self.as_suite else self.problem.inputs(seed, self.device)
        self.fill(slot.inputs, values, kind)

    def fill(self, inputs, values, kind):
        for j, (block, value) in enumerate(zip(inputs, values)):
            if isinstance(block, blocks.Block):
                if list(value.shape) != block.what["shape"] or blocks.dtype_name(value.dtype) != block.what["dtype"]:
                    raise problems.ProblemError("get_inputs returned another shape or dtype than before")
                if self.as_suite:
                    block.tensor.copy_(value)
                else:
                    self._value(j, value, kind, block.tensor)

    def _ready(self, slot):
        """What a candidate finds when its call begins."""
        for block in slot.outputs + slot.scratch if slot is not None else []:
            block.poison()
        self.clock.cool()

    def _expected(self, slot, ask):
        values = slot.values()
        with torch.no_grad():
            if self.as_suite:
                torch.manual_seed(ask["seed"])
                return self.run(self.model, values)
            with precision.tf32_flags(False):
                is_cheap = self.double is not None and self.double_us <= max(CHEAP_US, 2 * self.single_us)
                if self.double is not None and (ask.get("exact", True) or is_cheap):
                    want = self.run(self.double, [problems.to_double(v) for v in values])
                    if ask.get("late"):  # other numbers than those that told the noise
                        pairs = zip(self.run(self.single or self.model, values), want, self.sizes)
                        slot.widened = min(MOST_FACTOR, 4.0 * max((noise_of(g.contiguous(), w.contiguous(), s) for g, w, s in pairs if g.is_floating_point()), default=0.0))
                    return want
                problems.seed_everything(ask["seed"])
                slot.widened = self.noise  # held to single precision, which errs itself
                return self.run(self.model, values)

    def _watched(self, values):
        """What gave the expected results of these inputs, and what it chose and compared."""
        model = self.model if self.double is None else self.double
        with torch.no_grad(), precision.tf32_flags(False):
            return ties.watch(lambda: self.run(model, values if self.double is None else [problems.to_double(v) for v in values]))

    def _settled(self, values, steps):
        outputs, seen = self._watched(values)
        return ties.Settled(seen, outputs, min((s for s in steps if s is not None), default=1.0))

    def settle(self, row, got, want, values, settled):
        """Equal values leave more than one result right."""
        if row["matched"] == row["n"] or row["untouched"] > 0:
            return
        if settled is not None:
            row["ties"] = True
            if settled.is_right(got, want):
                ties.accept(row)
        elif self.picks and not want.is_floating_point():
            choice, exact = ties.choice_of(*self._choices(values, want))
            if choice is not None and not choice.is_first and choice.accepts(got, exact):
                ties.accept(row)

    def _choices(self, values, want):
        _, seen = self._watched(values)
        given = problems.tensors_of(values)
        inputs = [problems.to_double(v) for v in given]
        return seen.choices, want, [any(c.source.shape == v.shape and torch.equal(c.source.to(v.dtype), v) for v in inputs) for c in seen.choices]

    def model_errors(self, values, expected, seed):
        """The Model's own errors on inputs that it was right to expect this of."""
        def run(values):
            with torch.no_grad():
                if self.is_random:
                    problems.seed_everything(seed)
                return self.run(self.single or self.model, values)

        halves = {b["dtype"] for b in self.output_facts} & set(precision.HALVES)
        return precision.Errors(self.device, run, values, expected, halves)

    def compare(self, ask):
        """The outputs of a slot against what is right for the inputs that it was given."""
        slot = self.slots[ask["slot"]]
        reply = {"input_modified_bytes": 0 if self.as_suite or slot.is_unchanged() else max(1, slot.changed_bytes())}  # KernelBench does not ask
        if self.as_suite and self.is_stateful and slot.seed == SUITE_SEED:
            reply["outputs"] = []  # KernelBench looks at the trials alone, and here others were called in between
        elif self.as_suite:
            reply["outputs"] = [comparison.checked_as_suite(block, want, ask["atol"]) for block, want in zip(slot.outputs, slot.expected)]
        else:
            factor = self.factor() + slot.widened
            reply["outputs"] = [dict(comparison.checked(block, want.contiguous(), ask["atol"] * size, ask["rtol"], ask["strict"], factor),
                                     atol=ask["atol"] * size * factor, rtol=ask["rtol"] * factor)
                                for block, want, size in zip(slot.outputs, slot.expected, self.sizes)]
            for row, block, want in zip(reply["outputs"], slot.outputs, slot.expected):
                if not want.is_floating_point():
                    row.update(atol=0.0, rtol=0.0)
                self.settle(row, block.tensor, want, slot.values(), slot.settled)
            if slot.settled is not None:
                reply["decides_ties"] = slot.settled.is_known
            if reply["input_modified_bytes"] == 0 and not self.is_stateful and (slot.exact or any(r["matched"] < r["n"] for r in reply["outputs"])):
                errors = self.model_errors(slot.values(), slot.expected, slot.seed)
                for i, row in enumerate(reply["outputs"]):
                    if "class" not in row:
                        self.classes.add_class(row, errors, i, factor, slot.exact)
            slot.expected = None
            if self.spec and reply["input_modified_bytes"] == 0:
                self._by_suite(slot, reply)
        return reply

    def _by_suite(self, slot, reply):
        """The suite's own rule on the same outputs; where it decides, ours stands beside it."""
        if self.sampled is not None:
            return self._as_sampled(reply, [(slot.values(), slot.outputs)])
        try:
            with torch.no_grad(), precision.usual_flags():
                right, said = shaped.theirs(self.problem.space, self.model, slot.values(), [b.tensor for b in slot.outputs])
        except Exception as e:
            raise problems.ProblemError("the problem's own check fails: %s: %s" % (type(e).__name__, str(e)[:300])) from e
        rows = reply["outputs"]
        if right and self.decides == "suite" and not self.asks_theirs:
            right, said = self._is_near(slot, rows)
        ours = all(r["matched"] == r["n"] or r.get("class") is not None for r in rows)
        reply["decides"] = self.decides
        reply["other"] = {"right": right if self.decides == "own" else ours, "said": said if self.decides == "own" else ""}
        if self.decides == "own" and not right and self.spec["kind"] == "kernelbot":
            for r in rows:  # less precise than single precision may be what the task's check accepts so
                r["class"] = None if r["matched"] < r["n"] else r.get("class")
        if self.decides == "suite":
            for r in rows:
                r.update(matched=r["n"] if right else 0, said=said or "not right")
                r["class"] = None

    def _is_near(self, slot, rows):
        """What a suite's rule takes although nobody means it: comparisons with NaN, and an index that is another within 1 % of it."""
        for i, (r, b) in enumerate(zip(rows, slot.outputs)):
            if r["not_finite"] > 0:
                return False, "output %d: %d elements are not finite" % (i, r["not_finite"])
            if self.spec["kind"] == "definition" and not b.tensor.is_floating_point() and r["matched"] < 0.99 * r["n"]:
                return False, "output %d: %d of %d whole numbers differ" % (i, r["n"] - r["matched"], r["n"])
        return True, ""

    def _as_sampled(self, reply, calls):
        """What was drawn is compared with no other draw; each call may be drawn, and all of them as often."""
        why = None
        for values, outputs in calls:
            why = why or self.sampled.see(values, [b.tensor for b in outputs])
        for r in reply["outputs"]:
            r.update(matched=0 if why else r["n"], said=why, untouched=0)
            r["class"] = None
        reply["sampled"] = self.sampled.told()

    def batch_draw(self, ask):
        """Fresh inputs for the calls of a batch, and what is right for them."""
        self.batch.draw(ask)
        self.slots[0].seed = None  # on a processor the checker puts these inputs there, one after the other
        return {"seed": ask["seed"] if self.is_random else -1}

    def batch_time(self, ask):
        return {"us": self.batch.time()}

    def batch_compare(self, ask):
        return self.batch.compare(ask)

    def ready(self, ask):
        """Before another process runs on what was drawn."""
        self._ready(None)
        return {}

    def time(self, ask):
        """One call of the reference with the suite's own flags, on inputs as they were drawn: by KernelBench's rule a
        candidate may have changed them."""
        slot = self.slots[ask["slot"]]
        if self.as_suite and not slot.is_unchanged() and not slot.restore():
            self._fill(slot, slot.seed, "suite")
        values = slot.values()

        with torch.no_grad():
            return {"us": self.clock.measure(lambda: self.timed(*values))}

    def close(self):
        for block in self.blocks:
            blocks.free_block(block)
        self.blocks = []


def give_back(kept_bytes):
    """Others compute on the same card, the candidate among them: what PyTorch keeps for later goes back to it."""
    if torch.cuda.is_initialized() and torch.cuda.memory_reserved() - torch.cuda.memory_allocated() > kept_bytes:
        torch.cuda.empty_cache()


def hello():
    facts = {"torch": torch.__version__, "python": sys.version.split()[0], "cuda": torch.version.cuda,
             "gpus": torch.cuda.device_count() if torch.cuda.is_available() else 0}
    if facts["gpus"]:
        p = torch.cuda.get_device_properties(0)
        facts.update(gpu=p.name, capability="%d%d" % (p.major, p.minor), memory_bytes=p.total_memory,
                     uuid=str(getattr(p, "uuid", "")))
        comparison.warm()
    return facts


def answer(session, ask):
    op = ask["op"]
    if op == "hello":
        return session, hello()
    if op == "built":
        return session, {"kept": build.kept(ask["cache"], build.key_of(ask))}
    if op == "open":
        session = Session(ask)
        return session, session.opened()
    if session is None:
        raise problems.ProblemError("no problem is open")
    if op == "close":
        session.close()
        return None, {}
    if op in ("prepare", "draw", "compare", "ready", "time", "batch_draw", "batch_compare", "batch_time"):
        with flags.taken_over(ask.get("flags")) as taken:
            reply = getattr(session, op)(ask)
        return session, dict(reply, flags_taken=", ".join(taken))
    raise ValueError("no operation '%s'" % op)


def main(fd):
    waiting.keep_memory()
    channel = messages.Channel(fd)
    torch.set_grad_enabled(False)
    session = None
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            break
        if ask["op"] == "open" and session is not None:
            session.close()
            session = None
        try:
            session, reply = answer(session, ask)
        except problems.ProblemError as e:
            reply = {"problem": str(e)}
        except Exception as e:  # ours: the checker calls it infra and starts another process
            reply = {"error": "%s: %s" % (type(e).__name__, str(e)[:2000])}
        give_back(KEPT_BYTES if session is None else KEPT_OPEN_BYTES)
        channel.send(reply)
    if session is not None:
        session.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
