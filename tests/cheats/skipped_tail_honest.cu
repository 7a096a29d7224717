// Whole blocks of four by one kernel, the rest by another.
//@ launch body(x, y, n) grid=max(1, n / 1024) block=256
//@ launch tail(x, y, n) grid=1 block=1024
extern "C" __global__ void body(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 + 3 >= n / 1024 * 1024)
        return;
    float4 v = reinterpret_cast<const float4 *>(x)[i];
    v.x = fminf(fmaxf(v.x / 6.0f + 0.5f, 0.0f), 1.0f);
    v.y = fminf(fmaxf(v.y / 6.0f + 0.5f, 0.0f), 1.0f);
    v.z = fminf(fmaxf(v.z / 6.0f + 0.5f, 0.0f), 1.0f);
    v.w = fminf(fmaxf(v.w / 6.0f + 0.5f, 0.0f), 1.0f);
    reinterpret_cast<float4 *>(y)[i] = v;
}
extern "C" __global__ void tail(const float *x, float *y, int n)
{
    int i = n / 1024 * 1024 + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
