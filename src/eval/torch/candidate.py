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
import extension
import launches
import messages
import problem as problems

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
        self.clock = time.perf_counter_ns
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
        self.stage = "text"
        if not self.cuda:
            torch.set_num_threads(setup.get("threads", 1))
        self.weights = [(w["name"], blocks.open_block(w, self.device, writable=False)) for w in setup["weights"]]
        self.slots = [([blocks.open_block(v["block"], self.device) if "block" in v else problems.read(v["value"]) for v in s["inputs"]],
                       [blocks.open_block(b, self.device) for b in s["outputs"]]) for s in setup["slots"]]
        extension.Interception(self.compile).install()
        os.chdir(setup["private"])
        for variable in ("HOME", "TMPDIR", "TORCH_EXTENSIONS_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "XDG_CACHE_HOME"):
            os.environ[variable] = setup["private"]
        for variable in ("LOGNAME", "USER"):  # the file that knows the user's name cannot be read in here
            os.environ.setdefault(variable, "candidate")
        # Triton and torch.compile start compilers at a first call: once, before anything is measured.
        self.compiles_late = self.cuda and setup["compiles_late"]
        os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"  # no pool of processes, which would be left behind
        self.layers = confine.confine(setup["private"], [], self.libraries, programs=self.compiles_late)

    def compile(self, ask):
        self.channel.send({"compile": ask})
        return self.channel.receive()

    def build(self):
        """Executes the text, makes ModelNew and gives it the reference's weights, by name where names
        and shapes agree; otherwise equal seeds have to do."""
        space = problems.execute(self.setup["text"], self.name, self.setup.get("surroundings", ()))
        if "ModelNew" not in space:
            raise problems.ProblemError("the module defines no ModelNew")
        self.stage = "model"
        problems.seed_everything(self.setup["model_seed"])
        self.model = space["ModelNew"](*problems.read(self.setup["init_inputs"]))
        if isinstance(self.model, torch.nn.Module):
            self.model = self.model.to(self.device)
            if self.setup.get("rule") == "kernelbench":
                self.model = self.model.to(dtype=torch.float32)
        state = self.model.state_dict() if isinstance(self.model, torch.nn.Module) else {}
        given = dict(self.weights)
        if set(state) != set(given) or any(list(t.shape) != given[k].what["shape"] for k, t in state.items()):
            return "seeded" if given or state else "none"
        for key, tensor in state.items():
            tensor.copy_(given[key].tensor)
        return "copied" if state else "none"

    def compile_late(self):
        """One call on the inputs of a slot, whose outputs nobody looks at; programs cannot be started after it."""
        if self.compiles_late:
            self.stage = "call"
            self.model(*[v.tensor if isinstance(v, blocks.Block) else v for v in self.slots[0][0]])
            self.synchronize()
            confine.tighten(self.setup["private"], self.libraries)

    def run(self, slot, seed, discard=False):
        """discard: the problem's own Model is timed here, and nobody compares what it returns."""
        inputs, outputs = self.slots[slot]
        torch.manual_seed(seed)
        values = [v.tensor if isinstance(v, blocks.Block) else v for v in inputs]
        if self.cuda:
            self.flush.zero_()
            self.synchronize()
            us, result = self.timed_call(values)
        else:
            began = self.clock()
            result = self.model(*values)
            us = (self.clock() - began) / 1000.0
        return {"us": us} if discard else dict(self.hand_over(result, outputs), us=us)

    def observe(self, slot, seed):
        """One more call, which nobody times: its outputs, and who launched its kernels."""
        inputs, outputs = self.slots[slot]
        torch.manual_seed(seed)
        values = [v.tensor if isinstance(v, blocks.Block) else v for v in inputs]
        is_own = launches.own_by([self.setup["private"]] + self.libraries)
        result, launched = launches.recorded(lambda: self.model(*values), self.synchronize, is_own)
        return dict(self.hand_over(result, outputs), launched=launched)

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

    def hand_over(self, result, outputs):
        """Copies what forward returned into the evaluator's memory; says what does not fit."""
        got = problems.outputs_of(result)
        if got is None or len(got) != len(outputs):
            return {"shape": "forward returned %s, not %d tensor(s)" % (type(result).__name__, len(outputs))}
        for i, (tensor, block) in enumerate(zip(got, outputs)):
            if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.layout != torch.strided:
                return {"shape": "output %d is a %s and no plain tensor" % (i, type(tensor).__name__)}
            if list(tensor.shape) != block.what["shape"]:
                return {"shape": "output %d has shape %s, expected %s" % (i, list(tensor.shape), block.what["shape"])}
            if tensor.device.type != torch.device(self.device).type:
                return {"shape": "output %d lies on %s, expected %s" % (i, tensor.device, self.device)}
            if blocks.dtype_name(tensor.dtype) != block.what["dtype"]:
                return {"shape": "output %d is %s, expected %s" % (i, blocks.dtype_name(tensor.dtype), block.what["dtype"])}
            block.tensor.copy_(tensor)
        if self.cuda:
            self.synchronize()
        return {}

    def serve(self):
        try:
            weights = self.build()
            self.compile_late()
        except BaseException as e:  # SystemExit as well: whatever the text does is its answer
            self.channel.send({"failed": short(e), "where": frames_of(e, self.name), "stage": self.stage,
                               "is_runtime_error": isinstance(e, RuntimeError)})
            return
        self.channel.send({"ready": weights})
        while True:
            ask = self.channel.receive()
            try:
                if ask.get("observe"):
                    reply = self.observe(ask["run"], ask["seed"])
                else:
                    reply = self.run(ask["run"], ask["seed"], ask.get("discard", False))
            except Exception as e:
                reply = {"failed": short(e), "where": frames_of(e, self.name)}
            self.channel.send(reply)


def main(fd, parent, device, folders, libraries):
    confine.begin(parent)
    channel = messages.Channel(fd)
    try:
        candidate = Candidate(channel, device, folders, libraries)
        channel.send({"standby": True})
        candidate.open(channel.receive())
        channel.send({"confined": candidate.layers})
    except messages.Closed:
        return
    except Exception as e:  # nothing of the candidate ran yet: this failure is ours
        channel.send({"setup_failed": short(e)})
        return
    try:
        candidate.serve()
    except messages.Closed:
        pass
