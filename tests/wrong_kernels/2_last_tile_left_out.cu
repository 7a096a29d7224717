//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
// A tiled product whose loop has no tile for the rest of k.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[16][16], b[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < k / 16; tile++) { // wrong
    for (int tile = 0; tile < (k + 15) / 16; tile++) { // right
        int l = tile * 16 + threadIdx.x, t = tile * 16 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && l < k ? A[(long long)row * k + l] : 0.0f;
        b[threadIdx.y][threadIdx.x] = t < k && column < n ? B[(long long)t * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        C[(long long)row * n + column] = sum;
}
