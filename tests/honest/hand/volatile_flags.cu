// task: l1/94
//@ scratch sums f32[33]
//@ launch begin(sums) grid=1 block=64
//@ launch chain(predictions, targets, sums, y, m * n) grid=32 block=32
__global__ void begin(float *sums) { if (threadIdx.x < 33) sums[threadIdx.x] = threadIdx.x == 0 ? 0.0f : -1.0f; }
__global__ void chain(const float *p, const float *t, volatile float *sums, float *y, int count)
{
    float v = 0.0f;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < count; i += 1024) {
        float d = p[i] - t[i];
        v += d * d;
    }
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x == 0)
        sums[1 + blockIdx.x] = v;
    __threadfence();
    (void)y;
}
//@ launch finish(sums, y, m * n) grid=1 block=1
__global__ void finish(const float *sums, float *y, int count)
{
    double s = 0.0;
    for (int i = 1; i < 33; i++)
        s += sums[i];
    *y = (float)(s / count);
}
