//@ launch rms_norm(x, y, n, c, h * w) grid=ceil_div(n * h * w, 64) block=64
// A thread a position. Up to 64 channels stay in registers.
extern "C" __global__ void rms_norm(const float *x, float *y, int n, int c, int area)
{
    long long i = (long long)blockIdx.x * 64 + threadIdx.x;
    if (i >= (long long)n * area)
        return;
    long long first = i / area * c * area + i % area;
    const float *in = x + first;
    float *out = y + first, own[64], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 64; k++)
        own[k] = k < c ? in[(long long)k * area] : 0.0f;
#pragma unroll
    for (int k = 0; k < 64; k++)
        sum += own[k] * own[k];
    for (int k = 64; k < c; k++)
        sum += in[(long long)k * area] * in[(long long)k * area];
    float factor = 1.0f / ${root};
#pragma unroll
    for (int k = 0; k < 64; k++)
        if (k < c)
            out[(long long)k * area] = own[k] * factor;
    for (int k = 64; k < c; k++)
        out[(long long)k * area] = in[(long long)k * area] * factor;
}
