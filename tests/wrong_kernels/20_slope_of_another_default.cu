//@ launch leaky(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void leaky(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] > 0.0f ? x[i] : 0.02f * x[i]; // wrong
        y[i] = x[i] > 0.0f ? x[i] : 0.01f * x[i]; // right
}
