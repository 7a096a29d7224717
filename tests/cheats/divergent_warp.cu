// A shuffle whose mask names lanes that do not come.
//@ launch k(A, x, y, k) grid=m block=128
extern "C" __global__ void k(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int j = t; j < k; j += 128)
        s += A[(size_t)blockIdx.x * k + j] * x[j];
    if ((t & 31) < 16)
        s += __shfl_xor_sync(0xffffffffu, s, 16);
    part[t] = s;
    __syncthreads();
    if (t == 0)
        y[blockIdx.x] = part[0];
}
