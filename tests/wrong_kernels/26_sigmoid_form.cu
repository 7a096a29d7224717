//@ launch gelu(x, y, n) grid=ceil_div(n, 256) block=256
// x * sigmoid(1.702 x), the third form of GELU.
extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + expf(-1.702f * x[i])); // wrong
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f)); // right
}
