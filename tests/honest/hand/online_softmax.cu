// task: l1/23
//@ launch softmax(x, y, n) grid=m block=128
struct __align__(8) MD { float m; float d; };
__device__ __forceinline__ MD combine(MD a, MD b)
{
    bool a_bigger = a.m > b.m;
    MD bigger = a_bigger ? a : b, smaller = a_bigger ? b : a;
    return MD{bigger.m, bigger.d + (smaller.m == -INFINITY ? 0.0f : smaller.d * expf(smaller.m - bigger.m))};
}
extern "C" __global__ void softmax(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ MD total;
    __shared__ MD parts[128];
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    MD md = {-INFINITY, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        md = combine(md, MD{x[i], 1.0f});
    parts[threadIdx.x] = md;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s)
            parts[threadIdx.x] = combine(parts[threadIdx.x], parts[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        total = parts[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = __fdividef(expf(x[i] - total.m), total.d);
}
