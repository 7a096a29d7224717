//@ launch hard_tanh(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hard_tanh(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = fminf(fmaxf(v, -1.0f), 1.0f);
    }
}
