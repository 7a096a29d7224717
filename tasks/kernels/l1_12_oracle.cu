//@ launch diag_matmul_oracle(A, B, C, n, m) grid=ceil_div(m, 256),n block=256
extern "C" __global__ void diag_matmul_oracle(const float *A, const float *B, double *C, int n, int m)
{
    int row = blockIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < m)
        C[row * m + column] = (double)A[row] * B[row * m + column];
}
