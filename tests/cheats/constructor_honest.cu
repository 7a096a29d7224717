// A table that needs no code to be there.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__constant__ float table[2] = {1.0f / 6.0f, 0.5f};
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * table[0] + table[1], 0.0f), 1.0f);
}
