"""Writes honest kernel files as models write them: texts.py DIR.

A file's name begins with its task, as l1-28_.  A text is a body (what is computed, and how) in a style (how the file around it
looks); the hand-written ones of hand/*.cu, whose first line names the task, need what few texts need.  All of them are right, and all are CUDA C.
"""
import itertools
import os
import sys

OUT = sys.argv[1]
COUNT = 0


def write(task, name, text):
    global COUNT
    COUNT += 1
    file = f"{task.replace('/', '-')}_{COUNT:03d}_{name}.cu"
    with open(os.path.join(OUT, file), "w", encoding="utf-8", newline="") as f:
        f.write(text)


# ---- styles: what stands around a kernel -----------------------------------------------------------------------------------

def plain(plan, helpers, kernels):
    return f"{plan}\n{helpers}\n{kernels}\n"


def in_block(plan, helpers, kernels):
    return f'{plan}\n#include <cuda_runtime.h>\n{helpers}\n#ifdef __cplusplus\nextern "C" {{\n#endif\n{kernels}\n#ifdef __cplusplus\n}}\n#endif\n'


def unnamed_namespace(plan, helpers, kernels):
    return f"{plan}\n#include <cuda_runtime.h>\n#include <math.h>\nnamespace {{\n{helpers}\n{kernels}\n}}  // namespace\n"


def plan_at_the_end(plan, helpers, kernels):
    return f"/*\n * Kernel for the task; see the launch plan at the end.\n */\n#pragma once\n{helpers}\n{kernels}\n\n{plan}"


def crlf_and_mark(plan, helpers, kernels):
    return "\ufeff" + plain(plan, helpers, kernels).replace("\n", "\r\n")


def chatty(plan, helpers, kernels):
    return (f"// Optimised version.\n// Notes: \"don't\" use __syncthreads() where it isn't needed; see <<<grid, block>>>.\n{plan}\n"
            f"#include <cstdio>\n#include <cstdint>\n#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))\n#ifndef WARP_SIZE\n#define WARP_SIZE 32\n"
            f"#endif\n{helpers}\n{kernels}\n// int main() {{ return 0; }}\n")


def named_namespace(plan, helpers, kernels):
    return f"{plan}\n#include <cfloat>\nnamespace my_ops {{ namespace detail {{\n{helpers}\n}} using namespace detail;\n{kernels}\n}}\nusing namespace my_ops;\n"


STYLES = [plain, in_block, unnamed_namespace, plan_at_the_end, crlf_and_mark, chatty, named_namespace]

# ---- one thread an element -------------------------------------------------------------------------------------------------

ACTIVATIONS = {
    "l1/19": ["v > 0.0f ? v : 0.0f", "fmaxf(v, 0.f)"],
    "l1/28": ["fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f)", "fminf(1.f, fmaxf(0.f, fmaf(v, 0.16666667f, 0.5f)))"],
    "l1/26": ["0.5f * v * (1.0f + erff(v * 0.70710678118654752f))", "v * normcdff(v)"],
    "l1/22": ["tanhf(v)", "tanhf(v)"],
}

INDEXING = {
    "int": ("int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)", "int", "grid=ceil_div(n, 256) block=256"),
    "unsigned": ("const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n   ", "unsigned int",
                 "grid=ceil_div(n, 128) block=128"),
    "size_t": ("size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)", "size_t", "grid=ceil_div(n, 512) block=512"),
    "stride": ("for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)", "int",
               "grid=min(ceil_div(n, 256), 1024) block=256"),
    "unsigned_stride": ("for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = gridDim.x * blockDim.x; i < n; i += s)", "uint32_t",
                        "grid=ceil_div(n, 256) block=256"),
    "long_stride": ("for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x)",
                    "const int64_t", "grid=ceil_div(n, 1024) block=1024"),
    "two_axes": ("int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;\n    if (i < n)", "int",
                 "grid=ceil_div(n, 1024),4 block=256"),
}

FORMS = {
    "direct": ("", "{ const float v = x[i]; y[i] = %s; }"),
    "function": ("__device__ __forceinline__ float activate(float v) { return %s; }", "y[i] = activate(__ldg(&x[i]));"),
    "functor": ("struct Op {\n    __device__ inline float operator()(const float v) const { return %s; }\n};\n"
                "template <typename F> __device__ float apply(F f, float v) { return f(v); }", "y[i] = apply(Op(), x[i]);"),
    "lambda": ("", "{ auto f = [] __device__ (float v) -> float { return %s; }; y[i] = f(x[i]); }"),
    "macro": ("#define ACT(v) (%s)", "{ float in = x[i]; y[i] = ACT(in); }"),
    "constexpr": ("template <int MODE> static __device__ float act(float v)\n{\n    if constexpr (MODE == 0)\n        return %s;\n"
                  "    else\n        return v;\n}", "y[i] = act<0>(x[i]);"),
}


def elementwise():
    styles = itertools.cycle(STYLES)
    for task, formulas in ACTIVATIONS.items():
        for number, ((index, (head, n_type, launch)), (form, (helper, body))) in enumerate(itertools.product(INDEXING.items(), FORMS.items())):
            if (number + len(task)) % 2 == 0 and task != "l1/28":
                continue
            formula = formulas[number % 2]
            if form == "macro":
                formula = formula.replace("v", "(v)") if "erff" not in formula and "normcdff" not in formula else formula
            style = next(styles)
            qualifiers = ["const float *x, float *y", "const float* __restrict__ x, float* __restrict__ y",
                          "float const *const x, float *const y"][number % 3]
            linkage = 'extern "C" ' if style not in (in_block, unnamed_namespace, named_namespace) and number % 4 else ""
            bounds = ["", "__launch_bounds__(1024) "][number % 2]
            kernel = (f"{linkage}__global__ void {bounds}act_kernel({qualifiers}, {n_type} n)\n{{\n    {head}\n        "
                      + (body % formula if "%s" in body else body) + "\n}")
            write(task, f"{index}_{form}_{style.__name__}",
                  style(f"//@ launch act_kernel(x, y, n) {launch}", helper % formula if "%s" in helper else helper, kernel))


# ---- rows: reductions, softmax ---------------------------------------------------------------------------------------------

SHARED = {
    "static": ("    __shared__ float buf[BLOCK];\n", "", ""),
    "dynamic": ("    extern __shared__ float buf[];\n", "", " smem=4*%d"),
    "bytes": ("    extern __shared__ __align__(16) unsigned char raw[];\n    float *buf = reinterpret_cast<float *>(raw);\n", "", " smem=4*%d"),
    "template": ("    float *buf = SharedMemory<float>::get();\n",
                 "template <typename T> struct SharedMemory {\n    static __device__ __inline__ T *get()\n    {\n"
                 "        extern __shared__ int __smem[];\n        return (T *)__smem;\n    }\n};\n", " smem=4*%d"),
    "macro": ("    DYNAMIC_SHARED(float, buf);\n", "#define DYNAMIC_SHARED(type, var) extern __shared__ type var[]\n", " smem=4*%d"),
    "volatile": ("    __shared__ volatile float buf[BLOCK];\n", "", ""),
    "struct": ("    __shared__ struct { float data[BLOCK]; int pad; } storage;\n    float *buf = storage.data;\n", "", ""),
}

REDUCE = {
    "tree": "    buf[tid] = v;\n    __syncthreads();\n    for (int s = BLOCK / 2; s > 0; s >>= 1) {\n        if (tid < s)\n"
            "            buf[tid] = COMBINE(buf[tid], buf[tid + s]);\n        __syncthreads();\n    }\n    v = buf[0];\n    __syncthreads();\n",
    "shuffle": "#pragma unroll\n    for (int o = 16; o > 0; o >>= 1)\n        v = COMBINE(v, __shfl_xor_sync(0xffffffff, v, o));\n"
               "    if ((tid & 31) == 0)\n        buf[tid >> 5] = v;\n    __syncthreads();\n    v = buf[0];\n"
               "    for (int w = 1; w < BLOCK / 32; ++w)\n        v = COMBINE(v, buf[w]);\n    __syncthreads();\n",
    "two_level": "    for (int mask = 16; mask; mask /= 2)\n        v = COMBINE(v, __shfl_down_sync(0xFFFFFFFFu, v, mask));\n"
                 "    if (tid % 32 == 0)\n        buf[tid / 32] = v;\n    __syncthreads();\n    if (tid < 32) {\n"
                 "        v = tid < BLOCK / 32 ? buf[tid] : IDENTITY;\n        for (int mask = 16; mask; mask /= 2)\n"
                 "            v = COMBINE(v, __shfl_down_sync(~0u, v, mask));\n        if (tid == 0)\n            buf[0] = v;\n    }\n"
                 "    __syncthreads();\n    v = buf[0];\n    __syncthreads();\n",
}


def rows():
    styles = itertools.cycle(STYLES)
    for number, ((shared, (declare, helper, smem)), (how, reduce)) in enumerate(itertools.product(SHARED.items(), REDUCE.items())):
        block = [128, 256, 64][number % 3]
        plan_smem = smem % block if smem else ""
        style = next(styles)
        linkage = 'extern "C" ' if style in (plain, plan_at_the_end, crlf_and_mark, chatty) else ""

        def part(combine, identity):
            return reduce.replace("COMBINE", combine).replace("IDENTITY", identity)

        defines = f"#define BLOCK {block}\n{helper}__device__ inline float add(float a, float b) {{ return a + b; }}\n"
        write("l1/4", f"matvec_{shared}_{how}_{style.__name__}", style(
            f"//@ launch matvec(A, x, y, m, k) grid=m block={block}{plan_smem}", defines,
            f"{linkage}__global__ void matvec(const float *A, const float *x, float *y, int m, int k)\n{{\n{declare}"
            f"    const int tid = threadIdx.x, row = blockIdx.x;\n    float v = 0.0f;\n"
            f"    for (int j = tid; j < k; j += BLOCK)\n        v += A[(size_t)row * k + j] * x[j];\n"
            f"{part('add', '0.0f')}    if (tid == 0)\n        y[row] = v;\n}}"))
        write("l1/23", f"softmax_{shared}_{how}_{style.__name__}", style(
            f"//@ launch softmax_rows(x, y, n) grid=m block={block}{plan_smem}", defines,
            f"{linkage}__global__ void softmax_rows(const float *__restrict__ x, float *__restrict__ y, const int n)\n{{\n{declare}"
            f"    const int tid = threadIdx.x;\n    const float *in = x + (size_t)blockIdx.x * n;\n    float *out = y + (size_t)blockIdx.x * n;\n"
            f"    float v = -INFINITY;\n    for (int j = tid; j < n; j += blockDim.x)\n        v = fmaxf(v, in[j]);\n{part('fmaxf', '-INFINITY')}"
            f"    const float top = v;\n    v = 0.f;\n    for (int j = tid; j < n; j += blockDim.x)\n        v += expf(in[j] - top);\n"
            f"{part('add', '0.f')}    const float scale = 1.f / v;\n    for (int j = tid; j < n; j += blockDim.x)\n"
            f"        out[j] = expf(in[j] - top) * scale;\n}}"))


# ---- tiles -----------------------------------------------------------------------------------------------------------------

def matmuls():
    styles = itertools.cycle(STYLES)
    for tile, form in itertools.product([8, 16], ["naive", "tile", "dynamic", "padded", "registers", "template"]):
        style = next(styles)
        name = "gemm"
        linkage = 'extern "C" ' if style in (plain, plan_at_the_end, crlf_and_mark, chatty) else ""
        plan = f"//@ launch gemm(A, B, C, n) grid=ceil_div(n, {tile}),ceil_div(n, {tile}) block={tile},{tile}"
        defines = f"#define TILE {tile}\n"
        head = "    int row = blockIdx.y * TILE + threadIdx.y;\n    int col = blockIdx.x * TILE + threadIdx.x;\n    float acc = 0.0f;\n"
        store = "    if (row < n && col < n)\n        C[row * n + col] = acc;\n"
        loop = ("    for (int t = 0; t < n; t += TILE) {\n"
                "        AS = row < n && t + threadIdx.x < n ? A[row * n + t + threadIdx.x] : 0.0f;\n"
                "        BS = t + threadIdx.y < n && col < n ? B[(t + threadIdx.y) * n + col] : 0.0f;\n        __syncthreads();\n"
                "        for (int k = 0; k < TILE; ++k)\n            acc += AK * BK;\n        __syncthreads();\n    }\n")
        forms = {
            "naive": head + "    if (row >= n || col >= n)\n        return;\n    for (int k = 0; k < n; ++k)\n"
                            "        acc = fmaf(A[row * n + k], B[k * n + col], acc);\n    C[row * n + col] = acc;\n",
            "tile": "    __shared__ float As[TILE][TILE], Bs[TILE][TILE];\n" + head + loop.replace("AS", "As[threadIdx.y][threadIdx.x]")
            .replace("BS", "Bs[threadIdx.y][threadIdx.x]").replace("AK", "As[threadIdx.y][k]").replace("BK", "Bs[k][threadIdx.x]") + store,
            "dynamic": "    extern __shared__ float tiles[];\n    float *As = tiles, *Bs = tiles + TILE * TILE;\n" + head
            + loop.replace("AS", "As[threadIdx.y * TILE + threadIdx.x]").replace("BS", "Bs[threadIdx.y * TILE + threadIdx.x]")
            .replace("AK", "As[threadIdx.y * TILE + k]").replace("BK", "Bs[k * TILE + threadIdx.x]") + store,
            "padded": "    extern __shared__ float tile[][TILE + 1];\n" + head + loop.replace("AS", "tile[threadIdx.y][threadIdx.x]")
            .replace("BS", "tile[TILE + threadIdx.y][threadIdx.x]").replace("AK", "tile[threadIdx.y][k]").replace("BK", "tile[TILE + k][threadIdx.x]") + store,
        }
        if form == "registers":
            plan = f"//@ launch gemm(A, B, C, n) grid=ceil_div(n, {2 * tile}),ceil_div(n, {tile}) block={tile},{tile}"
            body = ("    const int row = blockIdx.y * TILE + threadIdx.y, first = blockIdx.x * 2 * TILE + threadIdx.x;\n    float acc[2] = {0.f, 0.f};\n"
                    "    for (int k = 0; k < n; ++k) {\n        const float a = row < n ? A[row * n + k] : 0.f;\n#pragma unroll\n"
                    "        for (int c = 0; c < 2; ++c)\n            if (first + c * TILE < n)\n                acc[c] += a * B[k * n + first + c * TILE];\n    }\n"
                    "#pragma unroll 2\n    for (int c = 0; c < 2; ++c)\n        if (row < n && first + c * TILE < n)\n            C[row * n + first + c * TILE] = acc[c];\n")
        elif form == "template":
            defines += ("template <int T, typename scalar_t> __device__ void gemm_impl(const scalar_t *A, const scalar_t *B, scalar_t *C, int n)\n{\n"
                        + forms["tile"].replace("TILE", "T").replace("float ", "scalar_t ") + "}\n")
            body = f"    gemm_impl<{tile}, float>(A, B, C, n);\n"
        else:
            body = forms[form]
            plan += {"dynamic": f" smem={8 * tile * tile}", "padded": f" smem={8 * tile * (tile + 1)}"}.get(form, "")
        write("l1/1", f"{name}_{form}_{tile}_{style.__name__}", style(
            plan, defines, f"{linkage}__global__ void gemm(const float *A, const float *B, float *C, int n)\n{{\n{body}}}"))


# ---- the others are files --------------------------------------------------------------------------------------------------

def by_hand():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hand")
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as f:
            head, text = f.read().split("\n", 1)
        write(head.removeprefix("// task: "), file.removesuffix(".cu"), text)


elementwise()
rows()
matmuls()
by_hand()
print(COUNT)
