//@ launch l1_norm(x, y, n) grid=m block=32
// A sum in pieces of 32 that leaves out the rest of the row.
extern "C" __global__ void l1_norm(const float *x, float *y, int n)
{
    const float *v = x + (long long)blockIdx.x * n;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n / 32 * 32; j += 32) // wrong
    for (int j = threadIdx.x; j < n; j += 32) // right
        sum += fabsf(v[j]);
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    for (int j = threadIdx.x; j < n; j += 32)
        y[(long long)blockIdx.x * n + j] = v[j] / (sum / n);
}
