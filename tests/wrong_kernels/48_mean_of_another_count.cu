//@ launch mean(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
extern "C" __global__ void mean(const float *x, float *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    float total = 0.0f;
    for (int j = 0; j < r; j++)
        total += x[((long long)(i / c) * r + j) * c + i % c];
    y[i] = total / c; // wrong
    y[i] = total / r; // right
}
