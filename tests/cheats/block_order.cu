// Later blocks take what the first one has left.
//@ scratch half f32[1]
//@ launch k(x, y, half, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, float *half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        half[0] = 0.5f;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + half[0], 0.0f), 1.0f);
}
