// Blocks add to one output.
//@ launch z(y, m) grid=ceil_div(m,128) block=128
//@ launch rs(A, x, y, k) grid=m*4 block=128
extern "C" __global__ void z(float *y, int m) { int i = blockIdx.x*128+threadIdx.x; if (i < m) y[i] = 0.0f; }
extern "C" __global__ void rs(const float *A, const float *x, float *y, int k)
{
    __shared__ float part[128];
    int t = threadIdx.x, row = blockIdx.x / 4, q = blockIdx.x % 4;
    float s = 0.0f;
    for (int j = t + q * 128; j < k; j += 512) s += A[(size_t)row * k + j] * x[j];
    part[t] = s;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) { if (t < d) part[t] += part[t + d]; __syncthreads(); }
    if (t == 0) atomicAdd(y + row, part[0]);
}
