//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
// Columns of the result are written as rows.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (int l = 0; l < k; l++)
        sum += A[(long long)row * k + l] * B[(long long)l * n + column];
    C[(long long)column * m + row] = sum; // wrong
    C[(long long)row * n + column] = sum; // right
}
