//@ launch softsign(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void softsign(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = v / (1.0f + fabsf(v));
    }
}
