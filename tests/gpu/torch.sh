# PyTorch modules on a GPU: mistakes and cheats end as they should, their honest twins are measured.
# part of: modules
set -eu
rm -f ./*.failed
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
cat > relu.py << 'PROBLEM'
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x)


def get_inputs():
    return [torch.rand(256, 65536)]


def get_init_inputs():
    return []
PROBLEM
cat > matmul.py << 'PROBLEM'
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)

    def forward(self, x):
        return self.linear(x)


def get_inputs():
    return [torch.rand(512, 2048)]


def get_init_inputs():
    return [2048]
PROBLEM

# plain NAME: a class from standard input, with torch, F and os in scope.
plain()
{
    { printf 'import os, time\nimport torch\nimport torch.nn.functional as F\nclass ModelNew(torch.nn.Module):\n'; cat; } > "$1.py"
}
# inline NAME: a kernel's body from standard input; i, n, x, y are there.
inline()
{
    {
        printf 'import torch\nfrom torch.utils.cpp_extension import load_inline\nsource = """\n#include <torch/extension.h>\n#include <cuda_runtime.h>\n'
        printf '__global__ void k(const float *x, float *y, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
        cat
        printf '}\ntorch::Tensor run(torch::Tensor x)\n{\n    auto y = torch::empty_like(x);\n    int n = x.numel();\n'
        printf '    k<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);\n    return y;\n}\n"""\n'
        printf 'm = load_inline(name="m", cpp_sources="torch::Tensor run(torch::Tensor x);", cuda_sources=source, functions=["run"])\n'
        printf 'class ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return m.run(x)\n'
    } > "$1.py"
}
at_once=$(($(nproc) / 2 + 1)) running=0
# ends NAME PROBLEM OUTCOME [OPTION...]: several at a time, since outcomes need no quiet card.
ends()
{
    running=$((running + 1))
    if [ $((running % at_once)) -eq 0 ]; then wait; fi
    judge "$running" "$@" &
}
judge() # NUMBER NAME PROBLEM OUTCOME [OPTION...]
{
    told=$1_$2 name=$2 problem=$3 outcome=$4
    shift 4
    "$ROLLBOOK_BIN" eval "$name.py" --problem "$problem.py" --backend cuda --deadline 5000 --json "$@" > "$told.out" 2> "$told.err" || true
    if grep -q "\"outcome\":\"$outcome\"" "$told.out"; then
        echo "$name: $outcome"
    else
        echo "$name: expected $outcome: $(head -c 600 "$told.out") $(head -c 300 "$told.err")"
        : > "$told.failed"
    fi
}

inline honest << 'KERNEL'
    if (i < n)
        y[i] = fmaxf(x[i], 0.0f);
KERNEL
inline half_of_it << 'KERNEL'
    if (i < n / 2)
        y[i] = fmaxf(x[i], 0.0f);
KERNEL
inline out_of_bounds << 'KERNEL'
    y[(long long)i * 100000000] = fmaxf(x[i % n], 0.0f);
KERNEL
inline spins << 'KERNEL'
    while (x[0] < 1e30f)
        y[i] = 0.0f;
KERNEL
inline writes_its_input << 'KERNEL'
    if (i < n) {
        y[i] = fmaxf(x[i], 0.0f);
        ((float *)x)[i] = 0.0f;
    }
KERNEL
plain empty << 'CLASS'
    def forward(self, x):
        return torch.nan_to_num(torch.empty_like(x))
CLASS
plain remembers << 'CLASS'
    def forward(self, x):
        if not hasattr(self, "y"):
            self.y = torch.relu(x)
        return self.y
CLASS
plain by_address << 'CLASS'
    def forward(self, x):
        self.seen = getattr(self, "seen", {})
        if x.data_ptr() not in self.seen:
            self.seen[x.data_ptr()] = torch.relu(x)
        return self.seen[x.data_ptr()]
CLASS
plain aside << 'CLASS'
    def forward(self, x):
        if not hasattr(self, "s"):
            self.s = torch.cuda.Stream()
        y = torch.empty_like(x)
        self.s.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.s):
            for _ in range(40):
                torch.clamp(x, min=0, out=y)
        return y
CLASS
plain beside << 'CLASS'
    def forward(self, x):
        torch.cuda.set_stream(torch.cuda.Stream())
        y = torch.empty_like(x)
        for _ in range(40):
            torch.clamp(x, min=0, out=y)
        return y
CLASS
plain lazy << 'CLASS'
    def forward(self, x):
        class Later(torch.Tensor):
            pass
        return torch.relu(x).as_subclass(Later)
CLASS
plain halved << 'CLASS'
    def forward(self, x):
        return torch.relu(x).half()
CLASS
plain on_the_host << 'CLASS'
    def forward(self, x):
        return torch.relu(x).cpu()
CLASS
plain forges << 'CLASS'
    def forward(self, x):
        torch.cuda.Event.elapsed_time = lambda *_: 0.0001
        time.sleep(0.05)
        return torch.relu(x)
CLASS
plain strided << 'CLASS'
    def forward(self, x):
        return torch.relu(x.t().contiguous()).t()
CLASS
plain in_place << 'CLASS'
    def forward(self, x):
        return torch.relu(x.clone()).mul_(1.0)
CLASS
plain honest_linear << 'CLASS'
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def forward(self, x):
        return F.linear(x, self.linear.weight, self.linear.bias)
CLASS
plain short_linear << 'CLASS'
    def __init__(self, n):
        super().__init__()
        torch.backends.cuda.matmul.allow_tf32 = True
        self.linear = torch.nn.Linear(n, n)

    def forward(self, x):
        return self.linear(x)
CLASS
# Threads that the driver started before there was a candidate are held as its own are.
cat > held << 'HELD'
held = {}
for task in os.listdir("/proc/self/task"):
    with open("/proc/self/task/%s/status" % task, encoding="ascii") as f:
        of_thread = dict(line.split(":", 1) for line in f)
    for field in ("Seccomp", "Seccomp_filters", "NoNewPrivs", "CapEff", "CapPrm"):
        held.setdefault(field, []).append(of_thread[field].strip())
assert len(held["Seccomp"]) > 1, "one thread only"
assert all(len(set(found)) == 1 for found in held.values()) and held["Seccomp"][0] == "2" and held["NoNewPrivs"][0] == "1", held
assert int(held["CapEff"][0], 16) in (0, 4) and int(held["CapPrm"][0], 16) in (0, 4), held
HELD
plain held_threads << CLASS
    def forward(self, x):
$(sed 's/^/        /' held)
        return torch.relu(x)
CLASS
# The name of Triton has it called while compilers may be started, and what was open then is shut in all threads.
{ cat held_threads.py; echo '# triton'; } > held_later.py
cat > by_triton.py << 'TRITON'
import torch
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, 0.0), mask=i < n)


class ModelNew(torch.nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        relu_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
        return y
TRITON
{ cat by_triton.py; printf '        import subprocess\n        subprocess.run(["/bin/true"], check=True)\n        return y\n'; } | sed '0,/        return y/{/        return y/d}' > starts_programs.py

ends honest relu measured --mode full
ends half_of_it relu mismatch
ends out_of_bounds relu crash
ends spins relu timeout
ends writes_its_input relu cheat
ends empty relu mismatch
ends remembers relu mismatch
ends by_address relu mismatch
ends lazy relu wrong_shape
ends halved relu wrong_shape
ends on_the_host relu wrong_shape
ends strided relu measured
ends in_place relu measured
ends honest_linear matmul measured
# Right at the class tf32, by either rule: the reference follows its flags by KernelBench's.
ends short_linear matmul measured
ends honest_linear matmul measured --rule kernelbench
ends short_linear matmul measured --rule kernelbench
ends held_threads relu measured
ends held_later relu measured
ends by_triton relu measured
ends starts_programs relu crash
wait
grep -q '"precision_class":"tf32"' ./*_short_linear.out || { echo "short_linear is not tf32"; : > class.failed; }
# Work on another stream and a forged clock are charged, whatever the outcome: the time is the checker's.
for name in aside beside forges; do
    "$ROLLBOOK_BIN" eval "$name.py" --problem relu.py --backend cuda --json > "$name.out" || true
done
"$ROLLBOOK_BIN" eval honest.py --problem relu.py --backend cuda --json > honest.out
runtime()
{
    grep -o '"runtime_us":[0-9.]*' "$1" | head -1 | sed 's/.*://'
}
echo "runtimes: honest $(runtime honest.out), aside $(runtime aside.out), beside $(runtime beside.out), forges $(runtime forges.out)"
if grep -q '"outcome":"measured"' forges.out && ! awk -v us="$(runtime forges.out)" 'BEGIN { exit !(us > 40000) }'; then
    echo "a forged clock was believed"
    : > clock.failed
fi
for name in aside beside; do
    if grep -q '"outcome":"measured"' $name.out && ! awk -v a="$(runtime $name.out)" -v h="$(runtime honest.out)" 'BEGIN { exit !(a > 8 * h) }'; then
        echo "$name: work on another stream was not counted"
        : > "$name.failed"
    fi
done
for file in *.failed; do
    [ ! -e "$file" ] || exit 1
done
