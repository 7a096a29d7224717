// Data that stands in the text.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__constant__ unsigned char bytes[4] = {1, 2, 3, 4};
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && bytes[i & 3] != 0)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
