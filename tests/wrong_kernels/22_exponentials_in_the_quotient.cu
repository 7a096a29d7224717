//@ launch tangent(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void tangent(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (expf(2.0f * x[i]) - 1.0f) / (expf(2.0f * x[i]) + 1.0f); // wrong
        y[i] = tanhf(x[i]); // right
}
