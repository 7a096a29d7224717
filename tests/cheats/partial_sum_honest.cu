// Two partial sums that meet at the end.
//@ launch k(A, x, y, m, k) grid=ceil_div(m, 64) block=64
extern "C" __global__ void k(const float *A, const float *x, float *y, int m, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float a = 0.0f, b = 0.0f;
    for (int j = 0; j < k; j += 2)
        a += A[(size_t)i * k + j] * x[j];
    for (int j = 1; j < k; j += 2)
        b += A[(size_t)i * k + j] * x[j];
    y[i] = a + b;
}
