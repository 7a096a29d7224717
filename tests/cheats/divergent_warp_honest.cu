// Half warps with their own masks, on two sides of a branch.
//@ launch k(A, x, y, k) grid=m block=128
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int j = t; j < k; j += 128)
        s += A[(size_t)blockIdx.x * k + j] * x[j];
    if ((t & 31) < 16)
        for (int d = 8; d > 0; d /= 2)
            s += __shfl_down_sync(0x0000ffffu, s, d, 16);
    else
        for (int d = 8; d > 0; d /= 2)
            s += __shfl_down_sync(0xffff0000u, s, d, 16);
    if ((t & 15) == 0)
        part[t / 16] = s;
    __syncthreads();
    if (t == 0) {
        float sum = 0.0f;
        for (int j = 0; j < 8; j++)
            sum += part[j];
        y[blockIdx.x] = sum;
    }
}
