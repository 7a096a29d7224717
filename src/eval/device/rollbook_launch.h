/*
 * rollbook_launch.h - from a launch of the plan to calls of the kernel.
 *
 * rb_entry<kernel>::check<n>() and fits<i, dtype>() refuse a launch whose arguments do not fit the
 * kernel's parameters; loops<index, block, grid, bounds>() runs blocks as plain loops, thread() is one thread for the
 * fiber runtime.
 */
template <class A, class B> struct rb_same { static constexpr bool value = false; };
template <class A> struct rb_same<A, A> { static constexpr bool value = true; };
template <class T> struct rb_bare { typedef T type; };
template <class T> struct rb_bare<const T> { typedef T type; };
template <class T> struct rb_bare<volatile T> { typedef T type; };
template <class T> struct rb_bare<const volatile T> { typedef T type; };
template <class T> struct rb_pointee { static constexpr bool is = false; typedef void type; };
template <class T> struct rb_pointee<T *> { static constexpr bool is = true; typedef typename rb_bare<T>::type type; };
template <class T> struct rb_pointee<T *__restrict__> { static constexpr bool is = true; typedef typename rb_bare<T>::type type; };
/* Types whose buffers are those of another: vectors, and numbers that differ in their sign. */
template <class T> struct rb_base { typedef T type; };
#define RB_BASE(T, N) \
    template <> struct rb_base<N##2> { typedef T type; }; \
    template <> struct rb_base<N##3> { typedef T type; }; \
    template <> struct rb_base<N##4> { typedef T type; };
RB_BASE(float, float)
RB_BASE(double, double)
RB_BASE(int, int)
RB_BASE(int, uint)
RB_BASE(unsigned char, char)
RB_BASE(unsigned char, uchar)
RB_BASE(long, longlong)
RB_BASE(long, ulonglong)
#undef RB_BASE
template <> struct rb_base<unsigned int> { typedef int type; };
template <> struct rb_base<bool> { typedef unsigned char type; };
template <> struct rb_base<char> { typedef unsigned char type; };
template <> struct rb_base<signed char> { typedef unsigned char type; };
template <> struct rb_base<unsigned long> { typedef long type; };
template <> struct rb_base<long long> { typedef long type; };
template <> struct rb_base<unsigned long long> { typedef long type; };
template <class T> struct rb_integral { static constexpr bool value = false; };
#define RB_INTEGRAL(T) template <> struct rb_integral<T> { static constexpr bool value = true; };
RB_INTEGRAL(bool) RB_INTEGRAL(char) RB_INTEGRAL(signed char) RB_INTEGRAL(unsigned char)
RB_INTEGRAL(short) RB_INTEGRAL(unsigned short) RB_INTEGRAL(int) RB_INTEGRAL(unsigned int)
RB_INTEGRAL(long) RB_INTEGRAL(unsigned long) RB_INTEGRAL(long long) RB_INTEGRAL(unsigned long long)
#undef RB_INTEGRAL

struct rb_value {}; /* an expression of the plan */
struct rb_f16 {};   /* a buffer of fp16; accepted as __half or as its bits */

template <class Arg, class Param> struct rb_fits {
    typedef typename rb_pointee<Param>::type to;
    static constexpr bool pointer = rb_pointee<Param>::is;
    static constexpr bool value = pointer && (rb_same<typename rb_base<to>::type, Arg>::value || rb_same<to, void>::value);
};
template <class Param> struct rb_fits<rb_value, Param> {
    static constexpr bool value = rb_integral<typename rb_bare<Param>::type>::value;
};
template <class Param> struct rb_fits<rb_f16, Param> {
    static constexpr bool value = rb_pointee<Param>::is && (sizeof(typename rb_pointee<Param>::type) & 1) == 0;
};

template <class P> struct rb_get {
    static inline P from(const rb_launch *l, int i)
    {
        long long v = l->values[i];
        P p = (P)v;
        if ((long long)p != v)
            rb_rt_bad_argument(i, v);
        return p;
    }
};
template <class T> struct rb_get<T *> {
    static inline T *from(const rb_launch *l, int i) { return (T *)l->pointers[i]; }
};
template <class T> struct rb_get<T *__restrict__> {
    static inline T *from(const rb_launch *l, int i) { return (T *)l->pointers[i]; }
};

template <int... I> struct rb_indices {};
template <int N, int... I> struct rb_count : rb_count<N - 1, N - 1, I...> {};
template <int... I> struct rb_count<0, I...> { typedef rb_indices<I...> type; };

/* One that is missing is told by the number of arguments. */
template <int I, class A, class... P> struct rb_fits_at { static constexpr bool value = true; };
template <class A, class First, class... Rest> struct rb_fits_at<0, A, First, Rest...> {
    static constexpr bool value = rb_fits<A, First>::value;
};
template <int I, class A, class First, class... Rest> struct rb_fits_at<I, A, First, Rest...> : rb_fits_at<I - 1, A, Rest...> {};

template <unsigned int X, unsigned int Y, unsigned int Z> struct rb_size {
    static constexpr unsigned int x = X, y = Y, z = Z;
};
/* What the plan passes lies between 0 and Bound; a negative bound says nothing.  As two tests: g++ does
 * not learn as much from one. */
template <class P, long long Bound> static inline __attribute__((always_inline)) P rb_bounded(P p)
{
    if constexpr (Bound >= 0 && rb_integral<typename rb_bare<P>::type>::value)
    {
        if (!(p <= (P)Bound))
            __builtin_unreachable();
        if (p < 0)
            __builtin_unreachable();
    }
    return p;
}

template <auto K> struct rb_entry;
template <class... P, void (*K)(P...)> struct rb_entry<K> {
    typedef typename rb_count<(int)sizeof...(P)>::type indices;

    template <int N> static constexpr void check()
    {
        static_assert(N == sizeof...(P), "the launch passes another number of arguments than the kernel has parameters");
    }
    /* Whether argument I of the plan, of type A, is what parameter I takes. */
    template <int I, class A> static constexpr bool fits()
    {
        return rb_fits_at<I, A, P...>::value;
    }
    /*
     * The threads of a block, one after the other.  X, Y and Z are the block of the plan.  The loop
     * counts the global index of a thread, blockIdx.x * X + threadIdx.x, which is what kernels
     * compare with a size, and Index can count all of them: so g++ can move that test out of the
     * loop and work on several threads at once.  It proves for itself that this changes nothing.
     * GX, GY and GZ are the grid of the plan, 0 where the kernel does not ask for it: with them and
     * the bounds of its parameters, g++ sees where a grid-stride loop runs once.
     */
    template <class Index, class Block, class Grid>
    static inline __attribute__((always_inline)) void run(const rb_launch *l, unsigned long long first, unsigned long long last, P... p)
    {
        const unsigned int gx = Grid::x != 0 ? Grid::x : l->grid[0], gy = Grid::y != 0 ? Grid::y : l->grid[1];
        for (unsigned long long b = first; b < last; b++) {
            rb_rt_block_start();
            rb_rt_grid_dim.x = gx;
            rb_rt_grid_dim.y = gy;
            rb_rt_grid_dim.z = Grid::z != 0 ? Grid::z : l->grid[2];
            rb_rt_block_dim.x = Block::x;
            rb_rt_block_dim.y = Block::y;
            rb_rt_block_dim.z = Block::z;
            rb_rt_block_idx.x = (unsigned int)(b % gx);
            rb_rt_block_idx.y = (unsigned int)(b / gx % gy);
            rb_rt_block_idx.z = (unsigned int)(b / gx / gy);
            const unsigned int base = rb_rt_block_idx.x * Block::x;
            if (sizeof(Index) == 4 && base > (unsigned int)__INT_MAX__ - Block::x)
                __builtin_unreachable();
            for (unsigned int z = 0; z < Block::z; z++)
                for (unsigned int y = 0; y < Block::y; y++) {
                    rb_rt_thread_idx.y = y;
                    rb_rt_thread_idx.z = z;
                    for (Index i = (Index)base; i < (Index)base + (Index)Block::x; i++) {
                        rb_rt_thread_idx.x = (unsigned int)i - base;
                        K(p...);
                    }
                }
        }
    }
    template <class Index, class Block, class Grid, long long... Bounds, int... I>
    static inline void run_at(const rb_launch *l, unsigned long long first, unsigned long long last, rb_indices<I...>)
    {
        run<Index, Block, Grid>(l, first, last, rb_bounded<P, Bounds>(rb_get<P>::from(l, I))...);
    }
    template <int... I> static inline void thread_at(const rb_launch *l, rb_indices<I...>)
    {
        K(rb_get<P>::from(l, I)...);
    }
    static void thread(const rb_launch *l) { thread_at(l, indices()); }
    /* Launches of one kernel with one block share its code, which is compiled once. */
    template <class Index, class Block, class Grid, long long... Bounds>
    static __attribute__((noinline)) void loops(const rb_launch *l, unsigned long long first, unsigned long long last)
    {
        run_at<Index, Block, Grid, Bounds...>(l, first, last, indices());
    }
    static inline void fibers(const rb_launch *l, unsigned long long first, unsigned long long last)
    {
        rb_rt_block(l, thread, &rb_rt_thread_idx, &rb_rt_block_idx, &rb_rt_block_dim, &rb_rt_grid_dim, first, last);
    }
};
#define RB_EXPORT extern "C" __attribute__((visibility("default"), used))
