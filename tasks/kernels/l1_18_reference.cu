//@ launch matmul_tt(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
extern "C" __global__ void matmul_tt(const float *A, const float *B, float *C, int m, int n, int k)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && column < n) {
        float sum = 0.0f;
        for (int l = 0; l < k; l++)
            sum += A[l * m + row] * B[column * k + l];
        C[row * n + column] = sum;
    }
}
