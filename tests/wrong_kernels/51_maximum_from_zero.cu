//@ launch argmax(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
// A start of -1 is above every value of some columns.
extern "C" __global__ void argmax(const float *x, long long *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    const float *v = x + (long long)(i / c) * r * c + i % c;
    float most = 1.0f; // wrong
    float most = -INFINITY; // right
    int best = 0;
    for (int j = 0; j < r; j++)
        if (v[(long long)j * c] > most) {
            most = v[(long long)j * c];
            best = j;
        }
    y[i] = best;
}
