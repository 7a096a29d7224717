// A string with a semicolon.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ const char text[] = "a; .incbin";
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (text[i % 9] == 0)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
