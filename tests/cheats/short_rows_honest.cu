// The same with an index of 32 bits.
//@ launch k(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
extern "C" __global__ void k(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < 0 || row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += A[row * n + i] * B[i * n + column];
    C[row * n + column] = sum;
}
