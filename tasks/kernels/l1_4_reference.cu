//@ launch matvec(A, x, y, m, k) grid=ceil_div(m, 256) block=256
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int m, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m) {
        const float *a = A + (long long)row * k;
        float sum = 0.0f;
        for (int j = 0; j < k; j++)
            sum += a[j] * x[j];
        y[row] = sum;
    }
}
