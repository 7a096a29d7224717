// An array of 32 KiB a thread.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile float local[1 << 13];
    local[i & 8191] = 0.5f;
    __syncthreads();
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + local[i & 8191], 0.0f), 1.0f);
}
