/*
 * rollbook_atomic.h - CUDA's atomic functions, relaxed order as on the device.
 *
 * Included textually only where a kernel file names one of them.
 */
#define RB_ATOMIC_INT(T)                                                                           \
    static inline T atomicAdd(T *p, T v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }    \
    static inline T atomicSub(T *p, T v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }    \
    static inline T atomicAnd(T *p, T v) { return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); }    \
    static inline T atomicOr(T *p, T v) { return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }      \
    static inline T atomicXor(T *p, T v) { return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); }    \
    static inline T atomicExch(T *p, T v) { return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); }  \
    static inline T atomicCAS(T *p, T expected, T v)                                               \
    {                                                                                              \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);   \
        return expected;                                                                           \
    }                                                                                              \
    static inline T atomicMin(T *p, T v)                                                           \
    {                                                                                              \
        T old = __atomic_load_n(p, __ATOMIC_RELAXED);                                              \
        while (v < old && !__atomic_compare_exchange_n(p, &old, v, true, __ATOMIC_RELAXED,         \
                                                       __ATOMIC_RELAXED)) {                        \
        }                                                                                          \
        return old;                                                                                \
    }                                                                                              \
    static inline T atomicMax(T *p, T v)                                                           \
    {                                                                                              \
        T old = __atomic_load_n(p, __ATOMIC_RELAXED);                                              \
        while (v > old && !__atomic_compare_exchange_n(p, &old, v, true, __ATOMIC_RELAXED,         \
                                                       __ATOMIC_RELAXED)) {                        \
        }                                                                                          \
        return old;                                                                                \
    }
RB_ATOMIC_INT(int)
RB_ATOMIC_INT(unsigned int)
RB_ATOMIC_INT(long long)
RB_ATOMIC_INT(unsigned long long)
RB_ATOMIC_INT(unsigned long)
#undef RB_ATOMIC_INT

#define RB_ATOMIC_FLOAT(T, U)                                                                      \
    static inline T atomicAdd(T *p, T v)                                                           \
    {                                                                                              \
        U *bits = (U *)p, old = __atomic_load_n(bits, __ATOMIC_RELAXED), next;                     \
        T value;                                                                                   \
        do {                                                                                       \
            __builtin_memcpy(&value, &old, sizeof value);                                          \
            T sum = value + v;                                                                     \
            __builtin_memcpy(&next, &sum, sizeof next);                                            \
        } while (!__atomic_compare_exchange_n(bits, &old, next, true, __ATOMIC_RELAXED,            \
                                              __ATOMIC_RELAXED));                                  \
        return value;                                                                              \
    }                                                                                              \
    static inline T atomicExch(T *p, T v)                                                          \
    {                                                                                              \
        U next;                                                                                    \
        __builtin_memcpy(&next, &v, sizeof next);                                                  \
        next = __atomic_exchange_n((U *)p, next, __ATOMIC_RELAXED);                                \
        __builtin_memcpy(&v, &next, sizeof v);                                                     \
        return v;                                                                                  \
    }
typedef unsigned int __attribute__((may_alias)) rb_alias_u32;
typedef unsigned long __attribute__((may_alias)) rb_alias_u64;
RB_ATOMIC_FLOAT(float, rb_alias_u32)
RB_ATOMIC_FLOAT(double, rb_alias_u64)
#undef RB_ATOMIC_FLOAT

static inline unsigned int atomicInc(unsigned int *p, unsigned int bound)
{
    unsigned int old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(p, &old, old >= bound ? 0 : old + 1, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return old;
}
static inline unsigned int atomicDec(unsigned int *p, unsigned int bound)
{
    unsigned int old = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(p, &old, old == 0 || old > bound ? bound : old - 1, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return old;
}
#define atomicAdd_block atomicAdd
#define atomicAdd_system atomicAdd
#define atomicMax_block atomicMax
#define atomicMin_block atomicMin
#define atomicCAS_block atomicCAS
#define atomicExch_block atomicExch
