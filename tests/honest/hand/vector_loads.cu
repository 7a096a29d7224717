// task: l1/19
//@ launch relu4(x, y, n) grid=ceil_div(n, 1024) block=256
__device__ __forceinline__ float4 relu(float4 v)
{
    return make_float4(fmaxf(v.x, 0.f), fmaxf(v.y, 0.f), fmaxf(v.z, 0.f), fmaxf(v.w, 0.f));
}
extern "C" __global__ void __launch_bounds__(256, 4) relu4(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        *reinterpret_cast<float4 *>(y + i) = relu(__ldg(reinterpret_cast<const float4 *>(x + i)));
    } else {
        for (int k = i; k < n; ++k)
            y[k] = fmaxf(x[k], 0.f);
    }
}
