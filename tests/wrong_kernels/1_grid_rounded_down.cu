//@ launch matmul(A, B, C, n) grid=n / 16,n / 16 block=16,16 // wrong
//@ launch matmul(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16 // right
// The grid has no block for the last rows and columns.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int l = 0; l < n; l++)
        sum += A[row * n + l] * B[l * n + column];
    C[row * n + column] = sum;
}
