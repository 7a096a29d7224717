//@ launch matmul(A, B, C, b * i * j, k, n) grid=ceil_div(n, 32),ceil_div(b * i * j, 8) block=32,8
// Tiles of 32 terms; the terms behind the last full tile are left out.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int k, int n)
{
    __shared__ float a[8][32];
    int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    for (int from = 0; from < k / 32 * 32; from += 32) { // wrong
    for (int from = 0; from < k; from += 32) { // right
        a[threadIdx.y][threadIdx.x] = row < m && from + threadIdx.x < k ? A[row * k + from + threadIdx.x] : 0.0f;
        __syncthreads();
        for (int l = 0; l < min(32, k - from); l++)
            sum += column < n ? a[threadIdx.y][l] * B[(from + l) * n + column] : 0.0f;
        __syncthreads();
    }
    if (row < m && column < n)
        C[row * n + column] = sum;
}
