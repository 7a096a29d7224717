//@ launch most(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
extern "C" __global__ void most(const float *x, float *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    float best = 0.0f; // wrong
    float best = -INFINITY; // right
    for (int j = 0; j < r; j++)
        best = fmaxf(best, x[((long long)(i / c) * r + j) * c + i % c]);
    y[i] = best;
}
