"""What evaluations cost on a kind of machine, kept from commit to commit.

    python3 bench/figures.py measure BUILD_FOLDER [FILE] [--only TEXT] [--repeats N]
    python3 bench/figures.py compare FILE

measure prints each figure with its median and spread and appends an entry to FILE, without FILE to that of this machine
below bench/figures.  compare sets the last entry beside the one before it: a figure is "slower" or "faster" only where
the spreads of both entries do not overlap.  Exit status of compare: 1 when something is slower, 3 when there is nothing
to compare.  A figure that this machine cannot measure is left out with the reason.  BUILD_FOLDER needs rollbook, and for
figures of warm evaluators the targets bench_gpu and bench_torch.
"""
import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL = """//@ launch hs(x, y, n) grid=min(ceil_div(n, 1024), 4224) block=256
// %s
extern "C" __global__ void hs(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = __saturatef(x[i] / 6.0f + 0.5f);
}
"""
PROBLEM = """import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.rand(512, 393216)]
def get_init_inputs():
    return []
"""
PLAIN = """import torch
class ModelNew(torch.nn.Module):
    def forward(self, x):
        return torch.clamp(x, min=0)
"""
INLINE = '''import torch
from torch.utils.cpp_extension import load_inline
source = """
#include <torch/extension.h>
__global__ void relu_kernel(const float *x, float *y, int n) // %s
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[i], 0.0f);
}
torch::Tensor relu_cuda(torch::Tensor x)
{
    auto y = torch::empty_like(x);
    int n = x.numel();
    relu_kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
    return y;
}
"""
module = load_inline(name="relu", cpp_sources="torch::Tensor relu_cuda(torch::Tensor x);", cuda_sources=source, functions=["relu_cuda"])
class ModelNew(torch.nn.Module):
    def forward(self, x):
        return module.relu_cuda(x)
'''
TRITON = """import torch
import triton
import triton.language as tl
# %s
@triton.jit
def relu_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, 0.0), mask=i < n)
class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        n = x.numel()
        relu_kernel[(triton.cdiv(n, 1024),)](x, y, n, BLOCK=1024)
        return y
"""
TASKS = "1,2,4,5,12,18,19,28,36,87"


class Unavailable(Exception):
    """Why a figure cannot be measured here."""


class Bench:
    def __init__(self, build, repeats):
        self.build, self.repeats = os.path.abspath(build), repeats
        self.folder = tempfile.mkdtemp(prefix="rollbook-figures-")
        self.program = os.path.join(self.build, "rollbook")
        self.env = dict(os.environ, ROLLBOOK_CACHE_DIR=os.path.join(self.folder, "cache"))
        self.cards = self.output(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).splitlines()
        self.fresh = 0

    @staticmethod
    def output(argv):
        try:
            return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""

    def machine(self):
        """The name of its file, and what an entry says of it."""
        model = re.search(r"model name\s*:\s*(.*)", open("/proc/cpuinfo").read())
        about = {"processor": model.group(1) if model else "unknown", "processors": os.cpu_count()}
        if self.cards:
            card, driver = (v.strip() for v in self.cards[0].split(","))
            about.update(card=card, cards=len(self.cards), driver=driver)
        kind = about.get("card", "cpu-%s" % about["processor"])
        return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-"), about

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def run(self, argv, ok=(0,), **env):
        """(seconds, standard output)"""
        began = time.monotonic()
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(self.env, **env))
        took = time.monotonic() - began
        if done.returncode not in ok:
            raise Unavailable("%s ended with status %d: %s" % (os.path.basename(argv[0]), done.returncode, done.stderr.strip()[-200:]))
        return took, done.stdout

    def need_card(self, n=1):
        if len(self.cards) < n:
            raise Unavailable("needs %d card%s" % (n, "" if n == 1 else "s"))

    def target(self, name):
        found = [p for p in glob.glob(os.path.join(self.build, "**", name), recursive=True) if os.path.isfile(p)]
        if not found:
            raise Unavailable("%s is not built" % name)
        return found[0]

    def new_text(self, text):
        self.fresh += 1
        return text % ("%d %d" % (self.fresh, time.time_ns()))

    def cold_kernel(self, backend, *sizes):
        values = []
        if backend == "cuda":
            self.need_card()
        for i in range(self.repeats + 1):
            path = self.write("kernel.cu", self.new_text(KERNEL))
            took, _ = self.run([self.program, "eval", path, "--task", "l1/28", "--backend", backend] + list(sizes))
            values += [took * 1e3] if i > 0 else []  # the first one fills the cache
            time.sleep(1.0 if backend == "cuda" else 0.0)  # what a command gives back after its end is not the next one's time
        return values

    def warm_kernels(self):
        self.need_card()
        _, said = self.run([self.target("bench_gpu"), str(max(12, self.repeats))])
        return [float(v) for v in re.findall(r"^new kernel \d+: ([\d.]+) ms", said, re.M)]

    def modules(self, text, new, rule="own"):
        self.need_card()
        bench, problem = self.target("bench_torch"), self.write("problem.py", PROBLEM)
        n = max(3, self.repeats)
        texts = [self.new_text(text) if "%s" in text else text for _ in range(n if new else 1)]
        paths = [self.write("candidate%d.py" % i, t) for i, t in enumerate(texts)]
        # Each starts with one that is not counted: it takes what the processes' first evaluation takes.
        first = self.write("first.py", PLAIN)
        _, said = self.run([bench, "cuda", rule, "1" if new else str(n + 1), problem, first] + paths)
        rows = re.findall(r"^(\S+)\s+measured\s+(\d+) ms", said, re.M)
        values = [float(ms) for name, ms in rows if name != "first.py"]
        values = values if new else values[1:]
        if len(values) < n:
            raise Unavailable("only %d of %d were measured" % (len(values), n))
        return values

    def cold_module(self):
        self.need_card()
        problem, path = self.write("problem.py", PROBLEM), self.write("plain.py", PLAIN)
        values = []
        for _ in range(2):
            values.append(self.run([self.program, "eval", path, "--problem", problem, "--backend", "cuda", "--mode", "full"])[0] * 1e3)
            time.sleep(1.0)
        return values

    def sustained(self, backend, k, workers, case, cards=1, rounds=2):
        if backend == "cuda":
            self.need_card(cards)
        values = []
        env = {"CUDA_VISIBLE_DEVICES": ",".join(str(i) for i in range(cards))} if backend == "cuda" else {}
        for _ in range(rounds):
            self.fresh += 1
            db = os.path.join(self.folder, "run%d.db" % self.fresh)
            self.run([self.program, "init", db])
            took, _ = self.run([self.program, "run", "best-of-n", "--db", db, "--tasks", TASKS, "--k", str(k), "--seed",
                                str(time.time_ns() % 1000000), "--name", "r", "--case", case, "--backend", backend, "-j", str(workers)], **env)
            values.append(10 * k / took)
        return values


FULL = ("--dims", "n=201326592", "--case", "full", "--mode", "full")
# name, unit, whether more is better, how it is measured
FIGURES = [
    ("gpu: new kernel, 512 x 393216, full, warm", "ms", False, lambda b: b.warm_kernels()),
    ("gpu: the same, cold eval, start to exit", "ms", False, lambda b: b.cold_kernel("cuda", *FULL)),
    ("gpu: new inline CUDA module, full, warm", "ms", False, lambda b: b.modules(INLINE, True)),
    ("gpu: the same, compiled before", "ms", False, lambda b: b.modules(INLINE, False)),
    ("gpu: the same, by KernelBench's rule", "ms", False, lambda b: b.modules(INLINE, False, "kernelbench")),
    ("gpu: module of plain torch, full, warm", "ms", False, lambda b: b.modules(PLAIN, False)),
    ("gpu: new Triton module, full, warm", "ms", False, lambda b: b.modules(TRITON, True)),
    ("gpu: module of plain torch, cold eval", "ms", False, lambda b: b.cold_module()),
    ("gpu: 500 tiny kernels, one card, 1 worker", "a second", True, lambda b: b.sustained("cuda", 50, 1, "tiny")),
    ("gpu: the same, 2 workers", "a second", True, lambda b: b.sustained("cuda", 50, 2, "tiny")),
    ("gpu: 1,000 tiny kernels, one card, 2 workers", "a second", True, lambda b: b.sustained("cuda", 100, 2, "tiny", rounds=1)),
    ("gpu: the same, two cards, 4 workers", "a second", True, lambda b: b.sustained("cuda", 100, 4, "tiny", 2, rounds=1)),
    ("cpu: new kernel, cold eval, start to exit", "ms", False, lambda b: b.cold_kernel("cpu")),
    ("cpu: 200 new texts, ten tasks, 2 workers", "a second", True, lambda b: b.sustained("cpu", 20, 2, "cpu")),
]


def measure(args):
    b = Bench(args.build, args.repeats)
    kind, about = b.machine()
    path = args.file or os.path.join(HERE, "figures", kind + ".json")
    entry = {"date": time.strftime("%Y-%m-%d"), "commit": b.output(["git", "-C", HERE, "rev-parse", "--short=8", "HEAD"]) or "unknown",
             "machine": about, "figures": {}, "left_out": {}}
    for name, unit, more, how in FIGURES:
        if args.only not in name:
            continue
        try:
            values = how(b)
        except Unavailable as why:
            entry["left_out"][name] = str(why)
            print("%-48s left out: %s" % (name, why), flush=True)
            continue
        one = {"unit": unit, "more_is_better": more, "n": len(values), "median": round(statistics.median(values), 2),
               "least": round(min(values), 2), "most": round(max(values), 2)}
        entry["figures"][name] = one
        print("%-48s %10.2f %-8s (%.2f to %.2f, n = %d)" % (name, one["median"], unit, one["least"], one["most"], one["n"]), flush=True)
    if not entry["figures"]:
        sys.exit("nothing was measured")
    entries = json.load(open(path)) if os.path.exists(path) else []
    with open(path + ".new", "w") as f:
        json.dump(entries + [entry], f, indent=1)
        f.write("\n")
    os.replace(path + ".new", path)
    print(path)
    return 0


def verdict(before, now):
    apart = now["least"] > before["most"] or now["most"] < before["least"]
    if not apart:
        return "within spread"
    return "faster" if (now["median"] > before["median"]) == now["more_is_better"] else "slower"


def compare(args):
    try:
        entries = json.load(open(args.file))
        before, now = entries[-2:]
        both = [(name, before["figures"][name], f) for name, f in now["figures"].items() if name in before["figures"]]
    except (OSError, ValueError, KeyError, TypeError, IndexError) as e:
        print("%s has no two entries to compare (%s)" % (args.file, e), file=sys.stderr)
        return 3
    for key in sorted(set(before["machine"]) | set(now["machine"])):
        if before["machine"].get(key) != now["machine"].get(key):
            print("the machines differ in %s: %s, then %s" % (key, before["machine"].get(key), now["machine"].get(key)))
    print("%-48s %12s %12s %7s" % ("", before["commit"], now["commit"], "ratio"))
    for name, old, new in both:
        print("%-48s %12.2f %12.2f %7.2f %-8s %s" % (name, old["median"], new["median"], new["median"] / old["median"], new["unit"], verdict(old, new)))
    return 1 if any(verdict(old, new) == "slower" for _, old, new in both) else 0 if both else 3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    m = commands.add_parser("measure")
    m.add_argument("build")
    m.add_argument("file", nargs="?")
    m.add_argument("--only", default="", help="figures whose name contains this")
    m.add_argument("--repeats", type=int, default=5)
    m.set_defaults(run=measure)
    c = commands.add_parser("compare")
    c.add_argument("file")
    c.set_defaults(run=compare)
    args = parser.parse_args()
    return args.run(args)


if __name__ == "__main__":
    sys.exit(main())
