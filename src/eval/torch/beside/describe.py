"""What a problem's module is, before it becomes a task: whether it can be read, and what one call takes.

Each module is read in a process of its own, confined and bounded, since it may be anything.  Operations
and bytes come of tensors without memory (torch's device "meta"), so that the largest problems cost nothing.
"""
import ast
import importlib.metadata
import os
import platform
import resource
import select
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import confine  # noqa: E402
import messages  # noqa: E402

try:
    import torch
    import torch.nn.functional  # noqa: F401
    import degenerate
    import problem as problems
    import shaped  # noqa: F401  modules of shapes ask for it within the child
except ImportError:
    torch = None
try:
    from torch.utils.flop_counter import FlopCounterMode
except ImportError:
    FlopCounterMode = None

READ_LIMIT_S, WORK_LIMIT_S, MEMORY_BYTES = 20, 60, 16 << 30
LOOK_CPU_S, LOOK_BYTES, LOOK_FLOPS = 1, 256 << 20, 4e9  # of calls that are made
NEEDED = ("Model", "get_inputs", "get_init_inputs")


def bound_names(body):
    """Names that the statements of a module bind, those within if, try and with included."""
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (a.asname or a.name for a in node.names)
        for inner in ("body", "orelse", "finalbody", "handlers"):
            if isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
                yield from bound_names(getattr(node, inner, []))


def complaint(text):
    """Why a text is no problem, as "line N: why"; None when it may be one."""
    try:
        tree = ast.parse(text)
    except SyntaxError as e:
        return "line %d: %s" % (e.lineno or 1, e.msg)
    except (ValueError, RecursionError, MemoryError) as e:
        return "line 1: no Python (%s: %s)" % (type(e).__name__, e)
    found = set(bound_names(tree.body))
    missing = [n for n in NEEDED if n not in found]
    last = text.count("\n") + 1
    return "line %d: the module ends and has defined no %s" % (last, " and no ".join(missing)) if missing else None


def size_of(tensors):
    return sum(t.numel() * t.element_size() for t in {id(t): t for t in tensors}.values())


SMALL = """
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Linear(2, 2))
    def forward(self, x):
        return self.layers(x)
def get_inputs():
    return [torch.rand(1, 1, 4, 4)]
def get_init_inputs():
    return []
"""


class Recurrent:
    """Recurrent layers as one operation each: thousands of steps on device meta would take minutes."""

    def __init__(self):
        self.flops = 0.0
        for name in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
            setattr(torch._VF, name, self.run)

    def run(self, given, states, weights, has_biases, *rest):
        if not isinstance(has_biases, bool):
            raise NotImplementedError("packed sequences")
        each = states if isinstance(states, (tuple, list)) else (states,)
        self.flops += 2.0 * given.shape[0] * given.shape[1] * sum(w.numel() for w in weights if w.dim() == 2)
        directions = 2 if rest[3] else 1
        outputs = given.new_empty(given.shape[0], given.shape[1], each[0].shape[-1] * directions)
        return (outputs,) + tuple(torch.empty_like(s) for s in each)


def make_model(problem):
    """The model on device meta; one that reads its own numbers while it is made gets them on the processor."""
    try:
        with torch.device("meta"):
            return problem.model_class(*problem.get_init_inputs())
    except Exception:  # said by the second try if it is the module's fault
        return problem.model_class(*problem.get_init_inputs()).to("meta")


def work(text, name):
    """Floating-point operations and bytes of one call of forward, or why they are not known."""
    if torch is None:
        return {"unknown": "this Python has no torch"}
    if FlopCounterMode is None:
        return {"unknown": "torch %s has no counter of operations" % torch.__version__}
    torch.set_num_threads(1)
    try:
        problem = problems.Problem(text, name)
        recurrent, model = Recurrent(), make_model(problem)
        with torch.device("meta"):
            given = [v.to("meta") if isinstance(v, torch.Tensor) else v for v in problem.get_inputs()]
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            result = model(*given)
        outputs = problems.outputs_of(result)
        if outputs is None:
            return {"unknown": "forward returns more than tensors"}
        moved = problems.tensors_of(given) + list(model.parameters()) + outputs
        return {"flops": float(counter.get_total_flops()) + recurrent.flops, "bytes": float(size_of(moved))}
    except Exception as e:  # a module may raise anything; that is what is told of it
        return {"unknown": ("on device meta: %s: %s" % (type(e).__name__, " ".join(str(e).split())))[:200]}


def answer_in_child(write_end, parent, task, cpu_s):
    confine.begin(parent)
    os.closerange(3, write_end)  # a module that writes wherever it can does not reach the checker
    os.closerange(write_end + 1, 4096)
    limits = ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_DATA, MEMORY_BYTES // 4), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, cpu_s))
    for what, most in limits:
        resource.setrlimit(what, (most, most))
    confine.confine("/nonexistent", [])
    os.write(write_end, repr(task()).encode()[:4000])


def in_child(task, limit_s, cpu_s=WORK_LIMIT_S):
    """What a function says in a process of its own; None when the process said nothing in time."""
    read_end, write_end = os.pipe()
    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        try:
            os.close(read_end)
            answer_in_child(write_end, parent, task, cpu_s)
        finally:
            os._exit(0)
    os.close(write_end)
    ready, _, _ = select.select([read_end], [], [], limit_s)
    said = os.read(read_end, 4096) if ready else b""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(read_end)
    try:
        return ast.literal_eval(said.decode()) if said else None
    except (ValueError, SyntaxError, RecursionError, MemoryError):  # the module itself wrote there
        return None


def describe(ask):
    text, name = ask["text"], ask["name"]
    said = in_child(lambda: (complaint(text),), READ_LIMIT_S)
    if said is None:
        return {"problem": "line 1: this Python cannot read it"}
    if said[0] is not None:
        return {"problem": said[0]}
    found = in_child(lambda: work(text, name), WORK_LIMIT_S)
    if not isinstance(found, dict):
        found = {"unknown": "one call on device meta did not end in %d s" % WORK_LIMIT_S}
    return dict(found, **look(text, name, found)) if torch is not None else found


def look(text, name, found):
    """Whether the problem can be answered without its work, seen by calling it, with smaller sizes where a call takes long."""
    def said_of(this):
        said = in_child(lambda: degenerate.looked(this, name), 10 * LOOK_CPU_S, LOOK_CPU_S)
        return said if isinstance(said, str) else None

    is_small = found.get("flops", LOOK_FLOPS) < LOOK_FLOPS and found.get("bytes", LOOK_BYTES) < LOOK_BYTES
    seen = None if not is_small else said_of(text)
    for several in degenerate.smaller_texts(text) if seen is None else []:
        said = next((s for s in map(said_of, several) if s is not None), None)
        if said:
            return {"degenerate": said + " (seen with smaller sizes)"}
        seen = seen if said is None else said
    if seen is None and not is_small and found.get("flops", 0.0) < LOOK_FLOPS:
        seen = said_of(text)
    return {"degenerate": seen} if seen else {} if seen is None else {"looked": True}


def facts():
    """What this interpreter has; nothing of it starts a driver."""
    found = {"program": sys.executable, "python": platform.python_version()}
    if torch is not None:
        found.update(torch=torch.__version__, cuda=torch.version.cuda)
    try:
        found["triton"] = importlib.metadata.version("triton")
    except importlib.metadata.PackageNotFoundError:
        pass
    return found


def main(fd):
    channel = messages.Channel(fd)
    work(SMALL, "small")  # imports what torch imports late, once instead of in each process
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            return
        if ask.get("op") == "describe":
            channel.send(describe(ask))
        else:
            channel.send(facts())


if __name__ == "__main__":
    main(int(sys.argv[1]))
