//@ launch hard_sigmoid_oracle(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hard_sigmoid_oracle(const float *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double v = x[i];
        y[i] = fmin(fmax(v / 6.0 + 0.5, 0.0), 1.0);
    }
}
