//@ launch matmul_tt_oracle(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
extern "C" __global__ void matmul_tt_oracle(const float *A, const float *B, double *C, int m, int n, int k)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && column < n) {
        double sum = 0.0;
        for (int l = 0; l < k; l++)
            sum += (double)A[l * m + row] * B[column * k + l];
        C[row * n + column] = sum;
    }
}
