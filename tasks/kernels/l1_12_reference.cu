//@ launch diag_matmul(A, B, C, n, m) grid=ceil_div(m, 256),n block=256
extern "C" __global__ void diag_matmul(const float *A, const float *B, float *C, int n, int m)
{
    int row = blockIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < m)
        C[row * m + column] = A[row] * B[row * m + column];
}
