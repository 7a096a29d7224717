/*
 * cuda_checker.cu - the evaluator's own device code: inputs from counters, poison, checks, comparison,
 * and what surrounds a timed run.
 *
 * Everything here mirrors a function of the host to the bit (tasks/task_inputs.c,
 * compare.c); tests compare both.  Candidates never share a context with the first four groups.
 */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

struct rb_stream {
    u32 key[2], counter[4];
};

struct rb_fill {
    rb_stream stream;
    float lo, span;
    /* enums of tasks/task.h */
    int generator; /* 0 uniform, 1 bell, 2 either, 3 index, 4 band, 5 distinct */
    int structure; /* 0 full, 1 upper, 2 lower, 3 symmetric */
    u32 special;   /* values of the second draw */
    int element_bytes;
    u32 below;        /* of an index */
    i64 line, stride; /* distinct: position = element / stride % line */
    i64 side;
    i64 n;
};

static __device__ void philox(const rb_stream *s, u32 position, u32 out[4])
{
    u32 c0 = position, c1 = s->counter[1], c2 = s->counter[2], c3 = s->counter[3];
    u32 k0 = s->key[0], k1 = s->key[1];
    for (int round = 0; round < 10; round++) {
        u64 p0 = (u64)0xD2511F53u * c0, p1 = (u64)0xCD9E8D57u * c2;
        c0 = (u32)(p1 >> 32) ^ c1 ^ k0;
        c2 = (u32)(p0 >> 32) ^ c3 ^ k1;
        c1 = (u32)p1;
        c3 = (u32)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

static __device__ float scaled(const rb_fill &f, u32 bits24)
{
    float u = __fmul_rn((float)(int)bits24, 0x1p-24f);
    return __fadd_rn(f.lo, __fmul_rn(f.span, u));
}

/* The value of the second draw that a word stands for. */
static __device__ __noinline__ float special_value(u32 mask, u32 word)
{
    u32 sign = word & 0x80000000u;
    for (u32 left = (word >> 8 & 0xff) * __popc(mask) >> 8; left > 0; left--)
        mask &= mask - 1;
    switch (mask & (0u - mask)) {
    case 1:
        return __uint_as_float(0x7fc00000u);
    case 2:
        return __uint_as_float(sign | 0x7f800000u);
    case 4:
        return __uint_as_float(sign);
    case 8:
        return __uint_as_float(sign | (word >> 8 & 0x7fffffu) | 1u);
    default:
        word = word >> 8 & 0x7fffffu;
        return __uint_as_float(sign | (132u + (word * 91u >> 23)) << 23 | (word * 0x9e3779b1u & 0x7fffffu));
    }
}

/* Puts special values among n elements, each of its word. */
static __device__ __noinline__ void make_special(u32 mask, const u32 *words, float *v, int n)
{
    for (int k = 0; k < n; k++)
        if ((words[k] & 0xff) < 16)
            v[k] = special_value(mask, words[k]);
}

/* Which line of a distinct tensor an element is of. */
static __device__ u32 line_of(const rb_fill &f, i64 i)
{
    return (u32)(i / (f.stride * f.line) * f.stride + i % f.stride);
}

/* In a second draw every other line has ties. */
static __device__ bool has_ties(const rb_fill &f, i64 i)
{
    return f.generator == 5 && f.special != 0 && line_of(f, i) % 2 == 1;
}

static __device__ u32 position_bits(const rb_fill &f, i64 i, u32 word)
{
    const u32 *c = f.stream.counter;
    u32 key = f.stream.key[0] ^ c[1] * 0x85ebca6bu ^ c[2] * 0xc2b2ae35u ^ c[3], mask = 1;
    u32 mixed = key + line_of(f, i) * 0x9e3779b1u;
    while ((i64)mask < f.line)
        mask *= 2;
    mask--;
    if (has_ties(f, i))
        return word >> 8 & 0xfc0000u;
    return (word >> 8 & ~mask) | ((((u32)(i / f.stride % f.line) ^ (mixed >> 8 & mask)) * (mixed | 1u)) & mask);
}

/* Element i of a generator with four elements a position. */
static __device__ __noinline__ float made(const rb_fill &f, i64 i, u32 word)
{
    switch (f.generator) {
    case 2:
        return scaled(f, word >> 31 << 24);
    case 3:
        return (float)(int)((u64)(word >> 8) * f.below >> 24);
    case 4:
        return (word & 1) != 0 ? -scaled(f, word >> 8) : scaled(f, word >> 8);
    case 5:
        return scaled(f, position_bits(f, i, word));
    default:
        return scaled(f, word >> 8);
    }
}

/* Elements of one position: one of a bell tensor, four of others. */
static __device__ int drawn(const rb_fill &f, i64 position, float out[4])
{
    u32 w[4];
    int n = f.generator == 1 ? 1 : 4;
    philox(&f.stream, (u32)position, w);
    for (int k = 0; k < n; k++)
        out[k] = f.generator == 1 ? scaled(f, (w[0] >> 10) + (w[1] >> 10) + (w[2] >> 10) + (w[3] >> 10))
                                  : made(f, 4 * position + k, w[k]);
    for (int k = 0; k < n && f.special != 0; k++)
        if (!has_ties(f, 4 * position + k))
            make_special(f.special, w + k, out + k, 1);
    return n;
}

static __device__ float placed(const rb_fill &f, i64 i, float v)
{
    i64 row = i / f.side, column = i % f.side;
    if (f.structure == 3 && column < row) {
        float other[4];
        i64 mirror = column * f.side + row;
        int n = drawn(f, f.generator == 1 ? mirror : mirror / 4, other);
        return n == 1 ? other[0] : other[mirror % 4];
    }
    return f.structure == 3 || (f.structure == 1 ? column >= row : column <= row) ? v : 0.0f;
}

static __device__ int elements(const rb_fill &f, i64 position, float out[4])
{
    int n = drawn(f, position, out);
    for (int k = 0; k < n && f.structure != 0; k++)
        out[k] = placed(f, n * position + k, out[k]);
    return n;
}

/* An element's bytes, the lowest first.  Integers were made as floats that hold them. */
static __device__ u64 as_stored(const rb_fill &f, float v)
{
    if (f.generator == 3 || f.element_bytes == 1)
        return (u64)(i64)v;
    return __float_as_uint(v);
}

static __device__ bool is_plain(const rb_fill &f, const void *p)
{
    return f.generator == 0 && f.structure == 0 && f.special == 0 && ((u64)p & 15) == 0;
}

/* Four whole elements of a uniform tensor without structure or special values. */
static __device__ float4 four(const rb_fill &f, i64 position)
{
    u32 w[4];
    philox(&f.stream, (u32)position, w);
    return make_float4(scaled(f, w[0] >> 8), scaled(f, w[1] >> 8), scaled(f, w[2] >> 8), scaled(f, w[3] >> 8));
}

/* The elements of positions that four() does not serve. */
static __device__ void fill_rest(const rb_fill &f, float *out, i64 from)
{
    int per = f.generator == 1 ? 1 : 4;
    i64 positions = (f.n + per - 1) / per, step = (i64)gridDim.x * blockDim.x;
    for (i64 p = from + blockIdx.x * (i64)blockDim.x + threadIdx.x; p < positions; p += step) {
        float v[4];
        int n = elements(f, p, v);
        for (int k = 0; k < n && p * per + k < f.n; k++) {
            i64 i = p * per + k;
            u64 bits = as_stored(f, v[k]);
            if (f.element_bytes == 8)
                ((u64 *)out)[i] = bits;
            else if (f.element_bytes == 4)
                ((u32 *)out)[i] = (u32)bits;
            else
                ((unsigned char *)out)[i] = (unsigned char)bits;
        }
    }
}

extern "C" __global__ void rb_fill_input(rb_fill f, float *out)
{
    i64 whole = is_plain(f, out) ? f.n / 4 : 0, step = (i64)gridDim.x * blockDim.x;
    for (i64 p = blockIdx.x * (i64)blockDim.x + threadIdx.x; p < whole; p += step)
        ((float4 *)out)[p] = four(f, p);
    fill_rest(f, out, whole);
}

static __device__ u64 bytes_that_differ(float want, u32 got)
{
    u32 x = __float_as_uint(want) ^ got;
    return ((x & 0xff) != 0) + ((x & 0xff00) != 0) + ((x & 0xff0000) != 0) + (x >> 24 != 0);
}

static __device__ u64 check_rest(const rb_fill &f, const float *in, i64 from)
{
    int per = f.generator == 1 ? 1 : 4;
    i64 positions = (f.n + per - 1) / per, step = (i64)gridDim.x * blockDim.x;
    u64 changed = 0;
    for (i64 p = from + blockIdx.x * (i64)blockDim.x + threadIdx.x; p < positions; p += step) {
        float v[4];
        int n = elements(f, p, v);
        for (int k = 0; k < n && p * per + k < f.n; k++) {
            const unsigned char *at = (const unsigned char *)in + (p * per + k) * f.element_bytes;
            u64 bits = as_stored(f, v[k]);
            for (int b = 0; b < f.element_bytes; b++)
                changed += at[b] != (unsigned char)(bits >> 8 * b);
        }
    }
    return changed;
}

/* Bytes that are not as they were filled in. */
extern "C" __global__ void rb_check_input(rb_fill f, const float *in, u64 *changed_bytes)
{
    i64 whole = is_plain(f, in) ? f.n / 4 : 0, step = (i64)gridDim.x * blockDim.x;
    u64 changed = 0;
    for (i64 p = blockIdx.x * (i64)blockDim.x + threadIdx.x; p < whole; p += step) {
        float4 v = four(f, p);
        uint4 w = ((const uint4 *)in)[p];
        changed += bytes_that_differ(v.x, w.x) + bytes_that_differ(v.y, w.y) + bytes_that_differ(v.z, w.z) +
                   bytes_that_differ(v.w, w.w);
    }
    changed += check_rest(f, in, whole);
    if (changed != 0)
        atomicAdd(changed_bytes, changed);
}

/* Counters of changed bytes, each beside the least index of one. */
extern "C" __global__ void rb_checks_begin(u64 *counts, u32 n)
{
    for (u32 i = threadIdx.x; i < n; i += blockDim.x) {
        counts[2 * i] = 0;
        counts[2 * i + 1] = ~0ull;
    }
}

static __device__ u64 poison_word(u64 seed, u64 index)
{
    u64 z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    if ((seed >> 63) != 0) /* POISON_NAN of compare.h */
        return (z & 0x8007800780078007ull) | 0x7ff87ff87ff87ff8ull;
    if ((seed >> 62) != 0) /* POISON_USUAL */
        return (z & 0x83ff83ff83ff83ffull) | 0x3c003c003c003c00ull;
    return (z & 0x87ff87ff87ff87ffull) | 0x7000700070007000ull;
}

/* Byte k of word i; whole words only where they are aligned. */
extern "C" __global__ void rb_poison(unsigned char *out, u64 bytes, u64 seed)
{
    u64 words = bytes / 8;
    if (((u64)out & 7) != 0) {
        for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < bytes; i += (u64)gridDim.x * blockDim.x)
            out[i] = (unsigned char)(poison_word(seed, i / 8) >> 8 * (i % 8));
        return;
    }
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= words; i += (u64)gridDim.x * blockDim.x) {
        u64 word = poison_word(seed, i);
        if (i < words)
            ((u64 *)out)[i] = word;
        else
            for (u64 k = words * 8; k < bytes; k++)
                out[k] = (unsigned char)(word >> 8 * (k % 8));
    }
}

/* result[0] += changed bytes, result[1] = the least index of one. */
extern "C" __global__ void rb_poison_changed(const unsigned char *data, u64 bytes, u64 seed, u64 *result)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < bytes; i += (u64)gridDim.x * blockDim.x)
        if (data[i] != (unsigned char)(poison_word(seed, i / 8) >> 8 * (i % 8))) {
            atomicAdd(&result[0], 1ull);
            atomicMin(&result[1], i);
        }
}

/* result[0] += a sum over words that depends on every byte and its place. */
extern "C" __global__ void rb_digest(const unsigned char *data, u64 bytes, u64 *result)
{
    u64 words = bytes / 8, sum = 0, step = (u64)gridDim.x * blockDim.x;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i <= words; i += step) {
        u64 word = 0;
        if (i < words && ((u64)data & 7) == 0)
            word = ((const u64 *)data)[i];
        else
            for (u64 k = 8 * i; k < bytes && k < 8 * i + 8; k++)
                word |= (u64)data[k] << 8 * (k % 8);
        word = (word ^ (i + 1) * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
        word = (word ^ (word >> 29)) * 0x94d049bb133111ebull;
        sum += word ^ (word >> 32);
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(result, sum);
}

struct rb_compared {
    i64 matched, not_finite, first_not_finite, untouched, worst_index;
    double max_abs, max_rel;
};

struct rb_compare {
    const void *got;
    const double *want;
    i64 n;
    int dtype; /* enum dtype of tasks/task.h */
    double atol, rtol;
    u64 poison_seed;
};

static __device__ double element(const rb_compare &c, i64 i)
{
    switch (c.dtype) {
    case 0:
        return (double)((const float *)c.got)[i];
    case 1:
        return ((const double *)c.got)[i];
    case 2: {
        float f;
        asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(((const unsigned short *)c.got)[i]));
        return (double)f;
    }
    case 3:
        return (double)((const int *)c.got)[i];
    case 4:
        return (double)((const u32 *)c.got)[i];
    case 5:
        return (double)((const i64 *)c.got)[i];
    default:
        return (double)((const unsigned char *)c.got)[i];
    }
}

static __device__ bool untouched(const rb_compare &c, i64 i)
{
    const int sizes[] = { 4, 8, 2, 4, 4, 8, 1 };
    int size = sizes[c.dtype];
    const unsigned char *p = (const unsigned char *)c.got + i * size;
    u64 at = (u64)i * size;
    for (int k = 0; k < size; k++)
        if (p[k] != (unsigned char)(poison_word(c.poison_seed, (at + k) / 8) >> 8 * ((at + k) % 8)))
            return false;
    return true;
}

/* Something is not finite, or the difference is not. */
static __device__ __noinline__ void compare_odd(const rb_compare &c, i64 i, double got, double want, rb_compared *r)
{
    bool same = (isnan(want) && isnan(got)) || (isinf(want) && isinf(got) && signbit(want) == signbit(got));
    if (!isfinite(want)) {
        r->matched += same;
        if (!same) {
            r->untouched += untouched(c, i);
            if (r->worst_index < 0)
                r->worst_index = i;
        }
        return;
    }
    r->untouched += untouched(c, i);
    if (isfinite(got)) { /* their difference is not */
        r->worst_index = r->worst_index < 0 || isfinite(r->max_abs) ? i : r->worst_index;
        r->max_abs = r->max_rel = __longlong_as_double(0x7ff0000000000000ll);
        return;
    }
    r->not_finite++;
    if (r->first_not_finite < 0 || i < r->first_not_finite)
        r->first_not_finite = i;
}

/* The pair of error and size whose quotient is largest; one division at the end instead of many. */
struct rb_relative {
    double err, size;
};

static __device__ __forceinline__ void note_relative(rb_relative *most, double err, double size)
{
    if (!(err > 0.0) || !(size > 0.0))
        return;
    double mine = err * most->size, theirs = most->err * size;
    bool clear = mine > theirs * (1.0 + 0x1p-50);
    bool close = !clear && mine >= theirs * (1.0 - 0x1p-50);
    /* Products of very small numbers say nothing, and neither do nearly equal ones. */
    if (close || mine < 1e-290 || theirs < 1e-290)
        clear = err / size > most->err / most->size;
    if (clear) {
        most->err = err;
        most->size = size;
    }
}

static __device__ __forceinline__ void compare_one(const rb_compare &c, i64 i, double got, double want, rb_compared *r,
                                                   rb_relative *most)
{
    double err = fabs(got - want), size = fabs(want);
    if (!(err <= 0x1.fffffffffffffp+1023)) {
        rb_compared copy = *r; /* the address of r itself is never taken: it stays in registers */
        compare_odd(c, i, got, want, &copy);
        *r = copy;
        return;
    }
    bool good = err <= __dadd_rn(c.atol, __dmul_rn(c.rtol, size));
    r->matched += good;
    if (!good)
        r->untouched += untouched(c, i);
    note_relative(most, err, size);
    if (err > r->max_abs || r->worst_index < 0) {
        r->max_abs = err > r->max_abs ? err : r->max_abs;
        r->worst_index = i;
    }
}

static __device__ void merge(rb_compared *a, const rb_compared *b)
{
    a->matched += b->matched;
    a->not_finite += b->not_finite;
    a->untouched += b->untouched;
    if (b->first_not_finite >= 0 && (a->first_not_finite < 0 || b->first_not_finite < a->first_not_finite))
        a->first_not_finite = b->first_not_finite;
    if (b->worst_index >= 0 &&
        (a->worst_index < 0 || b->max_abs > a->max_abs || (b->max_abs == a->max_abs && b->worst_index < a->worst_index)))
        a->worst_index = b->worst_index;
    if (b->max_abs > a->max_abs)
        a->max_abs = b->max_abs;
    if (b->max_rel > a->max_rel)
        a->max_rel = b->max_rel;
}

#define COMPARE_THREADS 256

static __device__ void merge_block(rb_compared *all)
{
    __syncthreads();
    for (int step = COMPARE_THREADS / 2; step > 0; step /= 2) {
        if (threadIdx.x < step)
            merge(&all[threadIdx.x], &all[threadIdx.x + step]);
        __syncthreads();
    }
}

/* One partial result a block. */
extern "C" __global__ void __launch_bounds__(COMPARE_THREADS) rb_compare_output(rb_compare c, rb_compared *partial)
{
    __shared__ rb_compared all[COMPARE_THREADS];
    rb_compared mine = { 0, 0, -1, 0, -1, 0.0, 0.0 };
    rb_relative most = { 0.0, 1.0 };
    i64 first = blockIdx.x * (i64)blockDim.x + threadIdx.x, step = (i64)gridDim.x * blockDim.x;
    i64 fours = c.dtype == 0 && (((u64)c.got | (u64)c.want) & 15) == 0 ? c.n / 4 : 0;
    for (i64 q = first; q < fours; q += step) {
        float4 got = ((const float4 *)c.got)[q];
        double2 low = ((const double2 *)c.want)[2 * q], high = ((const double2 *)c.want)[2 * q + 1];
        compare_one(c, 4 * q, got.x, low.x, &mine, &most);
        compare_one(c, 4 * q + 1, got.y, low.y, &mine, &most);
        compare_one(c, 4 * q + 2, got.z, high.x, &mine, &most);
        compare_one(c, 4 * q + 3, got.w, high.y, &mine, &most);
    }
    for (i64 i = 4 * fours + first; i < c.n; i += step)
        compare_one(c, i, element(c, i), c.want[i], &mine, &most);
    if (most.err / most.size > mine.max_rel)
        mine.max_rel = most.err / most.size;
    all[threadIdx.x] = mine;
    merge_block(all);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = all[0];
}

#define SAMPLE_WINDOWS 4
#define WINDOW 128

/* What the host reads of a comparison: the result, and elements as they lie there. */
struct rb_summary {
    rb_compared all;
    double worst_want;
    u64 worst_got;
    double want[SAMPLE_WINDOWS][WINDOW];
    u64 got[SAMPLE_WINDOWS][WINDOW]; /* the first bytes of each are an element's */
};

struct rb_places {
    i64 first[SAMPLE_WINDOWS], n;
    u32 element_bytes;
};

static __device__ u64 raw_element(const rb_compare &c, i64 i, u32 bytes)
{
    u64 out = 0;
    for (u32 k = 0; k < bytes; k++)
        out |= (u64)((const unsigned char *)c.got)[i * bytes + k] << 8 * k;
    return out;
}

/* One block: merges the partial results, then shows the worst element and some windows. */
extern "C" __global__ void __launch_bounds__(COMPARE_THREADS)
    rb_compare_finish(rb_compare c, const rb_compared *partial, u32 blocks, rb_places at, rb_summary *out)
{
    __shared__ rb_compared all[COMPARE_THREADS];
    rb_compared mine = { 0, 0, -1, 0, -1, 0.0, 0.0 };
    for (u32 b = threadIdx.x; b < blocks; b += blockDim.x)
        merge(&mine, &partial[b]);
    all[threadIdx.x] = mine;
    merge_block(all);
    if (threadIdx.x == 0) {
        i64 worst = all[0].worst_index < 0 ? 0 : all[0].worst_index;
        out->all = all[0];
        out->worst_want = c.want[worst];
        out->worst_got = raw_element(c, worst, at.element_bytes);
    }
    for (int w = 0; w < SAMPLE_WINDOWS; w++)
        for (i64 i = threadIdx.x; i < at.n; i += blockDim.x) {
            out->want[w][i] = c.want[at.first[w] + i];
            out->got[w][i] = raw_element(c, at.first[w] + i, at.element_bytes);
        }
}

/* Writes, then gives the lines up, so that nothing is left to be written back later. */
extern "C" __global__ void rb_flush(unsigned char *p, u64 lines, u32 value)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < lines * 8; i += (u64)gridDim.x * blockDim.x)
        ((uint4 *)p)[i] = make_uint4(value, value, value, value);
}

extern "C" __global__ void rb_discard(unsigned char *p, u64 lines)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < lines; i += (u64)gridDim.x * blockDim.x)
        asm volatile("discard.global.L2 [%0], 128;" ::"l"(p + i * 128) : "memory");
}

/* Says in state[1] that it runs, holds the stream until the host says go, or about max_ns have
 * passed (state[0] = 1). */
extern "C" __global__ void rb_block(volatile u32 *go, u32 ticket, u64 max_ns, volatile u32 *state)
{
    u64 start, now;
    state[1] = ticket;
    __threadfence_system();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    while (*go != ticket) {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        if (now - start > max_ns) {
            state[0] = 1;
            return;
        }
    }
}

/* Large finite bits in all shared memory of a multiprocessor. */
extern "C" __global__ void rb_scrub(u32 words, u32 seed)
{
    extern __shared__ u32 rb_shared[];
    for (u32 i = threadIdx.x; i < words; i += blockDim.x)
        ((volatile u32 *)rb_shared)[i] = ((seed + i * 0x9e3779b9u) & 0x87ff87ffu) | 0x70007000u;
}

/* Half of the blocks end at once, the others after up to most_ns, differently each time. */
extern "C" __global__ void rb_noise(u64 most_ns, u32 seed)
{
    u32 z = (seed + blockIdx.x) * 2654435761u;
    u64 from, to, span = most_ns * (z >> 16 & 255) / 255;
    z = (z ^ (z >> 15)) * 2246822519u;
    if ((z >> 20 & 1) != 0)
        return;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
    while (to - from < span);
}

extern "C" __global__ void rb_null()
{
}

/* The clock of one multiprocessor, right after a run: cycles and nanoseconds of about span_ns. */
extern "C" __global__ void rb_clock(u64 span_ns, u64 *out)
{
    u64 from, to;
    i64 first, last;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    first = clock64();
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
        last = clock64();
    } while (to - from < span_ns);
    out[0] = (u64)(last - first);
    out[1] = to - from;
}

/* Spins for about span_ns; a kernel of known length. */
extern "C" __global__ void rb_spin(u64 span_ns)
{
    u64 from, to;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
    while (to - from < span_ns);
}

extern "C" __global__ void rb_copy(const float4 *from, float4 *to, u64 n)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x)
        to[i] = from[i];
}
