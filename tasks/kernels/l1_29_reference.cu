//@ launch softplus(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void softplus(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = v > 20.0f ? v : log1pf(expf(v));
    }
}
