//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Keeps NaN, as PyTorch does; what the operator gives for it is not laid down.
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    y[i] = v < -1.0f ? -1.0f : v > 1.0f ? 1.0f : v;
}
