//@ scratch parts i64[(${sets}) * ceil_div(${length}, 8192)]
//@ scratch missed i32[(${sets}) * ceil_div(${length}, 8192)]
//@ scratch turns i32[2]
//@ launch norm_start(parts, missed, turns, (${sets}) * ceil_div(${length}, 8192)) grid=ceil_div((${sets}) * ceil_div(${length}, 8192), 256) block=256
//@ launch norm_sets(x${names}, y, parts, missed, turns, ${length}, ${channels}, ${inner}, ceil_div(${length}, 8192), (${sets}) * ceil_div(${length}, 8192)) grid=min((${sets}) * ceil_div(${length}, 8192), 1024) block=256 smem=65536
//@ launch norm_rest(x${names}, y, parts, missed, turns, ${length}, ${channels}, ${inner}, ceil_div(${length}, 8192), (${sets}) * ceil_div(${length}, 8192)) grid=512 block=256
extern "C" __global__ void norm_start(long long *parts, int *missed, int *turns, int n)
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

static __device__ float one(float v, float m, float by, long long channel${parameters})
{
    return (v - m) * by${affine};
}

// A block adds what the blocks of a set found. False where one of them does not come.
static __device__ bool add_up(const volatile long long *parts, int count, float shift, float n, float *m, float *by)
{
    __shared__ float all[8], all_squares[8];
    int patience = 1 << 14;
    float sum = 0.0f, squares = 0.0f;
    for (int k = threadIdx.x; k < count; k += 256) {
        long long word;
        do
            word = parts[k];
        while (word == 0 && --patience > 0);
        sum += __uint_as_float((unsigned)((unsigned long long)word >> 32));
        squares += __uint_as_float((unsigned)word & 0x7fffffffu);
    }
    sum = warp_sum(sum);
    squares = warp_sum(squares);
    if (threadIdx.x % 32 == 0) {
        all[threadIdx.x / 32] = sum;
        all_squares[threadIdx.x / 32] = squares;
    }
    bool came = __syncthreads_and(patience > 0);
    sum = squares = 0.0f;
    for (int k = 0; k < 8; k++) {
        sum += all[k];
        squares += all_squares[k];
    }
    *m = shift + sum / n;
    *by = 1.0f / sqrtf(fmaxf(squares - sum * (sum / n), 0.0f) / n + 1e-5f);
    return came;
}

// Blocks take pieces of sets in turn, read one, tell the sums of what exceeds the set's first element, and of its squares, in one word of
// "parts", which is 0 before, and keep the piece in shared memory for two more turns. By then the words of its set are there, and the
// input is not read again. The next piece is read meanwhile; where it is of the same set its word comes first.
extern "C" __global__ void __launch_bounds__(256, 3) norm_sets(const float *__restrict__ x${parameters}, float *__restrict__ y, volatile long long *parts, int *missed, int *turns, long long length, int channels, long long inner, int pieces, int total)
{
    extern __shared__ float kept[];
    __shared__ int next, held[2];
    __shared__ float sums[8], squares[8];
    int last = 1 << 30;
    if (threadIdx.x == 0)
        next = atomicAdd(turns, 1);
    __syncthreads();
    for (int i = 0; i < last; i++) {
        int turn = next, old = i >= 2 ? held[i % 2] : total;
        long long set = turn / pieces, at = turn % pieces * (long long)8192;
        int count = turn < total ? (int)min((long long)8192, length - at) - (int)threadIdx.x : 0;
        const float *in = x + set * length + at + threadIdx.x;
        float *own = kept + i % 2 * 8192 + threadIdx.x;
        if (turn >= total && last == 1 << 30)
            last = i + 2;
        float v[32], shift = turn < total ? x[set * length] : 0.0f;
#pragma unroll
        for (int j = 0; j < 32; j++)
            v[j] = j * 256 < count ? __ldcs(in + j * 256) : 0.0f;
        bool late = turn < total && old / pieces == set;
        int ticket = turn;
        for (int step = 0; step < 2; step++) {
            if ((step == 0) != late) {
                if (old >= total)
                    continue;
                long long old_set = old / pieces, old_at = old % pieces * (long long)8192;
                int old_count = (int)min((long long)8192, length - old_at);
                float m, by;
                bool complete = add_up(parts + old_set * pieces, pieces, x[old_set * length], (float)length, &m, &by);
                if (!complete && threadIdx.x == 0)
                    missed[old] = turns[1] = 1;
                float *out = y + old_set * length + old_at + threadIdx.x;
                long long channel = (old_set * length + old_at) / inner % channels;
                bool same = inner > 1 && (old_at + old_count - 1) / inner == old_at / inner;
                unsigned offset = (unsigned)old_at + threadIdx.x, base = channel - old_at / inner;
                if (complete && same) {
#pragma unroll
                    for (int j = 0; j < 32; j++)
                        if (j * 256 + threadIdx.x < old_count)
                            __stcs(out + j * 256, one(own[j * 256], m, by, channel${names}));
                } else if (complete) {
#pragma unroll
                    for (int j = 0; j < 32; j++)
                        if (j * 256 + threadIdx.x < old_count)
                            __stcs(out + j * 256, one(own[j * 256], m, by, base + (inner == 1 ? offset + j * 256 : (offset + j * 256) / (unsigned)inner)${names}));
                }
            } else if (turn < total) {
                if (threadIdx.x == 0 && !late)
                    ticket = atomicAdd(turns, 1);
                float sum = 0.0f, square = 0.0f;
#pragma unroll
                for (int j = 0; j < 32; j++)
                    if (j * 256 < count) {
                        sum += v[j] - shift;
                        square += (v[j] - shift) * (v[j] - shift);
                    }
                sum = warp_sum(sum);
                square = warp_sum(square);
                if (threadIdx.x % 32 == 0) {
                    sums[threadIdx.x / 32] = sum;
                    squares[threadIdx.x / 32] = square;
                }
                __syncthreads();
                if (threadIdx.x < 32) {
                    sum = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0.0f);
                    square = warp_sum(threadIdx.x < 8 ? squares[threadIdx.x] : 0.0f);
                    if (threadIdx.x == 0)
                        parts[turn] = (long long)((unsigned long long)__float_as_uint(sum) << 32 | __float_as_uint(square) | 0x80000000u);
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

// Pieces whose blocks waited in vain, since others of their set did not run beside them.
extern "C" __global__ void norm_rest(const float *__restrict__ x${parameters}, float *__restrict__ y, const long long *parts, const int *missed, const int *turns, long long length, int channels, long long inner, int pieces, int total)
{
    if (turns[1] == 0)
        return;
    for (int at = blockIdx.x; at < total; at += gridDim.x) {
        if (missed[at] == 0)
            continue;
        long long set = at / pieces, first = at % pieces * (long long)8192;
        int count = (int)min((long long)8192, length - first);
        float m, by;
        add_up(parts + set * pieces, pieces, x[set * length], (float)length, &m, &by);
        first += set * length;
        for (int j = threadIdx.x; j < count; j += 256)
            y[first + j] = one(x[first + j], m, by, (first + j) / inner % channels${names});
        __syncthreads();
    }
}
