// A table that is filled with a value.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ const unsigned char fill[4] = { 15, 5, 15, 5 };
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (fill[i & 3] == 0)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
