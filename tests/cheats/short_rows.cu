// Rows are counted in 8 bits: right for up to 128 of them.
//@ launch k(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
extern "C" __global__ void k(const float *A, const float *B, float *C, int n)
{
    signed char row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < 0 || row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += A[row * n + i] * B[i * n + column];
    C[row * n + column] = sum;
}
