// A variable that a call initialises: an honest mistake, and no device does it.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ float table(int i) { volatile float v = (float)i; return v; }
__device__ float one = table(1);
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (one != 1.0f)
        return;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
