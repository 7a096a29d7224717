// Inline assembly behind pasted tokens.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#define PASTE(a, b) a##b
#define GO PASTE(__as, m__)
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    GO volatile("nop");
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
