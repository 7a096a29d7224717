// Every element is written.
//@ launch hard_sigmoid(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void hard_sigmoid(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
