// Asks the processor for random numbers.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long r;
    if (__builtin_ia32_rdrand64_step(&r) == 0 && r == 7)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
