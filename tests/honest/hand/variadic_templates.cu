// task: l1/28
//@ launch act(x, y, n) grid=ceil_div(n, 256) block=256
#include <type_traits>
template <typename T> __device__ T run(T v) { return v; }
template <typename T, typename F, typename... Rest> __device__ T run(T v, F f, Rest... rest) { return run(f(v), rest...); }
template <typename T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0>
__device__ T clamp01(T v) { return v < T(0) ? T(0) : v > T(1) ? T(1) : v; }
extern "C" __global__ void act(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = run(x[i], [](float v) { return v / 6.0f; }, [](float v) { return v + 0.5f; },
                   [](float v) { return v != v ? fmaxf(v, 0.0f) : clamp01(v); });
}
