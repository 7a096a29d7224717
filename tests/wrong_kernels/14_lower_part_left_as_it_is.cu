//@ launch tri_upper(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
extern "C" __global__ void tri_upper(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= n || column >= n)
        return;
    if (column < row) // wrong
        return; // wrong
    float sum = 0.0f;
    for (int l = row; l <= column; l++)
        sum += A[row * n + l] * B[l * n + column];
    C[row * n + column] = sum;
}
