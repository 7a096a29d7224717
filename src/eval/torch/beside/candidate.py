"""The process of one candidate: confined, it builds ModelNew and runs it when it is told to.

It holds no expected value and decides nothing: it says that a call is done, and what its outputs look
like.  Everything that it says can be forged by the candidate and is checked from outside: outputs are
compared by the process of the reference in memory that the evaluator owns, times are bounded by the
checker's own clock.
"""
import os
import time
import traceback

import torch

import blocks
import confine
import entries
import extension
import flags
import launches
import messages
import problem as problems
import scratch
import waiting

FLUSH_BYTES = 256 << 20
# A device that has ended is found idle within this time.
REST_US = 50.0
BODY = """import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(Model):
    def forward(self, {arguments}):
{body}
"""


def short(e):
    said = "%s: %s" % (type(e).__name__, str(e)[:2000])
    if type(e).__module__.startswith("torch._") and "not permitted" in said:
        return "torch.compile starts compilers, and no program can be started here (on a GPU the first call can): " + said
    return said


def frames_of(e, name):
    """The lines of the candidate's own text that an exception came through."""
    rows = [f for f in traceback.extract_tb(e.__traceback__) if f.filename == name]
    return "\n".join("%s:%d: %s" % (name, f.lineno, f.line) for f in rows[-5:])


class Candidate:
    def __init__(self, channel, device, folders, libraries):
        """What can be done before there is a candidate: the device is started.  folders: where the private ones of
        candidates are; libraries: folders of what was built for them."""
        self.channel, self.device, self.libraries = channel, device, libraries
        self.cuda = device != "cpu"
        torch.set_grad_enabled(False)
        self.clock, self.waited_us = time.perf_counter_ns, waiting.waited_us
        waiting.reopen()
        if self.cuda:
            confine.before_device(folders, libraries)
            torch.cuda.init()
            self.flush = torch.empty(FLUSH_BYTES // 4, dtype=torch.int32, device=device)
            self.flush.zero_()
            torch.zeros(1, device=device).copy_(torch.ones(1, device=device))
            # The methods of C themselves: what a text puts in their place later is not called here.
            event = torch._C._CudaEventBase
            self.record, self.elapsed_ms, self.wait = event.record, event.elapsed_time, event.synchronize
            self.events = (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
            self.stream = torch.cuda.current_stream()
            self.synchronize = torch._C._cuda_synchronize
            self.synchronize()

    def open(self, setup):
        self.setup = setup
        self.name = setup.get("name", "candidate.py")
        self.scratch = set(setup["entry"]["scratch"]) if setup.get("entry") else ()
        self.stage = "text"
        if not self.cuda:
            torch.set_num_threads(setup.get("threads", 1))
        self.weights = [(w["name"], blocks.open_block(w, self.device, writable=False)) for w in setup["weights"]]
        self.slots = [([blocks.open_block(v["block"], self.device) if "block" in v else problems.read(v["value"]) for v in s["inputs"]],
                       [blocks.open_block(b, self.device) for b in s["outputs"]]) for s in setup["slots"]]
        self.batch = self.open_batch(setup["batch"]) if setup.get("batch") else []
        if not self.cuda:
            self.touch()
        extension.Interception(self.compile).install()
        os.chdir(setup["private"])
        for variable in ("HOME", "TMPDIR", "TORCH_EXTENSIONS_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "XDG_CACHE_HOME"):
            os.environ[variable] = setup["private"]
        for variable in ("LOGNAME", "USER"):  # the file that knows the user's name cannot be read in here
            os.environ.setdefault(variable, "candidate")
        # Triton and torch.compile start compilers at a first call: once, before anything is measured.
        self.compiles_late = self.cuda and setup["compiles_late"]
        os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # no pool of processes, which would be left behind
        scratch.install(setup["private"], self.libraries)
        self.layers = confine.confine(setup["private"], [], self.libraries, programs=self.compiles_late)

    def touch(self):
        """Memory that this process sees for the first time costs as much as a short call."""
        for inputs, outputs in self.slots + self.batch:
            for block in inputs + outputs:
                if isinstance(block, blocks.Block):
                    block.words.sum()

    def open_batch(self, message):
        """Inputs and outputs of many calls."""
        n, self.seeds_calls = message["n"], message["seeded"]
        inputs = [blocks.open_stack(v["stack"], self.device).blocks if "stack" in v else [problems.read(v["value"])] * n
                  for v in message["inputs"]]
        outputs = [blocks.open_stack(m, self.device).blocks for m in message["outputs"]]
        return [([row[i] for row in inputs], [row[i] for row in outputs]) for i in range(n)]

    def compile(self, ask):
        self.channel.send({"compile": ask})
        return self.channel.receive()

    def build(self):
        """Executes the text, makes ModelNew and gives it the reference's weights, by name where names
        and shapes agree; otherwise equal seeds have to do."""
        entry = self.setup.get("entry")
        made = entries.read(self.setup["text"], self.name, entry, self.setup.get("surroundings", ()), self.setup["private"])
        self.stage = "model"
        problems.seed_everything(self.setup["model_seed"])
        self.model = made(*problems.read(self.setup["init_inputs"]))
        if isinstance(self.model, torch.nn.Module):
            self.model = self.model.to(self.device)
            if self.setup.get("rule") == "kernelbench":
                self.model = self.model.to(dtype=torch.float32)
            self.materialise()
        state = self.model.state_dict() if isinstance(self.model, torch.nn.Module) else {}
        given = dict(self.weights)
        if set(state) != set(given) or any(list(t.shape) != given[k].what["shape"] for k, t in state.items()):
            return "seeded" if given or state else "none"
        for key, tensor in state.items():
            tensor.copy_(given[key].tensor)
        return "copied" if state else "none"

    def materialise(self):
        """Layers that learn their shapes from the first input see one before there are weights to copy."""
        is_lazy = torch.nn.parameter.is_lazy
        if any(is_lazy(p) for p in list(self.model.parameters()) + list(self.model.buffers())):
            self.stage = "call"
            self.model(*self.for_call(*self.slots[0]))
            self.stage = "model"

    def for_call(self, inputs, outputs):
        """What a call is given; who writes its results into the last arguments finds our memory there."""
        if isinstance(self.model, entries.Into):
            self.model.outputs = [b.tensor for b in outputs]
        return self.values_of(inputs)

    @staticmethod
    def values_of(inputs):
        return [v.tensor if isinstance(v, blocks.Block) else v for v in inputs]

    def compile_late(self):
        """One call on the inputs of a slot, whose outputs nobody looks at; programs cannot be started after it."""
        if self.compiles_late:
            self.stage = "call"
            self.model(*self.for_call(*self.slots[0]))
            self.synchronize()
            confine.tighten(self.setup["private"], self.libraries)

    def run(self, slot, seed, discard=False):
        """discard: the problem's own Model is timed here, and nobody compares what it returns."""
        inputs, outputs = self.slots[slot]
        torch.manual_seed(seed)
        values = self.for_call(inputs, outputs)
        if self.cuda:
            self.flush.zero_()
            self.synchronize()
            began = self.clock()
            us, result = self.timed_call(values)
            waited_us = 0.0
        else:
            before_us = self.waited_us()
            began = self.clock()
            result = self.model(*values)
            us = (self.clock() - began) / 1000.0
            waited_us = self.waited_us() - before_us
        told = {"us": us, "waited_us": waited_us}
        if discard:
            return told
        told.update(self.hand_over(result, outputs, values))
        whole_us = (self.clock() - began) / 1000.0
        return dict(told, whole_us=whole_us if self.cuda else whole_us - self.waited_us() + before_us)

    def run_batch(self, n, seed):
        """Calls one after the other, each with inputs of its own; nobody but the checker takes the time."""
        for i, (inputs, outputs) in enumerate(self.batch[:n]):
            if seed is not None:
                torch.manual_seed(seed + i)
            misfit = self.copied(self.model(*self.for_call(inputs, outputs)), outputs)
            if misfit is not None:
                return {"shape": misfit}
        if self.cuda:
            self.synchronize()
        return {}

    def run_empty(self, n):
        """What run() does around a call, n 0, or run_batch() around n, before there is a candidate."""
        for inputs, outputs in self.batch[:n] if n > 0 else self.slots[:1]:
            if n == 0 or self.seeds_calls:
                torch.manual_seed(0)
            values = self.values_of(inputs)
            if n == 0 and self.cuda:
                self.flush.zero_()
                self.synchronize()
            results = [self.returned[i] for i in range(len(outputs))]
            began = self.clock()
            if n == 0:
                self.hand_over(results, outputs, values)
            else:
                self.copied(results, outputs)
        if self.cuda:
            self.synchronize()
        return {"hand_over_us": (self.clock() - began) / 1000.0} if n == 0 else {}

    def rehearse(self):
        """Answers empty calls until the checker lets the text be read."""
        self.returned = [torch.zeros_like(b.tensor) for b in self.slots[0][1]]
        while True:
            ask = self.channel.receive()
            if "empty" not in ask:
                break
            self.channel.send(self.run_empty(ask["empty"]))
        del self.returned

    def observe(self, slot, seed):
        """One more call, which nobody times: its outputs, and who launched its kernels."""
        inputs, outputs = self.slots[slot]
        torch.manual_seed(seed)
        values = self.for_call(inputs, outputs)
        is_own = launches.own_by([self.setup["private"]] + self.libraries)
        result, launched = launches.recorded(lambda: self.model(*values), self.synchronize, is_own)
        return dict(self.hand_over(result, outputs, values), launched=launched)

    def timed_call(self, values):
        """Microseconds by events of the first stream, and what forward returned.  A device that is still
        busy when that stream has ended works on another one: the wait for it counts as well."""
        self.record(self.events[0], self.stream)
        result = self.model(*values)
        self.record(self.events[1], self.stream)
        self.wait(self.events[1])
        began = self.clock()
        self.synchronize()
        rest_us = (self.clock() - began) / 1000.0
        us = self.elapsed_ms(self.events[0], self.events[1]) * 1000.0
        return us + (rest_us if rest_us > REST_US else 0.0), result

    def copied(self, result, outputs):
        """Copies what forward returned into the evaluator's memory; what does not fit, or None."""
        got = problems.outputs_of(result)
        if got is None or len(got) != len(outputs):
            return "forward returned %s, not %d tensor(s)" % (type(result).__name__, len(outputs))
        for i, (tensor, block) in enumerate(zip(got, outputs)):
            if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.layout != torch.strided:
                return "output %d is a %s and no plain tensor" % (i, type(tensor).__name__)
            if list(tensor.shape) != block.what["shape"]:
                return "output %d has shape %s, expected %s" % (i, list(tensor.shape), block.what["shape"])
            if tensor.device.type != torch.device(self.device).type:
                return "output %d lies on %s, expected %s" % (i, tensor.device, self.device)
            if blocks.dtype_name(tensor.dtype) != block.what["dtype"]:
                return "output %d is %s, expected %s" % (i, blocks.dtype_name(tensor.dtype), block.what["dtype"])
            block.tensor.copy_(tensor)
        return None

    def hand_over(self, result, outputs, values):
        """The answer to a call whose outputs are compared."""
        misfit = self.copied(result, outputs)
        if misfit is not None:
            return {"shape": misfit}
        given = problems.tensors_of([v for i, v in enumerate(values) if i not in self.scratch])
        views = [i for i, t in enumerate(problems.outputs_of(result)) if problems.uses_memory_of(t, given)]
        if self.cuda:
            self.synchronize()
        return {"views": views} if views else {}

    def with_flags(self, reply):
        """By KernelBench's rule the reference follows the candidate's flags."""
        return dict(reply, flags=flags.now()) if self.setup.get("rule") == "kernelbench" else reply

    def is_lost(self):
        """Whether an error has ended the device's context, as a bad access does and a launch with too many threads does not."""
        try:
            if self.cuda:
                self.synchronize()
        except Exception:
            return True
        return False

    def serve(self):
        try:
            weights = self.build()
            self.compile_late()
        except BaseException as e:  # SystemExit as well: whatever the text does is its answer
            self.channel.send({"failed": short(e), "where": frames_of(e, self.name), "stage": self.stage,
                               "is_runtime_error": isinstance(e, RuntimeError), "lost": self.is_lost()})
            return
        self.channel.send(self.with_flags({"ready": weights}))
        while True:
            ask = self.channel.receive()
            try:
                if "batch" in ask:
                    reply = self.run_batch(ask["batch"], ask.get("seed"))
                elif ask.get("observe"):
                    reply = self.observe(ask["run"], ask["seed"])
                else:
                    reply = self.with_flags(self.run(ask["run"], ask["seed"], ask.get("discard", False)))
            except Exception as e:
                reply = {"failed": short(e), "where": frames_of(e, self.name), "lost": self.is_lost()}
            self.channel.send(reply)


def main(fd, parent, device, folders, libraries):
    confine.begin(parent)
    channel = messages.Channel(fd)
    try:
        candidate = Candidate(channel, device, folders, libraries)
        channel.send({"standby": True})
        candidate.open(channel.receive())
        channel.send({"confined": candidate.layers})
        candidate.rehearse()
    except messages.Closed:
        return
    except Exception as e:  # nothing of the candidate ran yet: this failure is ours
        channel.send({"setup_failed": short(e)})
        return
    try:
        candidate.serve()
    except messages.Closed:
        pass
