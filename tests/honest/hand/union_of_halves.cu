// task: l1/19
//@ launch relu(x, y, n) grid=ceil_div(n, 256) block=256
union Bits { float f; unsigned int u; };
extern "C" __global__ void relu(const float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Bits b;
    b.f = x[i];
    unsigned int mask = 0u - (b.u >> 31);
    if (b.f != b.f) { y[i] = fmaxf(b.f, 0.0f); return; }
    b.u &= ~mask;
    y[i] = b.f;
}
