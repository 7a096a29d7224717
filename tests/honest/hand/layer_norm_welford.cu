// task: l1/40
//@ launch layer_norm(x, gamma, beta, y, c * h * w) grid=n block=256
template <typename T> struct Welford {
    T mean, m2, count;
    __device__ __forceinline__ void push(T v)
    {
        count += 1;
        T d = v - mean;
        mean += d / count;
        m2 += d * (v - mean);
    }
    __device__ __forceinline__ void merge(const Welford &o)
    {
        T total = count + o.count;
        if (total == 0)
            return;
        T d = o.mean - mean;
        mean += d * o.count / total;
        m2 += o.m2 + d * d * count * o.count / total;
        count = total;
    }
};
extern "C" __global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int size)
{
    __shared__ float s_mean[8], s_m2[8], s_count[8];
    Welford<float> w = {0.f, 0.f, 0.f};
    const float *in = x + (size_t)blockIdx.x * size;
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        w.push(in[i]);
    for (int o = 16; o > 0; o >>= 1) {
        Welford<float> other = {__shfl_xor_sync(~0u, w.mean, o), __shfl_xor_sync(~0u, w.m2, o), __shfl_xor_sync(~0u, w.count, o)};
        if ((threadIdx.x & o) == 0)
            w.merge(other);
        else {
            other.merge(w);
            w = other;
        }
    }
    if (threadIdx.x % warpSize == 0) {
        s_mean[threadIdx.x / 32] = w.mean;
        s_m2[threadIdx.x / 32] = w.m2;
        s_count[threadIdx.x / 32] = w.count;
    }
    __syncthreads();
    Welford<float> all = {s_mean[0], s_m2[0], s_count[0]};
    for (int i = 1; i < 8; i++)
        all.merge(Welford<float>{s_mean[i], s_m2[i], s_count[i]});
    const float scale = rsqrtf(all.m2 / size + 1e-5f);
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        y[(size_t)blockIdx.x * size + i] = (in[i] - all.mean) * scale * gamma[i] + beta[i];
}
