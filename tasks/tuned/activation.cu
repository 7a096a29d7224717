//@ launch activation(x, y, n) grid=ceil_div(n, 2048) block=256
static __device__ float one(float v)
{
    return ${value};
}

// Two groups of four elements a thread; the last ones one by one.
extern "C" __global__ void activation(const float *x, float *y, long long n)
{
    long long first = (long long)blockIdx.x * 2048 + threadIdx.x * 4;
    for (int part = 0; part < 2; part++) {
        long long i = first + part * 1024;
        if (i + 4 <= n) {
            float4 v = *(const float4 *)(x + i);
            *(float4 *)(y + i) = make_float4(one(v.x), one(v.y), one(v.z), one(v.w));
        } else {
            for (; i < n; i++)
                y[i] = one(x[i]);
        }
    }
}
