// Macros that grow a little.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#define M0 +1
#define M1 M0 M0 M0 M0
#define M2 M1 M1 M1 M1
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 0 M2)
        i = i + 0;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
