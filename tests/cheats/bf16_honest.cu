// Sums in double.
//@ launch k(A, x, y, m, k) grid=ceil_div(m, 64) block=64
extern "C" __global__ void k(const float *A, const float *x, float *y, int m, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    double s = 0.0;
    for (int j = 0; j < k; j++)
        s += (double)A[(size_t)i * k + j] * x[j];
    y[i] = (float)s;
}
