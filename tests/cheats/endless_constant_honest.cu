// A constant that is computed soon.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
constexpr int sum(int n)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += i ^ n;
    return s;
}
__device__ int value = sum(3);
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (value == 12345)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
