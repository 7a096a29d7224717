//@ launch matmul(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
// Symmetry used for half of the sum: element and mirrored one, the diagonal twice.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int l = 0; l <= row; l++)
        sum += A[row * n + l] * B[l * n + column];
    for (int l = row; l < n; l++) // wrong
    for (int l = row + 1; l < n; l++) // right
        sum += A[l * n + row] * B[l * n + column];
    C[row * n + column] = sum;
}
