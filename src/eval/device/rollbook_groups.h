/*
 * rollbook_groups.h - cooperative groups of a block and of tiles of a warp.
 *
 * Included textually where a kernel file names cooperative_groups.
 */
namespace cooperative_groups {
struct thread_block {
    static void sync() { __syncthreads(); }
    static unsigned int thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
    static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned int num_threads() { return size(); }
    static dim3 group_index() { return dim3(blockIdx); }
    static dim3 thread_index() { return dim3(threadIdx); }
    static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static dim3 dim_threads() { return group_dim(); }
};
static inline thread_block this_thread_block() { return thread_block(); }
static inline void sync(const thread_block &) { __syncthreads(); }

/* All blocks of a launch, which have no barrier here. */
struct grid_group {
    static unsigned long long block_rank() { return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z); }
    static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long thread_rank()
    {
        if (gridDim.y * gridDim.z * blockDim.y * blockDim.z == 1) /* what loops over threads widen */
            return (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static unsigned long long size() { return num_blocks() * thread_block::size(); }
    static unsigned long long num_threads() { return size(); }
    static dim3 block_index() { return dim3(blockIdx); }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static bool is_valid() { return false; }
    __attribute__((error("barriers of the whole grid are not on the cpu backend"))) static void sync();
};
static inline grid_group this_grid() { return grid_group(); }

/* Lanes of a warp that are together at one place. */
struct coalesced_group {
    unsigned int lanes;
    static unsigned int lane() { return thread_block::thread_rank() & 31u; }
    int lane_of(unsigned int rank) const
    {
        unsigned int rest = lanes;
        for (; rank > 0 && (rest & (rest - 1)) != 0; rank--)
            rest &= rest - 1;
        return __ffs((int)rest) - 1;
    }
    unsigned int thread_rank() const { return (unsigned int)__popc(lanes & ((1u << lane()) - 1u)); }
    unsigned int size() const { return (unsigned int)__popc(lanes); }
    unsigned int num_threads() const { return size(); }
    void sync() const { __syncwarp(lanes); }
    template <class T> T shfl(T v, int source) const { return __shfl_sync(lanes, v, lane_of((unsigned int)source)); }
    template <class T> T shfl_down(T v, unsigned int delta) const
    {
        unsigned int r = thread_rank() + delta;
        return __shfl_sync(lanes, v, r < size() ? lane_of(r) : (int)lane());
    }
    template <class T> T shfl_up(T v, unsigned int delta) const
    {
        unsigned int r = thread_rank();
        return __shfl_sync(lanes, v, r >= delta ? lane_of(r - delta) : (int)lane());
    }
    int any(int p) const { return __any_sync(lanes, p); }
    int all(int p) const { return __all_sync(lanes, p); }
};
#define coalesced_threads() coalesced_group{ __activemask() }

/* N neighbouring lanes of a warp; N is a power of two up to 32. */
template <unsigned int N, class Parent = thread_block> struct thread_block_tile {
    static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    static unsigned int mask() { return (N == 32 ? ~0u : (1u << (N & 31)) - 1) << (thread_block::thread_rank() & 31u & ~(N - 1)); }
    static unsigned int thread_rank() { return thread_block::thread_rank() & (N - 1); }
    static constexpr unsigned int size() { return N; }
    static constexpr unsigned int num_threads() { return N; }
    static unsigned int meta_group_rank() { return thread_block::thread_rank() / N; }
    static unsigned int meta_group_size() { return (thread_block::size() + N - 1) / N; }
    static void sync() { __syncwarp(mask()); }
    template <class T> static T shfl(T v, int source) { return __shfl_sync(mask(), v, source, N); }
    template <class T> static T shfl_up(T v, unsigned int delta) { return __shfl_up_sync(mask(), v, delta, N); }
    template <class T> static T shfl_down(T v, unsigned int delta) { return __shfl_down_sync(mask(), v, delta, N); }
    template <class T> static T shfl_xor(T v, int lanes) { return __shfl_xor_sync(mask(), v, lanes, N); }
    static int any(int p) { return __any_sync(mask(), p); }
    static int all(int p) { return __all_sync(mask(), p); }
    static unsigned int ballot(int p)
    {
        return (__ballot_sync(mask(), p) & mask()) >> (thread_block::thread_rank() & 31u & ~(N - 1));
    }
};
template <unsigned int N, class G> static inline thread_block_tile<N, G> tiled_partition(const G &) { return thread_block_tile<N, G>(); }

template <class T = void> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T = void> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T = void> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
/* As the library does: all lanes get the result of a butterfly. */
template <unsigned int N, class G, class T, class F> static inline T reduce(const thread_block_tile<N, G> &tile, T v, F f)
{
    for (unsigned int step = N / 2; step > 0; step /= 2)
        v = f(v, tile.shfl_xor(v, (int)step));
    return v;
}
}
