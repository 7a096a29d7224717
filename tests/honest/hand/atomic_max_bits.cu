// task: l1/23
//@ scratch top i32[m]
//@ scratch sum f32[m]
//@ launch start(top, sum, m) grid=ceil_div(m, 128) block=128
//@ launch find_max(x, top, n) grid=ceil_div(n, 128),m block=128
//@ launch add_up(x, top, sum, n) grid=ceil_div(n, 128),m block=128
//@ launch divide(x, top, sum, y, n) grid=ceil_div(n, 128),m block=128
__device__ int ordered(float v) { int i = __float_as_int(v); return i >= 0 ? i : i ^ 0x7fffffff; }
__device__ float value(int i) { return __int_as_float(i >= 0 ? i : i ^ 0x7fffffff); }
extern "C" {
__global__ void start(int *top, float *sum, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) { top[i] = INT_MIN; sum[i] = 0.f; }
}
__global__ void find_max(const float *x, int *top, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n)
        atomicMax(&top[blockIdx.y], ordered(x[(size_t)blockIdx.y * n + j]));
}
__global__ void add_up(const float *x, const int *top, float *sum, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float e = j < n ? expf(x[(size_t)blockIdx.y * n + j] - value(top[blockIdx.y])) : 0.f;
    for (int o = 16; o > 0; o /= 2)
        e += __shfl_down_sync(0xffffffff, e, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum + blockIdx.y, e);
}
__global__ void divide(const float *x, const int *top, const float *sum, float *y, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n)
        y[(size_t)blockIdx.y * n + j] = expf(x[(size_t)blockIdx.y * n + j] - value(top[blockIdx.y])) / sum[blockIdx.y];
}
}
