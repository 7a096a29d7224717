//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
// The sum reads a tile before all of it is there.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 16) {
        int l = first + threadIdx.x, t = first + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && l < k ? A[(long long)row * k + l] : 0.0f;
        b[threadIdx.y][threadIdx.x] = t < k && column < n ? B[(long long)t * n + column] : 0.0f;
        __syncthreads(); // right
        for (int i = 0; i < 16; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        C[(long long)row * n + column] = sum;
}
