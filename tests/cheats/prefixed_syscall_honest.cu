// A helper that is called with a wide argument.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__attribute__((noinline)) float helper(double v) { return (float)(v / 6.0 + 0.5); }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(helper(x[i]), 0.0f), 1.0f);
}
