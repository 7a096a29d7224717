// A constant that is computed without end.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
constexpr int endless(int n)
{
    int s = 0;
    for (int i = 0; i < 200000; i++)
        for (int j = 0; j < 200000; j++)
            s ^= i + j + n;
    return s;
}
__device__ int value = endless(3);
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (value == 12345)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
