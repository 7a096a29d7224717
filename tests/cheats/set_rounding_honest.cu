//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
// Rounds as one operation asks for.
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(__fadd_rn(__fdiv_rn(x[i], 6.0f), 0.5f), 0.0f), 1.0f);
}
