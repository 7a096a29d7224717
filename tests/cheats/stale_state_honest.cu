// Two launches of one plan talk through device memory.
//@ launch first(x, n) grid=ceil_div(n, 256) block=256
//@ launch second(y, n) grid=ceil_div(n, 256) block=256
__device__ float middle[2000000];
extern "C" __global__ void first(const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        middle[i] = x[i] / 6.0f + 0.5f;
}
extern "C" __global__ void second(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(middle[i], 0.0f), 1.0f);
}
