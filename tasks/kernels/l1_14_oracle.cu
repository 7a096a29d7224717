//@ launch tri_upper_oracle(A, B, C, n) grid=ceil_div(n, 16),ceil_div(n, 16) block=16,16
extern "C" __global__ void tri_upper_oracle(const float *A, const float *B, double *C, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        double sum = 0.0;
        for (int k = row; k <= column; k++)
            sum += (double)A[row * n + k] * B[k * n + column];
        C[row * n + column] = sum;
    }
}
