//@ launch softplus(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void softplus(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = log1pf(expf(x[i])); // wrong
        y[i] = x[i] > 20.0f ? x[i] : log1pf(expf(x[i])); // right
}
