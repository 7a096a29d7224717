//@ launch hard_tanh_oracle(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hard_tanh_oracle(const float *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double v = x[i];
        y[i] = fmin(fmax(v, -1.0), 1.0);
    }
}
