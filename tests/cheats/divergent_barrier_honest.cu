// Every thread meets every barrier; warps reduce by shuffles.
//@ launch k(A, x, y, k) grid=m block=128
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int j = t; j < k; j += 128)
        s += A[(size_t)blockIdx.x * k + j] * x[j];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if ((t & 31) == 0)
        part[t / 32] = s;
    __syncthreads();
    if (t < 32) {
        s = t < 4 ? part[t] : 0.0f;
        for (int d = 2; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffffu, s, d);
        if (t == 0)
            y[blockIdx.x] = s;
    }
}
