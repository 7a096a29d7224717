//@ scratch highest f32[m * ceil_div(n, 4096)]
//@ scratch sums f32[m * ceil_div(n, 4096)]
//@ scratch whole f32[2 * m]
//@ scratch done i32[m + 1]
//@ launch softmax_start(done, m + 1) grid=ceil_div(m + 1, 256) block=256
//@ launch softmax(x, y, highest, sums, whole, done, m, n, ceil_div(n, 4096), min(m, 1 + ceil_div(512, ceil_div(n, 4096))) * ceil_div(n, 4096)) grid=2 * m * ceil_div(n, 4096) block=256
// A block has a piece of a row twice: first for its highest element and its sum, soon after, while the cache holds it, for the result.
static __device__ float block_sum(float sum)
{
    __shared__ float parts[8];
    __syncthreads();
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int k = 0; k < 8; k++)
        sum += parts[k];
    return sum;
}

static __device__ float block_most(float most)
{
    __shared__ float parts[8];
    __syncthreads();
    for (int apart = 16; apart > 0; apart /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, apart));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = most;
    __syncthreads();
    for (int k = 0; k < 8; k++)
        most = fmaxf(most, parts[k]);
    return most;
}

extern "C" __global__ void softmax_start(int *done, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        done[i] = 0;
}

// Sums of "lag" pieces come first, then results and sums take turns, in the order in which blocks start: a block waits for earlier ones only.
static __device__ int next_piece(int *done, int total, int lag, bool *result)
{
    __shared__ int turn;
    if (threadIdx.x == 0)
        turn = atomicAdd(done, 1);
    __syncthreads();
    int paired = turn - lag;
    bool last = turn >= 2 * total - lag;
    *result = last || (paired > 0 && paired % 2 == 1);
    return last ? turn - total : paired < 0 ? turn : *result ? paired / 2 : lag + paired / 2;
}

extern "C" __global__ void softmax(const float *x, float *y, volatile float *highest, volatile float *sums, volatile float *whole, int *done, int m, int n, int pieces,
                                   int lag)
{
    __shared__ bool complete;
    bool result;
    int at = next_piece(done, m * pieces, lag, &result), row = at / pieces;
    int count = min(4096, n - at % pieces * 4096);
    long long first = (long long)row * n + at % pieces * 4096;
    float v[16];
#pragma unroll
    for (int j = 0; j < 16; j++)
        v[j] = j * 256 + threadIdx.x < count ? x[first + j * 256 + threadIdx.x] : -INFINITY;
    if (result) {
        if (threadIdx.x == 0) {
            while (*(volatile int *)(done + 1 + row) <= pieces) {
            }
            __threadfence();
        }
        __syncthreads();
        float most = whole[2 * row], sum = whole[2 * row + 1];
#pragma unroll
        for (int j = 0; j < 16; j++)
            if (j * 256 + threadIdx.x < count)
                __stcs(y + first + j * 256 + threadIdx.x, ${value});
        return;
    }
    float most = v[0], sum = 0.0f;
#pragma unroll
    for (int j = 1; j < 16; j++)
        most = fmaxf(most, v[j]);
    most = block_most(most);
#pragma unroll
    for (int j = 0; j < 16; j++)
        sum += expf(v[j] - most);
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        highest[at] = most;
        sums[at] = sum;
        __threadfence();
        complete = atomicAdd(done + 1 + row, 1) == pieces - 1;
    }
    __syncthreads();
    if (!complete)
        return;
    __threadfence();
    most = -INFINITY;
    for (int k = threadIdx.x; k < pieces; k += 256)
        most = fmaxf(most, highest[row * pieces + k]);
    most = block_most(most);
    sum = 0.0f;
    for (int k = threadIdx.x; k < pieces; k += 256)
        sum += sums[row * pieces + k] * expf(highest[row * pieces + k] - most);
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        whole[2 * row] = most;
        whole[2 * row + 1] = sum;
        __threadfence();
        atomicAdd(done + 1 + row, 1);
    }
}
