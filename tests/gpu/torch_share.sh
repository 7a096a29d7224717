# On a GPU the share of a module's own kernels is told by who launched them: inline CUDA, Triton, torch, and mixtures.
# part of: modules
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
cat > relu.py << 'PROBLEM'
import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.rand(4096, 8192)]
def get_init_inputs():
    return []
PROBLEM
cat > linear.py << 'PROBLEM'
import torch
class Model(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)
    def forward(self, x):
        return torch.relu(self.linear(x))
def get_inputs():
    return [torch.rand(512, 2048)]
def get_init_inputs():
    return [2048]
PROBLEM
inline() { # name, forward; run(x) is an own kernel, by_torch(x) calls torch from C++
    cat > "$1.py" << MODULE
import torch
from torch.utils.cpp_extension import load_inline
source = """
#include <torch/extension.h>
#include <cuda_runtime.h>
__global__ void vectorized_elementwise_kernel(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaxf(x[i], 0.0f);
}
torch::Tensor run(torch::Tensor x)
{
    auto y = torch::empty_like(x);
    int n = x.numel();
    vectorized_elementwise_kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
    return y;
}
torch::Tensor by_torch(torch::Tensor x)
{
    return torch::relu(x);
}
"""
m = load_inline(name="m", cpp_sources="torch::Tensor run(torch::Tensor x); torch::Tensor by_torch(torch::Tensor x);", cuda_sources=source,
                functions=["run", "by_torch"])
class ModelNew(torch.nn.Module):
    def __init__(self, n=0):
        super().__init__()
        if n:
            self.linear = torch.nn.Linear(n, n)
    def forward(self, x):
        return $2
MODULE
}
inline honest_inline 'm.run(x)'
inline torch_from_cpp 'm.by_torch(x)'
inline half 'torch.relu(m.run(x))'
inline own_after_cublas 'm.run(self.linear(x))'
cat > compiled.py << 'MODULE'
import torch
class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.f = torch.compile(lambda x: torch.relu(x) * 1.0)
    def forward(self, x):
        return self.f(x)
MODULE
printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return torch.clamp(x, min=0)\n' > torch_only.py
triton() { # name, what is returned of y
    cat > "$1.py" << TRITON
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
        return $2
TRITON
}
triton honest_triton y
triton half_triton 'torch.relu(y)'
cat > replayed_torch.py << 'MODULE'
import torch
class ModelNew(torch.nn.Module):
    def forward(self, x):
        if getattr(self, "x", None) is None:
            self.x = x.clone()
            torch.relu(self.x)
            torch.cuda.synchronize()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.y = torch.relu(self.x)
        self.x.copy_(x)
        self.graph.replay()
        return self.y.clone()
MODULE
failed=0
share() { # candidate, problem, least share, most share; "none none": not known
    ROLLBOOK_TRACE=1 "$ROLLBOOK_BIN" eval "$1.py" --problem "$2.py" --backend cuda --json > out 2> err || true
    python3 - "$@" << 'PY' || failed=1
import json, sys
name, _, least, most = sys.argv[1:]
try:
    row = json.load(open("out"))["rows"][0]
except ValueError:
    print("%s: %s %s" % (name, open("out").read()[:300], open("err").read()[:300]))
    sys.exit(1)
said = {e["kind"]: e for e in row["evidence"]}
own = said.get("own_share", {})
cost = [line.strip() for line in open("err") if "observe" in line]
print("%s: %s, own share %s, wanted %s to %s; %s; %s" % (name, row["outcome"], row["own_share"], least, most, own.get("detail"), cost))
share = row["own_share"]
ok = row["outcome"] == "measured" and (share is None if least == "none" else share is not None and float(least) <= share <= float(most))
if least != "none" and ok:
    ok = said["forbid_torch_compute"]["pass"] == (share == 1)
if not ok:
    print("  WRONG: %s; %s; %s" % (row.get("message"), said.get("failed_build"), open("err").read()[-400:]))
sys.exit(not ok)
PY
}
share honest_inline relu 1 1
share honest_triton relu 1 1
share torch_only relu 0 0
share torch_from_cpp relu 0 0
share half relu 0.3 0.7
share half_triton relu 0.3 0.7
share own_after_cublas linear 0.005 0.6
# torch.compile starts compilers in the call before anything is measured; what it makes is torch's.
share compiled relu 0 0
share replayed_torch relu none none
exit $failed
