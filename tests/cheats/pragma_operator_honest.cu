// Pragmas that are accepted, both ways, and headers without a device.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#include <limits>
#include <type_traits>
#include <algorithm>
#include <cassert>
#include <cstdio>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma pack(push, 4)
struct pair { char c; int v; };
#pragma pack(pop)
#define UNROLL _Pragma("unroll")
template <class T> __device__ T clamp01(T v)
{
    static_assert(std::is_floating_point<T>::value && std::numeric_limits<T>::max() > T(1), "a float");
    return std::min(std::max(v, T(0)), T(1));
}
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(sizeof(pair) == 8 && n > 0);
    if (i == 0)
        printf("%d\n", n);
    UNROLL
    for (int j = 0; j < 1; j++)
        if (i < n)
            y[i] = clamp01(x[i] * (1.0f / 6.0f) + 0.5f);
}
