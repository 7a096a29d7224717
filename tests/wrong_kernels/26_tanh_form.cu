//@ launch gelu(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    y[i] = 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v))); // wrong
    y[i] = 0.5f * v * (1.0f + erff(v * 0.70710678f)); // right
}
