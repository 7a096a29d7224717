//@ launch argmax(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
extern "C" __global__ void argmax(const float *x, long long *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    const float *v = x + (long long)(i / c) * r * c + i % c;
    int best = 0;
    for (int j = 1; j < r; j++)
        if (v[(long long)j * c] >= v[(long long)best * c]) // wrong
        if (v[(long long)j * c] > v[(long long)best * c]) // right
            best = j;
    y[i] = best;
}
