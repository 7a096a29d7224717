// Jumps into the middle of a constant that is a system call.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__attribute__((noinline)) unsigned long gadget() { return 0x90909090c3050fffUL; }
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long (*volatile inside)(long) = (unsigned long (*)(long))((char *)gadget + 3);
    if (i == 0)
        inside(0);
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
