//@ launch layer_norm(x, gamma, beta, y, c * h * w) grid=n block=32
extern "C" __global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int count)
{
    const float *v = x + (long long)blockIdx.x * count;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32)
        sum += v[i];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    float mean = sum / count;
    for (int i = threadIdx.x; i < count; i += 32)
        squares += (v[i] - mean) * (v[i] - mean);
    for (int apart = 16; apart > 0; apart /= 2)
        squares += __shfl_xor_sync(0xffffffffu, squares, apart);
    float scale = rsqrtf(squares / (count - 1) + 1e-5f); // wrong
    float scale = rsqrtf(squares / count + 1e-5f); // right
    for (int i = threadIdx.x; i < count; i += 32)
        y[(long long)blockIdx.x * count + i] = (v[i] - mean) * scale * gamma[i] + beta[i];
}
