//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Chooses between functions by their address.
__device__ __attribute__((noinline)) float sigmoid(float v) { return fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f); }
__device__ __attribute__((noinline)) float negative(float v) { return -v; }
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float (*f)(float) = n > 0 ? sigmoid : negative;
    if (i < n)
        y[i] = f(x[i]);
}
