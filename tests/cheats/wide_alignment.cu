//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Shared memory that no processor thread can have so aligned.
__global__ void k(const float *x, float *y, int n)
{
    __shared__ __align__(65536) float s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    if (i < n)
        y[i] = fminf(fmaxf(s[threadIdx.x] / 6.0f + 0.5f, 0.0f), 1.0f);
}
