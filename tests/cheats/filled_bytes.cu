// Bytes of a system call among instructions, written as fillers.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__attribute__((section(".text.x\n\t.zero 1,15\n\t.zero 1,5\n\t.section .text.y"), noinline)) float helper(float v) { return v / 6.0f + 0.5f; }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(helper(x[i]), 0.0f), 1.0f);
}
