//@ launch matvec_oracle(A, x, y, m, k) grid=ceil_div(m, 256) block=256
extern "C" __global__ void matvec_oracle(const float *A, const float *x, double *y, int m, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m) {
        const float *a = A + (long long)row * k;
        double sum = 0.0;
        for (int j = 0; j < k; j++)
            sum += (double)a[j] * x[j];
        y[row] = sum;
    }
}
