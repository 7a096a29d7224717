/*
 * rollbook_device.h - the CUDA C dialect of the CPU backend: types, index variables, barriers.
 *
 * Put before the text of a kernel file and compiled by g++ without any include path.  Kernels run as
 * plain loops over blocks and threads, or with one fiber per thread where they synchronise; the
 * rb_rt_* functions are exported by the program that loads the object.
 */
#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define ROLLBOOK_CPU_BACKEND 1

#define __host__
#define __device__
#define __managed__
#define __constant__
#define __global__ inline __attribute__((always_inline))
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __shared__ thread_local
#define __restrict __restrict__
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef decltype(nullptr) nullptr_t;

#define NULL nullptr
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX __INT_MAX__
#define INT32_MIN (-__INT_MAX__ - 1)
#define INT64_MAX __LONG_MAX__
#define INT64_MIN (-__LONG_MAX__ - 1L)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX (__INT_MAX__ * 2U + 1U)
#define UINT64_MAX (__LONG_MAX__ * 2UL + 1UL)
#define SIZE_MAX __SIZE_MAX__
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define INFINITY __builtin_inff()
#define HUGE_VALF __builtin_inff()
#define HUGE_VAL __builtin_inf()
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_1_PI 0.31830988618379067154
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define assert(x) ((x) ? (void)0 : __builtin_trap())
#define offsetof(t, m) __builtin_offsetof(t, m)

#define RB_VEC(T, N, A1, A2, A3, A4)                                                               \
    struct N##1 { T x; };                                                                          \
    struct __attribute__((aligned(A2))) N##2 { T x, y; };                                          \
    struct N##3 { T x, y, z; };                                                                    \
    struct __attribute__((aligned(A4))) N##4 { T x, y, z, w; };                                    \
    static inline N##1 make_##N##1(T x) { return N##1{x}; }                                        \
    static inline N##2 make_##N##2(T x, T y) { return N##2{x, y}; }                                \
    static inline N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; }                        \
    static inline N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
RB_VEC(signed char, char, 1, 2, 1, 4)
RB_VEC(unsigned char, uchar, 1, 2, 1, 4)
RB_VEC(short, short, 2, 4, 2, 8)
RB_VEC(unsigned short, ushort, 2, 4, 2, 8)
RB_VEC(int, int, 4, 8, 4, 16)
RB_VEC(unsigned int, uint, 4, 8, 4, 16)
RB_VEC(long, long, 8, 16, 8, 16)
RB_VEC(unsigned long, ulong, 8, 16, 8, 16)
RB_VEC(long long, longlong, 8, 16, 8, 16)
RB_VEC(unsigned long long, ulonglong, 8, 16, 8, 16)
RB_VEC(float, float, 4, 8, 4, 16)
RB_VEC(double, double, 8, 16, 8, 16)
#undef RB_VEC

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* Never escape when a kernel runs as plain loops, so g++ keeps them in registers. */
static __thread uint3 rb_rt_thread_idx, rb_rt_block_idx;
static __thread dim3 rb_rt_block_dim, rb_rt_grid_dim;
/* A kernel cannot assign them. */
#define threadIdx ((const uint3)rb_rt_thread_idx)
#define blockIdx ((const uint3)rb_rt_block_idx)
#define blockDim ((const dim3)rb_rt_block_dim)
#define gridDim ((const dim3)rb_rt_grid_dim)
static constexpr int warpSize = 32;

enum { RB_SYNC, RB_SYNC_COUNT, RB_SYNC_AND, RB_SYNC_OR };
enum {
    RB_WARP_SYNC,
    RB_WARP_SHUFFLE,
    RB_WARP_BALLOT,
    RB_WARP_ADD,
    RB_WARP_MIN_U,
    RB_WARP_MAX_U,
    RB_WARP_MIN_S,
    RB_WARP_MAX_S,
    RB_WARP_AND,
    RB_WARP_OR,
    RB_WARP_XOR,
    RB_WARP_MATCH,
    RB_WARP_ACTIVE
};

struct rb_launch {
    void *const *pointers;
    const long long *values;
    const unsigned char *kinds;
    unsigned int grid[3], block[3];
    unsigned int smem_bytes;
};

extern "C" {
int rb_rt_sync(int op, int predicate, int line);
unsigned long long rb_rt_warp(int op, unsigned int mask, unsigned long long value, int source_lane,
                              int line);
void rb_rt_block(const struct rb_launch *launch, void (*thread)(const struct rb_launch *),
                 uint3 *thread_index, uint3 *block_index, dim3 *block_dim, dim3 *grid_dim,
                 unsigned long long first, unsigned long long last);
void rb_rt_block_start(void);
void rb_rt_bad_argument(int index, long long value) __attribute__((noreturn));
void *memcpy(void *, const void *, size_t) noexcept;
void *memset(void *, int, size_t) noexcept;
void *memmove(void *, const void *, size_t) noexcept;
int memcmp(const void *, const void *, size_t) noexcept;
}

#define __syncthreads() ((void)rb_rt_sync(RB_SYNC, 0, __LINE__))
#define __syncthreads_count(p) rb_rt_sync(RB_SYNC_COUNT, (p) ? 1 : 0, __LINE__)
#define __syncthreads_and(p) rb_rt_sync(RB_SYNC_AND, (p) ? 1 : 0, __LINE__)
#define __syncthreads_or(p) rb_rt_sync(RB_SYNC_OR, (p) ? 1 : 0, __LINE__)

static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __nanosleep(unsigned int) {}
static inline void __trap() { __builtin_trap(); }
static inline void __brkpt() { __builtin_trap(); }
#define __builtin_assume(x) do { if (!(x)) __builtin_unreachable(); } while (0)
template <class... A> static inline int printf(const char *, A...) { return 0; }

template <class T> static inline T __ldg(const T *p) { return *p; }
template <class T> static inline T __ldcg(const T *p) { return *p; }
template <class T> static inline T __ldca(const T *p) { return *p; }
template <class T> static inline T __ldcs(const T *p) { return *p; }
template <class T> static inline T __ldlu(const T *p) { return *p; }
template <class T> static inline T __ldcv(const T *p) { return *(const volatile T *)p; }
template <class T> static inline void __stcg(T *p, T v) { *p = v; }
template <class T> static inline void __stcs(T *p, T v) { *p = v; }
template <class T> static inline void __stwb(T *p, T v) { *p = v; }
template <class T> static inline void __stwt(T *p, T v) { *p = v; }
