// task: l1/4
//@ launch matvec(A, x, y, m, k) grid=ceil_div(m, 4) block=128
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
using namespace cooperative_groups;

__global__ void matvec(const float *A, const float *x, float *y, int m, int k)
{
    thread_block block = this_thread_block();
    thread_block_tile<32> warp = tiled_partition<32>(block);
    int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= m)
        return;
    float sum = 0.f;
    for (int j = warp.thread_rank(); j < k; j += warp.size())
        sum += A[(size_t)row * k + j] * x[j];
    sum = reduce(warp, sum, plus<float>());
    if (warp.thread_rank() == 0)
        y[row] = sum;
}
