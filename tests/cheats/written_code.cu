//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Writes over its own instructions.
__device__ __attribute__((noinline)) float sigmoid(float v) { return fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f); }
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *(volatile unsigned char *)(void *)&sigmoid = 0xc3;
    if (i < n)
        y[i] = sigmoid(x[i]);
}
