// task: l1/97
//@ launch attention(Q, K, V, y, s, d) grid=s,b block=32 smem=4*d
extern "C" __global__ void attention(const float *Q, const float *K, const float *V, float *y, int s, int d)
{
    extern __shared__ float acc[];
    const int lane = threadIdx.x;
    const size_t head = (size_t)blockIdx.y * s * d;
    const float *q = Q + head + (size_t)blockIdx.x * d;
    for (int k = lane; k < d; k += 32)
        acc[k] = 0.f;
    float top = -INFINITY, sum = 0.f;
    for (int j = 0; j < s; j++) {
        float dot = 0.f;
        for (int k = lane; k < d; k += 32)
            dot += q[k] * K[head + (size_t)j * d + k];
        for (int o = 16; o; o >>= 1)
            dot += __shfl_xor_sync(0xffffffffu, dot, o);
        dot *= rsqrtf((float)d);
        float higher = fmaxf(top, dot), keep = expf(top - higher), p = expf(dot - higher);
        sum = sum * keep + p;
        for (int k = lane; k < d; k += 32)
            acc[k] = acc[k] * keep + p * V[head + (size_t)j * d + k];
        top = higher;
    }
    for (int k = lane; k < d; k += 32)
        y[head + (size_t)blockIdx.x * d + k] = acc[k] / sum;
}
