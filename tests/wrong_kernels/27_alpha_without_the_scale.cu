//@ launch selu(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void selu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] > 0.0f ? 1.05070099f * x[i] : 1.67326324f * expm1f(x[i]); // wrong
        y[i] = 1.05070099f * (x[i] > 0.0f ? x[i] : 1.67326324f * expm1f(x[i])); // right
}
