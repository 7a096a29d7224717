"""What a problem's module is, before it becomes a task: whether it can be read, and what one call takes.

Each module is read in a process of its own, confined and bounded, since it may be anything.  Operations
and bytes come of tensors without memory (torch's device "meta"), so that the largest problems cost nothing.
"""
import ast
import ctypes
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
# Five calls and more are made, in a second of processor time.  What surely does not fit it is not begun: the fastest of
# KernelBench took 0.7 s for 2^25 bytes, and a second for some 10^10 operations.
LOOK_CPU_S, LOOK_BYTES, LOOK_FLOPS = 1, 48 << 20, 4e9
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of malloc.h
COMPLAINT, WORK, LOOK = range(3)  # what a child is asked; the places after LOOK are smaller texts
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

    def __enter__(self):
        self.before = {name: getattr(torch._VF, name) for name in ("lstm", "gru", "rnn_tanh", "rnn_relu")}
        for name in self.before:
            setattr(torch._VF, name, self.run)
        return self

    def __exit__(self, *_):
        for name, function in self.before.items():
            setattr(torch._VF, name, function)

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
        model = make_model(problem)
        with torch.device("meta"):
            given = [v.to("meta") if isinstance(v, torch.Tensor) else v for v in problem.get_inputs()]
        with torch.no_grad(), Recurrent() as recurrent, FlopCounterMode(display=False) as counter:
            result = model(*given)
        outputs = problems.outputs_of(result)
        if outputs is None:
            return {"unknown": "forward returns more than tensors"}
        moved = problems.tensors_of(given) + list(model.parameters()) + outputs
        return {"flops": float(counter.get_total_flops()) + recurrent.flops, "bytes": float(size_of(moved))}
    except Exception as e:  # a module may raise anything; that is what is told of it
        return {"unknown": ("on device meta: %s: %s" % (type(e).__name__, " ".join(str(e).split())))[:200]}


def keep_memory():
    """What a tensor gives back stays with the process: most of the time of short calls is else that of new pages."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_MMAP_THRESHOLD, 1 << 30)
        libc.mallopt(M_TRIM_THRESHOLD, (1 << 31) - 1)


class Child:
    """A confined process that does the tasks it is asked for, in which a module may do anything.  To begin it costs more than most
    tasks, so it is kept until one does not answer."""

    def __init__(self, tasks):
        self.tasks, self.pid = tasks, 0

    def answer(self, asked, said):
        os.closerange(3, min(asked, said))  # a module that writes wherever it can does not reach the checker
        os.closerange(min(asked, said) + 1, max(asked, said))
        os.closerange(max(asked, said) + 1, 4096)
        limits = ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_DATA, MEMORY_BYTES // 4), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, WORK_LIMIT_S))
        for what, most in limits:
            resource.setrlimit(what, (most, most))
        confine.confine("/nonexistent", [])
        keep_memory()
        while order := os.read(asked, 2):
            signal.setitimer(signal.ITIMER_PROF, order[1])
            os.write(said, repr((order[0], self.tasks[order[0]])).encode()[:4000])

    def begin(self):
        asked, self.ask_end = os.pipe()
        self.read_end, said = os.pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.ask_end)
                os.close(self.read_end)
                confine.begin(parent)
                self.answer(asked, said)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(said)

    def end(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.ask_end)
            os.close(self.read_end)
        self.pid = 0

    def ask(self, which, limit_s, cpu_s=WORK_LIMIT_S):
        """What a task says; None when it said nothing in time."""
        if not self.pid:
            self.begin()
        try:
            os.write(self.ask_end, bytes((which, cpu_s)))
            ready, _, _ = select.select([self.read_end], [], [], limit_s)
            said = ast.literal_eval(os.read(self.read_end, 4096).decode()) if ready else None
            if isinstance(said, tuple) and len(said) == 2 and said[0] == which:
                return said[1]
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):  # it ended, or the module itself wrote there
            pass
        self.end()
        return None


def fits(found):
    return found.get("flops", 0.0) < LOOK_FLOPS and found.get("bytes", 0.0) < LOOK_BYTES


class Tasks:
    """What is asked about a module, done in a child: its complaint, its work, and looks at it and its smaller texts."""

    def __init__(self, text, name):
        self.text, self.name, self.found = text, name, {}

    def __getitem__(self, which):
        if which == COMPLAINT:
            return (complaint(self.text),)
        if which == WORK:
            self.found = work(self.text, self.name)
            return self.found
        text = self.text if which == LOOK else degenerate.smaller_texts(self.text)[which - LOOK - 1]
        if text is None or not fits(self.found if which == LOOK else work(text, self.name)):
            return None
        return degenerate.looked(text, self.name, LOOK_CPU_S)


def look(child):
    """Whether the problem can be answered without its work, seen by calling it, with smaller sizes where a call takes long."""
    def said(which):
        found = child.ask(which, 10 * LOOK_CPU_S, LOOK_CPU_S)
        return found if isinstance(found, str) else None

    seen = said(LOOK)
    for several in ((LOOK + 1, LOOK + 2), (LOOK + 3,)) if seen is None else ():
        found = next((s for s in map(said, several) if s is not None), None)
        if found:
            return {"degenerate": found + " (seen with smaller sizes)"}
        seen = seen if found is None else found
    return {"degenerate": seen} if seen else {} if seen is None else {"looked": True}


def describe(ask):
    child = Child(Tasks(ask["text"], ask["name"]))
    try:
        said = child.ask(COMPLAINT, READ_LIMIT_S)
        if not isinstance(said, tuple):
            return {"problem": "line 1: this Python cannot read it"}
        if said[0] is not None:
            return {"problem": said[0]}
        found = child.ask(WORK, WORK_LIMIT_S)
        if not isinstance(found, dict):
            found = {"unknown": "one call on device meta did not end in %d s" % WORK_LIMIT_S}
        return dict(found, **look(child)) if torch is not None else found
    finally:
        child.end()


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
