// A pragma that is not accepted, as an operator.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
_Pragma("GCC optimize(\"O0\")")
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
