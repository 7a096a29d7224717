//@ scratch parts i64[m * ceil_div(n + 31, 8192)]
//@ scratch missed i32[m * ceil_div(n + 31, 8192)]
//@ scratch turns i32[2]
//@ launch row_norm_start(parts, missed, turns, m * ceil_div(n + 31, 8192)) grid=ceil_div(m * ceil_div(n + 31, 8192), 256) block=256
//@ launch row_norm(x, y, parts, missed, turns, n, ceil_div(n + 31, 8192), m * ceil_div(n + 31, 8192)) grid=min(m * ceil_div(n + 31, 8192), 1024) block=256 smem=65536
//@ launch row_norm_rest(x, y, parts, missed, turns, n, ceil_div(n + 31, 8192), m * ceil_div(n + 31, 8192)) grid=512 block=256
extern "C" __global__ void row_norm_start(long long *parts, int *missed, int *turns, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        parts[i] = missed[i] = 0;
    if (i < 2)
        turns[i] = 0;
}

static __device__ float warp_sum(float sum)
{
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    return sum;
}

// The sum of the words of a row. False where one of them does not come.
static __device__ bool add_row(const volatile long long *parts, int pieces, float *sum)
{
    __shared__ float sums[8];
    int patience = 1 << 14;
    *sum = 0.0f;
    for (int k = threadIdx.x; k < pieces; k += 256) {
        long long word;
        do
            word = parts[k];
        while (word == 0 && --patience > 0);
        *sum += __uint_as_float((unsigned)((unsigned long long)word >> 32));
    }
    *sum = warp_sum(*sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = *sum;
    bool complete = __syncthreads_and(patience > 0);
    *sum = 0.0f;
    for (int k = 0; k < 8; k++)
        *sum += sums[k];
    return complete;
}

// Blocks take pieces of rows in turn, read one, tell its sum in a word of "parts", which is 0 before, and keep it in shared memory for
// two more turns. By then the words of its row are there, and the input is not read again. The next piece is read meanwhile; where it
// is of the same row its word comes first. The first piece of a row is short of what the row's beginning exceeds a multiple of 32
// elements by, so that warps read and write whole lines of memory.
extern "C" __global__ void __launch_bounds__(256, 3) row_norm(const float *x, float *y, volatile long long *parts, int *missed, int *turns, int n, int pieces, int total)
{
    extern __shared__ float kept[];
    __shared__ int next, held[2];
    __shared__ float sums[8];
    int last = 1 << 30;
    if (threadIdx.x == 0)
        next = atomicAdd(turns, 1);
    __syncthreads();
    for (int i = 0; i < last; i++) {
        int turn = next, old = i >= 2 ? held[i % 2] : total;
        int row = turn / pieces, at = turn % pieces * 8192 - (int)((long long)row * n % 32) + (int)threadIdx.x;
        const float *in = x + (long long)row * n + at;
        float *own = kept + i % 2 * 8192 + threadIdx.x;
        if (turn >= total && last == 1 << 30)
            last = i + 2;
        if (turn >= total)
            at = n;
        float fresh[32];
#pragma unroll
        for (int j = 0; j < 32; j++)
            fresh[j] = (unsigned)(at + j * 256) < (unsigned)n ? __ldcs(in + j * 256) : 0.0f;
        bool late = turn < total && old / pieces == row;
        int ticket = turn;
        for (int step = 0; step < 2; step++) {
            if ((step == 0) != late) {
                if (old >= total)
                    continue;
                int old_row = old / pieces, old_at = old % pieces * 8192 - (int)((long long)old_row * n % 32) + (int)threadIdx.x;
                float sum;
                bool complete = add_row(parts + old_row * pieces, pieces, &sum);
                if (!complete && threadIdx.x == 0)
                    missed[old] = turns[1] = 1;
                float factor = 1.0f / (${divisor});
                float *out = y + (long long)old_row * n + old_at;
#pragma unroll
                for (int j = 0; j < 32; j++)
                    if (complete && (unsigned)(old_at + j * 256) < (unsigned)n)
                        __stcs(out + j * 256, own[j * 256] * factor);
            } else if (turn < total) {
                if (threadIdx.x == 0 && !late)
                    ticket = atomicAdd(turns, 1);
                float sum = 0.0f;
#pragma unroll
                for (int j = 0; j < 32; j++) {
                    float v = fresh[j];
                    sum += ${term};
                }
                sum = warp_sum(sum);
                if (threadIdx.x % 32 == 0)
                    sums[threadIdx.x / 32] = sum;
                __syncthreads();
                if (threadIdx.x < 32) {
                    sum = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0.0f);
                    if (threadIdx.x == 0)
                        parts[turn] = (long long)((unsigned long long)__float_as_uint(sum) << 32 | 1);
                }
            }
        }
#pragma unroll
        for (int j = 0; j < 32; j++)
            own[j * 256] = fresh[j];
        if (threadIdx.x == 0) {
            held[i % 2] = turn;
            next = late ? atomicAdd(turns, 1) : ticket;
        }
        __syncthreads();
    }
}

// Pieces whose blocks waited in vain, since others of their row did not run beside them.
extern "C" __global__ void row_norm_rest(const float *x, float *y, const long long *parts, const int *missed, const int *turns, int n, int pieces, int total)
{
    if (turns[1] == 0)
        return;
    for (int i = blockIdx.x; i < total; i += gridDim.x) {
        if (missed[i] == 0)
            continue;
        int row = i / pieces, at = i % pieces * 8192 - (int)((long long)row * n % 32);
        long long line = (long long)row * n;
        float sum;
        add_row(parts + row * pieces, pieces, &sum);
        float factor = 1.0f / (${divisor});
        for (int j = max(at, 0) + threadIdx.x; j < min(at + 8192, n); j += 256)
            y[line + j] = x[line + j] * factor;
        __syncthreads();
    }
}
