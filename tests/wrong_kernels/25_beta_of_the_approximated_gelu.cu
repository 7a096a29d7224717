//@ launch swish(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void swish(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + expf(-1.702f * x[i])); // wrong
        y[i] = x[i] / (1.0f + expf(-x[i])); // right
}
