"""Outputs against what is right: counts that the checker decides by.

On a GPU one kernel of our own reads both once; elsewhere, and where that kernel cannot be made, PyTorch's
operators say the same.
"""
import math
import struct

import torch

import blocks

KERNEL = r"""
typedef unsigned long long u64;
__device__ u64 total(u64 v) { for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); return v; }
__device__ u64 largest(u64 v)
{
    for (int d = 16; d > 0; d /= 2) {
        u64 other = __shfl_down_sync(~0u, v, d);
        v = other > v ? other : v;
    }
    return v;
}
/* p: atol, rtol, strict, n, how many tolerances are allowed */
extern "C" __global__ void compare(const unsigned *got, const WANT *want, const double *p, u64 *out)
{
    const u64 n = (u64)p[3], step = (u64)gridDim.x * blockDim.x;
    const double p0 = p[0], p1 = p[1], p2 = p[2], p4 = p[4];
    u64 sums[5] = { 0, 0, 0, 0, 0 }, most[4] = { 0, 0, 0, 0 };
    double squares = 0;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        const unsigned bits = got[i];
        const double g = __uint_as_float(bits), w = want[i];
        sums[3] += bits == 0xffffffffu;
        if (!isfinite(w)) {
            bool same = (w != w && g != g) || w == g;
            sums[0] += same;
            sums[1] += same;
            sums[4] += !same;
            continue;
        }
        if (!isfinite(g)) {
            sums[2]++;
            most[2] = max(most[2], (u64)0x7f800000u << 32 | (unsigned)i);
            continue;
        }
        /* A division in double precision costs more than reading the values. */
        const double error = fabs(g - w), size = fabs(w), room = p0 + p1 * size;
        const float small = (float)error, share = small / (float)room;
        sums[0] += error <= p4 * room;
        sums[1] += error <= p2 + p2 * size;
        squares += error * error;
        most[0] = max(most[0], (u64)__double_as_longlong(error));
        if (size > 0)
            most[1] = max(most[1], (u64)__float_as_uint(small / (float)size));
        most[2] = max(most[2], (u64)__float_as_uint(small) << 32 | (unsigned)i);
        most[3] = max(most[3], (u64)__float_as_uint(share));
    }
    for (int d = 16; d > 0; d /= 2)
        squares += __shfl_down_sync(~0u, squares, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd((double *)(out + 9), squares);
    for (int k = 0; k < 5; k++) {
        u64 sum = total(sums[k]), top = k < 4 ? largest(most[k]) : 0;
        if (threadIdx.x % 32 == 0) {
            if (sum != 0)
                atomicAdd(out + k, sum);
            if (k < 4)
                atomicMax(out + 5 + k, top);
        }
    }
}
"""
SUMS = ("n", "matched", "matched_strict", "not_finite", "untouched", "unlike", "squares")
MOST = ("max_abs_err", "max_rel_err", "worst_share")
WANTED = {torch.float32: "float", torch.float64: "double"}
MOST_INDEXED = 1 << 32

_kernels = {}


def _kernel(dtype):
    """The kernel for expected values of that type; None where it cannot be made."""
    if dtype not in _kernels:
        try:
            _kernels[dtype] = torch.cuda._compile_kernel(KERNEL.replace("WANT", WANTED[dtype]), "compare")
        except Exception:  # an older PyTorch, no NVRTC: the operators do it
            _kernels[dtype] = None
    return _kernels[dtype]


def warm():
    for dtype in WANTED:
        if _kernel(dtype) is not None:
            some = torch.ones(64, device="cuda", dtype=dtype)
            _by_kernel(some.float(), some, 1.0, 1.0, 1.0, 1.0)


def _by_kernel(got, want, atol, rtol, strict, factor):
    n = want.numel()
    out = torch.zeros(10, dtype=torch.int64, device=want.device)
    p = torch.tensor([atol, rtol, strict, float(n), factor], dtype=torch.float64, device=want.device)
    _kernel(want.dtype)(grid=(min(2048, (n + 255) // 256), 1, 1), block=(256, 1, 1), args=[got, want, p, out])
    found = out.tolist()

    def real(bits, code="<f", width=4):
        return struct.unpack(code, (bits & (1 << 8 * width) - 1).to_bytes(width, "little"))[0]

    return {"n": n, "matched": found[0], "matched_strict": found[1], "not_finite": found[2], "untouched": found[3],
            "unlike": found[4], "max_abs_err": real(found[5], "<d", 8), "max_rel_err": real(found[6]),
            "worst_index": found[7] & 0xFFFFFFFF, "worst_share": real(found[8]), "squares": real(found[9], "<d", 8)}


WHOLE = 0.5  # whole numbers are right or wrong, however large
PIECE = 1 << 16  # elements whose doubles stay in a processor's cache


def together(rows):
    """One row of counts for all."""
    found = {k: sum(r[k] for r in rows) for k in SUMS if k in rows[0]}
    found.update({k: max(r[k] for r in rows) for k in MOST})
    begins, worst = 0, (-1.0, -1)
    for r in rows:
        worst = max(worst, (r["max_abs_err"] + (math.inf if r["not_finite"] else 0.0), begins + r["worst_index"]))
        begins += r["n"]
    return dict(found, worst_index=worst[1])


def _by_operators(got, want, atol, rtol, strict, factor):
    got, want = got.reshape(-1), want.reshape(-1)
    if want.is_cuda or want.numel() <= PIECE:
        return _of_piece(got, want, atol, rtol, strict, factor)
    pieces = zip(got.split(PIECE), want.split(PIECE))
    return together([_of_piece(g, w, atol, rtol, strict, factor) for g, w in pieces])


def _of_piece(got, want, atol, rtol, strict, factor):
    got, want = got.double(), want.double()
    n = want.numel()
    finite = torch.isfinite(want)
    same = (~finite) & ((torch.isnan(want) & torch.isnan(got)) | (want == got))
    error = (got - want).abs()
    size = want.abs()
    fits = finite & (error <= factor * (atol + rtol * size))
    fits_strict = finite & (error <= strict + strict * size)
    measured = torch.where(finite & torch.isfinite(got), error, torch.zeros_like(error))
    relative = torch.where(size > 0, measured / size, torch.zeros_like(measured))
    share = torch.where(finite, measured / (atol + rtol * size), torch.zeros_like(measured))
    bad = ~(fits | same)
    ranked = torch.where(bad & ~torch.isfinite(got), torch.full_like(error, float("inf")), measured)
    return {"n": n, "matched": int((fits | same).sum()), "matched_strict": int((fits_strict | same).sum()),
            "not_finite": int((finite & ~torch.isfinite(got)).sum()), "unlike": int((~finite & ~same).sum()),
            "squares": float((measured * measured).sum()), "max_abs_err": float(measured.max()),
            "max_rel_err": float(relative.max()), "worst_index": int(ranked.argmax()), "worst_share": float(share.max())}


def all_right(n):
    """Counts without a word about errors."""
    return {"n": n, "matched": n, "matched_strict": n, "not_finite": 0, "untouched": 0, "unlike": 0, "squares": 0.0,
            "max_abs_err": 0.0, "max_rel_err": 0.0, "worst_index": -1, "worst_share": 0.0}


def counts(got, want, atol, rtol, strict, factor=1.0):
    """How got lies to want; worst_share is the largest error in tolerances, squares the sum of all errors' squares.  A
    value that is not finite matches the same one only; unlike counts those that do not."""
    if want.numel() == 0:
        return all_right(0)
    if not want.is_floating_point():
        atol, rtol, strict, factor = WHOLE, 0.0, WHOLE, 1.0
    if (want.is_cuda and got.dtype == torch.float32 and want.dtype in WANTED and want.numel() < MOST_INDEXED and want.is_contiguous()
            and got.is_contiguous() and _kernel(want.dtype) is not None):
        return _by_kernel(got, want, atol, rtol, strict, factor)
    if got.dtype == torch.bool:
        got, want = got.to(torch.uint8), want.to(torch.uint8)
    return _by_operators(got, want, atol, rtol, strict, factor)


def untouched(block):
    n_bytes = blocks.count_bytes(block.what)
    return int((block.raw[:n_bytes].view(block.tensor.numel(), -1) == 255).all(dim=1).sum()) if n_bytes > 0 else 0


def checked(block, want, atol, rtol, strict, factor):
    """The counts of a block that a candidate was to write, with how many elements it left as they were."""
    found = counts(block.tensor, want, atol, rtol, strict, factor)
    if "untouched" not in found:
        found["untouched"] = untouched(block)
    return found


def all_within(got, want, atol, rtol):
    """Whether all are surely right, in single precision; False: nothing is known."""
    if not want.is_floating_point():
        return torch.equal(got, want)
    if want.is_cuda or want.numel() == 0:
        return want.numel() == 0
    for g, w in zip(got.reshape(-1).split(PIECE), want.reshape(-1).split(PIECE)):
        if not float((g - w).abs_().sub_(w.abs(), alpha=rtol).max()) <= 0.999 * atol:  # a NaN is not
            return False
    return True


def checked_many(parts, want, atol, rtol, strict, factor):
    """As checked, of blocks of one kind and what is right for each, all counted together; without errors where all are right."""
    n = sum(w.numel() for w in want)
    if all(all_within(b.tensor, w, factor * atol, factor * rtol) for b, w in zip(parts, want)):
        return all_right(n)
    found = together([counts(b.tensor, w.contiguous(), atol, rtol, strict, factor) for b, w in zip(parts, want)])
    if "untouched" not in found:
        found["untouched"] = sum(untouched(b) for b in parts) if found["matched"] < found["n"] else 0
    return found


def checked_as_suite(block, want, tolerance):
    """KernelBench's verdict: torch.allclose of the reference's output with the candidate's, whose size the
    relative part of the tolerance is of."""
    got = block.tensor
    n = max(1, want.numel())
    if want.shape != got.shape or want.dtype != got.dtype:
        matched = 0
    else:
        matched = n if want.numel() == 0 else int(torch.isclose(want, got, atol=tolerance, rtol=tolerance).sum())
    error = (want.double() - got.double()).abs().nan_to_num(posinf=0.0) if want.numel() else torch.zeros(1)
    size = want.double().abs() if want.numel() else torch.ones(1)
    relative = torch.where((size > 0) & torch.isfinite(size), error / size, torch.zeros_like(error))
    return {"n": n, "matched": matched, "matched_strict": matched, "not_finite": 0, "untouched": 0, "max_abs_err": float(error.max()),
            "max_rel_err": float(relative.max()), "worst_index": int(error.argmax()), "worst_share": 0.0}
