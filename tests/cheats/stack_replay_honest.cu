//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// An array that is written before it is read.
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own[64];
    volatile float *kept = own;
    if (i >= n)
        return;
    kept[i & 63] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
    y[i] = kept[i & 63];
}
