"""Times of PyTorch for the native tasks, as a file for `rollbook ingest kernelbench-baseline`.

    python3 bench/peers/torch_baseline.py MODE FILE [FIRST-LAST] [SECONDS]
    rollbook ingest kernelbench-baseline FILE

MODE: eager (PyTorch's defaults, which let cuDNN round the inputs of convolutions to TF32), eager_fp32
(nothing is rounded) or compile (torch.compile, defaults).  Shapes and ranges are those that `rollbook
task show ID --json` tells (ROLLBOOK_BIN, else rollbook); operators are those of
tests/support/torch_tasks.py, written as the published modules write them.  Full sizes, cold cache, CUDA
events, 50 samples a task or those of three seconds, at least five; the mean is in milliseconds.

FILE is written after every task; tasks that it has are left out, and no task starts after SECONDS
(520), so a second call goes on.  A task without room on the card is told and has no row.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import torch_tasks  # noqa: E402

SAMPLES, LEAST, SECONDS_A_TASK = 50, 5, 3.0


def heads(x):
    """(samples * heads, s, d), 32 heads."""
    return x.unflatten(0, (-1, 32)) if x.shape[0] % 32 == 0 else x.unsqueeze(0)


# Where the definition that the references are held to is not how the published module computes it.
PUBLISHED = {
    12: lambda size, a, b: a.unsqueeze(1) * b,
    29: lambda size, x: F.softplus(x),
    37: lambda size, x: x / torch.norm(x, p="fro"),
    39: lambda size, x: x / torch.norm(x, p=2, dim=1, keepdim=True),
    94: lambda size, x, t: torch.mean((x - t) ** 2),
    97: lambda size, q, k, v: F.scaled_dot_product_attention(heads(q), heads(k), heads(v)),
}
INTEGERS = {"u8": torch.uint8, "i32": torch.int32, "i64": torch.int64}


def extent(text, sizes):
    """An expression of a manifest: its quotients are those of integers."""
    names = dict(sizes, min=min, max=max, ceil_div=lambda a, b: -(-a // b),
                 next_pow2=lambda a: 1 << (a - 1).bit_length())
    return eval(text.replace("/", "//"), {"__builtins__": {}}, names)


def show(problem):
    program = os.environ.get("ROLLBOOK_BIN", "rollbook")
    out = subprocess.run([program, "task", "show", str(problem), "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(out.stdout)["rows"][0]


def make_input(x, sizes, device):
    shape = [extent(text, sizes) for text in x["shape"]]
    generator = x["generator"]
    if generator == "index":
        return torch.randint(0, extent(x["below"], sizes), shape, dtype=INTEGERS[x["dtype"]], device=device)
    if generator == "either":
        made = torch.rand(shape, device=device) < 0.5
        return made if x["dtype"] == "u8" else torch.where(made, x["lo"], x["hi"])
    made = torch.rand(shape, device=device).mul_(x["hi"] - x["lo"]).add_(x["lo"])
    if x["structure"] == "upper":
        return torch.triu(made)
    if x["structure"] == "lower":
        return torch.tril(made)
    return torch.triu(made) + torch.triu(made, 1).T if x["structure"] == "symmetric" else made


def measure(function, sizes, inputs):
    """Milliseconds of each run, the cache emptied before it."""
    flush = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    times = []
    begun = None
    with torch.no_grad():
        for sample in range(SAMPLES + 3):
            start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            flush.zero_()
            start.record()
            function(sizes, *inputs)
            stop.record()
            torch.cuda.synchronize()
            if sample == 2:
                begun = time.monotonic()
            if sample > 2:
                times.append(start.elapsed_time(stop))
                if len(times) >= LEAST and time.monotonic() - begun > SECONDS_A_TASK:
                    break
    return times


def time_task(task, mode):
    problem = task["problem_id"]
    sizes = task["dims"]["full"]
    function = PUBLISHED.get(problem, torch_tasks.TASKS[problem])
    inputs = [make_input(x, sizes, "cuda") for x in task["inputs"]]
    if mode == "compile":
        torch.compiler.reset()
        function = torch.compile(function)
    times = measure(function, sizes, inputs)
    return {
        "mean": statistics.fmean(times),
        "std": statistics.stdev(times),
        "min": min(times),
        "max": max(times),
        "num_trials": len(times),
        "hardware": torch.cuda.get_device_name(0),
        "device": "cuda:0",
        "torch": torch.__version__,
    }


def row(task, mode):
    """The times of a task, or None with a line that says why there are none."""
    begun = time.monotonic()
    try:
        result = time_task(task, mode)
        said = "%.4f ms, %d samples" % (result["mean"], result["num_trials"])
    except torch.cuda.OutOfMemoryError:
        result, said = None, "no room on the card"
    except Exception as why:  # noqa: BLE001 - one operator that does not compile does not end the others
        result, said = None, "failed: " + (str(why).splitlines() or [type(why).__name__])[0]
    torch.cuda.empty_cache()
    print("%s: %s (%.1f s)" % (task["name"], said, time.monotonic() - begun), file=sys.stderr, flush=True)
    return result


def save(path, level):
    part = path + ".part"
    with open(part, "w", encoding="utf-8") as file:
        json.dump({"level1": level}, file, indent=1)
    os.replace(part, path)


def main(mode, path, problems="1-100", seconds="520"):
    if mode not in ("eager", "eager_fp32", "compile"):
        sys.exit("%s: must be eager, eager_fp32 or compile" % mode)
    torch.manual_seed(7)
    torch.backends.cudnn.allow_tf32 = mode != "eager_fp32"
    level = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            level = json.load(file)["level1"]
    first, last = (int(n) for n in problems.split("-"))
    end = time.monotonic() + float(seconds)
    missing = []
    for problem in range(first, last + 1):
        task = show(problem)
        name = task["name"] + ".py"
        if name in level:
            continue
        result = row(task, mode) if time.monotonic() < end else None
        if result is None:
            missing.append(problem)
            continue
        level[name] = result
        save(path, level)
    print("%d tasks have times, without: %s" % (len(level), missing or "none"), file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
