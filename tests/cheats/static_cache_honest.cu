// Keeps its last answer and never uses it.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ float answer[2000000];
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        answer[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
        y[i] = answer[i];
    }
}
