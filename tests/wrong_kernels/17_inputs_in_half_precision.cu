//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16) block=16,16
#include <cuda_fp16.h>
// As tensor cores take it: factors rounded to half precision, the sum in single precision.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (int l = 0; l < k; l++)
        sum += __half2float(__float2half(A[row * k + l])) * __half2float(__float2half(B[column * k + l])); // wrong
        sum += A[row * k + l] * B[column * k + l]; // right
    C[row * n + column] = sum;
}
