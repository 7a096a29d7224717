// task: l1/28
//@ scratch positive u32[1]
//@ launch clear(positive) grid=1 block=1
//@ launch act(x, y, positive, n) grid=ceil_div(n, 256) block=256
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void clear(unsigned *positive) { *positive = 0; }
__global__ void act(const float *x, float *y, unsigned *positive, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0.0f) {
        auto active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(positive, active.size());
    }
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
