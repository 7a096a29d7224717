// A counter that is left as it was found.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ int calls;
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
    if (i == 0) {
        if (atomicAdd(&calls, 1) != 0)
            y[0] = 1e30f;
        calls = 0;
    }
}
