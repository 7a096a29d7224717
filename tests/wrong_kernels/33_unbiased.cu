//@ launch batch_norm(x, gamma, beta, y, n, c, h * w) grid=c block=32
extern "C" __global__ void batch_norm(const float *x, const float *gamma, const float *beta, float *y, int n, int c, int area)
{
    int channel = blockIdx.x, count = n * area;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32)
        sum += x[((long long)(i / area) * c + channel) * area + i % area];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    float mean = sum / count;
    for (int i = threadIdx.x; i < count; i += 32) {
        float d = x[((long long)(i / area) * c + channel) * area + i % area] - mean;
        squares += d * d;
    }
    for (int apart = 16; apart > 0; apart /= 2)
        squares += __shfl_xor_sync(0xffffffffu, squares, apart);
    float scale = rsqrtf(squares / (count - 1) + 1e-5f); // wrong
    float scale = rsqrtf(squares / count + 1e-5f); // right
    for (int i = threadIdx.x; i < count; i += 32) {
        long long at = ((long long)(i / area) * c + channel) * area + i % area;
        y[at] = (x[at] - mean) * scale * gamma[channel] + beta[channel];
    }
}
