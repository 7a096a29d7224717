// task: l1/4
//@ launch matvec(A, x, y, k) grid=m block=64 smem=64*4+64*4
extern __shared__ char pool[];
template <typename T> __device__ T *carve(int &offset, int count)
{
    T *p = reinterpret_cast<T *>(pool + offset);
    offset += count * (int)sizeof(T);
    return p;
}
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int k)
{
    int offset = 0;
    float *xs = carve<float>(offset, 64), *part = carve<float>(offset, 64);
    float s = 0.f;
    for (int start = 0; start < k; start += 64) {
        xs[threadIdx.x] = start + threadIdx.x < k ? x[start + threadIdx.x] : 0.f;
        __syncthreads();
        if (start + threadIdx.x < k)
            s += A[(size_t)blockIdx.x * k + start + threadIdx.x] * xs[threadIdx.x];
        __syncthreads();
    }
    part[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = part[threadIdx.x] + part[threadIdx.x + 32];
        for (int o = 16; o > 0; o >>= 1)
            s += __shfl_down_sync(0xffffffffu, s, o);
        if (threadIdx.x == 0)
            y[blockIdx.x] = s;
    }
}
