// task: l1/53
//@ launch minimum(x, y, r, c) grid=c,b block=32
extern "C" __global__ void minimum(const float *x, float *y, int r, int c)
{
    const float *p = x + (size_t)blockIdx.y * r * c + blockIdx.x;
    float v = INFINITY;
    for (int i = threadIdx.x; i < r; i += 32)
        v = fminf(v, p[(size_t)i * c]);
    for (int d = 16; d > 0; d /= 2)
        v = fminf(v, __shfl_xor_sync(0xffffffffu, v, d));
    float least = __shfl_sync(0xffffffffu, v, 0);
    unsigned same = __ballot_sync(0xffffffffu, v == least);
    if (__all_sync(0xffffffffu, same == 0xffffffffu) && threadIdx.x == __ffs(same) - 1)
        y[blockIdx.y * c + blockIdx.x] = least;
}
