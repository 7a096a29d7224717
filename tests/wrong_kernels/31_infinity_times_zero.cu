//@ launch elu(x, y, n) grid=ceil_div(n, 256) block=256
// Without a branch: above 88 the exponential is infinite, and infinity times zero is no number.
extern "C" __global__ void elu(const float *x, float *y, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    y[i] = fmaxf(v, 0.0f) + (v < 0.0f) * (expf(v) - 1.0f); // wrong
    y[i] = fmaxf(v, 0.0f) + (expf(fminf(v, 0.0f)) - 1.0f); // right
}
