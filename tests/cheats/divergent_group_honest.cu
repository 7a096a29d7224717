// A sum over tiles and one over the block, by groups.
//@ launch k(x, y, n) grid=ceil_div(n, 64) block=64
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int part[4];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int ones = cg::reduce(tile, 1, cg::plus<int>());
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = ones;
    block.sync();
    int all = part[0] + part[1] + part[2] + part[3];
    unsigned even = tile.ballot((int)(tile.thread_rank() % 2 == 0));
    if (i < n && all == 64 && even == 0x5555u && tile.shfl(all, 3) == 64)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
    else if (i < n)
        y[i] = -1.0f;
}
