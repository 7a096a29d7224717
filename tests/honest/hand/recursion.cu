// task: l1/4
//@ launch matvec(A, x, y, m, k) grid=ceil_div(m, 64) block=64
__device__ float pairwise(const float *a, const float *b, int n)
{
    if (n <= 8) {
        float s = 0.f;
        for (int i = 0; i < n; i++)
            s += a[i] * b[i];
        return s;
    }
    int half = n / 2;
    return pairwise(a, b, half) + pairwise(a + half, b + half, n - half);
}
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int m, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m)
        y[row] = pairwise(A + (size_t)row * k, x, k);
}
