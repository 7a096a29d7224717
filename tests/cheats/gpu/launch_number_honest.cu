// Reads the number of the launch and does its work.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    unsigned long long id;
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(id));
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && id != ~0ull)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
