//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// A function of the C library, if it is there.
extern "C" int getpid() __attribute__((weak));
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 && getpid)
        y[n - 1] = (float)getpid();
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
