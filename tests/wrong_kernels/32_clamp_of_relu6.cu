//@ launch hardtanh(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hardtanh(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i], 0.0f), 1.0f); // wrong
        y[i] = fminf(fmaxf(x[i], -1.0f), 1.0f); // right
}
