//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Instructions in a variable.
__device__ unsigned char code[16] = { 0x0f, 0x05, 0xc3 };
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        ((void (*)())code)();
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
