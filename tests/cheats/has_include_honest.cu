// Asks which backend it is.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#if defined(__CUDACC__)
#define HALF 0.5f
#endif
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + HALF, 0.0f), 1.0f);
}
