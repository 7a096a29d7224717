"""The process of one candidate: confined, it builds ModelNew and runs it when it is told to.

It holds no expected value and decides nothing: it says that a call is done, and where its outputs lie.
Everything that it says can be forged by the candidate.  On the processor the checker takes the time in its
own process, from the message that asks for a call to the one that ends it, less what an empty call takes,
and reads the outputs itself while this process stands still.  On a GPU, where a change of process takes
longer than most calls, this process tells what the device's events say, and the checker bounds it by calls
in turn that it times itself.
"""
import contextlib
import gc
import os
import time
import traceback

import torch

import blocks
import confine
import entries
import extension
import flags
import languages
import launches
import messages
import problem as problems
import scratch

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


def short(e, language=None):
    said = "%s: %s" % (type(e).__name__, str(e)[:2000])
    if language is not None and not isinstance(e, problems.ProblemError):
        return "%s runs on a GPU, and this is a processor: %s" % (language, said)
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
        if self.cuda:
            confine.before_device(folders, libraries)
            torch.cuda.init()
            torch.zeros(1, device=device).copy_(torch.ones(1, device=device))
            self.flush = torch.empty(blocks.FLUSH_BYTES // 4, dtype=torch.int32, device=device)
            self.flush.zero_()
            # The functions of C themselves: what a text puts in their place later is not called here.
            event = torch._C._CudaEventBase
            self.record, self.elapsed_ms, self.wait = event.record, event.elapsed_time, event.synchronize
            self.events = (torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
            self.stream, self.current = torch.cuda.current_stream(), torch._C._cuda_getCurrentRawStream
            self.clock, self.synchronize = time.perf_counter_ns, torch._C._cuda_synchronize
            self.tiny, self.launch = torch.zeros(1, device=device), torch.relu
            self.synchronize()

    def take(self, setup):
        """What is another one for each evaluation: the text, and the memory that it works in."""
        self.setup = setup
        self.name = setup.get("name", "candidate.py")
        self.scratch = set(setup["entry"]["scratch"]) if setup.get("entry") else ()
        self.narrow = set(setup["entry"]["narrow"]) if setup.get("entry") else ()
        self.stage = "text"
        if not self.cuda:
            torch.set_num_threads(setup.get("threads", 1))
        self.weights = [(w["name"], blocks.open_block(w, self.device, writable=False)) for w in setup["weights"]]
        self.slots = [([blocks.open_block(v["block"], self.device) if "block" in v else problems.read(v["value"]) for v in s["inputs"]],
                       [self.open_output(b) for b in s["outputs"]]) for s in setup["slots"]]
        self.wanted = [(list(b["shape"]), blocks.dtype_of(b["dtype"])) for b in setup["slots"][0]["outputs"]]
        self.kept, self.compares_one = None, False
        self.batch = self.open_batch(setup["batch"]) if setup.get("batch") else []
        if not self.cuda:
            self.touch()

    def open(self, setup):
        self.take(setup)
        extension.Interception(self.compile).install()
        os.chdir(setup["private"])
        for variable in ("HOME", "TMPDIR", "TORCH_EXTENSIONS_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "XDG_CACHE_HOME",
                         "TILELANG_CACHE_DIR", "TILELANG_TMP_DIR", "CUTE_DSL_CACHE_DIR", "CUDA_TILE_CACHE_DIR", "CUDA_TILE_TEMP_DIR"):
            os.environ[variable] = setup["private"]
        for variable in ("LOGNAME", "USER"):  # the file that knows the user's name cannot be read in here
            os.environ.setdefault(variable, "candidate")
        # Triton and torch.compile start compilers at a first call: once, before anything is measured.
        self.compiles_late = self.cuda and setup["compiles_late"]
        os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # no pool of processes, which would be left behind
        scratch.install(setup["private"], self.libraries)
        self.layers = confine.confine(setup["private"], [], self.libraries, programs=self.compiles_late, is_read=not self.cuda,
                                       more_writable=[setup["blocks"]] if setup.get("discards") else [])  # it opens those of evaluations to come

    def rest(self):
        """A process of the problem's own Model is asked again in the next evaluation: it keeps its device and nothing there."""
        places = self.slots + self.batch + [([b for _, b in self.weights], [])]
        opened = [b for inputs, outputs in places for b in inputs + outputs if isinstance(b, blocks.Block)]
        self.model = self.kept = self.weights = self.slots = self.batch = None
        gc.collect()
        torch.cuda.empty_cache()  # nothing without a device; each call has waited for its end
        blocks.close_opened(opened)

    def open_output(self, message):
        """On the processor the checker reads what forward returned where it lies.  A process of the reference has a place
        of its own: what is right is not written where candidates can read."""
        is_own = not self.cuda or self.setup.get("discards")
        return blocks.own_block(message, self.device) if is_own else blocks.open_block(message, self.device)

    def touch(self):
        """Memory that this process sees for the first time costs as much as a short call."""
        for inputs, _ in self.slots:
            for block in inputs:
                if isinstance(block, blocks.Block):
                    block.words.sum()

    def open_batch(self, message):
        """Inputs and outputs of many calls."""
        n = message["n"]
        inputs = [blocks.open_stack(v["stack"], self.device).blocks if "stack" in v else [problems.read(v["value"])] * n
                  for v in message["inputs"]]
        outputs = [[blocks.own_block(m, self.device)] * n if self.setup.get("discards") else blocks.open_stack(m, self.device).blocks
                   for m in message["outputs"]]
        return [([row[i] for row in inputs], [row[i] for row in outputs]) for i in range(n)]

    def compile(self, ask):
        self.channel.send({"compile": ask})
        return self.channel.receive()

    def build(self):
        """Executes the text, makes ModelNew and gives it the reference's weights, by name where names
        and shapes agree; otherwise equal seeds have to do."""
        entry = self.setup.get("entry")
        surroundings, as_kernelbench = self.setup.get("surroundings", ()), self.setup.get("rule") == "kernelbench"
        made = entries.read(self.setup["text"], self.name, entry, surroundings, self.setup["private"], as_kernelbench and bool(surroundings))
        self.stage = "model"
        problems.seed_everything(self.setup["model_seed"])
        self.model = made(*problems.read(self.setup["init_inputs"]))
        if as_kernelbench:  # whatever it is; lazy layers then draw their weights at the first trial
            if not hasattr(self.model, "forward"):
                raise problems.ProblemError("ModelNew makes a %s, which has no forward" % type(self.model).__name__)
            self.model = self.model.to(device=self.device, dtype=torch.float32)
            self.compares_one = True
            torch.manual_seed(self.setup["model_seed"] + 1)  # what a call draws is not what the constructor would have drawn
        elif isinstance(self.model, torch.nn.Module):
            self.model = self.model.to(self.device)
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
            self.model.given = [t.view(t.shape) for t in self.model.outputs]  # a text may turn these to other memory
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

    def run(self, slot, seed, looks):
        """looks: nobody times this call."""
        inputs, outputs = self.slots[slot]
        self.kept = None
        if seed >= 0:
            torch.manual_seed(seed)
        values = self.for_call(inputs, outputs)
        result, told = self.timed_call(values) if self.cuda else (self.model(*values), {})
        got = problems.outputs_of(result)
        misfit = self.misfit(result, got)
        if misfit is not None:
            return {"shape": misfit}
        views = self.views_of(got, values) if looks else []
        reply = self.hand_over(got, outputs)
        reply.update(told)
        return self.with_flags(dict(reply, views=views)) if looks else reply

    def timed_call(self, values):
        """What forward returned, microseconds by events of the first stream, and those of launching.  The cache is written
        over while the host launches, so the device does not wait for the host as long as that lasts: KernelBench and
        Triton time so too.  A device that is still busy when the stream has ended works on another one: the wait for it
        counts as well."""
        for _ in range(blocks.WARM_LAUNCHES):
            self.launch(self.tiny)
        self.flush.zero_()
        if self.current(self.stream.device_index) != self.stream.cuda_stream:  # the text has left the first stream
            self.synchronize()
        self.record(self.events[0], self.stream)
        began = self.clock()
        result = self.model(*values)
        launch_us = (self.clock() - began) / 1000.0
        self.record(self.events[1], self.stream)
        self.wait(self.events[1])
        began = self.clock()
        self.synchronize()
        rest_us = (self.clock() - began) / 1000.0
        us = self.elapsed_ms(self.events[0], self.events[1]) * 1000.0
        return result, {"us": us + (rest_us if rest_us > REST_US else 0.0), "launch_us": launch_us}

    def run_batch(self, n, seed):
        """Calls one after the other, each with inputs of its own."""
        self.take_device()
        for i, (inputs, outputs) in enumerate(self.batch[:n]):
            if seed >= 0:
                torch.manual_seed(seed + i)
            result = self.model(*self.for_call(inputs, outputs))
            got = problems.outputs_of(result)
            misfit = self.misfit(result, got)
            if misfit is not None:
                return {"shape": misfit}
            for tensor, block in zip(got, outputs):
                block.tensor.copy_(tensor)
        self.synchronize()
        return {}

    def take_device(self):
        """A GPU changes from the process of the reference to this one in about 150 us.  What is launched meanwhile would
        seem to be launched in no time."""
        if self.cuda:
            self.tiny.zero_()
            self.synchronize()

    def rehearse(self):
        """Calls of a model that computes nothing, until the checker lets the text be read."""
        returned = [torch.zeros(shape, dtype=dtype, device=self.device) for shape, dtype in self.wanted]
        self.model = lambda *_: returned
        while True:
            ask = self.channel.receive()
            if isinstance(ask, dict) and "go" in ask:
                break
            self.channel.reply(self.answer(ask))
        self.model = self.kept = None

    def observe(self, slot, seed):
        """One more call, which nobody times: its outputs, and who launched its kernels."""
        inputs, outputs = self.slots[slot]
        if seed >= 0:
            torch.manual_seed(seed)
        values = self.for_call(inputs, outputs)
        is_own = launches.own_by([self.setup["private"]] + self.libraries)
        result, launched = launches.recorded(lambda: self.model(*values), self.synchronize, is_own)
        got = problems.outputs_of(result)
        misfit = self.misfit(result, got)
        return {"shape": misfit} if misfit is not None else dict(self.hand_over(got, outputs), launched=launched)

    def misfit(self, result, got):
        """Why these are not the outputs that are wanted, or None."""
        if self.compares_one and not isinstance(result, torch.Tensor):
            return "forward returned a %s; KernelBench's evaluator compares one tensor and fails with anything else" % type(result).__name__
        if got is None or len(got) != len(self.wanted):
            return "forward returned %s, not %d tensor(s)" % (type(result).__name__, len(self.wanted))
        for i, (tensor, (shape, dtype)) in enumerate(zip(got, self.wanted)):
            if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.layout != torch.strided:
                return "output %d is a %s and no plain tensor" % (i, type(tensor).__name__)
            if list(tensor.shape) != shape:
                return "output %d has shape %s, expected %s" % (i, list(tensor.shape), shape)
            if tensor.device.type != ("cuda" if self.cuda else "cpu"):
                return "output %d lies on %s, expected %s" % (i, tensor.device, self.device)
            if tensor.dtype != dtype and not (i in self.narrow and tensor.dtype == torch.float64):
                return "output %d is %s, expected %s" % (i, blocks.dtype_name(tensor.dtype), blocks.dtype_name(dtype))
        return None

    def hand_over(self, got, outputs):
        """On a GPU copies outputs into the evaluator's memory and waits for the device; else says where they lie."""
        if self.cuda:
            for tensor, block in zip(got, outputs):
                block.tensor.copy_(tensor)
            self.synchronize()
            return {}
        self.kept = [t.to(dtype).contiguous().resolve_neg() for t, (_, dtype) in zip(got, self.wanted)]
        return {"at": [t.data_ptr() for t in self.kept]}

    def views_of(self, got, values):
        given = problems.tensors_of([v for i, v in enumerate(values) if i not in self.scratch])
        return [i for i, t in enumerate(got) if problems.uses_memory_of(t, given)]

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
            self.channel.send({"failed": self.told(e), "where": frames_of(e, self.name), "stage": self.stage,
                               "is_runtime_error": isinstance(e, RuntimeError), "lost": self.is_lost()})
            return False
        self.channel.send(self.with_flags({"ready": weights}))
        while True:
            ask = self.channel.receive()
            if isinstance(ask, dict) and "rest" in ask and self.setup.get("discards"):
                self.rest()
                self.channel.send({"rests": True})
                return True
            try:
                reply = self.answer(ask)
            except Exception as e:
                reply = {"failed": self.told(e), "where": frames_of(e, self.name), "lost": self.is_lost()}
            self.channel.reply(reply)

    def told(self, e):
        return short(entries.missing(e, self.setup["text"]) if isinstance(e, (ImportError, FileNotFoundError)) else e, self.language())

    def language(self):
        """That runs on a GPU alone, where this is none."""
        found = [] if self.cuda else languages.languages_of(self.setup["text"])
        return found[0][1] if found else None

    def answer(self, ask):
        if isinstance(ask, tuple):
            return self.run(*ask)
        if "batch" in ask:
            return self.run_batch(ask["batch"], ask["seed"])
        return self.observe(ask["observe"], ask["seed"])


def main(fd, parent, device, folders, libraries):
    confine.begin(parent)
    channel = messages.Channel(fd)
    candidate, serves = None, True
    with contextlib.suppress(messages.Closed):
        while serves:
            try:
                if candidate is None:
                    candidate = Candidate(channel, device, folders, libraries)
                    channel.send({"standby": True})
                    candidate.open(channel.receive())
                else:
                    candidate.take(channel.receive())
                channel.send({"confined": candidate.layers})
                candidate.rehearse()
            except Exception as e:  # nothing of the candidate ran yet: this failure is ours
                if not isinstance(e, messages.Closed):
                    channel.send({"setup_failed": short(e)})
                return
            serves = candidate.serve()
