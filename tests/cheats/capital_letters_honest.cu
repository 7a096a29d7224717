// A helper without one.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__attribute__((noinline)) float helper(float v) { return v / 6.0f + 0.5f; }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(helper(x[i]), 0.0f), 1.0f);
}
