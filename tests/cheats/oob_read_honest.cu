// Reads a neighbour where there is one.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float beside = i + 1 < n ? x[i + 1] : 0.0f;
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f) +
               fmaxf(fminf(beside, 0.0f), 0.0f);
    }
}
