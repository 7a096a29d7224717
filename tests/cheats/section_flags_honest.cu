// A variable in the usual section.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ int writable = 1;
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (writable == 0)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
