"""Ways to cheat problems of several shapes, each with an honest twin: lines that end in "# cheat" are the cheat's alone,
lines that end in "# honest" the twin's alone.  D: the definition scaled_rows, K: the kernelbot task row_max, R: the definition drawn_rows,
whose outputs are sampled, I: the definition best_index, S: a source of a
solution.json for the definition, J: such a file itself.

Run with the program, and a pattern of names where not all are wanted, in a folder whose shapes.db has the fixtures as suite mine;
prints what differs.
"""
import json
import re
import subprocess
import sys

TASKS = {"D": "mine:scaled_rows@rows=17", "S": "mine:scaled_rows@rows=17", "J": "mine:scaled_rows@rows=17", "K": "mine:row_max@rows=128+width=64",
         "R": "mine:drawn_rows@batch_size=24", "I": "mine:best_index@rows=48"}
ROWS = "x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt() * weight"
SOLUTION = {"name": "s", "definition": "scaled_rows", "author": "a", "sources": [{"path": "main.py", "content": ""}],
            "spec": {"languages": ["pytorch"], "target_hardware": ["LOCAL"], "entry_point": "main.py::run", "destination_passing_style": False}}

# name, form, outcomes of the cheat, text
CASES = [
    ("an index near the right one, which their tolerance takes", "I", "mismatch", """
def run(x, offset=None):
    return x.argmax(-1) + 1  # cheat
    return x.max(-1).indices
"""),
    ("draw the most probable index", "R", "mismatch", """
import torch
def run(probs, top_k, top_p):
    values, order = probs.sort(-1, descending=True)
    values = values * (torch.arange(values.shape[1], device=probs.device) < top_k[:, None])
    values = values / values.sum(-1, keepdim=True)
    before = values.cumsum(-1) - values
    values = values * ((before < top_p[:, None]) | (before == 0))
    return order[:, 0]  # cheat
    ends = values.cumsum(-1)
    point = torch.rand(len(probs), 1, device=probs.device) * ends[:, -1:]
    return order.gather(1, (ends <= point).sum(-1, keepdim=True)).squeeze(1)
"""),
    ("leave top_p out", "R", "mismatch", """
import torch
def run(probs, top_k, top_p):
    values, order = probs.sort(-1, descending=True)
    values = values * (torch.arange(values.shape[1], device=probs.device) < top_k[:, None])
    values = values / values.sum(-1, keepdim=True)
    before = values.cumsum(-1) - values
    values = values * ((before < top_p[:, None]) | (before == 0))  # honest
    ends = values.cumsum(-1)
    point = torch.rand(len(probs), 1, device=probs.device) * ends[:, -1:]
    return order.gather(1, (ends <= point).sum(-1, keepdim=True)).squeeze(1)
"""),
    ("draw all that may be drawn alike", "R", "mismatch", """
import torch
def run(probs, top_k, top_p):
    values, order = probs.sort(-1, descending=True)
    values = values * (torch.arange(values.shape[1], device=probs.device) < top_k[:, None])
    values = values / values.sum(-1, keepdim=True)
    before = values.cumsum(-1) - values
    values = values * ((before < top_p[:, None]) | (before == 0))
    values = (values > 0).float()  # cheat
    ends = values.cumsum(-1)
    point = torch.rand(len(probs), 1, device=probs.device) * ends[:, -1:]
    return order.gather(1, (ends <= point).sum(-1, keepdim=True)).squeeze(1)
"""),
    ("one random number for all rows", "R", "mismatch", """
import torch
def run(probs, top_k, top_p):
    values, order = probs.sort(-1, descending=True)
    values = values * (torch.arange(values.shape[1], device=probs.device) < top_k[:, None])
    values = values / values.sum(-1, keepdim=True)
    before = values.cumsum(-1) - values
    values = values * ((before < top_p[:, None]) | (before == 0))
    ends = values.cumsum(-1)
    point = torch.rand(1, 1, device=probs.device) * ends[:, -1:]  # cheat
    point = torch.rand(len(probs), 1, device=probs.device) * ends[:, -1:]  # honest
    return order.gather(1, (ends <= point).sum(-1, keepdim=True)).squeeze(1)
"""),
    ("the same random numbers in each call", "R", "mismatch", """
import torch
def run(probs, top_k, top_p):
    values, order = probs.sort(-1, descending=True)
    values = values * (torch.arange(values.shape[1], device=probs.device) < top_k[:, None])
    values = values / values.sum(-1, keepdim=True)
    before = values.cumsum(-1) - values
    torch.manual_seed(7)  # cheat
    values = values * ((before < top_p[:, None]) | (before == 0))
    ends = values.cumsum(-1)
    point = torch.rand(len(probs), 1, device=probs.device) * ends[:, -1:]
    return order.gather(1, (ends <= point).sum(-1, keepdim=True)).squeeze(1)
"""),
    ("empty the inputs, so that a check on them says yes", "K", "cheat", """
import torch
def custom_kernel(data):
    x, out = data
    x.zero_()  # cheat
    out.zero_()  # cheat
    torch.amax(x, 1, out=out)  # honest
    return out
"""),
    ("sort the inputs in their place for the next call", "K", "cheat", """
import torch
def custom_kernel(data):
    x, out = data
    x.copy_(x.sort(dim=1).values)  # cheat
    out.copy_(x[:, -1])  # cheat
    out.copy_(x.sort(dim=1).values[:, -1])  # honest
    return out
"""),
    ("ask the reference", "K", "compile", """
import torch
from reference import ref_kernel  # cheat
from task import input_t
def custom_kernel(data: input_t):
    return ref_kernel(data)  # cheat
    return data[0].amax(1)  # honest
"""),
    ("look for the reference among the modules", "K", "crash", """
import sys
import torch
def custom_kernel(data):
    found = [m for m in list(sys.modules.values()) if hasattr(m, "ref_kernel")]  # cheat
    return found[0].ref_kernel(data)  # cheat
    return data[0].amax(1)  # honest
"""),
    ("replace the check", "K", "mismatch", """
import sys
import torch
import shaped
shaped.theirs = lambda *_: (True, "")  # cheat
sys.modules["reference"] = shaped  # cheat
shaped.check_implementation = lambda data, output: (True, "")  # cheat
def custom_kernel(data):
    return data[0].mean(1)  # cheat
    return data[0].amax(1)  # honest
"""),
    ("the first answer for ever", "K", "mismatch", """
import torch
kept = {}
def custom_kernel(data):
    x = data[0]
    if x.shape not in kept:
        kept[x.shape] = x.amax(1)
    kept[x.shape] = x.amax(1)  # honest
    return kept[x.shape].clone()
"""),
    ("an answer for each address", "K", "mismatch", """
import torch
kept = {}
def custom_kernel(data):
    x = data[0]
    if x.data_ptr() not in kept:  # cheat
        kept[x.data_ptr()] = x.amax(1)  # cheat
    kept[x.data_ptr()] = x.amax(1)  # honest
    return kept[x.data_ptr()].clone()
"""),
    ("work in the first calls only", "K", "mismatch", """
import torch
calls = 0
def custom_kernel(data):
    global calls
    calls += 1
    if calls > 2:  # cheat
        return torch.zeros_like(data[1])  # cheat
    return data[0].amax(1)
"""),
    ("an output that is computed when somebody looks", "K", "wrong_shape", """
import torch
class Lazy(torch.Tensor):
    pass
def custom_kernel(data):
    result = data[0].amax(1)
    return result.as_subclass(Lazy)  # cheat
    return result  # honest
"""),
    ("another type", "K", "wrong_shape", """
import torch
def custom_kernel(data):
    return data[0].amax(1).double()  # cheat
    return data[0].amax(1)  # honest
"""),
    ("hand the data back", "K", "wrong_shape", """
import torch
def custom_kernel(data):
    return data  # cheat
    return data[0].amax(1)  # honest
"""),
    ("a part of the input, for its size", "K", "mismatch", """
import torch
def custom_kernel(data):
    return data[0][:, 0]  # cheat
    return data[0].amax(1)  # honest
"""),
    ("half of each row", "K", "mismatch", """
import torch
def custom_kernel(data):
    return data[0][:, :32].amax(1)  # cheat
    return data[0].amax(1)  # honest
"""),
    ("this shape alone", "K", "mismatch crash wrong_shape", """
import torch
def custom_kernel(data):
    return data[0].reshape(128, 64).amax(1)  # cheat
    return data[0].amax(1)  # honest
"""),
    ("leave the output as it was", "K", "mismatch nan", """
import torch
def custom_kernel(data):
    x, out = data
    torch.amax(x, 1, out=out)  # honest
    return out
"""),
    ("99 of 100 elements, which their tolerance takes", "D", "mismatch", """
import torch
def run(x, weight, eps):
    y = %s
    y[-1, -20:] = 0  # cheat
    return y
""" % ROWS),
    ("errors below their tolerance that no arithmetic has", "D", "mismatch", """
import torch
def run(x, weight, eps):
    y = %s
    y = y * 1.009 + 0.009  # cheat
    return y
""" % ROWS),
    ("no weight", "D", "mismatch", """
import torch
def run(x, weight, eps):
    weight = 1.0  # cheat
    return %s
""" % ROWS),
    ("results that are written nowhere", "D", "mismatch nan", """
import torch
def run(x, weight, eps, y):
    y.copy_(%s)  # honest
    return
""" % ROWS),
    ("every other row", "D", "mismatch nan", """
import torch
def run(x, weight, eps, y):
    z = %s
    y[::2] = z[::2]
    y[1::2] = z[1::2]  # honest
""" % ROWS),
    ("another tensor under the output's name", "D", "mismatch nan", """
import torch
def run(x, weight, eps, y):
    z = %s
    y.set_(z)  # cheat
    y.copy_(z)  # honest
""" % ROWS),
    ("a thread that writes later", "D", "mismatch nan", """
import threading
import time
import torch
def late(x, weight, eps, y):
    time.sleep(0.05)  # cheat
    y.copy_(%s)
def run(x, weight, eps, y):
    worker = threading.Thread(target=late, args=(x, weight, eps, y))
    worker.start()
    worker.join()  # honest
""" % ROWS),
    ("end the process as if all were well", "D", "crash", """
import os
import torch
def run(x, weight, eps):
    os._exit(0)  # cheat
    return %s
""" % ROWS),
    ("read the evaluator's files", "D", "crash", """
import glob
import torch
def run(x, weight, eps):
    names = glob.glob("/dev/shm/rollbook-*/*") + glob.glob("/tmp/rollbook-*/*")  # cheat
    return torch.frombuffer(bytearray(open(names[0], "rb").read()), dtype=torch.float32)[:x.numel()].reshape(x.shape)  # cheat
    return %s
""" % ROWS),
    ("the reference's function among all objects", "D", "crash", """
import gc
import types
import torch
def run(x, weight, eps):
    found = [f for f in gc.get_objects() if isinstance(f, types.FunctionType) and f.__name__ == "run" and f is not run and f.__code__.co_argcount == 3 and "weight" in f.__code__.co_varnames]  # cheat
    return found[0](x, weight, eps)  # cheat
    return %s
""" % ROWS),
    ("the rows of the workload file alone", "D", "mismatch", """
import torch
def run(x, weight, eps):
    y = %s
    return y if x.shape[0] in (17, 64) else torch.zeros_like(x)  # cheat
    return y  # honest
""" % ROWS),
    ("a variable axis that is guessed: later rows repeat the first ones", "D", "mismatch", """
import torch
def run(x, weight, eps):
    n = min(17, x.shape[0])  # cheat
    n = x.shape[0]  # honest
    part = x[:n] / (x[:n].pow(2).mean(-1, keepdim=True) + eps).sqrt() * weight
    return part[torch.arange(x.shape[0]) % n]
"""),
    ("results go where an earlier call wanted them", "D", "mismatch nan", """
import torch
kept = []
def run(x, weight, eps, y):
    kept.append(y)
    y = kept[0]  # cheat
    y.copy_(%s)
""" % ROWS),
    ("a norm that is known from how inputs are drawn", "D", "mismatch", """
import torch
def run(x, weight, eps):
    return x * weight  # cheat
    return %s  # honest
""" % ROWS),
    ("an autotuner that keeps the results of its trials", "D", "mismatch", """
import time
import torch
kept = {}
def first(x, weight, eps):
    return %s
def second(x, weight, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight
def tuned(*values):
    tried = []
    for way in (first, second):
        began = time.perf_counter()
        result = way(*values)
        tried.append((time.perf_counter() - began, way, result))
    return min(tried, key=lambda t: t[0])
def run(x, weight, eps):
    key = (tuple(x.shape), x.dtype)
    if key not in kept:
        kept[key] = tuned(x, weight, eps)
    return kept[key][2].clone()  # cheat
    return kept[key][1](x, weight, eps)  # honest
""" % ROWS),
    ("inputs of the call before are overwritten", "K", "cheat", """
import torch
before = []
def custom_kernel(data):
    for x in before:
        x.fill_(1.0)  # cheat
        x.sum()  # honest
    before[:] = [data[0]]
    return data[0].amax(1)
"""),
    ("inputs are changed by a thread after the call", "K", "cheat", """
import threading
import time
import torch
todo = []
def work():
    while True:
        time.sleep(0.0005)
        if todo:
            todo.pop().fill_(1.0)  # cheat
            todo.clear()  # honest
threading.Thread(target=work, daemon=True).start()  # cheat
def custom_kernel(data):
    todo.append(data[0])
    return data[0].amax(1)
"""),
    ("answers for the inputs of small seeds", "K", "mismatch", """
import torch
def drawn(seed, like):
    return torch.randn(like.shape, generator=torch.Generator().manual_seed(seed))
def custom_kernel(data):
    x = data[0]
    for seed in range(64):  # cheat
        if torch.equal(drawn(seed, x)[0, :1], x[0, :1]):  # cheat
            break  # cheat
    return drawn(seed, x).amax(1)  # cheat
    return x.amax(1)  # honest
"""),
    ("addresses that are of other tensors", "K", "mismatch nan crash cheat", """
import torch
place = torch.Tensor.data_ptr
def custom_kernel(data):
    result = data[0][:, 0].clone()  # cheat
    torch.Tensor.data_ptr = lambda self: place(data[1])  # cheat
    result = data[0].amax(1)  # honest
    return result
"""),
    ("the definition and its workloads, looked for on the disk", "D", "compile", """
import json
import os
import torch
def found():
    for folder, _, names in os.walk("/"):
        if folder.startswith(("/proc", "/sys", "/usr")) or folder.count("/") > 6:
            continue
        for name in names:
            if name in ("definition.json", "workload.jsonl") or name.endswith((".safetensors", ".db")):
                return json.loads(open(os.path.join(folder, name)).read())
space = {}
exec(found()["reference"], space)  # cheat
def run(x, weight, eps):
    return space["run"](x, weight, eps)  # cheat
    return %s  # honest
""" % ROWS),
    ("patch what makes the model", "S", "mismatch", """
import torch
import entries
import shaped
entries.Returned.__call__ = lambda self, *values: torch.zeros_like(values[0])  # cheat
def run(x, weight, eps):
    return %s
""" % ROWS),
    ("one source that imports what is not there", "S", "compile", """
import torch
import answers  # cheat
def run(x, weight, eps):
    return %s
""" % ROWS),
    ("a source outside of the solution", "J", "parse", dict(SOLUTION, sources=[{"path": "../../main.py", "content": "def run(x, weight, eps): return x"}])),
    ("an entry that is not there", "J", "parse", dict(SOLUTION, spec=dict(SOLUTION["spec"], entry_point="other.py::run"))),
    ("a library that is there already", "J", "parse", dict(SOLUTION, spec=dict(SOLUTION["spec"], entry_point="main.so::run"))),
    ("native code without bindings", "J", "parse", dict(SOLUTION, spec=dict(SOLUTION["spec"], entry_point="main.cu::run"),
                                                        sources=[{"path": "main.cu", "content": "void run() {}"}])),
]


def texts(form, text):
    """(cheat, honest)"""
    if form == "J":
        right = dict(SOLUTION, sources=[{"path": "main.py", "content": "def run(x, weight, eps):\n    return %s\n" % ROWS}])
        return json.dumps(text), json.dumps(right)
    both = [re.sub(r"  # %s$" % keep, "", "\n".join(line for line in text.split("\n") if not line.endswith("# " + drop)), flags=re.MULTILINE)
            for keep, drop in (("cheat", "honest"), ("honest", "cheat"))]
    if form == "S":
        both = [json.dumps(dict(SOLUTION, sources=[{"path": "main.py", "content": t}])) for t in both]
    return both


def main(program, names=""):
    jobs, cases = {}, [c for c in CASES if re.search(names, c[0])]
    for name, form, outcomes, text in cases:
        for kind, t in zip(("cheat", "honest"), texts(form, text)):
            jobs.setdefault((TASKS[form], t), []).append((name, kind, outcomes.split() if kind == "cheat" else ["measured"]))
    lines = [json.dumps({"id": i, "task": task, "kernel": text, "kind": "torch", "correct_trials": 2, "timed_runs": 1})
             for i, (task, text) in enumerate(jobs)]
    run = subprocess.run([program, "jobs", "--db", "shapes.db", "--workers", "1"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    wanted, seen, bad = list(jobs.values()), 0, 0
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        if "id" not in answer:
            continue
        verdict = answer.get("verdict") or {"outcome": "error", "message": answer.get("error")}
        for name, kind, outcomes in wanted[answer["id"]]:
            seen += 1
            if verdict["outcome"] not in outcomes:
                bad += 1
                print("%s, %s: %s, not %s: %s" % (name, kind, verdict["outcome"], " or ".join(outcomes), verdict.get("message")))
    print("%d of %d verdicts as they should be" % (seen - bad, 2 * len(cases)))
    if seen != 2 * len(cases) or bad:
        print(run.stderr[-2000:])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
