//@ launch softsign_oracle(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void softsign_oracle(const float *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double v = x[i];
        y[i] = v / (1.0 + fabs(v));
    }
}
