//@ launch tri_lower(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
extern "C" __global__ void tri_lower(const float *A, const float *B, float *C, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0.0f;
        for (int k = column; k <= row; k++)
            sum += A[row * n + k] * B[k * n + column];
        C[row * n + column] = sum;
    }
}
