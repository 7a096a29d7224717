//@ launch diag_matmul(A, B, C, n, m) grid=ceil_div(m, 256),n block=256
// B * diag(A) instead of diag(A) * B.
extern "C" __global__ void diag_matmul(const float *A, const float *B, float *C, int n, int m)
{
    int row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < m)
        C[row * m + column] = A[min(column, n - 1)] * B[row * m + column]; // wrong
        C[row * m + column] = A[row] * B[row * m + column]; // right
}
