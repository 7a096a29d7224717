/*
 * rollbook_warp.h - warp shuffles, votes, reductions and matches.
 *
 * Included textually only where a kernel file names one of them.  Lanes named in a mask meet in the
 * runtime; lanes that have exited are not waited for.
 */
template <class T> static inline unsigned long long rb_to_bits(T v)
{
    unsigned long long bits = 0;
    static_assert(sizeof(T) <= 8, "warp shuffles move at most 8 bytes");
    __builtin_memcpy(&bits, &v, sizeof v);
    return bits;
}
template <class T> static inline T rb_from_bits(unsigned long long bits)
{
    T v;
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}
static inline int rb_lane()
{
    return (int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31u);
}
static inline int rb_lane_idx(int src, int width)
{
    int lane = rb_lane();
    return (lane & ~(width - 1)) | (src & (width - 1));
}
static inline int rb_lane_up(unsigned int delta, int width)
{
    int lane = rb_lane(), first = lane & ~(width - 1), src = lane - (int)delta;
    return delta > 31u || src < first ? lane : src;
}
static inline int rb_lane_down(unsigned int delta, int width)
{
    int lane = rb_lane(), last = lane | (width - 1), src = lane + (int)delta;
    return delta > 31u || src > last ? lane : src;
}
static inline int rb_lane_xor(int with, int width)
{
    int lane = rb_lane(), src = lane ^ with;
    return src > (lane | (width - 1)) || src < 0 ? lane : src;
}
template <class T>
static inline T rb_shuffle(unsigned int mask, T v, int src, int line)
{
    return rb_from_bits<T>(rb_rt_warp(RB_WARP_SHUFFLE, mask, rb_to_bits(v), src, line));
}
template <class T> static inline T rb_shfl(int line, unsigned m, T v, int s, int w = 32)
{
    return rb_shuffle(m, v, rb_lane_idx(s, w), line);
}
template <class T> static inline T rb_shfl_up(int line, unsigned m, T v, unsigned d, int w = 32)
{
    return rb_shuffle(m, v, rb_lane_up(d, w), line);
}
template <class T> static inline T rb_shfl_down(int line, unsigned m, T v, unsigned d, int w = 32)
{
    return rb_shuffle(m, v, rb_lane_down(d, w), line);
}
template <class T> static inline T rb_shfl_xor(int line, unsigned m, T v, int x, int w = 32)
{
    return rb_shuffle(m, v, rb_lane_xor(x, w), line);
}
static inline void rb_syncwarp(int line, unsigned int mask = 0xffffffffu)
{
    (void)rb_rt_warp(RB_WARP_SYNC, mask, 0, 0, line);
}
static inline unsigned int rb_ballot(int line, unsigned int mask, int predicate)
{
    return (unsigned int)rb_rt_warp(RB_WARP_BALLOT, mask, predicate != 0, 0, line);
}
static inline int rb_any(int line, unsigned int mask, int p)
{
    return rb_ballot(line, mask, p) != 0;
}
static inline int rb_all(int line, unsigned int mask, int p)
{
    return rb_ballot(line, mask, !p) == 0;
}
static inline unsigned int rb_active(int line)
{
    return (unsigned int)rb_rt_warp(RB_WARP_ACTIVE, 0xffffffffu, 0, 0, line);
}
static inline unsigned int rb_reduce(int line, int op_u, int, unsigned int m, unsigned int v)
{
    return (unsigned int)rb_rt_warp(op_u, m, v, 0, line);
}
static inline int rb_reduce(int line, int, int op_s, unsigned int m, int v)
{
    return (int)rb_rt_warp(op_s, m, (unsigned int)v, 0, line);
}
template <class T> static inline unsigned int rb_match_any(int line, unsigned int m, T v)
{
    return (unsigned int)rb_rt_warp(RB_WARP_MATCH, m, rb_to_bits(v), 0, line);
}
template <class T>
static inline unsigned int rb_match_all(int line, unsigned int m, T v, int *same)
{
    unsigned int equal = rb_match_any(line, m, v);
    unsigned int here = rb_ballot(line, m, 1);
    *same = equal == here;
    return equal == here ? here : 0;
}

#define __shfl_sync(...) rb_shfl(__LINE__, __VA_ARGS__)
#define __shfl_up_sync(...) rb_shfl_up(__LINE__, __VA_ARGS__)
#define __shfl_down_sync(...) rb_shfl_down(__LINE__, __VA_ARGS__)
#define __shfl_xor_sync(...) rb_shfl_xor(__LINE__, __VA_ARGS__)
#define __syncwarp(...) rb_syncwarp(__LINE__ __VA_OPT__(, ) __VA_ARGS__)
#define __ballot_sync(...) rb_ballot(__LINE__, __VA_ARGS__)
#define __any_sync(...) rb_any(__LINE__, __VA_ARGS__)
#define __all_sync(...) rb_all(__LINE__, __VA_ARGS__)
#define __activemask() rb_active(__LINE__)
#define __match_any_sync(...) rb_match_any(__LINE__, __VA_ARGS__)
#define __match_all_sync(...) rb_match_all(__LINE__, __VA_ARGS__)
#define __reduce_add_sync(...) rb_reduce(__LINE__, RB_WARP_ADD, RB_WARP_ADD, __VA_ARGS__)
#define __reduce_min_sync(...) rb_reduce(__LINE__, RB_WARP_MIN_U, RB_WARP_MIN_S, __VA_ARGS__)
#define __reduce_max_sync(...) rb_reduce(__LINE__, RB_WARP_MAX_U, RB_WARP_MAX_S, __VA_ARGS__)
#define __reduce_and_sync(...) rb_reduce(__LINE__, RB_WARP_AND, RB_WARP_AND, __VA_ARGS__)
#define __reduce_or_sync(...) rb_reduce(__LINE__, RB_WARP_OR, RB_WARP_OR, __VA_ARGS__)
#define __reduce_xor_sync(...) rb_reduce(__LINE__, RB_WARP_XOR, RB_WARP_XOR, __VA_ARGS__)
