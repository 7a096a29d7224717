//@ launch softplus_oracle(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void softplus_oracle(const float *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double v = x[i];
        y[i] = fmax(v, 0.0) + log1p(exp(-fabs(v)));
    }
}
