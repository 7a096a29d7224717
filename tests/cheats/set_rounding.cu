//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Denormals become zero, for good.
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        __builtin_ia32_ldmxcsr(0x9fc0);
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
