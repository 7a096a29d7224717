//@ launch matmul(A, B, C, m, n, k) grid=ceil_div(n, 16),ceil_div(m, 16),b block=16,16
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || column >= n)
        return;
    const float *a = A + (long long)row * k; // wrong
    const float *a = A + ((long long)blockIdx.z * m + row) * k; // right
    float sum = 0.0f;
    for (int l = 0; l < k; l++)
        sum += a[l] * B[l * n + column];
    C[((long long)blockIdx.z * m + row) * n + column] = sum;
}
