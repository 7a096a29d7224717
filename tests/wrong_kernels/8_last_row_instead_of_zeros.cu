//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
// What lies behind k in the last tile has to be zero; here the last element stands there again.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    int r = min(row, m - 1), c = min(column, n - 1);
    float sum = 0.0f;
    for (int first = 0; first < k; first += 16) {
        int l = min(first + (int)threadIdx.x, k - 1), t = min(first + (int)threadIdx.y, k - 1);
        a[threadIdx.y][threadIdx.x] = A[(long long)r * k + l]; // wrong
        a[threadIdx.y][threadIdx.x] = first + (int)threadIdx.x < k ? A[(long long)r * k + l] : 0.0f; // right
        b[threadIdx.y][threadIdx.x] = B[(long long)t * n + c];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        C[(long long)row * n + column] = sum;
}
