#!/bin/sh
# What one PyTorch candidate costs on a GPU: ReLU at 512 x 393216, full mode, in warm processes.
#   sh bench/bench_torch.sh BENCH_TORCH
# New inline CUDA, the same compiled before, plain PyTorch, Triton.
set -eu
bench=${1:?the path of bench_torch}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/relu.py" << 'PROBLEM'
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x)


def get_inputs():
    return [torch.rand(512, 393216)]


def get_init_inputs():
    return []
PROBLEM
# inline NAME GRID BODY: a text that no cache has.
inline()
{
    cat > "$folder/$1.py" << CANDIDATE
import torch
from torch.utils.cpp_extension import load_inline

source = """
#include <torch/extension.h>
#include <cuda_runtime.h>
__global__ void relu_kernel(const float *x, float *y, int n) // $(date +%s%N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    $3
}
torch::Tensor relu_cuda(torch::Tensor x)
{
    auto y = torch::empty_like(x);
    int n = x.numel();
    relu_kernel<<<$2, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
    return y;
}
"""
module = load_inline(name="relu", cpp_sources="torch::Tensor relu_cuda(torch::Tensor x);", cuda_sources=source,
                     functions=["relu_cuda"], verbose=True, extra_cflags=[""], extra_ldflags=[""])


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return module.relu_cuda(x)
CANDIDATE
}
inline first '(n + 255) / 256' 'if (i < n) y[i] = fmaxf(x[i], 0.0f);'
inline second '(n + 255) / 256' 'if (i < n) y[i] = x[i] > 0.0f ? x[i] : 0.0f;'
inline by_four '(n + 1023) / 1024' 'if (i < n / 4) { float4 v = ((const float4 *)x)[i]; v.x = fmaxf(v.x, 0.0f); v.y = fmaxf(v.y, 0.0f);
    v.z = fmaxf(v.z, 0.0f); v.w = fmaxf(v.w, 0.0f); ((float4 *)y)[i] = v; }'
cat > "$folder/plain.py" << 'CANDIDATE'
import torch


class ModelNew(torch.nn.Module):
    def forward(self, x):
        return torch.clamp(x, min=0)
CANDIDATE
cat > "$folder/triton.py" << 'CANDIDATE'
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
        n = x.numel()
        relu_kernel[(triton.cdiv(n, 1024),)](x, y, n, BLOCK=1024)
        return y
CANDIDATE
"$bench" cuda own 3 "$folder/relu.py" "$folder/first.py" "$folder/second.py" "$folder/by_four.py" "$folder/plain.py" "$folder/triton.py"
"$bench" cuda kernelbench 1 "$folder/relu.py" "$folder/second.py"
