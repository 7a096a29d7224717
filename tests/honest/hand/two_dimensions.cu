// task: l1/12
//@ launch diag(A, B, C, n, m) grid=ceil_div(m, 32),ceil_div(n, 8) block=32,8
extern "C" __global__ void diag(const float *A, const float *B, float *C, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float d[8];
    if (threadIdx.x == 0 && y < n)
        d[threadIdx.y] = A[y];
    __syncthreads();
    if (x < m && y < n)
        C[y * m + x] = d[threadIdx.y] * B[y * m + x];
}
