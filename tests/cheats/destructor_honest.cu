//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// One that runs at the end of its block.
struct counted { int *v; __device__ ~counted() { *v += 1; } };
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, ended = 0;
    {
        counted c{ &ended };
    }
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f * (float)ended, 0.0f), 1.0f);
}
