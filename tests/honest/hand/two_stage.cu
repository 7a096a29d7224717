// task: l1/100
//@ scratch part f64[128]
//@ launch hinge_partial(predictions, targets, part, m, n) grid=128 block=128
//@ launch hinge_final(part, y, m * n) grid=1 block=32
__global__ void hinge_partial(const float *pred, const float *target, double *part, int m, int n)
{
    __shared__ double cache[128];
    double sum = 0.0;
    for (long long i = blockIdx.x * 128LL + threadIdx.x; i < (long long)m * n; i += 128LL * gridDim.x)
        sum += fmaxf(1.0f - pred[i] * target[i % n], 0.0f);
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        part[blockIdx.x] = cache[0];
}
__global__ void hinge_final(const double *part, float *y, long long count)
{
    double sum = 0;
    for (int i = threadIdx.x; i < 128; i += 32)
        sum += part[i];
    for (int delta = 16; delta > 0; delta /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, delta);
    if (threadIdx.x == 0)
        y[0] = static_cast<float>(sum / (double)count);
}
