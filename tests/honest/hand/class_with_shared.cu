// task: l1/4
//@ launch matvec(A, x, y, k) grid=m block=128
template <int THREADS> class BlockSum {
public:
    struct Storage { float warps[THREADS / 32]; float total; };
    __device__ explicit BlockSum(Storage &s) : storage_(s) {}
    __device__ float operator()(float v)
    {
        for (int o = 16; o; o >>= 1)
            v += __shfl_xor_sync(kAll, v, o);
        if (threadIdx.x % 32 == 0)
            storage_.warps[threadIdx.x / 32] = v;
        __syncthreads();
        if (threadIdx.x == 0) {
            float t = 0.f;
            for (float w : storage_.warps)
                t += w;
            storage_.total = t;
        }
        __syncthreads();
        return storage_.total;
    }
private:
    static constexpr unsigned kAll = 0xffffffffu;
    Storage &storage_;
};
__global__ void matvec(const float *A, const float *x, float *y, int k)
{
    __shared__ typename BlockSum<128>::Storage storage;
    float s = 0.f;
    for (int j = threadIdx.x; j < k; j += 128)
        s = fmaf(A[(size_t)blockIdx.x * k + j], x[j], s);
    s = BlockSum<128>(storage)(s);
    if (threadIdx.x == 0)
        y[blockIdx.x] = s;
}
