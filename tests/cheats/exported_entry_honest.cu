// A helper with a pasted name.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#define PASTE(a, b) a##b
__device__ float PASTE(hard_, sigmoid)(float v) { return fminf(fmaxf(v * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f); }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = hard_sigmoid(x[i]);
}
