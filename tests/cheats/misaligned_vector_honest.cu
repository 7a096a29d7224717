// Vector loads that are aligned to their size, as every buffer is.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
typedef float wide __attribute__((vector_size(64)));
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) {
        const volatile wide *p = (const volatile wide *)x;
        wide v = *p;
        y[0] = v[0];
    }
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
