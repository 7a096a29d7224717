//@ scratch parts i64[m * ceil_div(n, 8192)]
//@ scratch missed i32[m * ceil_div(n, 8192)]
//@ scratch turns i32[2]
//@ launch softmax_start(parts, missed, turns, m * ceil_div(n, 8192)) grid=ceil_div(m * ceil_div(n, 8192), 256) block=256
//@ launch softmax(x, y, parts, missed, turns, n, ceil_div(n, 8192), m * ceil_div(n, 8192)) grid=min(m * ceil_div(n, 8192), 1024) block=256 smem=65536
//@ launch softmax_rest(x, y, parts, missed, turns, n, ceil_div(n, 8192), m * ceil_div(n, 8192)) grid=512 block=256
extern "C" __global__ void softmax_start(long long *parts, int *missed, int *turns, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        parts[i] = missed[i] = 0;
    if (i < 2)
        turns[i] = 0;
}

// The larger of two highest elements, and both sums of exponentials in proportion to it.
static __device__ void join(float *most, float *sum, float other, float others)
{
    float larger = fmaxf(*most, other);
    *sum = *sum * expf(*most - larger) + others * expf(other - larger);
    *most = larger;
}

static __device__ void warp_join(float *most, float *sum)
{
    for (int apart = 16; apart > 0; apart /= 2) {
        float other = __shfl_xor_sync(0xffffffffu, *most, apart), others = __shfl_xor_sync(0xffffffffu, *sum, apart);
        join(most, sum, other, others);
    }
}

// What the words of a row say together. False where one of them does not come.
static __device__ bool join_row(const volatile long long *parts, int pieces, float *most, float *sum)
{
    __shared__ float row_most[8], row_sum[8];
    int warp = threadIdx.x / 32, patience = 1 << 14;
    *most = -3.0e38f;
    *sum = 0.0f;
    if (warp * 32 < pieces) {
        for (int k = threadIdx.x; k < pieces; k += 256) {
            long long word;
            do
                word = parts[k];
            while (word == 0 && --patience > 0);
            join(most, sum, __uint_as_float((unsigned)word), __uint_as_float((unsigned)((unsigned long long)word >> 32)));
        }
        warp_join(most, sum);
        if (threadIdx.x % 32 == 0) {
            row_most[warp] = *most;
            row_sum[warp] = *sum;
        }
    }
    bool complete = __syncthreads_and(patience > 0);
    *most = row_most[0];
    *sum = row_sum[0];
    for (int k = 1; k < min(8, (pieces + 31) / 32); k++)
        join(most, sum, row_most[k], row_sum[k]);
    return complete;
}

// Blocks take pieces of rows in turn, read one, tell its highest element and its sum in one word of "parts", which is 0 before, and keep
// it in shared memory for two more turns. By then the words of its row are there, and the input is not read again. The next piece is
// read meanwhile; where it is of the same row its word comes first.
extern "C" __global__ void __launch_bounds__(256, 3) softmax(const float *x, float *y, volatile long long *parts, int *missed, int *turns, int n, int pieces, int total)
{
    extern __shared__ float kept[];
    __shared__ int next, held[2];
    __shared__ float own_most[2][8], own_sum[8];
    int warp = threadIdx.x / 32, last = 1 << 30;
    if (threadIdx.x == 0)
        next = atomicAdd(turns, 1);
    __syncthreads();
    for (int i = 0; i < last; i++) {
        int turn = next, old = i >= 2 ? held[i % 2] : total;
        int row = turn / pieces, at = turn % pieces * 8192, count = turn < total ? min(8192, n - at) - (int)threadIdx.x : 0;
        const float *in = x + (long long)row * n + at + threadIdx.x;
        float *own = kept + i % 2 * 8192 + threadIdx.x;
        if (turn >= total && last == 1 << 30)
            last = i + 2;
        float v[32], warp_most = own_most[i % 2][warp];
#pragma unroll
        for (int j = 0; j < 32; j++)
            v[j] = j * 256 < count ? __ldcs(in + j * 256) : -INFINITY;
        bool late = turn < total && old / pieces == row;
        int ticket = turn;
        for (int step = 0; step < 2; step++) {
            if ((step == 0) != late) {
                if (old >= total)
                    continue;
                int old_row = old / pieces, old_at = old % pieces * 8192, old_count = min(8192, n - old_at) - (int)threadIdx.x;
                float most, sum;
                bool complete = join_row(parts + old_row * pieces, pieces, &most, &sum);
                if (!complete && threadIdx.x == 0)
                    missed[old] = turns[1] = 1;
                float by = ${by};
                float *out = y + (long long)old_row * n + old_at + threadIdx.x;
#pragma unroll
                for (int j = 0; j < 32; j++)
                    if (complete && j * 256 < old_count)
                        __stcs(out + j * 256, ${scaled});
            } else if (turn < total) {
                if (threadIdx.x == 0 && !late)
                    ticket = atomicAdd(turns, 1);
                float most = v[0], sum = 0.0f;
#pragma unroll
                for (int j = 1; j < 32; j++)
                    most = fmaxf(most, v[j]);
                for (int apart = 16; apart > 0; apart /= 2)
                    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, apart));
                most = fmaxf(most, -3.0e38f);
#pragma unroll
                for (int j = 0; j < 32; j++)
                    sum += ${keep}expf(v[j] - most);
                for (int apart = 16; apart > 0; apart /= 2)
                    sum += __shfl_xor_sync(0xffffffffu, sum, apart);
                if (threadIdx.x % 32 == 0) {
                    own_most[i % 2][warp] = most;
                    own_sum[warp] = sum;
                }
                __syncthreads();
                if (threadIdx.x < 32) {
                    most = threadIdx.x < 8 ? own_most[i % 2][threadIdx.x] : -3.0e38f;
                    sum = threadIdx.x < 8 ? own_sum[threadIdx.x] : 0.0f;
                    warp_join(&most, &sum);
                    if (threadIdx.x == 0)
                        parts[turn] = (long long)((unsigned long long)__float_as_uint(sum) << 32 | __float_as_uint(most));
                }
            }
        }
#pragma unroll
        for (int j = 0; j < 32; j++)
            own[j * 256] = v[j];
        if (threadIdx.x == 0) {
            held[i % 2] = turn;
            next = late ? atomicAdd(turns, 1) : ticket;
        }
        __syncthreads();
    }
}

// Pieces whose blocks waited in vain, since others of their row did not run beside them.
extern "C" __global__ void softmax_rest(const float *x, float *y, const long long *parts, const int *missed, const int *turns, int n, int pieces, int total)
{
    if (turns[1] == 0)
        return;
    for (int i = blockIdx.x; i < total; i += gridDim.x) {
        if (missed[i] == 0)
            continue;
        int row = i / pieces, at = i % pieces * 8192;
        const float *v = x + (long long)row * n;
        float most, sum;
        join_row(parts + row * pieces, pieces, &most, &sum);
        for (int j = at + threadIdx.x; j < min(at + 8192, n); j += 256)
            y[(long long)row * n + j] = ${value};
        __syncthreads();
    }
}
