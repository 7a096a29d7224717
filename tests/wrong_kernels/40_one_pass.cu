//@ launch layer_norm(x, gamma, beta, y, c * h * w) grid=n block=32
// The mean of squares less the square of the mean loses the digits of a small variance around a large mean.
extern "C" __global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int count)
{
    const float *v = x + (long long)blockIdx.x * count;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32) {
        sum += v[i];
        squares += v[i] * v[i]; // wrong
    }
    for (int apart = 16; apart > 0; apart /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
        squares += __shfl_xor_sync(0xffffffffu, squares, apart); // wrong
    }
    float mean = sum / count;
    float variance = squares / count - mean * mean; // wrong
    for (int i = threadIdx.x; i < count; i += 32) // right
        squares += (v[i] - mean) * (v[i] - mean); // right
    for (int apart = 16; apart > 0; apart /= 2) // right
        squares += __shfl_xor_sync(0xffffffffu, squares, apart); // right
    float variance = squares / count; // right
    for (int i = threadIdx.x; i < count; i += 32)
        y[(long long)blockIdx.x * count + i] = (v[i] - mean) * rsqrtf(variance + 1e-5f) * gamma[i] + beta[i];
}
