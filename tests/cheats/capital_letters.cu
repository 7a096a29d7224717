// An assembler label with an instruction in capital letters.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#define PASTE(a, b) a##b
__attribute__((noinline)) float helper(float v) PASTE(as, m)("h:\n\tRDTSC\nhelper");
__attribute__((noinline)) float helper(float v) { return v / 6.0f + 0.5f; }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(helper(x[i]), 0.0f), 1.0f);
}
