//@ launch least(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
// A start that is not above every value.
extern "C" __global__ void least(const float *x, float *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    float best = 1.0f; // wrong
    float best = INFINITY; // right
    for (int j = 0; j < r; j++)
        best = fminf(best, x[((long long)(i / c) * r + j) * c + i % c]);
    y[i] = best;
}
